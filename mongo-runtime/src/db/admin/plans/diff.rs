//! What is another plan than before.

use super::snapshot::Snapshot;

/// The plans that differ, with their lines; empty when none does.
pub(super) fn changes(committed: &Snapshot<String>, found: &Snapshot) -> String {
    let mut text = String::new();
    for (name, shapes) in &found.plans {
        match committed.plans.get(*name) {
            Some(before) if before == shapes => {}
            Some(before) => text.push_str(&change(name, "has another plan", before, shapes)),
            None => text.push_str(&change(name, "is a new query", &[], shapes)),
        }
    }
    let lost = committed.plans.iter().filter(|(name, _)| !found.plans.contains_key(name.as_str()));
    for (name, before) in lost {
        text.push_str(&change(name, "is no query any more", before, &[]));
    }
    text
}

fn change(name: &str, what: &str, before: &[String], after: &[String]) -> String {
    let lines = |shapes: &[String]| {
        let lines = shapes.iter().flat_map(|shape| shape.lines());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let (before, after) = (lines(before), lines(after));
    let mut text = format!("`{name}` {what}\n");
    for (sign, line) in line_diff(&before, &after) {
        text.push_str(&format!("  {sign} {line}\n"));
    }
    text
}

/// The lines of both, with what begins and ends alike once.
fn line_diff<'l>(before: &'l [String], after: &'l [String]) -> Vec<(char, &'l str)> {
    let n_alike = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (head, before) = before.split_at(n_alike);
    let after = &after[n_alike..];
    let ends = before.iter().rev().zip(after.iter().rev());
    let n_alike = ends.take_while(|(one, other)| one == other).count();
    let (before, tail) = before.split_at(before.len() - n_alike);
    let after = &after[..after.len() - n_alike];
    let signed = |sign: char, lines: &'l [String]| {
        lines.iter().map(move |line| (sign, line.as_str())).collect::<Vec<_>>()
    };
    [signed(' ', head), signed('-', before), signed('+', after), signed(' ', tail)].concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn plan(index: &str) -> Vec<String> {
        vec![format!("LIMIT\n  FETCH\n    IXSCAN {index}: a")]
    }

    #[test]
    fn a_change_shows_the_lines_that_differ() {
        let server = || "6.0".to_owned();
        let before = [("a.find", "ix_a"), ("b.find", "ix_a"), ("c.find", "ix_a")];
        let before = before.map(|(name, index)| (name.to_owned(), plan(index)));
        let committed = Snapshot { server: server(), plans: BTreeMap::from(before) };
        let after = [("a.find", "ix_a"), ("b.find", "ix_b"), ("d.find", "ix_a")];
        let after = after.map(|(name, index)| (name, plan(index)));
        let found = Snapshot { server: server(), plans: BTreeMap::from(after) };
        assert_eq!(
            changes(&committed, &found),
            "`b.find` has another plan\n    LIMIT\n      FETCH\n  -     IXSCAN ix_a: a\n  +     IXSCAN ix_b: a\n\
             `d.find` is a new query\n  + LIMIT\n  +   FETCH\n  +     IXSCAN ix_a: a\n\
             `c.find` is no query any more\n  - LIMIT\n  -   FETCH\n  -     IXSCAN ix_a: a\n"
        );
    }
}
