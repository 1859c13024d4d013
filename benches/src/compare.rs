//! Compares ways to do the same work, in one process and interleaved, so that a noisy machine is noisy for all of them.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// How long one contender runs before the next one has its turn.
const TURN: Duration = Duration::from_micros(700);

/// How many turns each contender has. The medians of so many short turns stand still where single runs don't.
const N_TURNS: usize = 201;

/// Ways to do the same work. The first one is what the others are compared with.
#[derive(Default)]
pub struct Comparison<'a> {
    contenders: Vec<Contender<'a>>,
}

struct Contender<'a> {
    name: &'static str,
    work: Box<dyn FnMut(u32) -> Duration + 'a>,
}

/// What one contender needed.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// The median time of one piece of work, in nanoseconds.
    pub nanos: f64,
    /// The median, over all rounds, of the first contender's time divided by this one's: higher is faster.
    pub ratio: f64,
}

impl std::fmt::Debug for Comparison<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.contenders.iter().map(|contender| contender.name)).finish()
    }
}

impl<'a> Comparison<'a> {
    /// Nothing to compare yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a contender: `work` does one piece of work on an input.
    #[must_use]
    pub fn add<I, O>(
        mut self,
        name: &'static str,
        inputs: &'a [I],
        mut work: impl FnMut(&'a I) -> O + 'a,
    ) -> Self {
        let run = move |n: u32| {
            let mut inputs = inputs.iter().cycle();
            let start = cpu_time();
            for _ in 0..n {
                if let Some(input) = inputs.next() {
                    std::hint::black_box(work(std::hint::black_box(input)));
                }
            }
            cpu_time() - start
        };
        self.contenders.push(Contender { name, work: Box::new(run) });
        self
    }

    /// Runs all contenders in turns.
    #[must_use]
    pub fn run(mut self) -> Vec<Row> {
        let n_times: Vec<u32> =
            self.contenders.iter_mut().map(|contender| calibrate(&mut contender.work)).collect();
        let mut rounds = Vec::new();
        for _ in 0..N_TURNS {
            let turn = self.contenders.iter_mut().zip(&n_times);
            let nanos: Vec<f64> = turn
                .map(|(contender, n)| (contender.work)(*n).as_secs_f64() * 1e9 / f64::from(*n))
                .collect();
            rounds.push(nanos);
        }
        let row = |(index, contender): (usize, &Contender<'_>)| Row {
            name: contender.name,
            nanos: median(rounds.iter().map(|round| round[index]).collect()),
            ratio: median(rounds.iter().map(|round| round[0] / round[index]).collect()),
        };
        self.contenders.iter().enumerate().map(row).collect()
    }
}

/// The time that this thread has had a core. It stands still while other programs have it.
fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// How often the work fits into a turn.
fn calibrate(work: &mut dyn FnMut(u32) -> Duration) -> u32 {
    let mut n = 64;
    loop {
        let took = work(n);
        if took >= TURN {
            return n;
        }
        n *= 2;
    }
}

/// The middle value.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Whether this run is to measure. `cargo bench` says so; `cargo test` does not, and then only the proofs run.
#[must_use]
pub fn is_measured() -> bool {
    std::env::args().any(|arg| arg == "--bench")
}
