//! Sends what fits, batch by batch, and tells what became of each line.

use std::{collections::HashSet, fmt, io::BufRead};

use mongo_runtime::{
    Document,
    db::{BadDocument, Collection},
    document::to_vec,
    error::{Error, ItemFailure, ItemStatus},
    filter::{Filter, by_id},
    operation,
};

use super::{BATCH, Lines, Misfit, Parsed, Reason, parse};

/// What became of the lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines that are not blank.
    pub lines: u64,
    /// Documents that were stored.
    pub stored: u64,
    /// Documents that were there already, byte for byte.
    pub unchanged: u64,
    /// Lines that did not fit.
    pub misfits: u64,
}

/// Somebody who follows an import.
pub trait Watch {
    /// A line did not fit.
    fn misfit(&mut self, misfit: &Misfit);

    /// So many bytes of the file are done.
    fn progress(&mut self, n_bytes: u64, tally: &Tally);
}

/// Why an import ended before the end of the file. It may run again from the start: what is stored then is left as it is.
#[derive(Debug)]
pub enum Stopped {
    /// The file can't be read.
    Io(std::io::Error),
    /// The server could not be asked.
    Server {
        /// Lines of which it is not known whether they are stored: first and last.
        lines: (u64, u64),
        /// What happened.
        error: Error,
    },
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the file can't be read: {error}"),
            Self::Server { lines: (first, last), error } => {
                write!(
                    f,
                    "the import stopped at the lines {first} to {last}, some of which may be stored: {error}"
                )
            }
        }
    }
}

impl std::error::Error for Stopped {}

/// Imports all lines that fit. One round trip for each batch, and one more for a batch with documents that are there already.
///
/// # Errors
///
/// The file can't be read, or the server can't be asked. Lines that do not fit are no errors.
pub async fn import<D: Document>(
    collection: &Collection<D>,
    lines: &mut Lines<impl BufRead>,
    watch: &mut impl Watch,
) -> Result<Tally, Stopped> {
    let mut tally = Tally::default();
    let (mut batch, mut misfits) = (Vec::with_capacity(BATCH), Vec::new());
    loop {
        let line = lines.next_line().map_err(Stopped::Io)?;
        let is_last = line.is_none();
        if let Some(line) = line {
            tally.lines += 1;
            match parse::<D>(&line) {
                Ok(parsed) => batch.push(parsed),
                Err(misfit) => misfits.push(misfit),
            }
        }
        if is_last || batch.len() + misfits.len() == BATCH {
            let stored = store(collection, &batch, &mut tally, &mut misfits).await;
            batch.clear();
            tally.misfits += misfits.len() as u64;
            misfits.sort_by_key(|misfit| misfit.line);
            misfits.drain(..).for_each(|misfit| watch.misfit(&misfit));
            stored?;
            watch.progress(lines.n_bytes(), &tally);
        }
        if is_last {
            return Ok(tally);
        }
    }
}

/// Inserts a batch, and adds what the server refuses to the misfits.
async fn store<D: Document>(
    collection: &Collection<D>,
    batch: &[Parsed<D>],
    tally: &mut Tally,
    misfits: &mut Vec<Misfit>,
) -> Result<(), Stopped> {
    let (Some(first), Some(last)) = (batch.first(), batch.last()) else { return Ok(()) };
    let stopped = |error| Stopped::Server { lines: (first.line, last.line), error };
    let documents = batch.iter().map(|parsed| &parsed.document);
    let inserted =
        collection.insert_many(documents).unordered().named(operation!("import.insert")).await;
    let failed = match inserted {
        Ok(result) => {
            tally.stored += result.inserted() as u64;
            Vec::new()
        }
        Err(error) => {
            let failed = failures(batch, &error).ok_or_else(|| stopped(error))?;
            tally.stored += (batch.len() - failed.len()) as u64;
            failed
        }
    };
    let same = if failed.iter().any(|(_, failure)| is_of_id(failure)) {
        let ids = failed
            .iter()
            .filter(|(_, failure)| is_of_id(failure))
            .map(|(parsed, _)| parsed.document.id());
        stored_bytes(collection, ids).await.map_err(stopped)?
    } else {
        HashSet::new()
    };
    for (parsed, failure) in failed {
        if is_of_id(&failure) && to_vec(&parsed.document).is_ok_and(|bytes| same.contains(&bytes)) {
            tally.unchanged += 1;
        } else {
            misfits.push(misfit(parsed.line, &failure));
        }
    }
    Ok(())
}

/// The documents that were refused. `None` when it is not known of each whether it is stored.
fn failures<'b, D>(
    batch: &'b [Parsed<D>],
    error: &Error,
) -> Option<Vec<(&'b Parsed<D>, ItemFailure)>> {
    let items = error.bulk()?.items();
    let mut failed = Vec::new();
    for (parsed, item) in batch.iter().zip(items) {
        match item {
            ItemStatus::Inserted => {}
            ItemStatus::Failed(failure) => failed.push((parsed, failure.clone())),
            _ => return None,
        }
    }
    Some(failed)
}

/// Whether a document with this `_id` is there.
fn is_of_id(failure: &ItemFailure) -> bool {
    failure.duplicate_index().is_some_and(|index| index.name() == "_id_")
}

/// The stored documents with these ids, as bytes: read through the model and encoded again.
pub(super) async fn stored_bytes<'d, D: Document>(
    collection: &Collection<D>,
    ids: impl Iterator<Item = &'d D::Id>,
) -> Result<HashSet<Vec<u8>>, Error> {
    let filter = Filter::any_of(ids.map(by_id));
    let find = collection.find(filter).limit(BATCH as u32).on_bad_document(BadDocument::Continue);
    let mut cursor = find.named(operation!("import.find-stored")).await?;
    let mut found = HashSet::new();
    while let Some(document) = cursor.next().await {
        match document {
            Ok(document) => found.extend(to_vec(&document)),
            // What the model can't read is not what it wrote.
            Err(error) if error.is_decode() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

fn misfit(line: u64, failure: &ItemFailure) -> Misfit {
    match failure.duplicate_index() {
        Some(index) => {
            let paths: Vec<&str> = index.keys().iter().map(|(path, _)| path.as_str()).collect();
            Misfit {
                line,
                path: paths.join(", "),
                reason: Reason::Duplicate { index: index.name().to_owned() },
            }
        }
        None => {
            let reason =
                Reason::Refused { kind: failure.kind(), code: failure.code().unwrap_or_default() };
            Misfit { line, path: String::new(), reason }
        }
    }
}
