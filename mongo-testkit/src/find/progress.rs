//! Says on stderr how far a slow step is: one line that changes on a terminal, few lines elsewhere.

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

/// The progress of one download.
///
/// Writes to the stream itself: the print macros are captured by the test harness, and a person would wait in silence.
#[derive(Debug)]
pub(super) struct Progress {
    total: u64,
    terminal: bool,
    last: Instant,
}

impl Progress {
    pub(super) fn start(what: &str, total: u64) -> Self {
        say(&format!("mongo-testkit: {what}\n"));
        Self { total, terminal: io::stderr().is_terminal(), last: Instant::now() }
    }

    pub(super) fn at(&mut self, bytes: u64) {
        let pause = if self.terminal { Duration::from_millis(100) } else { Duration::from_secs(5) };
        if self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        self.line(bytes);
    }

    pub(super) fn done(self, what: &str) {
        if self.terminal {
            self.line(self.total);
            say("\n");
        }
        say(&format!("mongo-testkit: {what}\n"));
    }

    fn line(&self, bytes: u64) {
        let text = format!("mongo-testkit: {} of {} MB", bytes / 1_000_000, self.total / 1_000_000);
        say(&if self.terminal { format!("\r{text}") } else { format!("{text}\n") });
    }
}

/// A stderr that is closed is no reason to fail.
#[cfg(not(test))]
fn say(text: &str) {
    let _ = io::Write::write_all(&mut io::stderr().lock(), text.as_bytes());
}

/// The tests of this crate fetch from scripts, which nobody has to see.
#[cfg(test)]
fn say(text: &str) {
    eprint!("{text}");
}
