//! Servers that stand still or can't be reached, and stores that are closed, while writes are on their way.

use std::time::Duration;

use mongo_runtime::{
    db::StoreConfig,
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{Server, ServerOptions, TestDb};
use tokio::task::JoinSet;

use crate::{
    row::{Row, Rows, assert_clean_log, check},
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
    let row = Row::unknown(Kind::Connection).leaving_it_done();
    for (result, scene) in answers {
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
        scene.proxy.cut_all();
        // A write can meet a connection that is cut already and not noticed yet.
        let mut known: Option<Error>;
        until!("the store knows", {
            let error = scene.send(None).await.expect_err("there is no way to the server");
            let is_known = error.kind() == Kind::ServerSelection;
            assert!(
                is_known
                    || (error.kind() == Kind::Connection
                        && (error.attempts() == 0) == (error.outcome() == Some(Outcome::NotSent))),
                "{error}"
            );
            known = is_known.then_some(error);
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
    let mut n_done = 0;
    for (id, result) in results {
        match result {
            Ok(()) => {
                assert!(stored.contains(&id));
                n_done += 1;
            }
            Err(error) => match error.outcome() {
                Some(Outcome::NotSent | Outcome::NoWritePerformed) => {
                    assert!(!stored.contains(&id), "{error}");
                }
                outcome => assert_eq!(outcome, Some(Outcome::WriteResultUnknown), "{error}"),
            },
        }
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
