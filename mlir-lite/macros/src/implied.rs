//! Implementations that options of fields declare: effects on memory, and names of results.

use crate::declaration::{Arity, Declaration, Field};
use proc_macro2::TokenStream;
use quote::quote;

/// The implementations.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let effects = op.has_effects().then(|| effects(op));
    let names = op.has_result_names().then(|| result_names(op));
    quote!(#effects #names)
}

fn effects(op: &Declaration) -> TokenStream {
    let ident = &op.ident;
    let of_field = |field: &Field| {
        let name = &field.ident;
        let effects = field.effects.iter().map(|kind| match field.arity {
            // Passes ask for the effects of each op, and pushing one is quicker than extending.
            Arity::One => quote! {
                if let ::core::option::Option::Some(effect) =
                    Effect::on_memory_of(EffectKind::#kind, op.#name())
                {
                    effects.push(effect);
                }
            },
            _ => quote! {
                effects.extend(
                    op.#name()
                        .into_iter()
                        .filter_map(|value| Effect::on_memory_of(EffectKind::#kind, value)),
                );
            },
        });
        quote!(#(#effects)*)
    };
    let effects = op.operands.iter().chain(&op.results).map(of_field);
    quote! {
        impl ::mlir_lite::ir::interfaces::MemoryEffectOpInterface for #ident {
            fn effects(
                op: ::mlir_lite::ir::View<'_, Self>,
            ) -> ::mlir_lite::ir::prelude::SmallVec<[::mlir_lite::ir::interfaces::Effect; 2]> {
                use ::mlir_lite::ir::interfaces::{Effect, EffectKind};
                let mut effects = ::mlir_lite::ir::prelude::SmallVec::new();
                #(#effects)*
                effects
            }
        }
    }
}

fn result_names(op: &Declaration) -> TokenStream {
    let ident = &op.ident;
    let names = op.results.iter().map(|field| match &field.upstream_name {
        Some(name) => quote!(::core::option::Option::Some(#name)),
        None => quote!(::core::option::Option::None),
    });
    quote! {
        impl ::mlir_lite::ir::interfaces::OpAsmNameInterface for #ident {
            fn result_name(
                _: ::mlir_lite::ir::View<'_, Self>,
                index: usize,
                upstream: bool,
            ) -> ::core::option::Option<::std::string::String> {
                let names: &[::core::option::Option<&str>] = &[#(#names),*];
                let name = names.get(index).copied().flatten().filter(|_| upstream)?;
                ::core::option::Option::Some(::std::string::ToString::to_string(name))
            }
        }
    }
}
