//! MongoDB's public sample data, modelled after the fact: theaters of `sample_mflix`, accounts of `sample_analytics`.
//!
//! Nobody here wrote these documents, so the types follow what is stored, and what is stored comes back byte for byte:
//!
//! - The fields stand in the stored order. Order is a part of a document's bytes, and the codec writes fields as declared.
//! - Both types and everything inside say `deny_unknown`. An import must not drop a field that the model has no place for;
//!   so a document with one is reported, and not stored without it.
//! - Neither has a `schema_version` or a `revision`: both are fields, and these documents have none.
//! - `max_size` is `proven`: every string has a bound, so the compiler adds up the largest document. The bounds leave some
//!   room above the longest value of the data.

use mongo_runtime::{catalog, prelude::*};

catalog! {
    /// All that the import may touch.
    pub SampleData: documents(Theater, Account)
}

/// A movie theater.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(
    collection = "theaters",
    rename_all = "camelCase",
    max_size = "2 KiB",
    proven,
    deny_unknown
)]
#[mongo(index(name = "uq_theater", keys(theater_id), unique))]
#[mongo(index(name = "ix_geo", keys(location.geo = "2dsphere")))]
#[mongo(index(name = "ix_state_city", keys(location.address.state, location.address.city)))]
pub struct Theater {
    /// The `_id`.
    #[mongo(id)]
    pub id: ObjectId,
    /// The number that people know the theater by. No two share one, so the index may be unique.
    pub theater_id: TheaterId,
    /// Where it is.
    pub location: Location,
}

/// The number of a theater. A newtype is stored as what it holds, and no other number is taken for it.
#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
pub struct TheaterId(pub i32);

/// An address, and the same as a point.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(deny_unknown)]
pub struct Location {
    /// For a letter.
    pub address: Address,
    /// For a map: GeoJSON, longitude first.
    pub geo: Point,
}

/// An address in the United States.
#[derive(Embedded, Debug, Clone, PartialEq)]
#[mongo(deny_unknown)]
pub struct Address {
    /// Street and number. The longest has 61 characters.
    #[mongo(max_len = 100)]
    pub street1: String,
    /// The suite. Of 1,564 documents 1,008 lack the field, 189 have null, 367 a text. An `Option` reads all three and writes
    /// two, so it would change 189 documents by reading and writing them; `Presence` keeps them apart.
    #[mongo(max_len = 40)]
    pub street2: Presence<String>,
    /// The city. The longest has 19 characters.
    #[mongo(max_len = 40)]
    pub city: String,
    /// Two letters. 52 of them occur, and a closed enum would refuse the next territory; a bounded text does not.
    #[mongo(max_len = 2)]
    pub state: String,
    /// Text: some start with 0, some are `28786-6875`.
    #[mongo(max_len = 10)]
    pub zipcode: String,
}

/// A customer's account.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "accounts", max_size = "1 KiB", proven, deny_unknown)]
#[mongo(index(name = "ix_number", keys(number)))]
#[mongo(index(name = "ix_products", keys(products[])))]
pub struct Account {
    /// The `_id`.
    #[mongo(id)]
    pub id: ObjectId,
    /// The number of the account. One number occurs twice in the data, so `ix_number` is not unique: a unique index would
    /// keep a real document out.
    #[mongo(rename = "account_id")]
    pub number: AccountNumber,
    /// The limit of the account.
    pub limit: i32,
    /// What the customer holds. A `Vec` and not a set: the order is stored, and an import keeps it. There are six products,
    /// and no account lists one twice.
    #[mongo(max_items = 6)]
    pub products: Vec<Product>,
}

/// The number of an account.
#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountNumber(pub i32);

/// A financial product. The bank offers six, so this is a closed list: another word is a document that does not fit. The
/// variants are stored under their own names.
#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Product {
    Brokerage,
    Commodity,
    CurrencyService,
    Derivatives,
    InvestmentFund,
    InvestmentStock,
}
