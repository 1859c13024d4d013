//! A checked enum over document types.

use syn::{Ident, Path, Type, Visibility};

use super::names::{self, Clashes};
use crate::{
    errors::Errors,
    parse::{FamilyInput, FamilyMember},
};

/// A checked enum over document types.
pub(crate) struct Family {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) runtime: Path,
    /// The variants with a document type: one at least.
    pub(crate) variants: Vec<FamilyVariant>,
    /// The variant that keeps documents of other types, and what it holds.
    pub(crate) fallback: Option<(Ident, Type)>,
}

/// A variant with a document type.
pub(crate) struct FamilyVariant {
    pub(crate) ident: Ident,
    /// The name of the path into it.
    pub(crate) method: Ident,
    /// The name of the condition on it.
    pub(crate) condition: Ident,
    pub(crate) ty: Type,
}

impl Family {
    pub(crate) fn new(parsed: FamilyInput, runtime: Path) -> syn::Result<Self> {
        let FamilyInput { input, members } = parsed;
        let mut errors = Errors::default();
        if let Some(generic) = input.generics.params.first() {
            errors.at(
                generic,
                "the documents of a collection are concrete types: name them in the variants",
            );
        }
        let (fallbacks, types): (Vec<FamilyMember>, Vec<FamilyMember>) =
            members.into_iter().partition(|member| member.fallback.is_some());
        if types.is_empty() {
            let text = "an enum over documents has a variant for each type in the collection: write `Car(Car)`";
            errors.at(&input.ident, text);
        }
        for fallback in fallbacks.iter().skip(1).filter_map(|member| member.fallback.as_ref()) {
            errors.at(&fallback.key, "another variant is the fallback: remove `fallback` here");
        }
        let mut clashes = Clashes::default();
        clashes.reserve("id", "the path to the `_id`");
        let variants = types.into_iter().map(|FamilyMember { ident, ty, .. }| {
            let (name, condition) = methods(&ident);
            clashes.add_method(&name.to_string(), &ident, &mut errors);
            FamilyVariant { ident, method: name, condition, ty }
        });
        let variants = variants.collect();
        errors.finish()?;
        let fallback = fallbacks.into_iter().next().map(|member| (member.ident, member.ty));
        Ok(Self { ident: input.ident, vis: input.vis, runtime, variants, fallback })
    }
}

/// The names of the path into a variant, and of the condition that it is that one: `car` and `is_car`.
fn methods(ident: &Ident) -> (Ident, Ident) {
    let name = names::snake(ident);
    let method = match name.as_str() {
        "super" | "self" | "crate" => Ident::new(&format!("{name}_"), ident.span()),
        name if syn::parse_str::<Ident>(name).is_err() => Ident::new_raw(name, ident.span()),
        name => Ident::new(name, ident.span()),
    };
    (method, Ident::new(&format!("is_{name}"), ident.span()))
}
