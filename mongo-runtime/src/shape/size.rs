//! The worst-case size of a document, from its bounds.

use super::{
    BsonType, DocumentShape, FieldShape, RestShape, Scalar, Shape, Text, UnionShape, VariantShape,
    str_eq,
};
use crate::{
    codec::{Bounds, MAX_DEPTH},
    document::Declaration,
};

/// The largest encoding that the bounds allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worst {
    /// Its size in bytes, without the parts that have no bound.
    pub bytes: usize,
    /// The first field without a bound.
    pub unbounded: Option<Unbounded>,
    /// The first field whose recursion closes at a type that is not entered from there, by its Rust name.
    pub open: Option<&'static str>,
    /// Levels of nested documents and arrays.
    pub depth: usize,
}

/// A field without a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unbounded {
    /// The name of the Rust type that has it.
    pub owner: &'static str,
    /// The name of the Rust field.
    pub field: &'static str,
    /// What to write.
    remedy: &'static str,
}

impl Unbounded {
    const TEXT: &'static str =
        "write `#[mongo(max_len = N)]` there, the most code points of the text";
    const BYTES: &'static str = "write `#[mongo(max_len = N)]` there, the most bytes";
    const DOCUMENT: &'static str =
        "write `#[mongo(max_bytes = N)]` there, the most bytes of what is stored";
    const REST: &'static str =
        "write `#[mongo(catch_all, max_bytes = N)]` there, the most bytes of what is kept";
    const TAG: &'static str = "write `#[mongo(fallback, max_len = N)]` at the fallback variant of its type, the most code points of a tag";
}

impl Worst {
    const NOTHING: Self = Self { bytes: 0, unbounded: None, open: None, depth: 0 };

    const fn bytes(bytes: usize) -> Self {
        Self { bytes, ..Self::NOTHING }
    }

    /// This size, without the field that has no bound.
    const fn unbounded(self, frame: &Frame<'_>, field: &'static str, remedy: &'static str) -> Self {
        let unbounded = Unbounded { owner: frame.owner, field, remedy };
        Self { unbounded: Some(unbounded), ..self }
    }

    /// Both, one behind the other.
    const fn plus(self, other: Self) -> Self {
        Self { bytes: self.bytes.saturating_add(other.bytes), ..self.or(other) }
    }

    /// Either.
    const fn or(self, other: Self) -> Self {
        Self {
            bytes: if other.bytes > self.bytes { other.bytes } else { self.bytes },
            unbounded: if self.unbounded.is_some() { self.unbounded } else { other.unbounded },
            open: if self.open.is_some() { self.open } else { other.open },
            depth: if other.depth > self.depth { other.depth } else { self.depth },
        }
    }

    const fn times(self, n: usize, overhead: usize) -> Self {
        Self { bytes: self.bytes.saturating_add(overhead).saturating_mul(n), ..self }
    }

    const fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

/// The types that are being walked, innermost first.
#[derive(Clone, Copy)]
struct Frame<'a> {
    id: &'static str,
    /// The name of the Rust type.
    owner: &'static str,
    /// One more level of this type; `None` when the declared depth is used up.
    below: Option<Worst>,
    up: Option<&'a Self>,
}

/// The worst case of a whole document.
#[must_use]
pub const fn worst_case(document: &'static DocumentShape) -> Worst {
    document.worst
}

/// The worst case of a document that stands by itself.
pub(super) const fn worst_of_fields(
    id: &'static str,
    owner: &'static str,
    fields: &'static [FieldShape],
    rest: Option<RestShape>,
) -> Worst {
    document(id, owner, fields, rest, None)
}

/// The worst case of what is not declared.
const fn of_rest(rest: Option<RestShape>, frame: &Frame<'_>) -> Worst {
    match rest {
        None => Worst::NOTHING,
        Some(RestShape { max_bytes: Some(max_bytes), .. }) => Worst::bytes(max_bytes),
        Some(RestShape { rust_name, .. }) => {
            Worst::NOTHING.unbounded(frame, rust_name, Unbounded::REST)
        }
    }
}

/// The worst case of an enum that stands by itself.
pub(super) const fn worst_of_variants(
    id: &'static str,
    owner: &'static str,
    tag: &str,
    variants: &'static [VariantShape],
) -> Worst {
    union(id, owner, tag, variants, None)
}

/// A document inside of others: what it leads back to may be one of them.
const fn of_document(shape: &'static DocumentShape, up: &Frame<'_>) -> Worst {
    if shape.worst.open.is_none() {
        shape.worst
    } else {
        document(shape.id, shape.name, shape.fields, shape.rest, Some(up))
    }
}

const fn of_union(shape: &'static UnionShape, up: &Frame<'_>) -> Worst {
    if shape.worst.open.is_none() {
        shape.worst
    } else {
        union(shape.id, shape.name, shape.tag, shape.variants, Some(up))
    }
}

