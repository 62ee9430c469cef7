//! Parses an op's declaration: the attribute's options and the struct's fields.

use crate::arguments::list;
use crate::behavior::{Behavior, Implementor};
use crate::format::{self, Element};
use crate::op_options::{AssemblyOption, Options, names_and_forms};
use crate::relations::{Relation, TraitEntry};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::{
    Attribute, Error, Expr, Fields, ItemStruct, LitStr, Path, Result, Type, Visibility, parse_quote,
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
    /// The default for an absent attribute: a function that makes the attribute or, of a typed one,
    /// the value.
    pub(crate) default: Option<Expr>,
    /// Whether accessors and builders use the attribute's Rust value.
    pub(crate) typed: bool,
    /// Whether `build` infers the result's type from the constraint.
    pub(crate) inferred: bool,
    /// The op's effects on the memory of the operand or result: names of `EffectKind`s.
    pub(crate) effects: Vec<Ident>,
    /// The name of the result in the text of today's MLIR.
    pub(crate) upstream_name: Option<LitStr>,
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
    /// The behaviour of the op.
    pub(crate) implements: Vec<Behavior>,
    pub(crate) properties: Option<Expr>,
    pub(crate) assembly: Assembly,
    pub(crate) upstream: Option<Upstream>,
    pub(crate) operands: Vec<Field>,
    pub(crate) results: Vec<Field>,
    pub(crate) op_attrs: Vec<Field>,
    pub(crate) regions: Vec<Field>,
    pub(crate) successors: Vec<Field>,
    pub(crate) order: Vec<Slot>,
    /// The errors in the declaration. Code is generated nevertheless, so that other code that uses
    /// the op causes no further errors.
    pub(crate) errors: Vec<Error>,
}

