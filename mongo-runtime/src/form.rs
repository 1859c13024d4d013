//! Filters from outside: a form says which fields may be asked for and how, and reads nothing else.

mod field;

mod given;

#[cfg(feature = "json")]
mod json;

mod pairs;

mod problem;

mod reading;

use std::fmt;

use self::{field::Entry, reading::Reading};
use crate::{
    field::{Field, Path},
    filter::Filter,
    sort::Sort,
};

pub use self::{
    field::FormField,
    problem::{FormError, FormFault, FormProblem},
};

/// What a search from outside may ask of documents of type `D`: an allow-list of fields, operators and orders.
///
/// A field of the form has a name of its own, a typed path, and the operators that it takes; an operator that the path lacks does
/// not compile. What comes in is text. It is read as what the field stores, decoded and encoded again by the codec of the field, so
/// that its range, its tags and its bounds hold, and it can't become an operator, a path or a pattern.
///
/// ```
/// use mongo_runtime::{form::FilterForm, prelude::*};
///
/// #[derive(Document)]
/// #[mongo(collection = "orders")]
/// struct Order {
///     #[mongo(id)]
///     id: ObjectId,
///     status: Status,
///     #[mongo(max_len = 60)]
///     customer: String,
///     total: Decimal128,
///     created_at: DateTime,
/// }
///
/// #[derive(Embedded)]
/// #[mongo(rename_all = "snake_case")]
/// enum Status {
///     Open,
///     Paid,
/// }
///
/// let order = Order::fields();
/// let form = FilterForm::<Order>::new()
///     .field("status", order.status(), |it| it.eq().is_in(10))
///     .field("customer", order.customer(), |it| it.starts_with().max_len(30))
///     .field("total", order.total(), |it| it.gte().lte())
///     .sort("newest", order.created_at().desc().then(order.id().desc()))
///     .max_conditions(8);
///
/// // The query string `?status=open&total.gte=12.50&sort=newest`, taken apart by the web framework.
/// let asked = form.parse_pairs([("status", "open"), ("total.gte", "12.50"), ("sort", "newest")])?;
/// let filter = order.status().eq(Status::Open).and(order.total().gte("12.50".parse::<Decimal128>()?));
/// assert_eq!(asked.filter, filter);
/// assert!(asked.sort.is_some());
///
/// let refused = form.parse_pairs([("status.$ne", ""), ("total.gte", "much")]).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "`status.$ne`: no such operator; `status` takes `eq`, `in`; \
///      `total.gte`: expected a decimal number, as `12.50`",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The same as JSON, with `parse_json` of the feature `json`: `{ "status": { "in": ["open", "paid"] }, "total": { "gte": "12.50" },
/// "sort": "newest" }`. A value without an operator is compared with `eq`.
///
/// | operator | asks by | in pairs | as JSON |
/// |---|---|---|---|
/// | `eq` | [`eq`](crate::filter::FilterField::eq) | `status=open`, `status.eq=open` | `"open"`, `{ "eq": "open" }` |
/// | `ne`, `gt`, `gte`, `lt`, `lte` | the methods of these names | `total.gte=12.50` | `{ "gte": "12.50" }` |
/// | `in`, `not_in` | `is_in`, `not_in` | `status.in=open&status.in=paid` | `{ "in": ["open", "paid"] }` |
/// | `starts_with`, `contains` | the same, of literal text | `customer.starts_with=An` | `{ "starts_with": "An" }` |
/// | `present` | `is_present`, or `is_null_or_absent` | `coupon.present=true` | `{ "present": true }` |
///
/// | stored as | read from |
/// |---|---|
/// | string, unit enum | text |
/// | int32, double | a number; an integer has no fraction and no exponent, a double is the nearest one |
/// | int64, decimal | a number, or the text of one: readers of JSON elsewhere lose its digits |
/// | bool | `true`, `false` |
/// | date | RFC 3339 text with at most milliseconds, `2024-02-29T12:30:00Z` |
/// | ObjectId | 24 hexadecimal digits |
/// | UUID | its text with four hyphens |
///
/// A representation of text (`civil_date`, `string_padded`, a `StoredAs`) takes the text that is stored.
///
/// Everything else is refused with its path in the input: other keys, other operators, null, a list or an object in place of a value,
/// a key that stands twice, text with NUL. The input, each text, each list and the number of conditions have bounds. A form
/// can be made once and kept in a `static LazyLock`.
#[must_use = "a form does nothing by itself; have it parse what comes in"]
pub struct FilterForm<D> {
    entries: Vec<Entry<D>>,
    sorts: Vec<(&'static str, Sort<D>)>,
    ignored: Vec<&'static str>,
    limits: Limits,
}

/// The bounds of what a form reads.
#[derive(Debug, Clone, Copy)]
struct Limits {
    conditions: usize,
    text_len: usize,
    input_bytes: usize,
}

/// What was asked through a form.
#[non_exhaustive]
pub struct FormQuery<D> {
    /// The conditions, all of which hold. They are joined with those of the program: `asked.filter.and(own)`.
    pub filter: Filter<D>,
    /// The order, if one was asked for. A find takes it with one of the program's own in its place:
    /// `.sort(asked.sort.unwrap_or_else(|| order.created_at().desc()))`.
    pub sort: Option<Sort<D>>,
}

/// The key by which an order is asked for.
const SORT: &str = "sort";

impl<D: 'static> FilterForm<D> {
    /// A form without fields: it takes at most 16 conditions, text of at most 256 code points, and 16 KiB of input.
    #[expect(clippy::new_without_default, reason = "a form that takes nothing is no default")]
    pub fn new() -> Self {
        let limits = Limits { conditions: 16, text_len: 256, input_bytes: 16 << 10 };
        Self { entries: Vec::new(), sorts: Vec::new(), ignored: Vec::new(), limits }
    }

