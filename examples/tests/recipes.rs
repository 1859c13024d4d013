//! The recipes are told to the end, and the cart is checked out once.

use std::process::Command;

#[test]
fn each_recipe_changes_what_it_says_and_the_cart_is_checked_out_once()
-> Result<(), Box<dyn std::error::Error>> {
    let done = Command::new(env!("CARGO_BIN_EXE_recipes")).output()?;
    let told = String::from_utf8(done.stdout)?;
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    for said in [
        r#"{ "$inc": { "n_changes": 1, "lines.$[line].quantity": 2 } }"#,
        r#"Open: 3 tea at 980, 1 mug at 2580; coupon Some("SPRING"); seen ["mug", "tea"]; 3 changes; ordered false"#,
        "too many: `lines.quantity` can't hold that",
        "checked out 1 time\n",
        "once more: `state` is another",
        "another cart: 0 matched",
        "3 changes; ordered true",
    ] {
        assert!(told.contains(said), "`{said}` is not in {told}");
    }
    Ok(())
}
