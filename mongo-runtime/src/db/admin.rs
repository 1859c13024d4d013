//! Provisioning of local and test stores, and a look at all others.

mod apply;

mod census;

mod config;

mod explain;

mod indexes;

mod live;

mod plans;

mod report;

use std::{fmt, time::Instant};

use bson::Document as BsonDocument;
use mongodb::Database;

use self::live::Live;
use super::{
    consistency::PrimaryMajority,
    executor::{Call, Effect},
    link::Link,
    route::Route,
};
use crate::{
    catalog::{Catalog, collections},
    document::Declaration,
    error::{Detail, Error, Kind},
    operation::OperationName,
};

pub use self::{
    census::{Census, OverBound, StoredVersion, VersionCount},
    config::AdminConfig,
    explain::{Explain, MAX_RATIO, NotServed, Plan, Stage, Unserved, UnservedPlan},
    plans::{PlanGate, PlanMismatch},
    report::{Change, Difference, OnlyVerified, Report},
};

/// The administrator of one database: a client of its own, with a credential of its own, that no store leads to.
///
/// ```no_run
/// # use mongo_runtime::{catalog::Catalog, db::{Admin, AdminConfig, Environment}, error::Error};
/// # async fn provision<Shop: Catalog>(uri: String) -> Result<(), Error> {
/// let admin = Admin::connect(AdminConfig::new(uri, "shop").environment(Environment::Local)).await?;
/// let report = admin.provision::<Shop>().await?;
/// admin.close().await;
/// # Ok(()) }
/// ```
pub struct Admin {
    route: Route,
    database: Database,
    config: AdminConfig,
    only_verifies: Option<OnlyVerified>,
}

impl Admin {
    /// Connects, and asks the primary for a sign of life.
    ///
    /// # Errors
    ///
    /// As [`Store::connect`](super::Store::connect).
    pub async fn connect(config: AdminConfig) -> Result<Self, Error> {
        let options = config.client_options().await.map_err(Error::on_connect)?;
        let only_verifies = config.only_verifies(&options);
        let link = Link::new(options).map_err(Error::on_connect)?;
        let database = link.client().database(config.database_name());
        let route = Route::of(link, PrimaryMajority);
        let admin = Self { route, database, config, only_verifies };
        admin
            .run(&super::store::NO_DOCUMENT, Effect::Read, bson::doc! { "ping": 1 })
            .await
            .map_err(Error::on_connect)?;
        Ok(admin)
    }

    /// Makes the database what the declarations of a catalog say: collections, validators, indexes.
    ///
    /// It does so where the configuration says [`Local`](crate::db::Environment::Local) or
    /// [`Test`](crate::db::Environment::Test) *and* each host of the connection string is of this machine. Anywhere else it changes nothing, reports like [`verify`](Self::verify), and
    /// the report says why ([`Report::only_verified`]). It creates the indexes that the application owns, and looks for those of
    /// the server and of encryption. It never drops anything: an index that differs or that nobody declared is left alone and
    /// reported. A second run has nothing to do.
    ///
    /// A collection that several types share has one validator, with a form for each, and the indexes of all.
    ///
    /// Two round trips for each collection, and one for each thing that is missing.
    ///
    /// # Errors
    ///
    /// `DuplicateKey` when the data are against a unique index; `Auth` without the privilege; `Connection` and the like.
    /// What was done before the failure stays done, and the next run goes on from there.
    pub async fn provision<C: Catalog>(&self) -> Result<Report, Error> {
        let mut report = Report { only_verified: self.only_verifies, ..Report::default() };
        for collection in collections(C::DOCUMENTS) {
            let live = Live::load(self, &collection).await?;
            if self.only_verifies.is_none() {
                apply::apply(self, &collection, &live, &mut report).await?;
            } else {
                live.compare(&collection, &mut report);
            }
        }
        Ok(report)
    }

    /// Compares the database with the declarations of a catalog, and changes nothing. Two round trips for each
    /// collection.
    ///
    /// # Errors
    ///
    /// `Auth` without the privilege; `Connection` and the like.
    pub async fn verify<C: Catalog>(&self) -> Result<Report, Error> {
        let mut report = Report::default();
        for collection in collections(C::DOCUMENTS) {
            Live::load(self, &collection).await?.compare(&collection, &mut report);
        }
        Ok(report)
    }

    /// Closes the connections.
    pub async fn close(self) {
        self.route.link.close().await;
    }

    /// Runs one command.
    async fn run(
        &self,
        declaration: &'static Declaration,
        effect: Effect,
        command: BsonDocument,
    ) -> Result<BsonDocument, Error> {
        self.run_as(OperationName::new("admin.provision"), declaration, effect, command).await
    }

    /// Runs one command of that name.
    async fn run_as(
        &self,
        name: OperationName,
        declaration: &'static Declaration,
        effect: Effect,
        mut command: BsonDocument,
    ) -> Result<BsonDocument, Error> {
        let call = self.call(name, declaration, effect);
        let database = self.database.clone();
        command.insert("comment", call.name.as_str());
        let ran = call.run(&self.route, |mut lease, remaining| async move {
            let millis = remaining.as_millis().clamp(1, i32::MAX as u128);
            command.insert("maxTimeMS", i64::try_from(millis).unwrap_or(i64::MAX));
            let result = database.run_command(command).session(lease.session()).await;
            (lease, result)
        });
        ran.await.map(|(reply, _)| reply)
    }

    fn call(&self, name: OperationName, declaration: &'static Declaration, effect: Effect) -> Call {
        let (started, deadline) = (Instant::now(), self.config.deadline);
        Call { name, declaration, plan: None, collation: None, effect, started, deadline }
    }

    /// The first batch of a command that lists things; empty when the collection is not there.
    async fn list(
        &self,
        declaration: &'static Declaration,
        command: BsonDocument,
    ) -> Result<Vec<BsonDocument>, Error> {
        self.list_as(OperationName::new("admin.provision"), declaration, command).await
    }

    /// The same under that name.
    async fn list_as(
        &self,
        name: OperationName,
        declaration: &'static Declaration,
        command: BsonDocument,
    ) -> Result<Vec<BsonDocument>, Error> {
        const NO_COLLECTION: i32 = 26;
        let reply = match self.run_as(name, declaration, Effect::Read, command).await {
            Err(error) if error.code() == Some(NO_COLLECTION) => return Ok(Vec::new()),
            reply => reply?,
        };
        let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
        let Ok(batch) = batch else {
            let text = "the server's answer can't be read";
            return Err(Error::new(Kind::Connection, None, Detail::Text(text.into())));
        };
        Ok(batch.iter().filter_map(|item| item.as_document().cloned()).collect())
    }
}

impl fmt::Debug for Admin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Admin({})", self.database.name())
    }
}
