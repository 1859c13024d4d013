//! Transactions: several operations that are done together or not at all.

mod session;

mod within;

pub(crate) use self::session::{Session, refuse_in_body};

pub(crate) use self::within::{InSession, Sealed, transactional, within};

pub use self::within::{Transactional, Tx, TxFuture, Within};
