//! Filters render to what the server's manual shows, byte for byte.

use std::collections::BTreeMap;

use bson::{Bson, DateTime, Document as BsonDocument, doc, oid::ObjectId};

use super::{AllDocuments, Filter, FilterField, IntoFilter, by_id};
use crate::{
    Point,
    geo::Polygon,
    pattern,
    sample::{Account, CANARY, Item, Size, Status},
    shape::BsonType,
};

#[track_caller]
fn shows<D: crate::Document>(filter: impl IntoFilter<D>, expected: &BsonDocument) {
    let rendered = filter.into_filter().render().expect("a good filter");
    let bytes = |document: &BsonDocument| document.to_vec().expect("encodable");
    assert_eq!(bytes(&rendered), bytes(expected), "\nrendered {rendered}\nexpected {expected}");
}

#[track_caller]
fn refuses<D: crate::Document>(filter: &Filter<D>, part: &str) {
    let refusal = filter.render().expect_err("a broken rule").to_string();
    assert!(refusal.contains(part), "{refusal}");
    assert!(!refusal.contains(CANARY), "{refusal}");
}

#[test]
fn comparisons_are_written_as_in_the_manual() {
    let f = Item::fields();
    shows(f.status().eq(Status::A), &doc! { "status": "A" });
    shows(f.qty().ne(20), &doc! { "qty": { "$ne": 20 } });
    shows(f.qty().gt(20), &doc! { "qty": { "$gt": 20 } });
    shows(f.qty().gte(20), &doc! { "qty": { "$gte": 20 } });
    shows(f.qty().lt(20), &doc! { "qty": { "$lt": 20 } });
    shows(f.qty().lte(20), &doc! { "qty": { "$lte": 20 } });
    shows(f.status().is_in([Status::A, Status::D]), &doc! { "status": { "$in": ["A", "D"] } });
    shows(f.qty().not_in([5, 15]), &doc! { "qty": { "$nin": [5, 15] } });
    shows(f.size().uom().eq("in"), &doc! { "size.uom": "in" });
    shows(
        f.size().eq(Size { h: 14, uom: "cm".into() }),
        &doc! { "size": { "h": 14, "uom": "cm" } },
    );
    shows(f.sold().eq(5), &doc! { "sold": 5_i64 });
    shows(f.last_modified().lt(DateTime::MAX), &doc! { "lastModified": { "$lt": DateTime::MAX } });
}

#[test]
fn conditions_are_merged_where_they_can_be() {
    let f = Item::fields();
    let (low, high) = (f.qty().gte(1), f.qty().lt(5));
    shows(
        f.status().eq(Status::A).and(f.qty().lt(30)),
        &doc! { "status": "A", "qty": { "$lt": 30 } },
    );
    shows(low.clone().and(&high), &doc! { "qty": { "$gte": 1, "$lt": 5 } });
    shows(f.qty().eq(1).and(&high), &doc! { "qty": { "$eq": 1, "$lt": 5 } });
    shows(
        f.qty().ne(1).and(f.qty().ne(2)),
        &doc! { "$and": [{ "qty": { "$ne": 1 } }, { "qty": { "$ne": 2 } }] },
    );
    shows(f.qty().eq(1).and(f.qty().eq(2)), &doc! { "$and": [{ "qty": 1 }, { "qty": 2 }] });
    shows(
        low.clone().or(f.sale().eq(true)).and(high.clone().or(f.price().lt(5.0))),
        &doc! { "$and": [
            { "$or": [{ "qty": { "$gte": 1 } }, { "sale": true }] },
            { "$or": [{ "qty": { "$lt": 5 } }, { "price": { "$lt": 5.0 } }] },
        ] },
    );
    shows(
        f.status().eq(Status::A).and(high.or(f.sku().starts_with("p"))),
        &doc! { "status": "A", "$or": [{ "qty": { "$lt": 5 } }, { "sku": { "$regex": "^p" } }] },
    );
    shows(
        Filter::all_of([low.clone(), f.sale().eq(true)]),
        &doc! { "qty": { "$gte": 1 }, "sale": true },
    );
    shows(Filter::<Item>::all_of([] as [Filter<Item>; 0]), &doc! {});
    shows(
        Filter::any_of([low.clone(), f.sale().eq(true)]),
        &doc! { "$or": [{ "qty": { "$gte": 1 } }, { "sale": true }] },
    );
    shows(Filter::<Item>::any_of([] as [Filter<Item>; 0]), &doc! { "$nor": [{}] });
    shows(
        Filter::none_of([f.price().eq(1.99), f.sale().eq(true)]),
        &doc! { "$nor": [{ "price": 1.99 }, { "sale": true }] },
    );
    shows(
        f.sale().eq(true).or(&low).or(f.qty().eq(0)),
        &doc! { "$or": [
            { "sale": true }, { "qty": { "$gte": 1 } }, { "qty": 0 },
        ] },
    );
}

