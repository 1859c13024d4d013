//! Updates render to what the server's manual shows, byte for byte, and carry the guards that keep a document readable.

mod elements;

use bson::{DateTime, Document as BsonDocument, doc};

use super::{Guard, IntoUpdate, Rejection, Update, UpdateField, recipe};
use crate::{
    Document,
    filter::FilterField,
    sample::{Account, CANARY, Item, Size, Status, Stock},
    sort::{Direction, SortField},
};

#[track_caller]
fn shows<D: Document>(update: impl IntoUpdate<D>, expected: &BsonDocument) -> Vec<Guard> {
    let rendered = update.into_update().render().expect("a good update");
    let bytes = |document: &BsonDocument| document.to_vec().expect("encodable");
    assert_eq!(
        bytes(&rendered.update),
        bytes(expected),
        "\nrendered {}\nexpected {expected}",
        rendered.update
    );
    rendered.guards
}

#[track_caller]
fn is_free<D: Document>(update: impl IntoUpdate<D>, expected: &BsonDocument) {
    assert_eq!(shows(update, expected), []);
}

#[track_caller]
fn guards(update: impl IntoUpdate<Item>, condition: &BsonDocument, rejection: Rejection) {
    let rendered = update.into_update().render().expect("a good update");
    assert_eq!(
        rendered.guards,
        [Guard { condition: condition.clone(), rejection }],
        "{:?}",
        rendered.guards[0].condition
    );
}

#[track_caller]
fn refuses<D: Document>(update: impl IntoUpdate<D>, part: &str) {
    let refusal = update.into_update().render().expect_err("a broken rule").to_string();
    assert!(refusal.contains(part), "{refusal}");
    assert!(!refusal.contains(CANARY), "{refusal}");
}

fn stock(warehouse: &str, qty: i32) -> Stock {
    Stock { warehouse: warehouse.to_owned(), qty }
}

#[test]
fn field_operators_are_written_as_in_the_manual() {
    let f = Item::fields();
    is_free(f.qty().set(500), &doc! { "$set": { "qty": 500 } });
    is_free(f.status().set(Status::D), &doc! { "$set": { "status": "D" } });
    is_free(f.size().uom().set("cm"), &doc! { "$set": { "size.uom": "cm" } });
    is_free(f.note().set("a"), &doc! { "$set": { "note": "a" } });
    is_free(
        f.note().unset().and(f.level().unset()),
        &doc! { "$unset": { "note": "", "level": "" } },
    );
    is_free(f.remark().set_null(), &doc! { "$set": { "remark": null } });
    is_free(f.hint().set_null(), &doc! { "$set": { "hint": null } });
    is_free(f.sold().inc(-2), &doc! { "$inc": { "sold": -2_i64 } });
    is_free(f.sold().dec(2), &doc! { "$inc": { "sold": -2_i64 } });
    is_free(f.price().mul(1.25), &doc! { "$mul": { "price": 1.25 } });
    is_free(f.qty().min(150), &doc! { "$min": { "qty": 150 } });
    is_free(f.qty().max(950), &doc! { "$max": { "qty": 950 } });
    is_free(
        f.last_modified().max(DateTime::MAX),
        &doc! { "$max": { "lastModified": DateTime::MAX } },
    );
    is_free(f.last_modified().current_date(), &doc! { "$currentDate": { "lastModified": true } });
    is_free(
        f.clock().current_date(),
        &doc! { "$currentDate": { "clock": { "$type": "timestamp" } } },
    );
}

