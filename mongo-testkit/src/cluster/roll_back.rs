//! Roll-back on demand: writes that were acknowledged by a primary alone, and are gone afterwards.

use mongodb::bson::{Document, doc};

use super::{Cluster, Member};
use crate::error::{Error, ErrorKind, Result};

impl Cluster {
    /// Runs writes that the set takes back: the primary has them when it is killed, and no secondary ever gets them.
    ///
    /// While `writes` runs, with the primary at hand, no secondary replicates: a write with `w: 1` is acknowledged, one with
    /// `w: "majority"` is not before its `wtimeout`. Then the primary is killed, another is elected, and the old one starts again
    /// and rolls back. It takes some 5 seconds.
    ///
    /// # Errors
    ///
    /// When a step fails or takes more than a minute, or when the primary has not rolled back, because it was none any more when it was
    /// killed.
    pub async fn roll_back<T>(&self, writes: impl AsyncFnOnce(&Member) -> T) -> Result<T> {
        self.wait_until_caught_up().await?;
        let old = self.wait_for_primary().await?;
        let id = roll_back_id(old).await?;
        let mut lagging = Vec::new();
        for secondary in self.others(old) {
            lagging.push(secondary.lag().await?);
        }
        let written = writes(old).await;
        // Durable, as all before it: else the kill could take away what there is to roll back.
        let note = doc! { "note": "the last entry before the roll-back" };
        let durable = doc! { "w": 1, "j": true };
        old.run(doc! { "appendOplogNote": 1, "data": note, "writeConcern": durable }).await?;
        old.kill()?;
        for lag in lagging {
            lag.off().await?;
        }
        self.wait_for_primary_other_than(old).await?;
        old.restart().await?;
        self.wait_until_caught_up().await?;
        if roll_back_id(old).await? == id {
            return Err(Error::new(
                ErrorKind::Unsuitable,
                format!("member {} was to roll back, it had nothing to", old.index()),
            ));
        }
        Ok(written)
    }
}

/// Grows with each roll-back.
async fn roll_back_id(member: &Member) -> Result<i32> {
    let reply: Document = member.run(doc! { "replSetGetRBID": 1 }).await?;
    Ok(reply.get_i32("rbid").unwrap_or_default())
}
