//! Appends to arrays, within their bounds.

use std::{collections::HashSet, fmt, marker::PhantomData};

use bson::{Bson, doc};

use super::{
    Guard, IntoUpdate, Update,
    change::{Argument, Change},
    guard,
};
use crate::{
    class::Sortable,
    codec::{ElementPath, EncodeError, EncodeReason, Over, Value},
    field::{Field, Path, Root},
    filter::OperandValue,
    refusal::Refusal,
    sort::{Direction, Sort},
};

/// The types of a push: the document, the element, its representation.
type Types<D, T, C> = PhantomData<fn() -> (D, T, C)>;

/// A `$push` of several elements: `{ $push: { scores: { $each: [..], $sort: -1, $slice: 3 } } }`.
///
/// Without a [`slice`](Self::slice), an array with a bound takes the elements only while there is room for all of them.
#[must_use = "an update does nothing by itself; give it to an operation"]
pub struct Push<D, T, C> {
    change: Change,
    values: Result<Vec<Bson>, Refusal>,
    max_items: Option<usize>,
    room: Result<Option<Guard>, Refusal>,
    position: Option<i32>,
    sort: Option<Bson>,
    slice: Option<i32>,
    types: Types<D, T, C>,
}

impl<D, T: Value<C> + 'static, C: 'static> Push<D, T, C> {
    pub(super) fn new<P: Path>(values: Result<Vec<Bson>, Refusal>) -> Self {
        let n_new = values.as_ref().map_or(0, Vec::len);
        Self {
            change: Change::making::<P>("$push", Argument::Fixed(Bson::Null)),
            values,
            max_items: P::BOUNDS.items(),
            room: room::<P>(n_new),
            position: None,
            sort: None,
            slice: None,
            types: PhantomData,
        }
    }

    /// Keeps the first `n` elements, or the last `-n`, after the push and the sort. An `n` of 0, or over the bound of the
    /// array, is refused when the update is rendered.
    pub fn slice(mut self, n: i32) -> Self {
        self.slice = Some(n);
        self
    }

    /// Inserts the elements at this index; a negative one counts from the end.
    pub fn position(mut self, index: i32) -> Self {
        self.position = Some(index);
        self
    }

    /// Sorts the whole array after the push.
    pub fn sort(mut self, direction: Direction) -> Self
    where
        T::Class: Sortable,
    {
        self.sort = Some(direction.sign().into());
        self
    }

    /// Sorts the whole array after the push, by fields of its elements: `sort_by(|item| item.score().desc())`.
    pub fn sort_by(mut self, order: impl FnOnce(T::Fields<Root<T, C>>) -> Sort<T>) -> Self {
        self.sort = Some(order(Field::at_path()).render().into());
        self
    }

    /// This change and another, in one update.
    pub fn and(self, other: impl IntoUpdate<D>) -> Update<D> {
        self.into_update().and(other)
    }
}

impl<D, T, C> Push<D, T, C> {
    fn modifiers(&self) -> Vec<(&'static str, Argument)> {
        let each = self.values.clone().map(Bson::Array);
        let mut modifiers = vec![("$each", Argument::Value(each))];
        let fixed = [
            ("$position", self.position.map(Bson::Int32)),
            ("$sort", self.sort.clone()),
            ("$slice", self.slice.map(Bson::Int32)),
        ];
        modifiers.extend(
            fixed.into_iter().filter_map(|(name, value)| Some((name, Argument::Fixed(value?)))),
        );
        modifiers
    }

    fn finish(self) -> Change {
        let modifiers = self.modifiers();
        let mut change = self.change;
        if let Argument::Value(Err(_)) = change.argument {
            return change;
        }
        let over = |slice: i32| self.max_items.filter(|max| slice.unsigned_abs() as usize > *max);
        let guards = match (self.slice, self.slice.and_then(over)) {
            (Some(0), _) => Err(Refusal::Rule(format!(
                "`slice(0)` keeps no element of `{}`, the new ones neither: keep at least 1, or `set` it with no elements",
                change.path
            ))),
            (Some(slice), Some(max)) => Err(Refusal::Rule(format!(
                "`slice({slice})` would let `{}` have more than the {max} elements of its `max_items`",
                change.path
            ))),
            (Some(_), None) => Ok(None),
            (None, _) => self.room,
        };
        match guards {
            Ok(guards) => {
                change.argument = Argument::Modifiers(modifiers);
                change.with_guards(guards)
            }
            Err(refusal) => {
                change.argument = Argument::Value(Err(refusal));
                change
            }
        }
    }
}

impl<D, T, C> IntoUpdate<D> for Push<D, T, C> {
    fn into_update(self) -> Update<D> {
        Update::from_change(self.finish())
    }
}

impl<D, T, C> IntoUpdate<D> for &Push<D, T, C> {
    fn into_update(self) -> Update<D> {
        self.clone().into_update()
    }
}

