//! Flags of std ops in today's MLIR, `fastmath`, `overflow` and `exact`: they are kept on the ops
//! of the llvm dialect that the ops become.

use crate::flags::{
    Alignment, Exact, FastMath, FastMathFlags, IntegerOverflowFlags, Nontemporal, Overflow,
    Rounding, RoundingMode,
};
use mlir_lite::conversion::ConversionPatternRewriter;
use mlir_lite::dialects::llvm::{FastmathFlags, OverflowFlags};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchResult;

/// Lets a load or store be what the one was that it stands for: aligned, and kept out of caches.
pub fn keep_access(rewriter: &mut ConversionPatternRewriter<'_>, old: OpId, new: OpId) {
    let body = rewriter.body();
    if body.discardable_attrs(old).is_empty() {
        return;
    }
    let old = body.op(old);
    let (alignment, is_nontemporal) = (Alignment::of(old), Nontemporal::of(old) == Some(true));
    let ctx = rewriter.context().clone();
    let body = rewriter.body_mut();
    if let Some(alignment) = alignment {
        Alignment::set(body, new, alignment);
    }
    // The llvm dialect's is a unit.
    if is_nontemporal {
        body.set_attr(new, Nontemporal::name(&ctx), Attribute::UNIT);
    }
}

/// Why the op cannot become one that rounds to the nearest number, if it rounds in another way.
pub(crate) fn check_rounding(rewriter: &ConversionPatternRewriter<'_>, op: OpId) -> MatchResult {
    match Rounding::of(rewriter.body().op(op)) {
        None | Some(RoundingMode::ToNearestEven) => Ok(()),
        Some(_) => Err("only rounding to the nearest number is supported".into()),
    }
}

/// Lets an op assume what the op may that it stands for, as far as it has such flags.
pub fn keep_flags(rewriter: &mut ConversionPatternRewriter<'_>, old: OpId, new: OpId) {
    let body = rewriter.body();
    // Most ops have none.
    if body.discardable_attrs(old).is_empty() {
        return;
    }
    let ctx = rewriter.context().clone();
    let has_slot = |name: &str| {
        body.def(new).is_some_and(|def| def.attrs.iter().any(|attr| attr.name == name))
    };
    let old = body.op(old);
    let fast_math = FastMath::of(old).map(|flags| FastmathFlags::from(flags).attribute(&ctx));
    let overflow = Overflow::of(old).map(|flags| OverflowFlags::from(flags).attribute(&ctx));
    let given = [
        ("fastmathFlags", fast_math),
        ("overflowFlags", overflow),
        ("isExact", Exact::attr_of(old)),
    ];
    let kept = given.map(|(name, value)| value.filter(|_| has_slot(name)).map(|it| (name, it)));
    for (name, value) in kept.into_iter().flatten() {
        rewriter.body_mut().set_attr(new, ctx.ident(name), value);
    }
}

/// A result of an op that has the flags of the op which it replaces.
pub(crate) fn flagged(
    rewriter: &mut ConversionPatternRewriter<'_>,
    old: OpId,
    new: ValueId,
) -> ValueId {
    if let Some(op) = rewriter.body().defining_op(new) {
        keep_flags(rewriter, old, op);
    }
    new
}

impl From<FastMathFlags> for FastmathFlags {
    fn from(flags: FastMathFlags) -> Self {
        const PAIRS: [(FastMathFlags, FastmathFlags); 7] = [
            (FastMathFlags::REASSOC, FastmathFlags::REASSOC),
            (FastMathFlags::NNAN, FastmathFlags::NNAN),
            (FastMathFlags::NINF, FastmathFlags::NINF),
            (FastMathFlags::NSZ, FastmathFlags::NSZ),
            (FastMathFlags::ARCP, FastmathFlags::ARCP),
            (FastMathFlags::CONTRACT, FastmathFlags::CONTRACT),
            (FastMathFlags::AFN, FastmathFlags::AFN),
        ];
        let set = PAIRS.into_iter().filter(|(flag, _)| flags.contains(*flag));
        set.fold(Self::NONE, |all, (_, flag)| all | flag)
    }
}

impl From<IntegerOverflowFlags> for OverflowFlags {
    fn from(flags: IntegerOverflowFlags) -> Self {
        const PAIRS: [(IntegerOverflowFlags, OverflowFlags); 2] = [
            (IntegerOverflowFlags::NSW, OverflowFlags::NSW),
            (IntegerOverflowFlags::NUW, OverflowFlags::NUW),
        ];
        let set = PAIRS.into_iter().filter(|(flag, _)| flags.contains(*flag));
        set.fold(Self::NONE, |all, (_, flag)| all | flag)
    }
}
