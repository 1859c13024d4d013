//! What a filter says of documents of other schema versions.

use bson::Document as BsonDocument;

use super::{Filter, IntoFilter, render, term::Term};
use crate::{
    document::{Declaration, Document, version_condition},
    filter::Values,
    refusal::Refusal,
};

/// A condition, and which versions of the document it is about.
#[derive(Clone)]
pub(crate) struct Scope {
    /// The type that the filter is for.
    pub(crate) declaration: &'static Declaration,
    pub(crate) own: Term,
    pub(crate) of: Of,
    /// What is asked of documents of a version by itself.
    pub(crate) others: Vec<OfVersion>,
}

/// The documents that a condition is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// Those of the current version.
    Current,
    /// Those of every version that is read and has no condition of its own.
    Live,
    /// The same, as they are stored.
    Stored,
}

/// A condition on documents of one other version.
#[derive(Clone)]
pub(crate) struct OfVersion {
    pub(crate) declaration: &'static Declaration,
    pub(crate) term: Term,
}

impl PartialEq for Scope {
    fn eq(&self, other: &Self) -> bool {
        self.own == other.own && self.of == other.of && self.others == other.others
    }
}

impl PartialEq for OfVersion {
    fn eq(&self, other: &Self) -> bool {
        self.version() == other.version() && self.term == other.term
    }
}

impl OfVersion {
    pub(crate) fn version(&self) -> i32 {
        self.declaration.current_version()
    }
}

impl<D: Document> Filter<D> {
    /// Only documents of the current schema version: `{ schemaVersion: 2, total: { $gte: .. } }`.
    ///
    /// A filter on a field that a version which is still read lacks, or stores in another form, is refused until it says
    /// what it does about documents of that version. This is one of three answers: they are left out. The others are
    /// [`as_stored`](Self::as_stored) and [`or_of_version`](Self::or_of_version). Each holds for the whole filter that it is
    /// called on, and stays when the filter is combined with others. A type without versions needs none of them.
    pub fn of_current_version(self) -> Self {
        self.scoped(Of::Current)
    }

    /// Documents of every version, each judged as it is stored; the filter is sent as it is.
    ///
    /// A document of an older version that lacks a field is found by `is_absent` and its like, and not by a comparison; one
    /// that stores it in another form is compared in that form, as the server does it.
    /// See [`of_current_version`](Self::of_current_version).
    pub fn as_stored(self) -> Self {
        self.scoped(Of::Stored)
    }

    /// Documents of the version that `Other` is for are asked its own filter, and this one is for the others:
    ///
    /// ```text
    /// { $or: [ { schemaVersion: 2, total: { $gte: .. } }, { schemaVersion: 1, total_text: ".." } ] }
    /// ```
    ///
    /// `Other` is one of the readers of the type, or a reader of one; another type is refused when the filter is rendered.
    /// See [`of_current_version`](Self::of_current_version).
    pub fn or_of_version<Other: Document>(self, filter: impl IntoFilter<Other>) -> Self {
        let mut scope = match self.term {
            Term::Scoped(scope) => *scope,
            own => Scope { declaration: D::DECLARATION, own, of: Of::Live, others: Vec::new() },
        };
        let filter = filter.into_filter();
        let carried = self.carried.and(filter.carried);
        scope.others.push(OfVersion { declaration: Other::DECLARATION, term: filter.term });
        Self { term: Term::Scoped(Box::new(scope)), carried, ..self }
    }

    fn scoped(self, of: Of) -> Self {
        let declaration = D::DECLARATION;
        let scope = match self.term {
            Term::Scoped(scope) if scope.of != of => Scope { of, ..*scope },
            own => Scope { declaration, own, of, others: Vec::new() },
        };
        Self { term: Term::Scoped(Box::new(scope)), ..self }
    }
}

impl Scope {
    /// The versions that the condition without a version of its own is about.
    pub(crate) fn own_versions(&self) -> Vec<i32> {
        let declaration = self.declaration;
        if self.of == Of::Current {
            return vec![declaration.current_version()];
        }
        let live = declaration.oldest_version()..=declaration.newest_version();
        live.filter(|version| self.others.iter().all(|other| other.version() != *version)).collect()
    }

    /// Whether documents of the version can meet it.
    pub(crate) fn covers(&self, version: i32) -> bool {
        self.own_versions().contains(&version)
            || self.others.iter().any(|other| other.version() == version)
    }

    /// Whether it is sent without a word of versions.
    pub(crate) fn is_plain(&self) -> bool {
        let has_versions = self.declaration.schema_version.is_some();
        self.others.is_empty() && (self.of == Of::Stored || !has_versions)
    }

    /// The conditions that it is made of.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Term> {
        std::iter::once(&self.own).chain(self.others.iter().map(|other| &other.term))
    }

    /// The documents of the same versions that do not meet it.
    pub(crate) fn not(self) -> Self {
        let others = self.others.into_iter().map(|it| OfVersion { term: it.term.not(), ..it });
        Self { own: self.own.not(), others: others.collect(), ..self }
    }

    pub(crate) fn render(&self, values: Values) -> Result<BsonDocument, Refusal> {
        if self.is_plain() {
            return render::render_document(&self.own, values);
        }
        let field = self.declaration.schema_version.map_or("schemaVersion", |it| it.field);
        let branch = |versions: &[i32], term: &Term| {
            let of_version = version_condition(field, versions);
            let condition = render::render_document(term, values)?;
            Ok(render::joined(vec![of_version, condition]))
        };
        let own = branch(&self.own_versions(), &self.own);
        let others = self.others.iter().map(|other| branch(&[other.version()], &other.term));
        let mut branches =
            std::iter::once(own).chain(others).collect::<Result<Vec<_>, Refusal>>()?;
        Ok(match branches.pop() {
            Some(only) if branches.is_empty() => only,
            last => bson::doc! { "$or": branches.into_iter().chain(last).collect::<Vec<_>>() },
        })
    }
}
