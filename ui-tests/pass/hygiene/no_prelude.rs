//! Neither the prelude nor what stands around a type is leant on.
#![no_implicit_prelude]

#[allow(unused_imports)]
use shadow::*;

#[allow(unused_macros)]
macro_rules! concat {
    () => {};
}
#[allow(unused_macros)]
macro_rules! module_path {
    () => {};
}
#[allow(unused_macros)]
macro_rules! panic {
    () => {};
}

/// Names that would capture careless code.
mod shadow {
    #![allow(non_camel_case_types, non_upper_case_globals)]
    pub struct Vec;
    pub struct Option;
    pub struct Result;
    pub struct String;
    pub struct Default;
    pub struct Box;
    pub struct Clone;
    pub struct Copy;
    pub struct Debug;
    pub struct PhantomData;
    pub struct Document;
    pub struct Embedded;
    pub struct Value;
    pub struct Path;
    pub struct Field;
    pub struct Shape;
    pub struct str;
    pub struct u8;
    pub struct usize;
    pub struct bool;
    pub struct i32;
    pub const Some: () = ();
    pub const None: () = ();
    pub const Ok: () = ();
    pub const Err: () = ();
    pub mod std {}
    pub mod core {}
    pub mod alloc {}
}

#[derive(::mongo_runtime::Embedded)]
enum Status {
    Open,
    Closed,
}

#[derive(::mongo_runtime::Embedded)]
#[mongo(tag = "type")]
enum Event {
    Opened,
    Noted { status: Status, count: ::core::primitive::i32 },
}

#[derive(::mongo_runtime::Embedded)]
struct Wrapped(::core::primitive::i64);

#[derive(::mongo_runtime::Embedded)]
struct Generic<T> {
    value: T,
}

#[derive(::mongo_runtime::Document)]
#[mongo(collection = "users", schema_version = 2, reads(UserV1), max_size = "64 KiB", deny_unknown)]
#[mongo(index(name = "uq_type", keys(r#type, generic.value), unique))]
#[mongo(index(name = "ix_status", keys(status), partial(wrapped > 3)))]
struct User {
    #[mongo(id)]
    id: ::mongo_runtime::bson::oid::ObjectId,
    #[mongo(max_len = 20)]
    r#type: ::std::string::String,
    status: Status,
    event: Event,
    wrapped: Wrapped,
    generic: Generic<::core::primitive::bool>,
    #[mongo(max_items = 3, max_len = 5)]
    names: ::std::vec::Vec<::core::option::Option<::std::string::String>>,
    #[mongo(revision)]
    revision: ::mongo_runtime::Revision,
}

#[derive(::mongo_runtime::Document)]
#[mongo(collection = "users", schema_version = 1)]
struct UserV1 {
    #[mongo(id)]
    id: ::mongo_runtime::bson::oid::ObjectId,
}

impl ::mongo_runtime::Upgrade<UserV1> for User {
    fn upgrade(old: UserV1) -> ::core::result::Result<Self, ::mongo_runtime::UpgradeError> {
        ::core::result::Result::Ok(Self {
            id: old.id,
            r#type: ::std::string::String::new(),
            status: Status::Closed,
            event: Event::Opened,
            wrapped: Wrapped(1),
            generic: Generic { value: true },
            names: ::std::vec::Vec::new(),
            revision: ::mongo_runtime::Revision::FIRST,
        })
    }
}

fn main() {
    let _ = (Status::Open, Event::Noted { status: Status::Open, count: 1 });
    let old = UserV1 { id: ::mongo_runtime::bson::oid::ObjectId::from_bytes([1; 12]) };
    let bytes = ::core::result::Result::unwrap(::mongo_runtime::to_vec(&old));
    let user = ::core::result::Result::unwrap(::mongo_runtime::from_slice::<User>(&bytes));
    ::std::assert!(user.generic.value);
    ::std::assert_eq!(
        <User as ::mongo_runtime::Document>::DECLARATION.indexes[0].keys[0].path,
        "type"
    );
}
