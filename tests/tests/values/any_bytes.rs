//! Any bytes give a value or an error, never a panic, and no error shows the data.

use mongo_runtime::from_slice;
use mongo_tests::{
    model::{Everything, Hashed},
    mutate::Mutator,
    probe::Tally,
    raw, samples,
};
use proptest::prelude::*;

use crate::strategies;

#[test]
fn mutated_documents_give_a_value_or_an_error() {
    let mut mutator = Mutator::new(0x6D6F_6E67_6F00, samples::all());
    let mut tally = Tally::default();
    for _ in 0..60_000 {
        tally.probe(&mutator.document());
    }
    assert!(
        tally.well_framed * 2 > tally.runs,
        "most inputs reach the codec of a field: {tally:?}"
    );
    assert!(
        tally.values * 50 > tally.runs && tally.errors > tally.runs && tally.refused > 0,
        "both ends are met: {tally:?}"
    );
}

#[test]
fn the_seeds_of_the_fuzzer_are_the_samples() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/seeds");
    for (name, bytes) in samples::named() {
        let seed = std::fs::read(format!("{folder}/{name}.bson")).unwrap_or_default();
        assert!(
            seed == bytes,
            "write them with `cargo run -p mongo-tests --no-default-features --bin fuzz-codec -- seeds fuzz/seeds`"
        );
    }
}

#[test]
fn a_document_cut_anywhere_is_an_error() {
    for sample in samples::all() {
        for end in 0..sample.len() {
            let mut tally = Tally::default();
            tally.probe(&sample[..end]);
            assert_eq!(tally.values, 0, "cut at {end} of {}", sample.len());
        }
    }
}

#[test]
fn every_byte_may_be_any_edge() {
    let mut tally = Tally::default();
    for sample in samples::all() {
        for at in 0..sample.len() {
            for edge in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
                let mut bytes = sample.clone();
                bytes[at] = edge;
                tally.probe(&bytes);
            }
        }
    }
    assert!(tally.values > 1_000 && tally.errors > 10_000, "{tally:?}");
}

#[test]
fn bytes_after_a_document_are_an_error() {
    for sample in samples::all() {
        let mut tally = Tally::default();
        tally.probe(&[&sample[..], &[0]].concat());
        tally.probe(&[&sample[..], &sample[..]].concat());
        assert_eq!(tally.values, 0);
    }
}

#[test]
fn a_key_twice_is_an_error_at_every_level_of_the_model() {
    let elements = raw::read(&samples::all()[0]).expect("well framed");
    let levels: &[&[&str]] = &[
        &[],
        &["scalars"],
        &["widened"],
        &["optional"],
        &["lists"],
        &["lists", "lines", "0"],
        &["lists", "triple", "2"],
        &["maps"],
        &["maps", "by_text"],
        &["maps", "by_color"],
        &["maps", "by_color", "red"],
        &["named"],
        &["kinds"],
        &["kinds", "payment"],
        &["kinds", "pair"],
        &["kept"],
        &["kept", "value"],
        &["kept", "document"],
        &["kept", "document", "document"],
        &["kept", "maybe"],
        &["tree"],
        &["tree", "children", "0"],
        &["place"],
    ];
    for level in levels {
        let n_fields = raw::at(&mut elements.clone(), level).len();
        for index in 0..n_fields {
            let mut elements = elements.clone();
            let inside = raw::at(&mut elements, level);
            let copy = inside[index].clone();
            let name = String::from_utf8_lossy(&copy.key).into_owned();
            inside.push(copy);
            let error = from_slice::<Everything>(&raw::write(&elements))
                .expect_err(&format!("{level:?} has `{name}` twice"));
            assert_eq!(
                error.reason(),
                mongo_runtime::codec::DecodeReason::DuplicateKey,
                "{level:?} {name}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_bytes_are_no_document(bytes in any::<Vec<u8>>()) {
        let mut tally = Tally::default();
        tally.probe(&bytes);
        prop_assert_eq!(tally.values, 0);
    }

    #[test]
    fn mutations_of_any_value_give_a_value_or_an_error(value in strategies::everything(), seed in any::<u64>()) {
        let bytes = mongo_runtime::to_vec(&value).expect("in bounds");
        let mut mutator = Mutator::new(seed, vec![bytes]);
        for _ in 0..20 {
            let bytes = mutator.document();
            let _ = (from_slice::<Everything>(&bytes), from_slice::<Hashed>(&bytes));
        }
    }
}
