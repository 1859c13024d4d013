//! The queries are told to the end, and each finds what it says.

use std::process::Command;

#[test]
fn each_query_finds_what_it_says_within_its_limits() -> Result<(), Box<dyn std::error::Error>> {
    let done = Command::new(env!("CARGO_BIN_EXE_queries")).output()?;
    let told = String::from_utf8(done.stdout)?;
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    for said in [
        "of ada: [6, 3, 0]\n",
        "since day 6: [6]\n",
        r#"{ "person": "ada", "opened_at": { "$gte":"#,
        "open: [4, 6]\nopen: [8, 0]\nopen: [2]\n",
        "travelled far: 4\n",
        "urgent: 4\n",
        "in any state: 9\n",
        "refused: ",
        "1 to 50",
    ] {
        assert!(told.contains(said), "`{said}` is not in {told}");
    }
    Ok(())
}
