//! Changes of elements render to what the manual shows, and ask of each element what they ask of a document.

use bson::{Document as BsonDocument, doc};

use super::{refuses, stock};
use crate::{
    filter::{FilterField, IntoFilter},
    sample::{Item, Status},
    update::{Guard, IntoUpdate, Rejection, RenderedUpdate, Update, UpdateElements, UpdateField},
};

fn rendered(update: impl IntoUpdate<Item>) -> RenderedUpdate {
    update.into_update().render().expect("a good update")
}

/// The update, its array filters, and nothing that it asks of the document.
#[track_caller]
fn is_free(update: impl IntoUpdate<Item>, expected: &BsonDocument, filters: &[BsonDocument]) {
    let rendered = rendered(update);
    assert_eq!(rendered.update, *expected);
    assert_eq!(rendered.array_filters, filters);
    assert_eq!(rendered.guards, [], "{:?}", rendered.guards.first().map(|it| &it.condition));
}

#[track_caller]
fn guards(update: impl IntoUpdate<Item>, expected: &[(BsonDocument, Rejection)]) {
    let rendered = rendered(update);
    let found: Vec<_> =
        rendered.guards.iter().map(|it| (it.condition.clone(), it.rejection)).collect();
    assert_eq!(found, expected);
}

#[test]
fn each_element_is_changed_as_in_the_manual() {
    let f = Item::fields();
    is_free(
        f.instock().update_each(|item| item.qty().set(0)),
        &doc! { "$set": { "instock.$[].qty": 0 } },
        &[],
    );
    is_free(
        f.scores().update_each(|score| score.max(10)),
        &doc! { "$max": { "scores.$[]": 10 } },
        &[],
    );
    is_free(
        f.shelves().update_each(|shelf| shelf.update_each(|item| item.warehouse().set("A"))),
        &doc! { "$set": { "shelves.$[].$[].warehouse": "A" } },
        &[],
    );
    is_free(f.rows().update_each(|row| row.pull(5)), &doc! { "$pull": { "rows.$[]": 5 } }, &[]);
}

#[test]
fn chosen_elements_are_changed_as_in_the_manual() {
    let f = Item::fields();
    is_free(
        f.instock().update_where(|item| item.warehouse().eq("A"), |item| item.qty().set(0)),
        &doc! { "$set": { "instock.$[e0].qty": 0 } },
        &[doc! { "e0.warehouse": "A" }],
    );
    is_free(
        f.scores().update_where(|score| score.gte(100), |score| score.set(100)),
        &doc! { "$set": { "scores.$[e0]": 100 } },
        &[doc! { "e0": { "$gte": 100 } }],
    );
    is_free(
        f.scores().update_where(|score| score.eq(1), |score| score.set(2)),
        &doc! { "$set": { "scores.$[e0]": 2 } },
        &[doc! { "e0": 1 }],
    );
    is_free(
        f.scores().update_where(|score| score.eq(1).or(score.gt(8)), |score| score.set(2)),
        &doc! { "$set": { "scores.$[e0]": 2 } },
        &[doc! { "$or": [{ "e0": 1 }, { "e0": { "$gt": 8 } }] }],
    );
    is_free(
        f.scores().update_where(|score| score.gt(8).not(), |score| score.set(2)),
        &doc! { "$set": { "scores.$[e0]": 2 } },
        &[doc! { "e0": { "$not": { "$gt": 8 } } }],
    );
    is_free(
        f.instock().update_where(
            |item| item.warehouse().eq("A").or(item.qty().lt(1)),
            |item| item.set(stock("B", 1)),
        ),
        &doc! { "$set": { "instock.$[e0]": { "warehouse": "B", "qty": 1 } } },
        &[doc! { "$or": [{ "e0.warehouse": "A" }, { "e0.qty": { "$lt": 1 } }] }],
    );
    is_free(
        f.shelves().update_each(|shelf| {
            shelf.update_where(|item| item.qty().lt(1), |item| item.warehouse().set("B"))
        }),
        &doc! { "$set": { "shelves.$[].$[e0].warehouse": "B" } },
        &[doc! { "e0.qty": { "$lt": 1 } }],
    );
}

#[test]
fn one_condition_is_one_array_filter() {
    let f = Item::fields();
    let a = || f.instock().update_where(|item| item.warehouse().eq("A"), |item| item.qty().set(0));
    let rename = |from, to: &'static str| {
        f.instock().update_where(
            move |item| item.warehouse().eq(from),
            move |item| item.warehouse().set(to),
        )
    };
    is_free(
        a().and(rename("A", "C")).and(rename("B", "D")).and(f.status().set(Status::D)),
        &doc! { "$set": {
            "instock.$[e0].qty": 0, "instock.$[e0].warehouse": "C", "instock.$[e1].warehouse": "D", "status": "D",
        } },
        &[doc! { "e0.warehouse": "A" }, doc! { "e1.warehouse": "B" }],
    );
}

