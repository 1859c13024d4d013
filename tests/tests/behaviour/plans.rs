//! How the server answers an operation, and whether an index serves it.

use mongo_runtime::{
    assert_plans, assert_served,
    bson::doc,
    catalog,
    db::{
        Admin, AdminConfig, Collection, Environment, NotServed, Plan, PlanGate, Store, StoreConfig,
        Unserved,
    },
    error::{Error, Kind, Outcome},
    filter::by_id,
    prelude::*,
    query::{Access, Query},
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "parcels", schema_version = 2)]
#[mongo(index(name = "ix_state_weight", keys(state, weight)))]
#[mongo(index(name = "ix_depot", keys(depot)))]
struct Parcel {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 16)]
    state: String,
    weight: i32,
    depot: i32,
    #[mongo(max_len = 16)]
    note: String,
    #[mongo(max_items = 4, max_len = 16)]
    marks: Vec<String>,
}

#[derive(Filter)]
#[mongo(document = Parcel, operation = "parcel.find-by-state", sort(weight = desc), max_results = 20, as_stored)]
struct ByState<'a> {
    #[mongo(is_in, path = state, max_items = 3)]
    states: &'a [&'a str],
    #[mongo(eq, path = weight, optional)]
    weight: Option<i32>,
}

#[derive(Filter)]
#[mongo(document = Parcel, operation = "parcel.find-of-depot", max_results = 50, as_stored)]
struct OfDepot {
    #[mongo(eq, path = depot)]
    depot: i32,
}

#[derive(Filter)]
#[mongo(document = Parcel, operation = "parcel.find-by-note", as_stored, collection_scan = "asked once a year")]
struct ByNote<'a> {
    #[mongo(eq, path = note)]
    note: &'a str,
}

catalog! {
    /// The catalog of the parcels.
    Depot: documents(Parcel), operations(ByState, OfDepot, ByNote)
}

/// 400 parcels, a quarter of them open, of 100 weights.
async fn seeded(db: &TestDb) -> Result<(Admin, Collection<Parcel>), Error> {
    let admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(admin).await?;
    assert!(admin.provision::<Depot>().await?.is_as_declared());
    let store: Store<Depot> = Store::connect(config(db)).await?;
    let parcels = store.collection::<Parcel>();
    let state = |id| ["open", "sent", "there", "lost"][id as usize % 4].to_owned();
    let made: Vec<_> = (0..400)
        .map(|id| Parcel {
            id,
            state: state(id),
            weight: id / 4,
            depot: id % 7,
            note: format!("secret {id}"),
            marks: Vec::new(),
        })
        .collect();
    parcels.insert_many(&made).await?;
    Ok((admin, parcels))
}

#[mongo_testkit::test]
async fn a_plan_tells_its_index_its_stages_and_what_it_costs(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let f = Parcel::fields();
    let heavy = parcels.find(f.state().eq("open")).sort(f.weight().desc()).limit(5);
    let plan = admin.explain(heavy).await?;
    assert_eq!(plan.indexes(), ["ix_state_weight"]);
    assert!(!plan.has_collection_scan() && !plan.has_blocking_sort() && !plan.is_covered());
    assert_eq!((plan.keys_examined(), plan.documents_examined(), plan.returned()), (5, 5, 5));
    assert_eq!((plan.operation().as_str(), plan.collection()), ("parcel.find", "parcels"));
    assert_eq!(plan.shape(), "LIMIT\n  FETCH\n    IXSCAN ix_state_weight: state; backward");
    let names: Vec<_> = plan.stages().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["LIMIT", "FETCH", "IXSCAN"]);
    assert!(plan.to_string().ends_with("5 keys and 5 documents examined, 5 found"), "{plan}");
    Ok(())
}

#[mongo_testkit::test]
async fn a_collection_scan_and_a_sort_in_memory_are_told(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let f = Parcel::fields();
    let scan = admin.explain(parcels.find(f.note().eq("secret 7")).limit(5)).await?;
    assert!(scan.has_collection_scan() && !scan.has_blocking_sort());
    assert_eq!((scan.documents_examined(), scan.returned()), (400, 1));
    assert!(scan.indexes().is_empty() && !scan.is_covered());
    let sort = parcels.find(f.depot().eq(3)).sort(f.weight().asc()).limit(5);
    let sort = admin.explain(sort).await?;
    assert!(sort.has_blocking_sort() && !sort.has_collection_scan(), "{sort}");
    assert_eq!(sort.indexes(), ["ix_depot"]);
    Ok(())
}

#[mongo_testkit::test]
async fn a_plan_holds_paths_and_no_values(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let f = Parcel::fields();
    let filter = f.state().eq("open").and(f.note().eq("secret 8").or(f.depot().gt(77_123)));
    let plan = admin.explain(parcels.find(filter).limit(5)).await?;
    let shown = format!("{plan} {plan:?}");
    assert!(shown.contains("tests depot, note"), "{shown}");
    assert!(!["secret", "77123", "open\""].iter().any(|value| shown.contains(value)), "{shown}");
    Ok(())
}

