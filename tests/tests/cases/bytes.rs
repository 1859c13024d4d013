//! Any BSON that there is: the public corpus, retired types, very long keys and texts.

use mongo_runtime::{
    bson::{self, Bson, RawDocument, RawDocumentBuf, doc},
    from_slice,
    prelude::*,
    to_vec,
};
use mongo_testkit::TestDb;
use mongo_tests::{
    one::unhex,
    raw::{self as elements, Element},
    samples,
};

use crate::support::{collection, raw};

/// The corpus, without the lines that say where it is from.
const CORPUS: &str = include_str!("corpus.txt");

struct Line {
    name: String,
    is_valid: bool,
    bytes: Vec<u8>,
    degenerate: Option<Vec<u8>>,
}

fn corpus() -> Vec<Line> {
    let lines = CORPUS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split(" | ").collect();
            Line {
                name: format!("{}: {}", columns[1], columns[2]),
                is_valid: columns[0] == "valid",
                bytes: unhex(columns[3]),
                degenerate: columns.get(4).map(|digits| unhex(digits)),
            }
        })
        .collect()
}

/// Declares a document whose field `v` is opaque.
macro_rules! opaque {
    ($name:ident: $ty:ty) => {
        #[derive(Document, Debug, Clone, PartialEq)]
        #[mongo(collection = "opaque", max_size = "15 MiB")]
        struct $name {
            #[mongo(id)]
            id: i32,
            #[mongo(opaque)]
            v: $ty,
        }
    };
}

opaque!(InValue: Bson);
opaque!(InDocument: bson::Document);
opaque!(InBytes: RawDocumentBuf);

/// A document of the corpus as the field `v`.
fn holding(document: &[u8]) -> Vec<u8> {
    elements::write(&[
        Element::leaf(0x10, "_id", &[1, 0, 0, 0]),
        Element::leaf(0x03, "v", document),
    ])
}

#[test]
fn every_valid_document_of_the_corpus_comes_back_byte_for_byte() {
    let mut n_valid = 0;
    for line in corpus().iter().filter(|line| line.is_valid) {
        let bytes = holding(&line.bytes);
        let name = &line.name;
        let value: InValue = from_slice(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let document: InDocument =
            from_slice(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let raw: InBytes = from_slice(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        for written in [to_vec(&value), to_vec(&document), to_vec(&raw)] {
            assert_eq!(written.as_ref(), Ok(&bytes), "{name}");
        }
        // What is unusual in form is read as the same, and kept as it is where bytes are kept.
        if let Some(degenerate) = &line.degenerate {
            let unusual = holding(degenerate);
            let document: InDocument =
                from_slice(&unusual).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(to_vec(&document).as_ref(), Ok(&bytes), "{name}");
            let raw: InBytes =
                from_slice(&unusual).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(to_vec(&raw).as_ref(), Ok(&unusual), "{name}");
        }
        n_valid += 1;
    }
    assert!(n_valid >= 728, "{n_valid}");
}

#[test]
fn every_wrong_document_of_the_corpus_is_an_error_and_no_panic() {
    let mut n_wrong = 0;
    for line in corpus().iter().filter(|line| !line.is_valid) {
        let (bytes, name) = (holding(&line.bytes), &line.name);
        // A reader that looks for something else does not panic either.
        let _ = from_slice::<InValue>(&line.bytes);
        assert!(from_slice::<InValue>(&bytes).is_err(), "{name}");
        assert!(from_slice::<InDocument>(&bytes).is_err(), "{name}");
        assert!(from_slice::<InBytes>(&bytes).is_err(), "{name}");
        n_wrong += 1;
    }
    assert!(n_wrong >= 75, "{n_wrong}");
}

/// Each value of the corpus that a type of its own takes is written by that type as it was.
#[test]
fn values_of_the_corpus_keep_their_bits_in_fields_of_their_types() {
    let mut n_typed = 0;
    for line in corpus().iter().filter(|line| line.is_valid) {
        let inside = elements::read(&line.bytes).expect("valid");
        let [element] = &inside[..] else { continue };
        let bytes = elements::write(&[
            Element::leaf(0x10, "_id", &[1, 0, 0, 0]),
            Element::leaf(element.kind, "v", &element.payload()),
        ]);
        macro_rules! check {
            ($($kind:literal: $ty:ty;)*) => {
                match element.kind {
                    $($kind => {
                        mongo_tests::one!($ty);
                        let one: One = from_slice(&bytes).unwrap_or_else(|error| panic!("{}: {error}", line.name));
                        assert_eq!(to_vec(&one).as_ref(), Ok(&bytes), "{}", line.name);
                        n_typed += 1;
                    })*
                    _ => {}
                }
            };
        }
        check! {
            0x01: f64; 0x02: String; 0x05: bson::Binary; 0x07: ObjectId; 0x08: bool; 0x09: DateTime; 0x10: i32;
            0x11: bson::Timestamp; 0x12: i64; 0x13: Decimal128;
        }
    }
    assert!(n_typed > 600, "{n_typed}");
}

/// Types that nobody should use any more are in databases all the same.
#[mongo_testkit::test]
async fn every_type_in_an_opaque_field_comes_back_from_the_server_byte_for_byte(db: TestDb) {
    let values = collection::<InValue>(&db).await;
    for (id, (name, value)) in (1..).zip(samples::every_bson_type()) {
        let written = InValue { id, v: value };
        values.insert_one(&written).await.expect("is stored");
        let bytes =
            raw::<InValue>(&db).find_one(doc! { "_id": id }).await.expect("the server runs");
        let expected = to_vec(&written).expect("encodable");
        assert_eq!(bytes.as_deref().map(RawDocument::as_bytes), Some(&expected[..]), "{name}");
        let read = values.find_one(by_id(id)).await.expect("is read").expect("is there");
        assert_eq!(to_vec(&read), Ok(expected), "{name}");
    }
}

#[mongo_testkit::test]
async fn long_keys_long_text_and_what_is_empty_come_back_from_the_server(db: TestDb) {
    let documents = collection::<InDocument>(&db).await;
    let all = [
        doc! { "k".repeat(1 << 20): 1, "": "" },
        doc! { "text": "x".repeat((15 << 20) - 100) },
        doc! { "document": {}, "array": [], "inside": [{}, [], [{}]], "text": "" },
        doc! {},
    ];
    for (id, v) in (1..).zip(all) {
        let written = InDocument { id, v };
        documents.insert_one(&written).await.expect("is stored");
        let read = documents.find_one(by_id(id)).await.expect("is read");
        assert!(read.as_ref() == Some(&written), "document {id} is another one");
    }
}
