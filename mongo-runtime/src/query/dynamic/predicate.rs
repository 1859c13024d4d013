//! One condition of a filter, as a registered query would have it.

use bson::Bson;

use crate::{
    document::Declaration,
    filter::{Argument, Known, Term, Test},
    index::{IndexDeclaration, Literal},
    query::{Predicate, PredicateOp},
    shape::{BsonType, Scalar, Shape},
};

const TAG: &Shape = &Shape::Scalar(Scalar::variable(BsonType::String));

/// A test that is none on an element.
pub(super) fn of(test: &Test, declaration: &'static Declaration) -> Predicate {
    with_value(at(test), test, op(test), declaration)
}

/// The opposite of a test.
pub(super) fn not(test: &Test, declaration: &'static Declaration) -> Predicate {
    let op = match op(test) {
        PredicateOp::Eq => PredicateOp::Ne,
        PredicateOp::In => PredicateOp::NotIn,
        PredicateOp::Exists => PredicateOp::Absent,
        PredicateOp::Absent => PredicateOp::Exists,
        PredicateOp::NullOrAbsent => PredicateOp::Present,
        PredicateOp::Present => PredicateOp::NullOrAbsent,
        _ => PredicateOp::Other,
    };
    with_value(at(test), test, op, declaration)
}

/// Whether a condition is that an enum is a variant which the other one leads into.
pub(super) fn is_tag_of(tag: &Predicate, other: &Predicate) -> bool {
    let Some(Literal::Str(text)) = tag.literal else { return false };
    // One that stands for the variant itself says it of its own.
    let is_itself = other.variant.is_some_and(|is| is.path == other.path);
    let around = other.variant.into_iter().flat_map(|is| is.and_outer());
    let mut around = around.filter(|is| !is_itself || is.path != other.path);
    tag.variant.is_some_and(|is| is.path == tag.path)
        && around.any(|is| is.path == tag.path && is.tag == text)
}

/// The place of a test, without an operator.
fn at(test: &Test) -> Predicate {
    match test.place.known {
        Known::Path(at) => *at,
        Known::Tag(is) => Predicate {
            array: is.array.unwrap_or_default(),
            may_lack: true,
            variant: Some(is),
            literal: Some(Literal::Str(is.tag)),
            ..Predicate::plain(is.path, TAG, PredicateOp::Eq)
        },
        Known::Nothing => Predicate::plain(test.place.path, &Shape::Unknown, PredicateOp::Other),
    }
}

fn op(test: &Test) -> PredicateOp {
    let fixed = match &test.argument {
        Argument::Fixed(value) => Some(value),
        _ => None,
    };
    match (test.op, fixed) {
        ("$eq", Some(Bson::Null)) => PredicateOp::NullOrAbsent,
        ("$ne", Some(Bson::Null)) => PredicateOp::Present,
        ("$type", Some(Bson::Int32(10))) => PredicateOp::Null,
        ("$exists", Some(Bson::Boolean(true))) => PredicateOp::Exists,
        ("$exists", Some(Bson::Boolean(false))) => PredicateOp::Absent,
        ("$eq", _) => PredicateOp::Eq,
        ("$ne", _) => PredicateOp::Ne,
        ("$in", _) => PredicateOp::In,
        ("$nin", _) => PredicateOp::NotIn,
        ("$gt", _) => PredicateOp::Gt,
        ("$gte", _) => PredicateOp::Gte,
        ("$lt", _) => PredicateOp::Lt,
        ("$lte", _) => PredicateOp::Lte,
        ("$regex", _) => pattern(&test.argument),
        _ => PredicateOp::Other,
    }
}

fn pattern(argument: &Argument) -> PredicateOp {
    let Argument::Value(Ok(Bson::String(pattern))) = argument else { return PredicateOp::Matches };
    match pattern.strip_prefix('^') {
        Some(text) if is_literal(text) => PredicateOp::StartsWith,
        None if is_literal(pattern) => PredicateOp::Contains,
        _ => PredicateOp::Matches,
    }
}

