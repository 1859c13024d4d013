//! Reads the `_id` of a document that an upsert has inserted.

use bson::{Bson, doc};

use crate::{
    codec::{Failure, Reader, Value, decode_error},
    db::executor::Call,
    document::Document,
    error::{Error, Outcome},
};

/// The `_id` as its type. One that can't be read is told with the truth: the document is inserted.
pub(super) fn id<D: Document>(id: Bson, call: &Call) -> Result<D::Id, Error> {
    let bytes = doc! { "_id": id }.to_vec().unwrap_or_default();
    read::<D>(&bytes).map_err(|failure| {
        let error = decode_error(D::DECLARATION.name, D::SHAPE, &bytes, &failure);
        call.finish(Error::from(error).with_outcome(Outcome::WriteConfirmed), 1)
    })
}

fn read<D: Document>(bytes: &[u8]) -> Result<D::Id, Failure> {
    let mut input = Reader::new(bytes);
    let scope = input.open()?;
    match input.next_element(&scope)? {
        Some((element_type, _)) => D::Id::decode(element_type, &mut input),
        None => Err(input.malformed("the `_id` is missing")),
    }
}
