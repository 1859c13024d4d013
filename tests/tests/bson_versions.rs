//! What the mapper means for an application whose other crates use the driver with bson 2.
//!
//! The driver's feature `bson-3` is not additive: once any crate of a build turns it on, `mongodb::bson` is bson 3 for all
//! of them. The fixtures are two such applications.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

#[test]
fn a_crate_that_takes_bson_from_the_driver_works_beside_the_mapper() {
    let output = check("app-reexport");
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn a_crate_that_mixes_its_own_bson_2_with_the_driver_does_not_compile_beside_the_mapper() {
    let output = check("app-mixed");
    let text = text(&output);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("mixed/src/lib.rs"), "the error is in the other crate: {text}");
    assert!(
        text.contains("E0308") && text.contains("different versions of crate `bson`"),
        "{text}"
    );
}

fn check(package: &str) -> Output {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bson-versions");
    Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--locked", "--package", package])
        .current_dir(&fixture)
        .env("CARGO_TARGET_DIR", target())
        .output()
        .expect("cargo can be started")
}

/// A folder beside those of the workspace, so that the next run finds the driver built.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bson-versions")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
