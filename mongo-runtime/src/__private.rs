//! What generated code may name. Not public API: it changes with any release.

pub use std::{
    clone::Clone,
    column, concat, fmt,
    fmt::{Debug, Formatter},
    line,
    marker::{Copy, PhantomData},
    mem::size_of,
    module_path,
    option::Option,
    primitive::{bool, i32, str, u8, u64, usize},
    result::Result,
    stringify,
};

pub use bson::RawDocumentBuf;

pub use crate::{
    Document, class,
    codec::{
        AsIs, BinaryBytes, Bounds, CivilDate, CivilDateTime, DateMs, DecimalInt, DecodeError,
        Double, Failure, FallbackDocument, FallbackTag, Int64Checked, IntArray, Lossless, Millis,
        NanosOfDay, Opaque, Over, Reader, StringPadded, Text, UuidCSharpLegacy, UuidJavaLegacy,
        UuidPythonLegacy, Value, Writer, fallback_key, over_fallback_tag, put_fallback_tag,
    },
    document::{
        Copies, CopyOf, Discriminator, Family, KeepsOther, Refers, SameId, SchemaVersion, Source,
        Validation, ValidationAction, ValidationLevel, check_copied, check_copies, check_copy,
        check_family, check_reference, collection_of, declaration_of, downgrade_from, family_field,
        family_max_size, family_tag, look_at, other_document, type_tag, unknown_type, unsupported,
        upgrade_from,
    },
    field::{
        As, Field, Free, Goto, InVariant, Leaf, Member, OneVariant, PartOfId, Path, Root, Variant,
        VariantField, back_of, each, expect_field, field_len, field_shape, finish_field, inside,
        late_field, marker, missing_field, put_bounded, put_field, shape_or_back, variant,
    },
    filter::{Filter, is_variant},
    index::{
        Absent, CollationOption, IndexKey, KeyKind, Literal, PartialOp, check_collation,
        check_index, check_index_key, check_partial_term, index_key, partial_term, path_name,
        variant_term,
    },
    query::serving::{check_covered, check_query},
    shape::{
        CodecName, DocumentShape, FieldShape, Identity, Managed, RestShape, Shape, TagsShape,
        UnionShape, VariantShape, Worst, check_field, check_generic_part, check_id, check_nesting,
        check_newer_reader, check_newtype, check_part, check_proof, check_reader, check_revision,
        check_size, check_stored_as, ensure, newest, newtype_shape, oldest, reads, reads_newer,
        stored_as_shape, worst_case,
    },
};

#[cfg(feature = "serde-1")]
pub use crate::codec::serde::{Serde, as_serde, inside_serde};

#[cfg(not(feature = "serde-1"))]
pub use crate::codec::serde_off::{Serde, as_serde, inside_serde};

pub use crate::codec::catch_all::{CatchAll, Rest, Unknown, put_rest, rest_len};

pub use self::stub::{StubGoto, StubId, StubName, UNKNOWN_DOCUMENT};

mod stub;

/// What `stored_as!` calls.
pub mod stored_as {
    pub use crate::codec::stored_as::{
        decode, element_type, encode, encode_element, encoded_len, over,
    };
}

use crate::{
    codec::{DecodeReason, Scope, operand},
    revision::Revision,
    shape::{BsonType, Scalar},
};

/// The element type byte of a document.
pub const DOCUMENT: u8 = 0x03;

/// The element type byte of a string.
pub const STRING: u8 = 0x02;

const INT32: u8 = 0x10;

/// Opens an embedded document that becomes a value of `size` bytes.
#[inline]
pub fn open_document(
    element_type: u8,
    size: usize,
    input: &mut Reader<'_>,
) -> Result<Scope, Failure> {
    if element_type != DOCUMENT {
        return Err(input.unexpected(element_type, "document"));
    }
    input.open_sized(size)
}

/// A field that the type does not declare, where it denies those.
#[cold]
#[must_use]
pub fn unknown_field(input: &Reader<'_>) -> Failure {
    input.fail(DecodeReason::UnknownField)
}

/// Steps over a field that the mapper writes by itself, if it comes next. Says whether it did.
#[inline]
pub fn expect_fixed(header: &[u8], input: &mut Reader<'_>) -> Result<bool, Failure> {
    match input.expect_key(header) {
        Some(element_type) => input.skip(element_type).map(|()| true),
        None => Ok(false),
    }
}

/// Steps over a field that the mapper writes by itself, found out of its order.
#[cold]
pub fn late_fixed(
    is_read: &mut bool,
    element_type: u8,
    input: &mut Reader<'_>,
) -> Result<(), Failure> {
    if *is_read {
        return Err(input.fail(DecodeReason::DuplicateKey));
    }
    *is_read = true;
    input.skip(element_type)
}

