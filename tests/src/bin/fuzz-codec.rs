//! Reads mutated documents by the million: `cargo run --release -p mongo-tests --no-default-features --bin fuzz-codec -- 1000000 [seed]`.

use mongo_tests::{mutate::Mutator, probe::Tally, samples};

#[expect(clippy::print_stdout, reason = "the counts are what the program is for")]
fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|arg| arg.parse::<u64>().expect("expected a number: `fuzz-codec RUNS [SEED]`"));
    let (runs, seed) = (numbers.next().unwrap_or(1_000_000), numbers.next().unwrap_or(1));
    let mut mutator = Mutator::new(seed, samples::all());
    let mut tally = Tally::default();
    for _ in 0..runs {
        tally.probe(&mutator.next());
    }
    let share = |part: u64, of: u64| part * 1000 / of.max(1);
    let (framed, values) =
        (share(tally.well_framed, runs), share(tally.values, tally.values + tally.errors));
    println!("{runs} inputs from seed {seed}, no panic, no data in an error");
    println!("{}.{} % pass the frame check", framed / 10, framed % 10);
    println!("{}.{} % of the readings gave a value, the others an error", values / 10, values % 10);
    println!("{} values can be read and not written (bounds, keys)", tally.refused);
}