#[test]
fn the_opposite_of_a_condition_is_not_and_of_several_nor() {
    let f = Item::fields();
    shows(f.price().gt(1.99).not(), &doc! { "price": { "$not": { "$gt": 1.99 } } });
    shows(f.sku().starts_with("p").not(), &doc! { "sku": { "$not": { "$regex": "^p" } } });
    shows(f.qty().eq(1).not(), &doc! { "qty": { "$not": { "$eq": 1 } } });
    shows(
        f.qty().eq(1).and(f.sale().eq(true)).not(),
        &doc! { "$nor": [{ "qty": 1, "sale": true }] },
    );
    shows(f.qty().eq(1).not().not(), &doc! { "$nor": [{ "qty": { "$not": { "$eq": 1 } } }] });
}

#[test]
fn presence_has_four_conditions() {
    let f = Item::fields();
    shows(f.note().is_null(), &doc! { "note": { "$type": 10 } });
    shows(f.note().is_absent(), &doc! { "note": { "$exists": false } });
    shows(f.note().is_null_or_absent(), &doc! { "note": null });
    shows(f.hint().is_present(), &doc! { "hint": { "$ne": null } });
    shows(f.extra().exists(true), &doc! { "extra": { "$exists": true } });
    shows(f.sku().has_type(BsonType::String), &doc! { "sku": { "$type": "string" } });
    shows(f.note().eq("a"), &doc! { "note": "a" });
}

#[test]
fn patterns_are_anchored_and_escaped() {
    let f = Item::fields();
    shows(f.sku().starts_with("ABC"), &doc! { "sku": { "$regex": "^ABC" } });
    shows(f.sku().starts_with(".*"), &doc! { "sku": { "$regex": r"^\.\*" } });
    shows(f.sku().contains("a+b"), &doc! { "sku": { "$regex": r"a\+b" } });
    shows(f.sku().matches(pattern!("^[A-Z]{2}-")), &doc! { "sku": { "$regex": "^[A-Z]{2}-" } });
}

#[test]
fn arrays_are_asked_for_one_element_for_all_or_for_their_length() {
    let f = Item::fields();
    shows(
        f.tags().eq(vec!["red".to_owned(), "blank".to_owned()]),
        &doc! { "tags": ["red", "blank"] },
    );
    shows(f.tags().each().eq("red"), &doc! { "tags": "red" });
    shows(f.tags().contains_all(["red", "blank"]), &doc! { "tags": { "$all": ["red", "blank"] } });
    shows(f.tags().has_len(3), &doc! { "tags": { "$size": 3 } });
    shows(f.colors().each().eq("red"), &doc! { "colors": "red" });
    shows(
        f.scores().elem_match(|score| score.gte(80).and(score.lt(85))),
        &doc! { "scores": { "$elemMatch": { "$gte": 80, "$lt": 85 } } },
    );
    shows(
        f.scores().elem_match(|score| score.eq(5)),
        &doc! { "scores": { "$elemMatch": { "$eq": 5 } } },
    );
    shows(
        f.scores().elem_match(|score| score.gte(8).not()),
        &doc! { "scores": { "$elemMatch": { "$not": { "$gte": 8 } } } },
    );
    shows(
        f.instock().elem_match(|stock| stock.qty().gt(10).and(stock.qty().lte(20))),
        &doc! { "instock": { "$elemMatch": { "qty": { "$gt": 10, "$lte": 20 } } } },
    );
    shows(
        f.instock().elem_match(|stock| stock.warehouse().eq("A").or(stock.qty().eq(5))),
        &doc! { "instock": { "$elemMatch": { "$or": [{ "warehouse": "A" }, { "qty": 5 }] } } },
    );
    shows(f.instock().each().qty().lte(20), &doc! { "instock.qty": { "$lte": 20 } });
}

