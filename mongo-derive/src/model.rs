//! What the user wrote, checked. A value of these types that exists is right, as far as tokens can tell; `expand` reports
//! nothing.

mod copies;

mod document;

mod embedded;

mod fallback;

mod family;

mod field;

mod index;

mod names;

mod projected;

mod rest;

mod variant;

mod one_operator;

mod operation;

mod query;

mod recipe;

pub(crate) use self::{
    copies::Copied,
    document::{Discriminator, Document, Version},
    embedded::{Embedded, Form, Newtype, Struct, Tags, Union},
    fallback::Fallback,
    family::{Family, FamilyVariant},
    field::{Codec, Field, Role},
    index::{Index, IndexKey, IndexTerm, Projection},
    operation::Named,
    projected::{Column, Kept, Projected},
    query::{Asked, AskedWith, Hint, Query, Versions},
    recipe::{Change, Condition, Conditions, Key, Operand, Recipe},
    rest::Rest,
    variant::{UnionVariant, methods_leniently},
};
