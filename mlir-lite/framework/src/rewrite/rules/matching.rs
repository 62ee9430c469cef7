//! Comparing ops with the source of a rule.
//!
//! Ops of the trait `Commutative` with two operands are compared in both
//! orders, so that a rule need not be written twice.

use crate::rewrite::rules::{
    Bindings, Bound, Condition, Constraint, Found, Reference, Rule, SourceArgument, SourceOp, Test,
};
use mlir_lite::context::Context;
use mlir_lite::ir::op_def::{Arity, TraitFlags};
use mlir_lite::ir::signature::Argument;
use mlir_lite::ir::{Body, OpId, RegionId, ValueDef, ValueId};
use smallvec::SmallVec;

/// The number of commutative ops that are tried in both orders.
const MAX_SWAPS: u32 = 6;

/// The bindings of the symbols, or why the rule does not apply.
pub(super) fn find(rule: &Rule, body: &Body, op: OpId) -> Result<Found, &'static str> {
    check_near(rule, &rule.source, body, op)?;
    let total = count_commutative(&rule.source).min(MAX_SWAPS);
    let mut first = None;
    let mut attempt = Attempt {
        body,
        conditions: rule.conditions,
        bindings: SmallVec::from_elem(Bound::Absent, rule.symbols),
        bound: SmallVec::from_elem(false, rule.symbols),
        ops: SmallVec::new(),
        swaps: 0,
        left: total,
    };
    loop {
        match attempt.op(&rule.source, op).and_then(|()| attempt.finally(rule)) {
            Ok(()) => return Ok(attempt.finish()),
            Err(reason) => first = first.or(Some(reason)),
        }
        // The orders of ops that were not reached make no difference.
        attempt.swaps = (attempt.swaps | ((1 << attempt.left) - 1)) + 1;
        if attempt.swaps >= 1 << total {
            return Err(first.unwrap_or("the rule does not match"));
        }
        attempt.restart(rule, total);
    }
}

/// Checks what needs no bindings: the ops that define the operands, and the conditions on one
/// operand. A rule that does not apply usually fails here.
fn check_near(rule: &Rule, source: &SourceOp, body: &Body, op: OpId) -> Result<(), &'static str> {
    // An op without successors whose operands are as many as are declared, one each.
    let groups = (source.op.def)().operands;
    let is_simple = body.is_plain(op) && body.num_operands(op) == groups.len();
    if !is_simple || groups.iter().any(|group| group.arity != Arity::One) {
        return Ok(());
    }
    let in_order = check_operands(rule, source, body, op, |group| group);
    if in_order.is_err()
        && is_commutative(source)
        && check_operands(rule, source, body, op, |group| 1 - group).is_ok()
    {
        return Ok(());
    }
    in_order
}

/// As [`check_near`], for one order of the operands: `position` maps a group to the operand.
fn check_operands(
    rule: &Rule,
    source: &SourceOp,
    body: &Body,
    op: OpId,
    position: impl Fn(usize) -> usize,
) -> Result<(), &'static str> {
    let operands = || {
        let declared = source.arguments.iter().zip(source.op.signature.arguments);
        declared.filter_map(|(argument, declared)| match *declared {
            Argument::Operand { group, .. } => Some((argument, position(group))),
            Argument::Attr { .. } => None,
        })
    };
    for (argument, index) in operands() {
        if let SourceArgument::Bind(symbol) = argument {
            check_value(rule, *symbol, body, body.operand(op, index))?;
        }
    }
    for (argument, index) in operands() {
        if let SourceArgument::Op { op: nested, otherwise, .. } = argument {
            match body.defining_op(body.operand(op, index)) {
                Some(definition) if is_defined_by(body, definition, nested) => {
                    check_near(rule, nested, body, definition)?;
                }
                _ => return Err(otherwise),
            }
        }
    }
    Ok(())
}

/// Checks the conditions on this symbol alone, which is bound to a value.
fn check_value(
    rule: &Rule,
    symbol: usize,
    body: &Body,
    value: ValueId,
) -> Result<(), &'static str> {
    for condition in rule.conditions {
        if let Test::Holds {
            function,
            arguments: &[Reference { symbol: asked, result: None }],
            expected,
        } = condition.test
            && asked == symbol
            && function(body, &[Bound::value(value)]) != expected
        {
            return Err(condition.otherwise);
        }
    }
    Ok(())
}

fn is_defined_by(body: &Body, op: OpId, source: &SourceOp) -> bool {
    body.def(op).is_some_and(|def| std::ptr::eq(def, (source.op.def)()))
}

