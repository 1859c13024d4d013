//! Proves on a real server that the model changes no byte.

use std::{collections::HashSet, io::BufRead};

use mongo_runtime::{
    Document,
    bson::{Bson, RawDocumentBuf, doc},
    db::Collection,
};
use mongo_testkit::mongodb::{self, Database, error::ErrorKind};

use super::{BATCH, Lines, Parsed, parse, store::stored_bytes};

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// Lines that fit the model.
    pub fitting: u64,
    /// Those that were inserted raw by a plain client, read through the model, and encoded to the same bytes.
    pub read_same: u64,
    /// Those that were imported through the model, and are the same bytes in the server, as a plain client reads them.
    pub stored_same: u64,
    /// The other lines.
    pub different: Vec<u64>,
}

/// Compares the bytes of each line that fits with what comes back, on both ways.
///
/// A plain client knows no model. It inserts the bytes of the lines into the empty database `raw`, where `typed` reads them
/// through the model; and it reads the bytes that an import has stored in `imported`. The bytes of a line are what the `bson`
/// crate makes of its Extended JSON.
///
/// # Errors
///
/// The file can't be read, or the server can't be asked.
pub async fn verify<D: Document>(
    lines: &mut Lines<impl BufRead>,
    imported: &Database,
    raw: &Database,
    typed: &Collection<D>,
) -> Result<Verified, Box<dyn std::error::Error>> {
    let mut verified = Verified::default();
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let line = lines.next_line()?;
        let is_last = line.is_none();
        batch.extend(line.and_then(|line| parse::<D>(&line).ok()));
        if batch.len() == BATCH || (is_last && !batch.is_empty()) {
            compare(&batch, imported, raw, typed, &mut verified).await?;
            batch.clear();
        }
        if is_last {
            return Ok(verified);
        }
    }
}

async fn compare<D: Document>(
    batch: &[Parsed<D>],
    imported: &Database,
    raw: &Database,
    typed: &Collection<D>,
    verified: &mut Verified,
) -> Result<(), Box<dyn std::error::Error>> {
    insert_raw(batch, raw).await?;
    let read = stored_bytes(typed, batch.iter().map(|parsed| parsed.document.id())).await?;
    let stored = find_raw(batch, imported).await?;
    for parsed in batch {
        let is_in = |found: &HashSet<Vec<u8>>| found.contains(parsed.raw.as_bytes());
        verified.fitting += 1;
        verified.read_same += u64::from(is_in(&read));
        verified.stored_same += u64::from(is_in(&stored));
        if !is_in(&read) || !is_in(&stored) {
            verified.different.push(parsed.line);
        }
    }
    Ok(())
}

/// What any program with a driver does: it puts bytes into a collection.
async fn insert_raw<D: Document>(
    batch: &[Parsed<D>],
    database: &Database,
) -> mongodb::error::Result<()> {
    let collection = database.collection::<RawDocumentBuf>(D::DECLARATION.collection);
    let inserted =
        collection.insert_many(batch.iter().map(|parsed| &parsed.raw)).ordered(false).await;
    match inserted {
        // A line that the server refuses is found missing later.
        Err(error) if matches!(&*error.kind, ErrorKind::InsertMany(many) if many.write_concern_error.is_none()) => {
            Ok(())
        }
        inserted => inserted.map(drop),
    }
}

/// The bytes that are in the server.
async fn find_raw<D: Document>(
    batch: &[Parsed<D>],
    database: &Database,
) -> mongodb::error::Result<HashSet<Vec<u8>>> {
    let ids = batch.iter().filter_map(|parsed| Bson::try_from(parsed.raw.get("_id").ok()??).ok());
    let filter = doc! { "_id": { "$in": ids.collect::<Vec<_>>() } };
    let mut cursor =
        database.collection::<RawDocumentBuf>(D::DECLARATION.collection).find(filter).await?;
    let mut found = HashSet::new();
    while cursor.advance().await? {
        found.insert(cursor.current().as_bytes().to_vec());
    }
    Ok(found)
}
