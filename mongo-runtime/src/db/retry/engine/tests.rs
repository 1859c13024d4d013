//! The decisions, as tables and over all courses that a caller can meet.

use super::*;
use crate::error::{Detail, Error, Kind, Outcome};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

const POLICY: Retry =
    Retry { max_attempts: 4, max_elapsed: ms(1_000), base_wait: ms(20), max_wait: ms(50) };

const FAILED: Failed =
    Failed { n_attempts: 1, elapsed: ms(5), remaining: None, is_repeatable: true };

/// Splitmix64: the same numbers in each run.
struct Seeded(u64);

impl Seeded {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn each_limit_ends_it_and_says_why() {
    let give_up = Decision::GiveUp;
    let again = |n| Decision::Again(ms(n));
    for (failed, expected) in [
        (FAILED, again(10)),
        (Failed { is_repeatable: false, ..FAILED }, give_up(Why::NotRetryable)),
        (Failed { n_attempts: 2, ..FAILED }, again(20)),
        (Failed { n_attempts: 3, ..FAILED }, again(25)),
        (Failed { n_attempts: 4, ..FAILED }, give_up(Why::MaxAttempts)),
        (Failed { elapsed: ms(989), ..FAILED }, again(10)),
        (Failed { elapsed: ms(990), ..FAILED }, give_up(Why::MaxElapsed)),
        (Failed { elapsed: Duration::MAX, ..FAILED }, give_up(Why::MaxElapsed)),
        (Failed { remaining: Some(ms(11)), ..FAILED }, again(10)),
        (Failed { remaining: Some(ms(10)), ..FAILED }, give_up(Why::Deadline)),
        (Failed { remaining: Some(Duration::ZERO), ..FAILED }, give_up(Why::Deadline)),
    ] {
        assert_eq!(decide(&POLICY, failed, 0.5), expected, "{failed:?}");
    }
}

#[test]
fn no_policy_repeats_without_attempts_or_time() {
    for policy in [
        Retry::none(),
        Retry { max_attempts: 0, ..POLICY },
        Retry { max_elapsed: Duration::ZERO, ..POLICY },
    ] {
        let decision = decide(&policy, FAILED, 0.0);
        assert!(matches!(decision, Decision::GiveUp(_)), "{policy:?}: {decision:?}");
    }
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let policy = Retry {
        max_attempts: u32::MAX,
        max_elapsed: Duration::MAX,
        base_wait: Duration::MAX,
        max_wait: Duration::MAX,
    };
    let failed = Failed { n_attempts: u32::MAX - 1, elapsed: Duration::ZERO, ..FAILED };
    let Decision::Again(wait) = decide(&policy, failed, 1.0 - f64::EPSILON) else {
        panic!("it is within all limits");
    };
    assert!(wait < Duration::MAX);
}

#[test]
fn waits_are_spread_over_all_of_a_bound_that_doubles() {
    const N_DRAWS: u32 = 20_000;
    let policy = Retry { max_attempts: 10, max_elapsed: Duration::MAX, ..POLICY };
    let mut random = Seeded(7);
    for (n_attempts, bound) in [(1, ms(20)), (2, ms(40)), (3, ms(50)), (9, ms(50))] {
        let mut total = Duration::ZERO;
        let (mut shortest, mut longest) = (Duration::MAX, Duration::ZERO);
        for _ in 0..N_DRAWS {
            let failed = Failed { n_attempts, ..FAILED };
            let Decision::Again(wait) = decide(&policy, failed, random.unit()) else {
                panic!("attempt {n_attempts} is within all limits");
            };
            assert!(wait <= bound, "{wait:?} after {n_attempts}");
            (shortest, longest) = (shortest.min(wait), longest.max(wait));
            total += wait;
        }
        let ratio = (total / N_DRAWS).div_duration_f64(bound / 2);
        assert!((0.9..=1.1).contains(&ratio), "the mean is {ratio} of the half of {bound:?}");
        assert!(shortest < bound / 10 && longest > bound.mul_f64(0.9), "{shortest:?} {longest:?}");
    }
}

/// What one attempt of a write can end in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Ok,
    Transient,
    Unknown,
    WriteConcern,
    Fatal,
    Hang,
}

const ENDS: [End; 6] =
    [End::Ok, End::Transient, End::Unknown, End::WriteConcern, End::Fatal, End::Hang];

