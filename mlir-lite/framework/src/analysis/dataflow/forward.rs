//! The solver of sparse forward analyses.

use super::program::Program;
use super::solution::{Constants, Solution, SolvedBody, taken_successor};
use super::{Lattice, SparseForwardAnalysis, States};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, OpId, RegionId, ValueId};
use mlir_lite::ir::interfaces::{
    CallOpInterface, CallableOpInterface, RegionBranchOpInterface, RegionSuccessor,
    RegionSuccessors,
};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::view::OpRef;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Finds what an analysis knows of the values of an op and of the isolated ops nested in it.
///
/// Control may enter the op with any arguments. A function in it that is private, and that only
/// calls refer to, is entered by these calls only, with what they pass.
pub fn solve<'b, A: SparseForwardAnalysis>(analysis: &A, top: &'b Body) -> Solution<'b, A::Value> {
    solve_program(analysis, Program::nested(top))
}

/// As [`solve`], for an op that is in no other one: nothing outside refers to its functions of
/// nested visibility either.
pub fn solve_outermost<'b, A: SparseForwardAnalysis>(
    analysis: &A,
    top: &'b Body,
) -> Solution<'b, A::Value> {
    solve_program(analysis, Program::outermost(top))
}

fn solve_program<'b, A: SparseForwardAnalysis>(
    analysis: &A,
    program: Program<'b>,
) -> Solution<'b, A::Value> {
    let bodies = {
        let mut solver = Solver::new(analysis, &program);
        solver.enter_regions(0, program.bodies[0].body.as_op());
        solver.run();
        solver.bodies
    };
    Solution { program, bodies }
}

struct Solver<'s, 'b, A: SparseForwardAnalysis> {
    analysis: &'s A,
    program: &'s Program<'b>,
    bodies: Vec<SolvedBody<A::Value>>,
    progress: Vec<Progress>,
    functions: Vec<Function<A::Value>>,
    /// The calls that were visited.
    known_calls: FxHashSet<(usize, OpId)>,
    /// Blocks to be visited for the first time.
    blocks: Vec<(usize, BlockId)>,
    /// Ops with an operand whose state has changed since they were visited, each once.
    ops: Vec<(usize, OpId)>,
}

/// How far one body is solved.
struct Progress {
    /// By op: whether it will be visited, by itself or with its block.
    is_waiting: Vec<bool>,
    /// By value: how often its state has changed.
    changes: Vec<u8>,
}

/// The calls of a function, and its results.
struct Function<V> {
    callers: Vec<(usize, OpId)>,
    /// The states of the values that it returns; empty until it does.
    returned: SmallVec<[Return<V>; 1]>,
}

/// One result of a function.
#[derive(Clone, PartialEq)]
enum Return<V> {
    Known(V),
    Anything,
}

impl<'s, 'b, A: SparseForwardAnalysis> Solver<'s, 'b, A> {
    fn new(analysis: &'s A, program: &'s Program<'b>) -> Self {
        let bodies = program.bodies.iter().map(|place| SolvedBody::unsolved(place.body, false));
        let progress = program.bodies.iter().map(|place| Progress {
            is_waiting: vec![true; place.body.op_capacity()],
            changes: vec![0; place.body.value_capacity()],
        });
        let function = |_| Function { callers: Vec::new(), returned: SmallVec::new() };
        Self {
            analysis,
            program,
            bodies: bodies.collect(),
            progress: progress.collect(),
            functions: program.bodies.iter().map(function).collect(),
            known_calls: FxHashSet::default(),
            blocks: Vec::new(),
            ops: Vec::new(),
        }
    }

    fn run(&mut self) {
        loop {
            if let Some((number, op)) = self.ops.pop() {
                self.visit(number, op);
            } else if let Some((number, block)) = self.blocks.pop() {
                for op in self.body(number).ops(block) {
                    self.visit(number, op);
                }
            } else {
                return;
            }
        }
    }

