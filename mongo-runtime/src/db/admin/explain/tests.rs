//! Explanations of servers that the tests do not run on, and what is no explanation.

use bson::{Bson, Document as BsonDocument, doc};

use super::Plan;
use crate::operation::OperationName;

fn read(reply: &BsonDocument) -> Option<Plan> {
    Plan::read(OperationName::new("item.find"), "items", None, reply)
}

fn explanation(plan: BsonDocument, stages: BsonDocument) -> BsonDocument {
    doc! {
        "queryPlanner": { "winningPlan": plan },
        "executionStats": {
            "nReturned": 1, "totalKeysExamined": 3_i64, "totalDocsExamined": 2.0, "executionStages": stages,
        },
    }
}

#[test]
fn a_plan_of_the_newer_engine_is_read_out_of_its_wrapping() {
    let plan = doc! {
        "isCached": false,
        "queryPlan": {
            "stage": "GROUP", "planNodeId": 3,
            "inputStage": {
                "stage": "IXSCAN", "planNodeId": 1, "keyPattern": { "a": 1 }, "indexName": "ix_a",
                "direction": "forward", "indexBounds": { "a": ["[1, 1]"], "b": ["[MinKey, MaxKey]"] },
            },
        },
        "slotBasedPlan": { "slots": "$$RESULT=s1", "stages": "[1] ixseek" },
    };
    let stages = doc! {
        "stage": "project", "nReturned": 1,
        "inputStage": { "stage": "group", "nReturned": 1, "inputStage": { "stage": "ixseek", "nReturned": 70 } },
    };
    let plan = read(&explanation(plan, stages)).expect("an explanation");
    assert_eq!(plan.shape(), "GROUP\n  IXSCAN ix_a: a");
    assert_eq!((plan.keys_examined(), plan.documents_examined(), plan.returned()), (3, 2, 70));
}

#[test]
fn a_short_cut_reads_documents_unless_it_says_otherwise() {
    let plan = |more: BsonDocument| {
        let mut plan =
            doc! { "stage": "EXPRESS_IXSCAN", "keyPattern": "{ a: 1 }", "indexName": "ix_a" };
        plan.extend(more);
        let mut reply = explanation(plan, doc! { "stage": "EXPRESS_IXSCAN", "nReturned": 0 });
        let stats = reply.get_document_mut("executionStats").expect("it is there");
        stats.insert("totalDocsExamined", 0);
        read(&reply).expect("an explanation")
    };
    assert_eq!(plan(doc! {}).indexes(), ["ix_a"]);
    assert!(!plan(doc! {}).is_covered());
    assert!(plan(doc! { "projectionCovered": true }).is_covered());
}

#[test]
fn the_plans_of_shards_are_below_their_merge() {
    let scan = |index: &str| doc! { "stage": "IXSCAN", "indexName": index };
    let shard = |index| doc! { "shardName": "s", "winningPlan": { "stage": "FETCH", "inputStage": scan(index) } };
    let plan = doc! { "stage": "SHARD_MERGE", "shards": [shard("ix_a"), shard("ix_b")] };
    let plan = read(&explanation(plan, doc! { "stage": "SHARD_MERGE" })).expect("an explanation");
    assert_eq!(plan.indexes(), ["ix_a", "ix_b"]);
    assert_eq!(plan.shape(), "SHARD_MERGE\n  FETCH\n    IXSCAN ix_a\n  FETCH\n    IXSCAN ix_b");
}

#[test]
fn a_stage_that_nobody_knows_is_told_as_text() {
    let plan = doc! {
        "stage": "TELE\nPORT", "filter": { "$or": [{ "a": { "$eq": "secret" } }, { "b.c": 1 }], "$expr": {} },
        "left": { "stage": "COLLSCAN", "direction": "backward" }, "nothing": { "x": 1 }, "more": [1, { "stage": "SORT" }],
    };
    let plan = read(&explanation(plan, doc! {})).expect("an explanation");
    assert_eq!(plan.shape(), "TELE\\nPORT; tests $expr, a, b.c\n  COLLSCAN; backward\n  SORT");
    assert!(plan.has_collection_scan() && plan.has_blocking_sort());
}

#[test]
fn what_is_no_explanation_is_none() {
    let good = explanation(doc! { "stage": "EOF" }, doc! { "stage": "EOF" });
    assert!(read(&good).is_some());
    assert_eq!(read(&doc! {}), None);
    for (part, key) in [
        ("queryPlanner", "winningPlan"),
        ("executionStats", "nReturned"),
        ("executionStats", "totalKeysExamined"),
        ("executionStats", "totalDocsExamined"),
    ] {
        for bad in [Bson::Null, Bson::Int32(-1), Bson::Double(f64::NAN), Bson::String("1".into())] {
            let mut reply = good.clone();
            reply.get_document_mut(part).expect("it is there").insert(key, bad.clone());
            assert_eq!(read(&reply), None, "{key} {bad}");
        }
        let mut reply = good.clone();
        reply.insert(part, 1);
        assert_eq!(read(&reply), None, "{part}");
    }
    assert_eq!(read(&doc! { "stages": [] }), None);
    assert_eq!(read(&doc! { "stages": [{ "$cursor": 1 }] }), None);
}

#[test]
fn a_plan_is_read_to_a_bounded_depth() {
    let mut plan = doc! { "stage": "COLLSCAN" };
    for _ in 0..1_000 {
        plan = doc! { "stage": "FETCH", "inputStage": plan };
    }
    let plan = read(&explanation(plan.clone(), plan)).expect("an explanation");
    assert_eq!(plan.stages().count(), 64);
}
