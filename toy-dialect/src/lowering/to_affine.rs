//! Toy ops to affine loops over memory.
//!
//! Each tensor becomes a memref that is allocated at the start of its block and freed before the block's end, and each op
//! a loop nest that writes the op's result. `toy.print` stays and prints from memory. Small constants are stored element
//! by element; larger ones are globals, used in place.
//!
//! Functions take tensors as memrefs, and memory for each result behind them: the caller's, which the callee fills.

use mlir_lite::affine::AffineMap;
use mlir_lite::attributes::DenseElements;
use mlir_lite::conversion::{
    ConversionPatternRewriter, ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet,
    apply_partial_conversion,
};
use mlir_lite::dialects::affine::{self, build_loop_nest};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::std::{self, AllocOp, DeallocOp, GetGlobalMemrefOp, GlobalMemrefOp};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Pass, PassContext};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite_diagnostics::Reported;

use super::{signature, subscripts};
use crate::dialect::ToyDialect;
use crate::ops::{
    AddOp, CaptureOp, CastOp, ConstantOp, DivOp, GenericCallOp, MulOp, NegOp, PrintOp, ReshapeOp, ReturnOp,
    SubOp, TransposeOp,
};

/// Constants of more elements are globals. A store per element is what later passes see through, and what they and the
/// code generator take long for.
const MAX_STORES: usize = 64;

/// Lowers the toy ops of a function, all but `toy.print`, to loops over memory.
pub struct ToyToAffinePass {
    patterns: FrozenConversionPatternSet,
    target: ConversionTarget,
}

impl ToyToAffinePass {
    /// The pass; all dialects must be loaded.
    pub fn new(ctx: &Context) -> Self {
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect("affine");
        target.add_legal_dialect("std");
        target.add_illegal_dialect(ToyDialect::NAMESPACE);
        let is_of_memory = |op: OpRef<'_>| op.operand_types().all(|ty| ty.is_memref(op.context()));
        target.add_dynamically_legal_op::<PrintOp>(is_of_memory);
        target.add_illegal_op::<UnrealizedConversionCastOp>();
        target.add_dynamically_legal_op::<CaptureOp>(is_of_memory);
        Self { patterns: patterns().freeze(ctx), target }
    }
}

impl Pass for ToyToAffinePass {
    fn name(&self) -> &'static str {
        "ToyToAffine"
    }

    fn argument(&self) -> &'static str {
        "toy-to-affine"
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let outputs = signature::take_memory(body);
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)?;
        signature::return_in_memory(body, &outputs);
        Ok(())
    }
}

type Rewriter<'r> = ConversionPatternRewriter<'r>;

/// The result of an op in memory, or why the op cannot be lowered.
type Lowered = Result<ValueId, MatchFailure>;

/// A rule for ops `O`: the memory that `lower` makes stands for the op's result.
fn add<O: OpDefinition>(
    set: &mut ConversionPatternSet,
    name: &'static str,
    lower: fn(O, &[ValueId], &mut Rewriter<'_>) -> Lowered,
) {
    set.add::<O>(name, 1, move |op, operands, rewriter| {
        let memref = lower(op, operands, rewriter)?;
        rewriter.replace_op(op.id(), &[memref]);
        Ok(())
    });
}

/// The lowering of each op of the dialect, structs excepted: they are gone by then.
fn patterns() -> ConversionPatternSet {
    let mut set = ConversionPatternSet::new();
    add::<AddOp>(&mut set, "add-to-loops", |op, operands, rewriter| {
        elementwise(op.id(), operands, rewriter, |b, at, [x, y]| {
            let value = std::AddFOp::build(b, at, x, y);
            value.result(b.body())
        })
    });
    add::<SubOp>(&mut set, "sub-to-loops", |op, operands, rewriter| {
        elementwise(op.id(), operands, rewriter, |b, at, [x, y]| {
            let value = std::SubFOp::build(b, at, x, y);
            value.result(b.body())
        })
    });
    add::<MulOp>(&mut set, "mul-to-loops", |op, operands, rewriter| {
        elementwise(op.id(), operands, rewriter, |b, at, [x, y]| {
            let value = std::MulFOp::build(b, at, x, y);
            value.result(b.body())
        })
    });
    add::<DivOp>(&mut set, "div-to-loops", |op, operands, rewriter| {
        elementwise(op.id(), operands, rewriter, |b, at, [x, y]| {
            let value = std::DivFOp::build(b, at, x, y);
            value.result(b.body())
        })
    });
    add::<NegOp>(&mut set, "neg-to-loops", |op, operands, rewriter| {
        elementwise(op.id(), operands, rewriter, |b, at, [x]| {
            let value = std::NegFOp::build(b, at, x);
            value.result(b.body())
        })
    });
    add::<TransposeOp>(&mut set, "transpose-to-loops", transpose);
    add::<ReshapeOp>(&mut set, "reshape-to-loops", reshape);
    add::<ConstantOp>(&mut set, "constant-to-memory", constant);
    // The memory of a tensor is that of the same tensor under another type.
    add::<CastOp>(&mut set, "cast-to-memory", |op, operands, rewriter| {
        let (_, ty) = target(rewriter.body(), op.id())?;
        let [memref] = in_memory(rewriter.body(), operands)?;
        if rewriter.body().ty(memref) != ty { Err("the cast changes the shape".into()) } else { Ok(memref) }
    });
    set.add::<PrintOp>("print-from-memory", 1, |op, operands, rewriter| {
        let [memref] = in_memory(rewriter.body(), operands)?;
        let location = rewriter.body().location(op.id());
        PrintOp::build(rewriter, location, memref);
        rewriter.erase_op(op.id());
        Ok(())
    });
    set.add::<CaptureOp>("capture-from-memory", 1, |op, operands, rewriter| {
        let [memref] = in_memory(rewriter.body(), operands)?;
        let (location, index) = (rewriter.body().location(op.id()), op.index(rewriter.body()));
        CaptureOp::build(rewriter, location, memref, index);
        rewriter.erase_op(op.id());
        Ok(())
    });
    // What it returns goes to the caller's memory when everything else is done.
    set.add::<ReturnOp>("return-to-std", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        std::ReturnOp::build(rewriter, location, operands);
        rewriter.erase_op(op.id());
        Ok(())
    });
    set.add::<GenericCallOp>("call-to-std", 1, call);
    // A parameter.
    set.add::<UnrealizedConversionCastOp>("parameter-to-memory", 1, |op, operands, rewriter| {
        let [memref] = in_memory(rewriter.body(), operands)?;
        rewriter.replace_op(op.id(), &[memref]);
        Ok(())
    });
    set
}

