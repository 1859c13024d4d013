//! Writes a declared index as the server takes it, in `createIndexes`.

use bson::{Bson, Decimal128, Document, doc};

use super::{IndexDeclaration, IndexKey, KeyKind, Literal, PartialOp, PartialTerm};
use crate::{
    field::IsVariant,
    shape::{BsonType, Scalar, Shape},
};

impl IndexDeclaration {
    /// The specification: `{ key: { number: 1 }, name: "uq_number", unique: true }`. What is not declared is left out. The
    /// condition of a type with a discriminator is there by itself.
    #[must_use]
    pub fn render(&self) -> Document {
        let key: Document = self.keys.iter().map(|key| (name(key), kind(key.kind))).collect();
        let mut spec = doc! { "key": key, "name": self.name };
        for (name, is_set) in
            [("unique", self.unique), ("sparse", self.sparse), ("hidden", self.hidden)]
        {
            if is_set {
                spec.insert(name, true);
            }
        }
        let own = self.only.map(|only| (only.field.to_owned(), Bson::from(only.tag)));
        let expression: Document = own.into_iter().chain(conditions_of(self.partial)).collect();
        if !expression.is_empty() {
            spec.insert("partialFilterExpression", expression);
        }
        if let Some(seconds) = self.expire_after_seconds {
            spec.insert("expireAfterSeconds", seconds);
        }
        if let Some(collation) = &self.collation {
            spec.insert("collation", collation.render());
        }
        if let Some(projection) = self.projection.render() {
            spec.insert("wildcardProjection", projection);
        }
        spec
    }
}

/// The path, or that of everything below it.
fn name(key: &IndexKey) -> String {
    match (key.kind, key.path) {
        (KeyKind::Wildcard, "") => "$**".to_owned(),
        (KeyKind::Wildcard, path) => format!("{path}.$**"),
        (_, path) => path.to_owned(),
    }
}

fn kind(kind: KeyKind) -> Bson {
    match kind {
        KeyKind::Asc | KeyKind::Wildcard => Bson::Int32(1),
        KeyKind::Desc => Bson::Int32(-1),
        KeyKind::Hashed => "hashed".into(),
        KeyKind::Sphere => "2dsphere".into(),
        KeyKind::Text => "text".into(),
    }
}

/// One document for all terms: an equality stands bare, and several comparisons of one path together.
pub(crate) fn conditions_of(terms: &[PartialTerm]) -> Document {
    let mut expression = Document::new();
    for term in terms {
        for is in term.variant.into_iter().flat_map(IsVariant::and_outer) {
            expression.insert(is.path, is.tag);
        }
        let (op, value) = (operator(term.op), literal(term.shape, term.literal));
        match expression.get_mut(term.path) {
            Some(Bson::Document(operators)) => {
                operators.insert(op, value);
            }
            Some(Bson::String(_)) if term.variant.is_some_and(|is| is.path == term.path) => {}
            Some(present) => *present = doc! { "$eq": present.clone(), op: value }.into(),
            None if op == "$eq" => {
                expression.insert(term.path, value);
            }
            None => {
                expression.insert(term.path, doc! { op: value });
            }
        }
    }
    expression
}

/// The operator of the server.
pub(crate) fn operator(op: PartialOp) -> &'static str {
    match op {
        PartialOp::Eq => "$eq",
        PartialOp::Gt => "$gt",
        PartialOp::Gte => "$gte",
        PartialOp::Lt => "$lt",
        PartialOp::Lte => "$lte",
        PartialOp::Exists => "$exists",
    }
}

/// The literal in the BSON type of its field, as the codec would write it.
pub(crate) fn literal(shape: &Shape, literal: Literal) -> Bson {
    let bson = match shape.inside() {
        Shape::Scalar(Scalar { bson, .. }) => Some(*bson),
        _ => None,
    };
    match (literal, bson) {
        (Literal::Str(text), _) => text.into(),
        (Literal::Bool(value), _) => value.into(),
        (Literal::Int(value), Some(BsonType::Int32)) => {
            i32::try_from(value).map_or(Bson::Int64(value), Bson::Int32)
        }
        (Literal::Int(value), Some(BsonType::Decimal128)) => decimal(&value.to_string()),
        #[expect(
            clippy::cast_precision_loss,
            reason = "a literal in an attribute, for a field that is a double"
        )]
        (Literal::Int(value), Some(BsonType::Double)) => Bson::Double(value as f64),
        (Literal::Int(value), _) => value.into(),
        (Literal::Float(value), Some(BsonType::Decimal128)) => decimal(&value.to_string()),
        (Literal::Float(value), _) => value.into(),
    }
}

