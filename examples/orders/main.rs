//! The main job on a real server: provision, insert, query, update, read what is old, and be refused well.
//!
//! Run it with `cargo orders`. It finds or fetches a MongoDB, starts it for itself, and leaves nothing running.

mod model;

mod samples;

mod story;

use std::{error::Error, fmt::Debug};

use mongo_runtime::{
    db::{Admin, AdminConfig, Collection, Environment, Store, StoreConfig},
    document::to_vec,
    prelude::*,
};
use mongo_testkit::{
    Server, TestDb,
    mongodb::{
        self,
        bson::{Document as BsonDocument, RawDocumentBuf, doc},
        error::{ErrorKind, WriteFailure},
    },
};

use self::{
    model::{CustomerRef, Order, OrderStatus, OrderV1, Shop, StatusEvent},
    samples::{decimal, item},
    story::Story,
};

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

#[tokio::main]
async fn main() -> Result<()> {
    let mut story = Story::new("Orders: typed documents on a real MongoDB");

    story.step("A server");
    let server = Server::shared().await?;
    let db = server.database("orders").await?;
    let whose = if server.is_foreign() { "the one of MONGODB_URI" } else { "started for this run" };
    story.line("server", format_args!("MongoDB {}, a replica set, {whose}", server.version()));
    story.line("database", format_args!("{}, for this run only", db.name()));

    let told = tell(&mut story, &db).await;
    db.close().await?;
    told?;

    story.end(
        "Where to go next",
        &[
            ("examples/orders/model.rs", "the structs of this story: start here"),
            ("examples/orders/main.rs", "what ran just now"),
            ("README.md", "a whole program on one page"),
            ("examples/README.md", "the other examples: `import` takes real data"),
            ("cargo test --workspace", "every test, on the same kind of server"),
        ],
    );
    Ok(())
}

async fn tell(story: &mut Story, db: &TestDb) -> Result<()> {
    let ada = samples::customer("Ada");
    let old = samples::old_order(&ada);
    a_document_from_before(story, db, &old).await?;
    provision(story, db).await?;

    let store = Store::<Shop>::connect(StoreConfig::new(db.uri(), db.name())).await?;
    let orders = store.collection::<Order>();
    let order = insert(story, &orders, &ada).await?;
    query(story, &orders, &order).await?;
    update(story, &orders, &order).await?;
    read_what_is_old(story, &orders, &old).await?;
    the_validator_refuses(story, db).await?;
    a_bound_refuses(story, &orders, &ada).await?;
    store.close().await;
    Ok(())
}

/// An older binary has stored an order, as version 1 of the schema had it.
async fn a_document_from_before(story: &mut Story, db: &TestDb, old: &OrderV1) -> Result<()> {
    story.step("A document from before");
    let stored = RawDocumentBuf::from_bytes(to_vec(old)?)?;
    db.database().collection::<RawDocumentBuf>("orders").insert_one(&stored).await?;
    story.line(
        "stored",
        format_args!(
            "order {} by an older program: schema version 1, no status, no items",
            old.number
        ),
    );
    Ok(())
}

async fn provision(story: &mut Story, db: &TestDb) -> Result<()> {
    story.step("Provision: the declarations become a validator and indexes");
    let config = AdminConfig::new(db.uri(), db.name()).environment(Environment::Test);
    let admin = Admin::connect(config).await?;
    let report = admin.provision::<Shop>().await?;
    let once_more = admin.provision::<Shop>().await?;
    admin.close().await;
    if !report.is_as_declared() {
        return Err(format!(
            "{report}\nonly a server of this machine is provisioned; let MONGODB_URI name one, or unset it"
        )
        .into());
    }
    for change in report.changes() {
        story.line("done", change);
    }
    story.line("once more", once_more);
    story.why(
        "A client of its own does this, in tests and on your machine. The store of a program can't.",
    );
    Ok(())
}

