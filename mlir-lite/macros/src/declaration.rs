//! Parses an op's declaration: the attribute's options and the struct's fields.

use crate::format::{self, Element};
use crate::relations::{Relation, TraitEntry};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, Fields, ItemStruct, LitStr, Path, Result, Token, Type, Visibility,
    parenthesized, parse_quote,
};

/// The number of values that a field declares.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Arity {
    One,
    Optional,
    Variadic,
}

/// An operand, result, attribute, region or successor.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// The name in formats.
    pub(crate) name: String,
    /// The type as written.
    pub(crate) ty: Type,
    /// The type without `Optional` or `Variadic`.
    pub(crate) constraint: Type,
    pub(crate) arity: Arity,
    pub(crate) docs: Vec<Attribute>,
    /// The name in the attribute dictionary.
    pub(crate) attr_name: String,
    /// What absence means: a function that makes the attribute or, of a typed one, the value.
    pub(crate) default: Option<Expr>,
    /// Whether accessors and builders use the attribute's Rust value.
    pub(crate) typed: bool,
    /// Whether `build` infers the result's type from the constraint.
    pub(crate) inferred: bool,
}

impl Field {
    /// The last segment of the constraint's path.
    pub(crate) fn constraint_name(&self) -> String {
        last_segment(&self.constraint)
    }

    /// Whether the constraint's name is one of those known to admit a single type.
    pub(crate) fn has_only_type(&self) -> bool {
        const ONE_TYPE: [&str; 11] =
            ["I1", "I8", "I16", "I32", "I64", "F16", "BF16", "F32", "F64", "Index", "NoneType"];
        self.inferred
            || self.arity == Arity::One && ONE_TYPE.contains(&self.constraint_name().as_str())
    }
}

/// A field in the order of declaration, which the builder's parameters follow.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Slot {
    Operand(usize),
    Attr(usize),
    Region(usize),
    Successor(usize),
}

/// How the op is written.
pub(crate) enum Assembly {
    Generic,
    Custom,
    Format(Vec<Element>),
}

/// Today's MLIR's spelling.
pub(crate) struct Upstream {
    pub(crate) names: Vec<LitStr>,
    pub(crate) choose: Option<Path>,
    pub(crate) check: Option<Path>,
    pub(crate) assembly: Option<Assembly>,
    pub(crate) only: bool,
}

/// A whole declaration.
pub(crate) struct Declaration {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) name: LitStr,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) traits: Vec<Path>,
    pub(crate) relations: Vec<Relation>,
    pub(crate) interfaces: Vec<Path>,
    /// Traits whose function `install` adds a hook.
    pub(crate) hooks: Vec<Path>,
    pub(crate) properties: Option<Expr>,
    pub(crate) assembly: Assembly,
    pub(crate) upstream: Option<Upstream>,
    pub(crate) verify: bool,
    pub(crate) fold: bool,
    pub(crate) infer_types: bool,
    pub(crate) canonicalize: bool,
    pub(crate) operands: Vec<Field>,
    pub(crate) results: Vec<Field>,
    pub(crate) op_attrs: Vec<Field>,
    pub(crate) regions: Vec<Field>,
    pub(crate) successors: Vec<Field>,
    pub(crate) order: Vec<Slot>,
}

