//! What stands in for the container lane without the feature `docker`.

use crate::{
    error::{Error, ErrorKind, Result},
    instance::Instance,
    settings,
    uri::Uri,
};

/// There may be one; nothing here could use it.
pub(crate) fn engine_answers() -> bool {
    false
}

pub(crate) fn start(_: &Instance, image: &str) -> Result<Uri> {
    Err(Error::new(
        ErrorKind::Settings,
        format!(
            "a container of {image} was asked for by {}, it needs the feature `docker` of mongo-testkit, which is off",
            settings::MODE
        ),
    ))
}
