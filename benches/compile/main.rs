//! What the derives cost at compile time: a hundred structs of ten fields with ours, with serde's two, and with none.
//!
//! Generates a workspace with one crate each, builds what they depend on, and then compiles each crate again and again.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod program;

use std::{
    fs,
    io::{Error, Result},
    path::{Path, PathBuf},
    process::Command,
};

use mongo_benches::compare::{is_measured, median};

use self::program::{N_STRUCTS, Side};

/// How often each crate is compiled in each way.
const N_ROUNDS: usize = 5;

fn main() -> Result<()> {
    if !is_measured() {
        return Ok(());
    }
    let workspace = Workspace::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile"))?;
    for command in ["check", "build"] {
        // The first time also compiles the dependencies.
        for side in Side::ALL {
            workspace.compile(command, side)?;
        }
        let mut seconds = [const { Vec::new() }; Side::ALL.len()];
        for _ in 0..N_ROUNDS {
            for (side, seconds) in Side::ALL.into_iter().zip(&mut seconds) {
                seconds.push(workspace.compile(command, side)?);
            }
        }
        let [plain, serde, ours] = seconds.map(median);
        let a_struct = |total: f64| (total - plain) * 1000.0 / f64::from(N_STRUCTS);
        println!(
            "cargo {command}, user CPU of {N_STRUCTS} structs over the {plain:.2} s of the plain ones"
        );
        println!("  serde   {:>6.1} ms a struct    1.00 x", a_struct(serde));
        println!(
            "  ours    {:>6.1} ms a struct {:>7.2} x",
            a_struct(ours),
            (ours - plain) / (serde - plain)
        );
    }
    Ok(())
}

/// The generated crates.
struct Workspace(PathBuf);

impl Workspace {
    fn write(root: PathBuf) -> Result<Self> {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
        fs::create_dir_all(&root)?;
        fs::write(root.join("Cargo.toml"), program::workspace_manifest(&repository))?;
        fs::copy(repository.join("Cargo.lock"), root.join("Cargo.lock"))?;
        fs::copy(repository.join("rust-toolchain.toml"), root.join("rust-toolchain.toml"))?;
        for side in Side::ALL {
            let package = root.join(side.name());
            fs::create_dir_all(package.join("src"))?;
            fs::write(package.join("Cargo.toml"), side.manifest())?;
            fs::write(package.join("src/main.rs"), side.source())?;
        }
        Ok(Self(root))
    }

    /// Compiles one of the crates anew; the user CPU that it took, in seconds.
    fn compile(&self, command: &str, side: Side) -> Result<f64> {
        // A source that is newer than its output is compiled again.
        fs::write(self.0.join(side.name()).join("src/main.rs"), side.source())?;
        let before = children_user_seconds()?;
        let status = Command::new(env!("CARGO"))
            .args([command, "--quiet", "--package", side.name()])
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", self.0.join("target"))
            .env("CARGO_BUILD_JOBS", "1")
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTC_WRAPPER")
            .status()?;
        if !status.success() {
            return Err(Error::other(format!(
                "`cargo {command}` of the crate `{}` failed",
                side.name()
            )));
        }
        Ok(children_user_seconds()? - before)
    }
}

/// The user CPU of all child processes that have ended.
fn children_user_seconds() -> Result<f64> {
    /// What `/proc` counts in, on all machines that Linux runs on.
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat")?;
    // Behind the name of the program, which may have spaces, `cutime` is the 14th field.
    let ticks = stat.rsplit(')').next().and_then(|fields| fields.split_whitespace().nth(13));
    let ticks: f64 = ticks
        .and_then(|ticks| ticks.parse().ok())
        .ok_or_else(|| Error::other("no CPU time in /proc"))?;
    Ok(ticks / TICKS_A_SECOND)
}
