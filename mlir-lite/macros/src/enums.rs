//! `#[enum_attr]`: an enum as data and the trait that reads it.

use crate::declaration::split_docs;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, ExprLit, ItemEnum, Lit, LitStr, Result, Token, Variant};

struct Options {
    storage: Storage,
    /// The attribute of its own, `dialect.name`, if there is one.
    name: Option<LitStr>,
    /// Whether this attribute has no brackets around the case.
    bare: bool,
    /// The separator of cases, if they are bits.
    separator: Option<LitStr>,
    /// Whether cases of several bits represent them in sets.
    groups: bool,
    /// Whether cases may be written in quotes.
    quoted: bool,
}

enum Storage {
    Integer(u32),
    String,
    Dialect,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (mut storage, mut name) = (None, None);
        let (mut bits, mut separator, mut groups, mut quoted) = (false, None, false, true);
        let mut bare = false;
        let start = input.span();
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            match key.to_string().as_str() {
                "storage" => {
                    input.parse::<Token![=]>()?;
                    let ty: Ident = input.parse()?;
                    storage = Some(match ty.to_string().as_str() {
                        "i8" => Storage::Integer(8),
                        "i16" => Storage::Integer(16),
                        "i32" => Storage::Integer(32),
                        "i64" => Storage::Integer(64),
                        "str" => Storage::String,
                        _ => {
                            return Err(Error::new(ty.span(), "expected i8, i16, i32, i64 or str"));
                        }
                    });
                }
                "name" => {
                    input.parse::<Token![=]>()?;
                    name = Some(input.parse()?);
                }
                "bare" => bare = true,
                "bits" => bits = true,
                "groups" => groups = true,
                "unquoted" => quoted = false,
                "separator" => {
                    input.parse::<Token![=]>()?;
                    separator = Some(input.parse::<LitStr>()?);
                }
                _ => {
                    let message = format!(
                        "unknown option `{key}`; expected storage, name, bare, bits, separator, \
                            groups or unquoted"
                    );
                    return Err(Error::new(key.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let Some(storage) = storage.or(name.as_ref().map(|_| Storage::Dialect)) else {
            return Err(Error::new(
                start,
                "an enum is stored in an integer (`storage = i32`), in a string (`storage = str`) \
                    or in an attribute of its own (`name = \"dialect.name\"`)",
            ));
        };
        if bare && name.is_none() {
            return Err(Error::new(start, "only an enum with a `name` is written bare"));
        }
        if !bits && let Some(separator) = separator {
            return Err(Error::new(separator.span(), "only an enum of `bits` has a separator"));
        }
        if !bits && groups {
            return Err(Error::new(start, "only an enum of `bits` has groups"));
        }
        let separator = bits
            .then(|| separator.unwrap_or_else(|| LitStr::new("|", proc_macro2::Span::call_site())));
        Ok(Self { storage, name, bare, separator, groups, quoted })
    }
}

struct Case {
    ident: Ident,
    text: LitStr,
    value: u64,
    docs: Vec<Attribute>,
}

fn cases(variants: impl Iterator<Item = Variant>, bits: bool) -> Result<Vec<Case>> {
    let mut cases: Vec<Case> = Vec::new();
    for variant in variants {
        if !variant.fields.is_empty() {
            return Err(Error::new_spanned(variant.fields, "a case of an enum has no fields"));
        }
        let value = match &variant.discriminant {
            Some((_, Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }))) => {
                literal.base10_parse()?
            }
            Some((_, other)) => return Err(Error::new_spanned(other, "expected a number")),
            None if bits => {
                return Err(Error::new(
                    variant.ident.span(),
                    "a case of `bits` says its bits: `= 4`",
                ));
            }
            None => cases.last().map_or(0, |last| last.value + 1),
        };
        if let Some(other) = cases.iter().find(|case| case.value == value) {
            let message = format!("`{}` has the value {value} already", other.ident);
            return Err(Error::new(variant.ident.span(), message));
        }
        let mut text = LitStr::new(&variant.ident.to_string(), variant.ident.span());
        let mut docs = Vec::new();
        for attr in variant.attrs {
            if attr.path().is_ident("case") {
                text = attr.parse_args()?;
            } else {
                docs.push(attr);
            }
        }
        if docs.is_empty() {
            let sentence = format!("`{}`", text.value());
            docs.push(syn::parse_quote!(#[doc = #sentence]));
        }
        cases.push(Case { ident: variant.ident, text, value, docs });
    }
    Ok(cases)
}

/// `BitOne` as the name of a constant: `BIT_ONE`.
fn constant_name(ident: &Ident) -> Ident {
    let mut name = String::new();
    let mut before_lower = false;
    for c in ident.to_string().chars() {
        if c.is_ascii_uppercase() && before_lower {
            name.push('_');
        }
        before_lower = c.is_ascii_lowercase();
        name.push(c.to_ascii_uppercase());
    }
    Ident::new(&name, ident.span())
}

/// The whole expansion.
#[expect(clippy::too_many_lines, reason = "one quotation of all that an enum gets")]
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let Options { storage, name: attribute, bare, separator, groups, quoted } =
        syn::parse2(options)?;
    let item: ItemEnum = syn::parse2(item)?;
    let bits = separator.is_some();
    let cases = cases(item.variants.into_iter(), bits)?;
    if cases.is_empty() {
        return Err(Error::new(item.ident.span(), "an enum has cases"));
    }
    let (ident, vis, attrs) = (&item.ident, &item.vis, &item.attrs);
    let name = ident.to_string();
    let docs: Vec<Attribute> =
        attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect();
    let (summary, _) = split_docs(&docs);
    let symbols = cases.iter().map(|case| case.ident.to_string());
    let (texts, values) =
        (cases.iter().map(|case| &case.text), cases.iter().map(|case| case.value));
    let idents: Vec<&Ident> = cases.iter().map(|case| &case.ident).collect();
    let case_docs: Vec<&Vec<Attribute>> = cases.iter().map(|case| &case.docs).collect();
    let values2: Vec<u64> = cases.iter().map(|case| case.value).collect();
    let (definition, from_value, value) = if bits {
        let constants = idents.iter().map(|ident| constant_name(ident));
        let definition = quote! {
            #(#attrs)*
            #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
            #vis struct #ident(u64);

            #[allow(dead_code)]
            impl #ident {
                #(
                    #(#case_docs)*
                    #vis const #constants: Self = Self(#values2);
                )*

                /// Whether the two have a bit in common.
                #vis const fn intersects(self, other: Self) -> bool {
                    self.0 & other.0 != 0
                }

                /// Whether all of `other` are in the set.
                #vis const fn contains(self, other: Self) -> bool {
                    self.0 & other.0 == other.0
                }
            }

