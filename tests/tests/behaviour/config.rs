//! Configurations that a store refuses, and what it says.

use mongo_runtime::{
    db::{Store, StoreConfig},
    error::{Kind, Outcome},
};
use mongo_testkit::TestDb;

use crate::support::{Shop, config};

#[mongo_testkit::test]
async fn what_would_weaken_the_promises_is_refused(_: TestDb) {
    for (options, word) in [
        ("w=1", "majority"),
        ("w=0", "majority"),
        ("journal=false", "journaled"),
        ("readConcernLevel=local", "majority"),
        ("readPreference=secondary", "primary"),
        ("loadBalanced=true", "loadBalanced"),
        ("tls=true&tlsAllowInvalidCertificates=true", "certificate"),
        ("maxPoolSize=many", "maxpoolsize"),
    ] {
        let config = StoreConfig::new(format!("mongodb://localhost/?{options}"), "db");
        let error = Store::<Shop>::connect(config).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (Kind::Config, Some(Outcome::NotSent)),
            "{options}: {error}"
        );
        assert!(error.to_string().contains(word), "{options}: {error}");
    }
}

#[mongo_testkit::test]
async fn a_database_name_that_the_server_would_refuse_is_refused(db: TestDb) {
    for name in ["", "a.b", "a b", "$a", "a/b", &"x".repeat(64)] {
        let error = Store::<Shop>::connect(StoreConfig::new(db.uri(), name)).await.unwrap_err();
        assert_eq!(error.kind(), Kind::Config, "{name}");
    }
}

#[mongo_testkit::test]
async fn the_majority_may_be_asked_for_in_the_connection_string(db: TestDb) {
    let uri = format!("{}&w=majority&journal=true&readConcernLevel=majority", db.uri());
    Store::<Shop>::connect(StoreConfig::new(uri, db.name())).await.unwrap().close().await;
    Store::<Shop>::connect(config(&db).app_name("a name of its own")).await.unwrap().close().await;
}
