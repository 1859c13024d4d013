//! The queue of jobs is worked off, each job once.

use std::{collections::BTreeSet, process::Command};

#[test]
fn every_job_is_done_once_and_a_lost_lease_is_noticed() -> Result<(), Box<dyn std::error::Error>> {
    let done = Command::new(env!("CARGO_BIN_EXE_jobs")).output()?;
    let told = String::from_utf8(done.stdout)?;
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    let claimed: Vec<&str> = told
        .lines()
        .filter_map(|line| line.split_once("has claimed task "))
        .map(|(_, task)| task)
        .collect();
    assert_eq!(claimed.len(), 12, "{told}");
    assert_eq!(claimed.iter().collect::<BTreeSet<_>>().len(), 12, "{told}");
    for said in [
        "done: 12 of 12, no job twice",
        "bert has claimed the slow one in attempt 2",
        "anna finishes it: false",
        "bert finishes it: true",
    ] {
        assert!(told.contains(said), "`{said}` is not in {told}");
    }
    Ok(())
}