impl End {
    fn error(self) -> Option<Error> {
        let (kind, outcome) = match self {
            Self::Ok => return None,
            Self::Transient => (Kind::Connection, Outcome::NotSent),
            Self::Unknown => (Kind::Connection, Outcome::WriteResultUnknown),
            Self::WriteConcern => (Kind::WriteConcern, Outcome::WriteConfirmed),
            Self::Fatal => (Kind::DuplicateKey, Outcome::NoWritePerformed),
            Self::Hang => (Kind::Timeout, Outcome::WriteResultUnknown),
        };
        Some(Error::new(kind, Some(outcome), Detail::None))
    }
}

/// What happened in one run of a caller.
struct Course {
    met: Vec<End>,
    starts: Vec<Duration>,
    waits: Vec<Duration>,
    end: Option<Why>,
}

const ATTEMPT: Duration = ms(3);

/// A caller that writes: it asks after each failure, and waits as it is told. Its clock is a number.
fn run(policy: &Retry, deadline: Duration, ends: &[End], random: &mut Seeded) -> Course {
    let mut course = Course { met: vec![], starts: vec![], waits: vec![], end: None };
    let mut now = Duration::ZERO;
    for &end in ends {
        course.starts.push(now);
        course.met.push(end);
        now = if end == End::Hang { deadline } else { deadline.min(now + ATTEMPT) };
        let Some(error) = end.error() else { break };
        let failed = Failed {
            n_attempts: course.met.len() as u32,
            elapsed: now,
            remaining: Some(deadline.saturating_sub(now)),
            is_repeatable: error.is_retryable(),
        };
        match decide(policy, failed, random.unit()) {
            Decision::Again(wait) => {
                course.waits.push(wait);
                now += wait;
            }
            Decision::GiveUp(why) => {
                course.end = Some(why);
                break;
            }
        }
    }
    course
}

/// All courses of six attempts, by counting in base six.
fn courses() -> impl Iterator<Item = [End; 6]> {
    (0..6_usize.pow(6))
        .map(|n| std::array::from_fn(|digit| ENDS[n / 6_usize.pow(digit as u32) % 6]))
}

#[test]
fn no_course_of_a_write_repeats_what_may_be_done_or_passes_a_limit() {
    let mut random = Seeded(11);
    let mut n_courses = 0;
    let mut n_by_end = [0; 4];
    for ends in courses() {
        n_courses += 1;
        for (max_attempts, max_elapsed, deadline) in [
            (6, ms(10_000), ms(10_000)),
            (3, ms(10_000), ms(10_000)),
            (6, ms(30), ms(10_000)),
            (6, ms(10_000), ms(30)),
        ] {
            let policy = Retry { max_attempts, max_elapsed, ..POLICY };
            let course = run(&policy, deadline, &ends, &mut random);
            let (last, before) = course.met.split_last().expect("one attempt is always made");
            let shown = || format!("{ends:?} {policy:?} {deadline:?}: {:?}", course.end);
            assert!(before.iter().all(|end| *end == End::Transient), "{}", shown());
            assert!(course.met.len() <= max_attempts as usize, "{}", shown());
            let waited: Duration = course.waits.iter().sum();
            assert!(waited < max_elapsed.min(deadline), "{}", shown());
            assert!(
                course.starts.iter().all(|start| *start < max_elapsed.min(deadline)),
                "{}",
                shown()
            );
            let first_other = ends.iter().position(|end| *end != End::Transient);
            if max_elapsed.min(deadline) == ms(10_000) {
                let wanted = first_other.map_or(6, |at| at + 1).min(max_attempts as usize);
                assert_eq!(course.met.len(), wanted, "{}", shown());
            }
            match (last, course.end) {
                (End::Ok, None) => {}
                (End::Transient, Some(Why::MaxAttempts)) => {
                    assert_eq!(course.met.len(), max_attempts as usize, "{}", shown());
                    n_by_end[0] += 1;
                }
                (End::Transient, Some(Why::MaxElapsed)) => {
                    assert_eq!(max_elapsed, ms(30), "{}", shown());
                    n_by_end[1] += 1;
                }
                (End::Transient, Some(Why::Deadline)) => {
                    assert_eq!(deadline, ms(30), "{}", shown());
                    n_by_end[2] += 1;
                }
                (End::Unknown | End::WriteConcern | End::Fatal | End::Hang, Some(why)) => {
                    assert_eq!(why, Why::NotRetryable, "{}", shown());
                    n_by_end[3] += 1;
                }
                _ => panic!("{}", shown()),
            }
        }
    }
    assert_eq!(n_courses, 46_656);
    assert!(n_by_end.iter().all(|n| *n > 0), "each end is met: {n_by_end:?}");
}
