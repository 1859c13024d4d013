//! Several writes as one call, with the status of each.

mod item;

mod plan;

use std::{
    fmt,
    future::IntoFuture,
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use self::plan::{Step, steps};
use super::{
    executor::{Call, Effect},
    insert_batch,
    store::{NO_DOCUMENT, Shared},
};
use crate::{
    error::{BulkStatus, Error, ItemFailure, ItemStatus, Kind, Outcome},
    operation::OperationName,
};

pub use self::item::BulkItem;

pub(crate) use self::item::{Context, Erased, Insert};

const NAME: OperationName = OperationName::new("store.bulk-write");

/// Writes of any kind, to one or several collections. Add operations, then await it.
///
/// ```text
/// store.bulk_write().add(orders.insert_one(&order)).add(customers.update_one(by_id(id), counted)).await?
/// ```
///
/// They are done in the order in which they were added, and the first that fails ends it;
/// [`unordered`](Self::unordered) tries all of them. It is not atomic: what is done stays done.
///
/// Inserts into one collection that stand together travel in one command, as with
/// [`insert_many`](super::Collection::insert_many); every other operation is a round trip of its own, so that the driver can
/// repeat it safely after a lost connection. Each keeps its name and its guards, and revisions are counted. The deadline is for
/// all of them together.
///
/// # Errors
///
/// - The kind of the first item that can't be sent (`Encode`, `DocumentTooLarge`, `OperationRejected`) with `NotSent`, and
///   its place in [`Error::input_index`]: everything is checked before the first command is sent. An unordered bulk sends the
///   others, and the item is a failed one.
/// - `BulkPartialFailure` with `PartialBulkWrite`: something was written. [`Error::bulk`] has the status of each item.
/// - The kind of the failure with `NoWritePerformed` or `WriteResultUnknown`, when nothing is known to be written. Also with
///   [`Error::bulk`], once something was sent.
///
/// Nothing is repeated after a failure: send again what was not attempted, and look first at what is unknown.
#[must_use = "an operation does nothing until it is awaited"]
pub struct BulkWrite {
    shared: Arc<Shared>,
    items: Vec<Box<dyn Erased>>,
    is_ordered: bool,
    name: OperationName,
    deadline: Option<Duration>,
}

/// What a bulk write did: every item was carried out.
#[derive(Debug, Clone, PartialEq)]
pub struct BulkResult {
    status: BulkStatus,
}

impl BulkResult {
    /// What became of each item, in the order in which they were added.
    #[must_use]
    pub fn items(&self) -> &[ItemStatus] {
        self.status.items()
    }
}

impl BulkWrite {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, items: Vec::new(), is_ordered: true, name: NAME, deadline: None }
    }

    /// Adds an operation of any collection of the same store.
    #[expect(clippy::should_implement_trait, reason = "it adds to a list, not to a number")]
    pub fn add(mut self, item: impl BulkItem) -> Self {
        self.items.push(item.erase());
        self
    }

    /// Adds operations.
    pub fn add_all<I: BulkItem>(mut self, items: impl IntoIterator<Item = I>) -> Self {
        self.items.extend(items.into_iter().map(item::Sealed::erase));
        self
    }

    /// Goes on after an item that fails, so that one does not keep the others out. The order is not kept: inserts into one
    /// collection travel together.
    pub fn unordered(mut self) -> Self {
        self.is_ordered = false;
        self
    }

    /// Gives the call as a whole a name of its own. Each item keeps its name.
    pub fn named(mut self, name: OperationName) -> Self {
        self.name = name;
        self
    }

    /// How long all items together may take.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    async fn run(self) -> Result<BulkResult, Error> {
        let Self { shared, items, is_ordered, name, deadline } = self;
        let call = Call {
            name,
            declaration: &NO_DOCUMENT,
            plan: None,
            collation: None,
            effect: Effect::WriteMany,
            started: Instant::now(),
            deadline: deadline.unwrap_or(shared.deadline),
        };
        if items.is_empty() {
            return Err(call.finish(Error::rejected("the bulk write has no operation"), 0));
        }
        let mut report = Report::new(items.len());
        let mut tasks = Vec::with_capacity(items.len());
        let cx = Context { shared: &shared, call: &call };
        for (index, item) in items.into_iter().enumerate() {
            match item.prepare(&cx) {
                Ok(task) => tasks.push((index, task)),
                Err(error) if is_ordered => return Err(error.at_input(index)),
                Err(error) => report.fail(index, error),
            }
        }
        report.is_sent = !tasks.is_empty();
        for step in steps(tasks, is_ordered) {
            let must_stop = match step {
                Step::Single(index, task) => {
                    let done = task(call.remaining()).await;
                    report.note(index, done, is_ordered)
                }
                Step::Inserts(inserts) => report.insert(inserts, &call, is_ordered).await,
            };
            if must_stop {
                break;
            }
        }
        report.result(&call)
    }
}

