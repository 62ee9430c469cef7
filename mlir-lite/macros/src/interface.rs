//! Generates what makes a trait an interface of ops.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, ItemTrait, Path, Result, Token};

/// The options of an interface.
pub(crate) struct Options {
    verify: Option<Path>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Ok(Self { verify: None });
        }
        let key: Ident = input.parse()?;
        if key != "verify" {
            return Err(Error::new(
                key.span(),
                format!("unknown option `{key}`; expected `verify = function`"),
            ));
        }
        input.parse::<Token![=]>()?;
        Ok(Self { verify: Some(input.parse()?) })
    }
}

/// The trait, with the impl that makes its objects an interface of the ops whose views implement
/// it.
pub(crate) fn expand(options: Options, item: ItemTrait) -> Result<TokenStream> {
    if let Some(parameter) = item.generics.params.first() {
        return Err(Error::new_spanned(parameter, "an interface of ops has no parameters"));
    }
    let ident = &item.ident;
    let verify = options.verify.map(|path| {
        quote! {
            const VERIFY: ::core::option::Option<::mlir_lite::ir::op_def::VerifyFn> =
                ::core::option::Option::Some(#path);
        }
    });
    Ok(quote! {
        #item

        impl ::mlir_lite::ir::op_interface::OpInterface for dyn #ident {
            type Object<'b> = dyn #ident + 'b;
            #verify
        }

        impl<'b, V: #ident + 'b> ::mlir_lite::ir::op_interface::ImplementedBy<'b, V> for dyn #ident {
            fn object<'v>(view: &'v V) -> &'v (dyn #ident + 'b) {
                view
            }
        }
    })
}
