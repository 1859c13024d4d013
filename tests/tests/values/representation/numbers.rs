//! Numbers that are stored wider than they are, or in a named form.

use crate::support::{golden, one, read, read_error, stored, write_error};

#[test]
fn small_integers_are_widened() {
    {
        one!(u8);
        golden(&One::of(255), "10 ff000000");
        assert_eq!(
            read_error::<One>("10 00010000"),
            "`One.v`: expected an int32 from 0 to 255, found a value out of its range"
        );
        assert_eq!(
            read_error::<One>("10 ffffffff"),
            "`One.v`: expected an int32 from 0 to 255, found a value out of its range"
        );
    }
    {
        one!(i8);
        golden(&One::of(-128), "10 80ffffff");
        assert!(read_error::<One>("10 80000000").contains("from -128 to 127"));
    }
    {
        one!(i16);
        golden(&One::of(i16::MIN), "10 0080ffff");
        assert!(read_error::<One>("10 00800000").contains("from -32768 to 32767"));
    }
    {
        one!(u16);
        golden(&One::of(u16::MAX), "10 ffff0000");
        // 21010.0, as a shell writes a port.
        assert!(read_error::<One>("01 00000000 8084d440").contains("expected int32, found double"));
    }
    one!(u32);
    golden(&One::of(3_000_000_000), "12 005ed0b200000000");
    assert!(read_error::<One>("12 ffffffffffffffff").contains("from 0 to 4294967295"));
    assert!(read_error::<One>("10 01000000").contains("expected int64, found int32"));
}

#[test]
fn an_int64_is_never_read_as_a_double() {
    one!(f64);
    assert_eq!(read_error::<One>("12 0100000000002000"), "`One.v`: expected double, found int64");
}

#[test]
fn a_u64_over_int64_is_refused_when_it_is_written() {
    one!(
        #[mongo(as = "int64_checked")]
        u64
    );
    golden(&One::of(i64::MAX.unsigned_abs()), "12 ffffffffffffff7f");
    assert_eq!(write_error(&One::of(u64::MAX)), "`One.v`: the value does not fit int64");
    assert_eq!(write_error(&One::of(1 << 63)), "`One.v`: the value does not fit int64");
    assert!(read_error::<One>("12 ffffffffffffffff").contains("an int64 that `u64` holds"));
}

#[test]
fn a_u64_as_decimal128_is_exact() {
    {
        one!(
            #[mongo(as = "decimal128")]
            u64
        );
        golden(&One::of(u64::MAX), "13 ffffffffffffffff0000000000004030");
        // 1.5, -1, NaN
        for digits in [
            "13 0f000000000000000000000000003e30",
            "13 010000000000000000000000000040b0",
            "13 0000000000000000000000000000007c",
        ] {
            assert!(read_error::<One>(digits).contains("a whole decimal128 that `u64` holds"));
        }
    }
    one!(
        #[mongo(as = "decimal128")]
        u128
    );
    golden(&One::of(10_u128.pow(34) - 1), "13 ffffffff638e8d37c087adbe09ed4130");
    assert!(write_error(&One::of(10_u128.pow(34) + 1)).contains("34 digits"));
    assert!(write_error(&One::of(u128::MAX)).contains("34 digits"));
}

#[test]
fn padded_digits_sort_as_numbers() {
    one!(
        #[mongo(as = "string_padded")]
        u64
    );
    golden(&One::of(42), "02 15000000 3030303030303030303030303030303030303432 00");
    let texts: Vec<String> =
        [9, 10, 99, 100, u64::MAX].into_iter().map(|n| stored(&One::of(n))).collect();
    assert!(texts.is_sorted(), "{texts:?}");
    assert!(read_error::<One>("02 03000000 3432 00").contains("20 decimal digits"));
}

#[test]
fn an_f32_is_a_double_that_is_read_exactly_or_not_at_all() {
    one!(
        #[mongo(as = "double")]
        f32
    );
    golden(&One::of(0.1), "01 000000a09999b93f");
    golden(&One::of(f32::NEG_INFINITY), "01 000000000000f0ff");
    assert!(read::<One>("01 000000000000f87f").expect("NaN").v.is_nan());
    assert!(read_error::<One>("01 9a9999999999b93f").contains("a double that `f32` holds exactly"));
    assert!(read_error::<One>("01 ffffffffffffef7f").contains("a double that `f32` holds exactly"));
}
