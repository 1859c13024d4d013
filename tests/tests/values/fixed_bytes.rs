//! Bytes of a fixed number, and small numbers that are no bytes.

use mongo_runtime::Embedded;

use crate::support::{golden, one, read_error};

#[test]
fn a_fixed_number_of_bytes_is_binary_of_that_length() {
    {
        one!(
            #[mongo(as = "binary")]
            [u8; 3]
        );
        golden(&One::of([1, 2, 3]), "05 03000000 00 010203");
        let length = "`One.v`: expected an array of exactly 3";
        assert_eq!(read_error::<One>("05 02000000 00 0102"), length);
        assert_eq!(read_error::<One>("05 04000000 00 01020304"), length);
        assert_eq!(
            read_error::<One>("05 03000000 05 010203"),
            "`One.v`: expected binary of subtype 0, found a value out of its range"
        );
    }
    one!(
        #[mongo(as = "int_array")]
        [u8; 2]
    );
    golden(&One::of([1, 2]), "04 13000000 10 3000 01000000 10 3100 02000000 00");
    assert_eq!(read_error::<One>("04 0500000000"), "`One.v`: expected an array of exactly 2");
}

#[test]
fn small_numbers_of_a_type_of_their_own_are_no_bytes() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct Age(u8);
    one!(#[mongo(max_items = 3)] Vec<Age>);
    golden(&One::of(vec![Age(7)]), "04 0c000000 10 3000 07000000 00");
}
