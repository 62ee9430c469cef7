//! Dialects whose types, attributes and ops are known only when the program runs, such as those of
//! an IRDL file.
//!
//! Names of dialects, ops and types are constants of the program everywhere else. Those of a
//! dynamic dialect are kept until the program ends, each once.

use crate::data::Context;
use crate::data::asm::{AsmParser, AsmPrinter, Parsed};
use crate::data::attributes::{Attribute, DialectAttribute, ReplacePart};
use crate::data::types::{DialectType, Type};
use crate::ir::dialect::{DialectId, DialectParts, ParseData};
use crate::ir::op_def::{NameCache, OpDef, OpDefinition};
use crate::ir::prelude::*;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::{Diagnostics, Reported, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

type CheckParameters = Arc<dyn Fn(&Context, &[Attribute]) -> Result<(), String> + Send + Sync>;
type CheckOp = Arc<dyn Fn(OpRef<'_>, &mut Diagnostics) + Send + Sync>;

/// A dialect that is defined by data: the names of its types, attributes and ops, each with the
/// function that checks it. [`Context::load_dynamic`] loads it.
///
/// Types and attributes have attributes as parameters, and are written like `!shop.price<i64, 2>`.
/// Ops have the generic form, and any operands, results, attributes, regions and successors that
/// their check accepts.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::Context;
/// use mlir_lite::ir::dynamic::DynamicDialect;
/// use mlir_lite::text::{ParseOptions, parse_module};
/// use mlir_lite::verify::verify;
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let mut shop = DynamicDialect::new("shop");
/// shop.ty("price", |_, parameters| match parameters.len() {
///     1 => Ok(()),
///     count => Err(format!("a price has one parameter, not {count}")),
/// });
/// shop.op("pay", |op, diagnostics| {
///     if op.num_operands() != 1 {
///         diagnostics.error(op.op_error("takes one price"));
///     }
/// });
///
/// let ctx = Context::new();
/// ctx.load_dynamic(shop)?;
/// let is_valid = |text: &str| {
///     let file = ctx.sources().add("shop.mlir", text).expect("the text is short");
///     let mut diagnostics = Diagnostics::new();
///     parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)
///         .and_then(|module| verify(&module, &mut diagnostics))
///         .is_ok()
/// };
/// assert!(is_valid(
///     "module attributes {shop.max = !shop.price<i64>} {
///        %0 = builtin.unrealized_conversion_cast to !shop.price<i64>
///        \"shop.pay\"(%0) : (!shop.price<i64>) -> ()
///      }",
/// ));
/// assert!(!is_valid("\"shop.pay\"() : () -> ()"));
/// assert!(!is_valid("module attributes {shop.max = !shop.price<i64, 2>} {}"));
///
/// let price = ctx.dynamic_type("shop", "price", &[ctx.string_attr("euro")])?;
/// assert_eq!(mlir_lite::text::print_type(&ctx, price), "!shop.price<\"euro\">");
/// # Ok::<(), String>(())
/// ```
pub struct DynamicDialect {
    namespace: String,
    types: Vec<(String, CheckParameters)>,
    attributes: Vec<(String, CheckParameters)>,
    ops: Vec<(String, CheckOp)>,
}

impl DynamicDialect {
    /// A dialect of that namespace without types, attributes and ops.
    pub fn new(namespace: impl Into<String>) -> Self {
        let (types, attributes, ops) = (Vec::new(), Vec::new(), Vec::new());
        Self { namespace: namespace.into(), types, attributes, ops }
    }

    /// Adds the type `!namespace.mnemonic`. The error of `check` is reported at the type.
    pub fn ty(
        &mut self,
        mnemonic: impl Into<String>,
        check: impl Fn(&Context, &[Attribute]) -> Result<(), String> + Send + Sync + 'static,
    ) {
        self.types.push((mnemonic.into(), Arc::new(check)));
    }

    /// Adds the attribute `#namespace.mnemonic`. The error of `check` is reported at the
    /// attribute.
    pub fn attribute(
        &mut self,
        mnemonic: impl Into<String>,
        check: impl Fn(&Context, &[Attribute]) -> Result<(), String> + Send + Sync + 'static,
    ) {
        self.attributes.push((mnemonic.into(), Arc::new(check)));
    }

    /// Adds the op `namespace.name`. The verifier calls `check`, which reports errors.
    pub fn op(
        &mut self,
        name: impl Into<String>,
        check: impl Fn(OpRef<'_>, &mut Diagnostics) + Send + Sync + 'static,
    ) {
        self.ops.push((name.into(), Arc::new(check)));
    }
}

/// A type or attribute of a dynamic dialect: its name and parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DynamicData {
    name: (&'static str, &'static str),
    parameters: Vec<Attribute>,
}

impl DynamicData {
    /// The parameters. A parameter that is a type is the attribute that holds it.
    pub fn parameters(&self) -> &[Attribute] {
        &self.parameters
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        if !self.parameters.is_empty() {
            printer.write("<");
            printer.comma_separated(&self.parameters, |printer, &it| printer.attribute(it));
            printer.write(">");
        }
    }

    fn replace_parts(&self, replace: ReplacePart<'_>) -> Option<Self> {
        let parameters = self.parameters.iter().map(|&parameter| replace(parameter)).collect();
        Some(Self { name: self.name, parameters })
    }
}

impl DialectType for DynamicData {
    const DIALECT: &'static str = "";
    const MNEMONIC: &'static str = "";

    fn name(&self) -> (&'static str, &'static str) {
        self.name
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        self.print(printer);
    }
    fn replace_parts(&self, _: &Context, replace: ReplacePart<'_>) -> Option<Self> {
        self.replace_parts(replace)
    }
    fn parse(parser: &mut AsmParser<'_, '_>) -> Result<Self, Reported> {
        Err(parser.expected("a type of a dialect that is loaded"))
    }
}

impl DialectAttribute for DynamicData {
    const DIALECT: &'static str = "";
    const MNEMONIC: &'static str = "";

    fn name(&self) -> (&'static str, &'static str) {
        self.name
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        self.print(printer);
    }
    fn replace_parts(&self, _: &Context, replace: ReplacePart<'_>) -> Option<Self> {
        self.replace_parts(replace)
    }
    fn parse(parser: &mut AsmParser<'_, '_>) -> Result<Self, Reported> {
        Err(parser.expected("an attribute of a dialect that is loaded"))
    }
}

/// A type or attribute that a dynamic dialect defines.
#[derive(Clone)]
struct DynamicDef {
    name: (&'static str, &'static str),
    check: CheckParameters,
}

impl DynamicDef {
    /// Parses what follows the mnemonic. An error about the parameters is at `name`.
    fn parse(&self, parser: &mut AsmParser<'_, '_>, name: Span) -> Parsed<DynamicData> {
        let mut parameters = Vec::new();
        if parser.parse_optional_punct("<") && !parser.parse_optional_punct(">") {
            loop {
                parameters.push(parser.parse_attribute(None)?);
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct(">")?;
        }
        let data = self.data(parser.context(), parameters);
        data.map_err(|message| parser.error(name, message))
    }

    fn data(&self, ctx: &Context, parameters: Vec<Attribute>) -> Result<DynamicData, String> {
        (self.check)(ctx, &parameters)?;
        Ok(DynamicData { name: self.name, parameters })
    }
}

/// The definitions of a context's dynamic dialects.
#[derive(Default)]
struct Definitions {
    types: FxHashMap<(&'static str, &'static str), DynamicDef>,
    attributes: FxHashMap<(&'static str, &'static str), DynamicDef>,
    /// The checks of the ops, by their names.
    ops: FxHashMap<&'static str, CheckOp>,
}

#[derive(Default)]
struct Attached(RwLock<Definitions>);

/// Reads the definitions of a context's dynamic dialects, if it has any.
fn read<T>(ctx: &Context, read: impl FnOnce(&Definitions) -> Option<T>) -> Option<T> {
    let attached = ctx.attached::<Attached>()?;
    read(&attached.0.read().unwrap_or_else(PoisonError::into_inner))
}

/// The declaration that all ops of dynamic dialects share, but for their names.
#[op(name = "dynamic.op")]
struct AnyOp {
    #[operand]
    operands: Variadic<AnyType>,
    #[result]
    results: Variadic<AnyType>,
    #[region]
    regions: Variadic<AnyRegion>,
    #[successor]
    successors: Variadic<AnySuccessor>,
}

fn check_op(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let name = op.info().name();
    if let Some(check) = read(op.context(), |known| known.ops.get(name).cloned()) {
        check(op, diagnostics);
    }
}

/// Returns the text as a constant of the program.
fn keep(text: String) -> &'static str {
    static KEPT: LazyLock<Mutex<FxHashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.get(text.as_str()) {
        Some(known) => known,
        None => {
            let text: &'static str = text.leak();
            kept.insert(text);
            text
        }
    }
}

/// Returns the definition of the op of that name, which all contexts share.
fn definition(name: &'static str) -> &'static OpDef {
    static KEPT: LazyLock<Mutex<FxHashMap<&'static str, &'static OpDef>>> =
        LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry(name).or_insert_with(|| {
        let any = AnyOp::def();
        Box::leak(Box::new(OpDef {
            name,
            type_name: "DynamicOp",
            verify: Some(check_op),
            upstream: None,
            summary: "",
            description: "",
            operands: any.operands,
            results: any.results,
            attrs: any.attrs,
            regions: any.regions,
            successors: any.successors,
            traits: any.traits,
            relations: any.relations,
            interfaces: any.interfaces,
            properties: any.properties,
            assembly: any.assembly,
            infer_types: None,
            compatible_types: any.compatible_types,
            fold: None,
            cache: NameCache::new(),
        }))
    })
}

impl Context {
    /// Loads a dialect that is defined by data. It must be loaded before text that uses it is read.
    ///
    /// # Errors
    /// If another dialect has the namespace, if a name cannot be written in text, or if two types,
    /// two attributes or two ops have one name.
    pub fn load_dynamic(&self, dialect: DynamicDialect) -> Result<DialectId, String> {
        let DynamicDialect { namespace, types, attributes, ops } = dialect;
        if !is_name(&namespace) || namespace.contains('.') {
            return Err(format!("'{namespace}' cannot be the name of a dialect"));
        }
        let names = [
            ("type", types.iter().map(|(name, _)| name).collect::<Vec<_>>()),
            ("attribute", attributes.iter().map(|(name, _)| name).collect()),
            ("op", ops.iter().map(|(name, _)| name).collect()),
        ];
        for (kind, names) in names {
            let mut seen = FxHashSet::default();
            for name in names {
                let is_first_digit = name.starts_with(|c: char| c.is_ascii_digit());
                if !is_name(name) || kind != "op" && is_first_digit {
                    return Err(format!("'{name}' cannot be the name of a {kind}"));
                }
                if !seen.insert(name) {
                    return Err(format!("dialect '{namespace}' has two {kind}s named '{name}'"));
                }
            }
        }
        let full = |name: &str| keep(format!("{namespace}.{name}"));
        let checks: Vec<_> = ops.into_iter().map(|(name, check)| (full(&name), check)).collect();
        let namespace = keep(namespace);
        let def = |(mnemonic, check): (String, CheckParameters)| {
            let mnemonic = keep(mnemonic);
            (mnemonic, DynamicDef { name: (namespace, mnemonic), check })
        };
        let types: Vec<_> = types.into_iter().map(def).collect();
        let attributes: Vec<_> = attributes.into_iter().map(def).collect();
        let parts = DialectParts {
            namespace,
            types: parsers(&types, |ctx, data| ctx.dialect_type(data)),
            attributes: parsers(&attributes, |ctx, data| ctx.dialect_attribute(data)),
            ops: checks.iter().map(|(name, _)| definition(name)).collect(),
        };
        let id = self.load_parts(parts)?;
        self.attach(Attached::default());
        if let Some(attached) = self.attached::<Attached>() {
            let mut known = attached.0.write().unwrap_or_else(PoisonError::into_inner);
            known.types.extend(types.into_iter().map(|(_, def)| (def.name, def)));
            known.attributes.extend(attributes.into_iter().map(|(_, def)| (def.name, def)));
            known.ops.extend(checks);
        }
        Ok(id)
    }

    /// The type `!namespace.mnemonic<parameters>` of a dynamic dialect.
    ///
    /// # Errors
    /// If no dynamic dialect defines it, or its check refuses the parameters.
    pub fn dynamic_type(
        &self,
        namespace: &str,
        mnemonic: &str,
        parameters: &[Attribute],
    ) -> Result<Type, String> {
        let def = read(self, |known| known.types.get(&(namespace, mnemonic)).cloned());
        let def = def.ok_or_else(|| {
            format!("no dynamic dialect defines the type '!{namespace}.{mnemonic}'")
        })?;
        Ok(self.dialect_type(def.data(self, parameters.to_vec())?))
    }

    /// The attribute `#namespace.mnemonic<parameters>` of a dynamic dialect.
    ///
    /// # Errors
    /// If no dynamic dialect defines it, or its check refuses the parameters.
    pub fn dynamic_attribute(
        &self,
        namespace: &str,
        mnemonic: &str,
        parameters: &[Attribute],
    ) -> Result<Attribute, String> {
        let def = read(self, |known| known.attributes.get(&(namespace, mnemonic)).cloned());
        let def = def.ok_or_else(|| {
            format!("no dynamic dialect defines the attribute '#{namespace}.{mnemonic}'")
        })?;
        Ok(self.dialect_attribute(def.data(self, parameters.to_vec())?))
    }

    /// Whether a loaded dialect other than `builtin` declares the type `!namespace.mnemonic`.
    pub fn declares_type(&self, namespace: &str, mnemonic: &str) -> bool {
        let id = self.dialect_of_prefix(namespace);
        id.is_some_and(|id| self.dialect_type_parser(id, mnemonic).is_some())
    }

    /// Whether a loaded dialect other than `builtin` declares the attribute `#namespace.mnemonic`.
    pub fn declares_attribute(&self, namespace: &str, mnemonic: &str) -> bool {
        self.dialect_attribute_parser(namespace, mnemonic).is_some()
    }
}

/// The parsers of types or attributes, which `create` makes of their data.
fn parsers<T: 'static>(
    defs: &[(&'static str, DynamicDef)],
    create: fn(&Context, DynamicData) -> T,
) -> Vec<(&'static str, ParseData<T>)> {
    let parser = |(mnemonic, def): &(&'static str, DynamicDef)| {
        let def = def.clone();
        let parse: ParseData<T> = Arc::new(move |parser, name| {
            let data = def.parse(parser, name)?;
            Ok(create(parser.context(), data))
        });
        (*mnemonic, parse)
    };
    defs.iter().map(parser).collect()
}

/// Whether text can have the name: words of letters, digits, `_` and `$`, with dots between them.
fn is_name(text: &str) -> bool {
    text.split('.').all(|word| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
    })
}
