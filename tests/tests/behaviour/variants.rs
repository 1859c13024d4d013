//! Paths into the variants of an enum with data, on a real server.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, RawDocumentBuf, doc, rawdoc},
    catalog,
    db::{Admin, AdminConfig, Collection, Environment, Store},
    error::{Error, Kind, Outcome},
    prelude::*,
    update::Rejection,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

/// Two variants share the name of a field.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Cash,
    Card {
        #[mongo(max_len = 16)]
        number: String,
        limit: Option<i32>,
    },
    Giro {
        #[mongo(max_len = 16)]
        number: String,
    },
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "bills")]
#[mongo(index(name = "uq_card", keys(payment.card.number), unique, partial(is(payment.card))))]
#[mongo(index(name = "ix_refund", keys(refund.giro.number), partial(exists(refund.giro.number))))]
#[mongo(index(name = "ix_tries", keys(tries[].card.limit)))]
struct Bill {
    #[mongo(id)]
    id: i32,
    payment: Payment,
    refund: Option<Payment>,
    #[mongo(max_items = 4)]
    tries: Vec<Payment>,
}

catalog! { Bills: documents(Bill) }

fn card(number: &str, limit: Option<i32>) -> Payment {
    Payment::Card { number: number.to_owned(), limit }
}

fn giro(number: &str) -> Payment {
    Payment::Giro { number: number.to_owned() }
}

/// Every payment beside every refund, the array with both.
fn every_bill() -> Vec<Bill> {
    let payments = [
        Payment::Cash,
        card("1", None),
        card("2", Some(1)),
        card("3", Some(2)),
        giro("1"),
        giro("2"),
    ];
    let refunds: Vec<Option<Payment>> =
        [None].into_iter().chain(payments.iter().cloned().map(Some)).collect();
    let pairs = payments
        .iter()
        .flat_map(|payment| refunds.iter().map(move |refund| (payment.clone(), refund.clone())));
    let bills = pairs.zip(1..).map(|((payment, refund), id)| {
        let tries = [Some(payment.clone()), refund.clone()].into_iter().flatten().collect();
        Bill { id, payment, refund, tries }
    });
    bills.collect()
}

async fn bills(db: &TestDb) -> Collection<Bill> {
    let store: Store<Bills> = Store::connect(config(db)).await.expect("the server runs");
    store.collection::<Bill>()
}

fn raw(db: &TestDb) -> mongodb::Collection<BsonDocument> {
    db.database().collection("bills")
}

