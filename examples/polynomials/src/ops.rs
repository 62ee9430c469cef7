//! The ops: their syntax, their verifiers and their folds.

use crate::arithmetic;
use crate::polynomial::{
    Coefficients, CoefficientsAttr, PolyType, attribute, coefficients, size_of,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::rules::has_one_use;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};

/// A polynomial that is known. Missing coefficients are zero.
#[op(
    name = "poly.constant",
    traits(Pure, ConstantLike),
    implements(VerifyOp),
    format = "$coefficients attr-dict `:` type($output)"
)]
pub struct ConstantOp {
    /// Coefficients, that of `x^0` first.
    #[attr]
    coefficients: CoefficientsAttr,
    #[result]
    output: PolyType,
}

/// The polynomial with the coefficients in a tensor. Missing coefficients are zero.
#[op(
    name = "poly.from_tensor",
    traits(Pure),
    implements(VerifyOp, FoldOp),
    format = "$input attr-dict `:` type($input) `->` type($output)"
)]
pub struct FromTensorOp {
    #[operand]
    input: Coefficients,
    #[result]
    output: PolyType,
}

/// The coefficients of a polynomial, and zeros after them if the tensor is larger.
#[op(
    name = "poly.to_tensor",
    traits(Pure),
    implements(VerifyOp),
    format = "$input attr-dict `:` type($input) `->` type($output)"
)]
pub struct ToTensorOp {
    #[operand]
    input: PolyType,
    #[result]
    output: Coefficients,
}

/// The value of a polynomial at a point.
#[op(
    name = "poly.eval",
    traits(Pure),
    implements(FoldOp),
    format = "$polynomial `,` $point attr-dict `:` type($polynomial)"
)]
pub struct EvalOp {
    #[operand]
    polynomial: PolyType,
    #[operand]
    point: I32,
    #[result]
    output: I32,
}

/// Declares an op of two polynomials, with a function that computes its coefficients.
macro_rules! binary_op {
    ($(#[$doc:meta])* $op:ident, $view:ident, $name:literal,
     [$($extra:ident),*], [$($option:ident),*], $compute:path) => {
        $(#[$doc])*
        #[op(
            name = $name,
            traits(Pure, SameOperandsAndResultType $(, $extra)*),
            implements(FoldOp $(, $option)*),
            format = "$lhs `,` $rhs attr-dict `:` type($output)"
        )]
        pub struct $op {
            #[operand]
            lhs: PolyType,
            #[operand]
            rhs: PolyType,
            #[result]
            output: PolyType,
        }

        impl FoldOp for $op {
            fn fold(op: $view<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
                let (ctx, ty) = (op.context(), op.output().ty());
                let lhs = known(ctx, constants.lhs(), ty);
                let both = lhs.zip(known(ctx, constants.rhs(), ty));
                to_constant(both.map(|(lhs, rhs)| attribute(ctx, &$compute(&lhs, &rhs))))
            }
        }
    };
}

binary_op!(
    /// The sum of two polynomials.
    AddOp, AddOpRef, "poly.add", [Commutative], [], arithmetic::add
);
binary_op!(
    /// The difference of two polynomials.
    SubOp, SubOpRef, "poly.sub", [], [CanonicalizeOp], arithmetic::sub
);
binary_op!(
    /// The product of two polynomials, modulo `x^N - 1`.
    MulOp, MulOpRef, "poly.mul", [Commutative], [], arithmetic::mul
);

/// The coefficients of a constant, as many as a value of type `ty` has.
fn known(ctx: &Context, constant: Option<Attribute>, ty: Type) -> Option<Vec<i32>> {
    Some(arithmetic::resized(coefficients(ctx, constant?)?, size_of(ctx, ty)? as usize))
}

fn to_constant(value: Option<Attribute>) -> Fold {
    value.map_or(Fold::Unchanged, Fold::constant)
}

impl FoldOp for FromTensorOp {
    fn fold(_: FromTensorOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        to_constant(constants.input())
    }
}

impl FoldOp for EvalOp {
    fn fold(op: EvalOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let polynomial = known(ctx, constants.polynomial(), op.polynomial().ty());
        let point = constants.point().and_then(|point| point.as_i64(ctx));
        let value = polynomial.zip(point).map(|(p, point)| arithmetic::eval(&p, point as i32));
        to_constant(value.map(|value| ctx.integer_attr(Type::I32, value.into())))
    }
}

impl CanonicalizeOp for SubOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(mlir_lite::rewrite! {
            "(p + q) - q": SubOp(AddOp($p, $q), $q) => $p;
            "difference of squares": SubOp($l @ MulOp($x, $x), $r @ MulOp($y, $y))
                => MulOp(AddOp($x, $y), SubOp($x, $y))
                where has_one_use($l), has_one_use($r);
        });
    }
}

/// Reports an op that is given more coefficients than there are in a value of type `ty`.
fn check_size(op: OpRef<'_>, given: Option<Type>, ty: Type, diagnostics: &mut Diagnostics) {
    let size = |ty| size_of(op.context(), ty);
    if let Some((given, size)) = given.and_then(size).zip(size(ty))
        && given > size
    {
        let message = format!("has {given} coefficients, but its result only {size}");
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for ConstantOp {
    fn verify(op: ConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        check_size(op.op(), op.coefficients().ty(op.context()), op.output().ty(), diagnostics);
    }
}

impl VerifyOp for FromTensorOp {
    fn verify(op: FromTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        check_size(op.op(), Some(op.input().ty()), op.output().ty(), diagnostics);
    }
}

impl VerifyOp for ToTensorOp {
    fn verify(op: ToTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        check_size(op.op(), Some(op.input().ty()), op.output().ty(), diagnostics);
    }
}
