//! Families: what several declarations of ops have in common, said once.

use crate::arguments::value;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Fields, Ident, ItemStruct, Path, Result, Token};

/// A declaration that begins with `family = Path`.
pub(crate) struct Member {
    family: Path,
    /// The options that the family does not have.
    options: TokenStream,
}

mod word {
    syn::custom_keyword!(family);
}

impl Member {
    /// Whether a declaration is of a family.
    pub(crate) fn is(options: &TokenStream) -> bool {
        options.clone().into_iter().next().is_some_and(|first| first.to_string() == "family")
    }
}

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        input.parse::<word::family>()?;
        let family = value(input)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok(Self { family, options: input.parse()? })
    }
}

fn fields_of(fields: &Fields) -> Result<TokenStream> {
    match fields {
        Fields::Named(fields) => {
            let mut fields = fields.named.clone();
            if !fields.empty_or_trailing() {
                fields.push_punct(Token![,](proc_macro2::Span::call_site()));
            }
            Ok(fields.into_token_stream())
        }
        Fields::Unit => Ok(TokenStream::new()),
        Fields::Unnamed(fields) => {
            Err(Error::new_spanned(fields, "operands, attributes and results have names"))
        }
    }
}

/// The call of the family's macro, which completes the declaration.
pub(crate) fn expand_member(member: Member, item: ItemStruct) -> Result<TokenStream> {
    let Member { family, options } = member;
    let ItemStruct { attrs, vis, ident, fields, .. } = item;
    let fields = fields_of(&fields)?;
    Ok(quote!(#family! { [#options] [#(#attrs)* #vis struct #ident] [#fields] }))
}

/// The macro of a family: it adds the family's options and fields to those of a declaration.
pub(crate) fn expand(options: TokenStream, item: ItemStruct) -> Result<TokenStream> {
    let ident: &Ident = &item.ident;
    let fields = fields_of(&item.fields)?;
    let comma = (!options.is_empty()).then(|| quote!(,));
    Ok(quote! {
        #[allow(unused_macros)]
        macro_rules! #ident {
            ([$($options:tt)*] [$($item:tt)*] [$($fields:tt)*]) => {
                #[::mlir_lite::ir::prelude::op(#options #comma $($options)*)]
                $($item)* { #fields $($fields)* }
            };
        }
        #[allow(unused_imports)]
        pub(crate) use #ident;
    })
}
