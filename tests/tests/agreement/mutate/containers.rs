//! Changes of arrays and maps.

use mongo_runtime::{
    bson::{Bson, Document},
    codec::Bounds,
    shape::Shape,
};
use mongo_tests::random::Random;

use super::{Change, Walk, label};
use crate::generate::Generator;

impl Walk {
    pub(super) fn array(
        &mut self,
        element: &'static Shape,
        bounds: &Bounds,
        place: &str,
        items: &[Bson],
        is_set: bool,
    ) -> Vec<Change> {
        let mut changes = vec![Change::new(place, "empty", Bson::Array(Vec::new()))];
        let inner = format!("element {}", label(element));
        if let Some(first) = items.first() {
            let of_first = self.value(element, &bounds.inner(), &inner, first);
            changes.extend(of_first.into_iter().map(|change| change.at(0, items)));
            if is_set {
                let twice = vec![first.clone(), first.clone()];
                changes.push(Change::new(place, "an equal item", twice));
            }
        }
        if let Some(max) = bounds.items() {
            let mut generator = Generator::new(Random::new(7));
            let mut full: Vec<Bson> = items.iter().take(max).cloned().collect();
            for _ in 0..max * 20 {
                if full.len() > max {
                    break;
                }
                let next = match items.first() {
                    Some(first) if !is_set => first.clone(),
                    _ => generator.value(element, &bounds.inner()).unwrap_or(Bson::Null),
                };
                if !is_set || !full.contains(&next) {
                    full.push(next);
                }
            }
            if full.len() == max + 1 {
                let most = full[..max].to_vec();
                if !items.is_empty() {
                    changes.push(Change::new(place, "as many items as may be", most));
                }
                changes.push(Change::new(place, "one item over the bound", full));
            }
        }
        changes
    }

    pub(super) fn fixed(
        &mut self,
        elements: &'static [&'static Shape],
        bounds: &Bounds,
        place: &str,
        items: &[Bson],
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        for (index, (element, item)) in elements.iter().zip(items).enumerate() {
            let inner = format!("part {}", label(element));
            let of_item = self.value(element, bounds, &inner, item);
            changes.extend(of_item.into_iter().map(|change| change.at(index, items)));
        }
        let more: Vec<Bson> = items.iter().chain(items.last()).cloned().collect();
        changes.push(Change::new(place, "one item more", more));
        if let Some((_, fewer)) = items.split_last() {
            changes.push(Change::new(place, "one item less", fewer.to_vec()));
        }
        changes
    }

    pub(super) fn map(
        &mut self,
        key: &'static Shape,
        inner: &'static Shape,
        bounds: &Bounds,
        place: &str,
        entries: &Document,
    ) -> Vec<Change> {
        let mut changes = vec![Change::new(place, "empty", Document::new())];
        let Some((first, value)) = entries.iter().next() else { return changes };
        let of_first =
            self.value(inner, &bounds.inner(), &format!("entry {}", label(inner)), value);
        changes.extend(of_first.into_iter().map(|change| change.under_key(first, "{?}", entries)));
        let with_key = |what: &str, name: String| {
            let mut entries = entries.clone();
            entries.remove(first);
            entries.insert(name, value.clone());
            Change::new(&format!("key {}", label(key)), what, entries)
        };
        for (what, name) in [
            ("empty", ""),
            ("with a dot", "a.b"),
            ("with a dollar in front", "$a"),
            ("of another form", "no such key"),
        ] {
            changes.push(with_key(what, name.to_owned()));
        }
        if bounds.max_len != usize::MAX {
            changes.push(with_key("one code point over the bound", "k".repeat(bounds.max_len + 1)));
        }
        if let Some(max) = bounds.items() {
            let mut full = entries.clone();
            let keys = Generator::new(Random::new(7)).keys(key, max + 1);
            for name in keys {
                if full.len() <= max {
                    full.insert(name, value.clone());
                }
            }
            if full.len() == max + 1 {
                changes.push(Change::new(place, "one entry over the bound", full));
            }
        }
        changes
    }
}
