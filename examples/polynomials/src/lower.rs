//! `poly-to-affine`: polynomials become memory for their coefficients, and ops become loops.
//!
//! Each op allocates memory for its result. It is freed at the end of the block, unless a
//! terminator passes it on: memory that a function returns is the caller's.

use crate::ops::{AddOp, ConstantOp, EvalOp, FromTensorOp, MulOp, SubOp, ToTensorOp};
use crate::polynomial::{coefficients, size_of};
use crate::{PolyDialect, arithmetic};
use mlir_lite::affine::AffineMap;
use mlir_lite::conversion::*;
use mlir_lite::conversions::populate_func_type_conversion;
use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::affine::{self, AffineDialect, ForBound, build_loop_nest};
use mlir_lite::dialects::standard::{self as std_ops, AllocOp, DeallocOp, StdDialect};
use mlir_lite::ir::TraitFlags;
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::MatchFailure;
use std::sync::Arc;

type Rewriter<'r> = ConversionPatternRewriter<'r>;
type Lowered = Result<ValueId, MatchFailure>;

/// Lower poly to affine loops over memory.
#[pass(name = "poly-to-affine", each_body, dialects(StdDialect, AffineDialect), initialize)]
pub struct PolyToAffinePass {
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
}

impl PolyToAffinePass {
    fn initialize(ctx: &Context) -> Self {
        let mut types = TypeConverter::new(ctx);
        types.add_conversion(|_, ty| ty);
        types.add_conversion(|ctx, ty| {
            size_of(ctx, ty).map(|size| ctx.memref_type(&[size], Type::I32))
        });
        let types = Arc::new(types);

        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect(StdDialect::NAMESPACE);
        target.add_legal_dialect(AffineDialect::NAMESPACE);
        target.add_illegal_dialect(PolyDialect::NAMESPACE);
        let kept = Arc::clone(&types);
        target.add_dynamically_legal_op::<std_ops::ConstantOp>(move |op| kept.is_legal_op(op));

        let mut patterns = ConversionPatternSet::with_converter(&types);
        add::<ConstantOp>(&mut patterns, |op, _, b| store(op.id(), op.coefficients(b.body()), b));
        add::<std_ops::ConstantOp>(&mut patterns, |op, _, b| store(op.id(), op.value(b.body()), b));
        add::<FromTensorOp>(&mut patterns, |op, of, b| copy(op.id(), of.input(), b));
        add::<ToTensorOp>(&mut patterns, |op, of, b| copy(op.id(), of.input(), b));
        add::<AddOp>(&mut patterns, |op, of, b| {
            elementwise(op.id(), of.lhs(), of.rhs(), b, std_ops::AddIOp::create)
        });
        add::<SubOp>(&mut patterns, |op, of, b| {
            elementwise(op.id(), of.lhs(), of.rhs(), b, std_ops::SubIOp::create)
        });
        add::<MulOp>(&mut patterns, |op, of, b| product(op.id(), of.lhs(), of.rhs(), b));
        add::<EvalOp>(&mut patterns, |_, of, b| horner(of.polynomial(), of.point(), b));
        populate_func_type_conversion(&mut patterns, &mut target, &types);
        Self { target, patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for PolyToAffinePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Adds the pattern that replaces an op by the value that `lower` makes.
fn add<O: OpDefinition>(
    patterns: &mut ConversionPatternSet,
    lower: fn(O, Adaptor<'_, O>, &mut Rewriter<'_>) -> Lowered,
) {
    patterns.add::<O>(O::NAME, 1, move |op, operands, rewriter| {
        let value = lower(op, operands, rewriter)?;
        rewriter.replace_op(op.id(), &[value]);
        Ok(())
    });
}

/// The number of elements of a value.
fn count(b: &Rewriter<'_>, value: ValueId) -> Result<i64, MatchFailure> {
    size_of(b.context(), b.body().ty(value)).ok_or("the number of elements is unknown".into())
}

/// Allocates memory for the result of an op; returns it with the number of its elements.
fn allocate(op: OpId, b: &mut Rewriter<'_>) -> Result<(ValueId, i64), MatchFailure> {
    let (body, result) = (b.body(), b.body().result(op, 0));
    let block = body.block(op).ok_or("the op is in no block")?;
    let last = body.terminator(block).ok_or("the block has no terminator")?;
    let is_passed_on = body.users(result).any(|op| body.has_trait(op, TraitFlags::TERMINATOR));
    let size = count(b, result)?;
    let ty = b.convert_type(body.ty(result))?;
    let memory = AllocOp::create(b, &[], &[], None, ty);
    if !is_passed_on {
        at(b, InsertionPoint::Before(last), |b| DeallocOp::create(b, memory));
    }
    Ok((memory, size))
}

/// Loads the element of `memory` at a map of the loops' variables.
fn load(b: &mut Rewriter<'_>, memory: ValueId, map: AffineMap, at: &[ValueId]) -> ValueId {
    affine::LoadOp::create(b, memory, at, map, Type::I32)
}

/// A loop that stores the elements from 0 to `size` into memory.
fn fill<'r>(
    b: &mut Rewriter<'r>,
    memory: ValueId,
    size: i64,
    element: impl FnOnce(&mut Rewriter<'r>, &[ValueId]) -> ValueId,
) {
    build_loop_nest(b, &[size], |b, at| {
        let value = element(b, at);
        affine::StoreOp::at(b, value, memory, at);
    });
}

fn number(b: &mut Rewriter<'_>, value: i32) -> ValueId {
    let value = b.context().integer_attr(Type::I32, value.into());
    std_ops::ConstantOp::create(b, value, Type::I32)
}

/// Stores constant coefficients, and zeros for those that are missing.
fn store(op: OpId, value: Attribute, b: &mut Rewriter<'_>) -> Lowered {
    let known = coefficients(b.context(), value).ok_or("the value has no coefficients")?;
    let (memory, size) = allocate(op, b)?;
    for (index, coefficient) in arithmetic::resized(known, size as usize).into_iter().enumerate() {
        let value = number(b, coefficient);
        let map = b.context().constant_map(index as i64);
        affine::StoreOp::create(b, value, memory, &[], map);
    }
    Ok(memory)
}

/// Copies memory, and stores zeros after it.
fn copy(op: OpId, from: ValueId, b: &mut Rewriter<'_>) -> Lowered {
    let (memory, size) = allocate(op, b)?;
    let (given, zero, same) = (count(b, from)?, number(b, 0), b.context().identity_map(1));
    fill(b, memory, size, |_, _| zero);
    fill(b, memory, given, |b, at| load(b, from, same, at));
    Ok(memory)
}

/// For all i: `result[i] = compute(lhs[i], rhs[i])`.
fn elementwise<'r>(
    op: OpId,
    lhs: ValueId,
    rhs: ValueId,
    b: &mut Rewriter<'r>,
    compute: fn(&mut Rewriter<'r>, ValueId, ValueId) -> ValueId,
) -> Lowered {
    let (memory, size) = allocate(op, b)?;
    let same = b.context().identity_map(1);
    fill(b, memory, size, |b, at| {
        let (lhs, rhs) = (load(b, lhs, same, at), load(b, rhs, same, at));
        compute(b, lhs, rhs)
    });
    Ok(memory)
}

/// For all i and j: `product[(i + j) mod N] += lhs[i] * rhs[j]`.
fn product(op: OpId, lhs: ValueId, rhs: ValueId, b: &mut Rewriter<'_>) -> Lowered {
    let (memory, size) = allocate(op, b)?;
    let (ctx, zero) = (b.context_handle(), number(b, 0));
    fill(b, memory, size, |_, _| zero);
    let sum = ctx.affine_add(ctx.affine_dim(0), ctx.affine_dim(1));
    let wrapped = ctx.affine_map(2, 0, &[ctx.affine_mod(sum, ctx.affine_constant(size))]);
    build_loop_nest(b, &[size, size], |b, at| {
        let same = ctx.identity_map(1);
        let (lhs, rhs) = (load(b, lhs, same, &at[..1]), load(b, rhs, same, &at[1..]));
        let term = std_ops::MulIOp::create(b, lhs, rhs);
        let old = load(b, memory, wrapped, at);
        let new = std_ops::AddIOp::create(b, old, term);
        affine::StoreOp::create(b, new, memory, at, wrapped);
    });
    Ok(memory)
}

/// Horner's rule, from the last coefficient on: `sum = sum * point + coefficient`.
fn horner(polynomial: ValueId, point: ValueId, b: &mut Rewriter<'_>) -> Lowered {
    let size = count(b, polynomial)?;
    let (ctx, zero) = (b.context_handle(), number(b, 0));
    let last = ctx.affine_sub(ctx.affine_constant(size - 1), ctx.affine_dim(0));
    let backwards = ctx.affine_map(1, 0, &[last]);
    let bounds = (ForBound::Constant(0), ForBound::Constant(size));
    let sum = affine::ForOp::carrying(b, bounds, 1, &[zero], |b, i, carried| {
        let shifted = std_ops::MulIOp::create(b, carried[0], point);
        let coefficient = load(b, polynomial, backwards, &[i]);
        vec![std_ops::AddIOp::create(b, shifted, coefficient)]
    });
    Ok(b.body().result(sum.id(), 0))
}