const fn document(
    id: &'static str,
    owner: &'static str,
    fields: &'static [FieldShape],
    rest: Option<RestShape>,
    up: Option<&Frame<'_>>,
) -> Worst {
    let depth = depth_of(fields, id);
    let (mut below, mut level) = (None, 0);
    loop {
        let frame = Frame { id, owner, below, up };
        let worst =
            of_fields(fields, &frame).plus(of_rest(rest, &frame)).plus(Worst::bytes(5)).deeper();
        // One walk a level, so that two recursive fields cost no more than one.
        if level >= depth {
            return worst;
        }
        below = Some(worst);
        level += 1;
    }
}

const fn union(
    id: &'static str,
    owner: &'static str,
    tag: &str,
    variants: &'static [VariantShape],
    up: Option<&Frame<'_>>,
) -> Worst {
    let depth = depth_of_variants(variants, id);
    let (mut below, mut level) = (None, 0);
    loop {
        let frame = Frame { id, owner, below, up };
        let (mut worst, mut at) = (Worst::NOTHING, 0);
        while at < variants.len() {
            let variant = &variants[at];
            let tag = 5 + 2 + tag.len() + 5 + variant.tag.len();
            worst = worst.or(of_fields(variant.fields, &frame).plus(Worst::bytes(tag)).deeper());
            at += 1;
        }
        if level >= depth {
            return worst;
        }
        below = Some(worst);
        level += 1;
    }
}

const fn of_fields(fields: &'static [FieldShape], frame: &Frame<'_>) -> Worst {
    let (mut worst, mut at) = (Worst::NOTHING, 0);
    while at < fields.len() {
        let field = &fields[at];
        at += 1;
        if field.max_bytes == 0
            && let Some(len) = plain_len(field)
        {
            worst.bytes = worst.bytes.saturating_add(len).saturating_add(2 + field.name.len());
            continue;
        }
        let value = if field.max_bytes != 0 {
            Some(Worst::bytes(field.max_bytes))
        } else {
            of_shape(field.shape, &field.bounds, field.rust_name, frame)
        };
        if let Some(value) = value {
            worst = worst.plus(value).plus(Worst::bytes(2 + field.name.len()));
        }
    }
    worst
}

/// The size of a scalar that has but one. Most fields are such, and all are looked at whenever a type is compiled.
const fn plain_len(field: &FieldShape) -> Option<usize> {
    match field.shape {
        Shape::Scalar(Scalar { len: Some(len), .. })
        | Shape::Optional(Shape::Scalar(Scalar { len: Some(len), .. })) => Some(*len),
        Shape::Scalar(_) | Shape::Optional(Shape::Scalar(_))
            if field.bounds.max_len != usize::MAX =>
        {
            Some(bounded_len(&field.bounds))
        }
        _ => None,
    }
}

/// The size of a string with a bound. A code point takes four bytes at most.
const fn bounded_len(bounds: &Bounds) -> usize {
    bounds.max_len.saturating_mul(4).saturating_add(5)
}

/// The worst case of a value; `None` when it can only be absent.
const fn of_shape(
    shape: &'static Shape,
    bounds: &Bounds,
    name: &'static str,
    frame: &Frame<'_>,
) -> Option<Worst> {
    Some(match shape {
        Shape::Scalar(Scalar { len: Some(len), .. }) => Worst::bytes(*len),
        Shape::Scalar(scalar) => {
            if bounds.max_len == usize::MAX {
                let is_text = matches!(scalar.bson, BsonType::String);
                let remedy = if is_text { Unbounded::TEXT } else { Unbounded::BYTES };
                Worst::bytes(5).unbounded(frame, name, remedy)
            } else {
                Worst::bytes(bounded_len(bounds))
            }
        }
        Shape::Tags(shape) => {
            let (mut longest, mut at) = (0, 0);
            while at < shape.tags.len() {
                longest =
                    if shape.tags[at].len() > longest { shape.tags[at].len() } else { longest };
                at += 1;
            }
            match shape.fallback {
                None => Worst::bytes(5 + longest),
                Some(usize::MAX) => {
                    Worst::bytes(5 + longest).unbounded(frame, name, Unbounded::TAG)
                }
                Some(max_len) => Worst::bytes(5 + longest)
                    .or(Worst::bytes(bounded_len(&Bounds { max_len, ..Bounds::NONE }))),
            }
        }
        Shape::Optional(inner) | Shape::Presence(inner) | Shape::Coded(_, inner) => {
            return of_shape(inner, bounds, name, frame);
        }
        Shape::Bounded(own, _) if own.max_bytes != usize::MAX => Worst::bytes(own.max_bytes),
        Shape::Bounded(own, inner) => return of_shape(inner, &bounds.and(own), name, frame),
        Shape::Array(inner) | Shape::Set(inner) => {
            match of_shape(inner, &bounds.inner(), name, frame) {
                Some(element) => elements(element, bounds, 2),
                None => Worst::bytes(5),
            }
        }
        Shape::Map(key, inner) => match (
            of_shape(key, &bounds.inner(), name, frame),
            of_shape(inner, &bounds.inner(), name, frame),
        ) {
            // A key is text without its length, and with its NUL and the type of the value.
            (Some(key), Some(value)) => {
                let unbounded =
                    if key.unbounded.is_some() { key.unbounded } else { value.unbounded };
                elements(Worst { unbounded, ..value }, bounds, key.bytes.saturating_sub(3))
            }
            _ => Worst::bytes(5),
        },
        Shape::Fixed(shapes) => {
            let (mut worst, mut at) = (Worst::bytes(5), 0);
            while at < shapes.len() {
                if let Some(element) = of_shape(shapes[at], bounds, name, frame) {
                    worst = worst.plus(element).plus(Worst::bytes(2 + n_digits(at)));
                }
                at += 1;
            }
            worst.deeper()
        }
        Shape::Document(document) => of_document(document, frame),
        Shape::Union(union) if union.fallback => {
            of_union(union, frame).unbounded(frame, name, Unbounded::DOCUMENT)
        }
        Shape::Union(union) => of_union(union, frame),
        Shape::Geo(geo) => {
            // One without a bound is reported where it is declared.
            let n_positions = match bounds.items() {
                Some(n_positions) => n_positions,
                None => 0,
            };
            Worst { depth: geo.depth(), ..Worst::bytes(geo.most_bytes(n_positions)) }
        }
        Shape::Opaque => Worst::bytes(5).unbounded(frame, name, Unbounded::DOCUMENT),
        Shape::Back(id) => {
            let mut at = Some(frame);
            while let Some(frame) = at {
                if str_eq(frame.id, id) {
                    return frame.below;
                }
                at = frame.up;
            }
            Worst { open: Some(name), ..Worst::NOTHING }
        }
        Shape::Refused(_) | Shape::Unknown => Worst::NOTHING,
    })
}

