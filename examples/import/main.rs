//! Imports MongoDB's sample data through a typed model, reports what does not fit, and asks typed queries.
//!
//! `cargo run -p mongo-examples --bin import -- theaters <file>`; `--help` has the rest.

mod args;

mod progress;

mod queries;

mod target;

use std::{error::Error, fs::File, io::BufReader, path::Path, process::ExitCode, time::Instant};

use mongo_examples::{
    import::{Lines, import, verify},
    sample_data::{Account, SampleData, Theater},
};
use mongo_runtime::{
    Document,
    bson::oid::ObjectId,
    catalog::Lists,
    db::{Collection, Store},
};

use self::{
    args::{Args, HELP, Import, Kind},
    progress::Progress,
    target::Target,
};

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// As `println!`, without a panic when nobody listens any more.
macro_rules! say {
    ($($text:tt)*) => {
        drop(std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($text)*))))
    };
}
use say;

/// Some lines did not fit.
const SOME_MISFIT: u8 = 1;

/// The import could not be done.
const FAILED: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    let args = match Args::parse(lexopt::Parser::from_env()) {
        Ok(Args::Import(args)) => args,
        Ok(Args::Help) => {
            say!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}\n\n{HELP}");
            return ExitCode::from(FAILED);
        }
    };
    match run(&args).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(SOME_MISFIT),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(FAILED)
        }
    }
}

/// Whether every line fits.
async fn run(args: &Import) -> Result<bool> {
    // A file that is not there should not wait for a server.
    open(&args.file)?;
    let (target, store) = Target::open(args).await?;
    let done = match args.kind {
        Kind::Theaters => all::<Theater>(args, &target, store, queries::theaters).await,
        Kind::Accounts => all::<Account>(args, &target, store, queries::accounts).await,
    };
    let closed = target.close().await;
    let all_fit = done?;
    closed?;
    Ok(all_fit)
}

async fn all<D: Document>(
    args: &Import,
    target: &Target,
    store: Store<SampleData>,
    ask: impl AsyncFnOnce(&Collection<D>) -> Result<()>,
) -> Result<bool>
where
    SampleData: Lists<D>,
{
    let collection = store.collection::<D>();
    let all_fit = import_file(args, target, &collection).await?;
    ask(&collection).await?;
    store.close().await;
    if !args.verify {
        return Ok(all_fit);
    }
    Ok(verify_file::<D>(args, target).await? && all_fit)
}

/// Whether every line fits.
async fn import_file<D: Document>(
    args: &Import,
    target: &Target,
    collection: &Collection<D>,
) -> Result<bool> {
    let after = if target.is_kept() { "kept" } else { "dropped at the end" };
    say!(
        "Importing into `{}` of the database {}, {after}",
        D::DECLARATION.collection,
        target.name()
    );
    let started = Instant::now();
    let (mut lines, n_bytes) = open(&args.file)?;
    let mut progress = Progress::new(n_bytes);
    let tally = import(collection, &mut lines, &mut progress).await;
    progress.end();
    let tally = tally?;
    say!("  {:>6} lines in {:.2} s", tally.lines, started.elapsed().as_secs_f64());
    say!("  {:>6} stored", tally.stored);
    if tally.unchanged > 0 {
        say!("  {:>6} were there already, the same to the byte", tally.unchanged);
    }
    say!("  {:>6} did not fit", tally.misfits);
    Ok(tally.misfits == 0)
}

/// Whether every line that fits is the same bytes on both ways.
async fn verify_file<D: Document>(args: &Import, target: &Target) -> Result<bool>
where
    SampleData: Lists<D>,
{
    let scratch = format!("verify-{}", ObjectId::new());
    let (imported, raw) = (target.plain(target.name()), target.plain(&scratch));
    let store = target.store(&scratch).await?;
    let (mut lines, _) = open(&args.file)?;
    let verified = verify::<D>(&mut lines, &imported, &raw, &store.collection()).await;
    store.close().await;
    raw.drop().await?;
    let verified = verified?;
    let n_lines = verified.fitting;
    say!("\nThe same bytes, compared with each of the {n_lines} lines that fit");
    say!(
        "  {:>6} inserted by a plain client, read through the model, encoded again",
        verified.read_same
    );
    say!("  {:>6} imported through the model, read by a plain client", verified.stored_same);
    for line in &verified.different {
        say!("  line {line} differs");
    }
    Ok(verified.different.is_empty())
}

fn open(file: &Path) -> Result<(Lines<BufReader<File>>, u64)> {
    let read = || {
        let file = File::open(file)?;
        let n_bytes = file.metadata()?.len();
        Ok::<_, std::io::Error>((Lines::new(BufReader::new(file)), n_bytes))
    };
    read().map_err(|error| format!("can't read {}: {error}", file.display()).into())
}
