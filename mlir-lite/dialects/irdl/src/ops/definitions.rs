//! Definitions of dialects, types, attributes and ops.

use crate::names::check_name;
use crate::ops::{AttributesOp, OperandsOp, ParametersOp, RegionsOp, ResultsOp, names_of};
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashMap;

/// A dialect, with its types, attributes and ops.
///
/// References in it are resolved in the symbol table around it, as in MLIR, or in its own. They may
/// lead out of it by `@.super`.
///
/// ```mlir
/// irdl.dialect @cmath {
///   irdl.type @complex {
///     %0 = irdl.is f32
///     %1 = irdl.is f64
///     %2 = irdl.any_of(%0, %1)
///     irdl.parameters(elem: %2)
///   }
/// }
/// ```
#[op(
    name = "irdl.dialect",
    traits(IsolatedFromAbove, NoTerminator, SymbolTable, Symbol),
    implements(CustomAssembly, VerifyOp),
    upstream(name = "irdl.dialect", only)
)]
pub struct DialectOp {
    /// The namespace.
    #[attr]
    sym_name: SymbolNameAttr,
    /// The definitions.
    #[region]
    body: SingleBlockRegion,
}

#[op_family(
    traits(HasParent<DialectOp>, NoTerminator, NoRegionArguments, Symbol),
    implements(CustomAssembly, VerifyOp)
)]
struct Definition {
    /// The name in the dialect.
    #[attr]
    sym_name: SymbolNameAttr,
    /// The constraints.
    #[region]
    body: SingleBlockRegion,
}

/// A type, with constraints on its parameters. Without `irdl.parameters`, it has none.
///
/// ```mlir
/// irdl.type @pair {
///   %0 = irdl.any
///   irdl.parameters(first: %0, second: %0)
/// }
/// ```
#[op(family = Definition, name = "irdl.type", upstream(name = "irdl.type", only))]
pub struct TypeOp;

/// An attribute, with constraints on its parameters. Without `irdl.parameters`, it has none.
///
/// ```mlir
/// irdl.attribute @color {
///   %0 = irdl.is "red"
///   %1 = irdl.is "blue"
///   %2 = irdl.any_of(%0, %1)
///   irdl.parameters(name: %2)
/// }
/// ```
#[op(family = Definition, name = "irdl.attribute", upstream(name = "irdl.attribute", only))]
pub struct AttributeOp;

/// An op, with constraints on its operands, results, attributes and regions. It has none for which
/// there is no list.
///
/// ```mlir
/// irdl.operation @norm {
///   %0 = irdl.any
///   %1 = irdl.parametric @cmath::@complex<%0>
///   irdl.operands(in: %1)
///   irdl.results(out: %0)
/// }
/// ```
#[op(family = Definition, name = "irdl.operation", upstream(name = "irdl.operation", only))]
pub struct OperationOp;

fn parse_definition(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let name = parser.parse_symbol_name()?;
    let name = parser.context().ident_attr(name);
    parser.set_attr_ident(Ident::SYM_NAME, name);
    parser.parse_attr_dict_with_keyword()?;
    match parser.at_punct("{") {
        true => parser.parse_region(&[])?,
        false => parser.add_empty_region(),
    }
    parser.ensure_block();
    Ok(())
}

fn print_definition<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
    printer.write(" ");
    let name = op.symbol_name();
    printer.symbol_name(name.map_or("", |name| name.text(op.context())));
    printer.attr_dict_with_keyword(op, &["sym_name"]);
    printer.write(" ");
    if let Some(region) = op.region(0).filter(|region| region.ops().next().is_some()) {
        printer.region(region, PrintRegion::default());
    }
}

/// Checks the name of a definition of that kind.
fn verify_name(op: OpRef<'_>, kind: &str, diagnostics: &mut Diagnostics) {
    let name = op.symbol_name().map_or("", |name| name.text(op.context()));
    if let Err(message) = check_name(kind, name) {
        diagnostics.error(op.error(message));
    }
}

/// Reports a second list of a kind.
fn verify_at_most_one<O: OpDefinition>(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let ops = op.region(0).into_iter().flat_map(|region| region.ops());
    if ops.filter(|op| op.is::<O>()).count() > 1 {
        let name = O::NAME;
        diagnostics.error(op.error(format!(
            "failed to verify AtMostOneChildOf trait: the operation contains at least two \
                operations of type {name}"
        )));
    }
}

impl VerifyOp for DialectOp {
    fn verify(op: DialectOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let name = op.symbol_name().map_or("", |name| name.text(op.context()));
        let is_namespace = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
        match is_namespace {
            true => verify_name(op, "dialect", diagnostics),
            false => {
                diagnostics.error(op.op_error("invalid dialect name"));
            }
        }
    }
}

impl VerifyOp for TypeOp {
    fn verify(op: TypeOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_name(op.op(), "type", diagnostics);
        verify_at_most_one::<ParametersOp>(op.op(), diagnostics);
    }
}

impl VerifyOp for AttributeOp {
    fn verify(op: AttributeOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_name(op.op(), "attribute", diagnostics);
        verify_at_most_one::<ParametersOp>(op.op(), diagnostics);
    }
}

impl VerifyOp for OperationOp {
    fn verify(op: OperationOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_name(op, "operation", diagnostics);
        verify_at_most_one::<OperandsOp>(op, diagnostics);
        verify_at_most_one::<ResultsOp>(op, diagnostics);
        verify_at_most_one::<AttributesOp>(op, diagnostics);
        verify_at_most_one::<RegionsOp>(op, diagnostics);
        verify_distinct_names(op, diagnostics);
    }
}

/// Reports a name that two of the operands, results and regions have.
fn verify_distinct_names(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let mut owners: FxHashMap<&str, &str> = FxHashMap::default();
    for list in op.region(0).into_iter().flat_map(|region| region.ops()) {
        let kind = match list.info().name() {
            OperandsOp::NAME => "operands",
            ResultsOp::NAME => "results",
            RegionsOp::NAME => "regions",
            _ => continue,
        };
        for name in names_of(list) {
            if let Some(first) = owners.insert(name, kind)
                && first != kind
            {
                diagnostics.error(op.op_error(format_args!(
                    "contains a value named '{name}' for both its {first} and {kind}"
                )));
                return;
            }
        }
    }
}

macro_rules! assembly_of_definitions {
    ($($op:ident, $view:ident;)*) => {
        $(impl CustomAssembly for $op {
            fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
                parse_definition(parser)
            }

            fn print<'b>(op: $view<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
                print_definition(op.op(), printer);
            }
        })*
    };
}

assembly_of_definitions! {
    DialectOp, DialectOpRef;
    TypeOp, TypeOpRef;
    AttributeOp, AttributeOpRef;
    OperationOp, OperationOpRef;
}

pub(crate) fn register_definitions(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<DialectOp>();
    dialect.op::<TypeOp>();
    dialect.op::<AttributeOp>();
    dialect.op::<OperationOp>();
}
