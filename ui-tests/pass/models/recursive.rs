//! Recursion with a declared depth, of one type and of two.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

#[derive(Embedded, Debug, PartialEq)]
struct Comment {
    #[mongo(max_len = 100)]
    text: String,
    #[mongo(max_items = 5, max_depth = 3)]
    replies: Vec<Comment>,
}

#[derive(Embedded, Debug, PartialEq)]
struct Node {
    value: i32,
    #[mongo(max_depth = 8)]
    next: Option<Box<Node>>,
}

#[derive(Embedded, Debug, PartialEq)]
#[mongo(tag = "op")]
enum Expression {
    Number {
        value: f64,
    },
    Sum {
        #[mongo(max_depth = 4)]
        left: Box<Expression>,
        #[mongo(max_depth = 4)]
        right: Box<Expression>,
    },
}

#[derive(Embedded, Debug, PartialEq)]
struct Folder {
    #[mongo(max_items = 3)]
    entries: Vec<Entry>,
}

#[derive(Embedded, Debug, PartialEq)]
struct Entry {
    #[mongo(max_len = 20)]
    name: String,
    #[mongo(max_depth = 3)]
    folder: Option<Folder>,
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "pages")]
struct Page {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_items = 5)]
    comments: Vec<Comment>,
    list: Node,
    formula: Expression,
    root: Folder,
}

fn main() {
    let number = |value| Box::new(Expression::Number { value });
    let reply = Comment { text: "yes".to_owned(), replies: Vec::new() };
    let page = Page {
        id: ObjectId::from_bytes([1; 12]),
        comments: vec![Comment { text: "well".to_owned(), replies: vec![reply] }],
        list: Node { value: 1, next: Some(Box::new(Node { value: 2, next: None })) },
        formula: Expression::Sum { left: number(1.0), right: number(2.0) },
        root: Folder { entries: vec![Entry { name: "a".to_owned(), folder: None }] },
    };
    assert_eq!(from_slice::<Page>(&to_vec(&page).unwrap()).unwrap(), page);
}
