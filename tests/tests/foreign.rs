//! Types of other crates: what is stored, what comes back, what is refused.

use std::str::FromStr;

use bigdecimal::BigDecimal;
use mongo_runtime::{
    bson::{self, Bson, doc, oid::ObjectId},
    from_slice,
    prelude::*,
    to_vec,
};
use num_bigint::BigInt;

/// Declares a document with one field, and the check that a value is stored as `bson` and read back as itself.
macro_rules! stored {
    ($($name:ident: $ty:ty as [$($attr:tt)*], $($value:expr => $bson:expr),+;)*) => { $(
        #[test]
        fn $name() {
            #[derive(Document, Debug, PartialEq)]
            #[mongo(collection = "any")]
            struct Holder {
                #[mongo(id)]
                id: ObjectId,
                #[mongo($($attr)*)]
                value: Option<$ty>,
            }
            $(
                let holder = Holder { id: ObjectId::from_bytes([7; 12]), value: Some($value) };
                let bytes = to_vec(&holder).expect("encodes");
                let expected = doc! { "_id": ObjectId::from_bytes([7; 12]), "value": $bson };
                assert_eq!(bytes, expected.to_vec().expect("encodes"), "{}", stringify!($value));
                assert_eq!(from_slice::<Holder>(&bytes).expect("decodes"), holder);
                let filter = Holder::fields().value().eq($value).render().expect("renders");
                assert_eq!(filter.get("value"), expected.get("value"), "a filter looks for what an insert stores");
            )+
        }
    )* };
}

fn date(millis: i64) -> Bson {
    Bson::DateTime(DateTime::from_millis(millis))
}

fn decimal(text: &str) -> Bson {
    Bson::Decimal128(text.parse().expect("a decimal"))
}

fn standard_uuid() -> uuid::Uuid {
    uuid::Uuid::from_str("00112233-4455-6677-8899-aabbccddeeff").expect("a UUID")
}

fn legacy(bytes: [u8; 16]) -> Bson {
    Bson::Binary(bson::Binary {
        subtype: bson::spec::BinarySubtype::UuidOld,
        bytes: bytes.to_vec(),
    })
}

