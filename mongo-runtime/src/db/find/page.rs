//! Finds one page of a registered query.

use std::{fmt, future::IntoFuture, pin::Pin};

use bson::{Bson, Document as BsonDocument};

use super::{Find, FindCommand, Limited, rows::Rows};
use crate::{
    db::{
        consistency::Reads,
        executor::Call,
        page::{Binding, Keyset, Page, PageKeys, PageToken, Says, Side, asked_for, place_of},
    },
    document::Document,
    error::Error,
    query::{HasPages, QueryPlan},
};

/// A find of one page. Await it for a [`Page`].
///
/// One round trip for each batch; a page is one batch unless it is large. One document more than asked for is fetched, to know
/// whether there is a page behind it. With a projection, the keys of the order are fetched, too.
///
/// # Errors
///
/// - `Config`: the store has no [`page_key`](crate::db::StoreConfig::page_key). Nothing was sent.
/// - `OperationRejected` with [`Error::token_refusal`]: the token was altered or belongs elsewhere. Nothing was sent.
/// - `OperationRejected`: a limit of zero, over the store's `max_limit` or over the query's `max_results`; or the values at the keys
///   of the order are too long for a token.
/// - `Decode`, `SchemaVersionUnsupported`: a document of the page can't be read, or has no place in the order.
/// - The others of a [`Find`]. The page is whole or an error.
#[must_use = "an operation does nothing until it is awaited"]
pub struct FindPage<D, K, T> {
    pub(crate) find: Find<D, Limited, K, T>,
    plan: &'static QueryPlan,
    token: Option<PageToken>,
}

impl<D: Document, K, T, P: Reads> Find<D, Limited, K, T, P> {
    /// The first page, or the one that a token leads to. Its size is the limit.
    pub fn page(self, token: Option<&PageToken>) -> FindPage<D, K, T>
    where
        K: HasPages,
    {
        FindPage { find: self.of_any_profile(), plan: K::QUERY, token: token.cloned() }
    }
}

/// Where a page is.
struct Location<'a> {
    plan: &'static QueryPlan,
    keys: &'a PageKeys,
    binding: Binding,
    /// What the token says; nothing for the first page.
    from: Option<Says>,
}

impl<D: Document, K, T> FindPage<D, K, T> {
    /// The command, if it may be sent.
    #[cfg(feature = "admin")]
    pub(crate) fn command(&self) -> Result<(Call, FindCommand), Error> {
        self.located().map(|(call, _, command)| (call, command))
    }

    fn located(&self) -> Result<(Call, Location<'_>, FindCommand), Error> {
        let call = self.find.call();
        let command = self.find.command(&call)?;
        let location = locate(&self.find, self.plan, self.token.as_ref(), &call)
            .map_err(|error| call.finish(error, 0))?;
        let command = location.command(command).and_one_more();
        Ok((call, location, command))
    }

    async fn run(self) -> Result<Page<T>, Error> {
        let (call, location, command) = self.located()?;
        let rows = self.find.rows(&call, command).await?;
        let Limited(limit) = self.find.limit;
        let (rows, next, previous) =
            location.page(rows, limit).map_err(|error| call.finish(error, 1))?;
        let (items, unreadable) = self.find.read_rows(&call, &rows)?;
        Ok(Page { items, next, previous, unreadable })
    }
}

/// Reads the token.
fn locate<'f, D: Document, K, T>(
    find: &'f Find<D, Limited, K, T>,
    plan: &'static QueryPlan,
    token: Option<&PageToken>,
    call: &Call,
) -> Result<Location<'f>, Error> {
    let keys = find.collection.shared.page_keys.as_ref().ok_or_else(|| {
        Error::config(
            "pages need a key for their tokens: give the store one, `StoreConfig::page_key(..)`",
        )
    })?;
    let namespace = find.collection.raw.namespace().to_string();
    let filter = find.filter.render()?;
    let binding = Binding::new(plan.operation, &namespace, plan, call.declaration, &filter);
    let n_keys = plan.shape.sort.len();
    let from = token.map(|token| keys.open(token, &binding, n_keys)).transpose();
    let from = from.map_err(Error::refused_token)?;
    Ok(Location { plan, keys, binding, from })
}

impl Location<'_> {
    fn is_before(&self) -> bool {
        self.from.as_ref().is_some_and(|from| from.side == Side::Before)
    }

    /// The command for the page.
    fn command(&self, command: FindCommand) -> FindCommand {
        let sort = self.plan.shape.sort;
        let filter = match &self.from {
            None => command.filter,
            Some(Says { side, is_inclusive, values }) => {
                let (side, is_inclusive) = (*side, *is_inclusive);
                Keyset { shape: self.plan.shape, values, side, is_inclusive }
                    .filter(&command.filter)
            }
        };
        let order =
            command.sort.map(|order| if self.is_before() { reversed(order) } else { order });
        FindCommand {
            filter,
            sort: order,
            projection: command.projection.map(|fields| asked_for(fields, sort)),
            ..command
        }
    }

    /// The documents of the page in the order of the query, and the tokens of its two ends.
    fn page(
        &self,
        mut rows: Rows,
        limit: u32,
    ) -> Result<(Rows, Option<PageToken>, Option<PageToken>), Error> {
        let has_more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        if self.is_before() {
            rows.reverse();
        }
        let has_next = has_more || self.is_before();
        let has_previous = match self.from {
            Some(_) => has_more || !self.is_before(),
            None => false,
        };
        let next = if has_next { self.token(rows.last(), Side::Behind)? } else { None };
        let previous = if has_previous { self.token(rows.first(), Side::Before)? } else { None };
        Ok((rows, next, previous))
    }

    /// The token of one side of a document. On an empty page, that of the side that the page is not on.
    fn token(&self, document: Option<&Vec<u8>>, side: Side) -> Result<Option<PageToken>, Error> {
        let says = match (document, &self.from) {
            (Some(document), _) => {
                let values = place_of(document, self.plan.shape.sort)?;
                Says { side, is_inclusive: false, values }
            }
            (None, Some(from)) => {
                Says { side, is_inclusive: !from.is_inclusive, values: from.values.clone() }
            }
            (None, None) => return Ok(None),
        };
        self.keys.token(&says, &self.binding).map(Some)
    }
}

/// The same order from its end.
fn reversed(order: BsonDocument) -> BsonDocument {
    let turned = |direction: Bson| Bson::Int32(-direction.as_i32().unwrap_or(1));
    order.into_iter().map(|(path, direction)| (path, turned(direction))).collect()
}

impl<D: Document, K: 'static, T: Send + 'static> IntoFuture for FindPage<D, K, T> {
    type Output = Result<Page<T>, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D, K, T> fmt::Debug for FindPage<D, K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindPage").field("find", &self.find).field("token", &self.token).finish()
    }
}
