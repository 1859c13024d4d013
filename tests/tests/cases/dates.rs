//! Dates that become text, lose their zone, or are not found again.

use mongo_runtime::{
    Value,
    bson::{DateTime, doc},
    class,
    codec::{Failure, Reader, Writer},
    db::BadDocument,
    field::{Leaf, Path},
    from_slice,
    prelude::*,
    shape::{BsonType, Scalar, Shape},
    to_vec,
};
use mongo_testkit::TestDb;
use mongo_tests::{one, one::stored as bytes_of};

use crate::support::{collection, insert_raw, stored};

type Instant = chrono::DateTime<chrono::Utc>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "events")]
struct Event {
    #[mongo(id)]
    id: i32,
    #[mongo(as = "date_ms")]
    at: Instant,
}

fn event(id: i32, nanos: i64) -> Event {
    Event { id, at: Instant::from_timestamp_nanos(nanos) }
}

/// Elsewhere an insert stores text, and an update a date.
#[mongo_testkit::test]
async fn an_instant_is_a_date_for_inserts_updates_and_filters(db: TestDb) {
    let events = collection::<Event>(&db).await;
    let (first, second) = (event(1, 5_000_000), event(1, 7_000_000));
    events.insert_one(&first).await.expect("is stored");
    assert_eq!(stored::<Event>(&db, 1).await, doc! { "_id": 1, "at": DateTime::from_millis(5) });
    let set = Event::fields().at().set(second.at);
    assert_eq!(events.update_one(by_id(1), set).await.expect("is done").matched(), 1);
    assert_eq!(stored::<Event>(&db, 1).await, doc! { "_id": 1, "at": DateTime::from_millis(7) });
    let found = events.find_one(Event::fields().at().eq(second.at)).await.expect("is read");
    assert_eq!(found, Some(second));
}

#[mongo_testkit::test]
async fn a_date_of_another_client_is_read_into_a_foreign_type(db: TestDb) {
    let events = collection::<Event>(&db).await;
    insert_raw::<Event>(&db, doc! { "_id": 1, "at": DateTime::from_millis(-1) }).await;
    assert_eq!(events.find_one(by_id(1)).await.expect("is read"), Some(event(1, -1_000_000)));
}

/// One text among the dates of a collection ends a query elsewhere, without a word about where it is.
#[mongo_testkit::test]
async fn a_text_among_dates_is_named_and_the_others_are_read(db: TestDb) {
    let events = collection::<Event>(&db).await;
    events.insert_many(&[event(1, 0), event(3, 0)]).await.expect("are stored");
    insert_raw::<Event>(&db, doc! { "_id": 2, "at": "2024-01-02T03:04:05Z" }).await;
    let find = events.find(AllDocuments).sort(Event::fields().id().asc()).limit(10);
    let mut cursor = find.on_bad_document(BadDocument::Continue).await.expect("is sent");
    assert_eq!(cursor.next().await.expect("one").expect("is read"), event(1, 0));
    let error = cursor.next().await.expect("two").expect_err("is text");
    assert_eq!(error.document_id(), Some(&2.into()));
    assert!(error.to_string().contains("`Event.at`: expected date, found string"), "{error}");
    assert!(!format!("{error:?}").contains("2024-01-02"), "{error:?}");
    assert_eq!(cursor.next().await.expect("three").expect("is read"), event(3, 0));
    assert!(cursor.next().await.is_none());
}

/// A representation of the application: a date, that once was seconds in text.
struct DateOrSeconds;

impl Value<DateOrSeconds> for DateTime {
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::fixed(BsonType::Date, 8));
    type Class = class::Date;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        0x09
    }

    fn encoded_len(&self) -> usize {
        8
    }

    fn encode(&self, out: &mut Writer<'_>) {
        <Self as Value>::encode(self, out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != 0x02 {
            return <Self as Value>::decode(element_type, input);
        }
        let at = input.clone();
        let text = <String as Value>::decode(element_type, input)?;
        let seconds: Option<i64> = text.parse().ok();
        let millis = seconds.and_then(|seconds| seconds.checked_mul(1000));
        millis.map(Self::from_millis).ok_or_else(|| {
            at.fail(mongo_runtime::codec::DecodeReason::OutOfRange { expected: "seconds in text" })
        })
    }
}

