//! Conditions on one element, as documents whose names start at the element. The empty name is the element itself.

use bson::{Bson, Document, doc};

use crate::{
    filter::{Term, Values, check_parts, guarded, render_document},
    refusal::Refusal,
};

/// The name of the element itself.
pub(super) const WHOLE: &str = "";

/// The condition that a filter on elements of `array` makes.
pub(super) fn of_term(array: &str, term: &Term, values: Values) -> Result<Document, Refusal> {
    check_parts(term)?;
    if term.n_near() > 0 {
        let text = "no element is chosen by `near`, which orders; use `within_circle`";
        return Err(Refusal::Rule(format!("`{array}`: {text}")));
    }
    if term.is_everything() {
        let text = "every element meets the condition; say so with `update_each`";
        return Err(Refusal::Rule(format!("`{array}`: {text}")));
    }
    Ok(normal(&render_document(term, values)?))
}

/// Puts the operators on the element itself under the empty name.
fn normal(document: &Document) -> Document {
    let mut it = Document::new();
    for (key, value) in document {
        match value {
            Bson::Array(terms) if is_logic(key) => {
                it.insert(key, each(terms, normal));
            }
            _ if key.starts_with('$') => match it.get_mut(WHOLE) {
                Some(Bson::Document(operators)) => {
                    operators.insert(key, value);
                }
                _ => {
                    it.insert(WHOLE, doc! { key: value });
                }
            },
            _ => {
                it.insert(key, value);
            }
        }
    }
    it
}

/// The condition on the element that an array filter names.
pub(super) fn named(condition: &Document, name: &str) -> Document {
    let mut it = Document::new();
    for (key, value) in condition {
        match value {
            Bson::Array(terms) if is_logic(key) => {
                it.insert(key, each(terms, |term| named(term, name)));
            }
            value if key.is_empty() => {
                it.insert(name, plain(value));
            }
            value => {
                it.insert(format!("{name}.{key}"), value);
            }
        }
    }
    it
}

/// `{ $eq: 5 }` as the manual writes it: `5`.
fn plain(value: &Bson) -> Bson {
    match value {
        Bson::Document(operators) if operators.len() == 1 => {
            operators.get("$eq").map_or_else(|| value.clone(), |value| guarded(value.clone()))
        }
        value => value.clone(),
    }
}

/// The condition with names that start at an element of `array`; none where it is about something else.
pub(super) fn relative(condition: &Document, array: &str) -> Option<Document> {
    let mut it = Document::new();
    for (key, value) in condition {
        if let (true, Bson::Array(terms)) = (is_logic(key), value) {
            let terms: Option<Vec<Bson>> = terms
                .iter()
                .map(|term| relative(term.as_document()?, array).map(Bson::Document))
                .collect();
            it.insert(key, terms?);
            continue;
        }
        let name = match key.strip_prefix(array)? {
            "" => WHOLE,
            rest => rest.strip_prefix('.')?,
        };
        it.insert(name, value);
    }
    Some(it)
}

/// Conditions of which an element meets at least one if it fails this one; none where the server has no words for that.
pub(super) fn failing(condition: &Document) -> Option<Vec<Document>> {
    let mut found = Vec::new();
    for (key, value) in condition {
        match (key.as_str(), value) {
            ("$and", Bson::Array(terms)) => {
                for term in terms {
                    found.extend(failing(term.as_document()?)?);
                }
            }
            ("$nor", Bson::Array(terms)) => {
                for term in terms {
                    found.push(term.as_document()?.clone());
                }
            }
            ("$or", Bson::Array(terms)) => {
                let has_whole = |term: &Bson| term.as_document().is_none_or(has_whole);
                if terms.iter().any(has_whole) {
                    return None;
                }
                found.push(doc! { "$nor": terms.clone() });
            }
            (key, value) => found.push(doc! { key: opposite(value) }),
        }
    }
    Some(found)
}

fn opposite(value: &Bson) -> Bson {
    match value {
        Bson::Document(operators) if is_operators(operators) => {
            match (operators.len(), operators.get("$not"), operators.get_bool("$exists")) {
                (1, Some(inner), _) => inner.clone(),
                (1, None, Ok(exists)) => doc! { "$exists": !exists }.into(),
                _ => doc! { "$not": operators.clone() }.into(),
            }
        }
        value => doc! { "$ne": value.clone() }.into(),
    }
}

/// The inside of an `$elemMatch` that asks for an element which meets all of the conditions; none where the server has no
/// words for that.
pub(super) fn element_with(conditions: &[&Document]) -> Option<Document> {
    let is_whole = |condition: &&Document| condition.keys().all(|key| key.is_empty());
    if conditions.iter().all(is_whole) {
        let mut operators = Document::new();
        for (key, value) in conditions.iter().flat_map(|condition| condition.iter()).flat_map(ops) {
            if operators.insert(key, value).is_some() {
                return None;
            }
        }
        return Some(operators);
    }
    if conditions.iter().any(|condition| has_whole(condition)) {
        return None;
    }
    let mut merged = Document::new();
    for (key, value) in conditions.iter().flat_map(|condition| condition.iter()) {
        if merged.insert(key, value).is_some() {
            return Some(
                doc! { "$and": conditions.iter().map(|it| (*it).clone()).collect::<Vec<_>>() },
            );
        }
    }
    Some(merged)
}

fn ops((_, value): (&String, &Bson)) -> Document {
    match value {
        Bson::Document(operators) if is_operators(operators) => operators.clone(),
        value => doc! { "$eq": value.clone() },
    }
}

fn has_whole(condition: &Document) -> bool {
    condition.iter().any(|(key, value)| match value {
        Bson::Array(terms) if is_logic(key) => {
            terms.iter().any(|term| term.as_document().is_none_or(has_whole))
        }
        _ => key.is_empty(),
    })
}

fn is_operators(document: &Document) -> bool {
    document.keys().next().is_some_and(|key| key.starts_with('$'))
}

fn is_logic(key: &str) -> bool {
    matches!(key, "$and" | "$or" | "$nor")
}

fn each(terms: &[Bson], change: impl Fn(&Document) -> Document) -> Vec<Bson> {
    let one = |term: &Bson| match term {
        Bson::Document(term) => change(term).into(),
        other => other.clone(),
    };
    terms.iter().map(one).collect()
}
