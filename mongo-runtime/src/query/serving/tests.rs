mod large;

use super::*;
use crate::{
    codec::Bounds,
    document::{Allowance, Declaration, Discriminator},
    index::{Collation, IndexDeclaration, IndexKey, Literal, PartialOp, PartialTerm},
    query::{Predicate, PredicateOp, QueryShape, SortKey},
    shape::{BsonType, DocumentShape, Scalar, Shape},
    sort::Direction,
};

static TEXT: Shape = Shape::Scalar(Scalar::variable(BsonType::String));

static TEXTS: Shape = Shape::Array(&TEXT);

static INT: Shape = Shape::Scalar(Scalar::integer(BsonType::Int32, 0, 1000));

static GERMAN: Collation = Collation::new("de");

const fn key(path: &'static str, kind: KeyKind) -> IndexKey {
    IndexKey {
        path,
        shape: shape(path),
        array: array(path),
        may_lack: false,
        optional: "",
        null: false,
        variant: None,
        kind,
    }
}

const fn shape(path: &str) -> &'static Shape {
    match path.as_bytes() {
        b"total" | b"rank" | b"items.qty" => &INT,
        b"tags" => &TEXTS,
        _ => &TEXT,
    }
}

const fn array(path: &str) -> &'static str {
    match path.as_bytes() {
        b"items.sku" | b"items.qty" => "items",
        _ => "",
    }
}

fn asc(path: &'static str) -> IndexKey {
    key(path, KeyKind::Asc)
}

fn desc(path: &'static str) -> IndexKey {
    key(path, KeyKind::Desc)
}

fn index(name: &'static str, keys: &[IndexKey]) -> IndexDeclaration {
    IndexDeclaration::new(name, keys.to_vec().leak())
}

fn declaration(indexes: Vec<IndexDeclaration>) -> &'static Declaration {
    const SHAPE: &DocumentShape = &DocumentShape::new("shop::Order", "Order", &[], false);
    let mut declaration = Declaration::new("Order", "orders", SHAPE);
    declaration.indexes = indexes.leak();
    Box::leak(Box::new(declaration))
}

const fn is_tags(path: &str) -> bool {
    matches!(path.as_bytes(), b"tags")
}

const fn asks(path: &'static str, op: PredicateOp) -> Predicate {
    Predicate {
        attribute: "",
        path,
        written: path,
        shape: if is_tags(path) { &TEXT } else { shape(path) },
        array: if is_tags(path) { path } else { array(path) },
        bounds: Bounds::NONE,
        may_lack: false,
        variant: None,
        op,
        literal: None,
        max_items: None,
        is_optional: false,
        element: None,
    }
}

fn eq(path: &'static str) -> Predicate {
    asks(path, PredicateOp::Eq)
}

fn is_in(path: &'static str, max_items: Option<usize>) -> Predicate {
    Predicate { max_items, ..asks(path, PredicateOp::In) }
}

const fn by(path: &'static str, direction: Direction) -> SortKey {
    SortKey {
        path,
        written: path,
        shape: shape(path),
        array: array(path),
        may_lack: false,
        direction,
        nulls: None,
    }
}

fn query(predicates: &[Predicate], sort: &[SortKey]) -> QueryShape<'static> {
    QueryShape::new(predicates.to_vec().leak(), sort.to_vec().leak(), None)
}

fn told(indexes: Vec<IndexDeclaration>, query: &QueryShape<'static>) -> String {
    told_with(indexes, query, &[], None)
}

fn told_with(
    indexes: Vec<IndexDeclaration>,
    query: &QueryShape<'static>,
    allowances: &[Allowance],
    scan: Option<&str>,
) -> String {
    let broken = check_query("order.find", declaration(indexes), query, allowances, scan);
    let told = broken.map_or_else(String::new, |text| text.as_str().to_owned());
    match told.split_once("): ") {
        None => explained(&told),
        // `nearest` and `loose` look at these.
        Some((_, why)) if why.contains("comes nearest") || told.contains("looks at more") => told,
        Some((_, why)) => {
            explained(why);
            told
        }
    }
}

