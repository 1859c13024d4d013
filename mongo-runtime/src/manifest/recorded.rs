//! Reads the text of a manifest.

use std::{collections::BTreeMap, fmt};

use serde_json::{Map, Value};

use super::FORMAT;

/// A manifest as it was written.
pub(super) struct Recorded {
    pub(super) collections: BTreeMap<String, Collection>,
    /// The collections whose documents of other types are kept.
    pub(super) keeps_others: Vec<String>,
    pub(super) operations: BTreeMap<String, Operation>,
}

/// A declared operation.
#[derive(Debug, PartialEq)]
pub(super) struct Operation {
    pub(super) collection: String,
    pub(super) kind: String,
    /// What else is told of it: of a query what it asks, and which index serves it.
    pub(super) told: BTreeMap<String, Value>,
}

/// What one document type wanted of its collection.
#[derive(Debug, PartialEq)]
pub(super) struct Collection {
    /// Stored name and tag of what tells its documents from others in the collection.
    pub(super) discriminator: Option<(String, String)>,
    /// Stored name of the version and the version that is written.
    pub(super) version: Option<(String, i32)>,
    pub(super) revision: Option<String>,
    pub(super) deny_unknown: bool,
    /// Who writes the fields, where it is said.
    pub(super) ownership: Option<String>,
    /// The bounds of what is not declared, where that is kept.
    pub(super) catch_all: Option<Value>,
    pub(super) is_proven: bool,
    pub(super) max_size: i64,
    pub(super) worst_case: i64,
    pub(super) fields: Rows,
    pub(super) readers: BTreeMap<i32, Rows>,
    pub(super) newer_readers: BTreeMap<i32, Rows>,
    pub(super) indexes: BTreeMap<String, Value>,
    pub(super) allowances: Vec<Allowance>,
    /// Level and action of the validator.
    pub(super) validation: (String, String),
    pub(super) validator: Value,
}

/// What is stored at each path.
pub(super) type Rows = BTreeMap<String, Row>;

/// What is stored at one path.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) codec: String,
    pub(super) presence: String,
    pub(super) tag: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) range: Option<(i64, i64)>,
    pub(super) max_items: Vec<i64>,
    pub(super) max_len: Option<i64>,
    pub(super) max_depth: Option<i64>,
    pub(super) fallback: bool,
    pub(super) keys: Vec<Keys>,
    pub(super) deny_unknown: bool,
    /// The bounds of what is not declared, where that is kept.
    pub(super) catch_all: Option<Value>,
    pub(super) reference: Option<String>,
    pub(super) copy_of: Option<String>,
}

/// The tags that are keys of a map.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Keys {
    pub(super) tags: Vec<String>,
    pub(super) fallback: bool,
}

/// A rule that was allowed to be broken.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Allowance {
    pub(super) rule: String,
    pub(super) field: Option<String>,
    pub(super) index: Option<String>,
    pub(super) reason: String,
}

/// Why a text is not a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

impl Recorded {
    pub(super) fn read(text: &str) -> Result<Self, Unreadable> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| Unreadable(format!("it is no JSON: {error}")))?;
        let root = Place { name: "the file", value: &value };
        match root.integer("manifest")? {
            Some(format) if format == i64::from(FORMAT) => {}
            Some(format) => {
                return Err(Unreadable(format!(
                    "it is a manifest of form {format}, and this version knows form {FORMAT}"
                )));
            }
            None => return Err(Unreadable("it is JSON without `\"manifest\": 1`".to_owned())),
        }
        let collections = root.object("collections")?.iter().map(|(name, value)| {
            let collection = Collection::read(&Place { name, value })?;
            Ok((name.clone(), collection))
        });
        let operations = root.object_or_none("operations").map(|(name, value)| {
            let it = Place { name, value };
            let (collection, kind) = (it.text("collection")?, it.text("kind")?);
            let rest = value.as_object().into_iter().flatten();
            let mut told: BTreeMap<_, _> = rest.map(|(k, v)| (k.clone(), v.clone())).collect();
            told.retain(|key, _| key != "collection" && key != "kind");
            Ok((name.clone(), Operation { collection, kind, told }))
        });
        Ok(Self {
            collections: collections.collect::<Result<_, Unreadable>>()?,
            keeps_others: root.texts("keeps_others"),
            operations: operations.collect::<Result<_, Unreadable>>()?,
        })
    }
}

