//! What the server allows each role, by the plain driver: commands that a store does not offer, too.

use mongo_runtime::bson::{Bson, Document as BsonDocument, doc};
use mongo_testkit::secure::{APP_DATABASE, CHECKPOINTS, ITEMS, Principal, SecureOptions};
use mongodb::{
    Client,
    error::ErrorKind,
    options::{ClientOptions, ServerApi, ServerApiVersion},
};

use crate::support::{driver, own_server, reset};

/// Name, database, command. None depends on what another one has done.
fn commands() -> Vec<(&'static str, &'static str, BsonDocument)> {
    let aggregate = |from: Bson, stages: Vec<BsonDocument>| {
        doc! { "aggregate": from, "pipeline": stages, "cursor": {} }
    };
    let of_items = |stages: Vec<BsonDocument>| aggregate(ITEMS.into(), stages);
    let watch = |options: BsonDocument| vec![doc! { "$changeStream": options }];
    let insert = |into: &str| doc! { "insert": into, "documents": [{ "note": "new", "n": 1 }] };
    let index = doc! { "key": { "note": 1 }, "name": "ix_note" };
    vec![
        ("find", APP_DATABASE, doc! { "find": ITEMS }),
        ("aggregate", APP_DATABASE, of_items(vec![doc! { "$match": { "n": 1 } }])),
        ("count", APP_DATABASE, doc! { "count": ITEMS }),
        ("distinct", APP_DATABASE, doc! { "distinct": ITEMS, "key": "n" }),
        ("explain", APP_DATABASE, doc! { "explain": { "find": ITEMS } }),
        ("$where", APP_DATABASE, doc! { "find": ITEMS, "filter": { "$where": "true" } }),
        (
            "names of authorized collections",
            APP_DATABASE,
            doc! { "listCollections": 1, "nameOnly": true, "authorizedCollections": true },
        ),
        ("listCollections", APP_DATABASE, doc! { "listCollections": 1 }),
        ("listIndexes", APP_DATABASE, doc! { "listIndexes": ITEMS }),
        ("find of another collection", APP_DATABASE, doc! { "find": "others" }),
        (
            "$lookup",
            APP_DATABASE,
            of_items(vec![
                doc! { "$lookup": { "from": "others", "pipeline": [], "as": "others" } },
            ]),
        ),
        ("$out", APP_DATABASE, of_items(vec![doc! { "$out": "stolen" }])),
        ("$merge", APP_DATABASE, of_items(vec![doc! { "$merge": "stolen" }])),
        ("insert", APP_DATABASE, insert(ITEMS)),
        (
            "update",
            APP_DATABASE,
            doc! { "update": ITEMS, "updates": [{ "q": { "_id": 1 }, "u": { "$set": { "note": "" } } }] },
        ),
        (
            "upsert",
            APP_DATABASE,
            doc! {
                "update": ITEMS,
                "updates": [{ "q": { "_id": 50 }, "u": { "$set": { "n": 1 } }, "upsert": true }],
            },
        ),
        (
            "delete",
            APP_DATABASE,
            doc! { "delete": ITEMS, "deletes": [{ "q": { "_id": 3 }, "limit": 1 }] },
        ),
        (
            "findAndModify",
            APP_DATABASE,
            doc! { "findAndModify": ITEMS, "query": { "_id": 1 }, "update": { "$set": { "n": 1 } } },
        ),
        (
            "bypassDocumentValidation",
            APP_DATABASE,
            doc! { "insert": ITEMS, "documents": [{ "n": 5000 }], "bypassDocumentValidation": true },
        ),
        ("insert into a new collection", APP_DATABASE, insert("fresh")),
        ("create", APP_DATABASE, doc! { "create": "made" }),
        ("createIndexes", APP_DATABASE, doc! { "createIndexes": ITEMS, "indexes": [index] }),
        ("dropIndexes", APP_DATABASE, doc! { "dropIndexes": ITEMS, "index": "ix_n" }),
        ("collMod", APP_DATABASE, doc! { "collMod": ITEMS, "validationLevel": "moderate" }),
        ("drop", APP_DATABASE, doc! { "drop": ITEMS }),
        ("dropDatabase", APP_DATABASE, doc! { "dropDatabase": 1 }),
        ("watch", APP_DATABASE, of_items(watch(doc! {}))),
        (
            "watch with pre-images",
            APP_DATABASE,
            of_items(watch(doc! { "fullDocumentBeforeChange": "required" })),
        ),
        ("watch the database", APP_DATABASE, aggregate(1.into(), watch(doc! {}))),
        ("watch all", "admin", aggregate(1.into(), watch(doc! { "allChangesForCluster": true }))),
        (
            "checkpoint",
            APP_DATABASE,
            doc! {
                "update": CHECKPOINTS,
                "updates": [{ "q": { "_id": "c" }, "u": { "$set": { "at": 1 } }, "upsert": true }],
            },
        ),
        ("find of the oplog", "local", doc! { "find": "oplog.rs", "limit": 1 }),
        ("find of another database", "elsewhere", doc! { "find": ITEMS }),
        ("insert into another database", "elsewhere", insert(ITEMS)),
        ("collStats", APP_DATABASE, doc! { "collStats": ITEMS }),
        ("dbStats", APP_DATABASE, doc! { "dbStats": 1 }),
        ("$indexStats", APP_DATABASE, of_items(vec![doc! { "$indexStats": {} }])),
        ("$planCacheStats", APP_DATABASE, of_items(vec![doc! { "$planCacheStats": {} }])),
        ("serverStatus", "admin", doc! { "serverStatus": 1 }),
        ("replSetGetStatus", "admin", doc! { "replSetGetStatus": 1 }),
        (
            "$currentOp",
            "admin",
            aggregate(1.into(), vec![doc! { "$currentOp": { "allUsers": true } }]),
        ),
        ("getParameter", "admin", doc! { "getParameter": "*" }),
        ("usersInfo", "admin", doc! { "usersInfo": 1 }),
        (
            "createUser",
            "admin",
            doc! { "createUser": "intruder", "pwd": "intruder", "roles": ["root"] },
        ),
        ("shutdown", "admin", doc! { "shutdown": 1 }),
    ]
}