            impl ::core::ops::BitOr for #ident {
                type Output = Self;
                fn bitor(self, other: Self) -> Self {
                    Self(self.0 | other.0)
                }
            }

            impl ::core::ops::BitAnd for #ident {
                type Output = Self;
                fn bitand(self, other: Self) -> Self {
                    Self(self.0 & other.0)
                }
            }
        };
        let from_value = quote!(Self::DEF.is_valid(value).then_some(Self(value)));
        (definition, from_value, quote!(self.0))
    } else {
        let definition = quote! {
            #(#attrs)*
            #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
            #vis enum #ident {
                #(#(#case_docs)* #idents = #values2 as isize,)*
            }
        };
        let from_value = quote! {
            match value {
                #(#values2 => ::core::option::Option::Some(Self::#idents),)*
                _ => ::core::option::Option::None,
            }
        };
        (definition, from_value, quote!(self as u64))
    };
    let separator = match separator {
        Some(text) => quote!(::core::option::Option::Some(#text)),
        None => quote!(::core::option::Option::None),
    };
    let (storage, to, from) = storage_parts(&storage);
    let extra = attribute.map(|name| dialect_attribute(ident, &name, bare)).transpose()?;
    Ok(quote! {
        #definition

        impl ::mlir_lite::ir::enums::EnumAttribute for #ident {
            const DEF: &'static ::mlir_lite::ir::enums::EnumDef = &::mlir_lite::ir::enums::EnumDef {
                name: #name,
                summary: #summary,
                cases: &[#(::mlir_lite::ir::enums::EnumCase { symbol: #symbols, text: #texts, value: #values }),*],
                separator: #separator,
                groups: #groups,
                quoted: #quoted,
                storage: #storage,
                to_attribute: #to,
                from_attribute: #from,
            };

            fn from_value(value: u64) -> ::core::option::Option<Self> {
                #from_value
            }

            fn value(self) -> u64 {
                #value
            }
        }

        impl ::mlir_lite::ir::constraints::AttrConstraint for #ident {
            fn describe() -> ::std::string::String {
                <Self as ::mlir_lite::ir::enums::EnumAttribute>::DEF.describe()
            }
            fn matches(ctx: &::mlir_lite::Context, attribute: ::mlir_lite::attributes::Attribute) -> bool {
                <Self as ::mlir_lite::ir::enums::EnumAttribute>::from_attribute(ctx, attribute).is_some()
            }
            const FORM: ::mlir_lite::ir::op_def::AttrForm =
                ::mlir_lite::ir::op_def::AttrForm::Enum(<Self as ::mlir_lite::ir::enums::EnumAttribute>::DEF);
        }

        impl ::mlir_lite::ir::constraints::AttrValue for #ident {
            type Value = Self;
            fn value_of(ctx: &::mlir_lite::Context, attribute: ::mlir_lite::attributes::Attribute) -> ::core::option::Option<Self> {
                <Self as ::mlir_lite::ir::enums::EnumAttribute>::from_attribute(ctx, attribute)
            }
            fn attribute_of(ctx: &::mlir_lite::Context, value: Self) -> ::mlir_lite::attributes::Attribute {
                ::mlir_lite::ir::enums::EnumAttribute::attribute(value, ctx)
            }
        }

        impl ::mlir_lite::ir::parameters::Parameter for #ident {
            fn parse(parser: &mut ::mlir_lite::ir::asm::AsmParser<'_, '_>) -> ::mlir_lite::ir::asm::Parsed<Self> {
                ::mlir_lite::ir::enums::parse_enum(parser)
            }
            fn print(&self, printer: &mut ::mlir_lite::ir::asm::AsmPrinter<'_>) {
                let value = <Self as ::mlir_lite::ir::enums::EnumAttribute>::value(*self);
                <Self as ::mlir_lite::ir::enums::EnumAttribute>::DEF.print(value, printer);
            }
        }

        #extra
    })
}