#[test]
fn two_conditions_on_one_array_path_need_elem_match() {
    let f = Item::fields();
    let text = "two conditions on `scores` can be met by two different elements of `scores`; for one element that meets \
                both, write `scores().elem_match(|item| ..)`";
    let (low, high) = (f.scores().each().gte(80), f.scores().each().lt(85));
    refuses(&low.clone().and(&high), text);
    refuses(&low.clone().and(f.sale().eq(true).or(&high)), text);
    refuses(&low.clone().and(f.scores().each().is_in([1, 2])), text);
    refuses(&low.clone().and(high.clone().not()), text);
    refuses(&low.clone().and(f.scores().each().eq(81)), text);
    let qty = f.instock().each().qty().gt(5).and(f.instock().each().qty().lt(10));
    refuses(
        &qty,
        "two conditions on `instock.qty` can be met by two different elements of `instock`",
    );
    assert!(low.clone().or(&high).render().is_ok());
    // Both ask about all elements.
    shows(
        low.not().and(high.not()),
        &doc! { "$and": [{ "scores": { "$not": { "$gte": 80 } } }, { "scores": { "$not": { "$lt": 85 } } }] },
    );
    // One element equals one value: these can only mean two of them.
    shows(
        f.tags().each().eq("a").and(f.tags().each().eq("b")),
        &doc! { "$and": [{ "tags": "a" }, { "tags": "b" }] },
    );
}

#[test]
fn an_array_inside_of_an_array_is_asked_by_a_second_elem_match() {
    let f = Item::fields();
    shows(
        f.rows().elem_match(|row| row.each().eq(1)),
        &doc! { "rows": { "$elemMatch": { "$elemMatch": { "$eq": 1 } } } },
    );
    shows(
        f.rows().elem_match(|row| row.each().gte(1).not()),
        &doc! { "rows": { "$elemMatch": { "$not": { "$elemMatch": { "$gte": 1 } } } } },
    );
    shows(
        f.rows().elem_match(|row| row.elem_match(|cell| cell.gt(1).and(cell.lt(5)))),
        &doc! { "rows": { "$elemMatch": { "$elemMatch": { "$gt": 1, "$lt": 5 } } } },
    );
    shows(
        f.shelves().elem_match(|shelf| shelf.each().qty().lte(2)),
        &doc! { "shelves": { "$elemMatch": { "$elemMatch": { "qty": { "$lte": 2 } } } } },
    );
    refuses(
        &f.rows().elem_match(|row| row.each().gt(1).and(row.each().lt(5))),
        "two conditions on the elements of an element",
    );
    refuses(
        &f.shelves().elem_match(|shelf| shelf.each().qty().eq(1).or(shelf.each().qty().eq(2))),
        "move `or` out",
    );
}

