//! Paths as types.

use std::marker::PhantomData;

use super::{Access, ElementOf, Free, IsVariant, Member};
use crate::{
    codec::{AsIs, Bounds, Value},
    shape::{Managed, Shape},
};

/// A place in the documents of `Root`, as a type. Users hold a [`Field`](super::Field), which knows its path.
pub trait Path: 'static {
    /// What the path starts from: a document, or an element of an array.
    type Root: 'static;
    /// The type of the value there.
    type Ty: Value<Self::Codec>;
    /// Its representation.
    type Codec: 'static;
    /// How many places of a document it leads to: [`Whole`], [`Direct`] or [`ThroughArray`].
    type Reach: Reach;
    /// Whether updates change what is there.
    type Access: Access;
    /// The dotted name, with its buffer.
    const BUFFER: Name;
    /// The same, for good.
    const BUFFER_REF: &'static Name = &Self::BUFFER;
    /// The dotted name: stored names joined by dots.
    const NAME: &'static str = Self::BUFFER_REF.as_str();
    /// How many arrays the path goes through.
    const N_ARRAYS: usize;
    /// The dotted name of the innermost array that the path goes through; empty when it goes through none.
    const INNER_ARRAY: &'static str;
    /// The dotted name of the outermost array that the path goes through.
    const ARRAY: Option<&'static str>;
    /// The dotted name of the innermost optional document that the path goes through.
    const OPTIONAL: Option<&'static str>;
    /// The same, when an update that made that document by setting this path would leave a required field out.
    const WOULD_LACK: Option<&'static str>;
    /// The variant of an enum that the path leads into; the innermost, which knows those around it.
    ///
    /// A filter on the path asks for it, an update of it changes no other one, and in the others there is nothing.
    const VARIANT: Option<&'static IsVariant>;
    /// What is stored there.
    const SHAPE: &'static Shape = <Self::Ty as Value<Self::Codec>>::SHAPE;
    /// The declared bounds there.
    const BOUNDS: Bounds;
    /// What the mapper does with the field by itself.
    const MANAGED: Managed;
    /// Whether `None` is written there as null.
    const NULL: bool;
    /// The arrays that the path goes into one element of.
    const ELEMENT_OF: Option<&'static ElementOf> = None;
}

/// The kinds of [`Path::Reach`].
pub trait Reach {
    /// The reach of a field below.
    type Below: Reach;
}

/// A path to the whole of what it starts from.
#[derive(Debug)]
pub struct Whole;

/// A path that leads to one place of a document.
#[derive(Debug)]
pub struct Direct;

/// A path that leads to a place in each element of an array.
#[derive(Debug)]
pub struct ThroughArray;

/// The same as the key of an index, which has an entry for each element and asks nothing of two of them.
#[derive(Debug)]
pub struct OfKey;

impl Reach for Whole {
    type Below = Direct;
}

impl Reach for Direct {
    type Below = Self;
}

impl Reach for ThroughArray {
    type Below = Self;
}

impl Reach for OfKey {
    type Below = Self;
}

/// A path to one place, which an update can change.
#[diagnostic::on_unimplemented(
    message = "an update changes one field of a document, and this path does not lead to one",
    label = "leads to each element of an array, or to the whole document",
    note = "an array is changed as a whole, by `set`, `push` or `pull_where`, or element by element: `items().update_each(|item| ..)`, \
            `items().update_where(..)`",
    note = "a document is changed by its fields, or replaced as a whole (`replace_one`)"
)]
pub trait OnePlace {}

#[diagnostic::do_not_recommend]
impl OnePlace for Direct {}

/// A path to one place, which a sort can order by.
#[diagnostic::on_unimplemented(
    message = "a sort orders by one value of each document, and this path does not lead to one",
    label = "leads to each element of an array, or to the whole document",
    note = "store the value to sort by in a field of the document, such as the least or the sum of the elements, and sort by that field"
)]
pub trait OneOrder {}

#[diagnostic::do_not_recommend]
impl OneOrder for Direct {}

/// A dotted name. What is over its capacity is refused at compile time.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl Name {
    /// The longest dotted name, in bytes.
    pub const CAPACITY: usize = 255;

    /// That of the whole.
    pub(crate) const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], len: 0 };

    /// This name, a dot, and `segment`.
    ///
    /// # Panics
    ///
    /// Over the capacity, which is at compile time.
    #[must_use]
    pub const fn join(mut self, segment: &str) -> Self {
        let segment = segment.as_bytes();
        let dot = if self.len == 0 { 0 } else { 1 };
        assert!(
            self.len + dot + segment.len() <= Self::CAPACITY,
            "a dotted field path is longer than 255 bytes"
        );
        if dot == 1 {
            self.bytes[self.len] = b'.';
        }
        let at = self.len + dot;
        self.bytes.split_at_mut(at).1.split_at_mut(segment.len()).0.copy_from_slice(segment);
        self.len = at + segment.len();
        self
    }

    /// The name.
    ///
    /// # Panics
    ///
    /// Never: it is made of whole strings.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(name) => name,
            Err(_) => panic!("a name is made of whole strings"),
        }
    }
}

