//! A stored null is no value for an `Option` and a null for a `Presence`, whatever is inside, wherever it stands.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, SystemTime},
};

use mongo_runtime::{
    bson::{Binary, Bson, Document as BsonDocument, Timestamp, doc},
    from_slice,
    geo::{Geometry, Polygon},
    prelude::*,
    to_vec,
};

#[derive(Embedded, Debug, PartialEq)]
struct Inner {
    number: Option<i32>,
}

#[derive(Embedded, Debug, PartialEq)]
struct Name(#[mongo(max_len = 9)] String);

#[derive(Embedded, Debug, PartialEq)]
enum Status {
    Open,
}

#[derive(Embedded, Debug, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Cash { amount: i64 },
}

/// Declares a document with a nullable field and a `Presence` of each type, and the check that nulls are read in order, in
/// reverse order, and written again.
macro_rules! nullable {
    ($($name:ident: $ty:ty [$($attr:tt)*];)*) => {
        #[derive(Document, Debug, PartialEq)]
        #[mongo(collection = "any", rename_all = "snake_case")]
        struct Nullable {
            #[mongo(id)]
            id: ObjectId,
            $( #[mongo(null, $($attr)*)] $name: Option<$ty>, )*
        }

        #[derive(Document, Debug, PartialEq)]
        #[mongo(collection = "any")]
        struct Present {
            #[mongo(id)]
            id: ObjectId,
            $( #[mongo($($attr)*)] $name: Presence<$ty>, )*
        }

        const NAMES: &[&str] = &[$(stringify!($name)),*];

        fn nullable() -> Nullable {
            Nullable { id: ID, $( $name: None, )* }
        }

        fn present() -> Present {
            Present { id: ID, $( $name: Presence::Null, )* }
        }
    };
}

const ID: ObjectId = ObjectId::from_bytes([7; 12]);

nullable! {
    a_bool: bool [];
    an_i8: i8 [];
    a_u8: u8 [];
    an_i16: i16 [];
    a_u16: u16 [];
    an_i32: i32 [];
    a_u32: u32 [];
    an_i64: i64 [];
    a_u64: u64 [as = "int64_checked"];
    a_u128: u128 [as = "string_padded"];
    an_f32: f32 [as = "double"];
    an_f64: f64 [];
    lossless: i32 [lossless];
    a_decimal: Decimal128 [];
    an_object_id: ObjectId [];
    a_date: DateTime [];
    a_time: SystemTime [as = "date_ms"];
    a_duration: Duration [as = "millis"];
    a_timestamp: Timestamp [];
    a_uuid: Uuid [];
    a_legacy_uuid: Uuid [as = "uuid_java_legacy"];
    a_binary: Binary [];
    bytes: Vec<u8> [as = "binary"];
    byte_numbers: Vec<u8> [as = "int_array", max_items = 2];
    text: String [];
    boxed_text: Box<str> [];
    a_newtype: Name [];
    a_tag: Status [];
    a_union: Payment [];
    a_document: Inner [];
    a_box: Box<Inner> [];
    an_array: Vec<i32> [max_items = 2];
    a_set: BTreeSet<i32> [max_items = 2];
    a_map: BTreeMap<String, i32> [max_items = 2];
    a_pair: (i32, String) [];
    a_fixed: [i64; 2] [];
    a_point: Point [];
    a_polygon: Polygon [max_items = 4];
    a_geometry: Geometry [max_items = 4];
    an_opaque_document: BsonDocument [opaque];
    an_opaque_value: Bson [opaque];
}

#[test]
fn a_null_is_no_value_of_every_option() {
    let mut stored = doc! { "_id": ID };
    for name in NAMES {
        stored.insert(*name, Bson::Null);
    }
    let bytes = stored.to_vec().expect("encodes");
    assert_eq!(from_slice::<Nullable>(&bytes).expect("in order"), nullable());
    assert_eq!(from_slice::<Nullable>(&reversed(&stored)).expect("in reverse order"), nullable());
    assert_eq!(to_vec(&nullable()).expect("encodes"), bytes);
}

#[test]
fn a_null_is_a_null_of_every_presence() {
    let mut stored = doc! { "_id": ID };
    for name in NAMES {
        stored.insert(*name, Bson::Null);
    }
    let bytes = stored.to_vec().expect("encodes");
    assert_eq!(from_slice::<Present>(&bytes).expect("in order"), present());
    assert_eq!(from_slice::<Present>(&reversed(&stored)).expect("in reverse order"), present());
    assert_eq!(to_vec(&present()).expect("encodes"), bytes);
}

fn reversed(document: &BsonDocument) -> Vec<u8> {
    let keys: Vec<&String> = document.keys().collect();
    let reversed: BsonDocument = keys
        .into_iter()
        .rev()
        .map(|key| (key.clone(), document.get(key).cloned().unwrap_or(Bson::Null)))
        .collect();
    reversed.to_vec().expect("encodes")
}