#[test]
fn geometry_is_geojson_with_longitude_first() {
    let f = Item::fields();
    let at = |longitude, latitude| Point::new(longitude, latitude).expect("on earth");
    let point = doc! { "type": "Point", "coordinates": [-73.9667, 40.78] };
    shows(
        f.location().near(at(-73.9667, 40.78), 5000.0),
        &doc! {
            "location": { "$near": { "$geometry": &point, "$maxDistance": 5000.0 } }
        },
    );
    shows(
        f.location().near_between(at(-73.9667, 40.78), 1000.0, 5000.0),
        &doc! {
            "location": { "$near": { "$geometry": &point, "$minDistance": 1000.0, "$maxDistance": 5000.0 } }
        },
    );
    shows(
        f.location().within_circle(at(-88.0, 30.0), 6_378_100.0),
        &doc! {
            "location": { "$geoWithin": { "$centerSphere": [[-88.0, 30.0], 1.0] } }
        },
    );
    shows(
        f.location().within_box(at(0.0, 0.0), at(3.0, 6.0)),
        &doc! {
            "location": { "$geoWithin": { "$geometry": {
                "type": "Polygon", "coordinates": [[[0.0, 0.0], [3.0, 0.0], [3.0, 6.0], [0.0, 6.0], [0.0, 0.0]]],
            } } }
        },
    );
    let area = Polygon::new([[0.0, 0.0], [3.0, 6.0], [6.0, 1.0], [0.0, 0.0]]).expect("a ring");
    let ring = [[0.0, 0.0], [3.0, 6.0], [6.0, 1.0], [0.0, 0.0]].map(|corner| corner.to_vec());
    let polygon = doc! { "type": "Polygon", "coordinates": [ring.to_vec()] };
    shows(
        f.location().within(&area),
        &doc! { "location": { "$geoWithin": { "$geometry": &polygon } } },
    );
    shows(
        f.location().intersects(&area),
        &doc! { "location": { "$geoIntersects": { "$geometry": &polygon } } },
    );
    refuses(&f.location().near(at(0.0, 0.0), f64::NAN), "a number of metres");
    refuses(&f.location().near(at(0.0, 0.0), -1.0), "a number of metres");
    refuses(&f.location().within_box(at(3.0, 0.0), at(0.0, 6.0)), "south-west corner first");
    let near = f.location().near(at(0.0, 0.0), 1.0);
    assert!(near.has_near() && near.clone().and(f.qty().eq(1)).render().is_ok());
    let center = doc! { "$near": { "$geometry": { "type": "Point", "coordinates": [0.0, 0.0] }, "$maxDistance": 1.0 } };
    let circle = doc! { "$geoWithin": { "$centerSphere": [[0.0, 0.0], 0.0] } };
    shows(
        near.clone().and(f.location().within_circle(at(0.0, 0.0), 0.0)),
        &doc! { "$and": [{ "location": center }, { "location": circle }] },
    );
    refuses(&near.clone().or(f.qty().eq(1)), "`within_circle`");
    refuses(&near.clone().not(), "`within_circle`");
    refuses(&near.clone().and(near), "`within_circle`");
}

#[test]
fn an_id_makes_a_filter() {
    let id = ObjectId::from_bytes([7; 12]);
    shows::<Item>(by_id(id), &doc! { "_id": id });
    shows::<Account>(by_id(7), &doc! { "_id": 7_i64 });
    shows(by_id(id).and(Item::fields().qty().eq(1)), &doc! { "_id": id, "qty": 1 });
    assert_eq!(format!("{:?}", by_id(CANARY)), "ById(?)");
}

#[test]
fn a_filter_compares_fields_and_not_the_document() {
    let f = Account::fields();
    refuses(&f.exists(true), "name a field of it");
    refuses(&f.exists(true).not().or(f.balance().eq(1)), "name a field of it");
}

#[test]
fn a_value_never_becomes_an_operator() {
    let text = |text: &str| text.to_owned().try_into().expect("without NUL");
    let regex = Bson::RegularExpression(bson::Regex { pattern: text("a"), options: text("") });
    assert_eq!(super::guarded(regex.clone()), doc! { "$eq": regex }.into());
    assert_eq!(super::guarded(doc! { "$gt": "" }.into()), doc! { "$eq": { "$gt": "" } }.into());
    assert_eq!(
        super::guarded(doc! { "a": { "$gt": "" } }.into()),
        doc! { "a": { "$gt": "" } }.into()
    );
    let f = Item::fields();
    refuses(&f.map().eq(BTreeMap::from([("$gt".to_owned(), 1)])), "starts with `$`");
}

#[test]
fn what_a_field_can_not_hold_comes_out_when_the_filter_is_rendered() {
    let f = Item::fields();
    let bad = f.map().eq(BTreeMap::from([(format!("{CANARY}.x"), 1)]));
    refuses(&f.qty().eq(1).and(&bad), "`map`: the map key has a `.`");
    refuses(&f.qty().eq(1).or(bad.not()), "`map`");
    refuses(&f.sku().starts_with(format!("{CANARY}\0")), "NUL");
}

