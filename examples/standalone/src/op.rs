//! The dialect `nn` with one op, and all that the op means.

use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::dialects::standard::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::edsc::llvm_edsc;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};

/// A number, or, where it is negative, a part of it.
///
/// ```mlir
/// %y = nn.leaky_relu %x slope 0.25 : f64
/// ```
#[op(
    name = "nn.leaky_relu",
    traits(Pure, SameOperandsAndResultType),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Llvm>),
    format = "$input `slope` $slope attr-dict `:` type($result)"
)]
pub struct LeakyReluOp {
    /// The number.
    #[operand]
    input: F64,
    /// The factor of negative numbers, from 0 to 1.
    #[attr]
    slope: F64Attr,
    /// The result.
    #[result]
    result: F64,
}

impl LeakyReluOpRef<'_> {
    /// The factor as a number.
    pub fn factor(self) -> f64 {
        self.slope().as_f64(self.context()).unwrap_or(f64::NAN)
    }

    fn of(self, number: f64) -> f64 {
        if number < 0.0 { number * self.factor() } else { number }
    }
}

impl VerifyOp for LeakyReluOp {
    fn verify(op: LeakyReluOpRef<'_>, diagnostics: &mut Diagnostics) {
        if !(0.0..=1.0).contains(&op.factor()) {
            let message = format!("expects a slope from 0 to 1, found {}", op.factor());
            diagnostics.error(op.op_error(message));
        }
    }
}

impl FoldOp for LeakyReluOp {
    fn fold(op: LeakyReluOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        match constants.input().and_then(|number| number.as_f64(ctx)) {
            Some(number) => Fold::constant(ctx.f64_attr(op.of(number))),
            None if op.factor() == 1.0 => Fold::value(op.input()),
            None => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for LeakyReluOp {
    /// One after the other is one whose slope is the product.
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("nn.leaky_relu-of-leaky_relu", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            let Some(inner) = view.input().defining::<Self>() else {
                return Err("the operand is another op's".into());
            };
            let (input, location) = (inner.input().id(), view.op().location());
            let slope = view.context().f64_attr(view.factor() * inner.factor());
            rewriter.replace_op_with(op.id(), |b| Self::build(b, location, input, slope));
            Ok(())
        });
    }
}

impl InterpretOp for LeakyReluOp {
    fn interpret<'b>(op: LeakyReluOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = m.get(op.input()).as_float()?;
        m.set_result(op.result(), Value::Float(op.of(number)))
    }
}

impl LowerTo<Llvm> for LeakyReluOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let slope = op.slope(b.body()).as_f64(b.context()).ok_or("the slope is a number")?;
        Ok(llvm_edsc(b, |e| {
            let input = e.expr(operands.input());
            input.lt(0.0).select(input * slope, input).id().into()
        }))
    }
}

/// `nn`
pub struct NnDialect;

impl Dialect for NnDialect {
    const NAMESPACE: &'static str = "nn";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Activation functions.");
        dialect.op::<LeakyReluOp>();
        dialect.op::<crate::square::SquareOp>();
        dialect.constants_of::<StdDialect>();
    }
}
