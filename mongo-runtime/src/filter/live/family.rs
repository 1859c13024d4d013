//! The same rule for an enum over document types, each of which has versions of its own.

use super::Context;
use crate::{
    document::{Declaration, Family},
    filter::{
        rules::rule,
        scope::Of,
        term::{Argument, Term},
    },
    refusal::Refusal,
};

/// Checks a filter on an enum: what is asked of one type, beside its tag, is judged as a filter on that type.
pub(super) fn check(
    term: &Term,
    whole: &'static Declaration,
    family: &'static Family,
) -> Result<(), Refusal> {
    let each = |terms: &[Term]| terms.iter().try_for_each(|term| check(term, whole, family));
    match term {
        Term::All(terms) => match terms.iter().find_map(|term| of_type(term, family)) {
            Some(one) => terms.iter().try_for_each(|term| check_part(term, whole, one)),
            None => each(terms),
        },
        Term::Any(terms) | Term::Nor(terms) => each(terms),
        Term::Scoped(scope) if scope.of == Of::Stored && scope.others.is_empty() => Ok(()),
        Term::Scoped(_) => Err(rule(format!(
            "`{}` is an enum over several types, and each has versions of its own: ask the collection of one type, whose filters say \
             what they do about its versions, or say `.as_stored()`",
            whole.name
        ))),
        Term::Test(_) | Term::Not(_) | Term::AllDocuments => Ok(()),
    }
}

/// A condition on documents of one type.
fn check_part(
    term: &Term,
    whole: &'static Declaration,
    one: &'static Declaration,
) -> Result<(), Refusal> {
    if let Term::Scoped(scope) = term
        && scope.of == Of::Stored
        && scope.others.is_empty()
    {
        return Ok(());
    }
    let versions = (one.oldest_version()..=one.newest_version()).collect();
    let context = Context { declaration: one, versions, within: "" };
    if !super::has_scope(term) && context.check(term).is_ok() {
        return Ok(());
    }
    Err(rule(format!(
        "a condition of this filter is on what another version of `{one}`, which is still read, lacks or stores in another form: ask \
         the collection of `{one}`, whose filters say what they do about its versions, or say `.as_stored()` of the filter on `{whole}`",
        one = one.name,
        whole = whole.name,
    )))
}

/// The type whose tag is asked for.
fn of_type(term: &Term, family: &'static Family) -> Option<&'static Declaration> {
    let Term::Test(test) = term else { return None };
    let (Argument::Fixed(bson::Bson::String(tag)), "$eq") = (&test.argument, test.op) else {
        return None;
    };
    let is_of = |one: &&&Declaration| one.discriminator.is_some_and(|own| own.tag == tag);
    let types = family.types.iter();
    (test.place.path == family.field).then(|| types.copied().find(|one| is_of(&one)))?
}
