//! Faults that people met with other mappers and with bare drivers, each under the name of what holds here. One module a kind
//! of fault. `UP-07` and the like are the ids of the cases.

mod support;

mod dates;

mod uuids;

mod numbers;

mod optional;

mod ids;

mod names;

mod enums;

mod maps;

mod reading;

mod paging;

mod indexes;

mod bytes;

mod writing;

mod upserts;

mod revisions;

mod concurrency;

mod injection;
