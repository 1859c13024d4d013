//! Derives for `mongo-runtime`: attributes in, impls out.
//!
//! Each entry point is one line. The work is in `parse` (tokens to what the user wrote), `model` (what the user wrote to a
//! checked model) and `expand` (checked model to impls). Rules about types are not decided here: the expansion asks traits
//! and `const` functions of the runtime, so aliases and newtypes behave like what they stand for.

mod parse;

mod model;

mod expand;

mod errors;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a struct a document, stored whole in a collection; or an enum the documents of several types in one collection.
#[doc = include_str!("../docs/document.md")]
#[proc_macro_derive(Document, attributes(mongo))]
pub fn derive_document(input: TokenStream) -> TokenStream {
    document(input.into()).into()
}

/// Makes a struct, newtype or enum a value that is stored inside of documents.
#[doc = include_str!("../docs/embedded.md")]
#[proc_macro_derive(Embedded, attributes(mongo))]
pub fn derive_embedded(input: TokenStream) -> TokenStream {
    embedded(input.into()).into()
}

/// Makes a struct a recipe: an update of a document, with its operands as fields.
#[doc = include_str!("../docs/update.md")]
#[proc_macro_derive(Update, attributes(mongo))]
pub fn derive_update(input: TokenStream) -> TokenStream {
    recipe(input.into()).into()
}

/// Makes a struct a registered query: a filter with a name, an order and limits, with its operands as fields.
#[doc = include_str!("../docs/filter.md")]
#[proc_macro_derive(Filter, attributes(mongo))]
pub fn derive_filter(input: TokenStream) -> TokenStream {
    query(input.into()).into()
}

/// Makes a struct a projection: a typed part of a document, which is all that is sent of it.
#[doc = include_str!("../docs/projection.md")]
#[proc_macro_derive(Projection, attributes(mongo))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    projection(input.into()).into()
}

fn document(input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    derive(input, true, |input, runtime| {
        Ok(match parse::document(input)? {
            parse::WholeInput::One(parsed) => {
                expand::document(&model::Document::new(*parsed, runtime)?)
            }
            parse::WholeInput::Family(parsed) => {
                expand::family(&model::Family::new(*parsed, runtime)?)
            }
        })
    })
}

fn embedded(input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    derive(input, false, |input, runtime| {
        let parsed = parse::embedded(input)?;
        Ok(expand::embedded(&model::Embedded::new(parsed, runtime)?))
    })
}

fn recipe(input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let input: syn::DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let runtime = parse::runtime_path(&input.attrs);
    let model =
        parse::recipe(&input).and_then(|parsed| model::Recipe::new(parsed, runtime.clone()));
    match model {
        Ok(model) => expand::recipe(&model),
        Err(error) => expand::recipe_stub(&input, &runtime, &error),
    }
}

fn query(input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let input: syn::DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let runtime = parse::runtime_path(&input.attrs);
    let model = parse::query(&input).and_then(|parsed| model::Query::new(parsed, runtime.clone()));
    match model {
        Ok(model) => expand::query(&model),
        Err(error) => expand::query_stub(&input, &runtime, &error),
    }
}

fn projection(input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let input: syn::DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let runtime = parse::runtime_path(&input.attrs);
    let model =
        parse::projection(&input).and_then(|parsed| model::Projected::new(parsed, runtime.clone()));
    match model {
        Ok(model) => expand::projection(&model),
        Err(error) => expand::projection_stub(&input, &runtime, &error),
    }
}

fn derive(
    input: proc_macro2::TokenStream,
    is_document: bool,
    expand: impl FnOnce(&syn::DeriveInput, syn::Path) -> syn::Result<proc_macro2::TokenStream>,
) -> proc_macro2::TokenStream {
    let mut input: syn::DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    parse::write_out_self(&mut input);
    let runtime = parse::runtime_path(&input.attrs);
    match expand(&input, runtime.clone()) {
        Ok(tokens) => tokens,
        Err(error) => expand::stub(&input, &runtime, &error, is_document),
    }
}
