//! Keys of maps that are numbers, addresses, or what a user typed.

use std::{collections::BTreeMap, net::IpAddr};

use mongo_runtime::{TextKey, bson::doc, prelude::*};
use mongo_testkit::TestDb;

use crate::support::{assert_not_sent, collection, stored};

/// A key with a dot becomes a path, and the map a tree.
#[mongo_testkit::test]
async fn a_key_with_a_dot_is_refused_or_escaped_and_never_split(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "maps")]
    struct Plain {
        #[mongo(id)]
        id: i32,
        #[mongo(max_items = 3)]
        labels: BTreeMap<String, i32>,
    }
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "maps")]
    struct Escaped {
        #[mongo(id)]
        id: i32,
        #[mongo(max_items = 4, max_len = 40)]
        labels: BTreeMap<TextKey<String>, i32>,
    }
    let (plain, escaped) = (collection::<Plain>(&db).await, collection::<Escaped>(&db).await);
    for key in ["a.b.c", "field.name", "$set", ""] {
        let labels = BTreeMap::from([(key.to_owned(), 1)]);
        let error = plain.insert_one(&Plain { id: 1, labels: labels.clone() }).await;
        assert_not_sent(&error.expect_err("is no key"), "`Plain.labels`: the map key ");
        let set = Plain::fields().labels().set(labels);
        let error = plain.update_one(by_id(1), set).await;
        assert_not_sent(&error.expect_err("is no key"), "the map key ");
    }
    let labels: BTreeMap<_, _> =
        ["a.b.c", "$set", "", "plain"].map(|key| (TextKey::new(key.to_owned()), 1)).into();
    let written = Escaped { id: 2, labels };
    escaped.insert_one(&written).await.expect("is stored");
    let keys = doc! { "%": 1, "%24set": 1, "a%2Eb%2Ec": 1, "plain": 1 };
    assert_eq!(stored::<Escaped>(&db, 2).await, doc! { "_id": 2, "labels": keys.clone() });
    let set = Escaped::fields().labels().set(&written.labels);
    assert_eq!(escaped.update_one(by_id(2), set).await.expect("is done").matched(), 1);
    assert_eq!(stored::<Escaped>(&db, 2).await, doc! { "_id": 2, "labels": keys });
    assert_eq!(escaped.find_one(by_id(2)).await.expect("is read"), Some(written));
}

/// Works through one path of a library and fails through the other: integers, characters, addresses.
#[mongo_testkit::test]
async fn a_key_that_has_a_text_comes_back_as_what_it_was(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "maps")]
    struct Hits {
        #[mongo(id)]
        id: i32,
        #[mongo(max_items = 3)]
        by_address: BTreeMap<TextKey<IpAddr>, i32>,
        #[mongo(max_items = 3)]
        by_number: BTreeMap<TextKey<u32>, i32>,
        #[mongo(max_items = 3)]
        by_letter: BTreeMap<TextKey<char>, i32>,
    }
    let hits = collection::<Hits>(&db).await;
    let written = Hits {
        id: 1,
        by_address: [(TextKey::new(IpAddr::from([127, 0, 0, 1])), 1)].into(),
        by_number: [(TextKey::new(10), 1), (TextKey::new(9), 2)].into(),
        by_letter: [(TextKey::new('.'), 1)].into(),
    };
    hits.insert_one(&written).await.expect("is stored");
    assert_eq!(
        stored::<Hits>(&db, 1).await,
        doc! {
            "_id": 1, "by_address": { "127%2E0%2E0%2E1": 1 }, "by_number": { "9": 2, "10": 1 }, "by_letter": { "%2E": 1 },
        }
    );
    assert_eq!(hits.find_one(by_id(1)).await.expect("is read"), Some(written));
}
