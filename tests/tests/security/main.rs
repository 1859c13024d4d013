//! Who may do what, whom a store trusts, and what it says about either.

mod support;

mod roles;

mod commands;

mod credentials;

mod startup;

mod certificates;

mod log;

mod bombs;
