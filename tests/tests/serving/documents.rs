//! The documents that plans are made for, and filters on them.

use mongo_runtime::{
    bson::{Bson, Document, doc},
    index::Literal,
    query::{Predicate, PredicateOp},
};

use crate::{
    fields::{ITEMS, PLAIN, TAGS, field_at, number},
    random::Random,
};

/// Some hundred documents, each optional field of which is there, null or absent, and each array of up to three elements.
pub(crate) fn documents(random: &mut Random) -> Vec<Document> {
    (0..400).map(|n| document(n, random)).collect()
}

fn document(n: usize, random: &mut Random) -> Document {
    let mut out = doc! { "_id": number(n), "type": random.one(&["Order", "Order", "Offer"]) };
    let mut customer = Document::new();
    for field in PLAIN {
        let value = match random.below(4) {
            0 if field.may_lack => continue,
            1 if field.may_lack => Bson::Null,
            _ => field.value(random),
        };
        match field.path.strip_prefix("customer.") {
            Some(name) => customer.insert(name, value),
            None => out.insert(field.path, value),
        };
    }
    out.insert("customer", customer);
    let tags: Vec<Bson> = (0..random.below(4)).map(|_| TAGS.value(random)).collect();
    out.insert("tags", tags);
    let items = (0..random.below(4)).map(|_| {
        let [sku, qty] = ITEMS else { unreachable!("two fields") };
        Bson::from(doc! { "sku": sku.value(random), "qty": qty.value(random) })
    });
    let items: Vec<Bson> = items.collect();
    out.insert("items", items);
    out
}

/// The filter of one call, in the forms that the filters of the runtime have.
pub(crate) fn filter(predicates: &[&Predicate], random: &mut Random) -> Document {
    let mut terms: Vec<Document> = Vec::new();
    let mut elements: Vec<(&str, &str, Vec<Document>)> = Vec::new();
    for predicate in predicates {
        let condition = condition(predicate, random);
        let Some(element) = predicate.element else {
            terms.push(doc! { predicate.path: condition });
            continue;
        };
        let inside = predicate.path.strip_prefix(predicate.array).unwrap_or_default();
        let inside = inside.trim_start_matches('.');
        let one = if inside.is_empty() {
            condition
        } else {
            doc! { inside: condition }
        };
        match elements
            .iter_mut()
            .find(|(name, array, _)| (*name, *array) == (element, predicate.array))
        {
            Some((_, _, all)) => all.push(one),
            None => elements.push((element, predicate.array, vec![one])),
        }
    }
    for (_, array, all) in elements {
        terms.push(doc! { array: { "$elemMatch": merged(all) } });
    }
    merged(terms)
}

/// One document where no key is in two of them, and else a list.
fn merged(terms: Vec<Document>) -> Document {
    let mut out = Document::new();
    for term in &terms {
        for (key, value) in term {
            match (out.get_mut(key), value) {
                (None, value) => {
                    out.insert(key.clone(), value.clone());
                }
                (Some(Bson::Document(present)), Bson::Document(more))
                    if more.keys().all(|key| {
                        key.starts_with('$') && key != "$elemMatch" && !present.contains_key(key)
                    }) =>
                {
                    present.extend(more.clone());
                }
                _ => return doc! { "$and": terms },
            }
        }
    }
    out
}

fn condition(predicate: &Predicate, random: &mut Random) -> Document {
    let field = field_at(predicate.path);
    let mut value = || match predicate.literal {
        Some(Literal::Str(text)) => Bson::from(text),
        Some(Literal::Int(number)) => Bson::from(i32::try_from(number).expect("a small number")),
        _ => field.value(random),
    };
    match predicate.op {
        PredicateOp::Eq if predicate.array.is_empty() && field.is_array() => {
            doc! { "$eq": [value(), value()] }
        }
        PredicateOp::Eq => doc! { "$eq": value() },
        PredicateOp::In | PredicateOp::NotIn => {
            let n_values = predicate.max_items.unwrap_or(3);
            let values: Vec<Bson> = (0..n_values).map(|n| distinct(value(), n)).collect();
            if predicate.op == PredicateOp::In {
                doc! { "$in": values }
            } else {
                doc! { "$nin": values }
            }
        }
        PredicateOp::Gt => doc! { "$gt": value() },
        PredicateOp::Gte => doc! { "$gte": value() },
        PredicateOp::Lt => doc! { "$lt": value() },
        PredicateOp::Lte => doc! { "$lte": value() },
        PredicateOp::StartsWith => doc! { "$regex": "^a" },
        PredicateOp::Contains => doc! { "$regex": "1" },
        PredicateOp::Matches => doc! { "$regex": "^[a-b]" },
        PredicateOp::Ne => doc! { "$ne": value() },
        PredicateOp::Exists => doc! { "$exists": true },
        PredicateOp::Absent => doc! { "$exists": false },
        PredicateOp::Null => doc! { "$type": 10 },
        PredicateOp::NullOrAbsent => doc! { "$eq": null },
        PredicateOp::Present => doc! { "$ne": null },
        PredicateOp::Other => doc! { "$mod": [2, 0] },
        other => unreachable!("{other:?} is not generated"),
    }
}

/// Values of a list that differ, as far as they are of one kind.
fn distinct(value: Bson, n: usize) -> Bson {
    match value {
        Bson::String(text) if n > 0 => Bson::String(format!("{text}{n}")),
        Bson::Int32(value) => Bson::Int32(value + 20 * number(n)),
        value => value,
    }
}
