//! Writes the adaptor of an op that infers the types of its results: the types of its operands, its
//! attributes and its regions by name.

use crate::declaration::{Arity, Declaration};
use crate::view::attribute_accessors;
use crate::wrapper::{docs, fixed_position};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

fn has_own(op: &Declaration) -> bool {
    ["InferTypes", "InferShapedTypeOpInterface"].iter().any(|name| op.behavior(name).is_some())
}

fn ident(op: &Declaration) -> syn::Ident {
    format_ident!("{}InferAdaptor", op.ident)
}

/// The type of the adaptor, with the lifetime `'a`.
pub(crate) fn ty(op: &Declaration) -> TokenStream {
    if !has_own(op) {
        return quote!(::mlir_lite::ir::prelude::InferenceInput<'a>);
    }
    let ident = ident(op);
    quote!(#ident<'a>)
}

/// The adaptor and its functions, if the op infers types.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    if !has_own(op) {
        return TokenStream::new();
    }
    let (vis, op_ident, ident) = (&op.vis, &op.ident, ident(op));
    let summary =
        format!("The inputs of the inference of result types of a [`{op_ident}`], by name.");
    let operands = (0..op.operands.len()).map(|index| operand(op, index));
    let attributes = op.op_attrs.iter().enumerate().map(|(slot, field)| {
        let name = &field.attr_name;
        attribute_accessors(op, slot, &quote!(self.0.attr(#name)))
    });
    let regions = (0..op.regions.len()).map(|index| region(op, index));
    quote! {
        #[doc = #summary]
        #[derive(Copy, Clone)]
        #vis struct #ident<'a>(::mlir_lite::ir::prelude::InferenceInput<'a>);

        #[allow(dead_code)]
        impl<'a> #ident<'a> {
            #(#operands)*
            #(#attributes)*
            #(#regions)*
        }

        impl<'a> ::mlir_lite::ir::prelude::OpInferAdaptor<'a> for #ident<'a> {
            fn of(input: ::mlir_lite::ir::prelude::InferenceInput<'a>) -> Self {
                Self(input)
            }

            fn input(self) -> ::mlir_lite::ir::prelude::InferenceInput<'a> {
                self.0
            }
        }
    }
}

fn operand(op: &Declaration, index: usize) -> TokenStream {
    let (vis, field) = (&op.vis, &op.operands[index]);
    let name = &field.ident;
    let docs = match field.docs.is_empty() {
        true => {
            let text = match field.arity {
                Arity::Variadic => format!("The types of the operands `{}`.", field.name),
                _ => format!("The type of the operand `{}`.", field.name),
            };
            quote!(#[doc = #text])
        }
        false => docs(field, "operand"),
    };
    let (ty, group) = (quote!(::mlir_lite::types::Type), quote!(self.0.group(#index)));
    let (ty, get) = match field.arity {
        Arity::One => (ty, quote!(#group[0])),
        Arity::Optional => (quote!(::core::option::Option<#ty>), quote!(#group.first().copied())),
        Arity::Variadic => (quote!(&'a [#ty]), group),
    };
    quote! {
        #docs
        #vis fn #name(self) -> #ty {
            #get
        }
    }
}

fn region(op: &Declaration, index: usize) -> TokenStream {
    let (vis, field) = (&op.vis, &op.regions[index]);
    let (name, docs) = (&field.ident, docs(field, "region"));
    let note = " None while there is none yet: builders infer types before they make regions.";
    let (region, after) =
        (quote!(::mlir_lite::ir::prelude::RegionRef<'a>), op.regions.len() - index - 1);
    if field.arity == Arity::Variadic {
        return quote! {
            #docs
            #[doc = #note]
            #vis fn #name(self) -> &'a [#region] {
                let regions = self.0.regions();
                regions.get(#index..regions.len().saturating_sub(#after)).unwrap_or_default()
            }
        };
    }
    let get = match fixed_position(&op.regions, index) {
        true => quote!(regions.get(#index)),
        false => quote!(regions.iter().rev().nth(#after)),
    };
    quote! {
        #docs
        #[doc = #note]
        #vis fn #name(self) -> ::core::option::Option<#region> {
            let regions = self.0.regions();
            #get.copied()
        }
    }
}
