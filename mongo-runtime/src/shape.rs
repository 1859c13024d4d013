//! What is stored, as constants: the tables that the rules, the validator and the manifest read.

mod agreement;

mod codec_name;

mod geo;

mod form;

mod identity;

mod lookup;

mod rules;

mod size;

mod stored_as;

mod text;

mod versions;

use crate::{
    codec::Bounds,
    document::{Allowance, CopyOf},
};

pub use self::{
    codec_name::CodecName,
    geo::GeoShape,
    identity::Identity,
    lookup::Child,
    rules::{
        check_field, check_generic_part, check_id, check_newtype, check_part, check_revision,
        newtype_shape,
    },
    size::{Unbounded, Worst, check_nesting, check_proof, check_size, worst_case},
    stored_as::{check_stored_as, stored_as_shape},
    text::{Text, ensure},
    versions::{check_newer_reader, check_reader, newest, oldest, reads, reads_newer},
};

pub(crate) use self::{
    agreement::{Agreement, Use, agreement},
    codec_name::lossless,
    form::{Form, has_room, same_form},
    rules::{BYTES, is_presence},
    text::str_eq,
};

/// The stored form of a type.
#[derive(Debug)]
#[non_exhaustive]
pub enum Shape {
    /// One BSON value of one type.
    Scalar(Scalar),
    /// A string out of a closed list: a unit enum.
    Tags(&'static TagsShape),
    /// Absent, or the inner value. Null is read as absent.
    Optional(&'static Self),
    /// Absent, null, or the inner value: three different things.
    Presence(&'static Self),
    /// An array whose elements all have one shape.
    Array(&'static Self),
    /// The same, without equal elements.
    Set(&'static Self),
    /// An array of exactly these elements.
    Fixed(&'static [&'static Self]),
    /// A document with keys that are data: the shape of the keys, and of the values.
    Map(&'static Self, &'static Self),
    /// A document with declared fields.
    Document(&'static DocumentShape),
    /// A document of one of several forms, told apart by a tag.
    Union(&'static UnionShape),
    /// The same, with bounds that the type itself declares.
    Bounded(Bounds, &'static Self),
    /// The same, in a representation of another name.
    Coded(CodecName, &'static Self),
    /// A GeoJSON object.
    Geo(GeoShape),
    /// Anything: kept, not looked into.
    Opaque,
    /// A known type that must not be stored this way, and what to write instead.
    Refused(&'static str),
    /// An enclosing document, by its identity: where a recursion closes.
    Back(&'static str),
    /// A type whose derive has reported an error already.
    Unknown,
}

/// One BSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scalar {
    /// Its BSON type.
    pub bson: BsonType,
    /// Its size in bytes; `None` when it has as many as the value.
    pub len: Option<usize>,
    /// The smallest and largest integer that the Rust type holds.
    pub range: Option<(i64, i64)>,
    /// What the type means beyond its BSON type.
    pub role: Role,
    /// The name of the representation.
    pub codec: CodecName,
}

impl Scalar {
    /// A value of a fixed size.
    #[must_use]
    pub const fn fixed(bson: BsonType, len: usize) -> Self {
        Self { len: Some(len), ..Self::variable(bson) }
    }

    /// A value as long as its content.
    #[must_use]
    pub const fn variable(bson: BsonType) -> Self {
        Self { bson, len: None, range: None, role: Role::Plain, codec: CodecName::of(bson) }
    }

    /// An integer.
    #[must_use]
    pub const fn integer(bson: BsonType, min: i64, max: i64) -> Self {
        let len = if matches!(bson, BsonType::Int32) { 4 } else { 8 };
        Self { len: Some(len), range: Some((min, max)), ..Self::variable(bson) }
    }

    /// The same with another meaning.
    #[must_use]
    pub const fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The same in a representation of the application. The manifest shows the name, and whoever changes what is stored
    /// raises the version, so that the change shows.
    #[must_use]
    pub const fn named(self, name: &'static str, version: u16) -> Self {
        Self { codec: CodecName::of_application(name, version), ..self }
    }

    /// The same in a representation of the runtime.
    pub(crate) const fn coded(self, name: &'static str) -> Self {
        Self { codec: CodecName::built_in(name), ..self }
    }
}

/// What a scalar means beyond its BSON type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// Nothing more.
    Plain,
    /// One byte: an array of these is most likely meant as binary.
    Byte,
    /// The revision of a document.
    Revision,
}

/// The BSON types that a scalar can have, in the manual's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BsonType {
    /// 64-bit floating point.
    Double,
    /// UTF-8 text.
    String,
    /// Bytes with a subtype.
    Binary,
    /// Bytes of subtype 4.
    Uuid,
    /// Twelve bytes.
    ObjectId,
    /// True or false.
    Bool,
    /// Milliseconds since 1970 in UTC.
    Date,
    /// 32-bit integer.
    Int32,
    /// 64-bit integer.
    Int64,
    /// The server's own timestamp.
    Timestamp,
    /// 34 decimal digits.
    Decimal128,
}

impl BsonType {
    /// The name that `$type` and `$jsonSchema` use.
    #[must_use]
    pub const fn alias(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::String => "string",
            Self::Binary | Self::Uuid => "binData",
            Self::ObjectId => "objectId",
            Self::Bool => "bool",
            Self::Date => "date",
            Self::Int32 => "int",
            Self::Int64 => "long",
            Self::Timestamp => "timestamp",
            Self::Decimal128 => "decimal",
        }
    }
}

/// A unit enum.
#[derive(Debug)]
pub struct TagsShape {
    /// The name of the Rust type.
    pub name: &'static str,
    /// The stored names, in the order of the variants.
    pub tags: &'static [&'static str],
    /// Where a variant keeps each tag that is not one of these: the most code points that it may have, `usize::MAX` without
    /// a bound.
    pub fallback: Option<usize>,
}

/// A document with declared fields.
#[derive(Debug)]
pub struct DocumentShape {
    /// Module and name of the Rust type: its identity.
    pub id: &'static str,
    /// The name of the Rust type.
    pub name: &'static str,
    /// The fields in the order in which they are written.
    pub fields: &'static [FieldShape],
    /// Whether a field that is not declared is an error.
    pub deny_unknown: bool,
    /// The field that keeps what is not declared, if the type has one.
    pub rest: Option<RestShape>,
    /// Whether it stands for the documents of several types, of which only the `_id` and the tag are told here.
    pub is_family: bool,
    /// Its worst case by itself, worked out once: a type is used in many places.
    pub worst: Worst,
}

/// The field of a type that keeps what is not declared: `catch_all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestShape {
    /// The name of the Rust field. It has no stored name.
    pub rust_name: &'static str,
    /// Most fields that are written.
    pub max_items: Option<usize>,
    /// Most bytes that they take.
    pub max_bytes: Option<usize>,
}

impl DocumentShape {
    /// A document with these fields.
    #[must_use]
    pub const fn new(
        id: &'static str,
        name: &'static str,
        fields: &'static [FieldShape],
        deny_unknown: bool,
    ) -> Self {
        let worst = size::worst_of_fields(id, name, fields, None);
        Self { id, name, fields, deny_unknown, rest: None, is_family: false, worst }
    }

    /// The same with a field that keeps what is not declared.
    #[must_use]
    pub const fn with_rest(self, rest: RestShape) -> Self {
        let worst = size::worst_of_fields(self.id, self.name, self.fields, Some(rest));
        Self { rest: Some(rest), worst, ..self }
    }

    /// The same, for an enum over document types.
    #[must_use]
    pub const fn of_family(self) -> Self {
        Self { is_family: true, ..self }
    }
}

/// One field of a document.
#[derive(Debug)]
pub struct FieldShape {
    /// The name of the Rust field.
    pub rust_name: &'static str,
    /// The stored name.
    pub name: &'static str,
    /// What it holds.
    pub shape: &'static Shape,
    /// The representation, if it is one of the application, by the name of its marker.
    pub codec: Option<&'static str>,
    /// The declared bounds.
    pub bounds: Bounds,
    /// How deep a recursion through this field may go; 0 when none is declared.
    pub max_depth: usize,
    /// The declared worst case in bytes of a field whose recursion closes outside of the type; 0 when none is declared.
    pub max_bytes: usize,
    /// What the mapper itself does with it.
    pub managed: Managed,
    /// Whether `None` is written as null.
    pub null: bool,
    /// The collection whose `_id` it is, if that is declared.
    pub reference: Option<&'static str>,
    /// The field of another document that it is a copy of.
    pub copy_of: Option<CopyOf>,
    /// The rules that the field is allowed to break.
    pub allowances: &'static [Allowance],
}

impl FieldShape {
    /// The same, as the `_id` of another collection.
    #[doc(hidden)]
    #[must_use]
    pub const fn referring(self, collection: &'static str) -> Self {
        Self { reference: Some(collection), ..self }
    }

    /// The same, as a copy.
    #[doc(hidden)]
    #[must_use]
    pub const fn copied(self, copy_of: CopyOf) -> Self {
        Self { copy_of: Some(copy_of), ..self }
    }

    /// The same, allowed to break these rules.
    #[doc(hidden)]
    #[must_use]
    pub const fn allowing(self, allowances: &'static [Allowance]) -> Self {
        Self { allowances, ..self }
    }
}

/// What the mapper does with a field by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Managed {
    /// Nothing: the application owns it.
    No,
    /// `_id`: never updated.
    Id,
    /// Counted up by every update.
    Revision,
    /// The schema version, written with every document.
    Version,
    /// The tag of the type, written with every document.
    Discriminator,
}

/// A data enum: a document with a tag.
#[derive(Debug)]
pub struct UnionShape {
    /// Module and name of the Rust type.
    pub id: &'static str,
    /// The name of the Rust type.
    pub name: &'static str,
    /// The stored name of the tag field.
    pub tag: &'static str,
    /// The variants.
    pub variants: &'static [VariantShape],
    /// Whether a field that the variant does not declare is an error.
    pub deny_unknown: bool,
    /// Whether a variant keeps each document with another tag.
    pub fallback: bool,
    /// Its worst case by itself, worked out once; without documents that the fallback keeps.
    pub worst: Worst,
}

impl UnionShape {
    /// An enum with these variants.
    #[must_use]
    pub const fn new(
        id: &'static str,
        name: &'static str,
        tag: &'static str,
        variants: &'static [VariantShape],
        deny_unknown: bool,
    ) -> Self {
        Self {
            id,
            name,
            tag,
            variants,
            deny_unknown,
            fallback: false,
            worst: size::worst_of_variants(id, name, tag, variants),
        }
    }

    /// The same with a variant that keeps each document with another tag.
    #[must_use]
    pub const fn with_fallback(self) -> Self {
        Self { fallback: true, ..self }
    }
}

/// One variant of a data enum.
#[derive(Debug)]
pub struct VariantShape {
    /// The stored tag.
    pub tag: &'static str,
    /// Its fields, beside the tag.
    pub fields: &'static [FieldShape],
}
