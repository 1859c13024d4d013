//! What stands in the file.

use mongo_runtime::{
    Value,
    bson::Bson,
    class,
    codec::{Failure, Reader, Writer},
    field::{Leaf, Path},
    prelude::*,
    shape::{BsonType, Scalar, Shape},
};

use crate::support::text;

/// A type that is not ours, and two representations of it.
#[derive(Debug, Default)]
struct Price(i64);

/// Cents, as an int64.
struct Cents;

/// The same, in a representation with a name and version of its own.
struct Named;

macro_rules! as_int64 {
    ($($codec:ty: $shape:expr;)*) => { $(
        impl Value<$codec> for Price {
            const SHAPE: &'static Shape = &Shape::Scalar($shape);
            type Class = class::Number;
            type Inner = Self;
            type Fields<P: Path> = Leaf<P>;

            fn element_type(&self) -> u8 {
                0x12
            }

            fn encoded_len(&self) -> usize {
                8
            }

            fn encode(&self, out: &mut Writer<'_>) {
                out.put(&self.0.to_le_bytes());
            }

            fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
                <i64 as Value>::decode(element_type, input).map(Self)
            }
        }
    )* };
}

as_int64! {
    Cents: Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX);
    Named: Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX).named("cents", 2);
}

#[derive(Embedded)]
struct Legacy(#[mongo(as = "uuid_java_legacy")] Uuid);

#[derive(Embedded)]
struct Amount(#[mongo(with = Cents)] Price);

#[derive(Document)]
#[mongo(collection = "prices")]
#[allow(dead_code, reason = "only the declaration is read")]
struct Prices {
    #[mongo(id)]
    id: i32,
    #[mongo(with = Cents)]
    one: Price,
    #[mongo(with = Cents, max_items = 2)]
    many: Option<Vec<Price>>,
    #[mongo(with = Named)]
    named: Price,
    amount: Option<Amount>,
    #[mongo(max_items = 3)]
    keys: Vec<Legacy>,
    #[mongo(lossless)]
    count: i32,
    #[mongo(opaque)]
    rest: Bson,
    place: Option<Point>,
    pair: (i32, Legacy),
    #[mongo(as = "string")]
    decimal: rust_decimal::Decimal,
    alike: [Inner; 3],
    unlike: (Inner, i32),
}

#[derive(Embedded)]
struct Inner {
    n: i32,
}

#[test]
fn a_row_names_its_representation_wherever_it_is_declared() {
    let text = text::<Prices>();
    for row in [
        r#""one": { "codec": "Cents@1", "type": "long", "presence": "required" }"#,
        r#""many": { "codec": "array(Cents@1)", "type": "array of long", "presence": "absent if none", "max_items": 2 }"#,
        r#""named": { "codec": "cents@2", "type": "long", "presence": "required" }"#,
        r#""amount": { "codec": "Cents@1", "type": "long", "presence": "absent if none" }"#,
        r#""keys": { "codec": "array(uuid_java_legacy@1)", "presence": "required", "max_items": 3 }"#,
        r#""count": { "codec": "lossless(int32)@1", "presence": "required" }"#,
        r#""rest": { "codec": "opaque@1", "presence": "required" }"#,
        r#""place": { "codec": "geojson_point@1", "presence": "absent if none" }"#,
        r#""pair": { "codec": "tuple(int32@1, uuid_java_legacy@1)", "presence": "required" }"#,
        r#""decimal": { "codec": "string_decimal_96bit@1", "presence": "required", "max_len": 31 }"#,
        r#""alike": { "codec": "tuple(document@1; 3)", "presence": "required" }"#,
        r#""alike[].n": { "codec": "int32@1", "presence": "required" }"#,
        r#""unlike": { "codec": "tuple(document@1, int32@1)", "presence": "required" }"#,
        r#""unlike[0].n": { "codec": "int32@1", "presence": "required" }"#,
    ] {
        assert!(text.contains(&format!("\n        {row}")), "{row}\n{text}");
    }
}

#[test]
fn a_text_of_a_bounded_type_is_at_most_so_long() {
    let row = r#""decimal": { "bsonType": "string", "maxLength": 31 }"#;
    assert!(text::<Prices>().contains(row), "{}", text::<Prices>());
}

#[test]
fn the_text_is_the_same_every_time_and_says_nothing_of_rust() {
    let text = text::<Prices>();
    assert_eq!(text, crate::support::text::<Prices>());
    for name in ["Prices", "Legacy", "Amount", "Price\"", "i32", "Vec", "Option"] {
        assert!(!text.contains(name), "{name}\n{text}");
    }
}
