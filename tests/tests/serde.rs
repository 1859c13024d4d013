//! `with = serde`: what is stored, what it can't do, and each trap that its docs name.

use std::{collections::BTreeMap, net::IpAddr};

use mongo_runtime::{
    Serde,
    bson::{Bson, Document as BsonDocument, Uuid as BsonUuid, doc, spec::BinarySubtype},
    codec::{DecodeError, EncodeError},
    from_slice,
    prelude::*,
    to_vec,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser, ser::SerializeMap};

/// Writes a value through serde into a field, reads it back, and gives what is stored, or why it is not.
macro_rules! stored {
    ($ty:ty, $value:expr) => {{
        #[derive(Document, Debug)]
        #[mongo(collection = "any")]
        struct Holder {
            #[mongo(id)]
            id: i32,
            #[mongo(with = serde)]
            value: $ty,
            behind: i32,
        }
        let holder = Holder { id: 1, value: $value, behind: 2 };
        to_vec(&holder).map(|bytes| {
            let again = from_slice::<Holder>(&bytes).expect("serde reads what it wrote");
            assert_eq!(to_vec(&again).expect("encodes"), bytes);
            field(&bytes, "value")
        })
    }};
}

fn field(bytes: &[u8], name: &str) -> Bson {
    let document = BsonDocument::from_reader(bytes).expect("it is BSON");
    document.get(name).expect("the field is there").clone()
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Payment {
    Cash,
    Card { last4: String },
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: i32,
    #[mongo(with = serde, max_bytes = 64)]
    payment: Payment,
    second: Option<Serde<Payment>>,
    third: Presence<Serde<Payment>>,
    #[mongo(max_items = 2)]
    list: Vec<Serde<Payment>>,
    #[mongo(max_items = 2)]
    map: BTreeMap<String, Serde<Payment>>,
    inside: Inside,
    kind: Kind,
}

/// In a newtype, the wrapper stands for the attribute.
#[derive(Embedded, Debug, PartialEq)]
struct Inside(Serde<Payment>);

#[derive(Embedded, Debug, PartialEq)]
#[mongo(tag = "type")]
enum Kind {
    Paid {
        #[mongo(with = serde)]
        how: Payment,
    },
}

fn card() -> Payment {
    Payment::Card { last4: "4242".to_owned() }
}

fn order() -> Order {
    Order {
        id: 1,
        payment: card(),
        second: None,
        third: Presence::Null,
        list: vec![Serde(Payment::Cash), Serde(card())],
        map: [("a".to_owned(), Serde(Payment::Cash))].into(),
        inside: Inside(Serde(Payment::Cash)),
        kind: Kind::Paid { how: card() },
    }
}

#[test]
fn it_is_stored_as_serde_writes_it_wherever_it_stands() {
    let bytes = to_vec(&order()).expect("encodes");
    let card = doc! { "Card": { "last4": "4242" } };
    let expected = doc! {
        "_id": 1, "payment": &card, "third": null, "list": ["Cash", &card], "map": { "a": "Cash" }, "inside": "Cash",
        "kind": { "type": "Paid", "how": &card },
    };
    assert_eq!(BsonDocument::from_reader(bytes.as_slice()).expect("it is BSON"), expected);
    assert_eq!(from_slice::<Order>(&bytes).expect("decodes"), order());
}

#[test]
fn an_update_sets_it_as_a_whole_and_takes_the_value_itself() {
    let fields = Order::fields;
    let expected = doc! { "$set": { "payment": { "Card": { "last4": "4242" } } } };
    let lent = card();
    for update in [
        fields().payment().set(&lent),
        fields().payment().set(lent),
        fields().payment().set(Serde(card())),
    ] {
        assert_eq!(update.render().expect("renders").update, expected);
    }
    let second = fields().second().set(Payment::Cash).render().expect("renders");
    assert_eq!(second.update, doc! { "$set": { "second": "Cash" } });
    let present = fields().second().exists(true).render().expect("renders");
    assert_eq!(present, doc! { "second": { "$exists": true } });
}

#[test]
fn max_bytes_bounds_it() {
    let long = Payment::Card { last4: "4".repeat(64) };
    let error = to_vec(&Order { payment: long.clone(), ..order() }).expect_err("it is too long");
    assert_eq!(
        error.to_string(),
        "`Order.payment`: 92 encoded bytes are over the declared `max_bytes = 64`"
    );
    assert!(Order::fields().payment().set(long).render().is_err());
}

/// What serde's own errors would tell.
const CANARY: &str = "Canary-7313";

#[derive(Debug)]
struct Talkative;

impl Serialize for Talkative {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(ser::Error::custom(CANARY))
    }
}

