//! Recursions.

use std::collections::BTreeMap;

use mongo_runtime::prelude::*;

/// Recursions through each container.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "forests", max_size = "15 MiB")]
pub(crate) struct Forest {
    #[mongo(id)]
    id: i32,
    list: List,
    tree: Tree,
    graph: Graph,
    deep: Deep,
    step: Option<Step>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct List {
    n: i32,
    #[mongo(max_depth = 2)]
    next: Option<Box<Self>>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Tree {
    n: i32,
    #[mongo(max_depth = 2, max_items = 2)]
    below: Vec<Self>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Graph {
    n: i32,
    #[mongo(max_depth = 2, max_items = 2, max_len = 4)]
    named: BTreeMap<String, Self>,
}

/// Deeper than a schema is unrolled.
#[derive(Embedded, Debug, Clone, PartialEq)]
struct Deep {
    n: i32,
    #[mongo(max_depth = 30)]
    next: Option<Box<Self>>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
enum Step {
    Last {
        n: i32,
    },
    More {
        #[mongo(max_depth = 2)]
        then: Box<Self>,
    },
}

pub(super) fn forest() -> Forest {
    let leaf = Tree { n: 1, below: vec![] };
    let point = Graph { n: 1, named: BTreeMap::new() };
    Forest {
        id: 1,
        list: List { n: 1, next: Some(Box::new(List { n: 2, next: None })) },
        tree: Tree { n: 1, below: vec![leaf] },
        graph: Graph { n: 1, named: [("a".to_owned(), point)].into() },
        deep: Deep { n: 1, next: None },
        step: Some(Step::More { then: Box::new(Step::Last { n: 1 }) }),
    }
}
