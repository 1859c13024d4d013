//! The committed manifest: what each change of a type does to stored documents, and what is written only on purpose.

mod support;

mod text;

mod names;

mod fields;

mod versions;

mod collections;

mod operations;

mod file;
