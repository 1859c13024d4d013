//! One value in a document of its own, and its bytes.

use mongo_runtime::{
    Document,
    codec::{DecodeError, EncodeError},
    from_slice, to_vec,
};

use crate::raw::{self, Element};

/// Declares a document `One` with the field `v`: `one!(#[mongo(max_items = 3)] Vec<i32>)`.
#[macro_export]
macro_rules! one {
    ($(#[$attr:meta])* $ty:ty) => {
        #[derive(mongo_runtime::Document, Debug, Clone, PartialEq)]
        #[mongo(collection = "ones", max_size = "15 MiB")]
        struct One {
            #[mongo(id)]
            id: i32,
            $(#[$attr])*
            v: $ty,
        }

        #[allow(dead_code, reason = "not every test uses the constructor")]
        impl One {
            fn of(v: $ty) -> Self {
                Self { id: 1, v }
            }
        }
    };
}

/// Type and bytes of the field `v`, as hexadecimal digits: `10 01000000`; `absent` when there is no such field.
///
/// # Panics
///
/// The value can't be stored.
#[must_use]
pub fn stored<D: Document>(document: &D) -> String {
    let elements = raw::read(&to_vec(document).expect("encodable")).expect("well framed");
    match elements.iter().find(|element| element.key == b"v") {
        Some(element) => {
            format!("{:02x} {}", element.kind, hex(&element.payload())).trim_end().to_owned()
        }
        None => "absent".to_owned(),
    }
}

/// Checks that a value is stored as these digits, and read from them.
///
/// # Panics
///
/// It is not.
#[track_caller]
pub fn golden<D: Document + PartialEq + std::fmt::Debug>(document: &D, digits: &str) {
    let plain = |digits: &str| digits.replace(' ', "");
    assert_eq!(plain(&stored(document)), plain(digits), "{document:?}");
    assert_eq!(read::<D>(digits).as_ref(), Ok(document));
}

/// Reads a document whose field `v` has these digits; `absent` leaves it out.
///
/// # Errors
///
/// They are no such value.
pub fn read<D: Document>(digits: &str) -> Result<D, DecodeError> {
    let mut elements = vec![Element::leaf(0x10, "_id", &[1, 0, 0, 0])];
    if digits != "absent" {
        let bytes = unhex(digits);
        elements.push(Element::leaf(bytes[0], "v", &bytes[1..]));
    }
    from_slice(&raw::write(&elements))
}

/// The text of the error of reading these digits.
///
/// # Panics
///
/// They are read.
#[track_caller]
#[must_use]
pub fn read_error<D: Document + std::fmt::Debug>(digits: &str) -> String {
    read::<D>(digits).expect_err("another type, or out of range").to_string()
}

/// The text of the error of writing a document.
///
/// # Panics
///
/// It is written.
#[track_caller]
#[must_use]
pub fn write_error<D: Document + std::fmt::Debug>(document: &D) -> String {
    let error: EncodeError = to_vec(document).expect_err("not storable");
    error.to_string()
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal digits; anything else between them is passed over.
///
/// # Panics
///
/// There is one digit too many.
#[must_use]
pub fn unhex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits.chunks(2).map(|pair| std::str::from_utf8(pair).expect("ASCII"));
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal digits")).collect()
}
