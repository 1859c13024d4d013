//! Names of databases: readable, unique, and short enough for the server.

use std::{
    collections::hash_map::RandomState,
    hash::BuildHasher,
    process,
    sync::atomic::{AtomicU64, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

use sha2::{Digest, Sha256};

/// The server takes less than 64 bytes.
const MAX_BYTES: usize = 63;
const SUFFIX_BYTES: usize = 13;

/// Makes a name of the readable prefix and 13 characters that no other process or test makes.
pub(crate) fn unique(prefix: &str) -> String {
    let mut name: String = prefix
        .rsplit("::")
        .next()
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .take(MAX_BYTES - SUFFIX_BYTES - 1)
        .collect();
    if name.is_empty() {
        name.push_str("test");
    }
    name.push('_');
    name.push_str(&suffix());
    name
}

/// 64 bits in base 32.
pub(crate) fn suffix() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // A `RandomState` is seeded by the operating system, the rest guards against a weak seed.
    let mut bits = RandomState::new().hash_one((
        now.as_nanos(),
        process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed),
    ));
    (0..SUFFIX_BYTES)
        .map(|_| {
            let digit = b"0123456789abcdefghijklmnopqrstuv"[(bits % 32) as usize];
            bits /= 32;
            char::from(digit)
        })
        .collect()
}

/// The same short name for the same text, in every process.
pub(crate) fn stable(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_readable_unique_and_short_enough() {
        let name = unique("orders::an_order_is_found");
        assert!(name.starts_with("an_order_is_found_"), "{name}");
        assert_ne!(name, unique("orders::an_order_is_found"));
        assert_eq!(unique(&"x".repeat(200)).len(), MAX_BYTES);
    }

    #[test]
    fn characters_that_a_database_name_must_not_have_are_replaced() {
        let name = unique("a b/c.d$é\0");
        assert!(name.starts_with("a_b_c_d____"), "{name}");
        assert!(unique("").starts_with("test_"));
    }
}
