//! Which values may be dimensions and symbols of affine maps.
//!
//! A symbol is of type `index` and one of
//! * an argument or result at the top level of an `AffineScope` op, which is a
//!   function or a module;
//! * a value from outside of the `AffineScope` op around its use, where that
//!   op is not isolated;
//! * a constant;
//! * the size of a memref or tensor at the top level, or of a memref that is
//!   allocated, or a view or a part of another, with a size there that is
//!   constant or a symbol;
//! * the result of an op without effects on symbols: `affine.apply`, `addi`.
//!
//! A dimension is a symbol, a variable of `affine.for` or `affine.parallel`, or
//! made of dimensions by `affine.apply`, `affine.delinearize_index` or
//! `affine.linearize_index`.

use crate::{
    ApplyOp, DelinearizeIndexOp, ForOp, LinearizeIndexOp, ParallelOp, StoreOp, VectorStoreOp,
    YieldOp,
};
use mlir_lite::dialects::standard::{AllocOp, AllocaOp, DimOp, MemrefCastOp, SubViewOp, ViewOp};
use mlir_lite::ir::TraitFlags;
use mlir_lite::ir::ValueDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::constant_value;
use mlir_lite::types::DYNAMIC;

/// The role of a value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Role {
    Dim,
    Symbol,
}

/// Whether `value` may be a symbol of any affine op that can use it.
pub fn is_valid_symbol(body: &Body, value: ValueId) -> bool {
    is_valid(body, value, Role::Symbol, is_symbol_source)
}

/// Whether `value` may be a dimension of any affine op that can use it.
pub fn is_valid_dim(body: &Body, value: ValueId) -> bool {
    is_valid(body, value, Role::Dim, is_symbol_source)
}

/// Whether the dimensions and symbols of an affine op stay valid if the enclosing region is moved
/// into another region, together with its own values.
pub(super) fn keeps_its_map_operands_in_regions(op: OpRef<'_>) -> bool {
    let body = op.body();
    // The terminator has none; stored and carried values are not restricted.
    if op.is::<YieldOp>() {
        return true;
    }
    let skipped = usize::from(op.is::<StoreOp>() || op.is::<VectorStoreOp>());
    let operands: SmallVec<[ValueId; 4]> = match ForOp::cast(body, op.id()) {
        Some(this) => {
            [this.lower_bound(body).operands, this.upper_bound(body).operands].concat().into()
        }
        None => {
            op.operands().skip(skipped).filter(|&operand| body.ty(operand) == Type::INDEX).collect()
        }
    };
    operands.into_iter().all(|operand| is_valid(body, operand, Role::Dim, is_constant))
}

/// Whether `value` may be a dimension of any op that can use it, by a quick check: it is the
/// variable of an `affine.for`, as most are.
fn is_loop_variable(body: &Body, value: ValueId) -> bool {
    let ValueDef::Argument { block, index: 0 } = body.value_def(value) else { return false };
    body.block_owner(block).is_some_and(|owner| ForOp::is(body, owner))
        && body.ty(value) == Type::INDEX
}

/// Whether all inputs of `value` are valid for the role; `is_source` decides which values are
/// symbols by themselves.
fn is_valid(
    body: &Body,
    value: ValueId,
    role: Role,
    is_source: fn(&Body, ValueId) -> bool,
) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = vec![(value, role)];
    while let Some((value, role)) = pending.pop() {
        if body.ty(value) != Type::INDEX {
            return false;
        }
        let accepted =
            is_source(body, value) || (role == Role::Dim && is_loop_argument(body, value));
        if accepted || !seen.insert((value, role)) {
            continue;
        }
        let Some(op) = body.defining_op(value) else { return false };
        let is_affine = ApplyOp::is(body, op)
            || DelinearizeIndexOp::is(body, op)
            || LinearizeIndexOp::is(body, op);
        if is_affine {
            pending.extend(body.operands(op).map(|operand| (operand, role)));
        } else if DimOp::is(body, op) {
            match size_where_made(body, op) {
                Some(Size::Constant) => {}
                Some(Size::Value(size)) => pending.push((size, Role::Symbol)),
                None => return false,
            }
        } else if body.has_trait(op, TraitFlags::PURE) && body.regions(op).is_empty() {
            pending.extend(body.operands(op).map(|operand| (operand, Role::Symbol)));
        } else {
            return false;
        }
    }
    true
}

