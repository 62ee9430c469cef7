//! Memory on the heap and on the stack.

use crate::StoreOp;
use crate::memref::rules::{LookThroughCasts, MemRefAccess, replace_with_cast, with_sizes};
use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::descriptor::{extract, index_constant};
use crate::to_llvm::library::require_function;
use crate::to_llvm::types::element_pointer;
use crate::to_llvm::{LowerToLlvm, MemRefDescriptor, Rewriter, StdToLlvmOptions};
use mlir_lite::affine::AffineMap;
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::types::{DYNAMIC, TypeKind};

/// Allocates memory on the heap, to be freed by `dealloc`.
#[op(
    name = "std.alloc",
    traits(AttrSizedOperandSegments),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "memref.alloc"),
    by(Allocations: VerifyOp),
    accessors(Allocation { dynamic_sizes, symbol_operands, alignment, memref }),
    canonicalize,
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
        Allocations::patterns::<Self>(set, |rewriter, location, sizes, ty| {
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
        m.give(op.memref(), Value::MemRef(memref))
    }
}

impl LowerToLlvm for AllocOp {
    fn lower(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions) {
        let aligned_alloc = options.aligned_alloc;
        patterns.add::<Self>("std.alloc-to-llvm", 1, move |op, operands, rewriter| {
            let alignment =
                op.alignment(rewriter.body()).and_then(|a| a.as_i64(rewriter.context()));
            let place = match alignment.filter(|&alignment| alignment > 1) {
                None => Place::Heap,
                Some(alignment) if aligned_alloc => Place::AlignedHeap { alignment },
                Some(alignment) => Place::BumpedHeap { alignment },
            };
            allocate(op.id(), operands.values(), place, rewriter)
        });
    }
}

/// Allocates memory on the stack. It is freed at the end of the region of the next op around it
/// with the trait `AutomaticAllocationScope`: of the function, or of an iteration of a loop.
#[op(
    name = "std.alloca",
    traits(AttrSizedOperandSegments),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "memref.alloca"),
    by(Allocations: VerifyOp),
    accessors(Allocation { dynamic_sizes, symbol_operands, alignment, memref }),
    canonicalize,
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
        Allocations::patterns::<Self>(set, |rewriter, location, sizes, ty| {
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
        m.give(op.memref(), Value::MemRef(memref))
    }
}

impl LowerToLlvm for AllocaOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.alloca-to-llvm", 1, |op, operands, rewriter| {
            let alignment =
                op.alignment(rewriter.body()).and_then(|a| a.as_i64(rewriter.context()));
            allocate(op.id(), operands.values(), Place::Stack { alignment }, rewriter)
        });
    }
}

fn allocate(
    op: OpId,
    operands: &[ValueId],
    place: Place,
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op);
    let memref = rewriter.body().ty(rewriter.body().result(op, 0));
    let row_major_only = "only memory of row-major layout can be allocated";
    let TypeKind::MemRef { shape, element, .. } = memref.kind(&ctx) else {
        return Err(row_major_only.into());
    };
    if !memref.has_identity_layout(&ctx) {
        return Err(row_major_only.into());
    }
    let element = rewriter.convert_type(*element)?;
    let pointer = element_pointer(&ctx, memref).ok_or(NO_DESCRIPTOR)?;
    let mut dynamic = operands.iter();
    let mut sizes = Vec::new();
    for &size in shape {
        sizes.push(match size {
            DYNAMIC => *dynamic.next().ok_or("a size is missing")?,
            size => index_constant(rewriter, size),
        });
    }
    let (strides, count) = row_major(rewriter, location, shape, &sizes);
    let (allocated, aligned) = match place {
        Place::Stack { alignment } => {
            let alignment = alignment.map(|alignment| ctx.i64_attr(alignment));
            let ty = ctx.type_attr(element);
            let slot = llvm::AllocaOp::of(rewriter, count, alignment, ty, pointer);
            (slot, slot)
        }
        Place::Heap => {
            let bytes = bytes(rewriter, location, element, count);
            let allocated = call_allocator(rewriter, location, "malloc", &[bytes]);
            let allocated = in_space(rewriter, location, allocated, pointer);
            (allocated, allocated)
        }
        Place::AlignedHeap { alignment } => {
            let allocated = aligned(rewriter, location, element, count, alignment);
            let allocated = in_space(rewriter, location, allocated, pointer);
            (allocated, allocated)
        }
        Place::BumpedHeap { alignment } => {
            bumped(rewriter, location, element, count, alignment, pointer)
        }
    };
    let offset = index_constant(rewriter, 0);
    let descriptor =
        MemRefDescriptor::build(rewriter, memref, (allocated, aligned), offset, &sizes, &strides);
    rewriter.replace_op(op, &[descriptor.ok_or(NO_DESCRIPTOR)?.value()]);
    Ok(())
}

