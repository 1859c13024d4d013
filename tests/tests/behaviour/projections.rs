//! Typed parts of documents, on a real server.

mod model;

mod parts;

mod codecs;

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, RawDocumentBuf, doc},
    catalog,
    codec::DecodeReason,
    db::{Admin, AdminConfig, Collection, Environment, Store},
    error::{Error, Kind},
    filter::by_id,
    prelude::*,
};
use mongo_testkit::TestDb;

use self::{
    model::{Order, Status, orders},
    parts::{Aligned, Each, First, Line, Paid, Parts, Picked, SliceBeside, Slices},
};
use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

catalog! { Orders: documents(Order) }

async fn filled(db: &TestDb, stored: &[Order]) -> Result<Collection<Order>, Error> {
    let store: Store<Orders> = Store::connect(config(db)).await?;
    let orders = store.collection::<Order>();
    orders.insert_many(stored).await?;
    Ok(orders)
}

fn raw(db: &TestDb) -> mongodb::Collection<RawDocumentBuf> {
    db.database().collection("orders")
}

#[mongo_testkit::test]
async fn a_projection_is_what_the_whole_document_has_there(db: TestDb) -> Done {
    async fn check<P: Picked>(orders: &Collection<Order>, stored: &[Order]) -> Done {
        let by_id = Order::fields().id().asc();
        let found = orders.find(AllDocuments).sort(by_id).limit(300).project::<P>().await?;
        let found = found.collect().await?;
        assert_eq!(found.len(), stored.len());
        for (found, stored) in found.iter().zip(stored) {
            assert_eq!(*found, P::of(stored), "{stored:?}");
        }
        Ok(())
    }
    let stored = orders(7, 300);
    let orders = filled(&db, &stored).await?;
    check::<Line>(&orders, &stored).await?;
    check::<Each>(&orders, &stored).await?;
    check::<Aligned>(&orders, &stored).await?;
    check::<Paid>(&orders, &stored).await?;
    check::<Slices>(&orders, &stored).await?;
    check::<SliceBeside>(&orders, &stored).await?;
    check::<First>(&orders, &stored).await?;
    check::<Parts>(&orders, &stored).await
}

/// The dotted names of a reply, as often as they are there.
fn names(document: &BsonDocument, at: &str, all: &mut Vec<String>) {
    for (name, value) in document {
        names_in(value, format!("{at}.{name}").trim_start_matches('.'), all);
    }
}

fn names_in(value: &Bson, at: &str, all: &mut Vec<String>) {
    match value {
        Bson::Document(document) => names(document, at, all),
        Bson::Array(elements) => elements.iter().for_each(|element| names_in(element, at, all)),
        _ => all.push(at.to_owned()),
    }
}

#[mongo_testkit::test]
async fn nothing_is_sent_that_is_not_read(db: TestDb) -> Done {
    async fn sent<P: Projection>(db: &TestDb) -> Vec<String> {
        let mut cursor = raw(db).find(doc! {}).projection(P::TABLE.render()).await.unwrap();
        let mut all = Vec::new();
        while cursor.advance().await.unwrap() {
            let document = BsonDocument::try_from(cursor.current()).unwrap();
            names(&document, "", &mut all);
        }
        all.sort();
        all.dedup();
        all
    }
    filled(&db, &orders(8, 100)).await?;
    let address = |at: &str| [format!("{at}.city"), format!("{at}.zip")];
    let of_item = |at: &str| {
        let more = ["note", "origin.city", "origin.zip", "quantity", "sku", "tags"];
        more.map(|name| format!("{at}.{name}"))
    };
    let mut line: Vec<String> =
        ["_id", "customer.email", "customer.fullName", "rank", "status"].map(str::to_owned).into();
    line.extend(address("customer.home"));
    line.extend(address("shipping"));
    line.sort();
    assert_eq!(sent::<Line>(&db).await, line);
    let each = [
        "holes.city",
        "items.note",
        "items.origin.city",
        "items.origin.zip",
        "items.sku",
        "items.tags",
        "shelves.quantity",
    ];
    assert_eq!(sent::<Each>(&db).await, each);
    let mut slices: Vec<String> = of_item("items").into();
    slices
        .extend(["_id", "holes", "labels", "tries.bank.city", "tries.bank.zip"].map(str::to_owned));
    slices.extend(["tries.expires", "tries.last4", "tries.type"].map(str::to_owned));
    slices.extend(address("holes"));
    slices.sort();
    assert_eq!(sent::<Slices>(&db).await, slices);
    let parts = [
        "customer.fullName",
        "customer.home.city",
        "holes.city",
        "items.origin.zip",
        "items.quantity",
        "items.tags",
        "payment.last4",
        "payment.type",
        "shipping.city",
    ];
    assert_eq!(sent::<Parts>(&db).await, parts);
    Ok(())
}

