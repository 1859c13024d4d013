//! Sends an upsert, and again where somebody else has inserted the document meanwhile.

use bson::{Bson, Document as BsonDocument, doc};
use mongodb::error::{ErrorKind, WriteFailure};

use crate::{
    db::{
        driver_error::driver_error,
        executor::Call,
        guard::{self, Look},
        handle::Handle,
    },
    document::Document,
    error::{Error, Kind, Outcome},
    update::{Guard, RenderedUpsert},
};

/// How often an upsert is sent that meets a document which comes and goes.
const MAX_ROUNDS: usize = 3;

/// What a command of an upsert may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::db) enum How {
    /// Change the document that is there.
    Update,
    /// Change it, or insert it.
    Upsert,
}

/// One upsert, as often as it is sent.
pub(in crate::db) struct Rounds<'a, D> {
    collection: &'a Handle<D>,
    call: &'a Call,
    rendered: &'a RenderedUpsert,
    /// Whether the update is sent alone first, and the upsert only inserts.
    is_update_first: bool,
}

impl<'a, D: Document> Rounds<'a, D> {
    /// `tells_apart`: whether the answer of the upsert itself would not say which of both it did.
    pub(in crate::db) fn new(
        collection: &'a Handle<D>,
        call: &'a Call,
        rendered: &'a RenderedUpsert,
        tells_apart: bool,
    ) -> Self {
        let is_update_first = tells_apart || guards(rendered).iter().any(is_expression);
        Self { collection, call, rendered, is_update_first }
    }

    /// Sends it until something is done; the closure gives `None` for an update that matched nothing.
    pub(in crate::db) async fn run<T, F>(
        &self,
        send: impl Fn(BsonDocument, How) -> F,
    ) -> Result<T, Error>
    where
        F: Future<Output = Result<Option<T>, Error>>,
    {
        let rendered = self.rendered;
        let mut twin = None;
        for _ in 0..MAX_ROUNDS {
            if self.is_update_first || twin.is_some() {
                let guarded = guard::with_guards(rendered.filter.clone(), guards(rendered));
                let updated = send(guarded, How::Update).await;
                if let Some(done) = updated.map_err(|error| self.explained(error))? {
                    return Ok(done);
                }
            }
            if twin.is_some() {
                self.refuse().await?;
            }
            // Each round before has answered that it wrote nothing.
            match send(self.inserting(), How::Upsert).await {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => break,
                Err(error) if self.is_own_key(&error) => twin = Some(error),
                Err(error) => return Err(self.explained(error)),
            }
        }
        Err(twin.unwrap_or_else(|| {
            let text = "the server answered an upsert and neither updated nor inserted a document";
            self.call.finish(Error::rejected(text).with_outcome(Outcome::WriteResultUnknown), 1)
        }))
    }

    /// The filter of the upsert.
    fn inserting(&self) -> BsonDocument {
        if self.is_update_first {
            // No `_id` is an array, so nothing is found; an inserted document has its keys from the rest of the filter.
            let nothing = doc! { "_id": { "$type": "array" } };
            return doc! { "$and": [self.rendered.filter.clone(), nothing] };
        }
        guard::with_guards(self.rendered.filter.clone(), guards(self.rendered))
    }

    /// There was a document, and the update left it alone: because of a guard?
    async fn refuse(&self) -> Result<(), Error> {
        let guards = guards(self.rendered);
        if guards.is_empty() {
            return Ok(());
        }
        match guard::look(self.collection, self.call, &self.rendered.filter, guards).await? {
            Look::Refused(rejection) => Err(guard::refused(self.call, rejection)),
            Look::NoDocument | Look::Passes(_) => Ok(()),
        }
    }

    /// Whether it was refused since there is a document with the key by now.
    fn is_own_key(&self, error: &Error) -> bool {
        error.kind() == Kind::DuplicateKey
            && error.outcome() == Some(Outcome::NoWritePerformed)
            && error.duplicate_index().is_none_or(|index| index.name() == self.rendered.index)
    }

    /// An index that the command names and the server lacks is told by name.
    fn explained(&self, error: Error) -> Error {
        if !lacks_index(&error) || error.outcome() != Some(Outcome::NoWritePerformed) {
            return error;
        }
        error.with_text(format!(
            "the server has no index `{}`, or hides it, and without it two upserts at once insert two documents: provision the \
             collection",
            self.rendered.index
        ))
    }
}

/// The code alone says no more than that some value is bad.
fn lacks_index(error: &Error) -> bool {
    const BAD_VALUE: i32 = 2;
    let message = driver_error(error).and_then(|driver| match &*driver.kind {
        ErrorKind::Command(failed) => Some(&failed.message),
        ErrorKind::Write(WriteFailure::WriteError(refused)) => Some(&refused.message),
        _ => None,
    });
    error.code() == Some(BAD_VALUE)
        && message.is_some_and(|text| text.contains("hint provided does not correspond"))
}

fn guards(rendered: &RenderedUpsert) -> &[Guard] {
    &rendered.update.guards
}

/// Whether the server takes the condition in no upsert.
fn is_expression(guard: &Guard) -> bool {
    fn has_expression(document: &BsonDocument) -> bool {
        document.iter().any(|(key, value)| {
            let is_inside = |value: &Bson| value.as_document().is_some_and(has_expression);
            key == "$expr"
                || is_inside(value)
                || value.as_array().is_some_and(|all| all.iter().any(is_inside))
        })
    }
    has_expression(&guard.condition)
}
