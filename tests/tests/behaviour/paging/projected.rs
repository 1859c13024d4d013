//! Parts of documents, page by page and otherwise.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    error::Error,
    prelude::*,
};
use mongo_testkit::TestDb;

use super::model::{Entry, by_mail, provisioned, raw};

type Done = Result<(), Error>;

/// A part without the keys of the order.
#[derive(Projection, Debug, Clone, PartialEq)]
#[mongo(document = Entry)]
struct Line {
    price: Option<Decimal128>,
    at: DateTime,
}

#[derive(Filter, Clone)]
#[mongo(document = Entry, operation = "entry.lines", sort(rank(desc, nulls = last), id = desc), projection = Line)]
struct Lines {
    #[mongo(eq)]
    group: i32,
}

#[mongo_testkit::test]
async fn a_projection_without_the_keys_of_the_order_has_pages_all_the_same(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    let made = (0..7).map(|id| {
        let at = DateTime::from_millis(id.into());
        doc! { "_id": id, "group": 0, "at": at, "rank": f64::from(id / 3), "name": "x" }
    });
    raw(&db).insert_many(made).await.expect("the server runs");
    let find = || entries.find(Lines { group: 0 }).limit(2);
    let whole: Vec<Line> = entries.find(Lines { group: 0 }).limit(20).await?.collect().await?;
    assert_eq!(
        whole.iter().map(|line| line.at.timestamp_millis()).collect::<Vec<_>>(),
        [6, 5, 4, 3, 2, 1, 0]
    );
    db.database().run_command(doc! { "profile": 2 }).await.expect("the server profiles");
    let (mut met, mut page) = (Vec::new(), find().page(None).await?);
    loop {
        met.extend(page.items.iter().cloned());
        let Some(next) = page.next.as_ref().map(by_mail) else { break };
        page = find().page(Some(&next)).await?;
    }
    assert_eq!(met, whole);
    let back = find().page(page.previous.as_ref()).await?;
    assert_eq!(back.items, whole[4..6]);

    let profile = db.database().collection::<BsonDocument>("system.profile");
    let sent = profile.find_one(doc! { "command.comment": "entry.lines" }).await.expect("it runs");
    let sent = sent.expect("it was sent").get_document("command").expect("a command").clone();
    let asked = sent.get_document("projection").expect("a projection");
    assert_eq!(asked, &doc! { "price": 1, "at": 1, "rank": 1, "_id": 1 });
    let slice = entries.find(Lines { group: 0 }).limit(3).slice(1).await?;
    assert_eq!(slice.items, whole[3..6]);
    Ok(())
}

#[mongo_testkit::test]
async fn a_find_that_is_made_here_can_give_a_part(db: TestDb) -> Done {
    let entries = provisioned(&db).await;
    let at = DateTime::from_millis(5);
    raw(&db).insert_one(doc! { "_id": 1, "group": 0, "at": at }).await.expect("the server runs");
    let line = Line { price: None, at };
    let f = Entry::fields();
    let found = entries.find(f.group().eq(0)).project::<Line>().limit(5).await?.collect().await?;
    assert_eq!(found.as_slice(), std::slice::from_ref(&line));
    let found = entries.find(f.group().eq(0)).limit(5).project::<Line>().sort(f.id().asc());
    assert_eq!(found.slice(0).await?.items.as_slice(), std::slice::from_ref(&line));
    assert_eq!(entries.find_one(f.group().eq(0)).project::<Line>().await?, Some(line.clone()));
    assert_eq!(entries.find_one(Lines { group: 0 }).await?, Some(line));
    Ok(())
}
