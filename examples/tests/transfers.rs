//! A transfer is done whole or not at all, and those that meet are done one after the other.

use std::process::Command;

#[test]
fn no_transfer_is_done_in_part() -> Result<(), Box<dyn std::error::Error>> {
    let done = Command::new(env!("CARGO_BIN_EXE_transfers")).output()?;
    let told = String::from_utf8(done.stdout)?;
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    for said in [
        "anna has 7500 left",
        "bert lacks 1000, and nothing was moved",
        "nobody has no account, and anna keeps the cent",
        "5 entries, and 10500 in all",
    ] {
        assert!(told.contains(said), "`{said}` is not in {told}");
    }
    Ok(())
}
