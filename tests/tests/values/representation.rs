//! What each Rust type is stored as, byte for byte, and what else is not read as it.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, SystemTime},
};

use mongo_runtime::{
    Embedded, Point, Presence,
    bson::{
        self, Binary, Bson, DateTime, Decimal128, Timestamp, Uuid, oid::ObjectId,
        spec::BinarySubtype,
    },
    from_slice, to_vec,
};

use crate::support::{golden, one, read, read_error, stored, write_error};

/// An element of each BSON type. Each is refused by fields of the other types.
const OTHERS: [&str; 8] = [
    "01 000000000000f03f",
    "02 0200000031 00",
    "03 0500000000",
    "04 0500000000",
    "07 000102030405060708090a0b",
    "08 01",
    "10 01000000",
    "12 0100000000000000",
];

#[track_caller]
fn refuses_other_types<D: mongo_runtime::Document + std::fmt::Debug>(own: &str, expected: &str) {
    for other in OTHERS.iter().filter(|other| other[..2] != own[..2]) {
        let error = read_error::<D>(other);
        assert!(error.starts_with(&format!("`One.v`: expected {expected}, found ")), "{error}");
    }
}

#[test]
fn int32_and_int64_are_stored_as_they_are() {
    {
        one!(i32);
        golden(&One::of(1), "10 01000000");
        golden(&One::of(i32::MIN), "10 00000080");
        golden(&One::of(i32::MAX), "10 ffffff7f");
        refuses_other_types::<One>("10", "int32");
    }
    one!(i64);
    golden(&One::of(-2), "12 feffffffffffffff");
    golden(&One::of(i64::MIN), "12 0000000000000080");
    refuses_other_types::<One>("12", "int64");
}

#[test]
fn doubles_keep_their_bits() {
    one!(f64);
    golden(&One::of(1.0), "01 000000000000f03f");
    golden(&One::of(f64::INFINITY), "01 000000000000f07f");
    assert_eq!(stored(&One::of(-0.0)), "01 0000000000000080");
    for digits in
        ["01 0000000000000080", "01 000000000000f87f", "01 010000000000f0ff", "01 0100000000000000"]
    {
        assert_eq!(stored(&read::<One>(digits).expect("a double")), digits);
    }
    refuses_other_types::<One>("01", "double");
}

#[test]
fn strings_may_have_a_nul_inside() {
    one!(String);
    golden(&One::of(String::new()), "02 0100000000");
    golden(&One::of("a\0b".into()), "02 0400000061006200");
    golden(&One::of("ß€😀".into()), "02 0a000000c39fe282acf09f988000");
    refuses_other_types::<One>("02", "string");
}

#[test]
fn an_id_is_twelve_bytes_and_never_its_text() {
    one!(ObjectId);
    golden(&One::of(ObjectId::from_bytes([0xAB; 12])), "07 abababababababababababab");
    // `ObjectId("..")` and 24 digits, as other mappers wrote them.
    let text = "02 19000000 363730396162636465663031323334353637383961626364 00";
    assert_eq!(read_error::<One>(text), "`One.v`: expected objectId, found string");
    refuses_other_types::<One>("07", "objectId");
}

#[test]
fn a_text_of_24_digits_stays_text() {
    one!(String);
    golden(
        &One::of("0123456789abcdef01234567".into()),
        "02 19000000303132333435363738396162636465663031323334353637 00",
    );
    assert_eq!(
        read_error::<One>("07 000102030405060708090a0b"),
        "`One.v`: expected string, found objectId"
    );
}

#[test]
fn bool_is_one_byte_of_0_or_1() {
    one!(bool);
    golden(&One::of(true), "08 01");
    golden(&One::of(false), "08 00");
    assert_eq!(read_error::<One>("08 02"), "`One.v`: malformed BSON: a bool is neither 0 nor 1");
    refuses_other_types::<One>("08", "bool");
}

#[test]
fn a_date_is_int64_milliseconds() {
    one!(DateTime);
    golden(&One::of(DateTime::from_millis(1)), "09 0100000000000000");
    golden(&One::of(DateTime::MIN), "09 0000000000000080");
    golden(&One::of(DateTime::MAX), "09 ffffffffffffff7f");
    refuses_other_types::<One>("09", "date");
    assert_eq!(read_error::<One>("02 02000000 3100"), "`One.v`: expected date, found string");
}

#[test]
fn a_timestamp_is_increment_and_seconds() {
    one!(Timestamp);
    golden(&One::of(Timestamp { time: 2, increment: 1 }), "11 0100000002000000");
    refuses_other_types::<One>("11", "timestamp");
}

