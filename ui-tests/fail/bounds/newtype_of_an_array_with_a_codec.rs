//! A newtype of an array needs a bound, whatever its elements are stored as.

use mongo_runtime::{
    Document, Embedded,
    bson::oid::ObjectId,
    class,
    codec::{Failure, Reader, Value, Writer},
    field::{Leaf, Path},
    shape::Shape,
};

struct Flag(bool);

struct AsFlag;

impl Value<AsFlag> for Flag {
    const SHAPE: &'static Shape = <bool as Value>::SHAPE;
    type Class = class::Bool;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        self.0.element_type()
    }

    fn encoded_len(&self) -> usize {
        self.0.encoded_len()
    }

    fn encode(&self, out: &mut Writer<'_>) {
        self.0.encode(out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        bool::decode(element_type, input).map(Self)
    }
}

#[derive(Embedded)]
struct Flags(#[mongo(with = AsFlag)] Vec<Flag>);

#[derive(Document)]
#[mongo(collection = "orders")]
struct Order {
    #[mongo(id)]
    id: ObjectId,
    flags: Flags,
}

fn main() {}
