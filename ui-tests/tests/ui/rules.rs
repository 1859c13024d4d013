//! Which case shows which rule.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The cases that must fail, as `topic/name`.
pub(super) fn cases() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    let mut found = Vec::new();
    for topic in fs::read_dir(&root).expect("the folder of cases is there") {
        let topic = topic.expect("the folder can be read").path();
        for file in fs::read_dir(&topic).expect("a topic is a folder") {
            let path = file.expect("the folder can be read").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.with_extension("");
                let name = name.strip_prefix(&root).expect("the case is in the folder");
                found.push((name.to_string_lossy().into_owned(), path));
            }
        }
    }
    found.sort();
    found
}
