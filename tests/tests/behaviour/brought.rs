//! What a registered query brings beside its conditions holds in operations on one document, too.

use mongo_runtime::{
    catalog,
    db::{Collection, Reconciled, Store},
    error::{Error, Kind},
    filter::IntoFilter,
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::config;

type Done = Result<(), Error>;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "errands")]
#[mongo(index(name = "ix_state", keys(state, rank, id)))]
#[mongo(index(name = "ix_name", keys(name), collation(locale = "en", strength = 2)))]
struct Errand {
    #[mongo(id)]
    id: i32,
    #[mongo(max_len = 8)]
    state: String,
    rank: i32,
    #[mongo(max_len = 8)]
    name: String,
}

/// The errands that wait, the most urgent first.
#[derive(Filter, Clone, Copy)]
#[mongo(document = Errand, operation = "errand.next", constant(state = "open"))]
#[mongo(sort(rank = desc, id = desc), max_results = 10)]
struct Next;

#[derive(Filter, Clone, Copy)]
#[mongo(document = Errand, operation = "errand.by-name", collation(locale = "en", strength = 2))]
struct ByName {
    #[mongo(eq)]
    name: &'static str,
}

#[derive(Filter, Clone, Copy)]
#[mongo(document = Errand, operation = "errand.by-name-in-swedish", collation(locale = "sv", strength = 2))]
#[mongo(collection_scan = "has no index of its own, and is never sent")]
struct InSwedish {
    #[mongo(eq)]
    name: &'static str,
}

catalog! {
    /// The catalog of the errands.
    Errands: documents(Errand), operations(Next, ByName, InSwedish)
}

/// Errands of the ranks 0 to 3, of which the last is the most urgent.
async fn errands(db: &TestDb) -> Result<Collection<Errand>, Error> {
    let store: Store<Errands> = Store::connect(config(db)).await?;
    let errands = store.collection::<Errand>();
    let made = (0..4).map(|id| Errand {
        id,
        state: "open".to_owned(),
        rank: id,
        name: format!("Post{id}"),
    });
    errands.insert_many(&made.collect::<Vec<_>>()).await?;
    Ok(errands)
}

#[mongo_testkit::test]
async fn the_order_of_a_query_says_which_document_is_taken(db: TestDb) -> Done {
    let errands = errands(&db).await?;
    let take = Errand::fields().state().set("taken");
    let taken = errands.find_one_and_update(Next, &take).before().await?.unwrap();
    assert_eq!(taken.id, 3);
    assert_eq!(errands.find_one_and_delete(Next).await?.map(|it| it.id), Some(2));
    let least = errands.find_one_and_delete(Next).sort(Errand::fields().rank().asc()).await?;
    assert_eq!(least.map(|it| it.id), Some(0));
    Ok(())
}

#[mongo_testkit::test]
async fn a_key_is_looked_for_as_its_query_compares_text(db: TestDb) -> Done {
    let errands = errands(&db).await?;
    let key = ByName { name: "pOST1" };
    assert_eq!(errands.count(key).await?, 1);
    let f = Errand::fields();
    assert_eq!(errands.count(by_id(1).and(key)).await?, 1);
    assert_eq!(errands.find_one(f.rank().eq(1).and(key)).await?.map(|it| it.id), Some(1));
    assert!(!errands.exists(by_id(2).and(key)).await?);
    let both = errands.count(Filter::any_of([key.into_filter(), f.rank().eq(3)])).await?;
    assert_eq!(both, 2);
    let unlike =
        errands.count(key.into_filter().and(InSwedish { name: "post1" })).await.unwrap_err();
    assert_eq!((unlike.kind(), unlike.attempts()), (Kind::OperationRejected, 0));
    assert!(unlike.to_string().contains("different collations"), "{unlike}");
    assert_eq!(errands.reconcile_update(f.id().eq(1), key).await?, Reconciled::Applied);
    assert_eq!(errands.reconcile_update(key, f.rank().eq(1)).await?, Reconciled::Applied);
    assert_eq!(errands.reconcile_update(key, f.rank().eq(2)).await?, Reconciled::NotSeen);
    Ok(())
}
