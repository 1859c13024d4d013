//! What a filter is made of.

use std::marker::PhantomData;

use bson::Bson;

use super::scope::Scope;
use crate::{
    codec::{Bounds, Value},
    document::Document,
    field::{self, IsVariant, Path},
    query::{Predicate, PredicateOp, predicate_at},
    refusal::Refusal,
};

/// A value that the codec wrote, or why it would not.
pub(crate) type Operand = Result<Bson, Refusal>;

/// A condition, or a combination of conditions.
#[derive(Clone, PartialEq)]
pub(crate) enum Term {
    /// One operator on one path.
    Test(Test),
    /// The opposite of one.
    Not(Test),
    /// All of them; every document when empty.
    All(Vec<Self>),
    /// At least one of them; no document when empty.
    Any(Vec<Self>),
    /// None of them; every document when empty.
    Nor(Vec<Self>),
    /// Every document, on purpose.
    AllDocuments,
    /// One that says which versions of the document it is about.
    Scoped(Box<Scope>),
}

/// One operator on one path.
#[derive(Clone, PartialEq)]
pub(crate) struct Test {
    pub(crate) place: Place,
    pub(crate) op: &'static str,
    pub(crate) argument: Argument,
}

/// A dotted path; empty for the element that an `elem_match` looks at.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) path: &'static str,
    /// The outermost array that the path goes through.
    pub(crate) array: Option<&'static str>,
    pub(crate) known: Known,
}

/// What is known of a place beyond its name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Known {
    /// It is the place of a typed path, which a condition of a registered query could be on.
    Path(&'static Predicate),
    /// It is the tag of a variant.
    Tag(&'static IsVariant),
    /// Nothing.
    Nothing,
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.array == other.array
    }
}

impl Place {
    /// The place of a typed path.
    pub(crate) fn of<P: Path>() -> Self {
        Self { path: P::NAME, array: P::ARRAY, known: Known::Path(Asked::<P>::AT) }
    }

    /// The place of the `_id` of a document.
    pub(crate) fn of_id<D: Document>() -> Self {
        Self { known: Known::Path(AskedId::<D>::AT), ..Self::named("_id") }
    }

    /// A place of which no more than its name is known.
    pub(crate) fn named(path: &'static str) -> Self {
        Self { path, array: None, known: Known::Nothing }
    }

    /// Whether the path leads to the elements of the very element that an `elem_match` looks at: that one is an array.
    pub(crate) fn is_in_element(&self) -> bool {
        self.array == Some("")
    }

    /// Whether a condition there is one on the root itself, not on a field of it.
    pub(crate) fn is_whole(&self) -> bool {
        self.path.is_empty() || self.is_in_element()
    }
}

#[derive(Clone, PartialEq)]
pub(crate) enum Argument {
    /// A value of the user's.
    Value(Operand),
    /// Part of the filter's form, not data.
    Fixed(Bson),
    /// The condition on one element.
    Element(Box<Term>),
}

impl Test {
    pub(crate) fn value(place: Place, op: &'static str, value: Operand) -> Self {
        Self { place, op, argument: Argument::Value(value) }
    }

    /// `$in: []` and its like: the list of the operator is empty.
    fn is_list_empty(&self) -> bool {
        matches!(&self.argument, Argument::Value(Ok(Bson::Array(list))) if list.is_empty())
    }

    fn is_everything(&self) -> bool {
        match self.op {
            "$nin" => self.is_list_empty(),
            // A pattern that every text has tests nothing that the one who composed it meant to test.
            "$regex" => {
                matches!(&self.argument, Argument::Value(Ok(Bson::String(text))) if text.is_empty() || text == "^")
            }
            "$exists" => {
                self.place.path == "_id" && self.argument == Argument::Fixed(Bson::Boolean(true))
            }
            _ => false,
        }
    }

    fn is_nothing(&self) -> bool {
        matches!(self.op, "$in" | "$all") && self.is_list_empty()
    }
}

impl Term {
    pub(crate) fn all(terms: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for term in terms {
            match term {
                Self::All(inner) => inner.into_iter().for_each(|term| term.add_to(&mut flat)),
                term => term.add_to(&mut flat),
            }
        }
        Self::only_or(flat, Self::All)
    }

    /// Adds a condition to others. Two fields of a variant ask for its tag once.
    fn add_to(self, all: &mut Vec<Self>) {
        let is_there = matches!(&self, Self::Test(Test { argument: Argument::Fixed(_), .. }))
            && all.contains(&self);
        if !is_there {
            all.push(self);
        }
    }

    pub(crate) fn any(terms: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for term in terms {
            match term {
                Self::Any(inner) if !inner.is_empty() => flat.extend(inner),
                term => flat.push(term),
            }
        }
        Self::only_or(flat, Self::Any)
    }

    /// The opposite. What is said of versions stays said: the opposite is about documents of the same versions.
    pub(crate) fn not(self) -> Self {
        match self {
            Self::Test(test) => Self::Not(test),
            Self::Scoped(scope) => Self::Scoped(Box::new(scope.not())),
            term => Self::Nor(vec![term]),
        }
    }

