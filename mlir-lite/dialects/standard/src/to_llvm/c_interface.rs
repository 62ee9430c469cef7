//! Functions that C can call, and functions of C's: `_mlir_ciface_f` beside `f`.
//!
//! In C a memref is a pointer to a struct, its descriptor, and several results
//! (or one that is a struct) are written where the first argument points. For a
//! function that is defined, the function of C's form loads the descriptors and
//! calls it; one that is declared is defined here, for this module alone: it
//! calls the one of C's form, which somebody else defines.

use crate::to_llvm::MemRefConvention;
use crate::to_llvm::address::{NO_DESCRIPTOR, stack_slot};
use crate::to_llvm::types::convert;
use mlir_lite::context::Context;
use mlir_lite::conversion::ConversionPatternRewriter;
use mlir_lite::dialects::llvm::{self, LlvmFuncOp, LlvmFunctionType, LlvmStructType};
use mlir_lite::ir::builder::{BodyBuilder, at};
use mlir_lite::ir::{Body, Ident, InsertionPoint, Location, OpBuilder, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::types::Type;

/// The unit attribute of a function that C can call.
pub(crate) const EMIT_C_INTERFACE: &str = "llvm.emit_c_interface";

/// A function, as this file needs it.
pub(crate) struct Signature<'t> {
    pub(crate) name: Ident,
    pub(crate) inputs: &'t [Type],
    pub(crate) results: &'t [Type],
    /// How it takes memrefs.
    pub(crate) convention: MemRefConvention,
    /// The result type in the `llvm` dialect, if there is one.
    pub(crate) result: Option<Type>,
    /// The result type in C's form, if there is one: memrefs are descriptors.
    pub(crate) c_result: Option<Type>,
}

/// In C's form.
const CONVENTION: MemRefConvention = MemRefConvention::Descriptor;

impl Signature<'_> {
    fn c_name(&self, ctx: &Context) -> Ident {
        ctx.ident(&format!("_mlir_ciface_{}", self.name.text(ctx)))
    }

    /// The result, if it is written where the first argument points.
    fn stored_result(&self, ctx: &Context) -> Option<Type> {
        self.c_result.filter(|ty| ty.as_dialect::<LlvmStructType>(ctx).is_some())
    }

    fn returned_result(&self, ctx: &Context) -> Option<Type> {
        self.c_result.filter(|ty| ty.as_dialect::<LlvmStructType>(ctx).is_none())
    }

    /// The type of the function in C's form.
    fn c_type(&self, ctx: &Context) -> Result<Type, MatchFailure> {
        let mut parameters = Vec::new();
        parameters.extend(self.stored_result(ctx).map(|_| llvm::pointer_type(ctx)));
        for &input in self.inputs {
            parameters.push(if CONVENTION.is_collected(ctx, input) {
                llvm::pointer_type(ctx)
            } else {
                convert(ctx, input).ok_or("a parameter has no counterpart in the llvm dialect")?
            });
        }
        let result = self.returned_result(ctx).unwrap_or_else(|| llvm::void_type(ctx));
        Ok(llvm::function_type(ctx, result, &parameters, false))
    }

    fn c_declaration(&self, ctx: &Context, location: Location) -> Result<Body, MatchFailure> {
        let ty = self.c_type(ctx)?;
        let mut body = LlvmFuncOp::declaration(ctx, location, self.c_name(ctx).text(ctx), ty);
        let root = body.root();
        body.set_attr(root, ctx.ident(EMIT_C_INTERFACE), mlir_lite::attributes::Attribute::UNIT);
        Ok(body)
    }
}

/// Asks for the function of C's form that calls a defined function.
pub(crate) fn require_wrapper(
    function: &Signature<'_>,
    location: Location,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let mut wrapper = function.c_declaration(&ctx, location)?;
    let region = wrapper.region(wrapper.root(), 0);
    let ty = function.c_type(&ctx)?;
    let ty = ty.as_dialect::<LlvmFunctionType>(&ctx).ok_or("a function has a function type")?;
    let entry = wrapper.create_block(region, &ty.parameters);
    let arguments = wrapper.arguments(entry).to_vec();
    let mut builder = BodyBuilder::at_end(&mut wrapper, entry).at(location);
    let (target, arguments) = match function.stored_result(&ctx) {
        Some(_) => (arguments.first().copied(), &arguments[1..]),
        None => (None, &arguments[..]),
    };
    let mut values = Vec::new();
    for (&argument, &ty) in arguments.iter().zip(function.inputs) {
        values.push(if CONVENTION.is_collected(&ctx, ty) {
            let descriptor = convert(&ctx, ty).ok_or(NO_DESCRIPTOR)?;
            llvm::LoadOp::plain(&mut builder, argument, descriptor)
        } else {
            argument
        });
    }
    let values = function.convention.expand(&mut builder, function.inputs, &values)?;
    let result = llvm::CallOp::of_symbol(&mut builder, function.name, &values, function.result);
    let mut result =
        function.convention.with_descriptors(&mut builder, function.results, result)?;
    if let (Some(target), Some(value)) = (target, result) {
        llvm::StoreOp::plain(&mut builder, value, target);
        result = None;
    }
    llvm::ReturnOp::create(&mut builder, result);
    rewriter.require_symbol(function.c_name(&ctx), || wrapper);
    Ok(())
}

/// Defines a declared function: it calls the one of C's form, which is declared.
pub(crate) fn define_by_c_function(
    op: OpId,
    function: &Signature<'_>,
    location: Location,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let declaration = function.c_declaration(&ctx, location)?;
    let c_name = function.c_name(&ctx);
    rewriter.require_symbol(c_name, || declaration);
    let mut parts = Vec::new();
    for &input in function.inputs {
        parts.push(function.convention.argument_types(rewriter.body(), input)?);
    }
    let region = rewriter.body().region(op, 0);
    let entry = rewriter.create_block(region, &parts.concat());
    let arguments = rewriter.body().arguments(entry).to_vec();
    at(rewriter, InsertionPoint::End(entry), |builder| {
        let mut passed: Vec<ValueId> = Vec::new();
        let slot = function.stored_result(&ctx).map(|ty| stack_slot(builder, ty));
        passed.extend(slot);
        let mut rest = &arguments[..];
        for (&input, types) in function.inputs.iter().zip(&parts) {
            let (fields, others) = rest.split_at(types.len());
            rest = others;
            if CONVENTION.is_collected(&ctx, input) {
                let value = function.convention.collect(builder, input, fields)?;
                let ty = builder.body().ty(value);
                let place = stack_slot(builder, ty);
                llvm::StoreOp::plain(builder, value, place);
                passed.push(place);
            } else {
                passed.extend(fields);
            }
        }
        let returned = function.returned_result(&ctx);
        let mut result = llvm::CallOp::of_symbol(builder, c_name, &passed, returned);
        if let (Some(slot), Some(ty)) = (slot, function.stored_result(&ctx)) {
            result = Some(llvm::LoadOp::plain(builder, slot, ty));
        }
        let result = function.convention.without_descriptors(builder, function.results, result)?;
        llvm::ReturnOp::create(builder, result);
        Ok(())
    })
}