/// The same text, which "How to fix an index error" has, too: with other names, paths and numbers.
fn explained(told: &str) -> String {
    const PAGE: &str = include_str!("../../../docs/index-errors.md");
    assert!(
        without_names(PAGE).contains(&without_names(told)),
        "the page does not explain: {told}"
    );
    told.to_owned()
}

fn without_names(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let text: String = pieces.map(|(n, piece)| if n % 2 == 0 { piece } else { "`_`" }).collect();
    let text: String = text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is told where no index serves the query: the part about the nearest one.
fn nearest(indexes: Vec<IndexDeclaration>, query: &QueryShape<'static>) -> String {
    let told = told(indexes, query);
    let (_, told) = told.split_once("comes nearest, but ").unwrap_or_else(|| panic!("{told}"));
    let (told, _) = told.split_once(", or declare").unwrap_or_else(|| panic!("{told}"));
    explained(told)
}

/// What is told where an index serves the query and looks at more.
fn loose(indexes: Vec<IndexDeclaration>, query: &QueryShape<'static>) -> String {
    let told = told(indexes, query);
    let (_, told) =
        told.split_once("looks at more than it returns").unwrap_or_else(|| panic!("{told}"));
    let (_, told) = told.split_once("): ").unwrap_or_else(|| panic!("{told}"));
    let (why, _) = told.split_once("; ").unwrap_or_else(|| panic!("{told}"));
    explained(why.strip_prefix("in `ix`, ").unwrap_or(why));
    told.to_owned()
}

#[test]
fn a_query_without_an_index_is_told_what_it_asks_and_which_index_to_declare() {
    let query = query(
        &[eq("status"), asks("total", PredicateOp::Gte), is_in("kind", Some(5)), eq("items.sku")],
        &[by("createdAt", Direction::Desc), by("_id", Direction::Desc)],
    );
    assert_eq!(
        told(vec![], &query),
        "no index serves `order.find` (equality `status`, `items.sku`; list `kind`; range `total`; sort `createdAt desc`, `_id desc`): \
         declare `index(name = \"ix_status_sku_kind_createdAt\", keys(status, items[].sku, kind, createdAt = desc, id = desc, total))` on \
         `Order`, or say why it may look at each document: `collection_scan = \"..\"`"
    );
}

#[test]
fn a_query_that_asks_nothing_is_told_to_sort_by_the_id() {
    assert_eq!(
        told(vec![], &query(&[], &[])),
        "no index serves `order.find` (nothing is asked): sort by `id`, which has an index, or say why it may look at each document: \
         `collection_scan = \"..\"`"
    );
    assert_eq!(told(vec![], &query(&[], &[by("_id", Direction::Desc)])), "");
}

#[test]
fn the_combination_of_optional_conditions_that_no_index_serves_is_named() {
    let optional = |path| Predicate { is_optional: true, ..eq(path) };
    let query = query(&[optional("status"), optional("kind")], &[]);
    let told = told(vec![index("ix_kind_status", &[asc("kind"), asc("status")])], &query);
    assert!(
        told.starts_with(
            "no index serves `order.find` without `kind` (equality `status`): declare"
        ),
        "{told}"
    );
}

#[test]
fn the_nearest_index_is_told_why_it_does_not_serve() {
    let find =
        query(&[eq("status")], &[by("createdAt", Direction::Desc), by("rank", Direction::Asc)]);
    let ix = |keys: &[IndexKey]| vec![index("ix", keys)];
    assert_eq!(
        nearest(ix(&[asc("status")]), &find),
        "it has no key `createdAt` to sort by; add it"
    );
    assert_eq!(
        nearest(ix(&[asc("status"), asc("kind"), asc("createdAt")]), &find),
        "`kind` stands before `createdAt`, and is neither equal to one value nor the next to sort by; put it behind"
    );
    assert_eq!(
        nearest(ix(&[asc("status"), desc("createdAt"), desc("rank")]), &find),
        "`rank` goes the other way than the keys before it, and an index is read as it stands or reversed as a whole; reverse that key"
    );
    assert_eq!(
        nearest(ix(&[asc("status"), key("createdAt", KeyKind::Hashed)]), &find),
        "`createdAt` is hashed there, or its text is compared in another way; index it in the order of the query"
    );
    let german = QueryShape { collation: Some(&GERMAN), ..query(&[eq("status")], &[]) };
    assert_eq!(
        nearest(ix(&[asc("status")]), &german),
        "it compares the text of `status` in another way; write the same `collation(..)` at both, or at none"
    );
    let ranges = query(&[asks("total", PredicateOp::Gt)], &[]);
    assert_eq!(
        nearest(ix(&[key("total", KeyKind::Hashed)]), &ranges),
        "it is hashed at `total`, where it finds equal values alone; write `asc` in place of `hashed`"
    );
    let present = query(&[asks("tags", PredicateOp::Present)], &[]);
    let told = told(ix(&[asc("tags")]), &present);
    assert!(
        told.contains("`tags` is an array, in which null may stand beside values; ask one element"),
        "{told}"
    );
}

#[test]
fn lists_before_an_order_are_told_how_many_places_are_merged() {
    let find = |first, second| {
        query(&[is_in("status", first), is_in("kind", second)], &[by("createdAt", Direction::Asc)])
    };
    let ix = || vec![index("ix", &[asc("status"), asc("kind"), asc("createdAt")])];
    assert_eq!(told(ix(), &find(Some(20), Some(10))), "");
    assert_eq!(
        nearest(ix(), &find(Some(21), Some(10))),
        "its lists have up to 210 combinations, and the server merges at most 200 places in order; lower `max_items`"
    );
    assert_eq!(
        nearest(ix(), &find(Some(21), None)),
        "the list of `kind` has no declared length, and the server merges at most 200 places in order; write `max_items`"
    );
    let behind = vec![index("ix", &[asc("status"), asc("createdAt"), asc("tags")])];
    let query = query(&[is_in("status", Some(3))], &[by("createdAt", Direction::Asc)]);
    assert_eq!(nearest(behind, &query), "`tags` is an array, and gives no order; leave it out");
}

#[test]
fn an_index_that_the_planner_leaves_alone_is_told_so() {
    let find = query(&[eq("status")], &[]);
    let ix = |change: fn(&mut IndexDeclaration)| {
        let mut index = index("ix", &[asc("status")]);
        change(&mut index);
        vec![index]
    };
    assert_eq!(
        nearest(ix(|it| it.hidden = true), &find),
        "it is hidden from the planner; remove `hidden`"
    );
    assert!(
        nearest(ix(|it| it.sparse = true), &find)
            .starts_with("it is sparse, and the planner ignores it")
    );
    for (kind, name) in
        [(KeyKind::Text, "`text`"), (KeyKind::Sphere, "`2dsphere`"), (KeyKind::Wildcard, "`*`")]
    {
        let told = nearest(vec![index("ix", &[key("status", kind)])], &find);
        assert_eq!(
            told,
            format!("it has a key that serves other queries, {name}; leave it to those")
        );
    }
}

#[test]
fn the_condition_of_a_partial_index_is_told_as_the_attribute_that_asks_for_it() {
    let find = query(&[eq("kind")], &[]);
    let ix = |op, literal, path| {
        let term = PartialTerm {
            path,
            shape: &TEXT,
            array: "",
            bounds: Bounds::NONE,
            op,
            literal,
            variant: None,
        };
        let mut index = index("ix", &[asc("kind")]);
        index.partial = vec![term].leak();
        index
    };
    for (partial, told) in [
        (ix(PartialOp::Eq, Literal::Str("open"), "status"), "status = \"open\""),
        (ix(PartialOp::Gt, Literal::Int(100), "total"), "total > 100"),
        (ix(PartialOp::Lte, Literal::Int(-5), "total"), "total <= -5"),
        (ix(PartialOp::Eq, Literal::Bool(true), "paid"), "paid = true"),
        (ix(PartialOp::Exists, Literal::Bool(true), "paidAt"), "exists(paidAt)"),
    ] {
        assert_eq!(
            nearest(vec![partial], &find),
            format!("its condition `{told}` is not implied; write `constant({told})`")
        );
    }
    let mut taken = ix(PartialOp::Eq, Literal::Bool(true), "paid");
    taken.name = "ix_kind";
    let told = told(vec![taken], &find);
    assert!(told.contains("declare `index(name = \"ix_kind_2\", keys(kind))`"), "{told}");
    let mut own = index("ix", &[asc("rank")]);
    own.only = Some(Discriminator { field: "type", tag: "Order" });
    let german = QueryShape { collation: Some(&GERMAN), ..query(&[eq("rank")], &[]) };
    assert_eq!(
        nearest(vec![own], &german),
        "it has only documents whose `type` is `Order`, by another collation; write the same `collation(..)` at both, or at none"
    );
}

#[test]
fn a_condition_that_would_not_be_enough_is_not_advised() {
    let find = query(&[eq("kind")], &[by("createdAt", Direction::Desc)]);
    let term = PartialTerm {
        path: "status",
        shape: &TEXT,
        array: "",
        bounds: Bounds::NONE,
        op: PartialOp::Eq,
        literal: Literal::Str("open"),
        variant: None,
    };
    let mut partial = index("ix", &[asc("kind")]);
    partial.partial = vec![term].leak();
    assert_eq!(
        nearest(vec![partial], &find),
        "its condition `status = \"open\"` is not implied, and it has no key `createdAt` to sort by; add it"
    );
}

#[test]
fn a_hint_that_rules_out_the_index_that_serves_is_told() {
    let indexes = vec![index("ix_kind", &[asc("kind")]), index("ix_status", &[asc("status")])];
    let find = query(&[eq("kind")], &[]).hinted(Some("ix_status"));
    assert_eq!(
        told(indexes, &find),
        "no index serves `order.find` (equality `kind`): its hint rules out all indexes but `ix_status`, and `ix_kind` serves it; \
         write `hint = \"ix_kind\"`, or remove `hint`"
    );
}

#[test]
fn a_query_that_looks_at_more_than_it_returns_is_told_why() {
    let residual = query(&[eq("status"), eq("kind")], &[]);
    assert_eq!(
        loose(vec![index("ix", &[asc("status")])], &residual),
        "in `ix`, `kind` is not searched by, so that documents are fetched and thrown away; declare \
         `index(name = \"ix_status_kind\", keys(status, kind))` on `Order`, or write `allow(residual, reason = \"..\")`"
    );
    let late = query(&[eq("status"), asks("total", PredicateOp::Gt)], &[]);
    assert!(loose(vec![index("ix", &[asc("total"), asc("status")])], &late).starts_with(
        "in `ix`, `total` stands before `status`, which is equal to one value; declare"
    ));
    let keys = [asc("status"), asc("kind"), asc("total")];
    assert!(
        loose(vec![index("ix", &keys)], &late).starts_with(
            "in `ix`, `kind`, of which nothing is asked, stands before `total`; declare"
        )
    );
    let pattern = query(&[asks("status", PredicateOp::Contains)], &[]);
    assert_eq!(
        loose(vec![index("ix", &[asc("status")])], &pattern),
        "in `ix`, each text of `status` is compared with a pattern; compare with `starts_with` or `eq`, or write \
         `allow(residual, reason = \"..\")`"
    );
    let negative = query(&[asks("status", PredicateOp::Ne)], &[]);
    assert_eq!(
        loose(vec![index("ix", &[asc("status")])], &negative),
        "in `ix`, nothing is searched for: `status` and the like say what is not wanted, which most documents meet; ask for the values \
         that are wanted, or write `allow(only_negative, reason = \"..\")`"
    );
}

#[test]
fn an_index_that_the_server_may_prefer_is_ruled_out_by_a_hint() {
    let indexes = || {
        vec![
            index("ix_status", &[asc("status"), asc("createdAt"), asc("total")]),
            index("ix_total", &[asc("total")]),
        ]
    };
    let find =
        query(&[eq("status"), asks("total", PredicateOp::Gt)], &[by("createdAt", Direction::Desc)]);
    assert_eq!(
        told(indexes(), &find),
        "the server may sort `order.find` in memory (equality `status`; range `total`; sort `createdAt desc`): `ix_status` has the \
         order, but the conditions on `ix_total` may find fewer entries; write `hint = \"ix_status\"`, or \
         `allow(rival, reason = \"..\")`"
    );
    assert_eq!(told(indexes(), &find.hinted(Some("ix_status"))), "");
    let allowed = [Allowance { rule: "rival", reason: "few" }];
    assert_eq!(told_with(indexes(), &find, &allowed, None), "");
}

#[test]
fn a_reason_for_what_a_query_does_not_do_is_refused() {
    let ix = || vec![index("ix", &[asc("status")])];
    let find = query(&[eq("status")], &[]);
    assert_eq!(
        told_with(ix(), &find, &[], Some("few")),
        "`order.find` is served by an index: remove `collection_scan`"
    );
    for (rule, why) in [
        ("residual", "looks at no more than its index has for it"),
        ("only_negative", "says what is wanted"),
        ("rival", "is served by one index alone"),
    ] {
        assert_eq!(
            told_with(ix(), &find, &[Allowance { rule, reason: "few" }], None),
            format!("`order.find` {why}: remove `allow({rule}, ..)`")
        );
    }
    assert_eq!(told_with(vec![], &find, &[], Some("few")), "");
}

#[test]
fn a_query_has_at_most_six_optional_conditions() {
    let paths = ["a", "b", "c", "d", "e", "f", "g"];
    let all: Vec<Predicate> =
        paths.iter().map(|path| Predicate { is_optional: true, ..eq(path) }).collect();
    assert_eq!(
        told(vec![], &query(&all, &[])),
        "`order.find` has over 6 optional conditions, and each combination of them is checked: make it two queries"
    );
    let many = vec![eq("status"); 65];
    assert_eq!(
        told(vec![], &query(&many, &[])),
        "`order.find` has over 64 conditions: make it two queries"
    );
}

#[test]
fn a_point_of_a_unique_index_needs_no_other_key() {
    let mut unique = index("uq", &[asc("number")]);
    unique.unique = true;
    let find = query(&[eq("number"), eq("status")], &[]);
    assert_eq!(told(vec![unique], &find), "");
    assert_eq!(told(vec![], &query(&[eq("_id"), eq("status")], &[])), "");
}

#[test]
fn a_query_that_reads_more_than_its_index_holds_is_not_covered() {
    let find = query(&[eq("status")], &[by("createdAt", Direction::Desc)]);
    let told = |keys: &[IndexKey], query: &QueryShape<'static>, paths: &[&str]| {
        let broken =
            check_covered("order.find", declaration(vec![index("ix", keys)]), query, paths);
        broken.map_or_else(String::new, |text| text.as_str().to_owned())
    };
    let keys = [asc("status"), asc("createdAt"), asc("tags"), asc("total")];
    assert_eq!(told(&keys, &find, &["createdAt", "total"]), "");
    assert_eq!(
        told(&keys, &find, &["createdAt", "_id"]),
        "`order.find` is to be answered out of an index alone, and `ix` does not hold `_id` as it is stored: read less, add a key to \
         the index, or remove `covered`"
    );
    assert!(told(&keys, &find, &["tags"]).contains("does not hold `tags`"));
    let null = query(&[asks("status", PredicateOp::NullOrAbsent)], &[]);
    assert!(
        told(&keys, &null, &["total"]).contains(
            "in `ix`, `status` is not searched by, or looked at in the document as well:"
        )
    );
    assert!(told(&keys, &query(&[eq("kind")], &[]), &["kind"]).contains("and none serves it:"));
}

