//! Three shapes of documents, each with the mapper's derive and with serde's.

mod order;

mod readers;

mod small;

mod wide;

use bson::{Document as BsonDocument, RawDocumentBuf};
use serde::{Serialize, de::DeserializeOwned};

pub use self::{
    order::{Address, Customer, Item, Order, Status},
    readers::{Bounded, Lenient, Plain},
    small::Small,
    wide::Wide,
};

/// A document that both sides read and write.
pub trait Sample:
    mongo_runtime::Document + Serialize + DeserializeOwned + Clone + PartialEq + std::fmt::Debug + Unpin
{
    /// What the tables call it.
    const NAME: &'static str;

    /// The `n`th sample. Text differs in content and length, so that neither side sees the same bytes all the time.
    fn sample(n: usize) -> Self;

    /// The same bytes by hand, through `RawDocumentBuf::append`.
    fn by_hand(&self) -> RawDocumentBuf;
}

/// Samples and their bytes.
///
/// # Panics
///
/// The two sides do not agree on the bytes, or on what they mean.
#[must_use]
pub fn samples<T: Sample>(n: usize) -> (Vec<T>, Vec<Vec<u8>>) {
    let samples: Vec<T> = (0..n).map(T::sample).collect();
    let bytes = samples
        .iter()
        .map(|sample| {
            let ours = mongo_runtime::to_vec(sample).expect("a sample can be stored");
            assert_eq!(
                ours,
                bson::serialize_to_vec(sample).expect("a sample can be stored"),
                "bytes differ from serde's"
            );
            assert_eq!(ours, sample.by_hand().into_bytes(), "bytes differ from those made by hand");
            assert_eq!(
                mongo_runtime::from_slice::<T>(&ours).as_ref(),
                Ok(sample),
                "the mapper reads another value"
            );
            assert_eq!(
                bson::deserialize_from_slice::<T>(&ours).as_ref().ok(),
                Some(sample),
                "serde reads another value"
            );
            ours
        })
        .collect();
    (samples, bytes)
}

/// The document with the fields of each level in reverse order.
///
/// # Panics
///
/// The bytes are no document.
#[must_use]
pub fn reversed(bytes: &[u8]) -> Vec<u8> {
    fn walk(value: bson::Bson) -> bson::Bson {
        match value {
            bson::Bson::Document(document) => {
                let reversed: Vec<_> =
                    document.into_iter().map(|(key, value)| (key, walk(value))).collect();
                bson::Bson::Document(reversed.into_iter().rev().collect())
            }
            bson::Bson::Array(array) => bson::Bson::Array(array.into_iter().map(walk).collect()),
            other => other,
        }
    }
    let document = BsonDocument::from_reader(bytes).expect("a sample is a document");
    match walk(bson::Bson::Document(document)) {
        bson::Bson::Document(document) => document.to_vec().expect("a document has bytes"),
        _ => Vec::new(),
    }
}

/// The document with a field that the type does not know behind every third one.
///
/// # Panics
///
/// The bytes are no document.
#[must_use]
pub fn with_unknown_fields(bytes: &[u8]) -> Vec<u8> {
    let document = BsonDocument::from_reader(bytes).expect("a sample is a document");
    let mut more = BsonDocument::new();
    for (n, (key, value)) in document.into_iter().enumerate() {
        more.insert(key, value);
        if n % 3 == 2 {
            more.insert(format!("unknown_{n}"), "left by another version");
        }
    }
    more.to_vec().expect("a document has bytes")
}

/// The document with each of its numbers but the `_id` as a double.
///
/// # Panics
///
/// The bytes are no document.
#[must_use]
pub fn with_doubles(bytes: &[u8]) -> Vec<u8> {
    let mut document = BsonDocument::from_reader(bytes).expect("a sample is a document");
    for (key, value) in document.iter_mut() {
        #[expect(clippy::cast_precision_loss, reason = "the numbers of samples are small")]
        match value {
            bson::Bson::Int32(n) => *value = f64::from(*n).into(),
            bson::Bson::Int64(n) if key != "_id" => *value = (*n as f64).into(),
            _ => {}
        }
    }
    document.to_vec().expect("a document has bytes")
}

/// Text whose length and content depend on `n`.
fn text(stem: &str, n: usize) -> String {
    const MORE: &str = "kowalczyk";
    format!("{stem}{}", MORE.get(..n % 7).unwrap_or_default())
}
