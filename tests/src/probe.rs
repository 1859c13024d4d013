//! What must hold for any bytes: a value or an error, no panic, nothing of the data in the error, and a value that is read
//! is written and read again as the same.

use mongo_runtime::{
    Document,
    codec::{DecodeError, DecodeReason},
    from_slice, to_vec,
};

use crate::{
    model::{Everything, EverythingV1, Hashed, Strict},
    raw,
    samples::{CANARY, NUMBER},
};

/// What a number of inputs came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs.
    pub runs: u64,
    /// Inputs whose lengths and ends are all right.
    pub well_framed: u64,
    /// Readings that gave a value.
    pub values: u64,
    /// Readings that gave an error.
    pub errors: u64,
    /// Values that were read and can't be written: others may store what we refuse.
    pub refused: u64,
}

impl Tally {
    /// Reads the input as every document of the model.
    ///
    /// # Panics
    ///
    /// Something does not hold.
    pub fn probe(&mut self, bytes: &[u8]) {
        self.runs += 1;
        self.well_framed += u64::from(raw::read(bytes).is_some());
        self.read::<Everything>(bytes);
        self.read::<EverythingV1>(bytes);
        self.read::<Hashed>(bytes);
        self.read::<Strict>(bytes);
    }

    fn read<D: Document>(&mut self, bytes: &[u8]) {
        match from_slice::<D>(bytes) {
            Ok(value) => {
                self.values += 1;
                self.write_again(&value);
            }
            Err(error) => {
                self.errors += 1;
                check_error(&error);
            }
        }
    }

    fn write_again<D: Document>(&mut self, value: &D) {
        match to_vec(value) {
            Ok(written) => {
                let again: D = from_slice(&written).expect("what was written can be read");
                // A hash map has its own order, so only the length is the same for every type.
                assert_eq!(
                    to_vec(&again).map(|bytes| bytes.len()),
                    Ok(written.len()),
                    "written again"
                );
            }
            Err(error) => {
                self.refused += 1;
                check_text(&format!("{error} {error:?} {error:#?}"));
            }
        }
    }
}

fn check_error(error: &DecodeError) {
    // The number of a version is named on purpose: it tells which reader is missing.
    if matches!(error.reason(), DecodeReason::SchemaVersion { .. }) {
        return;
    }
    check_text(&format!(
        "{error} {error:?} {error:#?} {:?} {:?}",
        error.path(),
        error.path().segments()
    ));
}

/// Checks that a text shows nothing of the samples.
///
/// # Panics
///
/// It does.
pub fn check_text(text: &str) {
    assert!(
        !text.contains(CANARY) && !text.contains(&NUMBER.to_string()),
        "an error shows data: {text}"
    );
}
