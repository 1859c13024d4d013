//! Prints the story: numbered steps, aligned lines, and why each step matters.

use std::{
    fmt::Display,
    io::{IsTerminal, Write, stdout},
};

/// The columns of a label, and of the text behind it.
const LABEL: usize = 12;
const TEXT: usize = 84;

/// As `println!`, without a panic when nobody listens any more: the story ends, and cleans up.
macro_rules! say {
    ($($text:tt)*) => { drop(writeln!(stdout(), $($text)*)) };
}

/// The story so far.
pub(crate) struct Story {
    n_steps: u32,
    bold: (&'static str, &'static str),
    faint: (&'static str, &'static str),
}

impl Story {
    /// A new story. It is bold and faint only on a terminal, and not when `NO_COLOR` is set.
    pub(crate) fn new(title: &str) -> Self {
        let is_plain = !stdout().is_terminal()
            || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let (bold, faint) = if is_plain {
            (("", ""), ("", ""))
        } else {
            (("\x1b[1m", "\x1b[0m"), ("\x1b[2m", "\x1b[0m"))
        };
        say!("{}{title}{}", bold.0, bold.1);
        Self { n_steps: 0, bold, faint }
    }

    /// Starts a step.
    pub(crate) fn step(&mut self, title: &str) {
        self.n_steps += 1;
        say!("\n{}{:>2}  {title}{}", self.bold.0, self.n_steps, self.bold.1);
    }

    /// A line: what, and what came of it.
    pub(crate) fn line(&self, label: &str, text: impl Display) {
        self.print(("", ""), label, &text.to_string());
    }

    /// Why the step matters.
    pub(crate) fn why(&self, text: &str) {
        self.print(self.faint, "why", text);
    }

    fn print(&self, (on, off): (&str, &str), label: &str, text: &str) {
        for (n, line) in wrapped(text).iter().enumerate() {
            let label = if n == 0 { label } else { "" };
            say!("    {on}{label:<LABEL$} {line}{off}");
        }
    }

    /// The end.
    pub(crate) fn end(&self, title: &str, lines: &[(&str, &str)]) {
        say!("\n{}{title}{}", self.bold.0, self.bold.1);
        let width = lines.iter().map(|(label, _)| label.len()).max().unwrap_or_default();
        for (label, text) in lines {
            say!("    {label:<width$}   {text}");
        }
    }
}

/// The text in lines of a readable width. Spaces inside of a line stay as they are.
fn wrapped(text: &str) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some((end, _)) = rest.char_indices().nth(TEXT) {
        let Some(space) = rest[..=end].rfind(' ').or_else(|| rest.find(' ')) else { break };
        lines.push(&rest[..space]);
        rest = &rest[space + 1..];
    }
    lines.push(rest);
    lines
}
