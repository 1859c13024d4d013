//! Typed ids: stored as what they hold, whatever they say of whose they are.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use mongo_runtime::{bson::doc, prelude::*};

use crate::support::{golden, one, read_error};

/// Whose ids these are. It can be compared, copied, shown and stored in no way.
struct Customer;

#[test]
fn an_id_is_stored_as_what_it_holds() {
    let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    {
        one!(Id<Customer>);
        golden(&One::of(ObjectId::from_bytes(bytes).into()), "07 0102030405060708090a0b0c");
    }
    {
        one!(Id<Customer, i64>);
        golden(&One::of(5.into()), "12 0500000000000000");
    }
    {
        one!(Option<Id<Customer>>);
        golden(&One::of(None), "absent");
    }
    {
        one!(#[mongo(max_items = 2)] BTreeMap<Id<Customer, String>, i32>);
        let of_text = Id::from("k".to_owned());
        golden(&One::of([(of_text, 1)].into()), "03 0c000000 10 6b00 01000000 00");
    }
}

#[test]
fn text_that_looks_like_an_object_id_stays_text() {
    one!(Id<Customer, String>);
    let digits = "0123456789abcdef01234567".to_owned();
    golden(
        &One::of(digits.into()),
        "02 19000000 303132333435363738396162636465663031323334353637 00",
    );
    golden(&One::of("x".to_owned().into()), "02 02000000 7800");
    let found = read_error::<One>("07 0123456789abcdef01234567");
    assert_eq!(found, "`One.v`: expected string, found objectId");
}

#[test]
fn an_id_of_an_object_id_reads_no_text() {
    one!(Id<Customer>);
    let found = read_error::<One>("02 02000000 7800");
    assert_eq!(found, "`One.v`: expected objectId, found string");
}

#[test]
fn an_id_is_read_from_24_hex_digits_alone() {
    let digits = "0123456789abcdefABCDEF01";
    let id: Id<Customer> = digits.parse().expect("24 digits");
    assert_eq!(id.to_string(), digits.to_lowercase());
    assert_eq!(Some(id.into_inner()), ObjectId::parse_str(digits).ok());
    for wrong in [
        "",
        "0123456789abcdef0123456",
        "0123456789abcdef012345678",
        "0123456789abcdef0123456g",
        " 0123456789abcdef01234567",
        "+123456789abcdef01234567",
        "0123456789abcdef0123456é",
        "ObjectId(\"0123456789abcdef01234567\")",
    ] {
        let error = wrong.parse::<Id<Customer>>().expect_err(wrong);
        assert_eq!(error.to_string(), "24 hex digits expected");
        assert_eq!(format!("{error:?}"), "ParseIdError");
    }
}

#[test]
fn an_id_is_compared_copied_and_shown_whatever_its_document_can_do() {
    let (one, other) = (Id::<Customer>::new(), Id::new());
    let copy = one;
    assert!(one == copy && one != other && one < other);
    assert_eq!(HashSet::from([one, copy, other]).len(), 2);
    assert_eq!(BTreeSet::from([other, one]).first(), Some(&one));
    assert_eq!(one.to_string(), one.inner().to_string());
    assert_eq!(format!("{:?}", Id::<Customer, i64>::from(7)), "Id(7)");
    let text = Id::<Customer, String>::from("a".to_owned());
    assert_eq!(text.clone(), text);
}

#[test]
fn a_filter_looks_for_what_is_stored() {
    #[derive(Document)]
    #[mongo(collection = "orders")]
    struct Order {
        #[mongo(id)]
        id: Id<Self>,
        customer: Id<Customer, i64>,
        former: Option<Id<Customer, i64>>,
    }
    let (id, f) = (Id::new(), Order::fields());
    let order = Order { id, customer: 7.into(), former: None };
    let filter = by_id(order.id).and(f.customer().eq(order.customer));
    assert_eq!(filter.render(), Ok(doc! { "_id": id.inner(), "customer": 7_i64 }));
    let either = f.former().is_in([Id::from(1), Id::from(2)]);
    assert_eq!(either.render(), Ok(doc! { "former": { "$in": [1_i64, 2_i64] } }));
    assert!(order.former.is_none());
}
