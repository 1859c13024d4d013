//! Collations: which the server has, what each has by itself, and what goes together.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    index::{Collation, IndexDeclaration, LOCALES, VARIANTS},
};
use mongo_testkit::TestDb;

use super::refused;

/// Every locale that a declaration can name.
fn locales() -> impl Iterator<Item = String> {
    LOCALES.iter().flat_map(|language| {
        let own = VARIANTS.iter().filter(|(of, _)| of == language).flat_map(|(_, names)| *names);
        let variants = own.chain(&["search", "eor", "emoji"]);
        let variants = variants.map(|variant| format!("{language}@collation={variant}"));
        std::iter::once((*language).to_owned()).chain(variants.collect::<Vec<_>>())
    })
}

#[mongo_testkit::test]
async fn the_server_has_every_locale_and_completes_it_as_we_do(db: TestDb) {
    let collations: Vec<Collation> =
        locales().map(|locale| Collation::new(String::leak(locale))).collect();
    assert!(collations.len() > 400, "{}", collations.len());
    for (n, part) in collations.chunks(60).enumerate() {
        let collection = format!("c{n}");
        let specs: Vec<BsonDocument> = part
            .iter()
            .map(|it| doc! { "key": { "a": 1 }, "name": it.locale, "collation": it.render() })
            .collect();
        let create = doc! { "createIndexes": &collection, "indexes": specs };
        db.database().run_command(create).await.expect("the server has each of them");
        let list = doc! { "listIndexes": collection, "cursor": { "batchSize": 100 } };
        let listed = db.database().run_command(list).await.expect("the server runs");
        let listed = listed.get_document("cursor").expect("a cursor");
        let listed = listed.get_array("firstBatch").expect("indexes");
        for (collation, index) in part.iter().zip(&listed[1..]) {
            let index = index.as_document().expect("an index");
            let mut there = index.get_document("collation").expect("a collation").clone();
            there.remove("version");
            for (option, value) in collation.complete() {
                assert_eq!(there.remove(&option), Some(value), "{option} of {}", collation.locale);
            }
            assert!(there.is_empty(), "{there}");
        }
    }
}

const STRENGTHS: [Option<u8>; 8] =
    [None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(6)];

#[mongo_testkit::test]
async fn options_that_do_not_go_together_are_refused_by_both(db: TestDb) {
    db.database().create_collection("texts").await.expect("the server runs");
    let flags = [None, Some(false), Some(true)];
    let mut n_refused = 0;
    // Danish has upper case first by itself, and French of Canada compares accents from the end.
    for (locale, strength) in
        ["en", "da", "fr_CA"].into_iter().flat_map(|locale| STRENGTHS.map(|it| (locale, it)))
    {
        for case_level in flags {
            for case_first in [None, Some("off"), Some("upper"), Some("lower"), Some("first")] {
                for backwards in flags {
                    for alternate in [None, Some("letters")] {
                        for max_variable in [Some("space"), Some("letters")] {
                            let mut it = Collation::new(locale);
                            (it.strength, it.case_level) = (strength, case_level);
                            (it.case_first, it.backwards) = (case_first, backwards);
                            (it.alternate, it.max_variable) = (alternate, max_variable);
                            let find = doc! { "find": "texts", "collation": it.render() };
                            let by_server = db.database().run_command(find).await;
                            let by_compiler = refused(vec![declared(it)]);
                            assert_eq!(
                                by_server.is_err(),
                                by_compiler.is_some(),
                                "{it:?} {by_compiler:?}"
                            );
                            n_refused += usize::from(by_compiler.is_some());
                        }
                    }
                }
            }
        }
    }
    assert!(n_refused > 1000, "{n_refused}");
}

#[mongo_testkit::test]
async fn a_locale_that_the_server_does_not_have_is_refused_by_both(db: TestDb) {
    db.database().create_collection("texts").await.expect("the server runs");
    for locale in [
        "",
        "x",
        "english",
        "de_DE",
        "DE",
        "en_us",
        "de@collation=pinyin",
        "de@collation=",
        "de@",
        "zh@x=y",
        "zz@collation=search",
    ] {
        let find = doc! { "find": "texts", "collation": { "locale": locale } };
        assert!(db.database().run_command(find).await.is_err(), "{locale}");
        assert!(refused(vec![declared(Collation::new(locale))]).is_some(), "{locale}");
    }
    // It is what an index without a collation has, so it says nothing.
    assert!(refused(vec![declared(Collation::new("simple"))]).is_some());
}

fn declared(collation: Collation) -> IndexDeclaration {
    const KEYS: &[mongo_runtime::index::IndexKey] = &[mongo_runtime::index::index_key(
        || super::Shelf::fields().label(),
        mongo_runtime::index::KeyKind::Asc,
    )];
    let mut index = IndexDeclaration::new("ix", KEYS);
    index.collation = Some(collation);
    index
}
