//! Arrays, sets, tuples and maps.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use mongo_runtime::Embedded;

use crate::support::{golden, one, read, read_error, write_error};

#[test]
fn an_array_over_its_bound_is_refused_on_write_and_read() {
    one!(#[mongo(max_items = 1, max_len = 2)] Vec<String>);
    assert_eq!(
        write_error(&One::of(vec![String::new(), String::new()])),
        "`One.v`: 2 items are over the declared `max_items = 1`"
    );
    let error = write_error(&One::of(vec!["äöü".into()]));
    assert_eq!(error, "`One.v`: 3 code points are over the declared `max_len = 2`");
    golden(&One::of(vec!["äö".into()]), "04 11000000 02 3000 05000000 c3a4c3b6 00 00");
    let long = read::<One>("04 15000000 02 3000 01000000 00 02 3100 01000000 00 00")
        .expect("what others wrote is read");
    assert_eq!(long.v.len(), 2);
}

#[test]
fn a_set_is_an_array_without_equal_elements() {
    one!(#[mongo(max_items = 3)] BTreeSet<i32>);
    golden(&One::of([2, 1].into()), "04 13000000 10 3000 01000000 10 3100 02000000 00");
    let error = read_error::<One>("04 13000000 10 3000 01000000 10 3100 01000000 00");
    assert_eq!(error, "`One.v[1]`: expected a set, found an element twice");
}

#[test]
fn a_fixed_array_has_exactly_its_length() {
    one!([i32; 2]);
    golden(&One::of([1, 2]), "04 13000000 10 3000 01000000 10 3100 02000000 00");
    assert_eq!(read_error::<One>("04 0500000000"), "`One.v`: expected an array of exactly 2");
    let long = "04 1a000000 10 3000 01000000 10 3100 02000000 10 3200 03000000 00";
    assert_eq!(read_error::<One>(long), "`One.v`: expected an array of exactly 2");
}

#[test]
fn a_tuple_is_an_array_of_its_types() {
    one!((i32, bool));
    golden(&One::of((1, true)), "04 10000000 10 3000 01000000 08 3100 01 00");
    assert_eq!(
        read_error::<One>("04 13000000 10 3000 01000000 10 3100 02000000 00"),
        "`One.v[1]`: expected bool, found int32"
    );
    assert_eq!(read_error::<One>("04 0500000000"), "`One.v`: expected an array of exactly 2");
}

#[test]
fn a_map_is_a_document_whose_keys_a_path_can_lead_to() {
    one!(#[mongo(max_items = 2, max_len = 8)] BTreeMap<String, i32>);
    golden(&One::of([("k".into(), 1)].into()), "03 0c000000106b000100000000");
    for (key, why) in [
        ("a.b.c", "`One.v`: the map key has a `.`"),
        ("$a", "`One.v`: the map key starts with `$`"),
        ("a\0b", "`One.v`: the map key has a NUL"),
        ("", "`One.v`: the map key is empty"),
    ] {
        assert_eq!(write_error(&One::of([(key.into(), 1)].into())), why);
    }
    assert!(
        write_error(&One::of((0..3).map(|n| (n.to_string(), n)).collect())).contains("3 items")
    );
    assert!(write_error(&One::of([("k".repeat(9), 1)].into())).contains("9 code points"));
    let twice = "03 13000000 10 6b00 01000000 10 6b00 02000000 00";
    assert_eq!(read_error::<One>(twice), "`One.v.{?}`: the document has this key twice");
}

#[test]
fn a_key_twice_in_a_map_of_documents_is_named_at_the_key() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct Inner {
        n: i32,
    }
    one!(#[mongo(max_items = 2)] BTreeMap<String, Inner>);
    let twice =
        "03 23000000 03 6b00 0c000000 10 6e00 01000000 00 03 6b00 0c000000 10 6e00 01000000 00 00";
    assert_eq!(read_error::<One>(twice), "`One.v.{?}`: the document has this key twice");
}

#[test]
fn an_enum_is_a_key_of_a_map() {
    #[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    #[mongo(rename_all = "lowercase")]
    enum Size {
        Small,
        Large,
    }
    one!(#[mongo(max_items = 2)] BTreeMap<Size, i32>);
    golden(&One::of([(Size::Large, 1)].into()), "03 10000000106c61726765000100000000");
    assert_eq!(
        read_error::<One>("03 0c000000106b000100000000"),
        "`One.v.{?}`: the key is not one of the map's key type"
    );
}
