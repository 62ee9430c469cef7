//! Constants, arithmetic, comparison and casts.

use super::descriptor::{extract, index_constant, insert, poison};
use super::flags::keep_flags;
use crate as standard;
use mlir_lite::attributes::AttributeKind;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm::{self, LlvmArrayType, LlvmFuncOp};
use mlir_lite::ir::{Ident, Location, OpBuilder, OpDefinition, OpId, OperationState, ValueId};
use mlir_lite::rewrite::MatchResult;
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};
use mlir_lite::types::{FloatKind, Type, TypeKind};

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::ConstantOp>("constant-to-llvm", 1, constant);
    patterns.add::<standard::CmpIOp>("cmpi-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let predicate = CmpIPredicate::from_attr(rewriter.context(), op.predicate(rewriter.body()));
        let predicate = predicate.ok_or("the predicate is not known")?;
        let ty = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
        let result = unrolled(rewriter, location, ty, operands, &mut |rewriter, operands, ty| {
            let op =
                llvm::ICmpOp::build(rewriter, location, predicate, operands[0], operands[1], ty);
            op.result(rewriter.body())
        });
        rewriter.replace_op(op.id(), &[result.ok_or(NOT_ALIKE)?]);
        Ok(())
    });
    patterns.add::<standard::CmpFOp>("cmpf-to-llvm", 1, |op, operands, rewriter| {
        let old = op.id();
        let location = rewriter.body().location(op.id());
        let predicate = CmpFPredicate::from_attr(rewriter.context(), op.predicate(rewriter.body()));
        let predicate = predicate.ok_or("the predicate is not known")?;
        let ty = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
        let result = unrolled(rewriter, location, ty, operands, &mut |rewriter, operands, ty| {
            let op = llvm::FCmpOp::build(
                rewriter,
                location,
                predicate,
                operands[0],
                operands[1],
                None,
                ty,
            );
            keep_flags(rewriter, old, op.id());
            op.result(rewriter.body())
        });
        rewriter.replace_op(op.id(), &[result.ok_or(NOT_ALIKE)?]);
        Ok(())
    });
    patterns.add::<standard::IndexCastOp>("index-cast-to-llvm", 1, |op, operands, rewriter| {
        index_cast(op.id(), operands, rewriter, |b, location, value, to| {
            let op = llvm::SExtOp::build(b, location, value, to);
            op.res(b.body())
        })
    });
    patterns.add::<standard::IndexCastUIOp>("index-castui-to-llvm", 1, |op, operands, rewriter| {
        index_cast(op.id(), operands, rewriter, |b, location, value, to| {
            let op = llvm::ZExtOp::build(b, location, None, value, to);
            op.res(b.body())
        })
    });
    patterns.add::<standard::RsqrtOp>("rsqrt-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ty = rewriter.body().ty(operands[0]);
        let one = match ty.kind(&rewriter.context().clone()) {
            TypeKind::Float(FloatKind::F32 | FloatKind::F64) => {
                rewriter.context().float_attr(ty, 1.0)
            }
            _ => return Err("only 'f32' and 'f64' are supported".into()),
        };
        let one = llvm::ConstantOp::build(rewriter, location, one, ty).res(rewriter.body());
        let root = llvm::SqrtOp::build(rewriter, location, operands[0], None);
        keep_flags(rewriter, op.id(), root.id());
        let root = root.res(rewriter.body());
        rewriter.replace_op_with(op.id(), |b| {
            let quotient = llvm::FDivOp::build(b, location, one, root, None);
            keep_flags(b, op.id(), quotient.id());
            quotient
        });
        Ok(())
    });
    patterns.add::<standard::FloorDivISignedOp>(
        "floordivi-to-llvm",
        1,
        |op, operands, rewriter| rounded_division(op.id(), operands, Rounding::Floor, rewriter),
    );
    patterns.add::<standard::CeilDivISignedOp>("ceildivi-to-llvm", 1, |op, operands, rewriter| {
        rounded_division(op.id(), operands, Rounding::Ceil, rewriter)
    });
    patterns.add::<standard::CeilDivIUnsignedOp>("ceildivi-unsigned-to-llvm", 1, unsigned_ceiling);
}

