//! Calls of functions of C's library.

use crate::to_llvm::descriptor::{index_constant, poison};
use crate::to_llvm::lowering::created;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm::{self, LlvmFuncOp};
use mlir_lite::ir::{
    Adaptor, Ident, Location, OpAdaptor, OpBuilder, OpDefinition, OpModel, ValueId,
};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{FloatKind, Type, TypeKind};
use std::marker::PhantomData;

/// Ops that compute a function of C's library.
pub(crate) trait CallLibrary: OpDefinition {
    /// The function on `f64`.
    const FUNCTION: &'static str;
}

/// Lowers an op to calls of a function of C's library: of a vector for each element, of a narrow
/// format with its numbers as `f32`.
pub(crate) struct LibraryCall<O>(PhantomData<O>);

impl<O: CallLibrary> OpModel for LibraryCall<O> {
    type Op = O;
}

impl<O: CallLibrary> LowerTo<Llvm> for LibraryCall<O> {
    fn lower(
        op: <Self as OpModel>::Op,
        operands: Adaptor<'_, Self>,
        b: &mut Rewriter<'_>,
    ) -> Lowered {
        call_library(op, operands.values(), O::FUNCTION, b)
    }
}

/// Calls a function of C's library in place of an op.
pub(crate) fn call_library(
    op: impl OpDefinition,
    operands: &[ValueId],
    function: &str,
    b: &mut Rewriter<'_>,
) -> Lowered {
    let ty = b.body().ty(b.body().operand(op.id(), 0));
    let element = ty.element_or_self(b.context());
    let (called, name) = match element.kind(b.context()) {
        TypeKind::Float(FloatKind::F64) => (Type::F64, function.to_string()),
        TypeKind::Float(FloatKind::F32 | FloatKind::F16 | FloatKind::BF16) => {
            (Type::F32, format!("{function}f"))
        }
        _ => return Err("C's library has no such function of this type".into()),
    };
    let types = vec![called; operands.len()];
    let symbol = require_function(b, &name, &types, Some(called));
    let result = each_element(b, ty, operands, |b, mut operands| {
        if element != called {
            for operand in &mut operands {
                *operand = created::<llvm::FPExtOp>(b, &[*operand], called);
            }
        }
        let result = llvm::CallOp::of_symbol(b, symbol, &operands, Some(called));
        let result = result.ok_or("the call has no result")?;
        Ok(match element == called {
            true => result,
            false => created::<llvm::FPTruncOp>(b, &[result], element),
        })
    })?;
    Ok(result.into())
}

/// Sees to it that a function is declared, and gives its name.
pub(crate) fn require_function(
    rewriter: &mut Rewriter<'_>,
    name: &str,
    parameters: &[Type],
    result: Option<Type>,
) -> Ident {
    let ctx = rewriter.context().clone();
    let symbol = ctx.ident(name);
    rewriter.require_symbol(symbol, || {
        let result = result.unwrap_or_else(|| llvm::void_type(&ctx));
        let ty = llvm::function_type(&ctx, result, parameters, false);
        LlvmFuncOp::declaration(&ctx, Location::UNKNOWN, name, ty)
    });
    symbol
}

/// Applies `compute` to numbers; to vectors of one dimension, of type `ty`, element by element.
pub(crate) fn each_element(
    b: &mut Rewriter<'_>,
    ty: Type,
    operands: &[ValueId],
    compute: impl Fn(&mut Rewriter<'_>, Vec<ValueId>) -> Result<ValueId, MatchFailure>,
) -> Result<ValueId, MatchFailure> {
    let ctx = b.context().clone();
    let count = match ty.kind(&ctx) {
        TypeKind::Vector { shape, .. } if shape.len() == 1 => shape[0],
        TypeKind::Vector { .. } => {
            return Err("only vectors of one dimension are supported".into());
        }
        TypeKind::Float(_) | TypeKind::Integer { .. } => return compute(b, operands.to_vec()),
        _ => return Err("only numbers and vectors of one dimension are supported".into()),
    };
    let mut vector = poison(b, ty);
    for index in 0..count {
        let index = index_constant(b, index);
        let elements = operands.iter().map(|&operand| {
            let element = b.body().ty(operand).element_or_self(&ctx);
            llvm::ExtractElementOp::create(b, operand, index, element)
        });
        let elements = elements.collect();
        let result = compute(b, elements)?;
        vector = llvm::InsertElementOp::create(b, vector, result, index, ty);
    }
    Ok(vector)
}
