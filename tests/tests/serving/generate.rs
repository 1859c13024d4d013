//! Sets of indexes, and queries that they nearly serve.

use mongo_runtime::{
    document::{Declaration, Discriminator},
    index::{Collation, IndexDeclaration, IndexKey, KeyKind, Literal, PartialOp, PartialTerm},
    query::{Predicate, PredicateOp, QueryShape, SortKey},
    shape::DocumentShape,
    sort::Direction,
};

use crate::{
    fields::{
        CUSTOMER, FieldOf, ITEMS, NOTE, PAID_AT, PLAIN, STATUS, STATUSES, TAGS, TOTAL, field_at,
    },
    random::Random,
};

const NAMES: &[&str] = &["ix_0", "ix_1", "ix_2", "ix_3"];

/// How German compares text, without case.
pub(crate) static GERMAN: Collation = {
    let mut german = Collation::new("de");
    german.strength = Some(2);
    german
};

/// A type with some indexes.
pub(crate) fn declaration(random: &mut Random) -> &'static Declaration {
    const SHAPE: &DocumentShape = &DocumentShape::new("serving::Order", "Order", &[], false);
    let n_indexes = random.one(&[1, 1, 1, 2, 2, 3, 4]);
    let is_one_of_several = random.percent(15);
    let mut indexes: Vec<IndexDeclaration> = Vec::new();
    for name in &NAMES[..n_indexes] {
        let of_another: &[IndexKey] = indexes.first().map_or(&[], |index| index.keys);
        let mut index = index(name, of_another, random);
        if is_one_of_several {
            // Its condition makes it a partial index, and none of those is sparse.
            index.sparse = false;
            index.only = Some(Discriminator { field: "type", tag: "Order" });
        }
        let keys = |index: &IndexDeclaration| index.render().get("key").cloned();
        if indexes.iter().all(|other| keys(other) != keys(&index)) {
            indexes.push(index);
        }
    }
    let mut declaration = Declaration::new("Order", "orders", SHAPE);
    declaration.indexes = indexes.leak();
    if is_one_of_several {
        declaration.discriminator = Some(Discriminator { field: "type", tag: "Order" });
    }
    Box::leak(Box::new(declaration))
}

/// An index. In some cases it starts with a key of another one, so that the planner has a choice.
fn index(name: &'static str, of_another: &[IndexKey], random: &mut Random) -> IndexDeclaration {
    if random.percent(1) {
        let below = IndexKey { path: "customer", ..CUSTOMER.key(KeyKind::Wildcard) };
        return IndexDeclaration::new(name, vec![below].leak());
    }
    let mut fields: Vec<FieldOf> = Vec::new();
    let mut array = random.one(&["", "", "", "tags", "items"]);
    if random.percent(50) && !of_another.is_empty() {
        let first = field_of(&of_another[random.below(of_another.len())]);
        fields.push(first);
        array = first.array;
    }
    for _ in 0..random.one(&[1, 2, 2, 3, 3, 3, 4, 4]) {
        let field = match array {
            "tags" if random.percent(40) => TAGS,
            "items" if random.percent(50) => random.one(ITEMS),
            _ => random.one(PLAIN),
        };
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    let hashed = random.percent(12).then(|| random.below(fields.len()));
    let has_array = fields.iter().any(FieldOf::is_array);
    let keys: Vec<IndexKey> = fields
        .iter()
        .enumerate()
        .map(|(n, field)| {
            field.key(match hashed {
                Some(at) if at == n && !has_array => KeyKind::Hashed,
                _ => random.one(&[KeyKind::Asc, KeyKind::Asc, KeyKind::Desc]),
            })
        })
        .collect();
    let mut index = IndexDeclaration::new(name, keys.leak());
    if random.percent(25) {
        index.partial = partial(random).leak();
    }
    if random.percent(12) {
        index.collation = Some(GERMAN);
    }
    index.hidden = random.percent(3);
    index.sparse = index.partial.is_empty() && random.percent(3);
    index
}

/// The field of a key, or one of those below a wildcard.
fn field_of(key: &IndexKey) -> FieldOf {
    if key.kind == KeyKind::Wildcard { CUSTOMER } else { field_at(key.path) }
}

fn partial(random: &mut Random) -> Vec<PartialTerm> {
    let term = |field: FieldOf, op, literal| {
        let Predicate { path, shape, array, bounds, .. } = field.predicate(PredicateOp::Eq);
        PartialTerm { path, shape, array, bounds, op, literal, variant: None }
    };
    let status = Literal::Str(random.one(STATUSES));
    let ranges = [PartialOp::Gt, PartialOp::Gte, PartialOp::Lt, PartialOp::Lte, PartialOp::Eq];
    let exists = random.one(&[PAID_AT, NOTE, STATUS, TAGS, ITEMS[0]]);
    match random.below(4) {
        0 => vec![term(STATUS, PartialOp::Eq, status)],
        1 => vec![term(TOTAL, random.one(&ranges), Literal::Int(5 + below(random, 3)))],
        2 => vec![term(exists, PartialOp::Exists, Literal::Bool(true))],
        _ => vec![
            term(STATUS, PartialOp::Eq, status),
            term(TOTAL, random.one(&ranges), Literal::Int(5 + below(random, 3))),
        ],
    }
}

fn below(random: &mut Random, n: usize) -> i64 {
    i64::try_from(random.below(n)).expect("a small number")
}

/// What one call asks.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) predicates: Vec<Predicate>,
    pub(crate) sort: Vec<SortKey>,
    pub(crate) collation: Option<&'static Collation>,
    pub(crate) left_out: u32,
}

