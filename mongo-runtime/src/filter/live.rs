//! The rule that a filter says what it does about a field that another live version lacks or stores otherwise.

mod family;

use std::borrow::Cow;

use super::{
    rules::rule,
    scope::{Of, Scope},
    term::{Argument, Term},
};
use crate::{
    document::Declaration,
    refusal::Refusal,
    shape::{Agreement, Use, agreement},
};

/// Checks a filter on documents of a type. Free where only one version is live.
pub(crate) fn check(term: &Term, declaration: &'static Declaration) -> Result<(), Refusal> {
    if let Some(of) = &declaration.family {
        return family::check(term, declaration, of);
    }
    if !declaration.reads_other_versions() && !has_scope(term) {
        return Ok(());
    }
    let live = (declaration.oldest_version()..=declaration.newest_version()).collect();
    Context { declaration, versions: live, within: "" }.check(term)
}

/// Whether a version stores all paths of a condition as the current one does.
pub(crate) fn stored_alike(term: &Term, declaration: &'static Declaration, version: i32) -> bool {
    Context { declaration, versions: vec![version], within: "" }.check(term).is_ok()
}

fn has_scope(term: &Term) -> bool {
    match term {
        Term::Scoped(_) => true,
        Term::All(terms) | Term::Any(terms) | Term::Nor(terms) => terms.iter().any(has_scope),
        Term::Test(_) | Term::Not(_) | Term::AllDocuments => false,
    }
}

/// What a condition is asked of.
struct Context<'a> {
    declaration: &'static Declaration,
    /// The versions whose documents can come to it.
    versions: Vec<i32>,
    /// The array whose elements it is about.
    within: &'a str,
}

impl Context<'_> {
    fn check(&self, term: &Term) -> Result<(), Refusal> {
        match term {
            Term::Test(test) | Term::Not(test) => {
                let path = self.path(test.place.path);
                match &test.argument {
                    Argument::Element(inner) => {
                        let versions = self.versions.clone();
                        Context { versions, within: &path, ..*self }.check(inner)
                    }
                    Argument::Value(_) | Argument::Fixed(_) => {
                        let asks_presence = matches!(test.op, "$exists" | "$type");
                        let used = if asks_presence { Use::Presence } else { Use::Compare };
                        self.check_path(&path, used)
                    }
                }
            }
            Term::All(terms) => {
                let scopes = terms.iter().filter_map(|term| match term {
                    Term::Scoped(scope) => Some(scope),
                    _ => None,
                });
                let mut versions = self.versions.clone();
                scopes.for_each(|scope| versions.retain(|version| scope.covers(*version)));
                let inside = Context { versions, ..*self };
                terms.iter().try_for_each(|term| inside.check(term))
            }
            Term::Any(terms) => terms.iter().try_for_each(|term| self.check(term)),
            Term::Nor(terms) if terms.iter().any(has_scope) => Err(rule(
                "what a filter does about other versions is said inside of a `not` or `none_of`, where it would ask for the \
                 documents of all other versions: say it of the whole, `filter.not().of_current_version()`"
                    .to_owned(),
            )),
            Term::Nor(terms) => terms.iter().try_for_each(|term| self.check(term)),
            Term::Scoped(scope) => self.check_scope(scope),
            Term::AllDocuments => Ok(()),
        }
    }

    fn check_scope(&self, scope: &Scope) -> Result<(), Refusal> {
        for (index, other) in scope.others.iter().enumerate() {
            let (version, name) = (other.version(), other.declaration.name);
            let live = self.declaration.of_version(version);
            let is_reader = live.is_some_and(|live| live.shape.id == other.declaration.shape.id)
                && version != self.declaration.current_version();
            if !is_reader {
                return Err(rule(format!(
                    "`or_of_version` has a filter on `{name}`, and that is no type by which `{}` reads another version",
                    self.declaration.name
                )));
            }
            if scope.others.iter().take(index).any(|earlier| earlier.version() == version) {
                return Err(rule(format!(
                    "`or_of_version` has two filters for version {version}; join them with `or`"
                )));
            }
            let versions = vec![version];
            Context { declaration: other.declaration, versions, within: self.within }
                .check(&other.term)?;
        }
        if scope.of == Of::Stored {
            return Ok(());
        }
        let own = scope.own_versions();
        let versions = self.versions.iter().copied().filter(|version| own.contains(version));
        Context { versions: versions.collect(), ..*self }.check(&scope.own)
    }

    fn path<'p>(&self, path: &'p str) -> Cow<'p, str> {
        match (self.within, path) {
            ("", path) => Cow::Borrowed(path),
            (within, "") => Cow::Owned(within.to_owned()),
            (within, path) => Cow::Owned(format!("{within}.{path}")),
        }
    }

    fn check_path(&self, path: &str, used: Use) -> Result<(), Refusal> {
        let ours = self.declaration;
        let others = self.versions.iter().filter(|version| **version != ours.current_version());
        for version in others {
            let Some(theirs) = ours.of_version(*version) else { continue };
            let how = match agreement(ours.shape, theirs.shape, path, used) {
                Agreement::Same => continue,
                Agreement::Lacks => "is not in",
                Agreement::Differs => "is stored in another form in",
            };
            return Err(rule(format!(
                "`{path}` {how} documents of version {version}, which `{name}` still reads, so say what the filter does about \
                 them: `.of_current_version()` leaves them out, `.as_stored()` judges them as they are stored, \
                 `.or_of_version({other}::fields()..)` asks them something else",
                name = ours.name,
                other = theirs.name,
            )));
        }
        Ok(())
    }
}
