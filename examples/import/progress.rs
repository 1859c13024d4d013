//! Shows how far the import is: a bar on a terminal, some lines elsewhere.

use std::io::{Write, stderr, stdout};

use indicatif::{ProgressBar, ProgressStyle};
use mongo_examples::import::{Misfit, Tally, Watch};

/// Lines come at each of so many parts of the file.
const N_LINES: u64 = 4;

/// The progress goes to stderr, the misfits to stdout.
pub(crate) struct Progress {
    bar: ProgressBar,
    n_bytes: u64,
    n_parts_done: u64,
}

impl Progress {
    /// A bar for a file of so many bytes.
    pub(crate) fn new(n_bytes: u64) -> Self {
        let bar = ProgressBar::new(n_bytes);
        let style =
            ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}, {eta} left  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, n_bytes, n_parts_done: 0 }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn misfit(&mut self, misfit: &Misfit) {
        // A closed pipe ends the report, and not the import.
        self.bar.suspend(|| drop(writeln!(stdout(), "  {misfit}")));
    }

    fn progress(&mut self, n_bytes: u64, tally: &Tally) {
        let text = format!("{} lines, {} stored", tally.lines, tally.stored);
        if !self.bar.is_hidden() {
            self.bar.set_position(n_bytes);
            self.bar.set_message(text);
            return;
        }
        let n_parts_done = (n_bytes * N_LINES).checked_div(self.n_bytes).unwrap_or(N_LINES);
        if n_parts_done > self.n_parts_done {
            self.n_parts_done = n_parts_done;
            let percent = (n_bytes * 100).checked_div(self.n_bytes).unwrap_or(100);
            drop(writeln!(stderr(), "  {percent:>3} %  {text}"));
        }
    }
}
