//! What stands for a place in an ordered result, between the program and whoever turns its pages.

use std::{fmt, str::FromStr};

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};

use crate::error::{Error, TokenRefusal};

/// A place in the results of a query, as text for a URL: `next` or `previous` of a [`Page`](super::Page).
///
/// It is bound to the operation, the collection, the order, the values of the filter, the side of the place, and to what is
/// stored at the keys of the order. The store signs it with [a key](crate::db::StoreConfig::page_key): one that was altered
/// or belongs elsewhere is refused before anything is sent, with [`TokenRefusal`]. The page size is
/// not part of it.
///
/// Whoever decodes it can read the values at the keys of the order, and no others, unless the store
/// seals its tokens (`StoreConfig::seal_page_tokens`, feature `seal`). `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct PageToken(Vec<u8>);

impl PageToken {
    /// How many letters a token has at most.
    pub const MAX_LEN: usize = 8 * 1024;

    /// A token of these bytes, if its text is short enough.
    pub(super) fn of(bytes: Vec<u8>) -> Option<Self> {
        (base64::encoded_len(bytes.len(), false)? <= Self::MAX_LEN).then_some(Self(bytes))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for PageToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64_URL_SAFE_NO_PAD.encode(&self.0))
    }
}

impl fmt::Debug for PageToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageToken(?)")
    }
}

impl FromStr for PageToken {
    type Err = Error;

    /// Takes the text of a token. Whether it is a good one shows when it is used.
    fn from_str(text: &str) -> Result<Self, Error> {
        if text.is_empty() || text.len() > Self::MAX_LEN {
            return Err(Error::refused_token(TokenRefusal::Malformed));
        }
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text);
        bytes.map(Self).map_err(|_| Error::refused_token(TokenRefusal::Malformed))
    }
}
