//! What a store and an administrator can do with each role, and that what they can't is refused as such.

use mongo_runtime::{
    db::{Admin, AdminConfig, Environment},
    error::{Error, Outcome},
    prelude::*,
};
use mongo_testkit::secure::{APP_DATABASE, Principal, SecureOptions, SecureServer};
use mongo_tests::canary::{CANARY, assert_clean_log};

use crate::support::{App, Item, Other, Put, assert_refused, item, own_server, reset, store};

const PRINCIPALS: [Principal; 6] = [
    Principal::AppRead,
    Principal::AppWrite,
    Principal::ChangeReader,
    Principal::Migrator,
    Principal::Diagnostics,
    Principal::Nobody,
];

const READS: [&str; 5] = ["find_one", "find", "count", "exists", "scan"];

const WRITES: [&str; 12] = [
    "insert_one",
    "insert_many",
    "upsert_one",
    "find_one_and_upsert",
    "replace_one",
    "update_one",
    "update_many",
    "find_one_and_update",
    "bulk_write",
    "delete_one",
    "find_one_and_delete",
    "delete_many",
];

const ELSEWHERE: [&str; 2] =
    ["find_one of another collection", "insert_one into another collection"];

/// Every operation of a store on its items, under its name.
async fn operations(
    server: &SecureServer,
    principal: Principal,
) -> Vec<(&'static str, Result<(), Error>)> {
    let store = store(server, principal).await;
    let items = store.collection::<Item>();
    let others = store.collection::<Other>();
    let more = || Item::fields().n().inc(1);
    let all = || Item::fields().note().eq(CANARY);
    let stored = Item { n: 3, ..item(3) };
    let put = |id| Put { id, note: CANARY.to_owned() };
    let many = [item(12), item(13)];
    let mut scan = items.scan("a test of roles");
    let done = vec![
        ("find_one", items.find_one(by_id(1)).await.map(drop)),
        ("find", items.find(all()).limit(5).await.map(drop)),
        ("count", items.count(all()).await.map(drop)),
        ("exists", items.exists(by_id(1)).await.map(drop)),
        ("scan", scan.next_batch().await.map(drop)),
        ("find_one of another collection", others.find_one(by_id(1)).await.map(drop)),
        ("insert_one", items.insert_one(&item(11)).await.map(drop)),
        ("insert_many", items.insert_many(&many).await.map(drop)),
        ("upsert_one", items.upsert_one(put(14)).await.map(drop)),
        ("find_one_and_upsert", items.find_one_and_upsert(put(15)).after().await.map(drop)),
        ("replace_one", items.replace_one(&stored).await.map(drop)),
        ("update_one", items.update_one(by_id(1), more()).await.map(drop)),
        ("update_many", items.update_many(all(), more()).await.map(drop)),
        ("find_one_and_update", {
            items.find_one_and_update(by_id(1), more()).after().await.map(drop)
        }),
        ("bulk_write", {
            store.bulk_write().add(items.update_one(by_id(1), more())).await.map(drop)
        }),
        ("delete_one", items.delete_one(by_id(1)).await.map(drop)),
        ("find_one_and_delete", items.find_one_and_delete(by_id(2)).await.map(drop)),
        ("delete_many", items.delete_many(all()).await.map(drop)),
        ("insert_one into another collection", others.insert_one(&Other { id: 2 }).await.map(drop)),
    ];
    store.close().await;
    done
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_can_do_what_the_role_allows_and_nothing_else() {
    let server = own_server(SecureOptions::new().auth().tls()).await;
    for principal in PRINCIPALS {
        reset(&server).await;
        let allowed: Vec<&str> = match principal {
            Principal::AppRead | Principal::ChangeReader => READS.to_vec(),
            Principal::AppWrite => [&READS[..], &WRITES].concat(),
            // The role covers all collections of the application.
            Principal::Migrator => [&READS[..], &WRITES, &ELSEWHERE].concat(),
            _ => vec![],
        };
        let done = operations(&server, principal).await;
        assert_eq!(done.len(), READS.len() + WRITES.len() + ELSEWHERE.len());
        for (name, result) in done {
            let what = format!("{name} as {principal:?}");
            match result {
                Ok(()) => assert!(allowed.contains(&name), "{what} is allowed"),
                Err(error) => {
                    assert!(!allowed.contains(&name), "{what}: {error}");
                    let reads = READS.contains(&name) || name == ELSEWHERE[0];
                    assert_refused(&error, (!reads).then_some(Outcome::NoWritePerformed), &what);
                }
            }
        }
        assert_clean_log("the roles");
    }
}

async fn admin(server: &SecureServer, principal: Principal) -> Admin {
    let config = AdminConfig::new(server.uri(principal), APP_DATABASE);
    Admin::connect(config.environment(Environment::Test)).await.expect("the credential is good")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_credential_of_a_runtime_does_nothing_of_an_administrator() {
    let server = own_server(SecureOptions::new().auth().tls()).await;
    for principal in PRINCIPALS {
        reset(&server).await;
        let admin = admin(&server, principal).await;
        let store = store(&server, principal).await;
        let items = store.collection::<Item>();
        let lists = matches!(principal, Principal::Migrator | Principal::Diagnostics);
        let finds = !matches!(principal, Principal::Diagnostics | Principal::Nobody);
        let deletes = matches!(principal, Principal::Migrator | Principal::AppWrite);
        let everything = Item::fields().note().eq(CANARY);
        for (name, result, is_allowed, writes) in [
            ("verify", admin.verify::<App>().await.map(drop), lists, false),
            ("explain", admin.explain(items.find_one(by_id(1))).await.map(drop), finds, false),
            (
                "explain of a delete",
                admin.explain(items.delete_many(everything)).await.map(drop),
                deletes,
                false,
            ),
            ("census", admin.census::<Item>().await.map(drop), finds, false),
            (
                "provision",
                admin.provision::<App>().await.map(drop),
                principal == Principal::Migrator,
                principal == Principal::Diagnostics,
            ),
        ] {
            let what = format!("{name} as {principal:?}");
            match result {
                Ok(()) => assert!(is_allowed, "{what} is allowed"),
                Err(error) => {
                    assert!(!is_allowed, "{what}: {error}");
                    assert_refused(&error, writes.then_some(Outcome::NoWritePerformed), &what);
                }
            }
        }
        store.close().await;
        admin.close().await;
        assert_clean_log("the administrators");
    }
}
