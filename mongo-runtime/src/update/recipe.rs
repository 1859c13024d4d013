//! Recipes: updates as structs. `#[derive(Update)]` makes one out of the parts of this module.

mod arrays;

mod check;

mod elements;

mod expectations;

mod operators;

mod part;

mod planned;

mod upsert;

mod written;

use super::{Update, Upsert};
use crate::{document::Document, filter::Filter, operation::OperationName};

pub use self::{
    arrays::{add_to_set, add_to_set_each, pull, pull_all, push, push_each, pushing},
    check::{check_change, check_expectation, check_slice},
    elements::{HasElement, These, all, chosen, element, expect_matched, item, matched, named},
    expectations::{
        OfVariant, expect, expect_absent, expect_gt, expect_gte, expect_in, expect_is, expect_lt,
        expect_lte, expect_present, is, is_gt, is_gte, is_in, is_lt, is_lte,
    },
    operators::{
        bit_and, bit_or, bit_xor, current_date, dec, held, if_some, inc, max, min, mul, pop_first,
        pop_last, set, set_on_insert, set_or_unset, unset,
    },
    part::{OptionalPart, Part, Parts},
    planned::{
        Chosen, Expectation, PlannedChange, PlannedCondition, PlannedExpectation, condition,
        expected, planned,
    },
    upsert::{PlannedKey, check_upsert, check_upsert_change, check_upsert_key, key, planned_key},
};

/// An update as a struct: its fields are the operands, its attributes the operators. Comes from `#[derive(Update)]`.
///
/// The tables say what the recipe does to any document, without its values: what a rule at compile time, a manifest or a cost
/// estimate is made of.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a recipe",
    label = "not a recipe",
    note = "derive it: `#[derive(Update)] #[mongo(document = .., operation = \"..\")]`"
)]
pub trait Recipe: Sized {
    /// The type of the documents that it changes.
    type Document: Document;
    /// The name of the operation, which a command that is given the recipe has.
    const OPERATION: OperationName;
    /// What it changes, in the order of the declaration: first the attributes of the struct, then its fields.
    const CHANGES: &'static [PlannedChange];
    /// What it expects of a document.
    const EXPECTED: &'static [PlannedExpectation];
    /// How it chooses elements of arrays by name: its `arrayFilters`.
    const ELEMENTS: &'static [PlannedCondition];
    /// The unique index by which an upsert finds its document; none of a plain update.
    const UPSERT: Option<&'static str> = None;
    /// The keys of that index, of which an upsert has each.
    const KEYS: &'static [PlannedKey] = &[];
}

/// All parts of a recipe, in one update.
pub fn joined<D>(parts: impl IntoIterator<Item = Update<D>>) -> Update<D> {
    Update::all_of(parts)
}

/// The upsert of the document that has all the keys.
pub fn upsert<D: Document>(
    index: &'static str,
    keys: impl IntoIterator<Item = Filter<D>>,
    update: Update<D>,
) -> Upsert<D> {
    Upsert::new(index, Filter::all_of(keys), update)
}
