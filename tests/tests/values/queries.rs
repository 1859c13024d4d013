//! A registered query is the filter that a typed path would make, and says what it asks as constants.

use std::collections::BTreeSet;

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    catalog,
    catalog::Catalog,
    filter::IntoFilter,
    operation::OperationKind,
    prelude::*,
    query::{Nulls, Paged, PredicateOp, Query},
    sort::Direction,
};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_number", keys(number), unique))]
#[mongo(index(name = "ix_customer", keys(status, customer.id, created_at = desc, id = desc)))]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    #[mongo(max_len = 20)]
    number: String,
    status: Status,
    customer: Customer,
    created_at: DateTime,
    paid_at: Option<DateTime>,
    #[mongo(null)]
    coupon: Option<String>,
    #[mongo(max_items = 200)]
    items: Vec<Item>,
    #[mongo(max_items = 20, max_len = 20)]
    tags: Vec<String>,
    #[mongo(max_items = 20)]
    scores: Vec<i32>,
    payment: Payment,
    total: Decimal128,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
enum Status {
    Open,
    Paid,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Customer {
    id: i64,
    #[mongo(max_len = 100)]
    name: String,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Item {
    #[mongo(max_len = 20)]
    sku: String,
    quantity: i32,
    #[mongo(max_items = 5, max_len = 20)]
    options: Vec<String>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "type")]
enum Payment {
    Card { last4: i32 },
    Cash,
}

#[track_caller]
fn rendered(filter: impl IntoFilter<Order>) -> BsonDocument {
    filter.into_filter().render().expect("it can be sent")
}

#[derive(Filter, Debug, Clone)]
#[mongo(document = Order, operation = "order.find-recent", sort(created_at = desc, id = desc), max_results = 100)]
#[mongo(batch_size = 50, deadline = "2 s", hint = "ix_customer", constant(status = "Open"))]
#[mongo(allow(residual, reason = "a customer has few open orders"))]
struct RecentOrders<'a> {
    #[mongo(eq, path = customer.id)]
    customer: i64,
    #[mongo(gte, path = created_at)]
    since: DateTime,
    #[mongo(is_in, path = number, max_items = 3, optional)]
    numbers: Option<&'a [&'a str]>,
}

catalog! {
    /// The catalog of the orders.
    Orders: documents(Order), operations(RecentOrders)
}

#[test]
fn a_query_renders_as_its_typed_paths_do() {
    let f = Order::fields();
    let since = DateTime::from_millis(5);
    let query = RecentOrders { customer: 7, since, numbers: None };
    let same =
        f.status().eq(Status::Open).and(f.customer().id().eq(7)).and(f.created_at().gte(since));
    assert_eq!(rendered(&query), rendered(same.clone()));
    let query = RecentOrders { numbers: Some(&["a", "b"]), ..query };
    assert_eq!(rendered(query), rendered(same.and(f.number().is_in(["a", "b"]))));
}

#[test]
fn a_query_says_what_it_asks_as_constants() {
    let shape = RecentOrders::SHAPE;
    let asked: Vec<_> =
        shape.predicates.iter().map(|it| (it.attribute, it.path, it.op, it.is_optional)).collect();
    assert_eq!(
        asked,
        [
            ("constant", "status", PredicateOp::Eq, false),
            ("eq", "customer.id", PredicateOp::Eq, false),
            ("gte", "created_at", PredicateOp::Gte, false),
            ("is_in", "number", PredicateOp::In, true),
        ]
    );
    assert_eq!(shape.predicates[3].max_items, Some(3));
    let sort: Vec<_> = shape.sort.iter().map(|key| (key.path, key.direction)).collect();
    assert_eq!(sort, [("created_at", Direction::Desc), ("_id", Direction::Desc)]);
    let limits = RecentOrders::LIMITS;
    assert_eq!(
        (limits.max_results, limits.batch_size, limits.deadline_ms),
        (Some(100), Some(50), Some(2_000))
    );
    assert_eq!(RecentOrders::OPERATION.as_str(), "order.find-recent");
    let listed = Orders::OPERATIONS[0];
    assert_eq!((listed.name, listed.kind), (RecentOrders::OPERATION, OperationKind::Query));
}

