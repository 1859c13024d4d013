//! Every expected text is one error, under the token that is wrong.

use std::{fs, path::PathBuf};

use mongo_ui_tests::Expected;

use super::rules::cases;

#[test]
fn a_mistake_is_one_error() {
    let mut wrong = Vec::new();
    for (name, text) in texts() {
        let n_errors = text.errors.len();
        let is_one =
            if name.contains("every_mistake_is_reported") { n_errors > 1 } else { n_errors == 1 };
        if !is_one {
            let titles: Vec<_> = text.errors.iter().map(|error| error.title.as_str()).collect();
            wrong.push(format!("{name}: {titles:#?}"));
        }
    }
    assert!(wrong.is_empty(), "not one error a mistake:\n{}", wrong.join("\n"));
}

#[test]
fn an_error_is_under_the_users_own_token() {
    let mut wrong = Vec::new();
    for (name, text) in texts() {
        for error in text.errors {
            let is_own = error.file == format!("fail/{name}.rs");
            let is_derive = error.source.starts_with("#[derive(") || error.marked.is_empty();
            if !is_own || is_derive {
                wrong.push(format!(
                    "{name}: `{}` in {}: `{}`",
                    error.marked, error.file, error.source
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "not under a token of the user:\n{}", wrong.join("\n"));
}

#[test]
fn a_text_names_nothing_that_is_hidden() {
    let hidden = ["__private", "$RUST"];
    let mut wrong = Vec::new();
    for (name, path) in cases() {
        let text = fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
        wrong.extend(
            hidden
                .iter()
                .filter(|word| text.contains(**word))
                .map(|word| format!("{name}: {word}")),
        );
    }
    assert!(wrong.is_empty(), "texts that show the inside:\n{}", wrong.join("\n"));
}

fn texts() -> Vec<(String, Expected)> {
    let read =
        |path: PathBuf| fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
    cases().into_iter().map(|(name, path)| (name, Expected::parse(&read(path)))).collect()
}
