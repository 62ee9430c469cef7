//! The fields of a declared pass: options, statistics, and other data.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, Field, LitStr, Result, Token, Type};

/// The fields of a struct.
#[derive(Default)]
pub(crate) struct Fields {
    /// All fields of the struct except statistics, without the attributes that this macro reads.
    pub(crate) kept: Vec<Field>,
    /// Each field with the expression of its default.
    defaults: Vec<(Ident, TokenStream)>,
    pub(crate) options: Vec<OptionField>,
    /// The field that is a struct of options.
    pub(crate) nested: Option<(Ident, Type)>,
    pub(crate) statistics: Vec<StatisticField>,
    /// Those that are neither.
    pub(crate) plain: Vec<Field>,
    /// The first default of a plain field.
    pub(crate) first_default: Option<Attribute>,
}

/// `#[option("key", default = value)] field: Type`.
pub(crate) struct OptionField {
    ident: Ident,
    ty: Type,
    pub(crate) key: LitStr,
    description: String,
}

/// `#[statistic("name")] NAME: Statistic`.
pub(crate) struct StatisticField {
    pub(crate) ident: Ident,
    pub(crate) docs: Vec<Attribute>,
    pub(crate) key: LitStr,
    pub(crate) description: String,
}

/// The contents of `#[option(..)]`.
struct OptionKey {
    key: LitStr,
    default: Option<Expr>,
}

impl Parse for OptionKey {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key: LitStr = input.parse().map_err(|error| {
            Error::new(error.span(), "an option has a key: `#[option(\"my-option\", default = 3)]`")
        })?;
        check_argument(&key)?;
        let mut default = None;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
            let word: Ident = input.parse()?;
            if word != "default" {
                let message = format!("unknown `{word}`; expected `default = value`");
                return Err(Error::new(word.span(), message));
            }
            input.parse::<Token![=]>()?;
            default = Some(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(Self { key, default })
    }
}

impl Fields {
    /// Whether no field is left, so that the name of the struct is its value.
    pub(crate) fn is_unit(&self) -> bool {
        self.kept.is_empty()
    }

    pub(crate) fn parse(fields: &syn::Fields) -> Result<Self> {
        let mut parsed = Self::default();
        if let syn::Fields::Unnamed(unnamed) = fields {
            return Err(Error::new_spanned(unnamed, "the fields of a declared struct have names"));
        }
        for field in fields {
            parsed.field(field)?;
        }
        Ok(parsed)
    }

