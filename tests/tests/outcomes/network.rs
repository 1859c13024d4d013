//! Connections that break, before the server has run the write and after.

use mongo_runtime::{db::StoreConfig, error::Kind};
use mongo_testkit::{Fault, TestDb};

use crate::{
    row::{Row, Rows},
    support::{ALL, OF_MANY, REPEATED, Scene, Write, refusal},
};

/// Once for a write that the driver sends a second time, and once for all others.
fn once_or_twice(write: Write) -> Row {
    Row::unknown(Kind::Connection).after(if write.is_of_many() { 1 } else { 2 })
}

#[mongo_testkit::test]
async fn a_connection_that_breaks_once_is_made_good_for_single_writes_and_unknown_for_those_of_many(
    db: TestDb,
) {
    let rows = Rows::of(&db, ALL).await;
    let lost = Row::unknown(Kind::Connection);
    let request = |write: Write| if write.is_of_many() { lost.clone() } else { Row::done() };
    rows.expect_each("the request is lost", request, |scene: &Scene| {
        scene.proxy.add(Fault::cut_request(0).command(scene.write.command()));
    })
    .await;
    let done = lost.clone().leaving_it_done();
    let reply = |write: Write| if write.is_of_many() { done.clone() } else { Row::done() };
    rows.expect_each("the reply is lost", reply, |scene: &Scene| {
        scene.proxy.add(Fault::cut_reply(0).command(scene.write.command()));
    })
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_request_that_is_cut_anywhere_twice_leaves_the_write_unknown_and_not_done(db: TestDb) {
    let rows = Rows::of(&db, ALL).await;
    let cuts = [0, 1, 16, 120].map(Fault::cut_request).into_iter();
    for cut in cuts.chain([Fault::cut_end_of_request(1)]) {
        rows.expect_each("the request is cut twice", once_or_twice, move |scene: &Scene| {
            scene.proxy.add(cut.clone().command(scene.write.command()).times(2));
        })
        .await;
    }
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_reply_that_is_cut_anywhere_twice_leaves_the_write_unknown_and_done_once(db: TestDb) {
    let rows = Rows::of(&db, ALL).await;
    let done = |write| once_or_twice(write).leaving_it_done();
    for n_bytes in [0, 1, 16, 21] {
        rows.expect_each("the reply is cut twice", done, move |scene: &Scene| {
            scene.proxy.add(Fault::cut_reply(n_bytes).command(scene.write.command()).times(2));
        })
        .await;
    }
    rows.close().await;
}

#[mongo_testkit::test]
async fn of_two_broken_attempts_either_may_have_done_the_write(db: TestDb) {
    let rows = Rows::of(&db, REPEATED).await;
    let row = Row::unknown(Kind::Connection).after(2).leaving_it_done();
    rows.expect("the request is lost, then the reply", row.clone(), |scene: &Scene| {
        scene.proxy.add(Fault::cut_request(0).command(scene.write.command()));
        scene.proxy.add(Fault::cut_reply(0).command(scene.write.command()));
    })
    .await;
    rows.expect("the reply is lost, then the request", row, |scene: &Scene| {
        scene.proxy.add(Fault::cut_reply(0).command(scene.write.command()));
        scene.proxy.add(Fault::cut_request(0).command(scene.write.command()));
    })
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn without_retries_one_broken_connection_leaves_the_write_unknown(db: TestDb) {
    let rows = Rows::with(&db, ALL, StoreConfig::without_retries).await;
    let row = Row::unknown(Kind::Connection);
    rows.expect("the request is lost", row.clone(), |scene: &Scene| {
        scene.proxy.add(Fault::cut_request(0).command(scene.write.command()));
    })
    .await;
    rows.expect("the reply is lost", row.leaving_it_done(), |scene: &Scene| {
        scene.proxy.add(Fault::cut_reply(0).command(scene.write.command()));
    })
    .await;
    rows.close().await;
}

/// The trap of a retry that is refused: the first attempt was carried out.
#[mongo_testkit::test]
async fn an_error_code_after_a_lost_reply_says_nothing_of_the_first_attempt(db: TestDb) {
    let rows = Rows::of(&db, REPEATED).await;
    for (code, kind) in [
        (10107, Kind::Connection),
        (13435, Kind::Connection),
        (189, Kind::Connection),
        (11600, Kind::Connection),
        (13, Kind::Auth),
        (50, Kind::Timeout),
        (262, Kind::Timeout),
        (63, Kind::ShardRouting),
        (2, Kind::OperationRejected),
    ] {
        let row = Row::unknown(kind).after(2).code(code).leaving_it_done();
        rows.expect(&format!("the retry is refused with {code}"), row, move |scene: &Scene| {
            scene.proxy.add(Fault::cut_reply(0).command(scene.write.command()));
            let answer = Fault::answer(&refusal(code, &["RetryableWriteError"]));
            scene.proxy.add(answer.command(scene.write.command()));
        })
        .await;
    }
    // With this label the error of the first attempt is the one that is told.
    let row = Row::unknown(Kind::Connection).after(2).leaving_it_done();
    rows.expect("the retry has written nothing", row, |scene: &Scene| {
        scene.proxy.add(Fault::cut_reply(0).command(scene.write.command()));
        let answer = refusal(10107, &["RetryableWriteError", "NoWritesPerformed"]);
        scene.proxy.add(Fault::answer(&answer).command(scene.write.command()));
    })
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn writes_of_many_are_never_sent_a_second_time(db: TestDb) {
    let rows = Rows::of(&db, OF_MANY).await;
    let row = Row::unknown(Kind::Connection).leaving_it_done();
    rows.expect("every reply is lost", row, |scene: &Scene| {
        scene.proxy.add(Fault::cut_reply(0).command(scene.write.command()).always());
    })
    .await;
    rows.close().await;
}
