//! `stored_as!`: what is stored through another type, what it can do, and what is refused.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::Ipv4Addr,
};

use mongo_runtime::{
    StoredAs,
    bson::{Bson, Document as BsonDocument, doc},
    from_slice,
    prelude::*,
    stored_as, to_vec,
};

/// An address as its number. It has no negative ones.
enum Number {}

impl StoredAs<Ipv4Addr> for Number {
    type Stored = i64;
    const VERSION: u16 = 2;

    fn to_stored(address: &Ipv4Addr) -> Result<i64, &'static str> {
        if address.is_broadcast() {
            return Err("the broadcast address is nobody's");
        }
        Ok(u32::from(*address).into())
    }

    fn from_stored(number: i64) -> Result<Ipv4Addr, &'static str> {
        u32::try_from(number).map(Ipv4Addr::from).map_err(|_| "expected the number of an address")
    }
}

stored_as!(Number: Ipv4Addr, ordered);

/// An address as text, in no order.
enum Dotted {}

impl StoredAs<Ipv4Addr> for Dotted {
    type Stored = String;

    fn to_stored(address: &Ipv4Addr) -> Result<String, &'static str> {
        Ok(address.to_string())
    }

    fn from_stored(text: String) -> Result<Ipv4Addr, &'static str> {
        text.parse().map_err(|_| "expected an address")
    }
}

stored_as!(Dotted: Ipv4Addr);

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "hosts")]
#[mongo(index(name = "ix_first", keys(first)))]
struct Host {
    #[mongo(id, with = Dotted)]
    id: Ipv4Addr,
    #[mongo(with = Number)]
    first: Ipv4Addr,
    #[mongo(with = Number)]
    second: Option<Ipv4Addr>,
    #[mongo(with = Dotted, max_items = 3, max_len = 9)]
    list: Vec<Ipv4Addr>,
    #[mongo(with = Dotted, max_items = 3)]
    set: BTreeSet<Ipv4Addr>,
    #[mongo(with = Number, max_items = 3)]
    map: BTreeMap<String, Option<Ipv4Addr>>,
    #[mongo(with = Number)]
    pair: [Ipv4Addr; 2],
    wrapped: Wrapped,
}

