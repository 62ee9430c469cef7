//! `print`

use crate::loop_builder::Affine;
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::edsc::edsc;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

use crate::interpret::tensor_of;
use crate::loop_builder::{are_in_memory, as_passed};
use crate::tensor::Tensor;
use crate::tensor::elements::{Element, Elements};

use super::{Builtin, OpEntry, Parameter, Returns, Signature, print_values};

/// Writes a tensor to standard output, or, during lowering, the memory that holds it.
///
/// ```mlir
/// toy.print %5 : tensor<*xf64>
/// ```
#[op(
    name = "toy.print",
    implements(LowerByPatterns<Affine>, InterpretOp),
    format = "$input attr-dict `:` type($input)"
)]
pub struct PrintOp {
    #[operand]
    input: AnyTypeOf<(NumberTensor, NumberMemRef)>,
}

impl InterpretOp for PrintOp {
    fn interpret<'b>(op: PrintOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let tensor = tensor_of(m, op.input())?;
        m.print(text(&tensor).as_bytes())?;
        Ok(Flow::Next)
    }
}

/// Numbers, each followed by a space; a line break after each row, an empty line after each plane,
/// and so on.
fn text(tensor: &Tensor) -> String {
    let mut text = String::new();
    for number in 0..tensor.len() {
        text += &match &tensor.elements {
            Elements::Bool(booleans) => format!("{} ", booleans[number]),
            Elements::I64(integers) => format!("{} ", integers[number]),
            Elements::I8(integers) => format!("{} ", integers[number]),
            Elements::U8(integers) => format!("{} ", integers[number]),
            floats => match floats.f64_at(number) {
                value if value.is_nan() => "nan ".to_owned(),
                value if value.is_infinite() => format!("{value} "),
                value => format!("{value:.6} "),
            },
        };
        let mut rest = number + 1;
        for &size in tensor.shape.iter().skip(1).rev() {
            if rest % size as usize != 0 {
                break;
            }
            rest /= size as usize;
            text.push('\n');
        }
    }
    if tensor.shape.len() < 2 {
        text.push('\n');
    }
    text
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "print",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::printed("a"), Parameter::literal("digits").optional().by_name()],
        emit: super::call::emitted_with_its_use,
    }],
    returns: Returns::Nothing,
    summary: "Writes a tensor, or a line of texts and values, to standard output.",
    details: "Of one tensor, each number has six digits after the point and a space after it. A \
        number or a row is a line. From two dimensions on, each row is a line, an empty line \
        follows each plane, and so on. NaN prints as `nan`, whatever its sign. \
        Several values, a text, or a value with `digits=`, are written with a space between them, \
        and a line break at the end. Numbers are then written as NumPy writes them: with the \
        fewest digits that tell them from other numbers, but at most 8 after the point, or as \
        many as `digits=` says; with an exponent where a number is below 0.0001 or not below \
        10^16, in a tensor also from 10^8 on and if the largest is more than 1000 times the \
        smallest. A tensor is in brackets, its numbers are aligned, lines are broken after 75 \
        columns, and of more than 1000 elements, the first and the last three along each \
        dimension are written. Whole numbers below 10^16 have no point. Floats of 32 bits have an \
        exponent from 10^6 on, and as whole numbers from 2^24 on. `format` gives a value another \
        form.",
    shape: "Any.",
    errors: &[
        ("print()", "'print' takes at least 1 argument, found 0"),
        ("print(1, digits=18)", "at most 17 digits are printed, found 18"),
    ],
    example: (
        "print([[1, 2], [3, 0.5]]);\nprint(\"loss\", 1e-12, \"after\", 7245680, \"steps\");\n\
            print(\"x =\", [[1, 2], [3, 0.5]]);\nprint(2 / 3, digits=3);",
        "1.000000 2.000000 \n3.000000 0.500000 \nloss 1e-12 after 7245680 steps\n\
            x = [[1.  2. ]\n [3.  0.5]]\n0.667\n",
    ),
    ops: &[OpEntry::in_memory::<PrintOp>(), print_values::ENTRY],
};

impl LowerByPatterns<Affine> for PrintOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<PrintOp>("toy.print-to-affine", 1, |op, operands, rewriter| {
            are_in_memory(rewriter.body(), operands.values())?;
            let (body, memory) = (rewriter.body(), operands.input());
            let tensor = op.input(body);
            let element = Element::of(body.context(), body.ty(tensor));
            let printed = match element.small_integers() {
                // A byte in memory is printed as a boolean.
                Some(_) => edsc(rewriter, |e| as_passed(e, memory, tensor))?,
                None => memory,
            };
            PrintOp::create(rewriter, printed);
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
