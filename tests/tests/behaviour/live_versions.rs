//! What the server is told of the versions that are live, and what is counted of those that are stored.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Admin, AdminConfig, Difference, Environment, StoredVersion},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "bills", schema_version = 2, reads(BillV1, BillV0))]
#[mongo(validation(level = "moderate", action = "error"))]
struct Bill {
    #[mongo(id)]
    id: i32,
    total: i64,
    #[mongo(max_items = 2)]
    tags: Vec<String>,
    paid_with: Option<Payment>,
    more: Option<More>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Cash,
    Card {
        #[mongo(max_len = 4)]
        last4: String,
    },
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct More {
    #[mongo(max_items = 1)]
    words: std::collections::BTreeMap<String, i32>,
}

#[derive(Document)]
#[mongo(collection = "bills", schema_version = 1)]
struct BillV1 {
    #[mongo(id)]
    id: i32,
    total: String,
}

#[derive(Document)]
#[mongo(collection = "bills")]
struct BillV0 {
    #[mongo(id)]
    id: i32,
    sum: i32,
}

impl Upgrade<BillV1> for Bill {
    fn upgrade(old: BillV1) -> Result<Self, UpgradeError> {
        let total = old.total.parse().map_err(|_| UpgradeError::new("the total is no number"))?;
        Ok(Self { id: old.id, total, tags: Vec::new(), paid_with: None, more: None })
    }
}

impl Upgrade<BillV0> for Bill {
    fn upgrade(old: BillV0) -> Result<Self, UpgradeError> {
        let total = old.sum.into();
        Ok(Self { id: old.id, total, tags: Vec::new(), paid_with: None, more: None })
    }
}

catalog! {
    /// The catalog of the bills.
    Books: documents(Bill)
}

fn raw(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("bills")
}

async fn admin(db: &TestDb) -> Result<Admin, Error> {
    Admin::connect(AdminConfig::new(db.uri(), db.name()).environment(Environment::Test)).await
}

#[mongo_testkit::test]
async fn level_and_action_of_the_validator_are_set_and_verified(db: TestDb) -> Done {
    let admin = admin(&db).await?;
    assert!(admin.provision::<Books>().await?.is_as_declared());
    assert!(admin.verify::<Books>().await?.is_as_declared());
    for (level, action, is_declared) in
        [("strict", "error", false), ("moderate", "warn", false), ("moderate", "error", true)]
    {
        let set = doc! { "collMod": "bills", "validationLevel": level, "validationAction": action };
        db.database().run_command(set).await.unwrap();
        let report = admin.verify::<Books>().await?;
        let differs = Difference::ValidatorDiffers { collection: "bills" };
        assert_eq!(report.differences().contains(&differs), !is_declared, "{level} {action}");
    }
    admin.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn the_validator_takes_what_each_live_version_writes_and_nothing_else(db: TestDb) -> Done {
    let admin = admin(&db).await?;
    let _ = admin.provision::<Books>().await?;
    admin.close().await;
    for good in [
        doc! { "_id": 0, "sum": 1 },
        doc! { "_id": 1, "schemaVersion": 1, "total": "1" },
        doc! { "_id": 2, "schemaVersion": 2, "total": 1_i64, "tags": [] },
    ] {
        raw(&db).insert_one(&good).await.unwrap_or_else(|error| panic!("{good}: {error}"));
    }
    for bad in [
        doc! { "_id": 3, "total": 1_i64, "tags": [] },
        doc! { "_id": 3, "schemaVersion": 1, "total": 1_i64, "tags": [] },
        doc! { "_id": 3, "schemaVersion": 2, "total": "1" },
        doc! { "_id": 3, "schemaVersion": 3, "total": 1_i64, "tags": [] },
        doc! { "_id": 3, "schemaVersion": 1_i64, "total": "1" },
    ] {
        assert!(raw(&db).insert_one(&bad).await.is_err(), "{bad}");
    }
    // An update of an older document by another client is not refused.
    let set = doc! { "$set": { "note": "seen" } };
    for id in 0..3 {
        let done = raw(&db).update_one(doc! { "_id": id }, set.clone()).await.unwrap();
        assert_eq!(done.modified_count, 1);
    }
    Ok(())
}

#[mongo_testkit::test]
async fn a_refused_write_names_field_and_rule_of_the_version_and_variant_that_the_document_has(
    db: TestDb,
) -> Done {
    let admin = admin(&db).await?;
    let _ = admin.provision::<Books>().await?;
    admin.close().await;
    let store: Store<Books> = Store::connect(config(&db)).await?;
    let bills = store.collection::<Bill>();
    let bill = Bill { id: 1, total: 1, tags: Vec::new(), paid_with: None, more: None };
    bills.insert_one(&bill).await?;
    // The mapper writes nothing that its own validator refuses, so the validator is made to want more.
    let narrow = |path: &str, schema: BsonDocument| {
        let mut validator = mongo_runtime::validator::validator(Bill::DECLARATION);
        let branches =
            validator.get_document_mut("$jsonSchema").unwrap().get_array_mut("anyOf").unwrap();
        let current = branches[0].as_document_mut().unwrap();
        let properties = current.get_document_mut("properties").unwrap();
        match path {
            "paid_with" => {
                let union = properties.get_document_mut("paid_with").unwrap();
                let forms = union.get_array_mut("oneOf").unwrap()[1].as_document_mut().unwrap();
                let card = forms.get_array_mut("oneOf").unwrap()[1].as_document_mut().unwrap();
                card.get_document_mut("properties").unwrap().insert("last4", schema);
            }
            path => drop(properties.insert(path, schema)),
        }
        validator
    };
    let set = |total: i64| Bill::fields().total().set(total);
    let card = || Bill::fields().paid_with().set(Payment::Card { last4: "1234".to_owned() });
    for (path, schema, update, expected) in [
        ("total", doc! { "maximum": 5_i64 }, set(731_373_137), "`total` (`maximum`)"),
        ("paid_with", doc! { "maxLength": 2 }, card(), "`paid_with.last4` (`maxLength`)"),
    ] {
        let set = doc! { "collMod": "bills", "validator": narrow(path, schema) };
        db.database().run_command(set).await.unwrap();
        let error = bills.update_one(by_id(1), update).await.unwrap_err();
        assert_failed(&error, Kind::SchemaValidation, Outcome::NoWritePerformed);
        let told: Vec<_> = error.validation_failures().iter().map(ToString::to_string).collect();
        assert_eq!(told, [expected]);
        assert!(!format!("{error} {error:?}").contains("731373137"), "{error:?}");
    }
    store.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn a_version_that_is_not_live_is_refused_by_its_number(db: TestDb) -> Done {
    #[derive(Document)]
    #[mongo(collection = "bills", schema_version = 3)]
    struct BillV3 {
        #[mongo(id)]
        id: i32,
    }
    catalog! {
        /// A binary that nobody provisioned for.
        Newer: documents(BillV3)
    }
    let admin = admin(&db).await?;
    let _ = admin.provision::<Books>().await?;
    admin.close().await;
    let store: Store<Newer> = Store::connect(config(&db)).await?;
    let error = store.collection::<BillV3>().insert_one(&BillV3 { id: 1 }).await.unwrap_err();
    let told: Vec<_> = error.validation_failures().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["`schemaVersion` (`enum`)"; 1]);
    store.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn a_census_counts_versions_and_what_is_over_a_bound(db: TestDb) -> Done {
    let all = [
        doc! { "_id": 0, "sum": 1 },
        doc! { "_id": 1, "schemaVersion": 1, "total": "1" },
        doc! { "_id": 2, "schemaVersion": 1, "total": "2" },
        doc! { "_id": 3, "schemaVersion": 2, "total": 1_i64, "tags": ["a", "b", "c"] },
        doc! { "_id": 4, "schemaVersion": 2, "total": 1_i64, "tags": "secret", "more": { "words": { "a": 1, "b": 2 } } },
        doc! { "_id": 5, "schemaVersion": 9, "total": 1_i64, "tags": ["a", "b"] },
        doc! { "_id": 6, "schemaVersion": "secret" },
        doc! { "_id": 7, "schemaVersion": 2.0 },
    ];
    raw(&db).insert_many(all).await.unwrap();
    let admin = admin(&db).await?;
    let census = admin.census::<Bill>().await?;
    admin.close().await;
    let found: Vec<_> = census
        .versions()
        .iter()
        .map(|it| (it.version.clone(), it.n_documents, it.is_read))
        .collect();
    let other = |name: &str| StoredVersion::OtherType(name.to_owned());
    let expected = [
        (StoredVersion::Absent, 1, true),
        (StoredVersion::Number(1), 2, true),
        (StoredVersion::Number(2), 2, true),
        (StoredVersion::Number(9), 1, false),
        (other("double"), 1, false),
        (other("string"), 1, false),
    ];
    assert_eq!(found, expected);
    assert_eq!((census.n_documents(), census.of_version(0), census.unread().count()), (8, 1, 3));
    let over: Vec<_> = census
        .over_bounds()
        .iter()
        .map(|it| (it.path.as_str(), it.max_items, it.n_documents))
        .collect();
    assert_eq!(over, [("tags", 2, 1), ("more.words", 1, 1)]);
    assert!(!census.is_cut());
    assert!(census.to_string().contains("version 9: 1, which nothing reads"), "{census}");
    assert!(!format!("{census} {census:?}").contains("secret"), "{census}");
    Ok(())
}

#[mongo_testkit::test]
async fn a_census_of_a_collection_that_is_not_there_is_empty(db: TestDb) -> Done {
    let admin = admin(&db).await?;
    let census = admin.census::<Bill>().await?;
    assert_eq!((census.n_documents(), census.versions().len()), (0, 0));
    admin.close().await;
    Ok(())
}