impl Declaration {
    /// Whether the op has a trait of that name.
    pub(crate) fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|path| path_ends_in(path, name))
    }

    /// Whether operand groups have their sizes in an attribute.
    pub(crate) fn sized_operands(&self) -> bool {
        self.has_trait("AttrSizedOperandSegments")
    }

    pub(crate) fn parse(options: TokenStream, item: TokenStream) -> Result<Self> {
        let options: Options = syn::parse2(options)?;
        let item: ItemStruct = syn::parse2(item)?;
        if let Some(parameter) = item.generics.params.first() {
            return Err(Error::new_spanned(parameter, "an op has no generic parameters"));
        }
        let Some(name) = options.name.clone() else {
            return Err(Error::new(Span::call_site(), "missing `name = \"dialect.op\"`"));
        };
        if !name.value().contains('.') {
            return Err(Error::new(name.span(), "an op's name is `dialect.op`"));
        }
        let (docs, attrs): (Vec<_>, Vec<_>) =
            item.attrs.into_iter().partition(|attr| attr.path().is_ident("doc"));
        let (summary, description) = split_docs(&docs);
        let rustdoc = if docs.is_empty() { Vec::new() } else { names_and_forms(&options, &name) };
        let mut declaration = Self {
            ident: item.ident,
            vis: item.vis,
            attrs: docs.into_iter().chain(rustdoc).chain(attrs).collect(),
            name,
            summary,
            description,
            traits: Vec::new(),
            relations: Vec::new(),
            interfaces: options.interfaces,
            hooks: options.hooks,
            properties: options.properties,
            assembly: Assembly::Generic,
            upstream: None,
            verify: options.verify,
            fold: options.fold,
            infer_types: options.infer_types,
            canonicalize: options.canonicalize,
            operands: Vec::new(),
            results: Vec::new(),
            op_attrs: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            order: Vec::new(),
        };
        declaration.fields(item.fields)?;
        for entry in options.traits {
            match entry {
                TraitEntry::Trait(path) => declaration.traits.push(path),
                TraitEntry::Relation(relation) => {
                    declaration.relations.push(relation.resolve(&declaration)?)
                }
            }
        }
        declaration.check_traits()?;
        declaration.check_groups()?;
        declaration.assembly = declaration.compile(options.assembly)?.unwrap_or(Assembly::Generic);
        if let Some(upstream) = options.upstream {
            let assembly = declaration.compile(upstream.assembly)?;
            declaration.upstream = Some(Upstream {
                names: upstream.names,
                choose: upstream.choose,
                check: upstream.check,
                assembly,
                only: upstream.only,
            });
        }
        Ok(declaration)
    }

    fn compile(&self, assembly: Option<AssemblyOption>) -> Result<Option<Assembly>> {
        Ok(match assembly {
            None => None,
            Some(AssemblyOption::Custom) => Some(Assembly::Custom),
            Some(AssemblyOption::Format(text)) => {
                Some(Assembly::Format(format::compile(self, &text)?))
            }
        })
    }

    fn fields(&mut self, fields: Fields) -> Result<()> {
        let fields = match fields {
            Fields::Named(fields) => fields.named,
            Fields::Unit => return Ok(()),
            Fields::Unnamed(fields) => {
                return Err(Error::new_spanned(
                    fields,
                    "operands, attributes and results have names",
                ));
            }
        };
        for field in fields {
            let Some(ident) = field.ident else { continue };
            let name = ident.unraw().to_string();
            const TAKEN: [&str; 8] =
                ["id", "from_id", "def", "is", "cast", "defining", "build", "create"];
            if TAKEN.contains(&name.as_str()) {
                let message = format!("`{name}` is a function of every op; choose another name");
                return Err(Error::new(ident.span(), message));
            }
            let (markers, docs): (Vec<_>, Vec<_>) =
                field.attrs.into_iter().partition(|attr| !attr.path().is_ident("doc"));
            let [marker] = &markers[..] else {
                return Err(Error::new(
                    ident.span(),
                    "a field has one of #[operand], #[attr], #[region], #[successor], #[result]",
                ));
            };
            let (arity, constraint) = split_arity(&field.ty);
            let mut parsed = Field {
                attr_name: name.clone(),
                name,
                ident,
                constraint,
                ty: field.ty,
                arity,
                docs,
                default: None,
                typed: false,
                inferred: false,
            };
            let kind = marker.path().get_ident().map(Ident::to_string).unwrap_or_default();
            if kind == "attr" {
                attr_options(marker, &mut parsed)?;
            } else if kind == "result" && matches!(marker.meta, syn::Meta::List(_)) {
                result_options(marker, &mut parsed)?;
            } else {
                marker.meta.require_path_only()?;
            }
            self.push(marker, &kind, parsed)?;
        }
        Ok(())
    }

    fn push(&mut self, marker: &Attribute, kind: &str, field: Field) -> Result<()> {
        let duplicate = self.all_fields().any(|other| other.name == field.name);
        if duplicate {
            return Err(Error::new(
                field.ident.span(),
                format!("`{}` is declared twice", field.name),
            ));
        }
        let wrong_arity = match kind {
            "attr" => field.arity == Arity::Variadic,
            "region" | "successor" => field.arity == Arity::Optional,
            _ => false,
        };
        if wrong_arity {
            let message = format!("an op's {kind} is not {}", arity_word(field.arity));
            return Err(Error::new_spanned(&field.ty, message));
        }
        match kind {
            "operand" => {
                self.order.push(Slot::Operand(self.operands.len()));
                self.operands.push(field);
            }
            "attr" => {
                if self.op_attrs.iter().any(|other| other.attr_name == field.attr_name) {
                    let message = format!("attribute `{}` is declared twice", field.attr_name);
                    return Err(Error::new(field.ident.span(), message));
                }
                self.order.push(Slot::Attr(self.op_attrs.len()));
                self.op_attrs.push(field);
            }
            "region" => {
                self.order.push(Slot::Region(self.regions.len()));
                self.regions.push(field);
            }
            "successor" => {
                self.order.push(Slot::Successor(self.successors.len()));
                self.successors.push(field);
            }
            "result" => self.results.push(field),
            _ => {
                return Err(Error::new_spanned(
                    marker,
                    "expected #[operand], #[attr], #[region], #[successor] or #[result]",
                ));
            }
        }
        Ok(())
    }

    fn all_fields(&self) -> impl Iterator<Item = &Field> {
        self.operands
            .iter()
            .chain(&self.results)
            .chain(&self.op_attrs)
            .chain(&self.regions)
            .chain(&self.successors)
    }

    /// Checks traits that are only valid together with others.
    fn check_traits(&self) -> Result<()> {
        const NEEDS: [(&str, &str); 5] = [
            ("FunctionLike", "Symbol"),
            ("Scalarizable", "Elementwise"),
            ("Vectorizable", "Elementwise"),
            ("Tensorizable", "Elementwise"),
            ("ReturnLike", "Terminator"),
        ];
        for (name, needed) in NEEDS {
            let path = self.traits.iter().find(|path| path_ends_in(path, name));
            if let Some(path) = path.filter(|_| !self.has_trait(needed)) {
                return Err(Error::new_spanned(
                    path,
                    format!("the trait {name} needs the trait {needed}"),
                ));
            }
        }
        Ok(())
    }

    /// Where several groups have no fixed size, a trait must say where each of them ends.
    fn check_groups(&self) -> Result<()> {
        let variable = |fields: &[Field]| -> Option<Span> {
            fields.iter().filter(|f| f.arity != Arity::One).nth(1).map(|f| f.ident.span())
        };
        let checks = [
            (
                variable(&self.operands),
                "AttrSizedOperandSegments",
                "SameVariadicOperandSize",
                "operand",
            ),
            (
                variable(&self.results),
                "AttrSizedResultSegments",
                "SameVariadicResultSize",
                "result",
            ),
        ];
        for (second, name, equal, kind) in checks {
            if let Some(span) = second
                && !self.has_trait(name)
                && !self.has_trait(equal)
            {
                let message = format!(
                    "a second {kind} group without fixed size needs the trait {name} or {equal}"
                );
                return Err(Error::new(span, message));
            }
        }
        for fields in [&self.regions, &self.successors] {
            if let Some(span) = variable(fields) {
                return Err(Error::new(
                    span,
                    "only one group of regions or successors can be variadic",
                ));
            }
        }
        Ok(())
    }
}

