//! A change of one place, and the document that has it.

use mongo_runtime::bson::{Bson, Document, RawDocumentBuf};
use mongo_tests::raw::{self, Element, Value};

use super::Mutant;

/// A key with this ending is written as the key without it: the second of two equal ones.
pub(super) const TWIN: &str = "\u{1}twin";

/// A value in the place of another; `None` takes the place away.
pub(super) struct Change {
    pub(super) path: String,
    pub(super) place: String,
    pub(super) what: String,
    pub(super) value: Option<Bson>,
}

impl Change {
    pub(super) fn new(place: &str, what: impl Into<String>, value: impl Into<Bson>) -> Self {
        Self {
            path: String::new(),
            place: place.to_owned(),
            what: what.into(),
            value: Some(value.into()),
        }
    }

    pub(super) fn finish(self) -> Mutant {
        let Some(Bson::Document(document)) = self.value else { unreachable!("a whole document") };
        let bytes = document.to_vec().expect("a mutant is BSON");
        let bytes = match raw::read(&bytes) {
            Some(mut elements) => {
                name_twins(&mut elements);
                raw::write(&elements)
            }
            None => bytes,
        };
        RawDocumentBuf::from_bytes(bytes.clone()).expect("a mutant is BSON");
        Mutant { path: self.path, place: self.place, change: self.what, bytes }
    }

    pub(super) fn under(self, name: &str, whole: &Document) -> Self {
        self.under_key(name, name, whole)
    }

    /// The same for a key that is shown otherwise.
    pub(super) fn under_key(self, name: &str, shown: &str, whole: &Document) -> Self {
        let mut whole = whole.clone();
        match self.value {
            Some(value) => drop(whole.insert(name, value)),
            None => drop(whole.remove(name)),
        }
        let path = match self.path.as_str() {
            "" => shown.to_owned(),
            inner if inner.starts_with('[') => format!("{shown}{inner}"),
            inner => format!("{shown}.{inner}"),
        };
        Self { path, value: Some(whole.into()), ..self }
    }

    pub(super) fn at(self, index: usize, whole: &[Bson]) -> Self {
        let mut whole = whole.to_vec();
        match self.value {
            Some(value) => whole[index] = value,
            None => drop(whole.remove(index)),
        }
        let separator = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self {
            path: format!("[{index}]{separator}{}", self.path),
            value: Some(whole.into()),
            ..self
        }
    }
}

fn name_twins(elements: &mut [Element]) {
    for element in elements {
        if element.key.ends_with(TWIN.as_bytes()) {
            element.key.truncate(element.key.len() - TWIN.len());
        }
        if let Value::Elements(inner) = &mut element.value {
            name_twins(inner);
        }
    }
}
