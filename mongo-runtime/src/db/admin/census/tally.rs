//! Reads the server's answer to a census.

use bson::{Bson, Document as BsonDocument};

use super::{
    Census, OverBound, StoredVersion, VersionCount,
    pipeline::{Bounded, MAX_VERSIONS},
};
use crate::document::Declaration;

pub(super) fn tally(
    declaration: &'static Declaration,
    bounds: &[Bounded],
    rows: &[BsonDocument],
) -> Census {
    let max_versions = usize::try_from(MAX_VERSIONS).unwrap_or(usize::MAX);
    let counted = rows.get(..max_versions).unwrap_or(rows);
    let mut versions: Vec<VersionCount> = counted
        .iter()
        .map(|row| {
            let version = stored_version(row.get("_id"));
            let is_read = is_read(declaration, &version);
            VersionCount { n_documents: count(row, "n"), version, is_read }
        })
        .collect();
    versions.sort_by(|a, b| a.version.cmp(&b.version));
    let over_bounds = bounds.iter().enumerate().map(|(index, bounded)| OverBound {
        path: bounded.path.clone(),
        max_items: bounded.max_items,
        n_documents: counted.iter().map(|row| count(row, &format!("over{index}"))).sum(),
    });
    Census {
        collection: declaration.collection,
        versions,
        over_bounds: over_bounds.filter(|over| over.n_documents > 0).collect(),
        is_cut: rows.len() > counted.len(),
    }
}

fn stored_version(version: Option<&Bson>) -> StoredVersion {
    match version {
        Some(Bson::Int32(number)) => StoredVersion::Number(*number),
        Some(Bson::String(name)) if name != "missing" => StoredVersion::OtherType(name.clone()),
        _ => StoredVersion::Absent,
    }
}

fn is_read(declaration: &'static Declaration, version: &StoredVersion) -> bool {
    match version {
        StoredVersion::Absent => declaration.of_version(0).is_some(),
        StoredVersion::Number(number) => declaration.of_version(*number).is_some(),
        StoredVersion::OtherType(_) => false,
    }
}

fn count(row: &BsonDocument, name: &str) -> u64 {
    match row.get(name) {
        Some(Bson::Int32(n)) => u64::try_from(*n).unwrap_or(0),
        Some(Bson::Int64(n)) => u64::try_from(*n).unwrap_or(0),
        _ => 0,
    }
}
