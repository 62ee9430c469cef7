//! Helpers for lowering ops to loops over memory.

pub(crate) mod globals;
pub(crate) mod sizes;
pub(crate) mod subscripts;

use ::std::array;

use mlir_lite::affine::AffineMap;
use mlir_lite::conversion::{
    ConversionPatternRewriter, ConversionPatternSet, LowerTo, LoweringTarget,
};
use mlir_lite::dialects::affine;
use mlir_lite::dialects::standard::{
    AllocOp, CopyOp, DeallocOp, FPExtOp, IndexCastOp, SExtIOp, SIToFPOp, UIToFPOp, ZExtIOp,
};
use mlir_lite::edsc::{AffineEdsc, Edsc, EdscScope, Expr, Memory, Operand, edsc};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchFailure, PatternName};

use crate::tensor::elements::{Element, Elements};
pub(crate) use sizes::{MemoryType, loops};
use sizes::{has_unknown_sizes, may_bound_loops, start_of};

pub(crate) type Rewriter<'r> = ConversionPatternRewriter<'r>;

/// The memory of an op's result, or why the op cannot be lowered.
pub(crate) type Lowered<'e> = Result<Memory<'e>, MatchFailure>;

/// Loops over memory, as a target: the memory that a lowering creates replaces the op's result.
pub(crate) struct Affine;

impl LoweringTarget for Affine {
    type Builder<'r> = EdscScope<'r>;
    type Lowered<'e> = Lowered<'e>;
    type Patterns = ConversionPatternSet;
    type Options = ();

    fn add<M: LowerTo<Self> + OpModel>(set: &mut ConversionPatternSet) {
        let name = const { &PatternName::of(<M::Op as OpDefinition>::NAME, "-to-affine") };
        set.add::<M::Op>(name, 1, |op, operands, rewriter| {
            let memory = M::lower(op, operands, &mut EdscScope::new(rewriter))?.memref.id();
            rewriter.replace_op(op.id(), &[memory]);
            Ok(())
        });
    }
}

/// The memory for an op's result.
pub(crate) fn target(body: &Body, op: OpId) -> Result<MemoryType, MatchFailure> {
    let ctx = body.context();
    let result = body.results(op).next().map(|result| body.ty(result));
    let memory = result.and_then(|ty| MemoryType::of(ctx, ty));
    Ok(memory.ok_or("the shape of the result is not known")?)
}

/// The memory of a tensor as memory of `f64`: a copy, if it has other elements.
pub(crate) fn in_f64(e: Edsc<'_>, memory: ValueId, tensor: ValueId) -> Lowered<'_> {
    let (memory, element) = (e.view(memory), element_of_tensor(e, tensor));
    if element == Element::F64 {
        return Ok(memory);
    }
    fill(e, with_elements(e, tensor, Type::F64), |ivs| {
        let value = memory.at(ivs).get();
        match element.is_integer() {
            true => float_of_integer(value, element, Type::F64),
            false => value.to::<FPExtOp>(Type::F64),
        }
    })
}

fn element_of_tensor(e: Edsc<'_>, tensor: ValueId) -> Element {
    e.read(|body| Element::of(body.context(), body.ty(tensor)))
}

/// Memory of the sizes of a tensor with other elements.
fn with_elements(e: Edsc<'_>, tensor: ValueId, element: Type) -> MemoryType {
    MemoryType::of_sizes(&e.context(), &sizes::sizes_of_tensor(e, tensor), element)
}

/// An integer or boolean of an element type as a float.
pub(crate) fn float_of_integer<'e>(value: Expr<'e>, from: Element, ty: Type) -> Expr<'e> {
    match from {
        Element::U8 => value.to::<UIToFPOp>(ty),
        _ => value.to::<SIToFPOp>(ty),
    }
}

/// An integer or boolean of an element type as an integer of 64 bits.
pub(crate) fn extended(value: Expr<'_>, from: Element) -> Expr<'_> {
    match from {
        Element::I64 => value,
        Element::U8 => value.to::<ZExtIOp>(Type::I64),
        _ => value.to::<SExtIOp>(Type::I64),
    }
}

/// The operands, which are in memory now.
pub(crate) fn in_memory<'e, const N: usize>(
    e: Edsc<'e>,
    operands: [ValueId; N],
) -> Result<[Memory<'e>; N], MatchFailure> {
    e.read(|body| are_in_memory(body, &operands))?;
    Ok(operands.map(|operand| e.view(operand)))
}