/// Whether both orders of the op's operands are tried.
fn is_commutative(source: &SourceOp) -> bool {
    let def = (source.op.def)();
    def.operands.len() == 2
        && def.traits.iter().any(|t| t.flags.contains(TraitFlags::COMMUTATIVE))
        && !source.arguments.iter().all(|argument| matches!(argument, SourceArgument::Any))
}

fn count_commutative(source: &SourceOp) -> u32 {
    let nested = source.arguments.iter().map(count_commutative_in);
    u32::from(is_commutative(source)) + nested.sum::<u32>()
}

fn count_commutative_in(argument: &SourceArgument) -> u32 {
    match argument {
        SourceArgument::Op { op, .. } => count_commutative(op),
        SourceArgument::List { elements, .. } => elements.iter().map(count_commutative_in).sum(),
        _ => 0,
    }
}

struct Attempt<'b> {
    body: &'b Body,
    /// The conditions that are not checked yet.
    conditions: &'static [Condition],
    bindings: Bindings,
    bound: SmallVec<[bool; 8]>,
    ops: SmallVec<[OpId; 4]>,
    /// A bit for each commutative op, the highest for the first: the operands of nested ones are
    /// swapped before those of outer ones.
    swaps: u32,
    /// How many commutative ops are not reached yet.
    left: u32,
}

