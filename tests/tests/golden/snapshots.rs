//! Compares what is encoded with the committed snapshots, and reads them back.

use std::{collections::BTreeMap, env, fs, path::PathBuf, sync::LazyLock};

use mongo_runtime::bson::Document;

use crate::{
    cases::{CASES, Case},
    extjson::{self, hex},
};

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/snapshots.txt")
}

/// What the file should say: for each case its name, the document for a reader, and its bytes.
fn expected() -> String {
    CASES.iter().map(entry).collect()
}

fn entry(case: &Case) -> String {
    let bytes = (case.encode)();
    let document =
        Document::from_reader(bytes.as_slice()).expect("bson reads what the mapper writes");
    format!("{}\n    {}\n    {}\n", case.name, extjson::document(&document), hex(&bytes))
}

/// The committed text, which is written anew first where that is asked for.
static COMMITTED: LazyLock<String> = LazyLock::new(|| {
    if env::var_os("MONGO_GOLDEN").is_some_and(|value| value == "bless") {
        fs::write(file(), expected()).expect("the snapshots can be written");
    }
    let text = fs::read_to_string(file())
        .expect("the snapshots are committed; write them with `MONGO_GOLDEN=bless`");
    text.replace("\r\n", "\n")
});

/// The committed bytes of each case.
fn committed() -> BTreeMap<&'static str, Vec<u8>> {
    let lines: Vec<&str> = COMMITTED.lines().collect();
    lines.chunks_exact(3).map(|entry| (entry[0], unhex(entry[2].trim()))).collect()
}

fn unhex(digits: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

#[test]
fn every_representation_is_stored_as_the_snapshot_says() {
    for case in CASES {
        let entry = entry(case);
        assert!(
            COMMITTED.contains(&entry),
            "`{}` is stored as\n{entry}\nwhich is not what tests/golden/snapshots.txt says. Documents that are stored already have \
             the old bytes. If that is meant, write the file anew with `MONGO_GOLDEN=bless`",
            case.name
        );
    }
    assert_eq!(*COMMITTED, expected(), "the snapshots have cases that the tests do not");
}

#[test]
fn every_snapshot_is_read_as_the_value_that_was_written() {
    let committed = committed();
    for case in CASES {
        let bytes =
            committed.get(case.name).unwrap_or_else(|| panic!("`{}` has no snapshot", case.name));
        (case.assert_decodes)(bytes);
    }
}

/// The table of representations that users read.
const TABLE: &str = include_str!("../../../mongo-derive/docs/document.md");

#[test]
fn every_row_of_the_table_has_a_case() {
    let source = include_str!("cases.rs");
    let (_, tables) = TABLE.split_once("# Representations").expect("the table");
    let (tables, _) = tables.split_once("# Indexes").expect("its end");
    let rows =
        tables.lines().filter(|line| line.starts_with("| `") && !line.starts_with("| `as = "));
    let mut n_names = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('|').collect();
        // The second table is about named representations, and has three columns.
        let n_columns = if columns.len() == 5 { 2 } else { 1 };
        for name in
            columns[1..=n_columns].iter().flat_map(|column| column.split('`').skip(1).step_by(2))
        {
            let plain = name.split(['<', '[']).next().unwrap_or(name);
            let is_feature = name.ends_with("-1") || name.ends_with("-0_4");
            assert!(
                is_feature || plain.is_empty() || source.contains(plain),
                "`{name}` of the row {row} has no case"
            );
            n_names += 1;
        }
    }
    assert!(n_names > 60, "the table was not found: {n_names} names");
}
