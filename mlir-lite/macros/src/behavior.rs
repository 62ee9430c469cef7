//! The behaviour of an op: the entries of `implements(..)`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Path, Result, Token, braced};

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
    pub(crate) function: Ident,
    pub(crate) accessor: Ident,
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