stored! {
    a_chrono_instant_is_a_date: chrono::DateTime<chrono::Utc> as [as = "date_ms"],
        chrono::DateTime::from_timestamp_millis(1_500).expect("in range") => date(1_500),
        chrono::DateTime::from_timestamp_millis(-1).expect("in range") => date(-1);
    a_chrono_date_is_text: chrono::NaiveDate as [as = "civil_date"],
        chrono::NaiveDate::from_ymd_opt(1936, 8, 17).expect("a date") => "1936-08-17",
        chrono::NaiveDate::from_ymd_opt(7, 1, 2).expect("a date") => "0007-01-02";
    a_chrono_time_of_day_is_nanoseconds: chrono::NaiveTime as [as = "nanos_of_day"],
        chrono::NaiveTime::from_hms_nano_opt(23, 59, 59, 999_999_999).expect("a time") => 86_399_999_999_999_i64,
        chrono::NaiveTime::MIN => 0_i64;
    a_chrono_civil_time_is_text: chrono::NaiveDateTime as [as = "civil_date_time"],
        chrono::NaiveDate::from_ymd_opt(2024, 2, 29).and_then(|day| day.and_hms_nano_opt(1, 2, 3, 4)).expect("a time")
            => "2024-02-29T01:02:03.000000004";
    a_chrono_duration_is_milliseconds: chrono::TimeDelta as [as = "millis"],
        chrono::TimeDelta::milliseconds(-1_500) => -1_500_i64;

    a_jiff_instant_is_a_date: jiff::Timestamp as [as = "date_ms"],
        jiff::Timestamp::from_millisecond(-1).expect("in range") => date(-1);
    a_jiff_date_is_text: jiff::civil::Date as [as = "civil_date"],
        jiff::civil::date(1936, 8, 17) => "1936-08-17", jiff::civil::date(7, 1, 2) => "0007-01-02";
    a_jiff_time_of_day_is_nanoseconds: jiff::civil::Time as [as = "nanos_of_day"],
        jiff::civil::time(23, 59, 59, 999_999_999) => 86_399_999_999_999_i64, jiff::civil::time(0, 0, 0, 0) => 0_i64;
    a_jiff_civil_time_is_text: jiff::civil::DateTime as [as = "civil_date_time"],
        jiff::civil::date(2024, 2, 29).at(1, 2, 3, 4) => "2024-02-29T01:02:03.000000004";
    a_jiff_duration_is_milliseconds: jiff::SignedDuration as [as = "millis"],
        jiff::SignedDuration::from_millis(-1_500) => -1_500_i64;

    a_time_instant_is_a_date: time::OffsetDateTime as [as = "date_ms"],
        time::OffsetDateTime::from_unix_timestamp_nanos(-1_000_000).expect("in range") => date(-1);
    a_time_date_is_text: time::Date as [as = "civil_date"],
        time::Date::from_calendar_date(1936, time::Month::August, 17).expect("a date") => "1936-08-17";
    a_time_of_day_is_nanoseconds: time::Time as [as = "nanos_of_day"],
        time::Time::from_hms_nano(23, 59, 59, 999_999_999).expect("a time") => 86_399_999_999_999_i64;
    a_time_civil_time_is_text: time::PrimitiveDateTime as [as = "civil_date_time"],
        time::PrimitiveDateTime::new(
            time::Date::from_calendar_date(2024, time::Month::February, 29).expect("a date"),
            time::Time::from_hms_nano(1, 2, 3, 4).expect("a time"),
        ) => "2024-02-29T01:02:03.000000004";
    a_time_duration_is_milliseconds: time::Duration as [as = "millis"],
        time::Duration::milliseconds(-1_500) => -1_500_i64;

    a_uuid_is_binary_of_subtype_4: uuid::Uuid as [],
        standard_uuid() => Uuid::from_bytes(*standard_uuid().as_bytes());
    a_python_legacy_uuid_keeps_its_bytes: uuid::Uuid as [as = "uuid_python_legacy"],
        standard_uuid() => legacy([0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff]);
    a_java_legacy_uuid_turns_its_halves: uuid::Uuid as [as = "uuid_java_legacy"],
        standard_uuid() => legacy([0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00, 0xff, 0xee, 0xdd, 0xcc, 0xbb, 0xaa, 0x99, 0x88]);
    a_csharp_legacy_uuid_turns_its_groups: Uuid as [as = "uuid_csharp_legacy"],
        Uuid::from_bytes(*standard_uuid().as_bytes())
            => legacy([0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff]);

    a_rust_decimal_is_a_decimal128: rust_decimal::Decimal as [],
        rust_decimal::Decimal::from_str("9.50").expect("a decimal") => decimal("9.50"),
        rust_decimal::Decimal::from_str("-0.0000000000000000000000000001").expect("a decimal")
            => decimal("-0.0000000000000000000000000001"),
        rust_decimal::Decimal::MAX => decimal("79228162514264337593543950335");
    a_rust_decimal_is_text_by_name: rust_decimal::Decimal as [as = "string"],
        rust_decimal::Decimal::from_str("10.0").expect("a decimal") => "10.0";
    a_big_decimal_is_a_decimal128: BigDecimal as [],
        BigDecimal::from_str("1234567890123456789012345678901234").expect("a decimal")
            => decimal("1234567890123456789012345678901234"),
        BigDecimal::from_str("1E+6000").expect("a decimal") => decimal("1E+6000");
    a_big_int_is_text_by_name: BigInt as [as = "string", max_len = 100],
        BigInt::from(-12) => "-12";
}

/// Reads a stored value as `$ty` and gives the error's text.
macro_rules! read_error {
    ($ty:ty as [$($attr:tt)*], $bson:expr) => {{
        #[derive(Document, Debug)]
        #[mongo(collection = "any")]
        struct Holder {
            #[mongo(id)]
            id: ObjectId,
            #[mongo($($attr)*)]
            value: $ty,
        }
        let bytes = doc! { "_id": ObjectId::from_bytes([7; 12]), "value": $bson }.to_vec().expect("encodes");
        from_slice::<Holder>(&bytes).expect_err("is refused").to_string()
    }};
}

#[test]
fn what_the_foreign_type_can_not_hold_is_an_error_with_a_path() {
    let errors = [
        read_error!(chrono::DateTime<chrono::Utc> as [as = "date_ms"], date(i64::MAX)),
        read_error!(jiff::Timestamp as [as = "date_ms"], date(i64::MIN)),
        read_error!(time::OffsetDateTime as [as = "date_ms"], date(i64::MAX)),
        read_error!(chrono::NaiveDate as [as = "civil_date"], "1936-8-17"),
        read_error!(jiff::civil::Date as [as = "civil_date"], "1936-08-32"),
        read_error!(time::Date as [as = "civil_date"], "today"),
        read_error!(chrono::NaiveTime as [as = "nanos_of_day"], 86_400_000_000_000_i64),
        read_error!(jiff::civil::Time as [as = "nanos_of_day"], -1_i64),
        read_error!(time::Time as [as = "nanos_of_day"], 86_400_000_000_000_i64),
        read_error!(uuid::Uuid as [], legacy([7; 16])),
        read_error!(uuid::Uuid as [as = "uuid_java_legacy"], Uuid::from_bytes([7; 16])),
        read_error!(rust_decimal::Decimal as [], decimal("NaN")),
        read_error!(rust_decimal::Decimal as [], decimal("1E+29")),
        read_error!(rust_decimal::Decimal as [], "9.50"),
        read_error!(BigDecimal as [], decimal("Infinity")),
        read_error!(BigInt as [as = "string"], "012"),
    ];
    for error in errors {
        assert!(error.starts_with("`Holder.value`: expected "), "{error}");
    }
}

