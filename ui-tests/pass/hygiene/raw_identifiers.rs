//! Raw identifiers are stored without their prefix.

use mongo_runtime::{Document, Embedded, bson::oid::ObjectId, from_slice, to_vec};

#[derive(Embedded, Debug, PartialEq)]
#[allow(non_camel_case_types)]
enum r#enum {
    r#match,
    r#fn,
}

#[derive(Embedded, Debug, PartialEq)]
#[mongo(tag = "type")]
#[allow(non_camel_case_types)]
enum r#union {
    r#struct { r#in: i32 },
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "raw")]
#[mongo(index(name = "ix_type", keys(r#type, r#loop)))]
#[allow(non_camel_case_types)]
struct r#trait {
    #[mongo(id)]
    r#id: ObjectId,
    r#type: i32,
    r#loop: i64,
    r#dyn: r#enum,
    r#box: r#union,
}

fn main() {
    let raw = r#trait {
        id: ObjectId::from_bytes([1; 12]),
        r#type: 1,
        r#loop: 2,
        r#dyn: r#enum::r#match,
        r#box: r#union::r#struct { r#in: 3 },
    };
    assert_eq!(from_slice::<r#trait>(&to_vec(&raw).unwrap()).unwrap(), raw);
    let names: Vec<_> = r#trait::DECLARATION.shape.fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["_id", "type", "loop", "dyn", "box"]);
    assert_ne!(raw.r#dyn, r#enum::r#fn);
}
