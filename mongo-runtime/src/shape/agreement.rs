//! Whether two versions of a document store a path alike.

use super::{
    DocumentShape, FieldShape, Form, Shape, form::same_form, has_room, is_presence, str_eq,
};

/// What is done with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Stored values are compared with operands of the type that asks.
    Compare,
    /// It is asked whether the field is there, or is null.
    Presence,
    /// Values of the type that asks are written.
    Write,
    /// Stored values are read by the type that asks.
    Read,
}

/// How a path of one version is stored in another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// Under the same name and in the same form.
    Same,
    /// Not at all.
    Lacks,
    /// In another form.
    Differs,
}

impl Agreement {
    #[must_use]
    pub(crate) const fn is_same(self) -> bool {
        matches!(self, Self::Same)
    }
}

/// How the stored path of `ours`, with its parents, is stored by `theirs`.
///
/// To compare, the form of the value counts: whether it may be absent, and its bounds, change no comparison. To ask whether it is
/// there, it counts whether nothing is stored as null. To write, all
/// that `ours` could write must be what `theirs` could have written; to read, all that `theirs` could have written must be what
/// `ours` reads.
#[must_use]
pub(crate) const fn agreement(
    ours: &DocumentShape,
    theirs: &DocumentShape,
    path: &str,
    used: Use,
) -> Agreement {
    of_fields(ours.fields, theirs.fields, path.as_bytes(), used)
}

const fn of_fields(
    ours: &[FieldShape],
    theirs: &[FieldShape],
    path: &[u8],
    used: Use,
) -> Agreement {
    let (first, rest) = split(path);
    let (Some(our), Some(their)) = (find(ours, first), find(theirs, first)) else {
        return Agreement::Lacks;
    };
    if rest.is_empty() {
        return of_field(our, their, used);
    }
    let ((our_arrays, our_inside), (their_arrays, their_inside)) =
        (container(our.shape), container(their.shape));
    match (our_inside, their_inside) {
        (Shape::Document(a), Shape::Document(b)) if our_arrays == their_arrays => {
            let is_there = match used {
                Use::Write => same_presence(our, their),
                Use::Read => reads_presence(our, their),
                Use::Compare | Use::Presence => true,
            };
            if !is_there {
                Agreement::Differs
            } else if str_eq(a.id, b.id) {
                Agreement::Same
            } else {
                of_fields(a.fields, b.fields, rest, used)
            }
        }
        // Further in, the names are data or depend on a tag.
        _ => of_field(our, their, used),
    }
}

const fn of_field(our: &FieldShape, their: &FieldShape, used: Use) -> Agreement {
    let ours = Form { shape: our.shape, codec: our.codec };
    let theirs = Form { shape: their.shape, codec: their.codec };
    let is_same = match used {
        Use::Compare => same_form(ours, theirs),
        Use::Presence => {
            same_form(ours, theirs)
                && our.null == their.null
                && is_presence(our.shape) == is_presence(their.shape)
        }
        Use::Write => {
            let bounds = our.bounds.and(&our.shape.bounds());
            let their_bounds = their.bounds.and(&their.shape.bounds());
            same_form(theirs, ours)
                && same_presence(our, their)
                && has_room(&their_bounds, &bounds).is_none()
        }
        Use::Read => same_form(ours, theirs) && reads_presence(our, their),
    };
    if is_same { Agreement::Same } else { Agreement::Differs }
}

const fn same_presence(our: &FieldShape, their: &FieldShape) -> bool {
    our.null == their.null
        && our.shape.is_optional() == their.shape.is_optional()
        && is_presence(our.shape) == is_presence(their.shape)
}

/// Whether ours may be absent where theirs may.
const fn reads_presence(our: &FieldShape, their: &FieldShape) -> bool {
    our.shape.is_optional() || !their.shape.is_optional()
}

/// How many arrays are around what a path goes on in, and what that is.
const fn container(shape: &Shape) -> (usize, &Shape) {
    match shape {
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner) => container(inner),
        Shape::Array(inner) | Shape::Set(inner) => {
            let (n_arrays, inside) = container(inner);
            (n_arrays + 1, inside)
        }
        _ => (0, shape),
    }
}

const fn find<'a>(fields: &'a [FieldShape], name: &[u8]) -> Option<&'a FieldShape> {
    let mut rest = fields;
    while let [field, next @ ..] = rest {
        if bytes_eq(field.name.as_bytes(), name) {
            return Some(field);
        }
        rest = next;
    }
    None
}

const fn bytes_eq(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, next_a @ ..], [second, next_b @ ..]) = (a, b) {
        if *first != *second {
            return false;
        }
        (a, b) = (next_a, next_b);
    }
    a.is_empty() && b.is_empty()
}

/// The first name of a path, and the path behind it.
const fn split(path: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    while at < path.len() {
        if path[at] == b'.' {
            return (path.split_at(at).0, path.split_at(at + 1).1);
        }
        at += 1;
    }
    (path, &[])
}
