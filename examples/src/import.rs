//! Imports a file of Extended JSON, one document a line, through a typed model.
//!
//! Every line becomes a value of the model or a [`Misfit`], which says where and why and never shows a value. One misfit
//! keeps no other line out: lines that can't be read are left aside before anything is sent, and the inserts are unordered.
//!
//! It may run again. A document that is stored already, byte for byte, counts as unchanged.

mod open;

mod lines;

mod parse;

mod misfit;

mod store;

mod verify;

pub use self::{
    lines::{Line, Lines},
    misfit::{Misfit, Reason},
    open::open,
    parse::{Parsed, parse},
    store::{Stopped, Tally, Watch, import},
    verify::{Verified, verify},
};

/// How many documents travel in one command.
pub const BATCH: usize = 500;
