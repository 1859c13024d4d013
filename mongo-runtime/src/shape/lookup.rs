//! Finds the shape of what a document holds under a key.

use super::{DocumentShape, FieldShape, GeoShape, Shape, UnionShape};
use crate::codec::Bounds;

/// What a container holds under a key.
#[derive(Debug, Clone, Copy)]
pub struct Child {
    /// Its shape.
    pub shape: &'static Shape,
    /// Whether the key is a declared name. The keys of maps are data.
    pub is_declared: bool,
}

impl Shape {
    /// The shape under a key of this container. `documents` are the enclosing ones, for recursive types; the container is
    /// added to them.
    pub(crate) fn child(
        &'static self,
        key: &[u8],
        documents: &mut Vec<&'static DocumentShape>,
    ) -> Option<Child> {
        match self {
            Self::Optional(inner)
            | Self::Presence(inner)
            | Self::Bounded(_, inner)
            | Self::Coded(_, inner) => inner.child(key, documents),
            Self::Array(inner) | Self::Set(inner) => {
                Some(Child { shape: inner, is_declared: true })
            }
            Self::Fixed(inner) => {
                let index: usize = std::str::from_utf8(key).ok()?.parse().ok()?;
                inner.get(index).map(|shape| Child { shape, is_declared: true })
            }
            Self::Map(_, inner) => Some(Child { shape: inner, is_declared: false }),
            Self::Document(document) => {
                documents.push(document);
                field(document.fields, key)
            }
            Self::Back(id) => {
                let document = *documents.iter().rev().find(|document| document.id == *id)?;
                field(document.fields, key)
            }
            Self::Union(union) => variant_field(union, key),
            Self::Geo(GeoShape::GeometryCollection | GeoShape::Geometry)
                if key == b"geometries" =>
            {
                const MEMBERS: &Shape = &Shape::Array(&Shape::Geo(GeoShape::Geometry));
                Some(Child { shape: MEMBERS, is_declared: true })
            }
            Self::Geo(_) => Some(Child {
                shape: &Self::Opaque,
                is_declared: matches!(key, b"type" | b"coordinates"),
            }),
            Self::Scalar(_) | Self::Tags(_) | Self::Opaque | Self::Refused(_) | Self::Unknown => {
                None
            }
        }
    }
}

impl Shape {
    /// What is inside of `Option`s, arrays and maps.
    #[must_use]
    pub const fn inside(&self) -> &Self {
        match self {
            Self::Optional(inner)
            | Self::Presence(inner)
            | Self::Array(inner)
            | Self::Set(inner)
            | Self::Map(_, inner)
            | Self::Bounded(_, inner)
            | Self::Coded(_, inner) => inner.inside(),
            _ => self,
        }
    }

    /// Whether the document `own` is met again inside.
    #[must_use]
    pub const fn leads_back_to(&self, own: &str) -> bool {
        match self.inside() {
            Self::Back(id) => super::str_eq(id, own),
            Self::Fixed(elements) => {
                let mut rest = *elements;
                while let [element, next @ ..] = rest {
                    if element.leads_back_to(own) {
                        return true;
                    }
                    rest = next;
                }
                false
            }
            _ => false,
        }
    }

    /// Whether a document is inside.
    #[must_use]
    pub const fn leads_to_document(&self) -> bool {
        match self.inside() {
            Self::Fixed(elements) => {
                let mut rest = *elements;
                while let [element, next @ ..] = rest {
                    if element.leads_to_document() {
                        return true;
                    }
                    rest = next;
                }
                false
            }
            inside => {
                matches!(inside, Self::Document(_) | Self::Union(_) | Self::Back(_) | Self::Unknown)
            }
        }
    }

    /// The same without `Option`, `Presence` and the bounds of newtypes.
    #[must_use]
    pub const fn inner(&self) -> &Self {
        match self {
            Self::Optional(inner)
            | Self::Presence(inner)
            | Self::Bounded(_, inner)
            | Self::Coded(_, inner) => inner.inner(),
            _ => self,
        }
    }

    /// Whether this document has a required field beside `name`. The tag of an enum with data is one.
    pub(crate) const fn requires_beside(&self, name: &str) -> bool {
        match self.inner() {
            Self::Document(document) => {
                let mut rest = document.fields;
                while let [field, next @ ..] = rest {
                    if !field.shape.is_optional() && !super::str_eq(field.name, name) {
                        return true;
                    }
                    rest = next;
                }
                false
            }
            Self::Union(_) | Self::Back(_) => true,
            _ => false,
        }
    }

    /// Whether values that differ are stored as bytes that differ. A representation that cuts something does not keep that.
    pub(crate) const fn keeps_difference(&self) -> bool {
        match self {
            Self::Scalar(scalar) => scalar.codec.is_exact(),
            Self::Optional(inner) | Self::Bounded(_, inner) => inner.keeps_difference(),
            Self::Fixed(elements) => {
                let mut rest = *elements;
                while let [element, next @ ..] = rest {
                    if !element.keeps_difference() {
                        return false;
                    }
                    rest = next;
                }
                true
            }
            Self::Tags(_) => true,
            // Inside of a document there can be one that cuts.
            _ => false,
        }
    }

    /// Whether a field of this shape may be missing.
    #[must_use]
    pub const fn is_optional(&self) -> bool {
        match self {
            Self::Optional(_) | Self::Presence(_) => true,
            Self::Bounded(_, inner) | Self::Coded(_, inner) => inner.is_optional(),
            _ => false,
        }
    }

    /// The bounds that the type itself declares.
    #[must_use]
    pub const fn bounds(&self) -> Bounds {
        match self {
            Self::Bounded(bounds, inner) => bounds.and(&inner.bounds()),
            Self::Optional(inner) | Self::Presence(inner) | Self::Coded(_, inner) => inner.bounds(),
            _ => Bounds::NONE,
        }
    }
}

fn field(fields: &'static [FieldShape], key: &[u8]) -> Option<Child> {
    let field = fields.iter().find(|field| field.name.as_bytes() == key)?;
    Some(Child { shape: field.shape, is_declared: true })
}

fn variant_field(union: &'static UnionShape, key: &[u8]) -> Option<Child> {
    if union.tag.as_bytes() == key {
        return Some(Child { shape: &Shape::Opaque, is_declared: true });
    }
    union.variants.iter().find_map(|variant| field(variant.fields, key))
}