impl Collection {
    fn read(place: &Place<'_>) -> Result<Self, Unreadable> {
        let version = match place.value.get("schema_version") {
            None => None,
            Some(value) => {
                let version = Place { name: place.name, value };
                let current = i32::try_from(version.required("current", Value::as_i64)?);
                let current = current.map_err(|_| place.lacks("current"))?;
                Some((version.text("field")?, current))
            }
        };
        let readers = |key: &'static str| {
            let readers = place.object_or_none(key).map(|(version, value)| {
                let number: i32 = version.parse().map_err(|_| place.lacks(key))?;
                Ok((number, rows(&Place { name: place.name, value })?))
            });
            readers.collect::<Result<_, Unreadable>>()
        };
        let validation = match place.value.get("validation") {
            None => ("strict".to_owned(), "error".to_owned()),
            Some(value) => {
                let it = Place { name: place.name, value };
                (it.text("level")?, it.text("action")?)
            }
        };
        let indexes = place.required("indexes", Value::as_array)?.iter().map(|value| {
            let name = Place { name: place.name, value }.text("name")?;
            Ok((name, value.clone()))
        });
        let allowances = place.array_or_none("allowances").map(|value| {
            let it = Place { name: place.name, value };
            Ok(Allowance {
                rule: it.text("rule")?,
                field: it.optional_text("field"),
                index: it.optional_text("index"),
                reason: it.text("reason")?,
            })
        });
        let discriminator = match place.value.get("discriminator") {
            None => None,
            Some(value) => {
                let own = Place { name: place.name, value };
                Some((own.text("field")?, own.text("tag")?))
            }
        };
        Ok(Self {
            discriminator,
            version,
            revision: place.optional_text("revision"),
            is_proven: place.flag("proven"),
            deny_unknown: place.flag("deny_unknown"),
            ownership: place.optional_text("ownership"),
            catch_all: place.value.get("catch_all").cloned(),
            max_size: place.required("max_size", Value::as_i64)?,
            worst_case: place.required("worst_case", Value::as_i64)?,
            fields: rows(&Place { name: place.name, value: place.required("fields", Some)? })?,
            readers: readers("readers")?,
            newer_readers: readers("newer_readers")?,
            validation,
            indexes: indexes.collect::<Result<_, Unreadable>>()?,
            allowances: allowances.collect::<Result<_, Unreadable>>()?,
            validator: place.required("validator", Some)?.clone(),
        })
    }
}

fn rows(place: &Place<'_>) -> Result<Rows, Unreadable> {
    let fields = place.value.as_object().ok_or_else(|| place.lacks("fields"))?;
    let rows = fields
        .iter()
        .map(|(path, value)| Ok((path.clone(), Row::read(&Place { name: path, value })?)));
    rows.collect()
}

impl Row {
    fn read(place: &Place<'_>) -> Result<Self, Unreadable> {
        let number = |key: &str| place.value.get(key).and_then(Value::as_i64);
        let keys = place.array_or_none("keys").map(|value| {
            let it = Place { name: place.name, value };
            Keys { tags: it.texts("tags"), fallback: it.flag("fallback") }
        });
        Ok(Self {
            codec: place.text("codec")?,
            presence: place.text("presence")?,
            tag: place.optional_text("tag"),
            tags: place.texts("tags"),
            range: number("min").zip(number("max")),
            max_items: match place.value.get("max_items") {
                Some(Value::Array(levels)) => levels.iter().filter_map(Value::as_i64).collect(),
                other => other.and_then(Value::as_i64).into_iter().collect(),
            },
            max_len: number("max_len"),
            max_depth: number("max_depth"),
            fallback: place.flag("fallback"),
            keys: keys.collect(),
            deny_unknown: place.flag("deny_unknown"),
            catch_all: place.value.get("catch_all").cloned(),
            reference: place.optional_text("reference"),
            copy_of: place.optional_text("copy_of"),
        })
    }
}

/// A value in the text, and where it is for messages.
struct Place<'a> {
    name: &'a str,
    value: &'a Value,
}

impl<'a> Place<'a> {
    fn lacks(&self, key: &str) -> Unreadable {
        Unreadable(format!("`{}` has no readable `{key}`", self.name))
    }

    fn required<T>(
        &self,
        key: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<T, Unreadable> {
        self.value.get(key).and_then(read).ok_or_else(|| self.lacks(key))
    }

    fn text(&self, key: &str) -> Result<String, Unreadable> {
        self.required(key, Value::as_str).map(str::to_owned)
    }

    fn optional_text(&self, key: &str) -> Option<String> {
        self.value.get(key).and_then(Value::as_str).map(str::to_owned)
    }

    fn texts(&self, key: &str) -> Vec<String> {
        self.array_or_none(key).filter_map(Value::as_str).map(str::to_owned).collect()
    }

    fn integer(&self, key: &str) -> Result<Option<i64>, Unreadable> {
        self.value.get(key).map(|value| value.as_i64().ok_or_else(|| self.lacks(key))).transpose()
    }

    fn flag(&self, key: &str) -> bool {
        self.value.get(key).and_then(Value::as_bool).unwrap_or_default()
    }

    fn object(&self, key: &str) -> Result<&'a Map<String, Value>, Unreadable> {
        self.required(key, Value::as_object)
    }

    fn object_or_none(&self, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> + use<'a> {
        self.value.get(key).and_then(Value::as_object).into_iter().flatten()
    }

    fn array_or_none(&self, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.value.get(key).and_then(Value::as_array).into_iter().flatten()
    }
}