#[mongo_testkit::test]
async fn find_one_gives_a_part_or_nothing(db: TestDb) -> Done {
    let stored = orders(9, 20);
    let orders = filled(&db, &stored).await?;
    let found = orders.find_one(by_id(3_i64)).project::<Line>().await?;
    assert_eq!(found, Some(Line::of(&stored[3])));
    assert_eq!(orders.find_one(by_id(99_i64)).project::<Line>().await?, None);
    Ok(())
}

#[mongo_testkit::test]
async fn a_document_that_lacks_a_field_or_has_another_type_is_a_decode_error(db: TestDb) -> Done {
    let stored = orders(10, 3);
    let orders = filled(&db, &stored).await?;
    let bad = |id: i64, change: BsonDocument| {
        let raw = raw(&db);
        async move { raw.update_one(doc! { "_id": id }, change).await.unwrap() }
    };
    bad(0, doc! { "$unset": { "customer.fullName": 1 } }).await;
    bad(1, doc! { "$set": { "customer.fullName": 5 } }).await;
    bad(
        2,
        doc! { "$set": { "customer": "nobody", "items": [1, null, { "sku": "a", "tags": [] }] } },
    )
    .await;
    let line = async |id: i64| orders.find_one(by_id(id)).project::<Line>().await.unwrap_err();
    let texts = [
        "`Order.customer`: the required field `fullName` is missing",
        "`Order.customer.fullName`: expected string, found int32",
        // The server sends no field of what is no document.
        "`Order`: the required field `customer` is missing",
    ];
    for (id, text) in texts.into_iter().enumerate() {
        let error = line(id as i64).await;
        assert_failed(&error, Kind::Decode, None);
        assert!(error.to_string().contains(text), "{error}");
        let decode = error.decode_error().expect("it could not be read");
        assert_eq!(decode.id(), Some(&Bson::Int64(id as i64)));
    }
    let error = orders.find_one(by_id(0_i64)).project::<SliceBeside>().await.unwrap_err();
    let decode = error.decode_error().expect("it could not be read");
    assert!(matches!(decode.reason(), DecodeReason::Missing { field: "fullName" }));
    assert_eq!(decode.id(), None, "it was not sent");
    // Elements that are no documents are not sent.
    let each = orders.find_one(by_id(2_i64)).project::<Skus>().await?.expect("it is there");
    assert_eq!(each, Skus { skus: vec!["a".into()] });
    Ok(())
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct Skus {
    #[mongo(path = items[].sku)]
    skus: Vec<String>,
}

#[derive(Projection, Debug, PartialEq)]
#[mongo(document = Order)]
struct Named {
    id: i64,
    #[mongo(path = customer.full_name)]
    name: String,
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-named", sort(customer.full_name, id), max_results = 50, projection = Named)]
#[mongo(covered)]
struct FindNamed {
    #[mongo(eq)]
    status: Status,
}

#[mongo_testkit::test]
async fn a_registered_query_gives_its_projection(db: TestDb) -> Done {
    let stored = orders(11, 40);
    let orders = filled(&db, &stored).await?;
    let query = || FindNamed { status: Status::Open };
    let found: Vec<Named> = orders.find(query()).limit(50).await?.collect().await?;
    let mut expected: Vec<Named> = stored
        .iter()
        .filter(|order| order.status == Status::Open)
        .map(|order| Named { id: order.id, name: order.customer.full_name.clone() })
        .collect();
    expected.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
    assert_eq!(found, expected);
    let first: Option<Named> = orders.find_one(query()).await?;
    assert_eq!(first.as_ref(), expected.first());
    Ok(())
}

#[mongo_testkit::test]
async fn a_covered_query_is_answered_out_of_its_index(db: TestDb) -> Done {
    let admin = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(admin).await?;
    assert!(admin.provision::<Orders>().await?.is_as_declared());
    let orders = filled(&db, &orders(12, 40)).await?;
    let plan = admin.explain(orders.find(FindNamed { status: Status::Open }).limit(50)).await?;
    assert!(plan.is_covered() && plan.returned() > 0, "{plan}");
    assert_eq!((plan.indexes(), plan.documents_examined()), (vec!["ix_status"], 0));
    assert!(plan.stages().all(|stage| stage.name != "FETCH"), "{plan}");
    admin.close().await;
    Ok(())
}
