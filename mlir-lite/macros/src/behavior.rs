//! What an op does: the entries of `implements(..)`.

use crate::declaration::Declaration;
use crate::view;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Path, Result, Token, braced};

/// An entry of `implements(..)`.
pub(crate) struct Behavior {
    /// The trait.
    pub(crate) path: Path,
    pub(crate) by: Implementor,
}

/// Who implements a trait for the op.
pub(crate) enum Implementor {
    /// `FoldOp`: the op's type.
    Op,
    /// `FoldOp = Type<Self>`: a type that stands for the op.
    Model(Path),
    /// `Trait { lhs, memref = base }`: the macro, by accessors of the op.
    Accessors(Vec<SharedAccessor>),
}

/// A function of a trait, and the accessor that implements it.
pub(crate) struct SharedAccessor {
    function: Ident,
    accessor: Ident,
}

/// Traits that have a place of their own in an op's definition; all others are interfaces.
const IN_DEFINITION: [&str; 4] = ["VerifyOp", "FoldOp", "InferTypes", "CustomAssembly"];

impl Parse for SharedAccessor {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let function: Ident = input.parse()?;
        let accessor = match input.parse::<Option<Token![=]>>()? {
            Some(_) => input.parse()?,
            None => function.clone(),
        };
        Ok(Self { function, accessor })
    }
}

impl Parse for Behavior {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let path = input.parse()?;
        let by = if input.parse::<Option<Token![=]>>()?.is_some() {
            Implementor::Model(input.parse()?)
        } else if input.peek(syn::token::Brace) {
            let content;
            braced!(content in input);
            let functions = Punctuated::<SharedAccessor, Token![,]>::parse_terminated(&content)?;
            Implementor::Accessors(functions.into_iter().collect())
        } else {
            Implementor::Op
        };
        Ok(Self { path, by })
    }
}

impl Behavior {
    /// The entry of an interface that the macro itself implements.
    pub(crate) fn implied(path: Path) -> Self {
        Self { path, by: Implementor::Op }
    }

    /// The name of the trait.
    pub(crate) fn name(&self) -> String {
        self.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
    }

    /// Whether the trait is an interface, which is found by asking an op for it.
    pub(crate) fn is_interface(&self) -> bool {
        !matches!(self.by, Implementor::Accessors(_))
            && !IN_DEFINITION.contains(&self.name().as_str())
    }

    /// The type that implements the trait.
    pub(crate) fn implementor(&self, op: &Ident) -> TokenStream {
        match &self.by {
            Implementor::Model(path) => with_self(path.to_token_stream(), op),
            Implementor::Op | Implementor::Accessors(_) => op.to_token_stream(),
        }
    }
}

/// The tokens with an op's name in place of `Self`, which a static cannot mention.
fn with_self(tokens: TokenStream, op: &Ident) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "Self" => {
            Ident::new(&op.to_string(), ident.span()).into()
        }
        TokenTree::Group(group) => {
            Group::new(group.delimiter(), with_self(group.stream(), op)).into()
        }
        token => token,
    });
    replaced.collect()
}

/// The implementations by accessors.
pub(crate) fn expand(op: &Declaration) -> TokenStream {
    let implementations = op.implements.iter().filter_map(|behavior| match &behavior.by {
        Implementor::Accessors(functions) => Some(by_accessors(op, &behavior.path, functions)),
        Implementor::Op | Implementor::Model(_) => None,
    });
    quote!(#(#implementations)*)
}

fn by_accessors(op: &Declaration, path: &Path, functions: &[SharedAccessor]) -> TokenStream {
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
