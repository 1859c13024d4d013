//! Tokens: which are taken, which are refused, and what they show.
