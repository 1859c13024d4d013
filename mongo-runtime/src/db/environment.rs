//! What a database is for.

/// What a database is for: it decides what is refused, and what an administrator may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Environment {
    /// Nothing is known, so an administrator changes nothing.
    #[default]
    Unknown,
    /// A developer's own machine.
    Local,
    /// A test run.
    Test,
    /// Anything that others rely on. An administrator changes nothing.
    Production,
}
