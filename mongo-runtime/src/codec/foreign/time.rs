//! `time` 0.3.

use bson::DateTime;
use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time};

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
    OffsetDateTime as DateMs => DateTime, class::Date, &Shape::Scalar(Scalar::fixed(BsonType::Date, 8).coded("date_ms")),
        "a date that `time::OffsetDateTime` holds",
        // Cuts towards the past. The offset is not stored: what comes back is in UTC, and is the same instant.
        // With an offset, a year of the type can be one that it does not have in UTC.
        |v| i64::try_from(v.unix_timestamp_nanos().div_euclid(1_000_000)).ok()
            .filter(|millis| Self::from_unix_timestamp_nanos(i128::from(*millis) * 1_000_000).is_ok()).map(DateTime::from_millis),
        |b| Self::from_unix_timestamp_nanos(i128::from(b.timestamp_millis()) * 1_000_000).ok();
    Date as CivilDate => String, class::Text, CIVIL_DATE, "a date `yyyy-mm-dd` of a year from 0000 to 9999",
        |v| civil_year(v.year()).then(|| date_text(*v)), |b| parse_date(&b);
    Time as NanosOfDay => i64, class::Duration, NANOS_OF_DAY, "nanoseconds from 0 to 86399999999999",
        |v| i64::try_from((*v - Self::MIDNIGHT).whole_nanoseconds()).ok(),
        |b| (0..86_400_000_000_000).contains(&b).then(|| Self::MIDNIGHT + Duration::nanoseconds(b));
    PrimitiveDateTime as CivilDateTime => String, class::Text, CIVIL_DATE_TIME,
        "a date and time `yyyy-mm-ddThh:mm:ss.nnnnnnnnn` of a year from 0000 to 9999",
        |v| civil_year(v.year()).then(|| format!("{}T{}", date_text(v.date()), time_text(v.time()))),
        |b| b.split_once('T').and_then(|(date, time)| Some(Self::new(parse_date(date)?, parse_time(time)?)));
    Duration as Millis => i64, class::Duration,
        &Shape::Scalar(Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX).coded("millis")),
        "int64 milliseconds",
        |v| i64::try_from(v.whole_milliseconds()).ok(), |b| Some(Self::milliseconds(b));
}

fn date_text(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
}

fn time_text(time: Time) -> String {
    format!("{:02}:{:02}:{:02}.{:09}", time.hour(), time.minute(), time.second(), time.nanosecond())
}

fn parse_date(text: &str) -> Option<Date> {
    let [year, month, day] = parts::<3>(text, '-', [4, 2, 2])?;
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(i32::try_from(year).ok()?, month, u8::try_from(day).ok()?).ok()
}

fn parse_time(text: &str) -> Option<Time> {
    let (time, nanos) = text.split_once('.')?;
    let [hour, minute, second] = parts::<3>(time, ':', [2, 2, 2])?;
    let [nanos] = parts::<1>(nanos, ':', [9])?;
    let byte = |value: u32| u8::try_from(value).ok();
    Time::from_hms_nano(byte(hour)?, byte(minute)?, byte(second)?, nanos).ok()
}

/// Numbers of exactly so many digits each.
fn parts<const N: usize>(text: &str, separator: char, n_digits: [usize; N]) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    let mut found = text.split(separator);
    for (number, n_digits) in numbers.iter_mut().zip(n_digits) {
        let digits = found.next()?;
        if digits.len() != n_digits || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = digits.parse().ok()?;
    }
    found.next().is_none().then_some(numbers)
}

refused! {
    OffsetDateTime: "is `time::OffsetDateTime`, which a date holds to the millisecond and without its offset: write \
                     `#[mongo(as = \"date_ms\")]` to store the instant";
    Date: "is a date without a zone, and a BSON date is an instant: write `#[mongo(as = \"civil_date\")]` for `yyyy-mm-dd`";
    Time: "is a time of day, which BSON does not have: write `#[mongo(as = \"nanos_of_day\")]` for int64 nanoseconds";
    PrimitiveDateTime: "is a date and time without a zone, and a BSON date is an instant: use `OffsetDateTime`, or write \
                        `#[mongo(as = \"civil_date_time\")]` for text";
    Duration: "is a duration, which BSON does not have: write `#[mongo(as = \"millis\")]` to store whole milliseconds as int64";
}
