//! Sparse conditional constant propagation.
//!
//! Finds together which blocks are reachable and which values are constants, with optimistic
//! assumptions: a value that depends on itself through a loop is a constant if it starts as one and
//! stays so, and a branch that is never taken does not count (Wegman and Zadeck, "Constant
//! Propagation with Conditional Branches", 1991). Each value is lowered at most twice, so the cost
//! is linear in the number of uses.
//!
//! Regions of ops are assumed to be reachable, with any arguments. Unreachable blocks stay;
//! `canonicalize` removes them once the branches to them are folded.

use mlir_lite::attributes::Attribute;
use mlir_lite::context::DialectId;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::entities::{BlockId, OpId, ValueDef, ValueId};
use mlir_lite::ir::fold::{Fold, FoldValue};
use mlir_lite::ir::interfaces::BranchOpInterface;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    constant_value, has_no_lasting_effect, is_trivially_dead, materialize_constant,
};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Sparse Conditional Constant Propagation.
#[pass(name = "sccp", pure, report_name = "SCCP", each_body)]
pub struct SccpPass;

impl RunPass for SccpPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        propagate_constants(body);
        Ok(())
    }
}

/// The lattice value of an SSA value. It only ever moves down this list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lattice {
    /// Not reached so far.
    Unknown,
    /// Always this one so far; the dialect can materialize it.
    Constant(Attribute, Option<DialectId>),
    /// Not always the same.
    Varying,
}

struct Solver<'b> {
    body: &'b mut Body,
    values: Vec<Lattice>,
    reached: Vec<bool>,
    /// Blocks to be visited for the first time.
    blocks: Vec<BlockId>,
    /// Ops with an operand whose lattice value was lowered since they were visited, each once.
    ops: Vec<OpId>,
    /// By op: whether it is one of those, or will be visited with its block.
    is_waiting: Vec<bool>,
}

/// Replaces the values of one body that are always the same constant, without the isolated ops
/// nested in it.
pub fn propagate_constants(body: &mut Body) {
    let values = vec![Lattice::Unknown; body.value_capacity()];
    let reached = vec![false; body.block_capacity()];
    let root = body.root();
    let is_waiting = vec![true; body.op_capacity()];
    let mut solver =
        Solver { body, values, reached, blocks: Vec::new(), ops: Vec::new(), is_waiting };
    solver.enter_regions(root);
    solver.solve();
    let values = solver.values;
    replace_constants(body, &values);
}

