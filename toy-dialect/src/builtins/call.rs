//! Builds the op of a call of a builtin.

use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;

use super::{BoolOp, F32Op, F64Op, I8Op, I64Op, U8Op};
use crate::messages::out_of_range::place_text;
use crate::ops::ConstantOp;
use crate::tensor::elements::Element;

/// The data from which a builtin's op is built.
pub struct Call<'c, 'b> {
    /// Where the op goes.
    pub builder: &'c mut BodyBuilder<'b>,
    /// The location of the call.
    pub location: Location,
    /// A tensor of unknown shape: the type of results before shape inference.
    pub tensor: Type,
    /// By parameter.
    pub arguments: &'c [Vec<Argument>],
}

/// The `emit` of builtins whose calls the emitter handles itself, as a part of the op that uses
/// what they give: it is never called.
pub(super) fn emitted_with_its_use(call: &mut Call<'_, '_>) -> OpId {
    call.build::<super::FillOp>()
}

/// An emitted argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A tensor, or a number.
    Value(ValueId),
    /// A text.
    Text(Text),
    /// `true` or `false`, as it is written.
    Flag(bool),
    /// The name of an element type.
    Element(Element),
    /// Sizes; one that is not known is [`DYNAMIC`](mlir_lite::types::DYNAMIC).
    Sizes(Vec<i64>),
}

/// A text in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// It is written in the source.
    Literal(Box<str>),
    /// The program's argument of this number, if the program was given it.
    Argument {
        /// Counted from 0.
        number: i64,
        /// The value of the argument.
        value: Option<Box<str>>,
    },
}

impl Call<'_, '_> {
    /// The values for a parameter.
    pub fn values(&self, parameter: usize) -> Vec<ValueId> {
        let arguments = self.arguments.get(parameter).map_or(&[][..], |arguments| arguments);
        let values = arguments.iter().filter_map(|argument| match argument {
            Argument::Value(value) => Some(*value),
            Argument::Text(_) | Argument::Flag(_) | Argument::Element(_) | Argument::Sizes(_) => {
                None
            }
        });
        values.collect()
    }

    /// The text for a parameter.
    pub(crate) fn text(&self, parameter: usize) -> Text {
        match self.arguments.get(parameter).and_then(|arguments| arguments.first()) {
            Some(Argument::Text(text)) => text.clone(),
            _ => Text::Literal("".into()),
        }
    }

    /// The sizes for a parameter, if they are given.
    pub(super) fn sizes(&self, parameter: usize) -> Option<&[i64]> {
        match self.arguments.get(parameter)?.first()? {
            Argument::Sizes(sizes) => Some(sizes),
            _ => None,
        }
    }

    /// Whether a flag is given, and true.
    pub(super) fn is_set(&self, parameter: usize) -> bool {
        let arguments = self.arguments.get(parameter);
        matches!(arguments.and_then(|arguments| arguments.first()), Some(Argument::Flag(true)))
    }

    /// The element type that is given, if there is one.
    pub(super) fn element(&self) -> Option<Element> {
        self.arguments.iter().flatten().find_map(|argument| match argument {
            Argument::Element(element) => Some(*element),
            _ => None,
        })
    }

    /// A value with elements of the type that is given, if there is one.
    pub(super) fn of_element(&mut self, value: ValueId) -> ValueId {
        let op = match self.element() {
            None => return value,
            Some(Element::F64) => self.build_of::<F64Op>(&[value]),
            Some(Element::F32) => self.build_of::<F32Op>(&[value]),
            Some(Element::Bool) => self.build_of::<BoolOp>(&[value]),
            Some(Element::I8) => self.build_of::<I8Op>(&[value]),
            Some(Element::U8) => self.build_of::<U8Op>(&[value]),
            Some(Element::I64) => {
                let at = place_text(self.builder.context(), self.location);
                I64Op::build(self.builder, self.location, value, None, at, self.tensor).id()
            }
        };
        self.result_of(op)
    }

    /// The only result of an op.
    pub(super) fn result_of(&self, op: OpId) -> ValueId {
        self.builder.body().results(op).next().expect("the op has a result")
    }

    /// Builds an op from these operands, as [`build_of`](Self::build_of), and returns its result.
    pub(super) fn value_of<O: OpDefinition>(&mut self, operands: &[ValueId]) -> ValueId {
        let op = self.build_of::<O>(operands);
        self.result_of(op)
    }

    /// The values for all parameters, in order.
    pub fn all_values(&self) -> Vec<ValueId> {
        (0..self.arguments.len()).flat_map(|parameter| self.values(parameter)).collect()
    }

    /// A constant.
    pub(crate) fn number(&mut self, value: f64) -> ValueId {
        let ctx = self.builder.context().clone();
        let ty = ctx.tensor_type(&[], Type::F64);
        let value = ctx.dense_f64_attr(ty, &[value]);
        ConstantOp::build(self.builder, self.location, value, ty).result(self.builder.body())
    }

    /// Builds an op from the values for all parameters, with a tensor as its result.
    pub(crate) fn build<O: OpDefinition>(&mut self) -> OpId {
        let operands = self.all_values();
        self.build_of::<O>(&operands)
    }

    /// Builds an op from these operands, with a tensor as its result.
    pub(crate) fn build_of<O: OpDefinition>(&mut self, operands: &[ValueId]) -> OpId {
        let name = O::name(self.builder.context());
        let state = OperationState::new(name, self.location);
        let state = state.operands(operands).results(&[self.tensor]);
        self.builder.create(state)
    }
}
