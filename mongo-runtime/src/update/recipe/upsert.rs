//! Rules of upserts: the key is that of a unique index, and what is inserted is whole.

mod index;

mod insert;

use self::index::{and_fit, and_keys, are_keys, has_key, is_known, is_unknown, missing_key, unfit};
use super::{
    check::{check_alone, encloses, is_in_insert},
    part::Part,
    planned::PlannedChange,
    written::{and_rust, parent, parent_enum},
};
use crate::{
    class::Comparable,
    document::Declaration,
    field::{Field, OnePlace, Path},
    filter::{ClassOf, CodecOf, Filter, InnerOf, ReachOf, RootOf, value as value_at},
    shape::{Shape, Text, str_eq},
    update::field::checked,
};

/// One key by which an upsert finds its document.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PlannedKey {
    /// The path as the recipe has it, with Rust names: `customer.name`.
    pub written: &'static str,
    /// The dotted path.
    pub path: &'static str,
    /// What is stored there.
    pub shape: &'static Shape,
    /// Whether the path leads into a variant of an enum.
    pub is_of_variant: bool,
    /// The dotted name of the innermost optional document that the path goes through.
    pub optional: Option<&'static str>,
}

/// The key at the path that a closure would give. The closure is never called: its type is the path.
#[must_use]
pub const fn planned_key<F: Field>(_: fn() -> F, written: &'static str) -> PlannedKey {
    PlannedKey {
        written,
        path: <F::Path as Path>::NAME,
        shape: <F::Path as Path>::SHAPE,
        is_of_variant: <F::Path as Path>::VARIANT.is_some(),
        optional: <F::Path as Path>::OPTIONAL,
    }
}

/// The document that is found, or inserted, has this value.
pub fn key<F: Field, V: Part<InnerOf<F>, CodecOf<F>>>(_: F, value: &V) -> Filter<RootOf<F>>
where
    ClassOf<F>: Comparable,
    ReachOf<F>: OnePlace,
{
    // An inserted document has it, so it keeps the bounds of its field.
    value_at::<F>("$eq", checked::<F>(value))
}

/// The rules of one key.
#[must_use]
pub const fn check_upsert_key(
    declaration: &Declaration,
    index: &str,
    keys: &[PlannedKey],
    n: usize,
) -> Option<Text> {
    let key = &keys[n];
    if is_unknown(declaration) || !is_known(declaration, index) {
        return None;
    }
    let what = Text::new("`").and(key.written);
    if !has_key(declaration, index, key.path) {
        let text = what.and("` is no key of the index `").and(index).and("`, which has ");
        return Some(and_keys(text, declaration, index).and(
            ": an upsert finds its document by the keys alone, so remove this one, or `set` it",
        ));
    }
    let mut earlier = 0;
    while earlier < n {
        if str_eq(keys[earlier].path, key.path) {
            return Some(what.and("` is given twice: remove one"));
        }
        earlier += 1;
    }
    if matches!(key.shape.inner(), Shape::Array(_) | Shape::Set(_) | Shape::Fixed(_)) {
        return Some(what.and(
            "` is an array, and a unique index is over its single elements: name an index over other fields",
        ));
    }
    if key.is_of_variant {
        return Some(what.and(
            "` is a field of one variant of an enum, which an upsert would insert by half: name an index over other fields",
        ));
    }
    match key.optional {
        Some(optional) => Some(
            what.and("` is a part of `")
                .and(parent(key.written, key.path, optional))
                .and("`, which may be absent, and an upsert would insert that by half: name an index over other fields"),
        ),
        None => None,
    }
}

/// The rules of one change of an upsert, beside its keys and the changes before it.
#[must_use]
pub const fn check_upsert_change(
    recipe: &str,
    keys: &[PlannedKey],
    changes: &[PlannedChange],
    n: usize,
) -> Option<Text> {
    let change = &changes[n];
    let mut rest = keys;
    while let [key, next @ ..] = rest {
        let same = str_eq(key.path, change.path);
        if same || encloses(key.path, change.path) || encloses(change.path, key.path) {
            return Some(
                Text::new("`")
                    .and(change.written)
                    .and("` is changed beside the key `")
                    .and(key.written)
                    .and("`, by which the upsert finds the document and which an inserted one gets from it: remove `")
                    .and(change.attribute)
                    .and("`"),
            );
        }
        rest = next;
    }
    if let Some(text) = check_alone(recipe, changes, n) {
        return Some(text);
    }
    let what = Text::new("`").and(change.written).and("` ");
    if encloses("_id", change.path) {
        return Some(
            what.and("is a part of the `_id`: `set_on_insert` all of `")
                .and(parent(change.written, change.path, "_id"))
                .and("`"),
        );
    }
    if let Some(of) = change.enum_around
        && !of.is_empty()
    {
        return Some(
            what.and(
                "is a field of one variant of an enum, which an upsert would insert by half: set `",
            )
            .and(parent_enum(change.written, change.path, of))
            .and("` as a whole"),
        );
    }
    if let Some(lacking) = change.would_lack
        && is_in_insert(change)
    {
        let parent = parent(change.written, change.path, lacking);
        return Some(
            what.and("is a part of `")
                .and(parent)
                .and("`, which may be absent and would come into being without its required fields: set `")
                .and(parent)
                .and("` as a whole"),
        );
    }
    if let Some((low, _)) = range(change.shape) {
        if str_eq(change.attribute, "dec") && low >= 0 {
            return Some(what.and(
                "would be below zero in a document that the upsert inserts, and its type holds no such number: count down by a \
                 plain update",
            ));
        }
        if str_eq(change.attribute, "mul") && low > 0 {
            return Some(what.and(
                "would be zero in a document that the upsert inserts, and its type holds no zero: multiply by a plain update",
            ));
        }
    }
    None
}

/// The rules of an upsert as a whole: the index that it names, and the document that it inserts.
#[must_use]
pub const fn check_upsert(
    recipe: &str,
    declaration: &Declaration,
    index: &str,
    keys: &[PlannedKey],
    changes: &[PlannedChange],
) -> Option<Text> {
    if is_unknown(declaration) {
        return None;
    }
    if declaration.family.is_some() {
        return Some(
            Text::new("`")
                .and(declaration.name)
                .and("` stands for several types of documents, and an upsert inserts one of one type: name that type"),
        );
    }
    if !str_eq(index, "_id_") {
        match declaration.index(index) {
            None => {
                let text = Text::new("`")
                    .and(declaration.name)
                    .and("` declares no index `")
                    .and(index)
                    .and(
                        "`, and without a unique index two upserts at once insert two documents: ",
                    );
                return Some(and_fit(text, declaration, index));
            }
            Some(found) => {
                if let Some(why) = unfit(found) {
                    let text = Text::new("index `").and(index).and("` ").and(why);
                    return Some(and_fit(text, declaration, ".."));
                }
            }
        }
    }
    if !are_keys(declaration, index, keys) {
        return None;
    }
    if let Some(missing) = missing_key(declaration, index, keys) {
        let text = and_rust(Text::new("the key `"), declaration, missing)
                .and("` of the index `")
                .and(index)
                .and("` is not given, and without it the upsert could find any of several documents: mark a field \
                      `#[mongo(key, path = ");
        return Some(and_rust(text, declaration, missing).and(")]`"));
    }
    insert::check(recipe, declaration, keys, changes)
}

const fn range(shape: &Shape) -> Option<(i64, i64)> {
    match shape.inner() {
        Shape::Scalar(scalar) => scalar.range,
        _ => None,
    }
}
