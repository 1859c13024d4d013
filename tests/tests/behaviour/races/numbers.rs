//! Operators on numbers, dates, bits and elements, and those of which the last one wins.

use mongo_runtime::{catalog, db::Store, prelude::*};
use mongo_testkit::TestDb;

use super::{Done, N_ALL, race};
use crate::support::config;

#[derive(Document, Debug, Clone, PartialEq)]
#[mongo(collection = "meters")]
struct Meter {
    #[mongo(id)]
    id: i32,
    added: i64,
    one_by_one: u16,
    taken: i64,
    product: i64,
    least: i64,
    greatest: i64,
    ored: i32,
    anded: i32,
    xored: i64,
    touched: Option<DateTime>,
    last_set: i64,
    last_or_none: Option<i64>,
    #[mongo(max_items = 64)]
    in_order: Vec<i64>,
    #[mongo(max_items = 64)]
    greatest_ones: Vec<i64>,
    #[mongo(max_items = 64)]
    in_pairs: Vec<i64>,
    #[mongo(max_items = 2)]
    each: Vec<Cell>,
    #[mongo(max_items = 2)]
    named: Vec<Cell>,
    #[mongo(max_items = 2)]
    matched: Vec<Cell>,
    computed: i64,
    computed_greatest: i64,
    #[mongo(revision)]
    revision: Revision,
}

#[derive(Embedded, Debug, Clone, PartialEq)]
struct Cell {
    name: i32,
    n: i64,
}

catalog! {
    /// The catalog of the meters.
    Meters: documents(Meter)
}

fn cells(n: [i64; 2]) -> Vec<Cell> {
    (0..).zip(n).map(|(name, n)| Cell { name, n }).collect()
}

fn meter() -> Meter {
    Meter {
        id: 1,
        added: 0,
        one_by_one: 0,
        taken: 0,
        product: 1,
        least: i64::MAX,
        greatest: i64::MIN,
        ored: 0,
        anded: -1,
        xored: 0,
        touched: None,
        last_set: -1,
        last_or_none: None,
        in_order: Vec::new(),
        greatest_ones: Vec::new(),
        in_pairs: Vec::new(),
        each: cells([0, 0]),
        named: cells([0, 0]),
        matched: cells([0, 0]),
        computed: 0,
        computed_greatest: i64::MIN,
        revision: Revision::FIRST,
    }
}

#[derive(Update)]
#[mongo(document = Meter, operation = "meter.race")]
#[mongo(inc(one_by_one = 1, each[].n = 1), dec(taken = 1), current_date(touched))]
struct Count {
    #[mongo(inc)]
    added: i64,
    #[mongo(mul)]
    product: i64,
    #[mongo(min)]
    least: i64,
    #[mongo(max)]
    greatest: i64,
    #[mongo(bit_or)]
    ored: i32,
    #[mongo(bit_and)]
    anded: i32,
    #[mongo(bit_xor)]
    xored: i64,
    #[mongo(set)]
    last_set: i64,
    #[mongo(set_or_unset)]
    last_or_none: Option<i64>,
    #[mongo(push, path = in_order, slice = -64)]
    in_order: i64,
    #[mongo(push, path = greatest_ones, sort = desc, slice = 64)]
    greatest_one: i64,
    #[mongo(push_each, path = in_pairs, slice = -64)]
    in_pairs: [i64; 2],
    #[mongo(element, path = named[cell].name)]
    named: i32,
    #[mongo(inc, path = named[cell].n)]
    by_name: i64,
    #[mongo(expect, path = matched[matched].name)]
    matched: i32,
    #[mongo(inc, path = matched[matched].n)]
    by_match: i64,
}

fn count(value: i64) -> Count {
    let bit = 1 << (value % 30);
    let cell = i32::from(value % 4 == 0);
    Count {
        added: value,
        product: if value % 2 == 0 { -1 } else { 1 },
        least: -value,
        greatest: value,
        ored: bit,
        anded: !bit,
        xored: value,
        last_set: value,
        last_or_none: (value % 2 == 0).then_some(value),
        in_order: value,
        greatest_one: value,
        in_pairs: [value, value],
        named: cell,
        by_name: value,
        matched: cell,
        by_match: 1,
    }
}

