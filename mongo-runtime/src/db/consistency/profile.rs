//! What a profile asks of the server.

use std::time::Duration;

use mongodb::options::{
    Acknowledgment, CollectionOptions, ReadConcern, ReadPreference, SelectionCriteria, WriteConcern,
};

/// What a profile stands for. Its name is in errors, events and metrics.
#[derive(Debug, PartialEq)]
pub struct Profile {
    pub(super) name: &'static str,
    pub(super) preference: ReadPreference,
    pub(super) read: Read,
    pub(super) write: Write,
}

/// What a read sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Local,
    Majority,
    Snapshot,
    OfStore,
}

/// What confirms a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Write {
    Primary,
    Majority,
    OfStore,
}

impl Profile {
    /// The name: `primary-majority`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The level of a read, unless it is that of the store.
    pub(crate) fn read_concern(&self) -> Option<ReadConcern> {
        match self.read {
            Read::Local => Some(ReadConcern::local()),
            Read::Majority => Some(ReadConcern::majority()),
            Read::Snapshot => Some(ReadConcern::snapshot()),
            Read::OfStore => None,
        }
    }

    /// What confirms a write, unless it is as the store has it.
    pub(crate) fn write_concern(&self) -> Option<WriteConcern> {
        match self.write {
            Write::Primary => Some(WriteConcern::from(Acknowledgment::Nodes(1))),
            Write::Majority => Some(WriteConcern::majority()),
            Write::OfStore => None,
        }
    }

    /// The options of a collection whose commands have this profile.
    pub(crate) fn collection_options(&self) -> CollectionOptions {
        self.reading_from(self.preference.clone())
    }

    /// The same, with reads that prefer a secondary.
    pub(crate) fn secondary_preferred(&self) -> CollectionOptions {
        self.reading_from(ReadPreference::SecondaryPreferred { options: None })
    }

    /// How long a transaction may take, unless it is as long as an operation of the store.
    pub(crate) fn transaction_time(&self) -> Option<Duration> {
        (self.read == Read::Snapshot).then_some(Duration::from_secs(30))
    }

    /// What a transaction with this profile sees and what confirms it, in a store with another one.
    pub(crate) fn transaction_concerns(&self, store: &Self) -> (ReadConcern, WriteConcern) {
        let read = self.read_concern().or_else(|| store.read_concern());
        let write = self.write_concern().or_else(|| store.write_concern());
        (read.unwrap_or_else(ReadConcern::majority), write.unwrap_or_else(WriteConcern::majority))
    }

    fn reading_from(&self, preference: ReadPreference) -> CollectionOptions {
        CollectionOptions::builder()
            .selection_criteria(SelectionCriteria::ReadPreference(preference))
            .read_concern(self.read_concern())
            .write_concern(self.write_concern())
            .build()
    }
}
