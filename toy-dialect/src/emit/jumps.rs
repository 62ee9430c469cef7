//! `return`, `break` and `continue`.
//!
//! The IR has no jumps. If no `return` is in a loop and each conditional with one has at most one
//! branch that goes on, what follows a conditional is moved into that branch, and the conditional
//! gives the function's result. Else a number says which jump is on its way: what follows a
//! statement that may jump runs only if it is 0, a loop carries it, and `return` leaves its value
//! in a variable of its own.

use mlir_lite::ir::prelude::*;
use toy_ast::{BinaryOp, ExprId, Module, Stmt, StmtKind, all_statements};

use super::FunctionEmitter;
use crate::ops::struct_tensors::construct;
use crate::ops::{ExitStatusOp, ReturnOp, UndefinedOp, YieldOp};
use crate::sema::jumps::{Jumps, never_ends};
use crate::types::tensors;

/// The variable of the jump that is on its way. No source can name it, as the next one.
pub(super) const JUMP: &str = "#jump";
/// The variable of the function's result.
pub(super) const RESULT: &str = crate::ops::RESULT_NAME;

/// The jumps, as numbers; 0 is none.
const CONTINUE: f64 = 1.0;
const BREAK: f64 = 2.0;
const RETURN: f64 = 3.0;

/// Whether all returns can be expressed by moving what follows a conditional into one of its
/// branches.
fn has_tail_form(module: &Module, body: &[Stmt]) -> bool {
    body.iter().all(|statement| match &statement.kind {
        StmtKind::If(_) if Jumps::of_one(statement).returns => {
            let open = statement.blocks().filter(|block| !never_ends(module, block)).count();
            open <= 1 && statement.blocks().all(|block| has_tail_form(module, block))
        }
        StmtKind::For(_) | StmtKind::While(_) => !Jumps::of_one(statement).returns,
        _ => true,
    })
}

/// The result of a path through a function.
struct Returned {
    value: Option<ValueId>,
    /// The location of the `return`, or of the function.
    location: Location,
    /// The location of the value.
    place: Location,
}

