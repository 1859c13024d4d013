//! Who is primary, and who has caught up: asked of each member itself, past its relay.

use std::time::Duration;

use mongodb::bson::{Document, doc, oid::ObjectId};
use tokio::time::{Instant, sleep};

use super::{Cluster, Member, N_MEMBERS, member::joined};
use crate::error::{Error, ErrorKind, Result};

/// How long a set that works may take for an election or for catching up, on a machine that is busy with a build.
const PATIENCE: Duration = Duration::from_secs(60);

/// For a member that is asked once.
const ANSWER: Duration = Duration::from_secs(3);

/// For one that is asked again and again: it may be paused, and the others are looked at meanwhile.
const QUICK_ANSWER: Duration = Duration::from_millis(300);

const PAUSE: Duration = Duration::from_millis(20);

impl Cluster {
    /// The member that is primary now. Of two that believe so, it is the one that was elected later.
    ///
    /// # Errors
    ///
    /// When there is none at the moment.
    pub async fn primary(&self) -> Result<&Member> {
        self.primary_within(ANSWER).await
    }

    async fn primary_within(&self, patience: Duration) -> Result<&Member> {
        let replies = self.ask_all(doc! { "hello": 1 }, patience).await;
        let primaries = replies.into_iter().filter_map(|(member, reply)| {
            let reply = reply.ok().filter(|reply| is(reply, "isWritablePrimary"))?;
            // Grows with each election.
            let election = reply.get_object_id("electionId").map(|id| ObjectId::bytes(&id));
            Some((election.unwrap_or_default(), member))
        });
        let latest = primaries.max_by_key(|(election, _)| *election);
        latest.map(|(_, member)| member).ok_or_else(|| {
            Error::new(ErrorKind::Unsuitable, "no member of the cluster is primary at the moment")
        })
    }

    /// The members that say that they are secondaries now.
    ///
    /// A member that was cut off or paused a moment ago may still say so.
    pub async fn secondaries(&self) -> Vec<&Member> {
        let replies = self.ask_all(doc! { "hello": 1 }, ANSWER).await.into_iter();
        let is_one = |reply: &Result<Document>| reply.as_ref().is_ok_and(|r| is(r, "secondary"));
        replies.filter(|(_, reply)| is_one(reply)).map(|(member, _)| member).collect()
    }

    /// Waits until there is a primary.
    ///
    /// # Errors
    ///
    /// When there is none for a minute.
    pub async fn wait_for_primary(&self) -> Result<&Member> {
        self.wait_for("a primary", |_| true).await
    }

    /// Waits until a member other than this one is primary.
    ///
    /// # Errors
    ///
    /// When there is none for a minute.
    pub async fn wait_for_primary_other_than(&self, old: &Member) -> Result<&Member> {
        self.wait_for("another primary", |member| member != old).await
    }

    async fn wait_for(&self, what: &str, fits: impl Fn(&Member) -> bool) -> Result<&Member> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.primary_within(QUICK_ANSWER).await {
                Ok(primary) if fits(primary) => return Ok(primary),
                _ if Instant::now() > deadline => return Err(self.not_in_time(what).await),
                _ => sleep(PAUSE).await,
            }
        }
    }

    /// Waits until all three members are up, one as primary, and have what was written before this call: each has applied
    /// it, and knows that a majority has.
    ///
    /// It makes an entry in the oplog that no client sees, since only a write shows that a primary is one: after a pause or a
    /// cut there may be one that has yet to learn of its successor. What others write meanwhile is not waited for.
    ///
    /// # Errors
    ///
    /// When that is not so within a minute; the text has the state of each member.
    pub async fn wait_until_caught_up(&self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        let mut goal = None;
        loop {
            let standings = self.standings().await;
            // That of the primary: a member about to roll back may have more of an older term.
            goal =
                goal.or_else(|| standings.iter().flatten().find_map(Standing::applied_by_primary));
            if let Some(goal) = goal
                && let Some(leader) = leader_of(&standings, goal)
                && self.lets_all_have_a_write(leader).await
                && leader_of(&self.standings().await, goal) == Some(leader)
            {
                return Ok(());
            }
            if Instant::now() > deadline {
                let wanted = "one primary and two secondaries that have caught up";
                return Err(self.not_in_time(wanted).await);
            }
            sleep(PAUSE).await;
        }
    }

    async fn lets_all_have_a_write(&self, leader: Leader) -> bool {
        let all = doc! { "w": 3, "wtimeout": 2000 };
        let note = doc! { "note": "all members have this" };
        let command = doc! { "appendOplogNote": 1, "data": note, "writeConcern": all };
        let written = self.members()[leader.index].run(command).await;
        written.is_ok_and(|reply| !reply.contains_key("writeConcernError"))
    }

    /// Mends all: links are healed, paused members go on, those that have ended start again, and all catch up.
    ///
    /// Fail points stay on as long as their guards live.
    ///
    /// # Errors
    ///
    /// When a member does not start, or the members do not catch up within a minute.
    pub async fn recover(&self) -> Result<()> {
        self.heal();
        for member in self.members() {
            if member.process().has_ended()? {
                member.restart().await?;
            } else {
                member.resume()?;
            }
        }
        self.wait_until_caught_up().await
    }

    /// How far each member is; `None` for one that does not answer.
    async fn standings(&self) -> [Option<Standing>; N_MEMBERS] {
        let mut standings = [None; N_MEMBERS];
        for (member, reply) in self.ask_all(doc! { "replSetGetStatus": 1 }, ANSWER).await {
            standings[member.index()] = reply.ok().and_then(|reply| Standing::read(&reply));
        }
        standings
    }

    /// Asks all members that run at once; the others would keep it waiting.
    async fn ask_all(
        &self,
        command: Document,
        patience: Duration,
    ) -> Vec<(&Member, Result<Document>)> {
        let runs = |member: &&Member| !member.process().has_ended().unwrap_or(false);
        let asked: Vec<_> = self
            .members()
            .iter()
            .filter(runs)
            .map(|member| (member, member.ask(command.clone(), patience)))
            .collect();
        let mut replies = Vec::with_capacity(asked.len());
        for (member, reply) in asked {
            replies.push((member, joined(reply).await));
        }
        replies
    }

    async fn not_in_time(&self, wanted: &str) -> Error {
        let standings = self.standings().await;
        let describe = |(index, standing)| format!("{index}: {}", Standing::describe(standing));
        let states: Vec<String> = standings.iter().enumerate().map(describe).collect();
        Error::new(
            ErrorKind::Start,
            format!(
                "the cluster must have {wanted} within {} s, its members are: {}",
                PATIENCE.as_secs(),
                states.join("; ")
            ),
        )
    }
}

