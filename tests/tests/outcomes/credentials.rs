//! A server that asks for a password: neither it nor the user's name shows, whatever fails.

use std::{fs, os::unix::fs::PermissionsExt, time::Duration};

use mongo_runtime::{
    bson::{self, doc},
    db::{Store, StoreConfig},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_testkit::{Fault, Proxy, Server, ServerOptions, TestDb};
use mongo_tests::canary::{
    CANARY, assert_clean_debug, assert_clean_error, assert_clean_log, listen_to_log,
};

use crate::support::{Account, Bank, account, until};

fn with_password(uri: &str, password: &str) -> String {
    let uri = uri.replacen("mongodb://", &format!("mongodb://{CANARY}:{password}@"), 1);
    format!("{uri}&authSource=admin")
}

#[track_caller]
fn assert_failed(error: &Error, kind: Kind, outcome: Option<Outcome>) {
    assert_eq!((error.kind(), error.outcome()), (kind, outcome), "{error}");
    assert_clean_error(error, "a server with passwords");
    assert_clean_log("a server with passwords");
}

/// Who may only read is refused each write by the server.
async fn a_reader_writes_nothing(db: &TestDb, admin: &mongodb::Client, password: &str) {
    let role = doc! { "role": "read", "db": db.name() };
    let user = doc! { "createUser": "reader", "pwd": password, "roles": [role] };
    admin.database("admin").run_command(user).await.unwrap();
    let uri = db.uri().replacen("mongodb://", &format!("mongodb://reader:{password}@"), 1);
    let config = StoreConfig::new(format!("{uri}&authSource=admin"), db.name());
    let store = Store::<Bank>::connect(config).await.unwrap();
    let accounts = store.collection::<Account>();
    let stored = accounts.find_one(by_id(1)).await.unwrap().expect("it may read");
    let more = || Account::fields().n().inc(1);
    let all = || Account::fields().note().eq(CANARY);
    for result in [
        accounts.insert_one(&account(7, 0)).await.map(drop),
        accounts.insert_many(&[account(7, 0), account(8, 0)]).await.map(drop),
        accounts.update_one(by_id(1), more()).await.map(drop),
        accounts.update_many(all(), more()).await.map(drop),
        accounts.find_one_and_update(by_id(1), more()).after().await.map(drop),
        accounts.replace_one(&stored).await.map(drop),
        accounts.delete_one(by_id(1)).await.map(drop),
        accounts.delete_many(all()).await.map(drop),
        accounts.find_one_and_delete(by_id(1)).await.map(drop),
        store.bulk_write().add(accounts.update_one(by_id(1), more())).await.map(drop),
    ] {
        let error = result.expect_err("it may not write");
        assert_failed(&error, Kind::Auth, Some(Outcome::NoWritePerformed));
        assert_eq!((error.code(), error.attempts()), (Some(13), 1));
        assert!(!error.is_retryable() && !error.is_ambiguous());
    }
    assert_eq!(accounts.find_one(by_id(1)).await.unwrap(), Some(stored));
    assert_eq!(accounts.count(AllDocuments).await.unwrap(), n_all(admin, db).await);
    store.close().await;
}

async fn n_all(admin: &mongodb::Client, db: &TestDb) -> u64 {
    let all = admin.database(db.name()).collection::<bson::Document>("accounts");
    let n = all.count_documents(doc! {}).await.unwrap();
    assert_eq!(n, all.count_documents(doc! { "_id": { "$lt": 7 } }).await.unwrap());
    n
}

#[tokio::test]
async fn neither_user_nor_password_shows_in_what_a_store_says() {
    listen_to_log();
    let folder = std::env::temp_dir().join(format!("mongo-tests-key-{}", std::process::id()));
    fs::write(&folder, "b25seSBmb3IgYSB0ZXN0").unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o600)).unwrap();
    let options = ServerOptions::new().arg("--keyFile").arg(folder.to_str().unwrap());
    let server = Server::start_own(&options).await.unwrap();
    fs::remove_file(&folder).unwrap();
    let db = server.database("passwords").await.unwrap();
    let password = format!("{CANARY}-secret");
    // The first user may be made without being one.
    let user = doc! { "createUser": CANARY, "pwd": &password, "roles": ["root"] };
    db.client().database("admin").run_command(user).await.unwrap();
    let admin = mongodb::Client::with_uri_str(with_password(&db.uri(), &password)).await.unwrap();

    let proxy = Proxy::start(&db).await.unwrap();
    let config = |password: &str| {
        StoreConfig::new(with_password(&proxy.uri(), password), db.name())
            .selection_timeout(Duration::from_secs(5))
    };
    assert_clean_debug(&config(&password), "a configuration");
    let error = Store::<Bank>::connect(config("wrong")).await.unwrap_err();
    assert_failed(&error, Kind::Auth, None);

    let store = Store::<Bank>::connect(config(&password)).await.unwrap();
    assert_clean_debug(&store, "a store");
    let accounts = store.collection::<Account>();
    accounts.insert_one(&account(1, 0)).await.unwrap();
    let error = accounts.insert_one(&account(1, 0)).await.unwrap_err();
    assert_failed(&error, Kind::DuplicateKey, Some(Outcome::NoWritePerformed));
    proxy.add(Fault::cut_reply(0).command("insert").times(2));
    let error = accounts.insert_one(&account(2, 0)).await.unwrap_err();
    assert_failed(&error, Kind::Connection, Some(Outcome::WriteResultUnknown));
    proxy.add(Fault::drop_reply().command("update").always());
    until!("the deadline meets it outside", {
        let more = Account::fields().n().inc(1);
        let deadline = Duration::from_millis(400);
        let error = accounts.update_one(by_id(1), more).deadline(deadline).await.unwrap_err();
        assert_eq!(error.kind(), Kind::Timeout);
        assert_clean_error(&error, "a deadline");
        error.outcome() == Some(Outcome::WriteResultUnknown)
    });
    proxy.clear();

    a_reader_writes_nothing(&db, &admin, &password).await;

    // The user goes, and with the connections the store's leave to write.
    admin.database("admin").run_command(doc! { "dropUser": CANARY }).await.unwrap();
    proxy.cut_all();
    until!("a new connection is refused", {
        let error = accounts.insert_one(&account(3, 0)).await.unwrap_err();
        assert_clean_error(&error, "no user");
        assert!(error.outcome() != Some(Outcome::WriteConfirmed));
        (error.kind(), error.outcome()) == (Kind::Auth, Some(Outcome::NotSent))
    });
    assert_clean_log("a server with passwords");
    admin.shutdown().immediate(true).await;
    db.close().await.unwrap();
}
