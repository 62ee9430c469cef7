//! What options say in place of an implementation: a function that verifies, effects on memory, and
//! names of results.

use crate::declaration::{Arity, Declaration, Field};
use crate::view;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// The implementations.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let verify = op.verify_with.as_ref().map(|function| verify(op, function));
    let effects = op.has_effects().then(|| effects(op));
    let names = op.has_result_names().then(|| result_names(op));
    quote!(#verify #effects #names)
}

fn verify(op: &Declaration, function: &syn::Path) -> TokenStream {
    let ident = &op.ident;
    // An error about the function's type is shown at its name.
    let call = quote_spanned!(function.span()=> #function(op));
    quote! {
        impl ::mlir_lite::ir::hooks::VerifyOp for #ident {
            fn verify(
                op: ::mlir_lite::ir::View<'_, Self>,
                diagnostics: &mut ::mlir_lite::ir::prelude::Diagnostics,
            ) {
                let checked: ::core::result::Result<(), ::std::string::String> = #call;
                if let ::core::result::Result::Err(message) = checked {
                    diagnostics.error(op.op().op_error(message));
                }
            }
        }
    }
}

fn effects(op: &Declaration) -> TokenStream {
    let view = view::ident(op);
    let of_field = |field: &Field| {
        let name = &field.ident;
        let effects = field.effects.iter().map(|kind| match field.arity {
            // Passes ask for the effects of each op, and pushing one is quicker than extending.
            Arity::One => quote! {
                if let ::core::option::Option::Some(effect) =
                    Effect::on_memory_of(EffectKind::#kind, self.#name())
                {
                    effects.push(effect);
                }
            },
            _ => quote! {
                effects.extend(
                    self.#name()
                        .into_iter()
                        .filter_map(|value| Effect::on_memory_of(EffectKind::#kind, value)),
                );
            },
        });
        quote!(#(#effects)*)
    };
    let effects = op.operands.iter().chain(&op.results).map(of_field);
    quote! {
        impl ::mlir_lite::ir::interfaces::MemoryEffectOpInterface for #view<'_> {
            fn effects(
                &self,
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
    let view = view::ident(op);
    let names = op.results.iter().map(|field| match &field.upstream_name {
        Some(name) => quote!(::core::option::Option::Some(#name)),
        None => quote!(::core::option::Option::None),
    });
    quote! {
        impl ::mlir_lite::ir::interfaces::OpAsmNameInterface for #view<'_> {
            fn result_name(
                &self,
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