#[test]
fn the_matched_element_is_changed_as_in_the_manual() {
    let f = Item::fields();
    is_free(
        f.instock().update_matched(|item| item.qty().set(0)),
        &doc! { "$set": { "instock.$.qty": 0 } },
        &[],
    );
    is_free(
        f.scores().update_matched(|score| score.set(82)),
        &doc! { "$set": { "scores.$": 82 } },
        &[],
    );
}

#[test]
fn bits_are_changed_as_in_the_manual() {
    let f = Item::fields();
    is_free(f.qty().bit_and(10), &doc! { "$bit": { "qty": { "and": 10 } } }, &[]);
    is_free(f.sold().bit_or(5), &doc! { "$bit": { "sold": { "or": 5_i64 } } }, &[]);
    is_free(f.left().bit_xor(5_u32), &doc! { "$bit": { "left": { "xor": 5_i64 } } }, &[]);
    refuses(f.price().bit_or(1.0), "`price` is no integer");
    guards(
        f.bonus().bit_or(1_u16),
        &[(doc! { "bonus": { "$not": { "$type": 10 } } }, Rejection::Null { path: "bonus" })],
    );
}

#[test]
fn no_element_that_is_changed_fails_a_guard() {
    let f = Item::fields();
    let out = |path| Rejection::OutOfRange { path };
    let high = i32::MAX - 5;
    guards(
        f.instock().update_each(|item| item.qty().inc(5)),
        &[(
            doc! { "instock": { "$not": { "$elemMatch": { "qty": { "$not": { "$lte": high } } } } } },
            out("instock.qty"),
        )],
    );
    guards(
        f.instock().update_where(|item| item.warehouse().eq("A"), |item| item.qty().inc(5)),
        &[(
            doc! { "instock": { "$not": { "$elemMatch": { "warehouse": "A", "qty": { "$not": { "$lte": high } } } } } },
            out("instock.qty"),
        )],
    );
    guards(
        f.instock().update_where(|item| item.qty().gt(1), |item| item.qty().inc(5)),
        &[(
            doc! { "instock": { "$not": { "$elemMatch": { "$and": [
                { "qty": { "$gt": 1 } }, { "qty": { "$not": { "$lte": high } } },
            ] } } } },
            out("instock.qty"),
        )],
    );
    guards(
        f.scores().update_each(|score| score.inc(5)),
        &[(
            doc! { "scores": { "$not": { "$elemMatch": { "$not": { "$lte": high } } } } },
            out("scores"),
        )],
    );
    guards(
        f.scores().update_where(|score| score.gt(8), |score| score.inc(5)),
        &[(
            doc! { "scores": { "$not": { "$elemMatch": { "$gt": 8, "$not": { "$lte": high } } } } },
            out("scores"),
        )],
    );
    guards(
        f.shelves().update_each(|shelf| shelf.update_each(|item| item.qty().inc(5))),
        &[(
            doc! { "shelves": { "$not": { "$elemMatch": { "$elemMatch": { "qty": { "$not": { "$lte": high } } } } } } },
            out("shelves.qty"),
        )],
    );
    guards(
        f.rows().update_each(|row| row.push(1)),
        &[(
            doc! { "rows": { "$not": { "$elemMatch": { "5": { "$exists": true } } } } },
            Rejection::ArrayFull { path: "rows", max: 6 },
        )],
    );
    refuses(
        f.rows().update_each(|row| row.add_to_set_each([1, 2])),
        "`rows` needs a condition (room in its array",
    );
    refuses(
        f.scores().update_where(|score| score.gt(8).not(), |score| score.inc(5)),
        "that the server can't be asked of single elements in this form",
    );
}

#[test]
fn the_guard_of_the_matched_element_asks_of_those_that_the_filter_can_match() {
    let f = Item::fields();
    let update = f.instock().update_matched(|item| item.qty().inc(5));
    let guard = |filter: crate::filter::Filter<Item>| -> Vec<Guard> {
        update.render_beside(Some(&filter.term)).expect("a good update").guards
    };
    let fails = doc! { "qty": { "$not": { "$lte": i32::MAX - 5 } } };
    let among = |mut condition: BsonDocument| {
        condition.extend(fails.clone());
        doc! { "instock": { "$not": { "$elemMatch": condition } } }
    };
    let by_each = guard(f.instock().each().warehouse().eq("A").and(f.sku().eq("s")));
    assert_eq!(by_each[0].condition, among(doc! { "warehouse": "A" }));
    let by_match = guard(f.instock().elem_match(|item| item.warehouse().eq("A")));
    assert_eq!(by_match, by_each);
    assert_eq!(update.render().expect("a good update").guards[0].condition, among(doc! {}));
}

