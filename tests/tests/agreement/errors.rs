//! The error of a refused write names the field that is wrong, or one in it.

use std::collections::BTreeMap;

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, RawDocumentBuf, doc},
    catalog::{Catalog, Lists},
    db::{Collection, Store, StoreConfig},
    document::Declaration,
    error::{ItemFailure, ItemStatus, Kind},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::{
    models::{self, Model},
    mutate::{Mutant, mutants},
    verdict::provision,
};

/// Writes anything: the validator of each model in turn is set on its collection.
#[derive(Document, Debug)]
#[mongo(collection = "loose", max_size = "15 MiB")]
struct Loose {
    #[mongo(id)]
    id: i32,
    #[mongo(catch_all, max_items = 1_000)]
    rest: RawDocumentBuf,
}

/// The same for models with versions, which are told apart by the version field of the type that is written.
#[derive(Document, Debug)]
#[mongo(collection = "loose", schema_version = 2, max_size = "15 MiB")]
struct LooseVersion {
    #[mongo(id)]
    id: i32,
    #[mongo(catch_all, max_items = 1_000)]
    rest: RawDocumentBuf,
}

struct Loosely;

impl Catalog for Loosely {
    const DOCUMENTS: &'static [&'static Declaration] = &[];
}

impl Lists<Loose> for Loosely {}

impl Lists<LooseVersion> for Loosely {}

/// What was wrong and what the error named.
#[derive(Default)]
struct Tally {
    n_named: usize,
    others: BTreeMap<(String, String), (usize, String)>,
}

#[mongo_testkit::test]
async fn the_error_of_a_refused_write_names_the_field_that_is_wrong(db: TestDb) {
    let models = models::all();
    provision(&db, &models).await;
    let config = StoreConfig::new(db.uri(), db.name());
    let store = Store::<Loosely>::connect(config).await.expect("the server runs");
    let (loose, versioned) = (store.collection::<Loose>(), store.collection::<LooseVersion>());
    db.database().create_collection("loose").await.expect("the server runs");
    let mut tally = Tally::default();
    // The mapper writes one version of a type, so an error of it is about that one.
    let is_reader =
        |model: &&Model| model.declaration.collection == "persons" && !is_versioned(model);
    for model in models.iter().filter(|model| !is_reader(model)) {
        set_validator(&db, model).await;
        for valid in (model.documents)() {
            let mutants = mutants(model.declaration, &valid);
            let is_versioned = is_versioned(model);
            let sent: Vec<(&Mutant, RawDocumentBuf)> =
                mutants.iter().filter_map(|it| Some((it, rest(it, is_versioned)?))).collect();
            let rests = sent.iter().map(|(_, rest)| rest.clone()).zip(0..);
            let failures = if is_versioned {
                let documents = rests.map(|(rest, id)| LooseVersion { id, rest });
                insert(&versioned, &documents.collect::<Vec<_>>()).await
            } else {
                let documents = rests.map(|(rest, id)| Loose { id, rest });
                insert(&loose, &documents.collect::<Vec<_>>()).await
            };
            for ((mutant, _), failure) in sent.iter().zip(failures) {
                if let Some(failure) = failure {
                    tally.count(model, mutant, &failure);
                }
            }
            let all = db.database().collection::<BsonDocument>("loose");
            all.delete_many(doc! {}).await.expect("the server runs");
        }
    }
    store.close().await;
    tally.check();
}

/// Whether it is of the version that `LooseVersion` writes.
fn is_versioned(model: &Model) -> bool {
    model.declaration.current_version() == 2
}

/// What is below the `_id`; nothing for a mutant of what the mapper writes by itself, and of what a schema can't see.
fn rest(mutant: &Mutant, is_versioned: bool) -> Option<RawDocumentBuf> {
    let mut document = BsonDocument::from_reader(mutant.bytes.as_slice()).ok()?;
    document.remove("_id").filter(|_| mutant.path != "_id")?;
    if is_versioned {
        document.remove("schemaVersion").filter(|version| *version == Bson::Int32(2))?;
    }
    RawDocumentBuf::try_from(&document).ok()
}

