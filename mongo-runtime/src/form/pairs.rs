//! The pairs of a query string.

use super::{
    SORT,
    field::{Allowed, Entry, FormOp},
    given::Given,
    problem::below,
    reading::{Reading, twice},
};

/// A list whose elements come one a pair.
struct List<'f, D> {
    entry: &'f Entry<D>,
    allowed: Allowed,
    path: String,
    items: Vec<String>,
}

/// Reads pairs: a name, or a name with an operator behind the last dot, and a value.
pub(super) fn read<'f, D: 'static, K: AsRef<str>, V: AsRef<str>>(
    reading: &mut Reading<'f, D>,
    pairs: impl IntoIterator<Item = (K, V)>,
) {
    let mut n_bytes = 0;
    let mut passed_over = Vec::new();
    let mut lists: Vec<List<'f, D>> = Vec::new();
    for (index, (key, value)) in pairs.into_iter().enumerate() {
        let (key, value) = (key.as_ref(), value.as_ref());
        n_bytes += key.len() + value.len();
        if reading.is_over() || !reading.check_len(n_bytes) {
            return;
        }
        let path = below("", key, index);
        if reading.is_ignored(key) {
            if passed_over.contains(&path) {
                reading.refuse(path.clone(), twice());
            }
            passed_over.push(path);
            continue;
        }
        if key == SORT && reading.has_sorts() {
            reading.sort(path, &Given::Bare(value));
            continue;
        }
        let (name, op) = key.rsplit_once('.').unwrap_or((key, FormOp::EQ.name()));
        let Some(entry) = reading.entry(name, &path) else { continue };
        let Some(allowed) = reading.operator(entry, op, &path) else { continue };
        if !matches!(allowed.op, FormOp::List { .. }) {
            reading.condition(entry, allowed, path, &Given::Bare(value));
            continue;
        }
        match lists.iter_mut().find(|list| list.path == path) {
            Some(list) => list.items.push(value.to_owned()),
            None => lists.push(List { entry, allowed, path, items: vec![value.to_owned()] }),
        }
    }
    for List { entry, allowed, path, items } in lists {
        if reading.is_over() {
            return;
        }
        let items: Vec<_> = items.iter().map(|item| Given::Bare(item)).collect();
        reading.list(entry, allowed, path, &items);
    }
}
