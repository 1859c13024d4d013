//! Bounds that a type declares itself, and bounds of whole values.

use std::collections::{BTreeMap, HashMap};

use mongo_runtime::{
    Embedded,
    bson::{self, Bson},
    prelude::*,
};

use crate::support::{golden, one, write_error};

#[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sku(#[mongo(max_len = 3)] String);

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Tags(#[mongo(max_items = 2)] Vec<String>);

fn long() -> Sku {
    Sku("toolong".into())
}

const LONG: &str = "7 code points are over the declared `max_len = 3`";

#[test]
fn the_bounds_of_a_newtype_hold_wherever_it_is() {
    {
        one!(Sku);
        assert_eq!(write_error(&One::of(long())), format!("`One.v`: {LONG}"));
    }
    {
        one!(Tags);
        let tags = Tags(vec![String::new(); 3]);
        assert_eq!(
            write_error(&One::of(tags)),
            "`One.v`: 3 items are over the declared `max_items = 2`"
        );
    }
    {
        one!(#[mongo(max_items = 5)] Vec<Sku>);
        assert_eq!(
            write_error(&One::of(vec![Sku("a".into()), long()])),
            format!("`One.v[1]`: {LONG}")
        );
    }
    {
        one!(Option<Sku>);
        assert_eq!(write_error(&One::of(Some(long()))), format!("`One.v`: {LONG}"));
    }
    {
        one!((Sku, i32));
        assert_eq!(write_error(&One::of((long(), 1))), format!("`One.v[0]`: {LONG}"));
    }
    one!(#[mongo(max_items = 5)] BTreeMap<String, Sku>);
    assert_eq!(
        write_error(&One::of([("k".into(), long())].into())),
        format!("`One.v.{{?}}`: {LONG}")
    );
}

#[test]
fn the_bounds_of_the_type_of_a_key_hold() {
    {
        one!(#[mongo(max_items = 5)] BTreeMap<Sku, i32>);
        assert_eq!(write_error(&One::of([(long(), 1)].into())), format!("`One.v.{{?}}`: {LONG}"));
    }
    one!(#[mongo(max_items = 5, max_len = 50)] HashMap<Sku, i32>);
    assert_eq!(write_error(&One::of([(long(), 1)].into())), format!("`One.v`: {LONG}"));
}

#[test]
fn the_bound_of_the_type_of_a_key_proves_the_size() {
    #[derive(Document)]
    #[mongo(collection = "stocks", proven)]
    struct Stock {
        #[mongo(id)]
        id: i32,
        #[mongo(max_items = 2)]
        counts: BTreeMap<Sku, i32>,
    }
    assert_eq!(Stock::DECLARATION.shape.worst.unbounded, None);
}

#[test]
fn the_bounds_of_a_field_and_of_its_type_hold_both() {
    one!(
        #[mongo(max_len = 5)]
        Tags
    );
    assert_eq!(
        write_error(&One::of(Tags(vec!["toolong".into()]))),
        "`One.v`: 7 code points are over the declared `max_len = 5`"
    );
    let push = One::fields().v().push("a".to_owned()).render().expect("in bounds");
    assert_eq!(push.guards.len(), 1, "a full array is not pushed to: {push:?}");
    let set = One::fields().v().set(Tags(vec!["a".into(); 3])).render().expect_err("over");
    assert_eq!(set.to_string(), "`v`: 3 items are over the declared `max_items = 2`");
}

#[test]
fn max_bytes_bounds_what_a_value_takes_as_it_is_stored() {
    one!(
        #[mongo(opaque, max_bytes = "20 B")]
        bson::Document
    );
    golden(&One::of(bson::doc! { "a": 1 }), "03 0c000000 10 6100 01000000 00");
    let over = "31 encoded bytes are over the declared `max_bytes = 20`";
    let large = bson::doc! { "a": Bson::String("x".repeat(18)) };
    assert_eq!(write_error(&One::of(large)), format!("`One.v`: {over}"));
}
