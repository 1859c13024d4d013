//! Guards: conditions of an update that are part of its filter, and the one of a filter that matches everything.

use bson::{Bson, DateTime, Document as BsonDocument, doc};

use super::{
    count::{exists, id_and_version},
    executor::{Call, Effect},
    handle::Handle,
};
use crate::{
    document::{Declaration, Document, stored_version},
    error::{Detail, Error, Kind, Outcome},
    filter::Filter,
    index::{IndexDeclaration, IndexKey, KeyKind},
    update::{Guard, Rejection},
};

/// What was found after an update that matched nothing.
pub(crate) enum Look {
    /// No document matches the filter itself.
    NoDocument,
    /// A document matches, and this is why it was left as it is.
    Refused(Rejection),
    /// A document matches now and each guard lets one pass. The first guard's rejection comes with it.
    Passes(Rejection),
}

/// Refuses a filter that matches every document, unless it says so on purpose.
pub(crate) fn refuse_everything<D>(filter: &Filter<D>, operation: &str) -> Result<(), Error> {
    if filter.matches_everything() && !filter.is_all_documents() {
        return Err(Error::rejected(format!(
            "the filter of a {operation} matches every document: write `AllDocuments` if that is meant"
        )));
    }
    Ok(())
}

/// Refuses a `near` that no declared index can serve: the server would refuse it too, and not say which field it is about.
fn refuse_unserved_near<D: Document>(filter: &Filter<D>) -> Result<(), Error> {
    let mut paths = Vec::new();
    filter.term.near_paths(&mut paths);
    let serves = |index: &IndexDeclaration, path: &str| {
        let is_key = |key: &IndexKey| key.path == path && key.kind == KeyKind::Sphere;
        !index.hidden && index.keys.iter().any(is_key)
    };
    let is_served =
        |path: &&&str| declared_indexes(D::DECLARATION).any(|index| serves(index, path));
    match paths.iter().find(|path| !is_served(path)) {
        Some(path) => Err(Error::rejected(format!(
            "`near` on `{path}` needs a 2dsphere index: declare one on the document, \
             `#[mongo(index(name = \"..\", keys({path} = \"2dsphere\")))]`, or use `within_circle`"
        ))),
        None => Ok(()),
    }
}

/// Refuses a hint that is no declared index, or one with which the server would leave documents out or refuse the command.
pub(crate) fn refuse_unknown_hint<D: Document>(index: &str) -> Result<(), Error> {
    let refuse = |text: String| Err(Error::rejected(format!("the hint `{index}` {text}")));
    let declared = || declared_indexes(D::DECLARATION).filter(|one| !one.hidden);
    if index == "_id_" {
        return Ok(());
    }
    match declared_indexes(D::DECLARATION).find(|one| one.name == index) {
        Some(found) if found.hidden => refuse("names an index that is hidden".to_owned()),
        Some(found) if found.sparse => {
            refuse("names an index that is sparse, and would leave documents out".to_owned())
        }
        Some(_) => Ok(()),
        None => {
            let names: Vec<_> = declared().map(|one| format!("`{}`", one.name)).collect();
            let has = if names.is_empty() { "none but `_id_`".into() } else { names.join(", ") };
            refuse(format!("is the name of no index of `{}`, which has {has}", D::DECLARATION.name))
        }
    }
}

fn declared_indexes(
    declaration: &'static Declaration,
) -> impl Iterator<Item = &'static IndexDeclaration> {
    let parts = declaration.family.iter().flat_map(|family| family.types);
    declaration.indexes.iter().chain(parts.flat_map(|one| one.indexes))
}

/// The filter of a command, checked and as the server takes it. Documents that have expired are left out, unless it asks for them.
pub(crate) fn rendered<D: Document>(
    filter: &Filter<D>,
    call: &Call,
) -> Result<BsonDocument, Error> {
    refuse_unserved_near(filter).map_err(|error| call.finish(error, 0))?;
    let rendered = filter.render_at(DateTime::now());
    rendered.map_err(|refusal| call.finish(refusal.into(), 0))
}

/// The same for what looks for a document by itself: one that has expired, too.
pub(crate) fn rendered_of_any_age<D: Document>(
    filter: &Filter<D>,
    call: &Call,
) -> Result<BsonDocument, Error> {
    refuse_unserved_near(filter).map_err(|error| call.finish(error, 0))?;
    filter.render().map_err(|refusal| call.finish(refusal.into(), 0))
}

/// The filter of an update, and its guards.
pub(crate) fn with_guards(filter: BsonDocument, guards: &[Guard]) -> BsonDocument {
    guarded(filter, guards.to_vec())
}

/// The same of guards that nobody needs any more.
pub(crate) fn guarded(filter: BsonDocument, guards: Vec<Guard>) -> BsonDocument {
    if guards.is_empty() {
        return filter;
    }
    let conditions = guards.into_iter().map(|guard| guard.condition);
    let own = Some(filter).filter(|filter| !filter.is_empty());
    doc! { "$and": own.into_iter().chain(conditions).map(Bson::from).collect::<Vec<_>>() }
}

/// A guarded update matched nothing: was there no document, or did a guard refuse it?
pub(crate) async fn look<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    filter: &BsonDocument,
    guards: &[Guard],
) -> Result<Look, Error> {
    let read = Call { effect: Effect::Read, ..*call };
    // The update has answered that it wrote nothing, whatever becomes of the look.
    refusing(collection, &read, filter, guards)
        .await
        .map_err(|error| error.with_outcome(Outcome::NoWritePerformed))
}

/// The error of an update that a guard refused.
pub(crate) fn refused(call: &Call, rejection: Rejection) -> Error {
    let outcome = Some(Outcome::NoWritePerformed);
    call.finish(Error::new(Kind::OperationRejected, outcome, Detail::Rejection(rejection)), 1)
}

/// Looks which guard refused. One round trip, and one more for each guard when there are several.
async fn refusing<D: Document>(
    collection: &Handle<D>,
    call: &Call,
    filter: &BsonDocument,
    guards: &[Guard],
) -> Result<Look, Error> {
    let Some(found) = id_and_version(collection, call, filter.clone()).await? else {
        return Ok(Look::NoDocument);
    };
    for guard in guards {
        if !exists(collection, call, with_guards(filter.clone(), std::slice::from_ref(guard)))
            .await?
        {
            return Ok(Look::Refused(of_version::<D>(guard.rejection, &found)));
        }
    }
    let first = guards.first().map(|guard| of_version::<D>(guard.rejection, &found));
    Ok(first.map_or(Look::NoDocument, Look::Passes))
}

/// Which way the version of the document that was found is another one.
fn of_version<D: Document>(rejection: Rejection, found: &[u8]) -> Rejection {
    let (Rejection::OlderVersion { current }, Some(version)) =
        (rejection, D::DECLARATION.schema_version)
    else {
        return rejection;
    };
    match stored_version(version.field, found) {
        Err(_) => Rejection::UnreadableVersion { current },
        Ok(found) if found > current => Rejection::NewerVersion { current },
        Ok(_) => rejection,
    }
}
