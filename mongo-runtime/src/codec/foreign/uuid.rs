//! `uuid` 1.

use uuid::Uuid;

use super::{
    super::{
        AsIs,
        represent::{UuidCSharpLegacy, UuidJavaLegacy, UuidPythonLegacy},
    },
    through,
};
use crate::{
    class,
    codec::Value,
    shape::{BsonType, Scalar, Shape},
};

const STANDARD: &Shape = &Shape::Scalar(Scalar::fixed(BsonType::Uuid, 21));

through! {
    Uuid as AsIs => bson::Uuid, class::Id, STANDARD, "a UUID: binary of subtype 4 with 16 bytes",
        |v| Some(bson::Uuid::from_bytes(v.into_bytes())), |b| Some(Self::from_bytes(b.bytes()));
}

/// The legacy forms go through those of bson's own type.
macro_rules! legacy {
    ($($codec:ty)*) => { $(
        impl Value<$codec> for Uuid {
            const SHAPE: &'static Shape = <bson::Uuid as Value<$codec>>::SHAPE;
            type Class = class::Id;
            type Inner = Self;
            type Fields<P: crate::field::Path> = crate::field::Leaf<P>;

            fn element_type(&self) -> u8 {
                super::super::scalar::BINARY
            }

            fn encoded_len(&self) -> usize {
                21
            }

            fn encode(&self, out: &mut crate::codec::Writer<'_>) {
                <bson::Uuid as Value<$codec>>::encode(&bson::Uuid::from_bytes(self.into_bytes()), out);
            }

            fn decode(
                element_type: u8,
                input: &mut crate::codec::Reader<'_>,
            ) -> Result<Self, crate::codec::Failure> {
                <bson::Uuid as Value<$codec>>::decode(element_type, input).map(|uuid| Self::from_bytes(uuid.bytes()))
            }
        }
    )* };
}

legacy! { UuidPythonLegacy UuidJavaLegacy UuidCSharpLegacy }
