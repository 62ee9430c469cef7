//! Implements the traits of `implements(..)` whose functions are accessors of the op.

use crate::behavior::{Implementor, SharedAccessor};
use crate::declaration::Declaration;
use crate::view;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Path};

/// The implementations.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let implementations = op.implements.iter().filter_map(|behavior| match &behavior.by {
        Implementor::Accessors(functions) => Some(implement(op, &behavior.path, functions)),
        Implementor::Op | Implementor::Model(_) => None,
    });
    quote!(#(#implementations)*)
}

fn implement(op: &Declaration, path: &Path, functions: &[SharedAccessor]) -> TokenStream {
    let (ident, view) = (&op.ident, view::ident(op));
    let functions = functions.iter().map(|SharedAccessor { function, accessor: name }| {
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
