//! Writes a projection as the server takes it, in `find`.

use bson::{Bson, Document, doc};

use super::{Column, Kept, ProjectionTable};
use crate::{field::IsVariant, index::conditions_of};

impl ProjectionTable {
    /// The projection: `{ "customer.name": 1, "items": { "$slice": 5 }, "_id": 0 }`. It has what is read and nothing else: the
    /// columns, the tags of the variants they lead into, and the schema version of a document that has one.
    ///
    /// Of a projection that only chooses elements (`slice`, `elem_match`) the server would send all other fields, too, unless it
    /// names one to send: there, that is the `_id`.
    #[must_use]
    pub fn render(&self) -> Document {
        let mut out = Document::new();
        columns(self, "", &mut out);
        if let Some((_, version)) = self.version() {
            out.insert(version.field, 1);
        }
        if self.declaration.is_some() && !out.keys().any(|path| is_of_id(path)) {
            let names_fields = out.values().any(|sent| *sent == Bson::Int32(1));
            out.insert("_id", i32::from(!names_fields));
        }
        out
    }
}

fn is_of_id(path: &str) -> bool {
    path.split('.').next() == Some("_id")
}

/// The columns of a table that stands at a path.
fn columns(table: &ProjectionTable, at: &str, out: &mut Document) {
    for column in table.columns {
        for is in column.variant.into_iter().flat_map(IsVariant::and_outer) {
            out.insert(joined(at, is.path), 1);
        }
        let path = joined(at, column.path);
        match kept(column) {
            Ok(how) => {
                out.insert(path, how);
            }
            Err(part) => columns(part, &path, out),
        }
    }
}

/// What is sent for a column by itself, or the table of what it has.
fn kept(column: &Column) -> Result<Bson, &'static ProjectionTable> {
    Ok(match column.kept {
        Kept::Whole => 1.into(),
        Kept::Part(part) => return Err(part),
        Kept::Slice(n) => doc! { "$slice": n }.into(),
        Kept::SliceFrom(skip, n) => doc! { "$slice": [skip, n] }.into(),
        Kept::ElemMatch(terms) => doc! { "$elemMatch": conditions_of(terms) }.into(),
    })
}

fn joined(at: &str, path: &str) -> String {
    if at.is_empty() { path.to_owned() } else { format!("{at}.{path}") }
}
