//! Memory on the heap and on the stack.

use crate::StoreOp;
use crate::memref::rules::{LookThroughCasts, MemRefAccess, replace_with_cast, with_sizes};
use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::convention::{allocated, free};
use crate::to_llvm::descriptor::{extract, index_constant};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::lowering::created;
use crate::to_llvm::numbers::sizes_of;
use crate::to_llvm::types::element_pointer;
use crate::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter, StdToLlvmOptions};
use mlir_lite::affine::AffineMap;
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::conversion::{LowerByPatterns, LowerTo};
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchFailure, MatchResult, PatternName, PatternRewriter, RewritePatternSet,
};
use mlir_lite::types::{DYNAMIC, TypeKind};
use std::marker::PhantomData;

/// Allocates memory on the heap, to be freed by `dealloc`.
#[op(
    name = "std.alloc",
    traits(AttrSizedOperandSegments),
    implements(
        VerifyOp = Allocations<Self>, CanonicalizeOp, InterpretOp, LowerByPatterns<Llvm>,
        Allocation { dynamic_sizes, symbol_operands, alignment, memref },
    ),
    upstream(name = "memref.alloc"),
    format = "`(` $dynamic_sizes `)` (`` `[` $symbol_operands^ `]`)? attr-dict `:` type($memref)"
)]
pub struct AllocOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// Values of the layout map's symbols.
    #[operand]
    symbol_operands: Variadic<Index>,
    /// At how many bytes it is aligned.
    #[attr]
    alignment: Optional<AlignmentAttr>,
    /// The memory.
    #[result(effects(Allocate), upstream_name = "alloc")]
    memref: AnyRankedMemRef,
}

impl CanonicalizeOp for AllocOp {
    fn patterns(set: &mut RewritePatternSet) {
        Allocations::<Self>::add_patterns(set, |rewriter, location, sizes, ty| {
            let Sizes { open, symbols, alignment } = sizes;
            let new = Self::build(rewriter, location, open, symbols, *alignment, ty);
            new.memref(rewriter.body())
        });
    }
}

impl InterpretOp for AllocOp {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = m.indices(op.dynamic_sizes())?;
        let memref = m.allocate_memref(op.memref().ty(), &sizes)?;
        m.set_result(op.memref(), Value::MemRef(memref))
    }
}

impl LowerByPatterns<Llvm> for AllocOp {
    fn patterns(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions) {
        let aligned_alloc = options.aligned_alloc;
        patterns.add::<Self>("std.alloc-to-llvm", 1, move |op, operands, b| {
            let alignment = op.alignment(b.body()).and_then(|a| a.as_i64(b.context()));
            let place = match alignment.filter(|&alignment| alignment > 1) {
                None => AllocationKind::Heap,
                Some(alignment) if aligned_alloc => AllocationKind::AlignedHeap { alignment },
                Some(alignment) => AllocationKind::BumpedHeap { alignment },
            };
            let descriptor = allocate(op.id(), operands.values(), place, b)?;
            b.replace_op(op.id(), &[descriptor]);
            Ok(())
        });
    }
}

/// Allocates memory on the stack. It is freed at the end of the region of the next op around it
/// with the trait `AutomaticAllocationScope`: of the function, or of an iteration of a loop.
#[op(
    name = "std.alloca",
    traits(AttrSizedOperandSegments),
    implements(
        VerifyOp = Allocations<Self>, CanonicalizeOp, InterpretOp, LowerTo<Llvm>,
        Allocation { dynamic_sizes, symbol_operands, alignment, memref },
    ),
    upstream(name = "memref.alloca"),
    format = "`(` $dynamic_sizes `)` (`` `[` $symbol_operands^ `]`)? attr-dict `:` type($memref)"
)]
pub struct AllocaOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// Values of the layout map's symbols.
    #[operand]
    symbol_operands: Variadic<Index>,
    /// At how many bytes it is aligned.
    #[attr]
    alignment: Optional<AlignmentAttr>,
    /// The memory.
    #[result(effects(Allocate), upstream_name = "alloca")]
    memref: AnyRankedMemRef,
}