#[test]
fn array_operators_are_written_as_in_the_manual() {
    let f = Item::fields();
    shows(f.scores().push(89), &doc! { "$push": { "scores": 89 } });
    shows(
        f.scores().push_each([90, 92, 85]),
        &doc! { "$push": { "scores": { "$each": [90, 92, 85] } } },
    );
    is_free(
        f.scores().push_each([80, 78]).slice(-5),
        &doc! { "$push": { "scores": { "$each": [80, 78], "$slice": -5 } } },
    );
    shows(
        f.scores().push_each([50]).position(0),
        &doc! { "$push": { "scores": { "$each": [50], "$position": 0 } } },
    );
    is_free(
        f.scores().push_each([40, 60]).sort(Direction::Asc).slice(100),
        &doc! { "$push": { "scores": { "$each": [40, 60], "$sort": 1, "$slice": 100 } } },
    );
    is_free(
        f.instock().push_each([stock("A", 5)]).slice(3).sort_by(|item| item.qty().desc()),
        &doc! { "$push": { "instock": { "$each": [{ "warehouse": "A", "qty": 5 }], "$sort": { "qty": -1 }, "$slice": 3 } } },
    );
    shows(f.colors().add_to_set("mauve"), &doc! { "$addToSet": { "colors": "mauve" } });
    shows(
        f.tags().add_to_set_each(["camera", "film"]),
        &doc! { "$addToSet": { "tags": { "$each": ["camera", "film"] } } },
    );
    is_free(f.tags().pull("apples"), &doc! { "$pull": { "tags": "apples" } });
    is_free(
        f.instock().pull(stock("A", 5)),
        &doc! { "$pull": { "instock": { "$eq": { "warehouse": "A", "qty": 5 } } } },
    );
    is_free(
        f.scores().pull_where(|score| score.gte(6)),
        &doc! { "$pull": { "scores": { "$gte": 6 } } },
    );
    is_free(
        f.instock().pull_where(|item| item.warehouse().eq("B").and(item.qty().gte(8))),
        &doc! { "$pull": { "instock": { "warehouse": "B", "qty": { "$gte": 8 } } } },
    );
    is_free(f.scores().pull_all([0, 5]), &doc! { "$pullAll": { "scores": [0, 5] } });
    is_free(f.scores().pop_first(), &doc! { "$pop": { "scores": -1 } });
    is_free(f.scores().pop_last(), &doc! { "$pop": { "scores": 1 } });
}

#[test]
fn operators_stand_once_in_the_order_of_first_use() {
    let f = Item::fields();
    is_free(
        f.sku()
            .set("abc")
            .and(f.sold().inc(1))
            .and(f.size().uom().set("cm"))
            .and(f.size().h().max(3)),
        &doc! { "$set": { "sku": "abc", "size.uom": "cm" }, "$inc": { "sold": 1_i64 }, "$max": { "size.h": 3 } },
    );
    is_free(
        Update::all_of([f.sku().set("a"), f.note().set("b")]),
        &doc! { "$set": { "sku": "a", "note": "b" } },
    );
}

#[test]
fn an_update_of_a_revisioned_type_counts_the_revision_up() {
    let f = Account::fields();
    let older = Guard {
        condition: doc! { "schemaVersion": 2 },
        rejection: Rejection::OlderVersion { current: 2 },
    };
    let by_inc =
        shows(f.balance().inc(5), &doc! { "$inc": { "balance": 5_i64, "revision": 1_i64 } });
    let by_set = shows(
        f.balance().set(5),
        &doc! { "$set": { "balance": 5_i64 }, "$inc": { "revision": 1_i64 } },
    );
    assert_eq!((by_inc, by_set), (vec![older.clone()], vec![older]));
}

#[test]
fn a_full_array_is_left_alone() {
    let f = Item::fields();
    let full = |path, max| Rejection::ArrayFull { path, max };
    guards(f.tags().push("a"), &doc! { "tags.4": { "$exists": false } }, full("tags", 5));
    guards(
        f.tags().push_each(["a", "b"]),
        &doc! { "tags.3": { "$exists": false } },
        full("tags", 5),
    );
    guards(
        f.tags().push_each(["a", "b"]).sort(Direction::Asc).position(0),
        &doc! { "tags.3": { "$exists": false } },
        full("tags", 5),
    );
    guards(
        f.instock().push(stock("A", 1)),
        &doc! { "instock.3": { "$exists": false } },
        full("instock", 4),
    );
    guards(
        f.colors().add_to_set("red"),
        &doc! { "$or": [{ "colors.2": { "$exists": false } }, { "colors": "red" }] },
        full("colors", 3),
    );
    let stored = doc! { "$ifNull": ["$colors", []] };
    let missing = doc! { "$setDifference": [{ "$literal": ["red", "blue"] }, &stored] };
    guards(
        f.colors().add_to_set_each(["red", "blue", "red"]),
        &doc! { "$expr": { "$lte": [{ "$add": [{ "$size": stored }, { "$size": missing }] }, 3] } },
        full("colors", 3),
    );
    is_free(f.tags().push_each([] as [&str; 0]), &doc! { "$push": { "tags": { "$each": [] } } });
}

