//! The codec against serde: encode and decode of three shapes. Prints times and ratios.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::cell::RefCell;

use mongo_benches::{
    compare::{Comparison, Row, is_measured},
    shapes::{Order, Sample, Small, Wide, reversed, samples, with_unknown_fields},
};

fn main() {
    compare::<Small>();
    compare::<Order>();
    compare::<Wide>();
}

/// How many different documents each contender goes through.
const N_SAMPLES: usize = 16;

fn compare<T: Sample>() {
    let (samples, bytes) = samples::<T>(N_SAMPLES);
    let reversed: Vec<_> = bytes.iter().map(|bytes| reversed(bytes)).collect();
    let unknown: Vec<_> = bytes.iter().map(|bytes| with_unknown_fields(bytes)).collect();
    for (sample, (reversed, unknown)) in samples.iter().zip(reversed.iter().zip(&unknown)) {
        assert_eq!(
            mongo_runtime::from_slice::<T>(reversed).as_ref(),
            Ok(sample),
            "the order of fields matters"
        );
        assert_eq!(
            mongo_runtime::from_slice::<T>(unknown).as_ref(),
            Ok(sample),
            "an unknown field matters"
        );
    }
    if !is_measured() {
        return;
    }
    let n_bytes = bytes.iter().map(Vec::len).sum::<usize>() / bytes.len();
    let buffer = RefCell::new(Vec::new());
    let encode = Comparison::new()
        .add("serde: serialize_to_vec", &samples, |sample| bson::serialize_to_vec(sample).ok())
        .add("by hand: RawDocumentBuf", &samples, Sample::by_hand)
        .add("to_vec", &samples, |sample| mongo_runtime::to_vec(sample).ok())
        .add("to_buffer", &samples, |sample| {
            mongo_runtime::to_buffer(sample, &mut buffer.borrow_mut()).ok()
        })
        .add("floor: allocate and copy", &bytes, Vec::clone);
    print(&format!("{}, {n_bytes} bytes: encode", T::NAME), &encode.run());

    let decode = Comparison::new()
        .add("serde: deserialize_from_slice", &bytes, |bytes| {
            bson::deserialize_from_slice::<T>(bytes).ok()
        })
        .add("from_slice", &bytes, |bytes| mongo_runtime::from_slice::<T>(bytes).ok())
        .add("floor: clone and drop the value", &samples, T::clone);
    print(&format!("{}, {n_bytes} bytes: decode", T::NAME), &decode.run());

    let decode = Comparison::new()
        .add("serde, fields reversed", &reversed, |bytes| {
            bson::deserialize_from_slice::<T>(bytes).ok()
        })
        .add("from_slice, fields reversed", &reversed, |bytes| {
            mongo_runtime::from_slice::<T>(bytes).ok()
        });
    print(&format!("{}: decode in reverse order", T::NAME), &decode.run());

    let decode = Comparison::new()
        .add("serde, unknown fields", &unknown, |bytes| {
            bson::deserialize_from_slice::<T>(bytes).ok()
        })
        .add("from_slice, unknown fields", &unknown, |bytes| {
            mongo_runtime::from_slice::<T>(bytes).ok()
        });
    print(&format!("{}: decode with unknown fields", T::NAME), &decode.run());
}

fn print(title: &str, rows: &[Row]) {
    println!("{title}");
    for Row { name, nanos, ratio } in rows {
        println!("  {name:<34} {nanos:>9.0} ns {ratio:>7.2} x");
    }
}
