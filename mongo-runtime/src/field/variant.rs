//! Paths into one variant of an enum with data.

use std::marker::PhantomData;

use super::{ElementOf, Free, Leaf, Member, Name, Path, path::Reach};
use crate::{
    class,
    codec::{AsIs, Bounds, Failure, Reader, Value, Writer},
    field::{Direct, OfKey, Whole},
    shape::{Managed, Shape},
};

/// A variant of an enum that is stored with a tag, as a zero-sized type. The derives make one a variant.
pub trait Variant: 'static {
    /// The stored name of the field that has the tag.
    const TAG_FIELD: &'static str;
    /// The stored tag.
    const TAG: &'static str;
}

/// That an enum is one of its variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IsVariant {
    /// The dotted name of the enum; empty when it is the whole of what the path starts from.
    pub of: &'static str,
    /// The dotted name of its tag.
    pub path: &'static str,
    /// The tag.
    pub tag: &'static str,
    /// The outermost array that the enum is inside of.
    pub array: Option<&'static str>,
    /// The variant that the enum is inside of.
    pub outer: Option<&'static Self>,
}

impl IsVariant {
    /// This condition and those of the variants around it, the outermost first.
    pub(crate) fn and_outer(&'static self) -> impl Iterator<Item = &'static Self> {
        let mut all: Vec<&'static Self> =
            std::iter::successors(Some(self), |inner| inner.outer).collect();
        all.reverse();
        all.into_iter()
    }
}

/// What is at `P`, of which it is known that it is the variant `V`. A field below it is one of this variant.
///
/// Conditions and changes on such a field ask for the variant, too: see [`Path::VARIANT`].
#[derive(Debug)]
pub struct As<P, V>(PhantomData<fn() -> (P, V)>);

impl<P: Path, V: Variant> As<P, V> {
    const TAG_NAME: Name = P::BUFFER.join(V::TAG_FIELD);
    const TAG_NAME_REF: &'static Name = &Self::TAG_NAME;
    const IS: IsVariant = IsVariant {
        of: P::NAME,
        path: Self::TAG_NAME_REF.as_str(),
        tag: V::TAG,
        array: P::ARRAY,
        outer: P::VARIANT,
    };
    /// The condition that the enum is this variant.
    pub(crate) const IS_REF: &'static IsVariant = &Self::IS;
}

impl<P: Path, V: Variant> Path for As<P, V> {
    type Root = P::Root;
    type Ty = FieldsOfAVariant;
    type Codec = AsIs;
    type Reach = P::Reach;
    type Access = P::Access;
    const BUFFER: Name = P::BUFFER;
    const NAME: &'static str = P::NAME;
    const N_ARRAYS: usize = P::N_ARRAYS;
    const INNER_ARRAY: &'static str = P::INNER_ARRAY;
    const ARRAY: Option<&'static str> = P::ARRAY;
    // Where the enum is this variant, it is there.
    const OPTIONAL: Option<&'static str> = None;
    const WOULD_LACK: Option<&'static str> = None;
    const VARIANT: Option<&'static IsVariant> = Some(Self::IS_REF);
    const SHAPE: &'static Shape = P::SHAPE.inner();
    const BOUNDS: Bounds = P::BOUNDS;
    const MANAGED: Managed = P::MANAGED;
    const NULL: bool = false;
    const ELEMENT_OF: Option<&'static ElementOf> = P::ELEMENT_OF;
}

/// What a path asks of a field of a variant. Whoever sees an enum sees its fields, but perhaps not their types, so this names none.
pub trait VariantField: 'static {
    /// The stored name.
    const NAME: &'static str;
    /// The declared bounds.
    const BOUNDS: Bounds = Bounds::NONE;
    /// Whether `None` is written as null.
    const NULL: bool = false;
}

/// The field `F` of a variant, of type `T` in representation `C`, for paths.
#[derive(Debug)]
pub struct InVariant<F, T, C>(PhantomData<fn() -> F>, PhantomData<fn() -> (T, C)>);

impl<F: VariantField, T: Value<C> + 'static, C: 'static> Member for InVariant<F, T, C> {
    type Codec = C;
    type Access = Free;
    type Ty = T;
    const NAME: &'static str = F::NAME;
    /// Nothing is written by way of a path.
    const HEADER: &'static [u8] = &[];
    const BOUNDS: Bounds = F::BOUNDS;
    const NULL: bool = F::NULL;
}

/// What a path to a variant leads to: no value by itself. An enum is compared and set as a whole, and a variant by its fields.
#[derive(Debug, Clone, Copy)]
pub enum FieldsOfAVariant {}

impl Value for FieldsOfAVariant {
    const SHAPE: &'static Shape = &Shape::Unknown;
    type Class = class::Variant;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        match *self {}
    }

    fn encoded_len(&self) -> usize {
        match *self {}
    }

    fn encode(&self, _: &mut Writer<'_>) {
        match *self {}
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        Err(input.unexpected(element_type, "a variant, which is no value"))
    }
}

/// A path on which one value is asked which variant it is.
///
/// Through an array, the tag could be the one of another element than the field is of.
#[diagnostic::on_unimplemented(
    message = "a path through `each()` does not go on into a variant: the tag could be the one of another element",
    label = "the path leads through `each()`",
    note = "ask one element: `events().elem_match(|event| event.paid().amount().gt(5))`"
)]
pub trait OneVariant: Reach {}

impl OneVariant for Direct {}

impl OneVariant for Whole {}

impl OneVariant for OfKey {}
