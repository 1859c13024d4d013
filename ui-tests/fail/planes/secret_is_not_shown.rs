//! A secret has no text to show.

use mongo_runtime::db::Secret;

fn main() {
    let secret = Secret::from("mongodb://localhost");
    println!("{secret}");
}
