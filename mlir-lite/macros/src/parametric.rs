//! `#[type_def]` and `#[attr_def]`: types and attributes with parameters.

mod format;

use crate::arguments::list;
use crate::declaration::split_docs;
use format::{Assembly, assembly, compile, syntax};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Field, Fields, ItemStruct, LitStr, Path, Result, Token};

/// Whether a type or an attribute is defined.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Type,
    Attribute,
}

struct Options {
    name: LitStr,
    format: Option<LitStr>,
    custom: bool,
    verify: bool,
    parts: bool,
    /// Whether vectors and memrefs may have elements of the type.
    element_of: [bool; 2],
    traits: Vec<Path>,
    interfaces: Vec<Path>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let start = input.span();
        let (mut name, mut format, mut custom, mut verify) = (None, None, false, false);
        let (mut element_of, mut parts) = ([false; 2], false);
        let (mut traits, mut interfaces) = (Vec::new(), Vec::new());
        while !input.is_empty() {
            let key = Ident::parse_any(input)?;
            match key.to_string().as_str() {
                "name" => {
                    input.parse::<Token![=]>()?;
                    name = Some(input.parse::<LitStr>()?);
                }
                "format" => {
                    input.parse::<Token![=]>()?;
                    format = Some(input.parse::<LitStr>()?);
                }
                "assembly" => {
                    input.parse::<Token![=]>()?;
                    let word: Ident = input.parse()?;
                    if word != "custom" {
                        return Err(Error::new(word.span(), "expected `assembly = custom`"));
                    }
                    custom = true;
                }
                "verify" => verify = true,
                "parts" => parts = true,
                "in_vectors" => element_of[0] = true,
                "in_memrefs" => element_of[1] = true,
                "traits" => traits = list(input)?,
                "interfaces" => interfaces = list(input)?,
                _ => {
                    let message = format!(
                        "unknown option `{key}`; expected name, format, assembly, verify, parts, \
                            in_vectors, in_memrefs, traits or interfaces"
                    );
                    return Err(Error::new(key.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let Some(name) = name else {
            return Err(Error::new(start, "missing `name = \"dialect.name\"`"));
        };
        if !name.value().contains('.') {
            return Err(Error::new(name.span(), "a type's or attribute's name is `dialect.name`"));
        }
        if let Some(format) = format.as_ref().filter(|_| custom) {
            return Err(Error::new(
                format.span(),
                "there is one form: `format` or `assembly = custom`",
            ));
        }
        Ok(Self { name, format, custom, verify, parts, element_of, traits, interfaces })
    }
}

/// The parameters of a type or attribute.
struct Parameters {
    list: Vec<Parameter>,
}

/// A field of the struct, for its text form.
struct Parameter {
    name: String,
    ident: Ident,
    ty: syn::Type,
    /// The value that is not written.
    default: Option<TokenStream>,
    is_option: bool,
}

impl Parameters {
    fn of(fields: &[Field]) -> Result<Self> {
        let list = fields.iter().filter_map(|field| {
            let ident = field.ident.clone()?;
            let is_default = |attr: &&Attribute| attr.path().is_ident("default");
            let default = field.attrs.iter().find(is_default);
            let default = default.map(|attr| attr.parse_args::<TokenStream>()).transpose();
            let is_option = matches!(&field.ty, syn::Type::Path(path)
                if path.path.segments.last().is_some_and(|last| last.ident == "Option"));
            let (name, ty) = (ident.unraw().to_string(), field.ty.clone());
            Some(default.map(|default| Parameter { name, ident, ty, default, is_option }))
        });
        Ok(Self { list: list.collect::<Result<_>>()? })
    }
}

impl Parameter {
    /// Whether its group may be left out.
    fn is_optional(&self) -> bool {
        self.is_option || self.default.is_some()
    }

    /// The value where it is left out.
    fn default_value(&self) -> TokenStream {
        match &self.default {
            Some(value) => quote!((#value)),
            None => quote!(::core::option::Option::None),
        }
    }

    /// The expression that is true where it is not left out.
    fn is_there(&self) -> TokenStream {
        let (ident, value) = (&self.ident, self.default_value());
        match &self.default {
            Some(_) => quote!(self.#ident != #value),
            None => quote!(self.#ident.is_some()),
        }
    }
}

/// The method that replaces attributes and types in the value. In a form of its own, parameters may
/// be of any type; those of known types are replaced.
fn replace_parts(options: &Options, fields: &[Field]) -> TokenStream {
    let is_known = |field: &&Field| {
        let ty = field.ty.to_token_stream().to_string().replace(' ', "");
        !options.custom
            || matches!(ty.as_str(), "Type" | "Attribute" | "Vec<Type>" | "Vec<Attribute>")
    };
    let parameters = quote!(::mlir_lite::ir::parameters);
    let parts: Vec<&Field> = fields.iter().filter(is_known).collect();
    let (has_parts, replace) = if options.parts {
        (quote!(true), quote!(#parameters::CustomParts::replace_parts(&mut data, ctx, replace);))
    } else if parts.is_empty() {
        return TokenStream::new();
    } else {
        let types = parts.iter().map(|field| &field.ty);
        let names = parts.iter().map(|field| &field.ident);
        (
            quote!(#(<#types as #parameters::Parameter>::HAS_PARTS)||*),
            quote!(#(#parameters::Parameter::replace_parts(&mut data.#names, ctx, replace);)*),
        )
    };
    quote! {
        fn replace_parts(
            &self,
            ctx: &::mlir_lite::Context,
            replace: ::mlir_lite::attributes::ReplacePart<'_>,
        ) -> ::core::option::Option<Self> {
            if !(#has_parts) {
                return ::core::option::Option::None;
            }
            let mut data = ::core::clone::Clone::clone(self);
            #replace
            ::core::option::Option::Some(data)
        }
    }
}

/// The whole expansion.
#[expect(clippy::too_many_lines, reason = "one quotation of all that a type or attribute gets")]
pub(crate) fn expand(kind: Kind, options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let options: Options = syn::parse2(options)?;
    let mut item: ItemStruct = syn::parse2(item)?;
    if let Some(parameter) = item.generics.params.first() {
        return Err(Error::new_spanned(parameter, "a type or attribute has no generic parameters"));
    }
    let fields: Vec<Field> = match &item.fields {
        Fields::Named(fields) => fields.named.iter().cloned().collect(),
        Fields::Unit => Vec::new(),
        Fields::Unnamed(fields) => return Err(Error::new_spanned(fields, "parameters have names")),
    };
    let parameters_of_form = Parameters::of(&fields)?;
    for field in &mut item.fields {
        field.attrs.retain(|attr| !attr.path().is_ident("default"));
    }
    let default = if fields.is_empty() { "" } else { "`<` params `>`" };
    let format = options.format.clone().unwrap_or_else(|| LitStr::new(default, Span::call_site()));
    let elements = if options.custom { Vec::new() } else { compile(&format, &parameters_of_form)? };
    let text = options.name.value();
    let (dialect, mnemonic) = text.split_once('.').unwrap_or_default();
    let ident = &item.ident;
    let docs: Vec<Attribute> =
        item.attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect();
    let (summary, description) = split_docs(&docs);
    let sigil = if kind == Kind::Type { "!" } else { "#" };
    let syntax = match (options.custom, syntax(&elements, &parameters_of_form)) {
        (true, _) => String::new(),
        (false, rest) => format!("{sigil}{text}{rest}"),
    };
    let noun = if kind == Kind::Type { "type" } else { "attribute" };
    let describe =
        if summary.is_empty() { format!("{sigil}{text} {noun}") } else { summary.clone() };
    let names: Vec<&Option<Ident>> = fields.iter().map(|field| &field.ident).collect();
    let types: Vec<&syn::Type> = fields.iter().map(|field| &field.ty).collect();
    let make = if matches!(item.fields, Fields::Unit) {
        quote!(Self)
    } else {
        quote!(Self { #(#names),* })
    };
    let (print, parse) = if options.custom {
        (
            quote!(::mlir_lite::ir::parameters::CustomParameters::print(self, printer);),
            quote!(let data = ::mlir_lite::ir::parameters::CustomParameters::parse(parser)?;),
        )
    } else {
        let Assembly { print, parse } = assembly(&elements, &parameters_of_form, None, &mut false);
        (print, quote!(#parse let data = #make;))
    };
    let check_parsed = options.verify.then(|| {
        quote! {
            if let ::core::result::Result::Err(message) =
                ::mlir_lite::ir::parameters::VerifyParameters::verify(&data, parser.context())
            {
                return ::core::result::Result::Err(parser.error(position, message));
            }
        }
    });
    let (trait_path, handle, intern) = match kind {
        Kind::Type => (
            quote!(::mlir_lite::types::DialectType),
            quote!(::mlir_lite::types::Type),
            quote!(dialect_type),
        ),
        Kind::Attribute => (
            quote!(::mlir_lite::attributes::DialectAttribute),
            quote!(::mlir_lite::attributes::Attribute),
            quote!(dialect_attribute),
        ),
    };
    let interfaces = options.interfaces.iter().map(|path| {
        quote!(&::mlir_lite::ir::parameters::InterfaceCast::<dyn #path>(|data| match data.downcast_ref::<Self>() {
            ::core::option::Option::Some(data) => ::core::option::Option::Some(data),
            ::core::option::Option::None => ::core::option::Option::None,
        }))
    });
    let traits = options
        .traits
        .iter()
        .map(|path| quote!(::mlir_lite::ir::parameters::DataTraitDef::of::<#path>()));
    let parameters = fields.iter().map(|field| {
        let name = field.ident.as_ref().map(|ident| ident.unraw().to_string());
        let ty = field.ty.to_token_stream().to_string().replace(' ', "");
        let docs: Vec<Attribute> =
            field.attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect();
        let (summary, _) = split_docs(&docs);
        quote!(::mlir_lite::ir::parameters::ParameterDef { name: #name, ty: #ty, summary: #summary })
    });
    let [in_vectors, in_memrefs] = options.element_of;
    let element_of = match kind {
        Kind::Type => quote! {
            const IN_VECTORS: bool = #in_vectors;
            const IN_MEMREFS: bool = #in_memrefs;
        },
        Kind::Attribute if in_vectors || in_memrefs => {
            let message = "only types are elements of vectors and memrefs";
            return Err(Error::new(options.name.span(), message));
        }
        Kind::Attribute => TokenStream::new(),
    };
    let replace_parts = replace_parts(&options, &fields);
    let vis = &item.vis;
    let getters = getters(options.verify, &handle, &intern, &names, &types, &make, vis);
    let constraint =
        constraint(kind, ident, &describe, fields.is_empty() && !options.custom, &handle);
    let value = (kind == Kind::Attribute).then(|| attribute_value(ident, options.verify));
    let definition = &item;
    Ok(quote! {
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #definition

        impl #trait_path for #ident {
            const DIALECT: &'static str = #dialect;
            const MNEMONIC: &'static str = #mnemonic;
            #element_of
            const SUMMARY: &'static str = #summary;
            const DESCRIPTION: &'static str = #description;
            const SYNTAX: &'static str = #syntax;
            const PARAMETERS: &'static [::mlir_lite::ir::parameters::ParameterDef] = &[#(#parameters),*];
            const TRAITS: &'static [::mlir_lite::ir::parameters::DataTraitDef] = &[#(#traits),*];
            const INTERFACES: &'static [&'static (dyn ::core::any::Any + Send + Sync)] = &[#(#interfaces),*];

            #[allow(unused_variables)]
            fn print(&self, printer: &mut ::mlir_lite::ir::asm::AsmPrinter<'_>) {
                #print
            }

            #[allow(unused_variables)]
            fn parse(parser: &mut ::mlir_lite::ir::asm::AsmParser<'_, '_>) -> ::mlir_lite::ir::asm::Parsed<Self> {
                let position = parser.position();
                #parse
                #check_parsed
                ::core::result::Result::Ok(data)
            }

            #replace_parts
        }

        #[allow(dead_code)]
        impl #ident {
            #getters
        }

        #constraint
        #value
    })
}

fn getters(
    verify: bool,
    handle: &TokenStream,
    intern: &TokenStream,
    names: &[&Option<Ident>],
    types: &[&syn::Type],
    make: &TokenStream,
    vis: &syn::Visibility,
) -> TokenStream {
    let get = if verify {
        quote! {
            /// The one with these parameters.
            ///
            /// # Panics
            /// If they are invalid; `get_checked` returns the reason instead.
            #vis fn get(ctx: &::mlir_lite::Context, #(#names: #types),*) -> #handle {
                match Self::get_checked(ctx, #(#names),*) {
                    ::core::result::Result::Ok(handle) => handle,
                    ::core::result::Result::Err(message) => panic!("{message}"),
                }
            }

            /// The one with these parameters.
            ///
            /// # Errors
            /// If the parameters are invalid.
            #vis fn get_checked(
                ctx: &::mlir_lite::Context, #(#names: #types),*
            ) -> ::core::result::Result<#handle, ::std::string::String> {
                let data = #make;
                ::mlir_lite::ir::parameters::VerifyParameters::verify(&data, ctx)?;
                ::core::result::Result::Ok(ctx.#intern(data))
            }
        }
    } else {
        quote! {
            /// The one with these parameters.
            #vis fn get(ctx: &::mlir_lite::Context, #(#names: #types),*) -> #handle {
                ctx.#intern(#make)
            }
        }
    };
    quote! {
        #get

        /// The parameters, if it is one of these.
        #vis fn of(ctx: &::mlir_lite::Context, handle: #handle) -> ::core::option::Option<&Self> {
            handle.as_dialect(ctx)
        }
    }
}

/// The struct as a constraint in declarations of ops.
fn constraint(
    kind: Kind,
    ident: &Ident,
    describe: &str,
    single: bool,
    handle: &TokenStream,
) -> TokenStream {
    let trait_name =
        format_ident!("{}", if kind == Kind::Type { "TypeConstraint" } else { "AttrConstraint" });
    let extra = match kind {
        Kind::Type if single => quote! {
            const BUILD: ::core::option::Option<fn(&::mlir_lite::Context) -> #handle> =
                ::core::option::Option::Some(|ctx| Self::get(ctx));
        },
        Kind::Attribute if single => quote! {
            const STARTS: ::mlir_lite::ir::constraints::AttrStarts =
                ::mlir_lite::ir::constraints::AttrStarts::DIALECT;
        },
        Kind::Attribute => quote! {
            const STARTS: ::mlir_lite::ir::constraints::AttrStarts =
                ::mlir_lite::ir::constraints::AttrStarts::DIALECT;
            const FORM: ::mlir_lite::ir::op_def::AttrForm =
                ::mlir_lite::ir::op_def::AttrForm::Parameters(|parser| {
                    let data = <Self as ::mlir_lite::attributes::DialectAttribute>::parse(parser)?;
                    ::core::result::Result::Ok(parser.context().dialect_attribute(data))
                });
        },
        _ => TokenStream::new(),
    };
    quote! {
        impl ::mlir_lite::ir::constraints::#trait_name for #ident {
            fn describe() -> ::std::string::String {
                #describe.into()
            }
            fn matches(ctx: &::mlir_lite::Context, handle: #handle) -> bool {
                handle.as_dialect::<Self>(ctx).is_some()
            }
            #extra
        }
    }
}

/// The struct as the value of attributes that are declared as `#[attr(typed)]`.
fn attribute_value(ident: &Ident, verify: bool) -> TokenStream {
    let check = verify.then(|| {
        quote! {
            if let ::core::result::Result::Err(message) =
                ::mlir_lite::ir::parameters::VerifyParameters::verify(&value, ctx)
            {
                panic!("{message}");
            }
        }
    });
    quote! {
        impl ::mlir_lite::ir::constraints::AttrValue for #ident {
            type Value = Self;
            fn value_of(
                ctx: &::mlir_lite::Context,
                attribute: ::mlir_lite::attributes::Attribute,
            ) -> ::core::option::Option<Self> {
                attribute.as_dialect::<Self>(ctx).cloned()
            }
            fn attribute_of(
                ctx: &::mlir_lite::Context,
                value: Self,
            ) -> ::mlir_lite::attributes::Attribute {
                #check
                ctx.dialect_attribute(value)
            }
        }
    }
}