async fn insert(story: &mut Story, orders: &Collection<Order>, ada: &CustomerRef) -> Result<Order> {
    story.step("Insert");
    let order = samples::order(
        "A-1001",
        ada,
        "19.30",
        vec![item("tea", 2, "4.90"), item("cup", 1, "9.50")],
    );
    orders.insert_one(&order).await?;
    let n_bytes = to_vec(&order)?.len();
    story.line("one", format_args!("order {}: {n_bytes} bytes of BSON", order.number));

    let grace = samples::customer("Grace");
    let more = [
        samples::order("A-1002", ada, "7.20", vec![item("coffee", 1, "7.20")]),
        samples::order(
            "A-1003",
            ada,
            "28.90",
            vec![item("teapot", 1, "24.00"), item("tea", 1, "4.90")],
        ),
        samples::order("A-1004", &grace, "39.00", vec![item("kettle", 1, "39.00")]),
    ];
    let inserted = orders.insert_many(&more).await?;
    story.line("many", format_args!("{} orders in one command", inserted.inserted()));

    let twin = samples::order("A-1001", &grace, "4.90", vec![item("tea", 1, "4.90")]);
    let error = refused(orders.insert_one(&twin).await)?;
    story.line("refused", &error);
    story.line("as values", values(&error));
    story.why(
        "An error says what happened to the data. It never shows a document, a key or a password.",
    );
    Ok(order)
}

async fn query(story: &mut Story, orders: &Collection<Order>, order: &Order) -> Result<()> {
    story.step("Query: a filter is a value that the compiler has checked");
    let fields = Order::fields();
    let of_ada = fields.customer().id().eq(order.customer.id);
    let filter = of_ada.clone().and(fields.total().gte(decimal("10")));
    story.line("in logs", format_args!("{filter:?}"));
    let newest_first = fields.created_at().desc().then(fields.id().desc());
    let mut found = orders.find(filter).sort(newest_first).limit(20).await?;
    while let Some(order) = found.next().await {
        let order = order?;
        story.line(
            "found",
            format_args!(
                "{}  {:>6}  {}",
                order.number,
                order.total.to_string(),
                order.customer.name
            ),
        );
    }
    let same = orders.find_one(by_id(order.id)).await?;
    story.line(
        "by id",
        if same.as_ref() == Some(order) {
            "the order, equal to what was inserted"
        } else {
            "nothing"
        },
    );
    let n_orders = orders.count(of_ada).await?;
    story.line("count", format_args!("{n_orders} orders of Ada, with the one from before"));
    let shipped = fields.status().eq(OrderStatus::Shipped).of_current_version();
    let is_any_shipped = orders.exists(shipped).await?;
    story.line(
        "exists",
        format_args!("a shipped order: {}", if is_any_shipped { "yes" } else { "not yet" }),
    );
    story.why(
        "A misspelled field, text for a number, a find without a limit: none of them compiles.",
    );
    Ok(())
}

async fn update(story: &mut Story, orders: &Collection<Order>, order: &Order) -> Result<()> {
    story.step("Update: what to change, never the changed document");
    let fields = Order::fields();
    let now = DateTime::now();
    let happened = |status| fields.events().push_each([StatusEvent { status, at: now }]).slice(-3);
    let is_placed =
        by_id(order.id).and(fields.status().eq(OrderStatus::Placed)).of_current_version();
    let pay = fields
        .status()
        .set(OrderStatus::Paid)
        .and(fields.paid_at().set(now))
        .and(fields.total().inc(decimal("3.50")))
        .and(happened(OrderStatus::Paid));
    story.line("pay", format_args!("{pay:?}"));
    let result = orders.update_one(&is_placed, &pay).await?;
    story.line("matched", result.matched());
    let result = orders.update_one(&is_placed, &pay).await?;
    story.line(
        "once more",
        format_args!("matched {}: it is paid, so it is not paid twice", result.matched()),
    );

    for status in [OrderStatus::Packed, OrderStatus::Shipped] {
        let go_on = fields.status().set(status).and(happened(status));
        let _ = orders.update_one(by_id(order.id), go_on).await?;
    }
    let Some(changed) = orders.find_one(by_id(order.id)).await? else {
        return Err("the order is gone".into());
    };
    let events: Vec<_> = changed.events.iter().map(|event| event.status).collect();
    story.line(
        "total",
        format_args!("{} + 3.50 = {}, added by the server", order.total, changed.total),
    );
    story.line(
        "events",
        format_args!("{events:?}: four happened, `max_items` is 3, the slice keeps the last"),
    );
    story.line("revision", format_args!("{}, after the insert and 3 updates", changed.revision));
    story.why("Two programs that change one order can't undo each other's work: each says only what it changes.");
    Ok(())
}

async fn read_what_is_old(
    story: &mut Story,
    orders: &Collection<Order>,
    old: &OrderV1,
) -> Result<()> {
    story.step("Read the document from before");
    let Some(order) = orders.find_one(by_id(old.id)).await? else {
        return Err("the old order is gone".into());
    };
    story.line(
        "read",
        format_args!(
            "order {} as version 2: status {:?}, {} items",
            order.number,
            order.status,
            order.items.len()
        ),
    );
    let error = refused(
        orders.update_one(by_id(old.id), Order::fields().status().set(OrderStatus::Packed)).await,
    )?;
    story.line("refused", &error);
    story.why("Reading upgrades, and writes nothing back. A change that would leave half an old and half a new document is refused.");
    Ok(())
}

