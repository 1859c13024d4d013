//! What the derive asks of the indexes of a document, for a query of it.

use super::{
    QueryShape,
    check::is_wrong,
    serving::{check_covered, check_query, verdict},
};
use crate::{
    document::{Allowance, Declaration},
    field::{IsVariant, Name},
    projection::{Column, Kept, ProjectionTable},
    shape::Text,
};

/// The rules of a query beside the declared indexes. One that breaks a rule of its own, or has a wrong one of its `patterns`, is not
/// judged: its mistake is told already.
#[must_use]
pub const fn check_served(
    operation: &str,
    declaration: &'static Declaration,
    shape: &QueryShape<'static>,
    patterns: &[&str],
    allowances: &[Allowance],
    collection_scan: Option<&str>,
) -> Option<Text> {
    if is_stub(declaration) || is_wrong(declaration, shape, patterns) {
        return None;
    }
    check_query(operation, declaration, shape, allowances, collection_scan)
}

/// The index that serves the query when all optional conditions are left out, which the others only narrow.
#[must_use]
pub const fn proven_index(
    declaration: &'static Declaration,
    shape: &QueryShape<'_>,
) -> Option<&'static str> {
    let verdict = verdict(declaration, shape, u32::MAX);
    if verdict.fit.is_served() { verdict.index } else { None }
}

/// The index that serves the query has all that its projection reads.
#[must_use]
pub const fn check_covered_by(
    operation: &str,
    declaration: &'static Declaration,
    shape: &QueryShape<'static>,
    projection: &ProjectionTable,
) -> Option<Text> {
    if is_stub(declaration) || is_wrong(declaration, shape, &[]) {
        return None;
    }
    if let Some(version) = declaration.schema_version
        && let Some(broken) = check_covered(operation, declaration, shape, &[version.field])
    {
        return Some(broken);
    }
    let of = Of { operation, declaration, shape };
    of.check(projection.columns, Name::EMPTY)
}

/// What stands in for a type whose derive has reported an error.
const fn is_stub(declaration: &Declaration) -> bool {
    declaration.collection.is_empty()
}

struct Of<'a> {
    operation: &'a str,
    declaration: &'static Declaration,
    shape: &'a QueryShape<'static>,
}

impl Of<'_> {
    /// The columns of a table that stands at a path.
    const fn check(&self, columns: &[Column], at: Name) -> Option<Text> {
        let mut rest = columns;
        while let [column, next @ ..] = rest {
            let mut variant: Option<&IsVariant> = column.variant;
            while let Some(is) = variant {
                if let Some(broken) = self.check_path(at.join(is.path)) {
                    return Some(broken);
                }
                variant = is.outer;
            }
            let path = at.join(column.path);
            let broken = match &column.kept {
                Kept::Part(part) => self.check(part.columns, path),
                _ => self.check_path(path),
            };
            if broken.is_some() {
                return broken;
            }
            rest = next;
        }
        None
    }

    const fn check_path(&self, path: Name) -> Option<Text> {
        check_covered(self.operation, self.declaration, self.shape, &[path.as_str()])
    }
}
