//! What the checker of queries says of an index, and what the planner of a real server does with it.
//!
//! `MONGO_SERVING_CASES=5000` makes so many pairs of indexes and query, `MONGO_SERVING_SEED=7` those of another seed.

mod agree;

mod documents;

mod fields;

mod generate;

mod plan;

mod random;
