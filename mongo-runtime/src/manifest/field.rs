//! The rows of a manifest: one a stored path.

use bson::{Bson, Document, doc};

use crate::{
    codec::Bounds,
    document::Allowance,
    shape::{BsonType, DocumentShape, FieldShape, Managed, RestShape, Scalar, Shape},
};

use super::codec::{codec, is_of_application, stored};

/// What is stored at one path.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FieldManifest {
    /// The stored path: `items[].sku`, `labels{}` for the values of a map, `pair[0]`, `payment<card>.last4` inside of a
    /// variant.
    pub path: String,
    /// The name of the Rust field. The text leaves it out: it may change while the stored name stays.
    pub rust_name: &'static str,
    /// The representation with its version: `string@1`, `array(date_ms@1)`.
    pub codec: String,
    /// Whether that is one of the application.
    pub is_of_application: bool,
    /// The stored type, in the manual's words: `string`, `array of object`, `map of int`.
    pub stored: String,
    /// Whether it may be missing or null.
    pub presence: FieldPresence,
    /// Most elements, outermost array or map first.
    pub max_items: &'static [usize],
    /// Most code points of text, most bytes of binary.
    pub max_len: Option<usize>,
    /// The integers that the Rust type holds, where they are fewer than those of the stored type.
    pub range: Option<(i64, i64)>,
    /// The stored name of the tag field, for an enum with data.
    pub tag: Option<&'static str>,
    /// The tags of an enum.
    pub tags: Vec<&'static str>,
    /// Whether the enum keeps a tag that is not one of these.
    pub fallback: bool,
    /// The tags that are keys of maps, for each level of maps whose keys are an enum, outermost first.
    pub keys: Vec<KeysManifest>,
    /// How deep a recursion may go.
    pub max_depth: Option<usize>,
    /// Whether fields that are not declared are an error there.
    pub deny_unknown: bool,
    /// The bounds of the fields that are kept there without being declared, if they are.
    pub rest: Option<RestShape>,
    /// The collection whose `_id` it is, if that is declared.
    pub reference: Option<&'static str>,
    /// The stored path that it is a copy of: `customers.name`.
    pub copy_of: Option<String>,
    /// The rules that the field is allowed to break.
    pub allowances: &'static [Allowance],
    /// Whether something there has no bound.
    pub(super) is_unbounded: bool,
}

/// The keys of a map, which are the tags of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeysManifest {
    /// The tags.
    pub tags: &'static [&'static str],
    /// Whether the enum keeps a key that is not one of these.
    pub fallback: bool,
}

/// Whether a field may be missing or null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldPresence {
    /// It is always there.
    Required,
    /// An `Option` that is absent when it is `None`.
    Absent,
    /// An `Option` that is null when it is `None`.
    Null,
    /// A `Presence`: absent, null and a value are three things.
    ThreeState,
}

impl FieldPresence {
    fn of(field: &FieldShape) -> Self {
        let mut shape = field.shape;
        while let Shape::Bounded(_, inner) | Shape::Coded(_, inner) = shape {
            shape = inner;
        }
        match shape {
            Shape::Presence(_) => Self::ThreeState,
            Shape::Optional(_) if field.null => Self::Null,
            Shape::Optional(_) => Self::Absent,
            _ => Self::Required,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Absent => "absent if none",
            Self::Null => "null if none",
            Self::ThreeState => "absent, null or a value",
        }
    }
}

/// The rows of a document.
pub(super) fn fields(shape: &'static DocumentShape) -> Vec<FieldManifest> {
    let mut rows = Rows(Vec::new());
    rows.add_fields("", shape.fields);
    rows.0
}

struct Rows(Vec<FieldManifest>);

impl Rows {
    fn add_fields(&mut self, prefix: &str, fields: &'static [FieldShape]) {
        // What the mapper writes by itself is told beside the fields.
        let is_own = |field: &&FieldShape| {
            !matches!(field.managed, Managed::Version | Managed::Discriminator)
        };
        for field in fields.iter().filter(is_own) {
            let dot = if prefix.is_empty() { "" } else { "." };
            let path = format!("{prefix}{dot}{}", field.name);
            self.0.push(row(path.clone(), field));
            self.add_inside(&path, field.shape);
        }
    }

