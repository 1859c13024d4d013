//! Filters: conditions on documents, as values. They do no I/O.

mod carried;

mod expiry;

mod field;

mod geo;

mod live;

mod masked;

mod name;

mod one_value;

mod pattern;

mod render;

mod rules;

mod scope;

mod term;

pub(crate) mod text;

#[cfg(test)]
mod tests;

use std::{fmt, marker::PhantomData};

use bson::Document as BsonDocument;

use crate::{
    codec::Bounds,
    document::Document,
    field::Operand,
    index::Collation,
    operation::OperationName,
    query::{AdHoc, FilterKind},
    refusal::Refusal,
};

pub use self::{
    field::{FilterField, is_variant},
    one_value::OneValue,
    pattern::Pattern,
};

use self::carried::Carried;

pub(crate) use self::{
    field::{compare, fixed, test, value, without_patterns},
    live::stored_alike,
    masked::Masked,
    name::{
        AccessOf, ClassOf, CodecOf, InnerOf, ItemCodec, ItemFields, ItemInner, ItemOf, PathOf,
        ReachOf, RootOf, TyOf,
    },
    pattern::refusal as pattern_refusal,
    render::{Values, render_document, render_element},
    rules::{check_element, check_parts},
    term::{
        Argument, Known, Operand as OperandValue, Place, Term, Test, guarded, of_variant, operand,
        operand_list, place,
    },
};

/// A condition on documents of type `D`.
///
/// Typed paths make filters; [`and`](Self::and), [`or`](Self::or) and [`not`](Self::not) combine them. A filter compares
/// with `==`, its `Debug` shows its form with `?` for values, and [`render`](Self::render) gives the BSON that the
/// manual shows.
#[must_use = "a filter does nothing by itself; give it to an operation"]
pub struct Filter<D> {
    pub(crate) term: Term,
    pub(crate) carried: Carried,
    root: PhantomData<fn() -> D>,
}

impl<D> Filter<D> {
    pub(crate) fn from_term(term: Term) -> Self {
        Self { term, carried: Carried::NONE, root: PhantomData }
    }

    /// The same about another term.
    fn with_term(&self, term: Term) -> Self {
        Self { term, ..*self }
    }

    /// The same, comparing text by a collation. It holds for the whole command that the filter becomes a part of.
    pub(crate) fn collated(self, collation: &'static Collation) -> Self {
        Self { carried: self.carried.collated(collation), ..self }
    }

    /// One that is made of others.
    fn of_parts<F: IntoFilter<D>>(
        filters: impl IntoIterator<Item = F>,
        combine: impl FnOnce(Vec<Term>) -> Term,
    ) -> Self {
        let filters: Vec<Self> = filters.into_iter().map(F::into_filter).collect();
        let carried = filters.iter().fold(Carried::NONE, |all, filter| all.and(filter.carried));
        let term = combine(filters.into_iter().map(|filter| filter.term).collect());
        Self { carried, ..Self::from_term(term) }
    }

    /// Documents that meet all of the filters; every document when there are none.
    pub fn all_of<F: IntoFilter<D>>(filters: impl IntoIterator<Item = F>) -> Self {
        Self::of_parts(filters, Term::all)
    }

    /// Documents that meet at least one of the filters; no document when there are none.
    pub fn any_of<F: IntoFilter<D>>(filters: impl IntoIterator<Item = F>) -> Self {
        Self::of_parts(filters, Term::any)
    }

    /// Documents that meet none of the filters; every document when there are none.
    pub fn none_of<F: IntoFilter<D>>(filters: impl IntoIterator<Item = F>) -> Self {
        Self::of_parts(filters, Term::none)
    }

    /// Documents that meet this filter and the other.
    pub fn and(self, other: impl IntoFilter<D>) -> Self {
        Self::all_of([self, other.into_filter()])
    }

    /// Documents that meet this filter or the other, or both.
    pub fn or(self, other: impl IntoFilter<D>) -> Self {
        Self::any_of([self, other.into_filter()])
    }

    /// Documents that do not meet this filter. Those that lack its fields are among them.
    ///
    /// One condition renders with `$not`, more with `$nor`.
    #[expect(
        clippy::should_implement_trait,
        reason = "filters are combined by methods, without an import"
    )]
    pub fn not(self) -> Self {
        Self { term: self.term.not(), ..self }
    }

    /// Whether the form of the filter alone shows that every document meets it: no condition, `not_in` of nothing, an empty
    /// pattern, `none_of` nothing, or a combination that comes to the same.
    #[must_use]
    pub fn matches_everything(&self) -> bool {
        self.term.is_everything()
    }

    /// Whether this is [`AllDocuments`], which says so on purpose.
    #[must_use]
    pub fn is_all_documents(&self) -> bool {
        self.term == Term::AllDocuments
    }

    /// Whether the filter orders by distance (`near`). The server takes such a filter in a find, an update and a delete, and
    /// not in a count or an aggregation.
    #[must_use]
    pub fn has_near(&self) -> bool {
        self.term.n_near() > 0
    }
}

