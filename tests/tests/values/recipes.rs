//! Recipes render to what the server's manual shows, and say in their tables what they do.

use std::collections::BTreeSet;

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    catalog::Catalog,
    prelude::*,
    update::{
        IntoUpdate, Rejection,
        recipe::{Chosen, Expectation},
    },
};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: i32,
    status: Status,
    #[mongo(rename = "paidAt")]
    paid_at: Option<DateTime>,
    #[mongo(max_items = 50)]
    events: Vec<Event>,
    #[mongo(max_items = 20)]
    items: Vec<Item>,
    #[mongo(max_items = 10, max_len = 8)]
    tags: BTreeSet<String>,
    #[mongo(max_items = 10)]
    scores: Vec<i64>,
    customer: Customer,
    shipping: Option<Shipping>,
    #[mongo(max_len = 20)]
    coupon: Option<String>,
    visits: i64,
    low: i32,
    high: f64,
    price: f64,
    flags: i32,
    modified: DateTime,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
#[mongo(rename_all = "lowercase")]
enum Status {
    Open,
    Paid,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Event {
    at: DateTime,
    status: Status,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Item {
    #[mongo(max_len = 8)]
    sku: String,
    #[mongo(rename = "qty")]
    quantity: i64,
    #[mongo(max_items = 4)]
    parts: Vec<Piece>,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Piece {
    kind: i32,
    n: i64,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Customer {
    #[mongo(max_len = 30)]
    name: String,
    rank: i64,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Shipping {
    #[mongo(max_len = 30)]
    street: String,
    #[mongo(max_len = 10)]
    zip: String,
}

#[track_caller]
fn shows(
    recipe: impl IntoUpdate<Order>,
    expected: &BsonDocument,
    filters: &[BsonDocument],
) -> Vec<(BsonDocument, Rejection)> {
    let rendered = recipe.into_update().render().expect("a good update");
    let bytes = |document: &BsonDocument| document.to_vec().expect("encodable");
    assert_eq!(
        bytes(&rendered.update),
        bytes(expected),
        "\nrendered {}\nexpected {expected}",
        rendered.update
    );
    assert_eq!(rendered.array_filters, filters);
    rendered.guards.into_iter().map(|guard| (guard.condition, guard.rejection)).collect()
}

#[derive(Update, Clone)]
#[mongo(document = Order, operation = "order.mark-paid")]
struct MarkPaid {
    #[mongo(expect, path = status)]
    from: Status,
    #[mongo(set)]
    status: Status,
    #[mongo(set)]
    paid_at: DateTime,
    #[mongo(push, path = events, slice = -50)]
    event: Event,
}

fn mark_paid() -> MarkPaid {
    let at = DateTime::from_millis(5);
    MarkPaid {
        from: Status::Open,
        status: Status::Paid,
        paid_at: at,
        event: Event { at, status: Status::Paid },
    }
}

#[test]
fn a_state_transition_is_one_command_with_a_condition() {
    let at = DateTime::from_millis(5);
    let guards = shows(
        mark_paid(),
        &doc! {
            "$set": { "status": "paid", "paidAt": at },
            "$push": { "events": { "$each": [{ "at": at, "status": "paid" }], "$slice": -50 } },
        },
        &[],
    );
    assert_eq!(guards, [(doc! { "status": "open" }, Rejection::Unexpected { path: "status" })]);
    let by_reference = mark_paid();
    assert_eq!((&by_reference).into_update(), mark_paid().into_update());
    assert_eq!(
        IntoUpdate::<Order>::operation_name(&by_reference),
        Some(operation!("order.mark-paid"))
    );
    assert_eq!(
        format!("{:?}", by_reference.into_update()),
        "Update({ $set: { status: ?, paidAt: ? }, $push: { events: { $each: ?, $slice: -50 } } } expecting { $and: [{ status: ? }] })"
    );
}

#[test]
fn the_tables_of_a_recipe_say_what_it_does() {
    let shown: Vec<_> =
        MarkPaid::CHANGES.iter().map(|it| (it.attribute, it.operator, it.path, it.slice)).collect();
    assert_eq!(
        shown,
        [
            ("set", "$set", "status", None),
            ("set", "$set", "paidAt", None),
            ("push", "$push", "events", Some(-50)),
        ]
    );
    assert_eq!(MarkPaid::OPERATION.as_str(), "order.mark-paid");
    assert_eq!(MarkPaid::EXPECTED.len(), 1);
    assert_eq!(
        (MarkPaid::EXPECTED[0].path, MarkPaid::EXPECTED[0].is),
        ("status", Expectation::Equal)
    );
    assert_eq!(Lines::CHANGES[0].elements, [Chosen::Named("line")]);
    assert_eq!(Lines::CHANGES[0].arrays.expect("an array").array, "items");
    let conditions: Vec<_> = Lines::ELEMENTS.iter().map(|it| (it.name, it.path)).collect();
    assert_eq!(conditions, [("line", "sku"), ("line", "qty"), ("part", "kind")]);
}

/// Every operator of a field.
#[derive(Update)]
#[mongo(document = Order, operation = "order.all-fields")]
struct Fields<'a> {
    #[mongo(set, path = customer.name)]
    name: &'a str,
    #[mongo(set_or_unset)]
    coupon: Option<String>,
    #[mongo(set)]
    status: Status,
    #[mongo(inc)]
    visits: i64,
    #[mongo(dec, path = customer.rank)]
    rank: i64,
    #[mongo(mul)]
    price: f64,
    #[mongo(min)]
    low: i32,
    #[mongo(max)]
    high: f64,
    #[mongo(bit_or)]
    flags: i32,
    #[mongo(set, optional)]
    paid_at: Option<DateTime>,
}

#[test]
fn the_operators_of_fields_are_written_as_in_the_manual() {
    let at = DateTime::from_millis(7);
    let fields = |coupon: Option<&str>, paid_at| Fields {
        name: "Ann",
        coupon: coupon.map(str::to_owned),
        status: Status::Open,
        visits: 1,
        rank: 2,
        price: 1.25,
        low: 150,
        high: 950.0,
        flags: 5,
        paid_at,
    };
    let rest = |mut first: BsonDocument, more: BsonDocument| {
        first.extend(more);
        first.extend(doc! {
            "$inc": { "visits": 1_i64, "customer.rank": -2_i64 },
            "$mul": { "price": 1.25 },
            "$min": { "low": 150 },
            "$max": { "high": 950.0 },
            "$bit": { "flags": { "or": 5 } },
        });
        first
    };
    shows(
        fields(Some("x"), Some(at)),
        &rest(
            doc! { "$set": { "customer.name": "Ann", "coupon": "x", "status": "open", "paidAt": at } },
            doc! {},
        ),
        &[],
    );
    shows(
        fields(None, None),
        &rest(
            doc! { "$set": { "customer.name": "Ann", "status": "open" } },
            doc! { "$unset": { "coupon": "" } },
        ),
        &[],
    );
}

/// Every operator of an array.
#[derive(Update)]
#[mongo(document = Order, operation = "order.all-arrays")]
struct Arrays {
    #[mongo(push_each, path = events, sort(at = desc, status = asc), slice = 10)]
    more: Vec<Event>,
    #[mongo(add_to_set_each, path = tags)]
    tags: [&'static str; 2],
    #[mongo(pull, path = items)]
    item: Item,
    #[mongo(pull_all, path = scores)]
    scores: Vec<i64>,
}

#[derive(Update)]
#[mongo(document = Order, operation = "order.one-of-each")]
struct OneOfEach {
    #[mongo(push, path = scores, sort = asc, slice = 5)]
    score: i64,
    #[mongo(push, path = events, position = 0, slice = 10)]
    first: Event,
    #[mongo(add_to_set, path = tags, optional)]
    tag: Option<String>,
}

#[test]
fn the_operators_of_arrays_are_written_as_in_the_manual() {
    let at = DateTime::from_millis(7);
    let event = doc! { "at": at, "status": "open" };
    let item = Item { sku: "a".into(), quantity: 1, parts: Vec::new() };
    shows(
        Arrays {
            more: vec![Event { at, status: Status::Open }],
            tags: ["a", "b"],
            item,
            scores: vec![0, 5],
        },
        &doc! {
            "$push": { "events": {
                "$each": [&event], "$sort": { "at": -1, "status": 1 }, "$slice": 10,
            } },
            "$addToSet": { "tags": { "$each": ["a", "b"] } },
            "$pull": { "items": { "$eq": { "sku": "a", "qty": 1_i64, "parts": [] } } },
            "$pullAll": { "scores": [0_i64, 5_i64] },
        },
        &[],
    );
    let pushed = doc! {
        "scores": { "$each": [3_i64], "$sort": 1, "$slice": 5 },
        "events": { "$each": [event], "$position": 0, "$slice": 10 },
    };
    let one = |tag| OneOfEach { score: 3, first: Event { at, status: Status::Open }, tag };
    shows(one(None), &doc! { "$push": &pushed }, &[]);
    shows(one(Some("a".into())), &doc! { "$push": pushed, "$addToSet": { "tags": "a" } }, &[]);
}

/// What needs no field.
#[derive(Update)]
#[mongo(document = Order, operation = "order.reset")]
#[mongo(expect(status = Status::Open), expect_present(shipping))]
#[mongo(unset(coupon, paid_at), current_date(modified), pop_first(events), pop_last(scores))]
#[mongo(inc(visits = 1), set(status = Status::Paid, customer.name = "nobody", shipping.zip = "0"), min(low = -1))]
struct Reset;

#[test]
fn what_needs_no_field_stands_on_the_struct() {
    let guards = shows(
        Reset,
        &doc! {
            "$unset": { "coupon": "", "paidAt": "" },
            "$currentDate": { "modified": true },
            "$pop": { "events": -1, "scores": 1 },
            "$inc": { "visits": 1_i64 },
            "$set": { "status": "paid", "customer.name": "nobody", "shipping.zip": "0" },
            "$min": { "low": -1 },
        },
        &[],
    );
    assert_eq!(
        guards[..2],
        [
            (doc! { "status": "open" }, Rejection::Unexpected { path: "status" }),
            (
                doc! { "shipping": { "$ne": Bson::Null } },
                Rejection::Unexpected { path: "shipping" }
            ),
        ]
    );
}

/// Elements by conditions.
#[derive(Update)]
#[mongo(document = Order, operation = "order.change-lines")]
struct Lines {
    #[mongo(element, path = items[line].sku)]
    sku: String,
    #[mongo(element, path = items[line].quantity)]
    old: i64,
    #[mongo(element, path = items[].parts[part].kind)]
    kind: i32,
    #[mongo(set, path = items[line].quantity)]
    quantity: i64,
    #[mongo(inc, path = items[line].parts[part].n)]
    n: i64,
}

/// Each element.
#[derive(Update)]
#[mongo(document = Order, operation = "order.change-all-lines")]
#[mongo(inc(scores[] = 1, items[].parts[].n = 2))]
struct AllLines {
    #[mongo(mul, path = items[].quantity, optional)]
    by: Option<i64>,
}

/// The matched element.
#[derive(Update)]
#[mongo(document = Order, operation = "order.change-a-line")]
struct MatchedLine {
    #[mongo(expect, path = items[matched].sku)]
    sku: String,
    #[mongo(expect, path = items[matched].quantity)]
    old: i64,
    #[mongo(set, path = items[matched].quantity)]
    new: i64,
}

#[test]
fn elements_of_arrays_are_written_as_in_the_manual() {
    shows(
        Lines { sku: "x".into(), old: 1, kind: 7, quantity: 2, n: 3 },
        &doc! {
            "$set": { "items.$[line].qty": 2_i64 },
            "$inc": { "items.$[line].parts.$[part].n": 3_i64 },
        },
        &[doc! { "line.sku": "x", "line.qty": 1_i64 }, doc! { "part.kind": 7 }],
    );
    let each = doc! { "$inc": { "scores.$[]": 1_i64, "items.$[].parts.$[].n": 2_i64 } };
    shows(AllLines { by: None }, &each, &[]);
    let mut with_product = each;
    with_product.insert("$mul", doc! { "items.$[].qty": 3_i64 });
    shows(AllLines { by: Some(3) }, &with_product, &[]);
    let guards = shows(
        MatchedLine { sku: "x".into(), old: 1, new: 2 },
        &doc! { "$set": { "items.$.qty": 2_i64 } },
        &[],
    );
    assert_eq!(
        guards,
        [(
            doc! { "items": { "$elemMatch": { "sku": "x", "qty": 1_i64 } } },
            Rejection::Unexpected { path: "items" },
        )]
    );
}

#[test]
fn a_recipe_of_nothing_but_absent_parts_changes_nothing() {
    #[derive(Update)]
    #[mongo(document = Order, operation = "order.patch")]
    struct Patch {
        #[mongo(set, path = customer.name, optional)]
        name: Option<String>,
        #[mongo(set, optional)]
        visits: Option<i64>,
    }
    let render = |name: Option<&str>, visits| {
        Patch { name: name.map(str::to_owned), visits }.into_update().render()
    };
    assert_eq!(
        render(None, Some(1)).expect("a change").update,
        doc! { "$set": { "visits": 1_i64 } }
    );
    let refusal = render(None, None).expect_err("no change").to_string();
    assert!(refusal.contains("the update changes nothing"), "{refusal}");
    let long = "x".repeat(31);
    let refusal = render(Some(&long), None).expect_err("over its bound").to_string();
    assert!(refusal.contains("`customer.name`: 31 code points"), "{refusal}");
}

#[test]
fn a_catalog_lists_recipes() {
    catalog! { Shop: documents(Order), operations(MarkPaid, Fields<'static>, Reset) }
    let listed: Vec<_> = Shop::OPERATIONS
        .iter()
        .map(|it| (it.name.as_str(), it.collection, it.kind.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("order.mark-paid", "orders", "recipe"),
            ("order.all-fields", "orders", "recipe"),
            ("order.reset", "orders", "recipe"),
        ]
    );
}

/// A cart whose lines were named by `code` before.
#[derive(Document, Debug)]
#[mongo(collection = "carts", schema_version = 2, reads(CartV1))]
struct Cart {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 5)]
    lines: Vec<CartLine>,
}

#[derive(Embedded, Debug)]
struct CartLine {
    #[mongo(max_len = 8)]
    sku: String,
    n: i64,
}

#[derive(Document, Debug)]
#[mongo(collection = "carts", schema_version = 1)]
struct CartV1 {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 5)]
    lines: Vec<CartLineV1>,
}

#[derive(Embedded, Debug)]
struct CartLineV1 {
    #[mongo(max_len = 8)]
    code: String,
    n: i64,
}

impl Upgrade<CartV1> for Cart {
    fn upgrade(old: CartV1) -> Result<Self, UpgradeError> {
        let lines = old.lines.into_iter().map(|line| CartLine { sku: line.code, n: line.n });
        Ok(Self { id: old.id, lines: lines.collect() })
    }
}

#[derive(Update)]
#[mongo(document = Cart, operation = "cart.add-to-each", inc(lines[].n = 1))]
struct AddToEach;

#[derive(Update)]
#[mongo(document = Cart, operation = "cart.add-to-one")]
struct AddToOne {
    #[mongo(element, path = lines[line].sku)]
    sku: &'static str,
    #[mongo(inc, path = lines[line].n)]
    n: i64,
}

#[test]
fn elements_are_chosen_by_what_their_version_stores() {
    let guard =
        |update: Update<Cart>| update.render().expect("a good update").guards[0].condition.clone();
    let both = guard(AddToEach.into_update()).to_string();
    assert!(both.contains('1') && both.contains('2'), "{both}");
    let one = guard(AddToOne { sku: "a", n: 1 }.into_update());
    assert_eq!(one, doc! { "schemaVersion": 2 });
}
