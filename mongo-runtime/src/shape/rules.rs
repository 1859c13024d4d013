//! Rules of the mapping, checked at compile time.

use super::{DocumentShape, FieldShape, Managed, Role, Shape, Text, str_eq};
