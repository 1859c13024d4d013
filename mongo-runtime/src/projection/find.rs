//! Walks the steps of a column through a document.

use super::{DOCUMENT, walk::Step};
use crate::codec::{DecodeReason, Failure, Reader, Scope};

const STRING: u8 = 0x02;
const NULL: u8 = 0x0A;

/// What is at the end of some steps.
#[derive(Debug)]
pub enum Found<'a> {
    /// A value: its element type, and a reader of it.
    At(u8, Reader<'a>),
    /// Nothing, because something on the way may be absent and is, or is another variant.
    Nothing,
    /// The document at the end of the way lacks the field.
    Lacks(Lack<'a>),
}

/// A field that its document lacks.
#[derive(Debug)]
pub struct Lack<'a> {
    field: &'static str,
    may_lack: bool,
    document: Scope,
    reader: Reader<'a>,
}

impl Lack<'_> {
    /// Whether the type of the document allows it.
    pub(super) fn is_allowed(&self) -> bool {
        self.may_lack
    }

    /// The error that it is, where the field is required.
    #[cold]
    pub(super) fn missing(&self) -> Failure {
        self.reader.fail_in(&self.document, DecodeReason::Missing { field: self.field })
    }
}

/// The document that the first steps are looked for in.
#[derive(Debug, Clone)]
pub struct Opened<'a> {
    pub(super) scope: Scope,
    /// At its first element.
    pub(super) reader: Reader<'a>,
}

impl<'a> Opened<'a> {
    /// The document that lacks a field.
    fn lack(&self, field: &'static str, may_lack: bool) -> Lack<'a> {
        Lack { field, may_lack, document: self.scope, reader: self.reader.clone() }
    }

    /// The error that the document lacks a required field.
    #[cold]
    pub(super) fn lacks(&self, field: &'static str) -> Failure {
        self.lack(field, false).missing()
    }

    /// The field, which the document has no more than once.
    fn field(&self, name: &str) -> Result<Option<(u8, Reader<'a>)>, Failure> {
        let mut input = self.reader.clone();
        let mut found = None;
        while let Some((element_type, key)) = input.next_element(&self.scope)? {
            if key == name.as_bytes() {
                if found.is_some() {
                    return Err(input.fail(DecodeReason::DuplicateKey));
                }
                found = Some((element_type, input.clone()));
            }
            input.skip(element_type)?;
        }
        Ok(found)
    }

    /// Whether the document is the variant with this tag.
    fn is(&self, tag_field: &'static str, tag: &str) -> Result<bool, Failure> {
        let Some((element_type, mut input)) = self.field(tag_field)? else {
            return Err(self.lacks(tag_field));
        };
        if element_type != STRING {
            return Err(input.unexpected(element_type, "string"));
        }
        Ok(input.take_str()? == tag)
    }
}

/// A value on the way.
pub(super) struct Place<'a> {
    pub(super) element_type: u8,
    pub(super) input: Reader<'a>,
    pub(super) may_be_null: bool,
}

impl<'a> Place<'a> {
    fn is_nothing(&self) -> bool {
        self.element_type == NULL && self.may_be_null
    }

    fn open(mut self) -> Result<Opened<'a>, Failure> {
        let scope = open(self.element_type, 0, &mut self.input)?;
        Ok(Opened { scope, reader: self.input })
    }

    /// The end of the way, which is an array that the path goes through, or the value that is read.
    fn end(self, is_array: bool) -> Found<'a> {
        match is_array && self.is_nothing() {
            true => Found::Nothing,
            false => Found::At(self.element_type, self.input),
        }
    }
}

/// Opens a document that becomes a value of `size` bytes.
pub(super) fn open(
    element_type: u8,
    size: usize,
    input: &mut Reader<'_>,
) -> Result<Scope, Failure> {
    if element_type != DOCUMENT {
        return Err(input.unexpected(element_type, "document"));
    }
    input.open_sized(size)
}

/// Walks from a value along the steps up to the next array that they go through; gives what is there, and the steps from there
/// on.
pub(super) fn find<'a>(
    start: Place<'a>,
    steps: &'static [Step],
) -> Result<(Found<'a>, &'static [Step]), Failure> {
    let (way, behind) = up_to_array(steps);
    let found = match way {
        [] => start.end(!behind.is_empty()),
        _ if start.is_nothing() => Found::Nothing,
        _ => walk(start.open()?, way, !behind.is_empty())?,
    };
    Ok((found, behind))
}

/// The same from inside of a document.
pub(super) fn find_in<'a>(
    document: &Opened<'a>,
    steps: &'static [Step],
) -> Result<(Found<'a>, &'static [Step]), Failure> {
    let (way, behind) = up_to_array(steps);
    Ok((walk(document.clone(), way, !behind.is_empty())?, behind))
}

fn up_to_array(steps: &'static [Step]) -> (&'static [Step], &'static [Step]) {
    let at = steps.iter().position(|step| matches!(step, Step::Each { .. }));
    steps.split_at(at.unwrap_or(steps.len()))
}

fn walk<'a>(
    mut document: Opened<'a>,
    mut way: &'static [Step],
    to_array: bool,
) -> Result<Found<'a>, Failure> {
    loop {
        while let [Step::Variant { tag_field, tag }, rest @ ..] = way {
            if !document.is(tag_field, tag)? {
                return Ok(Found::Nothing);
            }
            way = rest;
        }
        let [Step::Key { name, may_lack }, rest @ ..] = way else { return Ok(Found::Nothing) };
        let may_lack = *may_lack;
        way = rest;
        let place = match document.field(name)? {
            Some((element_type, input)) => Place { element_type, input, may_be_null: may_lack },
            None if rest.is_empty() => return Ok(Found::Lacks(document.lack(name, may_lack))),
            None if may_lack => return Ok(Found::Nothing),
            None => return Err(document.lacks(name)),
        };
        if rest.is_empty() {
            return Ok(place.end(to_array));
        }
        if place.is_nothing() {
            return Ok(Found::Nothing);
        }
        document = place.open()?;
    }
}
