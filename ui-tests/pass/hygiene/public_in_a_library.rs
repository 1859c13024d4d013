//! Every visibility in nested modules, re-exported, under the lints of a library.
#![deny(missing_docs, unreachable_pub, unused_qualifications, missing_debug_implementations)]

use mongo_runtime::field::Field;

/// The outer module.
pub mod outer {
    /// The inner module.
    pub mod inner {
        use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

        /// Seen by all.
        #[derive(Debug, Embedded)]
        pub struct Public {
            /// Seen by all.
            pub all: i32,
            /// Seen by the crate.
            pub(crate) in_crate: i32,
            /// Seen by the outer module.
            pub(super) in_outer: i32,
            /// Seen by the outer module, too.
            pub(in crate::outer) in_path: i32,
            own: i32,
        }

        #[derive(Debug, Embedded)]
        pub(crate) struct InCrate {
            pub(crate) value: i32,
        }

        #[derive(Debug, Document)]
        #[mongo(collection = "inner")]
        #[mongo(index(name = "ix_own", keys(public.own, public.in_path)))]
        pub(crate) struct Inner {
            #[mongo(id)]
            pub(crate) id: ObjectId,
            pub(crate) public: Public,
            pub(crate) in_crate: InCrate,
        }

        impl Inner {
            pub(crate) fn new() -> Self {
                let public = Public { all: 1, in_crate: 2, in_outer: 3, in_path: 4, own: 5 };
                Self { id: ObjectId::from_bytes([1; 12]), public, in_crate: InCrate { value: 1 } }
            }
        }
    }

    pub(crate) fn sum() -> i32 {
        let inner = inner::Inner::new();
        inner.public.in_outer + inner.public.in_path + inner.in_crate.value
    }

    pub(crate) fn paths() -> [&'static str; 2] {
        use mongo_runtime::field::Field;
        let public = inner::Inner::fields().public();
        [public.in_outer().path_name(), public.in_path().path_name()]
    }
}

fn main() {
    assert_eq!(outer::sum(), 8);
    assert_eq!(outer::paths(), ["public.in_outer", "public.in_path"]);
    let public = outer::inner::Inner::fields().public();
    assert_eq!(
        [public.all().path_name(), public.in_crate().path_name()],
        ["public.all", "public.in_crate"]
    );
}
