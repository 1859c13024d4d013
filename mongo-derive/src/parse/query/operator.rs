//! The operators of queries.

use syn::Ident;

/// How an operator is given its operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// A field.
    Value,
    /// A field of several values.
    Several,
    /// Nothing: it stands on the struct.
    Nothing,
    /// A literal, on the struct.
    Literal,
    /// A pattern, on the struct.
    Pattern,
}

impl Takes {
    /// Whether the operator stands on the struct.
    pub(crate) fn is_fixed(self) -> bool {
        matches!(self, Self::Nothing | Self::Literal | Self::Pattern)
    }
}

macro_rules! operators {
    ($($name:ident $text:literal $op:literal $takes:ident $bson:literal;)*) => {
        /// An operator of a query.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Operator { $($name),* }

        impl Operator {
            const ALL: &'static [(&'static str, Self)] = &[$(($text, Self::$name)),*];

            /// Its key, which is the name of its function, too.
            pub(crate) fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// Its variant in the runtime's table.
            pub(crate) fn op(self) -> &'static str {
                match self { $(Self::$name => $op),* }
            }

            /// How a doc text writes it behind the path.
            pub(crate) fn sign(self) -> &'static str {
                match self { $(Self::$name => $bson),* }
            }

            pub(crate) fn takes(self) -> Takes {
                match self { $(Self::$name => Takes::$takes),* }
            }
        }
    };
}

operators! {
    Eq "eq" "Eq" Value "=";
    Ne "ne" "Ne" Value "!=";
    Gt "gt" "Gt" Value ">";
    Gte "gte" "Gte" Value ">=";
    Lt "lt" "Lt" Value "<";
    Lte "lte" "Lte" Value "<=";
    IsIn "is_in" "In" Several "is in";
    NotIn "not_in" "NotIn" Several "is not in";
    StartsWith "starts_with" "StartsWith" Value "starts with";
    Contains "contains" "Contains" Value "contains";
    ContainsAll "contains_all" "Other" Several "contains all of";
    HasLen "has_len" "Other" Value "has a length of";
    Within "within" "Other" Value "is within";
    Intersects "intersects" "Other" Value "intersects";
    Constant "constant" "Eq" Literal "=";
    Matches "matches" "Matches" Pattern "matches";
    Is "is" "Eq" Nothing "is this variant";
    IsNull "is_null" "Null" Nothing "is null";
    IsAbsent "is_absent" "Absent" Nothing "is absent";
    IsNullOrAbsent "is_null_or_absent" "NullOrAbsent" Nothing "is null or absent";
    IsPresent "is_present" "Present" Nothing "is present";
}

impl Operator {
    pub(super) fn of(key: &Ident) -> Option<Self> {
        let known = Self::ALL.iter().find(|(text, _)| key == text);
        known.map(|(_, operator)| *operator)
    }

    pub(super) fn keys(
        is_known: impl Fn(Takes) -> bool,
        more: &[&'static str],
        last: &[&'static str],
    ) -> Vec<&'static str> {
        let operators = Self::ALL.iter().filter(|(_, operator)| is_known(operator.takes()));
        let operators = operators.map(|(text, _)| *text);
        more.iter().copied().chain(operators).chain(last.iter().copied()).collect()
    }
}
