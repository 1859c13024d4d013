//! Documents for MongoDB that the compiler checks.
//!
//! Annotate a struct, and the derive works out how it is stored, what paths lead into it, which indexes it wants and how
//! large it can get. What can't be right does not compile, and the error says what to write instead. All of that is values,
//! without I/O: they build with `default-features = false`. The feature `driver`, on by default, adds [`db`]: a typed store
//! on the official driver.
//!
//! ```
//! use mongo_runtime::{bson::doc, prelude::*};
//!
//! #[derive(Document, Debug, PartialEq)]
//! #[mongo(collection = "theaters")]
//! #[mongo(index(name = "ix_state", keys(address.state)))]
//! struct Theater {
//!     #[mongo(id)]
//!     id: ObjectId,
//!     screens: i32,
//!     address: Address,
//!     #[mongo(max_items = 20, max_len = 30)]
//!     tags: Vec<String>,
//! }
//!
//! #[derive(Embedded, Debug, PartialEq)]
//! struct Address {
//!     #[mongo(max_len = 2)]
//!     state: String,
//! }
//!
//! // Filters and updates are values. They render to what the manual shows.
//! let large = Theater::fields().address().state().eq("MN").and(Theater::fields().screens().gte(10));
//! assert_eq!(large.render()?, doc! { "address.state": "MN", "screens": { "$gte": 10 } });
//! let opened = Theater::fields().screens().inc(2);
//!
//! // The codec writes and reads bytes, and refuses what the declarations do not allow.
//! let mut theater = Theater {
//!     id: ObjectId::new(),
//!     screens: 12,
//!     address: Address { state: "MN".into() },
//!     tags: vec!["imax".into()],
//! };
//! let bytes = mongo_runtime::to_vec(&theater)?;
//! assert_eq!(mongo_runtime::from_slice::<Theater>(&bytes)?, theater);
//! theater.address.state = "Minnesota".into();
//! let error = mongo_runtime::to_vec(&theater).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "`Theater.address.state`: 9 code points are over the declared `max_len = 2`",
//! );
//! # let _ = opened;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | declare documents and what is inside of them | [`macro@Document`], [`macro@Embedded`] |
//! | name a field, also inside of documents, arrays and variants | [`mod@field`] |
//! | ask and change | [`filter::FilterField`], [`update::UpdateField`], [`update::UpdateElements`], [`sort::SortField`] |
//! | declare a query as a struct, with its order and limits, checked at compile time | [`macro@Filter`] |
//! | read a search from outside, a query string or JSON | [`form::FilterForm`] |
//! | declare a change as a struct, checked at compile time | [`macro@Update`] |
//! | read a part of a document | [`macro@Projection`] |
//! | connect and run | [`db::Store`], [`db::Collection`], [`catalog!`] |
//! | understand a failure | [`Error`], [`error::Kind`], [`error::Outcome`] |
//! | know which index serves a query, and what it costs | [`query`], [`filter::Filter::served_by`], [`catalog::unused_indexes`] |
//! | see what a type wants of its collection | [`document::Declaration`], [`validator`], [`manifest`] |
//! | store a type of another crate in a form of your own | [`StoredAs`], [`Value`] |
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `driver` (default) | [`db`]: everything that does I/O; the official driver and tokio |
//! | `admin` | provisioning of local and test stores, with a client of its own, and plans of operations (`assert_served!`, `assert_plans!`); not for a runtime build |
//! | `manifest` | `assert_manifest!`: compares the committed manifest file with the types; for dev-dependencies |
//! | `seal` | `StoreConfig::seal_page_tokens`: page tokens that nobody reads; brings a cipher |
//! | `json` | `parse_json` of [`form::FilterForm`]: filters from outside, as JSON |
//! | `serde-1` | `#[mongo(with = serde)]` and `Serde<T>`: for a type that only serde knows |
//! | `chrono-0_4`, `jiff-0_2`, `time-0_3`, `uuid-1`, `rust_decimal-1`, `bigdecimal-0_4`, `num-bigint-0_4` | representations of these crates' types |

extern crate self as mongo_runtime;

#[doc(hidden)]
pub mod __private;

pub use bson;

pub use mongo_derive::{Document, Embedded, Filter, Projection, Update};

pub use crate::{
    codec::{StoredAs, TextKey, Value},
    document::{
        Document, Downgrade, DowngradeError, OtherDocument, Upgrade, UpgradeError, from_slice,
        to_buffer, to_raw, to_vec,
    },
    error::Error,
    geo::Point,
    id::Id,
    presence::Presence,
    projection::Projection,
    revision::Revision,
};

#[cfg(feature = "serde-1")]
pub use crate::codec::Serde;

pub mod prelude;

pub mod document;

pub mod codec;

pub mod presence;

pub mod geo;

pub mod id;

pub mod revision;

pub mod field;

pub mod class;

pub mod filter;

pub mod update;

pub mod sort;

pub mod form;

pub mod query;

pub mod projection;

pub mod refusal;

pub mod operation;

pub mod catalog;

pub mod shape;

pub mod index;

pub mod validator;

pub mod manifest;

pub mod error;

#[cfg(feature = "driver")]
pub mod db;

#[cfg(test)]
mod sample;

/// The program of the README, compiled.
#[cfg(all(doctest, feature = "driver"))]
#[doc = include_str!("../../README.md")]
struct Readme;
