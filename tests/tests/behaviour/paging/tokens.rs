//! Tokens: which are taken, which are refused, and what they show.

use mongo_runtime::{
    bson::doc,
    db::{PageToken, StoreConfig},
    error::{Error, Kind, Outcome, TokenRefusal},
    prelude::*,
};
use mongo_testkit::TestDb;
use mongo_tests::{
    canary::{CANARY, assert_clean, assert_clean_error},
    random::Random,
};

use super::model::{
    ByName, ByRank, ByRankUp, Entries, Entry, KEY, OfGroups, by_mail, connect, entries, ids,
    provisioned, raw, stored,
};
use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

async fn fill(db: &TestDb) {
    let mut random = Random::new(5);
    raw(db).insert_many((0..40).map(|id| stored(&mut random, id))).await.expect("the server runs");
}

/// The same text with something done to it; never the same text.
fn mutated(random: &mut Random, text: &str) -> String {
    let mut letters = text.as_bytes().to_vec();
    match random.below(6) {
        0 => letters.truncate(random.below(letters.len())),
        1 => letters.push(*random.pick(LETTERS)),
        2 => {
            letters.remove(random.below(letters.len()));
        }
        3 => letters.insert(random.below(letters.len()), *random.pick(LETTERS)),
        4 => {
            let n = letters.len() - 1;
            letters.rotate_left(1 + random.below(n));
        }
        _ => {
            let at = random.below(letters.len());
            let other = LETTERS.iter().position(|letter| *letter == letters[at]).expect("a letter");
            letters[at] = LETTERS[(other + 1 + random.below(63)) % 64];
        }
    }
    let out = String::from_utf8(letters).expect("letters");
    if out == text { format!("{out}A") } else { out }
}

#[mongo_testkit::test]
async fn a_token_that_was_changed_anywhere_is_refused_and_nothing_is_sent(db: TestDb) -> Done {
    fill(&db).await;
    let signing = config(&db).page_key(KEY);
    for config in [signing.clone(), signing.seal_page_tokens()] {
        let entries = connect(config).await;
        let find = || entries.find(ByName { group: 0 }).limit(2);
        let token = find().page(None).await?.next.expect("there are more");
        let text = token.to_string();
        let mut random = Random::new(17);
        let ends = (0..text.len()).map(|len| text[..len].to_owned());
        let changes = (0..2_000).map(|_| mutated(&mut random, &text)).collect::<Vec<_>>();
        let mut n_told = [0; 3];
        for changed in ends.chain(changes) {
            let error = match changed.parse::<PageToken>() {
                Ok(changed) => find().page(Some(&changed)).await.unwrap_err(),
                Err(error) => error,
            };
            let refusal = error.token_refusal().expect("a refused token");
            n_told[refusal as usize] += 1;
            assert_eq!((error.kind(), error.attempts()), (Kind::OperationRejected, 0), "{error}");
            assert_clean(&format!("{error:?}"), &text);
        }
        assert!(n_told.iter().all(|n| *n > 0), "cut, of another key, and altered: {n_told:?}");
        assert!(find().page(Some(&token)).await?.previous.is_some(), "the token itself is good");
    }
    Ok(())
}

#[mongo_testkit::test]
async fn no_bytes_are_a_token_and_none_make_it_panic(db: TestDb) {
    let entries = connect(config(&db).page_key(KEY).seal_page_tokens()).await;
    let mut random = Random::new(23);
    for n in 0..1_000 {
        let len = 1 + random.below(300);
        let text: String = (0..len).map(|_| char::from(*random.pick(LETTERS))).collect();
        // Some begin as a token of this store does.
        let text = if n % 2 == 0 { format!("AQ{text}") } else { text };
        let Ok(token) = text.parse::<PageToken>() else { continue };
        let error =
            entries.find(ByRank { group: 0 }).limit(2).page(Some(&token)).await.unwrap_err();
        assert!(error.token_refusal().is_some(), "{error}");
    }
    let long = "A".repeat(PageToken::MAX_LEN + 1);
    for text in ["", " ", "a b", "ä", "AA==", "+/+/", "\0", &long] {
        let error = text.parse::<PageToken>().unwrap_err();
        assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
        assert_eq!(error.token_refusal(), Some(TokenRefusal::Malformed));
    }
}

/// The same operation in another order.
#[derive(Filter)]
#[mongo(document = Entry, operation = "entry.by-rank", sort(name(asc, nulls = first), price(desc, nulls = last), id))]
struct ByRankOtherwise {
    #[mongo(eq)]
    group: i32,
}

