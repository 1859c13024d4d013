//! What an attacker sends to a search: a document, the form that is open to the outside, and a corpus of inputs.

use std::collections::BTreeMap;

use mongo_runtime::{bson, form::FilterForm, prelude::*};

/// What is searched for.
#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "listings")]
pub struct Listing {
    /// Its id.
    #[mongo(id)]
    pub id: ObjectId,
    /// Free text.
    #[mongo(max_len = 120)]
    pub title: String,
    /// A closed list.
    pub state: State,
    /// An amount.
    pub price: Decimal128,
    /// A small number.
    pub stock: i32,
    /// A large number.
    pub views: i64,
    /// A fraction.
    pub rating: f64,
    /// True or false.
    pub sold: bool,
    /// An instant.
    pub listed_at: DateTime,
    /// Another id.
    pub owner: Uuid,
    /// A list.
    #[mongo(max_items = 10, max_len = 20)]
    pub tags: Vec<String>,
    /// May be missing.
    #[mongo(max_len = 20)]
    pub coupon: Option<String>,
    /// Keys that are data.
    #[mongo(max_items = 10, max_len = 120)]
    pub labels: BTreeMap<String, String>,
    /// Anything.
    #[mongo(opaque)]
    pub extra: Option<bson::Document>,
    /// What nobody outside may ask for.
    #[mongo(max_len = 20)]
    pub role: String,
}

/// The states of a listing.
#[derive(Embedded, Debug, Clone, Copy, PartialEq, Eq)]
#[mongo(rename_all = "snake_case")]
pub enum State {
    /// Not seen yet.
    Draft,
    /// Seen by all.
    Public,
}

/// A listing that every operator which negates or compares would find.
#[must_use]
pub fn listing(n: u8) -> Listing {
    Listing {
        id: ObjectId::from_bytes([n; 12]),
        title: format!("chair {n}"),
        state: State::Public,
        price: Decimal128::from_bytes([0; 16]),
        stock: 7,
        views: 7,
        rating: 0.5,
        sold: true,
        listed_at: DateTime::from_millis(1_700_000_000_000),
        owner: Uuid::from_bytes([n; 16]),
        tags: vec!["wood".to_owned()],
        coupon: None,
        labels: BTreeMap::new(),
        extra: None,
        role: "admin".to_owned(),
    }
}

/// What the outside may ask for.
pub fn form() -> FilterForm<Listing> {
    let f = Listing::fields();
    FilterForm::new()
        .field("id", f.id(), |it| it.eq().is_in(3))
        .field("title", f.title(), |it| it.eq().starts_with().contains())
        .field("state", f.state(), |it| it.eq().ne().is_in(2))
        .field("price", f.price(), |it| it.eq().gte().lte())
        .field("stock", f.stock(), |it| it.eq().gt().lt())
        .field("views", f.views(), |it| it.eq().gte())
        .field("rating", f.rating(), |it| it.eq().gte())
        .field("sold", f.sold(), |it| it.eq())
        .field("listed_at", f.listed_at(), |it| it.gte().lt())
        .field("owner", f.owner(), |it| it.eq())
        .field("tag", f.tags().each(), |it| it.eq().is_in(3))
        .field("coupon", f.coupon(), |it| it.eq().present())
        .sort("newest", f.listed_at().desc().then(f.id().desc()))
        .max_conditions(6)
        .ignore("page")
}

/// What becomes of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Becomes {
    /// It is refused at this path.
    Refused(&'static str),
    /// It is text that the title is compared with, literally.
    Text,
}

use Becomes::{Refused, Text};

