//! Tells whether the body of a transaction is being polled, so that an operation in it that is not a part of the transaction is noticed.

use std::{
    cell::Cell,
    pin::Pin,
    task::{Context, Poll},
};

use super::TxFuture;
use crate::error::Error;

thread_local! {
    static IN_BODY: Cell<bool> = const { Cell::new(false) };
}

/// A body that says so while it is polled.
pub(super) fn polled<'t, T, E>(body: TxFuture<'t, T, E>) -> Polled<'t, T, E> {
    Polled(body)
}

pub(super) struct Polled<'t, T, E>(TxFuture<'t, T, E>);

impl<T, E> Future for Polled<'_, T, E> {
    type Output = Result<T, E>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let _mark = Mark(IN_BODY.replace(true));
        self.0.as_mut().poll(context)
    }
}

/// Puts back what was there before, also when the body panics.
struct Mark(bool);

impl Drop for Mark {
    fn drop(&mut self) {
        IN_BODY.set(self.0);
    }
}

/// Why an operation that is not of a transaction may not be sent, when it is polled inside of a body.
pub(crate) fn refuse_in_body() -> Option<Error> {
    IN_BODY.get().then(|| {
        Error::rejected(
            "it is called in the body of a transaction and is no part of it: write `.within(tx)`, or call it before the transaction",
        )
    })
}
