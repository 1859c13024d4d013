//! The import, on a real server, with small files of our own.

use std::{fs, path::PathBuf, process::Command};

use mongo_examples::{
    import::{Lines, Misfit, Tally, Verified, Watch, import, open, verify},
    sample_data::Theater,
};
use mongo_runtime::{bson::oid::ObjectId, db::Collection};
use mongo_testkit::TestDb;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Nothing of this may be seen in a report.
const SECRET: &str = "canary-4711";

/// A theater with an id and a number of its own.
fn theater(n: u32) -> String {
    format!(
        r#"{{"_id":{{"$oid":"64a00000000000000000{n:04x}"}},"theaterId":{{"$numberInt":"{n}"}},"location":{{"address":{{"street1":"{n} Example Way","street2":null,"city":"Springfield","state":"ZZ","zipcode":"00001"}},"geo":{{"type":"Point","coordinates":[{{"$numberDouble":"-10.5"}},{{"$numberDouble":"20.25"}}]}}}}}}"#
    )
}

/// Good lines, and one broken line of each kind. Lines 1, 3 and 15 fit; 14 is line 1 once more.
fn file() -> Vec<u8> {
    let text_lines = [
        theater(1),
        format!("{{\"theaterId\": {SECRET}"),
        theater(3).replace("\"street2\":null,", ""),
        format!("[\"{SECRET}\"]"),
        theater(5).replace("64a000000000000000000005", SECRET),
        theater(6).replace("\"00001\"", "{\"$numberLong\":\"4711\"}"),
        theater(7).replace("\"city\":\"Springfield\",", ""),
        theater(8).replace("\"theaterId\"", &format!("\"{SECRET}\":1,\"theaterId\"")),
        theater(9).replace("Springfield", &SECRET.repeat(10)),
        theater(10).replace("-10.5", "200.5"),
        theater(11).replace("\"$numberInt\":\"11\"", "\"$numberInt\":\"1\""),
        theater(1).replace("Springfield", SECRET),
    ];
    let mut file = text_lines.join("\n").into_bytes();
    file.extend(b"\n{\"_id\":\"\xff\"}\n");
    file.extend(format!("{}\r\n{}", theater(1), theater(15)).bytes());
    file
}

/// Line, path and reason of each misfit of [`file`].
const MISFITS: [(u64, &str, &str); 11] = [
    (2, "", "not JSON, at byte 15 of the line"),
    (4, "", "expected a JSON object, found another value"),
    (5, "_id", "a key starts with `$`, and this is no value of Extended JSON"),
    (6, "location.address.zipcode", "expected string, found int64"),
    (7, "location.address", "the required field `city` is missing"),
    (8, "{?}", "the type denies fields that it does not declare"),
    (9, "location.address.city", "110 code points are over the declared `max_len = 40`"),
    (
        10,
        "location.geo.coordinates",
        "expected a longitude from -180 to 180 and a latitude from -90 to 90 degrees, longitude first, found a value out of \
         its range",
    ),
    (11, "theaterId", "another document has this key in the unique index `uq_theater`"),
    (12, "_id", "another document has this key in the unique index `_id_`"),
    (13, "", "the line is not UTF-8"),
];

#[derive(Default)]
struct Seen {
    misfits: Vec<(u64, String, String)>,
    n_bytes: u64,
}

impl Watch for Seen {
    fn misfit(&mut self, misfit: &Misfit) {
        self.misfits.push((misfit.line, misfit.path.clone(), misfit.reason.to_string()));
    }

    fn progress(&mut self, n_bytes: u64, _: &Tally) {
        self.n_bytes = n_bytes;
    }
}

async fn run(theaters: &Collection<Theater>, file: &[u8]) -> Result<(Tally, Seen)> {
    let mut seen = Seen::default();
    let tally = import(theaters, &mut Lines::new(file), &mut seen).await?;
    seen.misfits.sort();
    assert_eq!(seen.n_bytes, file.len() as u64);
    Ok((tally, seen))
}

fn as_expected(seen: &Seen) {
    let seen: Vec<_> =
        seen.misfits.iter().map(|(line, path, reason)| (*line, &**path, &**reason)).collect();
    assert_eq!(seen, MISFITS);
}

