//! `i64`

use super::elementwise::*;
use crate::interpret::set_result;
use crate::messages::out_of_range::{OutOfRange, place_text};
use crate::ops::{CheckedIntegerOp, ConstantOp};
use crate::tensor::element_list::check_room;
use crate::tensor::elements::{self, Element, Gives, Takes, verify_result};
use crate::tensor::promotion::integers_of;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, Machine, Trap};

/// The elements as integers of 64 bits, each rounded towards 0. With `exact`, each must be a whole
/// number. A number that is not in the range of these integers, which no `nan` is, ends the
/// program.
///
/// `at` is the place in the source, as `file:line:column`.
///
/// ```mlir
/// %1 = toy.i64 %0 {at = "f.toy:3:9"} : (tensor<2xf64>) -> tensor<2xi64>
/// ```
#[op(
    name = "toy.i64",
    traits(SameOperandsAndResultShape),
    implements(
        CustomAssembly, VerifyOp, FoldOp, InterpretOp, InferShape, Compute, MemoryEffectOpInterface,
        ElementTypes, LowerTo<Affine>,
    )
)]
pub struct I64Op {
    #[operand]
    input: NumberTensor,
    #[attr]
    exact: Optional<UnitAttr>,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: NumberTensor,
}

usual_assembly!(I64Op);

impl InferShape for I64Op {
    fn infer_type(view: I64OpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let (op, ctx) = (view.op(), view.context());
        let constant = view.input().defining::<ConstantOp>();
        let elements = constant.and_then(|constant| constant.value().dense(ctx));
        let is_of_floats = !Element::of(ctx, view.input().ty()).is_integer();
        let numbers = elements.and_then(|elements| elements::elements_of(ctx, &elements));
        let numbers = numbers.filter(|_| is_of_floats).map(|numbers| numbers.to_f64s());
        for number in numbers.unwrap_or_default() {
            if let Err(wrong) = OutOfRange::integer_of(number, false, String::new) {
                let error = op.error(wrong.message()).with_code(Code::NoInteger.text());
                return Err(Box::new(
                    error.with_label("from -2^63 up to, but not including, 2^63"),
                ));
            }
        }
        crate::ops::elementwise::broadcast(op, "'i64'")
    }

    crate::ops::elementwise::broadcasts_symbolic_sizes!();
}

impl MemoryEffectOpInterface for I64Op {
    /// A check may end the program.
    fn effects(_: I64OpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_elem(Effect::of(EffectKind::Write, Resource::MEMORY), 1)
    }
}

impl ElementTypes for I64Op {
    fn takes(_: I64OpRef<'_>, _operand: usize) -> Takes {
        Takes::Any
    }

    fn gives(_: I64OpRef<'_>) -> Gives {
        Gives::Only(Type::I64)
    }

    fn keeps_whole_numbers(_: I64OpRef<'_>) -> bool {
        true
    }
}

impl I64OpRef<'_> {
    fn converted(self, input: &Tensor) -> Result<Tensor, OutOfRange> {
        let elements = integers_of(&input.elements, self.exact().is_some(), || self.at())?;
        Ok(Tensor { shape: input.shape.clone(), elements })
    }
}

impl Compute for I64Op {
    fn compute(op: I64OpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let input = inputs.first().ok_or("the operand is missing")?;
        op.converted(input).map_err(|wrong| wrong.line())
    }
}

impl InterpretOp for I64Op {
    fn interpret<'b>(op: I64OpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let input = Tensor::operand(op.input(), m)?;
        check_room(input.len()).map_err(Trap::new)?;
        let result = op.converted(&input).map_err(|wrong| Trap::reported(wrong.diagnostic()))?;
        set_result(m, op.op(), result.into_value())
    }
}

impl VerifyOp for I64Op {
    fn verify(op: I64OpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_result(op.op(), Type::I64, "64-bit integer", diagnostics);
    }
}

impl FoldOp for I64Op {
    fn fold(op: I64OpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let numbers = constants.input().and_then(|value| value.dense(ctx));
        let numbers = numbers.and_then(|elements| elements::elements_of(ctx, &elements));
        let is_whole = |value: &f64| value.fract() == 0.0;
        let is_float = !Element::of(ctx, op.input().ty()).is_integer();
        let are_whole = numbers.is_some_and(|all| all.to_f64s().iter().all(is_whole));
        if op.exact().is_some() && is_float && !are_whole {
            return Fold::Unchanged;
        }
        elements::folded(op.input(), constants.input(), op.result().ty())
    }
}

impl LowerTo<Affine> for I64Op {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let (exact, at) = e.read(|body| (op.exact(body), op.at(body)));
        let from = e.read(|body| Element::of(body.context(), body.ty(op.input(body))));
        crate::loop_builder::elementwise(e, op.id(), [operands.input()], |[x]| {
            let number = match from {
                from if from.is_integer() => return crate::loop_builder::extended(x, from),
                Element::F64 => x,
                _ => x.to::<standard::FPExtOp>(Type::F64),
            };
            e.value(|b| CheckedIntegerOp::create(b, number.id(), exact, at))
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "i64",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| {
            let (input, location) = (call.all_values()[0], call.location);
            let at = place_text(call.builder.context(), location);
            I64Op::build(call.builder, location, input, None, at, call.tensor).id()
        },
    }],
    returns: Returns::Tensor,
    summary: "The elements as integers of 64 bits, each rounded towards 0.",
    details: "The results of `+`, `-`, `*`, `//`, `%` and other functions of them are integers, \
        too, see [element types](#element-types). A number that is not an integer from -2^63 up \
        to, but not including, 2^63, which `nan` is not either, ends the program with an error.",
    shape: SAME_SHAPE,
    errors: &[("i64()", "'i64' takes 1 argument, found 0")],
    example: (
        "var x = i64([7, -7, 2.9]);\nprint(\"x =\", x, \"x // 2 =\", x // 2, \"x / 2 =\", x / 2);",
        "x = [ 7 -7  2] x // 2 = [ 3 -4  1] x / 2 = [ 3.5 -3.5  1. ]\n",
    ),
    ops: &[OpEntry::of::<I64Op>()],
};
