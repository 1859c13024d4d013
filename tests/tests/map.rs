//! ARCHITECTURE.md and the other pages stay true: their links resolve, and the map names every module.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in a workspace").to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The targets of Markdown links to files of the project.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets
        .map(|(link, _)| link)
        .filter(|link| !link.starts_with("http") && !link.starts_with('#'))
        .collect()
}

#[test]
fn links_of_every_page_resolve() {
    let pages = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "examples/README.md",
        "benches/README.md",
        "fuzz/README.md",
    ];
    for page in pages {
        let path = root().join(page);
        let folder = path.parent().expect("in a folder").to_owned();
        let text = read(&path);
        let dead: Vec<&str> =
            links(&text).into_iter().filter(|link| !folder.join(link).exists()).collect();
        assert!(dead.is_empty(), "dead links in {page}: {dead:?}");
    }
}

#[test]
fn the_map_names_every_module_at_the_top() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let links = links(&text);
    for source in ["mongo-derive/src", "mongo-runtime/src"] {
        let files = fs::read_dir(root().join(source)).expect("a source folder");
        let files =
            files.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
        let unnamed: Vec<String> = files
            .filter(|file| file.ends_with(".rs"))
            .map(|file| format!("{source}/{file}"))
            .filter(|path| !links.contains(&path.as_str()))
            .collect();
        assert!(unnamed.is_empty(), "not on the map: {unnamed:?}");
    }
}

#[test]
fn only_the_db_folder_names_the_driver() {
    let mut folders = vec![root().join("mongo-runtime/src")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a source folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.components().any(|part| part.as_os_str() == "db")
                && !path.ends_with("db.rs")
            {
                let code = read(&path);
                let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                if code.into_iter().any(|line| line.contains("mongodb::")) {
                    found.push(path);
                }
            }
        }
    }
    assert!(found.is_empty(), "these name the driver: {found:?}");
}
