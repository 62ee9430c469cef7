//! What several ops have in common: accessors as functions of a trait, and hooks that one type
//! implements for all of them.

use crate::declaration::Declaration;
use crate::shared_options::{Accessors, Hook, SharedAccessor};
use crate::view;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Path};

/// The implementations of the traits.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let accessors = op.accessors.iter().map(|accessors| implement_accessors(op, accessors));
    let hooks =
        op.by.iter().flat_map(|by| by.hooks.iter().map(|hook| implement(op, &by.ty, *hook)));
    quote!(#(#accessors)* #(#hooks)*)
}

fn implement_accessors(op: &Declaration, accessors: &Accessors) -> TokenStream {
    let (ident, view, path) = (&op.ident, view::ident(op), &accessors.path);
    let functions =
        accessors.functions.iter().map(|SharedAccessor { function, accessor: name }| {
            if let Some(ty) = view::type_of_accessor(op, name) {
                return quote! {
                    fn #function(op: ::mlir_lite::ir::View<'_, Self>) -> #ty {
                        #view::#name(op)
                    }
                };
            }
            match view::type_of_setter(op, name) {
                Some(ty) => quote! {
                    fn #function(self, body: &mut ::mlir_lite::ir::Body, value: #ty) {
                        #ident::#name(self, body, value);
                    }
                },
                None => Error::new(name.span(), format!("the op has no accessor `{name}`"))
                    .to_compile_error(),
            }
        });
    quote!(impl #path for #ident { #(#functions)* })
}

fn implement(op: &Declaration, ty: &Path, hook: Hook) -> TokenStream {
    let ident = &op.ident;
    let view = quote!(::mlir_lite::ir::View);
    match hook {
        Hook::Assembly => quote! {
            impl ::mlir_lite::ir::hooks::CustomAssembly for #ident {
                fn parse(
                    parser: &mut ::mlir_lite::ir::asm::OpAsmParser<'_, '_>,
                ) -> ::mlir_lite::ir::asm::Parsed<()> {
                    #ty::parse::<Self>(parser)
                }
                fn print<'b>(
                    op: #view<'b, Self>,
                    printer: &mut ::mlir_lite::ir::asm::OpAsmPrinter<'_, 'b>,
                ) {
                    #ty::print::<Self>(op, printer)
                }
            }
        },
        Hook::Verify => quote! {
            impl ::mlir_lite::ir::hooks::VerifyOp for #ident {
                fn verify(
                    op: #view<'_, Self>,
                    diagnostics: &mut ::mlir_lite::ir::prelude::Diagnostics,
                ) {
                    #ty::verify::<Self>(op, diagnostics)
                }
            }
        },
        Hook::Fold => quote! {
            impl ::mlir_lite::ir::hooks::FoldOp for #ident {
                fn fold(
                    op: #view<'_, Self>,
                    constants: ::mlir_lite::ir::prelude::FoldAdaptor<'_, Self>,
                ) -> ::mlir_lite::ir::fold::Fold {
                    #ty::fold::<Self>(op, constants)
                }
            }
        },
        Hook::Canonicalize => quote! {
            impl ::mlir_lite::rewrite::CanonicalizeOp for #ident {
                fn patterns(set: &mut ::mlir_lite::rewrite::RewritePatternSet) {
                    #ty::patterns::<Self>(set)
                }
            }
        },
        Hook::Interpret => quote! {
            impl ::mlir_lite::interpreter::InterpretOp for #ident {
                fn interpret<'b>(
                    op: #view<'b, Self>,
                    machine: &mut ::mlir_lite::interpreter::Machine<'b>,
                ) -> ::core::result::Result<
                    ::mlir_lite::interpreter::Flow,
                    ::mlir_lite::interpreter::Trap,
                > {
                    #ty::interpret::<Self>(op, machine)
                }
            }
        },
    }
}
