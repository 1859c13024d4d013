//! Where in a document something is, worked out from an offset, so that a good read or write pays nothing for it.

use std::fmt;

use crate::shape::Shape;

/// One step of an [`ElementPath`].
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segment {
    /// A declared field, by its stored name.
    Field(String),
    /// An element of an array.
    Index(usize),
    /// A key that no declaration has: of a map, or of a field that the type does not know. It is data, so `Display` shows
    /// `{?}` in its place.
    Key(String),
}

/// The place of a value in a document: `items[1].qty`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ElementPath(Vec<Segment>);

impl ElementPath {
    /// The steps from the document inwards. Keys of maps are among them: they are data.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// The path as it reads behind the name of a type: `.items[1].qty`.
    pub(crate) fn after_root(&self) -> AfterRoot<'_> {
        AfterRoot(self)
    }
}

pub(crate) struct AfterRoot<'a>(&'a ElementPath);

impl fmt::Display for AfterRoot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.iter().try_for_each(|segment| match segment {
            Segment::Field(name) => write!(f, ".{name}"),
            Segment::Index(index) => write!(f, "[{index}]"),
            Segment::Key(_) => f.write_str(".{?}"),
        })
    }
}

impl fmt::Display for ElementPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.after_root().to_string();
        f.write_str(text.strip_prefix('.').unwrap_or(&text))
    }
}

impl fmt::Debug for ElementPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ElementPath({self})")
    }
}

impl fmt::Debug for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, "Field({name})"),
            Self::Index(index) => write!(f, "Index({index})"),
            Self::Key(_) => f.write_str("Key(?)"),
        }
    }
}

/// The path of the innermost element that encloses offset `at` of a document with the given shape.
///
/// Bytes behind `at` need not be there yet, and lengths need not be right: a half-written document is walked as far as it
/// goes, and a malformed one to the fault.
#[cold]
pub(crate) fn locate(bytes: &[u8], at: usize, shape: &'static Shape) -> ElementPath {
    walk(bytes, at, Container { start: 0, shape: Some(shape), is_array: false })
}

/// The same for the only value of a document, with the shape of that value.
#[cold]
pub(crate) fn locate_in_value(bytes: &[u8], at: usize, shape: &'static Shape) -> ElementPath {
    match enclosing(bytes, 0, at) {
        Some(element) if element.is_container() => walk(
            bytes,
            at,
            Container {
                start: element.value_at,
                shape: Some(shape),
                is_array: element.kind == 0x04,
            },
        ),
        _ => ElementPath::default(),
    }
}

struct Container {
    start: usize,
    shape: Option<&'static Shape>,
    is_array: bool,
}

fn walk(bytes: &[u8], at: usize, mut container: Container) -> ElementPath {
    let (mut path, mut documents) = (Vec::new(), Vec::new());
    // Each turn goes one container deeper, and each container takes at least five bytes.
    while let Some(element) = enclosing(bytes, container.start, at) {
        let inner = container.shape.and_then(|shape| shape.child(element.key, &mut documents));
        path.push(match std::str::from_utf8(element.key) {
            // By its place, not by its key: the codec ignores the keys of arrays, and a wrong one is data.
            _ if container.is_array => Segment::Index(element.index),
            Ok(text) if inner.is_some_and(|child| child.is_declared) => {
                Segment::Field(text.to_owned())
            }
            _ => Segment::Key(String::from_utf8_lossy(element.key).into_owned()),
        });
        if !element.is_container() {
            break;
        }
        container = Container {
            start: element.value_at,
            shape: inner.map(|child| child.shape),
            is_array: element.kind == 0x04,
        };
    }
    ElementPath(path)
}

struct Element<'b> {
    /// How many elements of its document are before it.
    index: usize,
    key: &'b [u8],
    kind: u8,
    value_at: usize,
}

impl Element<'_> {
    fn is_container(&self) -> bool {
        matches!(self.kind, 0x03 | 0x04)
    }
}

/// The element of the document at `start` whose header or value reaches over offset `at`.
fn enclosing(bytes: &[u8], start: usize, at: usize) -> Option<Element<'_>> {
    let (mut next, mut index) = (start.checked_add(4)?, 0);
    while next <= at {
        let kind = *bytes.get(next)?;
        if kind == 0 {
            return None;
        }
        let key_at = next + 1;
        let key_len = bytes.get(key_at..)?.iter().position(|byte| *byte == 0)?;
        let value_at = key_at + key_len + 1;
        let element = Element { index, key: bytes.get(key_at..key_at + key_len)?, kind, value_at };
        let is_open = |len| len == 0 && element.is_container();
        match value_len(bytes, value_at, kind) {
            // An open container has no length yet; a value without a readable length is where the fault is.
            Some(len) if !is_open(len) && value_at.saturating_add(len) <= at => {
                next = value_at + len;
                index += 1;
            }
            _ => return Some(element),
        }
    }
    None
}

/// The length of a value, as its own bytes tell it.
fn value_len(bytes: &[u8], at: usize, element_type: u8) -> Option<usize> {
    let prefix = |extra: usize| {
        let raw: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(i32::from_le_bytes(raw)).ok()?.checked_add(extra)
    };
    let cstring =
        |from: usize| bytes.get(from..)?.iter().position(|byte| *byte == 0).map(|len| len + 1);
    Some(match element_type {
        0x01 | 0x09 | 0x11 | 0x12 => 8,
        0x02 | 0x0D | 0x0E => prefix(4)?,
        0x03 | 0x04 | 0x0F => prefix(0)?,
        0x05 => prefix(5)?,
        0x06 | 0x0A | 0x7F | 0xFF => 0,
        0x07 => 12,
        0x08 => 1,
        0x0B => {
            let first = cstring(at)?;
            first + cstring(at + first)?
        }
        0x0C => prefix(4 + 12)?,
        0x10 => 4,
        0x13 => 16,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    static NONE: Shape = Shape::Opaque;

    fn path_of(needle: &[u8], document: &bson::Document) -> String {
        let bytes = document.to_vec().expect("encodable");
        let at = bytes
            .windows(needle.len())
            .position(|window| window == needle)
            .expect("in the document");
        locate(&bytes, at, &NONE).segments().iter().fold(String::new(), |text, segment| {
            match segment {
                Segment::Field(key) | Segment::Key(key) => text + "." + key,
                Segment::Index(index) => text + &format!("[{index}]"),
            }
        })
    }

    #[test]
    fn an_offset_has_the_path_of_the_innermost_element_around_it() {
        let document = doc! { "a": 1, "n": null, "items": [ { "q": 1 }, { "q": 2, "deep": { "x": "needle" } } ], "z": 1 };
        assert_eq!(path_of(b"needle", &document), ".items[1].deep.x");
        assert_eq!(path_of(b"\x10z\0", &document), ".z");
        assert_eq!(path_of(b"\x04items", &document), ".items");
    }

    #[test]
    fn the_start_of_a_document_is_not_in_its_first_element() {
        let bytes = doc! { "a": 1 }.to_vec().expect("encodable");
        assert_eq!(locate(&bytes, 0, &NONE), ElementPath::default());
    }
}
