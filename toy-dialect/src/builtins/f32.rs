//! `f32`

use crate::ops::families::Unary;
use mlir_lite::edsc::EdscScope;
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};

use super::LoadOp;
use super::elementwise::*;
use crate::tensor::elements::{Element, Gives, Takes, converted, verify_result};

/// The elements as floats of 32 bits, to which they are rounded.
#[op(family = Unary, name = "toy.f32", implements(VerifyOp, FoldOp, CanonicalizeOp, ElementTypes))]
pub struct F32Op;

broadcasting!(F32Op, "'f32'");

impl ElementTypes for F32Op {
    fn takes(_: F32OpRef<'_>, _operand: usize) -> Takes {
        Takes::Any
    }

    fn gives(_: F32OpRef<'_>) -> Gives {
        Gives::Only(Type::F32)
    }
}

impl Compute for F32Op {
    fn compute(_: F32OpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        converted(inputs, Element::F32)
    }
}

impl VerifyOp for F32Op {
    fn verify(op: F32OpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_result(op.op(), Type::F32, "32-bit float", diagnostics);
    }
}

impl FoldOp for F32Op {
    fn fold(op: F32OpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        crate::tensor::elements::folded(op.input(), constants.input(), op.result().ty())
    }
}

impl CanonicalizeOp for F32Op {
    fn patterns(set: &mut RewritePatternSet) {
        set.add("toy.f32-of-load", 1, load_as_f32);
    }
}

/// A file that is only used as `f32` is read as `f32`: no memory for floats of 64 bits is needed.
fn load_as_f32(op: F32Op, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (input, ty) = (op.input(body), body.ty(op.result(body)));
    let load = LoadOp::defining(body, input).ok_or("the operand is not read from a file")?;
    if Element::of(body.context(), body.ty(input)) != Element::F64 {
        return Err("the file is read as integers or booleans".into());
    }
    if !body.has_one_use(input) || ty.static_shape(body.context()).is_none() {
        return Err("the tensor has other uses, or its shape is not known".into());
    }
    let (location, path, argument) =
        (body.location(load.id()), load.path(body), load.argument(body));
    let (sizes, first) = (load.sizes(body), load.first_size(body));
    let new = at(rewriter, InsertionPoint::Before(load.id()), |b| {
        LoadOp::build(b, location, path, argument, None, None, None, sizes, first, ty)
            .result(b.body())
    });
    rewriter.replace_op(op.id(), &[new]);
    rewriter.erase_op(load.id());
    Ok(())
}

impl LowerTo<Affine> for F32Op {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let from = e.read(|body| Element::of(body.context(), body.ty(op.input(body))));
        crate::loop_builder::elementwise(e, op.id(), [operands.input()], |[x]| match from {
            Element::F32 => x,
            from if from.is_integer() => crate::loop_builder::float_of_integer(x, from, Type::F32),
            _ => x.to::<standard::FPTruncOp>(Type::F32),
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "f32",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<F32Op>(),
    }],
    returns: Returns::Tensor,
    summary: "The elements as floats of 32 bits, each rounded to the nearest one.",
    details: "Results of computations with them have 32 bits too, see \
        [element types](#element-types).",
    shape: SAME_SHAPE,
    errors: &[("f32()", "'f32' takes 1 argument, found 0")],
    example: (
        "var x = f32([1 / 3, 0.1]);\nprint(\"x =\", x, \"2x =\", x * 2);",
        "x = [0.33333334 0.1       ] 2x = [0.6666667 0.2      ]\n",
    ),
    ops: &[OpEntry::of::<F32Op>()],
};