    fn body(&self, number: usize) -> &'b Body {
        self.program.bodies[number].body
    }

    /// The states of an op's operands. None if one of them is not reached.
    fn states<'v>(&'v self, number: usize, op: OpRef<'v>) -> Option<States<'v, A::Value>> {
        States::of(op, &self.bodies[number].values)
    }

    /// The constants among operands. None if one of them is not reached.
    fn constants(
        &self,
        number: usize,
        operands: impl Iterator<Item = ValueId>,
    ) -> Option<Constants> {
        let (body, values) = (self.body(number), &self.bodies[number].values);
        let constant = |operand: ValueId| {
            let known = values[operand.index()].as_ref()?;
            Some(self.analysis.constant(body.value(operand), known))
        };
        operands.map(constant).collect()
    }

    /// Joins the state of a value with another one.
    fn join(&mut self, number: usize, value: ValueId, found: A::Value) {
        let body = self.program.bodies[number].body;
        let progress = &mut self.progress[number];
        let changes = (&mut progress.changes[value.index()], A::MAX_CHANGES);
        let most = || self.analysis.entry(body.value(value));
        if !self.bodies[number].join(value, found, changes, most) {
            return;
        }
        // A branch may have the value as several operands.
        let is_waiting = &mut progress.is_waiting;
        let is_new = |user: &OpId| !std::mem::replace(&mut is_waiting[user.index()], true);
        let users = body.users(value).filter(is_new);
        self.ops.extend(users.map(|user| (number, user)));
    }

    /// A value may be anything.
    fn join_entry(&mut self, number: usize, value: ValueId) {
        let entry = self.analysis.entry(self.body(number).value(value));
        self.join(number, value, entry);
    }

    /// A value may be what another one is, or anything if there is no other one.
    fn join_value(&mut self, to: (usize, ValueId), from: Option<(usize, ValueId)>) {
        match from {
            None => self.join_entry(to.0, to.1),
            Some((number, value)) => {
                if let Some(found) = self.bodies[number].values[value.index()].clone() {
                    self.join(to.0, to.1, found);
                }
            }
        }
    }

    fn reach(&mut self, number: usize, block: BlockId) {
        if !std::mem::replace(&mut self.bodies[number].reached[block.index()], true) {
            self.blocks.push((number, block));
        }
    }

    /// Control may enter the regions of an op, with any arguments.
    fn enter_regions(&mut self, number: usize, op: OpRef<'b>) {
        for region in op.regions() {
            let Some(entry) = region.entry() else { continue };
            for &argument in entry.arguments() {
                self.join_entry(number, argument);
            }
            self.reach(number, entry.id());
        }
    }

    fn visit(&mut self, number: usize, op: OpId) {
        self.progress[number].is_waiting[op.index()] = false;
        let op = self.body(number).op(op);
        if op.successors().len() > 0 {
            self.visit_branch(number, op);
        } else if op.has_trait(TraitFlags::TERMINATOR) || !op.info().is_registered() {
            self.visit_end(number, op);
        }
        if op.regions().len() > 0 {
            self.visit_op_with_regions(number, op);
        } else if let Some(callee) = self.program.callee(number, op.id()) {
            self.visit_call(number, op, callee);
        } else if op.num_results() > 0 {
            self.visit_plain(number, op);
        }
    }

    fn visit_plain(&mut self, number: usize, op: OpRef<'b>) {
        let Some(operands) = self.states(number, op) else { return };
        match self.analysis.visit_op(op, operands) {
            Some(found) => {
                for (result, found) in op.results().zip(found) {
                    self.join(number, result, found);
                }
            }
            None => op.results().for_each(|result| self.join_entry(number, result)),
        }
    }

    fn visit_branch(&mut self, number: usize, op: OpRef<'b>) {
        let (body, id) = (op.body(), op.id());
        let own = body.num_operands(id) - body.num_forwarded_operands(id);
        let Some(decisive) = self.constants(number, op.operands().take(own)) else { return };
        let taken = taken_successor(op, &decisive);
        for (index, block) in op.successors().enumerate() {
            if taken.is_some_and(|taken| taken != index) {
                continue;
            }
            let passed = body.successor_operands(id, index);
            for (position, &argument) in body.arguments(block).iter().enumerate() {
                // A value that a branch does not forward, it creates itself.
                let from = passed.get(position).map(|&value| (number, value));
                self.join_value((number, argument), from);
            }
            self.reach(number, block);
        }
    }

    fn visit_op_with_regions(&mut self, number: usize, op: OpRef<'b>) {
        let inner = self.program.inner(number, op.id());
        if inner != number && self.program.bodies[inner].is_closed {
            return;
        }
        if !op.implements::<dyn RegionBranchOpInterface>() {
            self.enter_regions(inner, op);
            op.results().for_each(|result| self.join_entry(number, result));
            return;
        }
        let Some(constants) = self.constants(number, op.operands()) else { return };
        let to = op.ask::<dyn RegionBranchOpInterface, _>(|op| op.successors(None, &constants));
        for to in to.unwrap_or_default() {
            let passed = op.ask::<dyn RegionBranchOpInterface, _>(|op| op.entry_operands(to));
            let passed = passed.unwrap_or_default();
            self.pass(number, op, to, (number, &passed));
            if let RegionSuccessor::Region(region) = to {
                self.set_other_arguments(number, op, (inner, region));
            }
        }
    }

    /// Control goes to a successor of an op with regions, with these values.
    fn pass(
        &mut self,
        number: usize,
        op: OpRef<'b>,
        to: RegionSuccessor,
        (from, values): (usize, &[ValueId]),
    ) {
        let inner = match to {
            RegionSuccessor::Parent => number,
            RegionSuccessor::Region(_) => self.program.inner(number, op.id()),
        };
        let inputs = op.successor_inputs(to).unwrap_or_default();
        for (index, input) in inputs.into_iter().enumerate() {
            self.join_value((inner, input), values.get(index).map(|&value| (from, value)));
        }
        if let RegionSuccessor::Region(region) = to
            && let Some(entry) = self.body(inner).entry_block(region)
        {
            self.reach(inner, entry);
        }
    }

    /// Sets the arguments of a region that the op passes no value to.
    fn set_other_arguments(
        &mut self,
        number: usize,
        op: OpRef<'b>,
        (inner, region): (usize, RegionId),
    ) {
        let body = self.body(inner);
        let Some(entry) = body.entry_block(region) else { return };
        let inputs = op.successor_inputs(RegionSuccessor::Region(region)).unwrap_or_default();
        for &argument in body.arguments(entry).iter().filter(|it| !inputs.contains(it)) {
            let Some(operands) = self.states(number, op) else { return };
            let found = self.analysis.visit_argument(op, body.value(argument), operands);
            self.join(inner, argument, found);
        }
    }

    /// The op may end a region or a function.
    fn visit_end(&mut self, number: usize, end: OpRef<'b>) {
        let body = end.body();
        let Some(block) = body.block(end.id()) else { return };
        if body.terminator(block) != Some(end.id()) {
            return;
        }
        let Some(parent) = body.block_owner(block) else { return };
        if parent == body.root() && self.program.bodies[number].is_callable {
            return self.visit_return(number, end);
        }
        let (outer, parent) = self.program.linked(number, parent);
        let Some(constants) = self.constants(number, end.operands()) else { return };
        let successors = match end.info().is_registered() {
            true => end.successors_of_end(parent, &constants),
            // An unknown op may pass anything, anywhere.
            false => Some(all_successors(parent)),
        };
        let passed = end.operands_passed_on().unwrap_or_default();
        for to in successors.unwrap_or_default() {
            self.pass(outer, parent, to, (number, &passed));
        }
    }

    fn visit_return(&mut self, number: usize, end: OpRef<'b>) {
        let function = self.body(number).as_op();
        let types = function.ask::<dyn CallableOpInterface, _>(|it| it.result_types());
        let count = types.map_or(0, |types| types.len());
        let values = &self.bodies[number].values;
        let found: Option<SmallVec<[Return<A::Value>; 1]>> = match end.operands_passed_on() {
            Some(passed) => {
                let known = |value: &ValueId| values[value.index()].clone().map(Return::Known);
                passed.iter().map(known).collect()
            }
            None if end.info().is_registered() => None,
            None => Some(SmallVec::from_elem(Return::Anything, count)),
        };
        let Some(found) = found else { return };
        let returned = &mut self.functions[number].returned;
        let joined: SmallVec<[Return<A::Value>; 1]> = match returned.is_empty() {
            true => found,
            false => returned.iter().zip(found).map(|(old, new)| old.join(new)).collect(),
        };
        if *returned == joined {
            return;
        }
        *returned = joined;
        for index in 0..self.functions[number].callers.len() {
            let (caller, call) = self.functions[number].callers[index];
            self.take_returned(caller, self.body(caller).op(call), number);
        }
    }

    fn visit_call(&mut self, number: usize, call: OpRef<'b>, callee: usize) {
        let body = self.body(callee);
        let region = body.as_op().ask::<dyn CallableOpInterface, _>(|it| it.callable_region());
        let Some(entry) = region.flatten().and_then(|region| body.entry_block(region)) else {
            return;
        };
        let passed = call.ask::<dyn CallOpInterface, _>(|call| call.arguments());
        let passed = passed.unwrap_or_default();
        for (index, &argument) in body.arguments(entry).iter().enumerate() {
            let from = passed.get(index).map(|&value| (number, value));
            self.join_value((callee, argument), from);
        }
        if self.known_calls.insert((number, call.id())) {
            self.functions[callee].callers.push((number, call.id()));
            self.reach(callee, entry);
        }
        self.take_returned(number, call, callee);
    }

    /// The results of a call are what the function returns.
    fn take_returned(&mut self, number: usize, call: OpRef<'b>, callee: usize) {
        let returned = self.functions[callee].returned.clone();
        if returned.is_empty() {
            return;
        }
        for (index, result) in call.results().enumerate() {
            match returned.get(index) {
                Some(Return::Known(found)) => self.join(number, result, found.clone()),
                Some(Return::Anything) | None => self.join_entry(number, result),
            }
        }
    }
}

impl<V: Lattice> Return<V> {
    fn join(&self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(old), Self::Known(new)) => Self::Known(old.join(&new)),
            _ => Self::Anything,
        }
    }
}

/// Each region of an op, and what follows it.
fn all_successors(op: OpRef<'_>) -> RegionSuccessors {
    let regions = op.regions().map(|region| RegionSuccessor::Region(region.id()));
    regions.chain([RegionSuccessor::Parent]).collect()
}
