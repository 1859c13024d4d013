//! The model, the kinds of writes, and what they leave in the collection.

use std::time::Duration;

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    catalog,
    db::{Collection, Store, StoreConfig},
    error::Error,
    filter::Filter,
    prelude::*,
    update::Update,
};
use mongo_testkit::{Proxy, Server, ServerOptions, TestDb};
use mongo_tests::canary::CANARY;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "accounts", owns_document, schema_version = 2, reads(AccountV1))]
#[mongo(index(name = "uq_email", keys(email), unique))]
pub(crate) struct Account {
    #[mongo(id)]
    pub(crate) id: i32,
    #[mongo(max_len = 64)]
    pub(crate) email: String,
    #[mongo(max_len = 64)]
    pub(crate) note: String,
    pub(crate) n: i32,
    #[mongo(max_items = 4)]
    pub(crate) lines: Vec<Line>,
    #[mongo(revision)]
    pub(crate) revision: Revision,
}

/// The same before its number was counted up.
#[derive(Document, Debug)]
#[mongo(collection = "accounts", schema_version = 1)]
pub(crate) struct AccountV1 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 64)]
    email: String,
    #[mongo(max_len = 64)]
    note: String,
    n: i32,
    #[mongo(max_items = 4)]
    lines: Vec<Line>,
    #[mongo(revision)]
    revision: Revision,
}

impl Upgrade<AccountV1> for Account {
    fn upgrade(old: AccountV1) -> Result<Self, UpgradeError> {
        let AccountV1 { id, email, note, n, lines, revision } = old;
        Ok(Self { id, email, note, n: n + 1, lines, revision })
    }
}

/// Counts in an account, or opens it.
#[derive(Update, Debug, Clone)]
#[mongo(document = Account, operation = "account.put", upsert = "_id_", inc(n = 1))]
struct Put {
    #[mongo(key)]
    id: i32,
    #[mongo(set)]
    email: String,
    #[mongo(set)]
    note: String,
    #[mongo(set)]
    lines: Vec<Line>,
}

impl From<&Account> for Put {
    fn from(account: &Account) -> Self {
        let Account { id, email, note, lines, .. } = account.clone();
        Self { id, email, note, lines }
    }
}

#[derive(Embedded, Debug, Clone, PartialEq)]
pub(crate) struct Line {
    #[mongo(max_len = 64)]
    pub(crate) name: String,
    pub(crate) n: i32,
}

/// A second collection, so that neighbouring inserts of a bulk write travel by themselves.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "entries")]
pub(crate) struct Entry {
    #[mongo(id)]
    pub(crate) id: i32,
    #[mongo(max_len = 64)]
    pub(crate) text: String,
}

catalog! {
    /// The catalog of the accounts.
    pub(crate) Bank: documents(Account, Entry)
}

/// Every value of it that is text holds the canary.
pub(crate) fn account(id: i32, n: i32) -> Account {
    let line = Line { name: CANARY.to_owned(), n: 0 };
    Account {
        id,
        email: email(id),
        note: CANARY.to_owned(),
        n,
        lines: vec![line],
        revision: Revision::FIRST,
    }
}

pub(crate) fn email(id: i32) -> String {
    format!("{CANARY}-{id}")
}

/// A kind of write: every operation that changes documents, by itself and as an item of a bulk write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Write {
    InsertOne,
    InsertMany,
    UpdateOne,
    UpdateMany,
    DeleteOne,
    DeleteMany,
    FindOneAndUpdate,
    FindOneAndDelete,
    ReplaceOne,
    FindOneAndReplace,
    UpsertOne,
    FindOneAndUpsert,
    UpgradeOne,
    BulkInsert,
    BulkReplace,
    BulkUpsert,
    BulkUpdateOne,
    BulkUpdateMany,
    BulkDeleteOne,
    BulkDeleteMany,
}

use Write::*;

/// Those that the driver may send a second time.
pub(crate) const REPEATED: &[Write] = &[
    InsertOne,
    InsertMany,
    UpdateOne,
    DeleteOne,
    FindOneAndUpdate,
    FindOneAndDelete,
    ReplaceOne,
    FindOneAndReplace,
    UpsertOne,
    FindOneAndUpsert,
    UpgradeOne,
    BulkInsert,
    BulkReplace,
    BulkUpsert,
    BulkUpdateOne,
    BulkDeleteOne,
];

/// Those of any number of documents, which are sent once.
pub(crate) const OF_MANY: &[Write] = &[UpdateMany, DeleteMany, BulkUpdateMany, BulkDeleteMany];

pub(crate) const ALL: &[Write] = &[
    InsertOne,
    InsertMany,
    UpdateOne,
    UpdateMany,
    DeleteOne,
    DeleteMany,
    FindOneAndUpdate,
    FindOneAndDelete,
    ReplaceOne,
    FindOneAndReplace,
    UpsertOne,
    FindOneAndUpsert,
    UpgradeOne,
    BulkInsert,
    BulkReplace,
    BulkUpsert,
    BulkUpdateOne,
    BulkUpdateMany,
    BulkDeleteOne,
    BulkDeleteMany,
];

