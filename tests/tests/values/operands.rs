//! A filter and an update hold exactly what an insert stores.

use mongo_runtime::{
    Revision,
    bson::{self, Bson},
    filter::FilterField as _,
    to_vec,
    update::UpdateField as _,
};
use mongo_tests::model::Everything;
use proptest::prelude::*;

use crate::strategies;

/// What a rendered filter compares the path with, and what is stored at the path, as bytes.
#[track_caller]
fn assert_stored(stored: &bson::Document, rendered: &bson::Document, path: &str) {
    let operand = rendered.get(path).unwrap_or_else(|| panic!("`{path}` in {rendered}"));
    // What could be taken for an operator stands behind `$eq`.
    let operand = operand.as_document().and_then(|document| document.get("$eq")).unwrap_or(operand);
    let mut value = &Bson::Document(stored.clone());
    for key in path.split('.') {
        value = value
            .as_document()
            .and_then(|document| document.get(key))
            .unwrap_or_else(|| panic!("`{path}` is stored"));
    }
    let bytes = |value: &Bson| bson::doc! { "v": value.clone() }.to_vec().expect("encodable");
    assert_eq!(bytes(operand), bytes(value), "{path}");
}

/// Checks fields by their Rust path.
macro_rules! check_fields {
    ($value:ident, $stored:ident: $($($field:ident).+;)*) => { $({
        let filter = check_fields!(@field $($field).+).eq(&$value.$($field).+).render().expect("a filter");
        assert_stored(&$stored, &filter, check_fields!(@name $($field).+));
        let update = check_fields!(@field $($field).+).set(&$value.$($field).+).render().expect("an update").update;
        let set = update.get_document("$set").expect("a set");
        assert_stored(&$stored, set, check_fields!(@name $($field).+));
    })* };
    (@field $($field:ident).+) => { Everything::fields()$(.$field())+ };
    (@name $($field:ident).+) => {{
        use mongo_runtime::field::Field as _;
        check_fields!(@field $($field).+).path_name()
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_operand_is_what_an_insert_stores(value in strategies::everything()) {
        let stored = bson::Document::from_reader(to_vec(&value).expect("in bounds").as_slice()).expect("a document");
        check_fields!(value, stored:
            scalars;
            scalars.double; scalars.string; scalars.short_string; scalars.binary; scalars.uuid; scalars.object_id;
            scalars.bool; scalars.date; scalars.int32; scalars.timestamp; scalars.int64; scalars.decimal128;
            widened.i8; widened.u8; widened.i16; widened.u16; widened.u32;
            lists.ints; lists.lines; lists.nested; lists.holes; lists.deque; lists.fixed; lists.pair; lists.triple;
            maps.by_text; maps.by_color; maps.by_sku;
            named.checked; named.decimal; named.padded; named.float; named.time; named.duration; named.bytes;
            named.int_array; named.list;
            kinds.color; kinds.payment; kinds.sku; kinds.pair; kinds.pair_of_lines; kinds.pair.value;
            tree.name;
        );
        let filter = Everything::fields().revision().eq(value.revision).render().expect("a filter");
        assert_stored(&stored, &filter, "revision");
    }

    #[test]
    fn an_operand_of_an_optional_field_is_the_value_inside(value in strategies::edges32()) {
        let f = Everything::fields();
        prop_assert_eq!(f.optional().option().eq(value).render(), Ok(bson::doc! { "optional.option": value }));
        prop_assert_eq!(f.optional().presence().eq(i64::from(value)).render(), Ok(bson::doc! { "optional.presence": i64::from(value) }));
    }
}

#[test]
fn an_id_is_found_by_what_an_insert_stored() {
    let id = bson::oid::ObjectId::from_bytes([7; 12]);
    assert_eq!(Everything::fields().id().eq(id).render(), Ok(bson::doc! { "_id": id }));
    assert_eq!(
        Everything::fields().revision().eq(Revision::FIRST).render(),
        Ok(bson::doc! { "revision": 1_i64 })
    );
}
