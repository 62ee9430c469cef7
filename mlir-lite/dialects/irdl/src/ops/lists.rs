//! Lists of constraints with names: parameters, operands, results, attributes and regions.

use crate::kinds::{AttributeType, RegionType, StrArrayAttr, Variadicity, VariadicityArrayAttr};
use crate::names::check_name;
use crate::ops::{AttributeOp, OperationOp, TypeOp};
use mlir_lite::ir::asm::UnresolvedOperand;
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashMap;

/// The parameters of a type or attribute.
///
/// ```mlir
/// irdl.parameters(elem: %0)
/// ```
#[op(
    name = "irdl.parameters",
    traits(HasParent<(AttributeOp, TypeOp)>),
    implements(CustomAssembly, VerifyOp),
    upstream(name = "irdl.parameters", only)
)]
pub struct ParametersOp {
    /// A constraint for each.
    #[operand]
    args: Variadic<AttributeType>,
    /// Their names.
    #[attr]
    names: StrArrayAttr,
}

#[op_family(traits(HasParent<OperationOp>), implements(CustomAssembly, VerifyOp))]
struct Values {
    /// A constraint for each.
    #[operand]
    args: Variadic<AttributeType>,
    /// Their names.
    #[attr]
    names: StrArrayAttr,
    /// How many values each name stands for.
    #[attr]
    variadicity: VariadicityArrayAttr,
}

/// The operands of an op. If several are optional or variadic, the attribute `operandSegmentSizes`
/// of the op says how many operands each name stands for.
///
/// ```mlir
/// irdl.operands(lhs: %0, mask: optional %1, rest: variadic %2)
/// ```
#[op(family = Values, name = "irdl.operands", upstream(name = "irdl.operands", only))]
pub struct OperandsOp;

/// The results of an op. If several are optional or variadic, the attribute `resultSegmentSizes` of
/// the op says how many results each name stands for.
///
/// ```mlir
/// irdl.results(value: %0, token: optional %1)
/// ```
#[op(family = Values, name = "irdl.results", upstream(name = "irdl.results", only))]
pub struct ResultsOp;

/// The attributes that an op must have. It may have others.
///
/// ```mlir
/// irdl.attributes {"color" = %0}
/// ```
#[op(
    name = "irdl.attributes",
    traits(HasParent<OperationOp>),
    implements(CustomAssembly, VerifyOp),
    upstream(name = "irdl.attributes", only)
)]
pub struct AttributesOp {
    /// A constraint for each.
    #[operand]
    attribute_values: Variadic<AttributeType>,
    /// Their names.
    #[attr(name = "attributeValueNames")]
    names: StrArrayAttr,
}

/// The regions of an op.
///
/// ```mlir
/// irdl.regions(body: %0)
/// ```
#[op(
    name = "irdl.regions",
    traits(HasParent<OperationOp>),
    implements(CustomAssembly, VerifyOp),
    upstream(name = "irdl.regions", only)
)]
pub struct RegionsOp {
    /// A constraint for each.
    #[operand]
    args: Variadic<RegionType>,
    /// Their names.
    #[attr]
    names: StrArrayAttr,
}

const NAMES: &str = "names";
const VARIADICITY: &str = "variadicity";

/// The names of a list, which may not be verified yet.
pub(crate) fn names_of(list: OpRef<'_>) -> Vec<&str> {
    let ctx = list.context();
    let attribute = if list.is::<AttributesOp>() { "attributeValueNames" } else { NAMES };
    let names = list.attr_named(attribute).and_then(|names| names.as_array(ctx));
    names.into_iter().flatten().filter_map(|name| name.as_str(ctx)).collect()
}

/// The variadicities of a list of operands or results, which may not be verified yet.
pub(crate) fn variadicities_of(list: OpRef<'_>) -> &[Variadicity] {
    let ctx = list.context();
    let array = list.attr_named(VARIADICITY);
    let array = array.and_then(|array| array.as_dialect::<VariadicityArrayAttr>(ctx));
    array.map_or(&[], |array| &array.list)
}

/// Checks the names of `count` parts of a definition, each of which is called `part`.
fn verify_names(op: OpRef<'_>, part: &str, diagnostics: &mut Diagnostics) {
    let (names, count) = (names_of(op), op.num_operands());
    if names.len() != count {
        diagnostics.error(op.op_error(format_args!(
            "the number of {part}s and their names must be the same, but got {count} and {} \
                respectively",
            names.len()
        )));
        return;
    }
    let mut first: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, name) in names.into_iter().enumerate() {
        if let Err(message) = check_name(&format!("{part} #{index}"), name) {
            diagnostics.error(op.error(message));
            return;
        }
        if let Some(first) = first.insert(name, index) {
            diagnostics.error(op.op_error(format_args!(
                "name of {part} #{index} is a duplicate of the name of {part} #{first}"
            )));
            return;
        }
    }
}

fn verify_values(op: OpRef<'_>, part: &str, diagnostics: &mut Diagnostics) {
    let (count, variadicities) = (op.num_operands(), variadicities_of(op).len());
    if count != variadicities {
        diagnostics.error(op.op_error(format_args!(
            "the number of {part}s and their variadicities must be the same, but got {count} and \
                {variadicities} respectively"
        )));
        return;
    }
    verify_names(op, part, diagnostics);
}