#[test]
fn decimal128_keeps_its_bits() {
    one!(Decimal128);
    for text in [
        "1.0",
        "1.00",
        "-0",
        "0E+3",
        "NaN",
        "-NaN",
        "Infinity",
        "-Infinity",
        "9.999999999999999999999999999999999E+6144",
        "1E-6176",
    ] {
        let one = One::of(text.parse().expect("a decimal"));
        let digits = stored(&one);
        assert!(digits.starts_with("13 ") && digits.len() == 3 + 32, "{digits}");
        golden(&one, &digits);
    }
    golden(&One::of("1.00".parse().expect("a decimal")), "13 64000000000000000000000000003c30");
    golden(&One::of("1.0".parse().expect("a decimal")), "13 0a000000000000000000000000003e30");
    refuses_other_types::<One>("13", "decimal128");
}

#[test]
fn a_uuid_is_binary_of_subtype_4_and_no_other() {
    one!(Uuid);
    golden(&One::of(Uuid::from_bytes([0x11; 16])), "05 100000000411111111111111111111111111111111");
    let expected = "`One.v`: expected a UUID: binary of subtype 4 with 16 bytes, found a value out of its range";
    assert_eq!(read_error::<One>("05 100000000311111111111111111111111111111111"), expected);
    assert_eq!(read_error::<One>("05 100000000011111111111111111111111111111111"), expected);
    assert_eq!(read_error::<One>("05 02000000041111"), expected);
    assert_eq!(
        read_error::<One>("02 0200000031 00"),
        "`One.v`: expected a UUID: binary of subtype 4 with 16 bytes, found string"
    );
}

#[test]
fn a_uuid_is_as_strict_in_a_document_of_an_enum() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    #[mongo(tag = "t")]
    enum Owner {
        Device { uuid: Uuid },
    }
    one!(Owner);
    let digits = |subtype: &str| {
        format!(
            "03 2e000000 02 7400 07000000 44657669636500 05 7575696400 10000000 {subtype} 11111111111111111111111111111111 00"
        )
    };
    assert_eq!(
        read::<One>(&digits("04")),
        Ok(One::of(Owner::Device { uuid: Uuid::from_bytes([0x11; 16]) }))
    );
    let error = read_error::<One>(&digits("00"));
    assert_eq!(
        error,
        "`One.v.uuid`: expected a UUID: binary of subtype 4 with 16 bytes, found a value out of its range"
    );
}

#[test]
fn binary_keeps_its_subtype() {
    one!(Binary);
    let of =
        |subtype: u8| One::of(Binary { subtype: BinarySubtype::from(subtype), bytes: vec![1, 2] });
    golden(&of(0), "05 02000000000102");
    golden(&of(2), "05 0600000002020000000102");
    golden(&of(0x80), "05 02000000800102");
    assert!(
        read_error::<One>("05 0600000002030000000102").contains("malformed BSON"),
        "the inner length is wrong"
    );
}

#[test]
fn small_integers_are_widened() {
    {
        one!(u8);
        golden(&One::of(255), "10 ff000000");
        assert_eq!(
            read_error::<One>("10 00010000"),
            "`One.v`: expected an int32 from 0 to 255, found a value out of its range"
        );
        assert_eq!(
            read_error::<One>("10 ffffffff"),
            "`One.v`: expected an int32 from 0 to 255, found a value out of its range"
        );
    }
    {
        one!(i8);
        golden(&One::of(-128), "10 80ffffff");
        assert!(read_error::<One>("10 80000000").contains("from -128 to 127"));
    }
    {
        one!(i16);
        golden(&One::of(i16::MIN), "10 0080ffff");
        assert!(read_error::<One>("10 00800000").contains("from -32768 to 32767"));
    }
    {
        one!(u16);
        golden(&One::of(u16::MAX), "10 ffff0000");
        // 21010.0, as a shell writes a port.
        assert!(read_error::<One>("01 00000000 8084d440").contains("expected int32, found double"));
    }
    one!(u32);
    golden(&One::of(3_000_000_000), "12 005ed0b200000000");
    assert!(read_error::<One>("12 ffffffffffffffff").contains("from 0 to 4294967295"));
    assert!(read_error::<One>("10 01000000").contains("expected int64, found int32"));
}

#[test]
fn an_int64_is_never_read_as_a_double() {
    one!(f64);
    assert_eq!(read_error::<One>("12 0100000000002000"), "`One.v`: expected double, found int64");
}