/// Location of an op, and the type of the memory for its result.
fn target(body: &Body, op: OpId) -> Result<(Location, Type), MatchFailure> {
    let ctx = body.context();
    let shape =
        body.ty(body.result(op, 0)).static_shape(ctx).ok_or("the shape of the result is not known")?;
    Ok((body.location(op), ctx.memref_type(shape, Type::F64)))
}

/// The operands, which are in memory now.
fn in_memory<const N: usize>(body: &Body, operands: &[ValueId]) -> Result<[ValueId; N], MatchFailure> {
    let operands: [ValueId; N] = operands.try_into().map_err(|_| "the number of operands is wrong")?;
    if operands.iter().any(|operand| !body.ty(*operand).is_memref(body.context())) {
        return Err("an operand is no result of an op that was lowered".into());
    }
    Ok(operands)
}

fn shape(body: &Body, memref: ValueId) -> &[i64] {
    body.ty(memref).shape(body.context()).unwrap_or_default()
}

/// Allocates memory at the start of the insertion point's block, to be freed at the block's end.
fn allocate(builder: &mut Rewriter<'_>, location: Location, ty: Type) -> Lowered {
    let block = builder.insertion_block().ok_or("the op is in no block")?;
    let last = builder.body().terminator(block).ok_or("the block has no terminator")?;
    let alloc =
        at(builder, InsertionPoint::Start(block), |b| AllocOp::build(b, location, &[], &[], None, ty));
    let memref = alloc.memref(builder.body());
    at(builder, InsertionPoint::Before(last), |b| DeallocOp::build(b, location, memref));
    Ok(memref)
}

/// Loads the element of `memref` that a map of the loops' variables gives.
fn load(
    builder: &mut Rewriter<'_>,
    location: Location,
    memref: ValueId,
    map: AffineMap,
    ivs: &[ValueId],
) -> ValueId {
    let map = builder.context().affine_map_attr(map);
    let load = affine::LoadOp::build(builder, location, memref, ivs, map, Type::F64);
    load.result(builder.body())
}

/// Makes memory of type `ty` and fills it: `element` makes the element of the loops' variables.
fn fill<'r>(
    builder: &mut Rewriter<'r>,
    location: Location,
    ty: Type,
    element: impl FnOnce(&mut Rewriter<'r>, &[ValueId]) -> ValueId,
) -> Lowered {
    let memref = allocate(builder, location, ty)?;
    let sizes = shape(builder.body(), memref).to_vec();
    build_loop_nest(builder, location, &sizes, |builder, ivs| {
        let value = element(builder, ivs);
        affine::StoreOp::at(builder, location, value, memref, ivs);
    });
    Ok(memref)
}

/// Lowers an op whose operands are broadcast to its result; `compute` makes one element of as many.
fn elementwise<'r, const N: usize>(
    op: OpId,
    operands: &[ValueId],
    rewriter: &mut Rewriter<'r>,
    compute: fn(&mut Rewriter<'r>, Location, [ValueId; N]) -> ValueId,
) -> Lowered {
    let (location, ty) = target(rewriter.body(), op)?;
    let operands = in_memory::<N>(rewriter.body(), operands)?;
    let ctx = rewriter.context();
    let result = ty.shape(ctx).unwrap_or_default();
    let maps = operands.map(|operand| subscripts::broadcast(ctx, shape(rewriter.body(), operand), result));
    fill(rewriter, location, ty, |builder, ivs| {
        let mut elements = operands;
        for (element, map) in elements.iter_mut().zip(maps) {
            *element = load(builder, location, *element, map, ivs);
        }
        compute(builder, location, elements)
    })
}

