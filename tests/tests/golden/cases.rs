//! One document a representation, under the name of its `_id`.

/// A representation: its document, and the check that bytes are read as it.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) encode: fn() -> Vec<u8>,
    pub(crate) assert_decodes: fn(&[u8]),
    pub(crate) declaration: &'static mongo_runtime::document::Declaration,
}

/// The application of the test against a server.
#[cfg(feature = "driver")]
pub(crate) struct Golden;

/// Declares a module a case, with the document `One` and its value.
macro_rules! cases {
    ($($name:ident $([$($attr:tt)*])? { $($fields:tt)* } = { $($values:tt)* };)*) => {
        $(
            pub(crate) mod $name {
                #[allow(unused_imports, reason = "not every case names all types")]
                use super::types::*;

                #[derive(Document, Debug, PartialEq)]
                #[mongo(collection = "golden")]
                $(#[mongo($($attr)*)])?
                pub(crate) struct One {
                    #[mongo(id)]
                    id: String,
                    $($fields)*
                }

                pub(crate) fn value() -> One {
                    One { id: stringify!($name).to_owned(), $($values)* }
                }

                pub(crate) fn assert_decodes(bytes: &[u8]) {
                    let (decoded, written) = (mongo_runtime::from_slice::<One>(bytes).expect("decodes"), value());
                    // NaN is no value that is equal to itself, but is one that comes back.
                    #[allow(clippy::eq_op, reason = "that is how NaN shows")]
                    let is_nan = written != written;
                    assert!(decoded == written || is_nan, "{decoded:?}, which was {written:?}");
                    assert_eq!(format!("{decoded:?}"), format!("{written:?}"));
                }
            }
        )*

        pub(crate) const CASES: &[Case] = &[$(Case {
            name: stringify!($name),
            encode: || mongo_runtime::to_vec(&$name::value()).expect("encodes"),
            assert_decodes: $name::assert_decodes,
            declaration: <$name::One as mongo_runtime::Document>::DECLARATION,
        }),*];

        /// Calls a macro with the names of all cases.
        #[cfg(feature = "driver")]
        macro_rules! with_every_case {
            ($callback:ident) => { $callback! { $($name)* } };
        }

        #[cfg(feature = "driver")]
        pub(crate) use with_every_case;
    };
}

cases! {
    object_id { v: ObjectId, } = { v: ObjectId::from_bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) };
    id { v: Id<Line>, } = { v: ObjectId::from_bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).into() };
    id_of_int64 { v: Id<Line, i64>, } = { v: 7.into() };
    id_of_text { v: Id<Line, String>, } = { v: "0123456789abcdef01234567".to_owned().into() };
    id_of_uuid_java_legacy { #[mongo(as = "uuid_java_legacy")] v: Id<Line, Uuid>, } = { v: Uuid::from_bytes(BYTES).into() };
    bool_true { v: bool, } = { v: true };
    bool_false { v: bool, } = { v: false };
    int32 { v: i32, } = { v: i32::MIN };
    int64 { v: i64, } = { v: i64::MAX };
    double { v: f64, } = { v: 0.1 };
    double_negative_zero { v: f64, } = { v: -0.0 };
    double_infinity { v: f64, } = { v: f64::NEG_INFINITY };
    double_nan { v: f64, } = { v: f64::NAN };
    string { v: String, } = { v: "Gödel, 図\u{1f600}".to_owned() };
    string_empty { v: String, } = { v: String::new() };
    string_with_nul { v: String, } = { v: "a\0b".to_owned() };
    string_boxed { v: Box<str>, } = { v: "boxed".into() };
    string_shared { v: std::sync::Arc<str>, } = { v: "shared".into() };
    date { v: DateTime, } = { v: DateTime::from_millis(1_700_000_000_123) };
    date_before_1970 { v: DateTime, } = { v: DateTime::from_millis(-1) };
    decimal128 { v: Decimal128, } = { v: "-12.340".parse().expect("a decimal") };
    decimal128_nan { v: Decimal128, } = { v: "NaN".parse().expect("a decimal") };
    uuid { v: Uuid, } = { v: Uuid::from_bytes(BYTES) };
    binary { v: Binary, } = { v: Binary { subtype: BinarySubtype::Generic, bytes: vec![1, 2, 3] } };
    binary_old { v: Binary, } = { v: Binary { subtype: BinarySubtype::BinaryOld, bytes: vec![1, 2, 3] } };
    binary_of_user { v: Binary, } = { v: Binary { subtype: BinarySubtype::UserDefined(0x80), bytes: vec![] } };
    timestamp { v: Timestamp, } = { v: Timestamp { time: 1_700_000_000, increment: 7 } };

    int8 { v: i8, } = { v: -128 };
    uint8 { v: u8, } = { v: 255 };
    int16 { v: i16, } = { v: i16::MIN };
    uint16 { v: u16, } = { v: u16::MAX };
    uint32 { v: u32, } = { v: u32::MAX };

    option_some { v: Option<i32>, } = { v: Some(1) };
    option_none { v: Option<i32>, } = { v: None };
    null_some { #[mongo(null)] v: Option<i32>, } = { v: Some(1) };
    null_none { #[mongo(null)] v: Option<i32>, } = { v: None };
    presence_absent { v: Presence<i32>, } = { v: Presence::Absent };
    presence_null { v: Presence<i32>, } = { v: Presence::Null };
    presence_value { v: Presence<i32>, } = { v: Presence::Value(1) };

    array { #[mongo(max_items = 3)] v: Vec<String>, } = { v: vec!["a".to_owned(), "b".to_owned()] };
    array_empty { #[mongo(max_items = 3)] v: Vec<String>, } = { v: Vec::new() };
    array_of_eleven { #[mongo(max_items = 11)] v: Vec<bool>, } = { v: vec![true; 11] };
    array_with_null { #[mongo(max_items = 3)] v: Vec<Option<i32>>, } = { v: vec![Some(1), None] };
    array_of_arrays { #[mongo(max_items = [2, 2])] v: Vec<Vec<i32>>, } = { v: vec![vec![1, 2], vec![]] };
    array_deque { #[mongo(max_items = 3)] v: VecDeque<i64>, } = { v: [1, 2].into() };
    set { #[mongo(max_items = 3)] v: BTreeSet<i32>, } = { v: [3, 1, 2].into() };
    set_hashed { #[mongo(max_items = 3)] v: HashSet<i32>, } = { v: [3].into() };
    fixed { v: [f64; 2], } = { v: [1.0, -1.0] };
    tuple_of_two { v: (i32, String), } = { v: (1, "a".to_owned()) };
    tuple_of_three { v: (i32, bool, Option<i64>), } = { v: (1, true, None) };
    tuple_of_four { v: (i32, i32, i32, i32), } = { v: (1, 2, 3, 4) };
    map { #[mongo(max_items = 3)] v: BTreeMap<String, i64>, } = { v: [("b".to_owned(), 2), ("a".to_owned(), 1)].into() };
    map_hashed { #[mongo(max_items = 3)] v: HashMap<String, bool>, } = { v: [("k".to_owned(), true)].into() };
    map_by_tag { #[mongo(max_items = 2)] v: BTreeMap<Status, i32>, } = { v: [(Status::InTransit, 2), (Status::Open, 1)].into() };
    map_by_text { #[mongo(max_items = 4)] v: BTreeMap<TextKey<String>, i32>, } = {
        v: ["$a.b", "", "100%", "plain"].map(|key| (key.to_owned().into(), 1)).into()
    };
    map_by_number { #[mongo(max_items = 3)] v: BTreeMap<TextKey<i64>, i32>, } = {
        v: [(10.into(), 1), (9.into(), 2), ((-1).into(), 3)].into()
    };
    map_by_address { #[mongo(max_items = 1)] v: HashMap<TextKey<IpAddr>, i32>, } = {
        v: [(IpAddr::from([127, 0, 0, 1]).into(), 1)].into()
    };
    map_of_arrays { #[mongo(max_items = [2, 2])] v: BTreeMap<String, Vec<i32>>, } = { v: [("k".to_owned(), vec![1])].into() };
    point { v: Point, } = { v: Point::new(13.4, 52.5).expect("on earth") };
    multi_point { #[mongo(max_items = 4)] v: MultiPoint, } = { v: MultiPoint::new([[13.4, 52.5], [2.35, 48.86]]).expect("points") };
    line_string { #[mongo(max_items = 4)] v: LineString, } = { v: line() };
    multi_line_string { #[mongo(max_items = 4)] v: MultiLineString, } = { v: MultiLineString::new([line(), line()]).expect("lines") };
    polygon { #[mongo(max_items = 8)] v: Polygon, } = { v: area() };
    multi_polygon { #[mongo(max_items = 16)] v: MultiPolygon, } = { v: MultiPolygon::new([area(), area()]).expect("areas") };
    geometry { #[mongo(max_items = 8)] v: Geometry, } = { v: area().into() };
    geometry_collection { #[mongo(max_items = 8)] v: GeometryCollection, } = {
        v: GeometryCollection::new([Geometry::from(line()), Point::new(13.4, 52.5).expect("on earth").into()]).expect("a collection")
    };
    geometries { #[mongo(max_items = [2, 8])] v: Vec<Geometry>, } = { v: vec![line().into(), area().into()] };

    embedded { v: Line, } = { v: Line { sku: "tea".to_owned(), quantity: 2 } };
    embedded_array { #[mongo(max_items = 2)] v: Vec<Line>, } = { v: vec![Line { sku: "tea".to_owned(), quantity: 2 }] };
    embedded_boxed { v: Option<Box<Line>>, } = { v: Some(Box::new(Line { sku: "tea".to_owned(), quantity: 2 })) };
    recursive { v: Node, } = { v: Node { n: 1, next: Some(Box::new(Node { n: 2, next: None })) } };
    newtype { v: OrderId, } = { v: OrderId(ObjectId::from_bytes([7; 12])) };
    newtype_of_a_representation { v: Option<LegacyId>, } = { v: Some(LegacyId(Uuid::from_bytes(BYTES))) };
    transparent { v: Email, } = { v: Email { text: "a@b.org".to_owned() } };
    tag { v: Status, } = { v: Status::InTransit };
    tag_renamed { v: Option<Status>, } = { v: Some(Status::Gone) };
    union_without_fields { v: Payment, } = { v: Payment::Cash };
    union_with_fields { v: Payment, } = { v: Payment::Card { last4: "4242".to_owned(), expires: None } };
    tag_of_a_fallback { v: OpenStatus, } = { v: OpenStatus::Other("lost".to_owned()) };
    union_fallback { v: OpenPayment, } = {
        v: OpenPayment::Other(RawDocumentBuf::try_from(&doc! { "iban": "DE", "type": "giro" }).expect("a document"))
    };
    union_fallback_as_a_document { v: Option<OpenRefund>, } = {
        v: Some(OpenRefund::Other(doc! { "type": "giro", "to": [1_i64, { "iban": "DE" }] }))
    };
    stored_names [rename_all = "camelCase"] {
        paid_at: Option<DateTime>, #[mongo(rename = "n°")] number: i32,
    } = { paid_at: Some(DateTime::from_millis(0)), number: 1 };

    revision { #[mongo(revision)] v: Revision, } = { v: Revision::new(3) };
    schema_version [schema_version = 3] { v: i32, } = { v: 1 };
    schema_version_named [schema_version = 3, version_field = "sv"] { v: i32, } = { v: 1 };

    int64_checked_of_u64 { #[mongo(as = "int64_checked")] v: u64, } = { v: i64::MAX.unsigned_abs() };
    int64_checked_of_usize { #[mongo(as = "int64_checked")] v: usize, } = { v: 7 };
    int64_checked_of_isize { #[mongo(as = "int64_checked")] v: isize, } = { v: -7 };
    decimal128_of_u64 { #[mongo(as = "decimal128")] v: u64, } = { v: u64::MAX };
    decimal128_of_usize { #[mongo(as = "decimal128")] v: usize, } = { v: 7 };
    decimal128_of_u128 { #[mongo(as = "decimal128")] v: u128, } = { v: 10_u128.pow(33) };
    decimal128_of_i128 { #[mongo(as = "decimal128")] v: i128, } = { v: -(10_i128.pow(33)) };
    string_padded_of_u64 { #[mongo(as = "string_padded")] v: u64, } = { v: 42 };
    string_padded_of_usize { #[mongo(as = "string_padded")] v: usize, } = { v: 42 };
    string_padded_of_u128 { #[mongo(as = "string_padded")] v: u128, } = { v: u128::MAX };
    double_of_f32 { #[mongo(as = "double")] v: f32, } = { v: 0.1 };
    date_ms_of_system_time { #[mongo(as = "date_ms")] v: SystemTime, } = { v: SystemTime::UNIX_EPOCH + Duration::from_millis(1) };
    date_ms_of_chrono { #[mongo(as = "date_ms")] v: chrono::DateTime<chrono::Utc>, } = {
        v: chrono::DateTime::from_timestamp_millis(-1).expect("in range")
    };
    date_ms_of_jiff { #[mongo(as = "date_ms")] v: jiff::Timestamp, } = { v: jiff::Timestamp::from_millisecond(-1).expect("in range") };
    date_ms_of_time { #[mongo(as = "date_ms")] v: time::OffsetDateTime, } = { v: time::OffsetDateTime::UNIX_EPOCH };
    date_ms_in_an_array { #[mongo(as = "date_ms", max_items = 2)] v: Option<Vec<SystemTime>>, } = { v: Some(vec![SystemTime::UNIX_EPOCH]) };
    date_ms_in_a_map { #[mongo(as = "date_ms", max_items = 2)] v: BTreeMap<String, Option<SystemTime>>, } = {
        v: [("k".to_owned(), None.or(Some(SystemTime::UNIX_EPOCH)))].into()
    };
    millis_of_duration { #[mongo(as = "millis")] v: Duration, } = { v: Duration::from_millis(1_500) };
    millis_of_chrono { #[mongo(as = "millis")] v: chrono::TimeDelta, } = { v: chrono::TimeDelta::milliseconds(-1_500) };
    millis_of_jiff { #[mongo(as = "millis")] v: jiff::SignedDuration, } = { v: jiff::SignedDuration::from_millis(-1_500) };
    millis_of_time { #[mongo(as = "millis")] v: time::Duration, } = { v: time::Duration::milliseconds(-1_500) };
    civil_date_of_chrono { #[mongo(as = "civil_date")] v: chrono::NaiveDate, } = {
        v: chrono::NaiveDate::from_ymd_opt(1936, 8, 17).expect("a date")
    };
    civil_date_of_jiff { #[mongo(as = "civil_date")] v: jiff::civil::Date, } = { v: jiff::civil::date(7, 1, 2) };
    civil_date_of_time { #[mongo(as = "civil_date")] v: time::Date, } = {
        v: time::Date::from_calendar_date(1936, time::Month::August, 17).expect("a date")
    };
    civil_date_time_of_chrono { #[mongo(as = "civil_date_time")] v: chrono::NaiveDateTime, } = {
        v: chrono::NaiveDate::from_ymd_opt(1936, 8, 17).and_then(|date| date.and_hms_nano_opt(1, 2, 3, 4)).expect("a time")
    };
    civil_date_time_of_jiff { #[mongo(as = "civil_date_time")] v: jiff::civil::DateTime, } = {
        v: jiff::civil::date(1936, 8, 17).at(1, 2, 3, 4)
    };
    civil_date_time_of_time { #[mongo(as = "civil_date_time")] v: time::PrimitiveDateTime, } = {
        v: time::PrimitiveDateTime::new(
            time::Date::from_calendar_date(1936, time::Month::August, 17).expect("a date"),
            time::Time::from_hms_nano(1, 2, 3, 4).expect("a time"),
        )
    };
    nanos_of_day_of_chrono { #[mongo(as = "nanos_of_day")] v: chrono::NaiveTime, } = {
        v: chrono::NaiveTime::from_hms_nano_opt(23, 59, 59, 999_999_999).expect("a time")
    };
    nanos_of_day_of_jiff { #[mongo(as = "nanos_of_day")] v: jiff::civil::Time, } = { v: jiff::civil::time(0, 0, 0, 1) };
    nanos_of_day_of_time { #[mongo(as = "nanos_of_day")] v: time::Time, } = { v: time::Time::MIDNIGHT };
    binary_of_bytes { #[mongo(as = "binary")] v: Vec<u8>, } = { v: vec![0, 255] };
    int_array_of_bytes { #[mongo(as = "int_array", max_items = 3)] v: Vec<u8>, } = { v: vec![0, 255] };
    uuid_python_legacy { #[mongo(as = "uuid_python_legacy")] v: Uuid, } = { v: Uuid::from_bytes(BYTES) };
    uuid_java_legacy { #[mongo(as = "uuid_java_legacy")] v: Uuid, } = { v: Uuid::from_bytes(BYTES) };
    uuid_csharp_legacy { #[mongo(as = "uuid_csharp_legacy")] v: Uuid, } = { v: Uuid::from_bytes(BYTES) };
    uuid_of_crate { v: uuid::Uuid, } = { v: uuid::Uuid::from_bytes(BYTES) };
    uuid_python_legacy_of_crate { #[mongo(as = "uuid_python_legacy")] v: uuid::Uuid, } = { v: uuid::Uuid::from_bytes(BYTES) };
    uuid_java_legacy_of_crate { #[mongo(as = "uuid_java_legacy")] v: uuid::Uuid, } = { v: uuid::Uuid::from_bytes(BYTES) };
    uuid_csharp_legacy_of_crate { #[mongo(as = "uuid_csharp_legacy")] v: uuid::Uuid, } = { v: uuid::Uuid::from_bytes(BYTES) };
    decimal_of_rust_decimal { v: rust_decimal::Decimal, } = { v: rust_decimal::Decimal::new(-12_340, 3) };
    decimal_of_bigdecimal { v: bigdecimal::BigDecimal, } = { v: "-12.340".parse().expect("a decimal") };
    string_of_rust_decimal { #[mongo(as = "string")] v: rust_decimal::Decimal, } = { v: rust_decimal::Decimal::new(-12_340, 3) };
    string_of_bigdecimal { #[mongo(as = "string")] v: bigdecimal::BigDecimal, } = { v: "-12.340".parse().expect("a decimal") };
    string_of_bigint { #[mongo(as = "string")] v: num_bigint::BigInt, } = { v: "-123456789012345678901234567890".parse().expect("an integer") };
    string_of_biguint { #[mongo(as = "string")] v: num_bigint::BigUint, } = { v: "123456789012345678901234567890".parse().expect("an integer") };

    // Each representation behind an `Option`, in an array, in a tuple of one length and as the value of a map.
    composed_int64_checked {
        #[mongo(as = "int64_checked")] option: Option<u64>, #[mongo(as = "int64_checked", max_items = 2)] array: Vec<u64>,
        #[mongo(as = "int64_checked")] fixed: [Option<u64>; 2], #[mongo(as = "int64_checked", max_items = [2, 1])] map: BTreeMap<String, Vec<u64>>,
    } = {
        option: Some(7), array: vec![7; 2], fixed: [None, Some(7)], map: [("k".to_owned(), vec![7])].into()
    };
    composed_decimal128 {
        #[mongo(as = "decimal128")] option: Option<i128>, #[mongo(as = "decimal128", max_items = 2)] array: Vec<i128>,
        #[mongo(as = "decimal128")] fixed: [Option<i128>; 2], #[mongo(as = "decimal128", max_items = [2, 1])] map: BTreeMap<String, Vec<i128>>,
    } = {
        option: Some(-7), array: vec![-7; 2], fixed: [None, Some(-7)], map: [("k".to_owned(), vec![-7])].into()
    };
    composed_string_padded {
        #[mongo(as = "string_padded")] option: Option<u64>, #[mongo(as = "string_padded", max_items = 2)] array: Vec<u64>,
        #[mongo(as = "string_padded")] fixed: [Option<u64>; 2], #[mongo(as = "string_padded", max_items = [2, 1])] map: BTreeMap<String, Vec<u64>>,
    } = {
        option: Some(7), array: vec![7; 2], fixed: [None, Some(7)], map: [("k".to_owned(), vec![7])].into()
    };
    composed_double {
        #[mongo(as = "double")] option: Option<f32>, #[mongo(as = "double", max_items = 2)] array: Vec<f32>,
        #[mongo(as = "double")] fixed: [Option<f32>; 2], #[mongo(as = "double", max_items = [2, 1])] map: BTreeMap<String, Vec<f32>>,
    } = {
        option: Some(0.5), array: vec![0.5; 2], fixed: [None, Some(0.5)], map: [("k".to_owned(), vec![0.5])].into()
    };
    composed_date_ms {
        #[mongo(as = "date_ms")] option: Option<SystemTime>, #[mongo(as = "date_ms", max_items = 2)] array: Vec<SystemTime>,
        #[mongo(as = "date_ms")] fixed: [Option<SystemTime>; 2], #[mongo(as = "date_ms", max_items = [2, 1])] map: BTreeMap<String, Vec<SystemTime>>,
    } = {
        option: Some(SystemTime::UNIX_EPOCH), array: vec![SystemTime::UNIX_EPOCH; 2], fixed: [None, Some(SystemTime::UNIX_EPOCH)], map: [("k".to_owned(), vec![SystemTime::UNIX_EPOCH])].into()
    };
    composed_millis {
        #[mongo(as = "millis")] option: Option<Duration>, #[mongo(as = "millis", max_items = 2)] array: Vec<Duration>,
        #[mongo(as = "millis")] fixed: [Option<Duration>; 2], #[mongo(as = "millis", max_items = [2, 1])] map: BTreeMap<String, Vec<Duration>>,
    } = {
        option: Some(Duration::from_millis(7)), array: vec![Duration::from_millis(7); 2], fixed: [None, Some(Duration::from_millis(7))], map: [("k".to_owned(), vec![Duration::from_millis(7)])].into()
    };
    composed_binary {
        #[mongo(as = "binary")] option: Option<Vec<u8>>, #[mongo(as = "binary", max_items = 2)] array: Vec<Vec<u8>>,
        #[mongo(as = "binary")] fixed: [Option<Vec<u8>>; 2], #[mongo(as = "binary", max_items = [2, 1])] map: BTreeMap<String, Vec<Vec<u8>>>,
    } = {
        option: Some(vec![7]), array: vec![vec![7]; 2], fixed: [None, Some(vec![7])], map: [("k".to_owned(), vec![vec![7]])].into()
    };
    composed_int_array {
        #[mongo(as = "int_array", max_items = 3)] option: Option<Vec<u8>>, #[mongo(as = "int_array", max_items = [2, 3])] array: Vec<Vec<u8>>,
        #[mongo(as = "int_array", max_items = [2, 3])] map: BTreeMap<String, Option<Vec<u8>>>,
    } = { option: Some(vec![7]), array: vec![vec![7]; 2], map: [("k".to_owned(), Some(vec![7])), ("n".to_owned(), None)].into() };
    composed_civil_date {
        #[mongo(as = "civil_date")] option: Option<jiff::civil::Date>, #[mongo(as = "civil_date", max_items = 2)] array: Vec<jiff::civil::Date>,
        #[mongo(as = "civil_date")] fixed: [Option<jiff::civil::Date>; 2], #[mongo(as = "civil_date", max_items = [2, 1])] map: BTreeMap<String, Vec<jiff::civil::Date>>,
    } = {
        option: Some(jiff::civil::date(7, 1, 2)), array: vec![jiff::civil::date(7, 1, 2); 2], fixed: [None, Some(jiff::civil::date(7, 1, 2))], map: [("k".to_owned(), vec![jiff::civil::date(7, 1, 2)])].into()
    };
    composed_civil_date_time {
        #[mongo(as = "civil_date_time")] option: Option<jiff::civil::DateTime>, #[mongo(as = "civil_date_time", max_items = 2)] array: Vec<jiff::civil::DateTime>,
        #[mongo(as = "civil_date_time")] fixed: [Option<jiff::civil::DateTime>; 2], #[mongo(as = "civil_date_time", max_items = [2, 1])] map: BTreeMap<String, Vec<jiff::civil::DateTime>>,
    } = {
        option: Some(jiff::civil::date(7, 1, 2).at(3, 4, 5, 6)), array: vec![jiff::civil::date(7, 1, 2).at(3, 4, 5, 6); 2], fixed: [None, Some(jiff::civil::date(7, 1, 2).at(3, 4, 5, 6))], map: [("k".to_owned(), vec![jiff::civil::date(7, 1, 2).at(3, 4, 5, 6)])].into()
    };
    composed_nanos_of_day {
        #[mongo(as = "nanos_of_day")] option: Option<time::Time>, #[mongo(as = "nanos_of_day", max_items = 2)] array: Vec<time::Time>,
        #[mongo(as = "nanos_of_day")] fixed: [Option<time::Time>; 2], #[mongo(as = "nanos_of_day", max_items = [2, 1])] map: BTreeMap<String, Vec<time::Time>>,
    } = {
        option: Some(time::Time::MIDNIGHT), array: vec![time::Time::MIDNIGHT; 2], fixed: [None, Some(time::Time::MIDNIGHT)], map: [("k".to_owned(), vec![time::Time::MIDNIGHT])].into()
    };
    composed_string {
        #[mongo(as = "string")] option: Option<rust_decimal::Decimal>, #[mongo(as = "string", max_items = 2)] array: Vec<rust_decimal::Decimal>,
        #[mongo(as = "string")] fixed: [Option<rust_decimal::Decimal>; 2], #[mongo(as = "string", max_items = [2, 1])] map: BTreeMap<String, Vec<rust_decimal::Decimal>>,
    } = {
        option: Some(rust_decimal::Decimal::new(-12_340, 3)), array: vec![rust_decimal::Decimal::new(-12_340, 3); 2], fixed: [None, Some(rust_decimal::Decimal::new(-12_340, 3))], map: [("k".to_owned(), vec![rust_decimal::Decimal::new(-12_340, 3)])].into()
    };
    composed_uuid_python_legacy {
        #[mongo(as = "uuid_python_legacy")] option: Option<Uuid>, #[mongo(as = "uuid_python_legacy", max_items = 2)] array: Vec<Uuid>,
        #[mongo(as = "uuid_python_legacy")] fixed: [Option<Uuid>; 2], #[mongo(as = "uuid_python_legacy", max_items = [2, 1])] map: BTreeMap<String, Vec<Uuid>>,
    } = {
        option: Some(Uuid::from_bytes(BYTES)), array: vec![Uuid::from_bytes(BYTES); 2], fixed: [None, Some(Uuid::from_bytes(BYTES))], map: [("k".to_owned(), vec![Uuid::from_bytes(BYTES)])].into()
    };
    composed_uuid_java_legacy {
        #[mongo(as = "uuid_java_legacy")] option: Option<Uuid>, #[mongo(as = "uuid_java_legacy", max_items = 2)] array: Vec<Uuid>,
        #[mongo(as = "uuid_java_legacy")] fixed: [Option<Uuid>; 2], #[mongo(as = "uuid_java_legacy", max_items = [2, 1])] map: BTreeMap<String, Vec<Uuid>>,
    } = {
        option: Some(Uuid::from_bytes(BYTES)), array: vec![Uuid::from_bytes(BYTES); 2], fixed: [None, Some(Uuid::from_bytes(BYTES))], map: [("k".to_owned(), vec![Uuid::from_bytes(BYTES)])].into()
    };
    composed_uuid_csharp_legacy {
        #[mongo(as = "uuid_csharp_legacy")] option: Option<Uuid>, #[mongo(as = "uuid_csharp_legacy", max_items = 2)] array: Vec<Uuid>,
        #[mongo(as = "uuid_csharp_legacy")] fixed: [Option<Uuid>; 2], #[mongo(as = "uuid_csharp_legacy", max_items = [2, 1])] map: BTreeMap<String, Vec<Uuid>>,
    } = {
        option: Some(Uuid::from_bytes(BYTES)), array: vec![Uuid::from_bytes(BYTES); 2], fixed: [None, Some(Uuid::from_bytes(BYTES))], map: [("k".to_owned(), vec![Uuid::from_bytes(BYTES)])].into()
    };

    lossless_int32 { #[mongo(lossless)] v: i32, } = { v: -1 };
    lossless_uint16 { #[mongo(lossless)] v: Option<u16>, } = { v: Some(u16::MAX) };
    lossless_int64 { #[mongo(lossless, max_items = 2)] v: Vec<i64>, } = { v: vec![1] };
    lossless_double { #[mongo(lossless)] v: f64, } = { v: 1.0 };
    lossless_decimal128 { #[mongo(lossless)] v: Decimal128, } = { v: "1.0".parse().expect("a decimal") };
    lossless_int64_checked { #[mongo(lossless, as = "int64_checked")] v: u64, } = { v: 1 };

    opaque_bson { #[mongo(opaque)] v: Bson, } = { v: Bson::Array(vec![Bson::Int32(1), Bson::Null]) };
    opaque_document { #[mongo(opaque)] v: BsonDocument, } = { v: doc! { "a": { "b": 1_i64 } } };
    opaque_raw { #[mongo(opaque)] v: RawDocumentBuf, } = { v: RawDocumentBuf::try_from(&doc! { "a": 1 }).expect("a document") };
    through_serde { #[mongo(with = serde)] v: IpAddr, } = { v: IpAddr::from([127, 0, 0, 1]) };
    through_serde_none { #[mongo(with = serde)] v: Option<IpAddr>, } = { v: None };
    through_serde_inside {
        a: Option<Serde<IpAddr>>, #[mongo(max_items = 2)] b: Vec<Serde<IpAddr>>, #[mongo(max_items = 2)] c: BTreeMap<String, Serde<char>>,
    } = {
        a: None, b: vec![Serde(IpAddr::from([10, 0, 0, 1]))], c: [("k".to_owned(), Serde('x'))].into()
    };
    stored_as { #[mongo(with = Tenths)] v: Money, } = { v: Money(1980) };
    stored_as_inside {
        #[mongo(with = Tenths)] a: Option<Money>, #[mongo(with = Tenths, max_items = 2)] b: Vec<Money>,
        #[mongo(with = Tenths, max_items = 2)] c: BTreeMap<String, Option<Money>>, #[mongo(with = Tenths)] d: Presence<Money>,
    } = {
        a: None, b: vec![Money(10)], c: [("k".to_owned(), Some(Money(20)))].into(), d: Presence::Null
    };
    stored_as_document { #[mongo(with = Parts)] v: Money, } = { v: Money(1980) };
    catch_all { v: i32, #[mongo(catch_all, max_items = 9)] rest: BsonDocument, } = { v: 1, rest: doc! { "z": 1, "a": [null] } };
    catch_all_raw { #[mongo(catch_all, max_bytes = 99)] rest: RawDocumentBuf, v: i32, } = {
        rest: RawDocumentBuf::try_from(&doc! { "z": 1 }).expect("a document"), v: 1
    };
    catch_all_map { v: i32, #[mongo(catch_all, max_bytes = 99)] rest: BTreeMap<String, Bson>, } = {
        v: 1, rest: [("z".to_owned(), Bson::Int32(1)), ("a".to_owned(), Bson::Null)].into()
    };
    with_own_codec { #[mongo(with = Cents)] v: Option<Money>, } = { v: Some(Money(1980)) };
}

/// What the cases store.
mod types {
    pub(super) use std::{
        collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
        net::IpAddr,
        time::{Duration, SystemTime},
    };

    pub(super) use mongo_runtime::{
        Serde,
        bson::{
            Binary, Bson, Document as BsonDocument, RawDocumentBuf, Timestamp, Uuid, doc,
            spec::BinarySubtype,
        },
        prelude::*,
    };

    use mongo_runtime::{
        StoredAs, Value, class,
        codec::{Failure, Reader, Writer},
        field::{Leaf, Path},
        shape::{BsonType, Scalar, Shape},
        stored_as,
    };

    pub(super) use mongo_runtime::geo::{
        Geometry, GeometryCollection, LineString, MultiLineString, MultiPoint, MultiPolygon,
        Polygon,
    };

    pub(super) fn line() -> LineString {
        LineString::new([[13.4, 52.5], [2.35, 48.86]]).expect("a line")
    }

    /// A triangle with a hole.
    pub(super) fn area() -> Polygon {
        let around = Polygon::new([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 0.0]]);
        let hole = [[2.0, 1.0], [3.0, 1.0], [3.0, 2.0], [2.0, 1.0]];
        around.and_then(|area| area.with_hole(hole)).expect("an area")
    }

    /// A UUID whose bytes tell their order.
    pub(super) const BYTES: [u8; 16] = [
        0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee,
        0xff,
    ];

    #[derive(Embedded, Debug, PartialEq)]
    pub(super) struct Line {
        pub(super) sku: String,
        pub(super) quantity: i32,
    }

    #[derive(Embedded, Debug, PartialEq)]
    pub(super) struct Node {
        pub(super) n: i32,
        #[mongo(max_depth = 3)]
        pub(super) next: Option<Box<Self>>,
    }

    #[derive(Embedded, Debug, PartialEq)]
    pub(super) struct OrderId(pub(super) ObjectId);

    #[derive(Embedded, Debug, PartialEq)]
    pub(super) struct LegacyId(#[mongo(as = "uuid_java_legacy")] pub(super) Uuid);

    #[derive(Embedded, Debug, PartialEq)]
    #[mongo(transparent)]
    pub(super) struct Email {
        pub(super) text: String,
    }

    #[derive(Embedded, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[mongo(rename_all = "kebab-case")]
    pub(super) enum Status {
        Open,
        InTransit,
        #[mongo(rename = "lost")]
        Gone,
    }

    #[derive(Embedded, Debug, PartialEq)]
    pub(super) enum OpenStatus {
        #[allow(dead_code, reason = "the case is about the other one")]
        Open,
        #[mongo(fallback)]
        Other(String),
    }

    #[derive(Embedded, Debug, PartialEq)]
    #[mongo(tag = "type")]
    pub(super) enum OpenPayment {
        #[allow(dead_code, reason = "the case is about the other one")]
        Cash,
        #[mongo(fallback)]
        Other(RawDocumentBuf),
    }

    #[derive(Embedded, Debug, PartialEq)]
    #[mongo(tag = "type")]
    pub(super) enum OpenRefund {
        #[allow(dead_code, reason = "the case is about the other one")]
        Cash,
        #[mongo(fallback)]
        Other(BsonDocument),
    }

    #[derive(Embedded, Debug, PartialEq)]
    #[mongo(tag = "type", rename_all = "lowercase")]
    pub(super) enum Payment {
        Cash,
        Card {
            last4: String,
            #[mongo(null)]
            expires: Option<DateTime>,
        },
    }

    /// A type that stands for one of another crate.
    #[derive(Debug, PartialEq)]
    pub(super) struct Money(pub(super) i64);

    /// A representation through another: tenths as text.
    pub(super) enum Tenths {}

    impl StoredAs<Money> for Tenths {
        type Stored = String;

        fn to_stored(money: &Money) -> Result<String, &'static str> {
            Ok((money.0 / 10).to_string())
        }

        fn from_stored(tenths: String) -> Result<Money, &'static str> {
            let tenths: i64 = tenths.parse().map_err(|_| "expected digits")?;
            tenths.checked_mul(10).map(Money).ok_or("expected fewer digits")
        }
    }

    stored_as!(Tenths: Money);

    /// A representation through a document.
    pub(super) enum Parts {}

    #[derive(Embedded)]
    pub(super) struct Amount {
        whole: i64,
        cents: u8,
    }

    impl StoredAs<Money> for Parts {
        type Stored = Amount;

        fn to_stored(money: &Money) -> Result<Amount, &'static str> {
            let cents = u8::try_from(money.0 % 100).map_err(|_| "less than nothing")?;
            Ok(Amount { whole: money.0 / 100, cents })
        }

        fn from_stored(amount: Amount) -> Result<Money, &'static str> {
            let whole = amount.whole.checked_mul(100);
            let cents = whole.and_then(|whole| whole.checked_add(amount.cents.into()));
            cents.map(Money).ok_or("expected an amount in int64")
        }
    }

    stored_as!(Parts: Money);

    /// A representation of the application: cents as int64.
    pub(super) struct Cents;

    impl Value<Cents> for Money {
        const SHAPE: &'static Shape =
            &Shape::Scalar(Scalar::integer(BsonType::Int64, i64::MIN, i64::MAX));
        type Class = class::Number;
        type Inner = Self;
        type Fields<P: Path> = Leaf<P>;

        fn element_type(&self) -> u8 {
            0x12
        }

        fn encoded_len(&self) -> usize {
            8
        }

        fn encode(&self, out: &mut Writer<'_>) {
            out.put(&self.0.to_le_bytes());
        }

        fn decode(element_type: u8, input: &mut Reader<'_>) -> Result<Self, Failure> {
            <i64 as Value>::decode(element_type, input).map(Self)
        }
    }
}
