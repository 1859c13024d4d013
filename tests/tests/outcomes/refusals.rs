//! Documents and changes that are refused, by the server or before they are sent.

use mongo_runtime::{
    bson::doc,
    error::{Error, ItemStatus, Kind},
    prelude::*,
    update::Update,
};
use mongo_testkit::{Fault, TestDb};
use mongo_tests::canary::CANARY;

use crate::{
    row::{Row, Rows},
    support::{ALL, Account, Scene, Write, account, email},
};

use Write::*;

const WITH_CHANGE: &[Write] =
    &[UpdateOne, UpdateMany, FindOneAndUpdate, BulkUpdateOne, BulkUpdateMany];

const WITH_NEW_VALUES: &[Write] = &[
    InsertOne,
    InsertMany,
    UpdateOne,
    UpdateMany,
    FindOneAndUpdate,
    ReplaceOne,
    FindOneAndReplace,
    UpsertOne,
    FindOneAndUpsert,
    BulkInsert,
    BulkReplace,
    BulkUpsert,
    BulkUpdateOne,
    BulkUpdateMany,
];

/// A write of many may have changed documents before the one that is refused.
fn refused(write: Write, kind: Kind, code: i32) -> Row {
    match write.is_of_many() {
        true => Row::unknown(kind).code(code),
        false => Row::refused(kind).code(code),
    }
}

/// What is known of the one document that was refused, by itself or as an item.
fn index_of(error: &Error) -> Option<String> {
    let of_item = error.bulk().and_then(|bulk| match &bulk.items()[0] {
        ItemStatus::Failed(failure) => failure.duplicate_index(),
        _ => None,
    });
    error.duplicate_index().or(of_item).map(|index| index.name().to_owned())
}

#[mongo_testkit::test]
async fn a_duplicate_key_is_one_kind_of_error_for_every_write(db: TestDb) {
    let rows = Rows::of(&db, WITH_NEW_VALUES).await;
    rows.expect_sent(
        "the key is taken",
        |write| refused(write, Kind::DuplicateKey, 11000),
        |_| {},
        |scene| {
            Box::pin(async move {
                let twin = Account { email: email(2), ..account(11, 0) };
                let change = Update::all_of([Account::fields().email().set(email(2))]);
                let result = scene.send_with(&twin, change, None).await;
                let error = result.as_ref().expect_err("the key is taken");
                assert!(error.is_duplicate_key());
                // An item that may be done in part has no refusal to tell.
                if scene.write != BulkUpdateMany {
                    assert_eq!(index_of(error).as_deref(), Some("uq_email"), "{error}");
                }
                result
            })
        },
    )
    .await;
    rows.close().await;
}

/// The error of a statement is the statement's: the server remembers one that it has carried out, and gives its result again. The
/// error of a command may come before it remembers, and `findAndModify` has no other: it is true to say less.
#[mongo_testkit::test]
async fn a_duplicate_key_after_a_lost_reply_is_told_by_what_the_answer_is_about(db: TestDb) {
    let once: Vec<Write> =
        WITH_NEW_VALUES.iter().copied().filter(|write| !write.is_of_many()).collect();
    let rows = Rows::of(&db, &once).await;
    let row = |write: Write| match write.command() {
        "findAndModify" => Row::unknown(Kind::DuplicateKey).code(11000).after(2),
        _ => Row::refused(Kind::DuplicateKey).code(11000).after(2),
    };
    rows.expect_sent(
        "the reply is lost and the key is taken",
        row,
        |scene: &Scene| scene.proxy.add(Fault::cut_reply(0).command(scene.write.command())),
        |scene| {
            Box::pin(async move {
                let twin = Account { email: email(2), ..account(11, 0) };
                let change = Update::all_of([Account::fields().email().set(email(2))]);
                scene.send_with(&twin, change, None).await
            })
        },
    )
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_validator_refuses_every_kind_of_write(db: TestDb) {
    let rows = Rows::of(&db, WITH_NEW_VALUES).await;
    for scene in rows.scenes() {
        let validator = doc! { "$jsonSchema": { "properties": { "note": { "maxLength": 20 } } } };
        let command = doc! { "collMod": "accounts", "validator": validator };
        scene.database().run_command(command).await.unwrap();
    }
    rows.expect_sent(
        "the validator refuses",
        |write| refused(write, Kind::SchemaValidation, 121),
        |_| {},
        |scene| {
            Box::pin(async move {
                let long = format!("{CANARY}{CANARY}");
                let change = Update::all_of([Account::fields().note().set(&long)]);
                scene.send_with(&Account { note: long, ..account(11, 0) }, change, None).await
            })
        },
    )
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_value_over_its_bound_is_refused_here_by_every_write(db: TestDb) {
    let rows = Rows::of(&db, WITH_NEW_VALUES).await;
    rows.expect_sent(
        "the value is too long",
        |_| Row::refused_here(Kind::Encode),
        |_| {},
        |scene| {
            Box::pin(async move {
                let long = CANARY.repeat(4);
                let change = Update::all_of([Account::fields().note().set(&long)]);
                scene.send_with(&Account { note: long, ..account(11, 0) }, change, None).await
            })
        },
    )
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn an_update_that_changes_nothing_is_refused_here(db: TestDb) {
    let rows = Rows::of(&db, WITH_CHANGE).await;
    rows.expect_sent(
        "there is no change",
        |_| Row::refused_here(Kind::OperationRejected),
        |_| {},
        |scene| {
            let nothing = Update::all_of([] as [Update<Account>; 0]);
            Box::pin(async move { scene.send_with(&account(11, 0), nothing, None).await })
        },
    )
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn two_changes_of_one_path_or_of_a_part_of_it_are_refused_here(db: TestDb) {
    let rows = Rows::of(&db, WITH_CHANGE).await;
    rows.expect_sent(
        "a path is changed twice",
        |_| Row::refused_here(Kind::OperationRejected),
        |_| {},
        |scene| {
            let twice = Account::fields().n().inc(1).and(Account::fields().n().set(5));
            Box::pin(async move { scene.send_with(&account(11, 0), twice, None).await })
        },
    )
    .await;
    rows.expect_sent(
        "a path and a part of it are changed",
        |_| Row::refused_here(Kind::OperationRejected),
        |_| {},
        |scene| {
            let lines = Account::fields().lines();
            let parts = lines.set(vec![]).and(lines.update_each(|line| line.n().inc(1)));
            Box::pin(async move { scene.send_with(&account(11, 0), parts, None).await })
        },
    )
    .await;
    rows.close().await;
}

#[mongo_testkit::test]
async fn a_write_of_everything_must_say_so(db: TestDb) {
    let scene = Scene::new(&db, DeleteMany, |config| config).await;
    let everything = || Filter::<Account>::all_of(Vec::<Filter<Account>>::new());
    let more = || Account::fields().n().inc(1);
    let accounts = &scene.accounts;
    let bulk = || scene.store.bulk_write();
    for result in [
        accounts.delete_many(everything()).await.map(drop),
        accounts.update_many(everything(), more()).await.map(drop),
        bulk().add(accounts.delete_many(everything())).await.map(drop),
        bulk().add(accounts.update_many(everything(), more())).await.map(drop),
    ] {
        let row = Row::refused_here(Kind::OperationRejected);
        crate::row::check(&scene, result, &row, "the filter is empty").await;
    }
    assert_eq!(accounts.update_many(AllDocuments, more()).await.unwrap().modified(), 2);
    assert_eq!(accounts.delete_many(AllDocuments).await.unwrap().deleted(), 2);
    // All kinds are there: a new one must be looked at here.
    assert_eq!(ALL.len(), 20);
}
