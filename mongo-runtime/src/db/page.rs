//! Pages: a part of an ordered result that begins behind a place, and tokens for the pages beside it.

mod keys;

mod keyset;

mod order;

mod place;

mod says;

#[cfg(feature = "seal")]
mod seal;

mod token;

pub(crate) use self::{
    keys::{PageKeys, PageKeysConfig},
    keyset::{Keyset, Side},
    place::{asked_for, place_of},
    says::{Binding, Says},
};

pub use self::token::PageToken;

use crate::error::Error;

/// A page of the results of a registered query.
///
/// Tokens name a place between two documents, not a number: documents that others insert or delete meanwhile neither repeat
/// nor hide any that was there throughout. One whose sort key changes moves, and may be met twice or not at all.
#[derive(Debug)]
#[non_exhaustive]
pub struct Page<T> {
    /// The documents, in the order of the query; also on the way back.
    pub items: Vec<T>,
    /// For the page behind this one; `None` at the end.
    pub next: Option<PageToken>,
    /// For the page before this one; `None` at the start.
    pub previous: Option<PageToken>,
    /// Why documents of the page are not among the items: those that can't be read, of a find that
    /// [goes on](crate::db::BadDocument::Continue) behind them. Without that, the first one fails the page.
    pub unreadable: Vec<Error>,
}

/// A part of a list that is counted off from its start, for lists that are short and looked at by people.
///
/// The server walks over all documents before it, so the store bounds how many
/// ([`StoreConfig::max_skip`](crate::db::StoreConfig::max_skip)). Documents that are inserted or deleted meanwhile shift the
/// others: use [pages](Page) where none may be missed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Slice<T> {
    /// The documents.
    pub items: Vec<T>,
    /// Which slice it is, counted from 0.
    pub number: u32,
    /// Whether there are documents behind it.
    pub has_next: bool,
    /// Why documents of the slice are not among the items, as those of a [`Page`].
    pub unreadable: Vec<Error>,
}