/// What became of each item so far.
struct Report {
    items: Vec<ItemStatus>,
    is_sent: bool,
    last: Option<Error>,
}

impl Report {
    fn new(n_items: usize) -> Self {
        Self { items: vec![ItemStatus::NotAttempted; n_items], is_sent: false, last: None }
    }

    fn fail(&mut self, index: usize, error: Error) {
        self.items[index] = ItemStatus::Failed(ItemFailure::of(&error));
        self.last = Some(error.at_input(index));
    }

    /// Notes what became of one item, and says whether to send no other one.
    fn note(&mut self, index: usize, done: Result<ItemStatus, Error>, is_ordered: bool) -> bool {
        let error = match done {
            Ok(status) => {
                self.items[index] = status;
                return false;
            }
            Err(error) => error,
        };
        self.items[index] = match error.outcome() {
            Some(Outcome::NotSent) => ItemStatus::NotAttempted,
            Some(Outcome::NoWritePerformed) => ItemStatus::Failed(ItemFailure::of(&error)),
            _ => ItemStatus::Unknown,
        };
        let must_stop = is_ordered || !is_about_the_item(error.kind());
        self.last = Some(error.at_input(index));
        must_stop
    }

    /// Sends inserts into one collection in as few commands as the server takes.
    async fn insert(
        &mut self,
        inserts: Vec<(usize, Insert)>,
        bulk: &Call,
        is_ordered: bool,
    ) -> bool {
        let Some((_, first)) = inserts.first() else { return false };
        let (raw, route) = (first.raw.clone(), first.route.clone());
        let (declaration, name) = (first.declaration, first.name);
        let call = Call { name, declaration, effect: Effect::Write, ..*bulk };
        let (indexes, mut documents): (Vec<usize>, Vec<_>) =
            inserts.into_iter().map(|(index, insert)| (index, insert.document)).unzip();
        for chunk in insert_batch::chunks(&documents) {
            let part = documents.drain(..chunk.len());
            let sent = insert_batch::send(&raw, &route, &call, part, is_ordered).await;
            let mut statuses = vec![ItemStatus::Inserted; chunk.len()];
            let must_stop = match &sent {
                Ok(()) => false,
                Err(error) => {
                    statuses.fill(ItemStatus::NotAttempted);
                    insert_batch::note(&mut statuses, error, is_ordered, &call)
                }
            };
            for (index, status) in indexes[chunk].iter().zip(statuses) {
                self.items[*index] = status;
            }
            if let Err(error) = sent {
                self.last = Some(error);
            }
            if must_stop {
                return true;
            }
        }
        false
    }

    fn result(self, call: &Call) -> Result<BulkResult, Error> {
        let status = BulkStatus::new(self.items);
        let Some(last) = self.last else { return Ok(BulkResult { status }) };
        let (kind, outcome) = match status.overall(&last) {
            (kind, _) if !self.is_sent => (kind, Outcome::NotSent),
            overall => overall,
        };
        let n_attempts = last.attempts();
        // The name and the time of the whole, and the collection of none.
        Err(call.finish(last.with_bulk(kind, outcome, status), n_attempts).of_no_document())
    }
}

/// Whether a failure is one of the item, so that the next one may do better.
fn is_about_the_item(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::NotFound
            | Kind::DuplicateKey
            | Kind::SchemaValidation
            | Kind::OptimisticConflict
            | Kind::WriteConflict
            | Kind::WriteConcern
            | Kind::DocumentTooLarge
            | Kind::OperationRejected
            | Kind::Encode
            | Kind::Decode
            | Kind::SchemaVersionUnsupported
    )
}

impl IntoFuture for BulkWrite {
    type Output = Result<BulkResult, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl fmt::Debug for BulkWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BulkWrite({} operations)", self.items.len())
    }
}
