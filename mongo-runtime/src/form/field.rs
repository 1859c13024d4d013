//! The operators of one field of a form.

use std::{fmt, marker::PhantomData};

use bson::{Bson, RawDocumentBuf};

use super::{given::has_text, problem::FormFault};
use crate::{
    class::{Ordered, Single, Textual},
    codec::{EncodeReason, Reader, Value},
    field::{Field, Path},
    filter::{
        Argument, ClassOf, CodecOf, Filter, InnerOf, OneValue, PathOf, ReachOf, RootOf, TyOf,
        operand, test,
    },
    presence::Optional,
    refusal::Refusal,
    shape::Shape,
};

/// What one field of a form takes. [`FilterForm::field`](super::FilterForm::field) lends it.
#[must_use]
pub struct FormField<F> {
    allowed: Vec<Allowed>,
    max_len: usize,
    is_required: bool,
    field: PhantomData<fn() -> F>,
}

/// An operator that a field takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowed {
    pub(super) op: FormOp,
    /// Most elements of its list.
    pub(super) max_items: usize,
}

/// The operators of forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormOp {
    Compare { name: &'static str, op: &'static str },
    List { name: &'static str, op: &'static str },
    StartsWith,
    Contains,
    Present,
}

impl FormOp {
    pub(super) const EQ: Self = Self::Compare { name: "eq", op: "$eq" };

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Compare { name, .. } | Self::List { name, .. } => name,
            Self::StartsWith => "starts_with",
            Self::Contains => "contains",
            Self::Present => "present",
        }
    }
}

impl<F: Field> FormField<F> {
    pub(super) fn new() -> Self {
        Self { allowed: Vec::new(), max_len: usize::MAX, is_required: false, field: PhantomData }
    }

    /// The value is this one: `status=open`. On an array path, an element is.
    pub fn eq(self) -> Self
    where
        ClassOf<F>: Single,
    {
        self.with(FormOp::EQ)
    }

    /// The value is not this one, or there is none: `status.ne=open`.
    pub fn ne(self) -> Self
    where
        ClassOf<F>: Single,
        ReachOf<F>: OneValue,
    {
        self.with(FormOp::Compare { name: "ne", op: "$ne" })
    }

    /// The value is greater: `total.gt=10`.
    pub fn gt(self) -> Self
    where
        ClassOf<F>: Ordered,
    {
        self.with(FormOp::Compare { name: "gt", op: "$gt" })
    }

    /// The value is greater or equal: `total.gte=10`.
    pub fn gte(self) -> Self
    where
        ClassOf<F>: Ordered,
    {
        self.with(FormOp::Compare { name: "gte", op: "$gte" })
    }

    /// The value is less: `total.lt=10`.
    pub fn lt(self) -> Self
    where
        ClassOf<F>: Ordered,
    {
        self.with(FormOp::Compare { name: "lt", op: "$lt" })
    }

    /// The value is less or equal: `total.lte=10`.
    pub fn lte(self) -> Self
    where
        ClassOf<F>: Ordered,
    {
        self.with(FormOp::Compare { name: "lte", op: "$lte" })
    }

    /// The value is one of at most `max_items`: `status.in=open&status.in=paid`.
    pub fn is_in(self, max_items: usize) -> Self
    where
        ClassOf<F>: Single,
    {
        self.with_list(FormOp::List { name: "in", op: "$in" }, max_items)
    }

    /// The value is none of at most `max_items`, or there is none: `status.not_in=open`.
    pub fn not_in(self, max_items: usize) -> Self
    where
        ClassOf<F>: Single,
        ReachOf<F>: OneValue,
    {
        self.with_list(FormOp::List { name: "not_in", op: "$nin" }, max_items)
    }

    /// The text starts with this one, of at least one character: `name.starts_with=An`. It is taken literally.
    pub fn starts_with(self) -> Self
    where
        ClassOf<F>: Textual,
    {
        self.with(FormOp::StartsWith)
    }

    /// The text contains this one, of at least one character: `name.contains=na`. It is taken literally. The server looks at every
    /// key of an index, or at every document.
    pub fn contains(self) -> Self
    where
        ClassOf<F>: Textual,
    {
        self.with(FormOp::Contains)
    }

