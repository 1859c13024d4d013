//! The gate of a release: every registered query of a catalog on a real server, and the plans as a file to commit.

mod diff;

mod snapshot;

use std::{collections::BTreeMap, fmt, fs, io, path::Path};

use self::snapshot::Snapshot;
use super::{
    Admin,
    explain::{Explain, MAX_RATIO, NotServed},
};
use crate::{
    catalog::Catalog, db::executor::Effect, error::Error, operation::OperationDeclaration,
};

/// Runs every registered query of a catalog on the documents that are there, and compares the plans with those of a committed file. What
/// [`assert_plans!`](crate::assert_plans!) does, step by step.
#[derive(Debug)]
pub struct PlanGate<'a> {
    admin: &'a Admin,
    operations: &'static [OperationDeclaration],
    max_ratio: u32,
    /// The shapes of the plans of each query, each once, in the order of the samples.
    found: BTreeMap<&'static str, Vec<String>>,
    faults: Vec<String>,
}

impl<'a> PlanGate<'a> {
    /// A gate for the registered queries of a catalog.
    #[must_use]
    pub fn of<C: Catalog>(admin: &'a Admin) -> Self {
        let (found, faults) = (BTreeMap::new(), Vec::new());
        Self { admin, operations: C::OPERATIONS, max_ratio: MAX_RATIO, found, faults }
    }

    /// How many keys, and how many documents, a query may look at for each that it finds: [`MAX_RATIO`] unless it is said.
    #[must_use]
    pub fn max_ratio(mut self, max_ratio: u32) -> Self {
        self.max_ratio = max_ratio;
        self
    }

    /// Explains a query with values, and notes its plan, and what is wrong with it.
    pub async fn sample(&mut self, query: impl Explain) {
        let plan = match self.admin.served(query, self.max_ratio).await {
            Ok(plan) => plan,
            Err(NotServed::Unserved(unserved)) => {
                self.faults.push(unserved.to_string());
                unserved.into_plan()
            }
            Err(NotServed::Failed(error)) => return self.faults.push(error.to_string()),
        };
        let name = plan.operation().as_str();
        let mut queries = self.operations.iter().filter(|operation| operation.card.is_some());
        if !queries.any(|query| query.name.as_str() == name) {
            let text = format!(
                "`{name}` is no registered query of the catalog: list it in `operations(..)`"
            );
            return self.faults.push(text);
        }
        let shapes = self.found.entry(name).or_default();
        if !shapes.contains(&plan.shape()) {
            shapes.push(plan.shape());
        }
    }

    /// Compares the plans with those of the file, or writes it when the environment variable `MONGO_PLANS` is `bless`. A
    /// query that has no sample, or is not served, fails either way.
    ///
    /// # Errors
    ///
    /// What is wrong, and what is another plan.
    pub async fn finish(mut self, file: &Path) -> Result<(), PlanMismatch> {
        let is_blessing = is_blessing()?;
        for operation in self.operations.iter().filter(|operation| operation.card.is_some()) {
            let name = operation.name.as_str();
            if !self.found.contains_key(name) {
                let text = format!(
                    "`{name}` has no sample: add one to the list, with values that find some documents"
                );
                self.faults.push(text);
            }
        }
        if !self.faults.is_empty() {
            return Err(PlanMismatch(self.faults.join("\n\n")));
        }
        let server = self.admin.server_version().await;
        let server = server.map_err(|error| PlanMismatch(error.to_string()))?;
        compare(file, &Snapshot { server, plans: self.found }, is_blessing)
    }
}

/// Why the plans are not those that were committed, as a text for whoever runs the test.
#[derive(Clone, PartialEq, Eq)]
pub struct PlanMismatch(String);

impl fmt::Display for PlanMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for PlanMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlanMismatch {}

impl Admin {
    /// Major and minor version of the server: plans differ from one to the other.
    async fn server_version(&self) -> Result<String, Error> {
        let build = bson::doc! { "buildInfo": 1 };
        let reply = self.run(&crate::db::store::NO_DOCUMENT, Effect::Read, build).await?;
        let version = reply.get_str("version").unwrap_or_default();
        Ok(version.split('.').take(2).collect::<Vec<_>>().join("."))
    }
}

