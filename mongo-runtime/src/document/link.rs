//! Documents that name others: references, and fields that are copies of another document's.
//!
//! Both are declarations. A reference says that a field has the stored form of an `_id`, and a copy that a field has that of
//! its source; nothing is joined, and nothing asks whether the other document is there.

use super::{Declaration, Document};
use crate::{
    codec::Value,
    field::Member,
    shape::{DocumentShape, FieldShape, Form, Managed, Shape, Text, has_room, same_form, str_eq},
};

/// A field that is the `_id` of another document.
pub trait Refers: Member {
    /// The other document.
    type To: Document;
}

/// A type whose fields are copies of a document's.
pub trait Copies {
    /// The document.
    type Of: Document;
}

/// The collection that a field refers to. It asks for no shape, so that two documents can refer to each other.
#[must_use]
pub const fn collection_of<F: Refers>() -> &'static str {
    <F::To as Document>::COLLECTION
}

/// Gives a declaration when it is called, which is not when a table is made: so two types can copy from each other.
pub type Source = fn() -> &'static Declaration;

/// The declaration of the document that a type copies from.
#[must_use]
pub const fn declaration_of<T: Copies>() -> &'static Declaration {
    <T::Of as Document>::DECLARATION
}

/// The field of another document that a field is a copy of.
#[derive(Debug, Clone, Copy)]
pub struct CopyOf {
    /// Gives the document.
    pub of: Source,
    /// The path of the field, by the names of Rust fields.
    pub path: &'static [&'static str],
}

impl CopyOf {
    /// The collection and the stored path there: `customers.name`.
    #[must_use]
    pub fn stored_path(&self) -> String {
        let declaration = (self.of)();
        let (mut shape, mut stored) = (Some(declaration.shape), declaration.collection.to_owned());
        for step in self.path {
            let row = shape.and_then(|shape| own_field(shape, step));
            stored.push('.');
            stored.push_str(row.map_or(step, |row| row.name));
            shape = row.and_then(|row| document_in(row.shape));
        }
        stored
    }
}

