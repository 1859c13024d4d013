//! Updates with guards: what fits is done, what does not is told apart from what is not there.

use mongo_runtime::{
    error::{Kind, Outcome},
    prelude::*,
    update::Rejection,
};
use mongo_testkit::TestDb;

use crate::support::{Grid, Inner, Person, assert_failed, grid, grids, people, person};

type Done = Result<(), mongo_runtime::error::Error>;

#[mongo_testkit::test]
async fn a_full_array_refuses_a_push_and_says_so(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&person(1)).await?;
    for tag in ["a", "b", "c"] {
        let done =
            people.update_one(by_id(1), Person::fields().tags().push(tag.to_owned())).await?;
        assert_eq!(done.matched(), 1);
    }
    let error = people
        .update_one(by_id(1), Person::fields().tags().push("d".to_owned()))
        .await
        .unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert!(
        matches!(error.rejection(), Some(Rejection::ArrayFull { path: "tags", max: 3 })),
        "{error}"
    );
    assert_eq!(people.find_one(by_id(1)).await?.unwrap().tags, ["a", "b", "c"]);
    let missing = people.update_one(by_id(2), Person::fields().tags().push("d".to_owned())).await?;
    assert_eq!(missing.matched(), 0);
    Ok(())
}

#[mongo_testkit::test]
async fn an_increment_that_would_leave_the_range_is_refused(db: TestDb) -> Done {
    let people = people(&db).await;
    people.insert_one(&Person { age: i32::MAX - 1, ..person(1) }).await?;
    let update = Person::fields().age().inc(1);
    assert_eq!(people.update_one(by_id(1), &update).await?.modified(), 1);
    let error = people.update_one(by_id(1), &update).await.unwrap_err();
    assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
    assert!(matches!(error.rejection(), Some(Rejection::OutOfRange { .. })), "{error}");
    assert_eq!(people.find_one(by_id(1)).await?.unwrap().age, i32::MAX);
    Ok(())
}

#[mongo_testkit::test]
async fn of_two_guards_the_one_that_refused_is_named(db: TestDb) -> Done {
    let people = people(&db).await;
    let full = Person { tags: vec!["a".into(), "b".into(), "c".into()], ..person(1) };
    people.insert_one(&full).await?;
    let both = Person::fields().age().inc(1).and(Person::fields().tags().push("d".to_owned()));
    let error = people.update_one(by_id(1), both).await.unwrap_err();
    assert!(matches!(error.rejection(), Some(Rejection::ArrayFull { .. })), "{error}");
    Ok(())
}

#[mongo_testkit::test]
async fn arithmetic_leaves_an_absent_number_alone_when_its_type_could_not_hold_the_result(
    db: TestDb,
) -> Done {
    let grids = grids(&db).await;
    grids
        .insert_many(&[grid(1), Grid { left: Some(7), inner: Some(Inner::default()), ..grid(2) }])
        .await?;
    let f = Grid::fields();
    for update in [f.left().dec(5), f.inner().count().dec(1)] {
        let error = grids.update_one(by_id(1), update).await.unwrap_err();
        assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
        assert!(matches!(error.rejection(), Some(Rejection::OutOfRange { .. })), "{error}");
    }
    assert_eq!(grids.find_one(by_id(1)).await?, Some(grid(1)));
    assert_eq!(grids.update_many(AllDocuments, f.left().dec(5)).await?.modified(), 1);
    assert_eq!(grids.update_one(by_id(1), f.left().mul(3)).await?.modified(), 1);
    assert_eq!(grids.update_one(by_id(1), f.inner().count().inc(3)).await?.modified(), 1);
    let one = grids.find_one(by_id(1)).await?.unwrap();
    assert_eq!((one.left, one.inner), (Some(0), Some(Inner { count: Some(3) })));
    assert_eq!(grids.find_one(by_id(2)).await?.unwrap().left, Some(2));
    Ok(())
}

#[mongo_testkit::test]
async fn arithmetic_leaves_a_null_number_alone_and_says_so(db: TestDb) -> Done {
    let grids = grids(&db).await;
    grids.insert_many(&[grid(1), Grid { bonus: Some(1), ..grid(2) }]).await?;
    let bonus = Grid::fields().bonus();
    for update in [bonus.inc(5), bonus.dec(5), bonus.mul(5)] {
        let error = grids.update_one(by_id(1), update).await.unwrap_err();
        assert_failed(&error, Kind::OperationRejected, Outcome::NoWritePerformed);
        assert_eq!(error.rejection(), Some(&Rejection::Null { path: "bonus" }));
    }
    assert_eq!(grids.update_many(AllDocuments, bonus.inc(5)).await?.modified(), 1);
    // Null is less than every value.
    assert_eq!(grids.update_one(by_id(1), bonus.min(5)).await?.modified(), 0);
    assert_eq!(grids.update_one(by_id(1), bonus.max(5)).await?.modified(), 1);
    assert_eq!(grids.find_one(by_id(1)).await?.unwrap().bonus, Some(5));
    Ok(())
}