/// The commands of all writes.
pub(crate) const COMMANDS: [&str; 4] = ["insert", "update", "delete", "findAndModify"];

/// The documents of a collection: id, number, and revision, which every change counts.
pub(crate) type Rows = Vec<(i32, i32, i64)>;

impl Write {
    /// The name of its command on the wire.
    pub(crate) fn command(self) -> &'static str {
        match self {
            InsertOne | InsertMany | BulkInsert => "insert",
            UpdateOne | UpdateMany | BulkUpdateOne | BulkUpdateMany | ReplaceOne | BulkReplace
            | UpsertOne | UpgradeOne | BulkUpsert => "update",
            DeleteOne | DeleteMany | BulkDeleteOne | BulkDeleteMany => "delete",
            FindOneAndUpdate | FindOneAndDelete | FindOneAndReplace | FindOneAndUpsert => {
                "findAndModify"
            }
        }
    }

    pub(crate) fn is_of_many(self) -> bool {
        OF_MANY.contains(&self)
    }

    /// Whether it sends a command that reads before the one that writes.
    pub(crate) fn reads_first(self) -> bool {
        self == UpgradeOne
    }

    /// What it leaves when it is done once.
    pub(crate) fn done(self) -> Rows {
        match self {
            InsertOne | BulkInsert => vec![(1, 10, 1), (2, 10, 1), (11, 0, 1)],
            InsertMany => vec![(1, 10, 1), (2, 10, 1), (11, 0, 1), (12, 0, 1)],
            UpdateOne | BulkUpdateOne | FindOneAndUpdate | ReplaceOne | FindOneAndReplace
            | BulkReplace | FindOneAndUpsert | BulkUpsert | UpgradeOne => {
                vec![(1, 11, 2), (2, 10, 1)]
            }
            UpsertOne => vec![(1, 10, 1), (2, 10, 1), (11, 1, 1)],
            UpdateMany | BulkUpdateMany => vec![(1, 11, 2), (2, 11, 2)],
            DeleteOne | BulkDeleteOne | FindOneAndDelete => vec![(2, 10, 1)],
            DeleteMany | BulkDeleteMany => vec![],
        }
    }
}

/// What is there before a write.
pub(crate) fn before() -> Rows {
    vec![(1, 10, 1), (2, 10, 1)]
}

/// The test's database on a server of its own, so that a fail point that is on for long holds up no other test. A server that
/// is not ours is the one to be tested.
pub(crate) async fn apart(db: &TestDb) -> TestDb {
    if db.server().is_foreign() {
        return db.clone();
    }
    let server = Server::start_own(&ServerOptions::new()).await.expect("a server starts");
    server.database("apart").await.expect("it runs")
}

/// One kind of write, with a database, a store and a way to it of its own.
pub(crate) struct Scene {
    pub(crate) write: Write,
    pub(crate) proxy: Proxy,
    pub(crate) store: Store<Bank>,
    pub(crate) accounts: Collection<Account>,
    /// What the faults don't meet.
    pub(crate) others: mongodb::Collection<BsonDocument>,
    db: TestDb,
}

impl Scene {
    /// The application of its store is named after `test`, so that a fail point of that database meets it.
    pub(crate) async fn new(
        test: &TestDb,
        write: Write,
        configure: impl FnOnce(StoreConfig) -> StoreConfig,
    ) -> Self {
        let db = test.server().database("outcome").await.unwrap();
        let proxy = Proxy::start(&db).await.unwrap();
        let app_name = |db: &TestDb| format!("appName={}", db.name());
        let uri = proxy.uri().replace(&app_name(&db), &app_name(test));
        // The deadline is the fault in some rows only, however busy the machine is.
        let config = StoreConfig::new(uri, db.name()).deadline(Duration::from_secs(60));
        let store = Store::connect(configure(config)).await.expect("the server runs");
        let accounts = store.collection::<Account>();
        let others: mongodb::Collection<BsonDocument> = db.database().collection("accounts");
        let index = mongodb::IndexModel::builder().keys(doc! { "email": 1 });
        let options = mongodb::options::IndexOptions::builder()
            .unique(true)
            .name("uq_email".to_owned())
            .build();
        others.create_index(index.options(options).build()).await.unwrap();
        let scene = Self { write, proxy, store, accounts, others, db };
        scene.reset().await;
        scene
    }

    /// Puts the collection back to what is there before a write.
    pub(crate) async fn reset(&self) {
        self.proxy.clear();
        self.others.delete_many(doc! {}).await.unwrap();
        let line = doc! { "name": CANARY, "n": 0 };
        let documents = [1, 2].map(|id| {
            let lines = [line.clone()];
            let version = if self.write == UpgradeOne && id == 1 { 1 } else { 2 };
            doc! {
                "_id": id, "schemaVersion": version, "email": email(id), "note": CANARY, "n": 10, "lines": lines,
                "revision": 1_i64,
            }
        });
        self.others.insert_many(documents).await.unwrap();
    }

