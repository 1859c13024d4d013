//! Sets, maps and optional values: equal ones are stored as equal bytes, and what is written is read.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt,
    str::FromStr,
    time::{Duration, SystemTime},
};

use mongo_runtime::{Embedded, prelude::*, to_vec};

use crate::support::{golden, one, write_error};

const ALIKE: &str =
    "two elements of the set are equal as they are stored, and it could not be read any more";

#[test]
fn a_set_whose_elements_are_stored_alike_is_refused() {
    let time = |nanos| SystemTime::UNIX_EPOCH + Duration::from_nanos(nanos);
    {
        one!(#[mongo(as = "date_ms", max_items = 5)] BTreeSet<SystemTime>);
        assert_eq!(write_error(&One::of([time(1), time(2)].into())), format!("`One.v`: {ALIKE}"));
        golden(
            &One::of([time(0), time(1_000_000)].into()),
            "04 1b000000 09 3000 0000000000000000 09 3100 0100000000000000 00",
        );
    }
    {
        one!(#[mongo(as = "millis", max_items = 5)] HashSet<Duration>);
        let both = [Duration::from_nanos(1), Duration::from_nanos(2)];
        assert_eq!(write_error(&One::of(both.into())), format!("`One.v`: {ALIKE}"));
    }
    #[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Event {
        #[mongo(as = "date_ms")]
        at: SystemTime,
        name: String,
    }
    let event = |nanos, name: &str| Event { at: time(nanos), name: name.into() };
    one!(#[mongo(max_items = 5)] BTreeSet<Event>);
    let alike = [event(1, "a"), event(2, "b"), event(3, "a")];
    assert_eq!(write_error(&One::of(alike.into())), format!("`One.v`: {ALIKE}"));
    let distinct = One::of([event(1, "a"), event(2, "b")].into());
    assert!(to_vec(&distinct).is_ok());
}

/// A word that is shown in lower case, whatever it is: several words have one text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Word(&'static str);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_lowercase())
    }
}

impl FromStr for Word {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        ["tea", "rum"].into_iter().find(|word| *word == text).map(Self).ok_or(())
    }
}

#[test]
fn a_map_whose_keys_have_one_text_or_one_that_is_not_read_is_refused() {
    const ONE_TEXT: &str =
        "the map key has the text of another key of the map, and it could not be read any more";
    const NO_TEXT: &str = "the map key has no text that is read back as this key";
    let key = |word| TextKey::new(Word(word));
    {
        one!(#[mongo(max_items = 5)] BTreeMap<TextKey<Word>, i32>);
        let alike = [(key("Tea"), 1), (key("tea"), 2)];
        assert_eq!(write_error(&One::of(alike.into())), format!("`One.v`: {ONE_TEXT}"));
        let unread = [(key("Gin"), 1)];
        assert_eq!(write_error(&One::of(unread.into())), format!("`One.v`: {NO_TEXT}"));
        let distinct = One::of([(key("tea"), 1), (key("rum"), 2)].into());
        golden(&distinct, "03 17000000 10 72756d00 02000000 10 74656100 01000000 00");
    }
    one!(#[mongo(max_items = 5)] HashMap<TextKey<Word>, i32>);
    let alike = [(key("Tea"), 1), (key("tea"), 2)];
    assert_eq!(write_error(&One::of(alike.into())), format!("`One.v`: {ONE_TEXT}"));
}

#[test]
fn equal_hash_maps_and_sets_are_equal_bytes() {
    {
        one!(#[mongo(max_items = 500)] HashMap<String, i32>);
        let map = || One::of((0..300).map(|n| (format!("k{n}"), n)).collect());
        assert_eq!(to_vec(&map()), to_vec(&map()));
        let f = One::fields();
        assert_eq!(f.v().eq(map().v), f.v().eq(map().v));
        golden(
            &One::of([("b".into(), 2), ("a".into(), 1)].into()),
            "03 13000000 10 6100 01000000 10 6200 02000000 00",
        );
    }
    {
        one!(#[mongo(max_items = 500)] HashSet<String>);
        let set = || One::of((0..300).map(|n| format!("{n}")).collect());
        assert_eq!(to_vec(&set()), to_vec(&set()));
        let bytes = to_vec(&set()).expect("encodable");
        assert_eq!(mongo_runtime::from_slice(&bytes), Ok(set()));
    }
    one!(#[mongo(max_items = [9, 9])] BTreeMap<String, HashSet<i32>>);
    golden(
        &One::of([("k".into(), HashSet::from([2, 1]))].into()),
        "03 1b000000 04 6b00 13000000 10 3000 01000000 10 3100 02000000 00 00",
    );
}

#[test]
fn a_recursive_hash_set_is_written_once_a_level() {
    #[derive(Embedded, Debug, Clone, PartialEq, Eq, Hash)]
    struct Node {
        #[mongo(max_depth = 40)]
        below: Nodes,
    }
    #[derive(Embedded, Debug, Clone, PartialEq, Eq)]
    #[mongo(transparent)]
    struct Nodes {
        #[mongo(max_items = 1)]
        all: HashSet<Node>,
    }
    impl std::hash::Hash for Nodes {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.all.len().hash(state);
        }
    }
    one!(Node);
    let leaf = Node { below: Nodes { all: HashSet::new() } };
    let node = (0..40).fold(leaf, |node, _| Node { below: Nodes { all: HashSet::from([node]) } });
    let deep = One::of(node);
    let bytes = to_vec(&deep).expect("within its depth");
    assert_eq!(mongo_runtime::from_slice(&bytes), Ok(deep));
}

#[test]
fn none_in_a_map_is_null_as_in_an_array() {
    one!(#[mongo(max_items = 3)] BTreeMap<String, Option<i32>>);
    golden(
        &One::of([("a".into(), None), ("b".into(), Some(1))].into()),
        "03 0f000000 0a 6100 10 6200 01000000 00",
    );
}