#[test]
fn conditions_on_the_elements_of_one_array_need_elem_match() {
    let f = Item::fields();
    let (warehouse, qty) = (f.instock().each().warehouse().eq("A"), f.instock().each().qty().gt(5));
    let text = "conditions on `instock.warehouse` and `instock.qty` can be met by two different elements of `instock`; for \
                one element that meets both, write `instock().elem_match(|item| ..)`";
    refuses(&warehouse.clone().and(&qty), text);
    refuses(&warehouse.clone().and(&qty).not(), text);
    refuses(&warehouse.clone().and(f.sale().eq(true).or(&qty)), text);
    assert!(warehouse.clone().or(&qty).render().is_ok());
    assert!(Filter::none_of([warehouse, qty]).render().is_ok());
}

#[test]
fn an_element_is_tested_as_a_whole_or_by_its_fields() {
    let f = Item::fields();
    let stock = crate::sample::Stock { warehouse: "A".into(), qty: 1 };
    refuses(&f.scores().elem_match(|score| score.eq(1).or(score.eq(2))), "move `or` out");
    refuses(&f.scores().elem_match(|score| score.ne(1).and(score.ne(2))), "in one `elem_match`");
    refuses(
        &f.instock().elem_match(|item| item.eq(&stock).and(item.qty().eq(1))),
        "don't test its fields beside it",
    );
    refuses(&f.scores().elem_match(|_| Filter::all_of([] as [Filter<i32>; 0])), "no condition");
    assert!(f.instock().elem_match(|item| item.eq(&stock)).render().is_ok());
}

#[test]
fn what_matches_everything_is_known_by_its_form() {
    let f = Item::fields();
    let none: [Filter<Item>; 0] = [];
    let everything = [
        Filter::all_of(none.clone()),
        Filter::none_of(none.clone()),
        f.qty().not_in([] as [i32; 0]),
        f.sku().starts_with(""),
        f.sku().contains(""),
        f.id().exists(true),
        f.qty().is_in([] as [i32; 0]).not(),
        Filter::any_of(none.clone()).not(),
        f.qty().eq(1).or(f.qty().not_in([] as [i32; 0])),
        f.qty().not_in([] as [i32; 0]).and(f.sku().contains("")),
        f.qty().eq(1).and(f.qty().not_in([] as [i32; 0]).not()).not(),
    ];
    for filter in &everything {
        assert!(filter.matches_everything(), "{filter:?}");
        assert!(!filter.is_all_documents(), "{filter:?}");
    }
    let something = [
        f.qty().eq(1),
        f.qty().is_in([] as [i32; 0]),
        Filter::any_of(none),
        f.sku().exists(true),
        f.qty().eq(1).and(f.qty().not_in([] as [i32; 0])),
        f.qty().eq(1).not(),
    ];
    for filter in &something {
        assert!(!filter.matches_everything(), "{filter:?}");
    }
    let all: Filter<Item> = AllDocuments.into_filter();
    assert!(all.matches_everything() && all.is_all_documents());
    shows(all.and(f.qty().eq(1)), &doc! { "qty": 1 });
}

#[test]
fn debug_shows_the_form_and_no_value() {
    let f = Item::fields();
    let filter = f
        .sku()
        .eq(CANARY)
        .and(f.qty().gte(7313))
        .and(f.tags().elem_match(|tag| tag.starts_with(CANARY)));
    let shown = format!("{filter:?} {filter:#?}");
    assert!(!shown.contains("7313"), "{shown}");
    assert_eq!(
        format!("{:?}", filter.or(f.note().is_absent())),
        "Filter({ $or: [{ sku: ?, qty: { $gte: ? }, tags: { $elemMatch: { $regex: ? } } }, { note: { $exists: false } }] })"
    );
}

#[test]
fn equal_filters_are_equal() {
    let f = Item::fields();
    assert_eq!(
        f.qty().eq(1).and(f.sale().eq(true)),
        Filter::all_of([f.qty().eq(1), f.sale().eq(true)])
    );
    assert_ne!(f.qty().eq(1), f.qty().eq(2));
    assert_ne!(f.qty().eq(1), f.qty().ne(1));
}
