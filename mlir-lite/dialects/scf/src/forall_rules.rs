//! Canonical forms of `scf.forall`: constant bounds, dimensions with zero or one iteration, and
//! loops without shared values.

use super::loop_rules::set_segments;
use super::region_rules::rebuild;
use super::*;
use mlir_lite::dialects::standard::ConstantOp;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::types::DYNAMIC;

impl CanonicalizeOp for ForallOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("scf.forall-constant-bounds", 1, know_bounds);
        set.add::<Self>("scf.forall-single-iteration", 2, run_never_or_once);
        set.add::<Self>("scf.forall-no-outputs", 1, |op, rewriter| {
            let body = rewriter.body();
            let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
            let end = body.terminator(block).ok_or("the body has no end")?;
            let does_nothing = body.regions(end).iter().all(|&region| {
                body.entry_block(region).is_none_or(|block| body.first_op(block).is_none())
            });
            let outputs = op.outputs(body);
            if !does_nothing || outputs.is_empty() {
                return Err("the loop changes something, or shares nothing".into());
            }
            let (bounds, _) = Bounds::of(body, op).ok_or("the bounds are malformed")?;
            let arguments = body.arguments(block).to_vec();
            let first = arguments.len() - outputs.len();
            for (&argument, &output) in arguments[first..].iter().zip(&outputs) {
                rewriter.replace_all_uses(argument, output);
            }
            for index in (first..arguments.len()).rev() {
                rewriter.erase_argument(block, index);
            }
            let new = rebuild(rewriter, op.id(), &[], &[]);
            bounds.put(rewriter, new, &[]);
            rewriter.replace_op(op.id(), &outputs);
            Ok(())
        });
    }
}

/// Lower bounds, upper bounds, steps: the constants of an op, or of its replacement, and the
/// operands for the dynamic ones.
struct Bounds {
    numbers: [Vec<i64>; 3],
    operands: [Vec<ValueId>; 3],
}

impl Bounds {
    /// The bounds of a loop, with operands that are constants folded; and whether there were any.
    fn of(body: &Body, op: ForallOp) -> Option<(Self, bool)> {
        let ctx = body.context();
        let given = [
            (op.static_lower_bound(body), op.dynamic_lower_bound(body)),
            (op.static_upper_bound(body), op.dynamic_upper_bound(body)),
            (op.static_step(body), op.dynamic_step(body)),
        ];
        let mut bounds = Self { numbers: Default::default(), operands: Default::default() };
        let mut gained = false;
        for (list, (numbers, given)) in given.into_iter().enumerate() {
            let mut given = given.into_iter();
            for number in numbers {
                if number != DYNAMIC {
                    bounds.numbers[list].push(number);
                    continue;
                }
                let operand = given.next()?;
                let known = constant_value(body, operand).and_then(|value| value.as_i64(ctx));
                match known.filter(|&known| known != DYNAMIC) {
                    Some(known) => {
                        gained = true;
                        bounds.numbers[list].push(known);
                    }
                    None => {
                        bounds.numbers[list].push(DYNAMIC);
                        bounds.operands[list].push(operand);
                    }
                }
            }
        }
        Some((bounds, gained))
    }

    /// The trip count of a dimension, if it is known.
    fn runs(&self, dimension: usize) -> Option<u64> {
        let [lower, upper, step] = self.numbers.each_ref().map(|list| list[dimension]);
        if lower == DYNAMIC || upper == DYNAMIC {
            return None;
        }
        let distance = i128::from(upper) - i128::from(lower);
        if distance <= 0 {
            return Some(0);
        }
        let step = i128::from((step > 0).then_some(step)?);
        u64::try_from((distance + step - 1) / step).ok()
    }

    /// Sets these bounds; `outputs` follow the operands.
    fn put(&self, rewriter: &mut PatternRewriter<'_>, op: OpId, outputs: &[ValueId]) {
        let this = ForallOp::from_id(op);
        let operands: Vec<ValueId> =
            self.operands.iter().flatten().chain(outputs).copied().collect();
        let [lower, upper, step] = self.operands.each_ref().map(|list| list.len() as i32);
        let [lower_numbers, upper_numbers, step_numbers] = self.numbers.clone();
        rewriter.update_in_place(op, |body| {
            body.set_operands(op, &operands);
            this.set_static_lower_bound(body, lower_numbers);
            this.set_static_upper_bound(body, upper_numbers);
            this.set_static_step(body, step_numbers);
        });
        set_segments(rewriter, op, &[lower, upper, step, outputs.len() as i32]);
    }
}

fn know_bounds(op: ForallOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (bounds, gained) = Bounds::of(body, op).ok_or("the bounds are malformed")?;
    if !gained {
        return Err("no more bounds are constants".into());
    }
    let outputs = op.outputs(body);
    bounds.put(rewriter, op.id(), &outputs);
    Ok(())
}

fn run_never_or_once(op: ForallOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (bounds, _) = Bounds::of(body, op).ok_or("the bounds are malformed")?;
    let rank = bounds.numbers[0].len();
    let runs: Vec<Option<u64>> = (0..rank).map(|dimension| bounds.runs(dimension)).collect();
    let outputs = op.outputs(body);
    if runs.contains(&Some(0)) {
        rewriter.replace_op(op.id(), &outputs);
        return Ok(());
    }
    let once: Vec<usize> = (0..rank).filter(|&dimension| runs[dimension] == Some(1)).collect();
    if once.is_empty() || op.mapping(body).is_some() {
        return Err("every dimension may run more often, or is mapped to a thread".into());
    }
    let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
    let end = body.terminator(block).ok_or("the body has no end")?;
    if once.len() == rank && !outputs.is_empty() {
        return Err("the shared tensors are combined at the end of the loop".into());
    }
    let (arguments, location) = (body.arguments(block).to_vec(), body.location(op.id()));
    for &dimension in &once {
        let value = rewriter.context().index_attr(bounds.numbers[0][dimension]);
        let value =
            ConstantOp::build(rewriter, location, value, Type::INDEX).result(rewriter.body());
        rewriter.replace_all_uses(arguments[dimension], value);
    }
    if once.len() == rank {
        rewriter.erase_op(end);
        let zero =
            ConstantOp::build(rewriter, location, rewriter.context().index_attr(0), Type::INDEX);
        let unused = vec![zero.result(rewriter.body()); rank];
        rewriter.inline_block_before(block, op.id(), &unused);
        rewriter.erase_op(op.id());
        return Ok(());
    }
    let mut left = Bounds { numbers: Default::default(), operands: bounds.operands.clone() };
    for (list, numbers) in bounds.numbers.iter().enumerate() {
        let mut operands = bounds.operands[list].iter();
        left.operands[list].clear();
        for (dimension, &number) in numbers.iter().enumerate() {
            let operand = if number == DYNAMIC { operands.next() } else { None };
            if !once.contains(&dimension) {
                left.numbers[list].push(number);
                left.operands[list].extend(operand);
            }
        }
    }
    for &dimension in once.iter().rev() {
        rewriter.erase_argument(block, dimension);
    }
    let types = rewriter.body().result_types(op.id());
    let new = rebuild(rewriter, op.id(), &outputs, &types);
    left.put(rewriter, new, &outputs);
    let results: Vec<ValueId> = rewriter.body().results(new).collect();
    rewriter.replace_op(op.id(), &results);
    Ok(())
}
