//! Tests that can't run here, said aloud and counted.

use std::{
    env,
    fs::File,
    io::{self, Write},
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::settings;

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// How many tests this process has skipped so far.
#[must_use]
pub fn skipped() -> usize {
    COUNT.load(Ordering::Relaxed)
}

/// Reports a test as skipped: a line on stderr with the count of this process, and one in the file that
/// `MONGO_TESTKIT_SKIPPED` names, which counts a whole run.
///
/// The test harness knows no skipped tests and would swallow what the print macros write, so this writes to the stream
/// itself.
pub fn report(test: &str, reason: &str) {
    let n_skipped = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
    let line = format!("skipped: {reason} (test {test}, {n_skipped} skipped so far)\n");
    let _ = io::stderr().lock().write_all(line.as_bytes());
    if let Some(path) = env::var_os(settings::SKIPPED)
        && let Ok(mut file) = File::options().create(true).append(true).open(path)
    {
        // One write a line: appended whole, whoever else writes.
        let _ = file.write_all(format!("{test}: {reason}\n").as_bytes());
    }
}
