//! `jiff` 0.2.

use bson::DateTime;
use jiff::{SignedDuration, Timestamp, Zoned, civil};

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
    Timestamp as DateMs => DateTime, class::Date, &Shape::Scalar(Scalar::fixed(BsonType::Date, 8).coded("date_ms")),
        "a date that `jiff::Timestamp` holds",
        // Cuts towards the past. Of milliseconds in its last second, jiff makes no instant.
        |v| i64::try_from(v.as_nanosecond().div_euclid(1_000_000)).ok()
            .filter(|millis| Self::from_millisecond(*millis).is_ok()).map(DateTime::from_millis),
        |b| Self::from_millisecond(b.timestamp_millis()).ok();
    civil::Date as CivilDate => String, class::Text, CIVIL_DATE, "a date `yyyy-mm-dd` of a year from 0000 to 9999",
        |v| civil_year(v.year().into()).then(|| v.strftime("%Y-%m-%d").to_string()),
        |b| Self::strptime("%Y-%m-%d", &b).ok().filter(|_| b.len() == 10);
    civil::Time as NanosOfDay => i64, class::Duration, NANOS_OF_DAY, "nanoseconds from 0 to 86399999999999",
        |v| Some(nanos_of_day(*v)), |b| time_of_day(b);
    civil::DateTime as CivilDateTime => String, class::Text, CIVIL_DATE_TIME,
        "a date and time `yyyy-mm-ddThh:mm:ss.nnnnnnnnn` of a year from 0000 to 9999",
        |v| civil_year(v.year().into()).then(|| v.strftime("%Y-%m-%dT%H:%M:%S.%9N").to_string()),
        |b| Self::strptime("%Y-%m-%dT%H:%M:%S.%N", &b).ok().filter(|_| b.len() == 29);
    SignedDuration as Millis => i64, class::Duration,
        &Shape::Scalar(Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX).coded("millis")),
        "int64 milliseconds",
        |v| i64::try_from(v.as_millis()).ok(), |b| Some(Self::from_millis(b));
}

fn nanos_of_day(time: civil::Time) -> i64 {
    let seconds =
        i64::from(time.hour()) * 3_600 + i64::from(time.minute()) * 60 + i64::from(time.second());
    seconds * 1_000_000_000 + i64::from(time.subsec_nanosecond())
}

fn time_of_day(nanos: i64) -> Option<civil::Time> {
    let seconds = nanos.div_euclid(1_000_000_000);
    let part = |value: i64| i8::try_from(value).ok();
    let subsec = i32::try_from(nanos.rem_euclid(1_000_000_000)).ok()?;
    civil::Time::new(
        part(seconds.div_euclid(3_600))?,
        part(seconds / 60 % 60)?,
        part(seconds % 60)?,
        subsec,
    )
    .ok()
}

refused! {
    Timestamp: "is `jiff::Timestamp`, which a date holds to the millisecond only: write `#[mongo(as = \"date_ms\")]` to cut the rest";
    Zoned: "is a time with a zone, and a date has none: keep a `Timestamp`, with the zone's name in a field of its own if it matters";
    civil::Date: "is a date without a zone, and a BSON date is an instant: write `#[mongo(as = \"civil_date\")]` for `yyyy-mm-dd`";
    civil::Time: "is a time of day, which BSON does not have: write `#[mongo(as = \"nanos_of_day\")]` for int64 nanoseconds";
    civil::DateTime: "is a date and time without a zone, and a BSON date is an instant: use `Timestamp`, or write \
                      `#[mongo(as = \"civil_date_time\")]` for text";
    SignedDuration: "is a duration, which BSON does not have: write `#[mongo(as = \"millis\")]` to store whole milliseconds as int64";
}
