//! Functions of C's library, tests on floats, and results twice as wide.

use super::arithmetic::{NOT_ALIKE, require_function, unrolled};
use super::flags::keep_flags;
use super::numbers::Number;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm::LlvmFuncOp;
use mlir_lite::dialects::{llvm, standard};
use mlir_lite::ir::{Body, Ident, Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::types::{FloatKind, MAX_INTEGER_WIDTH, Type, TypeKind};
use mlir_lite_diagnostics::Diagnostics;

type Rewriter<'r> = ConversionPatternRewriter<'r>;

#[expect(clippy::too_many_lines, reason = "a list of patterns")]
pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::AbsIOp>("absi-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        rewriter.replace_op_with(op.id(), |b| {
            llvm::AbsOp::build(b, location, operands[0], Attribute::FALSE)
        });
        Ok(())
    });
    patterns.add::<standard::FPowIOp>("fpowi-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ctx = rewriter.context().clone();
        let &[base, exponent] = operands else { return Err("a power has two operands".into()) };
        let width = rewriter.body().ty(exponent).bit_width(&ctx);
        if width.is_none_or(|width| width > 32) {
            return Err("LLVM has powers of 'i32' only".into());
        }
        let exponent = if width == Some(32) {
            exponent
        } else {
            let wide = rewriter.create_simple::<llvm::SExtOp>(location, &[exponent], &[Type::I32]);
            rewriter.body().result(wide.id(), 0)
        };
        let ty = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
        let power = rewriter.create_simple::<llvm::PowIOp>(location, &[base, exponent], &[ty]);
        keep_flags(rewriter, op.id(), power.id());
        let result = rewriter.body().result(power.id(), 0);
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    });
    patterns.add::<standard::IPowIOp>("ipowi-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ctx = rewriter.context().clone();
        let ty = rewriter.body().ty(operands[0]);
        let element = ty.element_or_self(&ctx);
        let width = element.bit_width(&ctx).filter(|_| element.is_integer(&ctx));
        let function = integer_power(rewriter, width.ok_or("only integers are supported")?)?;
        let result = each_element(rewriter, location, ty, operands, |rewriter, operands| {
            let call =
                llvm::CallOp::build_symbol(rewriter, location, function, &operands, Some(element));
            Ok(call.result(rewriter.body()).ok_or("the call has no result")?)
        })?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    });
    patterns.add::<standard::CountLeadingZerosOp>("ctlz-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        rewriter.replace_op_with(op.id(), |b| {
            llvm::CountLeadingZerosOp::build(b, location, operands[0], Attribute::FALSE)
        });
        Ok(())
    });
    patterns.add::<standard::CountTrailingZerosOp>("cttz-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        rewriter.replace_op_with(op.id(), |b| {
            llvm::CountTrailingZerosOp::build(b, location, operands[0], Attribute::FALSE)
        });
        Ok(())
    });
    patterns.add::<standard::IsNaNOp>("isnan-to-llvm", 1, |op, operands, rewriter| {
        let result = compare(op.id(), CmpFPredicate::Uno, operands[0], operands[0], rewriter)?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    });
    patterns.add::<standard::IsInfOp>("isinf-to-llvm", 1, |op, operands, rewriter| {
        test_magnitude(op.id(), operands[0], &[(CmpFPredicate::Oeq, f64::INFINITY)], rewriter)
    });
    patterns.add::<standard::IsFiniteOp>("isfinite-to-llvm", 1, |op, operands, rewriter| {
        test_magnitude(op.id(), operands[0], &[(CmpFPredicate::Olt, f64::INFINITY)], rewriter)
    });
    patterns.add::<standard::IsNormalOp>("isnormal-to-llvm", 1, |op, operands, rewriter| {
        let smallest = match rewriter.body().ty(operands[0]).kind(&rewriter.context().clone()) {
            TypeKind::Float(FloatKind::F32) => f64::from(f32::MIN_POSITIVE),
            _ => f64::MIN_POSITIVE,
        };
        test_magnitude(
            op.id(),
            operands[0],
            &[(CmpFPredicate::Olt, f64::INFINITY), (CmpFPredicate::Oge, smallest)],
            rewriter,
        )
    });
    patterns.add::<standard::AddUIExtendedOp>(
        "addui-extended-to-llvm",
        1,
        |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let sum = llvm::AddOp::build(rewriter, location, operands[0], operands[1], None);
            let sum = sum.result(rewriter.body());
            let ty = rewriter.convert_type(rewriter.body().ty(op.overflow(rewriter.body())))?;
            let over =
                llvm::ICmpOp::build(rewriter, location, CmpIPredicate::Ult, sum, operands[0], ty);
            let over = over.result(rewriter.body());
            rewriter.replace_op(op.id(), &[sum, over]);
            Ok(())
        },
    );
    patterns.add::<standard::MulSIExtendedOp>(
        "mulsi-extended-to-llvm",
        1,
        |op, operands, rewriter| wide_product::<llvm::SExtOp>(op.id(), operands, rewriter),
    );
    patterns.add::<standard::MulUIExtendedOp>(
        "mului-extended-to-llvm",
        1,
        |op, operands, rewriter| wide_product::<llvm::ZExtOp>(op.id(), operands, rewriter),
    );
}

