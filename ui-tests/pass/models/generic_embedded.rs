//! Generic embedded types: structs, newtypes, enums, with bounds and defaults of their own.

use std::fmt::Debug;

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, field::Field, from_slice, to_vec};

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Page<T> {
    first: T,
    last: Option<T>,
    #[mongo(max_items = 3)]
    rest: Vec<T>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Pair<A: Debug, B = i64>
where
    B: Clone,
{
    a: A,
    b: B,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Tagged<T>(T);

/// A generic recursion, which `Tree<Tree<i32>>` is not a level of.
#[derive(Embedded, Debug, Clone, PartialEq)]
struct Tree<T> {
    value: T,
    #[mongo(max_items = 2, max_depth = 2)]
    below: Vec<Tree<T>>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Fixed<const N: usize> {
    values: [i32; N],
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Two<T, U = Fixed<2>> {
    one: T,
    two: U,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "kind")]
enum Outcome<T> {
    Good { value: T },
    Bad { code: i32 },
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "pages")]
#[mongo(index(name = "ix_first", keys(numbers.first, pair.a)))]
struct Stored {
    #[mongo(id)]
    id: ObjectId,
    numbers: Page<i32>,
    pages: Page<Page<bool>>,
    pair: Pair<i32>,
    tagged: Tagged<Option<i64>>,
    outcome: Outcome<Tagged<f64>>,
    outcomes: Outcome<Outcome<i32>>,
    tree: Tree<Tree<i32>>,
    two: Two<Two<Fixed<1>>>,
}

fn leaf(value: i32) -> Tree<i32> {
    Tree { value, below: Vec::new() }
}

fn main() {
    let page = Page { first: true, last: None, rest: vec![false] };
    let stored = Stored {
        id: ObjectId::from_bytes([1; 12]),
        numbers: Page { first: 1, last: Some(2), rest: Vec::new() },
        pages: Page { first: page.clone(), last: None, rest: vec![page] },
        pair: Pair { a: 1, b: 2 },
        tagged: Tagged(None),
        outcome: Outcome::Good { value: Tagged(0.5) },
        outcomes: Outcome::Good { value: Outcome::Bad { code: 1 } },
        tree: Tree { value: leaf(1), below: vec![Tree { value: leaf(2), below: Vec::new() }] },
        two: Two {
            one: Two { one: Fixed { values: [1] }, two: Fixed { values: [2, 3] } },
            two: Fixed { values: [4, 5] },
        },
    };
    assert_eq!(from_slice::<Stored>(&to_vec(&stored).unwrap()).unwrap(), stored);
    assert_eq!(Stored::fields().pages().rest().each().last().path_name(), "pages.rest.last");
}
