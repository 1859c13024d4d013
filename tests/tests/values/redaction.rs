//! No error shows the data, in any form of printing and in no encoding.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
};

use mongo_runtime::{
    Document, Embedded, Point,
    bson::{Bson, Document as BsonDocument, Uuid, doc},
    codec::{DecodeReason, EncodeReason, Segment},
    filter::FilterField as _,
    from_slice, to_vec,
};
use mongo_tests::raw::{self, Element};

/// What must not be seen: in a text, in a key, in bytes.
const CANARY: &str = "Canary-7313";

/// The canary's number.
const NUMBER: i32 = 731_373_137;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "secrets", deny_unknown, max_size = "64 KiB")]
struct Secret {
    #[mongo(id)]
    id: Bits,
    text: String,
    uuid: Uuid,
    number: u8,
    color: Color,
    pair: [i32; 2],
    #[mongo(max_items = 2, max_len = 12)]
    map: BTreeMap<String, Inner>,
    #[mongo(max_items = 2)]
    by_color: BTreeMap<Color, i32>,
    place: Point,
    payment: Payment,
    #[mongo(opaque)]
    kept: Option<BsonDocument>,
    #[mongo(as = "int64_checked")]
    big: u64,
    tree: Option<Tree>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Bits(String);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Inner {
    #[mongo(max_len = 12)]
    text: String,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Tree {
    #[mongo(max_depth = 1)]
    next: Option<Box<Self>>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Color {
    Red,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Card { number: String },
}

fn secret() -> Secret {
    Secret {
        id: Bits(CANARY.into()),
        text: CANARY.into(),
        uuid: Uuid::from_bytes(*b"Canary-7313-7313"),
        number: 73,
        color: Color::Red,
        pair: [NUMBER, NUMBER],
        map: [(CANARY.into(), Inner { text: CANARY.into() })].into(),
        by_color: [(Color::Red, NUMBER)].into(),
        place: Point::new(73.13, 73.13).expect("in range"),
        payment: Payment::Card { number: CANARY.into() },
        kept: Some(doc! { CANARY: CANARY }),
        big: 7313,
        tree: None,
    }
}

/// Checks each form of printing of an error and of all its sources.
#[track_caller]
fn assert_redacted(error: &(dyn Error + 'static), context: &str) {
    let mut next = Some(error);
    while let Some(error) = next {
        let shown = format!("{error} {error:?} {error:#?} {error:#}");
        for secret in [
            CANARY,
            &CANARY.to_lowercase(),
            "7313",
            &crate::support::hex(CANARY.as_bytes()),
            "Q2FuYXJ5",
            "NhbmFye",
            "YW5hcnkt",
        ] {
            assert!(!shown.contains(secret), "{context}: {shown}");
        }
        next = error.source();
    }
}

/// A string element with the canary in it.
fn canary(key: &str) -> Element {
    let len = u32::try_from(CANARY.len() + 1).expect("small");
    Element::leaf(0x02, key, &[&len.to_le_bytes(), CANARY.as_bytes(), b"\0"].concat())
}

/// The document with another element in the place of `key`, which is new when there is none.
fn with(path: &[&str], element: Element) -> Vec<u8> {
    let mut elements = raw::read(&to_vec(&secret()).expect("encodable")).expect("well framed");
    let inside = raw::at(&mut elements, path);
    match inside.iter_mut().find(|old| old.key == element.key) {
        Some(old) => *old = element,
        None => inside.push(element),
    }
    raw::write(&elements)
}

fn twice(path: &[&str], key: &str) -> Vec<u8> {
    let mut elements = raw::read(&to_vec(&secret()).expect("encodable")).expect("well framed");
    let inside = raw::at(&mut elements, path);
    let copy = inside.iter().find(|old| old.key == key.as_bytes()).expect("the key").clone();
    inside.push(copy);
    raw::write(&elements)
}

/// The name of the reason, to see that each is met.
fn name(reason: impl std::fmt::Debug) -> String {
    let text = format!("{reason:?}");
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

#[test]
fn no_reason_of_a_failed_read_shows_the_data() {
    let int = |key: &str| Element::leaf(0x10, key, &NUMBER.to_le_bytes());
    let invalid = Element::leaf(0x02, "text", b"\x0d\0\0\0Canary-7313\xFF\0");
    let deep = Element::leaf(0x03, "kept", &raw::nested(0x03, CANARY, 150));
    let cases = [
        ("UnexpectedType", with(&[], canary("number"))),
        ("UnexpectedType", with(&["map"], canary(CANARY))),
        ("UnexpectedType", with(&["map", CANARY], int("text"))),
        ("UnexpectedType", with(&["place"], canary("coordinates"))),
        ("OutOfRange", with(&[], int("number"))),
        ("OutOfRange", with(&[], Element::leaf(0x05, "uuid", b"\x0b\0\0\0\0Canary-7313"))),
        ("Missing", with(&["map"], Element::leaf(0x03, CANARY, b"\x05\0\0\0\0"))),
        ("DuplicateKey", twice(&["map"], CANARY)),
        ("DuplicateKey", twice(&["kept"], CANARY)),
        ("DuplicateKey", twice(&["payment"], "type")),
        ("UnknownTag", with(&[], canary("color"))),
        ("UnknownTag", with(&["payment"], canary("type"))),
        ("UnknownTag", with(&["place"], canary("type"))),
        ("UnknownField", with(&[], canary(CANARY))),
        ("UnknownField", with(&["place"], canary(CANARY))),
        ("Length", with(&["pair"], int("7313"))),
        ("TooDeep", with(&[], deep)),
        ("InvalidUtf8", with(&[], invalid)),
        ("InvalidKey", with(&["by_color"], int(CANARY))),
        ("Malformed", with(&["kept"], Element::leaf(0x42, CANARY, CANARY.as_bytes()))),
        ("Malformed", to_vec(&secret()).expect("encodable")[..100].to_vec()),
        ("UnexpectedType", with(&[], Element::leaf(0x07, "_id", b"Canary-7313-"))),
    ];
    let mut met = BTreeSet::new();
    for (reason, bytes) in cases {
        let error = from_slice::<Secret>(&bytes).expect_err(reason);
        assert_eq!(name(error.reason()), reason, "{error}");
        assert_redacted(&error, reason);
        met.insert(reason);
    }
    assert_eq!(met.len(), 11);
    // A new reason needs a case above, or a word here why it holds no data.
    match from_slice::<Secret>(&[]).expect_err("nothing").reason() {
        DecodeReason::UnexpectedType { .. }
        | DecodeReason::OutOfRange { .. }
        | DecodeReason::Missing { .. }
        | DecodeReason::DuplicateKey
        | DecodeReason::UnknownTag { .. }
        | DecodeReason::UnknownField
        | DecodeReason::Length { .. }
        | DecodeReason::TooDeep
        | DecodeReason::InvalidUtf8
        | DecodeReason::InvalidKey
        | DecodeReason::Malformed { .. }
        // The number of a version, which tells what reader is missing.
        | DecodeReason::SchemaVersion { .. }
        // Fixed text of the program.
        | DecodeReason::Custom(_) => {}
        other => panic!("a reason without a case: {other:?}"),
    }
}

#[test]
fn the_id_is_told_only_when_it_is_asked_for() {
    let error = from_slice::<Secret>(&with(&[], canary("number"))).expect_err("no number");
    assert_eq!(error.id(), Some(&Bson::String(CANARY.into())));
    assert_redacted(&error, "the id");
}

#[test]
fn no_reason_of_a_failed_write_shows_the_data() {
    let long = format!("{CANARY}-{CANARY}");
    let deep = (0..4).fold(Tree { next: None }, |tree, _| Tree { next: Some(Box::new(tree)) });
    let cases = [
        (
            "Over",
            Secret { map: [(CANARY.into(), Inner { text: long.clone() })].into(), ..secret() },
        ),
        ("Over", Secret { map: [(long, Inner { text: CANARY.into() })].into(), ..secret() }),
        ("OutOfRange", Secret { big: u64::MAX, ..secret() }),
        (
            "InvalidKey",
            Secret {
                map: [(format!("{CANARY}."), Inner { text: CANARY.into() })].into(),
                ..secret()
            },
        ),
        (
            "InvalidKey",
            Secret {
                map: [(format!("{CANARY}\0"), Inner { text: CANARY.into() })].into(),
                ..secret()
            },
        ),
        ("TooDeep", Secret { tree: Some(deep), ..secret() }),
        ("OverSize", Secret { text: CANARY.repeat(10_000), ..secret() }),
        ("Custom", Secret { kept: Some(doc! { format!("{CANARY}\0"): 1 }), ..secret() }),
    ];
    for (reason, document) in cases {
        let error = to_vec(&document).expect_err(reason);
        assert_eq!(name(error.reason()), reason, "{error}");
        assert_redacted(&error, reason);
    }
    match to_vec(&Secret { big: u64::MAX, ..secret() }).expect_err("too big").reason() {
        EncodeReason::Over(_)
        | EncodeReason::OutOfRange { .. }
        | EncodeReason::InvalidKey { .. }
        | EncodeReason::TooDeep
        // Over 2 GiB; it holds nothing.
        | EncodeReason::TooLarge
        | EncodeReason::OverSize { .. }
        | EncodeReason::Custom(_) => {}
        other => panic!("a reason without a case: {other:?}"),
    }
}

#[test]
fn a_refused_operand_does_not_show_itself() {
    let filter = Secret::fields()
        .map()
        .eq(BTreeMap::from([(format!("{CANARY}.x"), Inner { text: CANARY.into() })]));
    assert_redacted(&filter.render().expect_err("a dot in the key"), "the operand");
    assert!(!format!("{filter:?} {filter:#?}").contains("7313"));
}

#[test]
fn keys_of_maps_are_told_only_when_they_are_asked_for() {
    let bytes = with(&["map"], canary(CANARY));
    let error = from_slice::<Secret>(&bytes).expect_err("a text is no document");
    assert_eq!(error.to_string(), "`Secret.map.{?}`: expected document, found string");
    let segments = error.path().segments();
    assert!(!format!("{segments:?} {segments:#?}").contains(CANARY));
    assert!(segments.iter().any(|segment| matches!(segment, Segment::Key(key) if key == CANARY)));
}
