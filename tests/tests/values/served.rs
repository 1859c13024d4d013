//! A filter that is made where it is called is judged as a registered query with the same conditions is.

use mongo_runtime::{
    filter::{IntoFilter, by_id},
    index::Literal,
    prelude::*,
    query::{
        Predicate, PredicateOp as Op, Query, QueryShape, SortKey, predicate,
        serving::{Fit, Loose, verdict},
        sort_key,
    },
    sort::{Direction, Sort},
};
use proptest::{prelude::*, sample::subsequence};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "parcels")]
#[mongo(index(name = "ix_state_made", keys(state, made = desc, id = desc)))]
#[mongo(index(name = "ix_open_weight", keys(weight), partial(state = "open")))]
#[mongo(index(name = "ix_heavy_depot", keys(depot, made), partial(weight > 100)))]
#[mongo(index(name = "ix_marks", keys(marks, depot)))]
#[mongo(index(name = "ix_lines", keys(lines[].sku, lines[].amount)))]
#[mongo(index(name = "ix_note", keys(note, weight = desc)))]
#[mongo(index(name = "ix_card", keys(payment.card.last4)))]
#[mongo(index(name = "uq_code", keys(code), unique))]
struct Parcel {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 8)]
    state: String,
    made: DateTime,
    weight: i32,
    depot: i64,
    note: Option<i32>,
    #[mongo(max_len = 8)]
    code: String,
    #[mongo(max_items = 5, max_len = 8)]
    marks: Vec<String>,
    #[mongo(max_items = 5)]
    lines: Vec<Line>,
    payment: Payment,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Line {
    #[mongo(max_len = 8)]
    sku: String,
    amount: i32,
    size: i32,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Card { last4: i32 },
    Cash,
}

