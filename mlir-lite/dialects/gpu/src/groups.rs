//! Ops that threads of a block or of a subgroup do together.

use crate::kinds::{AllReduceOperation, ByteMemRef, IntegerOrFloat, Numbers, ShuffleMode};
use crate::parts::{parse_keyword, parse_reduced, print_keyword, print_reduced};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;

/// Waits until all threads of the block are here, and sees what they wrote.
#[op(name = "gpu.barrier", implements(InterpretOp), format = "attr-dict")]
pub struct BarrierOp {}

/// The values of all threads of a block, combined by an operation or by a region.
///
/// ```mlir
/// %1 = gpu.all_reduce add %0 {
/// } : (f32) -> f32
/// ```
#[op(
    name = "gpu.all_reduce",
    traits(SameOperandsAndResultType),
    implements(CustomAssembly, VerifyOp, InterpretOp)
)]
pub struct AllReduceOp {
    /// The value of the thread.
    #[operand]
    value: IntegerOrFloat,
    /// How values are combined.
    #[attr(typed, name = "op")]
    operation: Optional<AllReduceOperation>,
    /// Whether all threads of the block are here together.
    #[attr]
    uniform: Optional<UnitAttr>,
    /// Combines two values, if there is no operation.
    #[region]
    body: AnyRegion,
    /// The combined value.
    #[result]
    result: IntegerOrFloat,
}

/// Ends the region of `gpu.all_reduce`.
#[op(
    name = "gpu.yield",
    traits(Pure, Terminator),
    implements(InterpretOp),
    format = "attr-dict ($values^ `:` type($values))?"
)]
pub struct YieldOp {
    /// The combined value.
    #[operand]
    values: Variadic<AnyType>,
}

/// The value of another thread of the subgroup, and whether there is such a thread.
///
/// ```mlir
/// %1, %valid = gpu.shuffle xor %0, %offset, %width : f32
/// ```
#[op(
    name = "gpu.shuffle",
    traits(Pure, AllTypesMatch(value, shuffle_result)),
    implements(CustomAssembly, InterpretOp)
)]
pub struct ShuffleOp {
    /// The value of the thread.
    #[operand]
    value: Numbers,
    /// Which other thread.
    #[operand]
    offset: I32,
    /// How many threads exchange values.
    #[operand]
    width: I32,
    /// How the offset is meant.
    #[attr(typed)]
    mode: ShuffleMode,
    /// The value of the other thread.
    #[result(upstream_name = "shuffleResult")]
    shuffle_result: Numbers,
    /// Whether there is such a thread.
    #[result(upstream_name = "valid")]
    valid: I1,
}

/// The memory of a block whose size the launch gives.
#[op(
    name = "gpu.dynamic_shared_memory",
    traits(Pure),
    implements(InterpretOp),
    format = "attr-dict `:` type($result_memref)"
)]
pub struct DynamicSharedMemoryOp {
    /// The memory.
    #[result]
    result_memref: ByteMemRef,
}

/// Prints values by a format of C.
#[op(
    name = "gpu.printf",
    implements(InterpretOp),
    format = "$format attr-dict (`,` $args^ `:` type($args))?"
)]
pub struct PrintfOp {
    /// The format.
    #[attr]
    format: StrAttr,
    /// The values.
    #[operand]
    args: Variadic<AnyType>,
}

impl CustomAssembly for AllReduceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if !parser.at_operand() {
            parse_keyword::<AllReduceOperation>(parser, "op")?;
        }
        let position = parser.position();
        let value = parser.parse_operand()?;
        if parser.parse_optional_keyword("uniform") {
            parser.set_attr("uniform", Attribute::UNIT);
        }
        parser.parse_region(&[])?;
        parser.parse_attr_dict()?;
        parse_reduced(parser, value, position)
    }

    fn print<'b>(op: AllReduceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let this = op.op();
        printer.write(" ");
        if let Some(operation) = op.operation() {
            print_keyword(printer, operation);
        }
        printer.write(" ");
        printer.operand(op.value());
        printer.write(if op.uniform().is_some() { " uniform " } else { " " });
        printer.region(op.body(), PrintRegion::default());
        printer.attr_dict(this, &["op", "uniform"]);
        print_reduced(printer, op.value().ty(), op.result().ty());
    }
}

impl VerifyOp for AllReduceOp {
    fn verify(op: AllReduceOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Err(message) = check_reduction(op) {
            diagnostics.error(op.op().op_error(message));
        }
    }
}

fn check_reduction(op: AllReduceOpRef<'_>) -> Result<(), String> {
    let (ctx, ty) = (op.context(), op.value().ty());
    let keyword = op.operation();
    if op.body().is_empty() == keyword.is_none() {
        return Err("expected either an op attribute or a non-empty body".into());
    }
    if let Some(keyword) = keyword {
        return keyword.check_type(ctx, ty);
    }
    let Some(entry) = op.body().entry() else { return Ok(()) };
    if entry.arguments().len() != 2 {
        return Err("expected two region arguments".into());
    }
    if entry.arguments().iter().any(|&argument| entry.body().ty(argument) != ty) {
        return Err("incorrect region argument type".into());
    }
    let mut ends = op.body().blocks().filter_map(BlockRef::terminator);
    let yields = ends.try_fold(0, |count, end| {
        let Some(end) = end.cast::<YieldOp>() else { return Ok(count) };
        if end.values().len() != 1 {
            return Err("expected one gpu.yield operand".to_owned());
        }
        match end.values().types().all(|found| found == ty) {
            true => Ok(count + 1),
            false => Err("incorrect gpu.yield type".to_owned()),
        }
    })?;
    if yields == 0 { Err("expected gpu.yield op in region".into()) } else { Ok(()) }
}

impl CustomAssembly for ShuffleOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_keyword::<ShuffleMode>(parser, "mode")?;
        let position = parser.position();
        let operands = parser.parse_operand_list()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let operands = parser.resolve_all(&operands, &[ty, Type::I32, Type::I32], position)?;
        parser.add_operands(&operands);
        parser.add_result_types(&[ty, Type::I1]);
        Ok(())
    }

    fn print<'b>(op: ShuffleOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        print_keyword(printer, op.mode());
        printer.write(" ");
        printer.operands(op.op().operands());
        printer.attr_dict(op.op(), &["mode"]);
        printer.write(" : ");
        printer.ty(op.value().ty());
    }
}

pub(crate) fn register_groups(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<BarrierOp>();
    dialect.op::<AllReduceOp>();
    dialect.op::<YieldOp>();
    dialect.op::<ShuffleOp>();
    dialect.op::<DynamicSharedMemoryOp>();
    dialect.op::<PrintfOp>();
}
