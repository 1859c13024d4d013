//! Text that is composed at compile time, for the messages of rules.

const CAPACITY: usize = 1000;

/// A message in the making. What does not fit is cut.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Text {
    /// Starts with `text`.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        Self { bytes: [0; CAPACITY], len: 0 }.and(text)
    }

    /// Appends `text`.
    #[must_use]
    pub const fn and(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let room = CAPACITY - self.len;
        let n_bytes = if text.len() < room { text.len() } else { room };
        self.bytes
            .split_at_mut(self.len)
            .1
            .split_at_mut(n_bytes)
            .0
            .copy_from_slice(text.split_at(n_bytes).0);
        self.len += n_bytes;
        self
    }

    /// Appends a number in decimal digits.
    #[must_use]
    pub const fn and_number(self, mut number: usize) -> Self {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        match std::str::from_utf8(digits.split_at(at).1) {
            Ok(text) => self.and(text),
            Err(_) => self,
        }
    }

    /// The text so far.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "a rule of the mapping is broken; its text is too long to show",
        }
    }
}

/// Turns a broken rule into a compile error at the caller.
///
/// # Panics
///
/// With the text of the rule; it is meant for `const` items only.
#[track_caller]
pub const fn ensure(broken: Option<Text>) {
    if let Some(text) = broken {
        panic!("{}", text.as_str())
    }
}

/// Whether two strings are equal. Compares from the end, where paths differ.
pub(crate) const fn str_eq(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = a.len();
    while at > 0 {
        at -= 1;
        if a[at] != b[at] {
            return false;
        }
    }
    true
}
