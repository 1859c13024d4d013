//! A chain of versions: a reader that reads older ones itself, and a version field of another name.

use mongo_runtime::{Document, Upgrade, UpgradeError, bson::oid::ObjectId, from_slice, to_vec};

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "people", schema_version = 3, version_field = "v", reads(PersonV2))]
struct Person {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 50)]
    full_name: String,
}

#[derive(Document)]
#[mongo(collection = "people", schema_version = 2, version_field = "v", reads(PersonV1, PersonV0))]
struct PersonV2 {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 50)]
    name: String,
}

#[derive(Document)]
#[mongo(collection = "people", schema_version = 1, version_field = "v")]
struct PersonV1 {
    #[mongo(id)]
    id: ObjectId,
}

#[derive(Document)]
#[mongo(collection = "people")]
struct PersonV0 {
    #[mongo(id)]
    id: ObjectId,
}

impl Upgrade<PersonV2> for Person {
    fn upgrade(old: PersonV2) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, full_name: old.name })
    }
}

impl Upgrade<PersonV1> for PersonV2 {
    fn upgrade(old: PersonV1) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, name: "one".to_owned() })
    }
}

impl Upgrade<PersonV0> for PersonV2 {
    fn upgrade(old: PersonV0) -> Result<Self, UpgradeError> {
        Ok(Self { id: old.id, name: "none".to_owned() })
    }
}

fn main() {
    let id = ObjectId::from_bytes([1; 12]);
    let bytes = to_vec(&PersonV0 { id }).unwrap();
    assert_eq!(from_slice::<Person>(&bytes).unwrap(), Person { id, full_name: "none".to_owned() });
    let bytes = to_vec(&PersonV1 { id }).unwrap();
    assert_eq!(from_slice::<Person>(&bytes).unwrap().full_name, "one");
}
