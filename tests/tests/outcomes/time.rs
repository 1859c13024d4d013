//! Time that runs out, and callers that don't wait.

use std::time::Duration;

use mongo_runtime::{error::Kind, prelude::*};
use mongo_testkit::{Fault, TestDb};
use mongo_tests::canary::assert_clean_log;

use crate::{
    row::{Row, Rows, send_with_deadline},
    support::{ALL, Scene, Write, before, until},
};

const DEADLINE: Duration = Duration::from_millis(400);

#[mongo_testkit::test]
async fn a_deadline_after_the_command_left_leaves_the_write_unknown(db: TestDb) {
    let rows = Rows::of(&db, ALL).await;
    let row = |_| Row::unknown(Kind::Timeout);
    rows.expect_sent(
        "the request never arrives",
        row,
        |scene: &Scene| {
            scene.proxy.add(Fault::drop_request().command(scene.write.command()).always());
        },
        |scene| Box::pin(send_with_deadline(scene, DEADLINE)),
    )
    .await;
    rows.expect_sent(
        "the reply never arrives",
        |write| row(write).leaving_it_done(),
        |scene: &Scene| {
            scene.proxy.add(Fault::drop_reply().command(scene.write.command()).always());
        },
        |scene| Box::pin(send_with_deadline(scene, DEADLINE)),
    )
    .await;
    rows.expect_sent(
        "the request arrives after the deadline",
        |write| row(write).leaving_it_done(),
        |scene: &Scene| {
            let late = Fault::delay_request(DEADLINE * 2).command(scene.write.command());
            scene.proxy.add(late.always());
        },
        |scene| Box::pin(send_with_deadline(scene, DEADLINE)),
    )
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_deadline_of_nothing_sends_no_write(db: TestDb) {
    let rows = Rows::of(&db, ALL).await;
    rows.expect_sent(
        "there is no time",
        |_| Row::not_sent(Kind::Timeout),
        |_| {},
        |scene| Box::pin(scene.send(Some(Duration::ZERO))),
    )
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_write_that_waits_for_a_connection_until_its_deadline_was_not_sent(db: TestDb) {
    let rows = Rows::with(&db, ALL, |config| config.pool_size(0, 1)).await;
    rows.expect_sent(
        "the only connection is taken",
        |_| Row::not_sent(Kind::Timeout),
        |scene: &Scene| scene.proxy.add(Fault::drop_reply().command("aggregate").always()),
        |scene| {
            Box::pin(async move {
                let hits = scene.proxy.hits();
                let accounts = scene.accounts.clone();
                let taker = tokio::spawn(async move { accounts.count(AllDocuments).await });
                until!("the connection is taken", scene.proxy.hits() > hits);
                let result = scene.send(Some(DEADLINE)).await;
                taker.abort();
                result
            })
        },
    )
    .await;
    rows.close().await;
}

/// Both ways to give a future up: it loses a `select!`, and its task is aborted.
#[mongo_testkit::test]
async fn a_write_whose_future_is_dropped_may_be_done_and_the_store_goes_on(db: TestDb) {
    async fn is_dropped(db: &TestDb, write: Write, fault: Fault, is_done: bool, is_task: bool) {
        let scene = std::sync::Arc::new(Scene::new(db, write, |config| config).await);
        scene.proxy.add(fault.command(write.command()));
        if is_task {
            let task = tokio::spawn({
                let scene = scene.clone();
                async move { scene.send(None).await }
            });
            until!("the command is on its way", scene.proxy.hits() > 0);
            task.abort();
            assert!(task.await.unwrap_err().is_cancelled());
        } else {
            tokio::select! {
                result = scene.send(None) => panic!("{write:?} ended: {result:?}"),
                () = async { until!("the command is on its way", scene.proxy.hits() > 0) } => {}
            }
        }
        let wanted = if is_done { write.done() } else { before() };
        until!("what the command does", scene.rows().await == wanted);
        scene.accounts.exists(by_id(0)).await.expect("the store goes on");
        scene.reset().await;
        scene.send(None).await.expect("the fault is gone");
        assert_eq!(scene.rows().await, write.done());
        assert_clean_log("a dropped write");
    }
    let mut running = tokio::task::JoinSet::new();
    for (n, write) in ALL.iter().copied().enumerate() {
        for (fault, is_done) in [
            (Fault::drop_request(), false),
            (Fault::drop_reply(), true),
            (Fault::delay_request(DEADLINE * 5), true),
        ] {
            let db = db.clone();
            running.spawn(async move { is_dropped(&db, write, fault, is_done, n % 2 == 0).await });
        }
    }
    running.join_all().await;
}
