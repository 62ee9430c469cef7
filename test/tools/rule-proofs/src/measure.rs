//! Why canonicalization terminates: the measure that decreases when a rule fires.
//!
//! Each component of the measure is a number computed from a function. A rule may increase
//! components that come later in the order, but none before the one that it decreases. The order is
//! found from the results of a campaign: a component that no rule increases comes first, the rules
//! that always decrease it are removed, and so on with the others.

use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::{Body, OpId, ValueId};
use mlir_lite::rewrite::{constant_value, is_trivially_dead};
use mlir_lite::types::DYNAMIC;
use std::collections::{HashMap, HashSet};

/// Names of the components.
pub const COMPONENTS: [&str; 10] = [
    "blocks",
    "ops with regions",
    "ops with effects",
    "open sizes in types",
    "ops that are not constant",
    "depth of all ops",
    "operands of all ops",
    "arguments of blocks and results of ops",
    "bits of all results",
    "constants before other operands",
];

/// The components of a function.
pub type Measure = [i64; COMPONENTS.len()];

/// The measure of a function, without its dead code.
pub fn measure(body: &Body) -> Measure {
    let ctx = body.context();
    let mut dead: HashSet<OpId> = HashSet::new();
    let ops = body.own_ops();
    for &op in ops.iter().rev() {
        let is_unused =
            body.results(op).all(|value| body.users(value).all(|user| dead.contains(&user)));
        // An op that is dead, but for its users.
        let is_pure = body.has_trait(op, TraitFlags::PURE) && body.regions(op).is_empty();
        if is_unused && (is_pure || is_trivially_dead(body, op)) {
            dead.insert(op);
        }
    }
    let is_constant = |value: ValueId| constant_value(body, value).is_some();
    let mut depths: HashMap<OpId, i64> = HashMap::new();
    let [mut blocks, mut regions, mut effects, mut open, mut live, mut depth] = [0i64; 6];
    let [mut operands, mut values, mut bits, mut misplaced] = [0i64; 4];
    for &op in &ops {
        for &region in body.regions(op) {
            blocks += body.blocks(region).count() as i64;
            values +=
                body.blocks(region).map(|block| body.arguments(block).len() as i64).sum::<i64>();
        }
        // An op with constant operands is folded as soon as it is visited.
        let folds = body.has_trait(op, TraitFlags::PURE) && body.operands(op).all(is_constant);
        if dead.contains(&op) || folds {
            continue;
        }
        let own = 1 + body
            .operands(op)
            .filter_map(|value| body.defining_op(value).and_then(|op| depths.get(&op)))
            .max()
            .copied()
            .unwrap_or(0);
        depths.insert(op, own);
        live += 1;
        depth += own;
        regions += i64::from(!body.regions(op).is_empty());
        effects += i64::from(!body.has_trait(op, TraitFlags::PURE));
        operands += body.num_operands(op) as i64;
        values += body.num_results(op) as i64;
        for value in body.results(op) {
            let ty = body.ty(value);
            bits += i64::from(ty.element_or_self(ctx).bit_width(ctx).unwrap_or(64));
            open += ty
                .shape(ctx)
                .map_or(0, |shape| shape.iter().filter(|&&size| size == DYNAMIC).count() as i64);
        }
        if body.has_trait(op, TraitFlags::COMMUTATIVE) {
            let constants: Vec<bool> = body.operands(op).map(is_constant).collect();
            misplaced += constants.windows(2).filter(|pair| pair[0] && !pair[1]).count() as i64;
        }
    }
    let region = body.region(body.root(), 0);
    blocks += body.blocks(region).count() as i64;
    values += body.blocks(region).map(|block| body.arguments(block).len() as i64).sum::<i64>();
    [blocks, regions, effects, open, live, depth, operands, values, bits, misplaced]
}

/// An order of components, each with the rules that it proves to terminate; the last have none.
pub struct Order {
    /// Components by their numbers, and rules by theirs.
    pub steps: Vec<(usize, Vec<usize>)>,
    /// Rules for which no component decreases.
    pub rest: Vec<usize>,
}

/// Finds the order for rules whose largest changes are given; none for rules that never fired.
pub fn order(changes: &[Option<Measure>]) -> Order {
    let mut left: Vec<usize> = (0..changes.len()).filter(|&rule| changes[rule].is_some()).collect();
    let change =
        |rule: usize, component: usize| changes[rule].map_or(0, |change| change[component]);
    let mut steps = Vec::new();
    loop {
        let lowered = |component: usize| -> Vec<usize> {
            if left.iter().any(|&rule| change(rule, component) > 0) {
                return Vec::new();
            }
            left.iter().copied().filter(|&rule| change(rule, component) < 0).collect()
        };
        let best = (0..COMPONENTS.len())
            .map(|at| (at, lowered(at)))
            .max_by_key(|(at, rules)| (rules.len(), std::cmp::Reverse(*at)));
        match best {
            Some((component, rules)) if !rules.is_empty() => {
                left.retain(|rule| !rules.contains(rule));
                steps.push((component, rules));
            }
            _ => return Order { steps, rest: left },
        }
    }
}