    /// The field at a typed path, under a name of the form, with the operators that it takes:
    /// `.field("total", order.total(), |it| it.gte().lte())`.
    ///
    /// # Panics
    ///
    /// The name is taken, or not made of ASCII letters, digits, `_` and `-`; the field takes no operator; or it is compared with what has
    /// no text, as a `Timestamp`.
    #[track_caller]
    pub fn field<F: Field>(
        mut self,
        name: &'static str,
        _path: F,
        operators: impl FnOnce(FormField<F>) -> FormField<F>,
    ) -> Self
    where
        F::Path: Path<Root = D>,
    {
        self.assert_free(name);
        let field = operators(FormField::new());
        assert!(field.takes_any(), "the field `{name}` of a form takes no operator");
        assert!(field.can_be_given(), "what the field `{name}` of a form holds has no text");
        self.entries.push(field.into_entry(name));
        self
    }

    /// An order, under a name: `sort=newest`. There is no other way to ask for one.
    ///
    /// # Panics
    ///
    /// As [`field`](Self::field), among orders.
    #[track_caller]
    pub fn sort(mut self, name: &'static str, sort: Sort<D>) -> Self {
        assert_is_name(name);
        assert!(
            self.sorts.iter().all(|(taken, _)| *taken != name),
            "two orders of a form are called `{name}`"
        );
        self.sorts.push((name, sort));
        self
    }

    /// A key that others read, such as the `page` of a query string. The form passes over it, once.
    ///
    /// # Panics
    ///
    /// As [`field`](Self::field).
    #[track_caller]
    pub fn ignore(mut self, name: &'static str) -> Self {
        self.assert_free(name);
        self.ignored.push(name);
        self
    }

    /// At most so many conditions.
    pub fn max_conditions(mut self, n_conditions: usize) -> Self {
        self.limits.conditions = n_conditions;
        self
    }

    /// At most so many code points of any text. The bound that a field declares holds besides.
    pub fn max_text_len(mut self, n_code_points: usize) -> Self {
        self.limits.text_len = n_code_points;
        self
    }

    /// At most so many bytes of input, keys and values together.
    pub fn max_input_bytes(mut self, n_bytes: usize) -> Self {
        self.limits.input_bytes = n_bytes;
        self
    }

    /// Reads the pairs of a query string, percent-decoded: `[("status", "open"), ("total.gte", "12.50")]`. A list is a key that
    /// stands once for each element.
    ///
    /// # Errors
    ///
    /// Anything that the form does not take: each with its path, and without its value.
    pub fn parse_pairs<K: AsRef<str>, V: AsRef<str>>(
        &self,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Result<FormQuery<D>, FormError> {
        let mut reading = Reading::new(self);
        pairs::read(&mut reading, pairs);
        reading.finish()
    }

    /// Reads one JSON object: `{ "status": "open", "total": { "gte": "12.50" }, "sort": "newest" }`.
    ///
    /// # Errors
    ///
    /// As [`parse_pairs`](Self::parse_pairs); bytes that are not UTF-8, or not JSON.
    #[cfg(feature = "json")]
    pub fn parse_json(&self, json: impl AsRef<[u8]>) -> Result<FormQuery<D>, FormError> {
        let mut reading = Reading::new(self);
        json::read(&mut reading, json.as_ref());
        reading.finish()
    }

    #[track_caller]
    fn assert_free(&self, name: &str) {
        assert_is_name(name);
        assert_ne!(name, SORT, "the key `sort` of a form asks for an order");
        let is_taken =
            self.entries.iter().any(|entry| entry.name == name) || self.ignored.contains(&name);
        assert!(!is_taken, "two fields of a form are called `{name}`");
    }
}

impl<D> Clone for FormQuery<D> {
    fn clone(&self) -> Self {
        Self { filter: self.filter.clone(), sort: self.sort.clone() }
    }
}

impl<D> PartialEq for FormQuery<D> {
    fn eq(&self, other: &Self) -> bool {
        self.filter == other.filter && self.sort == other.sort
    }
}

impl<D> fmt::Debug for FormQuery<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormQuery").field("filter", &self.filter).field("sort", &self.sort).finish()
    }
}

#[track_caller]
fn assert_is_name(name: &str) {
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    assert!(is_name, "a name of a form is made of ASCII letters, digits, `_` and `-`");
}

impl<D> fmt::Debug for FilterForm<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sorts = self.sorts.iter().map(|(name, sort)| (name, sort.keys()));
        f.debug_struct("FilterForm")
            .field("fields", &self.entries)
            .field("sorts", &sorts.collect::<Vec<_>>())
            .field("ignored", &self.ignored)
            .field("limits", &self.limits)
            .finish()
    }
}
