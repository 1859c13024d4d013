//! Queries among strict lints, types with the names of ours and std's, in functions and in `macro_rules!`.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    trivial_casts,
    unused_lifetimes,
    rust_2018_idioms,
    rust_2024_compatibility,
    dead_code
)]

use mongo_runtime::{
    bson::{doc, oid::ObjectId},
    filter::IntoFilter,
    query::{Paged, Query},
};

/// Not that of std.
#[derive(Debug, mongo_runtime::Embedded)]
pub struct Option {
    /// A number.
    pub some: i64,
}

/// Not the trait of ours.
#[derive(Debug, mongo_runtime::Embedded, Clone, Copy)]
pub enum Predicate {
    /// A tag.
    None,
}

/// A document with fields that are named like what queries are made of.
#[derive(Debug, mongo_runtime::Document)]
#[mongo(collection = "things")]
#[mongo(index(name = "ix_eq", keys(eq)))]
#[mongo(index(name = "ix_each", keys(each[].some)))]
pub struct Thing {
    /// The id.
    #[mongo(id)]
    pub id: ObjectId,
    /// Named like an operator.
    pub eq: i64,
    /// A raw name.
    pub r#type: i64,
    /// Named like a type of ours.
    pub predicate: Predicate,
    /// Inside.
    pub option: Option,
    /// An array.
    #[mongo(max_items = 5)]
    pub each: Vec<Option>,
}

/// All at once.
#[derive(Debug, mongo_runtime::Filter)]
#[mongo(document = Thing, operation = "thing.find", constant(predicate = "None"), sort(id), max_results = 5)]
#[mongo(hint = "_id_", allow(residual, reason = "its form alone is looked at"))]
pub struct Find<'a> {
    /// Named like its operator.
    #[mongo(eq)]
    pub eq: &'a i64,
    /// A raw name.
    #[mongo(gte)]
    pub r#type: i64,
    /// Named like the local of the expansion.
    #[mongo(lt, path = option.some, optional)]
    pub __it: std::option::Option<i64>,
    /// Of one element.
    #[mongo(eq, path = each[some].some)]
    pub some: i64,
}

macro_rules! query {
    ($name:ident, $document:ty, $path:ident, $ty:ty, $operation:literal, $predicate:literal) => {
        /// Out of a macro.
        #[derive(Debug, mongo_runtime::Filter)]
        #[mongo(document = Thing, operation = $operation, constant(predicate = $predicate))]
        #[mongo(allow(residual, reason = "its form alone is looked at"))]
        pub struct $name {
            /// The path comes from the caller.
            #[mongo(eq, path = $path)]
            pub value: $ty,
            /// The path comes from the macro.
            #[mongo(is_in, path = option.some, max_items = 2)]
            pub more: Vec<i64>,
        }
    };
}

query!(FromMacro, Thing, eq, i64, "thing.from-macro", "None");

/// Of any operand.
#[derive(Debug, mongo_runtime::Filter)]
#[mongo(document = Thing, operation = "thing.generic")]
pub struct Generic<V: mongo_runtime::query::part::Part<i64>> {
    /// What it equals.
    #[mongo(eq)]
    pub eq: V,
}

const fn has_pages<Q: Paged>() {}

fn main() {
    /// In a function.
    #[derive(mongo_runtime::Filter, Debug)]
    #[mongo(document = Thing, operation = "thing.inside", constant(eq = 5))]
    struct Inside;

    has_pages::<Find<'static>>();
    let find = Find { eq: &3, r#type: 4, __it: Some(6), some: 5 };
    assert_eq!(
        (&find).into_filter().render().unwrap(),
        doc! {
            "predicate": "None", "eq": 3_i64, "type": { "$gte": 4_i64 }, "option.some": { "$lt": 6_i64 },
            "each": { "$elemMatch": { "some": 5_i64 } },
        }
    );
    let from_macro = FromMacro { value: 1, more: vec![2] }.into_filter().render().unwrap();
    assert_eq!(
        from_macro,
        doc! { "predicate": "None", "eq": 1_i64, "option.some": { "$in": [2_i64] } }
    );
    assert_eq!(Inside::OPERATION.as_str(), "thing.inside");
    let inside = Inside.into_filter().render().unwrap();
    assert_eq!(inside, doc! { "eq": 5_i64 });
    assert_eq!(Generic { eq: 5_i64 }.into_filter().render().unwrap(), inside);
}