const fn elements(element: Worst, bounds: &Bounds, overhead: usize) -> Worst {
    // An array without a bound is reported where it is declared.
    let n_items = match bounds.items() {
        Some(n_items) => n_items,
        None => 0,
    };
    element.times(n_items, overhead + n_digits(n_items)).plus(Worst::bytes(5)).deeper()
}

pub(super) const fn n_digits(mut n: usize) -> usize {
    let mut digits = 1;
    while n >= 10 {
        n /= 10;
        digits += 1;
    }
    digits
}

/// The declared depth of the recursion that closes at `id`; 0 when there is none.
const fn depth_of(fields: &'static [FieldShape], id: &str) -> usize {
    let (mut deepest, mut at) = (0, 0);
    while at < fields.len() {
        let field = &fields[at];
        let depth = match field.shape.inside() {
            Shape::Back(back) if str_eq(back, id) => field.max_depth,
            // What stands by itself leads nowhere else.
            Shape::Document(document) if document.worst.open.is_some() => {
                depth_of(document.fields, id)
            }
            Shape::Union(union) if union.worst.open.is_some() => {
                depth_of_variants(union.variants, id)
            }
            _ => 0,
        };
        deepest = if depth > deepest { depth } else { deepest };
        at += 1;
    }
    deepest
}

const fn depth_of_variants(variants: &'static [VariantShape], id: &str) -> usize {
    let (mut deepest, mut at) = (0, 0);
    while at < variants.len() {
        let depth = depth_of(variants[at].fields, id);
        deepest = if depth > deepest { depth } else { deepest };
        at += 1;
    }
    deepest
}

/// The rule that the bounds of a document keep it below its `max_size`.
#[must_use]
pub const fn check_size(type_name: &str, declaration: &Declaration, worst: &Worst) -> Option<Text> {
    if let Some(open) = worst.open {
        return Some(
            Text::new("`").and(type_name).and("` ").and("enters a cycle of types in its middle, so the size of `")
                .and(open)
                .and("`, where it closes, can't be summed up: write `#[mongo(max_bytes = N)]` on that field"),
        );
    }
    if worst.bytes > declaration.max_size {
        return Some(
            Text::new("`")
                .and(type_name)
                .and("` ")
                .and("can grow to ")
                .and_number(worst.bytes)
                .and(" bytes by its bounds, over its `max_size` of ")
                .and_number(declaration.max_size)
                .and(": lower a bound, or raise `#[mongo(max_size = \"..\")]` (at most 15 MiB)"),
        );
    }
    None
}

/// The rule that `proven` stands only where every part has a bound.
#[must_use]
pub const fn check_proof(type_name: &str, worst: &Worst) -> Option<Text> {
    match worst.unbounded {
        Some(Unbounded { owner, field, remedy }) => Some(
            Text::new("the size of `")
                .and(type_name)
                .and("` is not proven: `")
                .and(owner)
                .and(".")
                .and(field)
                .and("` has no bound: ")
                .and(remedy)
                .and(", or remove `proven`"),
        ),
        None => None,
    }
}

/// The rule that a document is not nested deeper than is read.
#[must_use]
pub const fn check_nesting(type_name: &str, worst: &Worst) -> Option<Text> {
    let depth = worst.depth;
    if depth <= MAX_DEPTH {
        return None;
    }
    Some(
        Text::new("`")
            .and(type_name)
            .and("` can be nested ")
            .and_number(depth)
            .and(" levels deep, and at most ")
            .and_number(MAX_DEPTH)
            .and(" are written and read: lower a `max_depth`, or nest less"),
    )
}
