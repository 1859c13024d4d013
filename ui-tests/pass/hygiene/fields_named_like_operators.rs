//! Fields that are named like operators, like our own methods, and like keywords.

use mongo_runtime::{
    Document, Embedded, bson::oid::ObjectId, field::Field, filter::FilterField, from_slice, to_vec,
    update::UpdateField,
};

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Names {
    eq: i32,
    set: i32,
    inc: i32,
    each: i32,
    path_name: i32,
    at_path: i32,
    clone: i32,
    fields: i32,
    to: i32,
    fmt: i32,
    into: i32,
    r#type: i32,
    r#match: i32,
    r#async: i32,
    out: i32,
    input: i32,
    scope: i32,
    value: i32,
    element_type: i32,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "names")]
#[mongo(index(name = "ix_eq", keys(eq, names.set, names.r#type, names.each)))]
struct Named {
    #[mongo(id)]
    id: ObjectId,
    names: Names,
    eq: i32,
    name: i32,
    len: i32,
    id_of: i32,
    decode: i32,
    encode: i32,
    encoded_len: i32,
    is_absent: i32,
    #[mongo(max_items = 3)]
    push: Vec<i32>,
}

fn main() {
    let names = Names {
        eq: 1,
        set: 2,
        inc: 3,
        each: 4,
        path_name: 5,
        at_path: 6,
        clone: 7,
        fields: 8,
        to: 9,
        fmt: 10,
        into: 11,
        r#type: 12,
        r#match: 13,
        r#async: 14,
        out: 15,
        input: 16,
        scope: 17,
        value: 18,
        element_type: 19,
    };
    let named = Named {
        id: ObjectId::from_bytes([1; 12]),
        names,
        eq: 1,
        name: 2,
        len: 3,
        id_of: 4,
        decode: 5,
        encode: 6,
        encoded_len: 7,
        is_absent: 8,
        push: vec![1],
    };
    assert_eq!(from_slice::<Named>(&to_vec(&named).unwrap()).unwrap(), named);
    assert_eq!(Named::fields().names().r#type().path_name(), "names.type");
    assert_eq!(Named::DECLARATION.indexes[0].keys[2].path, "names.type");
    // The field hides the operator on its parent only.
    assert!(FilterField::eq(Named::fields().names().eq(), 1).render().is_ok());
    assert!(UpdateField::push(Named::fields().push(), 2).render().is_ok());
}
