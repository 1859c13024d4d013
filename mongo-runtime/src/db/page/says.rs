//! What a token says, in bytes: which query it belongs to, and the place.

use bson::{Bson, Document as BsonDocument, RawDocument};

use super::{Side, keys::Key};
use crate::{
    document::Declaration, error::TokenRefusal, manifest::codec_text, operation::OperationName,
    query::QueryPlan,
};

/// A place, and which side of it a page is on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Says {
    pub(crate) side: Side,
    /// Whether a document at the place itself belongs to the page: one that was not given yet.
    pub(crate) is_inclusive: bool,
    /// The value at each key of the order.
    pub(crate) values: Vec<Bson>,
}

/// What a token is bound to, in the order in which a difference is told.
pub(crate) struct Binding([Vec<u8>; 4]);

const DIFFERENCES: [TokenRefusal; 4] = [
    TokenRefusal::OtherOperation,
    TokenRefusal::OtherOrder,
    TokenRefusal::OtherVersion,
    TokenRefusal::OtherFilter,
];

/// The length of one tag of the binding. A tag is as good as its key, which the holder of a token does not have.
const TAG: usize = 16;

/// The flags of the first byte.
const BEFORE: u8 = 1;
const INCLUSIVE: u8 = 2;

impl Binding {
    /// That of a query with these values on a collection.
    pub(crate) fn new(
        name: OperationName,
        namespace: &str,
        plan: &QueryPlan,
        declaration: &Declaration,
        filter: &BsonDocument,
    ) -> Self {
        let mut order = plan.sort().unwrap_or_default();
        order.insert("", plan.shape.collation.map(|collation| collation.render()));
        let stored = plan.shape.sort.iter().map(|key| codec_text(key.shape, None));
        let version = declaration.schema_version.map_or(0, |version| version.current);
        let stored = stored.chain([version.to_string()]).collect::<Vec<_>>().join("\0");
        Self([
            format!("{namespace}\0{name}").into_bytes(),
            bytes_of(&order),
            stored.into_bytes(),
            bytes_of(filter),
        ])
    }

    fn tags(&self, key: &Key) -> [[u8; TAG]; 4] {
        let mut n = 0;
        self.0.each_ref().map(|part| {
            n += 1;
            key.tag(n, part)
        })
    }

    fn check(&self, key: &Key, found: &[u8]) -> Result<(), TokenRefusal> {
        let pairs = self.tags(key).into_iter().zip(found.chunks(TAG));
        match pairs.zip(DIFFERENCES).find(|((tag, found), _)| tag != found) {
            Some((_, difference)) => Err(difference),
            None => Ok(()),
        }
    }
}

impl Says {
    /// The bytes of the token, bound and not yet signed.
    pub(super) fn write(&self, binding: &Binding, key: &Key) -> Vec<u8> {
        let before = if self.side == Side::Before { BEFORE } else { 0 };
        let inclusive = if self.is_inclusive { INCLUSIVE } else { 0 };
        let values: BsonDocument = self
            .values
            .iter()
            .enumerate()
            .map(|(n, value)| (n.to_string(), value.clone()))
            .collect();
        let mut out = vec![before | inclusive];
        out.extend(binding.tags(key).as_flattened());
        out.extend(bytes_of(&values));
        out
    }

    /// Reads what was signed with the key, and checks that it belongs to the same.
    pub(super) fn read(
        bytes: &[u8],
        binding: &Binding,
        n_values: usize,
        key: &Key,
    ) -> Result<Self, TokenRefusal> {
        let (flags, rest) = bytes.split_first().ok_or(TokenRefusal::Malformed)?;
        let (tags, values) = rest.split_at_checked(4 * TAG).ok_or(TokenRefusal::Malformed)?;
        binding.check(key, tags)?;
        let values = RawDocument::from_bytes(values).map_err(|_| TokenRefusal::Malformed)?;
        let values = values.into_iter().map(|element| Bson::try_from(element.ok()?.1).ok());
        let values: Option<Vec<Bson>> = values.collect();
        let values =
            values.filter(|values| values.len() == n_values).ok_or(TokenRefusal::Malformed)?;
        let side = if flags & BEFORE == 0 { Side::Behind } else { Side::Before };
        Ok(Self { side, is_inclusive: flags & INCLUSIVE != 0, values })
    }
}

/// The bytes of a document that was rendered here. One that is too large to be sent is refused when it is sent.
fn bytes_of(document: &BsonDocument) -> Vec<u8> {
    document.to_vec().unwrap_or_default()
}
