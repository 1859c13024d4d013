//! What the compiler tells a user. Expected texts are renewed with `TRYBUILD=overwrite`, and read in review.

mod ui {
    mod rules;

    mod texts;
}

/// A rule must fire in `cargo check`, so the cases that fail run apart from those that pass, which are built.
#[test]
fn a_broken_rule_is_a_compile_error_in_cargo_check() {
    trybuild::TestCases::new().compile_fail("fail/*/*.rs");
}

#[test]
fn a_good_model_compiles_and_runs() {
    trybuild::TestCases::new().pass("pass/*/*.rs");
}
