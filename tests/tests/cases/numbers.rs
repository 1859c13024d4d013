//! Numbers that change, saturate, or are compared as text.

use std::str::FromStr;

use mongo_runtime::{
    bson::{Bson, Decimal128, doc},
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::{
    one,
    one::{golden, read_error},
};
use rust_decimal::Decimal;

use crate::support::{assert_not_sent, collection, insert_raw, raw, stored};

/// Elsewhere `u64::MAX` is stored as -1, or as the largest int64.
#[mongo_testkit::test]
async fn a_number_over_int64_is_refused_wherever_it_goes_and_nothing_is_sent(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "counters")]
    struct Counter {
        #[mongo(id)]
        id: i32,
        #[mongo(as = "int64_checked")]
        n: u64,
        #[mongo(as = "decimal128")]
        wide: u128,
    }
    let counters = collection::<Counter>(&db).await;
    let most = Counter { id: 1, n: i64::MAX.unsigned_abs(), wide: 10_u128.pow(34) - 1 };
    counters.insert_one(&most).await.expect("fits");
    assert_eq!(counters.find_one(by_id(1)).await.expect("is read"), Some(most.clone()));
    for n in [u64::MAX, 1 << 63] {
        let error =
            counters.insert_one(&Counter { id: 2, n, ..most }).await.expect_err("too large");
        assert_not_sent(&error, "`Counter.n`: the value does not fit int64");
        let error = counters.count(Counter::fields().n().eq(n)).await.expect_err("too large");
        assert_eq!(error.attempts(), 0, "{error}");
        let error = counters.update_one(by_id(1), Counter::fields().n().set(n)).await;
        assert_not_sent(&error.expect_err("too large"), "the value does not fit int64");
    }
    for wide in [u128::MAX, 10_u128.pow(34) + 1] {
        let error = counters.insert_one(&Counter { id: 2, wide, ..most }).await;
        assert_not_sent(&error.expect_err("too large"), "`Counter.wide`");
    }
    assert_eq!(raw::<Counter>(&db).count_documents(doc! {}).await.expect("the server runs"), 1);
    assert_eq!(counters.find_one(by_id(1)).await.expect("is read"), Some(most));
}

/// A generated cast makes -1,294,967,296 of it.
#[mongo_testkit::test]
async fn three_thousand_million_stays_itself_in_inserts_filters_and_updates(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "counters")]
    struct Counter {
        #[mongo(id)]
        id: i32,
        n: u32,
    }
    let counters = collection::<Counter>(&db).await;
    let large = Counter { id: 1, n: 3_000_000_000 };
    counters.insert_one(&large).await.expect("is stored");
    let as_int64 = doc! { "_id": 1, "n": 3_000_000_000_i64 };
    assert_eq!(stored::<Counter>(&db, 1).await, as_int64);
    assert_eq!(
        counters.count(Counter::fields().n().gt(2_999_999_999)).await.expect("is counted"),
        1
    );
    for n in [7, 3_000_000_000] {
        let set = counters.update_one(by_id(1), Counter::fields().n().set(n)).await;
        assert_eq!(set.expect("is done").matched(), 1);
    }
    assert_eq!(stored::<Counter>(&db, 1).await, as_int64);
}

/// As text, 10 is before 9.
#[mongo_testkit::test]
async fn decimals_sort_as_numbers_and_come_back_with_their_digits(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "prices")]
    struct Price {
        #[mongo(id)]
        id: i32,
        price: Decimal,
    }
    let prices = collection::<Price>(&db).await;
    let price =
        |id: i32, text: &str| Price { id, price: Decimal::from_str(text).expect("a decimal") };
    let sorted = [price(3, "-1"), price(1, "9.50"), price(2, "10")];
    prices
        .insert_many(&[sorted[1].clone(), sorted[2].clone(), sorted[0].clone()])
        .await
        .expect("are stored");
    let found = prices.find(AllDocuments).sort(Price::fields().price().asc()).limit(10).await;
    let found = found.expect("is sent").collect().await.expect("are read");
    assert_eq!(found, sorted);
    assert_eq!(found[1].price.to_string(), "9.50");
}

#[test]
fn a_decimal_is_no_double_no_text_and_no_integer() {
    let digits = "13 0a000000000000000000000000003e30"; // 1.0
    {
        one!(f64);
        assert_eq!(read_error::<One>(digits), "`One.v`: expected double, found decimal128");
    }
    {
        one!(String);
        assert_eq!(read_error::<One>(digits), "`One.v`: expected string, found decimal128");
    }
    one!(i64);
    assert_eq!(read_error::<One>(digits), "`One.v`: expected int64, found decimal128");
}

