//! Absent, null, and a value.

use mongo_runtime::{
    bson::{Bson, doc},
    db::BadDocument,
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{collection, insert_raw, stored};

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "people")]
struct Person {
    #[mongo(id)]
    id: i32,
    nick: Option<i32>,
    #[mongo(null)]
    age: Option<i32>,
    score: Presence<i32>,
}

/// OP-06, UP-12. One predicate for all elsewhere: an equality with null that takes absent ones too, or a type query that misses them.
#[mongo_testkit::test]
async fn each_predicate_finds_what_its_name_says(db: TestDb) {
    let people = collection::<Person>(&db).await;
    for (id, value) in [(1, None), (2, Some(Bson::Null)), (3, Some(Bson::Int32(1)))] {
        let mut document = doc! { "_id": id };
        for key in ["nick", "age", "score"] {
            document.extend(value.clone().map(|value| (key.to_owned(), value)));
        }
        insert_raw::<Person>(&db, document).await;
    }
    macro_rules! check {
        ($($field:ident)*) => { $({
            let field = Person::fields().$field();
            let table = [
                (field.is_absent(), vec![1]),
                (field.is_null(), vec![2]),
                (field.is_null_or_absent(), vec![1, 2]),
                (field.is_present(), vec![3]),
                (field.exists(true), vec![2, 3]),
                (field.exists(false), vec![1]),
                (field.eq(1), vec![3]),
                (field.ne(1), vec![1, 2]),
            ];
            for (filter, expected) in table {
                let rendered = filter.render().expect("a filter");
                let find = people.find(filter).sort(Person::fields().id().asc()).limit(10).await;
                let found = find.expect("is sent").collect().await.expect("are read");
                let ids: Vec<i32> = found.iter().map(|person| person.id).collect();
                assert_eq!(ids, expected, "{rendered}");
            }
        })* };
    }
    check!(nick age score);
}

/// Setting a field to none leaves the old value elsewhere, or stores null where the server needs absence.
#[mongo_testkit::test]
async fn a_value_is_taken_away_as_the_field_says(db: TestDb) {
    let people = collection::<Person>(&db).await;
    let full = Person { id: 1, nick: Some(1), age: Some(1), score: Presence::Value(1) };
    people.insert_one(&full).await.expect("is stored");
    assert_eq!(stored::<Person>(&db, 1).await, doc! { "_id": 1, "nick": 1, "age": 1, "score": 1 });
    let f = Person::fields();
    let none = f.nick().unset().and(f.age().set_null()).and(f.score().set_null());
    let done = people.update_one(by_id(1), none).await.expect("is done");
    assert_eq!(done.modified(), 1);
    assert_eq!(
        stored::<Person>(&db, 1).await,
        doc! { "_id": 1, "age": Bson::Null, "score": Bson::Null }
    );
    let read = people.find_one(by_id(1)).await.expect("is read");
    assert_eq!(read, Some(Person { nick: None, age: None, score: Presence::Null, ..full }));
    let done = people.update_one(by_id(1), f.score().unset()).await.expect("is done");
    assert_eq!(done.modified(), 1);
    let read = people.find_one(by_id(1)).await.expect("is read").expect("is there");
    assert_eq!(read.score, Presence::Absent);
    // What an insert writes is the same.
    people.insert_one(&Person { id: 2, ..read }).await.expect("is stored");
    assert_eq!(stored::<Person>(&db, 2).await, doc! { "_id": 2, "age": Bson::Null });
}

/// The 102nd document is the first of the second batch: by then, elsewhere, the work is half done.
#[mongo_testkit::test]
async fn a_null_in_the_second_batch_is_named_and_the_rest_is_read(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "people")]
    struct Named {
        #[mongo(id)]
        id: i32,
        name: String,
    }
    let people = collection::<Named>(&db).await;
    let named = |id| Named { id, name: "n".to_owned() };
    let good: Vec<Named> = (1..=150).filter(|id| *id != 102).map(named).collect();
    people.insert_many(&good).await.expect("are stored");
    insert_raw::<Named>(&db, doc! { "_id": 102, "name": Bson::Null }).await;
    let find =
        || people.find(AllDocuments).sort(Named::fields().id().asc()).limit(200).batch_size(101);

    let error = find().await.expect("is sent").collect().await.expect_err("has a null");
    assert!(error.to_string().contains("`Named.name`: expected string, found null"), "{error}");
    assert_eq!((error.document_id(), error.delivered()), (Some(&Bson::Int32(102)), Some(101)));

    let mut cursor = find().on_bad_document(BadDocument::Continue).await.expect("is sent");
    let (mut read, mut bad) = (Vec::new(), Vec::new());
    while let Some(next) = cursor.next().await {
        match next {
            Ok(person) => read.push(person),
            Err(error) => bad.push(error.document_id().cloned()),
        }
    }
    assert_eq!((read, bad), (good, vec![Some(Bson::Int32(102))]));
}
