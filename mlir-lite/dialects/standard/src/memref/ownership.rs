//! Memory that is freed by the one who owns it.

use crate::ConstantOp;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::asm::UnresolvedOperand;

/// Frees each memory whose condition holds, unless it is also retained. A result says whether the
/// retained memory at its place is one of those whose condition holds, and has to be freed later.
///
/// ```mlir
/// %0 = bufferization.dealloc (%a, %b : memref<4xf32>, memref<?xf32>) if (%c, %d)
///     retain (%r : memref<?xf32>)
/// ```
#[op(
    name = "std.dealloc_owned",
    traits(AttrSizedOperandSegments),
    implements(CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp),
    upstream(name = "bufferization.dealloc", only)
)]
pub struct DeallocOwnedOp {
    /// The memory.
    #[operand(effects(Free))]
    memrefs: Variadic<AnyMemRef>,
    /// Whether each is owned.
    #[operand]
    conditions: Variadic<I1>,
    /// Memory that stays.
    #[operand]
    retained: Variadic<AnyMemRef>,
    /// Whether each retained memory is owned.
    #[result]
    updated_conditions: Variadic<I1>,
}

impl CustomAssembly for DeallocOwnedOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let mut sizes = [0; 3];
        if parser.parse_optional_punct("(") {
            let (memrefs, types) = operands_and_types(parser)?;
            parser.parse_keyword("if")?;
            let position = parser.position();
            let conditions = parser.parse_operands_in("(", ")")?;
            let values = parser.resolve_all(&memrefs, &types, position)?;
            parser.add_operands(&values);
            for condition in &conditions {
                let value = parser.resolve(condition, Type::I1)?;
                parser.add_operand(value);
            }
            sizes[0] = memrefs.len() as i32;
            sizes[1] = conditions.len() as i32;
        }
        if parser.parse_optional_keyword("retain") {
            parser.parse_punct("(")?;
            let position = parser.position();
            let (retained, types) = operands_and_types(parser)?;
            let values = parser.resolve_all(&retained, &types, position)?;
            parser.add_operands(&values);
            sizes[2] = retained.len() as i32;
            parser.add_result_types(&vec![Type::I1; retained.len()]);
        }
        let sizes = parser.context().i32_array_attr(&sizes);
        parser.set_attr("operandSegmentSizes", sizes);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: DeallocOwnedOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        if !op.memrefs().is_empty() {
            printer.write(" (");
            printer.operands(op.memrefs());
            printer.write(" : ");
            printer.types(op.memrefs().types());
            printer.write(") if (");
            printer.operands(op.conditions());
            printer.write(")");
        }
        if !op.retained().is_empty() {
            printer.write(" retain (");
            printer.operands(op.retained());
            printer.write(" : ");
            printer.types(op.retained().types());
            printer.write(")");
        }
        printer.attr_dict(op.op(), &["operandSegmentSizes"]);
    }
}

/// `%a, %b : type, type)`
fn operands_and_types<'s>(
    parser: &mut OpAsmParser<'_, 's>,
) -> Parsed<(Vec<UnresolvedOperand<'s>>, Vec<Type>)> {
    let mut operands = vec![parser.parse_operand()?];
    while parser.parse_optional_punct(",") {
        operands.push(parser.parse_operand()?);
    }
    parser.parse_punct(":")?;
    let types = parser.parse_type_list()?;
    parser.parse_punct(")")?;
    Ok((operands, types))
}

impl VerifyOp for DeallocOwnedOp {
    fn verify(op: DeallocOwnedOpRef<'_>, diagnostics: &mut Diagnostics) {
        let message = if op.memrefs().len() != op.conditions().len() {
            "must have the same number of conditions as memrefs to deallocate"
        } else if op.retained().len() != op.updated_conditions().len() {
            "must have the same number of updated conditions (results) as retained operands"
        } else {
            return;
        };
        diagnostics.error(op.op().error(message));
    }
}

impl CanonicalizeOp for DeallocOwnedOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.dealloc_owned-of-nothing", 1, |op, rewriter| {
            let body = rewriter.body();
            if !op.memrefs(body).is_empty() {
                return Err("it may free memory".into());
            }
            let results = body.num_results(op.id());
            let mut owned = SmallVec::<[ValueId; 4]>::new();
            for _ in 0..results {
                owned.push(ConstantOp::create(rewriter, Attribute::FALSE, Type::I1));
            }
            rewriter.replace_op(op.id(), &owned);
            Ok(())
        });
    }
}

impl InterpretOp for DeallocOwnedOp {
    fn interpret<'b>(op: DeallocOwnedOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let addresses = |m: &Machine<'_>, values: ValueRange<'_>| {
            let address = |value| Ok(m.get(value).as_memref()?.allocated);
            values.into_iter().map(address).collect::<Result<Vec<u64>, Trap>>()
        };
        let (owned, retained) = (addresses(m, op.memrefs())?, addresses(m, op.retained())?);
        let conditions = op.conditions().into_iter().map(|value| Ok(m.get(value).as_int()? == 1));
        let conditions = conditions.collect::<Result<Vec<bool>, Trap>>()?;
        let mut freed: Vec<u64> = Vec::new();
        for (&address, &condition) in owned.iter().zip(&conditions) {
            if condition && !retained.contains(&address) && !freed.contains(&address) {
                m.memory.free(address)?;
                freed.push(address);
            }
        }
        let is_owned = |kept: &u64| {
            owned.iter().zip(&conditions).any(|(address, &condition)| condition && address == kept)
        };
        let results: Values = retained.iter().map(|kept| Value::bool(is_owned(kept))).collect();
        m.set_results(op.op(), results);
        Ok(Flow::Next)
    }
}

pub(crate) fn register_ownership(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<DeallocOwnedOp>();
}
