//! `llvm.intr.assume`: conditions that the optimiser may rely on.

use super::bundles::{self, Bundles};
use crate::constraints::*;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

/// Declares that a condition holds, and properties of values in operand bundles: `["align"(%p, %n :
/// !llvm.ptr, i64)]`.
///
/// ```mlir
/// llvm.intr.assume %positive : i1
/// llvm.intr.assume %true ["align"(%pointer, %size : !llvm.ptr, i64)] : i1
/// ```
#[op(name = "llvm.intr.assume", implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct AssumeOp {
    #[operand]
    cond: I1,
    /// The values of all bundles.
    #[operand]
    op_bundle_operands: Variadic<LlvmValue>,
    #[attr(default = bundles::none)]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[attr]
    op_bundle_tags: Optional<ArrayAttr>,
}

impl AssumeOp {
    /// Says that a pointer is a multiple of a number of bytes, which is an `i64`.
    pub fn of_alignment(builder: &mut dyn OpBuilder, pointer: ValueId, alignment: ValueId) -> Self {
        let ctx = builder.context().clone();
        let holds = super::ConstantOp::create(builder, Attribute::TRUE, Type::I1);
        let tags = ctx.array_attr(&[ctx.string_attr("align")]);
        let sizes = Some(ctx.i32_array_attr(&[2]));
        Self::create(builder, holds, &[pointer, alignment], sizes, Some(tags))
    }
}

impl<'b> AssumeOpRef<'b> {
    fn bundles(self) -> Bundles<'b> {
        Bundles {
            sizes: self.op_bundle_sizes(),
            tags: self.op_bundle_tags(),
            values: self.op_bundle_operands(),
        }
    }
}

/// The condition holds, and pointers have the alignment of their bundles. Other bundles do not
/// affect values.
impl InterpretOp for AssumeOp {
    fn interpret<'b>(op: AssumeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        if m.get(op.cond()).as_int()? == 0 {
            return Err(Trap::new("an assumption of the program does not hold"));
        }
        for (tag, values) in op.bundles().each(op.context()) {
            if tag.as_str(op.context()) != Some("align") {
                continue;
            }
            let numbers = values.into_iter().map(|value| m.get(value).as_int());
            let numbers: Vec<u128> = numbers.collect::<Result<_, _>>()?;
            let [pointer, alignment, ref rest @ ..] = numbers[..] else { continue };
            // A third operand is the offset of the pointer from an aligned one.
            let offset = rest.first().copied().unwrap_or(0);
            if alignment > 0 && pointer.wrapping_sub(offset) % alignment != 0 {
                return Err(Trap::new("the memory is not aligned as the program says"));
            }
        }
        Ok(Flow::Next)
    }
}

impl CustomAssembly for AssumeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let condition = parser.parse_operand()?;
        let bundled = bundles::parse(parser)?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.parse_attr_dict()?;
        let condition = parser.resolve(&condition, ty)?;
        parser.add_operand(condition);
        parser.add_operands(&bundled);
        Ok(())
    }

    fn print<'b>(op: AssumeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.cond().id());
        op.bundles().print(op.body(), printer);
        printer.write(" : ");
        printer.ty(op.cond().ty());
        printer.attr_dict(op.op(), &bundles::ATTRIBUTES);
    }
}

impl VerifyOp for AssumeOp {
    fn verify(op: AssumeOpRef<'_>, diagnostics: &mut Diagnostics) {
        op.bundles().verify(op.op(), diagnostics);
    }
}
