//! A value that may be old.

use std::fmt;

/// A value that was read from a member that may be behind the others, or whose data may be undone.
///
/// It is good to be shown, and not to decide a write. So it does not turn into what it holds by itself: `replace_one(&order)` and a
/// recipe's `expect` take no `Stale`. [`accept`](Self::accept) takes it out for a stated reason.
///
/// ```
/// # use mongo_runtime::db::Stale;
/// fn show(total: Stale<i64>) -> String {
///     format!("about {}", total.accept("a dashboard, which may lag"))
/// }
/// # let _ = show;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct Stale<T>(T);

impl<T> Stale<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for the stated reason. Whatever is written because of it may be decided by what is no longer true.
    pub fn accept(self, _reason: &'static str) -> T {
        self.0
    }

    /// A look at the value, for the stated reason.
    pub fn accept_ref(&self, _reason: &'static str) -> &T {
        &self.0
    }

    /// Another value that is made of this one, and as old.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Stale<U> {
        Stale(make(self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for Stale<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stale").field(&self.0).finish()
    }
}
