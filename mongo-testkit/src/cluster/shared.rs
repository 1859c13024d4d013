//! One cluster for the tests of a process, one test at a time.

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use super::{Cluster, ClusterOptions};
use crate::error::Result;

type Slot = Arc<AsyncMutex<Option<Cluster>>>;

/// The cluster of this process, for one test: the next one waits until this is dropped.
#[derive(Debug)]
pub struct ClusterLease {
    cluster: Cluster,
    _turn: OwnedMutexGuard<Option<Cluster>>,
}

impl Cluster {
    /// Lends the cluster with these options that all tests of this process share, to one test at a time.
    ///
    /// The first call starts it; each later one waits for its turn, and mends what the test before has left broken
    /// ([`Self::recover`]). It ends with the process.
    ///
    /// # Errors
    ///
    /// When it does not start. One that can't be mended is replaced.
    pub async fn shared(options: &ClusterOptions) -> Result<ClusterLease> {
        let mut turn = slot(options).lock_owned().await;
        if let Some(cluster) = &*turn
            && cluster.recover().await.is_err()
        {
            *turn = None;
        }
        let cluster = match &*turn {
            Some(cluster) => cluster.clone(),
            None => turn.insert(Self::start(options).await?).clone(),
        };
        Ok(ClusterLease { cluster, _turn: turn })
    }
}

fn slot(options: &ClusterOptions) -> Slot {
    static SLOTS: Mutex<Option<HashMap<ClusterOptions, Slot>>> = Mutex::new(None);
    let mut slots = SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
    let slots = slots.get_or_insert_default();
    Arc::clone(slots.entry(options.clone()).or_default())
}

impl Deref for ClusterLease {
    type Target = Cluster;

    fn deref(&self) -> &Cluster {
        &self.cluster
    }
}
