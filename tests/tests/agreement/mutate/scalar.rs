//! Changes of single values.

use mongo_runtime::{
    bson::{Binary, Bson, DateTime, Document, doc, spec::BinarySubtype},
    codec::Bounds,
    document::Declaration,
    shape::{BsonType, Scalar, TagsShape},
};
use mongo_tests::samples::every_bson_type;

use super::Change;

/// A value of each other BSON type.
pub(super) fn other_types(place: &str, value: &Bson) -> Vec<Change> {
    let mut strangers = every_bson_type();
    strangers.insert("double", 1.0);
    strangers.insert("double with a fraction", 0.5);
    strangers.insert("empty document", Document::new());
    strangers.insert("empty array", Vec::<Bson>::new());
    let others = strangers.into_iter().filter(|(_, it)| it.element_type() != value.element_type());
    others.map(|(name, stranger)| Change::new(place, name, stranger)).collect()
}

/// The edges of what a type, a range or a bound takes.
pub(super) fn same_type(
    scalar: &Scalar,
    bounds: &Bounds,
    place: &str,
    value: &Bson,
    declaration: &Declaration,
) -> Vec<Change> {
    let change = |what: &str, value: Bson| Change::new(place, what, value);
    match (scalar.bson, value) {
        (BsonType::Int32 | BsonType::Int64, _) => integers(scalar, place),
        (BsonType::String, Bson::String(_)) => texts(scalar, bounds, place, declaration),
        (BsonType::Double, _) => [("not a number", f64::NAN), ("large", 1e300), ("small", 5e-324)]
            .map(|(what, value)| change(what, value.into()))
            .into(),
        (BsonType::Decimal128, _) => [
            ("not a number", "NaN"),
            ("large", "1E+6000"),
            ("small", "-1E-6000"),
            ("negative", "-1"),
        ]
        .map(|(what, value)| change(what, Bson::Decimal128(value.parse().expect("a decimal"))))
        .into(),
        (BsonType::Date, _) => [("early", DateTime::MIN), ("late", DateTime::MAX)]
            .map(|(what, value)| change(what, value.into()))
            .into(),
        (BsonType::Binary | BsonType::Uuid, Bson::Binary(binary)) => {
            binaries(binary, bounds, place)
        }
        _ => Vec::new(),
    }
}

fn integers(scalar: &Scalar, place: &str) -> Vec<Change> {
    let is_int32 = scalar.bson == BsonType::Int32;
    let (least, most) =
        if is_int32 { (i32::MIN.into(), i32::MAX.into()) } else { (i64::MIN, i64::MAX) };
    let integer = |what: &str, value: i64| {
        let stored = match i32::try_from(value) {
            Ok(value) if is_int32 => Bson::Int32(value),
            _ => Bson::Int64(value),
        };
        Change::new(place, what, stored)
    };
    let (min, max) = scalar.range.unwrap_or((least, most));
    let mut changes = vec![integer("the smallest", min), integer("the largest", max)];
    if min > least {
        changes.push(integer("one below the range", min - 1));
    }
    if max < most {
        changes.push(integer("one above the range", max + 1));
    }
    changes
}

fn texts(scalar: &Scalar, bounds: &Bounds, place: &str, declaration: &Declaration) -> Vec<Change> {
    /// Length prefix and NUL.
    const EMPTY: usize = 5;
    let text = |what: &str, text: String| Change::new(place, what, text);
    let mut changes = vec![
        text("empty text", String::new()),
        text("text of another form", "\u{1F600}".to_owned()),
    ];
    if let Some(len) = scalar.len {
        let len = len - EMPTY;
        changes.push(text("one code point less", "1".repeat(len - 1)));
        changes.push(text("one code point more", "1".repeat(len + 1)));
        changes.push(text("as long and of another form", "x".repeat(len)));
    } else if bounds.max_len != usize::MAX {
        let most = "\u{1F600}".repeat(bounds.max_len);
        changes.push(text("one code point over the bound", format!("{most}x")));
        changes.push(text("as many code points as may be", most));
    } else if declaration.max_size < 1 << 14 {
        changes.push(text("over the size of the document", "x".repeat(declaration.max_size)));
    }
    changes
}

fn binaries(binary: &Binary, bounds: &Bounds, place: &str) -> Vec<Change> {
    let with =
        |what: &str, subtype, bytes: Vec<u8>| Change::new(place, what, Binary { subtype, bytes });
    let longer = [&binary.bytes[..], &[0]].concat();
    let other = match binary.subtype {
        BinarySubtype::UserDefined(_) => BinarySubtype::Generic,
        _ => BinarySubtype::UserDefined(0x81),
    };
    let mut changes = vec![
        with("another subtype", other, binary.bytes.clone()),
        with("no bytes", binary.subtype, Vec::new()),
        with("one byte more", binary.subtype, longer),
    ];
    if bounds.max_len != usize::MAX {
        changes.push(with("one byte over the bound", binary.subtype, vec![0; bounds.max_len + 1]));
    }
    changes
}

/// Texts that are not in the list.
pub(super) fn tags(tags: &TagsShape, place: &str) -> Vec<Change> {
    let mut changes =
        vec![Change::new(place, "unknown tag", "no tag"), Change::new(place, "empty text", "")];
    changes.extend(tags.tags.first().map(|tag| Change::new(place, "a known tag", *tag)));
    if let Some(max) = tags.fallback.filter(|max| *max != usize::MAX) {
        changes.push(Change::new(place, "unknown tag over the bound", "x".repeat(max + 1)));
    }
    changes
}

/// Documents in documents.
pub(super) fn nested(place: &str, levels: usize) -> Change {
    let value = (0..levels).fold(doc! {}, |inner, _| doc! { "n": inner });
    Change::new(place, "nested deeper than is read", value)
}
