//! Typed ids of every kind, from the insert to the reference.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    catalog,
    error::{Error, Kind},
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::config;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: Id<Self>,
    customer: Id<Customer, i64>,
    coupon: Option<Id<Coupon, String>>,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "customers")]
struct Customer {
    #[mongo(id)]
    id: Id<Self, i64>,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "coupons")]
struct Coupon {
    #[mongo(id)]
    id: Id<Self, String>,
}

catalog! { Shop: documents(Order, Customer, Coupon) }

#[mongo_testkit::test]
async fn ids_of_every_type_lead_to_their_document(db: TestDb) -> Result<(), Error> {
    let store = Store::<Shop>::connect(config(&db)).await?;
    let customer = Customer { id: 7.into() };
    let coupons = ["0123456789abcdef01234567", "x"].map(|id| Coupon { id: id.to_owned().into() });
    let order = Order { id: Id::new(), customer: customer.id, coupon: Some(coupons[0].id.clone()) };
    store.collection::<Customer>().insert_one(&customer).await?;
    store.collection::<Coupon>().insert_many(&coupons).await?;
    store.collection::<Order>().insert_one(&order).await?;

    let raw = |name| db.database().collection::<BsonDocument>(name);
    let mut stored = Vec::new();
    for (name, filter) in [
        ("coupons", doc! { "_id": "0123456789abcdef01234567" }),
        ("coupons", doc! { "_id": "x" }),
        ("customers", doc! { "_id": { "$type": "long" } }),
        ("orders", doc! { "_id": order.id.inner(), "customer": 7_i64 }),
    ] {
        stored.push(raw(name).find_one(filter).await.unwrap().is_some());
    }
    assert_eq!(stored, [true; 4]);

    let of_customer = Order::fields().customer().eq(customer.id);
    let orders = store.collection::<Order>();
    assert_eq!(orders.find_one(of_customer).await?.as_ref(), Some(&order));
    assert_eq!(orders.find_one(by_id(order.id)).await?.as_ref(), Some(&order));
    let other = Order::fields().customer().set(Id::from(8));
    assert_eq!(orders.update_one(by_id(&order.id), other).await?.matched(), 1);
    let [looks_like_hex, _] = coupons;
    let found = store.collection::<Coupon>().find_one(by_id(&looks_like_hex.id)).await?;
    assert_eq!(found, Some(looks_like_hex));
    store.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn an_id_of_another_type_is_an_error_with_its_path(db: TestDb) -> Result<(), Error> {
    let store = Store::<Shop>::connect(config(&db)).await?;
    let digits = "0123456789abcdef01234567";
    let orders = db.database().collection::<BsonDocument>("orders");
    for id in [Bson::from(digits), Bson::from(1_i64)] {
        orders.insert_one(doc! { "_id": id, "customer": 7_i64 }).await.unwrap();
    }
    let found = store.collection::<Order>().find(AllDocuments).limit(10).await?.collect().await;
    let error = found.unwrap_err();
    assert_eq!(error.kind(), Kind::Decode);
    let text = error.to_string();
    assert!(text.contains("`Order._id`: expected objectId, found string"), "{text}");
    assert!(!text.contains(digits), "{text}");
    store.close().await;
    Ok(())
}