/// The validator of the model, but for the `_id`.
async fn set_validator(db: &TestDb, model: &Model) {
    let filter = doc! { "name": model.collection() };
    let mut found = db.database().list_collections().filter(filter).await.expect("it is there");
    assert!(found.advance().await.expect("the server runs"), "{} has no collection", model.name);
    let info = found.deserialize_current().expect("it is a collection");
    let mut validator = info.options.validator.expect("it has a validator");
    forget_id(&mut validator);
    let command = doc! { "collMod": "loose", "validator": validator };
    db.database().run_command(command).await.expect("the server takes it");
}

fn forget_id(schema: &mut BsonDocument) {
    if let Ok(properties) = schema.get_document_mut("properties") {
        properties.insert("_id", doc! {});
    }
    if let Ok(schema) = schema.get_document_mut("$jsonSchema") {
        forget_id(schema);
    }
    for list in ["oneOf", "anyOf"] {
        if let Ok(forms) = schema.get_array_mut(list) {
            forms.iter_mut().filter_map(Bson::as_document_mut).for_each(forget_id);
        }
    }
}

async fn insert<D: Document>(
    collection: &Collection<D>,
    documents: &[D],
) -> Vec<Option<ItemFailure>> {
    let mut failures = Vec::new();
    for batch in documents.chunks(100) {
        match collection.insert_many(batch).unordered().await {
            Ok(_) => failures.extend(batch.iter().map(|_| None)),
            Err(error) => {
                let bulk = error.bulk().expect("each has a status");
                failures.extend(bulk.items().iter().map(|item| match item {
                    ItemStatus::Failed(failure) => Some(failure.clone()),
                    _ => None,
                }));
            }
        }
    }
    assert_eq!(failures.len(), documents.len());
    failures
}

impl Tally {
    fn count(&mut self, model: &Model, mutant: &Mutant, failure: &ItemFailure) {
        if failure.encode_error().is_some() {
            // Too deep for the mapper to send.
            return;
        }
        assert_eq!(failure.kind(), Kind::SchemaValidation, "{}: {}", model.name, mutant.path);
        let failures = failure.validation_failures();
        if !failures.is_empty() && failures.iter().all(|it| is_at(it.path(), &mutant.path)) {
            self.n_named += 1;
            return;
        }
        let told: Vec<String> = failures.iter().map(ToString::to_string).collect();
        let example = format!("{}: `{}`, told as {}", model.name, mutant.path, told.join(", "));
        let kind = (mutant.place.clone(), mutant.change.clone());
        self.others.entry(kind).or_insert((0, example)).0 += 1;
    }

    fn check(&self) {
        let told_otherwise: Vec<_> =
            self.others.keys().map(|(place, change)| (place.as_str(), change.as_str())).collect();
        let known: Vec<_> =
            TOLD_OTHERWISE.iter().map(|(place, change, _)| (*place, *change)).collect();
        assert_eq!(told_otherwise, known, "{:#?}", self.others.values().collect::<Vec<_>>());
        let n_others: usize = self.others.values().map(|(n, _)| n).sum();
        let n_all = self.n_named + n_others;
        assert!(
            n_all > 10_000 && self.n_named * 1_000 > n_all * 998,
            "{} of {n_all} errors name the field",
            self.n_named
        );
    }
}

/// Whether what was told is the place, or something in it.
fn is_at(told: &str, path: &str) -> bool {
    let inside = told.strip_prefix(path);
    inside.is_some_and(|rest| rest.is_empty() || (!path.is_empty() && rest.starts_with(['.', '['])))
}

/// Where the server can't say it: place, change, and why. In the order of the places.
const TOLD_OTHERWISE: &[(&str, &str, &str)] = &[
    ("element int64", "the largest", "the set has that number already"),
    ("geo type", "tag of another type", "the other type's coordinates are the ones that are wrong"),
    ("tag of a union", "tag of a variant like it", "a closed variant has a field too many"),
    (
        "tag of a union",
        "tag of another variant",
        "the other variant's fields are the ones that lack",
    ),
    (
        "tag of a union or another",
        "tag of another variant",
        "the other variant's fields are the ones that lack",
    ),
];
