//! A server whose answers lie about their length. H20

use std::{process::Command, time::Duration};

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::{Store, StoreConfig},
    error::{Error, Kind, Outcome},
    prelude::*,
};
use mongo_tests::canary::{CANARY, assert_clean_error, assert_clean_log, listen_to_log};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use crate::support::{App, Item, item};

const OP_COMPRESSED: i32 = 2012;
const OP_MSG: i32 = 2013;
const IN_A_CHILD: &str = "MONGO_TESTS_BOUNDED";

/// More than a message may have. The driver asks for as much memory as a document *inside* of a message claims, which nothing here can
/// bound, so it is not 2 GiB.
const LONGER: i32 = 64 << 20;

/// What the memory of the child may come to, in KiB: less than the length that is claimed, 2 GiB.
const MAX_KIB: u32 = 2 << 20;

fn message(length: i32, request: i32, opcode: i32, body: &[u8]) -> Vec<u8> {
    let header = [length, 1, request, opcode].map(i32::to_le_bytes).concat();
    [header.as_slice(), body].concat()
}

/// The same as an answer that tells the truth.
fn answer(request: i32, reply: &BsonDocument) -> Vec<u8> {
    let reply = reply.to_vec().expect("a small document");
    let body = [&[0; 5][..], &reply].concat();
    message(i32::try_from(16 + body.len()).expect("small"), request, OP_MSG, &body)
}

/// The answer to the request of that number.
type Lie = fn(i32) -> Vec<u8>;

/// Each lie under its name.
fn lies() -> [(&'static str, Lie); 11] {
    const NOTES: &[u8] = CANARY.as_bytes();
    [
        ("2 GiB", |request| message(i32::MAX, request, OP_MSG, NOTES)),
        ("more than a message may have", |request| message(48_000_001, request, OP_MSG, NOTES)),
        ("a negative length", |request| message(-1, request, OP_MSG, NOTES)),
        ("the smallest number", |request| message(i32::MIN, request, OP_MSG, NOTES)),
        ("less than a header", |request| message(15, request, OP_MSG, NOTES)),
        ("a header alone", |request| message(16, request, OP_MSG, &[])),
        ("a document that is longer than its message", |request| {
            let body = [&[0; 5][..], &LONGER.to_le_bytes(), NOTES].concat();
            message(i32::try_from(16 + body.len()).expect("small"), request, OP_MSG, &body)
        }),
        ("a document of less than nothing", |request| {
            let body = [&[0; 5][..], &(-1_i32).to_le_bytes(), NOTES].concat();
            message(i32::try_from(16 + body.len()).expect("small"), request, OP_MSG, &body)
        }),
        ("a document of no length", |request| {
            let body = [&[0; 5][..], &0_i32.to_le_bytes(), NOTES].concat();
            message(i32::try_from(16 + body.len()).expect("small"), request, OP_MSG, &body)
        }),
        ("a sequence that is longer than its message", |request| {
            let body = [&[0, 0, 0, 0, 1][..], &i32::MAX.to_le_bytes(), NOTES].concat();
            message(i32::try_from(16 + body.len()).expect("small"), request, OP_MSG, &body)
        }),
        ("2 GiB once it is unpacked", |request| {
            let claim = [OP_MSG.to_le_bytes(), i32::MAX.to_le_bytes()].concat();
            let body = [&claim[..], &[2], NOTES].concat();
            message(i32::try_from(16 + body.len()).expect("small"), request, OP_COMPRESSED, &body)
        }),
    ]
}

/// Listens, answers as a primary does, and lies to the command of that name.
async fn liar(to: &'static str, lie: Lie) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let me = address.clone();
    let listening = tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(talk(client, me.clone(), to, lie));
        }
    });
    (address, listening)
}

async fn talk(mut client: TcpStream, me: String, to: &'static str, lie: Lie) {
    let mut header = [0; 16];
    while client.read_exact(&mut header).await.is_ok() {
        let number = |at: usize| i32::from_le_bytes(header[at..at + 4].try_into().expect("four"));
        let mut body = vec![0; usize::try_from(number(0)).expect("the driver is honest") - 16];
        if client.read_exact(&mut body).await.is_err() {
            return;
        }
        // Flags, the kind of the section, the length and type of the document; then the name of the command.
        let name = body[10..].split(|byte| *byte == 0).next().unwrap_or_default();
        let reply = match name {
            name if name == to.as_bytes() => lie(number(4)),
            b"hello" => answer(number(4), &hello(&me)),
            _ => answer(number(4), &doc! { "ok": 1 }),
        };
        if client.write_all(&reply).await.is_err() {
            return;
        }
    }
}

fn hello(me: &str) -> BsonDocument {
    doc! {
        "ok": 1, "isWritablePrimary": true, "setName": "rs0", "hosts": [me], "me": me, "primary": me,
        "maxBsonObjectSize": 16 << 20, "maxMessageSizeBytes": 48_000_000, "maxWriteBatchSize": 100_000,
        "logicalSessionTimeoutMinutes": 30, "minWireVersion": 0, "maxWireVersion": 17,
        "setVersion": 1, "secondary": false, "connectionId": 1,
    }
}

fn config(address: &str) -> StoreConfig {
    StoreConfig::new(format!("mongodb://{address}/?directConnection=true"), "app")
        .selection_timeout(Duration::from_secs(1))
        .deadline(Duration::from_secs(20))
}

async fn lied_to(command: &'static str, lie: Lie) -> Error {
    let (address, listening) = liar(command, lie).await;
    let connected = Store::<App>::connect(config(&address)).await;
    let error = match (command, connected) {
        ("insert", Ok(store)) => store.collection::<Item>().insert_one(&item(1)).await.unwrap_err(),
        ("find", Ok(store)) => store.collection::<Item>().find_one(by_id(1)).await.unwrap_err(),
        (_, connected) => connected.unwrap_err(),
    };
    listening.abort();
    error
}

async fn every_lie_is_an_error() {
    listen_to_log();
    for (what, lie) in lies() {
        for command in ["hello", "ping", "find", "insert"] {
            let error = lied_to(command, lie).await;
            let what = format!("{what} to {command}: {error}");
            assert_clean_error(&error, &what);
            let expected = match command {
                "insert" => Some(Outcome::WriteResultUnknown),
                _ => None,
            };
            assert_eq!(error.outcome(), expected, "{what}");
            assert!(matches!(error.kind(), Kind::Connection | Kind::ServerSelection), "{what}");
        }
    }
    assert_clean_log("a server that lies");
}

/// In a process that can't have as much memory as is claimed.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_lies_about_its_length_is_an_error_and_takes_no_memory() {
    if std::env::var_os(IN_A_CHILD).is_some() {
        return every_lie_is_an_error().await;
    }
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {MAX_KIB} && exec \"$0\" \"$@\""))
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture"])
        .arg("bombs::an_answer_that_lies_about_its_length_is_an_error_and_takes_no_memory")
        .env(IN_A_CHILD, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.contains("1 passed"), "{said}");
    assert!(!complained.contains("panicked"), "{complained}");
}