impl Query {
    pub(crate) fn shape<'a>(&'a self, hint: Option<&'a str>) -> QueryShape<'a> {
        QueryShape::new(&self.predicates, &self.sort, self.collation).hinted(hint)
    }

    /// The conditions that the call has.
    pub(crate) fn present(&self) -> Vec<&Predicate> {
        let mut n = 0;
        let is_there = |predicate: &&Predicate| {
            let is_left_out = predicate.is_optional && self.left_out & (1 << n) != 0;
            n += u32::from(predicate.is_optional);
            !is_left_out
        };
        self.predicates.iter().filter(is_there).collect()
    }
}

/// A query that one of the indexes is made for, with some mistakes.
pub(crate) fn query(declaration: &Declaration, random: &mut Random) -> Query {
    let index = &declaration.indexes[random.below(declaration.indexes.len())];
    let mut predicates = Vec::new();
    let n_equal = random.below(index.keys.len() + 1);
    let (equal, rest) = index.keys.split_at(n_equal);
    for key in random.some(equal, 92) {
        predicates.push(equality(field_of(key), random));
    }
    let sort = sort(equal, rest, random);
    for key in random.some(rest, 35) {
        predicates.push(range(field_of(key), random));
    }
    for term in random.some(index.partial, 85) {
        predicates.push(literal(term, random));
    }
    if random.percent(20) {
        let of = random.one(&[PLAIN, ITEMS, &[TAGS]]);
        let field = random.one(of);
        let any = if random.percent(50) { equality(field, random) } else { range(field, random) };
        predicates.push(any);
    }
    join_elements(&mut predicates, random);
    for predicate in &mut predicates {
        predicate.is_optional = predicate.literal.is_none() && random.percent(12);
    }
    // The order of conditions means nothing.
    for at in 1..predicates.len() {
        predicates.swap(at, random.below(at + 1));
    }
    let collation = match &index.collation {
        Some(_) if random.percent(70) => Some(&GERMAN),
        None if random.percent(5) => Some(&GERMAN),
        _ => None,
    };
    let left_out = u32::try_from(random.below(8)).expect("a small number");
    Query { predicates, sort, collation, left_out }
}

fn equality(field: FieldOf, random: &mut Random) -> Predicate {
    let list = |n_items| Predicate { max_items: Some(n_items), ..field.predicate(PredicateOp::In) };
    match random.below(20) {
        0..=3 => list(random.one(&[1, 2, 3, 5, 15, 60])),
        4 => Predicate { max_items: None, ..list(3) },
        5 if field.path == TAGS.path => field.whole(),
        5 | 6 if field.may_lack || random.percent(20) => field.predicate(random.one(&[
            PredicateOp::Null,
            PredicateOp::Absent,
            PredicateOp::NullOrAbsent,
        ])),
        _ => field.predicate(PredicateOp::Eq),
    }
}