/// As [`in_memory`], of any number of operands.
pub(crate) fn all_in_memory<'e>(
    e: Edsc<'e>,
    operands: &[ValueId],
) -> Result<Vec<Memory<'e>>, MatchFailure> {
    e.read(|body| are_in_memory(body, operands))?;
    Ok(operands.iter().map(|&operand| e.view(operand)).collect())
}

/// Checks that all operands are in memory.
pub(crate) fn are_in_memory(body: &Body, operands: &[ValueId]) -> Result<(), MatchFailure> {
    if operands.iter().any(|operand| !body.ty(*operand).is_memref(body.context())) {
        return Err("an operand is not a result of an op that was lowered".into());
    }
    Ok(())
}

pub(crate) fn shape(body: &Body, memref: ValueId) -> &[i64] {
    body.ty(memref).shape(body.context()).unwrap_or_default()
}

/// The size in bytes from which memory is aligned.
const ALIGNED_FROM: i64 = 4096;
/// Its alignment in bytes: a cache line.
pub(crate) const ALIGNMENT: i64 = 64;

/// Whether memory for a tensor is aligned: large memory begins at a cache line, so that no vector
/// crosses two.
pub(crate) fn is_aligned(shape: &[i64]) -> bool {
    shape.iter().fold(8i64, |bytes, size| bytes.saturating_mul(*size)) >= ALIGNED_FROM
}

/// The alignment of memory of that type, if it has one.
pub(crate) fn alignment(ctx: &Context, memref: Type) -> Option<Attribute> {
    is_aligned(memref.static_shape(ctx)?).then(|| ctx.i64_attr(ALIGNMENT))
}

/// Allocates memory, which is never freed.
pub(crate) fn memory(b: &mut (impl OpBuilder + ?Sized), of: &MemoryType) -> ValueId {
    let alignment = alignment(b.context(), of.ty);
    let sizes = of.operands(b);
    AllocOp::create(b, &sizes, &[], alignment, of.ty)
}

/// Builds before an op, at its location.
pub(crate) fn before<R>(body: &mut Body, op: OpId, build: impl FnOnce(Edsc<'_>) -> R) -> R {
    edsc(&mut BodyBuilder::new(body, InsertionPoint::Before(op)), build)
}

/// Copies the elements of memory to other memory of that type.
pub(crate) fn copy<'e>(e: Edsc<'e>, from: Memory<'e>, to: Memory<'e>) {
    let copied = |ivs: &[Expr<'e>]| to.at(ivs).set(from.at(ivs));
    let sizes = to.shape();
    if !has_unknown_sizes(&sizes) {
        return e.loops(&sizes, copied);
    }
    let known = [to, from]
        .into_iter()
        .find(|memory| e.read(|body| may_bound_loops(body, memory.memref.id())));
    match known {
        Some(memory) => e.affine_nest(&memory.lbs(), &memory.ubs(), &memory.steps(), copied),
        None => {
            e.emit(|b| CopyOp::create(b, from.memref.id(), to.memref.id()));
        }
    }
}

/// Allocates memory at the start of the insertion point's block, to be freed at the block's end.
/// Ops that are built at the block's end come before that.
pub(crate) fn allocate<'e>(e: Edsc<'e>, of: &MemoryType) -> Lowered<'e> {
    let memref = e.emit(|b| {
        let block = b.insertion_block().ok_or("the op is in no block")?;
        let last = b.body().terminator(block).ok_or("the block has no terminator")?;
        let start = start_of(b.body(), block);
        let memref = at(b, start, |b| memory(b, of));
        let end = at(b, InsertionPoint::Before(last), |b| DeallocOp::create(b, memref));
        if b.insertion_point() == InsertionPoint::Before(last) {
            b.set_insertion_point(InsertionPoint::Before(end.id()));
        }
        Ok::<_, MatchFailure>(memref)
    })?;
    Ok(e.view(memref))
}

