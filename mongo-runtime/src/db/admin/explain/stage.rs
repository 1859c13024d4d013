//! The stages of a plan, without the values in them.

use std::fmt;

use bson::{Bson, Document as BsonDocument};

/// How deep a plan is read. A stage below is left out.
const MAX_DEPTH: usize = 64;

/// One stage of a plan: what the server does, in its own words. It holds no value of a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stage {
    /// The server's name of it: `IXSCAN`, `FETCH`. One that a newer server has is kept as it is told.
    pub name: String,
    /// The index that it reads.
    pub index: Option<String>,
    /// The keys of the index that it reads a part of, in the order of the index; `None` where the server does not say.
    pub bounded: Option<Vec<String>>,
    /// Whether it reads from the end.
    pub is_backward: bool,
    /// The paths of what it tests, on each key or document that it comes to.
    pub tests: Vec<String>,
    /// What it takes its input from.
    pub inputs: Vec<Self>,
    /// Whether the server says that it takes all from its index.
    is_covering: bool,
}

impl Stage {
    /// Reads a plan out of an explanation: the tree of a `winningPlan`.
    pub(super) fn read(plan: &BsonDocument) -> Option<Self> {
        Self::read_at(plan, 0)
    }

    fn read_at(plan: &BsonDocument, depth: usize) -> Option<Self> {
        if depth > MAX_DEPTH {
            return None;
        }
        let Ok(name) = plan.get_str("stage") else {
            // What the plan is wrapped in: of another engine, or of one shard.
            return ["queryPlan", "winningPlan"].iter().find_map(|key| {
                plan.get_document(key).ok().and_then(|inner| Self::read_at(inner, depth + 1))
            });
        };
        let mut tests = Vec::new();
        if let Ok(filter) = plan.get_document("filter") {
            add_paths(filter, &mut tests, depth);
        }
        tests.sort_unstable();
        tests.dedup();
        let inputs = plan.values().flat_map(documents);
        Some(Self {
            name: name.to_owned(),
            index: match plan.get_str("indexName") {
                Ok(index) => Some(index.to_owned()),
                Err(_) => (name == "IDHACK").then(|| "_id_".to_owned()),
            },
            bounded: plan.get_document("indexBounds").ok().map(bounded),
            is_backward: plan.get_str("direction").is_ok_and(|it| it == "backward"),
            tests,
            is_covering: plan.get_bool("projectionCovered").unwrap_or_default(),
            inputs: inputs.filter_map(|input| Self::read_at(input, depth + 1)).collect(),
        })
    }

    /// This stage and all below it, each before its inputs.
    pub fn and_below(&self) -> impl Iterator<Item = &Self> {
        let mut rest = vec![self];
        std::iter::from_fn(move || {
            let next = rest.pop()?;
            rest.extend(next.inputs.iter().rev());
            Some(next)
        })
    }

    pub(super) fn is_collection_scan(&self) -> bool {
        self.name.eq_ignore_ascii_case("COLLSCAN")
    }

    /// Whether it holds all of its input before it gives the first document, to sort it.
    pub(super) fn is_blocking_sort(&self) -> bool {
        self.name.starts_with("SORT") && self.name != "SORT_MERGE"
    }

    /// Whether it reads documents.
    pub(super) fn reads_documents(&self) -> bool {
        const KINDS: [&str; 6] = ["FETCH", "IDHACK", "EXPRESS", "CLUSTERED", "TEXT", "GEO_NEAR"];
        let is_one = || KINDS.iter().any(|kind| self.name.starts_with(kind));
        !self.is_covering && (self.is_collection_scan() || is_one())
    }

    /// The stage without its inputs: `IXSCAN ix_state_created: state, created; backward`.
    fn line(&self) -> String {
        let mut line = self.name.escape_debug().to_string();
        if let Some(index) = &self.index {
            line.push(' ');
            line.extend(index.escape_debug());
        }
        match &self.bounded {
            Some(keys) if keys.is_empty() => line.push_str(": all keys"),
            Some(keys) => list(&mut line, ": ", keys),
            None => {}
        }
        if self.is_backward {
            line.push_str("; backward");
        }
        if !self.tests.is_empty() {
            list(&mut line, "; tests ", &self.tests);
        }
        line
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        if depth > 0 {
            f.write_str("\n")?;
        }
        write!(f, "{:indent$}{}", "", self.line(), indent = 2 * depth)?;
        self.inputs.iter().try_for_each(|input| input.write(f, depth + 1))
    }
}

/// A line a stage, each input below what it goes into and further in.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

fn list(line: &mut String, before: &str, names: &[String]) {
    line.push_str(before);
    for (n, name) in names.iter().enumerate() {
        if n > 0 {
            line.push_str(", ");
        }
        line.extend(name.escape_debug());
    }
}

/// A document, or those of a list.
fn documents(value: &Bson) -> impl Iterator<Item = &BsonDocument> {
    let (one, many) = match value {
        Bson::Document(document) => (Some(document), &[][..]),
        Bson::Array(values) => (None, &values[..]),
        _ => (None, &[][..]),
    };
    one.into_iter().chain(many.iter().filter_map(Bson::as_document))
}

/// The keys that have bounds. All of a key is read from its least to its greatest value.
fn bounded(bounds: &BsonDocument) -> Vec<String> {
    let is_all = |bounds: &Bson| match bounds.as_array().map(Vec::as_slice) {
        Some([Bson::String(one)]) => one == "[MinKey, MaxKey]" || one == "[MaxKey, MinKey]",
        _ => false,
    };
    let bounded = bounds.iter().filter(|(_, bounds)| !is_all(bounds));
    bounded.map(|(key, _)| key.clone()).collect()
}

/// The paths of a condition. What stands behind an operator or a path is a value.
fn add_paths(filter: &BsonDocument, paths: &mut Vec<String>, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    for (key, value) in filter {
        match key.as_str() {
            "$and" | "$or" | "$nor" => {
                documents(value).for_each(|inner| add_paths(inner, paths, depth + 1));
            }
            _ => paths.push(key.clone()),
        }
    }
}
