//! Types of the user with the names of std's and ours.

use mongo_runtime::{bson::oid::ObjectId, field::Field, from_slice, to_vec};

#[derive(mongo_runtime::Embedded, Debug, PartialEq)]
struct Option {
    some: i32,
}

#[derive(mongo_runtime::Embedded, Debug, PartialEq)]
struct Vec(i32);

#[derive(mongo_runtime::Embedded, Debug, PartialEq)]
#[mongo(tag = "type")]
enum Result {
    Ok { value: i32 },
    Err,
}

#[derive(mongo_runtime::Embedded, Debug, PartialEq)]
enum String {
    None,
    Some,
}

#[derive(mongo_runtime::Embedded, Debug, PartialEq)]
struct Value<Path> {
    path: Path,
}

#[derive(mongo_runtime::Embedded, Debug, PartialEq)]
struct Shape<P> {
    p: P,
}

#[derive(mongo_runtime::Document, Debug, PartialEq)]
#[mongo(collection = "shadows")]
#[mongo(index(name = "ix_some", keys(option.some, value.path)))]
struct Document {
    #[mongo(id)]
    id: ObjectId,
    option: Option,
    vec: Vec,
    result: Result,
    string: String,
    value: Value<bool>,
    shape: Shape<i64>,
}

fn main() {
    let document = Document {
        id: ObjectId::from_bytes([1; 12]),
        option: Option { some: 1 },
        vec: Vec(2),
        result: Result::Ok { value: 3 },
        string: String::None,
        value: Value { path: true },
        shape: Shape { p: 1 },
    };
    assert_eq!(from_slice::<Document>(&to_vec(&document).unwrap()).unwrap(), document);
    assert_eq!(Document::fields().shape().p().path_name(), "shape.p");
    let _ = (Result::Err, String::Some);
}
