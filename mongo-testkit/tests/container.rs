//! The container lane, on a real engine and an image that is made here, since not every machine can pull one.
#![cfg(all(target_os = "linux", feature = "docker"))]

use std::{
    env, fs,
    os::unix::fs::symlink,
    path::Path,
    process::{self, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use mongo_testkit::{
    FailPoint, Result, Server, ServerProcess, TestDb,
    mongodb::bson::{Document, doc},
};

use self::child::{Sandbox, is_me, say_up_and_wait};

#[allow(dead_code, reason = "shared with the tests of the life cycle, which need more of it")]
#[path = "lifecycle/child.rs"]
mod child;

const NAME: &str = "a_container_serves_tests_and_is_removed_after_a_kill";

#[tokio::test]
async fn a_container_serves_tests_and_is_removed_after_a_kill() -> Result<()> {
    if is_me() {
        let db = Server::shared().await?.database("container").await?;
        write_in_a_transaction(&db).await;
        refuse_an_insert(&db).await?;
        say_up_and_wait(&db.server_version().to_string());
        return Ok(());
    }
    if docker(&["version"]).is_none() {
        mongo_testkit::report_skipped(
            NAME,
            "needs a Docker engine, the command `docker version` finds none",
        );
        return Ok(());
    }
    let image = local_image(&ServerProcess::find_program().await?);
    let env = [("MONGO_TESTKIT", "docker"), ("MONGO_TESTKIT_IMAGE", &*image)];
    let sandbox = Sandbox::new();
    let mut first = sandbox.run_with(NAME, &env);
    let version = first.up();
    let mut second = sandbox.run_with(NAME, &env);
    assert_eq!(second.up(), version);

    let containers = containers(&sandbox);
    assert_eq!(containers.len(), 1, "both processes use one: {containers:?}");
    let ports = docker(&["port", &containers[0]]).unwrap();
    assert!(
        ports.lines().all(|line| line.contains("-> 127.0.0.1:")),
        "open to the network: {ports}"
    );

    first.kill();
    second.kill();
    sandbox.assert_gets_empty();
    let start = Instant::now();
    while !self::containers(&sandbox).is_empty() || docker(&["inspect", &containers[0]]).is_some() {
        assert!(start.elapsed() < Duration::from_secs(20), "the container must be removed");
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

#[tokio::test]
async fn a_container_serves_when_nothing_else_does() -> Result<()> {
    const NAME: &str = "a_container_serves_when_nothing_else_does";
    if is_me() {
        let db = Server::shared().await?.database("container").await?;
        write_in_a_transaction(&db).await;
        say_up_and_wait("in a container");
        return Ok(());
    }
    if docker(&["version"]).is_none() {
        mongo_testkit::report_skipped(
            NAME,
            "needs a Docker engine, the command `docker version` finds none",
        );
        return Ok(());
    }
    let image = local_image(&ServerProcess::find_program().await?);
    let bare = env::temp_dir().join(format!("testkit-bare-{}", process::id()));
    fs::create_dir(&bare).unwrap();
    // Docker, and what starts and ends servers: no mongod, no pip, no uv.
    for program in ["docker", "sh", "mkdir", "mkfifo", "sleep", "mv", "dd", "rm", "tr", "grep"] {
        let found = env::split_paths(&env::var_os("PATH").unwrap())
            .map(|dir| dir.join(program))
            .find(|p| p.exists());
        symlink(found.unwrap(), bare.join(program)).unwrap();
    }
    let bare_path = bare.to_str().unwrap();
    let sandbox = Sandbox::new();
    let mut child = sandbox.run_with(
        NAME,
        &[
            ("PATH", bare_path),
            ("MONGO_TESTKIT_CACHE", bare_path),
            ("MONGO_TESTKIT_IMAGE", &image),
            ("MONGOD_BIN", ""),
        ],
    );
    child.up();
    assert_eq!(containers(&sandbox).len(), 1);
    child.kill();
    sandbox.assert_gets_empty();
    fs::remove_dir_all(bare).unwrap();
    Ok(())
}

#[test]
fn an_image_that_can_not_be_had_is_an_error_that_names_it_and_leaves_nothing() {
    if is_me() {
        return tokio::runtime::Runtime::new().unwrap().block_on(async {
            let err = Server::shared().await.unwrap_err();
            say_up_and_wait(&format!("{err}").replace('\n', " "));
        });
    }
    if docker(&["version"]).is_none() {
        mongo_testkit::report_skipped("an_image_that_can_not_be_had", "needs a Docker engine");
        return;
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run_with(
        "an_image_that_can_not_be_had_is_an_error_that_names_it_and_leaves_nothing",
        &[("MONGO_TESTKIT", "docker"), ("MONGO_TESTKIT_IMAGE", "localhost:1/no-such-image:0")],
    );
    assert_eq!(child.up(), "can't start a container of localhost:1/no-such-image:0");
    child.finish();
    sandbox.assert_gets_empty();
}

async fn write_in_a_transaction(db: &TestDb) {
    let items = db.database().collection::<Document>("items");
    let mut session = db.client().start_session().await.unwrap();
    session.start_transaction().await.unwrap();
    items.insert_one(doc! { "_id": 1 }).session(&mut session).await.unwrap();
    session.commit_transaction().await.unwrap();
    assert_eq!(items.count_documents(doc! {}).await.unwrap(), 1);
}

async fn refuse_an_insert(db: &TestDb) -> Result<()> {
    let guard = db.fail_point(FailPoint::command("insert").error_code(2)).await?;
    db.database().collection("items").insert_one(doc! { "_id": 2 }).await.unwrap_err();
    guard.off().await
}

/// Makes the image if it is not there from a run before.
fn local_image(program: &Path) -> String {
    let image = "mongo-testkit-local:6.0.5".to_owned();
    if docker(&["image", "inspect", &image]).is_none() {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/container/build-image.sh");
        let built = Command::new("sh").arg(script).arg(program).arg(&image).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    }
    image
}

/// The containers that belong to the folders of this sandbox.
fn containers(sandbox: &Sandbox) -> Vec<String> {
    let names = docker(&["ps", "--all", "--format", "{{.Names}}"]).unwrap();
    let folders = sandbox.folders();
    let of_sandbox = |name: &&str| {
        folders.iter().any(|folder| {
            name.strip_prefix("mongo-testkit-") == folder.file_name().and_then(|f| f.to_str())
        })
    };
    names.lines().filter(of_sandbox).map(str::to_owned).collect()
}

fn docker(args: &[&str]) -> Option<String> {
    let output = Command::new("docker").args(args).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
