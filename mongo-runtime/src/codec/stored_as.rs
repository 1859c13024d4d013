//! Values that are stored as another storable type: `StoredAs` and `stored_as!`.

use super::{
    Bounds, DecodeReason, EncodeReason, Failure, Over, Reader, Value, Writer, scalar::STRING,
};
/// A representation of yours for a type of somebody else: it is stored as a type that has a form already.
///
/// Write a type that stands for the representation, two functions, and [`stored_as!`](crate::stored_as); a field takes it
/// with `#[mongo(with = Cents)]`, also inside of `Option`, `Presence`, arrays and the values of maps. The long way, an
/// `impl Value<Cents> for Money`, is for a form that no storable type has.
///
/// ```
/// use mongo_runtime::{StoredAs, bson::doc, prelude::*, stored_as};
///
/// mod billing {
///     //! Another crate.
///
///     #[derive(Debug, Clone, Copy, PartialEq)]
///     pub struct Money {
///         pub euros: i64,
///         pub cents: u8,
///     }
/// }
/// use billing::Money;
///
/// /// Money as an int64 of cents.
/// enum Cents {}
///
/// impl StoredAs<Money> for Cents {
///     type Stored = i64;
///
///     fn to_stored(money: &Money) -> Result<i64, &'static str> {
///         let cents = money.euros.checked_mul(100).and_then(|cents| cents.checked_add(money.cents.into()));
///         cents.ok_or("more money than an int64 of cents holds")
///     }
///
///     fn from_stored(cents: i64) -> Result<Money, &'static str> {
///         let part = u8::try_from(cents % 100).map_err(|_| "expected an amount of money, found less than nothing")?;
///         Ok(Money { euros: cents / 100, cents: part })
///     }
/// }
///
/// // More money is a larger number: filters may compare it.
/// stored_as!(Cents: Money, ordered);
///
/// #[derive(Document)]
/// #[mongo(collection = "invoices")]
/// struct Invoice {
///     #[mongo(id)]
///     id: ObjectId,
///     #[mongo(with = Cents)]
///     total: Money,
///     #[mongo(with = Cents)]
///     discount: Option<Money>,
///     #[mongo(with = Cents, max_items = 12)]
///     rates: Vec<Money>,
/// }
///
/// let limit = Money { euros: 19, cents: 80 };
/// assert_eq!(Invoice::fields().total().gte(limit).render()?, doc! { "total": { "$gte": 1980_i64 } });
/// # let invoice = Invoice { id: ObjectId::new(), total: limit, discount: None, rates: vec![limit] };
/// # assert_eq!(mongo_runtime::from_slice::<Invoice>(&mongo_runtime::to_vec(&invoice)?)?.rates, [limit]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What such a field can do
///
/// It is compared for equality, put in lists (`is_in`), set, and asked for its presence, as what it is stored as can be. It has
/// an order (`gt`, `min`, `sort`, ..) only with `ordered`, by which you say that the stored values are in the order of yours;
/// what is stored must have one. It has no arithmetic, no patterns and no paths into it, and it is no key of a map: the server
/// would make values of the stored type that `from_stored` never saw. Bounds (`max_len`, `max_items`) are those of the
/// stored value. `_id`, indexes and the validator take it for what is stored.
///
/// `to_stored` has to give one stored value for each value, always the same, or a filter misses what an insert stored; and
/// `from_stored` has to read all that `to_stored` gives. Nothing can check that for you but a test.
///
/// # Costs
///
/// `to_stored` runs twice a write, to measure and to write, once more where a bound is declared, and three times for each
/// element of an array or map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what `{T}` is stored as",
    label = "no `impl StoredAs<{T}> for {Self}`",
    note = "write `impl StoredAs<{T}> for {Self}`: the type that is stored, and the two functions there and back"
)]
pub trait StoredAs<T> {
    /// What is stored.
    type Stored: Value;

    /// The version of the representation, which the manifest shows behind its name: `Cents@1`. Whoever changes what is stored
    /// raises it, so that the change shows.
    const VERSION: u16 = 1;

    /// The value to store.
    ///
    /// # Errors
    ///
    /// A value that the stored type can't hold. The text is shown behind the path of the field; it is fixed, so that it tells
    /// no value.
    fn to_stored(value: &T) -> Result<Self::Stored, &'static str>;

    /// The value that was stored.
    ///
    /// # Errors
    ///
    /// A stored value that stands for none, such as one of another client. The text is as in
    /// [`to_stored`](Self::to_stored).
    fn from_stored(stored: Self::Stored) -> Result<T, &'static str>;
}

