//! The function to which integer powers are lowered.

use crate::to_llvm::Rewriter;
use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{self, LlvmFuncOp};
use mlir_lite::ir::{Body, Ident, Location, OpBuilder};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;

/// The name of the function that gives powers of integers of some width; it is defined where it is
/// needed.
pub(crate) fn integer_power(
    rewriter: &mut Rewriter<'_>,
    width: u32,
) -> Result<Ident, MatchFailure> {
    let ctx = rewriter.context().clone();
    let name = format!("__mlir_math_ipowi_i{width}");
    let symbol = ctx.ident(&name);
    // Squares of the base for the bits of the exponent; a fraction is 0 unless the base is 1 or -1.
    // The exponent decides where to go, which poison may not. One bit cannot be shifted by one.
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
