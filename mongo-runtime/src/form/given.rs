//! A value of an input, and how it is read as what a field stores.

use std::borrow::Cow;

use bson::{Bson, DateTime, Decimal128, Uuid, UuidRepresentation, oid::ObjectId};

use super::problem::{FormFault, listed};
use crate::shape::{BsonType, Scalar, Shape, TagsShape};

/// A value as it was given.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "json"),
    expect(dead_code, reason = "pairs are bare; JSON says what its values are")
)]
pub(super) enum Given<'i> {
    /// Text that was marked as such.
    Text(Cow<'i, str>),
    /// The digits of a number.
    Number(&'i str),
    /// True or false.
    Bool(bool),
    /// The value of a pair, which stands for whatever its field holds.
    Bare(&'i str),
    /// What no field takes: null, an object, a list.
    Refused(&'static str),
}

/// Why a value is not taken.
pub(super) type Fault = (FormFault, String);

impl Given<'_> {
    /// The value as text.
    pub(super) fn text(&self, max_len: usize) -> Result<&str, Fault> {
        let text = match self {
            Self::Text(text) => text,
            Self::Bare(text) => *text,
            other => return Err(other.instead_of("text")),
        };
        check_text(text, max_len)
    }

    /// The value as true or false.
    pub(super) fn boolean(&self) -> Result<bool, Fault> {
        match self {
            Self::Bool(value) => Ok(*value),
            Self::Bare("true") => Ok(true),
            Self::Bare("false") => Ok(false),
            other => Err(other.instead_of("`true` or `false`")),
        }
    }

    /// The value in the form that a field of this shape stores.
    pub(super) fn stored_as(&self, shape: &Shape, max_len: usize) -> Result<Bson, Fault> {
        match shape {
            Shape::Scalar(scalar) => self.scalar(scalar, max_len),
            Shape::Tags(tags) => self.tag(tags, max_len),
            Shape::Optional(inner)
            | Shape::Presence(inner)
            | Shape::Bounded(_, inner)
            | Shape::Coded(_, inner) => self.stored_as(inner, max_len),
            _ => Err(no_text()),
        }
    }

    fn scalar(&self, scalar: &Scalar, max_len: usize) -> Result<Bson, Fault> {
        match scalar.bson {
            BsonType::String => self.text(max_len).map(Bson::from),
            BsonType::Bool => self.boolean().map(Bson::from),
            BsonType::Int32 => self.integer().map(Bson::Int32),
            BsonType::Int64 => self.integer().map(Bson::Int64),
            BsonType::Double => self.double(),
            BsonType::Decimal128 => self.decimal(),
            BsonType::ObjectId => self.object_id(),
            BsonType::Date => self.date(),
            BsonType::Uuid => self.uuid().map(Bson::from),
            BsonType::Binary => {
                let representation = legacy_uuid(scalar).ok_or_else(no_text)?;
                let uuid = self.uuid()?;
                Ok(bson::Binary::from_uuid_with_representation(uuid, representation).into())
            }
            BsonType::Timestamp => Err(no_text()),
        }
    }

    fn tag(&self, tags: &TagsShape, max_len: usize) -> Result<Bson, Fault> {
        let text = self.text(max_len)?;
        if tags.fallback.is_some() || tags.tags.contains(&text) {
            return Ok(text.into());
        }
        let known = listed(tags.tags.iter().copied());
        Err((FormFault::OutOfRange, format!("expected one of {known}")))
    }

    /// The digits of a number; of text, too, where a number has more digits than many readers of JSON keep.
    fn digits(&self, takes_text: bool, wanted: &str) -> Result<&str, Fault> {
        let digits = match self {
            Self::Number(digits) | Self::Bare(digits) => *digits,
            Self::Text(digits) if takes_text => digits,
            other => return Err(other.instead_of(wanted)),
        };
        if is_number(digits) { Ok(digits) } else { Err(wrong_kind(wanted)) }
    }

    fn integer<N: std::str::FromStr>(&self) -> Result<N, Fault> {
        let n_bits = 8 * size_of::<N>();
        let wanted = format!("an integer of {n_bits} bits");
        let digits = self.digits(n_bits > 32, &wanted)?;
        if digits.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
            return Err(wrong_kind(&format!("{wanted}, without fraction and exponent")));
        }
        digits.parse().map_err(|_| out_of_range(&wanted))
    }

    fn double(&self) -> Result<Bson, Fault> {
        let number: Option<f64> = self.digits(false, "a number")?.parse().ok();
        let number = number.filter(|number| number.is_finite());
        number.map(Bson::Double).ok_or_else(|| out_of_range("a number that a double holds"))
    }

    fn decimal(&self) -> Result<Bson, Fault> {
        let digits = self.digits(true, "a decimal number, as `12.50`")?;
        let number: Option<Decimal128> = digits.parse().ok();
        number.map(Bson::Decimal128).ok_or_else(|| out_of_range("a number of at most 34 digits"))
    }

    fn object_id(&self) -> Result<Bson, Fault> {
        const WANTED: &str = "an ObjectId, as 24 hexadecimal digits";
        const LEN: usize = 24;
        let text = self.text_of(WANTED)?;
        let id =
            Some(text).filter(|text| text.len() == LEN).and_then(|it| ObjectId::parse_str(it).ok());
        id.map(Bson::ObjectId).ok_or_else(|| wrong_kind(WANTED))
    }

    fn date(&self) -> Result<Bson, Fault> {
        const WANTED: &str = "a date with time and zone, as `2024-02-29T12:30:00Z`";
        let text = self.text_of(WANTED)?;
        let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
        if fraction.bytes().take_while(u8::is_ascii_digit).count() > 3 {
            return Err(out_of_range("a date with at most three digits behind the second"));
        }
        DateTime::parse_rfc3339_str(text).map(Bson::DateTime).map_err(|_| wrong_kind(WANTED))
    }

    fn uuid(&self) -> Result<Uuid, Fault> {
        const WANTED: &str = "a UUID, as `00112233-4455-6677-8899-aabbccddeeff`";
        const LEN: usize = 36;
        let text = self.text_of(WANTED)?;
        let uuid =
            Some(text).filter(|text| text.len() == LEN).and_then(|it| Uuid::parse_str(it).ok());
        uuid.ok_or_else(|| wrong_kind(WANTED))
    }

    /// Text that stands for a value.
    fn text_of(&self, wanted: &str) -> Result<&str, Fault> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Bare(text) => Ok(text),
            other => Err(other.instead_of(wanted)),
        }
    }

    fn instead_of(&self, wanted: &str) -> Fault {
        let found = match self {
            Self::Text(_) => "text",
            Self::Number(_) => "a number",
            Self::Bool(_) => "true or false",
            Self::Bare(_) => return wrong_kind(wanted),
            Self::Refused(found) => found,
        };
        (FormFault::WrongKind, format!("expected {wanted}, found {found}"))
    }
}

