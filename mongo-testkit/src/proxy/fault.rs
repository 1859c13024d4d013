//! What the proxy does to a command, and to which.

use std::time::Duration;

use mongodb::bson::{Document, RawDocumentBuf};

/// One way to break a command on its way. It meets any command once, unless told otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Fault {
    effect: Effect,
    command: Option<String>,
    n_skipped: usize,
    n_times: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    CutRequest(usize),
    CutEndOfRequest(usize),
    CutReply(usize),
    DropRequest,
    DropReply,
    DelayRequest(Duration),
    DelayReply(Duration),
    Answer(Vec<u8>),
}

impl Fault {
    /// Passes this many bytes of the request on, then closes the connection on both sides: the server has not run it,
    /// unless all bytes are passed.
    pub fn cut_request(n_bytes: usize) -> Self {
        Self::new(Effect::CutRequest(n_bytes))
    }

    /// Passes all of the request but this many bytes at its end, then closes the connection on both sides: the server has not
    /// run it, unless nothing is missing.
    pub fn cut_end_of_request(n_bytes: usize) -> Self {
        Self::new(Effect::CutEndOfRequest(n_bytes))
    }

    /// Passes the request and this many bytes of the reply, then closes the connection: the server has run it.
    pub fn cut_reply(n_bytes: usize) -> Self {
        Self::new(Effect::CutReply(n_bytes))
    }

    /// Swallows the request and keeps the connection open: the client waits.
    pub fn drop_request() -> Self {
        Self::new(Effect::DropRequest)
    }

    /// Swallows the reply and keeps the connection open: the server has run it, the client waits.
    pub fn drop_reply() -> Self {
        Self::new(Effect::DropReply)
    }

    /// Holds the request up.
    pub fn delay_request(time: Duration) -> Self {
        Self::new(Effect::DelayRequest(time))
    }

    /// Holds the reply up: the server has run the command meanwhile.
    pub fn delay_reply(time: Duration) -> Self {
        Self::new(Effect::DelayReply(time))
    }

    /// Answers in the place of the server, which never sees the command: for answers that this server does not give, such as
    /// those of a router.
    ///
    /// # Panics
    ///
    /// When a key of the answer has a NUL in it.
    pub fn answer(reply: &Document) -> Self {
        let reply = RawDocumentBuf::try_from(reply).expect("keys without NUL");
        Self::new(Effect::Answer(reply.into_bytes()))
    }

    fn new(effect: Effect) -> Self {
        Self { effect, command: None, n_skipped: 0, n_times: 1 }
    }

    /// Meets this command only, by the name it has on the wire.
    pub fn command(mut self, name: &str) -> Self {
        self.command = Some(name.to_owned());
        self
    }

    /// Meets `n` commands instead of one.
    pub fn times(mut self, n: usize) -> Self {
        self.n_times = n;
        self
    }

    /// Meets every command until [`Proxy::clear`](crate::Proxy::clear).
    pub fn always(self) -> Self {
        self.times(usize::MAX)
    }

    /// Lets `n` commands that fit pass first.
    pub fn skip(mut self, n: usize) -> Self {
        self.n_skipped = n;
        self
    }

    /// Whether it meets this command, and what it does then.
    pub(super) fn meet(&mut self, command: Option<&str>) -> Option<Effect> {
        let fits = self.command.is_none() || self.command.as_deref() == command;
        if !fits || self.n_times == 0 {
            return None;
        }
        if self.n_skipped > 0 {
            self.n_skipped -= 1;
            return None;
        }
        self.n_times -= 1;
        Some(self.effect.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_meets_only_its_command_after_what_it_skips_and_no_more_than_its_times() {
        let mut fault = Fault::drop_reply().command("insert").skip(1).times(2);
        let met: Vec<bool> = ["insert", "find", "insert", "insert", "insert"]
            .map(|command| fault.meet(Some(command)).is_some())
            .to_vec();
        assert_eq!(met, [false, false, true, true, false]);
        assert_eq!(Fault::drop_request().meet(None), Some(Effect::DropRequest));
    }
}
