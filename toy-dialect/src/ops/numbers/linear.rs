//! Numbers as linear functions of loop variables.

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::ir::prelude::*;

use super::evaluate::{evaluate, known_elements};
use super::unknown::{Unknown, whole_numbers};
use crate::ops::{
    AddOp, CastOp, ForOp, MemberSource, MulOp, NegOp, StructAccessOp, StructAccessOpRef, SubOp,
};
use crate::tensor::elements::{ElementTypes, Elements};

/// A whole number that is linear in loop variables: `constant + sum of factor * variable`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    /// Variables of loops with their factors, none of which is 0.
    pub(crate) terms: Vec<(ValueId, i64)>,
}

impl Linear {
    pub(crate) fn constant(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    /// The map that gives numbers from the variables in them, and these.
    pub(crate) fn map_of(ctx: &Context, numbers: &[Self]) -> (AffineMap, Vec<ValueId>) {
        let mut variables: Vec<ValueId> = Vec::new();
        for (variable, _) in numbers.iter().flat_map(|number| &number.terms) {
            if !variables.contains(variable) {
                variables.push(*variable);
            }
        }
        let results: Vec<AffineExpr> =
            numbers.iter().map(|number| number.expression(ctx, &variables)).collect();
        (ctx.affine_map(variables.len() as u32, 0, &results), variables)
    }

    /// The number as an expression whose dimensions are these variables, which are all.
    fn expression(&self, ctx: &Context, variables: &[ValueId]) -> AffineExpr {
        self.terms.iter().fold(ctx.affine_constant(self.constant), |sum, (variable, factor)| {
            let index = variables.iter().position(|other| other == variable);
            let index = index.expect("the variables of all numbers were collected") as u32;
            let term = ctx.affine_mul(ctx.affine_dim(index), ctx.affine_constant(*factor));
            ctx.affine_add(sum, term)
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
            Some(_) => Ok(Linear { constant: 0, terms: vec![(value, 1)] }),
            None => Err(unknown),
        };
    };
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

/// The operand of an op whose result is the same number, if that is a whole one. Loops count up to
/// numbers that are exact as floats and as integers.
fn equal_whole_number(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let keeps = op.ask::<dyn ElementTypes, _>(|op| op.keeps_whole_numbers()) == Some(true);
    let first = op.operands().next().filter(|_| keeps).map(|operand| op.body().value(operand));
    op.cast::<CastOp>().map(|cast| cast.input()).or(first)
}
