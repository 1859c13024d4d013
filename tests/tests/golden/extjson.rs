//! Canonical Extended JSON, but for binary in hexadecimal digits: for whoever reads the snapshots.

use mongo_runtime::bson::{Bson, Document};

/// A document as canonical Extended JSON, its fields in the order of the bytes.
pub(crate) fn document(document: &Document) -> String {
    let fields: Vec<String> = document
        .iter()
        .map(|(key, value)| format!("{}: {}", text(key), self::value(value)))
        .collect();
    format!("{{{}}}", fields.join(", "))
}

fn value(value: &Bson) -> String {
    let tagged = |tag: &str, inner: String| format!("{{\"{tag}\": {inner}}}");
    match value {
        Bson::Double(double) => {
            tagged("$numberDouble", text(&format!("{double:?}").replace("inf", "Infinity")))
        }
        Bson::String(string) => text(string),
        Bson::Array(elements) => {
            format!("[{}]", elements.iter().map(self::value).collect::<Vec<_>>().join(", "))
        }
        Bson::Document(inner) => document(inner),
        Bson::Boolean(bool) => bool.to_string(),
        Bson::Null => "null".to_owned(),
        Bson::Int32(int) => tagged("$numberInt", text(&int.to_string())),
        Bson::Int64(int) => tagged("$numberLong", text(&int.to_string())),
        Bson::Decimal128(decimal) => tagged("$numberDecimal", text(&decimal.to_string())),
        Bson::DateTime(date) => {
            tagged("$date", tagged("$numberLong", text(&date.timestamp_millis().to_string())))
        }
        Bson::ObjectId(id) => tagged("$oid", text(&id.to_hex())),
        Bson::Timestamp(it) => {
            tagged("$timestamp", format!("{{\"t\": {}, \"i\": {}}}", it.time, it.increment))
        }
        Bson::Binary(binary) => {
            let subtype = format!("{:02x}", u8::from(binary.subtype));
            tagged(
                "$binary",
                format!("{{\"hex\": \"{}\", \"subType\": \"{subtype}\"}}", hex(&binary.bytes)),
            )
        }
        other => panic!("no case holds this: {other:?}"),
    }
}

fn text(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '"' | '\\' => format!("\\{character}"),
        control if control.is_control() => format!("\\u{:04x}", u32::from(control)),
        plain => plain.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