/// What a path leads to.
enum Found {
    /// A field, and whether it may be absent.
    Field(&'static FieldShape, bool),
    /// A type that has no field of this name.
    Nothing(&'static DocumentShape, &'static str),
    /// A field that has no fields of its own, and the one that was looked for there.
    NoFields(&'static FieldShape, &'static str),
}

const fn find(shape: &'static DocumentShape, path: &'static [&'static str]) -> Found {
    let (mut shape, mut may_lack, mut at) = (shape, false, 0);
    loop {
        let Some(row) = own_field(shape, path[at]) else { return Found::Nothing(shape, path[at]) };
        may_lack = may_lack || row.shape.is_optional();
        at += 1;
        if at == path.len() {
            return Found::Field(row, may_lack);
        }
        match document_in(row.shape) {
            Some(inside) => shape = inside,
            None => return Found::NoFields(row, path[at]),
        }
    }
}

/// The field of this Rust name. The schema version is the mapper's.
const fn own_field(shape: &'static DocumentShape, name: &str) -> Option<&'static FieldShape> {
    let mut at = 0;
    while at < shape.fields.len() {
        let row = &shape.fields[at];
        if is_own(row) && str_eq(row.rust_name, name) {
            return Some(row);
        }
        at += 1;
    }
    None
}

const fn is_own(row: &FieldShape) -> bool {
    matches!(row.managed, Managed::No | Managed::Id | Managed::Revision)
}

const fn document_in(shape: &'static Shape) -> Option<&'static DocumentShape> {
    match shape {
        Shape::Document(document) => Some(document),
        Shape::Optional(inner) | Shape::Presence(inner) | Shape::Bounded(_, inner) => {
            document_in(inner)
        }
        _ => None,
    }
}

const fn field(type_name: &str, row: &FieldShape) -> Text {
    Text::new("`").and(type_name).and(".").and(row.rust_name).and("` ")
}

/// The rule of a reference: it is stored as the `_id` that it is.
#[must_use]
pub const fn check_reference<F: Refers>(type_name: &str, row: &FieldShape) -> Option<Text> {
    let id = Form {
        shape: <<F::To as Document>::Id as Value<<F::To as Document>::IdCodec>>::SHAPE,
        codec: <F::To as Document>::ID_CODEC,
    };
    let own = Form { shape: row.shape, codec: row.codec }.innermost();
    if same_form(own, id) {
        return None;
    }
    let text = field(type_name, row)
        .and("refers to the collection `")
        .and(<F::To as Document>::COLLECTION)
        .and("`, whose `_id` is stored as ");
    let text = own.tell(id.tell(text).and(", and is stored itself as "));
    Some(text.and(": give it the type of that `_id`, in the same representation"))
}

/// The rule that what is copied is there.
#[must_use]
pub const fn check_copied<T: Copies>(type_name: &str, row: &FieldShape) -> Option<Text> {
    let (source, Some(copy)) = (<T::Of as Document>::DECLARATION, row.copy_of) else { return None };
    if source.name.is_empty() {
        return None;
    }
    match find(source.shape, copy.path) {
        Found::Field(..) => None,
        Found::Nothing(owner, step) => {
            let mut text = field(type_name, row)
                .and("is a copy, and `")
                .and(owner.name)
                .and("` has no field `")
                .and(step)
                .and("`, but ");
            let (mut at, mut n) = (0, 0);
            while at < owner.fields.len() {
                if is_own(&owner.fields[at]) {
                    text = text.and(if n == 0 { "`" } else { ", `" });
                    text = text.and(owner.fields[at].rust_name).and("`");
                    n += 1;
                }
                at += 1;
            }
            Some(text.and(": name the one that is meant, `copy = path.to.it`, or mark this one `not_copied`"))
        }
        Found::NoFields(leaf, step) => Some(
            field(type_name, row)
                .and("is a copy, and `")
                .and(leaf.rust_name)
                .and("` has no field `")
                .and(step)
                .and("`, since it is no document: copy the whole of it, or mark this one `not_copied`"),
        ),
    }
}

/// The rules of a copy: it is stored as its source is, and has room for it.
#[must_use]
pub const fn check_copy<T: Copies>(type_name: &str, row: &FieldShape) -> Option<Text> {
    let (source, Some(copy)) = (<T::Of as Document>::DECLARATION, row.copy_of) else { return None };
    let Found::Field(from, may_lack) = find(source.shape, copy.path) else { return None };
    let what = Copied { type_name, row, source: source.name, from };
    let (own, wanted) = (
        Form { shape: row.shape, codec: row.codec },
        Form { shape: from.shape, codec: from.codec },
    );
    if !same_form(own, wanted) {
        let text = wanted.tell(what.text().and("is stored as "));
        let text = own.tell(text.and(", and this one as "));
        return Some(
            text.and(": give it the same type and representation, or mark it `not_copied`"),
        );
    }
    if may_lack && !row.shape.is_optional() {
        return Some(
            what.text().and("may be absent: make the copy an `Option`, or mark it `not_copied`"),
        );
    }
    let bounds = row.bounds.and(&row.shape.bounds());
    match has_room(&bounds, &from.bounds.and(&from.shape.bounds())) {
        Some((name, own, wanted)) if !is_allowed(row) => {
            let text = what.text().and("has ");
            let text = match wanted {
                Some(wanted) => text.and("`").and(name).and(" = ").and_number(wanted).and("`"),
                None => text.and("no `").and(name).and("`"),
            };
            Some(
                text.and(", so it may not fit in ")
                    .and_number(own)
                    .and(": give both the same bound, or write `allow(shorter_copy, reason = \"..\")` and cut it yourself"),
            )
        }
        _ => None,
    }
}

/// What a rule of a copy is about. Composing a text is the costly part, so it is done when a rule is broken.
#[derive(Clone, Copy)]
struct Copied<'a> {
    type_name: &'a str,
    row: &'a FieldShape,
    source: &'a str,
    from: &'a FieldShape,
}

impl Copied<'_> {
    const fn text(self) -> Text {
        field(self.type_name, self.row)
            .and("is a copy of `")
            .and(self.source)
            .and(".")
            .and(self.from.rust_name)
            .and("`, which ")
    }
}

const fn is_allowed(row: &FieldShape) -> bool {
    let mut at = 0;
    while at < row.allowances.len() {
        if str_eq(row.allowances[at].rule, "shorter_copy") {
            return true;
        }
        at += 1;
    }
    false
}

/// The rule of a type that copies: the `_id` is among its copies, so that it is known whose they are.
#[must_use]
pub const fn check_copies<T: Copies>(type_name: &str, rows: &[FieldShape]) -> Option<Text> {
    let source = <T::Of as Document>::DECLARATION;
    if source.name.is_empty() {
        return None;
    }
    let mut id = "";
    let mut at = 0;
    while at < source.shape.fields.len() {
        if matches!(source.shape.fields[at].managed, Managed::Id) {
            id = source.shape.fields[at].rust_name;
        }
        at += 1;
    }
    let mut at = 0;
    while at < rows.len() {
        if let Some(CopyOf { path: [only], .. }) = rows[at].copy_of
            && str_eq(only, id)
        {
            return None;
        }
        at += 1;
    }
    Some(
        Text::new("`")
            .and(type_name)
            .and("` copies fields of `")
            .and(source.name)
            .and("`, but not its `_id`, so nobody knows whose they are: add the field `")
            .and(id)
            .and("`, or one that says `copy = ")
            .and(id)
            .and("`"),
    )
}
