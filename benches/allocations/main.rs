//! How many allocations an encode and a decode make. Fails when an encode makes more than one, or a decode more than a clone.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::hint::black_box;

use allocation_counter::measure;
use mongo_benches::shapes::{Order, Sample, Small, Wide, reversed, samples};

fn main() {
    println!(
        "{:<8} {:>14} {:>14} {:>14} {:>14} {:>8}",
        "", "to_vec", "serde", "from_slice", "serde", "clone"
    );
    count::<Small>();
    count::<Order>();
    count::<Wide>();
}

fn count<T: Sample>() {
    let (samples, bytes) = samples::<T>(16);
    for (index, (sample, bytes)) in samples.iter().zip(&bytes).enumerate() {
        let n_allocations = |work: &dyn Fn()| measure(work).count_total;
        let encode = n_allocations(&|| drop(black_box(mongo_runtime::to_vec(sample))));
        let encode_serde = n_allocations(&|| drop(black_box(bson::serialize_to_vec(sample))));
        let decode = n_allocations(&|| drop(black_box(mongo_runtime::from_slice::<T>(bytes))));
        let decode_serde =
            n_allocations(&|| drop(black_box(bson::deserialize_from_slice::<T>(bytes))));
        let reversed = reversed(bytes);
        let decode_reversed =
            n_allocations(&|| drop(black_box(mongo_runtime::from_slice::<T>(&reversed))));
        let clone = n_allocations(&|| drop(black_box(sample.clone())));
        if index == 0 {
            println!(
                "{:<8} {encode:>14} {encode_serde:>14} {decode:>14} {decode_serde:>14} {clone:>8}",
                T::NAME
            );
        }
        assert_eq!(encode, 1, "an encode makes one allocation");
        assert_eq!(decode_reversed, decode, "the order of fields costs no allocation");
        assert!(
            decode <= clone,
            "a decode of {} makes {decode} allocations, a clone {clone}",
            T::NAME
        );
    }
}
