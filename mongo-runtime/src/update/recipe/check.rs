//! Rules over the parts of a recipe, checked at compile time.

use super::{
    planned::{Chosen, Expectation, PlannedChange, PlannedExpectation},
    written::parent,
};
use crate::{
    field::ElementOf,
    shape::{Shape, Text, str_eq},
};

/// The rules of one change, beside those before it.
#[must_use]
pub const fn check_change(
    recipe: &str,
    changes: &[PlannedChange],
    expected: &[PlannedExpectation],
    n: usize,
) -> Option<Text> {
    let change = &changes[n];
    if let Some(text) = check_alone(recipe, changes, n) {
        return Some(text);
    }
    if str_eq(change.operator, "$setOnInsert") {
        let text = Text::new(
            "only an upsert inserts a document, and in a plain update `set_on_insert` does nothing: ",
        );
        let other = if str_eq(change.path, "_id") { "remove it" } else { "write `set`" };
        return Some(text.and(other).and(
            ", or name the unique index by which the upsert finds its document, `#[mongo(upsert = \"..\")]`",
        ));
    }
    match change.would_lack {
        Some(lacking) if makes(change) && !is_expected(expected, lacking) => {
            let parent = parent(change.written, change.path, lacking);
            let text = Text::new("`")
                .and(change.written)
                .and("` is a part of `")
                .and(parent)
                .and("`, which may be absent and would come into being without its required fields: set `")
                .and(parent)
                .and("` as a whole");
            if !change.elements.is_empty() {
                return Some(text);
            }
            Some(
                text.and(", or write `#[mongo(expect_present(").and(parent).and(
                    "))]` at the struct of the recipe, which leaves documents without it alone",
                ),
            )
        }
        _ => None,
    }
}

/// The rules that hold for updates and upserts.
pub(super) const fn check_alone(recipe: &str, changes: &[PlannedChange], n: usize) -> Option<Text> {
    let change = &changes[n];
    let mut earlier = 0;
    while earlier < n {
        if let Some(text) = check_pair(recipe, &changes[earlier], change) {
            return Some(text);
        }
        earlier += 1;
    }
    if str_eq(change.operator, "$bit") && !is_integer(change.shape) {
        return Some(Text::new("`").and(change.written).and(
            "` is no integer, and only integers have bits: make it one, or use another operator",
        ));
    }
    None
}

/// A `slice` keeps something, and no more than the array may have.
#[must_use]
pub const fn check_slice(changes: &[PlannedChange], n: usize) -> Option<Text> {
    let change = &changes[n];
    match (change.slice, change.max_items) {
        (Some(0), _) => Some(
            Text::new("`slice = 0` keeps no element of `")
                .and(change.written)
                .and("`, the new ones neither: keep at least 1, or `set` it with no elements"),
        ),
        (Some(slice), Some(max)) if slice.unsigned_abs() as usize > max => Some(
            Text::new("`slice` would let `")
                .and(change.written)
                .and("` have more than the ")
                .and_number(max)
                .and(" elements of its `max_items`: keep at most ")
                .and_number(max),
        ),
        _ => None,
    }
}

const fn is_integer(shape: &Shape) -> bool {
    match shape.inner() {
        Shape::Scalar(scalar) => scalar.range.is_some(),
        // Their derive has reported an error, or the field a wrong type.
        Shape::Unknown | Shape::Refused(_) => true,
        _ => false,
    }
}

/// Whether an update makes the field where it is absent.
const fn makes(change: &PlannedChange) -> bool {
    is_in_insert(change) && !str_eq(change.operator, "$setOnInsert")
}