/// The callee fills memory that is allocated here.
fn call(op: GenericCallOp, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Result<(), MatchFailure> {
    let (body, ctx) = (rewriter.body(), rewriter.context().clone());
    if operands.iter().any(|operand| !body.ty(*operand).is_memref(&ctx)) {
        return Err("an argument is no result of an op that was lowered".into());
    }
    let (location, callee) = (body.location(op.id()), op.callee(body));
    let mut types = Vec::new();
    for result in body.results(op.id()) {
        let shape = body.ty(result).static_shape(&ctx).ok_or("the shape of a result is not known")?;
        types.push(ctx.memref_type(shape, Type::F64));
    }
    let mut outputs = Vec::new();
    for ty in types {
        outputs.push(allocate(rewriter, location, ty)?);
    }
    let arguments: Vec<ValueId> = operands.iter().chain(&outputs).copied().collect();
    std::CallOp::build(rewriter, location, callee, &arguments, &[]);
    rewriter.replace_op(op.id(), &outputs);
    Ok(())
}

fn transpose(op: TransposeOp, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
    let (location, ty) = target(rewriter.body(), op.id())?;
    let [input] = in_memory(rewriter.body(), operands)?;
    let memref = allocate(rewriter, location, ty)?;
    let sizes = shape(rewriter.body(), memref).to_vec();
    build_loop_nest(rewriter, location, &sizes, |builder, ivs| {
        let reversed: Vec<ValueId> = ivs.iter().rev().copied().collect();
        let value = affine::LoadOp::at(builder, location, input, &reversed).result(builder.body());
        affine::StoreOp::at(builder, location, value, memref, ivs);
    });
    Ok(memref)
}

fn reshape(op: ReshapeOp, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
    let (location, ty) = target(rewriter.body(), op.id())?;
    let [input] = in_memory(rewriter.body(), operands)?;
    let ctx = rewriter.context();
    let map = subscripts::reshape(ctx, shape(rewriter.body(), input), ty.shape(ctx).unwrap_or_default());
    fill(rewriter, location, ty, |builder, ivs| load(builder, location, input, map, ivs))
}

fn constant(op: ConstantOp, _operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
    let (location, ty) = target(rewriter.body(), op.id())?;
    let ctx = rewriter.context().clone();
    let value = op.value(rewriter.body());
    let elements = value.dense(&ctx).ok_or("the value has no elements")?;
    if elements.len(&ctx) > MAX_STORES {
        return Ok(global(location, ty, value, &elements, rewriter));
    }
    let values = elements.f64_values(&ctx).ok_or("the elements are no floating point numbers")?;
    let memref = allocate(rewriter, location, ty)?;
    let sizes = ty.shape(&ctx).unwrap_or_default();
    let mut subscripts = vec![0; sizes.len()];
    for index in 0..elements.len(&ctx) {
        let value =
            std::ConstantOp::f64(rewriter, location, values[if elements.is_splat() { 0 } else { index }]);
        let value = value.result(rewriter.body());
        let at: Vec<_> = subscripts.iter().map(|&i| ctx.affine_constant(i)).collect();
        let map = ctx.affine_map_attr(ctx.affine_map(0, 0, &at));
        affine::StoreOp::build(rewriter, location, value, memref, &[], map);
        // The next element in row-major order.
        for (subscript, size) in subscripts.iter_mut().zip(sizes).rev() {
            *subscript += 1;
            if *subscript < *size {
                break;
            }
            *subscript = 0;
        }
    }
    Ok(memref)
}

/// The memory of a global constant, which is named after what is in it: equal constants share one.
fn global(
    location: Location,
    ty: Type,
    value: Attribute,
    elements: &DenseElements,
    rewriter: &mut Rewriter<'_>,
) -> ValueId {
    let ctx = rewriter.context().clone();
    let sizes: String = ty.shape(&ctx).unwrap_or_default().iter().map(|size| format!("{size}x")).collect();
    // The dot keeps the name apart from names of the language.
    let name = format!("constant.{sizes}f64_{:016x}", hash(elements.data()));
    let ident = ctx.ident(&name);
    rewriter.require_symbol(ident, || {
        let mut body = Body::new(&ctx, GlobalMemrefOp::name(&ctx), location, 0);
        let root = body.root();
        let attributes = [
            ("sym_name", ctx.string_attr(&name)),
            ("sym_visibility", ctx.string_attr("private")),
            ("type", ctx.type_attr(ty)),
            ("initial_value", value),
            ("constant", Attribute::UNIT),
        ];
        for (name, value) in attributes {
            body.set_attr(root, ctx.ident(name), value);
        }
        body
    });
    let get = GetGlobalMemrefOp::build(rewriter, location, ctx.symbol_ident_attr(ident), ty);
    get.result(rewriter.body())
}

/// FNV-1a of 128 bits, folded to 64: the same on every machine.
fn hash(bytes: &[u8]) -> u64 {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for &byte in bytes {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    (hash >> 64) as u64 ^ hash as u64
}