type Condition = (&'static [Predicate], fn() -> Filter<Parcel>);

/// Each condition as the tables of a registered query, and as a value.
const CONDITIONS: &[Condition] = &[
    (&[predicate(|| Parcel::fields().state(), "eq", Op::Eq)], || {
        Parcel::fields().state().eq("sent")
    }),
    (
        &[predicate(|| Parcel::fields().state(), "constant", Op::Eq).with(Literal::Str("open"))],
        || Parcel::fields().state().eq("open"),
    ),
    (&[predicate(|| Parcel::fields().state(), "is_in", Op::In).of_at_most(3)], || {
        Parcel::fields().state().is_in(["a", "b", "c"])
    }),
    (&[predicate(|| Parcel::fields().state(), "ne", Op::Ne)], || {
        Parcel::fields().state().ne("lost")
    }),
    (&[predicate(|| Parcel::fields().state(), "starts_with", Op::StartsWith)], || {
        Parcel::fields().state().starts_with("o.")
    }),
    (&[predicate(|| Parcel::fields().made(), "gte", Op::Gte)], || {
        Parcel::fields().made().gte(DateTime::from_millis(1))
    }),
    (&[predicate(|| Parcel::fields().made(), "eq", Op::Eq)], || {
        Parcel::fields().made().eq(DateTime::from_millis(1))
    }),
    (&[predicate(|| Parcel::fields().weight(), "gt", Op::Gt).with(Literal::Int(100))], || {
        Parcel::fields().weight().gt(100)
    }),
    (&[predicate(|| Parcel::fields().weight(), "lt", Op::Lt).with(Literal::Int(9))], || {
        Parcel::fields().weight().lt(9)
    }),
    (&[predicate(|| Parcel::fields().depot(), "eq", Op::Eq)], || Parcel::fields().depot().eq(7)),
    (&[predicate(|| Parcel::fields().depot(), "not_in", Op::NotIn).of_at_most(2)], || {
        Parcel::fields().depot().not_in([1, 2])
    }),
    (&[predicate(|| Parcel::fields().note(), "eq", Op::Eq)], || Parcel::fields().note().eq(3)),
    (&[predicate(|| Parcel::fields().note(), "is_null", Op::Null)], || {
        Parcel::fields().note().is_null()
    }),
    (&[predicate(|| Parcel::fields().note(), "is_absent", Op::Absent)], || {
        Parcel::fields().note().is_absent()
    }),
    (&[predicate(|| Parcel::fields().note(), "is_null_or_absent", Op::NullOrAbsent)], || {
        Parcel::fields().note().is_null_or_absent()
    }),
    (&[predicate(|| Parcel::fields().note(), "is_present", Op::Present)], || {
        Parcel::fields().note().is_present()
    }),
    (&[predicate(|| Parcel::fields().note(), "exists", Op::Exists)], || {
        Parcel::fields().note().exists(true)
    }),
    (&[predicate(|| Parcel::fields().code(), "eq", Op::Eq)], || Parcel::fields().code().eq("a")),
    (&[predicate(|| Parcel::fields().code(), "contains", Op::Contains)], || {
        Parcel::fields().code().contains("a.b")
    }),
    (&[predicate(|| Parcel::fields().id(), "gt", Op::Gt)], || {
        Parcel::fields().id().gt(ObjectId::from_bytes([1; 12]))
    }),
    (&[predicate(|| Parcel::fields().marks().each(), "eq", Op::Eq)], || {
        Parcel::fields().marks().each().eq("x")
    }),
    (&[predicate(|| Parcel::fields().marks(), "eq", Op::Eq)], || {
        Parcel::fields().marks().eq(vec!["x".to_owned()])
    }),
    (&[predicate(|| Parcel::fields().lines().each().sku(), "eq", Op::Eq)], || {
        Parcel::fields().lines().each().sku().eq("x")
    }),
    (ByLine::SHAPE.predicates, || {
        Parcel::fields().lines().elem_match(|line| line.sku().eq("x").and(line.amount().gt(1)))
    }),
    (&[predicate(|| Parcel::fields().payment().card().last4(), "eq", Op::Eq)], || {
        Parcel::fields().payment().card().last4().eq(1234)
    }),
    (&[predicate(|| Parcel::fields().payment().card(), "is", Op::Eq).is_variant()], || {
        Parcel::fields().payment().is_card()
    }),
];

#[derive(Filter)]
#[mongo(document = Parcel, operation = "parcel.find-by-line")]
struct ByLine {
    #[mongo(eq, path = lines[line].sku)]
    sku: String,
    #[mongo(gt, path = lines[line].amount)]
    over: i32,
}

const OF_CARD: usize = CONDITIONS.len() - 2;

const IS_CARD: usize = CONDITIONS.len() - 1;

type Order = (&'static [SortKey], fn() -> Option<Sort<Parcel>>);

const ORDERS: &[Order] = &[
    (&[], || None),
    (&[sort_key(|| Parcel::fields().made(), Direction::Desc, None)], || {
        Some(Parcel::fields().made().desc())
    }),
    (
        &[
            sort_key(|| Parcel::fields().made(), Direction::Asc, None),
            sort_key(|| Parcel::fields().id(), Direction::Asc, None),
        ],
        || Some(Parcel::fields().made().asc().then(Parcel::fields().id().asc())),
    ),
    (
        &[
            sort_key(|| Parcel::fields().made(), Direction::Asc, None),
            sort_key(|| Parcel::fields().id(), Direction::Desc, None),
        ],
        || Some(Parcel::fields().made().asc().then(Parcel::fields().id().desc())),
    ),
    (&[sort_key(|| Parcel::fields().weight(), Direction::Asc, None)], || {
        Some(Parcel::fields().weight().asc())
    }),
    (&[sort_key(|| Parcel::fields().id(), Direction::Desc, None)], || {
        Some(Parcel::fields().id().desc())
    }),
];

fn judged(filter: &Filter<Parcel>, sort: Option<&Sort<Parcel>>) -> mongo_runtime::query::Serving {
    sort.map_or_else(|| filter.served(), |sort| filter.served_by(sort))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn tables_and_values_have_one_verdict(
        chosen in subsequence((0..CONDITIONS.len()).collect::<Vec<_>>(), 0..5),
        order in 0..ORDERS.len(),
    ) {
        // Where another condition leads into the variant, that it is the variant is said once.
        prop_assume!(!(chosen.contains(&IS_CARD) && chosen.contains(&OF_CARD)));
        let predicates: Vec<_> = chosen.iter().flat_map(|n| CONDITIONS[*n].0).copied().collect();
        let (keys, sort) = (ORDERS[order].0, ORDERS[order].1());
        let shape = QueryShape::new(&predicates, keys, None);
        let expected = verdict(Parcel::DECLARATION, &shape, 0);
        let filter = Filter::all_of(chosen.iter().map(|n| CONDITIONS[*n].1()));
        let found = judged(&filter, sort.as_ref());
        prop_assert_eq!(found.fit, expected.fit, "{:?}", filter);
        prop_assert_eq!(found.indexes, Vec::from_iter(expected.index), "{:?}", filter);
        prop_assert_eq!(found.rival, expected.rival, "{:?}", filter);
    }
}

#[derive(Filter)]
#[mongo(document = Parcel, operation = "parcel.find-open", sort(made = desc, id = desc), max_results = 50)]
#[mongo(constant(state = "open"))]
struct OpenParcels {
    #[mongo(lt, path = made, optional)]
    until: Option<DateTime>,
}

#[test]
fn a_registered_query_and_its_own_filter_have_one_verdict() {
    let sort = Parcel::fields().made().desc().then(Parcel::fields().id().desc());
    for (left_out, until) in [(0, Some(DateTime::from_millis(9))), (1, None)] {
        let expected = verdict(Parcel::DECLARATION, OpenParcels::SHAPE, left_out);
        let found = OpenParcels { until }.into_filter().served_by(&sort);
        assert_eq!((found.fit, found.indexes), (expected.fit, vec!["ix_state_made"]));
        assert_eq!(found.fit, Fit::Tight);
    }
}

#[test]
fn alternatives_are_served_each_by_its_own_index() {
    let each = Parcel::fields().code().eq("a").or(Parcel::fields().marks().each().eq("x"));
    let serving = each.served();
    assert_eq!((serving.fit, &serving.indexes[..]), (Fit::Tight, &["uq_code", "ix_marks"][..]));
    assert_eq!(serving.to_string(), "served by `uq_code` and `ix_marks`");

    // One that nothing serves reads the collection, whatever the others do.
    let one_scans = Parcel::fields().code().eq("a").or(Parcel::fields().depot().eq(1));
    assert!(!one_scans.served().is_served());
    // What holds for all is searched by, and the alternatives are looked at in what is found.
    let within = Parcel::fields().note().eq(3).and(one_scans);
    let serving = within.served();
    assert!(serving.is_served() && serving.indexes.contains(&"ix_note"), "{serving}");
    let Fit::Loose(Loose::Residual { .. }) = serving.fit else { panic!("{serving}") };
}

#[test]
fn two_elements_are_not_one() {
    let line = |sku: &'static str| Parcel::fields().lines().elem_match(|line| line.sku().eq(sku));
    let amount = Parcel::fields().lines().elem_match(|line| line.amount().gt(1));
    assert_eq!(line("x").served().fit, Fit::Tight);
    let Fit::Loose(Loose::Residual { path: "lines.amount" }) = line("x").and(amount).served().fit
    else {
        panic!("the second element is looked at")
    };
}

#[test]
fn what_reads_nothing_and_what_reads_all_is_told() {
    assert!(!Filter::<Parcel>::all_of(Vec::<Filter<Parcel>>::new()).served().is_served());
    let nothing = Filter::<Parcel>::any_of(Vec::<Filter<Parcel>>::new()).served();
    assert_eq!(nothing.to_string(), "nothing is read");
    let by_id: Filter<Parcel> = by_id(ObjectId::new()).into_filter();
    assert_eq!(by_id.served().indexes, ["_id_"]);
    let none = Parcel::fields().depot().eq(1).served();
    assert_eq!(none.to_string(), "served by no index; `ix_heavy_depot` comes nearest");
}

#[test]
fn alternatives_beyond_a_number_are_looked_at_in_what_is_found() {
    let one = |n: i32| Parcel::fields().code().eq(n.to_string()).or(Parcel::fields().note().eq(n));
    let many = Filter::all_of((0..40).map(one)).served();
    let Fit::Loose(Loose::Residual { .. }) = many.fit else { panic!("{many}") };
    let all_kinds = Filter::any_of((0..40).map(one)).served();
    assert!(
        !all_kinds.is_served(),
        "over 16 alternatives are not looked at one by one: {all_kinds}"
    );
}