const BLESS: &str = "MONGO_PLANS=bless cargo test";

fn is_blessing() -> Result<bool, PlanMismatch> {
    match std::env::var_os("MONGO_PLANS") {
        None => Ok(false),
        Some(value) if value.is_empty() => Ok(false),
        Some(value) if value == "bless" => Ok(true),
        Some(_) => Err(PlanMismatch(
            "`MONGO_PLANS` can be `bless`, to write the plans anew, and nothing else".to_owned(),
        )),
    }
}

fn compare(file: &Path, found: &Snapshot, is_blessing: bool) -> Result<(), PlanMismatch> {
    let name = file.display();
    if is_blessing {
        return fs::write(file, found.to_string()).map_err(|error| {
            PlanMismatch(format!("the plans `{name}` can't be written: {error}"))
        });
    }
    let committed = match fs::read_to_string(file) {
        Ok(committed) => Snapshot::read(&committed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(PlanMismatch(format!(
                "there are no plans `{name}`: write them with `{BLESS}`, read them, and commit them"
            )));
        }
        Err(error) => {
            return Err(PlanMismatch(format!("the plans `{name}` can't be read: {error}")));
        }
    };
    let changes = diff::changes(&committed, found);
    if changes.is_empty() {
        return Ok(());
    }
    let server = if committed.server == found.server {
        String::new()
    } else {
        format!(
            "\nthey were written on a server {}, and this one is a {}: each plans in its own way, so give each a file of its own",
            committed.server, found.server
        )
    };
    Err(PlanMismatch(format!(
        "the server has other plans than `{name}` says\n\n{changes}{server}\nif that is meant, write the file anew with `{BLESS}`, read it, \
         and commit it"
    )))
}

/// Asserts, in a test on a real server, that an index serves every registered query of a catalog, and that each has the plan that a
/// committed file says.
///
/// It takes the file, named from the root of the crate, an administrator, the catalog, and a sample of each registered query: a
/// value of it, or an operation on one (`orders.count(..)`). Several samples of one query show several of its plans. The documents
/// that the queries are tried on are those that the test has inserted.
///
/// It fails when a query of the catalog has no sample; when the server scans, sorts in memory, uses another index than the proven
/// one, or looks at more than ten keys or documents for each that it finds (`ratio`), unless the query says its `collection_scan`; and
/// when a plan is another one than that of the file, with the difference. `MONGO_PLANS=bless cargo test` writes the file.
///
/// ```no_run
/// # use mongo_runtime::{assert_plans, catalog, db::Admin, prelude::*};
/// # #[derive(Document)]
/// # #[mongo(collection = "orders", index(name = "ix_state", keys(state)))]
/// # struct Order { #[mongo(id)] id: ObjectId, #[mongo(max_len = 8)] state: String }
/// #[derive(Filter)]
/// #[mongo(document = Order, operation = "order.find-by-state")]
/// struct ByState<'a> {
///     #[mongo(eq, path = state)]
///     state: &'a str,
/// }
///
/// catalog! { Shop: documents(Order), operations(ByState) }
///
/// # async fn test(admin: Admin) {
/// // .. after some thousands of orders were inserted
/// assert_plans!("shop.plans", admin, Shop, [ByState { state: "open" }]);
/// # }
/// ```
///
/// The file has a line a stage: `IXSCAN ix_state: state` is a scan of an index, with the keys that it reads a part of. It holds no
/// value and no count.
///
/// # Panics
///
/// With all that is wrong.
#[macro_export]
macro_rules! assert_plans {
    ($file:expr, $admin:expr, $catalog:ty, [$($sample:expr),* $(,)?] $(,)?) => {
        $crate::assert_plans!($file, $admin, $catalog, [$($sample),*], ratio = $crate::db::MAX_RATIO)
    };
    ($file:expr, $admin:expr, $catalog:ty, [$($sample:expr),* $(,)?], ratio = $ratio:expr $(,)?) => {{
        let mut gate = $crate::db::PlanGate::of::<$catalog>(&$admin).max_ratio($ratio);
        $( gate.sample($sample).await; )*
        let file = ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($file);
        if let ::core::result::Result::Err(mismatch) = gate.finish(&file).await {
            ::core::panic!("{mismatch}");
        }
    }};
}
