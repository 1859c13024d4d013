//! A checked index, as far as tokens can tell. Rules about its fields are `const` functions of the runtime.

use syn::{Ident, LitStr};

use super::{names::Known, operation::is_name};
use crate::{
    errors::Errors,
    parse::{self, Allow, Collation, FieldPath, KeyKind, Literal, Owner, PartialOp, Set},
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
    pub(crate) collation: Option<Collation>,
    pub(crate) projection: Option<Projection>,
    pub(crate) owner: Owner,
    pub(crate) serves: Vec<LitStr>,
    pub(crate) allow: Vec<Allow>,
}

/// What a wildcard over the whole document leaves out.
pub(crate) enum Projection {
    /// All but these.
    Include(Vec<FieldPath>),
    /// These.
    Exclude(Vec<FieldPath>),
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
        let projection = match (index.include, index.exclude) {
            (Some(include), _) => Some(Projection::Include(include.value)),
            (None, exclude) => exclude.map(|exclude| Projection::Exclude(exclude.value)),
        };
        Some(Self {
            name: index.name?.value,
            keys: index.keys?.value,
            unique: index.unique.is_some(),
            one_absent: index.one_absent.is_some(),
            sparse: index.sparse.is_some(),
            hidden: index.hidden.is_some(),
            partial: index.partial.map_or_else(Vec::new, |partial| partial.value),
            expire_after_seconds: index.expire_after.map(|expiry| expiry.value.seconds),
            collation: index.collation.map(|collation| collation.value),
            projection,
            owner: index.owner.map_or(Owner::Application, |owner| owner.value),
            serves: index.serves.map_or_else(Vec::new, |serves| serves.value),
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
    } else if text.contains(char::is_control) {
        errors.at(
            &name.value,
            "the name of an index can't have a control character: it would break the lines of a log",
        );
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
    } else if let Some((key, wrong)) = wrong_projection(index, &keys.value) {
        errors.at(key, wrong);
    } else if let Some((name, wrong)) = wrong_operation(index) {
        errors.at(name, wrong);
    } else if index.partial.as_ref().is_some_and(|partial| partial.value.is_empty()) {
        errors.at(
            index.partial.as_ref().map(|partial| &partial.key),
            "a partial index needs a condition, such as `partial(exists(field))`",
        );
    }
}

/// What is wrong with the projection of a wildcard.
fn wrong_projection<'i>(index: &'i parse::Index, keys: &[IndexKey]) -> Option<(&'i Ident, String)> {
    let both = [&index.include, &index.exclude];
    let mut given = both.into_iter().flatten();
    let first = given.next()?;
    let key = &first.key;
    if let Some(second) = given.next() {
        return Some((
            &second.key,
            "an index includes fields or excludes them: keep one of `include` and `exclude`"
                .to_owned(),
        ));
    }
    if !matches!(keys, [only] if only.star.is_some() && only.path.steps.is_empty()) {
        let help = format!(
            "only an index over the whole document has `{key}`: write `keys(*)`, or remove `{key}`"
        );
        return Some((key, help));
    }
    first
        .value
        .is_empty()
        .then(|| (key, format!("name the fields, `{key}(field, other.field)`, or remove it")))
}

/// What is wrong with the names of operations.
fn wrong_operation(index: &parse::Index) -> Option<(&LitStr, &'static str)> {
    let serves = index.serves.as_ref().map_or(&[][..], |serves| serves.value.as_slice());
    serves.iter().enumerate().find_map(|(at, name)| {
        if serves[..at].iter().any(|earlier| earlier.value() == name.value()) {
            return Some((name, "this operation is named already: remove one"));
        }
        (!is_name(&name.value())).then_some((
            name,
            "an operation is named by 3 to 96 lower-case letters, digits, `.` and `-`, starting with a letter, as in \
             `order.find-recent`",
        ))
    })
}

/// The paths of keys and conditions.
fn paths(index: &parse::Index) -> impl Iterator<Item = &FieldPath> {
    let keys = index.keys.iter().flat_map(|keys| &keys.value).map(|key| &key.path);
    let terms = index.partial.iter().flat_map(|partial| &partial.value).map(|term| &term.path);
    let projected = [&index.include, &index.exclude].into_iter().flatten().flat_map(|it| &it.value);
    keys.chain(terms).chain(projected)
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
            Self::Is => "Eq",
        }
    }

    /// How a doc text writes it between a path and a literal.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Eq | Self::Is => "=",
            Self::Gt => ">",
            Self::Gte => ">=",
            Self::Lt => "<",
            Self::Lte => "<=",
            Self::Exists => "exists",
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
            Self::Wildcard => "Wildcard",
        }
    }
}

impl Owner {
    /// The variant of the runtime's type.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Application => "Application",
            Self::MongoDb => "MongoDb",
            Self::Encryption => "Encryption",
            Self::Search => "Search",
        }
    }
}
