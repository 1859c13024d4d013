//! A field that can be absent, null, or have a value.

/// Tells an absent field, a null and a value apart, where `Option` reads absent and null alike.
///
/// | Rust | stored |
/// |---|---|
/// | `Presence::Absent` | no such field |
/// | `Presence::Null` | `null` |
/// | `Presence::Value(v)` | `v` |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Presence<T> {
    /// The document has no such field.
    #[default]
    Absent,
    /// The field is there and is null.
    Null,
    /// The field has a value.
    Value(T),
}

/// Types of fields that need not be there: `Option` and [`Presence`].
#[diagnostic::on_unimplemented(
    message = "the field is always there and never null: its type is `{Self}`",
    label = "not optional",
    note = "only a field of type `Option` or `Presence` can be absent, be null, or be unset"
)]
pub trait Optional {}

impl<T> Optional for Option<T> {}
impl<T> Optional for Presence<T> {}
impl<T: Optional> Optional for Box<T> {}

impl<T> Presence<T> {
    /// The value, if there is one.
    #[inline]
    #[must_use]
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The value, if there is one.
    #[must_use]
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Whether the field is not there.
    #[must_use]
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the field is there and is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether the field has a value.
    #[must_use]
    pub const fn is_value(&self) -> bool {
        matches!(self, Self::Value(_))
    }
}

impl<T> From<T> for Presence<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}
