//! Enums over the document types of one collection.

#[cfg(test)]
mod tests;

use std::fmt;

use bson::{RawDocument, RawDocumentBuf};

use super::{DOCUMENT, Declaration, Document};
use crate::{
    codec::{DecodeError, DecodeReason, Failure, Opaque, Reader, Value, decode_error},
    shape::{Text, str_eq},
};

const STRING: u8 = 0x02;

/// A document of a type that an enum has no variant for, kept as it is: what `#[mongo(fallback)]` holds.
///
/// Inserted again it is the same, byte for byte.
#[derive(Clone, PartialEq)]
pub struct OtherDocument<I> {
    id: I,
    bytes: RawDocumentBuf,
}

impl<I> OtherDocument<I> {
    /// Its `_id`.
    pub const fn id(&self) -> &I {
        &self.id
    }

    /// All of it.
    #[must_use]
    pub fn as_raw(&self) -> &RawDocument {
        &self.bytes
    }

    /// All of it, for good.
    #[must_use]
    pub fn into_raw(self) -> RawDocumentBuf {
        self.bytes
    }
}

/// Shows no value.
impl<I> fmt::Debug for OtherDocument<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OtherDocument(?)")
    }
}

/// What a variant with `#[mongo(fallback)]` holds.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not keep a document of another type",
    label = "write `OtherDocument<{I}>`",
    note = "it has the `_id` and all the bytes of a document that no variant is for"
)]
pub trait KeepsOther<I>: Sized {
    fn keep(other: OtherDocument<I>) -> Self;

    fn kept(&self) -> &OtherDocument<I>;

    fn raw(&self) -> &RawDocumentBuf;
}

impl<I> KeepsOther<I> for OtherDocument<I> {
    fn keep(other: Self) -> Self {
        other
    }

    fn kept(&self) -> &Self {
        self
    }

    fn raw(&self) -> &RawDocumentBuf {
        &self.bytes
    }
}

/// The type of an `_id`, in the representation `C`, that is `I` in the representation `First`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the `_id` is a `{Self}` here, and a `{I}` in the first variant",
    label = "has another type of `_id`, or another representation of it",
    note = "the `_id` is unique in a collection: give all documents of it one type of `_id`"
)]
pub trait SameId<I, First, C> {
    fn same(&self) -> &I;
}

impl<I, C> SameId<I, C, C> for I {
    fn same(&self) -> &I {
        self
    }
}

/// The type of variant `at`: one of the collection, told apart from those before it.
#[doc(hidden)]
#[must_use]
pub const fn check_family(name: &str, types: &[&Declaration], at: usize) -> Option<Text> {
    let (one, first) = (types[at], types[0]);
    // A type whose derive has failed has no name.
    if one.name.is_empty() || first.name.is_empty() {
        return None;
    }
    let what = Text::new("`").and(one.name).and("` in `").and(name).and("` ");
    if one.family.is_some() {
        return Some(
            what.and("is an enum over documents itself: give each of its types a variant here"),
        );
    }
    let Some(own) = one.discriminator else {
        return Some(
            what.and("has no tag to be told by: write `discriminator(")
                .and(field_or(first, "kind"))
                .and(" = \"..\")` on it"),
        );
    };
    if !str_eq(one.collection, first.collection) {
        return Some(
            what.and("is stored in `")
                .and(one.collection)
                .and("`, and `")
                .and(first.name)
                .and("` in `")
                .and(first.collection)
                .and("`: an enum is over the documents of one collection"),
        );
    }
    let mut earlier = 0;
    while earlier < at {
        if let Some(other) = types[earlier].discriminator {
            if !str_eq(own.field, other.field) {
                return Some(
                    what.and("is told by `")
                        .and(own.field)
                        .and("`, and `")
                        .and(types[earlier].name)
                        .and("` by `")
                        .and(other.field)
                        .and("`: write the same field in both"),
                );
            }
            if str_eq(own.tag, other.tag) {
                return Some(
                    what.and("has the tag `")
                        .and(own.tag)
                        .and("`, which is that of `")
                        .and(types[earlier].name)
                        .and("`: give each type a tag of its own, and one variant"),
                );
            }
        }
        earlier += 1;
    }
    None
}

