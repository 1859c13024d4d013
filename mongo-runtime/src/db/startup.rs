//! What is checked before a store of production starts.

mod facts;

mod probe;

use std::time::Duration;

use mongodb::options::ClientOptions;

use self::facts::{Facts, Settings, faults};
use super::{Environment, StoreConfig, executor::Call};
use crate::error::{Detail, Error, Kind, Outcome};

/// What a configuration asks of its deployment, in production only.
#[derive(Clone)]
pub(crate) struct Demands {
    pub(crate) environment: Environment,
    pub(crate) min_version: (u32, u32),
    pub(crate) admin_user: Option<String>,
}

impl Default for Demands {
    fn default() -> Self {
        Self { environment: Environment::default(), min_version: (6, 0), admin_user: None }
    }
}

/// Refuses to start a store of production, with all that is wrong at once. Elsewhere, it does nothing.
///
/// It asks through two clients of its own, which are closed before it returns: five round trips, and the connections.
pub(crate) async fn check(
    config: &StoreConfig,
    options: &ClientOptions,
    call: &Call,
) -> Result<(), Error> {
    if config.demands.environment != Environment::Production {
        return Ok(());
    }
    let settings = Settings::of(config, options);
    // The plain word of a credential is not said to another machine, not even to find out more.
    let server = match settings.may_be_tried {
        true => Some(within(call.remaining(), probe::ask(config, options, call)).await?),
        false => None,
    };
    let found = faults(&Facts { settings, server });
    if found.is_empty() {
        return Ok(());
    }
    Err(Error::new(Kind::Config, Some(Outcome::NotSent), Detail::Startup(found)))
}

async fn within<T>(
    time: Duration,
    asked: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let late = |_| {
        let text = "the checks of a store of production were not done in time: raise the deadline";
        Error::new(Kind::Timeout, None, Detail::Text(text.into()))
    };
    tokio::time::timeout(time, asked).await.map_err(late)?
}