impl Declaration {
    /// Whether the op has a trait of that name.
    pub(crate) fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|path| path_ends_in(path, name))
    }

    /// The entry of `implements(..)` for the trait of that name.
    pub(crate) fn behavior(&self, name: &str) -> Option<&Behavior> {
        let is_implemented = |entry: &&Behavior| !matches!(entry.by, Implementor::Accessors(_));
        self.implements.iter().filter(is_implemented).find(|entry| entry.name() == name)
    }

    /// Whether operand groups have their sizes in an attribute.
    pub(crate) fn sized_operands(&self) -> bool {
        self.has_trait("AttrSizedOperandSegments")
    }

    /// Parses a declaration. Most errors are in `errors` of the result.
    ///
    /// # Errors
    /// If the item is not a struct without parameters.
    pub(crate) fn parse(options: TokenStream, item: TokenStream) -> Result<Self> {
        let item: ItemStruct = syn::parse2(item)?;
        if let Some(parameter) = item.generics.params.first() {
            return Err(Error::new_spanned(parameter, "an op has no generic parameters"));
        }
        let mut options = Options::parse(options);
        let mut errors = std::mem::take(&mut options.errors);
        let name = options.name.clone().unwrap_or_else(|| {
            // The name may be missing only because of another error.
            if errors.is_empty() {
                errors.push(Error::new(Span::call_site(), "missing `name = \"dialect.op\"`"));
            }
            LitStr::new("unnamed.op", item.ident.span())
        });
        if !name.value().contains('.') {
            errors.push(Error::new(name.span(), "an op's name is `dialect.op`"));
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
            implements: options.implements,
            properties: options.properties,
            assembly: Assembly::Generic,
            upstream: None,
            operands: Vec::new(),
            results: Vec::new(),
            op_attrs: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            order: Vec::new(),
            errors,
        };
        declaration.fields(item.fields);
        for entry in options.traits {
            match entry {
                TraitEntry::Trait(path) => declaration.traits.push(path),
                TraitEntry::Relation(relation) => match relation.resolve(&declaration) {
                    Ok(relation) => declaration.relations.push(relation),
                    Err(error) => declaration.errors.push(error),
                },
            }
        }
        declaration.check_behaviors();
        declaration.implied_interfaces();
        let checks = [declaration.check_traits(), declaration.check_groups()];
        declaration.errors.extend(checks.into_iter().filter_map(Result::err));
        declaration.assembly = declaration.compile(options.assembly).unwrap_or(Assembly::Generic);
        if let Some(upstream) = options.upstream {
            let assembly = declaration.compile(upstream.assembly);
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

    /// Reports traits that are listed twice.
    fn check_behaviors(&mut self) {
        for (index, entry) in self.implements.iter().enumerate() {
            let text = |entry: &Behavior| entry.path.to_token_stream().to_string();
            if self.implements[..index].iter().any(|other| text(other) == text(entry)) {
                let message = format!("`{}` is listed twice", entry.name());
                self.errors.push(Error::new_spanned(&entry.path, message));
            }
        }
    }

    /// Adds the interfaces that options of fields implement.
    fn implied_interfaces(&mut self) {
        let implied = [
            (
                self.has_effects(),
                parse_quote!(::mlir_lite::ir::interfaces::MemoryEffectOpInterface),
                "effects(..)",
            ),
            (
                self.has_result_names(),
                parse_quote!(::mlir_lite::ir::interfaces::OpAsmNameInterface),
                "upstream_name",
            ),
        ];
        for (is_implied, path, option) in implied {
            let path: Path = path;
            let name = &path.segments[path.segments.len() - 1].ident;
            match self.behavior(&name.to_string()) {
                _ if !is_implied => {}
                None => self.implements.push(Behavior::implied(path)),
                Some(listed) => {
                    let message = format!("`{option}` of a field implements {name}");
                    self.errors.push(Error::new_spanned(&listed.path, message));
                }
            }
        }
    }

    /// Whether options of fields say what the op does to memory.
    pub(crate) fn has_effects(&self) -> bool {
        self.operands.iter().chain(&self.results).any(|field| !field.effects.is_empty())
    }

    /// Whether options of results say how they are called.
    pub(crate) fn has_result_names(&self) -> bool {
        self.results.iter().any(|field| field.upstream_name.is_some())
    }

    /// The form that is declared; `None` if none is, or if it is wrong.
    fn compile(&mut self, assembly: Option<AssemblyOption>) -> Option<Assembly> {
        match assembly? {
            AssemblyOption::Custom => Some(Assembly::Custom),
            // A missing field may be the only error of a format.
            AssemblyOption::Format(_) if !self.errors.is_empty() => None,
            AssemblyOption::Format(text) => match format::compile(self, &text) {
                Ok(elements) => Some(Assembly::Format(elements)),
                Err(error) => {
                    self.errors.push(error);
                    None
                }
            },
        }
    }

    fn fields(&mut self, fields: Fields) {
        let fields = match fields {
            Fields::Named(fields) => fields.named,
            Fields::Unit => return,
            Fields::Unnamed(fields) => {
                let message = "operands, attributes and results have names";
                return self.errors.push(Error::new_spanned(fields, message));
            }
        };
        for field in fields {
            if let Err(error) = self.field(field) {
                self.errors.push(error);
            }
        }
    }

    fn field(&mut self, field: syn::Field) -> Result<()> {
        let Some(ident) = field.ident else { return Ok(()) };
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
            effects: Vec::new(),
            upstream_name: None,
        };
        let kind = marker.path().get_ident().map(Ident::to_string).unwrap_or_default();
        let has_options = matches!(marker.meta, syn::Meta::List(_));
        match kind.as_str() {
            "attr" => attr_options(marker, &mut parsed)?,
            "operand" if has_options => operand_options(marker, &mut parsed)?,
            "result" if has_options => result_options(marker, &mut parsed)?,
            _ => {
                marker.meta.require_path_only()?;
            }
        }
        self.push(marker, &kind, parsed)
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

fn operand_options(marker: &Attribute, field: &mut Field) -> Result<()> {
    marker.parse_nested_meta(|meta| {
        if meta.path.is_ident("effects") {
            return effects(&meta, field);
        }
        Err(meta.error("unknown option; expected `effects(..)`"))
    })
}

fn result_options(marker: &Attribute, field: &mut Field) -> Result<()> {
    marker.parse_nested_meta(|meta| {
        if meta.path.is_ident("inferred") {
            if field.arity != Arity::One {
                return Err(meta.error("only the type of a single result can be inferred"));
            }
            field.inferred = true;
            Ok(())
        } else if meta.path.is_ident("effects") {
            effects(&meta, field)
        } else if meta.path.is_ident("upstream_name") {
            if field.arity != Arity::One {
                return Err(meta.error("only a single result has a name"));
            }
            field.upstream_name = Some(meta.value()?.parse()?);
            Ok(())
        } else {
            let message =
                "unknown option; expected `inferred`, `effects(..)` or `upstream_name = \"..\"`";
            Err(meta.error(message))
        }
    })
}

/// Parses `effects(Read, Write)`.
fn effects(meta: &ParseNestedMeta<'_>, field: &mut Field) -> Result<()> {
    const KINDS: [&str; 4] = ["Allocate", "Free", "Read", "Write"];
    for kind in list::<Ident>(meta.input)? {
        if !KINDS.iter().any(|known| kind == known) {
            return Err(Error::new(kind.span(), "expected Allocate, Free, Read or Write"));
        }
        if field.effects.contains(&kind) {
            return Err(Error::new(kind.span(), format!("the effect {kind} is given twice")));
        }
        field.effects.push(kind);
    }
    Ok(())
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
