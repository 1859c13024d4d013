//! Reads which rules of a validator a document broke out of the server's answer.

use bson::{Bson, Document};

use crate::error::ValidationFailure;

/// Deepest level of the server's report that is read.
const MAX_DEPTH: usize = 64;

/// Reads paths and rules out of the server's `errInfo`, and nothing else: it holds the refused values too.
///
/// Of alternatives (`anyOf` the versions, `oneOf` the variants), those are told that are for the version or the tag that the
/// document has. `version_field` tells versions apart.
pub(crate) fn validation_failures(
    info: &Document,
    version_field: Option<&str>,
) -> Vec<ValidationFailure> {
    let mut found = Vec::new();
    if let Ok(details) = info.get_document("details") {
        Walk { version_field }.walk(details, "", MAX_DEPTH, &mut found);
    }
    found
}

struct Walk<'a> {
    version_field: Option<&'a str>,
}

impl Walk<'_> {
    fn walk(
        &self,
        details: &Document,
        path: &str,
        depth: usize,
        found: &mut Vec<ValidationFailure>,
    ) {
        if let Some(branches) = alternatives(details).filter(|_| depth > 0) {
            return self.choose(&branches, path, depth, found);
        }
        let nested: Vec<(&Document, String)> = children(details, path);
        if nested.is_empty() || depth == 0 {
            found.extend(leaf(details, path));
            return;
        }
        for (child, child_path) in nested {
            self.walk(child, &child_path, depth - 1, found);
        }
    }

    /// Tells the alternative that is meant; where none is, what the document has in place of a version or a tag.
    fn choose(
        &self,
        branches: &[&Document],
        path: &str,
        depth: usize,
        found: &mut Vec<ValidationFailure>,
    ) {
        let field = self.version_field.filter(|_| path.is_empty());
        let failures = |branch: &Document| {
            let mut failures = Vec::new();
            for (child, child_path) in children(branch, path) {
                self.walk(child, &child_path, depth - 1, &mut failures);
            }
            failures
        };
        let meant = branches.iter().filter(|branch| distinguishing(branch, path, field).is_empty());
        // A branch with a wrong type for the whole is one for null, or for documents where there is none.
        let is_whole = |failures: &[ValidationFailure]| {
            failures.iter().any(|it| it.path() == path && it.rule() == "bsonType")
        };
        let meant = meant.map(|branch| failures(branch)).filter(|failures| !failures.is_empty());
        let fewest = meant.min_by_key(|failures| (is_whole(failures), failures.len()));
        let chosen = fewest.unwrap_or_else(|| {
            branches.iter().flat_map(|branch| distinguishing(branch, path, field)).collect()
        });
        for failure in chosen {
            if !found.contains(&failure) {
                found.push(failure);
            }
        }
    }
}

/// The alternatives of which the document meets none.
fn alternatives(details: &Document) -> Option<Vec<&Document>> {
    let branches = details.get_array("schemasNotSatisfied").ok()?;
    Some(branches.iter().filter_map(Bson::as_document).collect())
}

/// What shows that an alternative is for another version or tag: a field with one possible value that has another one, one
/// that may not have a declared tag and has it, or a missing version.
fn distinguishing(
    branch: &Document,
    path: &str,
    version_field: Option<&str>,
) -> Vec<ValidationFailure> {
    let mut found = Vec::new();
    for (rule, _) in children(branch, path) {
        let properties = rule.get_array("propertiesNotSatisfied").ok();
        for property in properties.into_iter().flatten().filter_map(Bson::as_document) {
            let Ok(name) = property.get_str("propertyName") else { continue };
            let has_other =
                children(property, path).iter().any(|(it, _)| is_one_value(it) || is_known(it));
            // A version that is no number breaks the type, too.
            if has_other || version_field == Some(name) {
                found.push(ValidationFailure::new(join(path, name), "enum"));
            }
        }
        let missing = rule.get_array("missingProperties").ok();
        for name in missing.into_iter().flatten().filter_map(Bson::as_str) {
            if version_field == Some(name) {
                found.push(ValidationFailure::new(join(path, name), "required"));
            }
        }
    }
    found
}

/// Whether a tag is declared where only others are meant.
fn is_known(rule: &Document) -> bool {
    rule.get_str("operatorName").is_ok_and(|name| name == "not")
}

fn is_one_value(rule: &Document) -> bool {
    let values = rule.get_document("specifiedAs").and_then(|it| it.get_array("enum"));
    values.is_ok_and(|values| values.len() == 1)
}

/// The parts of a report that go on below: rules that are not satisfied, properties, array items.
fn children<'d>(details: &'d Document, path: &str) -> Vec<(&'d Document, String)> {
    const LISTS: [&str; 3] = ["schemaRulesNotSatisfied", "propertiesNotSatisfied", "details"];
    let inside = inside(details, path);
    let mut nested = Vec::new();
    for list in LISTS {
        match details.get(list) {
            Some(Bson::Array(items)) => {
                nested.extend(items.iter().filter_map(Bson::as_document).map(|child| {
                    let path = match child.get_str("propertyName") {
                        Ok(name) => join(path, name),
                        Err(_) => inside.clone(),
                    };
                    (child, path)
                }))
            }
            Some(Bson::Document(child)) => nested.push((child, inside.clone())),
            _ => {}
        }
    }
    nested
}

/// Where the parts of a report are that is about one element of an array, or about one key of a map. Keys are data.
fn inside(details: &Document, path: &str) -> String {
    let index = details.get("itemIndex");
    let index = index.and_then(|index| index.as_i64().or_else(|| index.as_i32().map(i64::from)));
    match index {
        Some(index) => format!("{path}[{index}]"),
        None if details.contains_key("failingProperty") => join(path, "{?}"),
        None => path.to_owned(),
    }
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
        let found: Vec<_> =
            validation_failures(&info, None).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["`items` (`maxItems`)", "`name` (`required`)"]);
    }

    #[test]
    fn an_element_has_its_index_and_a_key_of_a_map_is_not_shown() {
        let text = doc! { "operatorName": "bsonType", "consideredValue": "secret" };
        let items = doc! { "operatorName": "items", "itemIndex": 2, "details": [text] };
        let map = doc! { "operatorName": "additionalProperties", "failingProperty": "secret", "details": [items] };
        let info = doc! { "details": { "operatorName": "$jsonSchema", "schemaRulesNotSatisfied": [
            { "operatorName": "properties", "propertiesNotSatisfied": [{ "propertyName": "map", "details": [map] }] },
        ] } };
        let found: Vec<_> =
            validation_failures(&info, None).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["`map.{?}[2]` (`bsonType`)"]);
    }
}
