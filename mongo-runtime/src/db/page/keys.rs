//! Signs tokens, and opens those that are as they were signed.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{
    PageToken,
    says::{Binding, Says},
};
use crate::error::{Detail, Error, Kind, TokenRefusal};

type HmacSha256 = Hmac<Sha256>;

/// The first byte of a token: how it is made.
const SIGNED: u8 = 1;
#[cfg(feature = "seal")]
const SEALED: u8 = 2;

/// The length of the name of a key.
const ID: usize = 4;

/// The length of a signature.
const SIGNATURE: usize = 32;

/// How many bytes a key has at least.
const MIN_KEY: usize = 32;

/// What the configuration says of tokens.
#[derive(Clone, Default)]
pub(crate) struct PageKeysConfig {
    pub(crate) current: Option<Vec<u8>>,
    pub(crate) old: Vec<Vec<u8>>,
    pub(crate) seals: bool,
}

/// The keys of a store: the one that signs, and those whose tokens are still taken.
pub(crate) struct PageKeys {
    current: Key,
    old: Vec<Key>,
    #[cfg(feature = "seal")]
    seals: bool,
}

/// What is made of one configured key, each for one use.
pub(crate) struct Key {
    id: [u8; ID],
    sign: [u8; 32],
    bind: [u8; 32],
    #[cfg(feature = "seal")]
    seal: [u8; 32],
}

impl PageKeysConfig {
    /// The keys, if there are any.
    pub(crate) fn checked(&self) -> Result<Option<PageKeys>, Error> {
        let all = self.current.iter().chain(&self.old);
        if all.into_iter().any(|key| key.len() < MIN_KEY) {
            return Err(Error::config(format!(
                "a key for page tokens needs {MIN_KEY} bytes or more"
            )));
        }
        match &self.current {
            Some(key) => Ok(Some(PageKeys {
                current: Key::new(key),
                old: self.old.iter().map(|key| Key::new(key)).collect(),
                #[cfg(feature = "seal")]
                seals: self.seals,
            })),
            None if self.seals || !self.old.is_empty() => Err(Error::config(
                "page tokens are to be sealed, or old keys are to be taken, and there is no `page_key`",
            )),
            None => Ok(None),
        }
    }
}

impl PageKeys {
    /// The token of a place.
    pub(crate) fn token(&self, says: &Says, binding: &Binding) -> Result<PageToken, Error> {
        let key = &self.current;
        let body = says.write(binding, key);
        let token = match () {
            #[cfg(feature = "seal")]
            () if self.seals => key.sealed(&body),
            () => Some(key.signed(&body)),
        };
        token.and_then(PageToken::of).ok_or_else(|| {
            let text = "the values at the keys of the order are too long for a page token";
            Error::new(Kind::OperationRejected, None, Detail::Text(text.into()))
        })
    }

    /// What a token says, if it was made with one of the keys and belongs to the same.
    pub(crate) fn open(
        &self,
        token: &PageToken,
        binding: &Binding,
        n_values: usize,
    ) -> Result<Says, TokenRefusal> {
        let (&made, rest) = token.bytes().split_first().ok_or(TokenRefusal::Malformed)?;
        let (id, rest) = rest.split_at_checked(ID).ok_or(TokenRefusal::Malformed)?;
        let mut keys = std::iter::once(&self.current).chain(&self.old);
        let key = keys.find(|key| key.id == id).ok_or(TokenRefusal::OtherKey)?;
        let body = match made {
            SIGNED => key.verified(rest)?.to_vec(),
            #[cfg(feature = "seal")]
            SEALED => key.unsealed(rest)?,
            _ => return Err(TokenRefusal::Malformed),
        };
        Says::read(&body, binding, n_values, key)
    }
}

impl Key {
    fn new(configured: &[u8]) -> Self {
        let made = |label| hmac(configured, &[b"mongo-runtime page token: ", label]);
        let [a, b, c, d, ..] = made(b"id");
        Self {
            id: [a, b, c, d],
            sign: made(b"sign"),
            bind: made(b"bind"),
            #[cfg(feature = "seal")]
            seal: made(b"seal"),
        }
    }

    /// Stands for a part of what a token is bound to. Nobody can compare it with a guess who has no key.
    pub(super) fn tag<const N: usize>(&self, number: u8, part: &[u8]) -> [u8; N] {
        let full = hmac(&self.bind, &[&[number], part]);
        std::array::from_fn(|at| full[at])
    }

    fn head(&self, made: u8) -> Vec<u8> {
        let mut head = vec![made];
        head.extend(self.id);
        head
    }

    fn signed(&self, body: &[u8]) -> Vec<u8> {
        let mut token = self.head(SIGNED);
        token.extend(body);
        let signature = hmac(&self.sign, &[&token]);
        token.extend(signature);
        token
    }

    fn verified<'t>(&self, rest: &'t [u8]) -> Result<&'t [u8], TokenRefusal> {
        let len = rest.len().checked_sub(SIGNATURE).ok_or(TokenRefusal::Malformed)?;
        let (body, signature) = rest.split_at(len);
        let mut mac = mac(&self.sign);
        mac.update(&self.head(SIGNED));
        mac.update(body);
        mac.verify_slice(signature).map_err(|_| TokenRefusal::Altered)?;
        Ok(body)
    }

    #[cfg(feature = "seal")]
    fn sealed(&self, body: &[u8]) -> Option<Vec<u8>> {
        let mut token = self.head(SEALED);
        let sealed = super::seal::seal(&self.seal, &token, body)?;
        token.extend(sealed);
        Some(token)
    }

    #[cfg(feature = "seal")]
    fn unsealed(&self, rest: &[u8]) -> Result<Vec<u8>, TokenRefusal> {
        super::seal::open(&self.seal, &self.head(SEALED), rest).ok_or(TokenRefusal::Altered)
    }
}

fn mac(key: &[u8]) -> HmacSha256 {
    HmacSha256::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = mac(key);
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}
