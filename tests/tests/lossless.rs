//! Readers that take numbers of another width, and those that do not.

use mongo_runtime::{
    bson::{Bson, Decimal128, Document as BsonDocument, doc, oid::ObjectId},
    from_slice,
    prelude::*,
    to_vec,
};

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "any")]
struct Lenient {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(lossless)]
    port: Option<u16>,
    #[mongo(lossless)]
    count: Option<i64>,
    #[mongo(lossless)]
    ratio: Option<f64>,
    #[mongo(lossless)]
    price: Option<Decimal128>,
    #[mongo(lossless, as = "int64_checked", max_items = 3)]
    sizes: Vec<u64>,
}

#[derive(Document, Debug)]
#[mongo(collection = "any")]
struct Exact {
    #[mongo(id)]
    id: ObjectId,
    port: u16,
}

fn read(field: &str, value: impl Into<Bson>) -> Result<Lenient, String> {
    let mut document = doc! { "_id": ObjectId::from_bytes([7; 12]), "sizes": [] };
    document.insert(field, value);
    from_slice(&document.to_vec().expect("encodes")).map_err(|error| error.to_string())
}

fn decimal(text: &str) -> Decimal128 {
    text.parse().expect("a decimal")
}

#[test]
fn a_number_of_another_width_is_read_when_nothing_is_lost() {
    for value in [
        Bson::Double(21010.0),
        Bson::Int64(21010),
        Bson::Int32(21010),
        Bson::Decimal128(decimal("21010.0")),
    ] {
        assert_eq!(read("port", value).expect("is read").port, Some(21010));
    }
    assert_eq!(read("count", 1_i32).expect("is read").count, Some(1));
    assert_eq!(
        read("ratio", 9_007_199_254_740_992_i64).expect("is read").ratio,
        Some(9_007_199_254_740_992.0)
    );
    assert_eq!(read("ratio", decimal("2.5")).expect("is read").ratio, Some(2.5));
    assert!(read("ratio", decimal("NaN")).expect("is read").ratio.is_some_and(f64::is_nan));
    assert_eq!(read("price", 2.5).expect("is read").price, Some(decimal("2.5")));
    assert_eq!(read("price", f64::INFINITY).expect("is read").price, Some(decimal("Infinity")));
    assert_eq!(read("price", 12_i32).expect("is read").price, Some(decimal("12")));
    assert_eq!(
        read("sizes", [Bson::Double(1.0), Bson::Int32(2)].to_vec()).expect("is read").sizes,
        [1, 2]
    );
}

#[test]
fn a_number_that_would_lose_something_is_an_error_with_its_path() {
    let lossy = "expected a number that the field holds exactly, found a value out of its range";
    for (field, value) in [
        ("port", Bson::Double(5.5)),
        ("port", Bson::Double(65_536.0)),
        ("port", Bson::Double(-0.0)),
        ("count", Bson::Double(1e19)),
        ("ratio", Bson::Int64(9_007_199_254_740_993)),
        ("ratio", Bson::Decimal128(decimal("0.1"))),
        ("price", Bson::Double(0.1)),
    ] {
        assert_eq!(
            read(field, value).expect_err("is refused"),
            format!("`Lenient.{field}`: {lossy}")
        );
    }
    assert_eq!(
        read("port", "21010").expect_err("is refused"),
        "`Lenient.port`: expected a number, found string"
    );
}

#[test]
fn an_exact_reader_takes_its_own_width_only() {
    let document = doc! { "_id": ObjectId::from_bytes([7; 12]), "port": 21010.0 };
    let error = from_slice::<Exact>(&document.to_vec().expect("encodes")).expect_err("is refused");
    assert_eq!(error.to_string(), "`Exact.port`: expected int32, found double");
}

#[test]
fn a_lossless_field_is_written_as_its_own_type() {
    let lenient = read("port", 21010.0).expect("is read");
    let stored = Bson::Int32(21010);
    let bytes = to_vec(&lenient).expect("encodes");
    let document = BsonDocument::from_reader(&bytes[..]).expect("is BSON");
    assert_eq!(document.get("port"), Some(&stored));
    assert_eq!(
        Lenient::fields().port().eq(21010_u16).render().expect("renders"),
        doc! { "port": stored }
    );
}
