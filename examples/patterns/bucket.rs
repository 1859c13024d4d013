//! Bucket: readings of a sensor are kept by the hour, and a bucket that is full is followed by the next one.

use mongo_runtime::{
    db::{Collection, Store, Upserted},
    prelude::*,
    update::Rejection,
};

use crate::{Patterns, Result};

#[derive(Document)]
#[mongo(collection = "readings")]
#[mongo(index(name = "uq_bucket", keys(sensor, hour, part), unique))]
pub(crate) struct Readings {
    #[mongo(id)]
    id: ObjectId,
    sensor: i32,
    hour: DateTime,
    /// 0, and more when one bucket does not hold the hour.
    part: i32,
    #[mongo(max_items = 4)]
    values: Vec<f64>,
    n_values: i32,
    sum: f64,
    least: f64,
    greatest: f64,
}

/// Appends to the bucket, or begins it. A full one refuses.
#[derive(Update)]
#[mongo(document = Readings, operation = "readings.append", upsert = "uq_bucket")]
#[mongo(inc(n_values = 1))]
struct Append {
    #[mongo(key)]
    sensor: i32,
    #[mongo(key)]
    hour: DateTime,
    #[mongo(key)]
    part: i32,
    #[mongo(push, path = values)]
    value: f64,
    #[mongo(inc)]
    sum: f64,
    #[mongo(min)]
    least: f64,
    #[mongo(max)]
    greatest: f64,
}

/// How many buckets an hour may have: a sensor that sends more is broken.
const MAX_PARTS: i32 = 100;

async fn append(readings: &Collection<Readings>, sensor: i32, value: f64) -> Result<bool> {
    let hour = DateTime::from_millis(0);
    for part in 0..MAX_PARTS {
        let append =
            Append { sensor, hour, part, value, sum: value, least: value, greatest: value };
        match readings.upsert_one(append).await {
            Ok(done) => return Ok(matches!(done, Upserted::Inserted(_))),
            Err(error) if matches!(error.rejection(), Some(Rejection::ArrayFull { .. })) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err("too many readings in one hour".into())
}

pub(crate) async fn tell(store: &Store<Patterns>) -> Result<()> {
    let readings = store.collection::<Readings>();
    let mut n_begun = 0;
    for n in 1..=10 {
        n_begun += usize::from(append(&readings, 7, f64::from(n)).await?);
    }
    let f = Readings::fields();
    let buckets = readings.find(f.sensor().eq(7)).sort(f.part().asc()).limit(10).await?;
    let buckets = buckets.collect().await?;
    let sizes: Vec<i32> = buckets.iter().map(|bucket| bucket.n_values).collect();
    let greatest = buckets.iter().map(|bucket| bucket.greatest).fold(0.0, f64::max);
    println!("bucket: {n_begun} begun, {sizes:?} values, greatest {greatest}");
    Ok(())
}
