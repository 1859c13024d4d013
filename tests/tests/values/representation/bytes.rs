//! UUIDs, binary, and bytes in a named form.

use mongo_runtime::{
    Embedded,
    bson::{Binary, Uuid, spec::BinarySubtype},
};

use crate::support::{golden, one, read, read_error, write_error};

#[test]
fn a_uuid_is_binary_of_subtype_4_and_no_other() {
    one!(Uuid);
    golden(&One::of(Uuid::from_bytes([0x11; 16])), "05 100000000411111111111111111111111111111111");
    let expected = "`One.v`: expected a UUID: binary of subtype 4 with 16 bytes, found a value out of its range";
    assert_eq!(read_error::<One>("05 100000000311111111111111111111111111111111"), expected);
    assert_eq!(read_error::<One>("05 100000000011111111111111111111111111111111"), expected);
    assert_eq!(read_error::<One>("05 02000000041111"), expected);
    assert_eq!(
        read_error::<One>("02 0200000031 00"),
        "`One.v`: expected a UUID: binary of subtype 4 with 16 bytes, found string"
    );
}

#[test]
fn a_uuid_is_as_strict_in_a_document_of_an_enum() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    #[mongo(tag = "t")]
    enum Owner {
        Device { uuid: Uuid },
    }
    one!(Owner);
    let digits = |subtype: &str| {
        format!(
            "03 2e000000 02 7400 07000000 44657669636500 05 7575696400 10000000 {subtype} 11111111111111111111111111111111 00"
        )
    };
    assert_eq!(
        read::<One>(&digits("04")),
        Ok(One::of(Owner::Device { uuid: Uuid::from_bytes([0x11; 16]) }))
    );
    let error = read_error::<One>(&digits("00"));
    assert_eq!(
        error,
        "`One.v.uuid`: expected a UUID: binary of subtype 4 with 16 bytes, found a value out of its range"
    );
}

#[test]
fn binary_keeps_its_subtype() {
    one!(Binary);
    let of =
        |subtype: u8| One::of(Binary { subtype: BinarySubtype::from(subtype), bytes: vec![1, 2] });
    golden(&of(0), "05 02000000000102");
    golden(&of(2), "05 0600000002020000000102");
    golden(&of(0x80), "05 02000000800102");
    assert!(
        read_error::<One>("05 0600000002030000000102").contains("malformed BSON"),
        "the inner length is wrong"
    );
}

#[test]
fn bytes_are_binary_or_an_array_as_named() {
    {
        one!(#[mongo(as = "binary")] Vec<u8>);
        golden(&One::of(vec![1, 255]), "05 020000000001ff");
        assert!(read_error::<One>("05 020000000401ff").contains("binary of subtype 0"));
    }
    one!(#[mongo(as = "int_array", max_items = 2)] Vec<u8>);
    golden(&One::of(vec![1, 255]), "04 13000000 10 3000 01000000 10 3100 ff000000 00");
    assert!(
        write_error(&One::of(vec![0; 3])).contains("3 items are over the declared `max_items = 2`")
    );
}
