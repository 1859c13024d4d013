//! The story of the orders, told to the end.

use std::process::Command;

#[test]
fn the_story_is_told_to_its_end_and_its_refusals_show_no_data()
-> Result<(), Box<dyn std::error::Error>> {
    let done = Command::new(env!("CARGO_BIN_EXE_orders")).output()?;
    let story = String::from_utf8(done.stdout)?;
    assert!(done.status.success(), "{story}{}", String::from_utf8_lossy(&done.stderr));
    for (n, step) in [
        "A server",
        "A document from before",
        "Provision",
        "Insert",
        "Query",
        "Update",
        "Read the document from before",
        "The validator refuses",
        "A bound refuses",
    ]
    .iter()
    .enumerate()
    {
        assert!(story.contains(&format!("\n{:>2}  {step}", n + 1)), "no step `{step}` in {story}");
    }
    let text = story.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "the unique index `uq_number` has this key already",
        "[Paid, Packed, Shipped]",
        "4, after the insert and 3 updates",
        "order A-0007 as version 2: status Paid",
        "the document is of an older schema version than 2",
        "server error 121",
        "ArrayFull { path: \"items\", max: 200 }",
        "kind Encode, outcome NotSent",
        "Where to go next",
    ] {
        assert!(text.contains(said), "`{said}` is not in {story}");
    }
    for refusal in
        story.lines().filter(|line| line.contains("refused") || line.contains("on `orders`:"))
    {
        assert!(
            !refusal.contains("Ada") && !refusal.contains("A-1001") && !refusal.contains("4.90"),
            "{refusal}"
        );
    }
    assert!(!story.contains('\x1b'), "colours on a pipe: {story}");
    assert!(story.lines().all(|line| line.chars().count() <= 104), "{story}");
    Ok(())
}
