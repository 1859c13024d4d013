//! Every sequence of faults, against an oracle that knows what the server did.

use super::*;

const LIMITS: Limits = Limits { body: of(4), commit: of(3) };

const fn of(max_attempts: u32) -> Retry {
    Retry {
        max_attempts,
        max_elapsed: Duration::from_millis(150),
        base_wait: Duration::from_millis(10),
        max_wait: Duration::from_millis(40),
    }
}

/// What the world does to a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Ok,
    Transient,
    Unknown,
    UnmetConcern,
    Fatal,
    Hang,
}

const FAULTS: [Fault; 6] =
    [Fault::Ok, Fault::Transient, Fault::Unknown, Fault::UnmetConcern, Fault::Fatal, Fault::Hang];

/// The server: whether the transaction of each run is done, of which no answer needs to tell.
#[derive(Debug, Default)]
struct Server {
    n_effects: u32,
    is_done: bool,
}

impl Server {
    fn commit(&mut self) {
        if !self.is_done {
            self.is_done = true;
            self.n_effects += 1;
        }
    }
}

/// How a sequence went, as it was seen from outside of the machine.
#[derive(Debug)]
struct Trace {
    verdict: Verdict,
    n_runs: u32,
    n_commits: u32,
    /// Whether a body ran after a commit of which nobody knew.
    ran_after_unknown: bool,
    waited: Duration,
    n_effects: u32,
}

fn now(elapsed: Duration, budget: Duration, random: f64) -> Now {
    Now { elapsed, remaining: budget.saturating_sub(elapsed), random }
}

/// Plays a sequence. Each commit of which nobody knows was done, or not, by the bits of `truth`.
fn play(faults: [Fault; 6], truth: u32, random: f64) -> Trace {
    let budget = Duration::from_millis(200);
    let mut machine = Machine::new(LIMITS);
    let (mut server, mut waited) = (Server::default(), Duration::ZERO);
    let (mut n_runs, mut n_commits, mut n_unknown) = (0, 0, 0);
    let mut ran_after_unknown = false;
    let mut faults = faults.into_iter().chain(std::iter::repeat(Fault::Ok));
    let mut next = Step::RunAfter(Duration::ZERO);
    loop {
        let fault = faults.next().expect("endless");
        next = match next {
            Step::Finish(verdict) => {
                let n_effects = server.n_effects;
                return Trace { verdict, n_runs, n_commits, ran_after_unknown, waited, n_effects };
            }
            Step::RunAfter(wait) => {
                waited += wait;
                n_runs += 1;
                ran_after_unknown |= n_unknown > 0;
                server.is_done = false;
                let body = match fault {
                    Fault::Ok => Body::Done,
                    Fault::Transient => Body::Transient,
                    Fault::Hang => Body::OutOfTime,
                    Fault::Unknown | Fault::UnmetConcern | Fault::Fatal => Body::Failed,
                };
                machine.ran(body, now(waited, budget, random))
            }
            Step::CommitAfter(wait) => {
                waited += wait;
                n_commits += 1;
                let commit = match fault {
                    Fault::Ok => Commit::Done,
                    Fault::UnmetConcern => Commit::Unproven,
                    Fault::Transient => Commit::Transient,
                    Fault::Fatal => Commit::Refused,
                    Fault::Unknown => Commit::Unknown,
                    Fault::Hang => Commit::OutOfTime,
                };
                let may_be_done = matches!(commit, Commit::Unknown | Commit::OutOfTime);
                let is_done_unseen = may_be_done && truth >> n_unknown & 1 == 1;
                n_unknown += u32::from(may_be_done);
                if matches!(commit, Commit::Done | Commit::Unproven) || is_done_unseen {
                    server.commit();
                }
                machine.committed(commit, now(waited, budget, random))
            }
        };
    }
}

