//! Public types with fields of private types.

use mongo_runtime::{bson::oid::ObjectId, field::Field};

pub mod shop {
    use mongo_runtime::{Document, Embedded, bson::oid::ObjectId};

    #[derive(Embedded)]
    struct Private {
        value: i32,
    }

    #[derive(Embedded)]
    pub(crate) enum Crate {
        One,
    }

    #[derive(Embedded)]
    pub struct Generic<T> {
        value: T,
        private: Option<Private>,
    }

    #[derive(Embedded)]
    #[mongo(tag = "type")]
    #[allow(private_interfaces)]
    pub enum Public {
        Holds { private: Private },
    }

    #[derive(Document)]
    #[mongo(collection = "orders")]
    #[mongo(index(name = "ix_value", keys(private.value, generic.private.value)))]
    pub struct Order {
        #[mongo(id)]
        pub id: ObjectId,
        private: Private,
        pub(crate) status: Crate,
        pub(super) visible: i32,
        pub(in crate::shop) inside: i32,
        generic: Generic<Private>,
        public: Public,
    }

    pub fn order() -> Order {
        Order {
            id: ObjectId::from_bytes([1; 12]),
            private: Private { value: 1 },
            status: Crate::One,
            visible: 1,
            inside: 2,
            generic: Generic { value: Private { value: 1 }, private: None },
            public: Public::Holds { private: Private { value: 1 } },
        }
    }
}

fn main() {
    assert_eq!(shop::order().id, ObjectId::from_bytes([1; 12]));
    assert_eq!(shop::Order::fields().visible().path_name(), "visible");
    assert_eq!(shop::Order::fields().status().path_name(), "status");
}