#[test]
fn the_matched_element_needs_one_condition_on_its_array() {
    let f = Item::fields();
    let update = f.instock().update_matched(|item| item.qty().set(5));
    let refusal = |filter: &dyn Fn() -> crate::filter::Filter<Item>| {
        update.render_beside(Some(&filter().term)).expect_err("a broken rule").to_string()
    };
    let none = refusal(&|| f.sku().eq("s"));
    assert!(none.contains("the filter has no condition on the elements of `instock`"), "{none}");
    let negated = refusal(&|| f.instock().elem_match(|item| item.qty().gt(1)).not());
    assert!(negated.contains("no condition on the elements"), "{negated}");
    let one = || f.instock().elem_match(|item| item.qty().gt(1));
    for two in [
        refusal(&|| one().and(f.scores().each().gt(5))),
        refusal(&|| one().and(f.tags().contains_all(["a"]))),
        refusal(&|| one().and(f.sku().eq("a").or(f.scores().each().gt(5)))),
        refusal(&|| one().and(f.tags().eq(vec!["a".to_owned()]))),
    ] {
        assert!(two.contains("several conditions on elements of arrays"), "{two}");
    }
    let fine = one().and(f.sku().eq("a").or(f.qty().gt(1))).and(f.tags().has_len(0).not());
    assert!(update.render_beside(Some(&fine.into_filter().term)).is_ok());
    refuses(
        f.shelves().update_each(|shelf| shelf.update_matched(|item| item.qty().set(1))),
        "the server knows which element matched of the outermost alone",
    );
}

#[test]
fn a_place_is_changed_once() {
    let f = Item::fields();
    let each = || f.instock().update_each(|item| item.qty().set(1));
    let of = |warehouse| {
        f.instock()
            .update_where(move |item| item.warehouse().eq(warehouse), |item| item.qty().set(2))
    };
    let matched = || f.instock().update_matched(|item| item.qty().set(3));
    refuses(
        each().and(each()),
        "`instock.$[].qty` is changed twice in one update (`$set` and `$set`)",
    );
    refuses(of("A").and(of("A")), "`instock.$[e0].qty` is changed twice");
    refuses(each().and(of("A")), "each element is among those of `$[]`");
    refuses(of("A").and(each()), "each element is among those of `$[]`");
    refuses(matched().and(of("A")), "takes no `$` beside `$[..]`");
    refuses(each().and(matched()), "takes no `$` beside `$[..]`");
    refuses(each().and(f.instock().set(vec![stock("A", 1)])), "one is a part of the other");
    refuses(
        f.instock().update_each(|item| item.set(stock("A", 1))).and(each()),
        "`instock.$[]` and `instock.$[].qty`",
    );
    assert!(of("A").and(of("B")).render().is_ok());
}

#[test]
fn a_change_is_one_of_the_element_that_the_closure_is_given() {
    let f = Item::fields();
    let foreign: Update<crate::sample::Stock> = {
        let mut kept = None;
        let _ = f.shelves().update_each(|shelf| {
            shelf.update_each(|item| {
                kept = Some(item.qty().set(1));
                item.qty().set(1)
            })
        });
        kept.expect("the closure was called")
    };
    refuses(
        f.instock().update_each(|_| foreign),
        "`shelves.qty` is not a part of an element of `instock`",
    );
    refuses(
        f.instock().update_each(|item| item.qty().set(1).and(item.warehouse().expect("A"))),
        "`instock.warehouse` is in the elements of an array, and an expectation is of the document",
    );
}

#[test]
fn a_condition_that_chooses_every_element_is_refused() {
    let f = Item::fields();
    refuses(
        f.scores().update_where(|score| score.not_in([] as [i32; 0]), |score| score.set(1)),
        "`scores`: every element meets the condition; say so with `update_each`",
    );
}

#[test]
fn an_expectation_is_a_condition_with_a_rejection_of_its_own() {
    let f = Item::fields();
    guards(
        f.status().expect(Status::A).and(f.status().set(Status::D)),
        &[(doc! { "status": "A" }, Rejection::Unexpected { path: "status" })],
    );
    refuses(f.status().expect(Status::A), "changes nothing");
}

#[test]
fn debug_shows_elements_and_expectations_without_values() {
    let f = Item::fields();
    let update = f
        .instock()
        .update_where(|item| item.warehouse().eq("A"), |item| item.qty().inc(7))
        .and(f.status().expect(Status::A));
    assert_eq!(
        format!("{update:?}"),
        "Update({ $inc: { instock.$[e0].qty: ? } } with { arrayFilters: [{ e0.warehouse: ? }] } \
         expecting { $and: [{ status: ? }] })"
    );
}