/// The quotient, and one more unless it is exact.
fn unsigned_ceiling(
    op: standard::CeilDivIUnsignedOp,
    operands: &[ValueId],
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op.id());
    let &[lhs, rhs] = operands else { return Err("a division has two operands".into()) };
    let ty = rewriter.body().ty(lhs);
    if !ty.is_integer(&ctx) || ty.bit_width(&ctx) == Some(1) {
        return Err("only integers of more than one bit are supported".into());
    }
    let quotient = llvm::UDivOp::build(rewriter, location, lhs, rhs, None).result(rewriter.body());
    let product =
        llvm::MulOp::build(rewriter, location, quotient, rhs, None).result(rewriter.body());
    let inexact =
        llvm::ICmpOp::build(rewriter, location, CmpIPredicate::Ne, product, lhs, Type::I1);
    let inexact = inexact.result(rewriter.body());
    let inexact = rewriter.create_simple::<llvm::ZExtOp>(location, &[inexact], &[ty]).id();
    let inexact = rewriter.body().result(inexact, 0);
    rewriter.replace_op_with(op.id(), |b| llvm::AddOp::build(b, location, quotient, inexact, None));
    Ok(())
}

pub(super) const NOT_ALIKE: &str = "the arrays are not of one shape";

type Compute<'c> = dyn FnMut(&mut ConversionPatternRewriter<'_>, &[ValueId], Type) -> ValueId + 'c;

/// An array of type `ty` of what `compute` makes of the vectors of arrays; if
/// `ty` is no array, what it makes of the operands.
pub(super) fn unrolled(
    rewriter: &mut ConversionPatternRewriter<'_>,
    location: Location,
    ty: Type,
    operands: &[ValueId],
    compute: &mut Compute<'_>,
) -> Option<ValueId> {
    let ctx = rewriter.context().clone();
    if ty.as_dialect::<LlvmArrayType>(&ctx).is_none() {
        return Some(compute(rewriter, operands, ty));
    }
    // The positions of the vectors, and their type.
    let (mut positions, mut vector) = (vec![Vec::new()], ty);
    while let Some(array) = vector.as_dialect::<LlvmArrayType>(&ctx) {
        let longer = |position: &Vec<i64>| {
            let position = position.clone();
            (0..array.length as i64).map(move |i| position.iter().copied().chain([i]).collect())
        };
        positions = positions.iter().flat_map(longer).collect();
        vector = array.element;
    }
    let mut result = poison(rewriter, location, ty);
    for position in positions {
        // The condition of a `select` may be one for all.
        let is_array = |rewriter: &ConversionPatternRewriter<'_>, operand| {
            rewriter.body().ty(operand).as_dialect::<LlvmArrayType>(&ctx).is_some()
        };
        let parts = operands.iter().map(|&operand| match is_array(rewriter, operand) {
            true => extract(rewriter, location, operand, &position),
            false => Some(operand),
        });
        let parts: Vec<ValueId> = parts.collect::<Option<_>>()?;
        let part = compute(rewriter, &parts, vector);
        result = insert(rewriter, location, result, part, &position);
    }
    Some(result)
}

/// Sees to it that a function is declared.
pub(super) fn require_function(
    rewriter: &mut ConversionPatternRewriter<'_>,
    symbol: Ident,
    ty: Type,
) {
    let ctx = rewriter.context().clone();
    rewriter.require_symbol(symbol, || {
        LlvmFuncOp::declaration(&ctx, Location::UNKNOWN, symbol.text(&ctx), ty)
    });
}

fn constant(
    op: standard::ConstantOp,
    _operands: &[ValueId],
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op.id());
    let ty = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
    let value = op.value(rewriter.body());
    match value.kind(&ctx) {
        AttributeKind::SymbolRef { .. } => {
            rewriter.replace_op_with(op.id(), |b| llvm::AddressOfOp::build(b, location, value, ty));
        }
        _ => {
            rewriter.replace_op_with(op.id(), |b| llvm::ConstantOp::build(b, location, value, ty));
        }
    }
    Ok(())
}