/// NaN, infinities, zeros of both signs, the limits: what a conversion through another type loses.
#[mongo_testkit::test]
async fn every_decimal128_comes_back_from_the_server_with_its_bits(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "prices")]
    struct Price {
        #[mongo(id)]
        id: String,
        price: Decimal128,
    }
    let prices = collection::<Price>(&db).await;
    let texts = [
        "NaN",
        "-NaN",
        "Infinity",
        "-Infinity",
        "0",
        "-0",
        "0E+3",
        "-0E-6176",
        "1.0",
        "1.00",
        "1E-6176",
        "9.999999999999999999999999999999999E+6144",
        "-9.999999999999999999999999999999999E+6144",
    ];
    for text in texts {
        let price: Decimal128 = text.parse().expect("a decimal");
        let written = Price { id: text.to_owned(), price };
        prices.insert_one(&written).await.expect("is stored");
        let read = prices.find_one(by_id(text)).await.expect("is read").expect("is there");
        assert_eq!(read.price.bytes(), price.bytes(), "{text}");
        let stored = stored::<Price>(&db, text).await;
        assert_eq!(stored.get("price"), Some(&Bson::Decimal128(price)), "{text}");
    }
    // A filter is by value for the server: it does not tell 1.0 from 1.00.
    let one: Decimal128 = "1".parse().expect("a decimal");
    assert_eq!(prices.count(Price::fields().price().eq(one)).await.expect("is counted"), 2);
}

/// The server widens: an int32 that another client increments past its width becomes an int64.
#[mongo_testkit::test]
async fn an_int32_that_another_client_widened_is_an_error_with_its_path(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "counters")]
    struct Counter {
        #[mongo(id)]
        id: i32,
        n: i32,
    }
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "counters")]
    struct Lenient {
        #[mongo(id)]
        id: i32,
        #[mongo(lossless)]
        n: i32,
    }
    let (counters, lenient) = (collection::<Counter>(&db).await, collection::<Lenient>(&db).await);
    counters.insert_one(&Counter { id: 1, n: i32::MAX }).await.expect("is stored");
    let raw = raw::<Counter>(&db);
    let plus = |n: i64| raw.update_one(doc! { "_id": 1 }, doc! { "$inc": { "n": n } });
    plus(1).await.expect("the server widens");
    assert_eq!(stored::<Counter>(&db, 1).await, doc! { "_id": 1, "n": 1_i64 << 31 });
    let error = counters.find_one(by_id(1)).await.expect_err("no int32");
    assert!(error.to_string().contains("`Counter.n`: expected int32, found int64"), "{error}");
    let error = lenient.find_one(by_id(1)).await.expect_err("does not fit");
    assert!(
        error.to_string().contains("`Lenient.n`: expected a number that the field holds exactly"),
        "{error}"
    );
    plus(-1).await.expect("the server keeps the width");
    let read = lenient.find_one(by_id(1)).await.expect("fits again");
    assert_eq!(read, Some(Lenient { id: 1, n: i32::MAX }));
}

/// A shell writes 21010.0, and some reader makes 0 of 5.5 or 65,535 of -1.
#[mongo_testkit::test]
async fn a_double_of_a_shell_is_read_where_that_is_said_and_loses_nothing(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "hosts")]
    struct Host {
        #[mongo(id)]
        id: i32,
        #[mongo(lossless)]
        port: u16,
    }
    let hosts = collection::<Host>(&db).await;
    let ports = [21010.0, 5.5, -1.0, 65_536.0, f64::NAN];
    for (id, port) in (1..).zip(ports) {
        insert_raw::<Host>(&db, doc! { "_id": id, "port": port }).await;
    }
    assert_eq!(hosts.find_one(by_id(1)).await.expect("is read"), Some(Host { id: 1, port: 21010 }));
    for id in 2..6 {
        let error = hosts.find_one(by_id(id)).await.expect_err("is no port");
        assert!(
            error
                .to_string()
                .contains("`Host.port`: expected a number that the field holds exactly"),
            "{error}"
        );
    }
}

/// Two texts of one number: equality by text misses it.
#[test]
fn big_integers_have_one_text() {
    one!(
        #[mongo(as = "string", max_len = 40)]
        num_bigint::BigInt
    );
    golden(&One::of((-12).into()), "02 04000000 2d3132 00");
    for digits in ["02 04000000 303132 00", "02 04000000 2b3132 00", "02 03000000 2d30 00"] {
        assert!(read_error::<One>(digits).starts_with("`One.v`: expected the decimal digits"));
    }
}
