//! Calls of functions of C's library.

use crate::to_llvm::Rewriter;
use crate::to_llvm::lowering::Lowering;
use crate::to_llvm::numbers::Number;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::InterfaceMap;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm::{self, LlvmFuncOp};
use mlir_lite::ir::{Ident, Location, OpAdaptor, OpBuilder, OpDefinition, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{FloatKind, Type, TypeKind};

/// An op that becomes calls of a function of C's library: `hooks(CallLibrary)` in its declaration.
pub(crate) trait CallLibrary: OpDefinition {
    /// The function on `f64`.
    const FUNCTION: &'static str;

    /// Adds the lowering to the op's table.
    fn install(interfaces: &mut InterfaceMap) {
        interfaces.add_hook(
            const { &Lowering(|patterns, _| library_call::<Self>(patterns, Self::FUNCTION)) },
        );
    }
}

/// An op becomes calls of a function of C's library: of a vector for each
/// element, of a narrow format with its numbers as `f32`.
pub(crate) fn library_call<Old: OpDefinition>(
    patterns: &mut ConversionPatternSet,
    function: &'static str,
) {
    patterns.add::<Old>(format!("{}-to-llvm", Old::NAME), 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ctx = rewriter.context().clone();
        let ty = rewriter.body().ty(rewriter.body().operand(op.id(), 0));
        let element = ty.element_or_self(&ctx);
        let called = match element.kind(&ctx) {
            TypeKind::Float(FloatKind::F64) => Type::F64,
            TypeKind::Float(FloatKind::F32 | FloatKind::F16 | FloatKind::BF16) => Type::F32,
            _ => return Err("C's library has no such function of this type".into()),
        };
        let symbol =
            if called == Type::F64 { function.to_string() } else { format!("{function}f") };
        let symbol = ctx.ident(&symbol);
        require_function(
            rewriter,
            symbol,
            llvm::function_type(&ctx, called, &vec![called; operands.values().len()], false),
        );
        let call = |rewriter: &mut Rewriter<'_>,
                    operands: Vec<ValueId>|
         -> Result<ValueId, MatchFailure> {
            let wide = operands.into_iter().map(|operand| {
                if element == called {
                    return operand;
                }
                let wide = rewriter.create_simple::<llvm::FPExtOp>(location, &[operand], &[called]);
                rewriter.body().result(wide.id(), 0)
            });
            let wide: Vec<ValueId> = wide.collect();
            let call = llvm::CallOp::build_symbol(rewriter, location, symbol, &wide, Some(called));
            let result = call.result(rewriter.body()).ok_or("the call has no result")?;
            if element == called {
                return Ok(result);
            }
            let narrow = rewriter.create_simple::<llvm::FPTruncOp>(location, &[result], &[element]);
            Ok(rewriter.body().result(narrow.id(), 0))
        };
        let result = each_element(rewriter, location, ty, operands.values(), call)?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    });
}

/// Sees to it that a function is declared.
pub(crate) fn require_function(
    rewriter: &mut ConversionPatternRewriter<'_>,
    symbol: Ident,
    ty: Type,
) {
    let ctx = rewriter.context().clone();
    rewriter.require_symbol(symbol, || {
        LlvmFuncOp::declaration(&ctx, Location::UNKNOWN, symbol.text(&ctx), ty)
    });
}

/// What `compute` makes of numbers; of vectors of one dimension, of type `ty`, what it makes of
/// each element.
pub(crate) fn each_element(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    ty: Type,
    operands: &[ValueId],
    compute: impl Fn(&mut Rewriter<'_>, Vec<ValueId>) -> Result<ValueId, MatchFailure>,
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let count = match ty.kind(&ctx) {
        TypeKind::Vector { shape, .. } => match shape[..] {
            [count] => count,
            _ => return Err("only vectors of one dimension are supported".into()),
        },
        TypeKind::Float(_) | TypeKind::Integer { .. } => {
            return compute(rewriter, operands.to_vec());
        }
        _ => return Err("only numbers and vectors of one dimension are supported".into()),
    };
    let mut vector = super::descriptor::poison(rewriter, ty);
    for index in 0..count {
        let index = Number::Known(index).value(rewriter);
        let mut elements = Vec::new();
        for &operand in operands {
            let element = rewriter.body().ty(operand).element_or_self(&ctx);
            let element =
                llvm::ExtractElementOp::build(rewriter, location, operand, index, element);
            elements.push(element.res(rewriter.body()));
        }
        let result = compute(rewriter, elements)?;
        let changed = llvm::InsertElementOp::build(rewriter, location, vector, result, index, ty);
        vector = changed.res(rewriter.body());
    }
    Ok(vector)
}

pub(crate) fn constant(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    value: Attribute,
    ty: Type,
) -> ValueId {
    llvm::ConstantOp::build(rewriter, location, value, ty).res(rewriter.body())
}
