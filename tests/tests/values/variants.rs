//! Typed paths into the variants of an enum with data, as the BSON that they make.

use mongo_runtime::{
    Document as _,
    bson::{Document, doc},
    prelude::*,
    update::Rejection,
};

#[derive(Debug, Clone, PartialEq, Embedded)]
#[mongo(tag = "type", rename_all = "snake_case")]
enum Payment {
    Cash,
    Card {
        #[mongo(max_len = 4)]
        last4: String,
        #[mongo(rename = "limitCents")]
        limit: Option<i32>,
        #[mongo(max_items = 3, max_len = 8)]
        uses: Vec<String>,
        holder: Holder,
    },
    /// A word of the language as a method.
    Type {
        count: i32,
    },
}

#[derive(Debug, Clone, PartialEq, Embedded)]
#[mongo(tag = "kind", rename_all = "snake_case")]
enum Holder {
    Person { age: u8 },
    Company,
}

#[derive(Debug, Clone, PartialEq, Document)]
#[mongo(collection = "orders")]
#[mongo(index(name = "uq_last4", keys(payment.card.last4), unique, partial(is(payment.card))))]
#[mongo(index(name = "ix_age", keys(payment.card.holder.person.age), partial(payment.card.limit >= 5, is(payment.card.holder.person))))]
#[mongo(index(name = "ix_count", keys(events[].type.count)))]
#[mongo(index(name = "ix_refund", keys(refund.card.last4 = desc), unique, partial(exists(refund.card.last4))))]
struct Order {
    #[mongo(id)]
    id: i32,
    payment: Payment,
    refund: Option<Payment>,
    #[mongo(max_items = 10)]
    events: Vec<Payment>,
}

#[track_caller]
fn finds(filter: &Filter<Order>, expected: Document) {
    assert_eq!(filter.render(), Ok(expected));
}

#[test]
fn a_condition_on_a_field_of_a_variant_asks_for_the_variant() {
    let card = Order::fields().payment().card();
    finds(&card.last4().eq("4242"), doc! { "payment.type": "card", "payment.last4": "4242" });
    finds(
        &card.last4().ne("4242"),
        doc! { "payment.type": "card", "payment.last4": { "$ne": "4242" } },
    );
    finds(
        &card.limit().is_absent(),
        doc! { "payment.type": "card", "payment.limitCents": { "$exists": false } },
    );
    finds(
        &card.last4().not_in(["1"]),
        doc! { "payment.type": "card", "payment.last4": { "$nin": ["1"] } },
    );
    finds(&Order::fields().payment().is_cash(), doc! { "payment.type": "cash" });
    finds(&Order::fields().refund().is_card(), doc! { "refund.type": "card" });
    finds(
        &Order::fields().payment().r#type().count().gt(1),
        doc! { "payment.type": "type", "payment.count": { "$gt": 1 } },
    );
}

#[test]
fn variants_inside_of_one_another_are_all_asked_for_and_each_once() {
    let card = Order::fields().payment().card();
    let age = card.holder().person().age();
    let expected =
        doc! { "payment.type": "card", "payment.holder.kind": "person", "payment.holder.age": 7 };
    finds(&age.eq(7), expected.clone());
    let again = card.holder().is_person().and(age.eq(7)).and(Order::fields().payment().is_card());
    assert_eq!(again.render().expect("a filter").len(), 3);
    finds(
        &age.gt(7).and(card.last4().eq("1").and(age.lt(9))),
        doc! {
            "payment.type": "card", "payment.holder.kind": "person", "payment.holder.age": { "$gt": 7, "$lt": 9 },
            "payment.last4": "1",
        },
    );
    finds(
        &age.eq(7).or(card.last4().eq("1")),
        doc! { "$or": [expected, { "payment.type": "card", "payment.last4": "1" }] },
    );
}

#[test]
fn the_opposite_of_a_condition_in_a_variant_is_that_of_the_whole() {
    let card = Order::fields().payment().card();
    finds(
        &card.last4().eq("4242").not(),
        doc! { "$nor": [{ "payment.type": "card", "payment.last4": "4242" }] },
    );
    finds(
        &Order::fields().payment().is_card().not(),
        doc! { "payment.type": { "$not": { "$eq": "card" } } },
    );
}

