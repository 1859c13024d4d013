//! Wrong documents, made from right ones by walking the shape tables: each stored place is changed in each way that its shape
//! has.

mod change;

mod containers;

mod geo;

mod recursion;

mod scalar;

use mongo_runtime::{
    bson::{Bson, Document},
    codec::Bounds,
    document::{Declaration, Ownership},
    shape::{DocumentShape, FieldShape, Managed, Shape, UnionShape},
};

use self::{
    change::{Change, TWIN},
    recursion::too_deep,
};

/// A document with one change.
pub(crate) struct Mutant {
    /// Where: stored names, `[0]` for an element, `{?}` for a key of a map.
    pub(crate) path: String,
    /// What is declared there.
    pub(crate) place: String,
    /// What was done.
    pub(crate) change: String,
    pub(crate) bytes: Vec<u8>,
}

/// Every mutant of a valid document.
pub(crate) fn mutants(declaration: &'static Declaration, valid: &[u8]) -> Vec<Mutant> {
    let document = Document::from_reader(valid).expect("what the codec writes is BSON");
    let mut walk = Walk { open: Vec::new(), is_top: true, declaration };
    let changes = walk.document(declaration.shape, &document);
    changes.into_iter().map(Change::finish).collect()
}

/// Where it does not matter what is declared.
const ANY_FIELD: &str = "any field";

