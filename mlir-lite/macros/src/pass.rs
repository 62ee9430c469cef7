//! `#[pass]` and `#[pass_options]`: the declaration of a pass, or of options alone.
//!
//! `pass_fields.rs` parses the fields and generates the options; this file parses the attribute and
//! generates the rest of the pass.

use crate::arguments::{list, value};
use crate::declaration::split_docs;
use crate::pass_fields::{Fields, check_argument, join_lines, options_impl};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, ItemStruct, LitStr, Path, Result, Token};

/// The keys of `#[pass(..)]`.
const KEYS: &str =
    "name, report_name, upstream, aliases, on, each_body, pure, only, dialects or initialize";

/// The parsed attribute.
struct Declared {
    name: LitStr,
    report_name: Option<Expr>,
    upstream: Option<LitStr>,
    aliases: Vec<LitStr>,
    on: Option<Expr>,
    each_body: bool,
    pure: bool,
    only: Vec<Only>,
    dialects: Vec<Path>,
    /// The word `initialize`, if the pass is constructed by its own function.
    initialize: Option<Ident>,
}

/// An option of MLIR's pass that can only have some values: `"key" = "0" | "64": "the reason"`.
struct Only {
    key: LitStr,
    values: Vec<LitStr>,
    reason: LitStr,
}

impl Parse for Only {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key = argument_text(input.parse()?)?;
        input.parse::<Token![=]>()?;
        let values = Punctuated::<LitStr, Token![|]>::parse_separated_nonempty(input)?;
        input.parse::<Token![:]>()?;
        Ok(Self { key, values: values.into_iter().collect(), reason: input.parse()? })
    }
}

impl ToTokens for Only {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { key, values, reason } = self;
        tokens.extend(quote! {
            ::mlir_lite::pass::OnlyOption { key: #key, values: &[#(#values),*], reason: #reason }
        });
    }
}

impl Parse for Declared {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (mut name, mut report_name, mut upstream, mut on) = (None, None, None, None);
        let (mut aliases, mut dialects, mut only) = (Vec::new(), Vec::new(), Vec::new());
        let (mut each_body, mut pure, mut initialize) = (false, false, None);
        let mut seen: Vec<Ident> = Vec::new();
        let start = input.span();
        while !input.is_empty() {
            let key: Ident = input.parse().map_err(|error| {
                Error::new(error.span(), format!("expected an option of a pass: {KEYS}"))
            })?;
            if seen.contains(&key) {
                return Err(Error::new(key.span(), format!("`{key}` is given twice")));
            }
            match key.to_string().as_str() {
                "name" => name = Some(argument(input)?),
                "report_name" => report_name = Some(value(input)?),
                "upstream" => upstream = Some(argument(input)?),
                "on" => on = Some(value(input)?),
                "aliases" => {
                    for alias in list::<LitStr>(input)? {
                        check_argument(&alias)?;
                        aliases.push(alias);
                    }
                }
                "only" => only.extend(list::<Only>(input)?),
                "dialects" => dialects.extend(list::<Path>(input)?),
                "each_body" => each_body = true,
                "pure" => pure = true,
                "initialize" => initialize = Some(key.clone()),
                _ => {
                    let message = format!("unknown option `{key}`; expected {KEYS}");
                    return Err(Error::new(key.span(), message));
                }
            }
            seen.push(key);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let Some(name) = name else {
            return Err(Error::new(
                start,
                "a pass has a name on command lines: `name = \"my-pass\"`",
            ));
        };
        Ok(Self {
            name,
            report_name,
            upstream,
            aliases,
            on,
            each_body,
            pure,
            only,
            dialects,
            initialize,
        })
    }
}

/// A name for command lines after `=`.
fn argument(input: ParseStream<'_>) -> Result<LitStr> {
    argument_text(value(input)?)
}

/// A name for command lines.
fn argument_text(name: LitStr) -> Result<LitStr> {
    check_argument(&name)?;
    Ok(name)
}

