//! Subscripts: elements that are taken, and elements that are assigned.

use mlir_lite::ir::prelude::*;
use toy_ast::{Assign, ExprId, Subscript};

use super::FunctionEmitter;
use crate::builtins::ExpandDimsOp;
use crate::messages::out_of_range::place_text;
use crate::ops::{InsertOp, SliceOp, SubscriptKind};

/// Subscripts whose numbers are emitted.
pub(super) struct Subscripts {
    kinds: Vec<i64>,
    /// The numbers, and where they are written.
    numbers: Vec<(ValueId, Location)>,
    /// The place in the source, unless all numbers are constants.
    at: Option<String>,
}

impl Subscripts {
    fn values(&self) -> Vec<ValueId> {
        self.numbers.iter().map(|(number, _)| *number).collect()
    }
}

impl FunctionEmitter<'_, '_> {
    /// The subscripts of an access at this location; their numbers are emitted.
    pub(super) fn subscripts(
        &mut self,
        subscripts: &[Subscript],
        location: Location,
    ) -> Subscripts {
        let kind = |subscript: &Subscript| match subscript {
            Subscript::At(_) => Some(SubscriptKind::At),
            Subscript::Range(from, to, step) => {
                Some(SubscriptKind::of_range(from.is_some(), to.is_some(), step.is_some()))
            }
            Subscript::New(_) => None,
            Subscript::Rest(_) => Some(SubscriptKind::Rest),
        };
        let kinds = subscripts.iter().filter_map(|subscript| Some(kind(subscript)? as i64));
        let kinds = kinds.collect();
        let written: Vec<ExprId> =
            subscripts.iter().flat_map(|subscript| subscript.operands()).collect();
        let exprs = &self.program.module.exprs;
        let is_constant = written.iter().all(|number| exprs.is_written_number(*number));
        // A run-time check reports its location, also if the IR was printed and parsed again.
        let at = (!is_constant).then(|| place_text(self.program.ctx, location));
        let places = written.iter().map(|number| self.program.place(*number));
        let numbers = self.operands(&written).into_iter().zip(places).collect();
        Subscripts { kinds, numbers, at }
    }

    /// Emits the elements of a tensor.
    pub(super) fn slice(
        &mut self,
        input: ValueId,
        subscripts: &Subscripts,
        location: Location,
    ) -> SliceOp {
        let (b, tensor) = (&mut self.builder, self.program.tensor);
        let (numbers, kinds) = (subscripts.values(), Some(subscripts.kinds.clone()));
        let at = subscripts.at.clone();
        let slice = SliceOp::build(
            b, location, input, &numbers, kinds, None, None, None, None, None, at, None, tensor,
        );
        self.write_subscripts(slice.id(), &[(input, Location::UNKNOWN)], subscripts);
        slice
    }

    /// Emits the elements of a tensor, with the new dimensions among these subscripts; indices
    /// beside them are numbers.
    pub(super) fn index(
        &mut self,
        input: ValueId,
        subscripts: &[Subscript],
        location: Location,
    ) -> OpId {
        let kept = |subscript: &&Subscript| !matches!(subscript, Subscript::At(_));
        let is_new = |(_, subscript): &(usize, &Subscript)| matches!(subscript, Subscript::New(_));
        let dimensions: Vec<&Subscript> = subscripts.iter().filter(kept).collect();
        // After `...`, dimensions are counted from the last one.
        let rest = dimensions.iter().position(|dimension| matches!(dimension, Subscript::Rest(_)));
        let place = |place: usize| match rest {
            Some(rest) if place > rest => place as i64 - dimensions.len() as i64,
            _ => place as i64,
        };
        let places = dimensions.iter().copied().enumerate();
        let new: Vec<i64> = places.filter(is_new).map(|(number, _)| place(number)).collect();
        let mut op = None;
        let mut elements = input;
        if new.len() < subscripts.len() {
            let subscripts = self.subscripts(subscripts, location);
            let slice = self.slice(input, &subscripts, location);
            (op, elements) = (Some(slice.id()), slice.result(self.builder.body()));
        }
        if !new.is_empty() {
            let places: Vec<ValueId> =
                new.iter().map(|place| self.number(*place as f64, location)).collect();
            let (b, tensor) = (&mut self.builder, self.program.tensor);
            op = Some(ExpandDimsOp::build(b, location, elements, &places, tensor).id());
        }
        op.unwrap_or_else(|| self.program.unchecked(location, "there are no subscripts"))
    }

    /// Emits the element at an index of a list.
    pub(super) fn element(&mut self, list: ValueId, index: usize, location: Location) -> ValueId {
        let number = self.number(index as f64, location);
        let kinds = vec![SubscriptKind::At as i64];
        let subscripts = Subscripts { kinds, numbers: vec![(number, location)], at: None };
        let slice = self.slice(list, &subscripts, location);
        slice.result(self.builder.body())
    }

    /// Records where the operands of an op with subscripts are written.
    fn write_subscripts(
        &mut self,
        op: OpId,
        operands: &[(ValueId, Location)],
        subscripts: &Subscripts,
    ) {
        let uses = [operands, &subscripts.numbers].concat();
        // When a computed number is found to be wrong, it is not an operand any more.
        match subscripts.at {
            None => self.write_uses(op, &uses),
            Some(_) => self.write_all_uses(op, &uses),
        }
    }

    /// Emits the value of a variable some elements of which are assigned. The assigned value is
    /// evaluated first, as in NumPy, and the subscripts once.
    pub(super) fn with_elements(&mut self, this: &Assign) -> ValueId {
        let location = self.program.ctx.range_location(this.target.start, this.target);
        let base = self.variable(this.name.text(), location);
        let mut value = self.value(this.value);
        for number in this.subscripts.iter().flat_map(|subscript| subscript.operands()) {
            self.value(number);
        }
        let subscripts = self.subscripts(&this.subscripts, location);
        let mut place = self.program.place(this.value);
        if let Some(op) = this.op {
            let slice = self.slice(base, &subscripts, location);
            slice.set_is_assigned(self.builder.body_mut(), Attribute::UNIT);
            let before = slice.result(self.builder.body());
            let op = self.binary(op, [before, value], location);
            (value, place) = (self.only_result(op), location);
        }
        let (b, tensor) = (&mut self.builder, self.program.tensor);
        let (numbers, kinds) = (subscripts.values(), Some(subscripts.kinds.clone()));
        let at = subscripts.at.clone();
        let insert = InsertOp::build(
            b, location, base, value, &numbers, kinds, None, None, None, None, None, at, None,
            tensor,
        );
        let operands = [(base, Location::UNKNOWN), (value, place)];
        self.write_subscripts(insert.id(), &operands, &subscripts);
        insert.result(self.builder.body())
    }
}
