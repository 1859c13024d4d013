//! The command line.

use std::path::PathBuf;

use lexopt::{Arg, ValueExt};

pub(crate) const HELP: &str = "\
Imports MongoDB's sample data through a typed model, and asks a few typed queries of it.

Usage: import [OPTIONS] <theaters|accounts> <FILE>

  <FILE>             Extended JSON v2, one document a line, as mongoexport writes it

Options:
  --verify           Prove that the model changes no byte: read back what was imported with a plain
                     client, and read through the model what a plain client has inserted
  --uri <URI>        The replica set to use. Without it: MONGODB_URI, or a server that is started
                     for this run (a mongod at hand, or one that is fetched once)
  --database <NAME>  Import into this database, and keep it. Without it: a new one, dropped at the end
  --keep             Keep the new database, on a server that was there before
  -h, --help         Print this

Ends with 0 when every line fits, with 1 when some do not, with 2 when the import could not be done.";

/// What the user asked for.
#[derive(Debug)]
pub(crate) enum Args {
    Help,
    Import(Import),
}

#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) kind: Kind,
    pub(crate) file: PathBuf,
    pub(crate) verify: bool,
    pub(crate) uri: Option<String>,
    pub(crate) database: Option<String>,
    pub(crate) keep: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Theaters,
    Accounts,
}

impl Kind {
    fn parse(text: &str) -> Result<Self, &'static str> {
        match text {
            "theaters" => Ok(Self::Theaters),
            "accounts" => Ok(Self::Accounts),
            _ => Err("expected `theaters` or `accounts`"),
        }
    }
}

impl Args {
    /// Reads the command line. No value of an option is in an error: a connection string may hold a password.
    pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let (mut kind, mut file, mut uri, mut database) = (None, None, None, None);
        let (mut verify, mut keep) = (false, false);
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Short('h') | Arg::Long("help") => return Ok(Self::Help),
                Arg::Long("verify") => verify = true,
                Arg::Long("keep") => keep = true,
                Arg::Long("uri") => uri = Some(parser.value()?.string()?),
                Arg::Long("database") => database = Some(parser.value()?.string()?),
                Arg::Value(value) if kind.is_none() => kind = Some(value.parse_with(Kind::parse)?),
                Arg::Value(value) if file.is_none() => file = Some(value.into()),
                _ => return Err(arg.unexpected()),
            }
        }
        let kind = kind.ok_or("say what is in the file: `theaters` or `accounts`")?;
        let file = file.ok_or("name the file")?;
        Ok(Self::Import(Import { kind, file, verify, uri, database, keep }))
    }
}
