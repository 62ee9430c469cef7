//! Memory and loops of sizes that a caller decides.
//!
//! The sizes are computed at the start of a function, from its arguments, so that they are symbols
//! of affine maps everywhere in it; the ops that do so have the attribute [`SYMBOL`]. Loops and
//! allocations use these values: they do not ask memory for its sizes.

use mlir_lite::affine::{AffineExpr, AffineExprKind, AffineMap};
use mlir_lite::dialects::affine::ApplyOp;
use mlir_lite::dialects::standard::{
    AllocOp, ConstantOp, DimOp, IndexCastOp, MemrefReinterpretCastOp, SIToFPOp,
};
use mlir_lite::edsc::{AffineEdsc, Bound, Edsc, Expr, Memory};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::DYNAMIC;

use crate::sizes::{LinearSize, Size, Sizes, known_sizes, sizes_of};
use crate::tensor::elements::Element;

/// The attribute of an op at the start of a function whose result is the size with this number
/// among those that the caller decides.
const SYMBOL: &str = "toy.symbol";

/// The memory for a tensor.
#[derive(Clone)]
pub(crate) struct MemoryType {
    /// The type of the memory.
    pub(crate) ty: Type,
    /// Its sizes.
    pub(crate) sizes: Sizes,
}

impl MemoryType {
    /// The memory for a tensor, if its sizes are known, or known in terms of those that a caller
    /// decides.
    pub(crate) fn of(ctx: &Context, tensor: Type) -> Option<Self> {
        let sizes = sizes_of(ctx, tensor)?;
        Some(Self::of_sizes(ctx, &sizes, Element::of(ctx, tensor).in_memory()))
    }

    /// Memory of these sizes.
    pub(crate) fn of_sizes(ctx: &Context, sizes: &[Size], element: Type) -> Self {
        let shape: SmallVec<[i64; 4]> = sizes.iter().map(|size| size.in_type()).collect();
        Self { ty: ctx.memref_type(&shape, element), sizes: sizes.into() }
    }

    /// Memory of a type all of whose sizes are known.
    pub(crate) fn of_known(ctx: &Context, ty: Type) -> Self {
        let sizes = ty.shape(ctx).unwrap_or_default().iter().copied().map(Size::Known).collect();
        Self { ty, sizes }
    }

    /// The values of the sizes that are not part of the type.
    pub(crate) fn operands(&self, b: &mut (impl OpBuilder + ?Sized)) -> Vec<ValueId> {
        let unknown = self.sizes.iter().filter(|size| size.known().is_none());
        unknown.map(|size| value(b, *size)).collect()
    }
}

/// The sizes of a tensor, which an op that is lowered has as an operand.
pub(crate) fn sizes_of_tensor(e: Edsc<'_>, tensor: ValueId) -> Sizes {
    e.read(|body| known_sizes(body.value(tensor)))
}

/// The values of the sizes that the caller of a function decides, by their numbers. In the place of
/// one that the types of the function do not have, there is another one.
pub(crate) fn symbols(body: &Body) -> SmallVec<[ValueId; 4]> {
    let region = body.regions(body.root()).first().copied();
    let entry = region.and_then(|region| body.entry_block(region));
    let ops = entry.into_iter().flat_map(|entry| ops_of_sizes(body, entry));
    let symbol = |op: OpId| {
        let number = body.op(op).attr_named(SYMBOL)?.as_i64(body.context())?;
        Some((number, body.results(op).next()?))
    };
    let found: Vec<(i64, ValueId)> = ops.filter_map(symbol).collect();
    let Some(&(_, any)) = found.first() else { return SmallVec::new() };
    let last = found.iter().map(|(number, _)| *number).max().unwrap_or(0);
    let of_number = |number| found.iter().find(|(own, _)| *own == number).map_or(any, |of| of.1);
    (0..=last).map(of_number).collect()
}

/// The ops at the start of a block that compute sizes, if it is the function's first one: up to the
/// last one with a mark, among ops of the kinds that [`find_sizes`] builds.
fn ops_of_sizes(body: &Body, block: BlockId) -> Vec<OpId> {
    let is_of_kind =
        |op: &OpId| ConstantOp::is(body, *op) || DimOp::is(body, *op) || ApplyOp::is(body, *op);
    let mut ops: Vec<OpId> = body.ops(block).take_while(is_of_kind).collect();
    let last = ops.iter().rposition(|op| body.op(*op).attr_named(SYMBOL).is_some());
    ops.truncate(last.map_or(0, |last| last + 1));
    ops
}

