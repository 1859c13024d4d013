//! What the documentation of a query's type says of it.

use std::fmt::Write as _;

use quote::ToTokens;
use syn::ext::IdentExt;

use crate::{
    model::{Asked, AskedWith, Query},
    parse::{Direction, ElementPath, Elements, Literal, PartialOp},
};

/// What the query asks, in Markdown. The paths are those of the Rust types.
pub(super) fn text(model: &Query) -> String {
    let document = model.document.to_token_stream().to_string().replace(' ', "");
    let mut text = format!("`{}` finds documents of `{document}`", model.operation.value());
    text.push_str(if model.conditions.is_empty() { ".\n\n" } else { " with\n\n" });
    for asked in &model.conditions {
        let optional = if asked.optional { " (optional)" } else { "" };
        // Writing to a string does not fail.
        let _ = writeln!(text, "- `{}`{optional}", condition(asked));
    }
    if !model.sort.is_empty() {
        let keys: Vec<String> = model
            .sort
            .iter()
            .map(|key| {
                let direction = match key.direction {
                    Direction::Asc => "asc",
                    Direction::Desc => "desc",
                };
                format!("`{} {direction}`", path(&key.path))
            })
            .collect();
        let _ = write!(text, "\nin the order of {}\n", keys.join(", "));
    }
    for limit in limits(model) {
        let _ = write!(text, "\n{limit}\n");
    }
    text
}

fn limits(model: &Query) -> impl Iterator<Item = String> {
    let limits = &model.limits;
    let reads = model.projection.as_ref();
    let reads = reads.map(|it| format!("It reads `{}`.", it.to_token_stream()));
    let all = [
        reads,
        limits.max_results.map(|n| format!("A call gets at most {n} documents.")),
        limits.deadline_ms.map(|ms| format!("A call takes at most {ms} ms.")),
        model
            .collection_scan
            .as_ref()
            .map(|why| format!("It may look at each document of the collection: {}", why.value())),
    ];
    all.into_iter().flatten()
}

fn condition(asked: &Asked) -> String {
    let (path, sign) = (path(&asked.path), asked.operator.value.sign());
    match &asked.with {
        AskedWith::Nothing => format!("{path} {sign}"),
        AskedWith::Field { ident, .. } => format!("{path} {sign} {}", ident.unraw()),
        AskedWith::Several { ident, max_items, .. } => {
            format!("{path} {sign} {} (at most {})", ident.unraw(), max_items.base10_digits())
        }
        AskedWith::Literal { op: PartialOp::Exists, .. } => format!("{path} exists"),
        AskedWith::Literal { op, literal } => format!("{path} {} {}", op.sign(), written(literal)),
        AskedWith::Pattern(pattern) => format!("{path} {sign} {}", pattern.to_token_stream()),
    }
}

fn written(literal: &Literal) -> String {
    let minus = |is_negative: bool| if is_negative { "-" } else { "" };
    match literal {
        Literal::Str(text) => text.to_token_stream().to_string(),
        Literal::Int { is_negative, digits } => {
            format!("{}{}", minus(*is_negative), digits.base10_digits())
        }
        Literal::Float { is_negative, digits } => {
            format!("{}{}", minus(*is_negative), digits.base10_digits())
        }
        Literal::Bool(value) => value.value.to_string(),
    }
}

fn path(path: &ElementPath) -> String {
    let mut text = String::new();
    for step in &path.steps {
        if !text.is_empty() {
            text.push('.');
        }
        text.push_str(&step.field.unraw().to_string());
        for elements in &step.elements {
            let name = match elements {
                Elements::Named(name) => name.to_string(),
                Elements::Each(_) | Elements::Matched(_) => String::new(),
            };
            let _ = write!(text, "[{name}]");
        }
    }
    text
}
