//! Reads the expected texts of the compiler, for the tests over them.

/// An expected text, as far as the tests look at it.
#[derive(Debug)]
pub struct Expected {
    /// The errors, in the order of the text.
    pub errors: Vec<Shown>,
}

/// One error.
#[derive(Debug)]
pub struct Shown {
    /// The first line, with its `error:`.
    pub title: String,
    /// The file that it points at.
    pub file: String,
    /// The line of the user's source that it shows, trimmed.
    pub source: String,
    /// What is underlined in it.
    pub marked: String,
}

impl Expected {
    /// Reads a `.stderr` file.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let starts = lines.iter().enumerate().filter(|(_, line)| is_error(line)).map(|(at, _)| at);
        Self { errors: starts.map(|at| Shown::parse(&lines[at..])).collect() }
    }
}

fn is_error(line: &str) -> bool {
    line.starts_with("error") && !line.starts_with("error: aborting")
}

impl Shown {
    fn parse(lines: &[&str]) -> Self {
        let mut shown = Self {
            title: lines[0].to_owned(),
            file: String::new(),
            source: String::new(),
            marked: String::new(),
        };
        let own = lines[1..].iter().take_while(|line| !is_error(line));
        let mut source = "";
        for line in own {
            if let Some((_, place)) = line.split_once("--> ") {
                if !shown.file.is_empty() {
                    break;
                }
                place.split(':').next().unwrap_or_default().clone_into(&mut shown.file);
            } else if let Some((margin, rest)) = line.split_once('|') {
                if margin.trim().parse::<usize>().is_ok() {
                    source = rest;
                } else if let Some(from) = rest.find('^') {
                    let n_marked = rest[from..].chars().take_while(|mark| *mark == '^').count();
                    shown.marked = source.chars().skip(from).take(n_marked).collect();
                    source.trim().clone_into(&mut shown.source);
                    break;
                }
            }
        }
        shown
    }
}
