//! The solver of sparse backward analyses.

use super::program::Program;
use super::solution::{Solution, SolvedBody};
use super::{Lattice, SparseBackwardAnalysis, UseStates};
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, OpId, ValueDef, ValueId};
use mlir_lite::ir::interfaces::{
    CallOpInterface, CallableOpInterface, RegionBranchOpInterface, RegionSuccessor,
};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::view::OpRef;
use smallvec::SmallVec;

/// Finds what is done with the values of an op and of the isolated ops nested in it.
///
/// The results of a function that is private, and that only calls refer to, are used as those of
/// the calls; those of other functions may be used for anything.
pub fn solve_backward<'b, A: SparseBackwardAnalysis>(
    analysis: &A,
    top: &'b Body,
) -> Solution<'b, A::Value> {
    solve_program(analysis, Program::nested(top))
}

/// As [`solve_backward`], for an op that is in no other one: nothing outside refers to its
/// functions of nested visibility either.
pub fn solve_backward_outermost<'b, A: SparseBackwardAnalysis>(
    analysis: &A,
    top: &'b Body,
) -> Solution<'b, A::Value> {
    solve_program(analysis, Program::outermost(top))
}

fn solve_program<'b, A: SparseBackwardAnalysis>(
    analysis: &A,
    program: Program<'b>,
) -> Solution<'b, A::Value> {
    let bodies = {
        let mut solver = Solver::new(analysis, &program);
        while let Some((number, op)) = solver.pending.pop() {
            solver.is_waiting[number][op.index()] = false;
            solver.visit(number, solver.body(number).op(op));
        }
        solver.bodies
    };
    Solution { program, bodies }
}

struct Solver<'s, 'b, A: SparseBackwardAnalysis> {
    analysis: &'s A,
    program: &'s Program<'b>,
    bodies: Vec<SolvedBody<A::Value>>,
    /// By body and value: how often its state has changed.
    changes: Vec<Vec<u8>>,
    /// Ops to be visited, each once.
    pending: Vec<(usize, OpId)>,
    /// By body and op: whether it is pending.
    is_waiting: Vec<Vec<bool>>,
    functions: Vec<Function<A::Value>>,
}

/// The calls of a function, and what they do with its results.
struct Function<V> {
    callers: Vec<(usize, OpId)>,
    results: SmallVec<[Option<V>; 1]>,
}

/// A list without knowledge of constants, for the operands of an op.
fn no_constants(op: OpRef<'_>) -> SmallVec<[Option<Attribute>; 4]> {
    SmallVec::from_elem(None, op.num_operands())
}

/// How often a value occurs among others.
fn occurrences(values: &[ValueId], value: ValueId) -> usize {
    values.iter().filter(|&&other| other == value).count()
}

impl<'s, 'b, A: SparseBackwardAnalysis> Solver<'s, 'b, A> {
    fn new(analysis: &'s A, program: &'s Program<'b>) -> Self {
        let bodies = program.bodies.iter().map(|place| SolvedBody::unsolved(place.body, true));
        let function = |_| Function { callers: Vec::new(), results: SmallVec::new() };
        let mut functions: Vec<Function<A::Value>> = program.bodies.iter().map(function).collect();
        let mut pending = Vec::new();
        for (number, place) in program.bodies.iter().enumerate() {
            for op in place.body.pre_order(place.body.root()) {
                pending.push((number, op));
                if let Some(callee) = program.callee(number, op) {
                    functions[callee].callers.push((number, op));
                }
            }
        }
        Self {
            analysis,
            program,
            bodies: bodies.collect(),
            changes: program.bodies.iter().map(|it| vec![0; it.body.value_capacity()]).collect(),
            pending,
            is_waiting: program.bodies.iter().map(|it| vec![true; it.body.op_capacity()]).collect(),
            functions,
        }
    }

