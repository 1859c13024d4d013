//! Reads mutated documents by the million, or writes seeds for the fuzzer.
//!
//! `cargo run --release -p mongo-tests --no-default-features --bin fuzz-codec -- 1000000 [SEED]`, or `.. -- seeds FOLDER`

use std::{fs, io, path::Path, process::ExitCode};

use mongo_tests::{mutate::Mutator, probe::Tally, samples};

/// Mutated documents among the seeds.
const N_MUTATED: usize = 20;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        [] => run(1_000_000, 1),
        ["seeds", folder] => write_seeds(Path::new(folder))
            .map_err(|error| format!("can't write to `{folder}`: {error}")),
        [runs] => number(runs).and_then(|runs| run(runs, 1)),
        [runs, seed] => number(runs).and_then(|runs| run(runs, number(seed)?)),
        _ => Err("usage: fuzz-codec [RUNS [SEED]], or fuzz-codec seeds FOLDER".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number, found `{text}`"))
}

#[expect(clippy::print_stdout, reason = "the counts are what the program is for")]
fn run(runs: u64, seed: u64) -> Result<(), String> {
    let mut mutator = Mutator::new(seed, samples::all());
    let mut tally = Tally::default();
    for _ in 0..runs {
        tally.probe(&mutator.document());
    }
    let share = |part: u64, of: u64| {
        let tenths = part * 1000 / of.max(1);
        format!("{}.{} %", tenths / 10, tenths % 10)
    };
    println!("{runs} inputs from seed {seed}, no panic, no data in an error");
    println!("{} pass the frame check", share(tally.well_framed, runs));
    println!(
        "{} give a value of some type, which is written and read again as the same",
        share(tally.values, runs)
    );
    println!(
        "{} of those hold what we refuse to write (bounds, keys)",
        share(tally.refused, tally.values)
    );
    Ok(())
}

fn write_seeds(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, bytes) in samples::named() {
        fs::write(folder.join(format!("{name}.bson")), bytes)?;
    }
    let mut mutator = Mutator::new(1, samples::all());
    for index in 0..N_MUTATED {
        fs::write(folder.join(format!("mutated-{index:02}.bson")), mutator.document())?;
    }
    Ok(())
}