#[derive(Embedded, Debug, PartialEq)]
struct Wrapped(#[mongo(with = Number)] Ipv4Addr);

const HOME: Ipv4Addr = Ipv4Addr::LOCALHOST;

const NUMBER: i64 = 0x7f00_0001;

fn host() -> Host {
    Host {
        id: HOME,
        first: HOME,
        second: None,
        list: vec![HOME],
        set: BTreeSet::from([HOME]),
        map: BTreeMap::from([("a".to_owned(), Some(HOME)), ("b".to_owned(), None)]),
        pair: [HOME, Ipv4Addr::UNSPECIFIED],
        wrapped: Wrapped(HOME),
    }
}

#[test]
fn it_is_stored_as_the_other_type_wherever_it_stands() {
    let bytes = to_vec(&host()).expect("encodes");
    let expected = doc! {
        "_id": "127.0.0.1", "first": NUMBER, "list": ["127.0.0.1"], "set": ["127.0.0.1"],
        "map": { "a": NUMBER, "b": null }, "pair": [NUMBER, 0_i64], "wrapped": NUMBER,
    };
    assert_eq!(BsonDocument::from_reader(bytes.as_slice()).expect("it is BSON"), expected);
    assert_eq!(from_slice::<Host>(&bytes).expect("decodes"), host());
}

#[test]
fn filters_and_updates_write_what_is_stored() {
    let fields = Host::fields;
    let filters = [
        (fields().id().eq(HOME), doc! { "_id": "127.0.0.1" }),
        (fields().first().eq(HOME), doc! { "first": NUMBER }),
        (fields().second().is_in([HOME]), doc! { "second": { "$in": [NUMBER] } }),
        (fields().first().gte(HOME), doc! { "first": { "$gte": NUMBER } }),
        (fields().wrapped().eq(Wrapped(HOME)), doc! { "wrapped": NUMBER }),
        (fields().list().each().eq(HOME), doc! { "list": "127.0.0.1" }),
    ];
    for (filter, expected) in filters {
        assert_eq!(filter.render().expect("renders"), expected);
    }
    assert_eq!(fields().first().desc().render(), doc! { "first": -1 });
    let update = fields().second().set(HOME).and(fields().list().push(HOME));
    let rendered = update.render().expect("renders");
    assert_eq!(rendered.update.get("$set"), Some(&Bson::Document(doc! { "second": NUMBER })));
    let min = fields().first().min(HOME).render().expect("renders");
    assert_eq!(min.update, doc! { "$min": { "first": NUMBER } });
}

#[test]
fn a_value_that_can_t_be_stored_is_refused_where_it_stands() {
    let broadcast = Ipv4Addr::BROADCAST;
    let why = "the broadcast address is nobody's";
    let refused = |host: Host| to_vec(&host).expect_err("refused").to_string();
    assert_eq!(refused(Host { first: broadcast, ..host() }), format!("`Host.first`: {why}"));
    assert_eq!(
        refused(Host { second: Some(broadcast), ..host() }),
        format!("`Host.second`: {why}")
    );
    assert_eq!(
        refused(Host { pair: [HOME, broadcast], ..host() }),
        format!("`Host.pair[1]`: {why}")
    );
    assert_eq!(
        refused(Host { wrapped: Wrapped(broadcast), ..host() }),
        format!("`Host.wrapped`: {why}")
    );
    let filter = Host::fields().first().eq(broadcast).render().expect_err("refused").to_string();
    assert!(filter.contains(why), "{filter}");
}

#[test]
fn a_stored_value_that_stands_for_none_is_refused_where_it_stands() {
    let mut document =
        BsonDocument::from_reader(to_vec(&host()).expect("encodes").as_slice()).expect("BSON");
    let read = |document: &BsonDocument| {
        from_slice::<Host>(&document.to_vec().expect("encodes")).expect_err("refused").to_string()
    };
    document.insert("first", -1_i64);
    assert_eq!(read(&document), "`Host.first`: expected the number of an address");
    document.insert("first", "127.0.0.1");
    assert_eq!(read(&document), "`Host.first`: expected int64, found string");
    document.insert("first", NUMBER);
    document.insert("list", ["here"]);
    assert_eq!(read(&document), "`Host.list[0]`: expected an address");
}

#[test]
fn bounds_are_those_of_what_is_stored() {
    let long = Host { list: vec![Ipv4Addr::new(100, 100, 100, 100)], ..host() };
    let error = to_vec(&long).expect_err("it is over the bound").to_string();
    assert_eq!(error, "`Host.list`: 15 code points are over the declared `max_len = 9`");
}

#[test]
fn two_elements_of_a_set_that_are_stored_alike_are_refused() {
    /// All addresses as one.
    enum One {}
    impl StoredAs<Ipv4Addr> for One {
        type Stored = i32;
        fn to_stored(_: &Ipv4Addr) -> Result<i32, &'static str> {
            Ok(1)
        }
        fn from_stored(_: i32) -> Result<Ipv4Addr, &'static str> {
            Ok(HOME)
        }
    }
    stored_as!(One: Ipv4Addr);
    #[derive(Document)]
    #[mongo(collection = "any")]
    struct Holder {
        #[mongo(id)]
        id: i32,
        #[mongo(with = One, max_items = 2)]
        set: BTreeSet<Ipv4Addr>,
    }
    let set = BTreeSet::from([HOME, Ipv4Addr::UNSPECIFIED]);
    let error = to_vec(&Holder { id: 1, set }).expect_err("it could not be read").to_string();
    assert!(error.starts_with("`Holder.set`: two elements of the set are equal"), "{error}");
}
