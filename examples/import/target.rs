//! Where the documents go: a server, and databases that are dropped or kept.

use std::time::Duration;

use mongo_examples::{import::open, sample_data::SampleData};
use mongo_runtime::{bson::oid::ObjectId, db::Store};
use mongo_testkit::{
    Server, TestDb,
    mongodb::{Client, Database},
};

use crate::{Result, args::Import};

/// A server and the database of the import.
pub(crate) struct Target {
    uri: String,
    plain: Client,
    database: String,
    is_kept: bool,
    /// Keeps a server alive that was started for this run.
    test_db: Option<TestDb>,
}

impl Target {
    /// Finds the server, and opens the database of the import.
    pub(crate) async fn open(args: &Import) -> Result<(Self, Store<SampleData>)> {
        let target = Self::find(args).await?;
        let store = target.store(&target.database).await?;
        Ok((target, store))
    }

    async fn find(args: &Import) -> Result<Self> {
        let is_kept = args.keep || args.database.is_some();
        let fresh = || format!("import-{}", ObjectId::new());
        let database = args.database.clone().unwrap_or_else(fresh);
        if let Some(uri) = &args.uri {
            let plain = Client::with_uri_str(uri)
                .await
                .map_err(|_| "the connection string can't be used")?;
            return Ok(Self { uri: uri.clone(), plain, database, is_kept, test_db: None });
        }
        let server = Server::shared().await?;
        if is_kept && !server.is_foreign() {
            let text = "the server of this run ends with it and keeps nothing; name one that stays, with `--uri` or \
                        MONGODB_URI";
            return Err(text.into());
        }
        let test_db = server.database("import").await?;
        Ok(Self {
            uri: test_db.uri(),
            plain: test_db.client().clone(),
            database,
            is_kept,
            test_db: Some(test_db),
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.database
    }

    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// A database as a plain client sees it.
    pub(crate) fn plain(&self, database: &str) -> Database {
        self.plain.database(database)
    }

    /// A database as the model sees it, with its collections, validators and indexes.
    pub(crate) async fn store(&self, database: &str) -> Result<Store<SampleData>> {
        open(&self.uri, database).await
    }

    /// Drops what was made for this run, and ends the connections.
    pub(crate) async fn close(self) -> Result<()> {
        if !self.is_kept {
            self.plain(&self.database).drop().await?;
        }
        match self.test_db {
            Some(test_db) => test_db.close().await?,
            None => {
                let shutdown = self.plain.shutdown();
                let _ = tokio::time::timeout(Duration::from_secs(2), shutdown).await;
            }
        }
        Ok(())
    }
}
