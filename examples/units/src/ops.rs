//! The ops: their syntax, their verifiers, and their folds.

use crate::quantity::{QuantityType, Unit};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};

/// A quantity that is known.
#[op(
    name = "units.constant",
    traits(Pure, ConstantLike),
    format = "$value attr-dict `:` type($result)"
)]
pub struct ConstantOp {
    /// The number.
    #[attr(typed)]
    value: F64Attr,
    #[result]
    result: QuantityType,
}

/// The sum of two quantities of one unit.
#[op(
    name = "units.add",
    traits(Pure, Commutative, SameOperandsAndResultType),
    implements(FoldOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct AddOp {
    #[operand]
    lhs: QuantityType,
    #[operand]
    rhs: QuantityType,
    #[result]
    result: QuantityType,
}

impl FoldOp for AddOp {
    fn fold(op: AddOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let number = |value: Option<Attribute>| value.and_then(|value| value.as_f64(ctx));
        match (number(constants.lhs()), number(constants.rhs())) {
            (Some(lhs), Some(rhs)) => Fold::constant(ctx.f64_attr(lhs + rhs)),
            _ => Fold::Unchanged,
        }
    }
}

/// A quantity times a number.
#[op(
    name = "units.scale",
    traits(Pure, AllTypesMatch(input, result)),
    format = "$input `by` $factor attr-dict `:` type($input)"
)]
pub struct ScaleOp {
    #[operand]
    input: QuantityType,
    #[operand]
    factor: F64,
    #[result]
    result: QuantityType,
}

/// The same quantity in another unit.
///
/// Both units measure the same thing.
#[op(
    name = "units.convert",
    traits(Pure),
    implements(VerifyOp, FoldOp, CanonicalizeOp),
    format = "$input attr-dict `:` type($input) `to` type($result)"
)]
pub struct ConvertOp {
    #[operand]
    input: QuantityType,
    #[result]
    result: QuantityType,
}

impl ConvertOpRef<'_> {
    /// The units of operand and result.
    pub fn units(self) -> Option<(Unit, Unit)> {
        let unit =
            |value: ValueRef<'_>| QuantityType::of(self.context(), value.ty()).map(|ty| ty.unit);
        Some((unit(self.input())?, unit(self.result())?))
    }

    /// The factor of the conversion.
    pub fn factor(self) -> Option<f64> {
        self.units().and_then(|(from, to)| from.factor(to))
    }
}

impl VerifyOp for ConvertOp {
    fn verify(op: ConvertOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Some((from, to)) = op.units()
            && from.factor(to).is_none()
        {
            let (from, to) = (from.stringify(), to.stringify());
            diagnostics.error(op.op().op_error(format_args!("cannot convert '{from}' to '{to}'")));
        }
    }
}

impl FoldOp for ConvertOp {
    fn fold(op: ConvertOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let Some(factor) = op.factor() else { return Fold::Unchanged };
        if factor == 1.0 {
            return Fold::value(op.input());
        }
        let ctx = op.context();
        let number = constants.input().and_then(|value| value.as_f64(ctx));
        number.map(|number| ctx.f64_attr(number * factor)).into()
    }
}

impl CanonicalizeOp for ConvertOp {
    fn patterns(set: &mut RewritePatternSet) {
        // convert(convert(x)) -> convert(x)
        set.add::<ConvertOp>("units.convert-of-convert", 1, |op, rewriter| {
            let body = rewriter.body();
            let inner = ConvertOp::defining(body, op.input(body)).ok_or("no convert before it")?;
            let (input, ty) = (inner.input(body), body.ty(op.result(body)));
            rewriter.replace_op_with(op.id(), |b| ConvertOp::create(b, input, ty));
            Ok(())
        });
    }
}
