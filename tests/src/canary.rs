//! A value that must not show, and the search for it in every text that could.

use std::{
    error::Error as StdError,
    fmt::{Debug, Write},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use mongo_runtime::error::{Error, ItemStatus};

/// The value, for documents, parameters and credentials.
pub const CANARY: &str = "c4n4ry-Zebra-Quartz";

/// The canary as text, backwards, as hex, as base64 at each of its three alignments, as a list of bytes, and escaped.
fn forms() -> &'static [String] {
    static FORMS: OnceLock<Vec<String>> = OnceLock::new();
    FORMS.get_or_init(|| {
        let bytes = CANARY.as_bytes();
        let each = |form: fn(&u8) -> String, between: &str| {
            bytes.iter().map(form).collect::<Vec<_>>().join(between)
        };
        let mut forms = vec![
            CANARY.to_owned(),
            CANARY.chars().rev().collect(),
            each(|byte| format!("{byte:02x}"), ""),
            each(|byte| format!("{byte:02X}"), ""),
            each(|byte| format!("{byte:02x}"), " "),
            each(u8::to_string, ", "),
            each(u8::to_string, ","),
            each(|byte| format!("\\x{byte:02x}"), ""),
            each(|byte| format!("\\u00{byte:02x}"), ""),
            each(|byte| format!("%{byte:02x}"), ""),
            each(|byte| format!("%{byte:02X}"), ""),
        ];
        // Two letters at each end depend on what is around.
        forms.extend((0..3).map(|start| base64(&bytes[start..start + 15])[..20].to_owned()));
        forms
    })
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let of_three = |three: &[u8]| {
        let bits = three.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        (0..4).rev().map(move |n| char::from(LETTERS[bits >> (6 * n) & 63]))
    };
    bytes.chunks_exact(3).flat_map(of_three).collect()
}

/// # Panics
///
/// When the text shows the canary in any form.
#[track_caller]
pub fn assert_clean(text: &str, what: &str) {
    for form in forms() {
        assert!(!text.contains(form), "{what} shows the value as {form}: {text}");
    }
}

/// Looks at an error, at what is behind it, and at the items of a bulk write.
///
/// # Panics
///
/// When one of their texts shows the canary.
#[track_caller]
pub fn assert_clean_error(error: &Error, what: &str) {
    assert_clean(&format!("{error} {error:#} {error:?} {error:#?}"), what);
    let mut source = error.source();
    while let Some(cause) = source {
        assert_clean(&format!("{cause} {cause:#} {cause:?} {cause:#?}"), what);
        source = cause.source();
    }
    assert_clean_debug(&error.bulk(), what);
    for item in error.bulk().iter().flat_map(|bulk| bulk.items()) {
        assert_clean_debug(item, what);
        if let ItemStatus::Failed(failure) = item {
            assert_clean(&format!("{failure} {failure:#}"), what);
        }
    }
}

/// # Panics
///
/// When `Debug` shows the canary.
#[track_caller]
pub fn assert_clean_debug(value: &impl Debug, what: &str) {
    assert_clean(&format!("{value:?} {value:#?}"), what);
}

/// Everything that the mapper tells a subscriber from now on, at every level, of all tests of this process.
///
/// # Panics
///
/// When the process has another subscriber.
pub fn listen_to_log() -> &'static Mutex<String> {
    static LOG: OnceLock<Mutex<String>> = OnceLock::new();
    LOG.get_or_init(|| {
        tracing::subscriber::set_global_default(Recorder).expect("no other subscriber");
        Mutex::new(String::new())
    })
}

/// How many lines and spans the mapper has told until now.
#[must_use]
pub fn n_logged() -> usize {
    N_LOGGED.load(Ordering::Relaxed)
}

/// How many lines and spans the driver has told until now: none, unless its tracing is turned on.
#[must_use]
pub fn n_logged_by_driver() -> usize {
    N_LOGGED_BY_DRIVER.load(Ordering::Relaxed)
}

static N_LOGGED: AtomicUsize = AtomicUsize::new(0);
static N_LOGGED_BY_DRIVER: AtomicUsize = AtomicUsize::new(0);

/// Looks at everything that was logged since it was looked at last.
///
/// # Panics
///
/// When some of it shows the canary.
#[track_caller]
pub fn assert_clean_log(what: &str) {
    let mut log = listen_to_log().lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::mem::take(&mut *log);
    drop(log);
    assert_clean(&text, what);
}

struct Recorder;

impl Recorder {
    fn write(text: &str) {
        N_LOGGED.fetch_add(1, Ordering::Relaxed);
        listen_to_log().lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
    }
}

/// The fields of an event or a span.
#[derive(Default)]
struct Text(String);

impl tracing::field::Visit for Text {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn Debug) {
        write!(self.0, "{field}={value:?} ").expect("a text takes any text");
    }
}

impl tracing::Subscriber for Recorder {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        // What it has is never looked at, only that it is there.
        if metadata.target().starts_with("mongodb") {
            N_LOGGED_BY_DRIVER.fetch_add(1, Ordering::Relaxed);
        }
        metadata.target().starts_with("mongo_runtime")
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        let mut text = Text::default();
        span.record(&mut text);
        Self::write(&text.0);
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        let mut text = Text::default();
        values.record(&mut text);
        Self::write(&text.0);
    }

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut text = Text::default();
        event.record(&mut text);
        Self::write(&text.0);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_are_found_where_they_are() {
        let inside = format!("..{}..", base64(format!("ab{CANARY}cd").as_bytes()));
        assert!(forms().iter().any(|form| inside.contains(form)), "{inside}");
        assert_eq!(base64(b"Man"), "TWFu");
    }
}