async fn provision(db: &TestDb) -> Done {
    let admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(admin).await?;
    assert!(admin.provision::<Bills>().await?.is_as_declared());
    admin.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn a_condition_on_a_variant_finds_the_documents_of_that_variant(db: TestDb) -> Done {
    type Asked = (Filter<Bill>, fn(&Bill) -> bool);
    let collection = bills(&db).await;
    let all = every_bill();
    for bill in &all {
        collection.insert_one(bill).await?;
    }
    let f = Bill::fields();
    let (by_card, by_giro, back) = (f.payment().card(), f.payment().giro(), f.refund().card());
    let table: Vec<Asked> = vec![
        (f.payment().is_cash(), |bill| bill.payment == Payment::Cash),
        (f.payment().is_card(), |bill| matches!(bill.payment, Payment::Card { .. })),
        (f.payment().is_card().not(), |bill| !matches!(bill.payment, Payment::Card { .. })),
        (by_card.number().eq("1"), |bill| is_card(&bill.payment, |number, _| number == "1")),
        (by_giro.number().eq("1"), |bill| bill.payment == giro("1")),
        (by_card.number().ne("1"), |bill| is_card(&bill.payment, |number, _| number != "1")),
        (by_card.number().not_in(["1", "2"]), |bill| {
            is_card(&bill.payment, |number, _| number == "3")
        }),
        (by_card.number().eq("1").not(), |bill| !is_card(&bill.payment, |number, _| number == "1")),
        (by_card.limit().is_absent(), |bill| is_card(&bill.payment, |_, limit| limit.is_none())),
        (by_card.limit().exists(true), |bill| is_card(&bill.payment, |_, limit| limit.is_some())),
        (by_card.limit().gt(1), |bill| is_card(&bill.payment, |_, limit| limit > Some(1))),
        (by_card.limit().gte(1).and(by_card.number().eq("3")), |bill| {
            is_card(&bill.payment, |number, limit| number == "3" && limit >= Some(1))
        }),
        (by_card.number().eq("1").or(by_giro.number().eq("2")), |bill| {
            is_card(&bill.payment, |number, _| number == "1") || bill.payment == giro("2")
        }),
        (by_card.number().eq("1").and(by_giro.number().eq("1")), |_| false),
        (back.limit().is_null_or_absent(), |bill| {
            bill.refund.as_ref().is_some_and(|refund| is_card(refund, |_, limit| limit.is_none()))
        }),
        (back.number().ne("1").not(), |bill| {
            !bill.refund.as_ref().is_some_and(|refund| is_card(refund, |number, _| number != "1"))
        }),
        (f.tries().elem_match(|tried| tried.card().number().ne("1")), |bill| {
            bill.tries.iter().any(|tried| is_card(tried, |number, _| number != "1"))
        }),
        (f.tries().elem_match(|tried| tried.giro().number().eq("1")), |bill| {
            bill.tries.contains(&giro("1"))
        }),
        (f.tries().elem_match(|tried| tried.is_cash()).not(), |bill| {
            !bill.tries.contains(&Payment::Cash)
        }),
        (f.tries().elem_match(|tried| tried.card().limit().is_absent()), |bill| {
            bill.tries.iter().any(|tried| is_card(tried, |_, limit| limit.is_none()))
        }),
    ];
    for (filter, is_meant) in table {
        let mut found = collection.find(&filter).limit(100).await?.collect().await?;
        found.sort_by_key(|bill| bill.id);
        let expected: Vec<Bill> = all.iter().filter(|bill| is_meant(bill)).cloned().collect();
        assert_eq!(found, expected, "{filter:?}");
    }
    Ok(())
}

fn is_card(payment: &Payment, meets: impl Fn(&str, Option<i32>) -> bool) -> bool {
    matches!(payment, Payment::Card { number, limit } if meets(number, *limit))
}

#[mongo_testkit::test]
async fn an_update_of_another_variant_is_refused_and_says_so(db: TestDb) -> Done {
    let collection = bills(&db).await;
    let bill = |id, payment| Bill { id, payment, refund: None, tries: vec![] };
    collection.insert_one(&bill(1, card("1", None))).await?;
    collection.insert_one(&bill(2, giro("1"))).await?;
    let change = Bill::fields().payment().card().number().set("9");
    assert_eq!(collection.update_one(by_id(1), &change).await?.modified(), 1);
    assert_eq!(collection.find_one(by_id(1)).await?.expect("stored").payment, card("9", None));

    let error = collection.update_one(by_id(2), &change).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    let expected = Rejection::OtherVariant { path: "payment", tag: "card" };
    assert_eq!(error.rejection(), Some(&expected), "{error}");
    assert!(!error.to_string().contains("giro"), "{error}");
    assert_eq!(collection.find_one(by_id(2)).await?.expect("stored").payment, giro("1"));

    let refund = Bill::fields().refund().card().limit().inc(1);
    let error = collection.update_one(by_id(1), &refund).await.unwrap_err();
    let expected = Rejection::OtherVariant { path: "refund", tag: "card" };
    assert_eq!(error.rejection(), Some(&expected), "{error}");
    assert_eq!(collection.find_one(by_id(1)).await?.expect("stored").refund, None);

    let whole = Bill::fields().payment().set(Payment::Cash);
    assert_eq!(collection.update_one(by_id(2), whole).await?.modified(), 1);
    assert_eq!(collection.update_one(by_id(3), &change).await?.matched(), 0);
    let many = collection.update_many(Bill::fields().id().gt(0), &change).await?;
    assert_eq!(many.matched(), 1);
    Ok(())
}

#[mongo_testkit::test]
async fn a_unique_key_of_a_variant_is_not_shared_with_another(db: TestDb) -> Done {
    provision(&db).await?;
    let collection = bills(&db).await;
    let bill = |id, payment| Bill { id, payment, refund: None, tries: vec![] };
    for (id, payment) in [(1, card("1", None)), (2, giro("1")), (3, giro("1")), (4, Payment::Cash)]
    {
        collection.insert_one(&bill(id, payment)).await?;
    }
    collection.insert_one(&bill(5, Payment::Cash)).await?;
    let error = collection.insert_one(&bill(6, card("1", Some(3)))).await.unwrap_err();
    assert_failed(&error, Kind::DuplicateKey, Outcome::NoWritePerformed);
    Ok(())
}

#[mongo_testkit::test]
async fn a_query_on_a_variant_is_served_by_the_partial_index_of_it(db: TestDb) -> Done {
    provision(&db).await?;
    let collection = bills(&db).await;
    for (id, payment) in (0..50).zip([Payment::Cash, giro("7")].into_iter().cycle()) {
        let refund = Some(giro(&id.to_string()));
        let tries = vec![card("t", Some(id))];
        collection.insert_one(&Bill { id, payment, refund, tries }).await?;
    }
    collection
        .insert_one(&Bill { id: 50, payment: card("7", None), refund: None, tries: vec![] })
        .await?;
    let f = Bill::fields();
    let queries = [
        (f.payment().card().number().eq("7"), "uq_card"),
        (f.refund().giro().number().gte("3"), "ix_refund"),
        (f.tries().elem_match(|tried| tried.card().limit().gt(40)), "ix_tries"),
    ];
    for (filter, index) in queries {
        let find = doc! { "find": "bills", "filter": filter.render().expect("a filter") };
        let plan = db
            .database()
            .run_command(doc! { "explain": find, "verbosity": "queryPlanner" })
            .await
            .expect("the server explains");
        let plan = plan.get_document("queryPlanner").expect("a plan").get("winningPlan").cloned();
        let scans = scans(plan.as_ref().expect("a winner"));
        assert_eq!(scans, [format!("IXSCAN {index}")], "{filter:?}");
    }
    assert_eq!(raw(&db).count_documents(doc! {}).await.expect("the server runs"), 51);
    Ok(())
}

/// The stages of a plan that read documents or keys.
fn scans(plan: &Bson) -> Vec<String> {
    match plan {
        Bson::Document(stage) => {
            let name = stage.get_str("stage").unwrap_or_default();
            let own = (name == "IXSCAN" || name == "COLLSCAN")
                .then(|| format!("{name} {}", stage.get_str("indexName").unwrap_or_default()));
            own.into_iter().chain(stage.values().flat_map(scans)).collect()
        }
        Bson::Array(stages) => stages.iter().flat_map(scans).collect(),
        _ => Vec::new(),
    }
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(rename_all = "snake_case")]
enum State {
    Open,
    #[mongo(fallback, max_len = 8)]
    Other(String),
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Shipping {
    Parcel {
        weight: i32,
    },
    #[mongo(fallback)]
    Other(RawDocumentBuf),
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "shipments")]
struct Shipment {
    #[mongo(id)]
    id: i32,
    state: State,
    shipping: Shipping,
}

catalog! { Shipments: documents(Shipment) }

#[mongo_testkit::test]
async fn what_a_fallback_keeps_is_stored_and_written_back_byte_for_byte(db: TestDb) -> Done {
    let admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(admin).await?;
    assert!(admin.provision::<Shipments>().await?.is_as_declared());
    admin.close().await;
    let store: Store<Shipments> = Store::connect(config(&db)).await?;
    let shipments = store.collection::<Shipment>();
    let raw = db.database().collection::<RawDocumentBuf>("shipments");

    // What another client stored of variants that this one does not know.
    let foreign =
        rawdoc! { "_id": 1, "state": "lost", "shipping": { "by": ["x", 2_i64], "type": "drone" } };
    raw.insert_one(&foreign).await.expect("the validator takes other tags");
    let read = shipments.find_one(by_id(1)).await?.expect("stored");
    assert_eq!(read.state, State::Other("lost".to_owned()));
    let again = Shipment { id: 2, ..read.clone() };
    shipments.insert_one(&again).await?;
    let stored = raw.find_one(doc! { "_id": 2 }).await.expect("the server runs").expect("stored");
    assert_eq!(stored.as_bytes()[4 + 9..], foreign.as_bytes()[4 + 9..]);
    let f = Shipment::fields();
    let set = f.shipping().set(read.shipping.clone());
    assert_eq!(shipments.update_one(by_id(2), set).await?.matched(), 1);
    let lost = shipments.find(f.state().eq(State::Other("lost".to_owned()))).limit(10).await?;
    assert_eq!(lost.collect().await?.len(), 2);
    let drone = shipments.find(f.shipping().eq(read.shipping)).limit(10).await?;
    assert_eq!(drone.collect().await?.len(), 2);

    let error = shipments.update_one(by_id(1), f.shipping().parcel().weight().set(1)).await;
    let expected = Rejection::OtherVariant { path: "shipping", tag: "parcel" };
    assert_eq!(error.unwrap_err().rejection(), Some(&expected));
    let declared = Shipment { id: 3, state: State::Other("open".to_owned()), ..again };
    let error = shipments.insert_one(&declared).await.unwrap_err();
    assert_failed(&error, Kind::Encode, Outcome::NotSent);

    for refused in [
        rawdoc! { "_id": 4, "state": "far too long", "shipping": { "type": "drone" } },
        rawdoc! { "_id": 4, "state": "lost", "shipping": { "type": "parcel" } },
        rawdoc! { "_id": 4, "state": "lost", "shipping": { "type": 7 } },
        rawdoc! { "_id": 4, "state": "lost", "shipping": {} },
    ] {
        let error = raw.insert_one(&refused).await.expect_err("the validator refuses it");
        assert!(error.to_string().contains("121"), "{refused:?}: {error}");
    }
    let parcel =
        rawdoc! { "_id": 4, "state": "open", "shipping": { "type": "parcel", "weight": 3 } };
    raw.insert_one(&parcel).await.expect("the validator takes a declared one");
    store.close().await;
    Ok(())
}
