use mongo_runtime::prelude::*;

#[derive(Document)]
#[mongo(collection = "vehicles", discriminator(kind = "truck"))]
struct Truck {
    #[mongo(id)]
    id: ObjectId,
    load: i64,
}

#[derive(Filter)]
#[mongo(document = Truck, operation = "truck.list", sort(id), max_results = 10)]
struct List;

fn main() {}
