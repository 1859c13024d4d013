//! Types that a `macro_rules!` makes: fields from the caller, whole types from the macro, generic ones, attributes from both.

use mongo_runtime::{bson::oid::ObjectId, field::Field, filter::FilterField, from_slice, to_vec};

macro_rules! with_fields {
    ($(#[$attr:meta])* struct $name:ident { $($fields:tt)* }) => {
        #[derive(mongo_runtime::Document, Debug, PartialEq)]
        $(#[$attr])*
        struct $name {
            $($fields)*
        }
    };
}

with_fields! {
    #[mongo(collection = "users")]
    #[mongo(index(name = "ix_name", keys(name)))]
    struct User {
        #[mongo(id)]
        id: ObjectId,
        #[mongo(max_len = 20)]
        name: String,
        #[mongo(max_items = 3)]
        scores: Vec<i32>,
    }
}

macro_rules! whole {
    ($name:ident, $collection:literal, $field:ident: $ty:ty) => {
        #[derive(mongo_runtime::Document, Debug, PartialEq)]
        #[mongo(collection = $collection, schema_version = 1)]
        #[mongo(index(name = "ix_field", keys($field, made_here)))]
        #[mongo(index(name = "ix_made", keys(made_here, $field = desc)))]
        struct $name {
            #[mongo(id)]
            id: mongo_runtime::bson::oid::ObjectId,
            $field: $ty,
            made_here: Option<i64>,
        }
    };
}

whole!(Counter, "counters", hits: i64);

macro_rules! embedded {
    ($name:ident<$param:ident>, $($variant:ident)*) => {
        #[derive(mongo_runtime::Embedded, Debug, PartialEq)]
        struct $name<$param> {
            value: $param,
            state: State,
            data: Data,
            inner: Inner,
        }

        #[derive(mongo_runtime::Embedded, Debug, PartialEq)]
        enum State { $($variant),* }

        #[derive(mongo_runtime::Embedded, Debug, PartialEq)]
        #[mongo(tag = "type")]
        enum Data { $($variant { value: i32 }),* }

        #[derive(mongo_runtime::Embedded, Debug, PartialEq)]
        struct Inner(i32);
    };
}

embedded!(Holder<T>, On Off);

with_fields! {
    #[mongo(collection = "holders")]
    struct Held {
        #[mongo(id)]
        id: ObjectId,
        held: Holder<i32>,
    }
}

macro_rules! versioned {
    ($new:ident reads $old:path) => {
        #[derive(mongo_runtime::Document, Debug, PartialEq)]
        #[mongo(collection = "versioned", schema_version = 2, reads($old))]
        struct $new {
            #[mongo(id)]
            id: ObjectId,
        }

        impl mongo_runtime::Upgrade<$old> for $new {
            fn upgrade(old: $old) -> Result<Self, mongo_runtime::UpgradeError> {
                Ok(Self { id: old.id })
            }
        }
    };
}

#[derive(mongo_runtime::Document)]
#[mongo(collection = "versioned", schema_version = 1)]
struct Old {
    #[mongo(id)]
    id: ObjectId,
}

versioned!(New reads Old);

fn main() {
    let id = ObjectId::from_bytes([1; 12]);
    let user = User { id, name: "ada".to_owned(), scores: vec![1] };
    assert_eq!(from_slice::<User>(&to_vec(&user).unwrap()).unwrap(), user);
    assert_eq!(from_slice::<New>(&to_vec(&Old { id }).unwrap()).unwrap(), New { id });
    let counter = Counter { id, hits: 3, made_here: None };
    assert_eq!(from_slice::<Counter>(&to_vec(&counter).unwrap()).unwrap(), counter);
    assert!(Counter::fields().hits().gte(3).render().is_ok());
    let held = Holder { value: 1, state: State::On, data: Data::Off { value: 2 }, inner: Inner(3) };
    let held = Held { id, held };
    assert_eq!(from_slice::<Held>(&to_vec(&held).unwrap()).unwrap(), held);
    assert_eq!(Held::fields().held().value().path_name(), "held.value");
}
