//! One struct thrice: plain, with bounds, and with readers of other widths. What differs is what these cost.

use mongo_runtime::Document;

/// Declares the struct, with attributes for its texts, its array and its numbers.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident: [$($text:tt)*] [$($array:tt)*] [$($number:tt)*]) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Document)]
        #[mongo(collection = "numbers")]
        #[expect(missing_docs, reason = "the fields are samples")]
        pub struct $name {
            #[mongo(id)]
            pub id: i64,
            $($text)*
            pub name: String,
            $($text)*
            pub place: String,
            $($array)*
            pub tags: Vec<String>,
            $($number)*
            pub port: i32,
            $($number)*
            pub count: i64,
            $($number)*
            pub ratio: f64,
            $($number)*
            pub level: i32,
            $($number)*
            pub total: i64,
            $($number)*
            pub share: f64,
        }

        impl $name {
            /// The `n`th sample.
            #[must_use]
            pub fn sample(n: usize) -> Self {
                let stamp = i32::try_from(n).unwrap_or_default();
                Self {
                    id: i64::from(stamp),
                    name: super::text("Maria N", n),
                    place: super::text("an address of some length, ", n + 1),
                    tags: (0..5).map(|tag| super::text("tag", n + tag)).collect(),
                    port: stamp,
                    count: i64::from(stamp) << 8,
                    ratio: f64::from(stamp) * 0.5,
                    level: -stamp,
                    total: i64::from(stamp) << 9,
                    share: f64::from(stamp) * 0.25,
                }
            }
        }
    };
}

numbers! {
    /// An array must have a bound; no other field has one, and each number is read in its own width.
    Plain: [] [#[mongo(max_items = 8)]] []
}

numbers! {
    /// Texts and array have bounds.
    Bounded: [#[mongo(max_len = 64)]] [#[mongo(max_items = 8, max_len = 32)]] []
}

numbers! {
    /// Numbers are read in other widths, too.
    Lenient: [] [#[mongo(max_items = 8)]] [#[mongo(lossless)]]
}