/// The same documents in the next version of the program.
#[derive(Document)]
#[mongo(collection = "entries", schema_version = 1)]
#[mongo(index(name = "ix_rank", keys(group, rank = desc, id = desc)))]
struct EntryV1 {
    #[mongo(id)]
    id: i32,
    group: i32,
    rank: Option<f64>,
}

#[derive(Filter)]
#[mongo(document = EntryV1, operation = "entry.by-rank", sort(rank(desc, nulls = last), id = desc))]
struct ByRankV1 {
    #[mongo(eq)]
    group: i32,
}

/// The same keys in another form.
#[derive(Document)]
#[mongo(collection = "entries")]
#[mongo(index(name = "ix_rank", keys(group, rank = desc, id = desc)))]
struct EntryOfInts {
    #[mongo(id)]
    id: i32,
    group: i32,
    rank: Option<i64>,
}

#[derive(Filter)]
#[mongo(document = EntryOfInts, operation = "entry.by-rank", sort(rank(desc, nulls = last), id = desc))]
struct ByIntRank {
    #[mongo(eq)]
    group: i32,
}

/// The same in another collection.
#[derive(Document)]
#[mongo(collection = "elsewhere")]
#[mongo(index(name = "ix_rank", keys(group, rank = desc, id = desc)))]
struct Elsewhere {
    #[mongo(id)]
    id: i32,
    group: i32,
    rank: Option<f64>,
}

#[derive(Filter)]
#[mongo(document = Elsewhere, operation = "entry.by-rank", sort(rank(desc, nulls = last), id = desc))]
struct ByRankElsewhere {
    #[mongo(eq)]
    group: i32,
}

mongo_runtime::catalog! { Next: documents(EntryV1, Elsewhere) }
mongo_runtime::catalog! { Ints: documents(EntryOfInts) }

#[mongo_testkit::test]
async fn a_token_belongs_to_its_operation_its_order_its_filter_and_what_is_stored(
    db: TestDb,
) -> Done {
    fill(&db).await;
    let of_store = || config(&db).page_key(KEY);
    let store: Store<Entries> = Store::connect(of_store()).await?;
    let next: Store<Next> = Store::connect(of_store()).await?;
    let ints: Store<Ints> = Store::connect(of_store()).await?;
    let entries = store.collection::<Entry>();
    let page = entries.find(ByRank { group: 0 }).limit(2).page(None).await?;
    let token = &by_mail(page.next.as_ref().expect("there are more"));
    let other_key = connect(config(&db).page_key([7; 32])).await;
    for (result, refusal) in [
        (
            entries.find(ByRankUp { group: 0 }).limit(2).page(Some(token)).await.map(drop),
            TokenRefusal::OtherOperation,
        ),
        (
            entries.find(ByRankOtherwise { group: 0 }).limit(2).page(Some(token)).await.map(drop),
            TokenRefusal::OtherOrder,
        ),
        (
            entries.find(ByRank { group: 1 }).limit(2).page(Some(token)).await.map(drop),
            TokenRefusal::OtherFilter,
        ),
        (
            next.collection::<Elsewhere>()
                .find(ByRankElsewhere { group: 0 })
                .limit(2)
                .page(Some(token))
                .await
                .map(drop),
            TokenRefusal::OtherOperation,
        ),
        (
            next.collection::<EntryV1>()
                .find(ByRankV1 { group: 0 })
                .limit(2)
                .page(Some(token))
                .await
                .map(drop),
            TokenRefusal::OtherVersion,
        ),
        (
            ints.collection::<EntryOfInts>()
                .find(ByIntRank { group: 0 })
                .limit(2)
                .page(Some(token))
                .await
                .map(drop),
            TokenRefusal::OtherVersion,
        ),
        (
            other_key.find(ByRank { group: 0 }).limit(2).page(Some(token)).await.map(drop),
            TokenRefusal::OtherKey,
        ),
    ] {
        let error = result.unwrap_err();
        assert_eq!(error.token_refusal(), Some(refusal), "{error}");
        assert_failed(&error, Kind::OperationRejected, None);
        assert_eq!(error.attempts(), 0, "nothing is sent");
        assert!(error.to_string().ends_with("begin again with the first page"), "{error}");
    }
    // The size of the page and the name of the call are not part of it.
    let name = mongo_runtime::operation!("entry.named");
    entries.find(ByRank { group: 0 }).limit(5).named(name).page(Some(token)).await?;
    Ok(())
}

