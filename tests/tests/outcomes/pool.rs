//! Servers that stand still or can't be reached, and stores that are closed, while writes are on their way.

use std::time::Duration;

use mongo_runtime::{
    bson::doc,
    db::StoreConfig,
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{Fault, Server, ServerOptions, TestDb};
use mongo_tests::canary::{assert_clean_error, assert_clean_log};
use tokio::task::JoinSet;

use crate::{
    row::{Row, Rows, check},
    support::{ALL, Scene, Write, account, before, until},
};

/// The driver calls it a cleared pool, which it also says of commands that never left.
#[tokio::test]
async fn a_write_on_a_server_that_stands_still_is_unknown_and_done_when_it_goes_on() {
    let server = Server::start_own(&ServerOptions::new()).await.unwrap();
    let db = server.database("still").await.unwrap();
    let patient = |config: StoreConfig| config.selection_timeout(Duration::from_secs(3));
    let rows = Rows::with(&db, ALL, patient).await;
    let process = server.process().expect("a server of its own");
    process.pause().unwrap();
    let mut running = JoinSet::new();
    for scene in rows.scenes() {
        running.spawn(async move { (scene.send(None).await, scene) });
    }
    let answers = running.join_all().await;
    process.resume().unwrap();
    for (result, scene) in answers {
        let row = match scene.write.reads_first() {
            true => Row::not_sent(Kind::Connection).after(1),
            false => Row::unknown(Kind::Connection).leaving_it_done(),
        };
        check(&scene, result, &row, "the server stands still").await;
        scene.accounts.exists(by_id(0)).await.expect("the server goes on");
    }
    rows.close().await;
    db.close().await.unwrap();
}

#[mongo_testkit::test]
async fn a_write_for_which_no_server_is_found_was_not_sent(db: TestDb) {
    async fn is_not_sent(db: &TestDb, write: Write) {
        let scene =
            Scene::new(db, write, |config| config.selection_timeout(Duration::from_secs(3))).await;
        scene.proxy.refuse_connections(true);
        // A write can meet a connection that is cut already and not noticed yet, or one that was being made.
        let mut known: Option<Error>;
        until!("the store knows", {
            scene.proxy.cut_all();
            scene.reset().await;
            known = scene.send(None).await.err().filter(|error| {
                let is_not_sent = error.attempts() == 0 || write.reads_first();
                let is_lost = error.kind() == Kind::Connection
                    && is_not_sent == (error.outcome() == Some(Outcome::NotSent));
                assert!(is_lost || error.kind() == Kind::ServerSelection, "{error}");
                !is_lost
            });
            known.is_some()
        });
        let row = Row::not_sent(Kind::ServerSelection);
        check(&scene, Err(known.expect("it is known")), &row, "no server is found").await;
        scene.proxy.refuse_connections(false);
        until!("a way again", scene.accounts.exists(by_id(0)).await.is_ok());
        scene.send(None).await.expect("the fault is gone");
        assert_eq!(scene.rows().await, write.done());
    }
    let mut running = JoinSet::new();
    for write in ALL.iter().copied() {
        let db = db.clone();
        running.spawn(async move { is_not_sent(&db, write).await });
    }
    running.join_all().await;
}

/// A connection whose answer was not waited for is closed, at both ends.
#[tokio::test]
async fn no_fault_leaves_a_connection_open_that_no_pool_has() {
    const POOL_SIZE: u32 = 2;
    let server = Server::start_own(&ServerOptions::new()).await.unwrap();
    let db = server.database("open").await.unwrap();
    let scene = Scene::new(&db, Write::UpdateOne, |config| config.pool_size(0, POOL_SIZE)).await;
    let n_open = async || {
        let status = db.client().database("admin").run_command(doc! { "serverStatus": 1 }).await;
        status.unwrap().get_document("connections").unwrap().get_i32("current").unwrap()
    };
    scene.send(None).await.expect("nothing is wrong yet");
    let n_before = n_open().await;
    for _ in 0..10 {
        for fault in [
            Fault::drop_reply(),
            Fault::drop_request(),
            Fault::cut_reply(3).times(2),
            Fault::cut_request(9).times(2),
        ] {
            scene.reset().await;
            scene.proxy.add(fault.command("update"));
            let error = scene.send(Some(Duration::from_millis(300))).await.expect_err("a fault");
            assert!(error.outcome() != Some(Outcome::WriteConfirmed), "{error}");
        }
    }
    scene.proxy.clear();
    until!("no more than a pool has", n_open().await <= n_before + POOL_SIZE as i32);
    scene.close().await;
    db.close().await.unwrap();
}

/// With the driver's retry and without: what is told of each of many writes agrees with what is stored in the end.
#[tokio::test]
async fn a_primary_that_steps_down_in_the_middle_tells_the_truth_of_every_write() {
    let server = Server::start_own(&ServerOptions::new()).await.unwrap();
    let db = server.database("stepdown").await.unwrap();
    let with = Scene::new(&db, Write::InsertOne, |config| config).await;
    let without = Scene::new(&db, Write::InsertOne, StoreConfig::without_retries).await;
    let mut running = JoinSet::new();
    for (n, scene) in (0..).zip([&with, &without]) {
        for task in 0..4 {
            let accounts = scene.accounts.clone();
            running.spawn(async move {
                let mut results = Vec::new();
                for id in (0..100).map(|n| 1000 + task * 100 + n) {
                    results.push((id, accounts.insert_one(&account(id, 0)).await));
                }
                (n, results)
            });
        }
    }
    until!("some are done", with.rows().await.len() > 20);
    // The answer can be cut by the change itself.
    let down = doc! { "replSetStepDown": 1, "force": true };
    let _ = db.client().database("admin").run_command(down).await;
    let answers = running.join_all().await;
    for (n, scene) in (0..).zip([&with, &without]) {
        let stored: Vec<i32> = scene.rows().await.into_iter().map(|(id, ..)| id).collect();
        let results = answers.iter().filter(|(of, _)| *of == n).flat_map(|(_, results)| results);
        for (id, result) in results {
            assert_true_of(result, stored.contains(id));
        }
        scene.accounts.exists(by_id(0)).await.expect("there is a primary again");
    }
    assert_clean_log("a primary that steps down");
    drop((with, without));
    db.close().await.unwrap();
}

/// What a result says agrees with whether the document is stored.
#[track_caller]
fn assert_true_of(result: &Result<(), Error>, is_stored: bool) {
    match result {
        Ok(()) => assert!(is_stored),
        Err(error) => {
            assert_clean_error(error, "a race");
            match error.outcome() {
                Some(Outcome::NotSent | Outcome::NoWritePerformed) => {
                    assert!(!is_stored, "{error}");
                }
                outcome => assert_eq!(outcome, Some(Outcome::WriteResultUnknown), "{error}"),
            }
        }
    }
}

#[mongo_testkit::test]
async fn a_store_that_is_closed_in_the_middle_tells_the_truth_of_every_write(db: TestDb) {
    let scene = Scene::new(&db, Write::InsertOne, |config| config).await;
    let mut running = JoinSet::new();
    for id in 100..200 {
        let accounts = scene.accounts.clone();
        running.spawn(async move { (id, accounts.insert_one(&account(id, 0)).await) });
    }
    until!("some are done", scene.rows().await.len() > 5);
    scene.store.clone().close().await;
    let results = running.join_all().await;
    let stored: Vec<i32> = scene.rows().await.into_iter().map(|(id, ..)| id).collect();
    let n_done = results.iter().filter(|(_, result)| result.is_ok()).count();
    for (id, result) in &results {
        assert_true_of(result, stored.contains(id));
    }
    assert!(n_done > 0);
    let error = scene.accounts.insert_one(&account(200, 0)).await.expect_err("it is closed");
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (Kind::OperationRejected, Some(Outcome::NotSent), 0)
    );
    assert_clean_log("a closed store");
}

#[mongo_testkit::test]
async fn a_closed_store_sends_no_write_of_any_kind(db: TestDb) {
    let rows = Rows::of(&db, ALL).await;
    for scene in rows.scenes() {
        scene.store.clone().close().await;
        let result = scene.send(None).await;
        check(&scene, result, &Row::refused_here(Kind::OperationRejected), "closed").await;
        assert_eq!(scene.rows().await, before());
    }
}
