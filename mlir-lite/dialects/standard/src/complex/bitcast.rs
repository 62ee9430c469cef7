//! The bits of complex numbers as integers and floats, and back.

use crate::complex::lowering::parts;
use crate::to_llvm::descriptor::aggregate;
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, size_of};
use mlir_lite::ir::prelude::*;

mlir_lite::type_constraints! {
    /// A type whose values have bits.
    pub IntegerFloatOrComplex = "int/float/complex",
        |ctx, ty| ty.is_integer(ctx) || ty.is_float(ctx) || ty.complex_part(ctx).is_some();
}

/// The bits of a complex number as an integer or a float, or of one of these as a complex number.
/// The lower half is the real part.
#[op(
    name = "std.bitcastcf",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "complex.bitcast", only),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct BitcastCFOp {
    /// The value.
    #[operand]
    operand: IntegerFloatOrComplex,
    /// The same bits.
    #[result]
    result: IntegerFloatOrComplex,
}

/// The number of bits.
fn width(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.complex_part(ctx) {
        Some(part) => part.bit_width(ctx).map(|width| 2 * width),
        None => ty.bit_width(ctx),
    }
}

impl VerifyOp for BitcastCFOp {
    fn verify(op: BitcastCFOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let types = [op.operand().ty(), op.result().ty()];
        let complex = types.iter().filter(|ty| ty.complex_part(ctx).is_some()).count();
        let [from, to] = types.map(|ty| width(ctx, ty));
        if from != to {
            diagnostics.error(op.op_error("casting bitwidths do not match"));
        } else if complex != 1 && types[0] != types[1] {
            diagnostics
                .error(op.op_error("requires that either input or output has a complex type"));
        }
    }
}

impl FoldOp for BitcastCFOp {
    fn fold(op: BitcastCFOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (operand, ty) = (op.operand(), op.result().ty());
        if operand.ty() == ty {
            return Fold::value(operand);
        }
        let inner = operand.defining::<Self>().map(|inner| inner.operand());
        inner.filter(|inner| inner.ty() == ty).map_or(Fold::Unchanged, Fold::value)
    }
}

impl InterpretOp for BitcastCFOp {
    fn interpret<'b>(op: BitcastCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, from, to) = (op.context(), op.operand().ty(), op.result().ty());
        let value = m.get(op.operand());
        let parts = value.as_aggregate().map_or(std::slice::from_ref(&value), |parts| parts);
        if parts.iter().any(|part| matches!(part, Value::Poison)) {
            return m.set_result(op.result(), Value::Poison);
        }
        let height = m.stack_height();
        let size = size_of(ctx, from)?.max(size_of(ctx, to)?);
        let address = m.allocate_on_stack(size)?;
        m.memory.store(ctx, address, from, &value)?;
        let value = m.memory.load(ctx, address, to)?;
        m.unwind_stack(height);
        m.set_result(op.result(), value)
    }
}

impl LowerTo<Llvm> for BitcastCFOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (ctx, body) = (b.context().clone(), b.body());
        let [from, to] = [op.operand(body), op.result(body)].map(|value| body.ty(value));
        let bits = width(&ctx, from).ok_or("the number of bits is not known")?;
        let [half, whole] = [bits / 2, bits].map(|width| ctx.integer_type(width));
        let new = b.convert_type(to)?;
        if from.complex_part(&ctx).is_some() {
            let parts = parts(b, operands.operand())?;
            return Ok(llvm_edsc(b, |e| {
                let [low, high] = parts.map(|part| {
                    let part = e.expr(part).to::<llvm::BitcastOp>(half);
                    part.to::<llvm::ZExtOp>(whole)
                });
                let all = low | (high << e.integer(i64::from(bits / 2), whole));
                if to.is_integer(&ctx) { all } else { all.to::<llvm::BitcastOp>(new) }.id()
            })
            .into());
        }
        let part = b.convert_type(to.complex_part(&ctx).ok_or("a complex type is expected")?)?;
        let parts = llvm_edsc(b, |e| {
            let all = e.expr(operands.operand());
            let all = if from.is_integer(&ctx) { all } else { all.to::<llvm::BitcastOp>(whole) };
            let high = all >> e.integer(i64::from(bits / 2), whole);
            [all, high]
                .map(|half_of| half_of.to::<llvm::TruncOp>(half).to::<llvm::BitcastOp>(part).id())
        });
        Ok(aggregate(b, new, &parts).into())
    }
}

pub(super) fn register_bitcast(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<BitcastCFOp>();
}