/// Removes the marks of the ops that compute sizes: nothing is lowered any more.
pub(crate) fn unmark_sizes(body: &mut Body) {
    let name = body.context().ident(SYMBOL);
    for symbol in symbols(body) {
        if let Some(op) = body.defining_op(symbol) {
            body.remove_attr(op, name);
        }
    }
}

/// The place at the start of a block, after the sizes if it is the function's first one.
pub(crate) fn start_of(body: &Body, block: BlockId) -> InsertionPoint {
    ops_of_sizes(body, block)
        .last()
        .map_or(InsertionPoint::Start(block), |last| InsertionPoint::After(*last))
}

/// Computes the sizes that callers decide at the start of a function whose arguments are these
/// tensors, now in memory. Each size is that of a dimension, or differs from one by a number and
/// sizes that are found before.
pub(crate) fn find_sizes(body: &mut Body, entry: BlockId, tensors: &[Type]) {
    let ctx = body.context().clone();
    let mut dimensions = Vec::new();
    for (argument, ty) in body.arguments(entry).to_vec().into_iter().zip(tensors) {
        for (dimension, size) in (0..).zip(sizes_of(&ctx, *ty).unwrap_or_default()) {
            let size = LinearSize::of(&ctx, size.expression(&ctx));
            dimensions.extend(
                size.filter(|size| size.known().is_none()).map(|size| (argument, dimension, size)),
            );
        }
    }
    let sizes: Vec<LinearSize> = dimensions.iter().map(|(_, _, size)| size.clone()).collect();
    let (mut found, mut numbers): (Vec<ValueId>, Vec<u32>) = (Vec::new(), Vec::new());
    let location = body.location(body.root());
    let mut b = BodyBuilder::new(body, InsertionPoint::Start(entry)).at(location);
    for (symbol, place) in LinearSize::solved(&sizes) {
        let (argument, dimension, size) = &dimensions[place];
        let index = ConstantOp::index(&mut b, *dimension);
        let mut value = DimOp::create(&mut b, *argument, index);
        let others: Vec<&(u32, i64)> = size.terms.iter().filter(|term| term.0 != symbol).collect();
        if size.constant != 0 || !others.is_empty() {
            // The size minus the rest is the one that is looked for.
            let rest = (1..).zip(&others).fold(
                ctx.affine_sub(ctx.affine_dim(0), ctx.affine_constant(size.constant)),
                |sum, (index, term)| {
                    let term = ctx.affine_mul(ctx.affine_dim(index), ctx.affine_constant(term.1));
                    ctx.affine_sub(sum, term)
                },
            );
            let map = ctx.affine_map(1 + others.len() as u32, 0, &[rest]);
            let known = others.iter().filter_map(|term| {
                numbers.iter().position(|number| *number == term.0).map(|place| found[place])
            });
            let operands: Vec<ValueId> = std::iter::once(value).chain(known).collect();
            value = ApplyOp::create(&mut b, &operands, map);
        }
        found.push(value);
        numbers.push(symbol);
    }
    let name = ctx.ident(SYMBOL);
    for (number, value) in numbers.into_iter().zip(found) {
        if let Some(op) = b.body().defining_op(value) {
            b.body_mut().set_attr(op, name, ctx.i64_attr(number.into()));
        }
    }
}

/// The value of a size.
pub(crate) fn value(b: &mut (impl OpBuilder + ?Sized), size: Size) -> ValueId {
    let ctx = b.context().clone();
    match size {
        Size::Known(size) => ConstantOp::index(b, size),
        Size::Symbolic(expression) => {
            let symbols = symbols(b.body());
            if let AffineExprKind::Symbol(number) = expression.kind(&ctx)
                && let Some(&symbol) = symbols.get(number as usize)
            {
                return symbol;
            }
            let map = ctx.affine_map(0, symbols.len() as u32, &[expression]);
            ApplyOp::create(b, &symbols, map)
        }
    }
}

