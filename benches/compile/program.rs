//! The generated programs.

use std::{fmt::Write, path::Path};

/// Half of them are documents, each with one of the others inside.
pub(crate) const N_STRUCTS: u32 = 100;

/// What the structs derive.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Side {
    Plain,
    Serde,
    Ours,
}

pub(crate) fn workspace_manifest(repository: &Path) -> String {
    let repository = repository.display();
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"plain\", \"serde-side\", \"ours\"]\n\n\
         [workspace.dependencies]\nbson = {{ version = \"3.1\", features = [\"serde\"] }}\n\
         mongo-runtime = {{ path = \"{repository}/mongo-runtime\", default-features = false }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\n"
    )
}

impl Side {
    pub(crate) const ALL: [Self; 3] = [Self::Plain, Self::Serde, Self::Ours];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Serde => "serde-side",
            Self::Ours => "ours",
        }
    }

    /// All have the same dependencies, so that loading them costs all the same.
    pub(crate) fn manifest(self) -> String {
        format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             bson.workspace = true\nmongo-runtime.workspace = true\nserde.workspace = true\n",
            self.name()
        )
    }

    pub(crate) fn source(self) -> String {
        let mut source = String::from(
            "#![allow(dead_code, unused_imports)]\nuse mongo_runtime::*;\nuse bson::{DateTime, Decimal128, oid::ObjectId};\n\n",
        );
        let mut main = String::from(
            "fn main() {\n    let bytes: Vec<u8> = std::env::args().map(|arg| arg.len() as u8).collect();\n",
        );
        for n in 0..N_STRUCTS / 2 {
            self.embedded(n, &mut source);
            self.document(n, &mut source);
            // Writing to a string can't fail.
            let _ = writeln!(main, "    {}", self.usage(n));
        }
        source + &main + "}\n"
    }

    fn embedded(self, n: u32, source: &mut String) {
        let (derives, max_len) = match self {
            Self::Plain => ("", ""),
            Self::Serde => ("#[derive(serde::Serialize, serde::Deserialize)]\n", ""),
            Self::Ours => ("#[derive(Embedded)]\n", "#[mongo(max_len = 40)] "),
        };
        let _ = write!(
            source,
            "{derives}pub struct Part{n} {{\n    {max_len}street: String,\n    {max_len}city: String,\n    zip: i32,\n    \
             floor: Option<i32>,\n    lon: f64,\n    lat: f64,\n    checked: bool,\n    since: DateTime,\n    visits: i64,\n    \
             owner: ObjectId,\n}}\n\n"
        );
    }

    fn document(self, n: u32, source: &mut String) {
        let (derives, id, max_len, max_items) = match self {
            Self::Plain => (String::new(), "", "", ""),
            Self::Serde => (
                "#[derive(serde::Serialize, serde::Deserialize)]\n".to_owned(),
                "#[serde(rename = \"_id\")] ",
                "",
                "",
            ),
            Self::Ours => (
                format!(
                    "#[derive(Document)]\n#[mongo(collection = \"whole{n}\")]\n\
                     #[mongo(index(name = \"uq_number\", keys(number), unique))]\n\
                     #[mongo(index(name = \"ix_city_created\", keys(part.city, created_at = desc, id = desc)))]\n"
                ),
                "#[mongo(id)] ",
                "#[mongo(max_len = 40)] ",
                "#[mongo(max_items = 20, max_len = 20)] ",
            ),
        };
        let _ = write!(
            source,
            "{derives}pub struct Whole{n} {{\n    {id}id: ObjectId,\n    {max_len}number: String,\n    part: Part{n},\n    \
             {max_items}tags: Vec<String>,\n    total: Decimal128,\n    created_at: DateTime,\n    paid_at: Option<DateTime>,\n    \
             {max_len}note: Option<String>,\n    count: i64,\n    open: bool,\n}}\n\n"
        );
    }

    /// Writes and reads each document, so that the code is not only checked, but made.
    fn usage(self, n: u32) -> String {
        match self {
            Self::Plain => format!("let _: Option<Whole{n}> = None;"),
            Self::Serde => format!(
                "if let Ok(value) = bson::deserialize_from_slice::<Whole{n}>(&bytes) {{ drop(bson::serialize_to_vec(&value)); }}"
            ),
            Self::Ours => format!(
                "if let Ok(value) = from_slice::<Whole{n}>(&bytes) {{ drop(to_vec(&value)); }}"
            ),
        }
    }
}