#[test]
fn elements_with_keys_of_their_own_are_counted() {
    let f = Item::fields();
    let label = std::collections::BTreeMap::from([("2".to_owned(), 1)]);
    guards(
        f.labels().push(label),
        &doc! { "$expr": { "$lte": [{ "$size": { "$ifNull": ["$labels", []] } }, 2] } },
        Rejection::ArrayFull { path: "labels", max: 3 },
    );
}

#[test]
fn a_push_over_the_bound_is_refused() {
    let f = Item::fields();
    refuses(f.tags().push_each(["a"; 6]), "`tags`: 6 items are over the declared `max_items = 5`");
    refuses(f.colors().add_to_set_each(["a", "b", "c", "d"]), "`colors`: 4 items");
    refuses(
        f.tags().push_each(["a"]).slice(-6),
        "`slice(-6)` would let `tags` have more than the 5 elements",
    );
    refuses(f.tags().push_each(["a"]).slice(i32::MIN), "`tags`");
    refuses(
        f.tags().push(format!("{CANARY} and more")),
        "code points are over the declared `max_len = 10`",
    );
    refuses(f.sku().set(CANARY.repeat(3)), "`sku`: 33 code points");
    let six = vec!["a"; 6];
    is_free(
        f.tags().push_each(six.clone()).slice(5),
        &doc! { "$push": { "tags": { "$each": six, "$slice": 5 } } },
    );
}

#[test]
fn arithmetic_stays_in_the_range_of_the_type() {
    let f = Item::fields();
    let out = |path| Rejection::OutOfRange { path };
    let (max, min) = (i32::MAX, i32::MIN);
    guards(f.qty().inc(5), &doc! { "qty": { "$lte": max - 5 } }, out("qty"));
    guards(f.qty().inc(-5), &doc! { "qty": { "$gte": min + 5 } }, out("qty"));
    guards(f.qty().dec(5), &doc! { "qty": { "$gte": min + 5 } }, out("qty"));
    guards(f.left().inc(5), &doc! { "left": { "$lte": 4_294_967_290_i64 } }, out("left"));
    guards(f.left().dec(5), &doc! { "left": { "$gte": 5_i64 } }, out("left"));
    guards(f.level().inc(5_i16), &doc! { "level": { "$not": { "$gt": 32_762 } } }, out("level"));
    guards(f.level().inc(-5_i16), &doc! { "level": { "$not": { "$lt": -32_763 } } }, out("level"));
    guards(f.qty().mul(2), &doc! { "qty": { "$gte": min / 2, "$lte": max / 2 } }, out("qty"));
    guards(
        f.qty().mul(-2),
        &doc! { "qty": { "$gte": -(max / 2), "$lte": -(min / 2) } },
        out("qty"),
    );
    guards(f.qty().mul(-1), &doc! { "qty": { "$gte": -max } }, out("qty"));
    guards(f.left().mul(3_u32), &doc! { "left": { "$lte": 1_431_655_765_i64 } }, out("left"));
    guards(
        f.level().mul(10_i16),
        &doc! { "$nor": [{ "level": { "$lt": -3276 } }, { "level": { "$gt": 3276 } }] },
        out("level"),
    );
    for free in
        [f.qty().inc(0), f.qty().mul(0), f.qty().mul(1), f.sold().inc(i64::MAX), f.sold().mul(-3)]
    {
        assert_eq!(free.render().expect("a good update").guards, []);
    }
    refuses(f.qty().dec(i32::MIN), "does not fit the negative of a number of this type");
}

#[test]
fn an_absent_number_counts_as_zero_and_passes_only_when_its_type_holds_the_result() {
    let f = Item::fields();
    let out = |path| Rejection::OutOfRange { path };
    guards(f.rest().dec(5_u16), &doc! { "rest": { "$gte": 5 } }, out("rest"));
    guards(f.rest().inc(5_u16), &doc! { "rest": { "$not": { "$gt": 65_530 } } }, out("rest"));
    guards(f.level().dec(i16::MIN), &doc! { "level": { "$lte": -1 } }, out("level"));
    guards(
        f.visits().count().dec(1_u32),
        &doc! { "visits.count": { "$gte": 1_i64 } },
        out("visits.count"),
    );
    guards(f.rest().mul(2_u16), &doc! { "rest": { "$not": { "$gt": 32_767 } } }, out("rest"));
}

