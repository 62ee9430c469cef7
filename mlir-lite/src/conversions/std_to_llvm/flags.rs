//! What ops may assume: the flags of today's MLIR on std ops, `fastmath`, `overflow` and `exact`, are kept on the ops of
//! the llvm dialect that they become.

use crate::conversion::ConversionPatternRewriter;
use crate::dialects::llvm::{FastmathFlags, NSW, NUW};
use crate::dialects::std::flags::has_flag;
use crate::ir::{OpBuilder, OpId};
use crate::types::Type;

/// `fastmath` of std, and of the llvm dialect.
const FAST_MATH: [(&str, FastmathFlags); 7] = [
    ("nnan", FastmathFlags::NNAN),
    ("ninf", FastmathFlags::NINF),
    ("nsz", FastmathFlags::NSZ),
    ("arcp", FastmathFlags::ARCP),
    ("contract", FastmathFlags::CONTRACT),
    ("afn", FastmathFlags::AFN),
    ("reassoc", FastmathFlags::REASSOC),
];

/// Lets an op assume what the op may that it stands for, as far as it has such flags.
pub(super) fn keep_flags(rewriter: &mut ConversionPatternRewriter<'_>, old: OpId, new: OpId) {
    let body = rewriter.body();
    // Most ops have none.
    if body.discardable_attrs(old).is_empty() {
        return;
    }
    let ctx = rewriter.context().clone();
    let has_slot =
        |name: &str| body.def(new).is_some_and(|def| def.attrs.iter().any(|attr| attr.name == name));
    let given = |name: &str| body.op(old).attr_named(name);
    let mut kept = Vec::new();
    if let Some(flags) = given("fastmath").filter(|_| has_slot("fastmathFlags")) {
        let flags = FAST_MATH
            .iter()
            .filter(|(name, _)| has_flag(&ctx, flags, name))
            .fold(FastmathFlags::NONE, |all, (_, flag)| all.union(*flag));
        kept.push(("fastmathFlags", flags.attribute(&ctx)));
    }
    if let Some(flags) = given("overflowFlags").filter(|_| has_slot("overflowFlags")) {
        let flag = |name: &str, bit: i64| if has_flag(&ctx, flags, name) { bit } else { 0 };
        kept.push(("overflowFlags", ctx.integer_attr(Type::I32, flag("nsw", NSW) | flag("nuw", NUW))));
    }
    if let Some(exact) = given("isExact").filter(|_| has_slot("isExact")) {
        kept.push(("isExact", exact));
    }
    for (name, value) in kept {
        let name = ctx.ident(name);
        rewriter.body_mut().set_attr(new, name, value);
    }
}
