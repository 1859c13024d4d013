//! Each kind of key with each option, beside others, and twice.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    document::Allowance,
    index::{
        Absent, Collation, IndexDeclaration, IndexKey, KeyKind, Literal, PartialOp, PartialTerm,
        Projection, index_key, partial_term,
    },
};
use mongo_testkit::TestDb;

use super::{Shelf, created, refused};

const LABEL: IndexKey = index_key(|| Shelf::fields().label(), KeyKind::Asc);
const NUMBER: IndexKey = index_key(|| Shelf::fields().number(), KeyKind::Desc);
const HASHED: IndexKey = index_key(|| Shelf::fields().label(), KeyKind::Hashed);
const HASHED_NUMBER: IndexKey = index_key(|| Shelf::fields().number(), KeyKind::Hashed);
const HASHED_TAGS: IndexKey = index_key(|| Shelf::fields().tags(), KeyKind::Hashed);
const MADE: IndexKey = index_key(|| Shelf::fields().made(), KeyKind::Asc);
const PLACE: IndexKey = index_key(|| Shelf::fields().place(), KeyKind::Sphere);
const TAGS: IndexKey = index_key(|| Shelf::fields().tags(), KeyKind::Asc);
const BOXES: IndexKey = index_key(|| Shelf::fields().boxes(), KeyKind::Asc);
const BELOW: IndexKey = index_key(|| Shelf::fields().attributes(), KeyKind::Wildcard);
const BELOW_LABEL: IndexKey = index_key(|| Shelf::fields().label(), KeyKind::Wildcard);
const WHOLE: IndexKey = index_key(Shelf::fields, KeyKind::Wildcard);
const ID: IndexKey = index_key(|| Shelf::fields().id(), KeyKind::Asc);
const HASHED_ID: IndexKey = index_key(|| Shelf::fields().id(), KeyKind::Hashed);

const KEYS: &[&[IndexKey]] = &[
    &[LABEL],
    &[HASHED],
    &[HASHED_TAGS],
    &[MADE],
    &[PLACE],
    &[TAGS],
    &[BELOW],
    &[BELOW_LABEL],
    &[WHOLE],
    &[ID],
    &[HASHED_ID],
    &[LABEL, NUMBER],
    &[LABEL, HASHED_NUMBER],
    &[HASHED, HASHED_NUMBER],
    &[HASHED, PLACE],
    &[HASHED, TAGS],
    &[PLACE, LABEL],
    &[TAGS, BOXES],
    &[BELOW, LABEL],
    &[LABEL, WHOLE],
    &[MADE, LABEL],
];

const TERMS: &[PartialTerm] =
    &[partial_term(|| Shelf::fields().number(), PartialOp::Gte, Literal::Int(3))];

type Change = fn(&mut IndexDeclaration);

const OPTIONS: &[(&str, Change)] = &[
    ("unique", |index| (index.unique, index.absent) = (true, Absent::Unsaid)),
    ("sparse", |index| index.sparse = true),
    ("hidden", |index| index.hidden = true),
    ("expires", |index| index.expire_after_seconds = Some(60)),
    ("partial", |index| index.partial = TERMS),
    ("collation", |index| index.collation = Some(Collation::new("de"))),
    ("include", |index| index.projection = Projection::Include(&["label"])),
];

/// What the compiler refuses although the server takes it, each with its reason.
const STRICTER: &[(&str, &str)] = &[
    ("is no date", "nothing would ever expire"),
    ("the server hashes none", "the server refuses the documents, one by one"),
    ("hashes none", "the server refuses the documents, one by one"),
    ("no array beside it", "the server refuses the documents, one by one"),
    ("indexes one array a document", "the server refuses the documents, one by one"),
    ("has no fields below it", "the index would be empty"),
    ("leads through an array", "the date that counts is not told"),
    ("makes itself for the `_id`", "it is there already"),
    ("no TTL on `_id`", "nothing would ever expire by a hash"),
    ("may be absent", "how many may lack it is not told"),
];

const ALLOWED: &[Allowance] = &[Allowance { rule: "sparse", reason: "the server is asked here" }];

fn declared(keys: &'static [IndexKey], options: &[usize]) -> IndexDeclaration {
    let mut index = IndexDeclaration::new("ix", keys);
    index.allowances = ALLOWED;
    options.iter().for_each(|option| OPTIONS[*option].1(&mut index));
    index
}

