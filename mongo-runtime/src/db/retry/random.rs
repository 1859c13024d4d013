//! The source of chance for waits.

use std::hash::{BuildHasher, RandomState};

/// A random number in `[0, 1)`. Good for waits, not for secrets.
pub(crate) fn unit() -> f64 {
    // The keys of a hasher are random, and that is all that is needed here.
    let random = RandomState::new().hash_one(0);
    (random >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_below_one_and_differs() {
        let all: Vec<f64> = (0..100).map(|_| unit()).collect();
        assert!(all.iter().all(|part| (0.0..1.0).contains(part)));
        assert!(all.windows(2).any(|pair| pair[0] < pair[1]));
        assert!(all.windows(2).any(|pair| pair[0] > pair[1]));
    }
}
