//! The types that a field of a projection may have, given what the document has at its path.

use super::{
    Projection, ProjectionTable,
    find::{Found, Place, find},
    walk::{Many, One, Step, Told},
};
use crate::{
    class::Elements,
    codec::{AsIs, Failure, Reader, Value},
};

const ARRAY: u8 = 0x04;
const NULL: u8 = 0x0A;

/// A field that reads what the document has at its path, `L`, which is a `T` there; `K` is inferred, and says how.
#[diagnostic::on_unimplemented(
    message = "the document has `{T}` here, and the field of the projection is `{Self}`",
    label = "expected `{T}`",
    note = "a field has the type that the document has at its path, `Option` of it where the path leads through something optional \
            or into a variant, and `Vec` of it for each `[]`",
    note = "of a document inside, it may have a part: a type with `#[derive(Projection)] #[mongo(document = ..)]`"
)]
pub trait Reads<T, L, K>: Sized {
    /// What a rule at compile time asks of it.
    const READING: Reading;

    /// Reads it. `steps` are those that begin at an array, if one is at the end of the way.
    ///
    /// `None` when there is nothing, and the type says nothing about that.
    fn read(found: Found<'_>, steps: &'static [Step]) -> Result<Option<Self>, Failure>;
}

/// How a type reads what is there.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// Whether it is an `Option` over the type of the document.
    pub(super) is_lifted: bool,
    /// Whether the type of the document has a value by itself for what is not there.
    pub(super) has_absent: bool,
    /// What it has of a document, or of each in an array.
    pub(super) part: Option<&'static ProjectionTable>,
    /// How it reads the elements of an array that the path goes through.
    pub(super) elements: Option<&'static Self>,
}

impl Reading {
    /// All of what is there, and nothing in between.
    pub(super) const WHOLE: Self =
        Self { is_lifted: false, has_absent: false, part: None, elements: None };
}

/// The type of the document.
#[derive(Debug)]
pub struct Same;

/// A projection.
#[derive(Debug)]
pub struct Part;

/// A `Vec` of projections.
#[derive(Debug)]
pub struct Parts;

/// A `Vec` of what is read of each element, as `K` says.
#[derive(Debug)]
pub struct Each<K>(std::marker::PhantomData<K>);

/// An `Option` of what is read as `K` says.
#[derive(Debug)]
pub struct Lifted<K>(std::marker::PhantomData<K>);

/// That two types are one: as a condition, so that an error is about the field and not about types of this module.
pub trait Is<T> {
    /// The same value.
    fn of(value: T) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T> Is<T> for T {
    #[inline]
    fn of(value: T) -> Self {
        value
    }
}

#[diagnostic::do_not_recommend]
impl<Shown, U: Is<T>, T: Value<C>, C> Reads<Shown, One<T, C>, Same> for U {
    const READING: Reading = Reading { has_absent: T::SHAPE.is_optional(), ..Reading::WHOLE };

    #[inline]
    fn read(found: Found<'_>, _: &'static [Step]) -> Result<Option<Self>, Failure> {
        match found {
            Found::At(element_type, mut input) => {
                T::decode(element_type, &mut input).map(|value| Some(U::of(value)))
            }
            Found::Nothing => Ok(T::absent().map(U::of)),
            Found::Lacks(lack) => {
                T::absent().map(|value| Some(U::of(value))).ok_or_else(|| lack.missing())
            }
        }
    }
}

#[diagnostic::do_not_recommend]
impl<Shown, T: Value, P: Projection<Document = T::Inner>> Reads<Shown, One<T, AsIs>, Part> for P {
    const READING: Reading = Reading { part: Some(P::TABLE), ..Reading::WHOLE };

