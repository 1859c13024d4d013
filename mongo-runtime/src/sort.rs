//! Sort orders, as values.

use std::{fmt, marker::PhantomData};

use bson::Document;

use crate::{
    class::Sortable,
    field::{Field, OneOrder, Path},
    filter::{ClassOf, ReachOf, RootOf},
};

/// The direction of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Smallest first.
    Asc,
    /// Largest first.
    Desc,
}

impl Direction {
    pub(crate) const fn sign(self) -> i32 {
        match self {
            Self::Asc => 1,
            Self::Desc => -1,
        }
    }
}

/// An order of documents of type `D`: `Order::fields().created_at().desc().then(Order::fields().id().desc())`.
///
/// It says nothing of schema versions: a document of an older version is ordered by what it has at the path, and one without the
/// field comes before all others. A filter says which versions are looked for.
#[must_use = "a sort does nothing by itself; give it to an operation"]
pub struct Sort<D> {
    keys: Vec<(&'static str, Direction)>,
    root: PhantomData<fn() -> D>,
}

impl<D> Sort<D> {
    /// This order, and the other among documents that are equal in it. A path that is sorted by already is left out.
    pub fn then(mut self, other: Self) -> Self {
        for key in other.keys {
            if self.keys.iter().all(|(path, _)| *path != key.0) {
                self.keys.push(key);
            }
        }
        self
    }

    /// The dotted paths and their directions.
    #[must_use]
    pub fn keys(&self) -> &[(&'static str, Direction)] {
        &self.keys
    }

    /// The BSON: `{ age: -1, posts: 1 }`.
    #[must_use]
    pub fn render(&self) -> Document {
        self.keys
            .iter()
            .map(|(path, direction)| ((*path).to_owned(), direction.sign().into()))
            .collect()
    }
}

impl<D> Clone for Sort<D> {
    fn clone(&self) -> Self {
        Self { keys: self.keys.clone(), root: PhantomData }
    }
}

impl<D> PartialEq for Sort<D> {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl<D> fmt::Debug for Sort<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sort({})", self.render())
    }
}

/// The orders that a typed path makes. It leads to one plain value: an array or a document has no useful order.
pub trait SortField: Field {
    /// Smallest first. Absent and null come before every value.
    fn asc(self) -> Sort<RootOf<Self>>
    where
        ClassOf<Self>: Sortable,
        ReachOf<Self>: OneOrder,
    {
        by::<Self>(Direction::Asc)
    }

    /// Largest first. Absent and null come after every value.
    fn desc(self) -> Sort<RootOf<Self>>
    where
        ClassOf<Self>: Sortable,
        ReachOf<Self>: OneOrder,
    {
        by::<Self>(Direction::Desc)
    }
}

impl<F: Field> SortField for F {}

fn by<F: Field>(direction: Direction) -> Sort<RootOf<F>> {
    Sort { keys: vec![(F::Path::NAME, direction)], root: PhantomData }
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;
    use crate::sample::Item;

    #[test]
    fn a_sort_is_written_as_in_the_manual() {
        let f = Item::fields();
        assert_eq!(
            f.qty().desc().then(f.size().uom().asc()).render(),
            doc! { "qty": -1, "size.uom": 1 }
        );
        assert_eq!(
            format!("{:?}", f.qty().desc().then(f.status().asc())),
            r#"Sort({ "qty": -1, "status": 1 })"#
        );
    }

    #[test]
    fn a_path_sorts_once() {
        let f = Item::fields();
        assert_eq!(f.qty().desc().then(f.qty().asc()), f.qty().desc());
        assert_ne!(f.qty().desc(), f.qty().asc());
    }
}