    /// Whether there is a value, which is not null: `coupon.present=true`, `coupon.present=false`.
    pub fn present(self) -> Self
    where
        TyOf<F>: Optional,
        ReachOf<F>: OneValue,
    {
        self.with(FormOp::Present)
    }

    /// Text of at most so many code points. The bound that the field declares, and that of the form, hold besides.
    pub fn max_len(mut self, n_code_points: usize) -> Self {
        self.max_len = n_code_points;
        self
    }

    /// An input that asks nothing of the field is refused.
    pub fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    fn with(self, op: FormOp) -> Self {
        self.with_list(op, 1)
    }

    fn with_list(mut self, op: FormOp, max_items: usize) -> Self {
        self.allowed.retain(|allowed| allowed.op != op);
        self.allowed.push(Allowed { op, max_items });
        self
    }

    pub(super) fn takes_any(&self) -> bool {
        !self.allowed.is_empty()
    }

    /// Whether what the field holds can be given, where its operators ask for it.
    pub(super) fn can_be_given(&self) -> bool {
        self.allowed.iter().all(|allowed| allowed.op == FormOp::Present)
            || has_text(<PathOf<F> as Path>::SHAPE)
    }

    pub(super) fn into_entry(self, name: &'static str) -> Entry<RootOf<F>> {
        let bounds = <PathOf<F> as Path>::BOUNDS;
        Entry {
            name,
            shape: <PathOf<F> as Path>::SHAPE,
            allowed: self.allowed,
            max_len: self.max_len.min(bounds.max_len),
            is_required: self.is_required,
            test: test::<F>,
            recode: recode::<F>,
        }
    }
}

impl<F> fmt::Debug for FormField<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.allowed.iter().map(|allowed| allowed.op.name())).finish()
    }
}

/// A field of a form, without its types.
pub(super) struct Entry<D> {
    pub(super) name: &'static str,
    pub(super) shape: &'static Shape,
    pub(super) allowed: Vec<Allowed>,
    pub(super) max_len: usize,
    pub(super) is_required: bool,
    /// The condition on the path.
    pub(super) test: fn(&'static str, Argument) -> Filter<D>,
    /// The value as the codec of the field writes it.
    pub(super) recode: fn(&Bson) -> Result<Bson, (FormFault, String)>,
}

impl<D> Entry<D> {
    pub(super) fn operators(&self) -> impl Iterator<Item = &'static str> {
        self.allowed.iter().map(|allowed| allowed.op.name())
    }
}

impl<D> fmt::Debug for Entry<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.operators().collect::<Vec<_>>().join(", "))
    }
}

/// The key of a document with one value.
const KEY: &str = "v";

/// The bytes in front of that value: the length of the document, the type, the key with its NUL.
const HEADER: usize = 4 + 1 + KEY.len() + 1;

/// Reads a value as the field does, and writes it again: what comes out is what an insert would have stored.
fn recode<F: Field>(value: &Bson) -> Result<Bson, (FormFault, String)> {
    let unread = || (FormFault::OutOfRange, "the value does not fit the field".to_owned());
    let document = RawDocumentBuf::try_from(&bson::doc! { KEY: value }).map_err(|_| unread())?;
    let mut input = Reader::new(document.as_bytes().get(HEADER..).unwrap_or_default());
    let read = InnerOf::<F>::decode(value.element_type() as u8, &mut input);
    let inner = read.map_err(|failure| (FormFault::OutOfRange, failure.reason().to_string()))?;
    let bounds = <PathOf<F> as Path>::BOUNDS;
    operand::<PathOf<F>, InnerOf<F>, CodecOf<F>>(&inner, &bounds).map_err(|refusal| match refusal {
        Refusal::Encode(error) => {
            let is_over = matches!(error.reason(), EncodeReason::Over(_));
            let fault = if is_over { FormFault::TooLong } else { FormFault::OutOfRange };
            (fault, error.reason().to_string())
        }
        Refusal::Rule(text) => (FormFault::OutOfRange, text),
    })
}
