//! Runs commands one after another, and says which one failed.

use std::{
    env,
    process::Command,
    time::{Duration, Instant},
};

/// A `cargo` command.
pub(crate) fn cargo(args: &[&str]) -> Result<(), String> {
    run(Command::new(cargo_path()).args(args))
}

/// A `cargo` command with an environment variable.
pub(crate) fn cargo_with(variable: (&str, &str), args: &[&str]) -> Result<(), String> {
    run(Command::new(cargo_path()).env(variable.0, variable.1).args(args))
}

/// The `cargo` that runs this program, so that toolchains are not mixed.
pub(crate) fn cargo_path() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

fn run(command: &mut Command) -> Result<(), String> {
    let text = describe(command);
    eprintln!("\n── {text}");
    let started = Instant::now();
    let status =
        command.status().map_err(|error| format!("`{text}` could not be started: {error}"))?;
    eprintln!("── {} s", rounded(started.elapsed()));
    if status.success() { Ok(()) } else { Err(format!("`{text}` failed ({status})")) }
}

fn describe(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}={} ", name.to_string_lossy(), value?.to_string_lossy()))
    });
    let args = command.get_args().map(|arg| format!(" {}", arg.to_string_lossy()));
    variables.collect::<String>() + "cargo" + &args.collect::<String>()
}

fn rounded(elapsed: Duration) -> u64 {
    elapsed.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
