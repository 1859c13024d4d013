//! `MONGODB_URI`: a server that was there before is used as it is, left as it was, and never described with its password.
#![cfg(target_os = "linux")]

use std::{
    fs,
    process::{Command, Stdio},
};

use mongo_testkit::{
    Result, Server, ServerOptions, ServerProcess, TestDb,
    mongodb::bson::{Document, doc},
};

use self::child::{Sandbox, is_me, say_up, say_up_and_wait};

#[allow(dead_code, reason = "shared with the tests of the life cycle, which need more of it")]
#[path = "lifecycle/child.rs"]
mod child;

/// The part of a child that only tells how the search ends.
async fn tell_the_error() {
    let err = Server::shared().await.unwrap_err();
    say_up_and_wait(&format!("{err} / {err:?}").replace('\n', " "));
}

#[mongo_testkit::test]
async fn a_test_leaves_no_database_on_a_server_that_is_not_ours_even_when_it_panics(
    db: TestDb,
) -> Result<()> {
    if is_me() {
        db.database().collection::<Document>("items").insert_one(doc! { "_id": 1 }).await.unwrap();
        assert!(db.server().is_foreign());
        say_up(db.name());
        panic!("on purpose");
    }
    let server = Server::start_own(&ServerOptions::new()).await?;
    let own = server.database("watcher").await?;
    let sandbox = Sandbox::new();
    let mut child = sandbox.run_with(
        "a_test_leaves_no_database_on_a_server_that_is_not_ours_even_when_it_panics",
        &[(
            "MONGODB_URI",
            &format!("mongodb://{}", server.process().expect("it is our own").address()),
        )],
    );
    let name = child.up();
    assert!(!child.finish().0.success());
    let names = own.client().list_database_names().await.unwrap();
    assert!(!names.contains(&name), "{name} is still there: {names:?}");
    assert!(sandbox.folders().is_empty());
    own.close().await
}

#[tokio::test]
async fn a_server_that_is_no_replica_set_is_refused_with_what_to_do() -> Result<()> {
    const NAME: &str = "a_server_that_is_no_replica_set_is_refused_with_what_to_do";
    if is_me() {
        tell_the_error().await;
        return Ok(());
    }
    let sandbox = Sandbox::new();
    let dir = std::env::temp_dir().join(format!("testkit-standalone-{}", std::process::id()));
    fs::create_dir(&dir).unwrap();
    // Any free port: nobody else takes it in the moment between.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut standalone = Command::new(ServerProcess::find_program().await?)
        .args(["--bind_ip=127.0.0.1", "--nounixsocket", &format!("--port={port}")])
        .arg("--dbpath")
        .arg(&dir)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut child =
        sandbox.run_with(NAME, &[("MONGODB_URI", &format!("mongodb://127.0.0.1:{port}"))]);
    let text = child.up();
    standalone.kill().unwrap();
    standalone.wait().unwrap();
    fs::remove_dir_all(&dir).unwrap();
    assert!(text.contains("found a standalone server at mongodb://127.0.0.1:"), "{text}");
    assert!(text.contains("start mongod with `--replSet rs0`"), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_an_error_without_the_password() {
    const NAME: &str = "a_server_that_does_not_answer_is_an_error_without_the_password";
    if is_me() {
        return tell_the_error().await;
    }
    let sandbox = Sandbox::new();
    let uri = "mongodb://canary:canary@127.0.0.1:1/?serverSelectionTimeoutMS=300";
    let mut child = sandbox.run_with(NAME, &[("MONGODB_URI", uri)]);
    let text = child.up();
    assert!(
        text.starts_with("MONGODB_URI names mongodb://127.0.0.1:1, where no replica set"),
        "{text}"
    );
    let (_, stderr) = child.finish();
    assert!(!text.contains("canary") && !stderr.contains("canary"), "{text} {stderr}");
}

#[tokio::test]
async fn a_uri_that_the_driver_refuses_is_an_error_without_the_password() {
    const NAME: &str = "a_uri_that_the_driver_refuses_is_an_error_without_the_password";
    if is_me() {
        return tell_the_error().await;
    }
    let sandbox = Sandbox::new();
    for uri in [
        "mongodb://canary:canary:x@h/",
        "mongodb://u:canary@h/?w=canary&authMechanism=canary",
        "canary",
    ] {
        let mut child = sandbox.run_with(NAME, &[("MONGODB_URI", uri)]);
        let text = child.up();
        assert!(text.contains("connection string"), "{text}");
        let (_, stderr) = child.finish();
        assert!(!text.contains("canary") && !stderr.contains("canary"), "{text} {stderr}");
    }
}
