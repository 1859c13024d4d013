//! Values made from the shape tables, for types that have no strategy of their own.

use mongo_runtime::{
    bson::{Binary, Bson, DateTime, Document, Timestamp, oid::ObjectId, spec::BinarySubtype},
    codec::Bounds,
    document::Declaration,
    shape::{BsonType, FieldShape, Scalar, Shape},
};
use mongo_tests::random::Random;

pub(crate) struct Generator {
    random: Random,
    levels: usize,
}

/// Levels below which what may be empty is.
const MAX_LEVELS: usize = 5;

impl Generator {
    pub(crate) fn new(random: Random) -> Self {
        Self { random, levels: 0 }
    }

    /// Bytes that should be a document of the type. Not all are: the table does not say everything.
    pub(crate) fn document(&mut self, declaration: &'static Declaration) -> Vec<u8> {
        let document = self.fields(declaration.shape.fields);
        document.to_vec().expect("a document")
    }

    fn fields(&mut self, fields: &'static [FieldShape]) -> Document {
        let value = |field: &'static FieldShape| {
            let value = self.value(field.shape, &field.bounds)?;
            Some((field.name.to_owned(), value))
        };
        fields.iter().filter_map(value).collect()
    }

    /// A value, or nothing where there may be none.
    pub(crate) fn value(&mut self, shape: &'static Shape, bounds: &Bounds) -> Option<Bson> {
        self.levels += 1;
        let value = self.of_shape(shape, bounds);
        self.levels -= 1;
        value
    }

    fn of_shape(&mut self, shape: &'static Shape, bounds: &Bounds) -> Option<Bson> {
        let is_deep = self.levels > MAX_LEVELS;
        Some(match shape {
            Shape::Scalar(scalar) => self.scalar(scalar, bounds),
            Shape::Tags(tags) => self.random.pick(tags.tags).into(),
            Shape::Optional(inner) => match self.random.below(3) {
                0 => return None,
                _ if is_deep => return None,
                _ => return self.value(inner, bounds),
            },
            Shape::Presence(inner) => match self.random.below(3) {
                0 => return None,
                1 => Bson::Null,
                _ => return self.value(inner, bounds),
            },
            Shape::Bounded(own, inner) => return self.value(inner, &bounds.and(own)),
            Shape::Coded(_, inner) => return self.value(inner, bounds),
            Shape::Array(inner) | Shape::Set(inner) => {
                let n = if is_deep { 0 } else { self.n_items(bounds) };
                let mut items: Vec<Bson> = Vec::new();
                for _ in 0..n {
                    let item = self.value(inner, &bounds.inner()).unwrap_or(Bson::Null);
                    if !matches!(shape, Shape::Set(_)) || !items.contains(&item) {
                        items.push(item);
                    }
                }
                items.into()
            }
            Shape::Fixed(elements) => {
                let items = elements.iter();
                Bson::Array(items.map(|it| self.value(it, bounds).unwrap_or(Bson::Null)).collect())
            }
            Shape::Map(key, inner) => {
                let n = if is_deep { 0 } else { self.n_items(bounds) };
                let keys = self.keys(key, n);
                let entry = |key| (key, self.value(inner, &bounds.inner()).unwrap_or(Bson::Null));
                Bson::Document(keys.into_iter().map(entry).collect())
            }
            Shape::Document(shape) => self.fields(shape.fields).into(),
            Shape::Union(shape) => {
                let variant = self.random.pick(shape.variants);
                let mut document = Document::new();
                document.insert(shape.tag, variant.tag);
                document.extend(self.fields(variant.fields));
                document.into()
            }
            Shape::Opaque => self.scalar(&Scalar::variable(BsonType::Int64), bounds),
            _ => return None,
        })
    }

    fn n_items(&mut self, bounds: &Bounds) -> usize {
        let max = bounds.items().unwrap_or(3).min(12);
        self.random.below(max + 1)
    }

    /// Keys of a map that differ, as many as there are up to `n`.
    pub(crate) fn keys(&mut self, shape: &Shape, n: usize) -> Vec<String> {
        match shape.inner() {
            Shape::Tags(tags) => tags.tags.iter().take(n).map(ToString::to_string).collect(),
            _ => (0..n).map(|n| n.to_string()).collect(),
        }
    }

    fn scalar(&mut self, scalar: &Scalar, bounds: &Bounds) -> Bson {
        let number = self.random.number();
        let bits = number.cast_signed();
        match scalar.bson {
            BsonType::Double => match self.random.below(4) {
                0 => (bits as f64).into(),
                1 => (f64::from(bits as i8) / 4.0).into(),
                2 => f64::NAN.into(),
                _ => f64::from_bits(number).into(),
            },
            BsonType::String => self.text(scalar, bounds).into(),
            BsonType::Binary => {
                let n = self.random.below(bounds.max_len.min(20) + 1);
                let subtype = match scalar.codec.to_string().as_str() {
                    "any_binary@1" => BinarySubtype::from((number >> 8) as u8),
                    name if name.starts_with("uuid_") => BinarySubtype::UuidOld,
                    _ => BinarySubtype::Generic,
                };
                let n = if subtype == BinarySubtype::UuidOld { 16 } else { n };
                Bson::Binary(Binary { subtype, bytes: vec![number as u8; n] })
            }
            BsonType::Uuid => {
                Bson::Binary(Binary { subtype: BinarySubtype::Uuid, bytes: vec![number as u8; 16] })
            }
            BsonType::ObjectId => {
                let mut bytes = [7; 12];
                bytes[..8].copy_from_slice(&number.to_le_bytes());
                ObjectId::from_bytes(bytes).into()
            }
            BsonType::Bool => (number & 1 == 0).into(),
            BsonType::Date => DateTime::from_millis(bits >> self.random.below(40)).into(),
            BsonType::Int32 | BsonType::Int64 => self.integer(scalar).into_bson(scalar.bson),
            BsonType::Timestamp => {
                Bson::Timestamp(Timestamp { time: number as u32, increment: (number >> 32) as u32 })
            }
            BsonType::Decimal128 => {
                let exponent = self.random.below(20);
                Bson::Decimal128(format!("{}E-{exponent}", bits >> 4).parse().expect("a decimal"))
            }
            _ => Bson::Null,
        }
    }

    fn integer(&mut self, scalar: &Scalar) -> Integer {
        let (least, most) = match scalar.bson {
            BsonType::Int32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (i64::MIN, i64::MAX),
        };
        let (min, max) = scalar.range.unwrap_or((least, most));
        Integer(match self.random.below(4) {
            0 => min,
            1 => max,
            _ => {
                let span = max.abs_diff(min);
                let offset = match span.checked_add(1) {
                    Some(span) => self.random.number() % span,
                    None => self.random.number(),
                };
                min.wrapping_add_unsigned(offset)
            }
        })
    }

    fn text(&mut self, scalar: &Scalar, bounds: &Bounds) -> String {
        let codec = scalar.codec.to_string();
        let n = self.random.below(bounds.max_len.min(40) + 1);
        match codec.trim_end_matches("@1") {
            "civil_date" => format!("20{:02}-02-28", n % 100),
            "civil_date_time" => format!("20{:02}-02-28T01:02:03.000000004", n % 100),
            "string" => (0..n).map(|_| char::from(b'a' + (n % 26) as u8)).collect(),
            name if name.starts_with("string_padded") => {
                let len = scalar.len.map_or(1, |len| len - 5);
                format!("{:0len$}", self.random.number() >> 8)
            }
            _ => (self.random.number() >> 8).to_string().chars().take(bounds.max_len).collect(),
        }
    }
}

struct Integer(i64);

impl Integer {
    fn into_bson(self, bson: BsonType) -> Bson {
        match i32::try_from(self.0) {
            Ok(value) if bson == BsonType::Int32 => value.into(),
            _ => self.0.into(),
        }
    }
}