impl CanonicalizeOp for AllocaOp {
    fn patterns(set: &mut RewritePatternSet) {
        Allocations::<Self>::add_patterns(set, |rewriter, location, sizes, ty| {
            let Sizes { open, symbols, alignment } = sizes;
            let new = Self::build(rewriter, location, open, symbols, *alignment, ty);
            new.memref(rewriter.body())
        });
    }
}

impl InterpretOp for AllocaOp {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = m.indices(op.dynamic_sizes())?;
        let memref = m.allocate_memref_on_stack(op.memref().ty(), &sizes)?;
        m.set_result(op.memref(), Value::MemRef(memref))
    }
}

impl LowerTo<Llvm> for AllocaOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let alignment = op.alignment(b.body()).and_then(|a| a.as_i64(b.context()));
        Ok(allocate(op.id(), operands.values(), AllocationKind::Stack { alignment }, b)?.into())
    }
}

/// The descriptor of new memory for the result of `op`, whose dynamic sizes are the operands.
pub(crate) fn allocate(
    op: OpId,
    operands: &[ValueId],
    place: AllocationKind,
    b: &mut Rewriter<'_>,
) -> Result<ValueId, MatchFailure> {
    let ctx = b.context().clone();
    let memref = b.body().ty(b.body().result(op, 0));
    let row_major_only = "only memory of row-major layout can be allocated";
    let TypeKind::MemRef { shape, element, .. } = memref.kind(&ctx) else {
        return Err(row_major_only.into());
    };
    if !memref.has_identity_layout(&ctx) {
        return Err(row_major_only.into());
    }
    let element = b.convert_type(*element)?;
    let pointer = element_pointer(&ctx, memref).ok_or(NO_DESCRIPTOR)?;
    let sizes = sizes_of(shape, operands).ok_or("a size is missing")?;
    let sizes: Vec<ValueId> = sizes.into_iter().map(|size| size.value(b)).collect();
    let (strides, count) = row_major(b, shape, &sizes);
    let (allocated, aligned) = match place {
        AllocationKind::Stack { alignment } => {
            let alignment = alignment.map(|alignment| ctx.i64_attr(alignment));
            let slot = llvm::AllocaOp::of(b, count, alignment, ctx.type_attr(element), pointer);
            (slot, slot)
        }
        AllocationKind::Heap => {
            let bytes = bytes(b, element, count);
            let memory = allocated(b, "malloc", &[bytes])?;
            let memory = in_space(b, memory, pointer);
            (memory, memory)
        }
        AllocationKind::AlignedHeap { alignment } => {
            let memory = aligned(b, element, count, alignment)?;
            let memory = in_space(b, memory, pointer);
            (memory, memory)
        }
        AllocationKind::BumpedHeap { alignment } => bumped(b, element, count, alignment, pointer)?,
    };
    let offset = index_constant(b, 0);
    MemRefDescriptor::build(b, memref, (allocated, aligned), offset, &sizes, &strides)
        .map(MemRefDescriptor::value)
}

fn bumped(
    b: &mut Rewriter<'_>,
    element: Type,
    count: ValueId,
    alignment: i64,
    pointer: Type,
) -> Result<(ValueId, ValueId), MatchFailure> {
    let bytes = bytes(b, element, count);
    let alignment = index_constant(b, alignment);
    let bytes = llvm::AddOp::create(b, bytes, alignment, None);
    let memory = allocated(b, "malloc", &[bytes])?;
    let memory = in_space(b, memory, pointer);
    let aligned = llvm_edsc(b, |e| {
        let (address, alignment) =
            (e.expr(memory).to::<llvm::PtrToIntOp>(Type::I64), e.expr(alignment));
        let bumped = address + (alignment - 1);
        let aligned = bumped - e.op::<llvm::URemOp>([bumped, alignment]);
        aligned.to::<llvm::IntToPtrOp>(pointer).id()
    });
    Ok((memory, aligned))
}

