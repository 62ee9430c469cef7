//! `bufferization-lower-deallocations`: frees of owned memory become comparisons of addresses.

use crate::{IfOp, ScfDialect};
use mlir_lite::dialects::standard::{
    AndOp, CmpIOp, CmpIPredicate, ConstantOp, DeallocOp, DeallocOwnedOp,
    ExtractAlignedPointerAsIndexOp, OrOp, StdDialect, XOrOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{MatchResult, PatternRewriter, RewritePatternSet, rewrite_ops};
use mlir_lite_diagnostics::Reported;

/// Lower `bufferization.dealloc` to comparisons of addresses.
///
/// Memory is freed if its condition holds, and if its address is neither that of memory before it
/// in the list that is freed nor that of memory that is retained.
#[pass(
    name = "bufferization-lower-deallocations",
    pure,
    each_body,
    dialects(ScfDialect, StdDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct LowerDeallocationsPass;

impl RunPass for LowerDeallocationsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut patterns = RewritePatternSet::new();
        patterns.add::<DeallocOwnedOp>("std.dealloc_owned-lower", 1, lower);
        let patterns = patterns.freeze(body.context());
        rewrite_ops(body, &patterns, cx.requests, cx.diagnostics)
    }
}

fn lower(op: DeallocOwnedOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let memrefs = op.memrefs(body).to_vec();
    let conditions = op.conditions(body).to_vec();
    let retained = op.retained(body).to_vec();
    let address = |rewriter: &mut PatternRewriter<'_>, &memref: &ValueId| {
        ExtractAlignedPointerAsIndexOp::create(rewriter, memref)
    };
    // One memref that stays nowhere needs no address.
    let needs_addresses = memrefs.len() + retained.len() > 1 && !memrefs.is_empty();
    let [owned, kept] = [&memrefs, &retained].map(|values| match needs_addresses {
        true => values.iter().map(|value| address(rewriter, value)).collect::<Vec<_>>(),
        false => Vec::new(),
    });
    let mut results: SmallVec<[Option<ValueId>; 4]> = SmallVec::from_elem(None, retained.len());
    let mut frees = Vec::new();
    for (index, &condition) in conditions.iter().enumerate() {
        let mut differs: Option<ValueId> = None;
        for (place, &other) in kept.iter().chain(owned.iter().take(index)).enumerate() {
            let mut unequal = CmpIOp::create(rewriter, CmpIPredicate::Ne, owned[index], other);
            if let Some(&earlier) = place.checked_sub(kept.len()).and_then(|i| conditions.get(i)) {
                let always = ConstantOp::create(rewriter, Attribute::TRUE, Type::I1);
                let stays = XOrOp::create(rewriter, earlier, always);
                unequal = OrOp::create(rewriter, unequal, stays);
            }
            differs = Some(match differs {
                None => unequal,
                Some(before) => AndOp::create(rewriter, before, unequal),
            });
            if let Some(result) = results.get_mut(place) {
                let always = ConstantOp::create(rewriter, Attribute::TRUE, Type::I1);
                let equal = XOrOp::create(rewriter, unequal, always);
                let stays = AndOp::create(rewriter, equal, condition);
                *result = Some(match *result {
                    None => stays,
                    Some(before) => OrOp::create(rewriter, before, stays),
                });
            }
        }
        frees.push(match differs {
            None => condition,
            Some(differs) => AndOp::create(rewriter, differs, condition),
        });
    }
    for (&memref, free) in memrefs.iter().zip(frees) {
        IfOp::when(rewriter, free, |b| {
            DeallocOp::create(b, memref);
        });
    }
    let mut owners = SmallVec::<[ValueId; 4]>::new();
    for result in results {
        owners.push(match result {
            Some(result) => result,
            None => ConstantOp::create(rewriter, Attribute::FALSE, Type::I1),
        });
    }
    rewriter.replace_op(op.id(), &owners);
    Ok(())
}
