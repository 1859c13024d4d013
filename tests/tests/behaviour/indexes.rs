//! Declared indexes: the compiler refuses what the server refuses, and the server takes what the compiler takes.

mod collations;

mod options;

mod owners;

use std::collections::BTreeMap;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Admin, AdminConfig, Environment},
    document::Declaration,
    error::Error,
    index::{
        CollationOption, IndexDeclaration, check_collation, check_index, check_index_key,
        check_partial_term,
    },
    prelude::*,
};
use mongo_testkit::TestDb;

/// A document with a field of each kind that an index is of.
#[derive(Document)]
#[mongo(collection = "shelves")]
#[mongo(index(name = "ix_label", keys(label, number = desc), collation(locale = "de", strength = 2, numeric_ordering = true)))]
#[mongo(index(name = "ix_label_bytes", keys(label, number = desc)))]
#[mongo(index(
    name = "ix_danish",
    keys(label),
    collation(locale = "da", case_level = false, backwards = true)
))]
#[mongo(index(name = "ix_attributes", keys(attributes.*)))]
#[mongo(index(name = "ix_boxes", keys(boxes.*), hidden))]
#[mongo(index(name = "ix_all", keys(*), exclude(label, boxes[].size), partial(exists(made))))]
#[mongo(index(name = "ix_some", keys(*), include(id, label)))]
#[mongo(index(name = "ttl_made", keys(made), expire_after = "9 days"))]
#[mongo(index(name = "ix_place", keys(place = "2dsphere", number)))]
#[mongo(index(name = "ix_number", keys(number = hashed), partial(number >= 3, label = "x")))]
#[allow(dead_code, reason = "only the declaration is read")]
pub(crate) struct Shelf {
    #[mongo(id)]
    id: i32,
    label: String,
    number: i32,
    made: DateTime,
    place: Option<Point>,
    #[mongo(max_items = 4)]
    tags: Vec<String>,
    #[mongo(max_items = 4)]
    boxes: Vec<Crate>,
    #[mongo(max_items = 4)]
    attributes: BTreeMap<String, i32>,
}

#[derive(Embedded)]
#[allow(dead_code, reason = "only the declaration is read")]
struct Crate {
    size: i32,
}

catalog! { Shelves: documents(Shelf) }

pub(crate) async fn admin(db: &TestDb) -> Admin {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    Admin::connect(config).await.expect("the server runs")
}

#[mongo_testkit::test]
async fn every_form_of_an_index_is_created_once_and_is_as_declared_then(
    db: TestDb,
) -> Result<(), Error> {
    let admin = admin(&db).await;
    let first = admin.provision::<Shelves>().await?;
    assert_eq!(first.changes().len(), 1 + Shelf::DECLARATION.indexes.len(), "{first}");
    let second = admin.provision::<Shelves>().await?;
    assert_eq!(second.to_string(), "everything is as declared");
    assert_eq!(admin.verify::<Shelves>().await?, second);
    admin.close().await;
    Ok(())
}

/// What the compiler says of the last of these indexes.
fn refused(indexes: Vec<IndexDeclaration>) -> Option<String> {
    let indexes: &'static [IndexDeclaration] = indexes.leak();
    let mut declaration = Declaration::new("Shelf", "shelves", Shelf::DECLARATION.shape);
    declaration.indexes = indexes;
    let (last, name) = (indexes.len() - 1, "Shelf");
    let keys = (0..indexes[last].keys.len()).map(|n| check_index_key(name, &declaration, last, n));
    let terms =
        (0..indexes[last].partial.len()).map(|n| check_partial_term(name, &declaration, last, n));
    let options = [
        CollationOption::Locale,
        CollationOption::Strength,
        CollationOption::CaseFirst,
        CollationOption::Alternate,
        CollationOption::MaxVariable,
        CollationOption::Backwards,
    ];
    let collations = options.into_iter().map(|option| check_collation(&declaration, last, option));
    let whole = std::iter::once(check_index(name, &declaration, last));
    let broken = keys.chain(terms).chain(collations).chain(whole).flatten().next();
    broken.map(|text| text.as_str().to_owned())
}

/// What the server says of an index of an empty collection; it is gone again afterwards.
async fn created(db: &TestDb, spec: BsonDocument) -> Result<(), String> {
    let create = doc! { "createIndexes": "tried", "indexes": [spec.clone()] };
    let created = db.database().run_command(create).await;
    created.map_err(|error| format!("{spec}: {error}"))?;
    let drop = doc! { "dropIndexes": "tried", "index": "*" };
    db.database().run_command(drop).await.expect("it is there");
    Ok(())
}
