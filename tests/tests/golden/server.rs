//! The same bytes through the store, to a real server and back.

use mongo_runtime::{
    bson::{RawDocumentBuf, doc},
    catalog::{Catalog, Lists},
    db::{Store, StoreConfig},
    document::Declaration,
    to_vec,
};
use mongo_testkit::TestDb;

use crate::cases::{Golden, with_every_case};

/// The cases share one collection, which a catalog made by `catalog!` would refuse.
impl Catalog for Golden {
    const DOCUMENTS: &'static [&'static Declaration] = &[];
}

macro_rules! listed {
    ($($name:ident)*) => { $(
        impl Lists<crate::cases::$name::One> for Golden {}
    )* };
}

with_every_case!(listed);

#[mongo_testkit::test]
async fn every_representation_comes_back_from_the_server_byte_for_byte(db: TestDb) {
    let store = Store::<Golden>::connect(StoreConfig::new(db.uri(), db.name()))
        .await
        .expect("the server runs");
    let raw = db.database().collection::<RawDocumentBuf>("golden");
    let mut n_cases = 0;
    macro_rules! round_trips {
        ($($name:ident)*) => { $({
            let collection = store.collection::<crate::cases::$name::One>();
            let document = crate::cases::$name::value();
            collection.insert_one(&document).await.expect("the server takes it");
            let stored = raw.find_one(doc! { "_id": stringify!($name) }).await.expect("the server runs").expect("it is stored");
            let bytes = to_vec(&document).expect("encodes");
            assert_eq!(stored.as_bytes(), bytes, "{}", stringify!($name));
            crate::cases::$name::assert_decodes(stored.as_bytes());
            n_cases += 1;
        })* };
    }
    with_every_case!(round_trips);
    assert_eq!(n_cases, crate::cases::CASES.len());
    store.close().await;
}