impl<D, T, C> From<Push<D, T, C>> for Update<D> {
    fn from(push: Push<D, T, C>) -> Self {
        push.into_update()
    }
}

impl<D, T, C> Clone for Push<D, T, C> {
    fn clone(&self) -> Self {
        Self {
            change: self.change.clone(),
            values: self.values.clone(),
            max_items: self.max_items,
            room: self.room.clone(),
            position: self.position,
            sort: self.sort.clone(),
            slice: self.slice,
            types: PhantomData,
        }
    }
}

impl<D, T, C> PartialEq for Push<D, T, C> {
    fn eq(&self, other: &Self) -> bool {
        self.clone().into_update() == other.clone().into_update()
    }
}

impl<D, T, C> fmt::Debug for Push<D, T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clone().into_update().fmt(f)
    }
}

/// `$push` of one element.
pub(super) fn push_one<P: Path>(value: OperandValue) -> Change {
    let (guards, value) = split(room::<P>(1), value);
    Change::making::<P>("$push", one_element(value)).with_guards(guards)
}

/// `$addToSet` of one element.
pub(super) fn add_one<P: Path>(value: OperandValue) -> Change {
    let guards = match (&value, P::BOUNDS.items()) {
        (Ok(value), Some(max)) => room_for::<P>(max, std::slice::from_ref(value)),
        _ => Ok(None),
    };
    let (guards, value) = split(guards, value);
    Change::making::<P>("$addToSet", one_element(value)).with_guards(guards)
}

/// `$addToSet` of several elements.
pub(super) fn add_each<P: Path>(values: Result<Vec<Bson>, Refusal>) -> Change {
    let guards = match (&values, P::BOUNDS.items()) {
        (Ok(values), Some(max)) => room_for::<P>(max, values),
        _ => Ok(None),
    };
    let (guards, values) = split(guards, values.map(Bson::Array));
    Change::making::<P>("$addToSet", Argument::Modifiers(vec![("$each", Argument::Value(values))]))
        .with_guards(guards)
}

/// An element that the server would take for `$each` stands in one.
fn one_element(value: OperandValue) -> Argument {
    match &value {
        Ok(Bson::Document(document))
            if document.keys().next().is_some_and(|key| key.starts_with('$')) =>
        {
            Argument::Modifiers(vec![(
                "$each",
                Argument::Value(value.map(|value| Bson::Array(vec![value]))),
            )])
        }
        _ => Argument::Value(value),
    }
}

fn room<P: Path>(n_new: usize) -> Result<Option<Guard>, Refusal> {
    match P::BOUNDS.items() {
        Some(max) if n_new > max => Err(over::<P>(n_new, max)),
        Some(max) => Ok(guard::room::<P>(max, n_new)),
        None => Ok(None),
    }
}

fn room_for<P: Path>(max: usize, values: &[Bson]) -> Result<Option<Guard>, Refusal> {
    let distinct = distinct(values);
    if distinct.len() > max {
        Err(over::<P>(distinct.len(), max))
    } else {
        Ok(guard::room_for::<P>(max, &distinct))
    }
}

/// The values without repetitions, in their order. One codec wrote them all, so equal ones have equal bytes, but for zeros.
fn distinct(values: &[Bson]) -> Vec<Bson> {
    let mut seen = HashSet::with_capacity(values.len());
    let is_new = |value: &&Bson| match key(value) {
        Some(bytes) => seen.insert(bytes),
        None => true,
    };
    values.iter().filter(is_new).cloned().collect()
}

/// The bytes that tell a value from another.
fn key(value: &Bson) -> Option<Vec<u8>> {
    let value = match value {
        Bson::Double(zero) if *zero == 0.0 => Bson::Double(0.0),
        value => value.clone(),
    };
    doc! { "": value }.to_vec().ok()
}

fn over<P: Path>(found: usize, max: usize) -> Refusal {
    let reason = EncodeReason::Over(Over { what: "items", found, max });
    EncodeError::new(P::NAME, ElementPath::default(), reason).into()
}

fn split(
    guards: Result<Option<Guard>, Refusal>,
    value: OperandValue,
) -> (Option<Guard>, OperandValue) {
    match (guards, value) {
        (_, Err(refusal)) | (Err(refusal), Ok(_)) => (None, Err(refusal)),
        (Ok(guards), Ok(value)) => (guards, Ok(value)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn repetitions_are_left_out_in_linear_time() {
        let few = [1.into(), 2.into(), 1.into(), Bson::Double(0.0), Bson::Double(-0.0), "1".into()];
        assert_eq!(distinct(&few), [1.into(), 2.into(), Bson::Double(0.0), "1".into()]);
        let many: Vec<Bson> = (0..40_000).map(|n| Bson::String(n.to_string())).collect();
        let started = Instant::now();
        assert_eq!(distinct(&many).len(), 40_000);
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    }
}
