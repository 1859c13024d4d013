//! What holds for values and bytes, without a server and without the driver.

mod strategies;

mod round_trip;

mod twin;

mod operands;

mod any_bytes;

mod depth;
