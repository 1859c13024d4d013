//! What the types of BSON itself are stored as.

use mongo_runtime::bson::{DateTime, Decimal128, Timestamp, oid::ObjectId};

use super::refuses_other_types;
use crate::support::{golden, one, read, read_error, stored};

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
