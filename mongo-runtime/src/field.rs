//! Typed paths: a path is a type, so its dotted name is a constant and costs nothing at run time.

mod path;

mod access;

mod element;

mod handle;

mod marker;

mod member;

mod operand;

mod step;

mod variant;

pub(crate) use self::member::check_bytes;

pub use self::{
    access::{Access, Changeable, Free, PartOfId},
    element::{Element, ElementOf},
    handle::{ArrayField, Enterable, Field, Leaf, MapField},
    marker::{Marker, marker},
    member::{
        Goto, Member, back_of, expect_field, field_len, field_shape, finish_field, late_field,
        missing_field, put_bounded, put_field, shape_or_back,
    },
    operand::{FromText, Operand},
    path::{
        Direct, Each, Key, Name, OfKey, OneOrder, OnePlace, Path, Reach, Root, ThroughArray, Whole,
    },
    step::{Enclosing, HasElements, each, inside, variant},
    variant::{As, FieldsOfAVariant, InVariant, IsVariant, OneVariant, Variant, VariantField},
};