#[mongo_testkit::test]
async fn each_misfit_has_line_path_and_reason_and_nothing_else_is_lost(db: TestDb) -> Result {
    let store = open(&db.uri(), db.name()).await?;
    let theaters = store.collection::<Theater>();
    let (tally, seen) = run(&theaters, &file()).await?;
    as_expected(&seen);
    assert_eq!(tally, Tally { lines: 15, stored: 3, unchanged: 1, misfits: 11 });
    store.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn a_second_run_changes_nothing_and_says_the_same(db: TestDb) -> Result {
    let store = open(&db.uri(), db.name()).await?;
    let theaters = store.collection::<Theater>();
    run(&theaters, &file()).await?;
    let (tally, seen) = run(&theaters, &file()).await?;
    as_expected(&seen);
    assert_eq!(tally, Tally { lines: 15, stored: 0, unchanged: 4, misfits: 11 });
    store.close().await;
    Ok(())
}

#[mongo_testkit::test]
async fn a_file_of_several_batches_is_the_same_bytes_on_both_ways(db: TestDb) -> Result {
    let mut lines: Vec<String> = (1..=1_201).map(theater).collect();
    // Another order of the fields is read, and is other bytes.
    lines[600] = r#"{"theaterId":601,"_id":{"$oid":"64a000000000000000000259"},"location":"#
        .to_owned()
        + theater(601).split_once("\"location\":").ok_or("a location")?.1;
    let file = lines.join("\n");

    let store_of_import = open(&db.uri(), db.name()).await?;
    let (tally, seen) = run(&store_of_import.collection(), file.as_bytes()).await?;
    assert_eq!((tally.stored, seen.misfits.len()), (1_201, 0));

    let raw = format!("verify-{}", ObjectId::new());
    let store_of_raw = open(&db.uri(), &raw).await?;
    let raw = db.client().database(&raw);
    let mut again = Lines::new(file.as_bytes());
    let verified =
        verify::<Theater>(&mut again, &db.database(), &raw, &store_of_raw.collection()).await?;
    raw.drop().await?;
    assert_eq!(
        verified,
        Verified { fitting: 1_201, read_same: 1_200, stored_same: 1_200, different: vec![601] }
    );
    store_of_import.close().await;
    store_of_raw.close().await;
    Ok(())
}

/// A file that is removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, content: &[u8]) -> Result<Self> {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{name}-{}.json", std::process::id()));
        fs::write(&path, content)?;
        Ok(Self(path))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

#[test]
fn the_program_reports_misfits_without_values_and_ends_with_1() -> Result {
    let file = Temporary::new("misfits", &file())?;
    let done = Command::new(env!("CARGO_BIN_EXE_import"))
        .args(["--verify", "theaters"])
        .arg(&file.0)
        .output()?;
    let (said, told) = (String::from_utf8(done.stdout)?, String::from_utf8(done.stderr)?);
    assert_eq!(done.status.code(), Some(1), "{said}{told}");
    for (line, path, reason) in MISFITS {
        let is_it = |text: &&str| text.trim_start().starts_with(&format!("line {line} "));
        let text = said.lines().find(is_it).ok_or_else(|| format!("no line {line} in {said}"))?;
        assert!(text.contains(path) && text.ends_with(reason), "{text}");
    }
    for text in [&said, &told] {
        assert!(!text.contains(SECRET) && !text.contains('\x1b'), "{text}");
    }
    assert!(said.contains("       3 stored") && said.contains("      11 did not fit"), "{said}");
    Ok(())
}

#[test]
fn the_program_ends_with_0_when_all_fits_and_with_2_when_it_can_not_run() -> Result {
    let account = r#"{"_id":{"$oid":"64a000000000000000000001"},"account_id":{"$numberInt":"1"},"limit":{"$numberInt":"9000"},"products":["Brokerage"]}"#;
    let file = Temporary::new("accounts", account.as_bytes())?;
    let run =
        |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_import")).args(args).arg(&file.0).output();
    let done = run(&["accounts", "--verify"])?;
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(
        String::from_utf8(done.stdout)?
            .contains("       1 imported through the model, read by a plain client")
    );
    assert_eq!(run(&["movies"])?.status.code(), Some(2));
    assert_eq!(run(&["accounts", "--nonsense"])?.status.code(), Some(2));
    assert_eq!(run(&["accounts", "/nowhere.json"])?.status.code(), Some(2));
    Ok(())
}
