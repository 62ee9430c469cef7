//! Lowers Toy ops to affine loops over memory.
//!
//! Each tensor becomes a memref that is allocated at the start of its block and freed before the
//! block's end, and each op a loop nest that writes the op's result. `toy.print` stays and prints
//! from memory. Small constants are stored element by element; larger ones are globals, used in
//! place.
//!
//! Functions take tensors as memrefs, followed by memory for each result: the caller allocates it,
//! and the callee fills it.

use mlir_lite::attributes::DenseElements;
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet, apply_partial_conversion,
    populate_lowerings,
};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::standard::{self, GetGlobalMemrefOp, GlobalMemrefOp};
use mlir_lite::edsc::{Edsc, Memory, edsc};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite_diagnostics::Reported;

use super::in_place::InPlacePlan;
use super::loops::{
    Affine, Lowered, Rewriter, allocate, are_in_memory, as_passed, fill, in_f64, memory_type,
    store_constants, target,
};
use super::{control_flow, in_place, signature, subscripts};
use crate::NAMESPACE;
use crate::accesses::{ProofCaller, mark_checked};
use crate::builtins;
use crate::elements::{Element, tensor_of};
use crate::ops::{
    CaptureOp, CheckedDivisorOp, CheckedIndexOp, CheckedIntegerOp, CheckedNumberOp, ConstantOp,
    ExitStatusOp, GenericCallOp, HostTensorOp, ReturnOp, TakesArgumentsOp, WholeNumberOp,
};
use crate::shapes::check_shapes;

/// Larger constants are globals. Later passes can see through one store per element, but the stores
/// take them and the code generator a long time.
const MAX_STORES: usize = 64;

/// Lower toy to affine loops.
#[pass(name = "toy-to-affine", initialize)]
pub struct ToyToAffinePass {
    patterns: FrozenConversionPatternSet,
    target: ConversionTarget,
}

impl ToyToAffinePass {
    /// All dialects must be loaded.
    fn initialize(ctx: &Context) -> Self {
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect("affine");
        target.add_legal_dialect("std");
        target.add_illegal_dialect(NAMESPACE);
        let is_of_memory = |op: OpRef<'_>| op.operand_types().all(|ty| ty.is_memref(op.context()));
        builtins::keep_in_memory(&mut target);
        target.add_illegal_op::<UnrealizedConversionCastOp>();
        target.add_dynamically_legal_op::<CaptureOp>(is_of_memory);
        target.add_legal_op::<CheckedIndexOp>();
        target.add_legal_op::<CheckedNumberOp>();
        target.add_legal_op::<CheckedIntegerOp>();
        target.add_legal_op::<CheckedDivisorOp>();
        let is_of_number = |op: OpRef<'_>| op.operand_types().all(|ty| ty == Type::F64);
        target.add_dynamically_legal_op::<WholeNumberOp>(is_of_number);
        target.add_dynamically_legal_op::<ExitStatusOp>(is_of_memory);
        target.add_legal_op::<TakesArgumentsOp>();
        Self { patterns: patterns(ctx).freeze(ctx), target }
    }
}

impl RunPass for ToyToAffinePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        // The proofs of shape inference are repeated: the function may have been changed since, or
        // written by hand.
        mark_checked(body, ProofCaller::Lowering);
        check_shapes(body, cx.diagnostics)?;
        let outputs = signature::take_memory(body);
        let plan = InPlacePlan::of(body);
        in_place::mark(body, &plan);
        let open = control_flow::lower(body, &plan);
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)?;
        control_flow::close(body, open);
        signature::return_in_memory(body, &outputs);
        Ok(())
    }
}

/// The lowering of each op of the dialect, except structs, which are erased before.
fn patterns(ctx: &Context) -> ConversionPatternSet {
    let mut set = ConversionPatternSet::new();
    populate_lowerings::<Affine>(ctx, NAMESPACE, &(), &mut set);
    set.add::<ConstantOp>("toy.constant-to-affine", 1, |op, _, rewriter| constant(op, rewriter));
    set.add::<HostTensorOp>("toy.host_tensor-to-affine", 1, |op, _, rewriter| {
        let ty = target(rewriter.body(), op.id())?;
        let symbol = HostTensorOp::symbol(op.number(rewriter.body()));
        let memref = global(ty, &symbol, None, rewriter);
        rewriter.replace_op(op.id(), &[memref]);
        Ok(())
    });
    set.add::<CaptureOp>("toy.capture-to-affine", 1, |op, operands, rewriter| {
        are_in_memory(rewriter.body(), operands.values())?;
        let index = op.index(rewriter.body());
        let input = operands.input();
        let input = edsc(rewriter, |e| as_passed(e, input))?;
        CaptureOp::create(rewriter, input, index, None);
        rewriter.erase_op(op.id());
        Ok(())
    });
    set.add::<ExitStatusOp>("toy.exit_status-to-affine", 1, |op, operands, rewriter| {
        are_in_memory(rewriter.body(), operands.values())?;
        let input = operands.input();
        let input = edsc(rewriter, |e| in_f64(e, input).map(|memory| memory.memref.id()))?;
        ExitStatusOp::create(rewriter, input);
        rewriter.erase_op(op.id());
        Ok(())
    });
    // The returned value is stored in the caller's memory after everything else.
    set.add::<ReturnOp>("toy.return-to-std", 1, |op, operands, rewriter| {
        standard::ReturnOp::create(rewriter, operands.values());
        rewriter.erase_op(op.id());
        Ok(())
    });
    set.add::<GenericCallOp>("toy.generic_call-to-std", 1, call);
    // A parameter.
    set.add::<UnrealizedConversionCastOp>(
        "builtin.unrealized_conversion_cast-to-affine",
        1,
        |op, operands, rewriter| {
            let &[input] = operands.values() else { return Err("expects one operand".into()) };
            are_in_memory(rewriter.body(), &[input])?;
            rewriter.replace_op(op.id(), &[input]);
            Ok(())
        },
    );
    set
}

