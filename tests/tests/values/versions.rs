//! What is read of documents of other schema versions.

use mongo_runtime::{
    Document, Downgrade, DowngradeError, Upgrade, UpgradeError,
    bson::{Bson, Document as BsonDocument, doc},
    codec::{DecodeError, DecodeReason},
    filter::FilterField,
    from_slice,
};

/// The type of a binary in the middle of a deployment: older documents are there, and newer ones come in.
#[derive(Document, Debug, PartialEq)]
#[mongo(
    collection = "people",
    schema_version = 2,
    reads(PersonV1),
    reads_newer(PersonV3, PersonV4)
)]
struct Person {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 40)]
    name: String,
}

#[derive(Document)]
#[mongo(collection = "people", schema_version = 1, reads(PersonV0))]
struct PersonV1 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 40)]
    full_name: String,
}

#[derive(Document)]
#[mongo(collection = "people")]
struct PersonV0 {
    #[mongo(id)]
    id: i32,
}

#[derive(Document)]
#[mongo(collection = "people", schema_version = 3)]
struct PersonV3 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 20)]
    first: String,
    #[mongo(max_len = 20)]
    last: String,
}

#[derive(Document)]
#[mongo(collection = "people", schema_version = 4)]
struct PersonV4 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 40)]
    name: Option<String>,
}

impl Upgrade<PersonV1> for Person {
    fn upgrade(old: PersonV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, name: old.full_name })
    }
}

impl Upgrade<PersonV0> for PersonV1 {
    fn upgrade(old: PersonV0) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, full_name: "nobody".to_owned() })
    }
}

impl Downgrade<PersonV3> for Person {
    fn downgrade(new: PersonV3) -> Result<Self, DowngradeError> {
        Ok(Self { id: new.id, name: format!("{} {}", new.first, new.last) })
    }
}

impl Downgrade<PersonV4> for Person {
    fn downgrade(new: PersonV4) -> Result<Self, DowngradeError> {
        let name = new.name.ok_or(DowngradeError::new("version 2 needs a name"))?;
        Ok(Self { id: new.id, name })
    }
}

fn read(document: &BsonDocument) -> Result<Person, DecodeError> {
    from_slice(&document.to_vec().expect("encodable"))
}

#[test]
fn each_live_version_is_read_and_no_other() {
    for (stored, name) in [
        (doc! { "_id": 1 }, "nobody"),
        (doc! { "_id": 1, "schemaVersion": 1, "full_name": "Ada King" }, "Ada King"),
        (doc! { "_id": 1, "schemaVersion": 2, "name": "Ada King" }, "Ada King"),
        (doc! { "_id": 1, "schemaVersion": 3, "first": "Ada", "last": "King" }, "Ada King"),
        (doc! { "_id": 1, "schemaVersion": 4, "name": "Ada King" }, "Ada King"),
    ] {
        assert_eq!(read(&stored), Ok(Person { id: 1, name: name.to_owned() }), "{stored}");
    }
    for found in [-1, 5, i32::MIN, i32::MAX] {
        let error = read(&doc! { "_id": 1, "schemaVersion": found, "name": "a" }).unwrap_err();
        assert_eq!(error.reason(), DecodeReason::SchemaVersion { found, current: 2 });
    }
}

#[test]
fn a_version_that_is_no_int32_is_an_error_and_not_guessed_from_the_fields() {
    for version in [2_i64.into(), 2.0.into(), "2".into(), Bson::Null] {
        let error = read(&doc! { "_id": 1, "schemaVersion": version, "name": "a" }).unwrap_err();
        assert!(error.to_string().starts_with("`Person.schemaVersion`: expected int"), "{error}");
    }
    let taken_for_version_1 = doc! { "_id": 1, "schemaVersion": 1, "name": "Ada" };
    let error = read(&taken_for_version_1).unwrap_err();
    assert_eq!(error.reason(), DecodeReason::Missing { field: "full_name" });
}

#[test]
fn what_a_newer_document_has_and_this_version_needs_otherwise_is_said_by_the_downgrade() {
    let error = read(&doc! { "_id": 1, "schemaVersion": 4 }).unwrap_err();
    assert_eq!(error.reason(), DecodeReason::Custom("version 2 needs a name"));
    assert_eq!(error.type_name(), "Person");
}

#[test]
fn the_declaration_knows_the_type_of_each_live_version() {
    let declaration = Person::DECLARATION;
    assert_eq!((declaration.oldest_version(), declaration.newest_version()), (0, 4));
    assert_eq!(declaration.newer.len(), 2);
    let names = (-1..6).map(|version| declaration.of_version(version).map(|it| it.name));
    let expected = [
        None,
        Some("PersonV0"),
        Some("PersonV1"),
        Some("Person"),
        Some("PersonV3"),
        Some("PersonV4"),
        None,
    ];
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

mod other_id {
    use mongo_runtime::prelude::*;

    #[derive(Document, Debug)]
    #[mongo(collection = "things", schema_version = 2, reads(ThingV1))]
    pub(super) struct Thing {
        #[mongo(id)]
        pub(super) id: i32,
        /// Plain now, and null in the version before.
        pub(super) note: Option<i32>,
    }

    #[derive(Document, Debug)]
    #[mongo(collection = "things", schema_version = 1)]
    pub(super) struct ThingV1 {
        #[mongo(id)]
        id: i32,
        #[mongo(null)]
        note: Option<i32>,
    }

    impl Upgrade<ThingV1> for Thing {
        fn upgrade(old: ThingV1) -> Result<Self, UpgradeError> {
            // A mistake for large ids.
            Ok(Self { id: if old.id > 9 { old.id + 100 } else { old.id }, note: old.note })
        }
    }
}

#[test]
fn an_upgrade_that_gives_another_id_is_an_error() {
    let stored = |id: i32| doc! { "_id": id, "schemaVersion": 1, "note": null }.to_vec().unwrap();
    let thing = from_slice::<other_id::Thing>(&stored(9)).unwrap();
    assert_eq!((thing.id, thing.note), (9, None));
    let error = from_slice::<other_id::Thing>(&stored(10)).unwrap_err();
    assert!(error.to_string().contains("gives the document another `_id`"), "{error}");
    assert!(!error.to_string().contains("110"), "{error}");
}

#[test]
fn to_ask_whether_a_field_is_there_counts_how_nothing_is_stored() {
    let note = other_id::Thing::fields().note();
    for filter in [note.is_absent(), note.is_null(), note.exists(true)] {
        let refusal = filter.render().unwrap_err().to_string();
        assert!(refusal.starts_with("`note` is stored in another form in documents of version 1"));
        assert!(filter.of_current_version().render().is_ok());
    }
    for filter in [note.is_null_or_absent(), note.is_present(), note.eq(1)] {
        assert!(filter.render().is_ok(), "{filter:?}");
    }
}
