//! The id of a sensor is a number that is stored as a decimal, and these are stored as int64.

use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "sensors")]
struct Sensor {
    #[mongo(id, as = "decimal128")]
    id: u64,
}

#[derive(Embedded)]
struct SensorNumber(#[mongo(as = "int64_checked")] u64);

#[derive(Document)]
#[mongo(collection = "rooms")]
struct Room {
    #[mongo(id)]
    id: i32,
    #[mongo(max_items = 8, reference = Sensor)]
    sensors: Option<Vec<SensorNumber>>,
}

fn main() {}
