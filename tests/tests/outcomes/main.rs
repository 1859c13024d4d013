//! What a failed write says about the data, for each fault and each kind of write: kind, outcome, flags, attempts and the
//! state of the collection are asserted together, and no text shows a value.

mod support;

mod row;

mod network;

mod answers;

mod time;

mod pool;

mod refusals;

mod interrupted;

mod reads;

mod credentials;
