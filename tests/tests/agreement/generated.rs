//! Generated values: whatever the codec writes, the server takes.

use mongo_runtime::to_vec;
use mongo_testkit::TestDb;
use mongo_tests::random::Random;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, TestRunner},
};

use crate::{
    generate::Generator,
    models, strategies,
    verdict::{Codec, provision, refusals},
};

/// How many values a model, and whether each run makes the same.
fn n_cases() -> (usize, bool) {
    let asked = std::env::var("MONGO_AGREEMENT_CASES").ok();
    let asked = asked.map(|n| n.parse().expect("MONGO_AGREEMENT_CASES is a number"));
    (asked.unwrap_or(60), asked.is_none())
}

/// The documents of a strategy.
fn documents<D: mongo_runtime::Document + std::fmt::Debug>(
    strategy: &impl Strategy<Value = D>,
) -> Vec<Vec<u8>> {
    let (n, is_fixed) = n_cases();
    let mut runner =
        if is_fixed { TestRunner::deterministic() } else { TestRunner::new(Config::default()) };
    let mut next = || strategy.new_tree(&mut runner).expect("a value").current();
    (0..n).map(|_| to_vec(&next()).expect("it can be stored")).collect()
}

#[mongo_testkit::test]
async fn every_value_of_the_model_is_accepted(db: TestDb) {
    provision(&db, &models::all()).await;
    for (collection, documents) in [
        ("everything", documents(&strategies::everything())),
        ("hashed", documents(&strategies::hashed())),
    ] {
        let codes = refusals(&db, collection, &documents).await;
        let refused = codes.iter().filter(|code| code.is_some()).count();
        assert_eq!(refused, 0, "of {} in `{collection}`", documents.len());
    }
}

#[mongo_testkit::test]
async fn every_value_that_a_shape_allows_and_the_codec_writes_is_accepted(db: TestDb) {
    let models = models::all();
    provision(&db, &models).await;
    let (n, is_fixed) = n_cases();
    let mut n_written = 0;
    for (seed, model) in models.iter().enumerate() {
        let seed = if is_fixed { seed as u64 } else { rand_seed() };
        let mut generator = Generator::new(Random::new(seed));
        let made = (0..n).map(|_| generator.document(model.declaration));
        let written = made.filter_map(|bytes| match (model.codec)(&bytes) {
            Codec::Takes(bytes) => Some(bytes),
            Codec::Reads | Codec::Refuses => None,
        });
        let documents: Vec<Vec<u8>> = (model.documents)().into_iter().chain(written).collect();
        n_written += documents.len();
        let codes = refusals(&db, &model.collection(), &documents).await;
        let refused = codes.iter().position(Option::is_some);
        assert_eq!(
            refused,
            None,
            "{} with seed {seed}: {:?}",
            model.name,
            refused.map(|at| &documents[at])
        );
    }
    let n_all = n * models.len();
    assert!(n_written * 4 > n_all * 3, "{n_written} of {n_all} generated documents were written");
}

fn rand_seed() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.subsec_nanos().into())
}
