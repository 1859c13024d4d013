//! What the user may have meant by a word that is not known.

/// Says that a word is not known, what is nearest to it, and what is known.
pub(crate) fn unknown(what: &str, word: &str, known: &[&str]) -> String {
    let list = known.join("`, `");
    match nearest(word, known) {
        Some(near) => {
            format!("unknown {what} `{word}`: did you mean `{near}`? Known here: `{list}`")
        }
        None => format!("unknown {what} `{word}`; known here: `{list}`"),
    }
}

/// The known word that is at most two changes of a letter away, unless that is most of it; or that begins like the other.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = known.iter().filter_map(|candidate| {
        let distance = distance(word, candidate);
        let is_near = distance <= 2 && distance * 2 < candidate.len();
        let is_start = candidate.len().min(word.len()) > 3
            && (word.starts_with(candidate) || candidate.starts_with(word));
        (is_near || is_start).then_some((distance, *candidate))
    });
    near.min().map(|(_, candidate)| candidate)
}

/// How many letters are inserted, left out or replaced between two words (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (n, left) in a.chars().enumerate() {
        let mut diagonal = n;
        row[0] = n + 1;
        for (m, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != *right);
            diagonal = row[m + 1];
            row[m + 1] = replaced.min(diagonal + 1).min(row[m] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_near() {
        let known = ["collection", "reads", "max_len", "tag", "min"];
        assert_eq!(nearest("colection", &known), Some("collection"));
        assert_eq!(nearest("maxlen", &known), Some("max_len"));
        assert_eq!(nearest("read", &known), Some("reads"));
        assert_eq!(nearest("max_length", &known), Some("max_len"));
        assert_eq!(nearest("gat", &known), None);
        assert_eq!(nearest("other", &known), None);
    }

    #[test]
    fn the_distance_counts_letters() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("index", "index"), 0);
    }
}