/// Hostile JSON.
pub const JSON: &[(&str, Becomes)] = &[
    // Operators of the server in place of a value.
    (r#"{"title": {"$ne": null}}"#, Refused("title.$ne")),
    (r#"{"title": {"$gt": ""}}"#, Refused("title.$gt")),
    (r#"{"title": {"$in": ["chair 1"]}}"#, Refused("title.$in")),
    (r#"{"title": {"$nin": []}}"#, Refused("title.$nin")),
    (r#"{"title": {"$exists": true}}"#, Refused("title.$exists")),
    (r#"{"title": {"$regex": ".*"}}"#, Refused("title.$regex")),
    (r#"{"title": {"$not": {"$eq": "x"}}}"#, Refused("title.$not")),
    (r#"{"title": {"$type": 2}}"#, Refused("title.$type")),
    (r#"{"title": {"eq": {"$ne": null}}}"#, Refused("title.eq")),
    (r#"{"title": {"starts_with": {"$ne": null}}}"#, Refused("title.starts_with")),
    (r#"{"state": {"in": [{"$ne": null}]}}"#, Refused("state.in[0]")),
    (r#"{"state": {"ne": null}}"#, Refused("state.ne")),
    (r#"{"tag": {"$elemMatch": {"$ne": ""}}}"#, Refused("tag.$elemMatch")),
    (r#"{"stock": {"$mod": [1, 0]}}"#, Refused("stock.$mod")),
    (r#"{"sold": {"$ne": false}}"#, Refused("sold.$ne")),
    // Operators of the server in place of a field.
    (r#"{"$where": "true"}"#, Refused("$where")),
    (r#"{"$where": "sleep(10000) || true"}"#, Refused("$where")),
    (r#"{"$expr": {"$eq": [1, 1]}}"#, Refused("$expr")),
    (r#"{"$expr": {"$function": {"body": "f", "args": [], "lang": "js"}}}"#, Refused("$expr")),
    (r#"{"$function": {"body": "f"}}"#, Refused("$function")),
    (r#"{"$or": [{}, {"title": "x"}]}"#, Refused("$or")),
    (r#"{"$nor": []}"#, Refused("$nor")),
    (r#"{"$comment": "x"}"#, Refused("$comment")),
    (r#"{"$jsonSchema": {}}"#, Refused("$jsonSchema")),
    (r#"{"$text": {"$search": "chair"}}"#, Refused("$text")),
    // Extended JSON.
    (r#"{"id": {"$oid": "010101010101010101010101"}}"#, Refused("id.$oid")),
    (r#"{"id": {"in": [{"$oid": "010101010101010101010101"}]}}"#, Refused("id.in[0]")),
    (r#"{"listed_at": {"gte": {"$date": "2020-01-01T00:00:00Z"}}}"#, Refused("listed_at.gte")),
    (r#"{"price": {"gte": {"$numberDecimal": "0"}}}"#, Refused("price.gte")),
    (
        r#"{"title": {"$regularExpression": {"pattern": "^c", "options": ""}}}"#,
        Refused("title.$regularExpression"),
    ),
    (r#"{"stock": {"$numberInt": "7"}}"#, Refused("stock.$numberInt")),
    (r#"{"stock": {"gt": {"$minKey": 1}}}"#, Refused("stock.gt")),
    // Fields that are not of the form, and paths.
    (r#"{"role": "admin"}"#, Refused("role")),
    (r#"{"extra.role": "admin"}"#, Refused("extra.role")),
    (r#"{"labels.$where": "x"}"#, Refused("labels.$where")),
    (r#"{"title.0": "c"}"#, Refused("title.0")),
    (r#"{"_id": "010101010101010101010101"}"#, Refused("_id")),
    (r#"{"__proto__": {"sold": true}}"#, Refused("__proto__")),
    (r#"{"constructor": {"prototype": {}}}"#, Refused("constructor")),
    (r#"{"tags": "wood"}"#, Refused("tags")),
    (r#"{"": "x"}"#, Refused("#1")),
    (r#"{"TITLE": "chair 1"}"#, Refused("TITLE")),
    ("{\"title\u{200b}\": \"chair 1\"}", Refused("#1")),
    ("{\"\u{ff04}where\": \"true\"}", Refused("#1")),
    ("{\"t\u{456}tle\": \"chair 1\"}", Refused("#1")),
    (r#"{"\u0024where": "true"}"#, Refused("$where")),
    (r#"{"title\u0000": "x"}"#, Refused("#1")),
    (r#"{"a\nb\u001b[31m": 1}"#, Refused("#1")),
    // Keys that stand twice.
    (r#"{"title": "a", "title": {"$ne": null}}"#, Refused("title")),
    (r#"{"title": {"eq": "a", "eq": {"$ne": null}}}"#, Refused("title.eq")),
    (r#"{"sort": "newest", "sort": "newest"}"#, Refused("sort")),
    // Values of another kind.
    (r#"{"title": null}"#, Refused("title")),
    (r#"{"title": ["chair 1"]}"#, Refused("title")),
    (r#"{"title": 1}"#, Refused("title")),
    (r#"{"title": true}"#, Refused("title")),
    (r#"{"title": {}}"#, Refused("title")),
    (r#"{"title": {"eq": []}}"#, Refused("title.eq")),
    (r#"{"state": "PUBLIC"}"#, Refused("state")),
    (r#"{"state": 1}"#, Refused("state")),
    (r#"{"state": {"in": []}}"#, Refused("state.in")),
    (r#"{"state": {"in": "public"}}"#, Refused("state.in")),
    (r#"{"stock": "7"}"#, Refused("stock")),
    (r#"{"stock": 7.0}"#, Refused("stock")),
    (r#"{"stock": 7e0}"#, Refused("stock")),
    (r#"{"stock": 2147483648}"#, Refused("stock")),
    (r#"{"views": 9223372036854775808}"#, Refused("views")),
    (r#"{"views": "0x7"}"#, Refused("views")),
    (r#"{"views": " 7"}"#, Refused("views")),
    (r#"{"rating": 1e999}"#, Refused("rating")),
    (r#"{"rating": "NaN"}"#, Refused("rating")),
    (r#"{"price": {"gte": "NaN"}}"#, Refused("price.gte")),
    (r#"{"price": {"gte": "-Infinity"}}"#, Refused("price.gte")),
    (r#"{"price": {"gte": 1e7000}}"#, Refused("price.gte")),
    (r#"{"sold": "true"}"#, Refused("sold")),
    (r#"{"sold": 1}"#, Refused("sold")),
    (r#"{"id": "01"}"#, Refused("id")),
    (
        r#"{"id": "\u0001\u0001\u0001\u0001\u0001\u0001\u0001\u0001\u0001\u0001\u0001\u0001"}"#,
        Refused("id"),
    ),
    (r#"{"owner": "01010101010101010101010101010101"}"#, Refused("owner")),
    (r#"{"listed_at": {"gte": 0}}"#, Refused("listed_at.gte")),
    (r#"{"listed_at": {"gte": "yesterday"}}"#, Refused("listed_at.gte")),
    (r#"{"coupon": {"present": "yes"}}"#, Refused("coupon.present")),
    (r#"{"title": {"starts_with": ""}}"#, Refused("title.starts_with")),
    (r#"{"title": {"contains": "\u0000"}}"#, Refused("title.contains")),
    (r#"{"title": "a\u0000b"}"#, Refused("title")),
    (r#"{"title": "\ud800"}"#, Refused("title")),
    (r#"{"sort": {"title": 1}}"#, Refused("sort")),
    (r#"{"sort": "-role"}"#, Refused("sort")),
    (r#"{"sort": null}"#, Refused("sort")),
    // What is no object.
    ("", Refused("")),
    ("null", Refused("")),
    ("[]", Refused("")),
    (r#"[{"title": "x"}]"#, Refused("")),
    (r#""title""#, Refused("")),
    ("{title: 1}", Refused("")),
    (r#"{"title": "x"} {"title": {"$ne": null}}"#, Refused("")),
    (r#"{"title": NaN}"#, Refused("")),
    (r#"{"title": 'x'}"#, Refused("")),
    ("\u{feff}{}", Refused("")),
    // Text that looks like an operator is text.
    (r#"{"title": "{\"$ne\": null}"}"#, Text),
    (r#"{"title": "$where"}"#, Text),
    (r#"{"title": "$title"}"#, Text),
    (r#"{"title": "';return true;//"}"#, Text),
    (r#"{"title": "/.*/"}"#, Text),
    (r#"{"title": "^(a+)+$"}"#, Text),
    (r#"{"title": {"eq": ".*"}}"#, Text),
    (r#"{"title": {"starts_with": "^.*"}}"#, Text),
    (r#"{"title": {"starts_with": "(a+)+$"}}"#, Text),
    (r#"{"title": {"starts_with": "(?i)CHAIR"}}"#, Text),
    (r#"{"title": {"contains": ".*"}}"#, Text),
    (r#"{"title": {"contains": "x|chair"}}"#, Text),
    (r#"{"title": {"contains": "\\Q"}}"#, Text),
    ("{\"title\": {\"contains\": \"\u{202e}riahc\"}}", Text),
];

/// Hostile pairs of a query string.
pub const PAIRS: &[(&[(&str, &str)], Becomes)] = &[
    (&[("title.$ne", "")], Refused("title.$ne")),
    (&[("title[$ne]", "")], Refused("title[$ne]")),
    (&[("title.eq.$ne", "")], Refused("title.eq.$ne")),
    (&[("$where", "true")], Refused("$where")),
    (&[("title", "a"), ("title", "b")], Refused("title")),
    (&[("title", "a"), ("title.eq", "b")], Refused("title.eq")),
    (&[("state.in", "draft"), ("state.in", "public"), ("state.in", "draft")], Refused("state.in")),
    (&[("state.in", "draft,public")], Refused("state.in[0]")),
    (&[("page", "1"), ("page", "2")], Refused("page")),
    (&[("role", "admin")], Refused("role")),
    (&[(".", "x")], Refused(".")),
    (&[(".eq", "x")], Refused(".eq")),
    (&[("title.", "x")], Refused("title.")),
    (&[("stock", "+7")], Refused("stock")),
    (&[("stock", "07")], Refused("stock")),
    (&[("stock", "7\n")], Refused("stock")),
    (&[("stock", "\u{0667}")], Refused("stock")),
    (&[("sold", "1")], Refused("sold")),
    (&[("tag", "a"), ("tag.in", "b")], Refused("tag.in")),
    (&[("sort", "title")], Refused("sort")),
    (&[("title", "{\"$ne\": null}")], Text),
    (&[("title", "[$ne]=")], Text),
    (&[("title.starts_with", ".*")], Text),
    (&[("title.contains", "^chair")], Text),
];

/// Text that asks for more when it is not taken literally.
pub const TEXTS: &[&str] = &[
    r#"{"$ne": null}"#,
    r#"{"$gt": ""}"#,
    "$ne",
    "$where",
    "$$ROOT",
    "$title",
    ".*",
    "^",
    "^c",
    "(a+)+$",
    "chair|x",
    "/chair/i",
    "\\",
    "' || '1'=='1",
    "true, $where: 'sleep(1000)'",
];
