//! What users of other mappers write out of habit, and what to write instead.

/// The advice for a key that other mappers have.
pub(super) fn advice(key: &str) -> Option<&'static str> {
    Some(match key {
        "skip" | "flatten" | "skip_serializing" | "skip_deserializing" => {
            "every field is stored under its own name, so that paths lead to it"
        }
        "skip_serializing_if" => "an `Option` that is `None` is absent already: remove this",
        "default" => {
            "a field that may be missing is an `Option`; to fill it in, raise `schema_version` and read the older documents \
             with `reads(..)`"
        }
        "alias" => {
            "a field has one stored name, and older documents are read by the type of their version: write `reads(..)`"
        }
        "untagged" => "what is stored says itself which variant it is: write `tag = \"type\"`",
        "content" => "the fields of a variant stand beside the tag: remove this",
        "other" => {
            "it would drop a tag that is not declared; without it, such a tag is an error when it is read; to keep the tag, write \
             `#[mongo(fallback)] Other(String)`"
        }
        "deny_unknown_fields" => "write `deny_unknown`",
        "rename_all_fields" => "write `rename` at the fields of the variants",
        "serialize_with" | "deserialize_with" => {
            "one representation serves writing and reading: write `with = MyCodec`, with an `impl StoredAs<Type> for MyCodec` and \
             `stored_as!(MyCodec: Type)`"
        }
        "try_from" | "from" | "into" | "remote" => {
            "write the two functions as a representation, `impl StoredAs<Type> for MyCodec` and `stored_as!(MyCodec: Type)`, and \
             `with = MyCodec` at the fields"
        }
        "bound" | "borrow" | "getter" | "expecting" => {
            "it is serde's, and means nothing here: remove it"
        }
        _ => return None,
    })
}
