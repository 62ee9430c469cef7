//! Parses `accessors(..)` and `by(..)` of `#[op(..)]`.

use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Path, Result, Token, braced, parenthesized};

/// `Trait { lhs, memref = base }`: a trait whose functions are accessors of the op.
pub(crate) struct Accessors {
    pub(crate) path: Path,
    pub(crate) functions: Vec<SharedAccessor>,
}

/// A function of a trait, and the accessor that implements it.
pub(crate) struct SharedAccessor {
    pub(crate) function: Ident,
    pub(crate) accessor: Ident,
}

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

impl Parse for Accessors {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let path = input.parse()?;
        let content;
        braced!(content in input);
        let functions = Punctuated::<SharedAccessor, Token![,]>::parse_terminated(&content)?;
        Ok(Self { path, functions: functions.into_iter().collect() })
    }
}

/// `by(Type: FoldOp, InterpretOp)`: the type whose functions implement these hooks.
pub(crate) struct By {
    pub(crate) ty: Path,
    pub(crate) hooks: Vec<Hook>,
}

/// A hook that may be shared.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Hook {
    Assembly,
    Verify,
    Fold,
    Canonicalize,
    Interpret,
}

impl Parse for Hook {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: Ident = input.parse()?;
        Ok(match name.to_string().as_str() {
            "CustomAssembly" => Self::Assembly,
            "VerifyOp" => Self::Verify,
            "FoldOp" => Self::Fold,
            "CanonicalizeOp" => Self::Canonicalize,
            "InterpretOp" => Self::Interpret,
            _ => {
                let message = "expected CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp or \
                    InterpretOp";
                return Err(Error::new(name.span(), message));
            }
        })
    }
}

impl Parse for By {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let content;
        parenthesized!(content in input);
        let ty = content.parse()?;
        content.parse::<Token![:]>()?;
        let hooks = Punctuated::<Hook, Token![,]>::parse_terminated(&content)?;
        Ok(Self { ty, hooks: hooks.into_iter().collect() })
    }
}
