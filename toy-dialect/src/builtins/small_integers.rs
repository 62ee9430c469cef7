//! The lowering of conversions to integers of 8 bits, which `i8` and `u8` share.

use super::elementwise::*;
use crate::loop_builder::extended;
use crate::tensor::elements::Element;
use mlir_lite::edsc::Operand;
use standard::{CmpFPredicate, FPToSIOp, MaxSIOp, MinSIOp, TruncIOp};

/// The elements of an operand, of the type `from`, as integers of 8 bits of the type `to`: numbers
/// out of its range are the first or the last one, `nan` is 0, and others are rounded towards 0.
pub(super) fn lower(
    e: Edsc<'_>,
    op: OpId,
    operand: ValueId,
    [from, to]: [Element; 2],
) -> Lowered<'_> {
    let [least, greatest] = to.small_integers().ok_or("it is not a conversion to 8 bits")?;
    crate::loop_builder::elementwise(e, op, [operand], |[x]| match from {
        _ if from == to || from == Element::Bool => x,
        _ if from.is_integer() => {
            let raised = e.op::<MaxSIOp>([extended(x, from), e.i64(least)]);
            e.op::<MinSIOp>([raised, e.i64(greatest)]).to::<TruncIOp>(Type::I8)
        }
        _ => {
            let ty = x.ty();
            let limit = |number: i64| (number as f64).value(e, ty);
            let number = x.cmpf(CmpFPredicate::Uno, x).select(limit(0), x);
            let raised = number.cmpf(CmpFPredicate::Olt, limit(least)).select(limit(least), number);
            let is_above = raised.cmpf(CmpFPredicate::Ogt, limit(greatest));
            // The last bits of an integer do not depend on its sign.
            let integer = is_above.select(limit(greatest), raised).to::<FPToSIOp>(Type::I32);
            integer.to::<TruncIOp>(Type::I8)
        }
    })
}