#[test]
fn a_path_is_told_as_it_is_written_and_an_element_without_its_name() {
    let of_item =
        Predicate { element: Some("line"), ..eq("items.sku").written_as("items[line].sku") };
    let find = query(&[of_item, eq("customerId").written_as("customer_id")], &[]);
    let told = told(vec![], &find);
    assert!(told.contains("(equality `items[line].sku`, `customer_id`)"), "{told}");
    assert!(told.contains("keys(items[].sku, customer_id)"), "{told}");
}

#[test]
fn a_wildcard_that_the_server_may_search_by_is_a_rival_of_an_order() {
    let indexes = || {
        vec![
            index("ix_rank", &[asc("rank")]),
            index("ix_below", &[key("customer", KeyKind::Wildcard)]),
        ]
    };
    let find = query(&[eq("customer.name")], &[by("rank", Direction::Asc)]);
    let allowed = [Allowance { rule: "residual", reason: "few" }];
    let told = told_with(indexes(), &find, &allowed, None);
    assert!(told.contains("the conditions on `ix_below` may find fewer entries"), "{told}");
    let elsewhere = query(&[eq("status")], &[by("rank", Direction::Asc)]);
    assert_eq!(told_with(indexes(), &elsewhere, &allowed, None), "");
}

#[test]
fn an_index_by_which_documents_expire_is_a_rival_of_an_order() {
    let indexes = || {
        let mut expiry = index("ttl_until", &[asc("until")]);
        expiry.expire_after_seconds = Some(60);
        vec![index("ix_status", &[asc("status"), asc("createdAt")]), expiry]
    };
    let find = query(&[eq("status")], &[by("createdAt", Direction::Asc)]);
    assert_eq!(
        told(indexes(), &find),
        "the server may sort `order.find` in memory (equality `status`; sort `createdAt`): `ix_status` has the order, but documents \
         that have expired are left out, and `ttl_until` may find few others; write `hint = \"ix_status\"`, `include_expired`, or \
         `allow(rival, reason = \"..\")`"
    );
    assert_eq!(told(indexes(), &find.hinted(Some("ix_status"))), "");
    assert_eq!(told(indexes(), &find.including_expired()), "");
    assert_eq!(
        told(indexes(), &query(&[eq("status")], &[])),
        "",
        "what is not sorted is not sorted in memory"
    );
    let one = query(&[eq("_id")], &[by("_id", Direction::Asc)]);
    assert_eq!(told(indexes(), &one), "", "one document has one place");
    let declaration = declaration(indexes());
    let paths = ["status", "createdAt"];
    assert!(
        !covered(declaration, &find.hinted(Some("ix_status")), 0, &paths),
        "`until` is looked at"
    );
    assert!(covered(declaration, &find.including_expired(), 0, &paths));
}

#[test]
fn the_id_of_a_shared_collection_is_of_all_its_types() {
    const SHAPE: &DocumentShape = &DocumentShape::new("shop::Order", "Order", &[], false);
    static ORDER: Declaration = {
        let mut declaration = Declaration::new("Order", "orders", SHAPE);
        declaration.discriminator = Some(Discriminator { field: "kind", tag: "order" });
        declaration
    };
    let told = |query: &QueryShape<'static>| {
        let broken = check_query("order.find", &ORDER, query, &[], None);
        broken.map_or_else(String::new, |text| text.as_str().to_owned())
    };
    let all = told(&query(&[], &[by("_id", Direction::Asc)]));
    let why = "documents of other types in the collection are fetched and thrown away, since it has them all; search or sort by a key \
               of an index of the type first, or write `allow(residual, reason = \"..\")`";
    assert_eq!(
        all,
        format!("`order.find` looks at more than it returns (sort `_id`): in `_id_`, {why}")
    );
    explained(why);
    assert_eq!(told(&query(&[eq("_id")], &[])), "", "one document is of one type");
}
