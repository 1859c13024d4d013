//! What the example programs share with their tests: the model of the sample data, and the import.
//!
//! Start with `orders/model.rs` and `orders/main.rs`; the README of this folder says what each program shows.

pub mod sample_data;

pub mod import;
