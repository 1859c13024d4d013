//! Pairs what is gone with what is new: a rename is one of each.

use std::collections::BTreeMap;

/// The keys that one of two maps has.
pub(super) fn only_in_one<'a, T, U>(
    old: &'a BTreeMap<String, T>,
    new: &'a BTreeMap<String, U>,
) -> (Vec<&'a String>, Vec<&'a String>) {
    let lost = old.keys().filter(|key| !new.contains_key(*key)).collect();
    let gained = new.keys().filter(|key| !old.contains_key(*key)).collect();
    (lost, gained)
}

/// The new name of each lost one that has a new name: the one that reads alike, or else the only one that could be meant.
/// `is_alike` says whether what they name is alike.
pub(super) fn renamed<'a>(
    lost: &[&'a str],
    gained: &[&'a str],
    is_alike: impl Fn(&str, &str) -> bool,
) -> BTreeMap<&'a str, &'a str> {
    let mut pairs = BTreeMap::new();
    for old in lost {
        let mut same = gained.iter().filter(|new| plain(new) == plain(old) && is_alike(old, new));
        if let (Some(new), None) = (same.next(), same.next()) {
            pairs.insert(*old, *new);
        }
    }
    for old in lost {
        let is_free =
            |new: &&&str| !pairs.values().any(|taken| taken == *new) && is_alike(old, new);
        let mut candidates = gained.iter().filter(is_free);
        let (first, second) = (candidates.next(), candidates.next());
        let rivals = lost.iter().filter(|rival| !pairs.contains_key(**rival));
        if let (Some(new), None) = (first, second)
            && !pairs.contains_key(old)
            && rivals.filter(|rival| is_alike(rival, new)).count() == 1
        {
            pairs.insert(*old, *new);
        }
    }
    pairs
}

/// A name without its case form: `createdAt` and `created_at` are alike.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_name_is_paired_with_the_one_that_can_be_meant() {
        let all = |_: &str, _: &str| true;
        assert_eq!(
            renamed(&["number"], &["order_number"], all),
            [("number", "order_number")].into()
        );
        let (lost, gained) = (["created_at", "paid_at"], ["createdAt", "paidAt"]);
        assert_eq!(
            renamed(&lost, &gained, all),
            [("created_at", "createdAt"), ("paid_at", "paidAt")].into()
        );
        assert!(renamed(&["a"], &["b", "c"], all).is_empty());
        assert!(renamed(&["a", "b"], &["c"], all).is_empty());
        assert!(renamed(&["a"], &["b"], |_, _| false).is_empty());
    }
}
