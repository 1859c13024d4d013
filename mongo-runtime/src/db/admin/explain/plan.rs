//! How the server answers a command, out of its explanation.

use std::fmt;

use bson::{Bson, Document as BsonDocument};

use super::stage::Stage;
use crate::{operation::OperationName, query::CostCard};

/// How the server answers one command: the stages of the plan that it chose, and what that cost.
///
/// It holds names of stages, indexes and paths, and counts; no value of a filter or of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    operation: OperationName,
    collection: &'static str,
    card: Option<&'static CostCard>,
    root: Stage,
    cost: Cost,
}

/// What it took to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    keys_examined: u64,
    documents_examined: u64,
    returned: u64,
}

impl Plan {
    /// Reads an explanation with the statistics of its execution; `None` when it is none.
    pub(super) fn read(
        operation: OperationName,
        collection: &'static str,
        card: Option<&'static CostCard>,
        reply: &BsonDocument,
    ) -> Option<Self> {
        let explained = explained(reply)?;
        let root = Stage::read(explained.get_document("queryPlanner").ok()?)?;
        let cost = Cost::read(explained.get_document("executionStats").ok()?)?;
        Some(Self { operation, collection, card, root, cost })
    }

    /// The name of the operation.
    #[must_use]
    pub fn operation(&self) -> OperationName {
        self.operation
    }

    /// The collection that it is on.
    #[must_use]
    pub fn collection(&self) -> &'static str {
        self.collection
    }

    /// The last stage, which gives the result. What it takes its input from is below it.
    #[must_use]
    pub fn root(&self) -> &Stage {
        &self.root
    }

    /// All stages, each before its inputs.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.root.and_below()
    }

    /// The names of the indexes that it reads, each once; `_id_` is that of the `_id`.
    #[must_use]
    pub fn indexes(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for index in self.stages().filter_map(|stage| stage.index.as_deref()) {
            if !found.contains(&index) {
                found.push(index);
            }
        }
        found
    }

    /// The indexes that a registered query is proven with at compile time, one for each combination of its optional conditions;
    /// `None` for a filter that is made where it is called.
    #[must_use]
    pub fn proven_indexes(&self) -> Option<Vec<&'static str>> {
        self.card.map(CostCard::indexes)
    }

    /// Whether the query is not served in some calls, and says so.
    pub(super) fn may_scan(&self) -> bool {
        self.card.is_some_and(CostCard::may_scan)
    }

    /// Whether it reads the collection from one end to the other (`COLLSCAN`).
    #[must_use]
    pub fn has_collection_scan(&self) -> bool {
        self.stages().any(Stage::is_collection_scan)
    }

    /// Whether it sorts in memory (`SORT`): no document is given before all are read. Merging sorted inputs is none.
    #[must_use]
    pub fn has_blocking_sort(&self) -> bool {
        self.stages().any(Stage::is_blocking_sort)
    }

    /// Whether it reads indexes alone, and no document.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        !self.indexes().is_empty()
            && self.cost.documents_examined == 0
            && !self.stages().any(Stage::reads_documents)
    }

    /// How many keys of indexes the server looked at.
    #[must_use]
    pub fn keys_examined(&self) -> u64 {
        self.cost.keys_examined
    }

    /// How many documents the server looked at.
    #[must_use]
    pub fn documents_examined(&self) -> u64 {
        self.cost.documents_examined
    }

    /// How many documents were found: returned, counted, or, of a write, matched.
    #[must_use]
    pub fn returned(&self) -> u64 {
        self.cost.returned
    }

    /// The plan without what changes from day to day: stages, indexes and the paths of conditions, without values and counts.
    ///
    /// ```text
    /// LIMIT
    ///   FETCH; tests kind
    ///     IXSCAN ix_state_created: state, created; backward
    /// ```
    #[must_use]
    pub fn shape(&self) -> String {
        self.root.to_string()
    }
}

/// Its shape, and a line of counts.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { keys_examined, documents_examined, returned } = self.cost;
        write!(
            f,
            "{}\n{keys_examined} keys and {documents_examined} documents examined, {returned} found",
            self.root
        )
    }
}

/// The part of a reply that has the plan. An aggregation may have it in the first stage of its pipeline.
fn explained(reply: &BsonDocument) -> Option<&BsonDocument> {
    if reply.contains_key("queryPlanner") {
        return Some(reply);
    }
    let stages = reply.get_array("stages").ok()?;
    stages.first()?.as_document()?.get_document("$cursor").ok()
}

impl Cost {
    fn read(stats: &BsonDocument) -> Option<Self> {
        let returned = stats.get("nReturned").and_then(count)?;
        let stages = stats.get_document("executionStages").ok();
        Some(Self {
            keys_examined: stats.get("totalKeysExamined").and_then(count)?,
            documents_examined: stats.get("totalDocsExamined").and_then(count)?,
            returned: stages.and_then(found_by).unwrap_or(returned),
        })
    }
}

/// How many documents came to a stage that gives none of what it is given: a count, an update, a delete.
fn found_by(root: &BsonDocument) -> Option<u64> {
    const TAKERS: [&str; 5] = ["COUNT", "GROUP", "UPDATE", "DELETE", "BATCHED_DELETE"];
    let mut at = root;
    // The way down is as long as the plan is deep, and each step goes further in.
    loop {
        let input = at.get_document("inputStage").ok();
        let name = at.get_str("stage").unwrap_or_default();
        if TAKERS.iter().any(|taker| name.eq_ignore_ascii_case(taker)) {
            let of_input = input.and_then(|input| input.get("nReturned"));
            let own = ["nMatched", "nWouldDelete"].iter().find_map(|key| at.get(*key));
            return of_input.or(own).and_then(count);
        }
        at = input?;
    }
}

/// A number that is no negative one, of any type.
fn count(value: &Bson) -> Option<u64> {
    match value {
        Bson::Int32(number) => u64::try_from(*number).ok(),
        Bson::Int64(number) => u64::try_from(*number).ok(),
        Bson::Double(number) if *number >= 0.0 => Some(*number as u64),
        _ => None,
    }
}