fn row_major(b: &mut Rewriter<'_>, shape: &[i64], sizes: &[ValueId]) -> (Vec<ValueId>, ValueId) {
    let mut strides = Vec::new();
    let mut known = Some(1i64);
    let mut stride = index_constant(b, 1);
    for (&size, &value) in shape.iter().zip(sizes).rev() {
        strides.push(stride);
        let next = known.filter(|_| size != DYNAMIC).and_then(|known| known.checked_mul(size));
        stride = match (next, known) {
            (Some(next), _) => index_constant(b, next),
            (None, Some(1)) => value,
            (None, _) => llvm::MulOp::create(b, stride, value, None),
        };
        known = next;
    }
    strides.reverse();
    (strides, stride)
}

/// The number of symbols of the layout map of a memref type.
#[must_use]
pub fn layout_symbols(ctx: &Context, ty: Type) -> usize {
    match ty.kind(ctx) {
        TypeKind::MemRef { layout: Some(layout), .. } => {
            layout.layout_map(ctx).map_or(0, |map: AffineMap| map.data(ctx).symbols as usize)
        }
        _ => 0,
    }
}

/// Ops that allocate memory.
trait Allocation: OpDefinition {
    fn dynamic_sizes(op: View<'_, Self>) -> ValueRange<'_>;
    fn symbol_operands(op: View<'_, Self>) -> ValueRange<'_>;
    fn alignment(op: View<'_, Self>) -> Option<Attribute>;
    fn memref(op: View<'_, Self>) -> ValueRef<'_>;
}

/// The implementation of interfaces that ops which allocate memory share.
struct Allocations<O>(PhantomData<O>);

impl<O: Allocation> OpModel for Allocations<O> {
    type Op = O;
}

impl<O: Allocation> VerifyOp for Allocations<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        let (ctx, ty, untyped) = (op.context(), O::memref(op).ty(), op.op());
        let shape = ty.shape(ctx).unwrap_or_default();
        let dynamic = shape.iter().filter(|&&size| size == DYNAMIC).count();
        if O::dynamic_sizes(op).len() != dynamic {
            diagnostics.error(
                untyped.op_error(
                    "dimension operand count does not equal memref dynamic dimension count",
                ),
            );
        }
        let (wanted, found) = (layout_symbols(ctx, ty), O::symbol_operands(op).len());
        if wanted != found {
            diagnostics.error(untyped.op_error(format_args!(
                "symbol operand count does not equal memref symbol count: expected {wanted}, got \
                    {found}"
            )));
        }
    }
}

impl<O: Allocation> Allocations<O> {
    /// Memory that is only written is left out; sizes that are constants become part of the type.
    fn add_patterns(
        set: &mut RewritePatternSet,
        build: fn(&mut PatternRewriter<'_>, Location, &Sizes, Type) -> ValueId,
    ) {
        set.add::<O>(const { &PatternName::of(O::NAME, "-only-written") }, 2, |op, rewriter| {
            erase_unread(op.id(), rewriter)
        });
        set.add::<O>(
            const { &PatternName::of(O::NAME, "-constant-sizes") },
            1,
            move |op, rewriter| {
                let body = rewriter.body();
                let op = body.op(op.id()).cast::<O>().ok_or("it is another op")?;
                let memref = O::memref(op).id();
                let (ty, open) = with_sizes(body, memref, &O::dynamic_sizes(op).id_list())?;
                let (symbols, alignment) = (O::symbol_operands(op).id_list(), O::alignment(op));
                let (old, location) = (op.op().id(), op.op().location());
                let sizes = Sizes { open, symbols, alignment };
                let memory = build(rewriter, location, &sizes, ty);
                replace_with_cast(rewriter, old, memory);
                Ok(())
            },
        );
    }
}

/// The operands of an allocation.
struct Sizes {
    /// The sizes of the dynamic dimensions.
    open: SmallVec<[ValueId; 4]>,
    symbols: SmallVec<[ValueId; 4]>,
    alignment: Option<Attribute>,
}

/// Frees memory that `alloc` gave.
#[op(
    name = "std.dealloc",
    implements(
        FoldOp = LookThroughCasts<Self>, InterpretOp, LowerTo<Llvm>,
        MemRefAccess { memref, set_memref },
    ),
    upstream(name = "memref.dealloc"),
    format = "$memref attr-dict `:` type($memref)"
)]
pub struct DeallocOp {
    /// The memory.
    #[operand(effects(Free))]
    memref: AnyMemRef,
}

impl InterpretOp for DeallocOp {
    fn interpret<'b>(op: DeallocOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        m.memory.free(memref.as_memref()?.allocated)?;
        Ok(Flow::Next)
    }
}