/// Allocates memory here, as these values give its sizes, to be freed at the block's end.
pub(crate) fn allocate_here<'e>(e: Edsc<'e>, ty: Type, sizes: &[Expr<'e>]) -> Lowered<'e> {
    let memref = e.value(|b| {
        let alignment = Some(b.context().i64_attr(ALIGNMENT));
        AllocOp::create(b, &Expr::ids(sizes), &[], alignment, ty)
    });
    let memref = memref.id();
    e.emit(|b| {
        let block = b.insertion_block().ok_or("the op is in no block")?;
        let last = b.body().terminator(block).ok_or("the block has no terminator")?;
        at(b, InsertionPoint::Before(last), |b| DeallocOp::create(b, memref));
        Ok::<_, MatchFailure>(())
    })?;
    Ok(e.view(memref))
}

/// As [`allocate`], of a type all of whose sizes are known.
pub(crate) fn allocate_known(e: Edsc<'_>, ty: Type) -> Lowered<'_> {
    allocate(e, &MemoryType::of_known(&e.context(), ty))
}

/// Creates memory and fills it: `element` computes the element for the loops' variables.
pub(crate) fn fill<'e, R: Operand<'e>>(
    e: Edsc<'e>,
    of: MemoryType,
    element: impl FnOnce(&[Expr<'e>]) -> R,
) -> Lowered<'e> {
    let memory = allocate(e, &of)?;
    loops(e, &of.sizes, |ivs| memory.at(ivs).set(element(ivs)));
    Ok(memory)
}

/// Lowers an op whose operands are broadcast to its result; `compute` computes an element from the
/// operands' elements.
pub(crate) fn elementwise<'e, const N: usize>(
    e: Edsc<'e>,
    op: OpId,
    operands: [ValueId; N],
    compute: impl FnOnce([Expr<'e>; N]) -> Expr<'e>,
) -> Lowered<'e> {
    elementwise_of(e, op, &operands, |elements| compute(array::from_fn(|index| elements[index])))
}

/// As [`elementwise`], of any number of operands.
pub(crate) fn elementwise_of<'e>(
    e: Edsc<'e>,
    op: OpId,
    operands: &[ValueId],
    compute: impl FnOnce(Vec<Expr<'e>>) -> Expr<'e>,
) -> Lowered<'e> {
    let (ty, maps) = e.read(|body| {
        are_in_memory(body, operands)?;
        let (ctx, ty) = (body.context(), target(body, op)?);
        let result = ty.ty.shape(ctx).unwrap_or_default();
        let map_of = |&operand: &ValueId| subscripts::broadcast(ctx, shape(body, operand), result);
        let maps = operands.iter().map(map_of).collect::<Vec<_>>();
        Ok::<_, MatchFailure>((ty, maps))
    })?;
    fill(e, ty, |ivs| {
        let operands = operands.iter().zip(maps);
        compute(operands.map(|(&operand, map)| e.view(operand).at((map, ivs)).get()).collect())
    })
}

/// The memory of a tensor of integers or booleans as memory of `i64`, which runtime functions take:
/// a copy, if it has others.
fn in_i64(e: Edsc<'_>, memory: ValueId, tensor: ValueId) -> Lowered<'_> {
    let (memory, element) = (e.view(memory), element_of_tensor(e, tensor));
    if element == Element::I64 {
        return Ok(memory);
    }
    fill(e, with_elements(e, tensor, Type::I64), |ivs| extended(memory.at(ivs).get(), element))
}

/// Memory that a runtime function takes of a tensor, which is in memory: of `i64` for integers and
/// booleans, else of `f64`.
pub(crate) fn as_passed(
    e: Edsc<'_>,
    memory: ValueId,
    tensor: ValueId,
) -> Result<ValueId, MatchFailure> {
    let memory = match element_of_tensor(e, tensor).is_integer() {
        true => in_i64(e, memory, tensor)?,
        false => in_f64(e, memory, tensor)?,
    };
    Ok(memory.memref.id())
}

/// 1 if a condition holds, else 0, as a number of this type.
pub(crate) fn boolean(condition: Expr<'_>, ty: Type) -> Expr<'_> {
    condition.select(1.value(condition.builder(), ty), 0)
}

/// Whether a number is not 0, which NaN is not.
pub(crate) fn is_not_zero(number: Expr<'_>) -> Expr<'_> {
    number.ne(0)
}

/// Creates memory of type `ty` and stores numbers into it, row-major.
pub(crate) fn store_constants<'e>(e: Edsc<'e>, of: MemoryType, values: &Elements) -> Lowered<'e> {
    let ctx = e.context();
    let memory = allocate(e, &of)?;
    let sizes = memory.shape();
    let mut subscripts = vec![0; sizes.len()];
    for index in 0..values.len() {
        let at: Vec<_> = subscripts.iter().map(|&i| ctx.affine_constant(i)).collect();
        let element = memory.at((ctx.affine_map(0, 0, &at), &[][..]));
        match values {
            Elements::I64(values) => element.set(values[index].value(e, Type::I64)),
            Elements::Bool(values) => element.set(i64::from(values[index]).value(e, Type::I8)),
            Elements::I8(values) => element.set(i64::from(values[index]).value(e, Type::I8)),
            Elements::U8(values) => {
                element.set(i64::from(values[index] as i8).value(e, Type::I8));
            }
            Elements::F64(_) | Elements::F32(_) => element.set(values.f64_at(index)),
        }
        // The next element in row-major order.
        for (subscript, size) in subscripts.iter_mut().zip(&sizes).rev() {
            *subscript += 1;
            if *subscript < *size {
                break;
            }
            *subscript = 0;
        }
    }
    Ok(memory)
}

/// A number as a constant of a type; what is out of the range of integers or booleans is the
/// nearest one.
pub(crate) fn constant_of(e: Edsc<'_>, ty: Type, number: f64) -> Expr<'_> {
    match ty {
        Type::I64 => e.i64(number as i64),
        Type::I8 => i64::from(number > 0.0).value(e, ty),
        _ => number.value(e, ty),
    }
}

/// The map from the indices of a shape to those of an operand that is broadcast to it.
pub(crate) fn broadcast_map(ctx: &Context, operand: &[i64], result: &[i64]) -> AffineMap {
    subscripts::broadcast(ctx, operand, result)
}

/// The map from the row-major number of an element of a tensor to its indices.
pub(crate) fn flattened(ctx: &Context, shape: &[i64]) -> AffineMap {
    subscripts::reshape(ctx, shape, &[shape.iter().product()])
}

/// An index as a float.
pub(crate) fn float_of_index(index: Expr<'_>) -> Expr<'_> {
    index.to::<IndexCastOp>(Type::I64).to::<SIToFPOp>(Type::F64)
}

/// The row-major number, as an `i64`, of the element at `ivs` of a tensor of these sizes.
pub(crate) fn row_major<'e>(e: Edsc<'e>, ivs: &[Expr<'e>], sizes: &[i64]) -> Expr<'e> {
    let ctx = e.context();
    let number = (0..).zip(sizes).fold(ctx.affine_constant(0), |number, (index, &size)| {
        ctx.affine_add(ctx.affine_mul(number, ctx.affine_constant(size)), ctx.affine_dim(index))
    });
    e.apply(ctx.affine_map(sizes.len() as u32, 0, &[number]), ivs).to::<IndexCastOp>(Type::I64)
}

/// Lowers an op that gives the elements of its operand the shape of its result.
pub(crate) fn lower_reshape<'e>(e: Edsc<'e>, op: OpId, input: Memory<'e>) -> Lowered<'e> {
    let (ty, ctx) = (e.read(|body| target(body, op))?, e.context());
    let map = subscripts::reshape(&ctx, &input.shape(), ty.ty.shape(&ctx).unwrap_or_default());
    fill(e, ty, |ivs| input.at((map, ivs)))
}

/// Whether an index may be an operand of maps of affine: the variable of such a loop, or what is
/// computed of it.
pub(crate) fn is_affine(body: &Body, index: ValueId) -> bool {
    match body.defining_op(index) {
        Some(op) => affine::ApplyOp::is(body, op),
        None => {
            let owner = body.defining_block(index).and_then(|block| body.block_owner(block));
            owner.is_some_and(|owner| affine::ForOp::is(body, owner))
        }
    }
}
