//! The names of plain operations, made at compile time out of the name of the document's type.

use std::marker::PhantomData;

use super::OperationName;
use crate::{document::Document, shape::str_eq};

macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident $name:ident $text:literal;)*) => {
        /// What a plain operation does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Verb { $( $(#[$doc])* $verb, )* }

        struct Defaults<D>(PhantomData<D>);

        impl<D: Document> Defaults<D> {
            $( const $name: &'static Buffer = &Buffer::compose(D::DECLARATION.name, $text); )*
        }

        /// The name of a plain operation on a document type: `order.insert-one` for an `Order`.
        #[must_use]
        pub const fn default_name<D: Document>(verb: Verb) -> OperationName {
            match verb { $( Verb::$verb => OperationName(Defaults::<D>::$name.as_str()), )* }
        }

        const TEXTS: &[&str] = &[$($text),*];
    };
}

verbs! {
    /// Inserts one document.
    InsertOne INSERT_ONE "insert-one";
    /// Inserts several documents.
    InsertMany INSERT_MANY "insert-many";
    /// Finds at most one document.
    FindOne FIND_ONE "find-one";
    /// Finds documents.
    Find FIND "find";
    /// Reads a whole collection, batch by batch.
    Scan SCAN "scan";
    /// Counts documents.
    Count COUNT "count";
    /// Asks whether there is a document.
    Exists EXISTS "exists";
    /// Updates at most one document.
    UpdateOne UPDATE_ONE "update-one";
    /// Updates documents.
    UpdateMany UPDATE_MANY "update-many";
    /// Updates one document, or inserts it.
    UpsertOne UPSERT_ONE "upsert-one";
    /// Rewrites at most one document in the current schema version.
    UpgradeOne UPGRADE_ONE "upgrade-one";
    /// Replaces at most one document.
    ReplaceOne REPLACE_ONE "replace-one";
    /// Deletes at most one document.
    DeleteOne DELETE_ONE "delete-one";
    /// Deletes documents.
    DeleteMany DELETE_MANY "delete-many";
    /// Updates one document and returns it.
    FindOneAndUpdate FIND_ONE_AND_UPDATE "find-one-and-update";
    /// Updates one document, or inserts it, and returns it.
    FindOneAndUpsert FIND_ONE_AND_UPSERT "find-one-and-upsert";
    /// Replaces one document and returns it.
    FindOneAndReplace FIND_ONE_AND_REPLACE "find-one-and-replace";
    /// Deletes one document and returns it.
    FindOneAndDelete FIND_ONE_AND_DELETE "find-one-and-delete";
}

/// Whether a name is that of a plain operation on a document type.
pub(super) const fn is_default(type_name: &str, name: OperationName) -> bool {
    let mut at = 0;
    while at < TEXTS.len() {
        if str_eq(Buffer::compose(type_name, TEXTS[at]).as_str(), name.as_str()) {
            return true;
        }
        at += 1;
    }
    false
}

/// A name in the making.
#[derive(Clone, Copy)]
struct Buffer {
    bytes: [u8; OperationName::MAX_LEN],
    len: usize,
}

impl Buffer {
    /// The type's name in kebab case, a dot, the verb. A long type name is cut so that the verb stays whole.
    const fn compose(type_name: &str, verb: &str) -> Self {
        let mut buffer = Self { bytes: [0; OperationName::MAX_LEN], len: 0 };
        let room = OperationName::MAX_LEN - verb.len() - 1;
        let name = type_name.as_bytes();
        let mut at = 0;
        while at < name.len() && buffer.len < room {
            let byte = name[at];
            if starts_word(name, at) && !buffer.ends_with_dash() && buffer.len + 1 < room {
                buffer = buffer.push(b'-');
            }
            if byte.is_ascii_alphanumeric() && !(buffer.len == 0 && byte.is_ascii_digit()) {
                buffer = buffer.push(byte.to_ascii_lowercase());
            }
            at += 1;
        }
        if buffer.len == 0 {
            buffer = buffer.append("document");
        }
        buffer.push(b'.').append(verb)
    }

    const fn ends_with_dash(&self) -> bool {
        self.len == 0 || self.bytes[self.len - 1] == b'-'
    }

    const fn push(mut self, byte: u8) -> Self {
        self.bytes[self.len] = byte;
        self.len += 1;
        self
    }

    const fn append(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() {
            self = self.push(text[at]);
            at += 1;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(name) => name,
            Err(_) => "document.operation",
        }
    }
}

/// Whether a word starts at this byte of a Rust name: `HTTPLog` has `HTTP` and `Log`.
const fn starts_word(name: &[u8], at: usize) -> bool {
    if at == 0 {
        return false;
    }
    let (before, byte) = (name[at - 1], name[at]);
    if !before.is_ascii_alphanumeric() {
        return byte.is_ascii_alphanumeric();
    }
    let is_end_of_capitals =
        before.is_ascii_uppercase() && at + 1 < name.len() && name[at + 1].is_ascii_lowercase();
    byte.is_ascii_uppercase() && (!before.is_ascii_uppercase() || is_end_of_capitals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_name_is_written_in_kebab_case() {
        for (name, expected) in [
            ("Order", "order.find"),
            ("OrderItem", "order-item.find"),
            ("OrderV2", "order-v2.find"),
            ("HTTPLog", "http-log.find"),
            ("Log_Entry", "log-entry.find"),
            ("_Log", "log.find"),
            ("Größe", "gr-e.find"),
            ("日本", "document.find"),
        ] {
            assert_eq!(Buffer::compose(name, "find").as_str(), expected);
        }
    }

    #[test]
    fn every_default_name_is_a_name() {
        let long = "VeryLongName".repeat(20);
        for type_name in ["A", "Order", "_9", "Ünïcödé", &long, &"X".repeat(255)] {
            for verb in TEXTS {
                let name = Buffer::compose(type_name, verb);
                assert!(super::super::is_name(name.as_str().as_bytes()), "{}", name.as_str());
                assert!(name.as_str().ends_with(verb));
            }
        }
    }
}
