//! Seals tokens: what they say can't be read without the key.

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};

/// The length of what is drawn for each token. It is long enough to be drawn at random for as many as there will ever be.
const NONCE: usize = 24;

/// The nonce and the sealed body. The head is sealed with it, and stays as it is. `None` where the system has no randomness.
pub(super) fn seal(key: &[u8; 32], head: &[u8], body: &[u8]) -> Option<Vec<u8>> {
    let mut nonce = [0; NONCE];
    getrandom::fill(&mut nonce).ok()?;
    let payload = Payload { msg: body, aad: head };
    let sealed = cipher(key).encrypt(&XNonce::from(nonce), payload).ok()?;
    Some([nonce.as_slice(), &sealed].concat())
}

/// The body, if it is as it was sealed.
pub(super) fn open(key: &[u8; 32], head: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
    let payload = Payload { msg: sealed, aad: head };
    cipher(key).decrypt(&XNonce::from(*nonce), payload).ok()
}

fn cipher(key: &[u8; 32]) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(key.into())
}
