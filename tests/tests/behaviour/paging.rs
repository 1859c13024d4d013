//! Pages of registered queries: forth and back, whatever is stored and whoever writes meanwhile.

pub(crate) mod model;

mod order;

mod writers;

mod tokens;

mod plans;

mod projected;

mod limits;