/// The text, unless it is too long or can't be looked for.
pub(super) fn check_text(text: &str, max_len: usize) -> Result<&str, Fault> {
    let len = text.chars().count();
    if len > max_len {
        let over = format!("{len} code points are over the {max_len} that are allowed");
        return Err((FormFault::TooLong, over));
    }
    if text.contains('\0') {
        return Err((FormFault::OutOfRange, "text with a NUL is not taken".to_owned()));
    }
    Ok(text)
}

/// Whether text is a number as JSON writes it.
pub(super) fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    are_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(are_digits)
        && exponent.is_none_or(|it| are_digits(it.strip_prefix(['+', '-']).unwrap_or(it)))
}

/// Whether what a field of this shape holds can be given as text.
pub(super) fn has_text(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar(scalar) => match scalar.bson {
            BsonType::Timestamp => false,
            BsonType::Binary => legacy_uuid(scalar).is_some(),
            _ => true,
        },
        Shape::Tags(_) => true,
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => has_text(inner),
        _ => false,
    }
}

/// How a legacy UUID has its bytes.
fn legacy_uuid(scalar: &Scalar) -> Option<UuidRepresentation> {
    Some(match scalar.codec.name() {
        "uuid_python_legacy" => UuidRepresentation::PythonLegacy,
        "uuid_java_legacy" => UuidRepresentation::JavaLegacy,
        "uuid_csharp_legacy" => UuidRepresentation::CSharpLegacy,
        _ => return None,
    })
}

fn wrong_kind(wanted: &str) -> Fault {
    (FormFault::WrongKind, format!("expected {wanted}"))
}

fn out_of_range(wanted: &str) -> Fault {
    (FormFault::OutOfRange, format!("expected {wanted}"))
}

fn no_text() -> Fault {
    (FormFault::WrongKind, "what this field holds can't be given as text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_what_json_calls_one() {
        for text in ["0", "-0", "7", "120", "1.50", "-0.5", "1e3", "1E+3", "1.5e-10"] {
            assert!(is_number(text), "{text}");
        }
        for text in [
            "", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1_000", " 1", "1\n", "NaN",
            "inf", "--1", "1e1e1", "1.2.3", "٧",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }
}