#[test]
fn a_list_over_its_bound_is_refused_with_its_path() {
    let query = RecentOrders {
        customer: 7,
        since: DateTime::from_millis(5),
        numbers: Some(&["a", "b", "c", "d"]),
    };
    assert_eq!(
        query.into_filter().render().unwrap_err().to_string(),
        "`number` is compared with 4 values, over the declared `max_items = 3`"
    );
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-by-line", collection_scan = "its form alone is looked at")]
struct ByLine {
    #[mongo(eq, path = items[line].sku)]
    sku: String,
    #[mongo(gte, path = items[line].quantity)]
    at_least: i32,
    #[mongo(lt, path = items[line].quantity, optional)]
    under: Option<i32>,
    #[mongo(eq, path = items[line].options[])]
    option: String,
    #[mongo(gte, path = scores[high])]
    score: i32,
    #[mongo(eq, path = tags[])]
    tag: &'static str,
}

#[test]
fn conditions_of_one_name_are_met_by_one_element() {
    let query = ByLine {
        sku: "a".to_owned(),
        at_least: 2,
        under: Some(9),
        option: "red".to_owned(),
        score: 5,
        tag: "new",
    };
    let f = Order::fields();
    let same = f
        .items()
        .elem_match(|item| {
            item.sku()
                .eq("a")
                .and(item.quantity().gte(2))
                .and(item.quantity().lt(9))
                .and(item.options().each().eq("red"))
        })
        .and(f.scores().elem_match(|score| score.gte(5)))
        .and(f.tags().each().eq("new"));
    assert_eq!(rendered(query), rendered(same));
    let paths: Vec<_> = ByLine::SHAPE.predicates.iter().map(|it| (it.path, it.array)).collect();
    assert_eq!(
        paths,
        [
            ("items.sku", "items"),
            ("items.quantity", "items"),
            ("items.quantity", "items"),
            ("items.options", "items.options"),
            ("scores", "scores"),
            ("tags", "tags"),
        ]
    );
    assert_eq!(ByLine::SHAPE.predicates[0].element, Some("line"));
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.find-odd", allow(residual, reason = "its form alone is looked at"))]
#[mongo(is_null(coupon), is_absent(paid_at), is(payment.card), matches(number = "^[A-Z]"))]
#[mongo(constant(total >= 5, total < 9.5, payment.card.last4 = 7, exists(tags)))]
struct Odd {
    #[mongo(ne, path = status)]
    not: Status,
    #[mongo(not_in, path = customer.name, max_items = 2)]
    names: BTreeSet<String>,
    #[mongo(starts_with, path = number)]
    prefix: String,
    #[mongo(contains, path = number)]
    part: &'static str,
    #[mongo(contains_all, path = tags, max_items = 2)]
    all: [&'static str; 2],
    #[mongo(has_len, path = items)]
    n_items: u32,
}

#[test]
fn each_operator_is_that_of_the_typed_path() {
    let f = Order::fields();
    let query = Odd {
        not: Status::Paid,
        names: BTreeSet::from(["x".to_owned()]),
        prefix: "A.".to_owned(),
        part: "(",
        all: ["a", "b"],
        n_items: 3,
    };
    let parsed = |text: &str| text.parse::<Decimal128>().expect("a number");
    let same = Filter::all_of([
        f.coupon().is_null(),
        f.paid_at().is_absent(),
        f.payment().is_card(),
        f.number().matches(mongo_runtime::pattern!("^[A-Z]")),
        f.total().gte(parsed("5")),
        f.total().lt(parsed("9.5")),
        f.payment().card().last4().eq(7),
        f.tags().exists(true),
        f.status().ne(Status::Paid),
        f.customer().name().not_in(["x"]),
        f.number().starts_with("A."),
        f.number().contains("("),
        f.tags().contains_all(["a", "b"]),
        f.items().has_len(3),
    ]);
    assert_eq!(rendered(query), rendered(same));
}

#[derive(Filter)]
#[mongo(document = Order, operation = "order.list", sort(paid_at(desc, nulls = last), number), max_results = 10)]
#[mongo(collection_scan = "its form alone is looked at")]
struct All;

const fn has_pages<Q: Paged>() {}

#[test]
fn a_total_order_has_pages() {
    has_pages::<RecentOrders<'_>>();
    has_pages::<All>();
    assert_eq!(All::SHAPE.sort[0].nulls, Some(Nulls::Last));
    assert_eq!(rendered(All), doc! {});
    assert!(IntoFilter::<Order>::into_filter(All).matches_everything());
}
