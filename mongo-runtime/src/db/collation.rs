//! A collation, as the driver takes it.

use mongodb::options::{
    Collation as DriverCollation, CollationAlternate, CollationCaseFirst, CollationMaxVariable,
    CollationStrength,
};

use crate::index::Collation;

/// The options of a checked collation. One that the driver does not know is left out, as the server's default.
pub(crate) fn as_driver(collation: &Collation) -> DriverCollation {
    let mut out = DriverCollation::builder().locale(collation.locale).build();
    out.strength =
        collation.strength.and_then(|level| CollationStrength::try_from(u32::from(level)).ok());
    out.case_level = collation.case_level;
    out.case_first = collation.case_first.and_then(|name| name.parse::<CollationCaseFirst>().ok());
    out.numeric_ordering = collation.numeric_ordering;
    out.alternate = collation.alternate.and_then(|name| name.parse::<CollationAlternate>().ok());
    out.max_variable =
        collation.max_variable.and_then(|name| name.parse::<CollationMaxVariable>().ok());
    out.normalization = collation.normalization;
    out.backwards = collation.backwards;
    out
}
