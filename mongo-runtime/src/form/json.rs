//! One JSON object. Its values stay text until it is known what they are for: so no digit of a number is lost, no key that stands
//! twice is passed over, and what is nested deeper than a form asks is never built.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{
    SORT,
    field::{Allowed, Entry, FormOp},
    given::Given,
    problem::{FormFault, below},
    reading::{Reading, twice},
};

/// Reads an object: a name, and a value or an object of operators.
pub(super) fn read<D: 'static>(reading: &mut Reading<'_, D>, json: &[u8]) {
    if !reading.check_len(json.len()) {
        return;
    }
    let members = match serde_json::from_slice::<Members<'_>>(json) {
        Ok(Members(members)) => members,
        Err(error) => return reading.refuse(String::new(), (FormFault::Syntax, syntax(&error))),
    };
    let mut seen = Vec::new();
    for (index, (key, value)) in members.iter().enumerate() {
        if reading.is_over() {
            return;
        }
        let path = below("", key, index);
        if seen.contains(&key) {
            reading.refuse(path, twice());
            continue;
        }
        seen.push(key);
        if reading.is_ignored(key) {
            continue;
        }
        if key == SORT && reading.has_sorts() {
            reading.sort(path, &given(value));
        } else if let Some(entry) = reading.entry(key, &path) {
            read_field(reading, entry, path, value);
        }
    }
}

fn read_field<D: 'static>(
    reading: &mut Reading<'_, D>,
    entry: &Entry<D>,
    path: String,
    value: &RawValue,
) {
    let Ok(Members(operators)) = serde_json::from_str::<Members<'_>>(value.get()) else {
        let op = FormOp::EQ.name();
        if let Some(allowed) = reading.operator(entry, op, &path) {
            read_operand(reading, entry, allowed, path, value);
        }
        return;
    };
    if operators.is_empty() {
        let text = "expected an operator, found an empty object".to_owned();
        return reading.refuse(path, (FormFault::WrongKind, text));
    }
    let mut seen = Vec::new();
    for (index, (op, value)) in operators.iter().enumerate() {
        if reading.is_over() {
            return;
        }
        let path = below(&path, op, index);
        if seen.contains(&op) {
            reading.refuse(path, twice());
            continue;
        }
        seen.push(op);
        if let Some(allowed) = reading.operator(entry, op, &path) {
            read_operand(reading, entry, allowed, path, value);
        }
    }
}

fn read_operand<D: 'static>(
    reading: &mut Reading<'_, D>,
    entry: &Entry<D>,
    allowed: Allowed,
    path: String,
    value: &RawValue,
) {
    match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        Ok(items) => {
            let items: Vec<_> = items.into_iter().map(given).collect();
            reading.list(entry, allowed, path, &items);
        }
        Err(_) => reading.condition(entry, allowed, path, &given(value)),
    }
}

/// A value that is neither taken apart nor built.
fn given(value: &RawValue) -> Given<'_> {
    let text = value.get();
    match text.as_bytes().first() {
        // A text with half of a surrogate pair is the one that can't be read.
        Some(b'"') => serde_json::from_str::<String>(text)
            .map_or(Given::Refused("text that is no Unicode"), |text| Given::Text(text.into())),
        Some(b't') => Given::Bool(true),
        Some(b'f') => Given::Bool(false),
        Some(b'n') => Given::Refused("null"),
        Some(b'[') => Given::Refused("a list"),
        Some(b'{') => Given::Refused("an object"),
        _ => Given::Number(text),
    }
}

/// The text of the library can quote the input, so only the place is told.
fn syntax(error: &serde_json::Error) -> String {
    if error.is_data() {
        return "expected a JSON object".to_owned();
    }
    format!("not JSON, at line {}, column {}", error.line(), error.column())
}

/// The members of an object in their order, keys that stand twice among them.
struct Members<'i>(Vec<(String, &'i RawValue)>);

impl<'i> Deserialize<'i> for Members<'i> {
    fn deserialize<S: Deserializer<'i>>(deserializer: S) -> Result<Self, S::Error> {
        struct OfObject;

        impl<'i> Visitor<'i> for OfObject {
            type Value = Members<'i>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'i>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(OfObject)
    }
}