/// The pointer that `malloc` gives, and the aligned one.
fn bumped(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    element: Type,
    count: ValueId,
    alignment: i64,
    pointer: Type,
) -> (ValueId, ValueId) {
    let bytes = bytes(rewriter, location, element, count);
    let alignment = index_constant(rewriter, alignment);
    let bytes =
        llvm::AddOp::build(rewriter, location, bytes, alignment, None).result(rewriter.body());
    let allocated = call_allocator(rewriter, location, "malloc", &[bytes]);
    let allocated = in_space(rewriter, location, allocated, pointer);
    let address =
        llvm::PtrToIntOp::build(rewriter, location, allocated, Type::I64).res(rewriter.body());
    let one = index_constant(rewriter, 1);
    let less = llvm::SubOp::build(rewriter, location, alignment, one, None).result(rewriter.body());
    let bumped =
        llvm::AddOp::build(rewriter, location, address, less, None).result(rewriter.body());
    let over = llvm::URemOp::build(rewriter, location, bumped, alignment).result(rewriter.body());
    let aligned =
        llvm::SubOp::build(rewriter, location, bumped, over, None).result(rewriter.body());
    let aligned =
        llvm::IntToPtrOp::build(rewriter, location, aligned, pointer).res(rewriter.body());
    (allocated, aligned)
}

/// Strides and number of elements; constants as far as sizes are known.
fn row_major(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    shape: &[i64],
    sizes: &[ValueId],
) -> (Vec<ValueId>, ValueId) {
    let mut strides = Vec::new();
    let mut known = Some(1i64);
    let mut stride = index_constant(rewriter, 1);
    for (&size, &value) in shape.iter().zip(sizes).rev() {
        strides.push(stride);
        let next = known.filter(|_| size != DYNAMIC).and_then(|known| known.checked_mul(size));
        stride = match (next, known) {
            (Some(next), _) => index_constant(rewriter, next),
            (None, Some(1)) => value,
            (None, _) => {
                llvm::MulOp::build(rewriter, location, stride, value, None).result(rewriter.body())
            }
        };
        known = next;
    }
    strides.reverse();
    (strides, stride)
}

/// Number of symbols of a memref type's layout map.
fn layout_symbols(ctx: &Context, ty: Type) -> usize {
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

/// What ops that allocate memory have in common.
struct Allocations;

impl Allocations {
    fn verify<O: Allocation>(op: View<'_, O>, diagnostics: &mut Diagnostics) {
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

    /// Memory that is only written is left out; sizes that are constants become part of the type.
    fn patterns<O: Allocation>(
        set: &mut RewritePatternSet,
        build: fn(&mut PatternRewriter<'_>, Location, &Sizes, Type) -> ValueId,
    ) {
        set.add::<O>(format!("{}-only-written", O::NAME), 2, |op, rewriter| {
            erase_unread(op.id(), rewriter)
        });
        set.add::<O>(format!("{}-constant-sizes", O::NAME), 1, move |op, rewriter| {
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
        });
    }
}

/// What memory is allocated with.
struct Sizes {
    /// The sizes of the dynamic dimensions.
    open: SmallVec<[ValueId; 4]>,
    symbols: SmallVec<[ValueId; 4]>,
    alignment: Option<Attribute>,
}

/// Frees memory that `alloc` gave.
#[op(
    name = "std.dealloc",
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "memref.dealloc"),
    format = "$memref attr-dict `:` type($memref)",
    by(LookThroughCasts: FoldOp),
    accessors(MemRefAccess { memref, set_memref })
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

impl LowerToLlvm for DeallocOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.dealloc-to-llvm", 1, deallocate);
    }
}

