//! No value, null, and empty ones.

use mongo_runtime::{Presence, bson::Bson};

use crate::support::{golden, one, read, write_error};

#[test]
fn none_is_absent_and_null_is_read_as_none() {
    one!(Option<i32>);
    golden(&One::of(None), "absent");
    golden(&One::of(Some(1)), "10 01000000");
    assert_eq!(read::<One>("0a"), Ok(One::of(None)));
}

#[test]
fn none_is_null_where_the_field_says_so() {
    one!(#[mongo(null)] Option<i32>);
    golden(&One::of(None), "0a");
    assert_eq!(read::<One>("absent"), Ok(One::of(None)));
}

#[test]
fn presence_tells_absent_null_and_value_apart() {
    one!(Presence<i32>);
    golden(&One::of(Presence::Absent), "absent");
    golden(&One::of(Presence::Null), "0a");
    golden(&One::of(Presence::Value(1)), "10 01000000");
}

#[test]
fn an_empty_array_is_not_absent() {
    one!(#[mongo(max_items = 2)] Option<Vec<i32>>);
    golden(&One::of(Some(vec![])), "04 0500000000");
    golden(&One::of(None), "absent");
}

#[test]
fn a_null_that_would_be_read_as_no_value_is_refused() {
    const WHY: &str =
        "`One.v`: a null inside of an `Option` or `Presence` would be read as no value";
    {
        one!(#[mongo(opaque)] Option<Bson>);
        assert_eq!(write_error(&One::of(Some(Bson::Null))), WHY);
        golden(&One::of(Some(Bson::Undefined)), "06");
        golden(&One::of(None), "absent");
        assert_eq!(read::<One>("0a"), Ok(One::of(None)));
    }
    one!(#[mongo(opaque)] Presence<Bson>);
    assert_eq!(write_error(&One::of(Presence::Value(Bson::Null))), WHY);
    golden(&One::of(Presence::Null), "0a");
}