/// Term, seconds, and a count within the second: the order of all writes.
type OpTime = (i64, u32, u32);

/// How far a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// 1 is a primary, 2 a secondary.
    state: i32,
    /// Of the election that it knows of.
    term: i64,
    applied: OpTime,
    /// What a majority has, as far as this member knows.
    committed: OpTime,
}

impl Standing {
    fn read(status: &Document) -> Option<Self> {
        let optimes = status.get_document("optimes").ok()?;
        let optime = |name| {
            let optime = optimes.get_document(name).ok()?;
            let time = optime.get_timestamp("ts").ok()?;
            Some((optime.get_i64("t").ok()?, time.time, time.increment))
        };
        Some(Self {
            state: status.get_i32("myState").ok()?,
            term: status.get_i64("term").ok()?,
            applied: optime("appliedOpTime")?,
            committed: optime("lastCommittedOpTime")?,
        })
    }

    fn applied_by_primary(&self) -> Option<OpTime> {
        (self.state == 1).then_some(self.applied)
    }

    fn has_reached(&self, goal: OpTime) -> bool {
        self.applied >= goal && self.committed >= goal
    }

    fn describe(standing: &Option<Self>) -> String {
        match standing {
            Some(Self { state, term, applied, committed }) => {
                format!("state {state}, term {term}, applied {applied:?}, committed {committed:?}")
            }
            None => "no answer".to_owned(),
        }
    }
}

/// The primary that two secondaries follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leader {
    index: usize,
    term: i64,
}

/// The leader of a set whose members know of the same election, and have all got as far as `goal`.
fn leader_of(standings: &[Option<Standing>; N_MEMBERS], goal: OpTime) -> Option<Leader> {
    let is_primary = |standing: &Option<Standing>| standing.is_some_and(|s| s.state == 1);
    let index = standings.iter().position(is_primary)?;
    let term = standings[index]?.term;
    let follows = |(at, standing): (usize, &Option<Standing>)| {
        let state = if at == index { 1 } else { 2 };
        standing.is_some_and(|s| s.state == state && s.term == term && s.has_reached(goal))
    };
    standings.iter().enumerate().all(follows).then_some(Leader { index, term })
}

fn is(reply: &Document, key: &str) -> bool {
    reply.get_bool(key).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_a_leader_when_all_know_of_it_have_applied_the_goal_and_know_of_a_majority() {
        let at =
            |state, term, applied, committed| Some(Standing { state, term, applied, committed });
        let (old, new) = ((1, 9, 0), (2, 5, 1));
        let (primary, secondary) = (at(1, 2, new, new), at(2, 2, new, new));
        let good = [secondary, primary, at(2, 2, (2, 6, 0), new)];
        assert_eq!(leader_of(&good, new), Some(Leader { index: 1, term: 2 }));
        for bad in [
            None,
            at(2, 2, old, old),
            at(2, 2, new, old),
            at(2, 3, new, new),
            at(3, 2, new, new),
            primary,
        ] {
            assert_eq!(leader_of(&[primary, secondary, bad], new), None, "{bad:?}");
        }
        assert_eq!(leader_of(&[secondary; N_MEMBERS], new), None);
    }

    #[test]
    fn a_status_without_optimes_is_no_standing() {
        assert_eq!(Standing::read(&doc! { "myState": 0 }), None);
    }
}
