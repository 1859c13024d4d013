//! Registered queries find on the server what the same filter of typed paths finds, by their name, in their order, within their
//! limits.

use std::collections::BTreeSet;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    db::{Collection, Store},
    error::{Error, Kind, Outcome},
    filter::IntoFilter,
    geo::Polygon,
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{assert_failed, config};

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "things")]
#[mongo(index(name = "ix_kind", keys(kind, rank = desc, id = desc)))]
struct Thing {
    #[mongo(id)]
    id: i32,
    kind: Stage,
    rank: i32,
    #[mongo(max_len = 20)]
    name: String,
    #[mongo(null)]
    note: Option<i32>,
    ended: Option<i32>,
    #[mongo(max_items = 8)]
    lines: Vec<Line>,
    #[mongo(max_items = 8)]
    scores: Vec<i32>,
    payment: Payment,
    place: Option<Point>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum Stage {
    Open,
    Done,
    Lost,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Line {
    #[mongo(max_len = 8)]
    sku: String,
    n: i32,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Card { last4: i32 },
    Cash,
}

catalog! {
    /// The catalog of the things.
    Things: documents(Thing)
}

/// Twelve documents, so that each condition has some that meet it and some that don't.
fn thing(id: i32) -> Thing {
    let line = |sku: &str, n| Line { sku: sku.to_owned(), n };
    let kinds = [Stage::Open, Stage::Done, Stage::Lost];
    let nth = usize::try_from(id).expect("it is positive");
    Thing {
        id,
        kind: kinds[nth % 3],
        rank: id / 2,
        name: ["a.b", "aXb", "(a", "b"][nth % 4].to_owned(),
        note: (id % 2 == 0).then_some(id),
        ended: (id % 3 == 0).then_some(id),
        lines: vec![line("a", id), line("b", 12 - id)],
        scores: vec![id, 20 - id],
        payment: if id < 6 { Payment::Card { last4: id } } else { Payment::Cash },
        place: Point::new(f64::from(id), 0.0).ok(),
    }
}

async fn things(db: &TestDb) -> Result<Collection<Thing>, Error> {
    let store: Store<Things> = Store::connect(config(db)).await?;
    let things = store.collection::<Thing>();
    things.insert_many(&(0..12).map(thing).collect::<Vec<_>>()).await?;
    Ok(things)
}

/// The ids that a filter finds, as a set.
async fn found(
    things: &Collection<Thing>,
    filter: impl IntoFilter<Thing>,
) -> Result<BTreeSet<i32>, Error> {
    let filter = filter.into_filter();
    Ok(things.find(filter).limit(50).await?.collect().await?.iter().map(|it| it.id).collect())
}

macro_rules! queries {
    ($($name:ident $operation:literal ($($attribute:tt)*) { $($field:tt)* })*) => { $(
        #[derive(Filter, Debug, Clone)]
        #[mongo(document = Thing, operation = $operation, collection_scan = "the operator is looked at", $($attribute)*)]
        struct $name { $($field)* }
    )* };
}

queries! {
    Eq "thing.eq" () { #[mongo(eq)] name: &'static str }
    Ne "thing.ne" () { #[mongo(ne)] name: &'static str }
    Gt "thing.gt" () { #[mongo(gt)] rank: i32 }
    Gte "thing.gte" () { #[mongo(gte)] rank: i32 }
    Lt "thing.lt" () { #[mongo(lt)] rank: i32 }
    Lte "thing.lte" () { #[mongo(lte)] rank: i32 }
    IsIn "thing.is-in" () { #[mongo(is_in, max_items = 2)] name: Vec<String> }
    NotIn "thing.not-in" () { #[mongo(not_in, max_items = 2)] name: [&'static str; 2] }
    StartsWith "thing.starts-with" () { #[mongo(starts_with)] name: &'static str }
    Contains "thing.contains" () { #[mongo(contains)] name: String }
    Matches "thing.matches" (matches(name = "^[a-z]X")) {}
    IsNull "thing.is-null" (is_null(note)) {}
    IsAbsent "thing.is-absent" (is_absent(ended)) {}
    IsNullOrAbsent "thing.is-null-or-absent" (is_null_or_absent(note)) {}
    IsPresent "thing.is-present" (is_present(ended)) {}
    Is "thing.is" (is(payment.card)) {}
    InVariant "thing.in-variant" () { #[mongo(gte, path = payment.card.last4)] last4: i32 }
    Constant "thing.constant" (constant(rank >= 1, rank < 4, name = "b")) {}
    Any "thing.any" () { #[mongo(eq, path = lines[].n)] n: i32 }
    All "thing.all" () { #[mongo(contains_all, path = scores, max_items = 2)] scores: [i32; 2] }
    Len "thing.len" () { #[mongo(has_len, path = scores)] n: u32 }
    Within "thing.within" () { #[mongo(within, path = place)] area: Polygon }
    Intersects "thing.intersects" () { #[mongo(intersects, path = place)] place: Point }
}

#[mongo_testkit::test]
async fn each_operator_finds_what_that_of_the_typed_path_finds(db: TestDb) -> Done {
    let things = things(&db).await?;
    let f = Thing::fields();
    let point = |x, y| Point::new(x, y).expect("it is on the sphere");
    let corners = [(0.5, -1.0), (4.5, -1.0), (4.5, 1.0), (0.5, 1.0), (0.5, -1.0)];
    let area = Polygon::new(corners.map(|(x, y)| point(x, y))).expect("it is closed");
    let pattern = mongo_runtime::pattern!("^[a-z]X");
    let pairs: Vec<(&str, Filter<Thing>, Filter<Thing>)> = vec![
        ("eq", Eq { name: "b" }.into_filter(), f.name().eq("b")),
        ("ne", Ne { name: "b" }.into_filter(), f.name().ne("b")),
        ("gt", Gt { rank: 3 }.into_filter(), f.rank().gt(3)),
        ("gte", Gte { rank: 3 }.into_filter(), f.rank().gte(3)),
        ("lt", Lt { rank: 3 }.into_filter(), f.rank().lt(3)),
        ("lte", Lte { rank: 3 }.into_filter(), f.rank().lte(3)),
        (
            "is_in",
            IsIn { name: vec!["b".to_owned(), "(a".to_owned()] }.into_filter(),
            f.name().is_in(["b", "(a"]),
        ),
        ("not_in", NotIn { name: ["b", "(a"] }.into_filter(), f.name().not_in(["b", "(a"])),
        ("starts_with", StartsWith { name: "a." }.into_filter(), f.name().starts_with("a.")),
        ("contains", Contains { name: "(".to_owned() }.into_filter(), f.name().contains("(")),
        ("matches", Matches {}.into_filter(), f.name().matches(pattern)),
        ("is_null", IsNull {}.into_filter(), f.note().is_null()),
        ("is_absent", IsAbsent {}.into_filter(), f.ended().is_absent()),
        ("is_null_or_absent", IsNullOrAbsent {}.into_filter(), f.note().is_null_or_absent()),
        ("is_present", IsPresent {}.into_filter(), f.ended().is_present()),
        ("is", Is {}.into_filter(), f.payment().is_card()),
        ("variant", InVariant { last4: 2 }.into_filter(), f.payment().card().last4().gte(2)),
        (
            "constant",
            Constant {}.into_filter(),
            f.rank().gte(1).and(f.rank().lt(4)).and(f.name().eq("b")),
        ),
        ("any", Any { n: 9 }.into_filter(), f.lines().each().n().eq(9)),
        ("all", All { scores: [4, 16] }.into_filter(), f.scores().contains_all([4, 16])),
        ("len", Len { n: 2 }.into_filter(), f.scores().has_len(2)),
        ("within", Within { area: area.clone() }.into_filter(), f.place().within(&area)),
        (
            "intersects",
            Intersects { place: point(3.0, 0.0) }.into_filter(),
            f.place().intersects(&point(3.0, 0.0)),
        ),
    ];
    for (name, derived, same) in pairs {
        let ids = found(&things, derived).await?;
        assert_eq!(ids, found(&things, same).await?, "{name}");
        assert_eq!(ids.is_empty() || ids.len() == 12, name == "len", "{name}: {ids:?}");
    }
    Ok(())
}

#[derive(Filter, Debug, Clone, Copy)]
#[mongo(document = Thing, operation = "thing.find-some", hint = "_id_", allow(residual, reason = "each combination is looked at"))]
#[mongo(sort(id = desc), max_results = 8, batch_size = 3, deadline = "9 s")]
struct Picked<'a> {
    #[mongo(eq, optional)]
    name: Option<&'a str>,
    #[mongo(gte, path = rank, optional)]
    from: Option<i32>,
    #[mongo(is_in, path = kind, max_items = 3, optional)]
    kinds: Option<&'a [Stage]>,
}

#[mongo_testkit::test]
async fn an_optional_condition_is_left_out_or_holds(db: TestDb) -> Done {
    let things = things(&db).await?;
    let kinds = [Stage::Open, Stage::Lost];
    for left_out in 0..8 {
        let has = |bit: i32| left_out & bit == 0;
        let query = Picked {
            name: has(1).then_some("b"),
            from: has(2).then_some(2),
            kinds: has(4).then_some(&kinds),
        };
        let expected: BTreeSet<i32> = (0..12)
            .map(thing)
            .filter(|it| query.name.is_none_or(|name| it.name == name))
            .filter(|it| query.from.is_none_or(|from| it.rank >= from))
            .filter(|it| query.kinds.is_none_or(|kinds| kinds.contains(&it.kind)))
            .map(|it| it.id)
            .collect();
        assert_eq!(found(&things, query).await?, expected, "{left_out:03b}");
    }
    Ok(())
}

#[derive(Filter)]
#[mongo(document = Thing, operation = "thing.find-by-line", collection_scan = "elements are looked at")]
struct ByLine {
    #[mongo(eq, path = lines[line].sku)]
    sku: &'static str,
    #[mongo(gte, path = lines[line].n)]
    from: i32,
    #[mongo(lt, path = scores[low])]
    score: i32,
}

#[mongo_testkit::test]
async fn one_element_meets_all_conditions_of_its_name(db: TestDb) -> Done {
    let things = things(&db).await?;
    // The line `b` of each has 12 - id, and a line of each has at least 6.
    let ids = found(&things, ByLine { sku: "b", from: 9, score: 3 }).await?;
    assert_eq!(ids, BTreeSet::from([0, 1, 2]));
    Ok(())
}

#[derive(Filter, Debug, Clone, Copy)]
#[mongo(document = Thing, operation = "thing.find-open", sort(rank = desc, id = desc), max_results = 5, batch_size = 2)]
#[mongo(constant(kind = "Open"), deadline = "9 s")]
struct OpenThings {
    #[mongo(gte, path = rank)]
    from: i32,
}

#[mongo_testkit::test]
async fn a_query_has_its_name_its_order_and_its_limits(db: TestDb) -> Done {
    let things = things(&db).await?;
    db.database().run_command(doc! { "profile": 2 }).await.expect("the server profiles");
    let all = things.find(OpenThings { from: 1 }).limit(5).await?.collect().await?;
    let ids: Vec<i32> = all.iter().map(|it| it.id).collect();
    assert_eq!(ids, [9, 6, 3]);
    let profile = db.database().collection::<BsonDocument>("system.profile");
    let by_name = doc! { "command.comment": "thing.find-open", "command.find": "things" };
    let entry = profile.find_one(by_name).await.unwrap().expect("it was sent by its name");
    let command = entry.get_document("command").unwrap();
    assert_eq!(command.get_document("sort").unwrap(), &doc! { "rank": -1, "_id": -1 });
    assert_eq!(
        command.get_document("filter").unwrap(),
        &doc! { "kind": "Open", "rank": { "$gte": 1 } }
    );

    let error = things.find(&OpenThings { from: 1 }).limit(6).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, None);
    assert_eq!(error.operation(), Some("thing.find-open"));
    Ok(())
}

#[mongo_testkit::test]
async fn a_query_is_the_filter_of_every_operation(db: TestDb) -> Done {
    let things = things(&db).await?;
    let query = OpenThings { from: 2 };
    let ids = found(&things, query).await?;
    assert_eq!(ids, BTreeSet::from([6, 9]));
    assert_eq!(things.count(query).await?, 2);
    assert!(things.exists(query).await?);
    assert_eq!(things.find_one(query).await?.map(|it| it.id), Some(9));
    assert_eq!(things.find_one(by_id(6).and(query)).await?.map(|it| it.id), Some(6));
    let _ = things.update_many(query, Thing::fields().name().set("new")).await?;
    let new = found(&things, Thing::fields().name().eq("new")).await?;
    assert_eq!(new, ids);
    assert_eq!(things.delete_many(query).await?.deleted(), 2);
    assert!(!things.exists(query).await?);
    Ok(())
}

#[mongo_testkit::test]
async fn a_query_that_may_ask_for_nothing_changes_nothing_then(db: TestDb) -> Done {
    let things = things(&db).await?;
    let query = Picked { name: None, from: None, kinds: None };
    let error = things.delete_many(query).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    assert_eq!(things.count(AllDocuments).await?, 12);
    Ok(())
}

#[mongo_testkit::test]
async fn a_list_over_its_bound_is_not_sent(db: TestDb) -> Done {
    let things = things(&db).await?;
    let query = IsIn { name: vec!["b".to_owned(); 3] };
    let error = things.count(query).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, None);
    assert!(error.to_string().contains("`name` is compared with 3 values"), "{error}");
    Ok(())
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "shapes", discriminator(kind = "square"))]
#[mongo(index(name = "ix_square", keys(size)))]
struct Square {
    #[mongo(id)]
    id: i32,
    size: i32,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "shapes", discriminator(kind = "disc"))]
struct Disc {
    #[mongo(id)]
    id: i32,
    size: i32,
}

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "bills", schema_version = 2, reads(BillV1))]
#[mongo(index(name = "ix_total", keys(total)))]
struct Bill {
    #[mongo(id)]
    id: i32,
    total: i64,
}

#[derive(Document)]
#[mongo(collection = "bills", schema_version = 1)]
struct BillV1 {
    #[mongo(id)]
    id: i32,
    total: String,
}

impl Upgrade<BillV1> for Bill {
    fn upgrade(old: BillV1) -> Result<Self, UpgradeError> {
        let total = old.total.parse().map_err(|_| UpgradeError::new("the total is no number"))?;
        Ok(Self { id: old.id, total })
    }
}

catalog! {
    /// The catalog of types that share a collection, and of one with versions.
    Scopes: documents(Square, Disc, Bill), operations(Squares, CurrentBills)
}

#[derive(Filter)]
#[mongo(document = Square, operation = "square.find-by-size")]
struct Squares {
    #[mongo(eq)]
    size: i32,
}

#[derive(Filter)]
#[mongo(document = Bill, operation = "bill.find-current", of_current_version)]
struct CurrentBills {
    #[mongo(eq)]
    total: i64,
}

#[mongo_testkit::test]
async fn a_query_finds_documents_of_its_own_type_and_version_alone(db: TestDb) -> Done {
    let store: Store<Scopes> = Store::connect(config(&db)).await?;
    let (squares, discs) = (store.collection::<Square>(), store.collection::<Disc>());
    squares.insert_one(&Square { id: 1, size: 5 }).await?;
    discs.insert_one(&Disc { id: 2, size: 5 }).await?;
    assert_eq!(squares.count(Squares { size: 5 }).await?, 1);

    let bills = store.collection::<Bill>();
    bills.insert_one(&Bill { id: 1, total: 7 }).await?;
    let raw = db.database().collection::<BsonDocument>("bills");
    raw.insert_one(doc! { "_id": 2, "total": "7", "schemaVersion": 1 }).await.unwrap();
    assert_eq!(bills.count(AllDocuments).await?, 2);
    assert_eq!(bills.count(CurrentBills { total: 7 }).await?, 1);
    Ok(())
}
