//! Parses the options of `#[op(..)]`.
//!
//! All errors are collected, so that one of them hides neither the others nor the names that the
//! macro generates.

use crate::arguments::{list, value};
use crate::behavior::Behavior;
use crate::relations::TraitEntry;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, Expr, LitStr, Path, Result, Token, parenthesized, parse_quote};

/// Options that add up when they are repeated, in a declaration and its family.
const LISTS: [&str; 3] = ["traits", "implements", "upstream"];

/// How the form of an op is declared.
pub(crate) enum AssemblyOption {
    Custom,
    Format(LitStr),
}

/// The arguments of `upstream(..)`.
#[derive(Default)]
pub(crate) struct UpstreamOptions {
    pub(crate) names: Vec<LitStr>,
    pub(crate) choose: Option<Path>,
    pub(crate) check: Option<Path>,
    pub(crate) assembly: Option<AssemblyOption>,
    pub(crate) only: bool,
    /// Where the first argument is.
    start: Option<Span>,
}

/// The arguments of `#[op(..)]`.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) name: Option<LitStr>,
    pub(crate) traits: Vec<TraitEntry>,
    pub(crate) implements: Vec<Behavior>,
    pub(crate) properties: Option<Expr>,
    pub(crate) assembly: Option<AssemblyOption>,
    pub(crate) upstream: Option<UpstreamOptions>,
    pub(crate) errors: Vec<Error>,
}

