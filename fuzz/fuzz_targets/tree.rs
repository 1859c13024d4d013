//! The same for bytes whose lengths are put right first, so that the fuzzer gets past the frames to the values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mongo_tests::{probe::Tally, raw};

fuzz_target!(|bytes: &[u8]| Tally::default().probe(&raw::repair(bytes)));
