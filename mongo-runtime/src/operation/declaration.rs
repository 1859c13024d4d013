//! Declared operations, and the rules of a catalog over them.

use super::{OperationName, default::is_default};
use crate::{
    document::{Declaration, Document},
    query::CostCard,
    shape::{Text, str_eq},
};

/// An operation with a name, as a type, so that a catalog can list it. Comes from [`operation!`](crate::operation!), and with
/// each recipe
/// and query.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operation",
    label = "needs a name and a document",
    note = "declare it: `operation! {{ pub {Self}: Order = \"order.find-open\" }}`, or derive `Update` for a recipe, `Filter` for a query"
)]
pub trait Operation: 'static {
    /// The document that it is about.
    type Document: Document;
    /// Its name.
    const NAME: OperationName;
    /// What is known of what it sends.
    const KIND: OperationKind = OperationKind::Dynamic;
    /// What a registered query costs.
    const CARD: Option<&'static CostCard> = None;
    /// The unique index of a recipe that is an upsert.
    const UPSERT: Option<&'static str> = None;
}

/// What a catalog says of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperationDeclaration {
    /// Its name.
    pub name: OperationName,
    /// The collection that it is about.
    pub collection: &'static str,
    /// What is known of what it sends.
    pub kind: OperationKind,
    /// What a registered query costs.
    pub card: Option<&'static CostCard>,
    /// The unique index by which a recipe upserts.
    pub upsert: Option<&'static str>,
}

/// What is known of what an operation sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationKind {
    /// The name alone: the filter and the update are made where it is called.
    Dynamic,
    /// The update, which is a [recipe](crate::update::Recipe); the filter is made where it is called.
    Recipe,
    /// The filter, which is a registered [query](crate::query::Query), with its order and limits.
    Query,
}

impl OperationKind {
    /// The word of the manifest.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dynamic => "dynamic",
            Self::Recipe => "recipe",
            Self::Query => "query",
        }
    }
}

impl OperationDeclaration {
    /// The declaration of an operation.
    #[must_use]
    pub const fn of<O: Operation>() -> Self {
        Self {
            name: O::NAME,
            collection: <O::Document as Document>::COLLECTION,
            kind: O::KIND,
            card: O::CARD,
            upsert: O::UPSERT,
        }
    }
}

impl OperationDeclaration {
    /// Whether it is proven to use the index of its collection: it is a query that the index serves, or a recipe that upserts by it.
    pub(crate) const fn uses(&self, index: &str) -> bool {
        match (self.card, self.upsert) {
            (Some(card), _) => card.is_served_by(index),
            (None, Some(upsert)) => str_eq(upsert, index),
            (None, None) => false,
        }
    }
}

/// The rules of the operations of a catalog: each name once, none that only an index knows, and none that an index claims which
/// another one serves.
pub(crate) const fn check_operations(
    documents: &[&Declaration],
    operations: &[OperationDeclaration],
    written: &[&str],
) -> Option<Text> {
    let mut later = 1;
    while later < operations.len() {
        let mut earlier = 0;
        while earlier < later {
            if str_eq(operations[earlier].name.as_str(), operations[later].name.as_str()) {
                if str_eq(written[earlier], written[later]) {
                    return Some(
                        Text::new("the operation `")
                            .and(written[later])
                            .and("` is listed twice: remove one"),
                    );
                }
                return Some(
                    Text::new("the operations `")
                        .and(written[earlier])
                        .and("` and `")
                        .and(written[later])
                        .and("` are both named `")
                        .and(operations[later].name.as_str())
                        .and(
                            "`: give one of them another name where it is declared, `operation! { ",
                        )
                        .and(written[later])
                        .and(": .. = \"..\" }`, or `#[mongo(operation = \"..\")]` at a recipe or query"),
                );
            }
            earlier += 1;
        }
        later += 1;
    }
    let mut at = 0;
    while at < documents.len() {
        if let Some(broken) = check_served(documents[at], operations) {
            return Some(broken);
        }
        at += 1;
    }
    None
}

/// The rule of what the indexes of a document serve. An enum over documents stands for those.
const fn check_served(document: &Declaration, operations: &[OperationDeclaration]) -> Option<Text> {
    if let Some(family) = document.family {
        let mut at = 0;
        while at < family.types.len() {
            if let Some(broken) = check_served(family.types[at], operations) {
                return Some(broken);
            }
            at += 1;
        }
    }
    let mut at = 0;
    while at < document.indexes.len() {
        let index = &document.indexes[at];
        let mut n = 0;
        while n < index.serves.len() {
            if !is_known(document, operations, index.serves[n]) {
                return Some(
                    Text::new("index `")
                        .and(index.name)
                        .and("` of `")
                        .and(document.name)
                        .and("` serves `")
                        .and(index.serves[n].as_str())
                        .and("`, and no operation of `")
                        .and(document.collection)
                        .and("` is named so: list it in `operations(..)`, or remove it from `serves(..)`"),
                );
            }
            if let Some(broken) = check_claim(document, operations, index.name, index.serves[n]) {
                return Some(broken);
            }
            n += 1;
        }
        at += 1;
    }
    None
}

/// The rule that an index which says that it serves a query, or an upsert, is one that it is proven with.
const fn check_claim(
    document: &Declaration,
    operations: &[OperationDeclaration],
    index: &str,
    claimed: OperationName,
) -> Option<Text> {
    let mut at = 0;
    while at < operations.len() {
        let operation = &operations[at];
        at += 1;
        let is_proven = operation.card.is_some() || operation.upsert.is_some();
        if !is_proven
            || !str_eq(operation.name.as_str(), claimed.as_str())
            || !str_eq(operation.collection, document.collection)
            || operation.uses(index)
        {
            continue;
        }
        let text = Text::new("index `")
            .and(index)
            .and("` of `")
            .and(document.name)
            .and("` serves `")
            .and(claimed.as_str())
            .and("`, and that is served by ");
        let own = match operation.card {
            Some(card) => card.index(),
            None => operation.upsert,
        };
        return Some(match own {
            Some(own) => text
                .and("`")
                .and(own)
                .and("`: remove it from `serves(..)`, or say it at `")
                .and(own)
                .and("`"),
            None => text.and("no index: remove it from `serves(..)`"),
        });
    }
    None
}

const fn is_known(
    document: &Declaration,
    operations: &[OperationDeclaration],
    name: OperationName,
) -> bool {
    let mut at = 0;
    while at < operations.len() {
        if str_eq(operations[at].name.as_str(), name.as_str())
            && str_eq(operations[at].collection, document.collection)
        {
            return true;
        }
        at += 1;
    }
    is_default(document.name, name)
}