    fn body(&self, number: usize) -> &'b Body {
        self.program.bodies[number].body
    }

    fn push(&mut self, number: usize, op: OpId) {
        if !std::mem::replace(&mut self.is_waiting[number][op.index()], true) {
            self.pending.push((number, op));
        }
    }

    /// Joins the state of a value with another one, if there is one.
    fn join(&mut self, number: usize, value: ValueId, found: Option<A::Value>) {
        let Some(found) = found else { return };
        let body = self.program.bodies[number].body;
        let changes = (&mut self.changes[number][value.index()], A::MAX_CHANGES);
        let most = || self.analysis.exit(body.value(value));
        if self.bodies[number].join(value, found, changes, most) {
            self.push_sources(number, value);
        }
    }

    fn join_exit(&mut self, number: usize, value: ValueId) {
        let exit = self.analysis.exit(self.body(number).value(value));
        self.join(number, value, Some(exit));
    }

    fn state(&self, number: usize, value: ValueId) -> Option<A::Value> {
        self.bodies[number].values[value.index()].clone()
    }

    /// The state of a value has changed: the ops that it comes from are visited again.
    fn push_sources(&mut self, number: usize, value: ValueId) {
        let body = self.body(number);
        match body.value_def(value) {
            ValueDef::Result { op, index } => {
                self.push(number, op);
                self.push_ends(number, op);
                if let Some(callee) = self.program.callee(number, op) {
                    self.want_result(callee, index as usize, self.state(number, value));
                }
            }
            ValueDef::Argument { block, .. } => self.push_predecessors(number, block),
        }
    }

    /// The ends of the regions of an op, which is not isolated.
    fn push_ends(&mut self, number: usize, op: OpId) {
        let body = self.body(number);
        for block in body.regions(op).iter().flat_map(|&region| body.blocks(region)) {
            if let Some(end) = body.last_op(block) {
                self.push(number, end);
            }
        }
    }

    fn push_predecessors(&mut self, number: usize, block: BlockId) {
        let body = self.body(number);
        for (end, _) in body.predecessors(block) {
            self.push(number, end);
        }
        let is_entry =
            body.block_region(block).is_some_and(|it| body.entry_block(it) == Some(block));
        let Some(owner) = body.block_owner(block).filter(|_| is_entry) else { return };
        if owner != body.root() {
            self.push(number, owner);
            self.push_ends(number, owner);
            return;
        }
        for index in 0..self.functions[number].callers.len() {
            let (caller, call) = self.functions[number].callers[index];
            self.push(caller, call);
        }
    }

    /// A call does something with a result of a function.
    fn want_result(&mut self, callee: usize, index: usize, found: Option<A::Value>) {
        let Some(found) = found else { return };
        let results = &mut self.functions[callee].results;
        if results.len() <= index {
            results.resize(index + 1, None);
        }
        let joined = results[index].as_ref().map_or_else(|| found.clone(), |old| old.join(&found));
        if results[index].as_ref() == Some(&joined) {
            return;
        }
        results[index] = Some(joined);
        self.push_ends(callee, self.body(callee).root());
    }

    fn visit(&mut self, number: usize, op: OpRef<'b>) {
        let mut passed: SmallVec<[ValueId; 4]> = SmallVec::new();
        if op.successors().len() > 0 {
            let (body, id) = (op.body(), op.id());
            for (index, block) in op.successors().enumerate() {
                let operands = body.successor_operands(id, index);
                for (&operand, &argument) in operands.iter().zip(body.arguments(block)) {
                    self.join(number, operand, self.state(number, argument));
                }
                passed.extend(operands);
            }
        } else if self.is_end(op) {
            return self.visit_end(number, op);
        }
        if let Some(callee) = self.program.callee(number, op.id()) {
            passed = self.visit_call(number, op, callee);
        } else if op.regions().len() > 0 && op.body().child(op.id()).is_none() {
            match self.visit_entry(number, op) {
                Some(entry) => passed = entry,
                None => return op.operands().for_each(|operand| self.join_exit(number, operand)),
            }
        }
        self.visit_others(number, op, &passed);
    }

    /// Whether the op may end a region or a function.
    fn is_end(&self, op: OpRef<'b>) -> bool {
        let is_possible = op.has_trait(TraitFlags::TERMINATOR) || !op.info().is_registered();
        let body = op.body();
        is_possible && body.block(op.id()).is_some_and(|it| body.last_op(it) == Some(op.id()))
    }

    /// The operands that are not passed on, by what the op does.
    fn visit_others(&mut self, number: usize, op: OpRef<'b>, passed: &[ValueId]) {
        let operands: SmallVec<[ValueId; 4]> = op.operands().collect();
        let results = UseStates { op, values: &self.bodies[number].values };
        let found = self.analysis.visit_op(op, results);
        for (index, &operand) in operands.iter().enumerate() {
            // A value may be passed on and used besides.
            if !passed.is_empty() && occurrences(passed, operand) >= occurrences(&operands, operand)
            {
                continue;
            }
            match &found {
                Some(found) => self.join(number, operand, found.get(index).cloned().flatten()),
                None => self.join_exit(number, operand),
            }
        }
    }

    /// The values that are passed to a function are used as its arguments are.
    fn visit_call(
        &mut self,
        number: usize,
        call: OpRef<'b>,
        callee: usize,
    ) -> SmallVec<[ValueId; 4]> {
        let body = self.body(callee);
        let region = body.as_op().ask::<dyn CallableOpInterface, _>(|it| it.callable_region());
        let passed = call.ask::<dyn CallOpInterface, _>(|call| call.arguments());
        let (Some(entry), Some(passed)) =
            (region.flatten().and_then(|region| body.entry_block(region)), passed)
        else {
            return SmallVec::new();
        };
        for (&value, &argument) in passed.iter().zip(body.arguments(entry)) {
            self.join(number, value, self.state(callee, argument));
        }
        passed.into_iter().collect()
    }

    /// The values that an op passes to its regions are used as their arguments are. None if they
    /// are not known.
    fn visit_entry(&mut self, number: usize, op: OpRef<'b>) -> Option<SmallVec<[ValueId; 4]>> {
        let constants = no_constants(op);
        let to = op.ask::<dyn RegionBranchOpInterface, _>(|op| op.successors(None, &constants))?;
        let mut passed: SmallVec<[ValueId; 4]> = SmallVec::new();
        for to in to {
            let entry = op.ask::<dyn RegionBranchOpInterface, _>(|op| op.entry_operands(to))?;
            self.pass(number, op, to, &entry);
            // The same operands are passed to several successors.
            for (index, &value) in entry.iter().enumerate() {
                let needed = occurrences(&entry[..=index], value);
                if occurrences(&passed, value) < needed {
                    passed.push(value);
                }
            }
        }
        Some(passed)
    }

    /// Control goes to a successor of an op with regions, with these values.
    fn pass(&mut self, number: usize, op: OpRef<'b>, to: RegionSuccessor, values: &[ValueId]) {
        let inputs = op.successor_inputs(to).unwrap_or_default();
        for (&value, input) in values.iter().zip(inputs) {
            self.join(number, value, self.state(number, input));
        }
    }

    fn visit_end(&mut self, number: usize, end: OpRef<'b>) {
        let body = end.body();
        let parent = body.block(end.id()).and_then(|block| body.block_owner(block));
        let passed = end.operands_passed_on();
        let (Some(parent), Some(passed)) = (parent, passed) else {
            return end.operands().for_each(|operand| self.join_exit(number, operand));
        };
        if parent == body.root() {
            let place = &self.program.bodies[number];
            let is_known = place.is_callable && place.is_closed;
            for (index, &value) in passed.iter().enumerate() {
                match self.functions[number].results.get(index) {
                    _ if !is_known => self.join_exit(number, value),
                    Some(found) => self.join(number, value, found.clone()),
                    None => {}
                }
            }
            return self.visit_decision(number, end, body.op(parent), &passed);
        }
        let parent = body.op(parent);
        let Some(successors) = end.successors_of_end(parent, &no_constants(end)) else {
            return end.operands().for_each(|operand| self.join_exit(number, operand));
        };
        for to in successors {
            self.pass(number, parent, to, &passed);
        }
        self.visit_decision(number, end, parent, &passed);
    }

    /// The operands of the end of a region that it does not pass on.
    fn visit_decision(
        &mut self,
        number: usize,
        end: OpRef<'b>,
        parent: OpRef<'b>,
        passed: &[ValueId],
    ) {
        let operands: SmallVec<[ValueId; 4]> = end.operands().collect();
        for &operand in &operands {
            if occurrences(passed, operand) < occurrences(&operands, operand) {
                let results = UseStates { op: parent, values: &self.bodies[number].values };
                let value = end.body().value(operand);
                let found = self.analysis.visit_end(end, value, parent, results);
                self.join(number, operand, found);
            }
        }
    }
}
