//! The ops that work element by element: `toy.add`, `toy.sub`, `toy.mul`, `toy.div` and `toy.neg`.
//!
//! Shapes of two operands are broadcast to each other: from the last dimension on, sizes are equal or one of them is 1 or
//! absent. While shapes are not known, types may differ; the custom form names one type if all are the same.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::cast::CastOp;
use crate::shapes::{InferShape, operand_shape, shown};

/// Adds element by element.
#[op(name = "toy.add", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape), assembly = custom)]
pub struct AddOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Subtracts element by element.
#[op(name = "toy.sub", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape), assembly = custom)]
pub struct SubOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Multiplies element by element.
///
/// ```mlir
/// %2 = toy.mul %0, %1 : tensor<*xf64>
/// %5 = toy.mul %3, %4 : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
/// ```
#[op(name = "toy.mul", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape), assembly = custom)]
pub struct MulOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Divides element by element. Division by zero gives an infinity or `nan`.
#[op(name = "toy.div", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape), assembly = custom)]
pub struct DivOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// Negates each element.
#[op(name = "toy.neg", traits(Pure, SameOperandsAndResultShape), interfaces(InferShape), assembly = custom)]
pub struct NegOp {
    #[operand]
    input: F64Tensor,
    #[result]
    result: F64Tensor,
}

macro_rules! elementwise {
    ($($op:ident $infer:ident $symbol:literal;)*) => {
        /// Whether an op works element by element: it has one result, and no attributes that say how.
        pub(crate) fn is_elementwise(body: &Body, op: OpId) -> bool {
            $($op::is(body, op))||*
        }

        $(
            impl CustomAssembly for $op {
                fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
                    parse(parser)
                }
                fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
                    print(op, printer);
                }
            }

            impl InferShape for $op {
                fn infer_type(&self, op: OpRef<'_>) -> Result<Type, Box<Diagnostic>> {
                    $infer(op, $symbol)
                }
            }
        )*
    };
}

elementwise! {
    AddOp broadcast "+";
    SubOp broadcast "-";
    MulOp broadcast "*";
    DivOp broadcast "/";
    NegOp same "-";
}

fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let position = parser.position();
    let operands = parser.parse_operand_list()?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let (inputs, results) = if parser.at_punct("(") {
        parser.parse_function_type()?
    } else {
        let ty = parser.parse_type()?;
        (vec![ty; operands.len()], vec![ty])
    };
    let values = parser.resolve_all(&operands, &inputs, position)?;
    parser.add_operands(&values);
    parser.add_result_types(&results);
    Ok(())
}

fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
    printer.write(" ");
    printer.operands(op.operands());
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    let (inputs, results): (Vec<_>, Vec<_>) = (op.operand_types().collect(), op.result_types().collect());
    match (&inputs[..], &results[..]) {
        ([first, rest @ ..], [result]) if first == result && rest.iter().all(|ty| ty == first) => {
            printer.ty(*first);
        }
        _ => printer.function_type(&inputs, &results),
    }
}

fn same(op: OpRef<'_>, _symbol: &str) -> Result<Type, Box<Diagnostic>> {
    Ok(op.body().ty(op.operand(0)))
}

fn broadcast(op: OpRef<'_>, symbol: &str) -> Result<Type, Box<Diagnostic>> {
    let ctx = op.context();
    let (lhs, rhs) = (operand_shape(op, 0), operand_shape(op, 1));
    if let Some(shape) = broadcast_shapes(lhs, rhs) {
        return Ok(ctx.tensor_type(&shape, Type::F64));
    }
    let label = |shape: &[i64]| format!("this has shape {}", shown(shape));
    let place = |index| {
        let body = op.body();
        let mut value = op.operand(index);
        // A cast is where a call was; what was passed is of more interest.
        while let Some(cast) = CastOp::defining(body, value) {
            value = cast.input(body);
        }
        let defined = body.defining_op(value).map(|id| body.location(id));
        defined.unwrap_or(Location::UNKNOWN).to_position(ctx)
    };
    let diagnostic = op
        .error(format!("operator '{symbol}' cannot combine shapes {} and {}", shown(lhs), shown(rhs)))
        .with_code(Code::ShapeMismatch.text())
        .with_label("shapes do not match")
        .with_secondary(place(0), label(lhs))
        .with_secondary(place(1), label(rhs))
        .with_note("from the last dimension on, sizes must be equal or one of them 1");
    let transposed: Vec<i64> = rhs.iter().rev().copied().collect();
    Err(Box::new(match broadcast_shapes(lhs, &transposed) {
        Some(_) if rhs.len() > 1 => diagnostic.with_help("with `transpose` of one of them they would fit"),
        _ => diagnostic,
    }))
}
