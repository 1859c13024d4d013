//! Recipes among strict lints, types with the names of ours and std's, in functions and in `macro_rules!`.
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
    bson::{DateTime, doc, oid::ObjectId},
    update::{IntoUpdate, Recipe},
};

/// Not that of std.
#[derive(Debug, mongo_runtime::Embedded)]
pub struct Option {
    /// A number.
    pub some: i64,
}

/// Not the trait of ours.
#[derive(Debug, mongo_runtime::Embedded, Clone, Copy)]
pub enum Field {
    /// A tag.
    None,
}

/// A document with fields that are named like what recipes are made of.
#[derive(Debug, mongo_runtime::Document)]
#[mongo(collection = "things")]
pub struct Thing {
    /// The id.
    #[mongo(id)]
    pub id: ObjectId,
    /// Named like an operator.
    pub set: i64,
    /// A raw name.
    pub r#type: i64,
    /// Named like the path of the update.
    pub field: Field,
    /// Inside.
    pub option: Option,
    /// An array.
    #[mongo(max_items = 5)]
    pub each: Vec<Option>,
    /// A date.
    pub at: DateTime,
}

/// All at once.
#[derive(Debug, mongo_runtime::Update)]
#[mongo(document = Thing, operation = "thing.change", current_date(at), inc(option.some = 1 + 1))]
pub struct Change<'a> {
    /// Named like the method of the trait.
    #[mongo(set)]
    pub set: &'a i64,
    /// A raw name.
    #[mongo(inc)]
    pub r#type: i64,
    /// Named like the local of the expansion.
    #[mongo(set, path = field)]
    pub __it: Field,
    /// Which elements.
    #[mongo(element, path = each[some].some)]
    pub some: i64,
    /// Changed elements.
    #[mongo(max, path = each[some].some)]
    pub path: i64,
}

macro_rules! recipe {
    ($name:ident, $document:ty, $path:ident, $ty:ty, $operation:literal) => {
        /// Out of a macro.
        #[derive(Debug, mongo_runtime::Update)]
        #[mongo(document = Thing, operation = $operation)]
        pub struct $name {
            /// The path comes from the caller.
            #[mongo(set, path = $path)]
            pub value: $ty,
            /// The path comes from the macro.
            #[mongo(inc, path = option.some)]
            pub more: i64,
        }
    };
}

recipe!(FromMacro, Thing, set, i64, "thing.from-macro");

/// Of any operand.
#[derive(Debug, mongo_runtime::Update)]
#[mongo(document = Thing, operation = "thing.generic")]
pub struct Generic<V: mongo_runtime::update::recipe::Part<i64>> {
    /// What it is set to.
    #[mongo(set)]
    pub set: V,
}

fn main() {
    /// In a function.
    #[derive(mongo_runtime::Update, Debug)]
    #[mongo(document = Thing, operation = "thing.inside", set(set = 5))]
    struct Inside;

    let change = Change { set: &3, r#type: 4, __it: Field::None, some: 5, path: 6 };
    let rendered = (&change).into_update().render().unwrap();
    assert_eq!(
        rendered.update,
        doc! {
            "$currentDate": { "at": true },
            "$inc": { "option.some": 2_i64, "type": 4_i64 },
            "$set": { "set": 3_i64, "field": "None" },
            "$max": { "each.$[some].some": 6_i64 },
        }
    );
    assert_eq!(rendered.array_filters, [doc! { "some.some": 5_i64 }]);
    let from_macro = FromMacro { value: 1, more: 2 }.into_update().render().unwrap();
    assert_eq!(
        from_macro.update,
        doc! { "$set": { "set": 1_i64 }, "$inc": { "option.some": 2_i64 } }
    );
    assert_eq!(Inside::OPERATION.as_str(), "thing.inside");
    let set = Inside.into_update().render().unwrap();
    assert_eq!(set.update, doc! { "$set": { "set": 5_i64 } });
    assert_eq!(Generic { set: 5_i64 }.into_update(), Inside.into_update());
}
