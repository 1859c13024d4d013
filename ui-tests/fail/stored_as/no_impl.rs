//! What the value is stored as must be said first.

use mongo_runtime::stored_as;

struct Money(i64);

enum Cents {}

stored_as!(Cents: Money);

fn main() {}
