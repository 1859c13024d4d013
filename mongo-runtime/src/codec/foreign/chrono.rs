//! `chrono` 0.4.

use bson::DateTime;
use chrono::{
    DateTime as Instant, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta,
    Timelike, Utc,
};

use super::{
    super::{
        civil::{CIVIL_DATE, CIVIL_DATE_TIME, NANOS_OF_DAY, civil_year},
        refused::refused,
        represent::{CivilDate, CivilDateTime, DateMs, Millis, NanosOfDay},
    },
    through,
};
use crate::{
    class,
    shape::{BsonType, Scalar, Shape},
};

through! {
    Instant<Utc> as DateMs => DateTime, class::Date, &Shape::Scalar(Scalar::fixed(BsonType::Date, 8).coded("date_ms")),
        "a date that `chrono::DateTime<Utc>` holds",
        // Cuts towards the past.
        |v| Some(DateTime::from_millis(v.timestamp_millis())),
        |b| Self::from_timestamp_millis(b.timestamp_millis());
    NaiveDate as CivilDate => String, class::Text, CIVIL_DATE, "a date `yyyy-mm-dd` of a year from 0000 to 9999",
        |v| civil_year(chrono::Datelike::year(v)).then(|| v.format("%Y-%m-%d").to_string()),
        |b| Self::parse_from_str(&b, "%Y-%m-%d").ok().filter(|_| b.len() == 10);
    NaiveTime as NanosOfDay => i64, class::Duration, NANOS_OF_DAY, "nanoseconds from 0 to 86399999999999",
        // A leap second has more nanoseconds than its second.
        |v| (v.nanosecond() < 1_000_000_000)
            .then(|| i64::from(v.num_seconds_from_midnight()) * 1_000_000_000 + i64::from(v.nanosecond())),
        |b| u32::try_from(b.div_euclid(1_000_000_000)).ok().and_then(|seconds| {
            Self::from_num_seconds_from_midnight_opt(seconds, u32::try_from(b.rem_euclid(1_000_000_000)).ok()?)
        });
    NaiveDateTime as CivilDateTime => String, class::Text, CIVIL_DATE_TIME,
        "a date and time `yyyy-mm-ddThh:mm:ss.nnnnnnnnn` of a year from 0000 to 9999",
        |v| (civil_year(chrono::Datelike::year(v)) && v.nanosecond() < 1_000_000_000)
            .then(|| v.format("%Y-%m-%dT%H:%M:%S%.9f").to_string()),
        |b| Self::parse_from_str(&b, "%Y-%m-%dT%H:%M:%S%.9f").ok().filter(|_| b.len() == 29);
    TimeDelta as Millis => i64, class::Duration,
        &Shape::Scalar(Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX).coded("millis")),
        "int64 milliseconds that `chrono::TimeDelta` holds",
        |v| Some(v.num_milliseconds()), |b| Self::try_milliseconds(b);
}

refused! {
    Instant<Utc>: "is `chrono::DateTime<Utc>`, which a date holds to the millisecond only: write `#[mongo(as = \"date_ms\")]` to \
                   cut the rest";
    Instant<FixedOffset>: "is a time with an offset, and a date has none: keep `DateTime<Utc>`, with the offset in a field of \
                           its own if it matters";
    Instant<Local>: "is a time of this machine's zone, which the next machine may not have: keep `DateTime<Utc>`";
    NaiveDate: "is a date without a zone, and a BSON date is an instant: write `#[mongo(as = \"civil_date\")]` for `yyyy-mm-dd`";
    NaiveTime: "is a time of day, which BSON does not have: write `#[mongo(as = \"nanos_of_day\")]` for int64 nanoseconds";
    NaiveDateTime: "is a date and time without a zone, and a BSON date is an instant: use `DateTime<Utc>`, or write \
                    `#[mongo(as = \"civil_date_time\")]` for text";
    TimeDelta: "is a duration, which BSON does not have: write `#[mongo(as = \"millis\")]` to store whole milliseconds as int64";
}
