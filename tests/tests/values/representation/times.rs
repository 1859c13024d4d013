//! Times and durations in a named form.

use std::time::Duration;
use std::time::SystemTime;

use crate::support::{golden, one, read, read_error, stored, write_error};

#[test]
fn a_system_time_is_a_date_cut_towards_the_past() {
    one!(
        #[mongo(as = "date_ms")]
        SystemTime
    );
    let epoch = SystemTime::UNIX_EPOCH;
    golden(&One::of(epoch), "09 0000000000000000");
    assert_eq!(stored(&One::of(epoch + Duration::from_nanos(1_999_999))), "09 0100000000000000");
    assert_eq!(stored(&One::of(epoch - Duration::from_nanos(1))), "09 ffffffffffffffff");
    assert_eq!(stored(&One::of(epoch - Duration::from_nanos(1_000_001))), "09 feffffffffffffff");
    for digits in ["09 0000000000000080", "09 ffffffffffffff7f", "09 f985ffffffffffff"] {
        assert_eq!(stored(&read::<One>(digits).expect("a date")), digits);
    }
    assert!(read_error::<One>("02 0200000031 00").contains("expected date, found string"));
}

#[test]
fn a_duration_is_int64_milliseconds() {
    one!(
        #[mongo(as = "millis")]
        Duration
    );
    golden(&One::of(Duration::from_secs(1)), "12 e803000000000000");
    assert_eq!(stored(&One::of(Duration::from_micros(1_999))), "12 0100000000000000");
    assert!(write_error(&One::of(Duration::MAX)).contains("int64 milliseconds"));
    assert!(read_error::<One>("12 ffffffffffffffff").contains("zero or more"));
}
