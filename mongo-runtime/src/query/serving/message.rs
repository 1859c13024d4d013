//! What a user is told of a query that no index serves well.

use super::{
    Disorder, Fit, Loose, Unfit, Verdict,
    advice::{AdvisedKey, advice},
    facts::active,
    judge::judge,
    verdict::verdict,
};
use crate::{
    document::Declaration,
    index::{IndexDeclaration, KeyKind, Literal, PartialOp, PartialTerm},
    query::{Predicate, PredicateOp, QueryShape},
    shape::{Text, str_eq},
    sort::Direction,
};

/// Of what a message is.
#[derive(Clone, Copy)]
pub(super) struct Message<'a> {
    pub(super) operation: &'a str,
    pub(super) declaration: &'static Declaration,
    pub(super) query: &'a QueryShape<'a>,
    pub(super) left_out: u32,
}

impl Message<'_> {
    /// No index serves the query.
    pub(super) const fn unserved(&self, verdict: &Verdict, why: Unfit) -> Text {
        let text = self.needs(Text::new("no index serves `").and(self.operation).and("`"));
        if let Some(text) = self.hinted_away(text) {
            return text;
        }
        let text = match (why, verdict.index) {
            (Unfit::FirstKey, _) | (_, None) => text.and(": "),
            (_, Some(index)) => {
                let text = text.and(": `").and(index).and("` comes nearest, but ");
                self.because(text, index, why).and(", or ")
            }
        };
        self.declare(text)
            .and(", or say why it may look at each document: `collection_scan = \"..\"`")
    }

    /// The hint names an index that does not serve the query, and another one would.
    const fn hinted_away(&self, text: Text) -> Option<Text> {
        let Some(hint) = self.query.hint else { return None };
        let free = QueryShape { hint: None, ..*self.query };
        let verdict = verdict(self.declaration, &free, self.left_out);
        match verdict.index {
            Some(index) if verdict.fit.is_served() => Some(
                text.and(": its hint rules out all indexes but `")
                    .and(hint)
                    .and("`, and `")
                    .and(index)
                    .and("` serves it; write `hint = \"")
                    .and(index)
                    .and("\"`, or remove `hint`"),
            ),
            _ => None,
        }
    }

    /// An index serves the query, but looks at more than it returns.
    pub(super) const fn loose(&self, verdict: &Verdict, why: Loose) -> Text {
        let text =
            self.needs(Text::new("`").and(self.operation).and("` looks at more than it returns"));
        let text = match verdict.index {
            Some(index) => text.and(": in `").and(index).and("`, "),
            None => text.and(": "),
        };
        let text = match why {
            Loose::Residual { path } if self.is_own_tag(path) => text.and(
                "documents of other types in the collection are fetched and thrown away, since it has them all",
            ),
            Loose::Residual { path } => self
                .quoted(text, path)
                .and(" is not searched by, so that documents are fetched and thrown away"),
            Loose::Late { path, behind } => self
                .quoted(self.quoted(text, behind).and(" stands before "), path)
                .and(", which is equal to one value"),
            Loose::Gap { gap, path } => self.quoted(
                self.quoted(text, gap).and(", of which nothing is asked, stands before "),
                path,
            ),
            Loose::Pattern { path } => {
                self.quoted(text.and("each text of "), path).and(" is compared with a pattern")
            }
            Loose::OnlyNegative { path } => self
                .quoted(text.and("nothing is searched for: "), path)
                .and(" and the like say what is not wanted, which most documents meet"),
        };
        let text = text.and("; ");
        let text = match why {
            Loose::OnlyNegative { .. } => text.and("ask for the values that are wanted"),
            Loose::Pattern { .. } => text.and("compare with `starts_with` or `eq`"),
            Loose::Residual { path } if self.is_own_tag(path) => {
                text.and("search or sort by a key of an index of the type first")
            }
            _ => self.declare(text),
        };
        text.and(", or write `allow(").and(why.rule()).and(", reason = \"..\")`")
    }

    /// The server may prefer another index.
    pub(super) const fn contested(&self, verdict: &Verdict, rival: &str) -> Text {
        let index = match verdict.index {
            Some(index) => index,
            None => "",
        };
        let text =
            self.needs(Text::new("the server may sort `").and(self.operation).and("` in memory"));
        let text = text.and(": `").and(index).and("` has the order, but ");
        let is_expiry = match self.declaration.index(rival) {
            Some(rival) => rival.expire_after_seconds.is_some() && !self.query.include_expired,
            None => false,
        };
        let text = if is_expiry {
            text.and("documents that have expired are left out, and `")
                .and(rival)
                .and("` may find few others")
        } else {
            text.and("the conditions on `").and(rival).and("` may find fewer entries")
        };
        let text = text.and("; write `hint = \"").and(index).and("\"`");
        let text = if is_expiry { text.and(", `include_expired`") } else { text };
        text.and(", or `allow(rival, reason = \"..\")`")
    }

    /// Whether a path is that of the field which tells the types of the collection apart.
    const fn is_own_tag(&self, path: &str) -> bool {
        match self.declaration.discriminator {
            Some(own) => str_eq(own.field, path),
            None => false,
        }
    }

    /// What the query asks for, in brackets.
    const fn needs(&self, text: Text) -> Text {
        let text = self.combination(text).and(" (");
        let all = active(self.query, self.left_out);
        let (mut text, mut is_first) = (text, true);
        let mut part = 0;
        while part < PARTS.len() {
            let (mut rest, mut is_first_of_part) = (all, true);
            while rest != 0 {
                let predicate = &self.query.predicates[rest.trailing_zeros() as usize];
                rest &= rest - 1;
                if !matches!(part_of(predicate), Some(at) if at == part) {
                    continue;
                }
                if is_first_of_part {
                    text = text.and(if is_first { "" } else { "; " }).and(PARTS[part]);
                }
                text = text
                    .and(if is_first_of_part { " `" } else { ", `" })
                    .and(predicate.written)
                    .and("`");
                (is_first, is_first_of_part) = (false, false);
            }
            part += 1;
        }
        let mut at = 0;
        while at < self.query.sort.len() {
            let key = &self.query.sort[at];
            text = text.and(match (at, is_first) {
                (0, true) => "sort `",
                (0, false) => "; sort `",
                _ => ", `",
            });
            text = text.and(key.written).and(match key.direction {
                Direction::Asc => "`",
                Direction::Desc => " desc`",
            });
            is_first = false;
            at += 1;
        }
        text.and(if is_first { "nothing is asked)" } else { ")" })
    }

    /// Which of the optional conditions are left out.
    const fn combination(&self, text: Text) -> Text {
        let (mut text, mut at, mut n_optional, mut is_first) = (text, 0, 0, true);
        while at < self.query.predicates.len() {
            let predicate = &self.query.predicates[at];
            at += 1;
            if !predicate.is_optional {
                continue;
            }
            if n_optional < u32::BITS && self.left_out & (1 << n_optional) != 0 {
                text = text
                    .and(if is_first { " without `" } else { ", `" })
                    .and(predicate.written)
                    .and("`");
                is_first = false;
            }
            n_optional += 1;
        }
        text
    }

    /// Why an index does not serve the query, and what to do about it there.
    const fn because(&self, text: Text, index: &str, why: Unfit) -> Text {
        match why {
            Unfit::Hidden => text.and("it is hidden from the planner; remove `hidden`"),
            Unfit::Sparse => text.and(
                "it is sparse, and the planner ignores it under the strict Stable API; write `partial(exists(..))` in place of `sparse`",
            ),
            Unfit::Kind(kind) => text.and("it has a key that serves other queries, ").and(match kind {
                KeyKind::Sphere => "`2dsphere`; leave it to those",
                KeyKind::Wildcard => "`*`; leave it to those",
                _ => "`text`; leave it to those",
            }),
            Unfit::Partial(term) => self.missing_condition(text, index, term),
            Unfit::FirstKey => text,
            Unfit::Hashed { path } => self
                .quoted(text.and("it is hashed at "), path)
                .and(", where it finds equal values alone; write `asc` in place of `hashed`"),
            Unfit::Collation { path } => self
                .quoted(text.and("it compares the text of "), path)
                .and(" in another way; write the same `collation(..)` at both, or at none"),
            Unfit::Array { path } => self.quoted(text, path).and(
                " is an array, in which null may stand beside values; ask one element, as in `items[one].sku`",
            ),
            Unfit::Order(why) => self.disorder(text, why),
        }
    }

    const fn disorder(&self, text: Text, why: Disorder) -> Text {
        match why {
            Disorder::Missing { path } => {
                self.quoted(text.and("it has no key "), path).and(" to sort by; add it")
            }
            Disorder::Behind { path, key } => self
                .quoted(self.quoted(text, key).and(" stands before "), path)
                .and(", and is neither equal to one value nor the next to sort by; put it behind"),
            Disorder::Direction { path } => self.quoted(text, path).and(
                " goes the other way than the keys before it, and an index is read as it stands or reversed as a whole; reverse that key",
            ),
            Disorder::Array { path } => {
                self.quoted(text, path).and(" is an array, and gives no order; leave it out")
            }
            Disorder::Kind { path } => self
                .quoted(text, path)
                .and(" is hashed there, or its text is compared in another way; index it in the order of the query"),
            Disorder::Unbounded { path } => self.quoted(text.and("the list of "), path).and(
                " has no declared length, and the server merges at most 200 places in order; write `max_items`",
            ),
            Disorder::TooMany { n_scans } => text
                .and("its lists have up to ")
                .and_number(n_scans)
                .and(" combinations, and the server merges at most 200 places in order; lower `max_items`"),
        }
    }

    /// The condition of a partial index that the query does not ask for.
    const fn missing_condition(&self, text: Text, index: &str, term: usize) -> Text {
        let term = match self.declaration.index(index) {
            Some(index) if term < index.partial.len() => &index.partial[term],
            Some(IndexDeclaration { only: Some(only), .. }) => {
                return text
                    .and("it has only documents whose `")
                    .and(only.field)
                    .and("` is `")
                    .and(only.tag)
                    .and("`, by another collation; write the same `collation(..)` at both, or at none");
            }
            _ => return text.and("its condition is not asked for; ask for it"),
        };
        let text = condition(text.and("its condition `"), term).and("` is not implied");
        if let Some(why) = self.beside_its_condition(index) {
            return self.because(text.and(", and "), index, why);
        }
        let text = text.and("; write `");
        match term.variant {
            Some(is) if str_eq(is.path, term.path) => text.and("is(..)` of that variant"),
            _ => condition(text.and("constant("), term).and(")`"),
        }
    }

    /// Why an index would not serve the query if all its conditions were asked for.
    const fn beside_its_condition(&self, index: &str) -> Option<Unfit> {
        let Some(index) = self.declaration.index(index) else { return None };
        let whole = IndexDeclaration { partial: &[], ..*index };
        match judge(&whole, self.query, self.left_out) {
            Fit::Unfit(Unfit::Partial(_)) | Fit::Tight | Fit::Loose(_) => None,
            Fit::Unfit(why) => Some(why),
        }
    }

    /// The attribute that declares an index for it.
    const fn declare(&self, text: Text) -> Text {
        let advice = advice(self.query, self.left_out);
        let keys = advice.keys();
        if keys.is_empty() {
            return text.and("sort by `id`, which has an index");
        }
        let name = name(keys);
        let taken = self.declaration.index(name.as_str()).is_some();
        let text = text.and("declare `index(name = \"").and(name.as_str());
        let mut text = text.and(if taken { "_2" } else { "" }).and("\", keys(");
        let mut at = 0;
        while at < keys.len() {
            text = written(text.and(if at == 0 { "" } else { ", " }), &keys[at]);
            if matches!(keys[at].kind, KeyKind::Desc) {
                text = text.and(" = desc");
            }
            at += 1;
        }
        let text = text.and(")");
        let text = if self.query.collation.is_some() { text.and(", collation(..)") } else { text };
        text.and(")` on `").and(self.declaration.name).and("`")
    }

    /// A path as the user wrote it.
    const fn quoted(&self, text: Text, path: &str) -> Text {
        let mut at = 0;
        while at < self.query.predicates.len() {
            let predicate = &self.query.predicates[at];
            if str_eq(predicate.path, path) {
                return text.and("`").and(predicate.written).and("`");
            }
            at += 1;
        }
        at = 0;
        while at < self.query.sort.len() {
            let key = &self.query.sort[at];
            if str_eq(key.path, path) {
                return text.and("`").and(key.written).and("`");
            }
            at += 1;
        }
        text.and("`").and(path).and("`")
    }
}