#[test]
fn no_sequence_of_six_faults_leads_to_a_wrong_word_or_a_second_effect() {
    let mut verdicts = std::collections::HashMap::new();
    for n in 0..6_usize.pow(6) {
        let faults = std::array::from_fn(|place| FAULTS[n / 6_usize.pow(place as u32) % 6]);
        for truth in [0, 0b1, 0b10, 0b100, 0b11, 0b111] {
            for random in [0.0, 0.999] {
                let trace = play(faults, truth, random);
                let context = format!("{faults:?}, {truth:b}, {random}: {trace:?}");
                *verdicts.entry(trace.verdict as u8).or_insert(0) += 1;
                assert!(trace.n_effects <= 1, "{context}");
                assert!(!trace.ran_after_unknown, "{context}");
                assert!(trace.n_runs <= LIMITS.body.max_attempts, "{context}");
                assert!(
                    trace.n_commits <= LIMITS.body.max_attempts * LIMITS.commit.max_attempts,
                    "{context}"
                );
                assert!(trace.waited <= Duration::from_millis(200), "{context}");
                match trace.verdict {
                    Verdict::Committed | Verdict::Unproven => {
                        assert_eq!(trace.n_effects, 1, "{context}");
                    }
                    Verdict::NotDone | Verdict::OutOfTime => {
                        assert_eq!(trace.n_effects, 0, "{context}");
                    }
                    Verdict::Unknown => {}
                }
            }
        }
    }
    assert_eq!(verdicts.len(), 5, "each verdict was reached: {verdicts:?}");
}

#[test]
fn what_happens_in_a_row_is_what_the_rules_say() {
    use Fault::{Fatal, Hang, Ok, Transient, Unknown, UnmetConcern};
    for (faults, verdict, n_runs, n_commits) in [
        ([Ok; 6], Verdict::Committed, 1, 1),
        ([Transient, Ok, Ok, Ok, Ok, Ok], Verdict::Committed, 2, 1),
        ([Transient; 6], Verdict::NotDone, 4, 0),
        ([Ok, Transient, Ok, Ok, Ok, Ok], Verdict::Committed, 2, 2),
        ([Ok, Unknown, Unknown, Ok, Ok, Ok], Verdict::Committed, 1, 3),
        ([Ok, Unknown, Unknown, Unknown, Ok, Ok], Verdict::Unknown, 1, 3),
        ([Ok, Unknown, Transient, Ok, Ok, Ok], Verdict::Unknown, 1, 2),
        ([Ok, Unknown, Fatal, Ok, Ok, Ok], Verdict::Unknown, 1, 2),
        ([Ok, UnmetConcern, Ok, Ok, Ok, Ok], Verdict::Unproven, 1, 1),
        ([Ok, Fatal, Ok, Ok, Ok, Ok], Verdict::NotDone, 1, 1),
        ([Ok, Hang, Ok, Ok, Ok, Ok], Verdict::Unknown, 1, 1),
        ([Hang, Ok, Ok, Ok, Ok, Ok], Verdict::OutOfTime, 1, 0),
        ([Fatal, Ok, Ok, Ok, Ok, Ok], Verdict::NotDone, 1, 0),
    ] {
        let trace = play(faults, 0, 0.5);
        assert_eq!(
            (trace.verdict, trace.n_runs, trace.n_commits),
            (verdict, n_runs, n_commits),
            "{faults:?}"
        );
    }
}

#[test]
fn no_wait_goes_over_what_is_left() {
    let ms = Duration::from_millis;
    // Over the deadline, and over the time of the policy.
    for (elapsed, budget) in [(ms(0), ms(5)), (ms(149), ms(1_000))] {
        let late = now(elapsed, budget, 0.9);
        let mut machine = Machine::new(LIMITS);
        assert_eq!(machine.ran(Body::Transient, late), Step::Finish(Verdict::NotDone));
        let mut machine = Machine::new(LIMITS);
        assert_eq!(machine.ran(Body::Done, now(ms(0), ms(1_000), 0.0)), Step::CommitAfter(ms(0)));
        assert_eq!(machine.committed(Commit::Unknown, late), Step::Finish(Verdict::Unknown));
    }
}

#[test]
fn the_time_of_a_commit_begins_with_the_end_of_its_body() {
    let ms = Duration::from_millis;
    let mut machine = Machine::new(LIMITS);
    machine.ran(Body::Done, now(ms(10_000), ms(20_000), 0.0));
    let next = machine.committed(Commit::Unknown, now(ms(10_010), ms(20_000), 0.5));
    assert_eq!(next, Step::CommitAfter(ms(5)));
}