#[mongo_testkit::test]
async fn each_operation_is_explained_as_it_is_sent(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let f = Parcel::fields();
    let open = || f.state().eq("open");
    let shapes = |plan: &Plan| plan.stages().map(|stage| stage.name.clone()).collect::<Vec<_>>();

    let one = admin.explain(parcels.find_one(by_id(3))).await?;
    assert_eq!((one.indexes(), one.returned()), (vec!["_id_"], 1), "{one}");
    let exists = admin.explain(parcels.exists(open())).await?;
    assert_eq!((exists.returned(), exists.keys_examined()), (1, 1), "{exists}");
    let count = admin.explain(parcels.count(open())).await?;
    assert!(count.is_covered(), "{count}");
    assert_eq!((count.indexes(), count.returned()), (vec!["ix_state_weight"], 100), "{count}");

    // An update leaves documents of another version alone, and that is part of what is sent.
    let update = admin.explain(parcels.update_many(open(), f.note().set("x"))).await?;
    assert!(shapes(&update).contains(&"UPDATE".to_owned()), "{update}");
    assert_eq!((update.indexes(), update.returned()), (vec!["ix_state_weight"], 100), "{update}");
    let delete = admin.explain(parcels.delete_many(open())).await?;
    assert!(delete.shape().contains("DELETE"), "{delete}");
    assert_eq!((delete.indexes(), delete.returned()), (vec!["ix_state_weight"], 100), "{delete}");
    let first = admin.explain(parcels.delete_one(open())).await?;
    assert_eq!(first.returned(), 1, "{first}");

    // Nothing was changed.
    assert_eq!(parcels.count(open()).await?, 100);
    assert_eq!(parcels.count(f.note().eq("x")).await?, 0);
    Ok(())
}

#[mongo_testkit::test]
async fn what_an_index_serves_passes_and_what_it_does_not_says_why(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let f = Parcel::fields();
    let plan = assert_served!(admin, parcels.find(f.state().eq("open")).limit(20));
    assert_eq!(plan.indexes(), ["ix_state_weight"]);
    assert_served!(&admin, parcels.count(f.state().eq("open")), ratio = 2);

    let scan = parcels.find(f.note().eq("secret 7")).sort(f.weight().desc()).limit(20);
    let error = admin.served(scan, 10).await.unwrap_err();
    let NotServed::Unserved(unserved) = &error else { panic!("{error}") };
    assert_eq!(
        unserved.why(),
        [Unserved::CollectionScan, Unserved::SortInMemory, Unserved::DocumentsOverRatio(10)]
    );
    assert_eq!(
        error.to_string(),
        "`parcel.find` on `parcels` is not served by an index:\n\
         - the server reads the whole collection (`COLLSCAN`): declare an index that starts with what is compared for equality\n\
         - the server sorts in memory (`SORT`): declare an index with the keys of the order behind those that are compared for equality\n\
         - the server looks at 400 documents for 1, over 10 for each\n\
         the plan:\n  SORT\n    COLLSCAN; tests note\n  0 keys and 400 documents examined, 1 found"
    );

    // An index that it reads, and what is looked at beside it.
    let residual = || parcels.find(f.state().eq("open").and(f.note().eq("secret 8"))).limit(20);
    let error = admin.served(residual(), 50).await.unwrap_err();
    let NotServed::Unserved(unserved) = &error else { panic!("{error}") };
    assert_eq!(unserved.why(), [Unserved::KeysOverRatio(50), Unserved::DocumentsOverRatio(50)]);
    assert_served!(admin, residual(), ratio = 100);
    Ok(())
}

#[mongo_testkit::test]
#[should_panic(expected = "`parcel.find` on `parcels` is not served by an index")]
async fn the_assertion_fails_with_the_text(db: TestDb) {
    let (admin, parcels) = seeded(&db).await.expect("the server runs");
    assert_served!(admin, parcels.find(Parcel::fields().note().eq("x")).limit(20));
}

#[mongo_testkit::test]
async fn an_index_that_the_strict_api_leaves_out_is_not_in_the_plan(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let index = doc! { "key": { "note": 1 }, "name": "ix_note", "sparse": true };
    let made = doc! { "createIndexes": "parcels", "indexes": [index] };
    db.database().run_command(made).await.expect("the server runs");
    let find = doc! { "find": "parcels", "filter": { "note": "secret 7" } };
    let plain = db.database().run_command(doc! { "explain": find }).await.expect("the server runs");
    assert!(format!("{plain}").contains("ix_note"));
    let plan = admin.explain(parcels.find(Parcel::fields().note().eq("secret 7")).limit(5)).await?;
    assert!(plan.has_collection_scan(), "{plan}");
    Ok(())
}

#[mongo_testkit::test]
async fn what_would_not_be_sent_has_no_plan(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let f = Parcel::fields();
    let refused = admin.explain(parcels.find(f.depot().eq(1)).limit(0)).await.unwrap_err();
    assert_failed(&refused, Kind::OperationRejected, None);
    let everything = parcels.delete_many(f.state().not_in(Vec::<&str>::new()));
    let refused = admin.explain(everything).await.unwrap_err();
    assert_failed(&refused, Kind::OperationRejected, Outcome::NotSent);

    let elsewhere: Store<Depot> = Store::connect(StoreConfig::new(db.uri(), "elsewhere")).await?;
    let foreign = elsewhere.collection::<Parcel>().find_one(by_id(1));
    let refused = admin.explain(foreign).await.unwrap_err();
    assert_failed(&refused, Kind::OperationRejected, None);
    assert!(refused.to_string().contains("is one of the database"), "{refused}");
    Ok(())
}