#[test]
fn an_instant_that_its_type_would_not_read_back_is_refused() {
    #[derive(Document)]
    #[mongo(collection = "any")]
    struct Ends {
        #[mongo(id)]
        id: ObjectId,
        #[mongo(as = "date_ms")]
        jiff: Option<jiff::Timestamp>,
        #[mongo(as = "date_ms")]
        time: Option<time::OffsetDateTime>,
    }
    let id = ObjectId::from_bytes([7; 12]);
    let refused = |ends: Ends| to_vec(&ends).expect_err("is not read back").to_string();
    // jiff makes no instant of the milliseconds in its last second.
    assert_eq!(
        refused(Ends { id, jiff: Some(jiff::Timestamp::MAX), time: None }),
        "`Ends.jiff`: the value does not fit a date that `jiff::Timestamp` holds"
    );
    let east = time::UtcOffset::from_hms(1, 0, 0).expect("an offset");
    let time = Some(time::PrimitiveDateTime::MIN.assume_offset(east));
    assert_eq!(
        refused(Ends { id, jiff: None, time }),
        "`Ends.time`: the value does not fit a date that `time::OffsetDateTime` holds"
    );
    let time = Some(time::PrimitiveDateTime::MIN.assume_utc());
    let first = Ends { id, jiff: Some(jiff::Timestamp::MIN), time };
    let read: Ends = from_slice(&to_vec(&first).expect("encodes")).expect("reads");
    assert_eq!((read.jiff, read.time), (first.jiff, first.time));
}

#[test]
fn the_part_below_a_millisecond_is_cut_towards_the_past() {
    #[derive(Document)]
    #[mongo(collection = "any")]
    struct Instants {
        #[mongo(id)]
        id: ObjectId,
        #[mongo(as = "date_ms")]
        chrono: chrono::DateTime<chrono::Utc>,
        #[mongo(as = "date_ms")]
        jiff: jiff::Timestamp,
        #[mongo(as = "date_ms")]
        time: time::OffsetDateTime,
    }
    for (nanos, millis) in [(1_999_999_i64, 1), (-1, -1), (-1_000_001, -2)] {
        let instants = Instants {
            id: ObjectId::from_bytes([7; 12]),
            chrono: chrono::DateTime::from_timestamp_nanos(nanos),
            jiff: jiff::Timestamp::from_nanosecond(nanos.into()).expect("in range"),
            time: time::OffsetDateTime::from_unix_timestamp_nanos(nanos.into()).expect("in range"),
        };
        let bytes = to_vec(&instants).expect("encodes");
        let stored = bson::Document::from_reader(&bytes[..]).expect("is BSON");
        for field in ["chrono", "jiff", "time"] {
            assert_eq!(stored.get(field), Some(&date(millis)), "{field} of {nanos} ns");
        }
    }
}

#[test]
fn a_decimal_with_too_many_digits_is_refused_before_it_is_sent() {
    #[derive(Document)]
    #[mongo(collection = "any")]
    struct Holder {
        #[mongo(id)]
        id: ObjectId,
        value: BigDecimal,
    }
    let value = BigDecimal::from_str("12345678901234567890123456789012345").expect("a decimal");
    let holder = Holder { id: ObjectId::from_bytes([7; 12]), value };
    let error = to_vec(&holder).expect_err("is refused").to_string();
    assert_eq!(
        error,
        "`Holder.value`: the value does not fit a decimal128, which has 34 digits and exponents from -6176 to 6111"
    );
}

#[test]
fn a_decimal_with_an_exponent_is_read_when_it_fits() {
    #[derive(Document, Debug, PartialEq)]
    #[mongo(collection = "any")]
    struct Holder {
        #[mongo(id)]
        id: ObjectId,
        value: rust_decimal::Decimal,
    }
    for (stored, read) in
        [("1E+3", "1000"), ("1.5E+3", "1500"), ("0E+3", "0"), ("1E-20", "0.00000000000000000001")]
    {
        let bytes = doc! { "_id": ObjectId::from_bytes([7; 12]), "value": decimal(stored) }
            .to_vec()
            .expect("encodes");
        let holder: Holder = from_slice(&bytes).expect("decodes");
        assert_eq!(
            holder.value,
            rust_decimal::Decimal::from_str(read).expect("a decimal"),
            "{stored}"
        );
    }
}
