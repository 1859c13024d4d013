//! Licences and duplicate versions of the dependencies, from the lock file and the sources that cargo has: no network.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

use cargo_metadata::{CargoOpt, Metadata, MetadataCommand, Package};
use spdx::{Expression, LicenseReq};

use crate::steps::cargo_path;

/// Licences that the project may be built with. All are permissive.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that stand in the lock file in more than one version, and why that can't be helped.
const DUPLICATES: &[(&str, &str)] = &[
    ("getrandom", "the driver, bson and their hashers each pin another major"),
    ("syn", "the derives use syn 3; the driver's own macros still use syn 2"),
];

/// The platform whose dependencies count.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Checks both, and reports all that is wrong.
pub(crate) fn run() -> Result<(), String> {
    let metadata = metadata()?;
    let mut wrong = licences(&metadata);
    wrong.extend(duplicates()?);
    if wrong.is_empty() {
        eprintln!(
            "audit: {} packages, licences and versions are in order",
            metadata.packages.len()
        );
        return Ok(());
    }
    Err(format!("the dependencies are not in order:\n  {}", wrong.join("\n  ")))
}

/// Offline first: CI and a machine without a network have the sources once anything was built.
fn metadata() -> Result<Metadata, String> {
    let mut command = MetadataCommand::new();
    command.cargo_path(cargo_path()).features(CargoOpt::AllFeatures);
    let locked = |offline: &[&str]| {
        let options = offline
            .iter()
            .chain(&["--locked", "--filter-platform", PLATFORM])
            .map(|option| (*option).to_owned())
            .collect::<Vec<_>>();
        command.clone().other_options(options).exec()
    };
    locked(&["--offline"]).or_else(|_| locked(&[])).map_err(|error| error.to_string())
}

fn licences(metadata: &Metadata) -> Vec<String> {
    metadata.packages.iter().filter_map(|package| licence(package).err()).collect()
}

fn licence(package: &Package) -> Result<(), String> {
    let who = format!("{} {}", package.name, package.version);
    let text = package.license.as_deref().ok_or_else(|| format!("{who} names no licence"))?;
    // A slash is the old way to write OR.
    let expression = Expression::parse(&text.replace('/', " OR "))
        .map_err(|error| format!("{who}: {}", error.reason))?;
    if expression.evaluate(is_allowed) {
        Ok(())
    } else {
        Err(format!("{who} is licensed under {text}"))
    }
}

fn is_allowed(requirement: &LicenseReq) -> bool {
    requirement.license.id().is_some_and(|id| LICENCES.contains(&id.name))
}

/// The crates that an application builds in several versions because of the runtime. Tools for tests and benches don't count.
fn duplicates() -> Result<Vec<String>, String> {
    let tree = Command::new(cargo_path())
        .args([
            "tree",
            "--duplicates",
            "--depth",
            "0",
            "--prefix",
            "none",
            "--edges",
            "normal",
            "--locked",
        ])
        .args(["--package", "mongo-runtime", "--target", PLATFORM, "--format", "{p}"])
        .output()
        .map_err(|error| format!("`cargo tree` could not be started: {error}"))?;
    if !tree.status.success() {
        return Err(format!(
            "`cargo tree` failed: {}",
            String::from_utf8_lossy(&tree.stderr).trim()
        ));
    }
    let text = String::from_utf8_lossy(&tree.stdout);
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, rest) in text.lines().filter_map(|line| line.split_once(' ')) {
        versions.entry(name).or_default().extend(rest.split_whitespace().next());
    }
    // A crate that is built twice in one version, for two sets of features, is no duplicate.
    versions.retain(|_, versions| versions.len() > 1);
    let known: BTreeSet<&str> = DUPLICATES.iter().map(|(name, _)| *name).collect();
    let new = versions.iter().filter(|(name, _)| !known.contains(*name)).map(|(name, versions)| {
        let versions = versions.iter().copied().collect::<Vec<_>>().join(", ");
        format!("{name} is needed in several versions ({versions}): update one, or list it with the reason")
    });
    let gone = known.iter().filter(|name| !versions.contains_key(*name)).map(|name| {
        format!("{name} is listed as a duplicate and is none any more: remove it from the list")
    });
    Ok(new.chain(gone).collect())
}
