//! Who connects to an application's database, and what each may do there.

use mongodb::bson::{Bson, Document, doc};

/// The database that the roles are about.
pub const APP_DATABASE: &str = "app";

/// The collection of the application's documents.
pub const ITEMS: &str = "items";

/// The collection in which a reader of change streams keeps where it is.
pub const CHECKPOINTS: &str = "_checkpoints";

/// A user of a [`SecureServer`](super::SecureServer). Each but the last has a random password of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Principal {
    /// Everything (`root`). For tests only.
    Root,
    /// Finds in [`ITEMS`].
    AppRead,
    /// Finds and writes documents of [`ITEMS`]; makes and changes no collection and no index.
    AppWrite,
    /// Watches [`ITEMS`], and keeps a checkpoint in [`CHECKPOINTS`].
    ChangeReader,
    /// Makes and changes collections, indexes and documents of [`APP_DATABASE`]; drops nothing.
    Migrator,
    /// Sees statistics of [`APP_DATABASE`] and of the server, and no document.
    Diagnostics,
    /// No role at all.
    Nobody,
    /// As [`AppWrite`](Self::AppWrite), known by the certificate of the client: needs TLS.
    Certificate,
}

impl Principal {
    /// Those with a password.
    pub(super) const WITH_PASSWORD: [Self; 7] = [
        Self::Root,
        Self::AppRead,
        Self::AppWrite,
        Self::ChangeReader,
        Self::Migrator,
        Self::Diagnostics,
        Self::Nobody,
    ];

    /// The name of the user, which is that of its role: `app_read`, `app_write`, `cs_watch`, `migrator`, `admin_diag`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::AppRead => "app_read",
            Self::AppWrite | Self::Certificate => "app_write",
            Self::ChangeReader => "cs_watch",
            Self::Migrator => "migrator",
            Self::Diagnostics => "admin_diag",
            Self::Nobody => "nobody",
        }
    }

    /// The names of its roles.
    pub(super) fn roles(self) -> Vec<Bson> {
        match self {
            Self::Nobody => vec![],
            with_role => vec![with_role.name().into()],
        }
    }

    /// The privileges of the role that is made for it; `None` where the server has the role, or there is none.
    pub(super) fn privileges(self) -> Option<Vec<Document>> {
        match self {
            Self::Root | Self::Nobody | Self::Certificate => None,
            Self::AppRead => Some(vec![on(ITEMS, &["find"])]),
            Self::AppWrite => Some(vec![on(ITEMS, &["find", "insert", "update", "remove"])]),
            Self::ChangeReader => Some(vec![
                on(ITEMS, &["find", "changeStream"]),
                on(CHECKPOINTS, &["find", "insert", "update"]),
            ]),
            Self::Migrator => Some(vec![on(
                "",
                &[
                    "find",
                    "insert",
                    "update",
                    "remove",
                    "createCollection",
                    "createIndex",
                    "dropIndex",
                    "collMod",
                    "listIndexes",
                    "listCollections",
                ],
            )]),
            Self::Diagnostics => Some(vec![
                on(
                    "",
                    &[
                        "collStats",
                        "dbStats",
                        "indexStats",
                        "listCollections",
                        "listIndexes",
                        "planCacheRead",
                    ],
                ),
                doc! {
                    "resource": { "cluster": true },
                    "actions": ["serverStatus", "replSetGetStatus", "inprog"],
                },
            ]),
        }
    }
}

/// What may be done to one collection of the application; to all of them, for an empty name.
fn on(collection: &str, actions: &[&str]) -> Document {
    doc! {
        "resource": { "db": APP_DATABASE, "collection": collection },
        "actions": actions.to_vec(),
    }
}