/// The value of a size, as an expression.
pub(crate) fn value_of(e: Edsc<'_>, size: Size) -> Expr<'_> {
    e.value(|b| value(b, size))
}

/// Memory in row-major order with its dimensions from one on as a single one, the size of which is
/// the second result.
pub(crate) fn with_last_as_one<'e>(
    e: Edsc<'e>,
    memory: Memory<'e>,
    sizes: &[Size],
    first: usize,
) -> (Memory<'e>, Expr<'e>) {
    let ctx = e.context();
    let (kept, last) = sizes.split_at(first);
    let values = last.iter().map(|size| value_of(e, *size));
    let count = values.reduce(|count, size| count * size).unwrap_or_else(|| e.index(1));
    let mut shape: Vec<i64> = kept.iter().map(|size| size.in_type()).collect();
    shape.push(DYNAMIC);
    let ty = ctx.memref_type(&shape, memory.memref.element_type());
    let unknown = kept.iter().filter(|size| size.known().is_none());
    let mut operands: Vec<ValueId> = unknown.map(|size| value_of(e, *size).id()).collect();
    operands.push(count.id());
    // From the last dimension on; the stride of the one before it is its size.
    let (mut strides, mut stride) = (Vec::new(), count);
    for (index, size) in kept.iter().enumerate().rev() {
        strides.insert(0, stride.id());
        if index > 0 {
            stride = stride * value_of(e, *size);
        }
    }
    let static_strides: Vec<i64> = kept.iter().map(|_| DYNAMIC).chain(std::iter::once(1)).collect();
    let [offset, shape, static_strides] =
        [&[0][..], &shape, &static_strides].map(|numbers| ctx.i64_array_attr(numbers));
    let view = e.value(|b| {
        let source = memory.memref.id();
        MemrefReinterpretCastOp::create(
            b,
            source,
            &[],
            &operands,
            &strides,
            offset,
            shape,
            static_strides,
            ty,
        )
    });
    (e.view(view), count)
}

/// The value of a size as a float.
pub(crate) fn float_of_size(e: Edsc<'_>, size: Size) -> Expr<'_> {
    match size {
        Size::Known(size) => e.f64(size as f64),
        Size::Symbolic(_) => {
            let size = value_of(e, size);
            size.to::<IndexCastOp>(Type::I64).to::<SIToFPOp>(Type::F64)
        }
    }
}

/// A size, or another expression of those that a caller decides, as the bound of a loop.
pub(crate) fn bound(e: Edsc<'_>, expression: AffineExpr) -> Bound<'_> {
    let ctx = e.context();
    if let Some(number) = expression.as_constant(&ctx) {
        return Bound::Constant(number);
    }
    let symbols = e.read(symbols);
    let map = ctx.affine_map(0, symbols.len() as u32, &[expression]);
    Bound::Map(map, symbols)
}

/// Loops from 0 up to, without, each size, nested in that order.
pub(crate) fn loops<'e>(e: Edsc<'e>, sizes: &[Size], body: impl FnOnce(&[Expr<'e>])) {
    let ctx = e.context();
    let upper: Vec<Bound<'e>> = sizes.iter().map(|size| bound(e, size.expression(&ctx))).collect();
    let lower = vec![Bound::Constant(0); sizes.len()];
    e.affine_nest(&lower, &upper, &vec![1; sizes.len()], body);
}

/// Whether the sizes of memory may be bounds of affine loops: it is allocated, or an argument of
/// the function, and not passed on by a loop.
pub(crate) fn may_bound_loops(body: &Body, memref: ValueId) -> bool {
    let region = body.regions(body.root()).first().copied();
    let entry = region.and_then(|region| body.entry_block(region));
    AllocOp::defining(body, memref).is_some() || body.defining_block(memref) == entry
}

/// Whether sizes of memory are not part of its type.
pub(crate) fn has_unknown_sizes(shape: &[i64]) -> bool {
    shape.contains(&DYNAMIC)
}

/// The operands of a map of these loop variables, whose symbols are sizes that a caller decides.
pub(crate) fn with_symbols(e: Edsc<'_>, map: AffineMap, variables: &[ValueId]) -> Vec<ValueId> {
    let count = map.data(&e.context()).symbols as usize;
    let symbols = if count > 0 { e.read(symbols) } else { SmallVec::new() };
    variables.iter().copied().chain(symbols.into_iter().take(count)).collect()
}

/// The map that gives indices from these variables and the sizes that are not known, with its
/// operands.
pub(crate) fn with_sizes<'e>(
    e: Edsc<'e>,
    indices: &[AffineExpr],
    variables: &[Expr<'e>],
) -> (AffineMap, Vec<Expr<'e>>) {
    let known = e.read(symbols);
    let map = e.context().affine_map(variables.len() as u32, known.len() as u32, indices);
    let symbols = known.into_iter().map(|symbol| e.expr(symbol));
    (map, variables.iter().copied().chain(symbols).collect())
}
