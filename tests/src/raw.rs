//! Documents as trees of raw elements: made from bytes, changed, and written back with right lengths.
//!
//! It is written apart from the codec, so that a mistake of the codec is not repeated here.

/// One element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The element type byte.
    pub kind: u8,
    /// The key, without its NUL.
    pub key: Vec<u8>,
    /// The value.
    pub value: Value,
}

/// The value of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// The bytes of a value without parts.
    Bytes(Vec<u8>),
    /// The elements of a document or array.
    Elements(Vec<Element>),
}

impl Element {
    /// An element without parts.
    #[must_use]
    pub fn leaf(kind: u8, key: &str, payload: &[u8]) -> Self {
        Self { kind, key: key.into(), value: Value::Bytes(payload.into()) }
    }

    /// The bytes of the value.
    #[must_use]
    pub fn payload(&self) -> Vec<u8> {
        match &self.value {
            Value::Bytes(bytes) => bytes.clone(),
            Value::Elements(elements) => write(elements),
        }
    }

    /// The elements inside, if it is a document or an array.
    #[must_use]
    pub fn elements(&self) -> Option<&[Self]> {
        match &self.value {
            Value::Bytes(_) => None,
            Value::Elements(elements) => Some(elements),
        }
    }
}

/// Levels that [`read`] follows.
const MAX_LEVELS: usize = 200;

/// The elements of a document; `None` when a length is wrong, an end is missing, or it is deeper than 200 levels.
///
/// So `read(bytes).is_some()` is the frame check.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Vec<Element>> {
    read_level(bytes, MAX_LEVELS)
}

/// The bytes of a document with these elements.
#[must_use]
pub fn write(elements: &[Element]) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    for element in elements {
        bytes.push(element.kind);
        bytes.extend_from_slice(&element.key);
        bytes.push(0);
        bytes.extend(element.payload());
    }
    bytes.push(0);
    let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    bytes[..4].copy_from_slice(&len.to_le_bytes());
    bytes
}

/// The elements at a path of keys.
///
/// # Panics
///
/// There are none.
pub fn at<'a>(elements: &'a mut Vec<Element>, path: &[&str]) -> &'a mut Vec<Element> {
    path.iter().fold(elements, |elements, key| {
        let element = elements.iter_mut().find(|element| element.key == key.as_bytes());
        match element.map(|element| &mut element.value) {
            Some(Value::Elements(elements)) => elements,
            _ => panic!("no document or array at `{key}`"),
        }
    })
}

/// The nearest document with right lengths and ends that these bytes give, so that a fuzzer gets past the frames.
#[must_use]
pub fn repair(bytes: &[u8]) -> Vec<u8> {
    repair_level(bytes, MAX_LEVELS)
}

/// `levels` documents or arrays, one in another.
#[must_use]
pub fn nested(kind: u8, key: &str, levels: usize) -> Vec<u8> {
    let header_len = key.len() + 2;
    let mut bytes = Vec::new();
    for level in 0..levels {
        let len = 5 + (levels - 1 - level) * (header_len + 5);
        bytes.extend(u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes());
        if level + 1 < levels {
            bytes.push(kind);
            bytes.extend_from_slice(key.as_bytes());
            bytes.push(0);
        }
    }
    bytes.resize(bytes.len() + levels, 0);
    bytes
}

fn read_level(bytes: &[u8], levels: usize) -> Option<Vec<Element>> {
    let len = usize::try_from(i32::from_le_bytes(*bytes.first_chunk()?)).ok()?;
    if levels == 0 || len != bytes.len() || len < 5 || bytes.last() != Some(&0) {
        return None;
    }
    let (mut elements, mut at) = (Vec::new(), 4);
    while at < len - 1 {
        let kind = bytes[at];
        let key_len = bytes[at + 1..len - 1].iter().position(|byte| *byte == 0)?;
        let key = bytes[at + 1..at + 1 + key_len].to_vec();
        at += key_len + 2;
        let rest = bytes.get(at..len - 1)?;
        let value_len = value_len(kind, rest)?;
        let payload = rest.get(..value_len)?;
        let value = match kind {
            0x03 | 0x04 => Value::Elements(read_level(payload, levels - 1)?),
            _ => Value::Bytes(payload.to_vec()),
        };
        elements.push(Element { kind, key, value });
        at += value_len;
    }
    Some(elements)
}

fn repair_level(bytes: &[u8], levels: usize) -> Vec<u8> {
    let (mut elements, mut rest) = (Vec::new(), bytes.get(4..).unwrap_or_default());
    while let Some((kind, behind)) =
        rest.split_first().filter(|(kind, _)| levels > 0 && **kind != 0)
    {
        let Some(key_len) = behind.iter().position(|byte| *byte == 0) else { break };
        let (key, value) = (&behind[..key_len], &behind[key_len + 1..]);
        let Some((len, payload)) = repair_value(*kind, value, levels) else { break };
        elements.push(Element { kind: *kind, key: key.to_vec(), value: Value::Bytes(payload) });
        rest = &value[len..];
    }
    write(&elements)
}

/// How many bytes a value takes, and the value with the right length.
fn repair_value(kind: u8, bytes: &[u8], levels: usize) -> Option<(usize, Vec<u8>)> {
    let fixed = match kind {
        0x02..=0x05 | 0x0D..=0x0F => 4,
        _ => value_len(kind, bytes)?,
    };
    let (head, behind) = bytes.split_at_checked(fixed)?;
    if fixed != 4 || kind == 0x10 {
        return Some((fixed, head.to_vec()));
    }
    let wanted = usize::from(head[0]) | usize::from(head[1]) << 8;
    Some(match kind {
        0x02 | 0x0D | 0x0E => {
            let text =
                behind.get(..wanted.saturating_sub(1).min(behind.len().saturating_sub(1)))?;
            let len = u32::try_from(text.len() + 1).ok()?;
            let taken = fixed + (text.len() + 1).min(behind.len());
            (taken, [&len.to_le_bytes()[..], text, &[0]].concat())
        }
        0x05 => {
            let (subtype, behind) = behind.split_first()?;
            let content = &behind[..wanted.min(behind.len())];
            let len = u32::try_from(content.len()).ok()?;
            (fixed + 1 + content.len(), [&len.to_le_bytes()[..], &[*subtype], content].concat())
        }
        _ => {
            let taken = wanted.clamp(4, bytes.len().max(4));
            (taken.min(bytes.len()), repair_level(bytes.get(..taken)?, levels - 1))
        }
    })
}

fn value_len(kind: u8, rest: &[u8]) -> Option<usize> {
    let prefix = || usize::try_from(i32::from_le_bytes(*rest.first_chunk()?)).ok();
    let cstring =
        |from: usize| rest.get(from..)?.iter().position(|byte| *byte == 0).map(|len| len + 1);
    Some(match kind {
        0x01 | 0x09 | 0x11 | 0x12 => 8,
        0x02 | 0x0D | 0x0E => prefix()? + 4,
        0x03 | 0x04 | 0x0F => prefix()?,
        0x05 => prefix()? + 5,
        0x06 | 0x0A | 0x7F | 0xFF => 0,
        0x07 => 12,
        0x08 => 1,
        0x0B => {
            let first = cstring(0)?;
            first + cstring(first)?
        }
        0x0C => prefix()? + 4 + 12,
        0x10 => 4,
        0x13 => 16,
        _ => return None,
    })
}
