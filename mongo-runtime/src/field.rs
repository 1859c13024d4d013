//! Typed paths: a path is a type, so its dotted name is a constant and costs nothing at run time.
//!
//! `Order::fields()` has a method for each field of the document, by its Rust name, and so has each path to a document inside. What
//! a path can be asked and told is in [`FilterField`](crate::filter::FilterField),
//! [`UpdateField`](crate::update::UpdateField) and [`SortField`](crate::sort::SortField).
//!
//! | the field is | the path goes on by |
//! |---|---|
//! | a document, or an `Option` of one | the name of a field: `customer().name()` |
//! | an array or set | [`each()`](ArrayField::each), any element: `items().each().sku()`; or [`elem_match`](crate::filter::FilterField::elem_match), one element that meets several conditions |
//! | an enum with data | the name of a variant: `payment().card().last4()` |
//!
//! ```
//! use mongo_runtime::{bson::doc, prelude::*};
//!
//! #[derive(Document)]
//! #[mongo(collection = "orders")]
//! struct Order {
//!     #[mongo(id)]
//!     id: ObjectId,
//!     shipping: Option<Address>,
//!     #[mongo(max_items = 200)]
//!     items: Vec<Item>,
//! }
//!
//! #[derive(Embedded)]
//! struct Address {
//!     #[mongo(max_len = 40)]
//!     city: String,
//! }
//!
//! #[derive(Embedded)]
//! struct Item {
//!     #[mongo(max_len = 40)]
//!     sku: String,
//!     quantity: i32,
//! }
//!
//! let order = Order::fields();
//! assert_eq!(order.shipping().city().eq("Oslo").render()?, doc! { "shipping.city": "Oslo" });
//! assert_eq!(order.items().each().sku().eq("tea").render()?, doc! { "items.sku": "tea" });
//! let many = order.items().elem_match(|item| item.sku().eq("tea").and(item.quantity().gte(3)));
//! assert_eq!(many.render()?, doc! { "items": { "$elemMatch": { "sku": "tea", "quantity": { "$gte": 3 } } } });
//! # Ok::<(), mongo_runtime::Error>(())
//! ```

mod path;

mod access;

mod element;

mod handle;

mod marker;

mod member;

mod operand;

mod step;

mod variant;

pub(crate) use self::member::check_bytes;

pub use self::{
    access::{Access, Changeable, Free, PartOfId},
    element::{Element, ElementOf},
    handle::{ArrayField, Enterable, Field, Leaf, MapField},
    marker::{Marker, marker},
    member::{
        Goto, Member, back_of, expect_field, field_len, field_shape, finish_field, late_field,
        missing_field, put_bounded, put_field, shape_or_back,
    },
    operand::{FromText, Operand},
    path::{
        Direct, Each, Key, Name, OfKey, OneOrder, OnePlace, Path, Reach, Root, ThroughArray, Whole,
    },
    step::{Enclosing, HasElements, each, inside, variant},
    variant::{As, FieldsOfAVariant, InVariant, IsVariant, OneVariant, Variant, VariantField},
};
