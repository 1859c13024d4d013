//! Each pattern is told with the numbers that it must come to.

use std::process::Command;

#[test]
fn each_pattern_comes_to_its_numbers() -> Result<(), Box<dyn std::error::Error>> {
    let done = Command::new(env!("CARGO_BIN_EXE_patterns")).output()?;
    let told = String::from_utf8(done.stdout)?;
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    for said in [
        "subset: [5, 2, 4] of 5; computed: 19 stars in 5 reviews, best 5",
        "bucket: 3 begun, [4, 4, 2] values, greatest 10",
        "outlier: [1, 2, 3] and 2 more, said: true",
        "approximation: 50 of 57 visits in 5 writes",
        "reward: granted at purchase [5]",
    ] {
        assert!(told.contains(said), "`{said}` is not in {told}");
    }
    Ok(())
}
