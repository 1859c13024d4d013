//! A name of an operation has a form.

use mongo_runtime::operation;

fn main() {
    let _ = operation!("Order.FindRecent");
}
