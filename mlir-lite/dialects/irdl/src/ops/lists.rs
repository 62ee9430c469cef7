//! Lists of constraints with names: parameters, operands, results, attributes and regions.

use crate::kinds::{AttributeType, RegionType, StrArrayAttr, Variadicity, VariadicityArrayAttr};
use crate::names::check_name;
use crate::ops::{AttributeOp, OperationOp, TypeOp};
use mlir_lite::ir::asm::UnresolvedOperand;
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// The parameters of a type or attribute.
///
/// ```mlir
/// irdl.parameters(elem: %0)
/// ```
#[op(
    name = "irdl.parameters",
    traits(HasParent<(AttributeOp, TypeOp)>),
    implements(CustomAssembly = Lists<Self>, VerifyOp = Lists<Self>),
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

#[op_family(
    traits(HasParent<OperationOp>),
    implements(CustomAssembly = Lists<Self>, VerifyOp = Lists<Self>)
)]
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
    implements(CustomAssembly = Lists<Self>, VerifyOp = Lists<Self>),
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

/// A list in parentheses, of constraints with names.
trait List: OpDefinition {
    /// How a part of the list is called.
    const PART: &'static str;
    /// Whether a name may stand for no value or for several.
    const HAS_VARIADICITY: bool = false;

    /// The type of the constraints.
    fn constraint(ctx: &Context) -> Type {
        AttributeType::get(ctx)
    }
}

impl List for ParametersOp {
    const PART: &'static str = "parameter";
}

impl List for OperandsOp {
    const PART: &'static str = "operand";
    const HAS_VARIADICITY: bool = true;
}

impl List for ResultsOp {
    const PART: &'static str = "result";
    const HAS_VARIADICITY: bool = true;
}

impl List for RegionsOp {
    const PART: &'static str = "region";

    fn constraint(ctx: &Context) -> Type {
        RegionType::get(ctx)
    }
}

/// Stands for these ops.
struct Lists<O>(PhantomData<O>);

impl<O: List> OpModel for Lists<O> {
    type Op = O;
}

impl<O: List> VerifyOp for Lists<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        let (op, part) = (op.op(), O::PART);
        let (count, variadicities) = (op.num_operands(), variadicities_of(op).len());
        if O::HAS_VARIADICITY && count != variadicities {
            diagnostics.error(op.op_error(format_args!(
                "the number of {part}s and their variadicities must be the same, but got {count} \
                    and {variadicities} respectively"
            )));
            return;
        }
        verify_names(op, part, diagnostics);
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

/// `(name: %0, other: optional %1)`
impl<O: List> CustomAssembly for Lists<O> {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let (mut names, mut list, mut operands) = (Vec::new(), Vec::new(), Vec::new());
        parser.parse_punct("(")?;
        if !parser.parse_optional_punct(")") {
            loop {
                names.push(ctx.string_attr(parser.parse_any_keyword()?));
                parser.parse_punct(":")?;
                let mut known = Variadicity::ALL.into_iter().filter(|_| O::HAS_VARIADICITY);
                let found = known.find(|it| parser.parse_optional_keyword(it.keyword()));
                list.push(found.unwrap_or(Variadicity::Single));
                operands.push(parser.parse_operand()?);
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct(")")?;
        }
        parser.parse_attr_dict()?;
        add_operands(parser, &operands, O::constraint(&ctx))?;
        parser.set_attr(NAMES, ctx.array_attr(&names));
        if O::HAS_VARIADICITY {
            parser.set_attr(VARIADICITY, ctx.dialect_attribute(VariadicityArrayAttr { list }));
        }
        Ok(())
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
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