impl LowerTo<Llvm> for DeallocOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let memref = b.body().ty(op.memref(b.body()));
        let memory = if let TypeKind::UnrankedMemRef { .. } = memref.kind(b.context()) {
            // The allocated pointer is the first field of every ranked descriptor.
            let ranked = extract(b, operands.memref(), &[1])?;
            let pointer = element_pointer(b.context(), memref).ok_or(NO_DESCRIPTOR)?;
            llvm::LoadOp::plain(b, ranked, pointer)
        } else {
            MemRefDescriptor::new(operands.memref(), memref).allocated(b)?
        };
        let pointer = llvm::pointer_type(b.context());
        let memory = in_space(b, memory, pointer);
        free(b, memory);
        Ok(().into())
    }
}

/// Memory that is written and freed, but never read, is not needed.
fn erase_unread(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let memory = body.result(op, 0);
    let users: Vec<OpId> = body.users(memory).collect();
    let only_written = |&user: &OpId| {
        DeallocOp::is(body, user)
            || StoreOp::cast(body, user).is_some_and(|store| store.value(body) != memory)
    };
    if users.is_empty() || !users.iter().all(only_written) {
        return Err("something else is done with the memory".into());
    }
    for user in users {
        if rewriter.body().is_live(user) {
            rewriter.erase_op(user);
        }
    }
    rewriter.erase_op(op);
    Ok(())
}

/// Where memory is taken from, at a multiple of how many bytes.
pub(crate) enum AllocationKind {
    Heap,
    /// From `aligned_alloc`.
    AlignedHeap {
        alignment: i64,
    },
    /// From `malloc`, which gives so much more that an aligned place is in it.
    BumpedHeap {
        alignment: i64,
    },
    Stack {
        alignment: Option<i64>,
    },
}

pub(crate) fn aligned(
    b: &mut Rewriter<'_>,
    element: Type,
    count: ValueId,
    alignment: i64,
) -> Result<ValueId, MatchFailure> {
    let bytes = bytes(b, element, count);
    let rounded = llvm_edsc(b, |e| ((e.expr(bytes) + (alignment - 1)) & -alignment).id());
    let alignment = index_constant(b, alignment);
    allocated(b, "aligned_alloc", &[alignment, rounded])
}

fn bytes(b: &mut Rewriter<'_>, element: Type, count: ValueId) -> ValueId {
    let pointer = llvm::pointer_type(b.context());
    let null = llvm::ZeroOp::create(b, pointer);
    let end = llvm::GepOp::at(b, null, element, &[GepIndex::Value(count)]);
    llvm::PtrToIntOp::create(b, end, Type::I64)
}

pub(crate) fn in_space(b: &mut Rewriter<'_>, address: ValueId, pointer: Type) -> ValueId {
    match b.body().ty(address) == pointer {
        true => address,
        false => created::<llvm::AddrSpaceCastOp>(b, &[address], pointer),
    }
}

pub(crate) fn register_allocation(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AllocOp>();
    dialect.op::<AllocaOp>();
    dialect.op::<DeallocOp>();
}