/// Makes a [`StoredAs`] the representation of its type: `stored_as!(Cents: Money)`, or `stored_as!(Cents: Money, ordered)` if
/// the stored values are in the order of the type's own.
///
/// It is an `impl Value<Cents> for Money`. `Cents` must be a type of your crate; the manifest shows its name.
#[macro_export]
macro_rules! stored_as {
    ($codec:ident: $ty:ty $(,)?) => {
        $crate::__stored_as!($codec, $ty, Converted,);
    };
    ($codec:ident: $ty:ty, ordered $(,)?) => {
        $crate::__stored_as!(
            $codec,
            $ty,
            ConvertedInOrder,
            <<$codec as $crate::StoredAs<$ty>>::Stored as $crate::Value>::Class: $crate::class::KeepsOrder,
        );
    };
}

/// The bounds are on the `impl`, so that one that does not hold is one error.
#[doc(hidden)]
#[macro_export]
macro_rules! __stored_as {
    ($codec:ident, $ty:ty, $class:ident, $($order:tt)*) => {
        const _: () = {
            use $crate::__private as p;

            const NAME: &p::str = p::stringify!($codec);

            #[automatically_derived]
            impl p::Value<$codec> for $ty
            where
                $codec: $crate::StoredAs<$ty>,
                $($order)*
            {
                const SHAPE: &'static p::Shape = {
                    p::ensure(p::check_stored_as(
                        NAME,
                        <<$codec as $crate::StoredAs<$ty>>::Stored as p::Value>::SHAPE,
                    ));
                    &p::stored_as_shape(
                        NAME,
                        <$codec as $crate::StoredAs<$ty>>::VERSION,
                        <<$codec as $crate::StoredAs<$ty>>::Stored as p::Value>::SHAPE,
                    )
                };
                const BACK: &'static p::Shape = &p::stored_as_shape(
                    NAME,
                    <$codec as $crate::StoredAs<$ty>>::VERSION,
                    <<$codec as $crate::StoredAs<$ty>>::Stored as p::Value>::BACK,
                );
                type Class = p::class::$class<<<$codec as $crate::StoredAs<$ty>>::Stored as p::Value>::Class>;
                type Inner = Self;
                type Fields<P: p::Path> = p::Leaf<P>;

                fn element_type(&self) -> p::u8 {
                    p::stored_as::element_type::<$codec, Self>(self)
                }

                fn encoded_len(&self) -> p::usize {
                    p::stored_as::encoded_len::<$codec, Self>(self)
                }

                fn encode(&self, out: &mut p::Writer<'_>) {
                    p::stored_as::encode::<$codec, Self>(self, out);
                }

                fn encode_element(&self, header: &[p::u8], out: &mut p::Writer<'_>) {
                    p::stored_as::encode_element::<$codec, Self>(self, header, out);
                }

                fn decode(
                    element_type: p::u8,
                    input: &mut p::Reader<'_>,
                ) -> p::Result<Self, p::Failure> {
                    p::stored_as::decode::<$codec, Self>(element_type, input)
                }

                fn over(&self, bounds: &p::Bounds) -> p::Option<p::Over> {
                    p::stored_as::over::<$codec, Self>(self, bounds)
                }
            }
        };
    };
}

/// The element type of what is refused. It is one with a length, so that the error is of this element, not of the next one.
const UNKNOWN: u8 = STRING;

/// [`Value::element_type`] of a converted value.
pub fn element_type<C: StoredAs<T>, T>(value: &T) -> u8 {
    C::to_stored(value).map_or(UNKNOWN, |stored| stored.element_type())
}

/// [`Value::encoded_len`] of a converted value.
pub fn encoded_len<C: StoredAs<T>, T>(value: &T) -> usize {
    C::to_stored(value).map_or(0, |stored| stored.encoded_len())
}

/// [`Value::encode`] of a converted value.
pub fn encode<C: StoredAs<T>, T>(value: &T, out: &mut Writer<'_>) {
    match C::to_stored(value) {
        Ok(stored) => stored.encode(out),
        Err(why) => out.refuse(EncodeReason::Custom(why)),
    }
}

/// [`Value::encode_element`] of a converted value, which is converted once.
pub fn encode_element<C: StoredAs<T>, T>(value: &T, header: &[u8], out: &mut Writer<'_>) {
    match C::to_stored(value) {
        Ok(stored) => stored.encode_element(header, out),
        Err(why) => {
            out.put_header(UNKNOWN, header);
            out.refuse(EncodeReason::Custom(why));
        }
    }
}

/// [`Value::decode`] of a converted value.
///
/// # Errors
///
/// What is stored can't be read, or stands for no value.
pub fn decode<C: StoredAs<T>, T>(element_type: u8, input: &mut Reader<'_>) -> Result<T, Failure> {
    let start = input.offset();
    let stored = <C::Stored as Value>::decode(element_type, input)?;
    C::from_stored(stored).map_err(|why| Failure::new(DecodeReason::Custom(why), start))
}

/// [`Value::over`] of a converted value.
pub fn over<C: StoredAs<T>, T>(value: &T, bounds: &Bounds) -> Option<Over> {
    C::to_stored(value).ok()?.over(bounds)
}
