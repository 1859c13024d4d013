//! The comparison.

use std::collections::BTreeMap;

use mongo_runtime::{
    bson::{Document, doc},
    document::Declaration,
    index::{IndexDeclaration, IndexKey, KeyKind},
    query::{
        PredicateOp,
        serving::{Fit, advice, covered, judge, verdict},
    },
    sort::Direction,
};
use mongo_testkit::{TestDb, mongodb::error::Result};

use crate::{
    documents::{documents, filter},
    fields::{PLAIN, field_at},
    generate::{Query, declaration, query},
    plan::{Plan, explain},
    random::Random,
};

const QUERIES_A_SET: usize = 8;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[mongo_testkit::test]
async fn a_query_that_is_judged_served_is_served_by_the_server(db: TestDb) -> Result<()> {
    let seed = setting("MONGO_SERVING_SEED", 5);
    let n_pairs = setting("MONGO_SERVING_CASES", 800);
    let mut random = Random::new(seed);
    let orders = db.database().collection::<Document>("orders");
    orders.insert_many(documents(&mut random)).await?;
    let mut tally = Tally::default();
    while tally.n_pairs < n_pairs {
        let declaration = declaration(&mut random);
        let specs: Vec<Document> = declaration.indexes.iter().map(|index| index.render()).collect();
        db.database().run_command(doc! { "createIndexes": "orders", "indexes": specs }).await?;
        for _ in 0..QUERIES_A_SET {
            let query = query(declaration, &mut random);
            tally.look_at(&db, declaration, &query, &mut random).await;
        }
        db.database().run_command(doc! { "dropIndexes": "orders", "index": "*" }).await?;
    }
    report(seed, &tally);
    assert_eq!(tally.wrong, [] as [String; 0], "judged served, and not");
    assert_eq!(
        tally.not_tight,
        [] as [String; 0],
        "judged tight, and looks at more than it returns"
    );
    assert_eq!(tally.not_covered, [] as [String; 0], "judged covered, and not");
    assert_eq!(
        tally.wrong_advice,
        [] as [String; 0],
        "told to declare an index that does not serve"
    );
    assert!(tally.n_covered >= 30 && tally.n_advised >= 100, "{tally:?}");
    assert!(tally.n_served >= 100, "{tally:?}");
    assert!(tally.n_pairs - tally.n_served >= 100, "{tally:?}");
    for kind in KINDS {
        assert!(tally.kinds.get(kind).is_some_and(|n| *n >= 30), "{kind}: {tally:?}");
    }
    let share = tally.missed.len() * 100;
    assert!(
        share < usize::try_from(tally.n_served).expect("a small number") * 5,
        "{:#?}",
        tally.missed
    );
    Ok(())
}

const KINDS: &[&str] = &[
    "collation",
    "in",
    "mixed directions",
    "multikey",
    "negation",
    "null",
    "optional",
    "partial",
    "range before sort",
    "several indexes",
];

/// What was found.
#[derive(Debug, Default)]
struct Tally {
    n_pairs: u64,
    n_served: u64,
    kinds: BTreeMap<&'static str, usize>,
    fits: BTreeMap<&'static str, usize>,
    n_rivals: usize,
    n_rivals_preferred: usize,
    wrong: Vec<String>,
    not_tight: Vec<String>,
    missed: Vec<String>,
    n_covered: usize,
    n_covered_by_the_server_alone: usize,
    not_covered: Vec<String>,
    n_advised: usize,
    wrong_advice: Vec<String>,
}

impl Tally {
    async fn look_at(
        &mut self,
        db: &TestDb,
        declaration: &'static Declaration,
        query: &Query,
        random: &mut Random,
    ) {
        let mut condition = filter(&query.present(), random);
        if let Some(own) = declaration.discriminator {
            condition.insert(own.field, own.tag);
        }
        let find = find(condition, query);
        let plan = explain(db, find.clone()).await;
        let found = verdict(declaration, &query.shape(None), query.left_out);
        self.n_pairs += 1;
        kinds(declaration, query)
            .into_iter()
            .for_each(|kind| *self.kinds.entry(kind).or_default() += 1);
        let fit = match found.fit {
            Fit::Tight => "tight",
            Fit::Loose(_) => "loose",
            _ => "unfit",
        };
        *self.fits.entry(fit).or_default() += 1;
        let text = |plan: &Plan| {
            let specs: Vec<String> =
                declaration.indexes.iter().map(|index| index.render().to_string()).collect();
            format!("{found:?}\n  {}\n  {find}\n  {}", specs.join("\n  "), plan.text)
        };
        self.check_advice(query);
        self.n_served += u64::from(plan.is_served());
        if !found.fit.is_served() {
            if plan.is_served() {
                self.missed.push(text(&plan));
            }
            return;
        }
        if found.rival.is_some() {
            self.n_rivals += 1;
            self.n_rivals_preferred += usize::from(!plan.is_served());
        } else if !plan.is_served() {
            self.wrong.push(text(&plan));
        }
        let Some(index) = found.index else { return };
        let mut hinted = find.clone();
        hinted.insert("hint", index);
        let plan = explain(db, hinted.clone()).await;
        if !plan.is_served() {
            self.wrong.push(format!("with a hint: {}", text(&plan)));
        }
        if found.fit == Fit::Tight && plan.n_documents > plan.n_returned && !finds_null(query) {
            self.not_tight.push(format!(
                "{} documents for {}: {}",
                plan.n_documents,
                plan.n_returned,
                text(&plan)
            ));
        }
        self.check_covered(db, declaration, query, (index, hinted), random).await;
    }

