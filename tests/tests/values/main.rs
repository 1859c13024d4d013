//! What holds for values and bytes, without a server and without the driver.

mod strategies;

mod support;

mod round_trip;

mod twin;

mod versions;

mod live_versions;

mod operands;

mod queries;

mod served;

mod cards;

mod recipes;

mod own_bounds;

mod distinct;

mod fixed_bytes;

mod representation;

mod reading;

mod projections;

mod redaction;

mod any_bytes;

mod nulls;

mod ids;

mod geometry;

mod depth;

mod variants;

mod expectations;

mod fallback;

mod family_versions;

mod forms;

mod injection;

mod expiry;
