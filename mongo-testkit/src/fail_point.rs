//! Faults that the server plays on request: what to fail, how, and how often.

use std::time::Duration;

use mongodb::bson::{Bson, Document, doc};

mod guard;

mod names;

pub use guard::FailPointGuard;

/// A fault, as a value: nothing happens before [`TestDb::fail_point`](crate::TestDb::fail_point).
///
/// A failing command meets the clients of its own test database only, and once, unless told otherwise.
///
/// ```
/// use mongo_testkit::FailPoint;
///
/// let once = FailPoint::command("insert").close_connection();
/// let twice = FailPoint::command("insert").error_code(10107).error_labels(["RetryableWriteError"]).times(2);
/// assert_ne!(once, twice);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct FailPoint {
    name: String,
    mode: Bson,
    data: Document,
    scope: Scope,
}

#[derive(Clone, Debug, PartialEq)]
enum Scope {
    ThisTest,
    Application(String),
    Everyone,
}

impl FailPoint {
    /// Fails one command, by the name it has on the wire.
    pub fn command(name: &str) -> Self {
        Self::commands([name])
    }

    /// Fails any of several commands.
    pub fn commands<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let mut fail_point = Self::named("failCommand").data("failCommands", names);
        fail_point.scope = Scope::ThisTest;
        fail_point
    }

    /// A fail point of the server by its name, such as `onPrimaryTransactionalWrite` or `WTWriteConflictException`.
    ///
    /// It meets every client of the server: use it on a server of your own.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            mode: doc! { "times": 1 }.into(),
            data: Document::new(),
            scope: Scope::Everyone,
        }
    }

    /// Closes the connection without running the command and without an answer.
    pub fn close_connection(self) -> Self {
        self.data("closeConnection", true)
    }

    /// Answers with this error code without running the command.
    pub fn error_code(self, code: i32) -> Self {
        self.data("errorCode", code)
    }

    /// Sets the labels of the error in place of those that the server would give.
    pub fn error_labels<'a>(self, labels: impl IntoIterator<Item = &'a str>) -> Self {
        self.data("errorLabels", labels.into_iter().collect::<Vec<_>>())
    }

    /// Holds the command up before it runs; a time limit of the command does not shorten it.
    pub fn block(self, time: Duration) -> Self {
        let millis = i32::try_from(time.as_millis()).unwrap_or(i32::MAX);
        self.data("blockConnection", true).data("blockTimeMS", millis)
    }

    /// Runs the command and answers with a write-concern error: the write has happened.
    pub fn write_concern_error(self, code: i32, message: &str) -> Self {
        self.data("writeConcernError", doc! { "code": code, "errmsg": message })
    }

    /// Sets any other field of the fail point's data.
    pub fn data(mut self, key: &str, value: impl Into<Bson>) -> Self {
        self.data.insert(key, value);
        self
    }

    /// Happens the next `n` times. Once is the default.
    pub fn times(self, n: i32) -> Self {
        self.mode(doc! { "times": n })
    }

    /// Lets the first `n` times pass, then happens until it is turned off.
    pub fn skip(self, n: i32) -> Self {
        self.mode(doc! { "skip": n })
    }

    /// Happens until it is turned off.
    pub fn always(self) -> Self {
        self.mode("alwaysOn")
    }

    /// Happens at random, with a probability between 0 and 1.
    pub fn probability(self, share: f64) -> Self {
        self.mode(doc! { "activationProbability": share })
    }

    /// Meets the clients with this `appName` instead of those of the test database.
    pub fn app_name(mut self, name: &str) -> Self {
        self.scope = Scope::Application(name.to_owned());
        self
    }

    /// Meets every client of the server: other tests as well, so use it on a server of your own.
    pub fn every_client(mut self) -> Self {
        self.scope = Scope::Everyone;
        self
    }

    fn mode(mut self, mode: impl Into<Bson>) -> Self {
        self.mode = mode.into();
        self
    }

    /// The command that turns it on.
    fn render(&self, app_name: &str) -> Document {
        let mut data = self.data.clone();
        match &self.scope {
            Scope::Everyone => {}
            Scope::ThisTest => drop(data.insert("appName", app_name)),
            Scope::Application(name) => drop(data.insert("appName", name)),
        }
        doc! { "configureFailPoint": &self.name, "mode": &self.mode, "data": data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_is_scoped_to_its_test_and_happens_once() {
        let command = FailPoint::command("insert").close_connection().render("mine");
        let wanted = doc! {
            "configureFailPoint": "failCommand",
            "mode": { "times": 1 },
            "data": { "failCommands": ["insert"], "closeConnection": true, "appName": "mine" },
        };
        assert_eq!(command, wanted);
    }

    #[test]
    fn every_choice_is_rendered_as_the_server_wants_it() {
        let fail_point = FailPoint::commands(["find", "getMore"])
            .error_code(112)
            .error_labels(["A"])
            .block(Duration::from_millis(20))
            .write_concern_error(64, "slow")
            .app_name("other")
            .skip(1);
        let wanted = doc! {
            "configureFailPoint": "failCommand",
            "mode": { "skip": 1 },
            "data": {
                "failCommands": ["find", "getMore"],
                "errorCode": 112,
                "errorLabels": ["A"],
                "blockConnection": true,
                "blockTimeMS": 20,
                "writeConcernError": { "code": 64, "errmsg": "slow" },
                "appName": "other",
            },
        };
        assert_eq!(fail_point.render("mine"), wanted);
        let named = FailPoint::named("WTWriteConflictException").probability(0.3).render("mine");
        let mode = doc! { "activationProbability": 0.3 };
        assert_eq!(
            named,
            doc! { "configureFailPoint": "WTWriteConflictException", "mode": mode, "data": {} }
        );
    }
}
