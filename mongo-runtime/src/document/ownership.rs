//! Who writes the fields of a document.

/// Who writes the fields of a document, and what becomes of those that its type does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ownership {
    /// Others may write fields of their own. Reads leave them out, and updates leave them alone.
    Shared,
    /// Nobody else writes fields (`owns_document`): the validator refuses them. One that is stored all the same is read over.
    Owned,
    /// Nobody else writes fields (`deny_unknown`): the validator refuses them, and a document that has one can't be read.
    Denied,
    /// Others may write fields of their own, and the type keeps them (`catch_all`): they are read, and written back.
    Kept,
}

impl Ownership {
    /// Whether the value of the type is all that its document has to hold.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        !matches!(self, Self::Shared)
    }

    /// The word of the manifest.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Shared => "shared",
            Self::Owned => "owned",
            Self::Denied => "denied",
            Self::Kept => "kept",
        }
    }
}

/// A document type that owns its whole document, so that writing its value loses no field of it that others wrote. Comes from
/// `#[derive(Document)]` with `owns_document`, `deny_unknown` or a field marked `catch_all`.
///
/// It says so of the fields of the document itself. The documents inside are of their own types: a field that others write into one
/// of those is lost by a replacement, unless that type has a `catch_all` or `deny_unknown` of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not own its whole document, so a field that another program wrote would be lost",
    label = "does not own its document",
    note = "write `#[mongo(owns_document)]` at the type if nobody else writes fields, or `#[mongo(deny_unknown)]` to refuse them \
            when they are read, too",
    note = "to keep what others write, add a field: `#[mongo(catch_all, max_bytes = \"4 KiB\")] rest: bson::Document`"
)]
pub trait OwnsDocument: super::Document {}