impl<'de> Deserialize<'de> for Talkative {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(de::Error::custom(CANARY))
    }
}

#[derive(Document, Debug)]
#[mongo(collection = "any")]
struct Talk {
    #[mongo(id)]
    id: i32,
    before: Option<i32>,
    #[mongo(with = serde)]
    value: Talkative,
    after: i32,
}

#[test]
fn a_refusal_of_serde_has_a_path_and_no_value() {
    let encode: EncodeError =
        to_vec(&Talk { id: 1, before: None, value: Talkative, after: 2 }).expect_err("refused");
    assert_eq!(encode.to_string(), "`Talk.value`: serde could not write the value as BSON");
    let bytes = doc! { "_id": 1, "value": { "a": CANARY }, "after": 2 }.to_vec().expect("encodes");
    let decode: DecodeError = from_slice::<Talk>(&bytes).expect_err("refused");
    assert_eq!(decode.to_string(), "`Talk.value`: serde could not read the value");
    let operand = Talk::fields().value().set(Talkative).render().expect_err("refused");
    for text in [format!("{encode:?}"), format!("{decode:?}"), format!("{operand} {operand:?}")] {
        assert!(!text.contains(CANARY), "{text}");
    }
}

#[test]
fn a_value_of_another_kind_is_an_error_of_the_field() {
    let bytes = doc! { "_id": 1, "value": CANARY }.to_vec().expect("encodes");
    #[derive(Document, Debug)]
    #[mongo(collection = "any")]
    struct Holder {
        #[mongo(id)]
        id: i32,
        #[mongo(with = serde)]
        value: IpAddr,
    }
    let error = from_slice::<Holder>(&bytes).expect_err("that is no address").to_string();
    assert_eq!(error, "`Holder.value`: serde could not read the value");
    let bytes = doc! { "_id": 1 }.to_vec().expect("encodes");
    let error = from_slice::<Holder>(&bytes).expect_err("it is not there").to_string();
    assert_eq!(error, "`Holder`: the required field `value` is missing");
}

/// A value that nests itself so often.
#[derive(Debug)]
struct Nested(usize);

impl Serialize for Nested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_map(None)?;
        if let Some(below) = self.0.checked_sub(1) {
            document.serialize_entry("n", &Self(below))?;
        }
        document.end()
    }
}

impl<'de> Deserialize<'de> for Nested {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let document = BsonDocument::deserialize(deserializer)?;
        let mut n_levels = 0;
        let mut inner = &document;
        while let Ok(next) = inner.get_document("n") {
            (n_levels, inner) = (n_levels + 1, next);
        }
        Ok(Self(n_levels))
    }
}

#[test]
fn what_is_nested_too_deep_is_refused_both_ways() {
    assert!(stored!(Nested, Nested(31)).is_ok());
    let why = "the value is nested deeper than the 32 levels that serde may read or write";
    let error = stored!(Nested, Nested(32)).expect_err("it is too deep").to_string();
    assert_eq!(error, format!("`Holder.value`: {why}"));

    #[derive(Document, Debug)]
    #[mongo(collection = "any")]
    struct Holder {
        #[mongo(id)]
        id: i32,
        #[mongo(with = serde)]
        value: Nested,
    }
    let read = |n_levels| {
        let nested = (1..n_levels).fold(doc! {}, |inner, _| doc! { "n": inner });
        let bytes = doc! { "_id": 1, "value": nested }.to_vec().expect("encodes");
        from_slice::<Holder>(&bytes).map(|holder| (holder.id, holder.value.0))
    };
    assert_eq!(read(32).expect("decodes"), (1, 31));
    for n_levels in [33, 90, 150] {
        let error = read(n_levels).expect_err("it is too deep").to_string();
        assert_eq!(error, format!("`Holder.value`: {why}"));
    }
}

/// A map with one key twice.
#[derive(Debug, Deserialize)]
struct Twice {}

impl Serialize for Twice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("a", &1)?;
        document.serialize_entry("a", &2)?;
        document.end()
    }
}

