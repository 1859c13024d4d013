//! Faults that one member plays on request; above all a secondary that falls behind.

use std::time::Duration;

use mongodb::bson::doc;
use tokio::time::{Instant, sleep};

use super::Member;
use crate::{
    database::TestDb,
    error::{Error, ErrorKind, Result},
    fail_point::{FailPoint, FailPointGuard},
};

const PATIENCE: Duration = Duration::from_secs(60);

/// The message of a member that has stopped fetching.
const HAS_STOPPED: &str = "\"id\":21079,";

impl Member {
    /// Lets this secondary fall behind: until the guard is gone it takes over nothing more from the primary. It still votes, and
    /// answers reads from what it has.
    ///
    /// Returns once it has stopped, about a second later; after the guard it goes on within two seconds. While two members lag,
    /// no write reaches a majority.
    ///
    /// # Errors
    ///
    /// When the member has a fail point on already, or when it does not stop within a minute: a primary never does.
    pub async fn lag(&self) -> Result<FailPointGuard> {
        self.run(doc! { "clearLog": "global" }).await?;
        let stop = FailPoint::named("stopReplProducer").always();
        let guard = self.turn_on("lag", stop).await?;
        let deadline = Instant::now() + PATIENCE;
        while !self.has_stopped().await? {
            if Instant::now() > deadline {
                return Err(Error::new(
                    ErrorKind::Unsuitable,
                    format!(
                        "member {} must fall behind within {} s, it did not; is it a secondary?",
                        self.index(),
                        PATIENCE.as_secs()
                    ),
                ));
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(guard)
    }

    /// Turns a fail point on on this member, whatever its role, past its relay. A failing command meets the clients of this
    /// database only.
    ///
    /// # Errors
    ///
    /// When the member does not answer or does not know the fail point, or when it has one on already.
    pub async fn fail_point(&self, db: &TestDb, fail_point: FailPoint) -> Result<FailPointGuard> {
        self.turn_on(db.app_name(), fail_point).await
    }

    async fn turn_on(&self, app_name: &str, fail_point: FailPoint) -> Result<FailPointGuard> {
        let file = self.process().dir().join("fail-points");
        let holder = format!("member {}", self.index());
        FailPointGuard::turn_on(file, &holder, &self.direct(), app_name, fail_point).await
    }

    async fn has_stopped(&self) -> Result<bool> {
        let log = self.run(doc! { "getLog": "global" }).await?;
        let lines = log.get_array("log").into_iter().flatten();
        Ok(lines.filter_map(|line| line.as_str()).any(|line| line.contains(HAS_STOPPED)))
    }
}
