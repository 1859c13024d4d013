//! Two states of an application, and what lies between them.

use mongo_runtime::{
    Document,
    manifest::{Change, ChangeClass, Manifest},
};

/// Declares a document with an id and these fields, in a module of its own: `state!(old { number: String });`
macro_rules! state {
    ($name:ident $([$($attr:tt)*])* { $($fields:tt)* } $($more:item)*) => {
        mod $name {
            #[allow(unused_imports, reason = "not every state names all types")]
            use mongo_runtime::{bson::{Bson, Uuid}, prelude::*};

            #[derive(Document)]
            #[mongo(collection = "orders")]
            $(#[mongo($($attr)*)])*
            #[allow(dead_code, reason = "only the declaration is read")]
            pub(super) struct Order {
                #[mongo(id)]
                id: i32,
                $($fields)*
            }

            $($more)*
        }
    };
}

pub(crate) use state;

pub(crate) fn text<D: Document>() -> String {
    Manifest::of(&[D::DECLARATION]).to_string()
}

/// The changes from one type to another, without the validator, which changes with each of them.
pub(crate) fn changes<Old: Document, New: Document>() -> Vec<Change> {
    let changes =
        Manifest::of(&[New::DECLARATION]).changes_since(&text::<Old>()).expect("a manifest");
    changes.into_iter().filter(|change| change.what != "has another validator").collect()
}

/// The only change from one type to another.
#[track_caller]
pub(crate) fn change<Old: Document, New: Document>() -> Change {
    let mut changes = changes::<Old, New>();
    assert_eq!(changes.len(), 1, "{changes:#?}");
    changes.remove(0)
}

/// Checks class and text of the only change.
#[track_caller]
pub(crate) fn assert_change<Old: Document, New: Document>(class: ChangeClass, text: &str) {
    let change = change::<Old, New>();
    assert_eq!((change.class, change.to_string().as_str()), (class, text));
}
