//! A filter and an update hold exactly what an insert stores.

use mongo_runtime::{
    Revision,
    bson::{self, Bson},
    filter::FilterField as _,
    to_vec,
    update::UpdateField as _,
};
use mongo_tests::model::{Color, Everything};
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
        let filter = check_fields!(@field $($field).+).eq(&$value.$($field).+).as_stored().render().expect("a filter");
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
        let filter = Everything::fields().revision().eq(value.revision).as_stored().render().expect("a filter");
        assert_stored(&stored, &filter, "revision");
    }

    #[test]
    fn an_operand_of_an_optional_field_is_the_value_inside(value in strategies::edges32()) {
        let f = Everything::fields();
        prop_assert_eq!(f.optional().option().eq(value).as_stored().render(), Ok(bson::doc! { "optional.option": value }));
        prop_assert_eq!(f.optional().presence().eq(i64::from(value)).as_stored().render(), Ok(bson::doc! { "optional.presence": i64::from(value) }));
    }
}

#[test]
fn an_id_is_found_by_what_an_insert_stored() {
    let id = bson::oid::ObjectId::from_bytes([7; 12]);
    assert_eq!(Everything::fields().id().eq(id).as_stored().render(), Ok(bson::doc! { "_id": id }));
    assert_eq!(
        Everything::fields().revision().eq(Revision::FIRST).as_stored().render(),
        Ok(bson::doc! { "revision": 1_i64 })
    );
}

#[test]
fn a_filter_looks_for_the_stored_form_of_enums_and_widened_integers() {
    let f = Everything::fields();
    assert_eq!(
        f.kinds().color().eq(Color::Green).as_stored().render(),
        Ok(bson::doc! { "kinds.color": "GRN" })
    );
    assert_eq!(
        f.widened().u32().gt(3_000_000_000).as_stored().render(),
        Ok(bson::doc! { "widened.u32": { "$gt": 3_000_000_000_i64 } })
    );
    assert_eq!(
        f.named().checked().eq(5).as_stored().render(),
        Ok(bson::doc! { "named.checked": 5_i64 })
    );
    let refusal = f.named().checked().eq(u64::MAX).as_stored().render().expect_err("no int64");
    assert_eq!(refusal.to_string(), "`named.checked`: the value does not fit int64");
    // Past half a millisecond, and still cut: as an insert does.
    let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_nanos(1_999_999);
    assert_eq!(
        f.named().time().gte(time).as_stored().render(),
        Ok(bson::doc! { "named.time": { "$gte": bson::DateTime::from_millis(1) } })
    );
}

#[test]
fn absent_null_and_value_are_told_apart_by_the_conditions_on_presence() {
    let f = Everything::fields().optional().presence();
    let table = [
        (f.is_absent(), [true, false, false]),
        (f.is_null(), [false, true, false]),
        (f.is_null_or_absent(), [true, true, false]),
        (f.is_present(), [false, false, true]),
        (f.exists(true), [false, true, true]),
        (f.eq(1), [false, false, true]),
    ];
    for (filter, expected) in table {
        let rendered = filter.as_stored().render().expect("a filter");
        let condition = rendered.get("optional.presence").expect("a condition on the field");
        let stored = [None, Some(Bson::Null), Some(Bson::Int64(1))];
        assert_eq!(stored.map(|value| matches(condition, value.as_ref())), expected, "{rendered}");
    }
}

/// The manual's meaning of the few conditions on presence, for one field.
fn matches(condition: &Bson, stored: Option<&Bson>) -> bool {
    let is_equal = |with: &Bson| stored.unwrap_or(&Bson::Null) == with;
    let Some((operator, with)) =
        condition.as_document().and_then(|document| document.iter().next())
    else {
        return is_equal(condition);
    };
    match operator.as_str() {
        "$exists" => with == &Bson::Boolean(stored.is_some()),
        "$type" => with == &Bson::Int32(10) && stored == Some(&Bson::Null),
        "$ne" => !is_equal(with),
        other => panic!("a condition without its meaning here: {other}"),
    }
}