const PARTS: &[&str] = &["equality", "list", "range", "pattern", "negation", "other"];

const fn part_of(predicate: &Predicate) -> Option<usize> {
    Some(match predicate.op {
        PredicateOp::Eq | PredicateOp::Null | PredicateOp::Absent | PredicateOp::NullOrAbsent => 0,
        PredicateOp::In => 1,
        PredicateOp::Gt
        | PredicateOp::Gte
        | PredicateOp::Lt
        | PredicateOp::Lte
        | PredicateOp::StartsWith => 2,
        PredicateOp::Contains | PredicateOp::Matches => 3,
        PredicateOp::Ne | PredicateOp::NotIn | PredicateOp::Exists | PredicateOp::Present => 4,
        PredicateOp::Other => 5,
    })
}

/// `ix_` and the last names of the paths.
const fn name(keys: &[AdvisedKey]) -> Text {
    let mut text = Text::new("ix");
    let mut at = 0;
    while at < keys.len() && at < 4 {
        let path = keys[at].path.as_bytes();
        let mut start = path.len();
        while start > 0 && path[start - 1] != b'.' {
            start -= 1;
        }
        let own = path.split_at(start).1;
        let own = if let [b'_', rest @ ..] = own { rest } else { own };
        if let Ok(own) = std::str::from_utf8(own) {
            text = text.and("_").and(own);
        }
        at += 1;
    }
    text
}