#[derive(Clone, Copy)]
enum Container {
    Document(&'static DocumentShape),
    Union(&'static UnionShape),
}

struct Walk {
    open: Vec<Container>,
    is_top: bool,
    declaration: &'static Declaration,
}

/// What is declared at a place, in a few words.
pub(crate) fn label(shape: &Shape) -> String {
    match shape {
        Shape::Scalar(scalar) => scalar.codec.to_string().replace("@1", ""),
        Shape::Tags(tags) if tags.fallback.is_some() => "tag or another".to_owned(),
        Shape::Tags(_) => "tag".to_owned(),
        Shape::Optional(inner) => format!("optional {}", label(inner)),
        Shape::Presence(inner) => format!("presence {}", label(inner)),
        Shape::Bounded(_, inner) => label(inner),
        Shape::Coded(name, inner) => format!("{} in {name}", label(inner)),
        Shape::Array(_) => "array".to_owned(),
        Shape::Set(_) => "set".to_owned(),
        Shape::Fixed(_) => "fixed array".to_owned(),
        Shape::Map(..) => "map".to_owned(),
        Shape::Document(_) | Shape::Back(_) => "document".to_owned(),
        Shape::Union(shape) if shape.fallback => "union or another".to_owned(),
        Shape::Union(_) => "union".to_owned(),
        Shape::Geo(kind) => format!("geo {}", kind.name()),
        _ => "opaque".to_owned(),
    }
}

impl Walk {
    fn value(
        &mut self,
        shape: &'static Shape,
        bounds: &Bounds,
        place: &str,
        value: &Bson,
    ) -> Vec<Change> {
        match (shape, value) {
            (Shape::Optional(inner) | Shape::Presence(inner), _) => {
                self.value(inner, bounds, place, value)
            }
            (Shape::Coded(name, inner), _) => {
                let mut changes = self.value(inner, bounds, place, value);
                let inside = changes
                    .iter_mut()
                    .filter(|change| change.place != ANY_FIELD && !change.place.contains(" in "));
                inside.for_each(|change| change.place = format!("{} in {name}", change.place));
                changes
            }
            (Shape::Bounded(own, inner), _) => self.value(inner, &bounds.and(own), place, value),
            (Shape::Back(id), _) => self.back(id, place, value),
            _ => {
                let mut changes = scalar::other_types(place, value);
                changes.extend(self.same_type(shape, bounds, place, value));
                changes
            }
        }
    }

    fn same_type(
        &mut self,
        shape: &'static Shape,
        bounds: &Bounds,
        place: &str,
        value: &Bson,
    ) -> Vec<Change> {
        match (shape, value) {
            (Shape::Scalar(scalar), _) => {
                scalar::same_type(scalar, bounds, place, value, self.declaration)
            }
            (Shape::Tags(tags), _) => scalar::tags(tags, place),
            (Shape::Array(element), Bson::Array(items)) => {
                self.array(element, bounds, place, items, false)
            }
            (Shape::Set(element), Bson::Array(items)) => {
                self.array(element, bounds, place, items, true)
            }
            (Shape::Fixed(elements), Bson::Array(items)) => {
                self.fixed(elements, bounds, place, items)
            }
            (Shape::Map(key, inner), Bson::Document(entries)) => {
                self.map(key, inner, bounds, place, entries)
            }
            (Shape::Document(shape), Bson::Document(document)) => self.inner(shape, document),
            (Shape::Union(shape), Bson::Document(document)) => self.union(shape, document),
            (Shape::Geo(kind), Bson::Document(geometry)) => {
                geo::changes_of(*kind, bounds, place, geometry)
            }
            (Shape::Opaque, _) => vec![scalar::nested(place, 101)],
            _ => Vec::new(),
        }
    }

    fn back(&mut self, id: &str, place: &str, value: &Bson) -> Vec<Change> {
        let mut changes = scalar::other_types(place, value);
        let container = self.open.iter().rev().find(|open| match open {
            Container::Document(shape) => shape.id == id,
            Container::Union(shape) => shape.id == id,
        });
        changes.extend(match (container.copied(), value) {
            (Some(Container::Document(shape)), Bson::Document(document)) => {
                self.inner(shape, document)
            }
            (Some(Container::Union(shape)), Bson::Document(document)) => {
                self.union(shape, document)
            }
            _ => Vec::new(),
        });
        changes
    }

    fn inner(&mut self, shape: &'static DocumentShape, document: &Document) -> Vec<Change> {
        let is_top = std::mem::replace(&mut self.is_top, false);
        let changes = self.document(shape, document);
        self.is_top = is_top;
        changes
    }

    fn document(&mut self, shape: &'static DocumentShape, document: &Document) -> Vec<Change> {
        let place = match shape {
            DocumentShape { rest: Some(_), .. } => "keeping document",
            DocumentShape { deny_unknown: true, .. } => "closed document",
            _ if self.is_top && self.declaration.ownership == Ownership::Owned => "owned document",
            _ => "open document",
        };
        let is_again = self
            .open
            .iter()
            .any(|open| matches!(open, Container::Document(open) if std::ptr::eq(*open, shape)));
        self.open.push(Container::Document(shape));
        let mut changes = self.fields(shape.fields, document);
        self.open.pop();
        let mut more = document.clone();
        more.insert("no such field", 1);
        changes.push(Change::new(place, "unknown field", more));
        if let Some(max) = shape.rest.and_then(|rest| rest.max_items) {
            let mut more = document.clone();
            more.extend((0..=max).map(|n| (format!("unknown {n}"), Bson::Int32(1))));
            changes.push(Change::new(place, "unknown fields over their bound", more));
        }
        if !is_again {
            changes.extend(too_deep(shape.fields, document));
        }
        changes
    }

    fn fields(&mut self, fields: &'static [FieldShape], document: &Document) -> Vec<Change> {
        let mut changes = Vec::new();
        for field in fields {
            let Some(found) = document.get(field.name) else { continue };
            let is_top = self.is_top;
            self.is_top = false;
            let place = match field.managed {
                Managed::Id => format!("_id {}", label(field.shape)),
                Managed::Version => "version".to_owned(),
                Managed::Discriminator => "discriminator".to_owned(),
                _ => label(field.shape),
            };
            let inside = self.value(field.shape, &field.bounds, &place, found);
            self.is_top = is_top;
            changes.extend(inside.into_iter().map(|change| change.under(field.name, document)));
            let removed = Change {
                path: String::new(),
                place: place.clone(),
                what: "removed".to_owned(),
                value: None,
            };
            changes.push(removed.under(field.name, document));
            let mut twice = document.clone();
            twice.insert(format!("{}{TWIN}", field.name), found.clone());
            changes.push(Change {
                path: field.name.to_owned(),
                ..Change::new(ANY_FIELD, "twice", twice)
            });
        }
        changes
    }

    fn union(&mut self, shape: &'static UnionShape, document: &Document) -> Vec<Change> {
        let name = if shape.fallback { "tag of a union or another" } else { "tag of a union" };
        let tag = document.get(shape.tag).cloned().unwrap_or(Bson::Null);
        let mut of_tag = scalar::other_types(name, &tag);
        of_tag.push(Change::new(name, "unknown tag", "no such tag"));
        of_tag.push(Change { value: None, ..Change::new(name, "removed", Bson::Null) });
        let others = shape.variants.iter().filter(|variant| tag.as_str() != Some(variant.tag));
        of_tag.extend(others.map(|variant| {
            // Another variant may have the same fields, or none that is required.
            let needs = variant.fields.iter().filter(|field| !field.shape.is_optional());
            let needs = needs.map(|field| field.name).filter(|name| !document.contains_key(name));
            let what = if needs.count() == 0 {
                "tag of a variant like it"
            } else {
                "tag of another variant"
            };
            Change::new(name, what, variant.tag)
        }));
        let mut changes: Vec<Change> =
            of_tag.into_iter().map(|change| change.under(shape.tag, document)).collect();
        let variant = shape.variants.iter().find(|variant| tag.as_str() == Some(variant.tag));
        if let Some(variant) = variant {
            self.open.push(Container::Union(shape));
            changes.extend(self.fields(variant.fields, document));
            self.open.pop();
        }
        let place =
            if shape.deny_unknown && variant.is_some() { "closed union" } else { "open union" };
        let mut more = document.clone();
        more.insert("no such field", 1);
        changes.push(Change::new(place, "unknown field", more));
        changes
    }
}