/// The expansion of `#[pass_options]`.
pub(crate) fn expand_options(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if let Some(token) = options.into_iter().next() {
        return Err(Error::new(token.span(), "`pass_options` has no options of its own"));
    }
    let item: ItemStruct = syn::parse2(item)?;
    check_generics(&item)?;
    let fields = Fields::parse(&item.fields)?;
    if let Some(statistic) = fields.statistics.first() {
        return Err(Error::new(
            statistic.ident.span(),
            "a pass has statistics, its options have none",
        ));
    }
    if let Some(field) = fields.plain.first() {
        let message =
            "a field of `pass_options` is an option: `#[option(\"key\", default = value)]`";
        return Err(Error::new_spanned(field, message));
    }
    let structure = structure(&item, &fields);
    let options = options_impl(&item.ident, &fields);
    Ok(quote!(#structure #options))
}

/// The expansion of `#[pass]`.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let declared: Declared = syn::parse2(options)?;
    let item: ItemStruct = syn::parse2(item)?;
    check_generics(&item)?;
    let fields = Fields::parse(&item.fields)?;
    let (summary, description) = split_docs(&docs(&item.attrs));
    if summary.is_empty() {
        let message = "a pass has a summary: the first paragraph of its documentation comment";
        return Err(Error::new(item.ident.span(), message));
    }
    let structure = structure(&item, &fields);
    let made = match &declared.initialize {
        Some(word) => made_by_function(&item, &fields, word)?,
        None => made_by_default(&item, &fields),
    };
    let own = inherent(&declared, &item, &fields, (&summary, &join_lines(&description)), &made);
    let pass = pass_impl(&declared, &item, &fields);
    let options = made.options_impl;
    Ok(quote!(#structure #options #own #pass))
}

fn check_generics(item: &ItemStruct) -> Result<()> {
    if item.generics.params.is_empty() {
        return Ok(());
    }
    Err(Error::new_spanned(&item.generics, "a declared struct has no generic parameters"))
}

fn docs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect()
}

/// The struct, without the attributes that this macro reads and the fields that are statistics.
fn structure(item: &ItemStruct, fields: &Fields) -> TokenStream {
    let (attrs, vis, ident) = (&item.attrs, &item.vis, &item.ident);
    if fields.is_unit() {
        return quote!(#(#attrs)* #vis struct #ident;);
    }
    let kept = &fields.kept;
    quote! {
        #(#attrs)*
        #vis struct #ident {
            #(#kept,)*
        }
    }
}

/// How instances are made.
struct Made {
    /// The constructors, as functions of the struct.
    constructors: TokenStream,
    /// The type of the options, and a function that creates an instance from a context and options.
    create: TokenStream,
    options_impl: TokenStream,
}

/// The pass has its options as fields, and all other fields have defaults.
fn made_by_default(item: &ItemStruct, fields: &Fields) -> Made {
    let vis = &item.vis;
    let with_options = fields.nested.as_ref().map(|(field, ty)| {
        quote! {
            /// The pass with these options; the dialects that it declares are loaded.
            #[allow(dead_code)]
            #vis fn with_options(ctx: &::mlir_lite::Context, options: &#ty) -> Self {
                let mut pass = Self::new(ctx);
                ::core::clone::Clone::clone_from(&mut pass.#field, options);
                pass
            }
        }
    });
    Made {
        constructors: quote! {
            /// The pass without options; the dialects that it declares are loaded.
            #[allow(dead_code)]
            #vis fn new(ctx: &::mlir_lite::Context) -> Self {
                Self::load_declared_dialects(ctx);
                <Self as ::core::default::Default>::default()
            }

            #with_options
        },
        create: quote!(|_: &::mlir_lite::Context, pass: Self| pass),
        options_impl: options_impl(&item.ident, fields),
    }
}

/// The struct's function `initialize` creates the pass from a context and the options.
fn made_by_function(item: &ItemStruct, fields: &Fields, word: &Ident) -> Result<Made> {
    let vis = &item.vis;
    if let Some(option) = fields.options.first() {
        let message = format!(
            "a pass with `{word}` has its options in a struct of their own: \
             a field `#[options] options: MyPassOptions`, declared by `#[pass_options]`"
        );
        return Err(Error::new(option.key.span(), message));
    }
    if let Some(default) = &fields.first_default {
        let message = format!("`{word}` gives the fields their values; there are no defaults");
        return Err(Error::new_spanned(default, message));
    }
    // The call has the span of the word, so that a missing function is reported there.
    let function = Ident::new("initialize", word.span());
    let load = quote!(Self::load_declared_dialects(ctx););
    let (constructors, create) = match &fields.nested {
        None => (
            quote! {
                /// The pass; the dialects that it declares are loaded.
                #vis fn new(ctx: &::mlir_lite::Context) -> Self {
                    #load
                    Self::#function(ctx)
                }
            },
            quote!(|ctx: &::mlir_lite::Context, (): ()| Self::new(ctx)),
        ),
        Some((_, ty)) => (
            quote! {
                /// The pass without options; the dialects that it declares are loaded.
                #[allow(dead_code)]
                #vis fn new(ctx: &::mlir_lite::Context) -> Self {
                    #load
                    Self::#function(ctx, <#ty as ::core::default::Default>::default())
                }

                /// The pass with these options; the dialects that it declares are loaded.
                #[allow(dead_code)]
                #vis fn with_options(ctx: &::mlir_lite::Context, options: &#ty) -> Self {
                    #load
                    Self::#function(ctx, ::core::clone::Clone::clone(options))
                }
            },
            quote!(|ctx: &::mlir_lite::Context, options: #ty| Self::with_options(ctx, &options)),
        ),
    };
    Ok(Made { constructors, create, options_impl: TokenStream::new() })
}

