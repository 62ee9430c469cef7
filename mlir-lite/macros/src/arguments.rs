//! The two forms of arguments in attributes: `key = value` and `key(a, b)`.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Result, Token, parenthesized};

/// The value after `=`.
pub(crate) fn value<T: Parse>(input: ParseStream<'_>) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// A list in parentheses.
pub(crate) fn list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}
