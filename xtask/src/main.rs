//! The checks of the workspace. `cargo xtask check` is what CI runs; `cargo xtask` alone lists the commands.

mod audit;

mod check;

mod steps;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command>

  check    everything that CI runs: format, lints, tests, docs, features, dependencies, the main example
  audit    licences and duplicate versions of the dependencies, from the lock file alone
  bless    renew the expected texts (compile errors, expansions), to be read in review";

fn main() -> ExitCode {
    let command = std::env::args().nth(1);
    let result = match command.as_deref() {
        Some("check") => check::all(),
        Some("audit") => audit::run(),
        Some("bless") => check::bless(),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
