//! UUIDs that are stored in one form and looked for in another.

use mongo_runtime::{
    Value,
    bson::{Binary, Bson, Uuid, doc, spec::BinarySubtype},
    class,
    codec::{DecodeReason, Failure, Reader, Writer},
    field::{Leaf, Path},
    prelude::*,
    shape::{BsonType, Scalar, Shape},
};
use mongo_testkit::TestDb;
use mongo_tests::{
    one,
    one::{read, read_error, stored as bytes_of},
};

use crate::support::{collection, stored};

/// Elsewhere the struct stores subtype 0, and the filter looks for subtype 4.
#[mongo_testkit::test]
async fn a_uuid_is_found_by_the_id_that_was_inserted(db: TestDb) {
    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "devices")]
    struct Device {
        #[mongo(id)]
        id: uuid::Uuid,
        parent: Option<Uuid>,
    }
    let bytes = [0x11; 16];
    let device =
        Device { id: uuid::Uuid::from_bytes(bytes), parent: Some(Uuid::from_bytes(bytes)) };
    let devices = collection::<Device>(&db).await;
    devices.insert_one(&device).await.expect("is stored");
    assert_eq!(devices.find_one(by_id(device.id)).await.expect("is read"), Some(device.clone()));
    let by_parent = Device::fields().parent().eq(Uuid::from_bytes(bytes));
    assert_eq!(devices.count(by_parent).await.expect("is counted"), 1);
    let standard = Binary { subtype: BinarySubtype::Uuid, bytes: bytes.to_vec() };
    assert_eq!(
        stored::<Device>(&db, standard.clone()).await,
        doc! { "_id": standard.clone(), "parent": standard }
    );
}

/// A collection of the other form is read by its name only, and found by it, too.
#[mongo_testkit::test]
async fn a_legacy_uuid_is_found_in_the_order_of_its_client(db: TestDb) {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct DeviceId(#[mongo(as = "uuid_java_legacy")] uuid::Uuid);

    #[derive(Document, Debug, Clone, PartialEq)]
    #[mongo(collection = "devices")]
    struct Device {
        #[mongo(id)]
        id: DeviceId,
    }
    let bytes: [u8; 16] = std::array::from_fn(|n| u8::try_from(n).expect("small"));
    let device = Device { id: DeviceId(uuid::Uuid::from_bytes(bytes)) };
    let devices = collection::<Device>(&db).await;
    devices.insert_one(&device).await.expect("is stored");
    assert_eq!(devices.find_one(by_id(&device.id)).await.expect("is read"), Some(device));
    let turned = vec![7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];
    let legacy = Binary { subtype: BinarySubtype::UuidOld, bytes: turned };
    assert_eq!(stored::<Device>(&db, legacy.clone()).await, doc! { "_id": legacy });
}

/// Strict outside, lax inside: what another library does with a flattened struct.
#[test]
fn another_subtype_is_an_error_wherever_the_uuid_is() {
    #[derive(Embedded, Debug, Clone, PartialEq)]
    struct Owner {
        uuid: Uuid,
    }
    #[derive(Embedded, Debug, Clone, PartialEq)]
    #[mongo(tag = "t")]
    enum Choice {
        A { uuid: Uuid },
    }
    const UUID: &str = "a UUID: binary of subtype 4 with 16 bytes";
    let with = |subtype: u8| Binary { subtype: subtype.into(), bytes: vec![0x11; 16] };
    let digits = |value: Bson| {
        let bytes = doc! { "v": value }.to_vec().expect("encodable");
        let digits = one::hex(&bytes);
        // Type, then what is behind the key `v`.
        format!("{}{}", &digits[8..10], &digits[14..digits.len() - 2])
    };
    /// Checks the good subtype and two others, in a value made by `$make`.
    macro_rules! check {
        ($(#[$attr:meta])* $ty:ty, $path:literal, |$binary:ident| $make:expr) => {{
            one!($(#[$attr])* $ty);
            let make = |$binary: Binary| -> Bson { $make.into() };
            assert!(read::<One>(&digits(make(with(4)))).is_ok());
            for subtype in [0, 3, 5] {
                let text = read_error::<One>(&digits(make(with(subtype))));
                assert_eq!(text, format!("`One.{}`: expected {UUID}, found a value out of its range", $path));
            }
        }};
    }
    check!(Uuid, "v", |binary| binary);
    check!(uuid::Uuid, "v", |binary| binary);
    check!(Option<Uuid>, "v", |binary| binary);
    check!(Owner, "v.uuid", |binary| doc! { "uuid": binary });
    check!(Choice, "v.uuid", |binary| doc! { "t": "A", "uuid": binary });
    check!(#[mongo(max_items = 2)] Vec<Uuid>, "v[0]", |binary| vec![Bson::from(binary)]);
    check!((i32, Uuid), "v[1]", |binary| vec![Bson::Int32(1), binary.into()]);
    check!(#[mongo(max_items = 2)] std::collections::BTreeMap<String, Uuid>, "v.{?}", |binary| doc! { "k": binary });
}

/// A representation of the application: subtype 4, that once was text.
struct UuidOrText;

impl Value<UuidOrText> for Uuid {
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::fixed(BsonType::Uuid, 21));
    type Class = class::Id;
    type Inner = Self;
    type Fields<P: Path> = Leaf<P>;

    fn element_type(&self) -> u8 {
        0x05
    }

    fn encoded_len(&self) -> usize {
        21
    }

    fn encode(&self, out: &mut Writer<'_>) {
        <Self as Value>::encode(self, out);
    }

    fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
        if element_type != 0x02 {
            return <Self as Value>::decode(element_type, input);
        }
        let text = <String as Value>::decode(element_type, input)?;
        Self::parse_str(text).map_err(|_| input.fail(DecodeReason::Custom("the text is no UUID")))
    }
}

/// Migrated data holds text: an error, but for a reader that says otherwise.
#[test]
fn a_uuid_in_text_is_read_by_a_reader_that_says_so_only() {
    let text =
        "02 25000000 39333664613031662d396162642d346439642d383063372d30326166383563383232613800";
    {
        one!(Uuid);
        assert_eq!(
            read_error::<One>(text),
            "`One.v`: expected a UUID: binary of subtype 4 with 16 bytes, found string"
        );
    }
    one!(
        #[mongo(with = UuidOrText)]
        Uuid
    );
    let old = read::<One>(text).expect("is read");
    assert_eq!(
        bytes_of(&old),
        "05 1000000004936da01f9abd4d9d80c702af85c822a8",
        "and stored anew as binary"
    );
}