fn range(field: FieldOf, random: &mut Random) -> Predicate {
    let compare = [PredicateOp::Gt, PredicateOp::Gte, PredicateOp::Lt, PredicateOp::Lte];
    let negate = [PredicateOp::Ne, PredicateOp::NotIn, PredicateOp::Present, PredicateOp::Exists];
    let text = [PredicateOp::StartsWith, PredicateOp::Contains, PredicateOp::Matches];
    match random.below(10) {
        0..=1 => field.predicate(random.one(&negate)),
        2 if field.shape().is_text() => field.predicate(random.one(&text)),
        3 => equality(field, random),
        4 if random.percent(20) => field.predicate(PredicateOp::Other),
        _ => field.predicate(random.one(&compare)),
    }
}

trait IsText {
    fn is_text(&self) -> bool;
}

impl IsText for mongo_runtime::shape::Shape {
    fn is_text(&self) -> bool {
        matches!(self, Self::Scalar(scalar) if scalar.bson == mongo_runtime::shape::BsonType::String)
    }
}

/// A condition with a literal that is, or is nearly, that of an index.
fn literal(term: &PartialTerm, random: &mut Random) -> Predicate {
    let field = field_at(term.path);
    let (op, literal) = match (term.op, term.literal) {
        (PartialOp::Exists, _) if random.percent(60) => (PredicateOp::Exists, None),
        (PartialOp::Exists, _) => return range(field, random),
        (_, Literal::Int(number)) => {
            let nearly = number - 1 + below(random, 3);
            let ops = [
                PredicateOp::Gt,
                PredicateOp::Gte,
                PredicateOp::Lt,
                PredicateOp::Lte,
                PredicateOp::Eq,
            ];
            let same = match term.op {
                PartialOp::Gt => PredicateOp::Gt,
                PartialOp::Gte => PredicateOp::Gte,
                PartialOp::Lt => PredicateOp::Lt,
                PartialOp::Lte => PredicateOp::Lte,
                _ => PredicateOp::Eq,
            };
            let op = if random.percent(60) { same } else { random.one(&ops) };
            (op, Some(Literal::Int(if random.percent(50) { number } else { nearly })))
        }
        (_, literal) if random.percent(80) => (PredicateOp::Eq, Some(literal)),
        (_, _) => (PredicateOp::Eq, Some(Literal::Str(random.one(STATUSES)))),
    };
    Predicate { literal, ..field.predicate(op) }
}

/// Lets conditions on an array be met by one element.
fn join_elements(predicates: &mut [Predicate], random: &mut Random) {
    if random.percent(40) {
        return;
    }
    let mut on_values: Vec<PredicateOp> = Vec::new();
    for predicate in predicates.iter_mut().filter(|predicate| !predicate.array.is_empty()) {
        // On an element that is a value itself, one operator is written once.
        if predicate.path == predicate.array {
            if !COMPARISONS.contains(&predicate.op) || on_values.contains(&predicate.op) {
                continue;
            }
            on_values.push(predicate.op);
        }
        if !matches!(predicate.op, PredicateOp::Other) && random.percent(90) {
            predicate.element = Some("line");
        }
    }
}

const COMPARISONS: &[PredicateOp] = &[
    PredicateOp::Eq,
    PredicateOp::In,
    PredicateOp::Gt,
    PredicateOp::Gte,
    PredicateOp::Lt,
    PredicateOp::Lte,
    PredicateOp::Ne,
    PredicateOp::NotIn,
];

fn sort(equal: &[IndexKey], rest: &[IndexKey], random: &mut Random) -> Vec<SortKey> {
    if random.percent(35) {
        return Vec::new();
    }
    let is_reversed = random.percent(40);
    let mut sort: Vec<SortKey> = Vec::new();
    let fixed = random.some(equal, 20);
    let wanted = rest.iter().take(1 + random.below(3)).collect::<Vec<_>>();
    for key in fixed.into_iter().chain(wanted) {
        let is_down = matches!(key.kind, KeyKind::Desc) != is_reversed;
        let is_down = if random.percent(10) { !is_down } else { is_down };
        let direction = if is_down { Direction::Desc } else { Direction::Asc };
        sort.push(field_of(key).sort_key(direction));
    }
    if random.percent(6) {
        let other = random.one(PLAIN).sort_key(Direction::Asc);
        if sort.iter().all(|key| key.path != other.path) {
            sort.push(other);
        }
    }
    // A sort is by one value of each document.
    sort.retain(|key| key.array.is_empty());
    sort
}
