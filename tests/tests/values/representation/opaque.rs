//! Values that are kept and not looked into.

use mongo_runtime::{
    bson::{self, Bson},
    from_slice, to_vec,
};

use crate::support::{one, write_error};

#[test]
fn opaque_values_keep_every_bson_type() {
    one!(
        #[mongo(opaque)]
        Bson
    );
    for (_, value) in mongo_tests::samples::every_bson_type() {
        let bytes = to_vec(&One::of(value.clone())).expect("encodable");
        let theirs = bson::doc! { "_id": 1, "v": value };
        assert_eq!(bytes, theirs.to_vec().expect("encodable"));
        assert_eq!(to_vec(&from_slice::<One>(&bytes).expect("readable")), Ok(bytes));
    }
}

#[test]
fn an_opaque_key_with_nul_is_refused_before_it_is_sent() {
    one!(
        #[mongo(opaque)]
        bson::Document
    );
    assert_eq!(
        write_error(&One::of(bson::doc! { "a\0b": 1 })),
        "`One.v`: the value can't be written as BSON"
    );
}

#[test]
fn what_looks_like_extended_json_stays_a_document() {
    one!(
        #[mongo(opaque)]
        bson::Document
    );
    for document in [
        bson::doc! { "$oid": "00112233445566778899aabb" },
        bson::doc! { "$numberLong": "1" },
        bson::doc! { "$date": { "$numberLong": "1" } },
    ] {
        let bytes = to_vec(&One::of(document.clone())).expect("encodable");
        assert_eq!(from_slice::<One>(&bytes).expect("readable").v, document);
    }
}

#[test]
fn long_keys_and_long_text_are_kept() {
    one!(
        #[mongo(opaque)]
        bson::Document
    );
    let long =
        One::of(bson::doc! { "k".repeat(1 << 20): "x".repeat(12 << 20), "empty": {}, "none": [] });
    assert_eq!(from_slice::<One>(&to_vec(&long).expect("encodable")).as_ref(), Ok(&long));
}
