//! Any bytes are a value or an error of every document of the model.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mongo_tests::probe::Tally;

fuzz_target!(|bytes: &[u8]| Tally::default().probe(bytes));
