//! Where a connection string comes from.

use std::{borrow::Cow, env, fmt, fs, path::PathBuf, pin::Pin, sync::Arc};

use crate::error::Error;

/// Where a connection string comes from: a text, a variable, a file or a callback.
///
/// It is read when a store connects. `Debug` and errors name the source, never the value, and there is no `Display`.
///
/// ```no_run
/// # use mongo_runtime::db::{Secret, StoreConfig};
/// let config = StoreConfig::new(Secret::variable("SHOP_MONGODB"), "shop");
/// let config = StoreConfig::new(Secret::file("/run/secrets/shop-mongodb"), "shop");
/// ```
#[derive(Clone)]
pub struct Secret(Source);

#[derive(Clone)]
enum Source {
    Text(String),
    Variable(String),
    File(PathBuf),
    Callback(Arc<Callback>),
}

type Callback = dyn Fn() -> Pin<Box<dyn Future<Output = Option<String>> + Send>> + Send + Sync;

impl Secret {
    /// The value of an environment variable.
    #[must_use]
    pub fn variable(name: impl Into<String>) -> Self {
        Self(Source::Variable(name.into()))
    }

    /// The text of a file, without the newline at its end.
    #[must_use]
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self(Source::File(path.into()))
    }

    /// What a function gives: the way to a store of secrets. Its error is dropped, since it may hold the value; log it there.
    ///
    /// It has the deadline of the store.
    #[must_use]
    pub fn callback<F, Fut, E>(ask: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<String, E>> + Send + 'static,
    {
        Self(Source::Callback(Arc::new(move || {
            let answer = ask();
            Box::pin(async move { answer.await.ok() })
        })))
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// `Config`, with the name of the source, where there is nothing or no text.
    pub(crate) async fn read(&self) -> Result<String, Error> {
        let bad = |what: &str| Err(Error::config(format!("{} {what}", self.what())));
        let value = match &self.0 {
            Source::Text(text) => text.clone(),
            Source::Variable(name) => match env::var(name) {
                Ok(value) => value,
                Err(env::VarError::NotPresent) => return bad("is not set: set the variable"),
                Err(env::VarError::NotUnicode(_)) => return bad("is no UTF-8 text"),
            },
            Source::File(path) => {
                let path = path.clone();
                let read = tokio::task::spawn_blocking(move || fs::read_to_string(path)).await;
                match read.map_err(std::io::Error::other).flatten() {
                    Ok(text) => without_newline(text),
                    Err(error) => return bad(&format!("can't be read: {}", error.kind())),
                }
            }
            Source::Callback(ask) => match ask().await {
                Some(value) => value,
                None => return bad("was not given: the callback returned an error"),
            },
        };
        match value.is_empty() {
            true => bad("is empty"),
            false => Ok(value),
        }
    }

    /// What it is, for a message.
    pub(crate) fn what(&self) -> Cow<'static, str> {
        match &self.0 {
            Source::Text(_) => "the connection string".into(),
            Source::Variable(name) => {
                format!("the connection string of the variable `{name}`").into()
            }
            Source::File(path) => {
                format!("the connection string of the file `{}`", path.display()).into()
            }
            Source::Callback(_) => "the connection string of the callback".into(),
        }
    }
}

fn without_newline(mut text: String) -> String {
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    text
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(Source::Text(text))
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Secret {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<Cow<'_, str>> for Secret {
    fn from(text: Cow<'_, str>) -> Self {
        text.into_owned().into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Source::Text(_) => f.write_str("Secret(text)"),
            Source::Variable(name) => write!(f, "Secret(variable {name:?})"),
            Source::File(path) => write!(f, "Secret(file {path:?})"),
            Source::Callback(_) => f.write_str("Secret(callback)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        db::StoreConfig,
        error::{Kind, Outcome},
    };

    const VALUE: &str = "mongodb://user:canary@localhost/";

    /// A file of its own, which goes with the test.
    struct File(PathBuf);

    impl File {
        fn new(name: &str, text: &str) -> Self {
            let path = env::temp_dir().join(format!("mongo-runtime-{}-{name}", std::process::id()));
            fs::write(&path, text).expect("a file can be written");
            Self(path)
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[tokio::test]
    async fn each_source_gives_its_value_and_shows_its_name_only() {
        let file = File::new("good", &format!("{VALUE}\r\n"));
        let callback = Secret::callback(async || Ok::<_, ()>(VALUE.to_owned()));
        for (secret, shown) in [
            (Secret::from(VALUE), "Secret(text)".to_owned()),
            (Secret::from(VALUE.to_owned()), "Secret(text)".to_owned()),
            (Secret::file(&file.0), format!("Secret(file {:?})", file.0)),
            (callback, "Secret(callback)".to_owned()),
        ] {
            assert_eq!(secret.read().await.expect("a value"), VALUE);
            assert_eq!(format!("{secret:?}"), shown);
            let config = format!("{:?}", StoreConfig::new(secret, "db"));
            assert!(config.contains(&shown) && !config.contains("canary"), "{config}");
        }
        let set = Secret::variable("CARGO_PKG_NAME");
        assert_eq!(set.read().await.expect("cargo sets it"), "mongo-runtime");
        assert_eq!(format!("{set:?}"), "Secret(variable \"CARGO_PKG_NAME\")");
    }

    #[test]
    fn one_newline_at_the_end_of_a_file_is_cut() {
        for (text, expected) in [("a", "a"), ("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a\n")] {
            assert_eq!(without_newline(text.to_owned()), expected);
        }
    }

    #[tokio::test]
    async fn an_error_names_the_source_and_never_the_value() {
        let empty = File::new("empty", "\n");
        let bad = File::new("bad", "user:canary\n");
        let missing = env::temp_dir().join("mongo-runtime-has-no-such-file");
        let of = |path: &PathBuf| format!("the connection string of the file `{}`", path.display());
        for (secret, expected) in [
            (
                Secret::variable("MONGO_RUNTIME_IS_NOT_SET"),
                "the connection string of the variable `MONGO_RUNTIME_IS_NOT_SET` is not set"
                    .to_owned(),
            ),
            (Secret::file(&missing), format!("{} can't be read", of(&missing))),
            (Secret::file(&empty.0), format!("{} is empty", of(&empty.0))),
            (Secret::file(&bad.0), format!("{} does not start with `mongodb://`", of(&bad.0))),
            (
                Secret::callback(async || Err::<String, _>("canary")),
                "the connection string of the callback was not given".to_owned(),
            ),
            (Secret::from(""), "the connection string is empty".to_owned()),
        ] {
            let error = StoreConfig::new(secret, "db").client_options().await.unwrap_err();
            let found = (error.kind(), error.outcome());
            assert_eq!(found, (Kind::Config, Some(Outcome::NotSent)), "{error}");
            let text = format!("{error} {error:?}");
            assert!(text.starts_with(&expected) && !text.contains("canary"), "{text}");
        }
    }

    #[tokio::test]
    async fn a_callback_has_the_deadline_of_the_store() {
        let secret = Secret::callback(std::future::pending::<Result<String, ()>>);
        let config = StoreConfig::new(secret, "db").deadline(std::time::Duration::from_millis(5));
        let error = config.client_options().await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (Kind::Timeout, Some(Outcome::NotSent)));
        assert!(error.to_string().contains("of the callback was not given in time"), "{error}");
    }
}
