//! The validator and the codec, side by side on a real server: what one refuses, the other refuses too, but for a table of
//! differences.
//!
//! `MONGO_AGREEMENT_CASES=2000` generates so many values a model, from another seed each time.

mod agree;

#[allow(dead_code, unused_imports, reason = "a part of it is for the golden snapshots alone")]
#[path = "../golden/cases.rs"]
mod cases;

mod differences;

mod errors;

mod generate;

mod generated;

mod models;

mod mutate;

#[allow(dead_code, reason = "a part of it is for the tests of values alone")]
#[path = "../values/strategies.rs"]
mod strategies;

mod verdict;
