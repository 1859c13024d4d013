//! Transactions on a real server: how often the body ran, how often the commit was sent, the outcome, and what is stored.

mod bodies;
mod faults;
mod misuse;
mod support;