impl Attempt<'_> {
    /// Forgets the bindings of another order of operands.
    fn restart(&mut self, rule: &Rule, total: u32) {
        self.conditions = rule.conditions;
        self.bindings.fill_with(|| Bound::Absent);
        self.bound.fill(false);
        self.ops.clear();
        self.left = total;
    }

    fn finish(self) -> Found {
        Found { bindings: self.bindings, ops: self.ops }
    }

    fn op(&mut self, source: &SourceOp, op: OpId) -> Result<(), &'static str> {
        let body = self.body;
        let swapped = self.is_swapped(source, op);
        self.ops.push(op);
        if let Some(symbol) = source.symbol {
            self.bind(symbol, Bound::Op(op))?;
        }
        for (index, symbol) in source.regions.iter().enumerate() {
            if let Some(symbol) = *symbol {
                self.bind(symbol, Bound::Regions(regions_of(body, op, source, index)))?;
            }
        }
        // One operand for each that is declared, and none for successors.
        let groups = (source.op.def)().operands;
        let is_simple = body.num_operands(op) == groups.len()
            && groups.iter().all(|group| group.arity == Arity::One)
            && body.num_successors(op) == 0;
        // Direct operands are checked first: a rule that does not apply usually fails there.
        for nested in [false, true] {
            for (argument, &declared) in source.arguments.iter().zip(source.op.signature.arguments)
            {
                let is_nested =
                    matches!(argument, SourceArgument::Op { .. } | SourceArgument::List { .. });
                if is_nested != nested || matches!(argument, SourceArgument::Any) {
                    continue;
                }
                let found = match declared {
                    Argument::Operand { group, .. } => {
                        let group = if swapped { 1 - group } else { group };
                        if is_simple {
                            Bound::value(body.operand(op, group))
                        } else {
                            let range = body.operand_group(op, group);
                            Bound::Values(range.map(|index| body.operand(op, index)).collect())
                        }
                    }
                    Argument::Attr { slot, .. } => body
                        .inherent_attr(op, slot)
                        .or_else(|| {
                            let default = body.def(op)?.attrs.get(slot)?.default?;
                            Some(default(body.context()))
                        })
                        .map_or(Bound::Absent, Bound::Attr),
                };
                self.argument(argument, found)?;
            }
            self.known_conditions()?;
        }
        Ok(())
    }

    fn is_swapped(&mut self, source: &SourceOp, op: OpId) -> bool {
        if self.left == 0
            || !self.body.has_trait(op, TraitFlags::COMMUTATIVE)
            || !is_commutative(source)
        {
            return false;
        }
        self.left -= 1;
        self.swaps >> self.left & 1 == 1 && self.body.num_operands(op) == 2
    }

    fn argument(&mut self, argument: &SourceArgument, found: Bound) -> Result<(), &'static str> {
        match argument {
            SourceArgument::Any => Ok(()),
            SourceArgument::Bind(symbol) => self.bind(*symbol, found),
            SourceArgument::Constrained(symbol, constraint) => {
                if !satisfies(self.body, &found, constraint) {
                    return Err("an argument does not satisfy its constraint");
                }
                symbol.map_or(Ok(()), |symbol| self.bind(symbol, found))
            }
            SourceArgument::Op { op, result, otherwise } => {
                let body = self.body;
                let Bound::Values(values) = found else { return Err(otherwise) };
                let Some(&value) = values.first() else { return Err(otherwise) };
                let ValueDef::Result { op: definition, index } = body.value_def(value) else {
                    return Err(otherwise);
                };
                let simple = op.op.signature.results.len() == 1;
                if !is_defined_by(body, definition, op)
                    || !simple
                        && !body.result_group(definition, *result).contains(&(index as usize))
                {
                    return Err(otherwise);
                }
                self.op(op, definition)
            }
            SourceArgument::List { elements, rest } => {
                let Bound::Values(values) = found else {
                    return Err("an operand is not a list of values");
                };
                if values.len() < elements.len() || values.len() > elements.len() && rest.is_none()
                {
                    return Err("a list has another number of values");
                }
                let (first, others) = values.split_at(elements.len());
                for (element, &value) in elements.iter().zip(first) {
                    self.argument(element, Bound::value(value))?;
                }
                match rest {
                    Some(Some(symbol)) => self.bind(*symbol, Bound::Values(others.into())),
                    _ => Ok(()),
                }
            }
        }
    }

    fn bind(&mut self, symbol: usize, found: Bound) -> Result<(), &'static str> {
        if std::mem::replace(&mut self.bound[symbol], true) && self.bindings[symbol] != found {
            return Err("a symbol is bound to two different values");
        }
        self.bindings[symbol] = found;
        Ok(())
    }

    /// Checks the next conditions whose symbols are all bound.
    fn known_conditions(&mut self) -> Result<(), &'static str> {
        while let [condition, rest @ ..] = self.conditions {
            let is_bound = |reference: &Reference| self.bound[reference.symbol];
            let is_known = match &condition.test {
                Test::Satisfies(reference, _) => is_bound(reference),
                Test::Holds { arguments, .. } => arguments.iter().all(is_bound),
            };
            if !is_known {
                break;
            }
            self.condition(condition)?;
            self.conditions = rest;
        }
        Ok(())
    }

    fn finally(&self, rule: &Rule) -> Result<(), &'static str> {
        self.conditions.iter().try_for_each(|condition| self.condition(condition))?;
        self.types_fit(rule)
    }

    fn condition(&self, condition: &Condition) -> Result<(), &'static str> {
        let holds = match &condition.test {
            Test::Satisfies(reference, constraint) => {
                satisfies(self.body, &self.value(*reference), constraint)
            }
            // Most conditions have one argument and need no list.
            Test::Holds { function, arguments: [one], expected } => {
                function(self.body, &[self.value(*one)]) == *expected
            }
            Test::Holds { function, arguments, expected } => {
                let arguments: SmallVec<[Bound; 4]> =
                    arguments.iter().map(|&reference| self.value(reference)).collect();
                function(self.body, &arguments) == *expected
            }
        };
        if holds { Ok(()) } else { Err(condition.otherwise) }
    }

    /// A value that replaces a result has its type; ops that are built get it.
    fn types_fit(&self, rule: &Rule) -> Result<(), &'static str> {
        let [super::ResultValue::Bound(reference)] = rule.results else { return Ok(()) };
        let values = self.value(*reference).values(self.body);
        let root = self.ops[0];
        let types = values.iter().map(|&value| self.body.ty(value));
        if types.eq(self.body.results(root).map(|result| self.body.ty(result))) {
            return Ok(());
        }
        Err("the value that would replace the op has another type")
    }

    fn value(&self, reference: Reference) -> Bound {
        reference.of(self.body, &self.bindings)
    }
}

/// The regions of an op that the declared region `index` stands for.
fn regions_of(body: &Body, op: OpId, source: &SourceOp, index: usize) -> SmallVec<[RegionId; 1]> {
    let (regions, declared) = (body.regions(op), source.op.signature.regions);
    let is_many = |arity: &Arity| matches!(arity, Arity::Variadic);
    let start = match declared[..index].iter().any(is_many) {
        true => (regions.len() + index).saturating_sub(declared.len()),
        false => index,
    };
    let count = match declared.get(index).is_some_and(is_many) {
        true => (regions.len() + 1).saturating_sub(declared.len()),
        false => 1,
    };
    regions.iter().skip(start).take(count).copied().collect()
}

fn satisfies(body: &Body, bound: &Bound, constraint: &Constraint) -> bool {
    let ctx: &Context = body.context();
    match (constraint, bound) {
        (Constraint::Attr(constraint), Bound::Attr(value)) => (constraint.matches)(ctx, *value),
        (Constraint::Attr(_), _) => false,
        (Constraint::Type(constraint), bound) => {
            bound.values(body).iter().all(|&value| (constraint.matches)(ctx, body.ty(value)))
        }
    }
}
