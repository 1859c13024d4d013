//! Writes an update in the form that the manual shows, and checks the rules over a whole update.

mod conflict;

use bson::{Bson, Document, doc};

use super::{
    Guard, Rejection, RenderedUpdate,
    change::Change,
    element::{ArrayFilters, Matched, Scope, lifted},
    expected::Expected,
    pipeline,
};
use crate::{
    document::{Declaration, version_condition},
    filter::{Term, Values, stored_alike},
    refusal::Refusal,
    shape::{Use, agreement},
};

/// The update. Without the filter of the command, nothing is known of the element that it matches.
pub(super) fn render(
    changes: &[Change],
    expected: &[Expected],
    filter: Option<&Term>,
    declaration: &'static Declaration,
) -> Result<RenderedUpdate, Refusal> {
    if changes.is_empty() {
        return Err(Refusal::Rule(
            "the update changes nothing; leave the operation out".to_owned(),
        ));
    }
    let is_computed = pipeline::is_computed(changes);
    let (mut update, array_filters) = match is_computed {
        true => (Document::new(), Vec::new()),
        false => operators(changes, Values::Real)?,
    };
    conflict::check(changes)?;
    let matched = match filter {
        Some(filter) => {
            let terms: Vec<&Term> =
                [filter].into_iter().chain(expected.iter().map(|it| &it.term)).collect();
            Matched::find(changes, &terms)?
        }
        None => None,
    };
    let (whole, declaration) = (declaration, part(changes, declaration));
    let mut stages = Vec::new();
    if is_computed {
        stages = pipeline::stages(changes, declaration.revision, Values::Real)?;
    } else if let Some(revision) = declaration.revision {
        add(&mut update, "$inc", revision, Bson::Int64(1));
    }
    let mut guards: Vec<Guard> =
        version_guard(changes, expected, declaration).into_iter().collect();
    for it in expected {
        guards.push(it.guard()?);
    }
    for change in changes {
        for guard in lifted(change, matched.as_ref())? {
            if !guards.contains(&guard) {
                guards.push(guard);
            }
        }
    }
    one_variant(changes)?;
    if whole.family.is_some() {
        // Of which version a document is, is asked of one of the type.
        guards.sort_by_key(|guard| matches!(guard.rejection, Rejection::OlderVersion { .. }));
    }
    Ok(RenderedUpdate { update, pipeline: stages, array_filters, guards })
}

/// Refuses what does nothing where no document is inserted.
pub(super) fn check_no_insert(changes: &[Change]) -> Result<(), Refusal> {
    match changes.iter().find(|change| change.op == "$setOnInsert") {
        Some(change) => Err(Refusal::Rule(format!(
            "`{}` is set on insert, and only an upsert inserts a document: set it, or make the update a recipe with `upsert = \"..\"`",
            change.path
        ))),
        None => Ok(()),
    }
}

/// The operators, each once, in the order in which they are used first; and the conditions on elements that they name.
pub(super) fn operators(
    changes: &[Change],
    values: Values,
) -> Result<(Document, Vec<Document>), Refusal> {
    let mut update = Document::new();
    let mut filters = ArrayFilters::default();
    for change in changes {
        let place = change.place(&mut filters);
        add(&mut update, change.op, &place, change.argument.render(change.path, values)?);
    }
    Ok((update, filters.render(values)?))
}

fn add(update: &mut Document, op: &str, path: &str, argument: Bson) {
    match update.get_mut(op) {
        Some(Bson::Document(fields)) => {
            fields.insert(path, argument);
        }
        _ => {
            update.insert(op, doc! { path: argument });
        }
    }
}

/// What is stored is one variant, so an update of fields of two can do nothing.
fn one_variant(changes: &[Change]) -> Result<(), Refusal> {
    // Of the elements of an array, each can be another.
    let of_document = changes.iter().filter(|change| change.scopes.is_empty());
    let guards: Vec<&Guard> = of_document.flat_map(|change| &change.guards).collect();
    for (index, guard) in guards.iter().enumerate() {
        let Rejection::OtherVariant { path, tag } = guard.rejection else { continue };
        for earlier in guards.iter().take(index) {
            if let Rejection::OtherVariant { path: same, tag: other } = earlier.rejection
                && same == path
                && other != tag
            {
                let what =
                    if path.is_empty() { "the document".to_owned() } else { format!("`{path}`") };
                return Err(Refusal::Rule(format!(
                    "fields of `{other}` and of `{tag}` are changed in one update, and {what} is one of them at most; change \
                     one, or set it as a whole"
                )));
            }
        }
    }
    Ok(())
}

/// What is declared of the type that is changed: of an enum over document types, that of the variant.
fn part<'a>(changes: &[Change], declaration: &'a Declaration) -> &'a Declaration {
    let Some(family) = declaration.family else { return declaration };
    let mut guards = changes.iter().flat_map(|change| &change.guards);
    let tag = guards.find_map(|guard| match guard.rejection {
        Rejection::OtherVariant { path: "", tag } => Some(tag),
        _ => None,
    });
    let is_of = |one: &&&Declaration| one.discriminator.map(|own| own.tag) == tag;
    family.types.iter().find(is_of).copied().unwrap_or(declaration)
}

/// The versions whose documents the update may touch: those that store each path that it changes, computes with, chooses elements by, or expects something of, as
/// the current one does. A document of another version would be left in a shape that no version has, and one of a version that
/// nothing reads is nobody's to change.
fn version_guard(
    changes: &[Change],
    expected: &[Expected],
    declaration: &'static Declaration,
) -> Option<Guard> {
    let version = declaration.schema_version?;
    let current = version.current;
    let chosen: Vec<Term> =
        changes.iter().flat_map(|change| &change.scopes).filter_map(Scope::as_condition).collect();
    let read: Vec<&str> = changes.iter().flat_map(Change::read_paths).collect();
    let changed = || changes.iter().map(|change| change.path);
    let paths = || changed().chain(read.iter().copied()).chain(declaration.revision);
    let may_touch = |theirs: &Declaration| {
        let is_same = |path| agreement(declaration.shape, theirs.shape, path, Use::Write).is_same();
        let version = theirs.current_version();
        let is_alike = |it: &Expected| stored_alike(&it.term, declaration, version);
        let chooses_alike = |it: &Term| stored_alike(it, declaration, version);
        version == current
            || paths().all(is_same)
                && expected.iter().all(is_alike)
                && chosen.iter().all(chooses_alike)
    };
    let live = version.oldest..=version.newest;
    let versions: Vec<i32> =
        live.filter(|live| declaration.of_version(*live).is_some_and(may_touch)).collect();
    Some(Guard {
        condition: version_condition(version.field, &versions),
        rejection: Rejection::OlderVersion { current },
    })
}