fn is_symbol_source(body: &Body, value: ValueId) -> bool {
    is_top_level(body, value) || is_constant(body, value) || is_top_level_size(body, value)
}

/// Whether the value is defined directly in a region of an `AffineScope` op.
fn is_top_level(body: &Body, value: ValueId) -> bool {
    let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| body.has_trait(owner, TraitFlags::AFFINE_SCOPE))
}

fn is_constant(body: &Body, value: ValueId) -> bool {
    body.defining_op(value).is_some_and(|op| body.has_trait(op, TraitFlags::CONSTANT_LIKE))
}

/// The size of a memref or tensor that is itself defined at the top level.
fn is_top_level_size(body: &Body, value: ValueId) -> bool {
    let Some(op) = body.defining_op(value) else { return false };
    DimOp::is(body, op) && body.operands(op).next().is_some_and(|of| is_top_level(body, of))
}

enum Size {
    Constant,
    Value(ValueId),
}

/// The size that a `dim` reads from a memref, if the op that creates it determines the size: an
/// allocation, a view or a subview. Casts in between are skipped.
fn size_where_made(body: &Body, dim: OpId) -> Option<Size> {
    let ctx = body.context();
    let mut operands = body.operands(dim);
    let (memref, index) = (operands.next()?, operands.next()?);
    let index = usize::try_from(constant_value(body, index)?.as_i64(ctx)?).ok()?;
    let mut made = memref;
    while let Some(cast) = MemrefCastOp::defining(body, made) {
        made = body.operands(cast.id()).next()?;
    }
    let shape = body.ty(made).shape(ctx)?;
    let made = body.value(made);
    // The sizes that are not in the type, one by one.
    let sizes = if let Some(op) = made.defining::<AllocOp>() {
        op.dynamic_sizes()
    } else if let Some(op) = made.defining::<AllocaOp>() {
        op.dynamic_sizes()
    } else if let Some(op) = made.defining::<ViewOp>() {
        op.sizes()
    } else {
        made.defining::<SubViewOp>()?.sizes()
    };
    if *shape.get(index)? != DYNAMIC {
        return Some(Size::Constant);
    }
    let dynamic = shape[..index].iter().filter(|&&size| size == DYNAMIC).count();
    sizes.get(dynamic).map(|size| Size::Value(size.id()))
}

/// Whether the value is a variable of an affine loop, or carried by it.
pub fn is_loop_argument(body: &Body, value: ValueId) -> bool {
    if body.defining_op(value).is_some() {
        return false;
    }
    let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| {
        ParallelOp::is(body, owner)
            || ForOp::cast(body, owner).is_some_and(|this| this.induction_variable(body) == value)
    })
}

/// Whether the value comes from outside of the `AffineScope` op around `op`.
fn is_from_outside(body: &Body, value: ValueId, op: OpId) -> bool {
    let parents = |op: OpId| std::iter::successors(Some(op), |&op| body.parent_op(op)).skip(1);
    let Some(scope) = parents(op).find(|&parent| body.has_trait(parent, TraitFlags::AFFINE_SCOPE))
    else {
        return false;
    };
    // Isolated ops use no values from outside.
    if scope == body.root() {
        return false;
    }
    let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| owner != scope && !parents(owner).any(|parent| parent == scope))
}

/// Reports operands that are invalid for their role in a map: the first `dims` of `operands` are
/// dimensions, the others symbols.
pub(super) fn verify_map_operands(
    op: OpRef<'_>,
    operands: &[ValueId],
    dims: u32,
    diagnostics: &mut Diagnostics,
) {
    let body = op.body();
    for (i, &operand) in operands.iter().enumerate() {
        let role = if i < dims as usize { Role::Dim } else { Role::Symbol };
        if role == Role::Dim && is_loop_variable(body, operand) {
            continue;
        }
        if body.ty(operand) == Type::INDEX && is_from_outside(body, operand, op.id()) {
            continue;
        }
        if !is_valid(body, operand, role, is_symbol_source) {
            let role = if role == Role::Dim { "a dimension id" } else { "a symbol" };
            diagnostics.error(op.op_error(format_args!("operand cannot be used as {role}")));
            return;
        }
    }
}