async fn the_validator_refuses(story: &mut Story, db: &TestDb) -> Result<()> {
    story.step("The validator refuses what another program gets wrong");
    let raw = db.database().collection::<BsonDocument>("orders");
    let wrong = doc! { "schemaVersion": 2, "number": "A-1005", "status": "lost", "total": 12.5 };
    story.line(
        "written",
        "by a plain driver: status \"lost\", the total a double, half of the fields missing",
    );
    match raw.insert_one(wrong).await {
        Ok(_) => return Err("the server took a document that is no order".into()),
        Err(error) => {
            let (code, rules) = broken_rules(&error).ok_or(error)?;
            story.line("refused", format_args!("server error {code}: the document breaks"));
            for rule in rules {
                story.line("", rule);
            }
        }
    }
    story.why(
        "The same declarations guard the collection against programs that don't use this mapper.",
    );
    Ok(())
}

async fn a_bound_refuses(
    story: &mut Story,
    orders: &Collection<Order>,
    ada: &CustomerRef,
) -> Result<()> {
    story.step("A bound refuses what would grow without end");
    let mut full = samples::order("A-1006", ada, "980.00", vec![item("tea", 1, "4.90"); 200]);
    orders.insert_one(&full).await?;
    story.line("stored", "an order of 200 items, as many as `max_items` allows");
    let one_more = Order::fields().items().push(item("tea", 1, "4.90"));
    let error = refused(orders.update_one(by_id(full.id), one_more).await)?;
    story.line("push", &error);
    story.line("as values", values(&error));

    full.items.push(item("tea", 1, "4.90"));
    full.id = Id::new();
    let error = refused(orders.insert_one(&full).await)?;
    story.line("insert", &error);
    story.line("as values", values(&error));
    story.why("The check and the push are one step on the server, so no two programs can push past the bound at once.");
    Ok(())
}

/// The error of an operation that has to fail.
fn refused<T: Debug>(
    result: std::result::Result<T, mongo_runtime::error::Error>,
) -> Result<mongo_runtime::error::Error> {
    match result {
        Ok(done) => Err(format!("expected a refusal, and it was done: {done:?}").into()),
        Err(error) => Ok(error),
    }
}

/// What a program asks an error for.
fn values(error: &mongo_runtime::error::Error) -> String {
    let mut values = format!("kind {:?}", error.kind());
    if let Some(outcome) = error.outcome() {
        values += &format!(", outcome {outcome:?}");
    }
    if let Some(rejection) = error.rejection() {
        values += &format!(", rejection {rejection:?}");
    }
    if let Some(index) = error.duplicate_index() {
        values += &format!(", index {}", index.name());
    }
    values
}

/// Which rules of the validator a plain driver's error names: a path and a rule each. The report holds the values, too.
fn broken_rules(error: &mongodb::error::Error) -> Option<(i32, Vec<String>)> {
    let ErrorKind::Write(WriteFailure::WriteError(error)) = &*error.kind else { return None };
    let mut rules = Vec::new();
    let details = error.details.as_ref()?.get_document("details").ok()?;
    let any_of = details.get_array("schemaRulesNotSatisfied").ok()?.first()?.as_document()?;
    // A schema for each version that is read, the current one first.
    let current = any_of.get_array("schemasNotSatisfied").ok()?.first()?.as_document()?;
    for rule in current.get_array("details").ok()? {
        let rule = rule.as_document()?;
        match rule.get_array("missingProperties") {
            Ok(missing) => {
                let names: Vec<_> = missing.iter().filter_map(|name| name.as_str()).collect();
                rules.push(format!("required     {}", names.join(", ")));
            }
            Err(_) => {
                for property in rule
                    .get_array("propertiesNotSatisfied")
                    .ok()?
                    .iter()
                    .filter_map(|it| it.as_document())
                {
                    let name = property.get_str("propertyName").ok()?;
                    let details = property.get_array("details").ok()?;
                    let broken = details
                        .iter()
                        .filter_map(|it| it.as_document()?.get_str("operatorName").ok());
                    rules.push(format!("{:<12} {name}", broken.collect::<Vec<_>>().join(", ")));
                }
            }
        }
    }
    Some((error.code, rules))
}