    fn add_inside(&mut self, path: &str, shape: &'static Shape) {
        match shape {
            Shape::Optional(inner)
            | Shape::Presence(inner)
            | Shape::Bounded(_, inner)
            | Shape::Coded(_, inner) => self.add_inside(path, inner),
            Shape::Array(inner) | Shape::Set(inner) => self.add_inside(&format!("{path}[]"), inner),
            Shape::Map(_, inner) => self.add_inside(&format!("{path}{{}}"), inner),
            Shape::Fixed(elements) => self.add_elements(path, elements),
            Shape::Document(document) => self.add_fields(path, document.fields),
            Shape::Union(union) => {
                for variant in union.variants {
                    self.add_fields(&format!("{path}<{}>", variant.tag), variant.fields);
                }
            }
            // A recursion is described where it starts.
            Shape::Back(_) => {}
            Shape::Scalar(_)
            | Shape::Tags(_)
            | Shape::Geo(_)
            | Shape::Opaque
            | Shape::Refused(_)
            | Shape::Unknown => {}
        }
    }
}

impl Rows {
    /// The elements of a tuple or fixed array, as one where all are alike.
    fn add_elements(&mut self, path: &str, elements: &'static [&'static Shape]) {
        let inside = |path: &str, element: &'static Shape| {
            let mut rows = Self(Vec::new());
            rows.add_inside(path, element);
            rows.0
        };
        let Some((first, rest)) = elements.split_first() else { return };
        let each = inside(&format!("{path}[]"), first);
        let is_like_first = |element: &&'static Shape| {
            std::ptr::eq(*element, *first) || inside(&format!("{path}[]"), element) == each
        };
        if rest.iter().all(is_like_first) {
            self.0.extend(each);
            return;
        }
        for (index, element) in elements.iter().enumerate() {
            self.add_inside(&format!("{path}[{index}]"), element);
        }
    }
}

fn row(path: String, field: &'static FieldShape) -> FieldManifest {
    let leaf = field.shape.inside();
    let bounds = bounds(field.shape, &field.bounds);
    FieldManifest {
        path,
        rust_name: field.rust_name,
        codec: codec(field.shape, field.codec.map(|marker| format!("{marker}@1")).as_deref()),
        is_of_application: field.codec.is_some() || is_of_application(field.shape),
        stored: stored(field.shape),
        presence: FieldPresence::of(field),
        max_items: bounds.max_items,
        max_len: Some(bounds.max_len.min(fallback(leaf).unwrap_or(usize::MAX)))
            .filter(|max_len| *max_len != usize::MAX),
        range: range(leaf),
        tag: if let Shape::Union(union) = leaf { Some(union.tag) } else { None },
        tags: tags(leaf),
        fallback: fallback(leaf).is_some(),
        keys: keys(field.shape),
        max_depth: (field.max_depth != 0).then_some(field.max_depth),
        deny_unknown: match leaf {
            Shape::Document(document) => document.deny_unknown,
            Shape::Union(union) => union.deny_unknown,
            _ => false,
        },
        rest: if let Shape::Document(document) = leaf { document.rest } else { None },
        reference: field.reference,
        copy_of: field.copy_of.map(|copy_of| copy_of.stored_path()),
        allowances: field.allowances,
        is_unbounded: has_no_bound(field.shape, &bounds),
    }
}

/// The bounds of the field, or those that its type declares.
fn bounds(shape: &Shape, declared: &Bounds) -> Bounds {
    match shape {
        Shape::Bounded(own, inner) => bounds(inner, &declared.and(own)),
        Shape::Optional(inner) | Shape::Presence(inner) | Shape::Coded(_, inner) => {
            bounds(inner, declared)
        }
        Shape::Array(inner) | Shape::Set(inner) | Shape::Map(_, inner) => {
            let inside = bounds(inner, declared);
            Bounds { max_len: inside.max_len, ..*declared }
        }
        _ => *declared,
    }
}

fn has_no_bound(shape: &Shape, bounds: &Bounds) -> bool {
    match shape {
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Coded(_, inner)
        | Shape::Array(inner)
        | Shape::Set(inner) => has_no_bound(inner, bounds),
        Shape::Bounded(own, inner) => has_no_bound(inner, &bounds.and(own)),
        Shape::Map(key, inner) => has_no_bound(key, bounds) || has_no_bound(inner, bounds),
        Shape::Fixed(elements) => elements.iter().any(|element| has_no_bound(element, bounds)),
        Shape::Scalar(scalar) => scalar.len.is_none() && bounds.max_len == usize::MAX,
        Shape::Opaque => true,
        Shape::Tags(_) | Shape::Union(_) => fallback(shape) == Some(usize::MAX),
        Shape::Document(document) => document.rest.is_some_and(|rest| rest.max_bytes.is_none()),
        _ => false,
    }
}

