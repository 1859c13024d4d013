//! Conditions on arrays match what they say, and `near` is refused where no index serves it.

use mongo_runtime::{
    bson::{Document as BsonDocument, doc},
    db::Collection,
    error::{Kind, Outcome},
    filter::IntoFilter,
    prelude::*,
};
use mongo_testkit::TestDb;

use crate::support::{Grid, Inner, assert_failed, grid, grids};

type Done = Result<(), mongo_runtime::error::Error>;

async fn ids(grids: &Collection<Grid>, filter: impl IntoFilter<Grid>) -> Vec<i32> {
    let found = grids.find(filter.into_filter()).limit(10).sort(Grid::fields().id().asc()).await;
    let mut found = found.expect("a good filter");
    let mut ids = Vec::new();
    while let Some(grid) = found.next().await {
        ids.push(grid.expect("readable").id);
    }
    ids
}

fn counted(count: u16) -> Inner {
    Inner { count: Some(count) }
}

#[mongo_testkit::test]
async fn an_element_of_an_array_in_an_array_is_found_and_pulled(db: TestDb) -> Done {
    let grids = grids(&db).await;
    grids
        .insert_many(&[
            Grid { rows: vec![vec![1, 9], vec![2]], ..grid(1) },
            Grid { rows: vec![vec![3], vec![]], ..grid(2) },
            Grid { shelves: vec![vec![counted(1)], vec![counted(2), counted(3)]], ..grid(3) },
        ])
        .await?;
    let f = Grid::fields();
    assert_eq!(ids(&grids, f.rows().elem_match(|row| row.each().eq(1))).await, [1]);
    assert_eq!(ids(&grids, f.rows().elem_match(|row| row.each().gte(2))).await, [1, 2]);
    assert_eq!(ids(&grids, f.rows().elem_match(|row| row.each().gte(0).not())).await, [2]);
    let between = f.rows().elem_match(|row| row.elem_match(|cell| cell.gt(1).and(cell.lt(9))));
    assert_eq!(ids(&grids, between).await, [1, 2]);
    assert_eq!(ids(&grids, f.shelves().elem_match(|shelf| shelf.each().count().eq(3))).await, [3]);
    assert_eq!(
        ids(&grids, f.shelves().elem_match(|shelf| shelf.each().count().eq(4))).await,
        [0; 0]
    );

    let _ = grids.update_one(by_id(1), f.rows().pull_where(|row| row.each().eq(9))).await?;
    assert_eq!(grids.find_one(by_id(1)).await?.unwrap().rows, [[2]]);
    let pull = f.shelves().pull_where(|shelf| shelf.each().count().eq(3));
    let _ = grids.update_one(by_id(3), pull).await?;
    assert_eq!(grids.find_one(by_id(3)).await?.unwrap().shelves, [[counted(1)]]);
    Ok(())
}

#[mongo_testkit::test]
async fn what_the_table_says_of_elements_is_what_the_server_finds(db: TestDb) -> Done {
    let grids = grids(&db).await;
    let none = Inner::default();
    grids
        .insert_many(&[
            Grid { scores: vec![70, 99], items: vec![none.clone(), counted(1)], ..grid(1) },
            Grid { scores: vec![81], items: vec![counted(1)], ..grid(2) },
            Grid { scores: vec![70], items: vec![none], ..grid(3) },
        ])
        .await?;
    let f = Grid::fields();
    let ambiguous = f.scores().each().gte(80).and(f.scores().each().lt(85));
    let error = grids.find(ambiguous).limit(1).await.unwrap_err();
    assert_eq!(error.kind(), Kind::OperationRejected);
    assert!(error.to_string().contains("`scores().elem_match(|item| ..)`"), "{error}");
    let between = f.scores().elem_match(|score| score.gte(80).and(score.lt(85)));
    assert_eq!(ids(&grids, between).await, [2]);
    assert_eq!(ids(&grids, f.scores().each().eq(70)).await, [1, 3]);
    assert_eq!(ids(&grids, f.scores().each().eq(70).not()).await, [2]);
    assert_eq!(ids(&grids, f.scores().elem_match(|score| score.ne(70))).await, [1, 2]);
    let has = f.items().elem_match(|item| item.count().is_present());
    assert_eq!(ids(&grids, has).await, [1, 2]);
    let all_have = f.items().elem_match(|item| item.count().is_null_or_absent()).not();
    assert_eq!(ids(&grids, all_have).await, [2]);
    let both = f.scores().each().eq(70).and(f.scores().each().eq(99));
    assert_eq!(ids(&grids, both).await, [1]);
    Ok(())
}

#[mongo_testkit::test]
async fn near_without_a_declared_index_is_refused_before_it_is_sent(db: TestDb) -> Done {
    let grids = grids(&db).await;
    let index = mongodb::IndexModel::builder().keys(doc! { "place": "2dsphere" }).build();
    db.database().collection::<BsonDocument>("grids").create_index(index).await.unwrap();
    let here = Point::new(10.0, 50.0).unwrap();
    grids.insert_one(&Grid { place: Some(here), home: Some(here), ..grid(1) }).await?;
    let f = Grid::fields();
    let home = f.home().near(here, 10.0).and(f.id().eq(1));
    let refusals = [
        grids.find(&home).limit(1).await.map(drop).unwrap_err(),
        grids.find_one(&home).await.map(drop).unwrap_err(),
        grids.exists(&home).await.map(drop).unwrap_err(),
    ];
    for error in &refusals {
        assert_failed(error, Kind::OperationRejected, None);
        assert_eq!(error.attempts(), 0);
        assert!(error.to_string().contains("`near` on `home` needs a 2dsphere index"), "{error}");
    }
    for error in [
        grids.update_many(&home, f.left().set(1)).await.map(drop).unwrap_err(),
        grids.delete_one(&home).await.map(drop).unwrap_err(),
    ] {
        assert_failed(&error, Kind::OperationRejected, Outcome::NotSent);
    }
    assert_eq!(ids(&grids, f.place().near(here, 10.0)).await, [1]);
    Ok(())
}
