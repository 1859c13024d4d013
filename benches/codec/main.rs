//! The codec against serde: encode and decode of three shapes. Prints times and ratios.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::cell::RefCell;

use mongo_benches::{
    compare::{Comparison, Row, is_measured},
    shapes::{
        Bounded, Lenient, Order, Plain, Sample, Small, Wide, reversed, samples, with_doubles,
        with_unknown_fields,
    },
};

fn main() {
    compare::<Small>();
    compare::<Order>();
    compare::<Wide>();
    compare_attributes();
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

/// What bounds and readers of other widths cost: the same fields without and with them.
fn compare_attributes() {
    let plain: Vec<_> = (0..N_SAMPLES).map(Plain::sample).collect();
    let bounded: Vec<_> = (0..N_SAMPLES).map(Bounded::sample).collect();
    let lenient: Vec<_> = (0..N_SAMPLES).map(Lenient::sample).collect();
    let bytes: Vec<_> =
        plain.iter().filter_map(|sample| mongo_runtime::to_vec(sample).ok()).collect();
    for (n, bytes) in bytes.iter().enumerate() {
        assert_eq!(mongo_runtime::to_vec(&bounded[n]).as_ref(), Ok(bytes), "a bound changes bytes");
        assert_eq!(
            mongo_runtime::to_vec(&lenient[n]).as_ref(),
            Ok(bytes),
            "a reader changes bytes"
        );
        assert_eq!(mongo_runtime::from_slice::<Bounded>(bytes).as_ref(), Ok(&bounded[n]));
        assert_eq!(mongo_runtime::from_slice::<Lenient>(bytes).as_ref(), Ok(&lenient[n]));
    }
    // The same numbers as a shell writes them.
    let doubles: Vec<_> = bytes.iter().map(|bytes| with_doubles(bytes)).collect();
    for (bytes, sample) in doubles.iter().zip(&lenient) {
        assert_eq!(mongo_runtime::from_slice::<Lenient>(bytes).as_ref(), Ok(sample));
    }
    if !is_measured() {
        return;
    }
    let encode = Comparison::new()
        .add("plain", &plain, |sample| mongo_runtime::to_vec(sample).ok())
        .add("with bounds", &bounded, |sample| mongo_runtime::to_vec(sample).ok())
        .add("with lossless", &lenient, |sample| mongo_runtime::to_vec(sample).ok());
    print("attributes: encode", &encode.run());
    let decode = Comparison::new()
        .add("plain", &bytes, |bytes| mongo_runtime::from_slice::<Plain>(bytes).ok())
        .add("with bounds", &bytes, |bytes| mongo_runtime::from_slice::<Bounded>(bytes).ok())
        .add("with lossless", &bytes, |bytes| mongo_runtime::from_slice::<Lenient>(bytes).ok())
        .add("lossless, all are doubles", &doubles, |bytes| {
            mongo_runtime::from_slice::<Lenient>(bytes).ok()
        });
    print("attributes: decode", &decode.run());
}

fn print(title: &str, rows: &[Row]) {
    println!("{title}");
    for Row { name, nanos, ratio } in rows {
        println!("  {name:<34} {nanos:>9.0} ns {ratio:>7.2} x");
    }
}
