//! What the benchmarks share: three shapes of documents, and a way to compare.

pub mod shapes;

pub mod compare;
