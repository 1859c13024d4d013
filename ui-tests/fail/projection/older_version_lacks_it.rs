//! A version that is still read does not have the field.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "notes", schema_version = 2, reads(NoteV1))]
struct Note {
    #[mongo(id)]
    id: i32,
    weight: i64,
}

#[derive(Document)]
#[mongo(collection = "notes", schema_version = 1)]
struct NoteV1 {
    #[mongo(id)]
    id: i32,
    other: i64,
}

impl Upgrade<NoteV1> for Note {
    fn upgrade(old: NoteV1) -> Result<Self, UpgradeError> {
        let _ = old;
        Err(UpgradeError::new("an example"))
    }
}

#[derive(Projection)]
#[mongo(document = Note)]
struct Part {
    weight: i64,
}

fn main() {}
