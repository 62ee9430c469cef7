//! Inlining of `llvm.call`.

use crate::llvm_types::{LlvmFunctionType, LlvmVoidType, pointer_type};
use crate::ops::{
    AllocaOp, BrOp, CallOp, CallOpRef, ConstantOp, LifetimeEndOp, LifetimeStartOp, LlvmFuncOp,
    LlvmFuncOpRef, ReturnOp, StackRestoreOp, StackSaveOp,
};
use mlir_lite::context::OpName;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::interfaces::{CallOpInterface, CallableOpInterface, Callee};
use mlir_lite::ir::prelude::*;

impl CallOpInterface for CallOp {
    fn callee(op: CallOpRef<'_>) -> Option<Callee> {
        let symbol = op.callee().map(Callee::Symbol);
        symbol.or_else(|| op.address().map(|address| Callee::Value(address.id())))
    }

    fn arguments(op: CallOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.arguments().map(ValueRef::id).collect()
    }
}

impl CallableOpInterface for LlvmFuncOp {
    fn callable_region(op: LlvmFuncOpRef<'_>) -> Option<RegionId> {
        let region = op.op().region(0)?;
        region.entry().map(|_| region.id())
    }

    fn result_types(op: LlvmFuncOpRef<'_>) -> Vec<Type> {
        let ctx = op.context();
        let ty = op.function_type().as_type(ctx);
        let ty = ty.and_then(|ty| ty.as_dialect::<LlvmFunctionType>(ctx));
        let result = ty.map(|ty| ty.result);
        result.filter(|ty| ty.as_dialect::<LlvmVoidType>(ctx).is_none()).into_iter().collect()
    }
}

/// Attributes of LLVM's functions with which a function is not copied.
const NOT_COPIED: [&str; 4] = ["noduplicate", "presplitcoroutine", "returns_twice", "strictfp"];

/// Attributes of arguments that say how memory is passed.
const OF_MEMORY: [&str; 3] = ["llvm.byval", "llvm.inalloca", "llvm.preallocated"];

pub(crate) struct LlvmInliner;

impl DialectInlinerInterface for LlvmInliner {
    fn is_legal_to_inline_call(&self, call: OpRef<'_>, callee: OpRef<'_>) -> bool {
        let (Some(call), Some(callee)) = (call.cast::<CallOp>(), callee.cast::<LlvmFuncOp>())
        else {
            return false;
        };
        let ctx = callee.context();
        let ty = callee.function_type().as_type(ctx);
        let is_var_arg =
            ty.and_then(|ty| ty.as_dialect::<LlvmFunctionType>(ctx)).is_none_or(|ty| ty.is_var_arg);
        let has_entry = |list: Option<Attribute>, names: &[&str]| {
            let lists = list.and_then(|list| list.as_array(ctx)).unwrap_or_default();
            let entries = lists.iter().filter_map(|entries| entries.as_dictionary(ctx)).flatten();
            entries.into_iter().any(|(name, _)| names.contains(&name.text(ctx)))
        };
        let has_word = |list: Option<Attribute>| {
            let words = list.and_then(|list| list.as_array(ctx)).unwrap_or_default();
            words.iter().filter_map(|word| word.as_str(ctx)).any(|word| NOT_COPIED.contains(&word))
        };
        !is_var_arg
            && callee.no_inline().is_none()
            && call.no_inline().is_none()
            && callee.personality().is_none()
            && call.op_bundle_operands().is_empty()
            && !has_word(callee.passthrough())
            && !has_entry(callee.arg_attrs(), &OF_MEMORY)
            && !has_entry(call.arg_attrs(), &OF_MEMORY)
    }

    fn complete_copy(&self, caller: &mut Body, ops: &[OpId], ends: &[OpId]) {
        move_allocations(caller, ops, ends);
    }

    fn returned_values(&self, op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        op.is::<ReturnOp>().then(|| op.operands().collect())
    }

    fn branch(&self, ctx: &Context) -> Option<OpName> {
        Some(BrOp::name(ctx))
    }
}

/// Moves the memory of the copy that has a known size to the caller's entry, so that a loop around
/// the call reserves it once, and marks where it is in use. Other memory is freed at the end.
fn move_allocations(caller: &mut Body, ops: &[OpId], ends: &[OpId]) {
    let (Some(&first), Some(region)) =
        (ops.first(), caller.regions(caller.root()).first().copied())
    else {
        return;
    };
    let Some(top) = caller.entry_block(region) else { return };
    let (mut moved, mut is_of_any_size) = (Vec::new(), false);
    for &op in ops {
        let Some(alloca) = AllocaOp::cast(caller, op) else { continue };
        let size = alloca.on(caller).array_size().defining::<ConstantOp>();
        match size.map(|size| (size.value(), size.res().ty())) {
            Some(size) => moved.push((alloca, size)),
            None => is_of_any_size = true,
        }
    }
    let location = caller.location(first);
    let pointer = pointer_type(caller.context());
    let saved = is_of_any_size.then(|| {
        let mut builder = BodyBuilder::new(caller, InsertionPoint::Before(first));
        StackSaveOp::build(&mut builder, location, pointer).res(caller)
    });
    for &(alloca, (value, ty)) in &moved {
        let location = caller.location(alloca.id());
        let address = alloca.res(caller);
        let is_marked = caller.users(address).any(|op| {
            LifetimeStartOp::cast(caller, op).is_some() || LifetimeEndOp::cast(caller, op).is_some()
        });
        if !is_marked && value.as_i64(caller.context()).is_none_or(|count| count != 0) {
            let mut builder = BodyBuilder::new(caller, InsertionPoint::Before(alloca.id()));
            LifetimeStartOp::build(&mut builder, location, address);
            for &end in ends {
                let mut builder = BodyBuilder::new(caller, InsertionPoint::Before(end));
                LifetimeEndOp::build(&mut builder, location, address);
            }
        }
        let mut builder = BodyBuilder::new(caller, InsertionPoint::Start(top));
        let count = ConstantOp::build(&mut builder, location, value, ty);
        let count_result = count.res(caller);
        if let Some(next) = caller.next_op(count.id()) {
            caller.move_op_before(next, alloca.id());
        }
        alloca.set_array_size(caller, count_result);
    }
    for &end in ends {
        let Some(saved) = saved else { break };
        let mut builder = BodyBuilder::new(caller, InsertionPoint::Before(end));
        StackRestoreOp::build(&mut builder, location, saved);
    }
}
