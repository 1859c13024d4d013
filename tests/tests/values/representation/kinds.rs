//! Newtypes, enums and nested documents.

use mongo_runtime::{Embedded, Point, bson::oid::ObjectId};

use crate::support::{golden, one, read, read_error};

#[test]
fn a_newtype_is_stored_as_what_it_holds() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct OrderId(ObjectId);
    one!(OrderId);
    golden(&One::of(OrderId(ObjectId::from_bytes([1; 12]))), "07 010101010101010101010101");
}

#[test]
fn a_unit_enum_is_its_stored_name() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    enum Role {
        #[mongo(rename = "ADMIN")]
        Admin,
        User,
    }
    one!(Role);
    golden(&One::of(Role::Admin), "02 0600000041444d494e00");
    golden(&One::of(Role::User), "02 050000005573657200");
    assert_eq!(
        read_error::<One>("02 0600000041646d696e 00"),
        "`One.v`: the tag is not a known one; known: `ADMIN`, `User`"
    );
    assert_eq!(read_error::<One>("10 00000000"), "`One.v`: expected string, found int32");
}

#[test]
fn a_data_enum_is_a_document_with_a_tag() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    #[mongo(tag = "type")]
    enum Number {
        I { n: u32 },
        F { x: f64 },
        Nothing,
    }
    one!(Number);
    golden(&One::of(Number::Nothing), "03 1700000002747970650008000000 4e6f7468696e6700 00");
    golden(
        &One::of(Number::I { n: 1 }),
        "03 1c00000002747970650002000000 4900 126e000100000000000000 00",
    );
    assert_eq!(
        read::<One>("03 1c000000 01 7800 000000000000f03f 02 7479706500 02000000 4600 00"),
        Ok(One::of(Number::F { x: 1.0 })),
        "the tag may stand anywhere"
    );
    assert_eq!(
        read_error::<One>("03 11000000 02 7479706500 02000000 5a00 00"),
        "`One.v.type`: the tag is not a known one; known: `I`, `F`, `Nothing`"
    );
    assert_eq!(read_error::<One>("03 0500000000"), "`One.v`: the required field `type` is missing");
    // -1 is no `I`, and it does not become an `F` for that.
    let negative = "03 1c000000 02 7479706500 02000000 4900 12 6e00 ffffffffffffffff 00";
    assert_eq!(
        read_error::<One>(negative),
        "`One.v.n`: expected an int64 from 0 to 4294967295, found a value out of its range"
    );
}

#[test]
fn a_point_is_geojson_longitude_first() {
    one!(Point);
    let point = One::of(Point::new(1.0, 2.0).expect("in range"));
    let digits = "03 3d00000002747970650006000000506f696e740004636f6f7264696e61746573001b0000000130 \
                  00000000000000f03f01310000000000000000400000";
    golden(&point, digits);
    assert!(
        Point::new(2.0, 91.0).is_err()
            && Point::new(181.0, 2.0).is_err()
            && Point::new(f64::NAN, 0.0).is_err()
    );
}

#[test]
fn an_empty_embedded_element_stays_a_document() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct Note {
        text: Option<String>,
    }
    one!(#[mongo(max_items = 2)] Vec<Note>);
    golden(&One::of(vec![Note { text: None }]), "04 0d000000 03 3000 0500000000 00");
}