/// The path as the keys of an index have it: `items[].sku`, whatever the element is called.
const fn written(text: Text, key: &AdvisedKey) -> Text {
    // Nobody said how it is written.
    if !key.array.is_empty() && str_eq(key.path, key.written) && key.array.len() <= key.path.len() {
        let (array, inside) = key.path.split_at(key.array.len());
        return text.and(array).and("[]").and(inside);
    }
    if str_eq(key.written, "_id") {
        return text.and("id");
    }
    let (mut text, mut rest) = (text, key.written.as_bytes());
    let (mut at, mut is_name) = (0, true);
    while at < rest.len() {
        let byte = rest[at];
        if is_name && byte == b'[' || !is_name && byte == b']' {
            let (before, behind) = rest.split_at(if is_name { at + 1 } else { at });
            if let (true, Ok(before)) = (is_name, std::str::from_utf8(before)) {
                text = text.and(before);
            }
            (rest, at, is_name) = (behind, 0, !is_name);
        } else {
            at += 1;
        }
    }
    match std::str::from_utf8(rest) {
        Ok(rest) => text.and(rest),
        Err(_) => text,
    }
}

const fn condition(text: Text, term: &PartialTerm) -> Text {
    let op = match term.op {
        PartialOp::Eq => " = ",
        PartialOp::Gt => " > ",
        PartialOp::Gte => " >= ",
        PartialOp::Lt => " < ",
        PartialOp::Lte => " <= ",
        PartialOp::Exists => return text.and("exists(").and(term.path).and(")"),
    };
    let text = text.and(term.path).and(op);
    match term.literal {
        Literal::Str(literal) => text.and("\"").and(literal).and("\""),
        Literal::Int(number) if number < 0 => {
            text.and("-").and_number(number.unsigned_abs() as usize)
        }
        Literal::Int(number) => text.and_number(number.unsigned_abs() as usize),
        Literal::Bool(true) => text.and("true"),
        Literal::Bool(false) => text.and("false"),
        Literal::Float(_) => text.and(".."),
    }
}
