//! Whether an update can change a field, as a type.

/// The kinds of [`Path::Access`](super::Path::Access).
pub trait Access {
    /// The kind of a field below, which is of kind `Own` by itself.
    type Below<Own: Access>: Access;
}

/// A field that updates change.
#[derive(Debug)]
pub struct Free;

/// The `_id`, or a part of it.
#[derive(Debug)]
pub struct PartOfId;

impl Access for Free {
    type Below<Own: Access> = Own;
}

impl Access for PartOfId {
    type Below<Own: Access> = Self;
}

/// A field that updates change.
#[diagnostic::on_unimplemented(
    message = "the `_id` of a document never changes",
    label = "this is the `_id`, or a part of it",
    note = "to give a document another `_id`, insert it anew and delete the old one"
)]
pub trait Changeable {}

#[diagnostic::do_not_recommend]
impl Changeable for Free {}
