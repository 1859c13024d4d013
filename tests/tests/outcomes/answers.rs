//! What the server answers, or a router in its place: codes, labels, unmet write concerns, and answers that make no sense.

use mongo_runtime::{bson::doc, db::StoreConfig, error::Kind};
use mongo_testkit::{FailPoint, Fault, TestDb};
use mongo_tests::canary::CANARY;

use crate::{
    row::{Row, Rows},
    support::{ALL, COMMANDS, REPEATED, Scene, Write, apart, refusal},
};

fn nothing(_: &Scene) {}

#[mongo_testkit::test]
async fn a_command_that_was_sent_once_and_refused_has_written_nothing(db: TestDb) {
    let db = apart(&db).await;
    let rows = Rows::of(&db, ALL).await;
    let fail = |code| FailPoint::commands(COMMANDS).error_code(code).always();
    let mut fault = db.fail_point(fail(13)).await.unwrap();
    for (code, kind) in [
        (13, Kind::Auth),
        (2, Kind::OperationRejected),
        (9, Kind::OperationRejected),
        (15, Kind::OperationRejected),
        (20, Kind::OperationRejected),
        (52, Kind::OperationRejected),
        (53, Kind::OperationRejected),
        (66, Kind::OperationRejected),
        (323, Kind::OperationRejected),
        (40415, Kind::OperationRejected),
        (10334, Kind::DocumentTooLarge),
    ] {
        fault.also(fail(code)).await.unwrap();
        rows.expect(&format!("refused with {code}"), Row::refused(kind).code(code), nothing).await;
    }
    fault.off().await.unwrap();
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_code_that_may_come_in_the_middle_of_a_write_leaves_it_unknown(db: TestDb) {
    let db = apart(&db).await;
    let rows = Rows::with(&db, ALL, StoreConfig::without_retries).await;
    let fail = |code| FailPoint::commands(COMMANDS).error_code(code).always();
    let mut fault = db.fail_point(fail(6)).await.unwrap();
    for (code, kind) in [
        (6, Kind::Connection),
        (7, Kind::Connection),
        (50, Kind::Timeout),
        (64, Kind::WriteConcern),
        (89, Kind::Timeout),
        (91, Kind::Connection),
        (134, Kind::ReadConcern),
        (175, Kind::Cursor),
        (189, Kind::Connection),
        (202, Kind::Timeout),
        (237, Kind::Cursor),
        (262, Kind::Timeout),
        (279, Kind::Connection),
        (355, Kind::Connection),
        (384, Kind::Connection),
        (9001, Kind::Connection),
        (11600, Kind::Connection),
        (11601, Kind::Connection),
        (11602, Kind::Connection),
    ] {
        fault.also(fail(code)).await.unwrap();
        rows.expect(&format!("it fails with {code}"), Row::unknown(kind).code(code), nothing).await;
    }
    fault.off().await.unwrap();
    rows.close().await;
}

#[mongo_testkit::test]
async fn not_primary_means_nothing_written_when_it_is_one_document_and_one_attempt(db: TestDb) {
    let db = apart(&db).await;
    let rows = Rows::with(&db, ALL, StoreConfig::without_retries).await;
    let fail = |code| FailPoint::commands(COMMANDS).error_code(code).always();
    let mut fault = db.fail_point(fail(10107)).await.unwrap();
    for code in [10107, 13435, 10058, 13436] {
        fault.also(fail(code)).await.unwrap();
        let row = |write: Write| match write.is_of_many() {
            // The change of primary may have come in the middle.
            true => Row::unknown(Kind::Connection).code(code),
            false => Row::put_off(Kind::Connection).code(code),
        };
        rows.expect_each(&format!("not primary, {code}"), row, nothing).await;
    }
    fault.off().await.unwrap();
    rows.close().await;
}

/// Outside of a transaction the server tries again by itself, so it comes when the server gives up.
#[mongo_testkit::test]
async fn a_write_conflict_is_put_off_when_it_is_one_document(db: TestDb) {
    let db = apart(&db).await;
    let rows = Rows::of(&db, ALL).await;
    let fail = FailPoint::commands(COMMANDS).error_code(112).always();
    let fault = db.fail_point(fail).await.unwrap();
    let row = |write: Write| match write.is_of_many() {
        true => Row::unknown(Kind::WriteConflict).code(112),
        false => Row::put_off(Kind::WriteConflict).code(112),
    };
    rows.expect_each("a write conflict", row, nothing).await;
    fault.off().await.unwrap();
    rows.close().await;
}

#[mongo_testkit::test]
async fn two_refused_attempts_are_unknown_unless_the_server_says_that_nothing_was_written(
    db: TestDb,
) {
    let db = apart(&db).await;
    let rows = Rows::of(&db, REPEATED).await;
    let fail = FailPoint::commands(COMMANDS).error_code(10107).always();
    let mut fault = db.fail_point(fail.clone()).await.unwrap();
    let row = Row::unknown(Kind::Connection).after(2).code(10107);
    rows.expect("never the primary", row, nothing).await;
    let labels = ["RetryableWriteError", "NoWritesPerformed"];
    fault.also(fail.error_labels(labels)).await.unwrap();
    let row = Row::put_off(Kind::Connection).after(2).code(10107);
    rows.expect("never the primary, nothing written", row, nothing).await;
    fault.off().await.unwrap();
    rows.close().await;
}

#[mongo_testkit::test]
async fn an_overloaded_server_puts_a_write_off_and_the_driver_tries_few_times(db: TestDb) {
    let db = apart(&db).await;
    let rows = Rows::of(&db, ALL).await;
    let overloaded = ["SystemOverloadedError", "RetryableError"];
    let fail = FailPoint::commands(COMMANDS).error_code(462).always();
    let mut fault = db.fail_point(fail.clone().error_labels(overloaded)).await.unwrap();
    let row = Row::unknown(Kind::Connection).after(3).code(462);
    rows.expect("overloaded", row, nothing).await;
    let labels = overloaded.into_iter().chain(["NoWritesPerformed"]);
    fault.also(fail.error_labels(labels)).await.unwrap();
    let row = Row::put_off(Kind::Connection).after(3).code(462);
    rows.expect("overloaded, nothing written", row, nothing).await;
    fault.off().await.unwrap();
    rows.close().await;
}

#[mongo_testkit::test]
async fn an_unmet_write_concern_of_every_kind_is_unproven_and_the_write_is_done_once(db: TestDb) {
    let db = apart(&db).await;
    let rows = Rows::of(&db, ALL).await;
    let message = format!("for {CANARY}");
    let fail = |code| FailPoint::commands(COMMANDS).write_concern_error(code, &message).always();
    let mut fault = db.fail_point(fail(64)).await.unwrap();
    for code in [64, 79, 91, 100, 11600, 11602] {
        fault.also(fail(code)).await.unwrap();
        // The driver asks again for some of them; the server knows that it has done the write.
        let is_asked_again = [91, 11600, 11602].contains(&code);
        let row = |write: Write| match is_asked_again && !write.is_of_many() {
            true => Row::unproven(code).after(2),
            false => Row::unproven(code),
        };
        rows.expect_each(&format!("write concern {code}"), row, nothing).await;
    }
    fault.off().await.unwrap();
    rows.close().await;
}

#[mongo_testkit::test]
async fn what_a_router_answers_is_told_by_its_attempts(db: TestDb) {
    let rows = Rows::of(&db, ALL).await;
    for code in [61, 63, 72] {
        let row = |write: Write| match write.is_of_many() {
            // Some shards may have done their part.
            true => Row::unknown(Kind::ShardRouting).code(code),
            false => Row::put_off(Kind::ShardRouting).code(code),
        };
        rows.expect_each(&format!("a router says {code}"), row, move |scene: &Scene| {
            scene.proxy.add(Fault::answer(&refusal(code, &[])).command(scene.write.command()));
        })
        .await;
    }
    rows.close().await;
}

/// A change of primary and a killed operation can come as the error of one statement as well.
#[mongo_testkit::test]
async fn a_statement_that_was_interrupted_is_unknown_like_a_command(db: TestDb) {
    let writes: Vec<Write> =
        ALL.iter().copied().filter(|write| write.command() != "findAndModify").collect();
    let rows = Rows::of(&db, &writes).await;
    for (code, kind) in [(11602, Kind::Connection), (189, Kind::Connection), (50, Kind::Timeout)] {
        let row = Row::unknown(kind).code(code);
        rows.expect(&format!("a statement says {code}"), row, move |scene: &Scene| {
            let error = doc! { "index": 0, "code": code, "errmsg": format!("of {CANARY}") };
            let answer = doc! { "ok": 1, "n": 0, "nModified": 0, "writeErrors": [error] };
            scene.proxy.add(Fault::answer(&answer).command(scene.write.command()));
        })
        .await;
    }
    rows.close().await;
}

#[mongo_testkit::test]
async fn an_answer_that_can_not_be_read_leaves_the_write_unknown(db: TestDb) {
    let rows = Rows::of(&db, ALL).await;
    rows.expect("the answer is nonsense", Row::unknown(Kind::Connection), |scene: &Scene| {
        let answer = doc! { "ok": 1, "n": CANARY, "value": CANARY, "writeConcernError": CANARY };
        scene.proxy.add(Fault::answer(&answer).command(scene.write.command()));
    })
    .await;
    rows.close().await;
}
