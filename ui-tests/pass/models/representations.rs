//! Every named representation, a codec of one's own, and opaque values.

use std::time::{Duration, SystemTime};

use mongo_runtime::{
    Document, Value,
    bson::{self, Bson, oid::ObjectId},
    class,
    codec::{Failure, Reader, Writer},
    field::{Leaf, Path},
    from_slice,
    shape::Shape,
    to_vec,
};

/// Stores a percentage as a whole number.
enum Percent {}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Share(i32);

impl Value<Percent> for Share {
    const SHAPE: &'static Shape = <i32 as Value>::SHAPE;
    type Class = class::Number;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        Value::<mongo_runtime::codec::AsIs>::element_type(&self.0)
    }

    fn encoded_len(&self) -> usize {
        4
    }

    fn encode(&self, out: &mut Writer) {
        Value::<mongo_runtime::codec::AsIs>::encode(&self.0, out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        <i32 as Value>::decode(element_type, input).map(Self)
    }
}

#[derive(Document, Debug, PartialEq)]
#[mongo(collection = "representations")]
struct Representations {
    #[mongo(id, as = "int64_checked")]
    id: u64,
    #[mongo(as = "decimal128")]
    big: u128,
    #[mongo(as = "string_padded")]
    padded: Option<u64>,
    #[mongo(as = "double")]
    ratio: f32,
    #[mongo(as = "date_ms", max_items = 3)]
    times: Vec<Option<SystemTime>>,
    #[mongo(as = "millis")]
    timeout: Duration,
    #[mongo(as = "binary", max_len = 10)]
    bytes: Vec<u8>,
    #[mongo(as = "int_array", max_items = 10)]
    numbers: Vec<u8>,
    #[mongo(with = Percent)]
    share: Share,
    #[mongo(opaque)]
    extra: Bson,
    #[mongo(opaque)]
    more: Option<bson::Document>,
    owner: ObjectId,
}

fn main() {
    let value = Representations {
        id: 1,
        big: 2,
        padded: Some(3),
        ratio: 0.5,
        times: vec![Some(SystemTime::UNIX_EPOCH)],
        timeout: Duration::from_millis(5),
        bytes: vec![1],
        numbers: vec![2],
        share: Share(50),
        extra: Bson::Int32(1),
        more: None,
        owner: ObjectId::from_bytes([1; 12]),
    };
    assert_eq!(from_slice::<Representations>(&to_vec(&value).unwrap()).unwrap(), value);
}
