//! What the planner of the server does.

use mongo_runtime::bson::{Bson, Document, doc};
use mongo_testkit::TestDb;

/// The plan that won.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) stages: Vec<String>,
    pub(crate) index: Option<String>,
    pub(crate) n_documents: i32,
    pub(crate) n_returned: i32,
    pub(crate) text: String,
}

impl Plan {
    /// Whether it neither scans the collection nor sorts in memory.
    pub(crate) fn is_served(&self) -> bool {
        !self.stages.iter().any(|stage| matches!(stage.as_str(), "COLLSCAN" | "SORT"))
    }

    fn read(plan: &Document, out: &mut Self) {
        if let Ok(stage) = plan.get_str("stage") {
            out.stages.push(stage.to_owned());
        }
        if let Ok(name) = plan.get_str("indexName") {
            out.index = Some(name.to_owned());
        }
        let bounds = plan.get_document("indexBounds").map(ToString::to_string).unwrap_or_default();
        out.text = format!("{} {}{bounds}", out.text, plan.get_str("stage").unwrap_or_default());
        for value in plan.values() {
            match value {
                Bson::Document(inner) => Self::read(inner, out),
                Bson::Array(inner) => {
                    inner
                        .iter()
                        .filter_map(Bson::as_document)
                        .for_each(|inner| Self::read(inner, out));
                }
                _ => {}
            }
        }
    }
}

/// Explains a find under the strict Stable API, which the store uses, too.
pub(crate) async fn explain(db: &TestDb, find: Document) -> Plan {
    let text = find.to_string();
    let command = doc! { "explain": find, "verbosity": "executionStats", "apiVersion": "1", "apiStrict": true };
    let answer = db.database().run_command(command).await;
    let answer = answer.unwrap_or_else(|error| panic!("{text}: {error}"));
    let planner = answer.get_document("queryPlanner").expect("a planner");
    let stats = answer.get_document("executionStats").expect("statistics");
    let mut plan = Plan {
        stages: Vec::new(),
        index: None,
        n_documents: stats.get_i32("totalDocsExamined").expect("a number"),
        n_returned: stats.get_i32("nReturned").expect("a number"),
        text: String::new(),
    };
    Plan::read(planner.get_document("winningPlan").expect("a plan"), &mut plan);
    plan
}