/// What is read beside the declared form is a choice that stands in the code.
#[test]
fn text_is_read_as_a_date_by_a_reader_that_says_so_and_written_as_a_date() {
    one!(
        #[mongo(with = DateOrSeconds)]
        DateTime
    );
    let old = one::read::<One>("02 02000000 3700").expect("seven seconds");
    assert_eq!(old.v, DateTime::from_millis(7_000));
    assert_eq!(bytes_of(&old), "09 581b000000000000");
    let text = one::read_error::<One>("02 02000000 7800");
    assert_eq!(text, "`One.v`: expected seconds in text, found a value out of its range");
}

/// The nanoseconds that a date can't hold make a compare-and-set elsewhere that never matches.
#[mongo_testkit::test]
async fn an_instant_is_found_by_the_value_that_was_inserted(db: TestDb) {
    let events = collection::<Event>(&db).await;
    let written = event(1, 1_700_000_000_123_456_789);
    events.insert_one(&written).await.expect("is stored");
    let read = events.find_one(by_id(1)).await.expect("is read").expect("is there");
    assert_eq!(read, event(1, 1_700_000_000_123_000_000), "cut, never rounded up");
    for at in [written.at, read.at] {
        let guarded = by_id(1).and(Event::fields().at().eq(at));
        assert!(events.exists(guarded).await.expect("is asked"), "{at}");
    }
    let guarded = by_id(1).and(Event::fields().at().eq(written.at));
    let update = events.update_one(guarded, Event::fields().at().set(written.at)).await;
    assert_eq!(update.expect("is done").matched(), 1);
}

/// What is in memory differs from what is read back elsewhere: nanoseconds here, milliseconds there.
#[test]
fn an_instant_of_now_comes_back_equal() {
    one!(DateTime);
    let now = One::of(DateTime::now());
    assert_eq!(from_slice::<One>(&to_vec(&now).expect("encodable")), Ok(now));
}

/// A birthday that was an instant is a day off in another zone.
#[test]
fn a_day_without_a_zone_is_the_same_day_everywhere() {
    one!(
        #[mongo(as = "civil_date")]
        chrono::NaiveDate
    );
    let birthday = chrono::NaiveDate::from_ymd_opt(1936, 8, 17).expect("a day");
    one::golden(
        &One::of(birthday),
        "02 0b000000 313933362d30382d313700", // "1936-08-17"
    );
}

/// Offsets in text sort by their text.
#[mongo_testkit::test]
async fn instants_of_other_offsets_sort_by_when_they_are(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "calls")]
    struct Call {
        #[mongo(id)]
        id: i32,
        #[mongo(as = "date_ms")]
        at: time::OffsetDateTime,
    }
    let at = |hours: i8, seconds: i64| {
        let offset = time::UtcOffset::from_hms(hours, 0, 0).expect("an offset");
        time::OffsetDateTime::from_unix_timestamp(seconds).expect("in range").to_offset(offset)
    };
    let calls = collection::<Call>(&db).await;
    let all = [
        Call { id: 1, at: at(9, 30) },
        Call { id: 2, at: at(-9, 10) },
        Call { id: 3, at: at(0, 20) },
    ];
    calls.insert_many(&all).await.expect("are stored");
    let sorted = calls.find(AllDocuments).sort(Call::fields().at().asc()).limit(10).await;
    let sorted = sorted.expect("is sent").collect().await.expect("are read");
    assert_eq!(sorted.iter().map(|call| call.id).collect::<Vec<_>>(), [2, 3, 1]);
    assert_eq!(sorted[0].at, all[1].at, "the same instant, now in UTC");
}

/// The driver's conversion clamps; a date that the type can't hold is an error here.
#[mongo_testkit::test]
async fn dates_at_the_limits_come_back_or_are_an_error(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "events")]
    struct Limit {
        #[mongo(id)]
        id: i32,
        at: DateTime,
    }
    let limits = collection::<Limit>(&db).await;
    for (id, at) in [(1, DateTime::MIN), (2, DateTime::MAX)] {
        let limit = Limit { id, at };
        limits.insert_one(&limit).await.expect("is stored");
        assert_eq!(limits.find_one(by_id(id)).await.expect("is read"), Some(limit));
        let error =
            collection::<Event>(&db).await.find_one(by_id(id)).await.expect_err("no chrono time");
        assert!(
            error
                .to_string()
                .contains("`Event.at`: expected a date that `chrono::DateTime<Utc>` holds"),
            "{error}"
        );
    }
}
