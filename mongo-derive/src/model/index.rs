//! A checked index, as far as tokens can tell. Rules about its fields are `const` functions of the runtime.

use syn::{Ident, LitStr};

use super::names::Known;
use crate::{
    errors::Errors,
    parse::{self, Allow, FieldPath, KeyKind, Literal, PartialOp, Set},
};

pub(crate) type IndexKey = parse::Key;
pub(crate) type IndexTerm = parse::PartialTerm;

/// A checked index.
pub(crate) struct Index {
    pub(crate) name: LitStr,
    pub(crate) keys: Vec<IndexKey>,
    pub(crate) unique: bool,
    pub(crate) one_absent: bool,
    pub(crate) sparse: bool,
    pub(crate) hidden: bool,
    pub(crate) partial: Vec<IndexTerm>,
    pub(crate) expire_after_seconds: Option<i32>,
    pub(crate) allow: Vec<Allow>,
}

impl Index {
    pub(super) fn new(
        index: Set<parse::Index>,
        known: &Known,
        errors: &mut Errors,
    ) -> Option<Self> {
        let Set { key, value: index } = index;
        let mut own = Errors::default();
        check(&key, &index, &mut own);
        paths(&index)
            .filter_map(|path| path.steps.first())
            .for_each(|(field, _)| known.check(field, &mut own));
        errors.ok(own.finish())?;
        Some(Self {
            name: index.name?.value,
            keys: index.keys?.value,
            unique: index.unique.is_some(),
            one_absent: index.one_absent.is_some(),
            sparse: index.sparse.is_some(),
            hidden: index.hidden.is_some(),
            partial: index.partial.map_or_else(Vec::new, |partial| partial.value),
            expire_after_seconds: index.expire_after.map(|expiry| expiry.value.seconds),
            allow: index.allow,
        })
    }
}

/// The first mistake of an index: each of these makes others follow.
fn check(key: &Ident, index: &parse::Index, errors: &mut Errors) {
    let Some(name) = &index.name else {
        return errors.at(key, "an index needs a name: `name = \"ix_..\"`");
    };
    let Some(keys) = &index.keys else {
        return errors.at(key, "an index needs keys: `keys(field, other = desc)`");
    };
    let text = name.value.value();
    if keys.value.is_empty() {
        errors.at(&keys.key, "an index needs at least one key: `keys(field, other = desc)`");
    } else if text.is_empty() || text.contains(['\0', '$']) || text == "*" {
        errors
            .at(&name.value, "the name of an index can't be empty, have a `$` or a NUL, or be `*`: write a name such as `ix_..`");
    } else if text == "_id_" {
        errors.at(
            &name.value,
            "the server makes the index `_id_` itself: remove this one, or give it another name",
        );
    } else if text.len() > 127 {
        errors.at(
            &name.value,
            format!("the name of an index has at most 127 bytes, and this one has {}: write a shorter one", text.len()),
        );
    } else if keys.value.len() > 32 {
        errors.at(
            &keys.key,
            format!(
                "an index has at most 32 keys, and this one has {}: remove some",
                keys.value.len()
            ),
        );
    } else if let Some(text_key) = keys.value.iter().find(|key| matches!(key.kind, KeyKind::Text)) {
        errors.at(
            last_step(&text_key.path),
            "a text index is outside of the strict Stable API, and the planner ignores it: remove this key; `starts_with` uses a plain one",
        );
    } else if let (Some(sparse), Some(_)) = (&index.sparse, &index.partial) {
        errors.at(
            &sparse.key,
            "an index is sparse or partial, not both: remove `sparse`, `partial` says which documents it has",
        );
    } else if let (Some(one_absent), None) = (&index.one_absent, &index.unique) {
        errors.at(
            &one_absent.key,
            "`one_absent` says how many documents may lack a unique key: add `unique`, or remove it",
        );
    } else if index.partial.as_ref().is_some_and(|partial| partial.value.is_empty()) {
        errors.at(
            index.partial.as_ref().map(|partial| &partial.key),
            "a partial index needs a condition, such as `partial(exists(field))`",
        );
    }
}

/// The paths of keys and conditions.
fn paths(index: &parse::Index) -> impl Iterator<Item = &FieldPath> {
    let keys = index.keys.iter().flat_map(|keys| &keys.value).map(|key| &key.path);
    let terms = index.partial.iter().flat_map(|partial| &partial.value).map(|term| &term.path);
    keys.chain(terms)
}

fn last_step(path: &FieldPath) -> Option<&Ident> {
    path.steps.last().map(|(ident, _)| ident)
}

impl Literal {
    /// The token that was written.
    pub(crate) fn span(&self) -> proc_macro2::Span {
        match self {
            Self::Str(text) => text.span(),
            Self::Int { digits, .. } => digits.span(),
            Self::Float { digits, .. } => digits.span(),
            Self::Bool(value) => value.span(),
        }
    }
}

impl PartialOp {
    /// The variant of the runtime's type.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Eq => "Eq",
            Self::Gt => "Gt",
            Self::Gte => "Gte",
            Self::Lt => "Lt",
            Self::Lte => "Lte",
            Self::Exists => "Exists",
        }
    }
}

impl KeyKind {
    /// The variant of the runtime's type.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Asc => "Asc",
            Self::Desc => "Desc",
            Self::Hashed => "Hashed",
            Self::Sphere => "Sphere",
            Self::Text => "Text",
        }
    }
}
