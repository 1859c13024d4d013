//! The largest query beside the most indexes is judged while the compiler runs, without its lint on long evaluations.

use super::*;

macro_rules! paths {
    ($($name:ident)*) => {
        &[$(concat!("customer.address.", stringify!($name))),*]
    };
}

const PATHS: &[&str] = paths! {
    street_00 street_01 street_02 street_03 street_04 street_05 street_06 street_07
    street_08 street_09 street_10 street_11 street_12 street_13 street_14 street_15
};

const KEYS: &[IndexKey] = &{
    let mut keys = [key(PATHS[0], KeyKind::Asc); 8];
    let mut n = 0;
    while n < keys.len() {
        keys[n] = key(PATHS[n * 2], KeyKind::Asc);
        n += 1;
    }
    keys
};

const TERMS: &[PartialTerm] = &[PartialTerm {
    path: PATHS[15],
    shape: &TEXT,
    array: "",
    bounds: Bounds::NONE,
    op: PartialOp::Eq,
    literal: Literal::Str("open"),
    variant: None,
}];

static DECLARATION: Declaration = {
    const SHAPE: &DocumentShape = &DocumentShape::new("shop::Order", "Order", &[], false);
    static INDEXES: [IndexDeclaration; 63] = [const {
        let mut index = IndexDeclaration::new("ix_of_many", KEYS);
        index.partial = TERMS;
        index
    }; 63];
    let mut declaration = Declaration::new("Order", "orders", SHAPE);
    declaration.indexes = &INDEXES;
    declaration
};

const PREDICATES: &[Predicate] = &{
    let mut predicates = [asks(PATHS[0], PredicateOp::Eq); 16];
    let mut n = 0;
    while n < predicates.len() {
        predicates[n] = asks(PATHS[n], PredicateOp::Eq);
        predicates[n].is_optional = n % 2 == 1 && n < 12;
        n += 1;
    }
    predicates[15].literal = Some(Literal::Str("open"));
    predicates
};

const SORT: &[SortKey] = &[by(PATHS[14], Direction::Desc)];

const TOLD: Option<crate::shape::Text> = check_query(
    "order.find",
    &DECLARATION,
    &QueryShape::new(PREDICATES, SORT, None),
    &[],
    Some("few"),
);

#[test]
fn sixty_four_indexes_sixteen_conditions_and_sixty_four_combinations_are_judged_by_the_compiler() {
    let told = TOLD.expect("each combination is served");
    assert_eq!(told.as_str(), "`order.find` is served by an index: remove `collection_scan`");
}