#[test]
fn a_key_that_serde_writes_twice_is_refused() {
    let error = stored!(Twice, Twice {}).expect_err("it could not be read").to_string();
    assert_eq!(error, "`Holder.value`: the map key is there twice");
}

mod traps {
    use super::*;

    #[test]
    fn none_is_null_and_must_be_there() {
        assert_eq!(stored!(Option<i32>, None).expect("encodes"), Bson::Null);
        #[derive(Document, Debug)]
        #[mongo(collection = "any")]
        struct Holder {
            #[mongo(id)]
            id: i32,
            #[mongo(with = serde)]
            whole: Option<i32>,
            inside: Option<Serde<i32>>,
        }
        let read = |document: BsonDocument| {
            from_slice::<Holder>(&document.to_vec().expect("encodes"))
                .map(|holder| (holder.id, holder.whole, holder.inside))
        };
        assert_eq!(read(doc! { "_id": 1, "whole": null }).expect("decodes"), (1, None, None));
        assert!(read(doc! { "_id": 1, "inside": 1 }).is_err());
    }

    #[test]
    fn a_date_of_chrono_is_a_string() {
        let date = chrono::DateTime::from_timestamp_millis(1_700_000_000_123).expect("a date");
        let stored = stored!(chrono::DateTime<chrono::Utc>, date).expect("encodes");
        assert_eq!(stored, Bson::String("2023-11-14T22:13:20.123Z".to_owned()));
    }

    #[test]
    fn a_uuid_is_binary_of_subtype_0() {
        let uuid = uuid::Uuid::from_bytes([7; 16]);
        let Bson::Binary(binary) = stored!(uuid::Uuid, uuid).expect("encodes") else {
            panic!("it is no binary")
        };
        assert_eq!((binary.subtype, binary.bytes), (BinarySubtype::Generic, vec![7; 16]));
        // bson's own type knows how to ask for its subtype.
        let Bson::Binary(binary) =
            stored!(BsonUuid, BsonUuid::from_bytes([7; 16])).expect("encodes")
        else {
            panic!("it is no binary")
        };
        assert_eq!(binary.subtype, BinarySubtype::Uuid);
    }

    #[test]
    fn bytes_are_an_array_of_int32() {
        let stored = stored!(Vec<u8>, vec![1, 255]).expect("encodes");
        assert_eq!(stored, Bson::Array(vec![Bson::Int32(1), Bson::Int32(255)]));
    }

    #[test]
    fn integers_are_as_wide_as_they_can_get_and_no_wider_than_int64() {
        assert_eq!(stored!(u8, 1).expect("encodes"), Bson::Int32(1));
        assert_eq!(stored!(u32, 1).expect("encodes"), Bson::Int64(1));
        assert_eq!(stored!(u64, 1).expect("encodes"), Bson::Int64(1));
        assert_eq!(stored!(f32, 0.5).expect("encodes"), Bson::Double(0.5));
        assert!(stored!(u64, 1 << 63).is_err());
        assert!(stored!(u128, 1).is_err());
        assert!(stored!(i128, 1).is_err());
    }

    #[test]
    fn keys_of_maps_are_texts_and_any_text_is_one() {
        let map = BTreeMap::from([("a.$b".to_owned(), 1)]);
        let stored = stored!(BTreeMap<String, i32>, map).expect("encodes");
        assert_eq!(stored, Bson::Document(doc! { "a.$b": 1 }));
        assert!(stored!(BTreeMap<i32, i32>, BTreeMap::from([(1, 1)])).is_err());
        assert!(stored!(BTreeMap<bool, i32>, BTreeMap::from([(true, 1)])).is_err());
    }

    #[test]
    fn the_form_is_the_one_that_is_not_for_people() {
        let stored = stored!(IpAddr, IpAddr::from([127, 0, 0, 1])).expect("encodes");
        assert_eq!(stored, Bson::Document(doc! { "V4": [127, 0, 0, 1] }));
    }

    #[test]
    fn names_are_those_of_rust_unless_serde_is_told() {
        assert_eq!(stored!(Payment, Payment::Cash).expect("encodes"), Bson::String("Cash".into()));
        #[derive(Serialize, Deserialize, Debug)]
        #[serde(tag = "type", rename_all = "lowercase")]
        enum Told {
            Card { last4: String },
        }
        let stored = stored!(Told, Told::Card { last4: "1".to_owned() }).expect("encodes");
        assert_eq!(stored, Bson::Document(doc! { "type": "card", "last4": "1" }));
    }
}