/// The text that rustdoc shows of an op beside its comment: each name with its form, and as an
/// alias for the search.
pub(crate) fn names_and_forms(options: &Options, name: &LitStr) -> Vec<Attribute> {
    let form = |assembly: Option<&AssemblyOption>| match assembly {
        Some(AssemblyOption::Format(text)) => Some(text.value()),
        _ => None,
    };
    let own = form(options.assembly.as_ref());
    let mut forms = vec![(name.value(), own.clone())];
    if let Some(upstream) = &options.upstream {
        let form = form(upstream.assembly.as_ref()).or(own);
        for name in upstream.names.iter().map(LitStr::value) {
            if forms.iter().all(|(known, _)| *known != name) {
                forms.push((name, form.clone()));
            }
        }
    }
    let mut attributes: Vec<Attribute> = vec![
        parse_quote!(#[doc = ""]),
        parse_quote!(#[doc = "# Name and form"]),
        parse_quote!(#[doc = ""]),
        parse_quote!(#[doc = "```text"]),
    ];
    for (name, form) in &forms {
        let line = match form {
            Some(form) => format!("{name} {form}"),
            None => name.clone(),
        };
        attributes.push(parse_quote!(#[doc = #line]));
        attributes.push(parse_quote!(#[doc(alias = #name)]));
    }
    attributes.push(parse_quote!(#[doc = "```"]));
    attributes
}

fn custom(input: ParseStream<'_>) -> Result<AssemblyOption> {
    let word: Ident = value(input)?;
    if word == "custom" {
        return Ok(AssemblyOption::Custom);
    }
    Err(Error::new(word.span(), "expected `assembly = custom`"))
}

fn set_assembly(
    slot: &mut Option<AssemblyOption>,
    value: AssemblyOption,
    at: &Ident,
) -> Result<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::new(at.span(), "an op has one form: `format` or `assembly`, once")),
    }
}

impl Options {
    /// Parses the arguments of `#[op(..)]`. Wrong arguments are reported in `errors`; the other
    /// options are parsed nevertheless.
    pub(crate) fn parse(arguments: TokenStream) -> Self {
        let (mut options, mut errors) = (Self::default(), Vec::new());
        let parser = |input: ParseStream<'_>| {
            each_option(input, &LISTS, &mut errors, |key, input| options.parse_option(key, input));
            Ok(())
        };
        // After an error in parentheses, the rest of their content is another error.
        if let Err(error) = parser.parse2(arguments)
            && errors.is_empty()
        {
            errors.push(error);
        }
        if let Some(upstream) = &options.upstream
            && upstream.names.is_empty()
            && errors.is_empty()
        {
            let start = upstream.start.unwrap_or_else(Span::call_site);
            errors.push(Error::new(start, "missing `name = \"dialect.op\"`"));
        }
        let custom = options.implements.iter().find(|entry| entry.name() == "CustomAssembly");
        let upstream = options.upstream.as_ref().and_then(|upstream| upstream.assembly.as_ref());
        match (custom, &options.assembly) {
            (Some(_), None) => options.assembly = Some(AssemblyOption::Custom),
            (Some(custom), Some(_)) if !matches!(upstream, Some(AssemblyOption::Custom)) => {
                let message = "an op has one form: `format`, or that of `CustomAssembly`";
                errors.push(Error::new_spanned(&custom.path, message));
            }
            _ => {}
        }
        options.errors = errors;
        options
    }

    fn parse_option(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        match key.to_string().as_str() {
            "name" => self.name = Some(value(input)?),
            "traits" => self.traits.extend(list(input)?),
            "implements" => self.implements.extend(list(input)?),
            "properties" => self.properties = Some(value(input)?),
            "format" => {
                set_assembly(&mut self.assembly, AssemblyOption::Format(value(input)?), key)?
            }
            "upstream" => {
                let content;
                parenthesized!(content in input);
                return combined(self.upstream.get_or_insert_default().parse(&content));
            }
            _ => {
                let message = format!(
                    "unknown option `{key}`; expected name, traits, implements, format, \
                     upstream or properties"
                );
                return Err(Error::new(key.span(), message));
            }
        }
        Ok(())
    }
}

impl UpstreamOptions {
    /// Parses the arguments of `upstream(..)`, and returns the errors in them.
    fn parse(&mut self, input: ParseStream<'_>) -> Vec<Error> {
        let mut errors = Vec::new();
        self.start.get_or_insert(input.span());
        each_option(input, &["name"], &mut errors, |key, input| self.parse_option(key, input));
        errors
    }

    fn parse_option(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        match key.to_string().as_str() {
            "name" => self.names.push(value(input)?),
            "names" => self.names.extend(list(input)?),
            "only" => self.only = true,
            "choose" => self.choose = Some(value(input)?),
            "check" => self.check = Some(value(input)?),
            "format" => {
                set_assembly(&mut self.assembly, AssemblyOption::Format(value(input)?), key)?
            }
            "assembly" => set_assembly(&mut self.assembly, custom(input)?, key)?,
            _ => {
                let message = format!(
                    "unknown option `{key}`; expected name, names, only, choose, check, format \
                     or assembly"
                );
                return Err(Error::new(key.span(), message));
            }
        }
        Ok(())
    }
}

/// Parses options between commas. After an option that is wrong, the next one is parsed. An option
/// is given once, unless it is one of `repeated`.
fn each_option(
    input: ParseStream<'_>,
    repeated: &[&str],
    errors: &mut Vec<Error>,
    mut parse: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) {
    let mut seen: Vec<Ident> = Vec::new();
    while !input.is_empty() {
        let parsed = Ident::parse_any(input).and_then(|key| {
            if seen.contains(&key) && !repeated.iter().any(|word| key == word) {
                return Err(Error::new(key.span(), format!("option `{key}` is given twice")));
            }
            parse(&key, input)?;
            seen.push(key);
            if input.is_empty() || input.peek(Token![,]) {
                return Ok(());
            }
            Err(input.error("expected `,`"))
        });
        if let Err(error) = parsed {
            errors.push(error);
            skip_option(input);
        }
        let _ = input.parse::<Token![,]>();
    }
}

/// Skips the rest of an option, up to the comma after it.
fn skip_option(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        if input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}

/// Several errors as one, or none.
fn combined(errors: Vec<Error>) -> Result<()> {
    let all = errors.into_iter().reduce(|mut all, error| {
        all.combine(error);
        all
    });
    all.map_or(Ok(()), Err)
}
