//! What the codec and the server say of a document.

use mongo_runtime::{
    bson::{Document, RawArrayBuf, RawDocumentBuf, cstr, doc, rawdoc},
    db::{Admin, AdminConfig, Environment},
    validator::validator,
};
use mongo_testkit::TestDb;

use crate::models::{Model, Models};

/// The answer of a codec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Codec {
    /// It is not read.
    Refuses,
    /// It is read, as others may have stored it; what was read can't be written.
    Reads,
    /// It is read, and what was read is written as these bytes.
    Takes(Vec<u8>),
}

/// Creates every collection with its validator.
pub(crate) async fn provision(db: &TestDb, models: &[Model]) {
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(config).await.expect("the server runs");
    assert!(admin.provision::<Models>().await.expect("it is provisioned").is_as_declared());
    admin.close().await;
    for model in models.iter().filter(|model| !model.is_listed) {
        let validator = validator(model.declaration);
        let command = doc! { "create": model.collection(), "validator": validator };
        db.database().run_command(command).await.expect("the server takes the validator");
    }
}

/// Which of the documents the server refuses: its code for each. Nothing is left behind.
pub(crate) async fn refusals(
    db: &TestDb,
    collection: &str,
    documents: &[Vec<u8>],
) -> Vec<Option<i32>> {
    /// Answers hold what was refused.
    const BATCH: usize = 200;
    let mut codes = Vec::new();
    for batch in documents.chunks(BATCH) {
        let mut array = RawArrayBuf::new();
        for document in batch {
            array.push(RawDocumentBuf::from_bytes(document.clone()).expect("it is BSON"));
        }
        let mut command = rawdoc! { "insert": collection };
        command.append(cstr!("documents"), array);
        command.append(cstr!("ordered"), false);
        let reply = db.database().run_raw_command(command).await.expect("the server answers");
        let mut of_batch = vec![None; batch.len()];
        let errors = reply.get_array("writeErrors").cloned().unwrap_or_default();
        for error in errors.iter().filter_map(|error| error.as_document()) {
            let index = error.get_i32("index").expect("an index");
            let code = error.get_i32("code").expect("a code");
            of_batch[usize::try_from(index).expect("an index")] =
                Some(code).filter(|code| *code != DUPLICATE);
        }
        codes.extend(of_batch);
        let collection = db.database().collection::<Document>(collection);
        collection.delete_many(doc! {}).await.expect("the server deletes");
    }
    codes
}

/// Of the `_id`. The server looks at it after the validator.
const DUPLICATE: i32 = 11_000;
