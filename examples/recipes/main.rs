//! Recipes: updates as structs. Each is one command that is atomic on one document, whoever else writes at the same time.
//!
//! A cart is filled, its lines are changed where they are, and it is checked out once, although two try at the same time.
//!
//! Run it with `cargo run -p mongo-examples --bin recipes`.

#![allow(clippy::print_stdout, reason = "a program that tells what it does")]

use std::error::Error;

use mongo_runtime::{
    db::{Collection, Store, StoreConfig},
    prelude::*,
    update::{IntoUpdate, Rejection},
};
use mongo_testkit::{Server, TestDb};

type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

#[derive(Document, Debug)]
#[mongo(collection = "carts")]
struct Cart {
    #[mongo(id)]
    id: ObjectId,
    state: State,
    #[mongo(max_items = 50)]
    lines: Vec<Line>,
    #[mongo(max_items = 5, max_len = 40)]
    last_seen: Vec<String>,
    n_changes: i64,
    #[mongo(max_len = 20)]
    coupon: Option<String>,
    ordered_at: Option<DateTime>,
}

#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
#[mongo(rename_all = "snake_case")]
enum State {
    Open,
    Ordered,
}

#[derive(Embedded, Debug)]
struct Line {
    #[mongo(max_len = 20)]
    sku: String,
    quantity: i32,
    cents: i64,
}

catalog! { Shop: documents(Cart) }

/// A new line, while there is room for it and the cart is open.
#[derive(Update)]
#[mongo(document = Cart, operation = "cart.add-line")]
#[mongo(expect(state = State::Open), inc(n_changes = 1))]
struct AddLine {
    #[mongo(push, path = lines)]
    line: Line,
}

/// More of one article. The quantity stays in the range of its type, or the cart is left as it is.
#[derive(Update)]
#[mongo(document = Cart, operation = "cart.add-quantity")]
#[mongo(expect(state = State::Open), inc(n_changes = 1))]
struct AddQuantity<'a> {
    #[mongo(element, path = lines[line].sku)]
    sku: &'a str,
    #[mongo(inc, path = lines[line].quantity)]
    more: i32,
}

/// What was looked at last: the newest five.
#[derive(Update)]
#[mongo(document = Cart, operation = "cart.look-at")]
struct LookAt<'a> {
    #[mongo(push, path = last_seen, position = 0, slice = 5)]
    sku: &'a str,
}

/// Another price for each line, and another coupon or none.
#[derive(Update)]
#[mongo(document = Cart, operation = "cart.reprice")]
struct Reprice {
    #[mongo(mul, path = lines[].cents, optional)]
    factor: Option<i64>,
    #[mongo(set_or_unset)]
    coupon: Option<String>,
}

/// The state transition: it happens once.
#[derive(Update)]
#[mongo(document = Cart, operation = "cart.check-out")]
#[mongo(expect(state = State::Open), set(state = State::Ordered), current_date(ordered_at))]
struct CheckOut;

#[tokio::main]
async fn main() -> Result<()> {
    let server = Server::shared().await?;
    let db = server.database("recipes").await?;
    let told = tell(&db).await;
    db.close().await?;
    told
}

async fn tell(db: &TestDb) -> Result<()> {
    let store = Store::<Shop>::connect(StoreConfig::new(db.uri(), db.name())).await?;
    let carts = store.collection::<Cart>();
    let cart = Cart {
        id: ObjectId::new(),
        state: State::Open,
        lines: Vec::new(),
        last_seen: Vec::new(),
        n_changes: 0,
        coupon: None,
        ordered_at: None,
    };
    carts.insert_one(&cart).await?;
    let is_it = || by_id(cart.id);

    for (sku, cents) in [("tea", 490), ("mug", 1290)] {
        let line = Line { sku: sku.to_owned(), quantity: 1, cents };
        let _ = carts.update_one(is_it(), AddLine { line }).await?;
        let _ = carts.update_one(is_it(), LookAt { sku }).await?;
    }
    let more = AddQuantity { sku: "tea", more: 2 };
    println!("as the server is told: {}", (&more).into_update().render()?.update);
    let _ = carts.update_one(is_it(), more).await?;
    let reprice = Reprice { factor: Some(2), coupon: Some("SPRING".to_owned()) };
    let _ = carts.update_one(is_it(), reprice).await?;
    show(&carts, cart.id).await?;

    let too_many = AddQuantity { sku: "tea", more: i32::MAX };
    say("too many", carts.update_one(is_it(), too_many).await.map(|_| ()));

    let (one, other) =
        tokio::join!(carts.update_one(is_it(), CheckOut), carts.update_one(is_it(), CheckOut));
    let n_done = [&one, &other].into_iter().filter(|done| done.is_ok()).count();
    println!("checked out {n_done} time");
    say("once more", carts.update_one(is_it(), CheckOut).await.map(|_| ()));
    let gone = carts.update_one(by_id(ObjectId::new()), CheckOut).await?;
    println!("another cart: {} matched", gone.matched());
    show(&carts, cart.id).await?;
    store.close().await;
    Ok(())
}

fn say(what: &str, done: Result<(), mongo_runtime::Error>) {
    match done.as_ref().map_err(|error| error.rejection()) {
        Ok(()) => println!("{what}: done"),
        Err(Some(Rejection::OutOfRange { path })) => println!("{what}: `{path}` can't hold that"),
        Err(Some(Rejection::Unexpected { path })) => println!("{what}: `{path}` is another"),
        Err(_) => println!("{what}: {:?}", done.err().map(|error| error.kind())),
    }
}

async fn show(carts: &Collection<Cart>, id: ObjectId) -> Result<()> {
    let cart = carts.find_one(by_id(id)).await?.ok_or("the cart is gone")?;
    let lines: Vec<String> = cart
        .lines
        .iter()
        .map(|line| format!("{} {} at {}", line.quantity, line.sku, line.cents))
        .collect();
    println!(
        "{:?}: {}; coupon {:?}; seen {:?}; {} changes; ordered {}",
        cart.state,
        lines.join(", "),
        cart.coupon,
        cart.last_seen,
        cart.n_changes,
        cart.ordered_at.is_some()
    );
    Ok(())
}