    /// None of the terms.
    pub(crate) fn none(terms: impl IntoIterator<Item = Self>) -> Self {
        let (scoped, plain): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|term| matches!(term, Self::Scoped(_)));
        if scoped.is_empty() {
            return Self::Nor(plain);
        }
        let plain = Some(Self::Nor(plain))
            .filter(|term| !matches!(term, Self::Nor(terms) if terms.is_empty()));
        Self::all(scoped.into_iter().map(Self::not).chain(plain))
    }

    fn only_or(mut terms: Vec<Self>, many: fn(Vec<Self>) -> Self) -> Self {
        match (terms.pop(), terms.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                terms.push(last);
                many(terms)
            }
            (None, _) => many(terms),
        }
    }

    pub(crate) fn is_everything(&self) -> bool {
        match self {
            Self::Test(test) => test.is_everything(),
            Self::Not(test) => test.is_nothing(),
            Self::All(terms) => terms.iter().all(Self::is_everything),
            Self::Any(terms) => terms.iter().any(Self::is_everything),
            Self::Nor(terms) => terms.iter().all(Self::is_nothing),
            Self::AllDocuments => true,
            Self::Scoped(scope) => scope.is_plain() && scope.own.is_everything(),
        }
    }

    fn is_nothing(&self) -> bool {
        match self {
            Self::Test(test) => test.is_nothing(),
            Self::Not(test) => test.is_everything(),
            Self::All(terms) => terms.iter().any(Self::is_nothing),
            Self::Any(terms) => terms.iter().all(Self::is_nothing),
            Self::Nor(terms) => terms.iter().any(Self::is_everything),
            Self::AllDocuments => false,
            Self::Scoped(scope) => scope.terms().all(Self::is_nothing),
        }
    }

    /// The paths of the `near` conditions.
    #[cfg(feature = "driver")]
    pub(crate) fn near_paths(&self, found: &mut Vec<&'static str>) {
        match self {
            Self::Test(test) | Self::Not(test) if test.op == "$near" => found.push(test.place.path),
            Self::All(terms) | Self::Any(terms) | Self::Nor(terms) => {
                terms.iter().for_each(|term| term.near_paths(found));
            }
            Self::Scoped(scope) => scope.terms().for_each(|term| term.near_paths(found)),
            Self::Test(_) | Self::Not(_) | Self::AllDocuments => {}
        }
    }

    pub(crate) fn n_near(&self) -> usize {
        match self {
            Self::Test(test) | Self::Not(test) => match &test.argument {
                Argument::Element(inner) => inner.n_near(),
                _ => usize::from(test.op == "$near"),
            },
            Self::All(terms) | Self::Any(terms) | Self::Nor(terms) => {
                terms.iter().map(Self::n_near).sum()
            }
            Self::Scoped(scope) => scope.terms().map(Self::n_near).sum(),
            Self::AllDocuments => 0,
        }
    }
}

/// That an enum is one of its variants, and those around it are what they must be. The tags are part of the filter's form.
pub(crate) fn of_variant(variant: &'static IsVariant) -> Term {
    Term::all(variant.and_outer().map(|is| {
        let place = Place { path: is.path, array: is.array, known: Known::Tag(is) };
        Term::Test(Test { place, op: "$eq", argument: Argument::Fixed(is.tag.into()) })
    }))
}

/// A condition at the place of a path, without an operator.
struct Asked<P>(PhantomData<P>);

impl<P: Path> Asked<P> {
    const AT: &'static Predicate = &predicate_at::<P>("", PredicateOp::Other);
}

struct AskedId<D>(PhantomData<D>);

impl<D: Document> AskedId<D> {
    const AT: &'static Predicate =
        &Predicate::plain("_id", <D::Id as Value<D::IdCodec>>::SHAPE, PredicateOp::Other);
}

/// The place of a path.
pub(crate) fn place<P: Path>() -> Place {
    Place::of::<P>()
}

/// The operand of the path `P`, for one of its values.
pub(crate) fn operand<P: Path, T, C>(
    value: &impl field::Operand<T, C>,
    bounds: &Bounds,
) -> Operand {
    let name = if P::NAME.is_empty() { "element" } else { P::NAME };
    value.to_operand(bounds, name).map_err(Refusal::from)
}

/// The operands of a list; the first that its field can't hold fails all.
pub(crate) fn operand_list<P: Path, T, C, V: field::Operand<T, C>>(
    values: impl IntoIterator<Item = V>,
    bounds: &Bounds,
) -> Result<Vec<Bson>, Refusal> {
    values.into_iter().map(|value| operand::<P, T, C>(&value, bounds)).collect()
}

/// The value as the operand of an equality: one that the server would take for an operator or a pattern stands behind
/// `$eq`.
pub(crate) fn guarded(value: Bson) -> Bson {
    match &value {
        Bson::RegularExpression(_) => bson::doc! { "$eq": value }.into(),
        Bson::Document(document)
            if document.keys().next().is_some_and(|key| key.starts_with('$')) =>
        {
            bson::doc! { "$eq": value }.into()
        }
        _ => value,
    }
}
