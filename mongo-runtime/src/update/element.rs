//! Which elements of an array a change is about, and how that is written.

mod condition;

mod guards;

mod matched;

use std::borrow::Cow;

use bson::Document;

use super::change::{Change, refused};
use crate::{
    field::{ElementOf, IsVariant},
    filter::{Argument, Place, Term, Test, Values},
    refusal::Refusal,
};

pub(super) use self::{guards::lifted, matched::Matched};

/// An array that a path goes into, and the elements that are meant.
#[derive(Clone, PartialEq)]
pub(super) struct Scope {
    /// The dotted name of the array.
    pub(super) array: &'static str,
    pub(super) may_be_absent: bool,
    /// The variant of an enum that the array is one of.
    pub(super) variant: Option<&'static IsVariant>,
    pub(super) which: Which,
}

/// Elements of an array.
#[derive(Clone, PartialEq)]
pub(super) enum Which {
    /// Each of them: `$[]`.
    Each,
    /// Those that meet a condition: `$[name]`. A recipe names it.
    Where { name: Option<&'static str>, term: Box<Term> },
    /// The first one that the filter of the command matches: `$`.
    Matched,
}

impl Scope {
    /// What chooses the elements, as a condition on the document.
    pub(super) fn as_condition(&self) -> Option<Term> {
        let Which::Where { term, .. } = &self.which else { return None };
        let place = Place::named(self.array);
        let argument = Argument::Element(term.clone());
        Some(Term::Test(Test { place, op: "$elemMatch", argument }))
    }
}

/// The arrays that a path goes into, outermost first. Each of their elements is meant until somebody says which.
pub(super) fn scopes(element_of: Option<&'static ElementOf>) -> Vec<Scope> {
    let mut scopes = Vec::new();
    let mut next = element_of;
    while let Some(it) = next {
        let ElementOf { array, may_be_absent, variant, outer } = *it;
        scopes.insert(0, Scope { array, may_be_absent, variant, which: Which::Each });
        next = outer;
    }
    scopes
}

impl Change {
    /// Says which elements of an array are meant. The change must be one of them.
    pub(super) fn in_elements(mut self, array: &ElementOf, which: &Which) -> Self {
        let depth = scopes(array.outer).len();
        match self.scopes.get_mut(depth) {
            Some(scope) if scope.array == array.array => {
                if depth > 0 && *which == Which::Matched {
                    let why = "is in an array inside of an array, and the server knows which element matched of the outermost \
                               alone; use `update_where`";
                    self.argument = refused(self.path, why);
                }
                scope.which = which.clone();
            }
            _ => {
                let why = format!(
                    "is not a part of an element of `{}`; make the change of what the closure is given",
                    array.array
                );
                self.argument = refused(self.path, &why);
            }
        }
        self
    }

    /// The dotted name, with what says which elements are meant.
    pub(super) fn place(&self, filters: &mut ArrayFilters) -> Cow<'static, str> {
        if self.scopes.is_empty() {
            return Cow::Borrowed(self.path);
        }
        let mut place = String::new();
        let mut n_written = 0;
        for scope in &self.scopes {
            place.push_str(self.path.get(n_written..scope.array.len()).unwrap_or_default());
            n_written = scope.array.len();
            place.push('.');
            match &scope.which {
                Which::Each => place.push_str("$[]"),
                Which::Where { name, term } => {
                    let name = filters.name(scope.array, *name, term);
                    place.push_str("$[");
                    place.push_str(&name);
                    place.push(']');
                }
                Which::Matched => place.push('$'),
            }
        }
        place.push_str(self.path.get(n_written..).unwrap_or_default());
        Cow::Owned(place)
    }
}

/// The conditions on elements that an update names, each once.
#[derive(Default)]
pub(super) struct ArrayFilters(Vec<ArrayFilter>);

struct ArrayFilter {
    name: String,
    array: &'static str,
    term: Term,
}

impl ArrayFilters {
    fn name(&mut self, array: &'static str, name: Option<&'static str>, term: &Term) -> String {
        let is_same = |filter: &&ArrayFilter| {
            filter.array == array
                && filter.term == *term
                && name.is_none_or(|name| filter.name == name)
        };
        if let Some(known) = self.0.iter().find(is_same) {
            return known.name.clone();
        }
        let name = name.map_or_else(|| self.new_name(), str::to_owned);
        self.0.push(ArrayFilter { name: name.clone(), array, term: term.clone() });
        name
    }

    fn new_name(&self) -> String {
        let is_free = |name: &String| !self.0.iter().any(|filter| filter.name == *name);
        (0..).map(|n| format!("e{n}")).find(is_free).unwrap_or_default()
    }

    /// The conditions, in the order of their first use.
    pub(super) fn render(&self, values: Values) -> Result<Vec<Document>, Refusal> {
        self.0
            .iter()
            .map(|filter| {
                let condition = condition::of_term(filter.array, &filter.term, values)?;
                Ok(condition::named(&condition, &filter.name))
            })
            .collect()
    }
}