fn deallocate(
    op: DeallocOp,
    operands: Adaptor<'_, DeallocOp>,
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op.id());
    let memref = rewriter.body().ty(op.memref(rewriter.body()));
    let pointer = llvm::pointer_type(&ctx);
    let allocated = if let TypeKind::UnrankedMemRef { .. } = memref.kind(&ctx) {
        // The allocated pointer is the first field of every ranked descriptor.
        let ranked = extract(rewriter, operands.memref(), &[1]).ok_or(NO_DESCRIPTOR)?;
        let pointer = element_pointer(&ctx, memref).ok_or(NO_DESCRIPTOR)?;
        llvm::LoadOp::plain(rewriter, ranked, pointer)
    } else {
        MemRefDescriptor::new(operands.memref(), memref).allocated(rewriter).ok_or(NO_DESCRIPTOR)?
    };
    let allocated = in_space(rewriter, location, allocated, pointer);
    let free = ctx.ident("free");
    require_function(
        rewriter,
        free,
        llvm::function_type(&ctx, llvm::void_type(&ctx), &[pointer], false),
    );
    llvm::CallOp::build_symbol(rewriter, location, free, &[allocated], None);
    rewriter.erase_op(op.id());
    Ok(())
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
enum Place {
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

/// The pointer that `aligned_alloc` gives for the bytes, rounded up to a multiple of the alignment.
pub(crate) fn aligned(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    element: Type,
    count: ValueId,
    alignment: i64,
) -> ValueId {
    let bytes = bytes(rewriter, location, element, count);
    let less = index_constant(rewriter, alignment - 1);
    let more = llvm::AddOp::build(rewriter, location, bytes, less, None).result(rewriter.body());
    let mask = index_constant(rewriter, -alignment);
    let rounded = llvm::AndOp::build(rewriter, location, more, mask).result(rewriter.body());
    let alignment = index_constant(rewriter, alignment);
    call_allocator(rewriter, location, "aligned_alloc", &[alignment, rounded])
}

/// What a function of C gives for these numbers.
fn call_allocator(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    name: &str,
    numbers: &[ValueId],
) -> ValueId {
    let ctx = rewriter.context().clone();
    let (pointer, name) = (llvm::pointer_type(&ctx), ctx.ident(name));
    let types = vec![Type::I64; numbers.len()];
    require_function(rewriter, name, llvm::function_type(&ctx, pointer, &types, false));
    let call = llvm::CallOp::build_symbol(rewriter, location, name, numbers, Some(pointer));
    rewriter.body().result(call.id(), 0)
}

/// The bytes of so many elements. The size of one is the target's matter: the address of the
/// element after the last, counted from null.
fn bytes(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    element: Type,
    count: ValueId,
) -> ValueId {
    let pointer = llvm::pointer_type(rewriter.context());
    let null = llvm::ZeroOp::build(rewriter, location, pointer).res(rewriter.body());
    let end =
        llvm::GepOp::build_indices(rewriter, location, null, element, &[GepIndex::Value(count)]);
    let end = end.res(rewriter.body());
    llvm::PtrToIntOp::build(rewriter, location, end, Type::I64).res(rewriter.body())
}

/// An address as one of the type `pointer`, which may be in another address space.
fn in_space(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    address: ValueId,
    pointer: Type,
) -> ValueId {
    if rewriter.body().ty(address) == pointer {
        return address;
    }
    let cast = rewriter.create_simple::<llvm::AddrSpaceCastOp>(location, &[address], &[pointer]);
    rewriter.body().result(cast.id(), 0)
}

pub(crate) fn register_allocation(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AllocOp>();
    dialect.op::<AllocaOp>();
    dialect.op::<DeallocOp>();
}