    fn field(&mut self, field: &Field) -> Result<()> {
        let Some(ident) = field.ident.clone() else { return Ok(()) };
        let role = |attr: &Attribute| {
            ["option", "options", "statistic", "default"]
                .iter()
                .any(|role| attr.path().is_ident(role))
        };
        let (roles, other): (Vec<Attribute>, Vec<Attribute>) =
            field.attrs.iter().cloned().partition(role);
        if let [_, second, ..] = &roles[..] {
            let message =
                "a field is one of `#[option]`, `#[options]`, `#[statistic]` and `#[default]`";
            return Err(Error::new_spanned(second, message));
        }
        let plain = Field { attrs: other, ..field.clone() };
        let docs: Vec<Attribute> =
            plain.attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect();
        let mut default = quote!(::core::default::Default::default());
        match roles.first() {
            None => self.plain.push(plain.clone()),
            Some(attr) if attr.path().is_ident("default") => {
                let expr: Expr = attr.parse_args()?;
                default = quote!(#expr);
                self.plain.push(plain.clone());
                self.first_default.get_or_insert_with(|| attr.clone());
            }
            Some(attr) if attr.path().is_ident("options") => {
                attr.meta.require_path_only()?;
                if self.nested.is_some() {
                    return Err(Error::new_spanned(
                        attr,
                        "there is one field of `#[options]` at most",
                    ));
                }
                self.nested = Some((ident.clone(), field.ty.clone()));
            }
            Some(attr) if attr.path().is_ident("option") => {
                let OptionKey { key, default: given } = argument_of(attr)?;
                if let Some(given) = given {
                    default = quote!(#given);
                }
                if self.options.iter().any(|option| option.key.value() == key.value()) {
                    let message = format!("there is an option \"{}\" already", key.value());
                    return Err(Error::new(key.span(), message));
                }
                let description = description(&docs, ident.span(), "an option")?;
                let (ident, ty) = (ident.clone(), field.ty.clone());
                self.options.push(OptionField { ident, ty, key, description });
            }
            Some(attr) => {
                let key: LitStr = argument_of(attr)?;
                let is_statistic = matches!(&field.ty, Type::Path(path)
                    if path.path.segments.last().is_some_and(|last| last.ident == "Statistic"));
                if !is_statistic {
                    let message =
                        "a statistic is of type `Statistic`, and becomes a constant of the pass";
                    return Err(Error::new_spanned(&field.ty, message));
                }
                let description = description(&docs, ident.span(), "a statistic")?;
                self.statistics.push(StatisticField { ident, docs, key, description });
                return Ok(());
            }
        }
        self.kept.push(plain);
        self.defaults.push((ident, default));
        Ok(())
    }
}

/// The arguments of `#[option(..)]` or `#[statistic(..)]`.
fn argument_of<T: Parse>(attr: &Attribute) -> Result<T> {
    if let syn::Meta::List(list) = &attr.meta
        && !list.tokens.is_empty()
    {
        return attr.parse_args();
    }
    let word = attr.path().get_ident().map(ToString::to_string).unwrap_or_default();
    let message = format!("expected the name that users see: `#[{word}(\"name\")]`");
    Err(Error::new(attr.path().span(), message))
}

/// The documentation of a field as one line.
fn description(docs: &[Attribute], place: Span, what: &str) -> Result<String> {
    let mut lines = Vec::new();
    for attr in docs {
        if let syn::Meta::NameValue(pair) = &attr.meta
            && let Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(text) = &literal.lit
        {
            lines.extend(text.value().lines().map(|line| line.trim().to_string()));
        }
    }
    let text = lines.join(" ").trim().to_string();
    if text.is_empty() {
        let message = format!("{what} is described by a documentation comment, which users read");
        return Err(Error::new(place, message));
    }
    Ok(text)
}

/// A description in Markdown with each paragraph of prose on one line, however it is broken in the
/// source. Lists, tables, headings and code stay as they are.
pub(crate) fn join_lines(description: &str) -> String {
    let is_prose = |line: &str| {
        line.starts_with(|c: char| c.is_alphabetic() || "`\"'(_[".contains(c))
            && !line.starts_with("```")
    };
    let mut text = String::new();
    let (mut in_code, mut follows_prose) = (false, false);
    for line in description.lines() {
        in_code ^= line.starts_with("```");
        let prose = !in_code && is_prose(line);
        if !text.is_empty() {
            text.push(if prose && follows_prose { ' ' } else { '\n' });
        }
        text.push_str(line);
        follows_prose = prose;
    }
    text
}

/// `Default` and `PassOptions` of a struct that has options as fields.
pub(crate) fn options_impl(ident: &Ident, fields: &Fields) -> TokenStream {
    let (names, defaults): (Vec<_>, Vec<_>) =
        fields.defaults.iter().map(|(name, value)| (name, value)).unzip();
    let default =
        if fields.is_unit() { quote!(Self) } else { quote!(Self { #(#names: #defaults,)* }) };
    let members: Vec<&Ident> = fields.options.iter().map(|option| &option.ident).collect();
    let types = fields.options.iter().map(|option| &option.ty);
    let keys: Vec<&LitStr> = fields.options.iter().map(|option| &option.key).collect();
    let descriptions = fields.options.iter().map(|option| &option.description);
    let (nested, nested_types): (Vec<_>, Vec<_>) = fields.nested.iter().cloned().unzip();
    let unknown = match nested.first() {
        Some(field) => quote!(::mlir_lite::pass::PassOptions::set(&mut self.#field, option)),
        None => quote!(::core::result::Result::Err(::mlir_lite::pass::OptionError::UnknownKey)),
    };
    quote! {
        impl ::core::default::Default for #ident {
            fn default() -> Self {
                #default
            }
        }

        impl ::mlir_lite::pass::PassOptions for #ident {
            fn definitions() -> ::std::vec::Vec<::mlir_lite::pass::OptionDef> {
                let _default = <Self as ::core::default::Default>::default();
                let mut _definitions = ::std::vec::Vec::new();
                #(
                    _definitions.push(::mlir_lite::pass::OptionDef {
                        key: #keys,
                        kind: <#types as ::mlir_lite::pass::OptionValue>::kind(),
                        default: ::mlir_lite::pass::OptionValue::print(&_default.#members),
                        description: #descriptions,
                    });
                )*
                #(
                    _definitions.extend(
                        <#nested_types as ::mlir_lite::pass::PassOptions>::definitions()
                    );
                )*
                _definitions
            }

            fn set(
                &mut self,
                option: &::mlir_lite::pass::OptionText,
            ) -> ::core::result::Result<(), ::mlir_lite::pass::OptionError> {
                match option.key.as_str() {
                    #(#keys => ::mlir_lite::pass::set_option(&mut self.#members, option),)*
                    _ => #unknown,
                }
            }

            fn texts(&self) -> ::std::vec::Vec<::mlir_lite::pass::OptionText> {
                let _default = <Self as ::core::default::Default>::default();
                let mut _texts = ::std::vec::Vec::new();
                #(
                    _texts.extend(
                        ::mlir_lite::pass::option_text(#keys, &self.#members, &_default.#members)
                    );
                )*
                #(_texts.extend(::mlir_lite::pass::PassOptions::texts(&self.#nested));)*
                _texts
            }
        }
    }
}

/// Checks that a text can be a name on command lines and in a pipeline's text.
pub(crate) fn check_argument(name: &LitStr) -> Result<()> {
    let text = name.value();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(is_plain) {
        return Ok(());
    }
    let message = format!("expected a name of letters, digits, `-`, `_` and `.`, found \"{text}\"");
    Err(Error::new(name.span(), message))
}