#[mongo_testkit::test]
async fn the_compiler_and_the_server_refuse_the_same_indexes(db: TestDb) {
    db.database().create_collection("tried").await.expect("the server runs");
    let mut sets = vec![Vec::new()];
    for first in 0..OPTIONS.len() {
        sets.push(vec![first]);
        sets.extend((first + 1..OPTIONS.len()).map(|second| vec![first, second]));
    }
    let (mut wrong, mut n_taken, mut n_refused) = (Vec::new(), 0, 0);
    for keys in KEYS {
        for options in &sets {
            // That only an index over the whole document has a projection, and that one is sparse or partial, is told by the derive,
            // from the tokens.
            let is_projected = options.contains(&6);
            let is_told = is_projected && !matches!(keys, [IndexKey { path: "", .. }]);
            if is_told || options == &[1, 4] {
                continue;
            }
            let index = declared(keys, options);
            let spec = index.render();
            let by_compiler = refused(vec![index]);
            let by_server = created(&db, spec.clone()).await;
            match (by_compiler, by_server) {
                (None, Ok(())) => n_taken += 1,
                (Some(_), Err(_)) => n_refused += 1,
                (None, Err(error)) => wrong.push(format!("only the server refuses {error}")),
                (Some(text), Ok(())) if STRICTER.iter().any(|(part, _)| text.contains(part)) => {}
                (Some(text), Ok(())) => wrong.push(format!("the server takes {spec}: {text}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_taken > 50 && n_refused > 50, "{n_taken} taken, {n_refused} refused");
}

/// Two indexes with the same keys.
#[mongo_testkit::test]
async fn the_compiler_and_the_server_tell_two_indexes_apart_alike(db: TestDb) {
    let order: Change = |index| index.projection = Projection::Include(&["number", "label"]);
    let other_order: Change = |index| index.projection = Projection::Include(&["label", "number"]);
    let (all, danish): (Change, Change) =
        (|_| (), |index| index.collation = Some(Collation::new("da")));
    let upper: Change = |index| {
        let mut collation = Collation::new("da");
        (collation.case_first, collation.strength) = (Some("upper"), Some(3));
        index.collation = Some(collation);
    };
    let strength: Change = |index| {
        let mut collation = Collation::new("da");
        collation.strength = Some(4);
        index.collation = Some(collation);
    };
    let partial: Change = |index| index.partial = TERMS;
    let hidden: Change = |index| index.hidden = true;
    let expires: Change = |index| index.expire_after_seconds = Some(60);
    let cases: &[(&'static [IndexKey], Change, Change, bool)] = &[
        (&[LABEL], all, all, false),
        (&[LABEL], all, hidden, false),
        (&[MADE], all, expires, false),
        (&[LABEL], all, danish, true),
        (&[LABEL], danish, upper, false),
        (&[LABEL], danish, strength, true),
        (&[LABEL], all, partial, true),
        (&[LABEL], partial, partial, false),
        (&[WHOLE], all, order, true),
        (&[WHOLE], order, other_order, false),
    ];
    for (n, (keys, first, second, is_another)) in cases.iter().enumerate() {
        let pair = [("one", first), ("two", second)].map(|(name, change)| {
            let mut index = IndexDeclaration::new(name, keys);
            change(&mut index);
            index
        });
        let specs: Vec<BsonDocument> = pair.iter().map(IndexDeclaration::render).collect();
        let create = doc! { "createIndexes": format!("pair{n}"), "indexes": specs.clone() };
        let by_server = db.database().run_command(create).await;
        let by_compiler = refused(pair.into());
        assert_eq!(by_server.is_ok(), *is_another, "{specs:?} {by_server:?}");
        assert_eq!(by_compiler.is_none(), *is_another, "{specs:?} {by_compiler:?}");
    }
}

/// What the derive refuses by the tokens alone.
#[mongo_testkit::test]
async fn what_no_attribute_can_say_the_server_refuses(db: TestDb) {
    db.database().create_collection("tried").await.expect("the server runs");
    let many: BsonDocument = (0..33).map(|n| (format!("f{n}"), 1.into())).collect();
    for spec in [
        doc! { "key": {}, "name": "ix" },
        doc! { "key": many, "name": "ix" },
        doc! { "key": { "a": 1 } , "name": "" },
        doc! { "key": { "a": 1 } , "name": "*" },
        doc! { "key": { "a": 1 } , "name": "_id_" },
        doc! { "key": { "a": 1 } },
        doc! { "key": { "a.$**": -1 }, "name": "ix" },
        doc! { "key": { "a.$**": "hashed" }, "name": "ix" },
        doc! { "key": { "a": 1 }, "name": "ix", "wildcardProjection": { "b": 1 } },
        doc! { "key": { "a.$**": 1 }, "name": "ix", "wildcardProjection": { "b": 1 } },
        doc! { "key": { "$**": 1 }, "name": "ix", "wildcardProjection": {} },
        doc! { "key": { "$**": 1 }, "name": "ix", "wildcardProjection": { "a": 1, "b": 0 } },
        doc! { "key": { "$**": 1 }, "name": "ix", "wildcardProjection": { "a": 1, "a.b": 1 } },
        doc! { "key": { "a": 1 }, "name": "ix", "partialFilterExpression": { "a": { "$ne": 1 } } },
        doc! { "key": { "a": 1 }, "name": "ix", "sparse": true, "partialFilterExpression": { "a": 1 } },
        doc! { "key": { "a": 1 }, "name": "ix", "collation": { "strength": 1 } },
        doc! { "key": { "a": 1 }, "name": "ix", "expireAfterSeconds": -1 },
    ] {
        assert!(created(&db, spec.clone()).await.is_err(), "{spec}");
    }
}
