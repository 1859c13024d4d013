//! Counts how often a command left, without looking at commands.
//!
//! The driver checks a connection out of its pool once for each attempt, in the task of the caller, and tells a handler
//! about it while the caller's future is being polled. So a count per thread, swapped in around each poll, belongs to one
//! call. A check-out whose command never left is counted too: the count is an upper bound, which may only widen an answer
//! to "unknown".

use std::{cell::Cell, future::poll_fn, pin::Pin, task::Poll};

use mongodb::event::{EventHandler, cmap::CmapEvent};

thread_local! {
    static CHECKED_OUT: Cell<u32> = const { Cell::new(0) };
}

/// The handler that a client must have for its attempts to be counted.
pub(crate) fn handler() -> EventHandler<CmapEvent> {
    EventHandler::callback(|event| {
        if matches!(event, CmapEvent::ConnectionCheckedOut(_)) {
            CHECKED_OUT.set(CHECKED_OUT.get().saturating_add(1));
        }
    })
}

/// Runs a future and adds its attempts to `n_attempts`, also when it is dropped before its end.
pub(crate) async fn counted<T>(
    mut future: Pin<&mut impl Future<Output = T>>,
    n_attempts: &mut u32,
) -> T {
    poll_fn(|context| {
        CHECKED_OUT.set(*n_attempts);
        let poll: Poll<T> = future.as_mut().poll(context);
        *n_attempts = CHECKED_OUT.get();
        poll
    })
    .await
}