/// The callee fills memory that is allocated here.
fn call(
    op: GenericCallOp,
    operands: Adaptor<'_, GenericCallOp>,
    rewriter: &mut Rewriter<'_>,
) -> Result<(), MatchFailure> {
    let body = rewriter.body();
    are_in_memory(body, operands.values())
        .map_err(|_| "an argument is not a result of an op that was lowered")?;
    let (ctx, callee) = (body.context(), op.callee_attr(body));
    let type_of = |result| memory_type(ctx, body.ty(result));
    let types: Option<Vec<Type>> = body.results(op.id()).map(type_of).collect();
    let types = types.ok_or("the shape of a result is not known")?;
    let outputs: Vec<ValueId> = edsc(rewriter, |e| {
        types
            .into_iter()
            .map(|ty| Ok(allocate(e, ty)?.memref.id()))
            .collect::<Result<_, MatchFailure>>()
    })?;
    standard::CallOp::create(rewriter, callee, &[operands.values(), &outputs].concat(), &[]);
    rewriter.replace_op(op.id(), &outputs);
    Ok(())
}

/// Lowers an op that gives the elements of its operand the shape of its result.
pub(crate) fn lower_reshape<'e>(e: Edsc<'e>, op: OpId, input: Memory<'e>) -> Lowered<'e> {
    let (ty, ctx) = (e.read(|body| target(body, op))?, e.context());
    let map = subscripts::reshape(&ctx, &input.shape(), ty.shape(&ctx).unwrap_or_default());
    fill(e, ty, |ivs| input.at((map, ivs)))
}

/// Whether the elements of a constant are stored one by one in memory that is allocated for them.
pub(super) fn is_stored_by_elements(body: &Body, constant: ConstantOp) -> bool {
    let ctx = body.context();
    constant.value(body).dense(ctx).is_some_and(|elements| elements.len(ctx) <= MAX_STORES)
}

fn constant(op: ConstantOp, rewriter: &mut Rewriter<'_>) -> Result<(), MatchFailure> {
    let ty = target(rewriter.body(), op.id())?;
    let (ctx, value) = (rewriter.context().clone(), op.value(rewriter.body()));
    let elements = value.dense(&ctx).ok_or("the value has no elements")?;
    let memref = if is_stored_by_elements(rewriter.body(), op) {
        let all = tensor_of(&ctx, &elements)?.elements;
        edsc(rewriter, |e| store_constants(e, ty, &all).map(|memory| memory.memref.id()))?
    } else {
        global_of_elements(ty, value, &elements, rewriter)
    };
    rewriter.replace_op(op.id(), &[memref]);
    Ok(())
}

/// The memory of a global constant, which is named after its contents: equal constants share one.
fn global_of_elements(
    ty: Type,
    value: Attribute,
    elements: &DenseElements,
    rewriter: &mut Rewriter<'_>,
) -> ValueId {
    let ctx = rewriter.context().clone();
    let sizes: String =
        ty.shape(&ctx).unwrap_or_default().iter().map(|size| format!("{size}x")).collect();
    // The dot keeps the name distinct from names of the language.
    let element = Element::of(&ctx, ty).name_in_memory();
    let name = format!("constant.{sizes}{element}_{:016x}", hash(elements.data()));
    // A boolean is a byte.
    let in_memory = match elements.ty().element_type(&ctx) {
        Some(Type::I1) => {
            let ty = ctx.tensor_type(ty.shape(&ctx).unwrap_or_default(), Type::I8);
            ctx.dense_attr(DenseElements::new(ty, elements.data().clone(), elements.is_splat()))
        }
        _ => value,
    };
    global(ty, &name, Some(in_memory), rewriter)
}

/// The memory of a global constant; one without elements belongs to the host.
fn global(
    ty: Type,
    name: &str,
    elements: Option<Attribute>,
    rewriter: &mut Rewriter<'_>,
) -> ValueId {
    let (ctx, location) = (rewriter.context().clone(), rewriter.location());
    let ident = ctx.ident(name);
    rewriter.require_symbol(ident, || {
        let mut body = Body::new(&ctx, GlobalMemrefOp::name(&ctx), location, 0);
        let global = GlobalMemrefOp::from_id(body.root());
        global.set_sym_name(&mut body, ctx.string_attr(name));
        global.set_ty(&mut body, ctx.type_attr(ty));
        global.set_constant(&mut body, Attribute::UNIT);
        if let Some(elements) = elements {
            global.set_sym_visibility(&mut body, ctx.string_attr("private"));
            global.set_initial_value(&mut body, elements);
        }
        body
    });
    GetGlobalMemrefOp::create(rewriter, ctx.symbol_ident_attr(ident), ty)
}

/// FNV-1a of 128 bits, folded to 64: the same on every machine.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for &byte in bytes {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    (hash >> 64) as u64 ^ hash as u64
}
