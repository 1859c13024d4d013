//! Compares the committed manifest with the types, and writes it anew.

use std::{fmt, fs, io, path::Path};

use super::{Change, ChangeClass, Manifest};

/// Asserts, in a test, that the committed manifest says what the types of a catalog say.
///
/// The file is named from the root of the crate. `MONGO_MANIFEST=bless cargo test` writes it, if no stored document becomes
/// unreadable by that. See [`manifest`](crate::manifest).
///
/// ```no_run
/// # use mongo_runtime::{assert_manifest, catalog, prelude::*};
/// # #[derive(Document)]
/// # #[mongo(collection = "orders")]
/// # struct Order { #[mongo(id)] id: ObjectId }
/// # catalog! { Shop: documents(Order) }
/// assert_manifest!("mongo.manifest.json", Shop);
/// ```
///
/// # Panics
///
/// The types say something else, with each change, its class, and what keeps the old form; or the file is missing or is no
/// manifest, with what to do.
#[macro_export]
macro_rules! assert_manifest {
    ($file:expr, $catalog:ty $(,)?) => {{
        let file = ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($file);
        let manifest = $crate::manifest::Manifest::of_catalog::<$catalog>();
        let checked = $crate::manifest::Mode::from_env()
            .and_then(|mode| $crate::manifest::check(&file, &manifest, mode));
        if let ::core::result::Result::Err(mismatch) = checked {
            ::core::panic!("{mismatch}");
        }
    }};
}

/// What to do about a manifest that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Say what differs.
    Check,
    /// Write the file, unless a change is breaking.
    Bless,
}

impl Mode {
    /// The mode that the environment variable `MONGO_MANIFEST` asks for: `bless`, or nothing.
    ///
    /// # Errors
    ///
    /// It has another value.
    pub fn from_env() -> Result<Self, Mismatch> {
        match std::env::var_os("MONGO_MANIFEST") {
            None => Ok(Self::Check),
            Some(value) if value.is_empty() => Ok(Self::Check),
            Some(value) if value == "bless" => Ok(Self::Bless),
            Some(_) => Err(Mismatch(
                "`MONGO_MANIFEST` can be `bless`, to write the manifest anew, and nothing else"
                    .to_owned(),
            )),
        }
    }
}

/// Why a committed manifest does not stand for the types, as a text for whoever runs the test.
#[derive(Clone, PartialEq, Eq)]
pub struct Mismatch(String);

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mismatch {}

/// Compares a file with a manifest. What [`assert_manifest!`](crate::assert_manifest!) does.
///
/// # Errors
///
/// They differ, and are not to be made equal; or the file is missing, is no manifest, or can't be read or written.
pub fn check(file: &Path, manifest: &Manifest, mode: Mode) -> Result<(), Mismatch> {
    let text = manifest.to_string();
    let name = file.display();
    let committed = match fs::read_to_string(file) {
        Ok(committed) => committed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return match mode {
                Mode::Bless => write(file, &text),
                Mode::Check => Err(Mismatch(format!(
                    "there is no manifest `{name}`: write it with `{BLESS}`, read it, and commit it"
                ))),
            };
        }
        Err(error) => {
            return Err(Mismatch(format!("the manifest `{name}` can't be read: {error}")));
        }
    };
    // A checkout may end lines in its own way.
    if committed.replace("\r\n", "\n") == text {
        return Ok(());
    }
    let changes = manifest.changes_since(&committed).map_err(|error| {
        Mismatch(format!(
            "`{name}` can't be read as a manifest: {error}; restore it from version control, so that it can be compared"
        ))
    })?;
    let is_breaking = changes.iter().any(|change| change.class == ChangeClass::Breaking);
    match mode {
        Mode::Bless if !is_breaking => write(file, &text),
        _ => Err(Mismatch(report(&name.to_string(), &changes, mode, is_breaking))),
    }
}

const BLESS: &str = "MONGO_MANIFEST=bless cargo test";

fn write(file: &Path, text: &str) -> Result<(), Mismatch> {
    fs::write(file, text).map_err(|error| {
        Mismatch(format!("the manifest `{}` can't be written: {error}", file.display()))
    })
}

fn report(name: &str, changes: &[Change], mode: Mode, is_breaking: bool) -> String {
    let mut text = match mode {
        Mode::Check => format!("the types store something else than `{name}` says\n"),
        Mode::Bless => format!(
            "`{name}` was not written: after a breaking change, stored documents can't be read\n"
        ),
    };
    let mut class = None;
    for change in changes {
        if class != Some(change.class) {
            class = Some(change.class);
            text.push_str(&format!("\n{}:\n", change.class));
        }
        let place = change.place.as_ref().map_or_else(String::new, |place| format!(".{place}"));
        text.push_str(&format!("  `{}{place}` {}\n", change.collection, change.what));
        for part in [&change.effect, &change.advice].into_iter().filter(|part| !part.is_empty()) {
            text.push_str(&format!("      {part}\n"));
        }
    }
    text.push('\n');
    text.push_str(&match (changes.is_empty(), is_breaking) {
        (true, _) => format!("only its form differs: write it anew with `{BLESS}`, and commit it"),
        (false, true) => "a breaking change is not written, not even with `MONGO_MANIFEST=bless`: do as said above".to_owned(),
        (false, false) => format!("if that is meant, write the file anew with `{BLESS}`, read it, and commit it"),
    });
    text
}
