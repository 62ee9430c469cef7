//! Sparse conditional constant propagation.
//!
//! [`ConstantPropagation`] finds together which blocks can be reached and which values are always
//! the same constant, through branches, the regions of ops, and calls. Here, these values are
//! replaced. Unreachable blocks stay; `canonicalize` removes them once the branches to them are
//! folded.

use crate::change_by_analysis::change_by_analysis;
use mlir_lite::analysis::dataflow::{ConstantPropagation, Known, SolvedBody};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::DialectId;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::entities::{BlockId, OpId, ValueDef, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    constant_value, has_no_lasting_effect, is_trivially_dead, materialize_constant,
};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Sparse Conditional Constant Propagation.
///
/// Constants are followed through branches, regions, and calls of functions with known callers.
#[pass(name = "sccp", pure, report_name = "SCCP")]
pub struct SccpPass;

impl RunPass for SccpPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        change_by_analysis(&ConstantPropagation, body, cx, replace_constants);
        Ok(())
    }
}

/// Constants at the start of a block.
type Constants = FxHashMap<(BlockId, Attribute, Type), ValueId>;

/// The constants at the start of the regions of the body's own op.
fn constants_at_start(body: &Body) -> Constants {
    let mut constants = Constants::default();
    for &region in body.regions(body.root()) {
        let Some(entry) = body.entry_block(region) else { continue };
        for op in body.ops(entry) {
            let Some(value) = body.results(op).next() else { break };
            let Some(constant) = constant_value(body, value) else { break };
            constants.entry((entry, constant, body.ty(value))).or_insert(value);
        }
    }
    constants
}

/// Replaces the values that are known to be constant, and erases ops that are dead then.
///
/// A value that only such ops use is not replaced, so that no constant is made for it. Nothing is
/// erased before the last value is replaced: an unused constant may replace later values, also
/// those of nested regions, and new constants must not get the ids of erased values, for which
/// `values` has an entry.
pub(crate) fn replace_constants(body: &mut Body, values: &SolvedBody<Known>) {
    let made = constants_at_start(body);
    let blocks: Vec<BlockId> = all_blocks(body);
    let mut is_dead = vec![false; body.op_capacity()];
    let (mut constant_ops, mut computed) = (Vec::new(), Vec::new());
    for op in blocks.iter().flat_map(|&block| body.ops(block)) {
        let Some(first) = body.results(op).next() else { continue };
        if constant_value(body, first).is_some() {
            constant_ops.push(op);
        } else if is_constant(body, values, op) && has_no_lasting_effect(body, op) {
            is_dead[op.index()] = true;
            computed.push(op);
        }
    }
    let mut replacement = Replacement { body, values, made, is_dead };
    for block in blocks {
        for argument in replacement.body.arguments(block).to_vec() {
            replacement.replace(argument);
        }
        for op in replacement.body.ops(block).collect::<Vec<_>>() {
            for result in replacement.body.results(op).collect::<SmallVec<[ValueId; 2]>>() {
                replacement.replace(result);
            }
        }
    }
    let is_dead = replacement.is_dead;
    // As in MLIR, a constant that was there stays if ops used it that are erased now.
    for op in constant_ops {
        if is_constant(body, values, op) && is_trivially_dead(body, op) {
            body.erase_op(op);
        }
    }
    computed.retain(|op| is_dead[op.index()]);
    body.erase_ops(computed);
}

/// Whether all results were found to be constants.
fn is_constant(body: &Body, values: &SolvedBody<Known>, op: OpId) -> bool {
    let is_constant = |result| matches!(values.value(result), Some(Known::Constant(..)));
    body.results(op).all(is_constant)
}

struct Replacement<'b> {
    body: &'b mut Body,
    values: &'b SolvedBody<Known>,
    /// The constants that may replace values.
    made: Constants,
    /// The ops that will be erased.
    is_dead: Vec<bool>,
}

