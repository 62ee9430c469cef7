//! Numbers as linear functions of loop variables, and of sizes that a caller decides.

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::ir::prelude::*;

use super::evaluate::{evaluate, known_elements};
use super::unknown::{Unknown, whole_numbers};
use crate::ops::SliceOp;
use crate::ops::{
    AddOp, CastOp, ForOp, MemberSource, MulOp, NegOp, StructAccessOp, StructAccessOpRef, SubOp,
};
use crate::sizes::{GivesSizes, LinearSize, Size, known_sizes};
use crate::tensor::elements::{ElementTypes, Elements};

/// A whole number that is linear in loop variables and in sizes: `constant + sum of factor *
/// variable`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    /// Variables with their factors, none of which is 0.
    pub(crate) terms: Vec<(Variable, i64)>,
}

/// A variable that a number may be linear in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// The variable of a loop.
    Loop(ValueId),
    /// The symbol of a size, see [`sizes`](crate::sizes).
    Size(u32),
}

impl Linear {
    pub(crate) fn constant(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    /// The variable of a loop.
    pub(crate) fn variable(variable: ValueId) -> Self {
        Self { constant: 0, terms: vec![(Variable::Loop(variable), 1)] }
    }

    /// A size, if it is linear.
    pub(crate) fn of_size(ctx: &Context, size: Size) -> Option<Self> {
        let LinearSize { constant, terms } = LinearSize::of(ctx, size.expression(ctx))?;
        let terms = terms.into_iter().map(|(symbol, factor)| (Variable::Size(symbol), factor));
        Some(Self { constant, terms: terms.collect() })
    }

    /// The number as a size, if no loop variable is in it.
    pub(crate) fn size(&self, ctx: &Context) -> Option<Size> {
        let is_size = |(variable, _): &(Variable, i64)| matches!(variable, Variable::Size(_));
        let size = self.terms.iter().all(is_size).then(|| self.expression(ctx, &[]))?;
        Some(Size::of(ctx, size))
    }

    /// The map that gives numbers from the loop variables in them, and these. Sizes are the symbols
    /// of the map.
    pub(crate) fn map_of(ctx: &Context, numbers: &[Self]) -> (AffineMap, Vec<ValueId>) {
        let (mut variables, mut symbols): (Vec<ValueId>, u32) = (Vec::new(), 0);
        for (variable, _) in numbers.iter().flat_map(|number| &number.terms) {
            match variable {
                Variable::Loop(variable) if !variables.contains(variable) => {
                    variables.push(*variable);
                }
                Variable::Loop(_) => {}
                Variable::Size(symbol) => symbols = symbols.max(symbol + 1),
            }
        }
        let results: Vec<AffineExpr> =
            numbers.iter().map(|number| number.expression(ctx, &variables)).collect();
        (ctx.affine_map(variables.len() as u32, symbols, &results), variables)
    }

    /// The number as an expression whose dimensions are these variables, which are all.
    fn expression(&self, ctx: &Context, variables: &[ValueId]) -> AffineExpr {
        self.terms.iter().fold(ctx.affine_constant(self.constant), |sum, (variable, factor)| {
            let variable = match variable {
                Variable::Loop(variable) => {
                    let index = variables.iter().position(|other| other == variable);
                    ctx.affine_dim(index.expect("the loop variables were collected") as u32)
                }
                Variable::Size(symbol) => ctx.affine_symbol(*symbol),
            };
            ctx.affine_add(sum, ctx.affine_mul(variable, ctx.affine_constant(*factor)))
        })
    }

    /// `self + factor * other`.
    pub(crate) fn plus(mut self, other: &Self, factor: i64) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(variable, by) in &other.terms {
            let by = by.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(own, _)| *own == variable) {
                Some((_, own)) => *own = own.checked_add(by)?,
                None => self.terms.push((variable, by)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(self)
    }
}

/// A number that is known as a linear function of loop variables.
pub(crate) fn linear(body: &Body, value: ValueId) -> Result<Linear, Unknown> {
    /// The maximum depth of operators in the expression of the number.
    const MAX_DEPTH: usize = 64;
    linear_below(body, value, MAX_DEPTH)
}

/// As [`linear`], of an index. No loop counts up to a constant one, so it may be a larger number:
/// the message says which element there is not.
pub(crate) fn index(body: &Body, value: ValueId) -> Result<Linear, Unknown> {
    /// Differences of indices are integers, too.
    const END: i64 = 1 << 62;
    let is_near = |index: &i64| (1 - END..END).contains(index);
    let mut source = value;
    // An integer is converted to a float, for which it may be rounded.
    while let Some(input) = body.value(source).defining_op().and_then(equal_whole_number) {
        source = input.id();
    }
    let constant = known_elements(body, source).ok().filter(|tensor| tensor.len() == 1);
    let integer = constant.and_then(|tensor| match &tensor.elements {
        Elements::I64(integers) => Some(integers[0]),
        others => Some(others.f64_at(0)).filter(|x| x.fract() == 0.0).map(|x| x as i64),
    });
    match integer.filter(is_near) {
        Some(index) => Ok(Linear::constant(index)),
        None => linear(body, value),
    }
}

fn linear_below(body: &Body, value: ValueId, depth: usize) -> Result<Linear, Unknown> {
    let unknown = match evaluate(body, value) {
        Ok(tensor) => {
            let numbers = whole_numbers(tensor.values)?;
            return match numbers[..] {
                [number] => Ok(Linear::constant(number)),
                _ => Err(Unknown::List),
            };
        }
        Err(unknown) => unknown,
    };
    let Some(op) = body.value(value).defining_op() else {
        return match ForOp::of_variable(body, value) {
            Some(_) => Ok(Linear::variable(value)),
            None => Err(unknown),
        };
    };
    if let Some(size) = size_of_tensor(op) {
        return Linear::of_size(body.context(), size).ok_or(Unknown::NotLinear);
    }
    let Some(depth) = depth.checked_sub(1) else { return Err(Unknown::Data(op.id())) };
    let linear = |operand: ValueRef<'_>| linear_below(body, operand.id(), depth);
    let combined = if let Some(add) = op.cast::<AddOp>() {
        linear(add.lhs())?.plus(&linear(add.rhs())?, 1)
    } else if let Some(sub) = op.cast::<SubOp>() {
        linear(sub.lhs())?.plus(&linear(sub.rhs())?, -1)
    } else if let Some(mul) = op.cast::<MulOp>() {
        match (&linear(mul.lhs())?, &linear(mul.rhs())?) {
            (factor, other) | (other, factor) if factor.terms.is_empty() => {
                Linear::constant(0).plus(other, factor.constant)
            }
            _ => return Err(Unknown::NotLinear),
        }
    } else if let Some(neg) = op.cast::<NegOp>() {
        Linear::constant(0).plus(&linear(neg.input())?, -1)
    } else if let Some(input) = equal_whole_number(op) {
        return linear(input);
    } else if let Some(MemberSource::Value(source)) =
        op.cast::<StructAccessOp>().map(StructAccessOpRef::source)
    {
        return linear(body.value(source));
    } else {
        None
    };
    combined.ok_or(Unknown::Data(op.id()))
}

/// The size of a tensor that an element of its shape is, if a caller decides sizes of the tensor.
pub(super) fn size_of_tensor(op: OpRef<'_>) -> Option<Size> {
    let slice = op.cast::<SliceOp>()?;
    let tensor = slice.input().defining_op()?.ask::<dyn GivesSizes, _>(|op| op.of_tensor())?;
    let tensor = op.body().value(tensor);
    let dimension = slice.places()?.single_constant(op.context())?;
    known_sizes(tensor).get(usize::try_from(dimension).ok()?).copied()
}

/// The operand of an op whose result is the same number, if that is a whole one. Loops count up to
/// numbers that are exact as floats and as integers.
fn equal_whole_number(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let keeps = op.ask::<dyn ElementTypes, _>(|op| op.keeps_whole_numbers()) == Some(true);
    let first = op.operands().next().filter(|_| keeps).map(|operand| op.body().value(operand));
    op.cast::<CastOp>().map(|cast| cast.input()).or(first)
}