/// A cast between an index, which has 64 bits, and an integer; `widen` makes a wider value of one.
fn index_cast(
    op: OpId,
    operands: &[ValueId],
    rewriter: &mut ConversionPatternRewriter<'_>,
    widen: fn(&mut ConversionPatternRewriter<'_>, Location, ValueId, Type) -> ValueId,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let body = rewriter.body();
    let location = body.location(op);
    let width = |ty: Type| ty.element_or_self(&ctx).bit_width(&ctx).unwrap_or(64);
    let (from, to) = (body.ty(body.operand(op, 0)), body.ty(body.result(op, 0)));
    let order = width(from).cmp(&width(to));
    let to = rewriter.convert_type(to)?;
    if order == ::std::cmp::Ordering::Equal {
        rewriter.replace_op(op, operands);
        return Ok(());
    }
    let result =
        unrolled(rewriter, location, to, operands, &mut |rewriter, operands, ty| match order {
            ::std::cmp::Ordering::Less => widen(rewriter, location, operands[0], ty),
            _ => {
                llvm::TruncOp::build(rewriter, location, operands[0], None, ty).res(rewriter.body())
            }
        });
    rewriter.replace_op(op, &[result.ok_or(NOT_ALIKE)?]);
    Ok(())
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Rounding {
    Floor,
    Ceil,
}

/// The quotient rounded towards zero, less or plus 1 where the remainder is not
/// zero and the signs differ (floor) or agree (ceil).
fn rounded_division(
    op: OpId,
    operands: &[ValueId],
    rounding: Rounding,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op);
    let &[lhs, rhs] = operands else { return Err("a division has two operands".into()) };
    let ty = rewriter.body().ty(lhs);
    if !ty.is_integer(&ctx) {
        return Err("only integers are supported".into());
    }
    let (zero, one) = if ty == Type::I64 {
        (index_constant(rewriter, location, 0), index_constant(rewriter, location, 1))
    } else {
        let mut constant = |value| {
            let value = ctx.integer_attr(ty, value);
            llvm::ConstantOp::build(rewriter, location, value, ty).res(rewriter.body())
        };
        (constant(0), constant(1))
    };
    let compare = |rewriter: &mut ConversionPatternRewriter<'_>, predicate, a, b| {
        llvm::ICmpOp::build(rewriter, location, predicate, a, b, Type::I1).result(rewriter.body())
    };
    let quotient = llvm::SDivOp::build(rewriter, location, lhs, rhs, None).result(rewriter.body());
    let product =
        llvm::MulOp::build(rewriter, location, quotient, rhs, None).result(rewriter.body());
    let inexact = compare(rewriter, CmpIPredicate::Ne, product, lhs);
    let lhs_negative = compare(rewriter, CmpIPredicate::Slt, lhs, zero);
    let rhs_negative = compare(rewriter, CmpIPredicate::Slt, rhs, zero);
    let mut differ =
        llvm::XOrOp::build(rewriter, location, lhs_negative, rhs_negative).result(rewriter.body());
    if rounding == Rounding::Ceil {
        let yes = llvm::ConstantOp::build(rewriter, location, ctx.bool_attr(true), Type::I1)
            .res(rewriter.body());
        differ = llvm::XOrOp::build(rewriter, location, differ, yes).result(rewriter.body());
    }
    let adjust = llvm::AndOp::build(rewriter, location, inexact, differ).result(rewriter.body());
    let adjusted = match rounding {
        Rounding::Floor => {
            llvm::SubOp::build(rewriter, location, quotient, one, None).result(rewriter.body())
        }
        Rounding::Ceil => {
            llvm::AddOp::build(rewriter, location, quotient, one, None).result(rewriter.body())
        }
    };
    let state = OperationState::new(llvm::SelectOp::name(&ctx), location)
        .operands(&[adjust, adjusted, quotient])
        .results(&[ty]);
    let select = rewriter.create(state);
    let value = rewriter.body().result(select, 0);
    rewriter.replace_op(op, &[value]);
    Ok(())
}
