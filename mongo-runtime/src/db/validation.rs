//! Reads which rules of a validator a document broke out of the server's answer.

use bson::{Bson, Document};

use crate::error::ValidationFailure;

/// Deepest level of the server's report that is read.
const MAX_DEPTH: usize = 64;

/// Reads paths and rules out of the server's `errInfo`, and nothing else: it holds the refused values too.
pub(crate) fn validation_failures(info: &Document) -> Vec<ValidationFailure> {
    let mut found = Vec::new();
    if let Ok(details) = info.get_document("details") {
        walk(details, "", MAX_DEPTH, &mut found);
    }
    found
}

fn walk(details: &Document, path: &str, depth: usize, found: &mut Vec<ValidationFailure>) {
    let nested: Vec<(&Document, String)> = children(details, path);
    if nested.is_empty() || depth == 0 {
        found.extend(leaf(details, path));
        return;
    }
    for (child, child_path) in nested {
        walk(child, &child_path, depth - 1, found);
    }
}

/// The parts of a report that go on below: rules that are not satisfied, properties, array items.
fn children<'d>(details: &'d Document, path: &str) -> Vec<(&'d Document, String)> {
    const LISTS: [&str; 4] =
        ["schemaRulesNotSatisfied", "propertiesNotSatisfied", "details", "schemasNotSatisfied"];
    let mut nested = Vec::new();
    for list in LISTS {
        match details.get(list) {
            Some(Bson::Array(items)) => {
                nested.extend(items.iter().filter_map(Bson::as_document).map(|child| {
                    let path = match child.get_str("propertyName") {
                        Ok(name) => join(path, name),
                        Err(_) => path.to_owned(),
                    };
                    (child, path)
                }))
            }
            Some(Bson::Document(child)) => nested.push((child, path.to_owned())),
            _ => {}
        }
    }
    nested
}

fn leaf(details: &Document, path: &str) -> Vec<ValidationFailure> {
    let Ok(rule) = details.get_str("operatorName") else { return Vec::new() };
    match details.get_array("missingProperties") {
        Ok(missing) => missing
            .iter()
            .filter_map(Bson::as_str)
            .map(|name| ValidationFailure::new(join(path, name), rule))
            .collect(),
        Err(_) => vec![ValidationFailure::new(path.to_owned(), rule)],
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    #[test]
    fn a_report_gives_paths_and_rules_and_no_values() {
        let info = doc! { "failingDocumentId": 1, "details": { "operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [
            { "operatorName": "properties", "propertiesNotSatisfied": [
                { "propertyName": "items", "details": [
                    { "operatorName": "maxItems", "specifiedAs": { "maxItems": 2 }, "consideredValue": ["secret"] } ] } ] },
            { "operatorName": "required", "specifiedAs": { "required": ["name"] }, "missingProperties": ["name"] },
        ] } };
        let found: Vec<_> = validation_failures(&info).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["`items` (`maxItems`)", "`name` (`required`)"]);
    }
}
