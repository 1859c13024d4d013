//! What recipes expect, as it is in the filter and in their tables.

use mongo_runtime::{
    bson::{Bson, Document as BsonDocument, doc},
    prelude::*,
    update::{IntoUpdate, recipe::Expectation},
};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "copies", rename_all = "camelCase")]
struct Copy {
    #[mongo(id)]
    id: i32,
    in_stock: i64,
    due_at: DateTime,
    shelf: Shelf,
    #[mongo(max_len = 16)]
    holder: Option<String>,
    paid_by: Payment,
    #[mongo(max_items = 8)]
    lots: Vec<Lot>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq)]
#[mongo(rename_all = "lowercase")]
enum Shelf {
    Open,
    Closed,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(tag = "kind", rename_all = "lowercase")]
enum Payment {
    Card { number: i64 },
    Cash,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Lot {
    #[mongo(max_len = 8)]
    name: String,
    left: i64,
}

#[derive(Update, Debug, Clone)]
#[mongo(document = Copy, operation = "copy.check")]
#[mongo(expect_lt(in_stock = 9), expect_in(shelf = [Shelf::Open, Shelf::Closed]))]
#[mongo(expect_absent(holder), expect_is(paid_by.cash), set(in_stock = 1))]
struct Check {
    #[mongo(expect_gte, path = in_stock)]
    at_least: i64,
    #[mongo(expect_lte, path = due_at, optional)]
    due_by: Option<DateTime>,
    #[mongo(expect_in, path = lots[matched].name)]
    names: Vec<String>,
    #[mongo(expect_gt, path = lots[matched].left)]
    over: i64,
    #[mongo(set, path = lots[matched].left)]
    left: i64,
}

fn conditions(recipe: impl IntoUpdate<Copy>) -> Vec<BsonDocument> {
    let rendered = recipe.into_update().render().expect("a good update");
    rendered.guards.into_iter().map(|guard| guard.condition).collect()
}

fn check() -> Check {
    Check { at_least: 2, due_by: None, names: vec!["a".to_owned()], over: 0, left: 1 }
}

#[test]
fn an_expectation_is_written_as_in_the_manual() {
    let shown = [
        doc! { "inStock": { "$lt": 9_i64 } },
        doc! { "shelf": { "$in": ["open", "closed"] } },
        doc! { "holder": Bson::Null },
        doc! { "paidBy.kind": "cash" },
        doc! { "inStock": { "$gte": 2_i64 } },
        doc! { "lots": { "$elemMatch": { "name": { "$in": ["a"] }, "left": { "$gt": 0_i64 } } } },
    ];
    assert_eq!(conditions(check())[..6], shown);
    let due_by = DateTime::from_millis(7);
    let with_date = conditions(Check { due_by: Some(due_by), ..check() });
    assert_eq!(with_date[5], doc! { "dueAt": { "$lte": due_by } });
}

#[test]
fn the_table_of_a_recipe_says_what_it_expects() {
    let shown: Vec<_> =
        Check::EXPECTED.iter().map(|it| (it.written, it.path, it.is, it.is_optional)).collect();
    assert_eq!(
        shown,
        [
            ("in_stock", "inStock", Expectation::Below, false),
            ("shelf", "shelf", Expectation::OneOf, false),
            ("holder", "holder", Expectation::Absent, false),
            ("paid_by.cash", "paidBy", Expectation::Variant, false),
            ("in_stock", "inStock", Expectation::Above, false),
            ("due_at", "dueAt", Expectation::Below, true),
            ("lots[matched].name", "lots.name", Expectation::Matched, false),
            ("lots[matched].left", "lots.left", Expectation::Matched, false),
        ]
    );
}

#[test]
fn what_is_expected_shows_no_value() {
    let shown = format!("{:?}", Check { at_least: 4711, ..check() }.into_update());
    assert!(shown.contains("{ inStock: { $gte: ? } }"), "{shown}");
    assert!(!shown.contains("4711"), "{shown}");
}
