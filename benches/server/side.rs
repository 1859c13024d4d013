//! The two sides, on one database: the driver with serde, and the mapper.

use futures_util::TryStreamExt;
use mongo_benches::shapes::{Order, Sample, Small};
use mongo_runtime::{
    catalog::Lists,
    db::{Collection, Store, StoreConfig},
    prelude::*,
};
use mongo_testkit::{
    TestDb,
    mongodb::{
        self, Client,
        bson::doc,
        options::{ClientOptions, ReadConcern, ServerApi, ServerApiVersion, WriteConcern},
    },
};

use super::Failure;

catalog! {
    pub(crate) Shop: documents(Small, Order)
}

pub(crate) struct Both<T: Sample> {
    pub(crate) driver: Driver<T>,
    pub(crate) mapper: Mapper<T>,
}

/// The driver, with the promises that a store always gives: Stable API v1 strict, majority concerns.
pub(crate) struct Driver<T: Sample>(pub(crate) mongodb::Collection<T>);

pub(crate) struct Mapper<T: Sample> {
    store: Store<Shop>,
    pub(crate) collection: Collection<T>,
}

impl<T: Sample> Both<T>
where
    Shop: Lists<T>,
{
    pub(crate) async fn connect(db: &TestDb) -> Result<Self, Failure> {
        let mut options = ClientOptions::parse(db.uri()).await?;
        options.server_api =
            Some(ServerApi::builder().version(ServerApiVersion::V1).strict(true).build());
        options.read_concern = Some(ReadConcern::majority());
        options.write_concern = Some(WriteConcern::majority());
        let client = Client::with_options(options)?;
        let driver = Driver(client.database(db.name()).collection(T::DECLARATION.collection));
        let config = StoreConfig::new(db.uri(), db.name()).max_limit(1_000_000).page_key([7; 32]);
        let store = Store::<Shop>::connect(config).await?;
        let collection = store.collection();
        Ok(Self { driver, mapper: Mapper { store, collection } })
    }
}

impl<T: Sample> Driver<T> {
    pub(crate) async fn find_all(&self, n: usize) -> Result<(), Failure> {
        let mut cursor = self.0.find(doc! {}).await?;
        let mut n_found = 0;
        while let Some(document) = cursor.try_next().await? {
            std::hint::black_box(&document);
            n_found += 1;
        }
        assert_eq!(n_found, n, "documents found");
        Ok(())
    }

    pub(crate) async fn insert(&self, documents: &[T]) -> Result<(), Failure> {
        self.0.insert_many(documents).await?;
        Ok(())
    }

    pub(crate) async fn clear(&self) -> Result<(), Failure> {
        self.0.delete_many(doc! {}).await?;
        Ok(())
    }
}

impl<T: Sample> Mapper<T> {
    pub(crate) async fn find_all(&self, n: usize) -> Result<(), Failure> {
        let limit = u32::try_from(n)?;
        let mut cursor = self.collection.find(AllDocuments).limit(limit).await?;
        let mut n_found = 0;
        while let Some(document) = cursor.next().await {
            std::hint::black_box(&document?);
            n_found += 1;
        }
        assert_eq!(n_found, n, "documents found");
        Ok(())
    }

    pub(crate) async fn insert(&self, documents: &[T]) -> Result<(), Failure> {
        self.collection.insert_many(documents).await?;
        Ok(())
    }

    pub(crate) async fn close(self) {
        self.store.close().await;
    }
}
