//! The text of the committed plans.

use std::{collections::BTreeMap, fmt};

/// The plans of the queries of a catalog.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Snapshot<N: Ord = &'static str> {
    /// The version of the server that has them.
    pub(super) server: String,
    /// The shapes of the plans of each query.
    pub(super) plans: BTreeMap<N, Vec<String>>,
}

const HEAD: &str = "# The plan of each registered query, on a server ";

impl Snapshot<String> {
    /// Reads a text. What is no plan in it is left out, and so is a difference.
    pub(super) fn read(text: &str) -> Self {
        let mut found = Self::default();
        let mut name = None;
        for line in text.lines().map(str::trim_end) {
            if let Some(server) = line.strip_prefix(HEAD) {
                server.clone_into(&mut found.server);
            } else if let Some(stage) = line.strip_prefix("  ") {
                let Some(shapes) = name.as_ref().and_then(|name| found.plans.get_mut(name)) else {
                    continue;
                };
                match shapes.last_mut() {
                    // A stage that is not further in is the last one of another plan.
                    Some(shape) if stage.starts_with(' ') => {
                        shape.push('\n');
                        shape.push_str(stage);
                    }
                    _ => shapes.push(stage.to_owned()),
                }
            } else if !line.is_empty() && !line.starts_with('#') {
                found.plans.insert(line.to_owned(), Vec::new());
                name = Some(line.to_owned());
            }
        }
        found
    }
}

/// A paragraph a query, with the stages of each of its plans.
impl<N: Ord + fmt::Display> fmt::Display for Snapshot<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}{}", self.server)?;
        for (name, shapes) in &self.plans {
            writeln!(f, "\n{name}")?;
            for line in shapes.iter().flat_map(|shape| shape.lines()) {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let shapes = |shapes: &[&str]| shapes.iter().map(|&shape| shape.to_owned()).collect();
        let plans = BTreeMap::from([
            ("a.find".to_owned(), shapes(&["LIMIT\n  FETCH\n    IXSCAN ix_a: a", "EOF"])),
            ("b.find".to_owned(), shapes(&["COLLSCAN; tests b"])),
        ]);
        let snapshot = Snapshot { server: "6.0".to_owned(), plans };
        let text = "# The plan of each registered query, on a server 6.0\n\na.find\n  LIMIT\n    FETCH\n      \
                    IXSCAN ix_a: a\n  EOF\n\nb.find\n  COLLSCAN; tests b\n";
        assert_eq!(snapshot.to_string(), text);
        assert_eq!(Snapshot::read(text), snapshot);
        assert_eq!(Snapshot::read(&text.replace('\n', "\r\n")), snapshot);
        assert_eq!(Snapshot::read("  no query\n"), Snapshot::default());
    }
}