/// How attributes store the enum: the storage, and the conversions.
fn storage_parts(storage: &Storage) -> (TokenStream, TokenStream, TokenStream) {
    let enums = quote!(::mlir_lite::ir::enums);
    match storage {
        Storage::Integer(width) => (
            quote!(#enums::EnumStorage::Integer(#width)),
            quote!(#enums::to_integer::<#width>),
            quote!(#enums::from_integer::<Self, #width>),
        ),
        Storage::String => (
            quote!(#enums::EnumStorage::String),
            quote!(#enums::to_string::<Self>),
            quote!(#enums::from_string::<Self>),
        ),
        Storage::Dialect => (
            quote!(#enums::EnumStorage::Dialect),
            quote!(#enums::to_dialect::<Self>),
            quote!(#enums::from_dialect::<Self>),
        ),
    }
}

/// The enum as an attribute of its own: `#dialect.name<case>`, or bare, `#dialect<name case>`.
fn dialect_attribute(ident: &Ident, name: &LitStr, bare: bool) -> Result<TokenStream> {
    let text = name.value();
    let Some((dialect, mnemonic)) = text.split_once('.') else {
        return Err(Error::new(name.span(), "an attribute's name is `dialect.name`"));
    };
    let (before, after) = if bare { (" ", "") } else { ("<", ">") };
    let [open, close] = [before, after].map(|text| {
        let is_punctuation = !text.trim().is_empty();
        is_punctuation.then(|| quote!(parser.parse_punct(#text)?;))
    });
    Ok(quote! {
        impl ::mlir_lite::attributes::DialectAttribute for #ident {
            const DIALECT: &'static str = #dialect;
            const MNEMONIC: &'static str = #mnemonic;
            const LONG_FORM: bool = #bare;

            fn print(&self, printer: &mut ::mlir_lite::ir::asm::AsmPrinter<'_>) {
                printer.write(#before);
                ::mlir_lite::ir::parameters::Parameter::print(self, printer);
                printer.write(#after);
            }

            fn parse(parser: &mut ::mlir_lite::ir::asm::AsmParser<'_, '_>) -> ::mlir_lite::ir::asm::Parsed<Self> {
                #open
                let value = ::mlir_lite::ir::parameters::Parameter::parse(parser)?;
                #close
                ::core::result::Result::Ok(value)
            }
        }
    })
}
