//! A line of Extended JSON becomes BSON, and BSON becomes a value of the model.

use mongo_runtime::{
    Document,
    bson::{self, Bson, RawDocumentBuf},
    document::{from_slice, to_vec},
    shape::{DocumentShape, Shape},
};
use serde_json::Value as Json;

use super::{Misfit, Reason, lines::Line};

/// A line that fits.
#[derive(Debug)]
pub struct Parsed<D> {
    /// The number of the line.
    pub line: u64,
    /// The document as the line has it.
    pub raw: RawDocumentBuf,
    /// The same as a value of the model.
    pub document: D,
}

/// Reads a line as a document of the model.
///
/// A value over a bound is read, since a model must be able to read what others wrote; it is encoded here once, so that
/// what must not be written is a misfit of its line and not of a whole batch.
///
/// # Errors
///
/// The line is no Extended JSON, the model can't hold it, or must not write it.
pub fn parse<D: Document>(line: &Line) -> Result<Parsed<D>, Misfit> {
    let misfit = |path: String, reason| Misfit { line: line.number, path, reason };
    let whole = |reason| misfit(String::new(), reason);
    let text = line.text.as_deref().ok_or_else(|| whole(Reason::TooLong))?;
    let text = std::str::from_utf8(text).map_err(|_| whole(Reason::NotText))?;
    let json = || {
        serde_json::from_str::<Json>(text)
            .map_err(|error| whole(Reason::NotJson { column: error.column() }))
    };
    let bson = match Bson::try_from(json()?) {
        Ok(bson) => bson,
        Err(_) => {
            return Err(misfit(place(&json()?, D::DECLARATION.shape), Reason::NotExtendedJson));
        }
    };
    let Bson::Document(bson) = bson else { return Err(whole(Reason::NotADocument)) };
    let raw = raw(&bson).ok_or_else(|| whole(Reason::NotExtendedJson))?;
    let document: D = from_slice(raw.as_bytes())
        .map_err(|error| misfit(error.path().to_string(), Reason::Decode(error.reason())))?;
    to_vec(&document)
        .map_err(|error| misfit(error.path().to_string(), Reason::Encode(error.reason())))?;
    Ok(Parsed { line: line.number, raw, document })
}

/// A key with a NUL in it is JSON, and no BSON.
fn raw(document: &bson::Document) -> Option<RawDocumentBuf> {
    RawDocumentBuf::try_from(document).ok()
}

/// Where the innermost value is that is no Extended JSON. A key that the model does not declare may be data: it is `{?}`.
fn place(json: &Json, shape: &'static DocumentShape) -> String {
    let mut path = String::new();
    descend(json, Some(&Shape::Document(shape)), &mut path);
    path
}

fn descend(json: &Json, shape: Option<&Shape>, path: &mut String) {
    let is_bad = |json: &Json| Bson::try_from(json.clone()).is_err();
    match json {
        Json::Object(fields) => {
            let Some((key, value)) = fields.iter().find(|(_, value)| is_bad(value)) else { return };
            // `{ "$oid": { .. } }` is one value.
            if key.starts_with('$') {
                return;
            }
            let field = declared(shape, key);
            let name = field.map_or("{?}", |_| key);
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(name);
            descend(value, field, path);
        }
        Json::Array(items) => {
            let Some((index, value)) = items.iter().enumerate().find(|(_, value)| is_bad(value))
            else {
                return;
            };
            path.push_str(&format!("[{index}]"));
            let element = match shape.map(Shape::inner) {
                Some(Shape::Array(element) | Shape::Set(element)) => Some(*element),
                _ => None,
            };
            descend(value, element, path);
        }
        _ => {}
    }
}

/// The shape of a declared field.
fn declared<'s>(shape: Option<&'s Shape>, key: &str) -> Option<&'s Shape> {
    match shape?.inner() {
        Shape::Document(document) => {
            document.fields.iter().find(|field| field.name == key).map(|field| field.shape)
        }
        // The parts of a GeoJSON object are not data.
        Shape::Geo(_) if matches!(key, "type" | "coordinates" | "geometries") => {
            Some(&Shape::Opaque)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use mongo_runtime::{codec::DecodeReason, prelude::*};

    use super::*;
    use crate::sample_data::{Account, Theater};

    const THEATER: &str = r#"{"_id":{"$oid":"64a0000000000000000000a1"},"theaterId":{"$numberInt":"7"},"location":{"address":
        {"street1":"1 Example Way","street2":null,"city":"Springfield","state":"ZZ","zipcode":"00001"},"geo":{"type":"Point",
        "coordinates":[{"$numberDouble":"-10.5"},{"$numberDouble":"20.25"}]}}}"#;

    fn read<D: Document>(text: &str) -> Result<Parsed<D>, Misfit> {
        parse(&Line { number: 3, text: Some(text.into()) })
    }

    fn misfit(text: &str) -> String {
        let misfit = read::<Theater>(text).expect_err("a misfit");
        format!("{}|{}", misfit.path, misfit.reason)
    }

    #[test]
    fn a_line_becomes_the_same_bytes_through_the_model() {
        let parsed = read::<Theater>(THEATER).unwrap();
        assert_eq!(parsed.document.location.address.street2, Presence::Null);
        assert_eq!(to_vec(&parsed.document).unwrap(), parsed.raw.as_bytes());
    }

    #[test]
    fn a_misfit_has_path_and_reason_and_no_value() {
        for (text, wanted) in [
            ("{\"_id\": oops}", "|not JSON, at byte 9 of the line"),
            ("[1]", "|expected a JSON object, found another value"),
            (
                "{\"_id\":{\"$oid\":\"short\"}}",
                "_id|a key starts with `$`, and this is no value of Extended JSON",
            ),
            (
                &THEATER.replace("\"-10.5\"", "\"west\""),
                "location.geo.coordinates[0]|a key starts with `$`, and this is no value of Extended JSON",
            ),
            (
                &THEATER
                    .replace("\"theaterId\"", "\"secret\":{\"$date\":\"secret\"},\"theaterId\""),
                "{?}|a key starts with `$`, and this is no value of Extended JSON",
            ),
            (
                &THEATER.replace("-10.5", "-190.5"),
                "location.geo.coordinates|expected a longitude from -180 to 180 and a latitude from -90 to 90 degrees, longitude first, \
                 found a value out of its range",
            ),
            (
                &THEATER.replace("\"00001\"", "{\"$numberInt\":\"1\"}"),
                "location.address.zipcode|expected string, found int32",
            ),
            (
                &THEATER.replace("\"city\":\"Springfield\",", ""),
                "location.address|the required field `city` is missing",
            ),
            (
                &THEATER.replace("\"state\"", "\"secret\":1,\"state\""),
                "location.address.{?}|the type denies fields that it does not declare",
            ),
            (
                &THEATER.replace("ZZ", "ZZZ"),
                "location.address.state|3 code points are over the declared `max_len = 2`",
            ),
        ] {
            assert_eq!(misfit(text), wanted, "{text}");
        }
    }

    #[test]
    fn an_unknown_product_is_named_by_its_place() {
        let text = r#"{"_id":{"$oid":"64a0000000000000000000a1"},"account_id":1,"limit":9000,"products":["Brokerage","Tulips"]}"#;
        let misfit = read::<Account>(text).expect_err("a misfit");
        assert_eq!(misfit.path, "products[1]");
        assert!(matches!(misfit.reason, Reason::Decode(DecodeReason::UnknownTag { .. })));
    }
}