impl Replacement<'_> {
    /// Replaces a value that is constant and that an op uses which stays. If no constant can be
    /// made, the op that defines the value stays as well.
    fn replace(&mut self, value: ValueId) {
        let mut values: SmallVec<[ValueId; 4]> = SmallVec::from_elem(value, 1);
        while let Some(value) = values.pop() {
            let is_needed = self.body.users(value).any(|user| !self.is_dead(user));
            if !is_needed || self.has_replaced(value) {
                continue;
            }
            let definition = self.body.defining_op(value);
            if let Some(op) = definition.filter(|&op| self.is_dead(op)) {
                self.is_dead[op.index()] = false;
                values.extend(self.body.operands(op));
            }
        }
    }

    /// Whether the op will be erased. None of the constants that were made is.
    fn is_dead(&self, op: OpId) -> bool {
        self.is_dead.get(op.index()).is_some_and(|&is_dead| is_dead)
    }

    /// Replaces a value by a constant, if it is one and that can be made.
    fn has_replaced(&mut self, value: ValueId) -> bool {
        let Some(&Known::Constant(constant, dialect)) = self.values.value(value) else {
            return false;
        };
        // A constant op needs no replacement.
        if constant_value(self.body, value).is_some() {
            return false;
        }
        let (ty, location) = (self.body.ty(value), place_of(self.body, value));
        let Some(home) = home(self.body, value) else { return false };
        let known = self.made.get(&(home, constant, ty)).copied();
        let replacement = known.or_else(|| {
            let dialects = match dialect {
                Some(_) => [dialect, None],
                None => dialects_around(self.body, value),
            };
            let mut builder = BodyBuilder::new(self.body, InsertionPoint::Start(home));
            let mut make = |dialect: DialectId| {
                materialize_constant(&mut builder, Some(dialect), constant, ty, location)
            };
            let op = dialects.into_iter().flatten().find_map(&mut make)?;
            let result = self.body.result(op, 0);
            self.made.insert((home, constant, ty), result);
            Some(result)
        });
        let Some(replacement) = replacement else { return false };
        self.body.replace_all_uses(value, replacement);
        true
    }
}

/// The dialects that may make a constant instead of a value which none is named for: that of the op
/// that defines it, or has it as an argument, and that of the body's own op.
fn dialects_around(body: &Body, value: ValueId) -> [Option<DialectId>; 2] {
    let owner = match body.value_def(value) {
        ValueDef::Result { op, .. } => Some(op),
        ValueDef::Argument { block, .. } => body.block_owner(block),
    };
    [owner.and_then(|owner| body.info(owner).dialect()), body.info(body.root()).dialect()]
}

fn place_of(body: &Body, value: ValueId) -> mlir_lite::ir::location::Location {
    match body.value_def(value) {
        ValueDef::Result { op, .. } => body.location(op),
        ValueDef::Argument { block, .. } => body
            .block_owner(block)
            .map_or_else(|| body.location(body.root()), |owner| body.location(owner)),
    }
}

/// The block where a constant dominates all uses of a value: the entry block of the region of the
/// body's own op that contains the value. An op that is not registered may be isolated from above,
/// and enter any of its blocks: within it, the block of the value itself.
fn home(body: &Body, value: ValueId) -> Option<BlockId> {
    let mut block = match body.value_def(value) {
        ValueDef::Result { op, .. } => body.block(op)?,
        ValueDef::Argument { block, .. } => block,
    };
    loop {
        let region = body.block_region(block)?;
        let owner = body.region_owner(region)?;
        if owner == body.root() {
            return body.entry_block(region);
        }
        if !body.info(owner).is_registered() {
            return Some(block);
        }
        block = body.block(owner)?;
    }
}

fn all_blocks(body: &Body) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    let mut owners = vec![body.root()];
    while let Some(owner) = owners.pop() {
        for &region in body.regions(owner) {
            for block in body.blocks(region) {
                blocks.push(block);
                owners.extend(body.ops(block).filter(|&op| !body.regions(op).is_empty()));
            }
        }
    }
    blocks
}