#[mongo_testkit::test]
async fn a_collection_that_is_not_there_has_an_empty_plan(db: TestDb) -> Done {
    let admin = Admin::connect(AdminConfig::new(db.uri(), db.name())).await?;
    let store: Store<Depot> = Store::connect(config(&db)).await?;
    let f = Parcel::fields();
    let plan = admin.explain(store.collection::<Parcel>().find(f.depot().eq(1)).limit(5)).await?;
    assert_eq!((plan.shape(), plan.returned()), ("EOF".to_owned(), 0));
    assert!(plan.indexes().is_empty() && !plan.is_covered());
    assert!(db.database().list_collection_names().await.unwrap().is_empty());
    Ok(())
}

const FEW: ByState<'static> = ByState { states: &["open", "lost"], weight: None };

#[mongo_testkit::test]
async fn a_registered_query_has_the_index_that_it_is_proven_with(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let plan = assert_served!(admin, FEW);
    assert_eq!(
        (plan.proven_indexes(), plan.indexes()),
        (Some(vec!["ix_state_weight"]), vec!["ix_state_weight"])
    );
    assert_eq!(plan.operation(), ByState::OPERATION);
    assert_eq!(plan.returned(), 20);
    // The find that the store would send is the same.
    let found = assert_served!(admin, parcels.find(FEW).limit(20));
    assert_eq!((found.shape(), found.returned()), (plan.shape(), 20));
    assert_eq!(ByState::CARD.access(), Access::Merged);
    assert!(plan.shape().contains("SORT_MERGE"), "{plan}");
    assert_served!(admin, parcels.count(OfDepot { depot: 3 }), ratio = 2);
    // It says why it scans.
    let scan = assert_served!(admin, ByNote { note: "secret 7" });
    assert!(scan.has_collection_scan(), "{scan}");
    Ok(())
}

#[mongo_testkit::test]
async fn another_index_than_the_proven_one_is_told(db: TestDb) -> Done {
    let (admin, _) = seeded(&db).await?;
    let index = doc! { "key": { "depot": 1, "weight": 1, "state": 1 }, "name": "ix_by_hand" };
    let drop = doc! { "dropIndexes": "parcels", "index": "ix_depot" };
    db.database().run_command(drop).await.expect("the server runs");
    let made = doc! { "createIndexes": "parcels", "indexes": [index] };
    db.database().run_command(made).await.expect("the server runs");
    let error = admin.served(OfDepot { depot: 3 }, 10).await.unwrap_err();
    let NotServed::Unserved(unserved) = &error else { panic!("{error}") };
    assert_eq!(unserved.why(), [Unserved::OtherIndex]);
    assert!(
        error
            .to_string()
            .contains("the server reads `ix_by_hand`, and the query is proven with `ix_depot`"),
        "{error}"
    );
    Ok(())
}

#[mongo_testkit::test]
async fn the_plans_of_the_registered_queries_are_those_that_were_committed(db: TestDb) -> Done {
    let (admin, _) = seeded(&db).await?;
    assert_plans!(
        "parcels.plans",
        admin,
        Depot,
        [
            FEW,
            ByState { states: &["open"], weight: None },
            ByState { weight: Some(3), ..FEW },
            OfDepot { depot: 3 },
            ByNote { note: "secret 7" },
        ]
    );
    Ok(())
}

#[mongo_testkit::test]
async fn a_query_without_a_sample_and_one_that_is_not_served_are_named(db: TestDb) -> Done {
    let (admin, parcels) = seeded(&db).await?;
    let file = std::env::temp_dir().join("no-such-folder/no.plans");
    let mut gate = PlanGate::of::<Depot>(&admin);
    gate.sample(FEW).await;
    gate.sample(parcels.count(ByNote { note: "secret 7" })).await;
    let f = Parcel::fields();
    gate.sample(parcels.find(f.note().eq("secret 7")).limit(5)).await;
    let mismatch = gate.finish(&file).await.unwrap_err().to_string();
    for part in [
        "`parcel.find` on `parcels` is not served by an index:",
        "`parcel.find` is no registered query of the catalog",
        "`parcel.find-of-depot` has no sample: add one",
    ] {
        assert!(mismatch.contains(part), "{part}: {mismatch}");
    }
    assert!(!mismatch.contains("secret"), "{mismatch}");

    let mut gate = PlanGate::of::<Depot>(&admin);
    gate.sample(FEW).await;
    gate.sample(OfDepot { depot: 3 }).await;
    gate.sample(ByNote { note: "secret 7" }).await;
    let missing = gate.finish(&file).await.unwrap_err().to_string();
    assert!(missing.contains("plans `") && missing.contains("no.plans"), "{missing}");
    Ok(())
}
