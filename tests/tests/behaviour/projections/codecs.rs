//! Each representation is the one that the document's field has.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, RawDocumentBuf},
    catalog,
    db::Store,
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::{
    model::{Color, Kept, Kinds, Lists, Maps, Named, Node, Optional, Pair, Score, Sku},
    samples,
};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::{Duration, SystemTime},
};

use super::Done;
use crate::support::config;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "wholes", max_size = "15 MiB")]
struct Whole {
    #[mongo(id)]
    id: i32,
    optional: Optional,
    lists: Lists,
    maps: Maps,
    named: Named,
    kinds: Kinds,
    kept: Kept,
    tree: Node,
    place: Option<Point>,
}

catalog! { Wholes: documents(Whole) }

/// A projection of every field that `Whole` has in its documents, and the same out of a whole one.
macro_rules! part {
    ($name:ident: $($outer:ident { $($field:ident: $ty:ty),* $(,)? })*) => {
        #[derive(Projection, Debug, PartialEq)]
        #[mongo(document = Whole)]
        struct $name {
            $($(
                #[mongo(path = $outer.$field)]
                $field: $ty,
            )*)*
        }

        impl $name {
            fn of(whole: &Whole) -> Self {
                Self { $($($field: whole.$outer.$field.clone(),)*)* }
            }
        }
    };
}

part! { Many:
    optional {
        option: Option<i32>,
        null: Option<String>,
        presence: Presence<i64>,
        boxed: Option<Box<mongo_tests::model::Line>>,
        list: Option<Vec<i32>>,
    }
    lists {
        nested: Vec<Vec<String>>,
        holes: Vec<Option<bool>>,
        deque: VecDeque<DateTime>,
        set: BTreeSet<i64>,
        fixed: [f64; 3],
        triple: (bool, Option<i64>, mongo_tests::model::Line),
    }
    maps {
        by_text: BTreeMap<String, i32>,
        by_color: BTreeMap<Color, mongo_tests::model::Line>,
        by_sku: BTreeMap<Sku, Vec<i64>>,
    }
    named {
        checked: u64,
        decimal: i128,
        padded: u64,
        padded_wide: Option<u128>,
        float: f32,
        time: SystemTime,
        duration: Duration,
        bytes: Vec<u8>,
        int_array: Vec<u8>,
    }
    kinds {
        color: Color,
        payment: mongo_tests::model::Payment,
        sku: Sku,
        score: Score,
        pair: Pair<i32>,
    }
    kept {
        value: Bson,
        raw: RawDocumentBuf,
        maybe: Option<BsonDocument>,
    }
    tree {
        name: String,
        children: Vec<Node>,
    }
}

#[mongo_testkit::test]
async fn each_representation_is_read_as_in_the_whole_document(db: TestDb) -> Done {
    let store: Store<Wholes> = Store::connect(config(&db)).await?;
    let wholes = store.collection::<Whole>();
    for (id, sample) in [samples::full(), samples::empty()].into_iter().enumerate() {
        let whole = Whole {
            id: id as i32,
            optional: sample.optional,
            lists: sample.lists,
            maps: sample.maps,
            named: sample.named,
            kinds: sample.kinds,
            kept: sample.kept,
            tree: sample.tree,
            place: sample.place,
        };
        wholes.insert_one(&whole).await?;
        let found = wholes.find_one(Whole::fields().id().eq(whole.id)).project::<Many>().await?;
        // As text: a NaN equals nothing.
        assert_eq!(format!("{found:?}"), format!("{:?}", Some(Many::of(&whole))));
    }
    Ok(())
}