/// The functions of the struct: statistics, constructors and `info`.
fn inherent(
    declared: &Declared,
    item: &ItemStruct,
    fields: &Fields,
    (summary, description): (&str, &str),
    made: &Made,
) -> TokenStream {
    let (vis, ident) = (&item.vis, &item.ident);
    let Declared { name, aliases, only, dialects, .. } = declared;
    let statistics = fields.statistics.iter().map(|statistic| {
        let (docs, name, key, text) =
            (&statistic.docs, &statistic.ident, &statistic.key, &statistic.description);
        quote! {
            #(#docs)*
            #vis const #name: ::mlir_lite::pass::Statistic =
                ::mlir_lite::pass::Statistic { name: #key, description: #text };
        }
    });
    let names = fields.statistics.iter().map(|statistic| &statistic.ident);
    let anchor = match declared.on.as_ref().map(anchor) {
        // An anchor that depends on the instance is not known here.
        None | Some((_, true)) => quote!(::core::option::Option::None),
        Some((name, false)) => quote!(::core::option::Option::Some(#name)),
    };
    let (constructors, create) = (&made.constructors, &made.create);
    quote! {
        impl #ident {
            #(#statistics)*

            #constructors

            /// The description of the pass for registries and documentation.
            #[allow(dead_code)]
            #vis fn info() -> ::mlir_lite::pass::PassInfo {
                ::mlir_lite::pass::PassInfo::declared(
                    ::mlir_lite::pass::PassDeclaration {
                        argument: #name,
                        aliases: &[#(#aliases),*],
                        summary: #summary,
                        description: #description,
                        anchor: #anchor,
                        only: &[#(#only),*],
                        statistics: &[#(Self::#names),*],
                        load_dialects: Self::load_declared_dialects,
                    },
                    #create,
                )
            }

            fn load_declared_dialects(_ctx: &::mlir_lite::Context) {
                #(_ctx.load::<#dialects>();)*
            }
        }
    }
}

/// The expression of an anchor, and whether it depends on the instance: the name of an op's type,
/// or the value of an expression.
fn anchor(on: &Expr) -> (TokenStream, bool) {
    match on {
        Expr::Path(path) if path.path.get_ident().is_none_or(|ident| ident != "self") => {
            (quote!(<#path as ::mlir_lite::ir::OpDefinition>::NAME), false)
        }
        Expr::Lit(literal) => (literal.to_token_stream(), false),
        other => (other.to_token_stream(), true),
    }
}

fn pass_impl(declared: &Declared, item: &ItemStruct, fields: &Fields) -> TokenStream {
    let ident = &item.ident;
    let Declared { name, dialects, .. } = declared;
    let report_name = match &declared.report_name {
        Some(name) => name.to_token_stream(),
        None => {
            let text = ident.to_string();
            let text = text.strip_suffix("Pass").filter(|text| !text.is_empty()).unwrap_or(&text);
            LitStr::new(text, Span::call_site()).to_token_stream()
        }
    };
    let upstream = declared.upstream.as_ref().map(|name| {
        quote! {
            fn upstream_argument(&self) -> &'static str { #name }
        }
    });
    let anchor = declared.on.as_ref().map(|on| {
        let value = match anchor(on) {
            (name, false) => quote!(::core::option::Option::Some(#name)),
            (value, true) => value,
        };
        quote! {
            fn anchor(&self) -> ::core::option::Option<&'static str> { #value }
        }
    });
    let scope = declared.each_body.then(|| {
        quote! {
            fn scope(&self) -> ::mlir_lite::pass::PassScope {
                ::mlir_lite::pass::PassScope::EachBody
            }
        }
    });
    let pure = declared.pure.then(|| {
        quote! {
            fn is_pure(&self) -> bool { true }
        }
    });
    let load = (!dialects.is_empty()).then(|| {
        quote! {
            fn load_dependent_dialects(&self, ctx: &::mlir_lite::Context) {
                Self::load_declared_dialects(ctx);
            }
        }
    });
    let statistics = fields.statistics.iter().map(|statistic| &statistic.ident);
    let statistics = (!fields.statistics.is_empty()).then(|| {
        quote! {
            fn statistics(&self) -> &'static [::mlir_lite::pass::Statistic] {
                &[#(Self::#statistics),*]
            }
        }
    });
    let texts = match (&fields.nested, declared.initialize.is_some()) {
        (Some((field, _)), true) => Some(quote!(&self.#field)),
        (_, false) => Some(quote!(self)),
        (None, true) => None,
    };
    let options = texts.map(|holder| {
        quote! {
            fn options(&self) -> ::std::vec::Vec<::mlir_lite::pass::OptionText> {
                ::mlir_lite::pass::PassOptions::texts(#holder)
            }
        }
    });
    quote! {
        impl ::mlir_lite::pass::Pass for #ident {
            fn name(&self) -> &'static str { #report_name }
            fn argument(&self) -> &'static str { #name }
            #upstream
            #anchor
            #scope
            #pure
            #load
            #statistics
            #options
        }
    }
}