/// Steps over the tag of a type, if it comes next. Says whether it did.
#[inline]
pub fn expect_tag(
    header: &[u8],
    known: &'static [&'static str],
    input: &mut Reader<'_>,
) -> Result<bool, Failure> {
    match input.expect_key(header) {
        Some(element_type) => own_tag(known, element_type, input).map(|()| true),
        None => Ok(false),
    }
}

/// Steps over the tag of a type, found out of its order.
#[cold]
pub fn late_tag(
    is_read: &mut bool,
    known: &'static [&'static str],
    element_type: u8,
    input: &mut Reader<'_>,
) -> Result<(), Failure> {
    if *is_read {
        return Err(input.fail(DecodeReason::DuplicateKey));
    }
    *is_read = true;
    own_tag(known, element_type, input)
}

fn own_tag(
    known: &'static [&'static str],
    element_type: u8,
    input: &mut Reader<'_>,
) -> Result<(), Failure> {
    let found = take_tag(element_type, input)?;
    if known.contains(&found) { Ok(()) } else { Err(unknown_tag(input, known)) }
}

/// The text of a tag.
#[inline]
pub fn take_tag<'a>(element_type: u8, input: &mut Reader<'a>) -> Result<&'a str, Failure> {
    if element_type != STRING {
        return Err(input.unexpected(element_type, "string"));
    }
    input.take_str()
}

/// A tag that no variant has.
#[cold]
#[must_use]
pub fn unknown_tag(input: &Reader<'_>, known: &'static [&'static str]) -> Failure {
    input.fail(DecodeReason::UnknownTag { known })
}

/// The tag of a document, wherever it stands. The reader stays where it is.
pub fn find_tag<'a>(
    header: &'static [u8],
    input: &Reader<'a>,
    scope: &Scope,
) -> Result<&'a str, Failure> {
    let name = tag_name(header);
    let mut ahead = input.clone();
    while let Some((element_type, key)) = ahead.next_element(scope)? {
        if key == name.as_bytes() {
            return take_tag(element_type, &mut ahead);
        }
        ahead.skip(element_type)?;
    }
    Err(input.fail_in(scope, DecodeReason::Missing { field: name }))
}

/// A document whose tag no variant has, at the tag.
#[cold]
#[must_use]
pub fn unknown_union_tag(
    header: &'static [u8],
    input: &Reader<'_>,
    scope: &Scope,
    known: &'static [&'static str],
) -> Failure {
    let mut ahead = input.clone();
    while let Ok(Some((element_type, key))) = ahead.next_element(scope) {
        if key == tag_name(header).as_bytes() {
            return ahead.fail(DecodeReason::UnknownTag { known });
        }
        if let Err(failure) = ahead.skip(element_type) {
            return failure;
        }
    }
    input.fail_in(scope, DecodeReason::UnknownTag { known })
}

fn tag_name(header: &'static [u8]) -> &'static str {
    let name = header.get(1..header.len().saturating_sub(1)).unwrap_or_default();
    std::str::from_utf8(name).unwrap_or_default()
}

/// The number in the field that is the revision. That it is one is a rule of its own.
pub fn revision_of<T: Value>(value: &T) -> Revision {
    match operand::<AsIs, T>(value, &Bounds::NONE, "revision") {
        Ok(bson::Bson::Int64(revision)) => Revision::new(revision),
        _ => Revision::FIRST,
    }
}

/// Writes the tag of a data enum.
#[inline]
pub fn put_tag(header: &[u8], tag: &str, out: &mut Writer<'_>) {
    out.put_text(STRING, header, tag);
}

/// Writes the schema version.
#[inline]
pub fn put_version(header: &[u8], version: i32, out: &mut Writer<'_>) {
    out.put_fixed(INT32, header, version.to_le_bytes());
}

/// The row of the schema version in the table of fields.
#[must_use]
pub const fn version_shape(name: &'static str, shape: &'static Shape) -> FieldShape {
    managed_shape("schema_version", name, shape, Managed::Version)
}

/// A tag that is any text.
#[must_use]
pub const fn any_tag() -> Scalar {
    Scalar::variable(BsonType::String)
}

/// The row of the discriminator in the table of fields.
#[must_use]
pub const fn discriminator_shape(name: &'static str, shape: &'static Shape) -> FieldShape {
    managed_shape("discriminator", name, shape, Managed::Discriminator)
}

const fn managed_shape(
    rust_name: &'static str,
    name: &'static str,
    shape: &'static Shape,
    managed: Managed,
) -> FieldShape {
    FieldShape {
        rust_name,
        name,
        shape,
        codec: None,
        bounds: Bounds::NONE,
        max_depth: 0,
        max_bytes: 0,
        managed,
        null: false,
        reference: None,
        copy_of: None,
        allowances: &[],
    }
}

/// The scalar of the schema version.
#[must_use]
pub const fn version_scalar(version: i32) -> Scalar {
    Scalar::integer(BsonType::Int32, version as i64, version as i64)
}