impl VerifyOp for ParametersOp {
    fn verify(op: ParametersOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_names(op.op(), "parameter", diagnostics);
    }
}

impl VerifyOp for OperandsOp {
    fn verify(op: OperandsOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_values(op.op(), "operand", diagnostics);
    }
}

impl VerifyOp for ResultsOp {
    fn verify(op: ResultsOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_values(op.op(), "result", diagnostics);
    }
}

impl VerifyOp for RegionsOp {
    fn verify(op: RegionsOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_names(op.op(), "region", diagnostics);
    }
}

impl VerifyOp for AttributesOp {
    fn verify(op: AttributesOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (names, count) = (names_of(op.op()).len(), op.op().num_operands());
        if names != count {
            diagnostics.error(op.op().op_error(format_args!(
                "the number of attribute names and their constraints must be the same but got \
                    {names} and {count} respectively"
            )));
        }
    }
}

/// Parses `(name: %0, other: optional %1)`. Returns the variadicities, which are single for lists
/// that have none.
fn parse_list(
    parser: &mut OpAsmParser<'_, '_>,
    ty: Type,
    has_variadicity: bool,
) -> Parsed<Vec<Variadicity>> {
    let ctx = parser.context().clone();
    let (mut names, mut variadicities, mut operands) = (Vec::new(), Vec::new(), Vec::new());
    parser.parse_punct("(")?;
    if !parser.parse_optional_punct(")") {
        loop {
            names.push(ctx.string_attr(parser.parse_any_keyword()?));
            parser.parse_punct(":")?;
            let mut known = Variadicity::ALL.into_iter().filter(|_| has_variadicity);
            let found = known.find(|it| parser.parse_optional_keyword(it.keyword()));
            variadicities.push(found.unwrap_or(Variadicity::Single));
            operands.push(parser.parse_operand()?);
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(")")?;
    }
    parser.parse_attr_dict()?;
    add_operands(parser, &operands, ty)?;
    parser.set_attr(NAMES, ctx.array_attr(&names));
    Ok(variadicities)
}

fn parse_values(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let ctx = parser.context().clone();
    let list = parse_list(parser, AttributeType::get(&ctx), true)?;
    parser.set_attr(VARIADICITY, ctx.dialect_attribute(VariadicityArrayAttr { list }));
    Ok(())
}

fn add_operands<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    operands: &[UnresolvedOperand<'s>],
    ty: Type,
) -> Parsed<()> {
    for operand in operands {
        let value = parser.resolve(operand, ty)?;
        parser.add_operand(value);
    }
    Ok(())
}

fn print_list<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
    let variadicities = variadicities_of(op);
    printer.write("(");
    for (index, (name, operand)) in names_of(op).into_iter().zip(op.operands()).enumerate() {
        if index > 0 {
            printer.write(", ");
        }
        printer.write(name);
        printer.write(": ");
        if let Some(variadicity) = variadicities.get(index)
            && *variadicity != Variadicity::Single
        {
            printer.write(variadicity.keyword());
            printer.write(" ");
        }
        printer.operand(operand);
    }
    printer.write(")");
    printer.attr_dict(op, &[NAMES, VARIADICITY]);
}

impl CustomAssembly for ParametersOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ty = AttributeType::get(parser.context());
        parse_list(parser, ty, false).map(drop)
    }

    fn print<'b>(op: ParametersOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_list(op.op(), printer);
    }
}

impl CustomAssembly for OperandsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_values(parser)
    }

    fn print<'b>(op: OperandsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_list(op.op(), printer);
    }
}

impl CustomAssembly for ResultsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_values(parser)
    }

    fn print<'b>(op: ResultsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_list(op.op(), printer);
    }
}

impl CustomAssembly for RegionsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ty = RegionType::get(parser.context());
        parse_list(parser, ty, false).map(drop)
    }

    fn print<'b>(op: RegionsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_list(op.op(), printer);
    }
}

impl CustomAssembly for AttributesOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let (mut names, mut operands) = (Vec::new(), Vec::new());
        if parser.parse_optional_punct("{") {
            loop {
                names.push(ctx.string_attr(&parser.parse_string()?));
                parser.parse_punct("=")?;
                operands.push(parser.parse_operand()?);
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct("}")?;
        }
        parser.parse_attr_dict()?;
        add_operands(parser, &operands, AttributeType::get(&ctx))?;
        parser.set_attr("attributeValueNames", ctx.array_attr(&names));
        Ok(())
    }

    fn print<'b>(op: AttributesOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        if op.num_operands() > 0 {
            printer.write("{");
            for (index, (name, operand)) in names_of(op).into_iter().zip(op.operands()).enumerate()
            {
                if index > 0 {
                    printer.write(", ");
                }
                printer.string(name.as_bytes());
                printer.write(" = ");
                printer.operand(operand);
            }
            printer.write("}");
        }
        printer.attr_dict(op, &["attributeValueNames"]);
    }
}

pub(crate) fn register_lists(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ParametersOp>();
    dialect.op::<OperandsOp>();
    dialect.op::<ResultsOp>();
    dialect.op::<AttributesOp>();
    dialect.op::<RegionsOp>();
}