    /// A covered query with a hint reads no document.
    async fn check_covered(
        &mut self,
        db: &TestDb,
        declaration: &'static Declaration,
        query: &Query,
        (index, mut find): (&str, Document),
        random: &mut Random,
    ) {
        let keys =
            declaration.indexes.iter().find(|it| it.name == index).map_or(&[][..], |it| it.keys);
        let mut paths: Vec<&str> = random.some(keys, 60).into_iter().map(|key| key.path).collect();
        if random.percent(10) {
            paths.push(random.one(PLAIN).path);
        }
        paths.sort_unstable();
        paths.dedup();
        if paths.is_empty() {
            return;
        }
        let mut projection: Document =
            paths.iter().map(|path| ((*path).to_owned(), 1.into())).collect();
        projection.insert("_id", 0);
        find.insert("projection", projection);
        let plan = explain(db, find.clone()).await;
        let by_server = !plan.stages.iter().any(|stage| stage == "FETCH");
        match (covered(declaration, &query.shape(Some(index)), query.left_out, &paths), by_server) {
            (true, true) => self.n_covered += 1,
            (true, false) => self.not_covered.push(format!("{find}\n  {}", plan.text)),
            (false, true) => self.n_covered_by_the_server_alone += 1,
            (false, false) => {}
        }
    }

    /// The index that the query is told to declare would serve it.
    fn check_advice(&mut self, query: &Query) {
        let shape = query.shape(None);
        let advice = advice(&shape, query.left_out);
        let keys: Vec<IndexKey> =
            advice.keys().iter().map(|key| field_at(key.path).key(key.kind)).collect();
        if keys.is_empty() {
            return;
        }
        let mut index = IndexDeclaration::new("ix_advised", keys.leak());
        index.collation = query.collation.copied();
        let fit = judge(&index, &shape, query.left_out);
        self.n_advised += 1;
        if !fit.is_served() {
            self.wrong_advice.push(format!(
                "{fit:?} {}\n  {:?} {:?}",
                index.render(),
                query.present(),
                query.sort
            ));
        }
    }
}

/// Null has no entry of its own in an index, so the server looks at documents for it.
fn finds_null(query: &Query) -> bool {
    let ops =
        [PredicateOp::Null, PredicateOp::Absent, PredicateOp::NullOrAbsent, PredicateOp::Exists];
    query.present().iter().any(|predicate| ops.contains(&predicate.op))
}

fn find(condition: Document, query: &Query) -> Document {
    let mut find = doc! { "find": "orders", "filter": condition, "limit": 20 };
    if !query.sort.is_empty() {
        let sign = |direction| if direction == Direction::Asc { 1 } else { -1 };
        let sort: Document = query
            .sort
            .iter()
            .map(|key| (key.path.to_owned(), sign(key.direction).into()))
            .collect();
        find.insert("sort", sort);
    }
    if let Some(collation) = query.collation {
        find.insert("collation", collation.render());
    }
    find
}

fn kinds(declaration: &Declaration, query: &Query) -> Vec<&'static str> {
    let present = query.present();
    let has = |ops: &[PredicateOp]| present.iter().any(|predicate| ops.contains(&predicate.op));
    let keys = || declaration.indexes.iter().flat_map(|index| index.keys);
    let ranges = [PredicateOp::Gt, PredicateOp::Gte, PredicateOp::Lt, PredicateOp::Lte];
    let is_up = |direction: Direction| direction == Direction::Asc;
    let all = [
        ("multikey", keys().any(|key| !key.array.is_empty() || key.path == "tags")),
        ("partial", declaration.indexes.iter().any(|index| !index.partial.is_empty())),
        ("in", has(&[PredicateOp::In])),
        ("negation", has(&[PredicateOp::Ne, PredicateOp::NotIn, PredicateOp::Present])),
        (
            "collation",
            declaration.indexes.iter().any(|index| index.collation.is_some())
                || query.collation.is_some(),
        ),
        ("null", has(&[PredicateOp::Null, PredicateOp::Absent, PredicateOp::NullOrAbsent])),
        ("optional", query.left_out != 0 && present.len() < query.predicates.len()),
        ("several indexes", declaration.indexes.len() > 1),
        ("hashed", keys().any(|key| key.kind == KeyKind::Hashed)),
        (
            "mixed directions",
            query.sort.iter().any(|key| is_up(key.direction))
                && query.sort.iter().any(|key| !is_up(key.direction)),
        ),
        ("range before sort", has(&ranges) && !query.sort.is_empty()),
    ];
    all.into_iter().filter(|(_, is_one)| *is_one).map(|(name, _)| name).collect()
}

/// What a run saw, which `--nocapture` shows.
#[expect(
    clippy::print_stdout,
    reason = "the share of missed queries is told, and not only bounded"
)]
fn report(seed: u64, tally: &Tally) {
    println!("seed {seed}: {tally:#?}");
    let n_covered = tally.n_covered + tally.n_covered_by_the_server_alone;
    println!(
        "covered: {} of {n_covered}; missed: {} of {}",
        tally.n_covered,
        tally.missed.len(),
        tally.n_served
    );
}