    fn read(found: Found<'_>, _: &'static [Step]) -> Result<Option<Self>, Failure> {
        value(found, T::SHAPE.is_optional(), P::decode)
    }
}

#[diagnostic::do_not_recommend]
impl<Shown, T, I, P> Reads<Shown, One<T, AsIs>, Parts> for Vec<P>
where
    T: Value<Class: Elements<Item = I, Codec = AsIs>>,
    I: Value + 'static,
    P: Projection<Document = I::Inner>,
{
    const READING: Reading = Reading { part: Some(P::TABLE), ..Reading::WHOLE };

    fn read(found: Found<'_>, _: &'static [Step]) -> Result<Option<Self>, Failure> {
        value(found, T::SHAPE.is_optional(), |element_type, input| {
            elements(element_type, input, |element_type, input| match element_type {
                NULL if I::SHAPE.is_optional() => Ok(None),
                _ => P::decode(element_type, input).map(Some),
            })
        })
    }
}

#[diagnostic::do_not_recommend]
impl<Shown, L: Told, K, E: Reads<L::Type, L, K>> Reads<Shown, Many<L>, Each<K>> for Vec<E> {
    const READING: Reading = Reading { elements: Some(&E::READING), ..Reading::WHOLE };

    fn read(found: Found<'_>, steps: &'static [Step]) -> Result<Option<Self>, Failure> {
        let [Step::Each { may_be_null }, steps @ ..] = steps else { return Ok(None) };
        value(found, false, |element_type, input| {
            elements(element_type, input, |element_type, input| {
                let may_be_null = *may_be_null;
                let place = Place { element_type, input: input.clone(), may_be_null };
                let (found, steps) = find(place, steps)?;
                let element = E::read(found, steps)?;
                input.skip(element_type)?;
                Ok(element)
            })
        })
    }
}

#[diagnostic::do_not_recommend]
impl<Shown, L, K, U: Reads<Shown, L, K>> Reads<Shown, L, Lifted<K>> for Option<U> {
    const READING: Reading = Reading { is_lifted: true, ..U::READING };

    fn read(found: Found<'_>, steps: &'static [Step]) -> Result<Option<Self>, Failure> {
        U::read(found, steps).map(Some)
    }
}

/// A field that reads the first element of an array that meets conditions: `None` when none does.
#[diagnostic::on_unimplemented(
    message = "`elem_match` finds one element or none, and the field of the projection is `{Self}`",
    label = "expected `Option<{T}>`"
)]
pub trait ReadsElement<T, C>: Sized {
    /// Reads it.
    fn read(found: Found<'_>, steps: &'static [Step]) -> Result<Option<Self>, Failure>;
}

#[diagnostic::do_not_recommend]
impl<T: Value<C>, C> ReadsElement<T, C> for Option<T> {
    fn read(found: Found<'_>, _: &'static [Step]) -> Result<Option<Self>, Failure> {
        let Found::At(element_type, mut input) = found else { return Ok(Some(None)) };
        let all = elements(element_type, &mut input, |element_type, input| {
            T::decode(element_type, input).map(Some)
        });
        // The server sends one.
        all.map(|elements| Some(elements.into_iter().next()))
    }
}

/// Reads a value that is no more than what `decode` makes of it.
fn value<U>(
    found: Found<'_>,
    may_be_null: bool,
    decode: impl FnOnce(u8, &mut Reader<'_>) -> Result<U, Failure>,
) -> Result<Option<U>, Failure> {
    match found {
        Found::At(NULL, _) if may_be_null => Ok(None),
        Found::At(element_type, mut input) => decode(element_type, &mut input).map(Some),
        Found::Nothing => Ok(None),
        Found::Lacks(lack) if lack.is_allowed() => Ok(None),
        Found::Lacks(lack) => Err(lack.missing()),
    }
}

/// Reads each element of an array; leaves out those of which there is nothing.
fn elements<E>(
    element_type: u8,
    input: &mut Reader<'_>,
    mut read: impl FnMut(u8, &mut Reader<'_>) -> Result<Option<E>, Failure>,
) -> Result<Vec<E>, Failure> {
    if element_type != ARRAY {
        return Err(input.unexpected(element_type, "array"));
    }
    let scope = input.open()?;
    let mut all = Vec::new();
    while let Some(element_type) = input.next_item(&scope)? {
        all.extend(read(element_type, input)?);
    }
    input.close(scope)?;
    Ok(all)
}
