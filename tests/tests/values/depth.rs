//! Deep documents are a typed error or a value, on the stack of a worker thread, in a debug build.

use std::collections::BTreeMap;

use mongo_runtime::{
    Document, Embedded, Presence,
    bson::{self, Bson, RawDocumentBuf},
    codec::{DecodeReason, EncodeReason, MAX_DEPTH},
    from_slice, to_vec,
};
use mongo_tests::raw::{self, Element};

/// The stack of a tokio worker.
const WORKER_STACK: usize = 2 << 20;

/// Levels that a document can have: those that are read, those that the server stores, and those of a small attack.
const LEVELS: [usize; 7] = [50, 99, 100, 101, 180, 1_000, 50_000];

fn on_a_worker(run: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new().stack_size(WORKER_STACK).spawn(run).expect("a thread");
    worker.join().expect("no panic on the worker");
}

/// A document with an id and one deep field.
fn with_deep(field: &str, kind: u8, key: &str, levels: usize) -> Vec<u8> {
    raw::write(&[
        Element::leaf(0x10, "_id", &[1, 0, 0, 0]),
        Element::leaf(kind, field, &raw::nested(kind, key, levels)),
    ])
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "deep", max_size = "15 MiB")]
struct Deep {
    #[mongo(id)]
    id: i32,
    #[mongo(opaque)]
    value: Option<Bson>,
    #[mongo(opaque)]
    document: Option<bson::Document>,
    #[mongo(opaque)]
    raw: Option<RawDocumentBuf>,
    #[mongo(max_depth = 100, max_bytes = "1 MiB")]
    list: Presence<List>,
    #[mongo(max_bytes = "1 MiB")]
    wide: Option<Box<Wide>>,
    #[mongo(max_bytes = "1 MiB")]
    term: Option<Box<Term>>,
    #[mongo(max_bytes = "1 MiB")]
    map: Option<Map>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct List {
    #[mongo(max_items = 2, max_depth = 90)]
    a: Option<Vec<Self>>,
}

/// Recursive, with a frame as large as real documents have.
#[derive(Embedded, Debug, Clone, PartialEq, Default)]
struct Wide {
    s00: Option<String>,
    s01: Option<String>,
    s02: Option<String>,
    s03: Option<String>,
    s04: Option<String>,
    s05: Option<String>,
    s06: Option<String>,
    s07: Option<String>,
    s08: Option<String>,
    s09: Option<String>,
    s10: Option<String>,
    s11: Option<String>,
    s12: Option<String>,
    s13: Option<String>,
    s14: Option<String>,
    s15: Option<String>,
    s16: Option<String>,
    s17: Option<String>,
    s18: Option<String>,
    s19: Option<String>,
    d00: Option<[f64; 4]>,
    d01: Option<[f64; 4]>,
    d02: Option<[f64; 4]>,
    d03: Option<[f64; 4]>,
    d04: Option<[f64; 4]>,
    d05: Option<[f64; 4]>,
    d06: Option<[f64; 4]>,
    d07: Option<[f64; 4]>,
    d08: Option<[f64; 4]>,
    d09: Option<[f64; 4]>,
    #[mongo(max_depth = 98)]
    a: Option<Box<Self>>,
}

/// A recursive enum, all of whose variants share one frame in a debug build.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "t")]
enum Term {
    Number {
        value: f64,
    },
    Text {
        value: String,
        language: Option<String>,
        note: Option<String>,
    },
    Not {
        #[mongo(max_depth = 98)]
        a: Box<Self>,
    },
    And {
        #[mongo(max_depth = 98)]
        a: Box<Self>,
        #[mongo(max_depth = 98)]
        b: Box<Self>,
    },
    Call {
        name: String,
        #[mongo(max_items = 5, max_depth = 90)]
        arguments: Vec<Self>,
    },
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Map {
    #[mongo(max_items = 2, max_depth = 90)]
    a: BTreeMap<String, Self>,
}

/// A recursive struct and a recursive enum with these fields: as wide as documents of old applications are.
macro_rules! huge {
    ($($field:ident)*) => {
        #[derive(Embedded, Debug, Clone, PartialEq, Default)]
        struct Huge {
            $($field: Option<String>,)*
            #[mongo(max_depth = 98)]
            a: Option<Box<Self>>,
        }

        #[derive(Embedded, Debug, Clone, PartialEq)]
        #[mongo(tag = "t")]
        enum HugeTerm {
            Not { #[mongo(max_depth = 98)] a: Option<Box<HugeTerm>> },
            First { $($field: Option<i64>,)* },
            Second { $($field: Option<i64>,)* },
            Third { $($field: Option<i64>,)* },
        }
    };
}

huge! {
    f00 f01 f02 f03 f04 f05 f06 f07 f08 f09 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26 f27
    f28 f29 f30 f31 f32 f33 f34 f35 f36 f37 f38 f39 f40 f41 f42 f43 f44 f45 f46 f47 f48 f49 f50 f51 f52 f53 f54 f55
    f56 f57 f58 f59 f60 f61 f62 f63 f64 f65 f66 f67 f68 f69 f70 f71 f72 f73 f74 f75 f76 f77 f78 f79 f80 f81 f82 f83
    f84 f85 f86 f87 f88 f89 f90 f91 f92 f93 f94 f95 f96 f97 f98 f99
}

#[derive(Document, Debug, Clone, PartialEq, Default)]
#[mongo(collection = "huge", max_size = "15 MiB")]
struct HugeDocument {
    #[mongo(id)]
    id: i32,
    #[mongo(max_bytes = "1 MiB")]
    wide: Option<Box<Huge>>,
    #[mongo(max_bytes = "1 MiB")]
    term: Option<Box<HugeTerm>>,
}

#[test]
fn a_deep_field_that_is_not_declared_is_stepped_over() {
    on_a_worker(|| {
        for levels in LEVELS {
            for (kind, key) in [(0x03, "a"), (0x04, "0")] {
                let read: Deep =
                    from_slice(&with_deep("unknown", kind, key, levels)).expect("stepped over");
                assert_eq!(read.id, 1);
            }
        }
    });
}

#[test]
fn a_deep_opaque_field_is_a_value_or_a_typed_error() {
    on_a_worker(|| {
        for levels in LEVELS {
            for (field, kind, key) in [
                ("value", 0x03, "a"),
                ("value", 0x04, "0"),
                ("document", 0x03, "a"),
                ("raw", 0x03, "a"),
            ] {
                let bytes = with_deep(field, kind, key, levels);
                match from_slice::<Deep>(&bytes) {
                    // The document itself is a level.
                    Ok(value) => {
                        assert!(levels < MAX_DEPTH, "{levels} levels in `{field}`");
                        assert_eq!(to_vec(&value).expect("what is read can be written"), bytes);
                    }
                    Err(error) => {
                        assert!(levels >= MAX_DEPTH, "{levels} levels in `{field}`: {error}");
                        assert_eq!(error.reason(), DecodeReason::TooDeep);
                        assert!(
                            error.to_string().starts_with(&format!("`Deep.{field}")),
                            "{error}"
                        );
                    }
                }
            }
        }
    });
}

#[test]
fn a_deep_scope_of_javascript_is_as_deep_as_a_document() {
    on_a_worker(|| {
        for levels in LEVELS {
            let scope = raw::nested(0x03, "a", levels);
            let len = u32::try_from(4 + 4 + 2 + scope.len()).expect("small");
            let code = [&len.to_le_bytes()[..], b"\x02\0\0\0f\0", &scope].concat();
            for field in ["value", "document"] {
                let element = if field == "value" {
                    Element::leaf(0x0F, field, &code)
                } else {
                    Element::leaf(0x03, field, &raw::write(&[Element::leaf(0x0F, "f", &code)]))
                };
                let bytes = raw::write(&[Element::leaf(0x10, "_id", &[1, 0, 0, 0]), element]);
                let read = from_slice::<Deep>(&bytes);
                let around = if field == "value" { 1 } else { 2 };
                if levels + around > MAX_DEPTH {
                    assert_eq!(
                        read.expect_err("too deep").reason(),
                        DecodeReason::TooDeep,
                        "{levels} in `{field}`"
                    );
                } else {
                    assert_eq!(to_vec(&read.expect("a value")).expect("encodable"), bytes);
                }
            }
        }
    });
}

#[test]
fn a_deep_recursive_type_is_a_value_or_a_typed_error() {
    on_a_worker(|| {
        for levels in LEVELS {
            let inputs = [
                ("wide", with_deep("wide", 0x03, "a", levels)),
                ("map", with_deep("map", 0x03, "a", levels)),
                ("list", alternating("list", levels)),
                ("term", terms(levels)),
            ];
            for (field, bytes) in inputs {
                match from_slice::<Deep>(&bytes) {
                    Ok(value) => {
                        assert!(levels < MAX_DEPTH, "{levels} levels in `{field}`");
                        // The declared depth may be lower than what is read.
                        if let Err(error) = to_vec(&value) {
                            assert_eq!(
                                error.reason(),
                                EncodeReason::TooDeep,
                                "{levels} levels in `{field}`"
                            );
                        }
                        drop(value.clone());
                    }
                    // A wide struct takes more of the stack, so fewer levels of it are read.
                    Err(error) if levels >= MAX_DEPTH || (field == "wide" && levels > 70) => {
                        assert_eq!(error.reason(), DecodeReason::TooDeep, "`{field}`: {error}")
                    }
                    Err(error) => assert!(
                        matches!(error.reason(), DecodeReason::Missing { .. }),
                        "{levels} in `{field}`: {error}"
                    ),
                }
            }
        }
    });
}

#[test]
fn a_deep_recursive_type_with_a_hundred_fields_does_not_end_the_process() {
    on_a_worker(|| {
        for levels in [30, 50, 99, 100, 180] {
            for bytes in [with_deep("wide", 0x03, "a", levels), terms(levels)] {
                match from_slice::<HugeDocument>(&bytes) {
                    Ok(_) => assert!(levels < MAX_DEPTH),
                    Err(error) => assert_eq!(error.reason(), DecodeReason::TooDeep, "{error}"),
                }
            }
        }
    });
}

#[test]
fn a_recursive_type_with_a_hundred_fields_is_written_as_deep_as_it_is_read() {
    on_a_worker(|| {
        let (mut wide, mut term) = (Huge::default(), HugeTerm::Not { a: None });
        let mut n_refused = 0;
        for level in 1..98 {
            let value = HugeDocument { id: 1, wide: Some(Box::new(wide.clone())), term: None };
            let other = HugeDocument { id: 1, wide: None, term: Some(Box::new(term.clone())) };
            for value in [value, other] {
                match to_vec(&value) {
                    Ok(bytes) => assert_eq!(
                        from_slice::<HugeDocument>(&bytes).as_ref(),
                        Ok(&value),
                        "{level} levels"
                    ),
                    Err(error) => {
                        assert_eq!(error.reason(), EncodeReason::TooDeep);
                        assert!(level > 10, "{level} levels");
                        n_refused += 1;
                    }
                }
            }
            wide = Huge { a: Some(Box::new(wide)), ..Huge::default() };
            term = HugeTerm::Not { a: Some(Box::new(term)) };
        }
        assert!(n_refused > 0, "the limit is met");
    });
}

#[test]
fn a_value_that_is_too_deep_is_refused_when_it_is_written() {
    on_a_worker(|| {
        for levels in [97, 98, 99, 120] {
            let mut term = Term::Number { value: 1.0 };
            for _ in 0..levels {
                term = Term::Not { a: Box::new(term) };
            }
            let value = Deep { term: Some(Box::new(term)), ..Deep::default() };
            match to_vec(&value) {
                Ok(bytes) => {
                    assert!(levels <= 98, "{levels} levels");
                    assert_eq!(from_slice::<Deep>(&bytes).as_ref(), Ok(&value));
                }
                Err(error) => {
                    assert!(levels > 98, "{levels} levels");
                    assert_eq!(error.reason(), EncodeReason::TooDeep);
                }
            }
        }
    });
}

#[test]
fn what_is_opaque_is_written_as_deep_as_it_is_read() {
    on_a_worker(|| {
        for levels in 90..110 {
            let mut inner = bson::Document::new();
            for _ in 1..levels {
                inner = bson::doc! { "a": inner };
            }
            let raw = RawDocumentBuf::try_from(&inner).expect("encodable");
            let values = [
                Deep { document: Some(inner.clone()), ..Deep::default() },
                Deep { value: Some(inner.into()), ..Deep::default() },
                Deep { raw: Some(raw), ..Deep::default() },
            ];
            for value in values {
                match to_vec(&value) {
                    Ok(bytes) => {
                        assert!(levels < MAX_DEPTH);
                        assert_eq!(
                            from_slice::<Deep>(&bytes).as_ref(),
                            Ok(&value),
                            "{levels} levels"
                        );
                    }
                    Err(error) => {
                        assert!(levels >= MAX_DEPTH, "{levels} levels: {error}");
                        assert_eq!(error.reason(), EncodeReason::TooDeep);
                    }
                }
            }
        }
    });
}

impl Default for Deep {
    fn default() -> Self {
        Self {
            id: 1,
            value: None,
            document: None,
            raw: None,
            list: Presence::Absent,
            wide: None,
            term: None,
            map: None,
        }
    }
}

/// Documents and arrays in turn.
fn alternating(field: &str, levels: usize) -> Vec<u8> {
    let mut bytes = raw::nested(0x03, "a", 1);
    let levels = levels.min(2_000);
    for level in (1..levels).rev() {
        let (kind, key) = if level % 2 == 1 { (0x04, "a") } else { (0x03, "0") };
        bytes = raw::write(&[Element::leaf(kind, key, &bytes)]);
    }
    raw::write(&[Element::leaf(0x10, "_id", &[1, 0, 0, 0]), Element::leaf(0x03, field, &bytes)])
}

fn terms(levels: usize) -> Vec<u8> {
    let not = Element::leaf(0x02, "t", b"\x04\0\0\0Not\0");
    let mut bytes = raw::write(&[
        Element::leaf(0x02, "t", b"\x07\0\0\0Number\0"),
        Element::leaf(0x01, "value", &[0; 8]),
    ]);
    for _ in 1..levels.min(2_000) {
        bytes = raw::write(&[not.clone(), Element::leaf(0x03, "a", &bytes)]);
    }
    raw::write(&[Element::leaf(0x10, "_id", &[1, 0, 0, 0]), Element::leaf(0x03, "term", &bytes)])
}