#[test]
fn a_u64_over_int64_is_refused_when_it_is_written() {
    one!(
        #[mongo(as = "int64_checked")]
        u64
    );
    golden(&One::of(i64::MAX.unsigned_abs()), "12 ffffffffffffff7f");
    assert_eq!(write_error(&One::of(u64::MAX)), "`One.v`: the value does not fit int64");
    assert_eq!(write_error(&One::of(1 << 63)), "`One.v`: the value does not fit int64");
    assert!(read_error::<One>("12 ffffffffffffffff").contains("an int64 that `u64` holds"));
}

#[test]
fn a_u64_as_decimal128_is_exact() {
    {
        one!(
            #[mongo(as = "decimal128")]
            u64
        );
        golden(&One::of(u64::MAX), "13 ffffffffffffffff0000000000004030");
        // 1.5, -1, NaN
        for digits in [
            "13 0f000000000000000000000000003e30",
            "13 010000000000000000000000000040b0",
            "13 0000000000000000000000000000007c",
        ] {
            assert!(read_error::<One>(digits).contains("a whole decimal128 that `u64` holds"));
        }
    }
    one!(
        #[mongo(as = "decimal128")]
        u128
    );
    golden(&One::of(10_u128.pow(34) - 1), "13 ffffffff638e8d37c087adbe09ed4130");
    assert!(write_error(&One::of(10_u128.pow(34) + 1)).contains("34 digits"));
    assert!(write_error(&One::of(u128::MAX)).contains("34 digits"));
}

#[test]
fn padded_digits_sort_as_numbers() {
    one!(
        #[mongo(as = "string_padded")]
        u64
    );
    golden(&One::of(42), "02 15000000 3030303030303030303030303030303030303432 00");
    let texts: Vec<String> =
        [9, 10, 99, 100, u64::MAX].into_iter().map(|n| stored(&One::of(n))).collect();
    assert!(texts.is_sorted(), "{texts:?}");
    assert!(read_error::<One>("02 03000000 3432 00").contains("20 decimal digits"));
}

#[test]
fn an_f32_is_a_double_that_is_read_exactly_or_not_at_all() {
    one!(
        #[mongo(as = "double")]
        f32
    );
    golden(&One::of(0.1), "01 000000a09999b93f");
    golden(&One::of(f32::NEG_INFINITY), "01 000000000000f0ff");
    assert!(read::<One>("01 000000000000f87f").expect("NaN").v.is_nan());
    assert!(read_error::<One>("01 9a9999999999b93f").contains("a double that `f32` holds exactly"));
    assert!(read_error::<One>("01 ffffffffffffef7f").contains("a double that `f32` holds exactly"));
}

#[test]
fn a_system_time_is_a_date_cut_towards_the_past() {
    one!(
        #[mongo(as = "date_ms")]
        SystemTime
    );
    let epoch = SystemTime::UNIX_EPOCH;
    golden(&One::of(epoch), "09 0000000000000000");
    assert_eq!(stored(&One::of(epoch + Duration::from_nanos(1_999_999))), "09 0100000000000000");
    assert_eq!(stored(&One::of(epoch - Duration::from_nanos(1))), "09 ffffffffffffffff");
    assert_eq!(stored(&One::of(epoch - Duration::from_nanos(1_000_001))), "09 feffffffffffffff");
    for digits in ["09 0000000000000080", "09 ffffffffffffff7f", "09 f985ffffffffffff"] {
        assert_eq!(stored(&read::<One>(digits).expect("a date")), digits);
    }
    assert!(read_error::<One>("02 0200000031 00").contains("expected date, found string"));
}

#[test]
fn a_duration_is_int64_milliseconds() {
    one!(
        #[mongo(as = "millis")]
        Duration
    );
    golden(&One::of(Duration::from_secs(1)), "12 e803000000000000");
    assert_eq!(stored(&One::of(Duration::from_micros(1_999))), "12 0100000000000000");
    assert!(write_error(&One::of(Duration::MAX)).contains("int64 milliseconds"));
    assert!(read_error::<One>("12 ffffffffffffffff").contains("zero or more"));
}