fn decimal(text: &str) -> Bson {
    text.parse::<Decimal128>().map_or_else(|_| text.into(), Bson::Decimal128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codec::Bounds,
        index::{Absent, Collation, Projection},
    };

    static TEXT: Shape = Shape::Scalar(Scalar::variable(BsonType::String));
    static INT: Shape = Shape::Scalar(Scalar::integer(BsonType::Int32, 0, 10));
    static DECIMAL: Shape =
        Shape::Optional(&Shape::Scalar(Scalar::fixed(BsonType::Decimal128, 16)));

    const fn key(path: &'static str, kind: KeyKind) -> IndexKey {
        IndexKey {
            path,
            shape: &TEXT,
            array: "",
            may_lack: false,
            optional: "",
            null: false,
            variant: None,
            kind,
        }
    }

    const fn term(
        path: &'static str,
        shape: &'static Shape,
        op: PartialOp,
        literal: Literal,
    ) -> PartialTerm {
        PartialTerm { path, shape, array: "", bounds: Bounds::NONE, op, literal, variant: None }
    }

    #[test]
    fn an_index_is_written_as_the_server_takes_it() {
        static KEYS: &[IndexKey] =
            &[key("customer.id", KeyKind::Asc), key("created_at", KeyKind::Desc)];
        let plain = IndexDeclaration::new("ix", KEYS);
        assert_eq!(
            plain.render(),
            doc! { "key": { "customer.id": 1, "created_at": -1 }, "name": "ix" }
        );
        let full = IndexDeclaration {
            unique: true,
            hidden: true,
            absent: Absent::One,
            expire_after_seconds: Some(3600),
            ..IndexDeclaration::new("ix", KEYS)
        };
        assert_eq!(
            full.render(),
            doc! {
                "key": { "customer.id": 1, "created_at": -1 }, "name": "ix", "unique": true, "hidden": true,
                "expireAfterSeconds": 3600,
            }
        );
        static KINDS: &[IndexKey] =
            &[key("a", KeyKind::Hashed), key("b", KeyKind::Sphere), key("c", KeyKind::Text)];
        let kinds = IndexDeclaration { sparse: true, ..IndexDeclaration::new("ix", KINDS) };
        assert_eq!(
            kinds.render(),
            doc! { "key": { "a": "hashed", "b": "2dsphere", "c": "text" }, "name": "ix", "sparse": true }
        );
    }

    #[test]
    fn a_wildcard_and_a_collation_are_written_as_the_server_takes_them() {
        static BELOW: &[IndexKey] = &[key("attributes", KeyKind::Wildcard)];
        let mut below = IndexDeclaration::new("ix", BELOW);
        let mut collation = Collation::new("de@collation=phonebook");
        (collation.strength, collation.case_level) = (Some(1), Some(true));
        (collation.case_first, collation.max_variable) = (Some("upper"), Some("space"));
        below.collation = Some(collation);
        assert_eq!(
            below.render(),
            doc! {
                "key": { "attributes.$**": 1 }, "name": "ix",
                "collation": {
                    "locale": "de@collation=phonebook", "strength": 1, "caseFirst": "upper", "maxVariable": "space", "caseLevel": true,
                },
            }
        );
        static WHOLE: &[IndexKey] = &[key("", KeyKind::Wildcard)];
        let mut whole = IndexDeclaration::new("ix", WHOLE);
        whole.projection = Projection::Exclude(&["secret", "lines.sku"]);
        assert_eq!(
            whole.render(),
            doc! { "key": { "$**": 1 }, "name": "ix", "wildcardProjection": { "secret": 0, "lines.sku": 0 } }
        );
        whole.projection = Projection::Include(&["name"]);
        assert_eq!(whole.render().get("wildcardProjection"), Some(&doc! { "name": 1 }.into()));
    }

    #[test]
    fn a_partial_condition_has_the_bson_types_of_its_fields() {
        static TERMS: &[PartialTerm] = &[
            term("status", &TEXT, PartialOp::Eq, Literal::Str("open")),
            term("qty", &INT, PartialOp::Gte, Literal::Int(1)),
            term("qty", &INT, PartialOp::Lt, Literal::Int(5)),
            term("total", &DECIMAL, PartialOp::Gt, Literal::Float(1.5)),
            term("paid", &DECIMAL, PartialOp::Exists, Literal::Bool(true)),
        ];
        let index = IndexDeclaration { partial: TERMS, ..IndexDeclaration::new("ix", &[]) };
        let total: Decimal128 = "1.5".parse().expect("a decimal");
        assert_eq!(
            index.render().get("partialFilterExpression"),
            Some(&Bson::Document(doc! {
                "status": "open", "qty": { "$gte": 1, "$lt": 5 }, "total": { "$gt": total }, "paid": { "$exists": true },
            }))
        );
    }
}
