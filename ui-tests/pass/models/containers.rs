//! Sets, maps, tuples, fixed arrays, `Presence`, `Point`, and a tag as the key of a map.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use mongo_runtime::{
    Document, Embedded, Point, Presence,
    bson::{Binary, Timestamp, Uuid, oid::ObjectId, spec::BinarySubtype},
    from_slice, to_vec,
};

#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Day {
    Monday,
    Tuesday,
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "containers")]
#[mongo(index(name = "ix_place", keys(place = "2dsphere")))]
struct Containers {
    #[mongo(id)]
    id: Uuid,
    #[mongo(max_items = 7)]
    set: BTreeSet<Day>,
    #[mongo(max_items = 7)]
    hash_set: HashSet<i32>,
    #[mongo(max_items = 7)]
    queue: VecDeque<i64>,
    #[mongo(max_items = 7)]
    by_day: BTreeMap<Day, i32>,
    #[mongo(max_items = [7, 2], max_len = 10)]
    by_name: HashMap<String, Vec<String>>,
    #[mongo(max_items = [2, 2])]
    matrix: Vec<Vec<f64>>,
    pair: (i32, Option<bool>),
    #[mongo(as = "int_array")]
    rgb: [u8; 3],
    note: Presence<i32>,
    #[mongo(null)]
    nulled: Option<i32>,
    place: Point,
    visited: Option<Point>,
    #[mongo(max_len = 16)]
    bytes: Binary,
    stamp: Timestamp,
    boxed: Box<i32>,
    owner: Option<Box<ObjectId>>,
}

fn main() {
    let containers = Containers {
        id: Uuid::from_bytes([1; 16]),
        set: BTreeSet::from([Day::Tuesday]),
        hash_set: HashSet::from([1]),
        queue: VecDeque::from([1, 2]),
        by_day: BTreeMap::from([(Day::Monday, 1)]),
        by_name: HashMap::from([("a".to_owned(), vec!["b".to_owned()])]),
        matrix: vec![vec![1.0], vec![2.0, 3.0]],
        pair: (1, None),
        rgb: [1, 2, 3],
        note: Presence::Null,
        nulled: None,
        place: Point::new(1.0, 2.0).unwrap(),
        visited: None,
        bytes: Binary { subtype: BinarySubtype::Generic, bytes: vec![1, 2] },
        stamp: Timestamp { time: 1, increment: 2 },
        boxed: Box::new(1),
        owner: None,
    };
    assert_eq!(from_slice::<Containers>(&to_vec(&containers).unwrap()).unwrap(), containers);
}
