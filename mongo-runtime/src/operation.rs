//! Names of operations: what a command is called in errors, logs and the manifest.

mod declaration;

mod default;

pub use self::{
    declaration::{Operation, OperationDeclaration, OperationKind},
    default::{Verb, default_name},
};

pub(crate) use self::declaration::check_operations;

/// The name of an operation: `[a-z][a-z0-9.-]{2,95}`, checked when it is made, which is at compile time.
///
/// Write [`operation!`](crate::operation!) to make one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperationName(&'static str);

impl OperationName {
    /// The longest name, in bytes.
    pub const MAX_LEN: usize = 96;

    /// A name.
    ///
    /// # Panics
    ///
    /// Text that is no name. In a `const`, as in [`operation!`](crate::operation!), that is a compile error.
    #[must_use]
    #[track_caller]
    pub const fn new(name: &'static str) -> Self {
        assert!(
            is_name(name.as_bytes()),
            "an operation is named by 3 to 96 lower-case letters, digits, `.` and `-`, starting with a letter, \
             as in `order.find-recent`"
        );
        Self(name)
    }

    /// The name as text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

const fn is_name(name: &[u8]) -> bool {
    if name.len() < 3 || name.len() > OperationName::MAX_LEN || !name[0].is_ascii_lowercase() {
        return false;
    }
    let mut rest = name;
    while let [byte, next @ ..] = rest {
        if !matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-') {
            return false;
        }
        rest = next;
    }
    true
}

impl std::fmt::Display for OperationName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::fmt::Debug for OperationName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Makes an [`OperationName`] out of a literal. One that is no name does not compile.
///
/// ```
/// use mongo_runtime::operation;
///
/// assert_eq!(operation!("order.find-recent").as_str(), "order.find-recent");
/// ```
///
/// ```compile_fail
/// mongo_runtime::operation!("Order.FindRecent");
/// ```
///
/// With the name of a type and a document, it declares an [`Operation`], which a
/// [catalog](crate::catalog!) lists:
///
/// ```
/// use mongo_runtime::{operation, prelude::*};
///
/// #[derive(Document)]
/// #[mongo(collection = "orders")]
/// struct Order {
///     #[mongo(id)]
///     id: ObjectId,
/// }
///
/// operation! {
///     /// The orders that nobody has paid yet.
///     FindOpen: Order = "order.find-open"
/// }
///
/// catalog! { Shop: documents(Order), operations(FindOpen) }
///
/// assert_eq!(FindOpen::NAME.as_str(), "order.find-open");
/// ```
///
/// A call has that name with `.named(FindOpen::NAME)`.
#[macro_export]
macro_rules! operation {
    ($name:literal) => {{
        const NAME: $crate::operation::OperationName = $crate::operation::OperationName::new($name);
        NAME
    }};
    ($(#[$doc:meta])* $vis:vis $operation:ident: $document:ty = $name:literal $(,)?) => {
        $(#[$doc])*
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy)]
        #[allow(dead_code, reason = "what a catalog lists needs no other use")]
        $vis struct $operation;

        impl $operation {
            /// The name of the operation.
            #[allow(dead_code, reason = "what a catalog lists needs no other use")]
            $vis const NAME: $crate::operation::OperationName =
                $crate::operation::OperationName::new($name);
        }

        impl $crate::operation::Operation for $operation {
            type Document = $document;
            const NAME: $crate::operation::OperationName = $operation::NAME;
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_3_to_96_of_the_allowed_characters() {
        for (name, expected) in [
            ("a-b", true),
            ("order.find-recent2", true),
            ("", false),
            ("ab", false),
            ("Order.find", false),
            ("1.find", false),
            (".find", false),
            ("order find", false),
            ("order_find", false),
            ("größe", false),
        ] {
            assert_eq!(is_name(name.as_bytes()), expected, "{name}");
        }
        assert!(is_name(&[b'a'; 96]));
        assert!(!is_name(&[b'a'; 97]));
    }
}
