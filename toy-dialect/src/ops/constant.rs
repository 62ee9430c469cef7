//! `toy.constant`

use crate::interpret::constant_tensor;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;

use crate::interpret::set_result;
use crate::loop_builder::globals::global_of_elements;
use crate::loop_builder::{Affine, store_constants, target};
use crate::tensor::elements::tensor_of;
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::edsc::edsc;

/// The maximum number of elements that are stored one by one. Passes can see through one store per
/// element, but the stores take them and the code generator a long time.
const MAX_STORES: usize = 64;

/// Turns a literal into a value.
///
/// ```mlir
/// %0 = toy.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
/// ```
#[op(
    name = "toy.constant",
    traits(Pure, ConstantLike),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, LowerByPatterns<Affine>)
)]
pub struct ConstantOp {
    #[attr]
    value: DenseElementsAttr,
    #[result]
    result: NumberTensor,
}

impl CustomAssembly for ConstantOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_attr_dict()?;
        let position = parser.position();
        let value = parser.parse_attribute(None)?;
        let Some(ty) = value.ty(parser.context()) else {
            return Err(parser.error(
                position,
                "expected elements with their type, such as dense<1.0> : tensor<2xf64>",
            ));
        };
        parser.set_attr("value", value);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: ConstantOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.attr_dict(op.op(), &["value"]);
        printer.write(" ");
        printer.attribute(op.value());
    }
}

impl VerifyOp for ConstantOp {
    fn verify(op: ConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, result) = (op.context(), op.result().ty());
        let Some(value) = op.value().ty(ctx) else { return };
        if value != result {
            let (value, result) = (print_type(ctx, value), print_type(ctx, result));
            diagnostics.error(op.op().op_error(format_args!(
                "returns a value of type '{result}', but its attribute 'value' is of type '{value}'"
            )));
        }
    }
}

impl FoldOp for ConstantOp {
    fn fold(op: ConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value())
    }
}

impl InterpretOp for ConstantOp {
    fn interpret<'b>(op: ConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let constant = constant_tensor(m, op.value())?;
        set_result(m, op.op(), constant)
    }
}

impl ConstantOp {
    /// Whether the elements are stored one by one in memory that is allocated for them, when the op
    /// is lowered. Those of other constants are globals, which are used in place.
    pub(crate) fn is_stored_by_elements(self, body: &Body) -> bool {
        let ctx = body.context();
        let elements = self.value(body).dense(ctx);
        elements.is_some_and(|elements| elements.len(ctx) <= MAX_STORES)
    }
}

impl LowerByPatterns<Affine> for ConstantOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<ConstantOp>("toy.constant-to-affine", 1, |op, _, rewriter| {
            let ty = target(rewriter.body(), op.id())?;
            let (ctx, value) = (rewriter.context().clone(), op.value(rewriter.body()));
            let elements = value.dense(&ctx).ok_or("the value has no elements")?;
            let memref = if op.is_stored_by_elements(rewriter.body()) {
                let all = tensor_of(&ctx, &elements)?.elements;
                edsc(rewriter, |e| store_constants(e, ty, &all).map(|memory| memory.memref.id()))?
            } else {
                global_of_elements(ty.ty, value, &elements, rewriter)
            };
            rewriter.replace_op(op.id(), &[memref]);
            Ok(())
        });
    }
}
