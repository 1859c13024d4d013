//! Transactions: several operations that are done together or not at all.

mod run;

mod machine;

mod body;

mod session;

mod abort;

mod within;

pub(crate) use self::{
    body::refuse_in_body,
    session::Session,
    within::{InSession, Sealed, transactional, within},
};

pub use self::{
    run::Transaction,
    within::{Transactional, Tx, TxFuture, Within},
};