#[mongo_testkit::test]
async fn an_old_key_is_taken_as_long_as_it_is_listed(db: TestDb) -> Done {
    fill(&db).await;
    let find = async |config: StoreConfig, token: Option<&PageToken>| {
        connect(config).await.find(ByRank { group: 0 }).limit(2).page(token).await
    };
    let (old, new) = (config(&db).page_key(KEY), config(&db).page_key([7; 32]));
    let first = find(old.clone(), None).await?;
    let both = new.clone().old_page_key(KEY);
    let second = find(both.clone(), first.next.as_ref()).await?;
    assert_eq!(ids(&second), ids(&find(old.clone(), first.next.as_ref()).await?));
    // What it makes is of the new key.
    assert!(find(new.clone(), second.next.as_ref()).await.is_ok());
    let refused = find(new, first.next.as_ref()).await.unwrap_err();
    assert_eq!(refused.token_refusal(), Some(TokenRefusal::OtherKey));
    // Sealing takes what was only signed, with either key.
    let third = find(both.seal_page_tokens(), first.next.as_ref()).await?;
    assert_eq!(ids(&third), ids(&second));
    Ok(())
}

#[mongo_testkit::test]
async fn a_sealed_token_shows_no_value_and_a_signed_one_only_those_of_the_order(
    db: TestDb,
) -> Done {
    let at = DateTime::from_millis(0);
    let made = (0..4).map(|id| doc! { "_id": id, "group": 0, "at": at, "name": CANARY });
    raw(&db).insert_many(made).await.expect("the server runs");
    let find = |group| ByName { group };
    let signed = entries(&db).await.find(find(0)).limit(2).page(None).await?.next.expect("more");
    let of_canary = |text: String| std::panic::catch_unwind(move || assert_clean(&text, "a token"));
    assert!(of_canary(standard(&signed)).is_err(), "the test finds it where it is");

    let sealing = connect(config(&db).page_key(KEY).seal_page_tokens()).await;
    let sealed = sealing.find(find(0)).limit(2).page(None).await?.next.expect("more");
    assert!(of_canary(standard(&sealed)).is_ok());
    let again = sealing.find(find(0)).limit(2).page(None).await?.next.expect("more");
    assert_ne!(sealed, again, "not even that two are alike");
    assert_eq!(ids(&sealing.find(find(0)).limit(2).page(Some(&by_mail(&sealed))).await?), [2, 3]);
    assert_eq!(format!("{sealed:?} {signed:?}"), "PageToken(?) PageToken(?)");
    Ok(())
}

/// In the letters of plain base64.
fn standard(token: &PageToken) -> String {
    token.to_string().replace('-', "+").replace('_', "/")
}

#[mongo_testkit::test]
async fn without_a_good_key_there_are_no_pages(db: TestDb) {
    let error = connect(config(&db)).await.find(ByRank { group: 0 }).limit(2).page(None).await;
    let error = error.unwrap_err();
    assert_failed(&error, Kind::Config, None);
    assert_eq!(error.attempts(), 0);
    assert!(error.to_string().contains("StoreConfig::page_key"), "{error}");

    for (config, text) in [
        (config(&db).page_key([1; 31]), "32 bytes"),
        (config(&db).page_key(KEY).old_page_key([1; 8]), "32 bytes"),
        (config(&db).old_page_key(KEY), "no `page_key`"),
        (config(&db).seal_page_tokens(), "no `page_key`"),
    ] {
        let error = Store::<Entries>::connect(config).await.unwrap_err();
        assert_failed(&error, Kind::Config, Outcome::NotSent);
        assert!(error.to_string().contains(text), "{error}");
    }
    let shown =
        format!("{:?}", config(&db).page_key(CANARY.repeat(2)).old_page_key(CANARY.repeat(2)));
    assert_clean(&shown, "a configuration");
}

#[mongo_testkit::test]
async fn a_key_of_the_order_that_is_too_long_for_a_token_is_an_error(db: TestDb) {
    let at = DateTime::from_millis(0);
    let name = CANARY.repeat(500);
    let made = (0..3).map(|id| doc! { "_id": id, "group": 0, "at": at, "name": &name });
    raw(&db).insert_many(made).await.expect("the server runs");
    let entries = entries(&db).await;
    let error = entries.find(ByName { group: 0 }).limit(2).page(None).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, None);
    assert!(error.to_string().contains("too long for a page token"), "{error}");
    assert_clean_error(&error, "too long");
    // Where no token is needed, there is none.
    assert_eq!(
        ids(&entries.find(ByName { group: 0 }).limit(3).page(None).await.unwrap()),
        [0, 1, 2]
    );
}

#[mongo_testkit::test]
async fn a_token_of_several_values_is_of_these_values(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    fill(&db).await;
    let find = |groups: &[i32]| entries.find(OfGroups { groups: groups.to_vec() }).limit(2);
    let page = find(&[0, 1]).page(None).await?;
    let refused = find(&[0]).page(page.next.as_ref()).await.unwrap_err();
    assert_eq!(refused.token_refusal(), Some(TokenRefusal::OtherFilter));
    Ok(())
}