/// Whether a pattern is a text, in which what has a meaning is escaped.
fn is_literal(pattern: &str) -> bool {
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        let is_plain = match character {
            '\\' => characters.next().is_some_and(|next| next.is_ascii_punctuation()),
            other => !r"^$.|?*+()[]{}".contains(other),
        };
        if !is_plain {
            return false;
        }
    }
    true
}

/// The condition with what is known of its value.
fn with_value(
    at: Predicate,
    test: &Test,
    op: PredicateOp,
    declaration: &'static Declaration,
) -> Predicate {
    let value = match &test.argument {
        Argument::Value(Ok(value)) | Argument::Fixed(value) => Some(value),
        _ => None,
    };
    let literal = value.and_then(|value| literal(at.path, value, declaration));
    let max_items = value.and_then(Bson::as_array).map(Vec::len);
    Predicate { op, max_items, literal: at.literal.or(literal), ..at }
}

/// The value, where an index may ask for such a one.
fn literal(path: &str, value: &Bson, declaration: &'static Declaration) -> Option<Literal> {
    match value {
        Bson::Int32(number) => Some(Literal::Int((*number).into())),
        Bson::Int64(number) => Some(Literal::Int(*number)),
        Bson::Double(number) => Some(Literal::Float(*number)),
        Bson::Boolean(value) => Some(Literal::Bool(*value)),
        Bson::String(text) => {
            let terms = declaration.indexes.iter().flat_map(|index| index.partial);
            let texts = terms.filter(|term| term.path == path).map(|term| term.literal);
            texts.into_iter().find(|literal| matches!(literal, Literal::Str(own) if own == text))
        }
        _ => None,
    }
}

/// The conditions on one element of an array, to which the name is given.
pub(super) fn on_element(
    test: &Test,
    inner: &Term,
    name: &'static str,
    declaration: &'static Declaration,
) -> Vec<Predicate> {
    let around = at(test);
    let terms = match inner {
        Term::All(terms) => terms.as_slice(),
        term => std::slice::from_ref(term),
    };
    let conditions = terms.iter().map(|term| {
        let Term::Test(inner) = term else { return None };
        if matches!(inner.argument, Argument::Element(_)) {
            return None;
        }
        let it = at(inner);
        let within = |path: &str| match path {
            "" => Some(test.place.path),
            path => declared(&format!("{}.{path}", test.place.path), declaration),
        };
        let path = within(it.path)?;
        let predicate = Predicate {
            path,
            written: path,
            array: if it.array == it.path { path } else { within(it.array)? },
            may_lack: around.may_lack || it.may_lack,
            variant: around.variant,
            element: Some(name),
            ..it
        };
        Some(with_value(predicate, inner, op(inner), declaration))
    });
    let unknown = Predicate { op: PredicateOp::Other, ..around };
    conditions.map(|condition| condition.unwrap_or(unknown)).collect()
}

/// The dotted path, if an index has it: no other one is served.
fn declared(path: &str, declaration: &'static Declaration) -> Option<&'static str> {
    let of_index = |index: &'static IndexDeclaration| {
        let keys = index.keys.iter().map(|key| key.path);
        keys.chain(index.partial.iter().map(|term| term.path))
    };
    declaration.indexes.iter().flat_map(of_index).find(|declared| *declared == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escaped_text_is_no_pattern() {
        let op = |text: &str| pattern(&Argument::Value(Ok(text.into())));
        assert_eq!(op(r"^ab\.c"), PredicateOp::StartsWith);
        assert_eq!(op(r"ab\^"), PredicateOp::Contains);
        for pattern in [r"^ab.c", r"^\d", "^a|b", r"^a\"] {
            assert_eq!(op(pattern), PredicateOp::Matches, "{pattern}");
        }
    }
}
