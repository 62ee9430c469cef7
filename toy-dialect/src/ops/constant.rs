//! `toy.constant`

use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;

/// Turns a literal into a value.
///
/// ```mlir
/// %0 = toy.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
/// ```
#[op(name = "toy.constant", traits(Pure, ConstantLike), assembly = custom, verify, fold)]
pub struct ConstantOp {
    #[attr]
    value: F64ElementsAttr,
    #[result]
    result: F64Tensor,
}

impl CustomAssembly for ConstantOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_attr_dict()?;
        let position = parser.position();
        let value = parser.parse_attribute(None)?;
        let Some(ty) = value.ty(parser.context()) else {
            return Err(parser
                .error(position, "expected elements with their type, such as dense<1.0> : tensor<2xf64>"));
        };
        parser.set_attr("value", value);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: ConstantOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.attr_dict(op, &["value"]);
        printer.write(" ");
        if let Some(value) = op.attr_named("value") {
            printer.attribute(value);
        }
    }
}

impl VerifyOp for ConstantOp {
    fn verify(op: ConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let result = op.body().ty(op.result(0));
        let Some(value) = op.attr_named("value").and_then(|value| value.ty(ctx)) else { return };
        if value != result {
            let (value, result) = (print_type(ctx, value), print_type(ctx, result));
            diagnostics.error(op.op_error(format_args!(
                "returns a value of type '{result}', but its attribute 'value' is of type '{value}'"
            )));
        }
    }
}

impl FoldOp for ConstantOp {
    fn fold(op: ConstantOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        Fold::constant(this.value(body))
    }
}