    /// What is in the collection, as the majority has it.
    pub(crate) async fn rows(&self) -> Rows {
        let options = mongodb::options::CollectionOptions::builder()
            .read_concern(mongodb::options::ReadConcern::majority())
            .build();
        let all = self.db.database().collection_with_options::<BsonDocument>("accounts", options);
        let mut cursor = all.find(doc! {}).sort(doc! { "_id": 1 }).await.unwrap();
        let mut rows = Rows::new();
        while cursor.advance().await.unwrap() {
            let row = cursor.current();
            let (id, n) = (row.get_i32("_id").unwrap(), row.get_i32("n").unwrap());
            rows.push((id, n, row.get_i64("revision").unwrap()));
        }
        rows
    }

    /// Sends the write as it is meant.
    pub(crate) async fn send(&self, deadline: Option<Duration>) -> Result<(), Error> {
        let more = Account::fields()
            .n()
            .inc(1)
            .and(Account::fields().note().set(format!("{CANARY}!")))
            .and(
                Account::fields()
                    .lines()
                    .update_where(|line| line.name().eq(CANARY), |line| line.n().inc(1)),
            );
        self.send_with(&account(11, 0), more, deadline).await
    }

    /// Sends the write with another document to insert, or to put in the place of the first one, and another change.
    pub(crate) async fn send_with(
        &self,
        new: &Account,
        change: Update<Account>,
        deadline: Option<Duration>,
    ) -> Result<(), Error> {
        // The deadline of the store holds otherwise.
        macro_rules! send {
            ($operation:expr) => {{
                let operation = $operation;
                match deadline {
                    Some(deadline) => operation.deadline(deadline).await.map(drop),
                    None => operation.await.map(drop),
                }
            }};
        }
        let accounts = &self.accounts;
        let one: Filter<Account> = Account::fields().email().eq(email(1));
        let many: Filter<Account> = Account::fields().note().eq(CANARY);
        let bulk = || self.store.bulk_write();
        let whole = Account {
            id: 1,
            email: if new.email == email(new.id) { email(1) } else { new.email.clone() },
            n: 11,
            ..new.clone()
        };
        match self.write {
            InsertOne => send!(accounts.insert_one(new)),
            InsertMany => {
                let second = Account { id: new.id + 1, email: email(new.id + 1), ..new.clone() };
                send!(accounts.insert_many([new, &second]))
            }
            UpdateOne => send!(accounts.update_one(one, change)),
            UpdateMany => send!(accounts.update_many(many, change)),
            DeleteOne => send!(accounts.delete_one(one)),
            DeleteMany => send!(accounts.delete_many(many)),
            FindOneAndUpdate => send!(accounts.find_one_and_update(one, change).after()),
            FindOneAndDelete => send!(accounts.find_one_and_delete(one)),
            ReplaceOne => send!(accounts.replace_one(&whole)),
            FindOneAndReplace => send!(accounts.find_one_and_replace(&whole).after()),
            UpsertOne => send!(accounts.upsert_one(Put::from(new))),
            FindOneAndUpsert => send!(accounts.find_one_and_upsert(Put::from(&whole)).after()),
            UpgradeOne => send!(accounts.upgrade_one(one)),
            BulkUpsert => send!(bulk().add(accounts.upsert_one(Put::from(&whole)))),
            BulkReplace => send!(bulk().add(accounts.replace_one(&whole))),
            BulkInsert => send!(bulk().add(accounts.insert_one(new))),
            BulkUpdateOne => send!(bulk().add(accounts.update_one(one, change))),
            BulkUpdateMany => send!(bulk().add(accounts.update_many(many, change))),
            BulkDeleteOne => send!(bulk().add(accounts.delete_one(one))),
            BulkDeleteMany => send!(bulk().add(accounts.delete_many(many))),
        }
    }

    pub(crate) fn database(&self) -> mongodb::Database {
        self.db.database()
    }

    pub(crate) async fn close(self) {
        drop((self.accounts, self.store, self.proxy));
        self.db.close().await.unwrap();
    }
}

/// Polls until it is so, for at most half a minute.
macro_rules! until {
    ($what:expr, $is_so:expr) => {{
        let mut n_tries = 0;
        while !$is_so {
            n_tries += 1;
            assert!(n_tries < 600, "it never came: {}", $what);
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }};
}

pub(crate) use until;

/// An answer of a server that refuses a command, with the canary where a server would repeat what it was sent.
pub(crate) fn refusal(code: i32, labels: &[&str]) -> BsonDocument {
    let labels: Vec<Bson> = labels.iter().map(|label| Bson::from(*label)).collect();
    doc! { "ok": 0, "code": code, "errmsg": format!("of {CANARY}"), "codeName": "Scripted", "errorLabels": labels }
}
