//! Rules of declared indexes, checked at compile time.