/// The start of a path: the whole of a `D`.
#[derive(Debug)]
pub struct Root<D, C = AsIs>(PhantomData<fn() -> (D, C)>);

impl<D: Value<C> + 'static, C: 'static> Path for Root<D, C> {
    type Root = D;
    type Ty = D;
    type Codec = C;
    type Reach = Whole;
    type Access = Free;
    const BUFFER: Name = Name::EMPTY;
    const N_ARRAYS: usize = 0;
    const INNER_ARRAY: &'static str = "";
    const ARRAY: Option<&'static str> = None;
    const OPTIONAL: Option<&'static str> = None;
    const WOULD_LACK: Option<&'static str> = None;
    const VARIANT: Option<&'static IsVariant> = None;
    const BOUNDS: Bounds = Bounds::NONE;
    const MANAGED: Managed = Managed::No;
    const NULL: bool = false;
}

/// The field `F` of what is at `P`.
#[derive(Debug)]
pub struct Key<P, F>(PhantomData<fn() -> (P, F)>);

impl<P: Path, F: Member> Path for Key<P, F> {
    type Root = P::Root;
    type Ty = F::Ty;
    type Codec = F::Codec;
    type Reach = <P::Reach as Reach>::Below;
    type Access = <P::Access as Access>::Below<F::Access>;
    const BUFFER: Name = P::BUFFER.join(F::NAME);
    const NAME: &'static str = key_name::<P, F>();
    const N_ARRAYS: usize = P::N_ARRAYS;
    const INNER_ARRAY: &'static str = P::INNER_ARRAY;
    const ARRAY: Option<&'static str> = P::ARRAY;
    const OPTIONAL: Option<&'static str> =
        if P::SHAPE.is_optional() { Some(P::NAME) } else { P::OPTIONAL };
    const WOULD_LACK: Option<&'static str> =
        if P::SHAPE.requires_beside(F::NAME) { Self::OPTIONAL } else { P::WOULD_LACK };
    const VARIANT: Option<&'static IsVariant> = P::VARIANT;
    const BOUNDS: Bounds = F::BOUNDS.and(&Self::SHAPE.bounds());
    const MANAGED: Managed = match P::MANAGED {
        Managed::No => F::MANAGED,
        managed => managed,
    };
    const NULL: bool = F::NULL;
    const ELEMENT_OF: Option<&'static ElementOf> = P::ELEMENT_OF;
}

/// The dotted name of a key. A name without dots is there already: joining is what costs, and most paths are such.
///
/// A call that is not taken evaluates no constants, so the buffer of a plain name is never made.
const fn key_name<P: Path, F: Member>() -> &'static str {
    assert!(F::NAME.len() <= Name::CAPACITY, "a field name is longer than 255 bytes");
    if P::NAME.is_empty() { F::NAME } else { joined_name::<P, F>() }
}

const fn joined_name<P: Path, F: Member>() -> &'static str {
    <Key<P, F> as Path>::BUFFER_REF.as_str()
}

/// Each element of the array at `P`. `R` says what the path is for.
#[derive(Debug)]
pub struct Each<P, T, C, R = ThroughArray>(
    PhantomData<fn() -> (P, R)>,
    PhantomData<fn() -> (T, C)>,
);

impl<P: Path, T: Value<C> + 'static, C: 'static, R: Reach + 'static> Path for Each<P, T, C, R> {
    type Root = P::Root;
    type Ty = T;
    type Codec = C;
    type Reach = R;
    type Access = P::Access;
    const BUFFER: Name = P::BUFFER;
    const N_ARRAYS: usize = P::N_ARRAYS + 1;
    const INNER_ARRAY: &'static str = P::NAME;
    const ARRAY: Option<&'static str> = match P::ARRAY {
        Some(outer) => Some(outer),
        None => Some(P::NAME),
    };
    const OPTIONAL: Option<&'static str> = P::OPTIONAL;
    const WOULD_LACK: Option<&'static str> = P::WOULD_LACK;
    const VARIANT: Option<&'static IsVariant> = P::VARIANT;
    const BOUNDS: Bounds = P::BOUNDS.inner().and(&Self::SHAPE.bounds());
    const MANAGED: Managed = Managed::No;
    const NULL: bool = false;
}