#[test]
fn there_is_no_arithmetic_on_a_null_that_the_mapper_stores() {
    let f = Item::fields();
    let null = |path| Guard {
        condition: doc! { path: { "$not": { "$type": 10 } } },
        rejection: Rejection::Null { path },
    };
    let rendered = f.bonus().dec(5_u16).render().expect("a good update");
    let range = Guard {
        condition: doc! { "bonus": { "$gte": 5 } },
        rejection: Rejection::OutOfRange { path: "bonus" },
    };
    assert_eq!(rendered.guards, [null("bonus"), range]);
    for update in [f.malus().inc(5), f.malus().mul(2)] {
        assert_eq!(update.render().expect("a good update").guards, [null("malus")]);
    }
}

#[test]
fn an_optional_document_does_not_come_into_being_by_half() {
    let f = Item::fields();
    let condition = doc! { "box_size": { "$type": "object" } };
    guards(f.box_size().h().set(3), &condition, Rejection::ParentAbsent { path: "box_size" });
    is_free(
        f.box_size().set(Size { h: 1, uom: "cm".into() }),
        &doc! { "$set": { "box_size": { "h": 1, "uom": "cm" } } },
    );
    guards(
        f.visits().count().inc(1_u32),
        &doc! { "visits.count": { "$not": { "$gt": 4_294_967_294_i64 } } },
        Rejection::OutOfRange { path: "visits.count" },
    );
}

#[test]
fn a_path_is_changed_once() {
    let f = Item::fields();
    refuses(
        f.qty().set(1).and(f.qty().set(2)),
        "`qty` is changed twice in one update (`$set` and `$set`)",
    );
    refuses(f.qty().set(1).and(f.qty().inc(2)), "(`$set` and `$inc`)");
    refuses(
        recipe::set_on_insert(f.qty(), &2),
        "`qty` is set on insert, and only an upsert inserts",
    );
    let size = Size { h: 1, uom: "cm".into() };
    refuses(
        f.size().set(size.clone()).and(f.size().h().inc(1)),
        "`size` and `size.h` are changed in one update",
    );
    refuses(
        f.size().h().inc(1).and(f.size().set(size)),
        "`size.h` and `size` are changed in one update",
    );
    assert!(f.size().h().set(1).and(f.size().uom().set("m")).render().is_ok());
}

#[test]
fn an_update_that_can_not_be_meant_is_refused() {
    refuses(Update::<Item>::all_of([] as [Update<Item>; 0]), "changes nothing");
    refuses(Item::fields().note().set_null(), "`note` never stores null");
}

#[test]
fn a_condition_that_every_element_meets_does_not_empty_an_array() {
    let f = Item::fields();
    refuses(
        f.scores().pull_where(|score| score.not_in([] as [i32; 0])),
        "`scores` would be emptied",
    );
    refuses(f.scores().pull_where(|score| score.eq(1).or(score.eq(2))), "move `or` out");
    refuses(f.scores().pull_where(|score| score.gte(1).not()), "the opposite of a condition");
}

#[test]
fn an_element_never_becomes_an_operator() {
    let f = Item::fields();
    let trap = doc! { "$each": ["a"] };
    shows(f.extras().push(trap.clone()), &doc! { "$push": { "extras": { "$each": [&trap] } } });
    shows(
        f.extras().add_to_set(trap.clone()),
        &doc! { "$addToSet": { "extras": { "$each": [&trap] } } },
    );
}

#[test]
fn debug_shows_the_form_and_no_value() {
    let f = Item::fields();
    let update =
        f.sku().set(CANARY).and(f.qty().inc(7313)).and(f.tags().push_each([CANARY]).slice(-5));
    assert_eq!(
        format!("{update:?}"),
        "Update({ $set: { sku: ? }, $inc: { qty: ? }, $push: { tags: { $each: ?, $slice: -5 } } })"
    );
    let rendered =
        f.colors().add_to_set("7313").and(f.qty().inc(7313)).render().expect("a good update");
    let shown = format!("{rendered:?} {rendered:#?} {}", rendered.guards[0].rejection);
    assert!(!shown.contains("7313"), "{shown}");
}

#[test]
fn equal_updates_are_equal() {
    let f = Item::fields();
    assert_eq!(f.qty().inc(1), f.qty().inc(1));
    assert_ne!(f.qty().inc(1), f.qty().inc(2));
    assert_eq!(f.tags().push_each(["a"]).slice(1), f.tags().push_each(["a"]).slice(1));
    assert_ne!(f.tags().push_each(["a"]).slice(1), f.tags().push_each(["a"]));
}
