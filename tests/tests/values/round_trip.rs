//! Any value of the model becomes bytes and the same value again, whatever order another writer gives them.

use mongo_runtime::{Document, from_slice, to_buffer, to_raw, to_vec};
use mongo_tests::{
    model::{Everything, Hashed, Lists, Maps, Named, Scalars, Widened},
    random::Random,
    raw::{self, Element, Value},
    samples,
};
use proptest::prelude::*;

use crate::strategies;

/// Equal, where NaN equals NaN: the same bytes and the same text.
#[track_caller]
fn assert_same<D: Document + std::fmt::Debug>(left: &D, right: &D) {
    assert_eq!(
        to_vec(left).expect("encodable"),
        to_vec(right).expect("encodable"),
        "{left:?}\n{right:?}"
    );
    assert_eq!(format!("{left:?}"), format!("{right:?}"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_value_becomes_bytes_and_the_same_value_again(value in strategies::everything()) {
        let bytes = to_vec(&value).expect("in bounds");
        assert_same(&from_slice::<Everything>(&bytes).expect("readable"), &value);
    }

    #[test]
    fn hashed_collections_come_back_equal(value in strategies::hashed()) {
        let bytes = to_vec(&value).expect("in bounds");
        prop_assert_eq!(from_slice::<Hashed>(&bytes).expect("readable"), value);
    }

    #[test]
    fn the_order_of_fields_does_not_matter(value in strategies::everything(), seed in any::<u64>()) {
        let mut elements = raw::read(&to_vec(&value).expect("in bounds")).expect("well framed");
        reorder(&mut elements, &mut Random::new(seed));
        assert_same(&from_slice::<Everything>(&raw::write(&elements)).expect("readable"), &value);
    }

    #[test]
    fn unknown_fields_are_stepped_over(value in strategies::everything(), seed in any::<u64>()) {
        let mut elements = raw::read(&to_vec(&value).expect("in bounds")).expect("well framed");
        add_unknown(&mut elements, &mut Random::new(seed));
        assert_same(&from_slice::<Everything>(&raw::write(&elements)).expect("readable"), &value);
    }

    #[test]
    fn a_buffer_that_is_used_again_gets_the_same_bytes(value in strategies::everything(), old in any::<Vec<u8>>()) {
        let mut buffer = old;
        to_buffer(&value, &mut buffer).expect("in bounds");
        prop_assert_eq!(&buffer, &to_vec(&value).expect("in bounds"));
        prop_assert_eq!(&buffer, &to_raw(&value).expect("in bounds").into_bytes());
    }

    #[test]
    fn the_length_is_known_before_anything_is_written(value in flat()) {
        use mongo_runtime::Value as _;
        let bytes = to_vec(&value).expect("in bounds");
        prop_assert_eq!(value.encoded_len(), bytes.len());
        prop_assert_eq!(bytes.capacity(), bytes.len(), "one allocation of the right size");
    }
}

/// All forms of field but the recursive one, whose inside is not counted.
#[derive(Document, Debug, Clone)]
#[mongo(collection = "flat", max_size = "4 MiB")]
struct Flat {
    #[mongo(id)]
    id: i32,
    scalars: Scalars,
    widened: Widened,
    named: Named,
    lists: Lists,
    maps: Maps,
}

fn flat() -> impl Strategy<Value = Flat> {
    strategies::everything().prop_map(|it| Flat {
        id: 1,
        scalars: it.scalars,
        widened: it.widened,
        named: it.named,
        lists: it.lists,
        maps: it.maps,
    })
}

/// Shuffles the fields of declared documents; what is opaque keeps its order, which is a part of its value.
fn reorder(elements: &mut [Element], random: &mut Random) {
    for element in elements.iter_mut().filter(|element| element.key != b"kept") {
        let is_array = element.kind == 0x04;
        if let Value::Elements(inner) = &mut element.value {
            if is_array {
                inner.iter_mut().for_each(|item| reorder_inside(item, random))
            } else {
                reorder(inner, random)
            }
        }
    }
    random.shuffle(elements);
}

fn reorder_inside(element: &mut Element, random: &mut Random) {
    match &mut element.value {
        Value::Elements(inner) if element.kind == 0x03 => reorder(inner, random),
        Value::Elements(inner) => inner.iter_mut().for_each(|item| reorder_inside(item, random)),
        Value::Bytes(_) => {}
    }
}

/// Documents of the model, where a field that is not declared is left alone.
const OPEN: [&[u8]; 8] =
    [b"scalars", b"widened", b"optional", b"lists", b"named", b"kinds", b"tree", b"payment"];

fn add_unknown(elements: &mut Vec<Element>, random: &mut Random) {
    for element in elements.iter_mut().filter(|element| OPEN.contains(&element.key.as_slice())) {
        if let Value::Elements(inner) = &mut element.value {
            add_unknown(inner, random);
        }
    }
    let every =
        raw::read(&samples::every_bson_type().to_vec().expect("encodable")).expect("well framed");
    for mut unknown in every {
        unknown.key = [b"unknown-", unknown.key.as_slice()].concat();
        elements.insert(random.below(elements.len() + 1), unknown);
    }
}