const fn field_or(first: &Declaration, default: &'static str) -> &'static str {
    match first.discriminator {
        Some(own) => own.field,
        None => default,
    }
}

/// The field that tells the types apart.
#[doc(hidden)]
#[must_use]
pub const fn family_field(types: &[&Declaration]) -> &'static str {
    field_or(types[0], "")
}

/// The tag of a type.
#[doc(hidden)]
#[must_use]
pub const fn family_tag(one: &Declaration) -> &'static str {
    match one.discriminator {
        Some(own) => own.tag,
        None => "",
    }
}

/// The `max_size` of the type that has the largest.
#[doc(hidden)]
#[must_use]
pub const fn family_max_size(types: &[&Declaration]) -> usize {
    let (mut largest, mut at) = (0, 0);
    while at < types.len() {
        if types[at].max_size > largest {
            largest = types[at].max_size;
        }
        at += 1;
    }
    largest
}

/// The tag of the document that comes next, if there is one and it is text. The reader stays where it is.
///
/// # Errors
///
/// It is no document, or malformed.
#[doc(hidden)]
pub fn type_tag<'a>(
    field: &str,
    element_type: u8,
    input: &Reader<'a>,
) -> Result<Option<&'a str>, Failure> {
    if element_type != DOCUMENT {
        return Err(input.unexpected(element_type, "document"));
    }
    let mut ahead = input.clone();
    let scope = ahead.open()?;
    while let Some((element_type, key)) = ahead.next_element(&scope)? {
        if key == field.as_bytes() {
            return if element_type == STRING { ahead.take_str().map(Some) } else { Ok(None) };
        }
        ahead.skip(element_type)?;
    }
    Ok(None)
}

/// A document of none of the types, at its tag.
#[doc(hidden)]
#[cold]
#[must_use]
pub fn unknown_type(
    field: &'static str,
    known: &'static [&'static str],
    input: &Reader<'_>,
) -> Failure {
    let mut ahead = input.clone();
    let scope = match ahead.open() {
        Ok(scope) => scope,
        Err(failure) => return failure,
    };
    while let Ok(Some((element_type, key))) = ahead.next_element(&scope) {
        if key == field.as_bytes() {
            return match element_type {
                STRING => ahead.fail(DecodeReason::UnknownTag { known }),
                _ => ahead.unexpected(element_type, "string"),
            };
        }
        if let Err(failure) = ahead.skip(element_type) {
            return failure;
        }
    }
    input.fail_in(&scope, DecodeReason::Missing { field })
}

/// Keeps the document that comes next. It has an `_id` of the type that all have.
///
/// # Errors
///
/// It is malformed, or its `_id` is of another type.
#[doc(hidden)]
pub fn other_document<I: Value<C>, C: 'static>(
    element_type: u8,
    input: &mut Reader<'_>,
) -> Result<OtherDocument<I>, Failure> {
    let mut ahead = input.clone();
    let scope = ahead.open()?;
    let id = loop {
        match ahead.next_element(&scope)? {
            Some((element_type, b"_id")) => break I::decode(element_type, &mut ahead)?,
            Some((element_type, _)) => ahead.skip(element_type)?,
            None => return Err(ahead.fail_in(&scope, DecodeReason::Missing { field: "_id" })),
        }
    };
    let bytes = <RawDocumentBuf as Value<Opaque>>::decode(element_type, input)?;
    Ok(OtherDocument { id, bytes })
}

/// Looks at a whole document, from its start.
///
/// # Errors
///
/// What `look` says, with the path to it.
#[doc(hidden)]
pub fn look_at<'a, D: Document, T>(
    bytes: &'a [u8],
    look: impl FnOnce(&mut Reader<'a>) -> Result<T, Failure>,
) -> Result<T, DecodeError> {
    look(&mut Reader::new(bytes))
        .map_err(|failure| decode_error(D::DECLARATION.name, D::SHAPE, bytes, &failure))
}