/// Whether the document that an upsert inserts has the field.
pub(super) const fn is_in_insert(change: &PlannedChange) -> bool {
    let taking = ["$unset", "$pull", "$pullAll", "$pop"];
    let mut at = 0;
    while at < taking.len() {
        if str_eq(taking[at], change.operator) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether each document that is changed has a value at the path.
const fn is_expected(expected: &[PlannedExpectation], path: &str) -> bool {
    let mut rest = expected;
    while let [one, next @ ..] = rest {
        let has_value = !matches!(one.is, Expectation::Absent | Expectation::Matched);
        if has_value && !one.is_optional && (str_eq(one.path, path) || encloses(path, one.path)) {
            return true;
        }
        rest = next;
    }
    false
}

/// The rule of one expectation, beside those before it: of one field, all can be met.
#[must_use]
pub const fn check_expectation(
    recipe: &str,
    expected: &[PlannedExpectation],
    n: usize,
) -> Option<Text> {
    let one = &expected[n];
    let mut earlier = 0;
    while earlier < n {
        let other = &expected[earlier];
        if str_eq(other.path, one.path) && !go_together(other.is, one.is) {
            let text =
                Text::new("`").and(recipe).and("` expects two things of `").and(other.written);
            let text = if str_eq(other.written, one.written) {
                text
            } else {
                text.and("` and `").and(one.written)
            };
            return Some(text.and(
                "`: write one of them, `expect_in` for one of several values, or one lower and one upper bound",
            ));
        }
        earlier += 1;
    }
    None
}

const fn go_together(a: Expectation, b: Expectation) -> bool {
    use Expectation::{Above, Absent, Below, Matched, Present};
    match (a, b) {
        (Above, Below) | (Below, Above) | (Matched, _) | (_, Matched) => true,
        // What has another condition may be left out.
        (Present, other) | (other, Present) => !matches!(other, Present | Absent),
        _ => false,
    }
}

/// How two changes get into each other's way.
enum Clash {
    None,
    Same,
    Inside,
    Overlap,
    Mixed,
}

const fn check_pair(recipe: &str, a: &PlannedChange, b: &PlannedChange) -> Option<Text> {
    let both = Text::new("`").and(recipe).and("` changes `").and(a.written);
    let and_other = both.and("` and `").and(b.written);
    match clash(a, b) {
        Clash::None => None,
        Clash::Same if str_eq(a.written, b.written) => Some(
            both.and("` twice, by `")
                .and(a.attribute)
                .and("` and `")
                .and(b.attribute)
                .and("`: say once what becomes of it"),
        ),
        Clash::Same => Some(
            and_other
                .and("`, and both are stored as `")
                .and(b.path)
                .and("`: change only one of them"),
        ),
        Clash::Inside => {
            Some(and_other.and("`, and one is a part of the other: change only one of them"))
        }
        Clash::Overlap => Some(
            and_other
                .and("`, and each element is among those of `[]`: change only one of them"),
        ),
        Clash::Mixed => Some(and_other.and(
            "`, and the server takes no `[matched]` beside other brackets on one array: choose the elements of both in one way",
        )),
    }
}

const fn clash(a: &PlannedChange, b: &PlannedChange) -> Clash {
    let (n_a, n_b) = (depth(a.arrays), depth(b.arrays));
    let mut is_overlap = false;
    let mut at = 0;
    while at < n_a && at < n_b && str_eq(array(a.arrays, at), array(b.arrays, at)) {
        match (a.elements[at], b.elements[at]) {
            (Chosen::Named(a), Chosen::Named(b)) => {
                if !str_eq(a, b) {
                    return Clash::None;
                }
            }
            (Chosen::Each, Chosen::Each) | (Chosen::Matched, Chosen::Matched) => {}
            (Chosen::Matched, _) | (_, Chosen::Matched) => return Clash::Mixed,
            (Chosen::Each, _) | (_, Chosen::Each) => is_overlap = true,
        }
        at += 1;
    }
    if str_eq(a.path, b.path) {
        return match (n_a == n_b, is_overlap) {
            (true, false) => Clash::Same,
            (true, true) => Clash::Overlap,
            (false, _) => Clash::Inside,
        };
    }
    if encloses(a.path, b.path) || encloses(b.path, a.path) { Clash::Inside } else { Clash::None }
}

pub(super) const fn encloses(outer: &str, inner: &str) -> bool {
    if inner.len() <= outer.len() || inner.as_bytes()[outer.len()] != b'.' {
        return false;
    }
    str_eq(inner.split_at(outer.len()).0, outer)
}

const fn depth(arrays: Option<&ElementOf>) -> usize {
    match arrays {
        None => 0,
        Some(of) => 1 + depth(of.outer),
    }
}

/// The array at a depth; the outermost is at 0.
const fn array(arrays: Option<&'static ElementOf>, at: usize) -> &'static str {
    match arrays {
        None => "",
        Some(of) if depth(of.outer) == at => of.array,
        Some(of) => array(of.outer, at),
    }
}