const READS: [&str; 7] = [
    "find",
    "aggregate",
    "count",
    "distinct",
    "explain",
    "$where",
    "names of authorized collections",
];

const WRITES: [&str; 5] = ["insert", "update", "upsert", "delete", "findAndModify"];

fn allowed(principal: Principal) -> Vec<&'static str> {
    match principal {
        Principal::AppRead => READS.to_vec(),
        Principal::AppWrite => [&READS[..], &WRITES].concat(),
        Principal::ChangeReader => {
            [&READS[..], &["watch", "watch with pre-images", "checkpoint"]].concat()
        }
        Principal::Migrator => [
            &READS[..],
            &WRITES,
            &[
                "listCollections",
                "listIndexes",
                "find of another collection",
                "$lookup",
                "$out",
                "$merge",
                "insert into a new collection",
                "create",
                "createIndexes",
                "dropIndexes",
                "collMod",
                "checkpoint",
            ],
        ]
        .concat(),
        Principal::Diagnostics => vec![
            "names of authorized collections",
            "listCollections",
            "listIndexes",
            "collStats",
            "dbStats",
            "$indexStats",
            "$planCacheStats",
            "serverStatus",
            "replSetGetStatus",
            "$currentOp",
        ],
        _ => vec![],
    }
}

fn code(error: &mongodb::error::Error) -> Option<i32> {
    match &*error.kind {
        ErrorKind::Command(failed) => Some(failed.code),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_role_is_allowed_its_commands_and_no_other() {
    let server = own_server(SecureOptions::new().auth().tls()).await;
    let mut wrong = vec![];
    for principal in [
        Principal::AppRead,
        Principal::AppWrite,
        Principal::ChangeReader,
        Principal::Migrator,
        Principal::Diagnostics,
        Principal::Nobody,
    ] {
        reset(&server).await;
        let client = driver(&server, principal).await;
        let mut did = vec![];
        for (name, database, command) in commands() {
            match client.database(database).run_command(command).await {
                Ok(_) => did.push(name),
                Err(error) if code(&error) == Some(13) => {}
                Err(error) => wrong.push(format!("{name} as {principal:?}: {:?}", error.kind)),
            }
        }
        client.shutdown().immediate(true).await;
        let all = commands();
        let expected = allowed(principal);
        for (name, ..) in &all {
            if did.contains(name) != expected.contains(name) {
                wrong.push(format!("{name} as {principal:?}: done is {}", did.contains(name)));
            }
        }
        assert!(expected.iter().all(|name| all.iter().any(|(known, ..)| known == name)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

async fn commits(client: &Client) -> mongodb::error::Result<()> {
    let items = client.database(APP_DATABASE).collection::<BsonDocument>(ITEMS);
    let mut session = client.start_session().await?;
    session.start_transaction().await?;
    items.insert_one(doc! { "_id": 90, "n": 1 }).session(&mut session).await?;
    session.commit_transaction().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_needs_no_more_than_its_writes() {
    let server = own_server(SecureOptions::new().auth().tls()).await;
    for (principal, may) in [
        (Principal::AppRead, false),
        (Principal::AppWrite, true),
        (Principal::ChangeReader, false),
        (Principal::Migrator, true),
        (Principal::Nobody, false),
    ] {
        reset(&server).await;
        let client = driver(&server, principal).await;
        let done = commits(&client).await;
        client.shutdown().immediate(true).await;
        match done {
            Ok(()) => assert!(may, "{principal:?}"),
            Err(error) => assert_eq!((may, code(&error)), (false, Some(13)), "{principal:?}"),
        }
    }
}

/// Commands and stages that a store has no way to send.
const OUTSIDE_OF_V1: [&str; 12] = [
    "distinct",
    "collStats",
    "dbStats",
    "$indexStats",
    "$planCacheStats",
    "serverStatus",
    "replSetGetStatus",
    "$currentOp",
    "getParameter",
    "usersInfo",
    "createUser",
    "shutdown",
];

/// H16. A store has no way to send these, and its connections would not take them.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_in_the_stable_api_is_refused_on_a_strict_connection() {
    let server = own_server(SecureOptions::new()).await;
    let mut options = ClientOptions::parse(server.anonymous_uri()).await.unwrap();
    let api = ServerApi::builder().version(ServerApiVersion::V1).strict(true);
    options.server_api = Some(api.deprecation_errors(true).build());
    let client = Client::with_options(options).unwrap();
    let mut refused = vec![];
    for (name, database, command) in commands() {
        // What is in it may fail for another reason: one command drops what another one is about.
        let done = client.database(database).run_command(command).await;
        if done.is_err_and(|error| code(&error) == Some(323)) {
            refused.push(name);
        }
    }
    client.shutdown().immediate(true).await;
    assert_eq!(refused, OUTSIDE_OF_V1);
}

/// An insert makes the collection that it is about: no role without `createCollection` should meet an absent one.
#[tokio::test(flavor = "multi_thread")]
async fn who_may_insert_makes_the_collection_of_its_role() {
    let server = own_server(SecureOptions::new().auth()).await;
    let client = driver(&server, Principal::AppWrite).await;
    let app = client.database(APP_DATABASE);
    app.collection(ITEMS).insert_one(doc! { "_id": 1 }).await.unwrap();
    let error = app.collection("fresh").insert_one(doc! { "_id": 1 }).await.unwrap_err();
    assert_eq!(code(&error), Some(13));
    client.shutdown().immediate(true).await;
}

/// Such a server must not hold anything that matters.
#[tokio::test(flavor = "multi_thread")]
async fn fail_points_of_a_server_for_tests_need_no_privilege() {
    let server = own_server(SecureOptions::new().auth()).await;
    let client = driver(&server, Principal::Nobody).await;
    let command = doc! { "configureFailPoint": "failCommand", "mode": "off" };
    client.database("admin").run_command(command).await.unwrap();
    client.shutdown().immediate(true).await;
}