impl Solver<'_> {
    fn solve(&mut self) {
        loop {
            if let Some(op) = self.ops.pop() {
                self.visit(op);
            } else if let Some(block) = self.blocks.pop() {
                let ops: Vec<OpId> = self.body.ops(block).collect();
                for op in ops {
                    self.visit(op);
                }
            } else {
                return;
            }
        }
    }

    fn get(&self, value: ValueId) -> Lattice {
        self.values[value.index()]
    }

    /// Meets the lattice value of a value with `found`.
    fn meet(&mut self, value: ValueId, found: Lattice) {
        let slot = &mut self.values[value.index()];
        let met = match (*slot, found) {
            (old, Lattice::Unknown) => old,
            (Lattice::Unknown, new) => new,
            (Lattice::Constant(a, dialect), Lattice::Constant(b, _)) if a == b => {
                Lattice::Constant(a, dialect)
            }
            _ => Lattice::Varying,
        };
        if met != *slot {
            *slot = met;
            // A branch may have the value as several operands.
            let is_waiting = &mut self.is_waiting;
            let is_new = |user: &OpId| !std::mem::replace(&mut is_waiting[user.index()], true);
            self.ops.extend(self.body.users(value).filter(is_new));
        }
    }

    fn reach(&mut self, block: BlockId) {
        if !std::mem::replace(&mut self.reached[block.index()], true) {
            self.blocks.push(block);
        }
    }

    /// Control may enter the regions, with any arguments.
    fn enter_regions(&mut self, op: OpId) {
        for region in self.body.regions(op).to_vec() {
            let Some(entry) = self.body.entry_block(region) else { continue };
            for argument in self.body.arguments(entry).to_vec() {
                self.meet(argument, Lattice::Varying);
            }
            self.reach(entry);
        }
    }

    fn visit(&mut self, op: OpId) {
        self.is_waiting[op.index()] = false;
        if self.body.num_successors(op) > 0 {
            self.visit_branch(op);
        }
        let results: SmallVec<[ValueId; 2]> = self.body.results(op).collect();
        if !self.body.regions(op).is_empty() || self.body.child(op).is_some() {
            self.enter_regions(op);
            return self.all_vary(&results);
        }
        if results.iter().all(|&result| self.get(result) == Lattice::Varying) {
            return;
        }
        let operands: SmallVec<[Lattice; 4]> =
            self.body.operands(op).map(|operand| self.get(operand)).collect();
        if operands.contains(&Lattice::Unknown) {
            return;
        }
        match self.fold(op, &operands) {
            Some(values) => {
                let dialect = self.body.info(op).dialect();
                for (&result, value) in results.iter().zip(values) {
                    let found = match value {
                        FoldValue::Constant(constant) => Lattice::Constant(constant, dialect),
                        FoldValue::Value(value) => self.get(value),
                    };
                    self.meet(result, found);
                }
            }
            None => self.all_vary(&results),
        }
    }

    fn all_vary(&mut self, results: &[ValueId]) {
        for &result in results {
            self.meet(result, Lattice::Varying);
        }
    }

    fn visit_branch(&mut self, op: OpId) {
        let own = self.body.num_operands(op) - self.body.num_forwarded_operands(op);
        let operands: SmallVec<[Lattice; 4]> =
            self.body.operands(op).take(own).map(|operand| self.get(operand)).collect();
        if operands.contains(&Lattice::Unknown) {
            return;
        }
        let constants: SmallVec<[Option<Attribute>; 4]> =
            operands.iter().map(|&operand| constant(operand)).collect();
        let branch = self.body.op(op);
        let taken = branch
            .ask::<dyn BranchOpInterface, _>(|branch| branch.successor_for(&constants))
            .flatten();
        for index in 0..self.body.num_successors(op) {
            if taken.is_some_and(|taken| taken != index) {
                continue;
            }
            let block = self.body.successor(op, index);
            let passed = self.body.successor_operands(op, index);
            let arguments: SmallVec<[ValueId; 4]> = self.body.arguments(block).into();
            for (position, argument) in arguments.into_iter().enumerate() {
                // A value that a branch does not forward, it creates itself.
                let found = passed.get(position).map_or(Lattice::Varying, |&value| self.get(value));
                self.meet(argument, found);
            }
            self.reach(block);
        }
    }

    /// The lattice values of the op's results, for those of its operands.
    fn fold(&self, op: OpId, operands: &[Lattice]) -> Option<SmallVec<[FoldValue; 1]>> {
        let fold = self.body.def(op)?.fold?;
        let constants: SmallVec<[Option<Attribute>; 4]> =
            operands.iter().map(|&operand| constant(operand)).collect();
        match fold(self.body.op(op), &constants) {
            Fold::Replaced(values) if values.len() == self.body.num_results(op) => Some(values),
            _ => None,
        }
    }
}

fn constant(lattice: Lattice) -> Option<Attribute> {
    match lattice {
        Lattice::Constant(value, _) => Some(value),
        _ => None,
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
fn replace_constants(body: &mut Body, values: &[Lattice]) {
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
fn is_constant(body: &Body, values: &[Lattice], op: OpId) -> bool {
    body.results(op).all(|result| matches!(values.get(result.index()), Some(Lattice::Constant(..))))
}

struct Replacement<'b> {
    body: &'b mut Body,
    values: &'b [Lattice],
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
        let Some(&Lattice::Constant(constant, dialect)) = self.values.get(value.index()) else {
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
            let mut builder = BodyBuilder::new(self.body, InsertionPoint::Start(home));
            let op = materialize_constant(&mut builder, dialect, constant, ty, location)?;
            let result = self.body.result(op, 0);
            self.made.insert((home, constant, ty), result);
            Some(result)
        });
        let Some(replacement) = replacement else { return false };
        self.body.replace_all_uses(value, replacement);
        true
    }
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