/// Ops that become calls of functions of C's library.
macro_rules! calls_library {
    ($($op:ident = $function:literal;)*) => {
        $(impl LowerToLlvm for $op {
            fn lower(patterns: &mut $crate::conversion::ConversionPatternSet) {
                $crate::to_llvm::library_call::<Self>(patterns, $function);
            }
        })*
    };
}
pub(crate) use calls_library;

/// An op becomes calls of a function of C's library: of a vector for each
/// element, of a narrow format with its numbers as `f32`.
pub(crate) fn library_call<Old: OpDefinition>(
    patterns: &mut ConversionPatternSet,
    function: &'static str,
) {
    patterns.add::<Old>(Old::NAME, 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let ctx = rewriter.context().clone();
        let ty = rewriter.body().ty(operands[0]);
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
            llvm::function_type(&ctx, called, &vec![called; operands.len()], false),
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
        let result = each_element(rewriter, location, ty, operands, call)?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    });
}

/// What `compute` makes of numbers; of vectors of one dimension, of type `ty`, what it makes of each element.
fn each_element(
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
    let mut vector = super::descriptor::poison(rewriter, location, ty);
    for index in 0..count {
        let index = Number::Known(index).value(rewriter, location);
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

/// The name of the function that gives powers of integers of some width; it is defined where it is needed.
fn integer_power(rewriter: &mut Rewriter<'_>, width: u32) -> Result<Ident, MatchFailure> {
    let ctx = rewriter.context().clone();
    let name = format!("__mlir_math_ipowi_i{width}");
    let symbol = ctx.ident(&name);
    // Squares of the base for the bits of the exponent; a fraction is 0 unless the base is 1 or -1. The exponent decides where
    // to go, which poison may not.
    // One bit cannot be shifted by one.
    let half = if width == 1 { "llvm.and %rest, %zero : iN" } else { "llvm.lshr %rest, %one : iN" };
    let text = format!(
        "llvm.func internal @{name}(%base: iN, %exponent: iN) -> iN {{
           %zero = llvm.mlir.constant(0 : iN) : iN
           %one = llvm.mlir.constant(1 : iN) : iN
           %minus_one = llvm.mlir.constant(-1 : iN) : iN
           %known = llvm.freeze %exponent : iN
           %is_fraction = llvm.icmp \"slt\" %known, %zero : iN
           llvm.cond_br %is_fraction, ^fraction, ^bits(%one, %base, %known : iN, iN, iN)
         ^fraction:
           %is_one = llvm.icmp \"eq\" %base, %one : iN
           %is_minus_one = llvm.icmp \"eq\" %base, %minus_one : iN
           %last = llvm.and %known, %one : iN
           %is_odd = llvm.icmp \"ne\" %last, %zero : iN
           %sign = llvm.select %is_odd, %minus_one, %one : i1, iN
           %of_minus_one = llvm.select %is_minus_one, %sign, %zero : i1, iN
           %of_one = llvm.select %is_one, %one, %of_minus_one : i1, iN
           llvm.return %of_one : iN
         ^bits(%power: iN, %square: iN, %rest: iN):
           %bit = llvm.and %rest, %one : iN
           %is_set = llvm.icmp \"ne\" %bit, %zero : iN
           %product = llvm.mul %power, %square : iN
           %next = llvm.select %is_set, %product, %power : i1, iN
           %next_square = llvm.mul %square, %square : iN
           %next_rest = {half}
           %goes_on = llvm.icmp \"ne\" %next_rest, %zero : iN
           llvm.cond_br %goes_on, ^bits(%next, %next_square, %next_rest : iN, iN, iN), ^end
         ^end:
           llvm.return %next : iN
         }}"
    )
    .replace("iN", &format!("i{width}"));
    let mut definition = parse_definition(&ctx, &text);
    definition.as_ref().ok_or("the function for it could not be defined")?;
    rewriter.require_symbol(symbol, || {
        definition.take().unwrap_or_else(|| {
            let ty = ctx.integer_type(width);
            LlvmFuncOp::declaration(
                &ctx,
                Location::UNKNOWN,
                &name,
                llvm::function_type(&ctx, ty, &[ty, ty], false),
            )
        })
    });
    Ok(symbol)
}

