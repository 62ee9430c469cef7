//! What ops may assume: the flags of today's MLIR on std ops, `fastmath`, `overflow` and `exact`,
//! are kept on the ops of the llvm dialect that they become.

use crate::flags::has_flag;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::conversion::ConversionPatternRewriter;
use mlir_lite::dialects::llvm::{FastmathFlags, OverflowFlags};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::{OpBuilder, OpId};
use mlir_lite::rewrite::MatchResult;
use std::ops::BitOr;

/// Lets a load or store be what the one was that it stands for: aligned, and kept out of caches.
pub(crate) fn keep_access(rewriter: &mut ConversionPatternRewriter<'_>, old: OpId, new: OpId) {
    let body = rewriter.body();
    if body.discardable_attrs(old).is_empty() {
        return;
    }
    let ctx = rewriter.context().clone();
    let alignment =
        body.op(old).attr_named("alignment").and_then(|alignment| alignment.as_i64(&ctx));
    let is_nontemporal =
        body.op(old).attr_named("nontemporal").and_then(|flag| flag.as_bool(&ctx)) == Some(true);
    let body = rewriter.body_mut();
    if let Some(alignment) = alignment {
        body.set_attr(new, ctx.ident("alignment"), ctx.i64_attr(alignment));
    }
    if is_nontemporal {
        body.set_attr(new, ctx.ident("nontemporal"), Attribute::UNIT);
    }
}

/// Why the op cannot become one that rounds to the nearest number, if it rounds in another way.
pub(crate) fn check_rounding(rewriter: &ConversionPatternRewriter<'_>, op: OpId) -> MatchResult {
    const TO_NEAREST_EVEN: i64 = 0;
    let body = rewriter.body();
    if body.discardable_attrs(op).is_empty() {
        return Ok(());
    }
    let mode = body.op(op).attr_named("roundingmode").and_then(|mode| mode.as_i64(body.context()));
    match mode {
        None | Some(TO_NEAREST_EVEN) => Ok(()),
        Some(_) => Err("only rounding to the nearest number is supported".into()),
    }
}

/// Lets an op assume what the op may that it stands for, as far as it has such flags.
pub(crate) fn keep_flags(rewriter: &mut ConversionPatternRewriter<'_>, old: OpId, new: OpId) {
    let body = rewriter.body();
    // Most ops have none.
    if body.discardable_attrs(old).is_empty() {
        return;
    }
    let ctx = rewriter.context().clone();
    let has_slot = |name: &str| {
        body.def(new).is_some_and(|def| def.attrs.iter().any(|attr| attr.name == name))
    };
    let given = |name: &str| body.op(old).attr_named(name);
    let mut kept = Vec::new();
    if let Some(flags) = given("fastmath").filter(|_| has_slot("fastmathFlags")) {
        let flags = flags_of::<FastmathFlags>(&ctx, flags);
        kept.push(("fastmathFlags", flags.attribute(&ctx)));
    }
    if let Some(flags) = given("overflowFlags").filter(|_| has_slot("overflowFlags")) {
        kept.push(("overflowFlags", flags_of::<OverflowFlags>(&ctx, flags).attribute(&ctx)));
    }
    if let Some(exact) = given("isExact").filter(|_| has_slot("isExact")) {
        kept.push(("isExact", exact));
    }
    for (name, value) in kept {
        let name = ctx.ident(name);
        rewriter.body_mut().set_attr(new, name, value);
    }
}

/// The flags of a set of std's in the set `E` of the llvm dialect, whose words are the same.
fn flags_of<E: EnumAttribute + BitOr<Output = E>>(ctx: &Context, flags: Attribute) -> E {
    let single = E::cases().filter(|case| case.value().is_power_of_two());
    let said = single.filter(|case| has_flag(ctx, flags, case.text()));
    let none = E::from_value(0).expect("a set may be empty");
    said.fold(none, |all, flag| all | flag)
}
