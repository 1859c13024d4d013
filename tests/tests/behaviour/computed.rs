//! Updates that the server computes: a value is a literal, whatever it looks like, and a number keeps its width.

use std::time::Duration;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Store},
    error::{Error, Kind, Outcome},
    prelude::*,
    update::Rejection,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "lines")]
struct Line {
    #[mongo(id)]
    id: i32,
    name: String,
    #[mongo(max_len = 10)]
    label: String,
    #[mongo(max_len = 20)]
    long_label: String,
    price: i32,
    quantity: i32,
    shipping: Option<i32>,
    total: i32,
    small: u16,
    sum: i64,
    rate: f64,
    exact: Decimal128,
    due: DateTime,
    closed: Option<DateTime>,
    inner: Option<Inner>,
    #[mongo(max_items = 3)]
    parts: Vec<i32>,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Inner {
    a: i32,
    b: i32,
}

catalog! { Lines: documents(Line) }

fn line(id: i32) -> Line {
    Line {
        id,
        name: "tea".into(),
        label: "short".into(),
        long_label: "a longer one".into(),
        price: 7,
        quantity: 6,
        shipping: None,
        total: 0,
        small: 1,
        sum: 5,
        rate: 1.5,
        exact: "2.50".parse().expect("a decimal"),
        due: DateTime::from_millis(1_000),
        closed: None,
        inner: None,
        parts: Vec::new(),
        revision: Revision::FIRST,
    }
}

async fn lines(db: &TestDb) -> Result<Collection<Line>, Error> {
    let store = Store::<Lines>::connect(config(db)).await?;
    let lines = store.collection();
    lines.insert_one(&line(1)).await?;
    Ok(lines)
}

async fn stored(lines: &Collection<Line>) -> Line {
    lines.find_one(by_id(1)).await.unwrap().unwrap()
}

fn pipeline(update: &Update<Line>) -> Vec<BsonDocument> {
    let rendered = update.render().unwrap();
    assert!(rendered.update.is_empty());
    rendered.pipeline
}

#[mongo_testkit::test]
async fn a_field_is_computed_out_of_others_and_the_revision_is_counted(db: TestDb) -> Done {
    let (lines, f) = (lines(&db).await?, Line::fields());
    let total = f.price().value().times(f.quantity().value()).plus(f.shipping().value_or(0));
    let update = f.total().set_to(total.minus(2)).and(f.closed().unset()).and(f.price().inc(1));
    let product = doc! { "$multiply": ["$price", "$quantity"] };
    let sum = doc! { "$add": [product, { "$ifNull": ["$shipping", { "$literal": 0 }] }] };
    assert_eq!(
        pipeline(&update),
        [
            doc! { "$set": {
                "total": { "$toInt": { "$subtract": [sum, { "$literal": 2 }] } },
                "price": { "$toInt": { "$add": [{ "$ifNull": ["$price", 0] }, { "$literal": 1 }] } },
                "revision": { "$toLong": { "$add": [{ "$ifNull": ["$revision", 0] }, { "$literal": 1_i64 }] } },
            } },
            doc! { "$unset": ["closed"] },
        ]
    );
    assert_eq!(lines.update_one(by_id(1), &update).await?.modified(), 1);
    let expected = Line { total: 40, price: 8, revision: Revision::new(2), ..line(1) };
    assert_eq!(stored(&lines).await, expected);
    let after = lines.find_one_and_update(by_id(1), &update).after().await?.unwrap();
    assert_eq!((after.total, after.price, after.revision), (46, 9, Revision::new(3)));
    Ok(())
}

/// C16. In a pipeline it would be the path of a field.
#[mongo_testkit::test]
async fn text_that_starts_with_a_dollar_stays_text(db: TestDb) -> Done {
    let (lines, f) = (lines(&db).await?, Line::fields());
    let update = f.name().set("$price").and(f.total().set_to(f.price().value()));
    assert_eq!(lines.update_one(by_id(1), update).await?.matched(), 1);
    assert_eq!((stored(&lines).await.name, stored(&lines).await.total), ("$price".to_owned(), 7));
    assert_eq!(lines.update_one(by_id(1), f.name().set_to("$label")).await?.matched(), 1);
    assert_eq!(stored(&lines).await.name, "$label");
    let other = f.name().set("$$ROOT").and(f.total().set_to(f.quantity().value()));
    assert_eq!(lines.update_one(by_id(1), other).await?.matched(), 1);
    assert_eq!(stored(&lines).await.name, "$$ROOT");
    Ok(())
}

#[mongo_testkit::test]
async fn every_number_keeps_its_type(db: TestDb) -> Done {
    let (lines, f) = (lines(&db).await?, Line::fields());
    let two: Decimal128 = "2".parse().expect("a decimal");
    let update = f
        .sum()
        .set_to(f.sum().value().times(3_i64))
        .and(f.rate().set_to(f.rate().value().plus(0.5)))
        .and(f.exact().set_to(f.exact().value().times(two).or_greater(two)))
        .and(f.total().set_to(f.price().value().or_lesser(f.quantity().value())));
    assert_eq!(lines.update_one(by_id(1), update).await?.matched(), 1);
    let now = stored(&lines).await;
    assert_eq!((now.sum, now.rate, now.total), (15, 2.0, 6));
    assert_eq!(now.exact.to_string(), "5.00");
    Ok(())
}

#[mongo_testkit::test]
async fn a_number_that_its_field_cannot_hold_fails_the_update_and_is_not_stored(
    db: TestDb,
) -> Done {
    let (lines, f) = (lines(&db).await?, Line::fields());
    let too_much = f.total().set_to(f.price().value().plus(i32::MAX));
    let error = lines.update_one(by_id(1), too_much).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    let far = f.sum().inc(i64::MAX).and(f.total().set_to(f.price().value()));
    let error = lines.update_one(by_id(1), far).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    // The guards of `inc` hold in a pipeline, too.
    let guarded = f.small().dec(2).and(f.total().set_to(f.price().value()));
    let error = lines.update_one(by_id(1), guarded).await.unwrap_err();
    assert!(matches!(error.rejection(), Some(Rejection::OutOfRange { path: "small" })), "{error}");
    assert_eq!(stored(&lines).await, line(1));
    Ok(())
}

/// As by `$inc`: the first revision where there is none, and an error at the end of int64, not a double.
#[mongo_testkit::test]
async fn a_revision_that_is_absent_or_at_its_end_is_counted_as_by_the_operators(
    db: TestDb,
) -> Done {
    let (lines, f) = (lines(&db).await?, Line::fields());
    let raw = db.database().collection::<BsonDocument>("lines");
    let update = f.total().set_to(f.price().value());
    raw.update_one(doc! {}, doc! { "$unset": { "revision": "" } }).await.expect("it is unset");
    assert_eq!(lines.update_one(by_id(1), &update).await?.matched(), 1);
    assert_eq!(stored(&lines).await.revision, Revision::new(1));
    raw.update_one(doc! {}, doc! { "$set": { "revision": i64::MAX } }).await.expect("it is set");
    let error = lines.update_one(by_id(1), &update).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert_eq!(stored(&lines).await.revision, Revision::new(i64::MAX));
    Ok(())
}

#[mongo_testkit::test]
async fn the_clock_of_the_server_is_one_in_the_whole_update(db: TestDb) -> Done {
    let (lines, f) = (lines(&db).await?, Line::fields());
    let day = Duration::from_secs(86_400);
    let update =
        f.due().set_to(Expression::now().later_by(day)).and(f.closed().set_to(Expression::now()));
    assert_eq!(lines.update_one(by_id(1), update).await?.matched(), 1);
    let now = stored(&lines).await;
    let closed = now.closed.expect("it is set");
    assert_eq!(now.due.timestamp_millis() - closed.timestamp_millis(), 86_400_000);
    Ok(())
}

#[mongo_testkit::test]
async fn what_could_leave_a_document_that_is_not_readable_is_refused_before_sending(
    db: TestDb,
) -> Done {
    let (lines, f) = (lines(&db).await?, Line::fields());
    let computed = || f.total().set_to(f.price().value());
    for (update, told) in [
        (f.total().set_to(f.shipping().value()), "`shipping` may be absent"),
        (f.total().set_to(f.inner().a().value()), "`inner.a` may be absent"),
        (f.small().set_to(f.small().value().plus(1)), "`small` is narrower than its BSON type"),
        (f.label().set_to(f.long_label().value()), "`label` has a bound"),
        (f.label().set_to("x"), "`label` has a bound"),
        (computed().and(f.parts().push(1)), "`parts` is changed by `$push`"),
        (computed().and(f.rate().max(2.0)), "`rate` is changed by `$max`"),
        (computed().and(f.total().set(1)), "`total` is changed twice"),
    ] {
        let error = lines.update_one(by_id(1), update).await.unwrap_err();
        assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
        assert!(error.to_string().contains(told), "{error}");
    }
    assert_eq!(
        lines.update_one(by_id(1), f.long_label().set_to(f.label().value())).await?.matched(),
        1
    );
    assert_eq!(stored(&lines).await.long_label, "short");
    // An optional document does not come into being by half.
    let error =
        lines.update_one(by_id(1), f.inner().a().set_to(f.price().value())).await.unwrap_err();
    assert!(
        matches!(error.rejection(), Some(Rejection::ParentAbsent { path: "inner" })),
        "{error}"
    );
    Ok(())
}

#[test]
fn the_debug_of_an_update_that_computes_shows_no_value() {
    let f = Line::fields();
    let update = f.name().set("canary").and(f.total().set_to(f.price().value().plus(4_711)));
    let shown = format!("{update:?} {:?}", f.price().value().plus(4_711));
    assert!(!shown.contains("canary") && !shown.contains("4711"), "{shown}");
    assert!(shown.contains("$price"), "{shown}");
    let same = f.total().set_to(f.price().value().plus(1));
    assert_eq!(same, same.clone());
    assert_ne!(same, f.total().set_to(f.price().value().plus(2)));
}
