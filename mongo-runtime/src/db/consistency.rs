//! What a read sees and what a confirmed write has survived: consistency profiles, as types.
//!
//! | profile | reads from | sees | a confirmed write |
//! |---|---|---|---|
//! | [`PrimaryLocal`] | the primary | what the primary has, also what a failover may undo | is on the primary (`w: 1`) |
//! | [`PrimaryMajority`], the default | the primary | what the majority has | is on the majority |
//! | [`CausalMajority`] | the primary, or a secondary that has caught up | what the majority has, and all that this session did before | is on the majority |
//! | [`StaleReadAllowed`] | a secondary if there is one | what that member has: it may be old, or undone later | there are no writes |
//! | [`SnapshotTransaction`] | the primary | one point in time, of the majority | is on the majority, with all others of the transaction |
//! | [`ShortWrite`] | the primary | as the store has it | as the store has it, with all others of the transaction |
//!
//! The first four are profiles of stores and collections: `store.consistency(CausalMajority)`, `orders.consistency(PrimaryLocal)`. The
//! last two are for [`Store::transaction`](super::Store::transaction).

mod profile;

mod stale;

use mongodb::options::ReadPreference;

pub use self::{profile::Profile, stale::Stale};

use self::profile::{Read, Write};

mod sealed {
    /// What a profile promises is tested here, so there are no others.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no consistency profile: those of `mongo_runtime::db::consistency` are all that there are",
        label = "a profile of one's own can't be made"
    )]
    pub trait Sealed {}
}

/// A consistency profile. The six types of this module are all that there are.
pub trait Consistency: sealed::Sealed + Copy + Send + Sync + 'static {
    /// What it stands for.
    const PROFILE: &'static Profile;
}

/// A profile that a store or a collection can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no profile of a store or a collection",
    label = "expected `PrimaryLocal`, `PrimaryMajority`, `CausalMajority` or `StaleReadAllowed`",
    note = "`SnapshotTransaction` and `ShortWrite` are for `store.transaction(..)`"
)]
pub trait Reads: Consistency {
    /// What a read gives: the value, or one that is marked as [`Stale`].
    type Read<T: 'static>: 'static;

    #[doc(hidden)]
    const IS_CAUSAL: bool = false;

    #[doc(hidden)]
    fn mark<T: 'static>(value: T) -> Self::Read<T>;
}

/// A profile whose store and collections write, and whose reads may decide what is written.
#[diagnostic::on_unimplemented(
    message = "nothing is written, and no transaction is run, with the profile `{Self}`",
    label = "`{Self}` only reads",
    note = "what was read as stale can't decide a write: take a handle with `.consistency(PrimaryMajority)`, and read there what the write depends on"
)]
pub trait Writes: Reads {}

/// A profile that a transaction can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no profile of a transaction",
    label = "expected `SnapshotTransaction` or `ShortWrite`",
    note = "the reads of a transaction go to the primary, and all of it is confirmed together"
)]
pub trait TransactionProfile: Consistency {}

/// Reads from the primary what it has at the moment; a write is confirmed by the primary alone.
///
/// The fastest, and weaker than it looks: a failover may undo a write that was confirmed, and one that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrimaryLocal;

/// Reads from the primary what the majority has; a write is confirmed by the majority, and no failover undoes it. The default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrimaryMajority;

/// As [`PrimaryMajority`], and in order: a read sees all that the same session has written and read before, wherever it goes.
///
/// [`Store::consistency`](super::Store::consistency) starts a session, and its clones and collections share it. Only with
/// [`secondary_preferred`](super::Collection::secondary_preferred) does a read leave the primary: it then waits until the secondary
/// has caught up, up to its deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CausalMajority;

/// Reads from a secondary if there is one, however far behind it is. Values come as [`Stale`], and nothing can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StaleReadAllowed;

/// A transaction that reads one point in time and is confirmed by the majority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SnapshotTransaction;

/// A short transaction with the read and write concern of its store, and tighter limits than [`SnapshotTransaction`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShortWrite;

/// The profiles: name, where they read, what they see, what confirms a write.
macro_rules! profiles {
    ($($profile:ident: $name:literal, $preference:expr, $read:expr, $write:expr;)*) => {
        $(
            impl sealed::Sealed for $profile {}

            impl Consistency for $profile {
                const PROFILE: &'static Profile = &Profile {
                    name: $name,
                    preference: $preference,
                    read: $read,
                    write: $write,
                };
            }
        )*
    };
}

profiles! {
    PrimaryLocal: "primary-local", ReadPreference::Primary, Read::Local, Write::Primary;
    PrimaryMajority: "primary-majority", ReadPreference::Primary, Read::Majority, Write::Majority;
    CausalMajority: "causal-majority", ReadPreference::Primary, Read::Majority, Write::Majority;
    StaleReadAllowed: "stale-read-allowed", ReadPreference::SecondaryPreferred { options: None }, Read::Local, Write::Majority;
    SnapshotTransaction: "snapshot-transaction", ReadPreference::Primary, Read::Snapshot, Write::Majority;
    ShortWrite: "short-write", ReadPreference::Primary, Read::OfStore, Write::OfStore;
}

/// Gives values as they are.
macro_rules! reads_and_writes {
    ($($profile:ident: $is_causal:literal;)*) => {
        $(
            impl Reads for $profile {
                type Read<T: 'static> = T;

                const IS_CAUSAL: bool = $is_causal;

                fn mark<T: 'static>(value: T) -> T {
                    value
                }
            }

            impl Writes for $profile {}
        )*
    };
}

reads_and_writes! {
    PrimaryLocal: false;
    PrimaryMajority: false;
    CausalMajority: true;
}

impl Reads for StaleReadAllowed {
    type Read<T: 'static> = Stale<T>;

    fn mark<T: 'static>(value: T) -> Stale<T> {
        Stale::new(value)
    }
}

impl TransactionProfile for SnapshotTransaction {}

impl TransactionProfile for ShortWrite {}
