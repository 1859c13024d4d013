//! One field of a derived type: the only place where its Rust type meets its representation.

use std::any::TypeId;

use super::{Access, Field, Key, Path};
use crate::{
    codec::{
        Bounds, DecodeReason, ENCODED_BYTES, EncodeReason, Failure, Over, Reader, Scope, Value,
        Writer,
    },
    shape::{FieldShape, Managed, Shape},
};

/// A field of a struct, as a zero-sized type. The derives make one a field, and all generated code goes through it.
pub trait Member: 'static {
    /// Its representation.
    type Codec: 'static;
    /// Whether updates change it.
    type Access: Access;
    /// Its Rust type.
    type Ty: Value<Self::Codec>;
    /// Its stored name.
    const NAME: &'static str;
    /// A byte for the element type, the stored name, NUL.
    const HEADER: &'static [u8];
    /// The name of its representation, if that is one of the application.
    const CODEC: Option<&'static str> = None;
    /// Its declared bounds.
    const BOUNDS: Bounds = Bounds::NONE;
    /// What the mapper does with it by itself.
    const MANAGED: Managed = Managed::No;
    /// Whether `None` is written as null.
    const NULL: bool = false;
    /// How many levels a recursion through it may go down; 0 when it is not recursive.
    const MAX_DEPTH: usize = 0;
}

/// Where the path of a field leads. It asks only for [`Member`], so that a type without a representation is reported once.
pub trait Goto<P> {
    /// The handle.
    type To;
    /// The handle of the field below `P`.
    fn to() -> Self::To;
}

impl<P: Path, F: Member> Goto<P> for F {
    type To = <F::Ty as Value<F::Codec>>::Fields<Key<P, F>>;

    fn to() -> Self::To {
        Field::at_path()
    }
}

/// The bytes that a field takes in its document.
#[inline]
pub fn field_len<F: Member>(value: &F::Ty) -> usize {
    match value.is_absent() {
        true if F::NULL => F::HEADER.len(),
        true => 0,
        // What is inside of a recursive field is not counted: it may be deeper than a stack, and only the writer stops there.
        false if F::MAX_DEPTH != 0 => F::HEADER.len(),
        false => F::HEADER.len() + value.encoded_len(),
    }
}

/// Writes a field.
#[inline]
pub fn put_field<F: Member>(value: &F::Ty, out: &mut Writer<'_>) {
    if value.is_absent() && !F::NULL {
        return;
    }
    if const { !F::BOUNDS.is_none() }
        && let Some(over) = value.over(&F::BOUNDS)
    {
        out.refuse(EncodeReason::Over(over));
    }
    let start = out.position();
    if const { F::MAX_DEPTH == 0 } {
        value.encode_element(F::HEADER, out);
    } else {
        put_recursive::<F>(value, out);
    }
    if const { F::BOUNDS.max_bytes != usize::MAX } {
        check_bytes(start, F::HEADER.len(), &F::BOUNDS, out);
    }
}

/// Writes what is inside of a newtype that declares these bounds.
#[inline]
pub fn put_bounded<T: Value<C>, C>(value: &T, bounds: &Bounds, out: &mut Writer<'_>) {
    if let Some(over) = value.over(bounds) {
        out.refuse(EncodeReason::Over(over));
    }
    let start = out.position();
    value.encode(out);
    check_bytes(start, 0, bounds, out);
}

/// Checks the bytes that were written since `start`, without their header, against `max_bytes`.
#[inline]
pub(crate) fn check_bytes(start: usize, header: usize, bounds: &Bounds, out: &mut Writer<'_>) {
    let n_bytes = out.position() - start - header;
    if n_bytes > bounds.max_bytes {
        out.refuse_at(
            start,
            EncodeReason::Over(Over { what: ENCODED_BYTES, found: n_bytes, max: bounds.max_bytes }),
        );
    }
}

/// Writes a field that leads back to its own type, as deep as it may.
fn put_recursive<F: Member>(value: &F::Ty, out: &mut Writer<'_>) {
    /// The bytes of an empty array or document, where a recursion ends.
    const EMPTY: usize = 5;
    out.put_header(value.element_type(), F::HEADER);
    let n_open = out.enter(TypeId::of::<F>());
    if n_open > F::MAX_DEPTH && value.encoded_len() > EMPTY {
        out.refuse(EncodeReason::TooDeep);
    } else {
        value.encode(out);
    }
    out.leave();
}

/// Reads a field if it comes next, as it does in documents that the mapper wrote.
///
/// # Errors
///
/// The value can't be read.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn expect_field<F: Member>(
    slot: &mut Option<F::Ty>,
    input: &mut Reader<'_>,
) -> Result<(), Failure> {
    Value::<F::Codec>::decode_element(slot, F::HEADER, input)
}

/// Reads a field that was found out of its order.
///
/// # Errors
///
/// The value can't be read, or the field was read before.
#[cold]
pub fn late_field<F: Member>(
    slot: &mut Option<F::Ty>,
    element_type: u8,
    input: &mut Reader<'_>,
) -> Result<(), Failure> {
    if slot.is_some() {
        return Err(input.fail(DecodeReason::DuplicateKey));
    }
    *slot = Some(Value::<F::Codec>::decode(element_type, input)?);
    Ok(())
}

/// The value of a field once its document is read. `None` when it was not there and is required.
#[inline]
#[must_use]
pub fn finish_field<F: Member>(slot: Option<F::Ty>) -> Option<F::Ty> {
    slot.or_else(<F::Ty as Value<F::Codec>>::absent)
}

/// A required field was not there.
#[cold]
#[must_use]
pub fn missing_field(field: &'static str, scope: &Scope, input: &Reader<'_>) -> Failure {
    input.fail_in(scope, DecodeReason::Missing { field })
}

/// What a field holds.
const fn shape_of<F: Member>() -> &'static Shape {
    <F::Ty as Value<F::Codec>>::SHAPE
}

/// What a field holds, stopping at documents.
#[must_use]
pub const fn back_of<F: Member>() -> &'static Shape {
    <F::Ty as Value<F::Codec>>::BACK
}

/// What a field of the document `own` holds; stopping at documents when it leads back to `own`.
///
/// A `const` evaluates every constant that it names, but not a call that is not taken: so this breaks the cycle of a
/// recursive type whose field has no `max_depth` yet, and a rule can report it.
#[must_use]
pub const fn shape_or_back<F: Member>(own: &str) -> &'static Shape {
    if back_of::<F>().leads_back_to(own) { back_of::<F>() } else { shape_of::<F>() }
}

/// The row of a field in the table of its type.
#[must_use]
pub const fn field_shape<F: Member>(
    rust_name: &'static str,
    shape: &'static Shape,
    max_depth: usize,
    max_bytes: usize,
) -> FieldShape {
    FieldShape {
        rust_name,
        name: F::NAME,
        shape,
        codec: F::CODEC,
        bounds: F::BOUNDS,
        max_depth,
        max_bytes,
        managed: F::MANAGED,
        null: F::NULL,
        reference: None,
        copy_of: None,
        allowances: &[],
    }
}