impl<'m> FunctionEmitter<'_, 'm> {
    /// Emits the body of the function.
    pub(super) fn body(&mut self, body: &'m [Stmt]) {
        let location = self.location;
        let leaves_loops = all_statements(body)
            .any(|statement| matches!(statement.kind, StmtKind::Break | StmtKind::Continue));
        let has_tail_form = has_tail_form(self.program.module, body);
        if leaves_loops || !has_tail_form {
            let none = self.number(0.0, location);
            self.variables.insert(JUMP, none);
        }
        let returned = if has_tail_form {
            self.tail(&[body])
        } else {
            if let Some(ty) = self.result {
                let value = match self.is_main {
                    true => self.number(0.0, location),
                    false => self.undefined(ty),
                };
                self.variables.insert(RESULT, value);
            }
            self.running_statements(body, &[]);
            let value = self.variables.get(RESULT).copied();
            Returned { value, location, place: location }
        };
        self.end(returned);
    }

    /// Ends the function.
    fn end(&mut self, returned: Returned) {
        let mut value = returned.value;
        if self.is_main
            && let Some(status) = value.take()
        {
            ExitStatusOp::build(&mut self.builder, returned.place, status);
        }
        ReturnOp::build(&mut self.builder, returned.location, value.as_slice());
    }

    /// A value of a type that nothing reads.
    fn undefined(&mut self, ty: Type) -> ValueId {
        let (location, tensor) = (self.location, self.program.tensor);
        let count = tensors(self.program.ctx, ty).len();
        let mut parts = Vec::with_capacity(count);
        for _ in 0..count {
            let part = UndefinedOp::build(&mut self.builder, location, None, tensor);
            parts.push(part.result(self.builder.body()));
        }
        match construct(&mut self.builder, location, ty, &mut parts.into_iter()) {
            Some(value) => value,
            None => self.program.unchecked(location, "a part of the result is missing"),
        }
    }

    /// The returned value of a `return` statement.
    fn returned(&mut self, statement: &'m Stmt, value: Option<ExprId>) -> Returned {
        let ctx = self.program.ctx;
        let location = ctx.range_location(statement.loc.0, statement.span);
        let Some(value) = value else {
            return Returned { value: None, location, place: location };
        };
        let span = self.program.module.exprs[value].span;
        let place = ctx.range_location(statement.loc.0, span);
        Returned { value: Some(self.value(value)), location, place }
    }

    /// Emits lists of statements, one after the other, up to the end of the function; returns what
    /// it returns.
    fn tail(&mut self, lists: &[&'m [Stmt]]) -> Returned {
        for (index, list) in lists.iter().enumerate() {
            for (at, statement) in list.iter().enumerate() {
                match &statement.kind {
                    // Statements after a return are unreachable.
                    StmtKind::Return(value) => return self.returned(statement, *value),
                    StmtKind::If(this) if Jumps::of_one(statement).returns => {
                        let rest = [&[&list[at + 1..]], &lists[index + 1..]].concat();
                        return self.tail_conditional(&this.arms, &this.otherwise, &rest);
                    }
                    _ => self.statement(statement),
                }
            }
        }
        let location = self.location;
        let value = match self.result {
            Some(_) if self.is_main => Some(self.number(0.0, location)),
            Some(ty) => Some(self.undefined(ty)),
            None => None,
        };
        Returned { value, location, place: location }
    }

    /// Emits a conditional at the end of a function; `rest` follows the branch that does not
    /// return.
    fn tail_conditional(
        &mut self,
        arms: &'m [(ExprId, Vec<Stmt>)],
        otherwise: &'m [Stmt],
        rest: &[&'m [Stmt]],
    ) -> Returned {
        let ((condition, then), more) = arms.split_first().expect("a conditional has a condition");
        let location = self.program.place(*condition);
        let condition = self.condition(*condition);
        let ty = self.result;
        let count = ty.map_or(0, |ty| tensors(self.program.ctx, ty).len());
        let name = self.program.ctx.string_attr(RESULT);
        let names = (count > 0).then(|| self.program.ctx.array_attr(&vec![name; count]));
        let (variables, given) = (self.variables.clone(), self.given.clone());
        let results = self.if_op(condition, names, count, location, |this, is_then| {
            let branch = if is_then { then } else { otherwise };
            let returned = match is_then {
                false if !more.is_empty() => this.tail_conditional(more, otherwise, rest),
                _ if never_ends(this.program.module, branch) => this.tail(&[branch]),
                _ => this.tail(&[&[branch], rest].concat()),
            };
            this.yield_returned(returned);
            this.variables.clone_from(&variables);
            this.given.clone_from(&given);
        });
        let mut results = results.into_iter();
        let value = ty.and_then(|ty| construct(&mut self.builder, location, ty, &mut results));
        Returned { value, location: self.location, place: location }
    }

    fn yield_returned(&mut self, returned: Returned) {
        let parts = match (returned.value, self.result) {
            (Some(value), _) => self.unpack(&[value], returned.location),
            // The exit status of `main`.
            (None, Some(_)) => vec![self.number(0.0, returned.location)],
            (None, None) => Vec::new(),
        };
        let uses: Vec<_> = parts.iter().map(|part| (*part, returned.place)).collect();
        let end = YieldOp::build(&mut self.builder, returned.location, &parts);
        self.write_uses(end.id(), &uses);
    }

    /// Emits statements while no jump is on its way. The statements after one that may jump run
    /// only if it did not. After the statements, these variables are used.
    pub(super) fn running_statements(&mut self, list: &'m [Stmt], used: &[&'m str]) {
        for (at, statement) in list.iter().enumerate() {
            let location = self.program.ctx.range_location(statement.loc.0, statement.span);
            let jump = match &statement.kind {
                StmtKind::Break => BREAK,
                StmtKind::Continue => CONTINUE,
                StmtKind::Return(value) => {
                    let returned = self.returned(statement, *value);
                    if let Some(value) = returned.value {
                        self.variables.insert(RESULT, value);
                        self.given.insert(RESULT, returned.place);
                    }
                    RETURN
                }
                _ => {
                    self.statement(statement);
                    let rest = &list[at + 1..];
                    if !rest.is_empty() && Jumps::of_one(statement).any() {
                        self.if_running(rest, used, location);
                        return;
                    }
                    continue;
                }
            };
            // The rest is unreachable.
            let jump = self.number(jump, location);
            self.variables.insert(JUMP, jump);
            return;
        }
    }

    /// Whether no jump is on its way.
    pub(super) fn is_running(&mut self, location: Location) -> ValueId {
        self.compare_jump(BinaryOp::Eq, 0.0, location)
    }

    fn compare_jump(&mut self, op: BinaryOp, jump: f64, location: Location) -> ValueId {
        let (now, other) = (self.variable(JUMP, location), self.number(jump, location));
        let op = self.binary(op, [now, other], location);
        self.only_result(op)
    }

    /// Emits statements that run only if no jump is on its way. After them, these variables are
    /// used.
    pub(super) fn if_running(&mut self, body: &'m [Stmt], used: &[&'m str], location: Location) {
        let running = self.is_running(location);
        let mut carried = self.changed([body]);
        carried.retain(|name| [JUMP, RESULT].contains(name) || used.contains(name));
        self.choose(running, &carried, location, |this, is_running| {
            this.block(if is_running { body } else { &[] }, &carried, location);
        });
    }

    /// At the start of an iteration no jump is on its way. Returns what the variable was before.
    pub(super) fn begin_iteration(&mut self, jumps: Jumps, location: Location) -> Option<ValueId> {
        if !jumps.any() || jumps.leave_the_loop() {
            return None;
        }
        let none = self.number(0.0, location);
        self.variables.insert(JUMP, none)
    }

    /// At the end of an iteration, `continue` has come to its end.
    pub(super) fn end_iteration(
        &mut self,
        jumps: Jumps,
        before: Option<ValueId>,
        location: Location,
    ) {
        if let Some(before) = before {
            self.variables.insert(JUMP, before);
        } else if jumps.continues {
            self.keep_jump(BinaryOp::Ne, CONTINUE, location);
        }
    }

    /// After a loop, `break` has come to its end.
    pub(super) fn after_loop(
        &mut self,
        jumps: Jumps,
        carried: &[&'m str],
        inits: &[ValueId],
        location: Location,
    ) {
        if !jumps.breaks {
            return;
        }
        if jumps.returns {
            self.keep_jump(BinaryOp::Eq, RETURN, location);
        } else if let Some(index) = carried.iter().position(|name| *name == JUMP) {
            self.variables.insert(JUMP, inits[index]);
        }
    }

    /// Keeps the jump if it compares so, else there is none any more.
    fn keep_jump(&mut self, op: BinaryOp, jump: f64, location: Location) {
        let (now, kept) = (self.variable(JUMP, location), self.compare_jump(op, jump, location));
        let product = self.binary(BinaryOp::Mul, [now, kept], location);
        let product = self.only_result(product);
        self.variables.insert(JUMP, product);
    }
}