#[test]
fn bytes_are_binary_or_an_array_as_named() {
    {
        one!(#[mongo(as = "binary")] Vec<u8>);
        golden(&One::of(vec![1, 255]), "05 020000000001ff");
        assert!(read_error::<One>("05 020000000401ff").contains("binary of subtype 0"));
    }
    one!(#[mongo(as = "int_array", max_items = 2)] Vec<u8>);
    golden(&One::of(vec![1, 255]), "04 13000000 10 3000 01000000 10 3100 ff000000 00");
    assert!(
        write_error(&One::of(vec![0; 3])).contains("3 items are over the declared `max_items = 2`")
    );
}

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
fn an_array_over_its_bound_is_refused_on_write_and_read() {
    one!(#[mongo(max_items = 1, max_len = 2)] Vec<String>);
    assert_eq!(
        write_error(&One::of(vec![String::new(), String::new()])),
        "`One.v`: 2 items are over the declared `max_items = 1`"
    );
    let error = write_error(&One::of(vec!["äöü".into()]));
    assert_eq!(error, "`One.v`: 3 code points are over the declared `max_len = 2`");
    golden(&One::of(vec!["äö".into()]), "04 11000000 02 3000 05000000 c3a4c3b6 00 00");
    let long = read::<One>("04 15000000 02 3000 01000000 00 02 3100 01000000 00 00")
        .expect("what others wrote is read");
    assert_eq!(long.v.len(), 2);
}

#[test]
fn a_set_is_an_array_without_equal_elements() {
    one!(#[mongo(max_items = 3)] BTreeSet<i32>);
    golden(&One::of([2, 1].into()), "04 13000000 10 3000 01000000 10 3100 02000000 00");
    let error = read_error::<One>("04 13000000 10 3000 01000000 10 3100 01000000 00");
    assert_eq!(error, "`One.v[1]`: expected a set, found an element twice");
}

#[test]
fn a_fixed_array_has_exactly_its_length() {
    one!([i32; 2]);
    golden(&One::of([1, 2]), "04 13000000 10 3000 01000000 10 3100 02000000 00");
    assert_eq!(read_error::<One>("04 0500000000"), "`One.v`: expected an array of exactly 2");
    let long = "04 1a000000 10 3000 01000000 10 3100 02000000 10 3200 03000000 00";
    assert_eq!(read_error::<One>(long), "`One.v`: expected an array of exactly 2");
}

#[test]
fn a_tuple_is_an_array_of_its_types() {
    one!((i32, bool));
    golden(&One::of((1, true)), "04 10000000 10 3000 01000000 08 3100 01 00");
    assert_eq!(
        read_error::<One>("04 13000000 10 3000 01000000 10 3100 02000000 00"),
        "`One.v[1]`: expected bool, found int32"
    );
    assert_eq!(read_error::<One>("04 0500000000"), "`One.v`: expected an array of exactly 2");
}

#[test]
fn a_map_is_a_document_whose_keys_a_path_can_lead_to() {
    one!(#[mongo(max_items = 2, max_len = 8)] BTreeMap<String, i32>);
    golden(&One::of([("k".into(), 1)].into()), "03 0c000000106b000100000000");
    for (key, why) in [
        ("a.b.c", "`One.v`: the map key has a `.`"),
        ("$a", "`One.v`: the map key starts with `$`"),
        ("a\0b", "`One.v`: the map key has a NUL"),
        ("", "`One.v`: the map key is empty"),
    ] {
        assert_eq!(write_error(&One::of([(key.into(), 1)].into())), why);
    }
    assert!(
        write_error(&One::of((0..3).map(|n| (n.to_string(), n)).collect())).contains("3 items")
    );
    assert!(write_error(&One::of([("k".repeat(9), 1)].into())).contains("9 code points"));
    let twice = "03 13000000 10 6b00 01000000 10 6b00 02000000 00";
    assert_eq!(read_error::<One>(twice), "`One.v.{?}`: the document has this key twice");
}

#[test]
fn a_key_twice_in_a_map_of_documents_is_named_at_the_key() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct Inner {
        n: i32,
    }
    one!(#[mongo(max_items = 2)] BTreeMap<String, Inner>);
    let twice =
        "03 23000000 03 6b00 0c000000 10 6e00 01000000 00 03 6b00 0c000000 10 6e00 01000000 00 00";
    assert_eq!(read_error::<One>(twice), "`One.v.{?}`: the document has this key twice");
}

#[test]
fn an_enum_is_a_key_of_a_map() {
    #[derive(Embedded, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    #[mongo(rename_all = "lowercase")]
    enum Size {
        Small,
        Large,
    }
    one!(#[mongo(max_items = 2)] BTreeMap<Size, i32>);
    golden(&One::of([(Size::Large, 1)].into()), "03 10000000106c61726765000100000000");
    assert_eq!(
        read_error::<One>("03 0c000000106b000100000000"),
        "`One.v.{?}`: the key is not one of the map's key type"
    );
}

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