/// The only op of a text, as a body of its own.
fn parse_definition(ctx: &Context, text: &str) -> Option<Body> {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.sources().add("<math functions>", text).ok()?;
    let mut module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics).ok()?;
    let (definition, _) = module.children().next()?;
    module.take_child(definition)
}

/// `a predicate b`, of the type of the op's result.
fn compare(
    op: OpId,
    predicate: CmpFPredicate,
    a: ValueId,
    b: ValueId,
    rewriter: &mut Rewriter<'_>,
) -> Result<ValueId, MatchFailure> {
    let location = rewriter.body().location(op);
    let ty = rewriter.convert_type(rewriter.body().ty(rewriter.body().result(op, 0)))?;
    let result = unrolled(rewriter, location, ty, &[a, b], &mut |rewriter, operands, ty| {
        let op =
            llvm::FCmpOp::build(rewriter, location, predicate, operands[0], operands[1], None, ty);
        op.result(rewriter.body())
    });
    Ok(result.ok_or(NOT_ALIKE)?)
}

/// Replaces an op by whether the operand's magnitude passes all comparisons.
fn test_magnitude(
    op: OpId,
    operand: ValueId,
    comparisons: &[(CmpFPredicate, f64)],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op);
    let ty = rewriter.body().ty(operand);
    let ctx = rewriter.context().clone();
    if !matches!(ty.kind(&ctx), TypeKind::Float(FloatKind::F32 | FloatKind::F64)) {
        return Err("only 'f32' and 'f64' are supported".into());
    }
    let magnitude = llvm::FAbsOp::build(rewriter, location, operand, None).id();
    let magnitude = rewriter.body().result(magnitude, 0);
    let mut all: Option<ValueId> = None;
    for &(predicate, bound) in comparisons {
        let bound = constant(rewriter, location, ctx.float_attr(ty, bound), ty);
        let holds = compare(op, predicate, magnitude, bound, rewriter)?;
        all = Some(match all {
            Some(others) => {
                llvm::AndOp::build(rewriter, location, others, holds).result(rewriter.body())
            }
            None => holds,
        });
    }
    rewriter.replace_op(op, &[all.ok_or("there is nothing to compare")?]);
    Ok(())
}

fn constant(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    value: Attribute,
    ty: Type,
) -> ValueId {
    llvm::ConstantOp::build(rewriter, location, value, ty).res(rewriter.body())
}

/// The halves of a product, computed at twice the width.
fn wide_product<Extend: OpDefinition>(
    op: OpId,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op);
    let ctx = rewriter.context().clone();
    let ty = rewriter.body().ty(operands[0]);
    let width =
        ty.bit_width(&ctx).filter(|_| ty.is_integer(&ctx)).ok_or("only integers are supported")?;
    if width > MAX_INTEGER_WIDTH / 2 {
        return Err("there is no integer type of twice the width".into());
    }
    let wide_type = ctx.integer_type(width * 2);
    let mut wide = Vec::new();
    for &operand in operands {
        let op = rewriter.create_simple::<Extend>(location, &[operand], &[wide_type]);
        wide.push(rewriter.body().result(op.id(), 0));
    }
    let product =
        llvm::MulOp::build(rewriter, location, wide[0], wide[1], None).result(rewriter.body());
    let by = constant(rewriter, location, ctx.integer_attr(wide_type, width.into()), wide_type);
    let high = llvm::LShrOp::build(rewriter, location, product, by, None).result(rewriter.body());
    let mut halves = Vec::new();
    for half in [product, high] {
        let op = llvm::TruncOp::build(rewriter, location, half, None, ty);
        halves.push(op.res(rewriter.body()));
    }
    rewriter.replace_op(op, &halves);
    Ok(())
}
