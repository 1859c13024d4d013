//! Names that are one thing in the codec and another in a filter.

use std::{collections::BTreeMap, net::IpAddr};

use mongo_runtime::{
    Value,
    bson::{doc, oid::ObjectId},
    class,
    codec::{DecodeReason, Failure, Reader, Writer},
    field::{Leaf, Path},
    prelude::*,
    shape::{BsonType, Scalar, Shape},
    to_vec,
    validator::validator,
};
use mongo_testkit::TestDb;
use mongo_tests::{one, one::read};

use crate::support::{assert_not_sent, collection, stored};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "people", rename_all = "camelCase")]
#[mongo(index(name = "ix_name", keys(full_name, home_address.zip_code = desc)))]
struct Person {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 40)]
    full_name: String,
    home_address: Address,
    #[mongo(rename = "n°")]
    number: i32,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "PascalCase")]
struct Address {
    #[mongo(max_len = 10)]
    zip_code: String,
}

/// A query on a Rust name matches nothing where the stored name is another.
#[mongo_testkit::test]
async fn a_field_has_one_name_in_codec_filter_update_sort_index_and_schema(db: TestDb) {
    let f = Person::fields();
    let person = Person {
        id: 1,
        full_name: "a".to_owned(),
        home_address: Address { zip_code: "1".to_owned() },
        number: 1,
    };
    let people = collection::<Person>(&db).await;
    people.insert_one(&person).await.expect("is stored");
    let in_bytes = doc! { "_id": 1, "fullName": "a", "homeAddress": { "ZipCode": "1" }, "n°": 1 };
    assert_eq!(stored::<Person>(&db, 1).await, in_bytes);

    let filter =
        f.full_name().eq("a").and(f.home_address().zip_code().eq("1")).and(f.number().eq(1));
    assert_eq!(people.count(&filter).await.expect("is counted"), 1);
    let update =
        f.full_name().set("b").and(f.home_address().zip_code().set("2")).and(f.number().inc(1));
    assert_eq!(people.update_one(by_id(1), update).await.expect("is done").modified(), 1);
    let in_bytes = doc! { "_id": 1, "fullName": "b", "homeAddress": { "ZipCode": "2" }, "n°": 2 };
    assert_eq!(stored::<Person>(&db, 1).await, in_bytes);

    let sort = f.home_address().zip_code().desc().then(f.number().asc());
    assert_eq!(sort.render(), doc! { "homeAddress.ZipCode": -1, "n°": 1 });
    let declaration = <Person as Document>::DECLARATION;
    assert_eq!(
        declaration.indexes[0].render(),
        doc! { "key": { "fullName": 1, "homeAddress.ZipCode": -1 }, "name": "ix_name" }
    );
    let schema = validator(declaration);
    let schema = schema.get_document("$jsonSchema").expect("a schema");
    let names: Vec<_> = schema.get_document("properties").expect("properties").keys().collect();
    assert_eq!(names, ["_id", "fullName", "homeAddress", "n°"]);
}

/// The name of the type is stored nowhere.
#[test]
fn a_rename_of_rust_types_changes_no_byte() {
    mod before {
        use super::*;

        #[derive(Document)]
        #[mongo(collection = "pets")]
        pub(super) struct Pet {
            #[mongo(id)]
            pub(super) id: i32,
            pub(super) kind: Kind,
            pub(super) color: Color,
        }

        #[derive(Embedded)]
        #[mongo(tag = "type", rename_all = "lowercase")]
        pub(super) enum Kind {
            Dog { name: String },
        }

        #[derive(Embedded)]
        pub(super) enum Color {
            Black,
        }
    }
    mod after {
        use super::*;

        #[derive(Document)]
        #[mongo(collection = "pets")]
        pub(super) struct Animal {
            #[mongo(id)]
            pub(super) id: i32,
            pub(super) kind: Species,
            pub(super) color: Coat,
        }

        #[derive(Embedded)]
        #[mongo(tag = "type")]
        pub(super) enum Species {
            #[mongo(rename = "dog")]
            Hound { name: String },
        }

        #[derive(Embedded)]
        pub(super) enum Coat {
            #[mongo(rename = "Black")]
            Dark,
        }
    }
    let name = || "rex".to_owned();
    let pet = before::Pet {
        id: 1,
        kind: before::Kind::Dog { name: name() },
        color: before::Color::Black,
    };
    let animal = after::Animal {
        id: 1,
        kind: after::Species::Hound { name: name() },
        color: after::Coat::Dark,
    };
    assert_eq!(to_vec(&pet), to_vec(&animal));
}

/// A representation of the application: the text of an address.
struct AddressText;

impl Value<AddressText> for IpAddr {
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::variable(BsonType::String));
    type Class = class::Unordered;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        0x02
    }

    fn encoded_len(&self) -> usize {
        <String as Value>::encoded_len(&self.to_string())
    }

    fn encode(&self, out: &mut Writer<'_>) {
        <String as Value>::encode(&self.to_string(), out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        let text = <String as Value>::decode(element_type, input)?;
        text.parse().map_err(|_| input.fail(DecodeReason::Custom("the text is no address")))
    }
}

/// An intermediate form that some libraries read tagged enums through loses what a type is: an address is written as text and
/// asked for as bytes.
#[test]
fn a_type_is_the_same_in_a_variant_as_in_a_field() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    #[mongo(tag = "t")]
    enum Origin {
        Net {
            #[mongo(with = AddressText)]
            ip: IpAddr,
        },
    }
    {
        one!(
            #[mongo(with = AddressText)]
            IpAddr
        );
        let one = One::of([127, 0, 0, 1].into());
        assert_eq!(one::stored(&one), "02 0a0000003132372e302e302e3100");
        assert_eq!(read::<One>("02 0a0000003132372e302e302e3100"), Ok(one));
    }
    one!(Origin);
    let one = One::of(Origin::Net { ip: [127, 0, 0, 1].into() });
    one::golden(
        &one,
        "03 22000000 02 7400 04000000 4e657400 02 697000 0a000000 3132372e302e302e3100 00",
    );
}

/// A NUL ends a key on the wire: what is behind it becomes a value.
#[mongo_testkit::test]
async fn a_key_with_nul_is_refused_before_anything_is_sent(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "maps")]
    struct Holder {
        #[mongo(id)]
        id: ObjectId,
        #[mongo(max_items = 3)]
        labels: BTreeMap<String, i32>,
    }
    let holders = collection::<Holder>(&db).await;
    let holder = Holder { id: ObjectId::new(), labels: [("a\0b".to_owned(), 1)].into() };
    let error = holders.insert_one(&holder).await.expect_err("has a NUL");
    assert_not_sent(&error, "`Holder.labels`: the map key has a NUL");
    let set = Holder::fields().labels().set(&holder.labels);
    let error = holders.update_one(by_id(holder.id), set).await.expect_err("has a NUL");
    assert_not_sent(&error, "the map key has a NUL");
}
