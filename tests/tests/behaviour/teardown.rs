//! A store may be dropped at any time: nothing panics in the background, whatever becomes of the runtime.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use mongo_runtime::{
    db::{Store, StoreConfig},
    prelude::*,
};
use mongo_testkit::TestDb;
use tokio::runtime::{Builder, Runtime};

use crate::support::{Person, Shop, person};

const URI: &str = "TEARDOWN_URI";
const WAY: &str = "TEARDOWN_WAY";
/// The plain driver panics in some three of a hundred rounds of "inside of the runtime".
const ROUNDS: usize = 40;

/// A name, and what to do with the connection string.
type Way = (&'static str, fn(&str));

/// The ways to leave a store behind.
const WAYS: [Way; 7] = [
    ("then the runtime", |uri| {
        let runtime = many_threads();
        let store = runtime.block_on(used(uri));
        drop(store);
        drop(runtime);
    }),
    ("inside of the runtime", |uri| {
        let runtime = many_threads();
        runtime.block_on(async { drop(used(uri).await) });
    }),
    ("inside of a runtime with one thread", |uri| {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { drop(used(uri).await) });
    }),
    ("after the runtime", |uri| {
        let runtime = many_threads();
        let store = runtime.block_on(used(uri));
        drop(runtime);
        drop(store);
    }),
    ("with the tasks of the runtime", |uri| {
        let runtime = many_threads();
        runtime.block_on(async {
            let store = used(uri).await;
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(60)).await;
                drop(store);
            });
            tokio::task::yield_now().await;
        });
    }),
    ("with a cursor that is not at its end", |uri| {
        let runtime = many_threads();
        runtime.block_on(async {
            let people = used(uri).await.collection::<Person>();
            let mut cursor = people.find(AllDocuments).limit(20).batch_size(2).await.unwrap();
            cursor.next().await.unwrap().unwrap();
            drop(people);
            drop(cursor);
        });
    }),
    ("with a call that was given up", |uri| {
        let runtime = many_threads();
        runtime.block_on(async {
            let people = used(uri).await.collection::<Person>();
            let (a, b) = (person(1), person(2));
            let calls = async {
                tokio::join!(
                    people.insert_one(&a).into_future(),
                    people.insert_one(&b).into_future()
                )
            };
            let _ = tokio::time::timeout(Duration::from_micros(300), calls).await;
        });
    }),
];

fn many_threads() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// A store that has sessions and several connections.
async fn used(uri: &str) -> Store<Shop> {
    let (uri, name) = uri.split_once(' ').expect("a connection string and a database");
    let store = Store::<Shop>::connect(StoreConfig::new(uri, name)).await.expect("the server runs");
    let people = store.collection::<Person>();
    let calls: Vec<_> = (0..4)
        .map(|id| {
            let people = people.clone();
            tokio::spawn(async move { people.exists(by_id(id)).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    store
}

/// The child's side; without its variables there is nothing to do.
#[test]
fn child() {
    let (Ok(uri), Ok(way)) = (std::env::var(URI), std::env::var(WAY)) else { return };
    let (_, leave) = WAYS.iter().find(|(name, _)| *name == way).expect("a known way");
    for _ in 0..ROUNDS {
        leave(&uri);
    }
}

#[mongo_testkit::test]
async fn nothing_panics_when_a_store_is_dropped(db: TestDb) {
    let people = crate::support::people(&db).await;
    people.insert_many(&(100..120).map(person).collect::<Vec<_>>()).await.unwrap();
    let uri = format!("{} {}", db.uri(), db.name());
    for (way, _) in WAYS {
        for _ in 0..2 {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command
                .args(["--exact", "teardown::child", "--nocapture"])
                .env(URI, &uri)
                .env(WAY, way);
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let output =
                tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            let stdout = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{way}: {stderr} {stdout}");
            assert!(stdout.contains("1 passed"), "{way}: {stdout}");
            assert!(!stderr.contains("panicked"), "{way}: {stderr}");
        }
    }
}

#[mongo_testkit::test]
async fn a_dropped_store_gives_its_connections_back(db: TestDb) {
    let connections = async || {
        let admin = db.client().database("admin");
        let status = admin.run_command(mongo_runtime::bson::doc! { "serverStatus": 1 });
        status.await.unwrap().get_document("connections").unwrap().get_i32("current").unwrap()
    };
    let uri = format!("{} {}", db.uri(), db.name());
    let before = connections().await;
    for _ in 0..20 {
        drop(used(&uri).await);
    }
    for _ in 0..100 {
        // Other tests of the process come and go; twenty stores hold eighty connections and more.
        if connections().await < before + 30 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} connections, {before} before", connections().await);
}