#[test]
fn one_element_of_an_array_is_asked_for_its_variant() {
    let events = Order::fields().events();
    finds(
        &events.elem_match(|event| event.r#type().count().gt(5)),
        doc! { "events": { "$elemMatch": { "type": "type", "count": { "$gt": 5 } } } },
    );
    finds(
        &events.elem_match(|event| event.is_cash()),
        doc! { "events": { "$elemMatch": { "type": "cash" } } },
    );
    finds(
        &events.elem_match(|event| event.card().uses().each().eq("x")),
        doc! { "events": { "$elemMatch": { "type": "card", "uses": "x" } } },
    );
}

#[test]
fn a_condition_that_everything_meets_still_asks_for_the_variant() {
    let card = Order::fields().payment().card();
    assert!(!card.last4().not_in::<&str>([]).matches_everything());
    assert_eq!(
        format!("{:?}", card.last4().eq("4242")),
        r#"Filter({ payment.type: "card", payment.last4: ? })"#
    );
}

#[test]
fn an_update_of_a_field_of_a_variant_changes_no_other_one() {
    let card = Order::fields().payment().card();
    let other = |path, tag| Rejection::OtherVariant { path, tag };
    let rendered = card.limit().inc(5).and(card.last4().set("1")).render().expect("an update");
    assert_eq!(
        rendered.update,
        doc! { "$inc": { "payment.limitCents": 5 }, "$set": { "payment.last4": "1" } }
    );
    let guards: Vec<_> = rendered.guards.iter().map(|guard| guard.rejection).collect();
    assert_eq!(
        guards,
        [other("payment", "card"), Rejection::OutOfRange { path: "payment.limitCents" }]
    );
    assert_eq!(rendered.guards[0].condition, doc! { "payment.type": "card" });

    for update in [card.limit().unset(), card.uses().pop_first(), card.uses().push("x")] {
        let guards = update.render().expect("an update").guards;
        assert_eq!(guards[0].rejection, other("payment", "card"));
    }
    let age = card.holder().person().age().set(7).render().expect("an update");
    let guards: Vec<_> = age.guards.iter().map(|guard| guard.rejection).collect();
    assert_eq!(guards, [other("payment", "card"), other("payment.holder", "person")]);
    assert!(
        Order::fields().payment().set(Payment::Cash).render().expect("an update").guards.is_empty()
    );
    assert_eq!(
        other("payment", "card").to_string(),
        "`payment` is not the variant `card`, which the changed field is one of; to make it that, set it as a whole"
    );
}

#[test]
fn fields_of_two_variants_are_not_changed_in_one_update() {
    let payment = Order::fields().payment();
    let both = payment.card().last4().set("1").and(payment.r#type().count().set(1));
    assert_eq!(
        both.render().expect_err("two variants").to_string(),
        "fields of `card` and of `type` are changed in one update, and `payment` is one of them at most; change one, or set it \
         as a whole"
    );
}

#[test]
fn a_sort_by_a_field_of_a_variant_names_its_path() {
    let sort = Order::fields().payment().card().last4().desc();
    assert_eq!(sort.render(), doc! { "payment.last4": -1 });
}

#[test]
fn an_index_of_a_variant_has_its_tag_as_the_condition() {
    let indexes: Vec<Document> =
        Order::DECLARATION.indexes.iter().map(|index| index.render()).collect();
    let expected = [
        doc! {
            "key": { "payment.last4": 1 }, "name": "uq_last4", "unique": true,
            "partialFilterExpression": { "payment.type": "card" },
        },
        doc! {
            "key": { "payment.holder.age": 1 }, "name": "ix_age",
            "partialFilterExpression": {
                "payment.type": "card", "payment.limitCents": { "$gte": 5 }, "payment.holder.kind": "person",
            },
        },
        doc! { "key": { "events.count": 1 }, "name": "ix_count" },
        doc! {
            "key": { "refund.last4": -1 }, "name": "ix_refund", "unique": true,
            "partialFilterExpression": { "refund.type": "card", "refund.last4": { "$exists": true } },
        },
    ];
    assert_eq!(indexes, expected);
}