#[mongo_testkit::test(worker_threads = 2)]
async fn numbers_dates_bits_and_elements_end_at_the_exact_value(db: TestDb) -> Done {
    let meters = Store::<Meters>::connect(config(&db)).await?.collection::<Meter>();
    meters.insert_one(&meter()).await?;
    let started = DateTime::now();
    let all = meters.clone();
    race(move |value| {
        let meters = all.clone();
        async move {
            assert_eq!(meters.update_one(by_id(1), count(value)).await?.modified(), 1);
            Ok(())
        }
    })
    .await?;
    let end = meters.find_one(by_id(1)).await?.expect("it is there");
    let sum_of = |of: fn(&i64) -> bool| (0..N_ALL).filter(of).sum::<i64>();
    assert_eq!(end.added, sum_of(|_| true), "inc");
    assert_eq!(i64::from(end.one_by_one), N_ALL, "inc by a constant");
    assert_eq!(end.taken, -N_ALL, "dec");
    assert_eq!(end.product, 1, "mul by -1, an even number of times");
    assert_eq!((end.least, end.greatest), (1 - N_ALL, N_ALL - 1), "min and max");
    let bits = (1 << 30) - 1;
    assert_eq!((end.ored, end.anded), (bits, !bits), "bit_or and bit_and");
    assert_eq!(end.xored, (0..N_ALL).fold(0, |all, value| all ^ value), "bit_xor");
    assert!(end.touched.is_some_and(|at| at >= started), "current_date");
    // The order in which they came is in the array, and the last one has set what the last one sets.
    let last = *end.in_order.last().expect("64 of them");
    assert_eq!(end.last_set, last, "set");
    assert_eq!(end.last_or_none, (last % 2 == 0).then_some(last), "set_or_unset");
    assert_eq!(end.in_order.len(), 64, "push with a slice");
    assert_eq!(end.greatest_ones, (N_ALL - 64..N_ALL).rev().collect::<Vec<_>>(), "push, sorted");
    let pairs: Vec<i64> = end.in_order[32..].iter().flat_map(|value| [*value; 2]).collect();
    assert_eq!(end.in_pairs, pairs, "push_each keeps what came together together");
    assert_eq!(end.each, cells([N_ALL, N_ALL]), "each element");
    let by_name = [sum_of(|value| value % 4 != 0), sum_of(|value| value % 4 == 0)];
    assert_eq!(end.named, cells(by_name), "the named element");
    assert_eq!(end.matched, cells([N_ALL / 4 * 3, N_ALL / 4]), "the matched element");
    assert_eq!(end.revision.get(), Revision::FIRST.get() + N_ALL, "the revision");
    Ok(())
}

#[mongo_testkit::test(worker_threads = 2)]
async fn what_the_server_computes_out_of_the_old_value_loses_none_of_them(db: TestDb) -> Done {
    let meters = Store::<Meters>::connect(config(&db)).await?.collection::<Meter>();
    meters.insert_one(&meter()).await?;
    let all = meters.clone();
    race(move |value| {
        let meters = all.clone();
        async move {
            let f = Meter::fields();
            let change = f
                .computed()
                .set_to(f.computed().value().plus(value))
                .and(f.computed_greatest().set_to(f.computed_greatest().value().or_greater(value)))
                .and(f.one_by_one().inc(1));
            assert_eq!(meters.update_one(by_id(1), change).await?.modified(), 1);
            Ok(())
        }
    })
    .await?;
    let end = meters.find_one(by_id(1)).await?.expect("it is there");
    assert_eq!(end.computed, N_ALL * (N_ALL - 1) / 2);
    assert_eq!((end.computed_greatest, i64::from(end.one_by_one)), (N_ALL - 1, N_ALL));
    assert_eq!(end.revision.get(), Revision::FIRST.get() + N_ALL);
    Ok(())
}