impl<D: Document> Filter<D> {
    /// The BSON of the filter. Conditions on one path, and on several, are merged where they can be.
    ///
    /// A type with a discriminator finds its own documents alone: the condition on the tag comes first, in every filter.
    ///
    /// # Errors
    ///
    /// An operand that its field can't hold, or a broken rule: uncorrelated conditions on the elements of one array, a
    /// `near` that is not a condition of the whole filter; a field that another version which is still read lacks or stores in
    /// another form, without a word about documents of that version (see [`of_current_version`](Self::of_current_version)).
    pub fn render(&self) -> Result<BsonDocument, Refusal> {
        rules::check(&self.term)?;
        self.carried.check()?;
        live::check(&self.term, D::DECLARATION)?;
        let Some(own) = &D::DECLARATION.discriminator else {
            return render_document(&self.term, Values::Real);
        };
        let place = Place::named(own.field);
        let argument = Argument::Fixed(own.tag.into());
        let is_own = Term::Test(Test { place, op: "$eq", argument });
        render_document(&Term::all([is_own, self.term.clone()]), Values::Real)
    }
}

impl<D> Clone for Filter<D> {
    fn clone(&self) -> Self {
        self.with_term(self.term.clone())
    }
}

impl<D> PartialEq for Filter<D> {
    fn eq(&self, other: &Self) -> bool {
        self.term == other.term && self.carried == other.carried
    }
}

impl<D> fmt::Debug for Filter<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match render_document(&self.term, Values::Masked) {
            Ok(document) if self.carried.includes_expired => {
                write!(f, "Filter({}, with expired)", Masked(&document))
            }
            Ok(document) => write!(f, "Filter({})", Masked(&document)),
            Err(refusal) => write!(f, "Filter(invalid: {refusal})"),
        }
    }
}

/// What an operation takes as its filter: a [`Filter`], [`by_id`], or [`AllDocuments`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a filter on `{D}`",
    label = "expected a filter on `{D}`",
    note = "compare a field (`{D}::fields().name().eq(value)`), give an id (`by_id(id)`), or say `AllDocuments`"
)]
pub trait IntoFilter<D> {
    /// [`AdHoc`], or [`Registered`](crate::query::Registered) for a query with a name.
    type Kind: FilterKind<D>;

    /// The filter.
    fn into_filter(self) -> Filter<D>;

    /// The name of the operation, where the filter brings one.
    fn operation_name(&self) -> Option<OperationName> {
        <Self::Kind as FilterKind<D>>::PLAN.map(|plan| plan.operation)
    }
}

impl<D> IntoFilter<D> for Filter<D> {
    type Kind = AdHoc;

    fn into_filter(self) -> Self {
        self
    }
}

impl<D> IntoFilter<D> for &Filter<D> {
    type Kind = AdHoc;

    fn into_filter(self) -> Filter<D> {
        self.clone()
    }
}

/// Every document of the collection, said on purpose: mass updates and deletes take it, and refuse a filter that only
/// happens to match everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllDocuments;

impl<D> IntoFilter<D> for AllDocuments {
    type Kind = AdHoc;

    fn into_filter(self) -> Filter<D> {
        Filter::from_term(Term::AllDocuments)
    }
}

/// The filter for one `_id`; see [`by_id`].
#[derive(Clone, Copy, PartialEq, Eq)]
#[must_use = "a filter does nothing by itself; give it to an operation"]
pub struct ById<I>(I);

/// The document with this `_id`. It takes an id, never an `Option` of one.
///
/// ```text
/// { _id: .. }
/// ```
pub const fn by_id<I>(id: I) -> ById<I> {
    ById(id)
}

impl<I> ById<I> {
    /// The document with this `_id`, if it meets the other filter too.
    ///
    /// ```text
    /// { _id: .., status: "open" }
    /// ```
    pub fn and<D>(self, other: impl IntoFilter<D>) -> Filter<D>
    where
        Self: IntoFilter<D>,
    {
        self.into_filter().and(other)
    }
}

impl<I> fmt::Debug for ById<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ById(?)")
    }
}

impl<D: Document, I: Operand<D::Id, D::IdCodec>> IntoFilter<D> for ById<I> {
    type Kind = AdHoc;

    fn into_filter(self) -> Filter<D> {
        let value = self.0.to_operand(&Bounds::NONE, "_id").map_err(Refusal::from);
        Filter::from_term(Term::Test(Test::value(Place::of_id::<D>(), "$eq", value)))
    }
}
