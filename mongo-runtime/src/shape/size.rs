//! The worst-case size of a document, from its bounds.
