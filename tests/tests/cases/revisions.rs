//! Documents that are written back as they were read, over what others have written meanwhile.

use mongo_runtime::{
    bson::doc,
    catalog,
    db::{Collection, Store, StoreConfig},
    error::{Error, ItemStatus, Kind, Outcome},
    prelude::*,
    update::Rejection,
};
use mongo_testkit::TestDb;

use crate::support::{raw, stored};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "accounts", owns_document)]
#[mongo(index(name = "uq_email", keys(email), unique))]
struct Account {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 64)]
    email: String,
    balance: i64,
    #[mongo(max_items = 10, max_len = 16)]
    tags: Vec<String>,
    #[mongo(revision)]
    revision: Revision,
}

catalog! {
    /// The catalog of the accounts.
    Bank: documents(Account), operations(Tag)
}

/// Guards the balance and edits something else.
#[derive(Update)]
#[mongo(document = Account, operation = "account.tag")]
struct Tag {
    #[mongo(expect)]
    balance: i64,
    #[mongo(push, path = tags)]
    tag: &'static str,
}

fn account(id: i32) -> Account {
    let email = format!("a{id}@example.org");
    Account { id, email, balance: 5, tags: Vec::new(), revision: Revision::FIRST }
}

async fn bank(db: &TestDb) -> Store<Bank> {
    Store::connect(StoreConfig::new(db.uri(), db.name())).await.expect("the server runs")
}

async fn the_one(accounts: &Collection<Account>) -> Account {
    accounts.find_one(by_id(1)).await.expect("the server runs").expect("it is there")
}

#[track_caller]
fn assert_conflict(error: &Error) {
    let conflict = (Kind::OptimisticConflict, Some(Outcome::NoWritePerformed));
    assert_eq!((error.kind(), error.outcome()), conflict, "{error}");
    assert!(!error.is_retryable() && !error.is_ambiguous(), "{error}");
}

/// C5. Elsewhere a condition on one field takes the place of the version, and an edit of another one is lost.
#[mongo_testkit::test]
async fn a_condition_on_a_field_is_asked_beside_the_revision_and_not_in_its_place(
    db: TestDb,
) -> Result<(), Error> {
    let accounts = bank(&db).await.collection::<Account>();
    accounts.insert_one(&account(1)).await?;
    let read = the_one(&accounts).await;
    assert_eq!(accounts.update_one(by_id(1), Tag { balance: 5, tag: "vip" }).await?.modified(), 1);
    // The balance is as it was read, and the tags are not.
    let error = accounts.replace_one(&Account { balance: 6, ..read }).await.expect_err("stale");
    assert_conflict(&error);
    let error = accounts.update_one(by_id(1), Tag { balance: 4, tag: "x" }).await;
    let error = error.expect_err("another balance");
    assert_eq!(error.rejection(), Some(&Rejection::Unexpected { path: "balance" }), "{error}");
    let end = the_one(&accounts).await;
    assert_eq!((end.tags, end.balance, end.revision.get()), (vec!["vip".to_owned()], 5, 2));
    Ok(())
}

/// C6. Elsewhere the second one saves its old version number over the new one, and from then on old copies win.
#[mongo_testkit::test]
async fn of_two_copies_that_are_saved_the_second_is_a_conflict_and_rewinds_nothing(
    db: TestDb,
) -> Result<(), Error> {
    let accounts = bank(&db).await.collection::<Account>();
    accounts.insert_one(&account(1)).await?;
    let (one, two) = (the_one(&accounts).await, the_one(&accounts).await);
    assert_eq!(accounts.replace_one(&Account { balance: 6, ..one }).await?, Revision::new(2));
    for _ in 0..2 {
        let again = Account { balance: 7, ..two.clone() };
        assert_conflict(&accounts.replace_one(&again).await.expect_err("stale"));
        assert_conflict(&accounts.find_one_and_replace(&again).before().await.expect_err("stale"));
    }
    let document = stored::<Account>(&db, 1).await;
    assert_eq!(document.get_i64("balance").expect("an int64"), 6);
    assert_eq!(document.get_i64("revision").expect("an int64"), 2);
    Ok(())
}

/// C7. Elsewhere an update, a bulk write and a list of saved objects leave the version as it is.
#[mongo_testkit::test]
async fn no_way_to_write_leaves_an_older_copy_valid(db: TestDb) -> Result<(), Error> {
    let bank = bank(&db).await;
    let accounts = bank.collection::<Account>();
    let more = || Account::fields().balance().inc(1);
    for way in 0..8 {
        raw::<Account>(&db).delete_many(doc! {}).await.expect("the server runs");
        accounts.insert_one(&account(1)).await?;
        let old = the_one(&accounts).await;
        let bulk = || bank.bulk_write();
        match way {
            0 => drop(accounts.update_one(by_id(1), more()).await?),
            1 => drop(accounts.update_many(AllDocuments, more()).await?),
            2 => drop(accounts.find_one_and_update(by_id(1), more()).after().await?),
            3 => drop(accounts.update_one(by_id(1), Tag { balance: 5, tag: "x" }).await?),
            4 => drop(bulk().add(accounts.update_one(by_id(1), more())).await?),
            5 => drop(bulk().add(accounts.update_many(AllDocuments, more())).await?),
            6 => drop(bulk().add(accounts.replace_one(&old)).await?),
            _ => {
                let f = Account::fields();
                let computed = f.balance().set_to(f.balance().value().plus(1));
                let _ = accounts.update_one(by_id(1), computed).await?;
            }
        }
        assert_eq!(the_one(&accounts).await.revision, Revision::new(2), "way {way}");
        assert_conflict(&accounts.replace_one(&old).await.expect_err("older"));
        let error = bulk().add(accounts.replace_one(&old)).await.expect_err("older");
        let ItemStatus::Failed(failure) = &error.bulk().expect("one item").items()[0] else {
            panic!("{error}")
        };
        assert_eq!(failure.kind(), Kind::OptimisticConflict, "way {way}");
    }
    Ok(())
}

/// C8. Elsewhere a taken key is told as a change by somebody else, and the caller reads and tries again for ever.
#[mongo_testkit::test]
async fn a_taken_key_is_a_duplicate_with_the_name_of_its_index_and_no_conflict(
    db: TestDb,
) -> Result<(), Error> {
    let accounts = bank(&db).await.collection::<Account>();
    let options =
        mongodb::options::IndexOptions::builder().unique(true).name("uq_email".to_owned()).build();
    let index = mongodb::IndexModel::builder().keys(doc! { "email": 1 }).options(options).build();
    raw::<Account>(&db).create_index(index).await.expect("the server runs");
    accounts.insert_many(&[account(1), account(2)]).await?;
    let taken = Account { email: account(2).email, ..account(1) };
    for error in [
        accounts.replace_one(&taken).await.expect_err("taken"),
        accounts.find_one_and_replace(&taken).after().await.expect_err("taken"),
    ] {
        let duplicate = (Kind::DuplicateKey, Some(Outcome::NoWritePerformed));
        assert_eq!((error.kind(), error.outcome()), duplicate, "{error}");
        assert_eq!(error.duplicate_index().expect("an index").name(), "uq_email");
        assert!(!format!("{error} {error:?} {error:#?}").contains("a2@"), "{error:?}");
    }
    assert_eq!(the_one(&accounts).await, account(1));
    Ok(())
}
