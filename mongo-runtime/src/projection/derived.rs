//! What `#[derive(Projection)]` makes a projection of.

pub use super::{
    Column, ProjectionTable,
    check::{check_column, check_document, check_term, check_type, check_versions},
    column::{Typed, at},
    place::{elements, fields, item, sliced, value},
    slot::{Slot, fill},
    table::Of,
};
