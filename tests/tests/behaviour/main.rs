//! What the store does on a real server: one module a topic.

mod support;

mod operations;

mod commands;

mod consistency;

mod computed;

mod guards;

mod images;

mod replace;

mod arrays;

mod ids;

mod elements;

mod expectations;

mod geometry;

mod queries;

mod recipes;

mod upserts;

mod shared_upserts;

mod races;

mod faults;

mod timeouts;

mod brought;

mod bulk;

mod mixed_bulk;

mod cursors;

mod projections;

mod paging;

mod sizes;

mod leaks;

mod teardown;

mod config;

mod provision;

mod plans;

mod types;

mod indexes;

mod variants;

mod versions;

mod live_versions;

mod rolling;

mod expiry;

mod scans;