/// How long a tag may be that is none of an enum's.
fn fallback(shape: &Shape) -> Option<usize> {
    match shape {
        Shape::Tags(tags) => tags.fallback,
        Shape::Union(union) => union.fallback.then_some(usize::MAX),
        _ => None,
    }
}

fn range(shape: &Shape) -> Option<(i64, i64)> {
    let Shape::Scalar(Scalar { range: Some(range), bson, .. }) = shape else { return None };
    let whole = match bson {
        BsonType::Int32 => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    };
    (*range != whole).then_some(*range)
}

fn tags(shape: &Shape) -> Vec<&'static str> {
    match shape {
        Shape::Tags(tags) => tags.tags.to_vec(),
        Shape::Union(union) => union.variants.iter().map(|variant| variant.tag).collect(),
        _ => Vec::new(),
    }
}

/// The keys that are the tags of an enum, level by level.
fn keys(shape: &Shape) -> Vec<KeysManifest> {
    match shape {
        Shape::Optional(inner)
        | Shape::Presence(inner)
        | Shape::Bounded(_, inner)
        | Shape::Coded(_, inner)
        | Shape::Array(inner)
        | Shape::Set(inner) => keys(inner),
        Shape::Map(key, inner) => {
            let own = if let Shape::Tags(own) = key.inside() {
                Some(KeysManifest { tags: own.tags, fallback: own.fallback.is_some() })
            } else {
                None
            };
            own.into_iter().chain(keys(inner)).collect()
        }
        _ => Vec::new(),
    }
}

impl KeysManifest {
    fn to_document(&self) -> Document {
        let mut out = doc! { "tags": self.tags };
        if self.fallback {
            out.insert("fallback", true);
        }
        out
    }
}

/// What a type keeps that it does not declare.
pub(super) fn rest_to_document(rest: RestShape) -> Document {
    let bounds = [("max_items", rest.max_items), ("max_bytes", rest.max_bytes)];
    let bounds = bounds.into_iter().filter_map(|(bound, n)| Some((bound.to_owned(), number(n?))));
    bounds.collect()
}

fn number(n: usize) -> Bson {
    Bson::Int64(i64::try_from(n).unwrap_or(i64::MAX))
}

impl FieldManifest {
    pub(super) fn to_bson(&self) -> Bson {
        let mut out = Document::new();
        out.insert("codec", self.codec.as_str());
        if self.is_of_application {
            out.insert("type", self.stored.as_str());
        }
        if let Some(tag) = self.tag {
            out.insert("tag", tag);
        }
        out.insert("presence", self.presence.as_str());
        if let Some((min, max)) = self.range {
            out.insert("min", min);
            out.insert("max", max);
        }
        match self.max_items {
            [] => {}
            [only] => {
                out.insert("max_items", number(*only));
            }
            levels => {
                out.insert("max_items", levels.iter().map(|n| number(*n)).collect::<Vec<_>>());
            }
        }
        if let Some(max_len) = self.max_len {
            out.insert("max_len", number(max_len));
        }
        if let Some(max_depth) = self.max_depth {
            out.insert("max_depth", number(max_depth));
        }
        if !self.tags.is_empty() {
            out.insert("tags", self.tags.as_slice());
        }
        if self.fallback {
            out.insert("fallback", true);
        }
        if !self.keys.is_empty() {
            let keys = self.keys.iter().map(KeysManifest::to_document);
            out.insert("keys", keys.collect::<Vec<_>>());
        }
        if self.deny_unknown {
            out.insert("deny_unknown", true);
        }
        if let Some(rest) = self.rest {
            out.insert("catch_all", rest_to_document(rest));
        }
        if let Some(reference) = self.reference {
            out.insert("reference", reference);
        }
        if let Some(copy_of) = &self.copy_of {
            out.insert("copy_of", copy_of.as_str());
        }
        out.into()
    }
}