fn arity_word(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "single",
        Arity::Optional => "optional",
        Arity::Variadic => "variadic",
    }
}

impl Field {
    /// The attribute that absence means, if there is one.
    pub(crate) fn default_attribute(&self, ctx: &TokenStream) -> Option<TokenStream> {
        let (default, constraint) = (self.default.as_ref()?, &self.constraint);
        let value = quote!(::mlir_lite::ir::constraints::AttrValue);
        Some(if self.typed {
            quote!(<#constraint as #value>::attribute_of(#ctx, #default))
        } else {
            quote!(#default(#ctx))
        })
    }
}

fn attr_options(marker: &Attribute, field: &mut Field) -> Result<()> {
    if matches!(marker.meta, syn::Meta::Path(_)) {
        return Ok(());
    }
    marker.parse_nested_meta(|meta| {
        if meta.path.is_ident("name") {
            field.attr_name = meta.value()?.parse::<LitStr>()?.value();
            Ok(())
        } else if meta.path.is_ident("default") {
            field.default = Some(meta.value()?.parse()?);
            Ok(())
        } else if meta.path.is_ident("typed") {
            field.typed = true;
            Ok(())
        } else {
            Err(meta.error("unknown option; expected `name = \"..\"`, `default = ..` or `typed`"))
        }
    })
}

fn result_options(marker: &Attribute, field: &mut Field) -> Result<()> {
    marker.parse_nested_meta(|meta| {
        if !meta.path.is_ident("inferred") {
            return Err(meta.error("unknown option; expected `inferred`"));
        }
        if field.arity != Arity::One {
            return Err(meta.error("only the type of a single result can be inferred"));
        }
        field.inferred = true;
        Ok(())
    })
}

fn last_segment(ty: &Type) -> String {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// Whether a path's last segment is `name`.
pub(crate) fn path_ends_in(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}

fn split_arity(ty: &Type) -> (Arity, Type) {
    if let Type::Path(path) = ty
        && let Some(segment) = path.path.segments.last()
        && let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments
        && let (Some(syn::GenericArgument::Type(inner)), 1) =
            (arguments.args.first(), arguments.args.len())
    {
        if segment.ident == "Optional" {
            return (Arity::Optional, inner.clone());
        }
        if segment.ident == "Variadic" {
            return (Arity::Variadic, inner.clone());
        }
    }
    (Arity::One, ty.clone())
}

/// The first paragraph, and the others.
pub(crate) fn split_docs(docs: &[Attribute]) -> (String, String) {
    let mut lines = Vec::new();
    for attr in docs {
        if let syn::Meta::NameValue(pair) = &attr.meta
            && let Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(text) = &literal.lit
        {
            let text = text.value();
            lines.extend(
                text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).to_string()),
            );
            if text.is_empty() {
                lines.push(String::new());
            }
        }
    }
    let end = lines.iter().position(|line| line.trim().is_empty()).unwrap_or(lines.len());
    let summary = lines[..end].join(" ");
    let summary = summary.trim().trim_end_matches('.').to_string();
    let description = lines.get(end + 1..).unwrap_or_default().join("\n").trim().to_string();
    (summary, description)
}

enum AssemblyOption {
    Custom,
    Format(LitStr),
}

#[derive(Default)]
struct UpstreamOptions {
    names: Vec<LitStr>,
    choose: Option<Path>,
    check: Option<Path>,
    assembly: Option<AssemblyOption>,
    only: bool,
}

#[derive(Default)]
struct Options {
    name: Option<LitStr>,
    traits: Vec<TraitEntry>,
    interfaces: Vec<Path>,
    hooks: Vec<Path>,
    properties: Option<Expr>,
    assembly: Option<AssemblyOption>,
    upstream: Option<UpstreamOptions>,
    verify: bool,
    fold: bool,
    infer_types: bool,
    canonicalize: bool,
}

/// What rustdoc shows of an op beside its comment: each name with its form, and as an alias for the
/// search.
fn names_and_forms(options: &Options, name: &LitStr) -> Vec<Attribute> {
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

fn parenthesized_list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

fn custom(input: ParseStream<'_>) -> Result<AssemblyOption> {
    let word: Ident = input.parse()?;
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

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut options = Self::default();
        let mut seen: Vec<Ident> = Vec::new();
        while !input.is_empty() {
            let key = Ident::parse_any(input)?;
            if seen.contains(&key) {
                return Err(Error::new(key.span(), format!("option `{key}` is given twice")));
            }
            match key.to_string().as_str() {
                "name" => {
                    input.parse::<Token![=]>()?;
                    options.name = Some(input.parse()?);
                }
                "traits" => options.traits = parenthesized_list(input)?,
                "interfaces" => options.interfaces = parenthesized_list(input)?,
                "hooks" => options.hooks = parenthesized_list(input)?,
                "properties" => {
                    input.parse::<Token![=]>()?;
                    options.properties = Some(input.parse()?);
                }
                "format" => {
                    input.parse::<Token![=]>()?;
                    set_assembly(
                        &mut options.assembly,
                        AssemblyOption::Format(input.parse()?),
                        &key,
                    )?;
                }
                "assembly" => {
                    input.parse::<Token![=]>()?;
                    set_assembly(&mut options.assembly, custom(input)?, &key)?;
                }
                "upstream" => {
                    let content;
                    parenthesized!(content in input);
                    options.upstream = Some(content.parse()?);
                }
                "verify" => options.verify = true,
                "fold" => options.fold = true,
                "infer_types" => options.infer_types = true,
                "canonicalize" => options.canonicalize = true,
                _ => {
                    return Err(Error::new(
                        key.span(),
                        format!(
                            "unknown option `{key}`; expected name, traits, interfaces, hooks, \
                                format, assembly, upstream, properties, verify, fold, infer_types \
                                or canonicalize"
                        ),
                    ));
                }
            }
            seen.push(key);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

impl Parse for UpstreamOptions {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut options = Self::default();
        let start = input.span();
        while !input.is_empty() {
            let key = Ident::parse_any(input)?;
            match key.to_string().as_str() {
                "name" => {
                    input.parse::<Token![=]>()?;
                    options.names.push(input.parse()?);
                }
                "names" => options.names.extend(parenthesized_list(input)?),
                "only" => options.only = true,
                "choose" => {
                    input.parse::<Token![=]>()?;
                    options.choose = Some(input.parse()?);
                }
                "check" => {
                    input.parse::<Token![=]>()?;
                    options.check = Some(input.parse()?);
                }
                "format" => {
                    input.parse::<Token![=]>()?;
                    set_assembly(
                        &mut options.assembly,
                        AssemblyOption::Format(input.parse()?),
                        &key,
                    )?;
                }
                "assembly" => {
                    input.parse::<Token![=]>()?;
                    set_assembly(&mut options.assembly, custom(input)?, &key)?;
                }
                _ => {
                    return Err(Error::new(
                        key.span(),
                        format!(
                            "unknown option `{key}`; expected name, names, only, choose, check, \
                                format or assembly"
                        ),
                    ));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        if options.names.is_empty() {
            return Err(Error::new(start, "missing `name = \"dialect.op\"`"));
        }
        Ok(options)
    }
}
