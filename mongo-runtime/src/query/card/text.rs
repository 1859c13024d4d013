//! A card as text, and as a row of the manifest.

use std::fmt;

use bson::{Document, doc};

use super::CostCard;
use crate::{
    index::Literal,
    query::{Predicate, PredicateOp, SortKey},
    sort::Direction,
};

impl CostCard {
    /// What the manifest tells of it.
    pub(crate) fn to_document(self) -> Document {
        let mut told = doc! {};
        let indexes = self.indexes();
        match &indexes[..] {
            [] => {}
            [one] => drop(told.insert("index", *one)),
            several => drop(told.insert("indexes", several)),
        }
        if !indexes.is_empty() {
            told.insert("fit", self.verdict.fit.as_str());
        }
        let conditions: Vec<_> = self.shape.predicates.iter().map(condition).collect();
        told.insert("conditions", conditions);
        if !self.shape.sort.is_empty() {
            told.insert("sort", self.shape.sort.iter().map(key).collect::<Vec<_>>());
        }
        if let Some(collation) = self.shape.collation {
            told.insert("collation", collation.render());
        }
        let limits = [
            ("max_results", self.limits.max_results),
            ("batch_size", self.limits.batch_size),
            ("deadline_ms", self.limits.deadline_ms),
        ];
        let limits = limits.into_iter().filter_map(|(name, limit)| Some((name, limit?)));
        told.extend(limits.map(|(name, limit)| (name.to_owned(), i64::from(limit).into())));
        if let Some(hint) = self.shape.hint {
            told.insert("hint", hint);
        }
        let options =
            [("covered", self.options.covered), ("include_expired", self.shape.include_expired)];
        for (name, _) in options.into_iter().filter(|(_, is_set)| *is_set) {
            told.insert(name, true);
        }
        if !self.options.collection_scan.is_empty() {
            told.insert("collection_scan", self.options.collection_scan);
        }
        let allowances = self.options.allowances.iter();
        let allowances = allowances.map(|it| doc! { "rule": it.rule, "reason": it.reason });
        let allowances: Vec<_> = allowances.collect();
        if !allowances.is_empty() {
            told.insert("allowances", allowances);
        }
        told
    }

    fn names(&self, is_told: impl Fn(&Predicate) -> bool) -> Vec<String> {
        let told = self.shape.predicates.iter().filter(|it| is_told(it));
        told.map(|it| format!("{}{}", it.path, if it.is_optional { " (optional)" } else { "" }))
            .collect()
    }

    fn write_limits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [
            (self.limits.max_results, "at most ", " documents", "limit"),
            (self.limits.batch_size, "", " in a batch", "batch size"),
            (self.limits.deadline_ms, "within ", " ms", "deadline"),
        ];
        let (mut of_store, mut first) = (Vec::new(), true);
        f.write_str("\n")?;
        for (limit, before, behind, name) in limits {
            let Some(limit) = limit else {
                of_store.push(name);
                continue;
            };
            write!(f, "{}{before}{limit}{behind}", if first { "" } else { ", " })?;
            first = false;
        }
        of_store.push("consistency");
        let (last, rest) = of_store.split_last().unwrap_or((&"", &[]));
        let (rest, verb) = match rest {
            [] => (String::new(), "is"),
            rest => (format!("{} and ", rest.join(", ")), "are"),
        };
        write!(f, "{}{rest}{last} {verb} the store's", if first { "" } else { "; " })
    }
}

impl fmt::Display for CostCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` on `{}`", self.operation, self.collection)?;
        let stages = self.access().stages();
        match self.index() {
            Some(index) => write!(f, "\nserved by `{index}` ({stages})")?,
            None => write!(f, "\nserved by no index ({stages}): {}", self.options.collection_scan)?,
        }
        let order: Vec<_> = self.shape.sort.iter().map(key).collect();
        let lines = [
            ("equal", self.names(|it| self.is_indexed(it) && is_equality(it.op))),
            ("order", order),
            ("range", self.names(|it| self.is_indexed(it) && !is_equality(it.op))),
            ("looked at beside it", self.names(|it| !self.is_indexed(it))),
        ];
        for (name, paths) in lines.into_iter().filter(|(_, paths)| !paths.is_empty()) {
            write!(f, "\n{name}: {}", paths.join(", "))?;
        }
        for allowance in self.options.allowances {
            write!(f, "\nallowed: {}, {}", allowance.rule, allowance.reason)?;
        }
        if self.n_combinations > 1 {
            let indexes = self.indexes().join("`, `");
            write!(
                f,
                "\n{} combinations of optional conditions: `{indexes}`",
                self.n_combinations
            )?;
        }
        self.write_limits(f)
    }
}

const fn is_equality(op: PredicateOp) -> bool {
    matches!(
        op,
        PredicateOp::Eq
            | PredicateOp::In
            | PredicateOp::Null
            | PredicateOp::Absent
            | PredicateOp::NullOrAbsent
    )
}

/// A condition in a line: `kind is_in (at most 5, optional)`.
fn condition(it: &Predicate) -> String {
    let mut text = format!("{} {}", it.path, it.attribute);
    if it.attribute == "constant" {
        text = format!("{} {}", it.path, sign(it.op));
    }
    match it.literal {
        None => {}
        Some(Literal::Str(literal)) => text.push_str(&format!(" {literal:?}")),
        Some(Literal::Int(literal)) => text.push_str(&format!(" {literal}")),
        Some(Literal::Float(literal)) => text.push_str(&format!(" {literal:?}")),
        Some(Literal::Bool(literal)) => text.push_str(&format!(" {literal}")),
    }
    let more = [
        it.element.map(|name| format!("in [{name}]")),
        it.max_items.map(|n| format!("at most {n}")),
        it.is_optional.then(|| "optional".to_owned()),
    ];
    let more: Vec<_> = more.into_iter().flatten().collect();
    if !more.is_empty() {
        text.push_str(&format!(" ({})", more.join(", ")));
    }
    text
}

/// The sign of a comparison with a literal.
const fn sign(op: PredicateOp) -> &'static str {
    match op {
        PredicateOp::Gt => ">",
        PredicateOp::Gte => ">=",
        PredicateOp::Lt => "<",
        PredicateOp::Lte => "<=",
        PredicateOp::Exists => "exists",
        _ => "=",
    }
}

fn key(key: &SortKey) -> String {
    let direction = match key.direction {
        Direction::Asc => "asc",
        Direction::Desc => "desc",
    };
    format!("{} {direction}", key.path)
}
