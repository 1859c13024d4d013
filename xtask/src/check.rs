//! What CI runs, cheapest first.

use crate::{
    audit,
    steps::{cargo, cargo_with},
};

/// Every check.
pub(crate) fn all() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    audit::run()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    // The values half builds without the driver, without tokio, and alone.
    cargo(&[
        "clippy",
        "--package",
        "mongo-runtime",
        "--no-default-features",
        "--locked",
        "--",
        "-D",
        "warnings",
    ])?;
    // The command of the README.
    cargo(&["test", "--workspace", "--locked"])?;
    cargo_with(
        ("RUSTDOCFLAGS", "-D warnings"),
        &["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"],
    )?;
    cargo(&["orders"])
}

/// Renews expected texts.
pub(crate) fn bless() -> Result<(), String> {
    cargo_with(("UPDATE_EXPECT", "1"), &["test", "--package", "mongo-derive", "--locked"])?;
    cargo_with(("TRYBUILD", "overwrite"), &["test", "--package", "mongo-ui-tests", "--locked"])
}
