//! The parts of the update that the values of a recipe make.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Context, Under, at, module, paths};
use crate::{
    model::{Change, Condition, Conditions, Key, Operand, Recipe},
    parse::{Direction, Elements, Operator, Order},
};

/// Each part, as an expression of an update of the document.
pub(super) fn parts(cx: &Context, model: &Recipe) -> Vec<TokenStream> {
    let expected = model.expected.iter().map(|it| {
        let path = paths::whole(cx, &it.path);
        let call = Call { name: it.operator.value.text(), key: it.operator.key.span(), path };
        call.with(cx, &it.operand, it.optional, |call| call)
    });
    let matched = model.matched.iter().map(|it| matched(cx, it));
    let changes = model.changes.iter().map(|it| change(cx, model, it));
    expected.chain(matched).chain(changes).collect()
}

/// The keys of an upsert, as expressions of filters.
pub(super) fn keys(cx: &Context, model: &Recipe) -> Vec<TokenStream> {
    let one = |it: &Key| {
        let path = paths::whole(cx, &it.path);
        let call = Call { name: "key", key: it.key.span(), path };
        call.with(cx, &it.operand, false, |call| call)
    };
    model.keys.iter().map(one).collect()
}

fn matched(cx: &Context, it: &Conditions) -> TokenStream {
    let Some(first) = it.all.first() else { return TokenStream::new() };
    let r = module(cx, first.key);
    let array = paths::array(cx, &first.path, it.depth);
    let conditions = conditions(cx, it);
    quote_spanned!(first.key=> #r::expect_matched(#array, [#(#conditions),*]))
}

fn conditions(cx: &Context, it: &Conditions) -> Vec<TokenStream> {
    let one = |condition: &Condition| {
        let path = paths::in_element(cx, it, condition);
        let call = Call { name: condition.function, key: condition.key, path };
        call.with(cx, &condition.operand, false, |call| call)
    };
    it.all.iter().map(one).collect()
}

fn change(cx: &Context, model: &Recipe, it: &Change) -> TokenStream {
    let (runtime, push) = (&cx.runtime, &it.push);
    let has_modifiers = push.slice.is_some() || push.position.is_some() || push.sort.is_some();
    let is_several = it.operator.value == Operator::PushEach;
    let name = if has_modifiers && !is_several { "pushing" } else { it.operator.value.text() };
    let path = paths::whole(cx, &it.path);
    let change = Call { name, key: it.operator.key.span(), path }.with(
        cx,
        &it.operand,
        it.optional,
        |call| {
            if !has_modifiers && !is_several {
                return call;
            }
            let modifiers = modifiers(cx, it);
            quote!(#runtime::update::IntoUpdate::into_update(#call #modifiers))
        },
    );
    let mut elements = it.path.elements().map(|elements| these(cx, model, elements)).peekable();
    if elements.peek().is_none() {
        return change;
    }
    let r = module(cx, Span::call_site());
    quote!(#r::chosen::<_, __Document>(#change, [#(#elements),*]))
}

fn these(cx: &Context, model: &Recipe, elements: &Elements) -> TokenStream {
    let r = module(cx, Span::call_site());
    match elements {
        Elements::Each(_) => quote!(#r::all()),
        Elements::Matched(_) => quote!(#r::matched()),
        Elements::Named(name) => {
            let named = model.named.iter().find(|named| named.is_meant_by(elements));
            let conditions = named.map(|named| conditions(cx, named)).unwrap_or_default();
            let name = name.to_string();
            quote!(#r::named(#name, [#(#conditions),*]))
        }
    }
}

/// `.slice(-50)` and the like.
fn modifiers(cx: &Context, it: &Change) -> TokenStream {
    let runtime = &cx.runtime;
    let key = it.operator.key.span();
    let slice = it.push.slice.as_ref().map(|n| quote!(.slice(#n)));
    let position = it.push.position.as_ref().map(|n| quote!(.position(#n)));
    let sort = it.push.sort.as_ref().map(|order| match order {
        Order::Whole(direction) => {
            let direction = match direction {
                Direction::Asc => quote!(Asc),
                Direction::Desc => quote!(Desc),
            };
            quote_spanned!(key=> .sort(#runtime::sort::Direction::#direction))
        }
        Order::Fields(fields) => {
            let mut keys = fields.iter().map(|(path, direction)| {
                let span = Under::tokens(path).0;
                let element = Ident::new("__element", at(span));
                let path = paths::below(cx, &quote!(#element), path, usize::MAX);
                let direction = match direction {
                    Direction::Asc => quote!(asc),
                    Direction::Desc => quote!(desc),
                };
                quote_spanned!(span=> #runtime::sort::SortField::#direction(#path))
            });
            let first = keys.next();
            let element = Ident::new("__element", Span::call_site());
            quote!(.sort_by(|#element| #first #(.then(#keys))*))
        }
    });
    quote!(#slice #position #sort)
}

/// The call of an operator's function.
struct Call {
    name: &'static str,
    key: Span,
    path: TokenStream,
}

impl Call {
    /// The call with its operand, if it has one. `finish` makes an update of it.
    fn with(
        self,
        cx: &Context,
        operand: &Operand,
        is_optional: bool,
        finish: impl FnOnce(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let Self { name, key, path } = self;
        // One origin for the call and its operands, or the compiler shows the derive instead of them.
        let key = at(key);
        let (r, name) = (module(cx, key), Ident::new(name, key));
        let Some(value) = value(operand) else {
            return finish(quote_spanned!(key=> #r::#name(#path)));
        };
        if !is_optional {
            return finish(quote_spanned!(key=> #r::#name(#path, #value)));
        }
        let part = Ident::new("__part", at(operand.span()));
        let change = finish(quote_spanned!(key=> #r::#name(#path, #part)));
        let span = at(operand.span());
        let held = module(cx, span);
        let held = quote_spanned!(span=> #held::held(#value));
        quote_spanned!(key=> #r::if_some(#held, |#part| #change))
    }
}

/// A reference to the value, under the token that the user wrote for it.
fn value(operand: &Operand) -> Option<TokenStream> {
    let span = at(operand.span());
    Some(match operand {
        Operand::None => return None,
        Operand::Field { ident, .. } => {
            let it = Ident::new("__it", span);
            let mut field = ident.clone();
            field.set_span(ident.span().located_at(span));
            quote_spanned!(span=> &#it.#field)
        }
        Operand::Constant(value) => quote_spanned!(span=> &(#value)),
    })
}
