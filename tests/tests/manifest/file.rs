//! The file: missing, written, compared, and not written over what would be lost.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use mongo_runtime::{
    Document, assert_manifest, catalog,
    manifest::{Manifest, Mode, check},
};
use mongo_tests::model::Everything;

use crate::support::state;

state!(old { number: String });
state!(wider { number: String, note: Option<String>, });
state!(broken { number: i32 });

catalog! {
    /// What the tests store.
    App: documents(Everything)
}

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("mongo-manifest-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for temporary files");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("mongo.manifest.json")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn checked<D: Document>(file: &Path, mode: Mode) -> Result<(), String> {
    check(file, &Manifest::of(&[D::DECLARATION]), mode).map_err(|mismatch| mismatch.to_string())
}

#[test]
fn a_missing_file_says_how_to_write_it() {
    let folder = Folder::new("missing");
    let error = checked::<old::Order>(&folder.file(), Mode::Check).expect_err("there is none");
    let name = folder.file().display().to_string();
    assert_eq!(
        error,
        format!(
            "there is no manifest `{name}`: write it with `MONGO_MANIFEST=bless cargo test`, read it, and commit it"
        )
    );
    assert_eq!(checked::<old::Order>(&folder.file(), Mode::Bless), Ok(()));
    assert_eq!(checked::<old::Order>(&folder.file(), Mode::Check), Ok(()));
}

#[test]
fn a_change_that_breaks_nothing_is_written_when_it_is_blessed() {
    let folder = Folder::new("blessed");
    checked::<old::Order>(&folder.file(), Mode::Bless).expect("is written");
    let error = checked::<wider::Order>(&folder.file(), Mode::Check).expect_err("they differ");
    assert!(
        error.contains("additive:\n  `orders.note` is a new field that may be absent\n"),
        "{error}"
    );
    assert!(
        error.ends_with("if that is meant, write the file anew with `MONGO_MANIFEST=bless cargo test`, read it, and commit it"),
        "{error}"
    );
    assert_eq!(checked::<wider::Order>(&folder.file(), Mode::Bless), Ok(()));
    assert_eq!(
        fs::read_to_string(folder.file()).expect("is there"),
        crate::support::text::<wider::Order>()
    );
}

#[test]
fn a_breaking_change_is_not_written() {
    let folder = Folder::new("breaking");
    checked::<old::Order>(&folder.file(), Mode::Bless).expect("is written");
    let before = fs::read_to_string(folder.file()).expect("is there");
    let error = checked::<broken::Order>(&folder.file(), Mode::Bless).expect_err("it breaks");
    assert!(
        error
            .contains("was not written: after a breaking change, stored documents can't be read\n"),
        "{error}"
    );
    assert!(
        error.contains(
            "\nbreaking:\n  `orders.number` is stored as `int32@1`, which was `string@1`\n"
        ),
        "{error}"
    );
    assert_eq!(fs::read_to_string(folder.file()).expect("is there"), before);
}

#[test]
fn what_is_no_manifest_is_not_written_over() {
    let folder = Folder::new("conflict");
    for text in [
        "<<<<<<< HEAD",
        "{}",
        "{ \"manifest\": 2, \"collections\": {} }",
        "{ \"manifest\": 1, \"collections\": { \"a\": {} } }",
    ] {
        fs::write(folder.file(), text).expect("is written");
        let error = checked::<old::Order>(&folder.file(), Mode::Bless).expect_err("it is none");
        assert!(error.contains("restore it from version control"), "{error}");
        assert_eq!(fs::read_to_string(folder.file()).expect("is there"), text);
    }
}

#[test]
fn ends_of_lines_do_not_matter() {
    let folder = Folder::new("lines");
    fs::write(folder.file(), crate::support::text::<old::Order>().replace('\n', "\r\n"))
        .expect("is written");
    assert_eq!(checked::<old::Order>(&folder.file(), Mode::Check), Ok(()));
}

#[test]
fn the_manifest_of_the_tests_is_up_to_date() {
    // Another test starts this one on a file of its own.
    let file =
        std::env::var("MANIFEST_OF_TESTS").unwrap_or_else(|_| "mongo.manifest.json".to_owned());
    assert_manifest!(&file, App);
}

/// Runs the test above in a process of its own.
fn run(file: &Path, mode: &str) -> Output {
    let mut test = Command::new(std::env::current_exe().expect("a test binary"));
    test.args(["--exact", "file::the_manifest_of_the_tests_is_up_to_date"]);
    test.env("MANIFEST_OF_TESTS", file).env("MONGO_MANIFEST", mode);
    test.output().expect("the test runs")
}

#[test]
fn the_environment_asks_for_a_blessing() {
    let folder = Folder::new("environment");
    assert!(!run(&folder.file(), "").status.success());
    let unknown = run(&folder.file(), "overwrite");
    let text = String::from_utf8_lossy(&unknown.stdout).into_owned()
        + &String::from_utf8_lossy(&unknown.stderr);
    assert!(
        !unknown.status.success() && text.contains("`MONGO_MANIFEST` can be `bless`"),
        "{text}"
    );
    assert!(run(&folder.file(), "bless").status.success());
    assert!(run(&folder.file(), "").status.success());
    assert_eq!(
        fs::read_to_string(folder.file()).expect("is there"),
        Manifest::of_catalog::<App>().to_string()
    );
}
