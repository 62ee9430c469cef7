//! Loads and stores of vectors.

use crate::flags::{ACCESS_PROPERTIES, Alignment, Nontemporal};
use crate::memref::rules::before_memref_cast;
use crate::to_llvm::address::{NO_DESCRIPTOR, element_address};
use crate::to_llvm::descriptor::{extract, index_constant, insert, poison};
use crate::to_llvm::flags::keep_access;
use crate::to_llvm::{LowerToLlvm, StdToLlvmOptions};
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::text::print_type;
use mlir_lite::types::{TypeKind, strides_and_offset};

/// Reads a vector from the element at some subscripts on; along the last dimensions of the memref,
/// as many as the vector has.
///
/// ```mlir
/// %1 = vector_load %0[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(
    name = "std.vector_load", properties = ACCESS_PROPERTIES,
    interfaces(MemoryEffectOpInterface), hooks(InterpretOp, LowerToLlvm),
    upstream(name = "vector.load", only),
    format = "$memref `[` $indices `]` attr-dict `:` type($memref) `,` type($result)",
    verify,
    fold
)]
pub struct VectorLoadOp {
    /// The memory.
    #[operand]
    memref: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// The elements.
    #[result]
    result: AnyVector,
}

/// Writes a vector from the element at some subscripts on.
///
/// ```mlir
/// vector_store %v, %0[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(
    name = "std.vector_store", properties = ACCESS_PROPERTIES,
    interfaces(MemoryEffectOpInterface), hooks(InterpretOp, LowerToLlvm),
    upstream(name = "vector.store", only),
    format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref) `,` type($value)",
    verify,
    fold
)]
pub struct VectorStoreOp {
    /// What is written.
    #[operand]
    value: AnyVector,
    /// The memory.
    #[operand]
    memref: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
}

impl MemoryEffectOpInterface for VectorLoadOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, self.memref())])
    }
}

impl MemoryEffectOpInterface for VectorStoreOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::on(EffectKind::Write, self.memref())])
    }
}

impl VectorStoreOp {
    /// Whether what is written is not needed again soon.
    #[must_use]
    pub fn is_nontemporal(self, body: &Body) -> bool {
        Nontemporal::of(body.op(self.id())) == Some(true)
    }
}

impl FoldOp for VectorLoadOp {
    fn fold(op: VectorLoadOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let Some(source) = before_memref_cast(op.memref()).map(ValueRef::id) else {
            return Fold::Unchanged;
        };
        let op = op.handle();
        Fold::in_place(move |body| op.set_memref(body, source))
    }
}

impl FoldOp for VectorStoreOp {
    fn fold(op: VectorStoreOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let Some(source) = before_memref_cast(op.memref()).map(ValueRef::id) else {
            return Fold::Unchanged;
        };
        let op = op.handle();
        Fold::in_place(move |body| op.set_memref(body, source))
    }
}

/// Checks an access of a memref, which reads or writes a vector.
fn verify_vector(
    op: OpRef<'_>,
    (memref, indices): (ValueRef<'_>, ValueRange<'_>),
    vector: ValueRef<'_>,
    diagnostics: &mut Diagnostics,
) {
    let (ctx, ty, vector) = (op.context(), memref.ty(), vector.ty());
    let (rank, indices) = (ty.shape(ctx).map_or(0, <[i64]>::len), indices.len());
    if rank != indices {
        let message = format!("incorrect number of indices: expected {rank}, found {indices}");
        diagnostics.error(op.op_error(message));
    }
    if vector.shape(ctx).is_some_and(|shape| shape.len() > rank) {
        let (vector, ty) = (print_type(ctx, vector), print_type(ctx, ty));
        let message = format!("'{vector}' has more dimensions than '{ty}'");
        diagnostics.error(op.op_error(message));
    }
    if ty.element_type(ctx) != vector.element_type(ctx) {
        let (vector, ty) = (print_type(ctx, vector), print_type(ctx, ty));
        let message = format!("'{vector}' has other elements than '{ty}'");
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for VectorLoadOp {
    fn verify(op: VectorLoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_vector(op.op(), (op.memref(), op.indices()), op.result(), diagnostics);
    }
}

impl VerifyOp for VectorStoreOp {
    fn verify(op: VectorStoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_vector(op.op(), (op.memref(), op.indices()), op.value(), diagnostics);
    }
}

impl InterpretOp for VectorLoadOp {
    fn interpret<'b>(op: VectorLoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let start = m.indices(op.indices())?;
        load_vector(m, op.op(), &start)
    }
}

impl LowerToLlvm for VectorLoadOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.vector_load-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let memref = rewriter.body().ty(op.memref(rewriter.body()));
            let vector = rewriter.body().ty(op.result(rewriter.body()));
            let rows = Rows::of(rewriter.context(), memref, vector)?;
            let row = rewriter.convert_type(rows.ty)?;
            let whole = rewriter.convert_type(vector)?;
            let mut result = None;
            for position in &rows.positions {
                let indices = moved(rewriter, location, operands.indices(), position);
                let address =
                    element_address(rewriter, location, memref, operands.memref(), &indices)?;
                let value = llvm::LoadOp::plain(rewriter, address, row);
                if let Some(load) = llvm::LoadOp::defining(rewriter.body(), value) {
                    load.set_alignment(rewriter.body_mut(), rows.alignment);
                    keep_row_access(rewriter, op.id(), load.id(), position);
                }
                if position.is_empty() {
                    result = Some(value);
                    continue;
                }
                let before = result.unwrap_or_else(|| poison(rewriter, whole));
                result = Some(insert(rewriter, before, value, position));
            }
            rewriter.replace_op(op.id(), &[result.ok_or("the vector is empty")?]);
            Ok(())
        });
    }
}

impl InterpretOp for VectorStoreOp {
    fn interpret<'b>(op: VectorStoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let start = m.indices(op.indices())?;
        store_vector(m, op.op(), &start)
    }
}

impl LowerToLlvm for VectorStoreOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.vector_store-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let memref = rewriter.body().ty(op.memref(rewriter.body()));
            let rows = Rows::of(
                rewriter.context(),
                memref,
                rewriter.body().ty(op.value(rewriter.body())),
            )?;
            for position in &rows.positions {
                let value = match position[..] {
                    [] => operands.value(),
                    _ => extract(rewriter, operands.value(), position)
                        .ok_or("there is no such row")?,
                };
                let indices = moved(rewriter, location, operands.indices(), position);
                let address =
                    element_address(rewriter, location, memref, operands.memref(), &indices)?;
                let store = llvm::StoreOp::plain(rewriter, value, address);
                store.set_alignment(rewriter.body_mut(), rows.alignment);
                keep_row_access(rewriter, op.id(), store.id(), position);
            }
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}

/// Subscripts by so much farther along the dimensions before the last one.
fn moved(
    rewriter: &mut ConversionPatternRewriter<'_>,
    location: Location,
    indices: &[ValueId],
    by: &[i64],
) -> Vec<ValueId> {
    let mut indices = indices.to_vec();
    let first = indices.len().saturating_sub(by.len() + 1);
    for (index, &by) in indices[first..].iter_mut().zip(by) {
        if by != 0 {
            let by = index_constant(rewriter, by);
            *index =
                llvm::AddOp::build(rewriter, location, *index, by, None).result(rewriter.body());
        }
    }
    indices
}

/// As [`keep_access`], for the access of one row: how the vector is aligned says something of the
/// first row only.
fn keep_row_access(
    rewriter: &mut ConversionPatternRewriter<'_>,
    old: OpId,
    new: OpId,
    position: &[i64],
) {
    let alignment = Alignment::of(rewriter.body().op(new));
    keep_access(rewriter, old, new);
    if let Some(alignment) = alignment.filter(|_| position.iter().any(|&index| index != 0)) {
        Alignment::set(rewriter.body_mut(), new, alignment);
    }
}

/// The positions of a vector's elements, row-major, from `start` on along the last dimensions.
fn positions(start: &[i64], shape: &[i64]) -> Result<Vec<SmallVec<[i64; 4]>>, Trap> {
    let first = start.len().checked_sub(shape.len());
    let first = first.ok_or_else(|| Trap::new("a vector has more dimensions than the memory"))?;
    let mut positions: Vec<SmallVec<[i64; 4]>> = vec![SmallVec::from_slice(start)];
    for (dimension, &size) in shape.iter().enumerate() {
        let steps = |position: SmallVec<[i64; 4]>| {
            (0..size).map(move |step| {
                let mut position = position.clone();
                // What is beyond all memory is out of bounds.
                position[first + dimension] = position[first + dimension].saturating_add(step);
                position
            })
        };
        positions = positions.into_iter().flat_map(steps).collect();
    }
    Ok(positions)
}

/// Reads the op's result from its first operand, at `start`.
#[doc(hidden)]
pub fn load_vector(m: &mut Machine<'_>, op: OpRef<'_>, start: &[i64]) -> Result<Flow, Trap> {
    let memref = m.get(op.operand(0));
    let memref = memref.as_memref()?;
    let shape = op.body().ty(op.result(0)).static_shape(op.context());
    let shape =
        shape.ok_or_else(|| Trap::new("cannot be interpreted: the vector's size is not known"))?;
    let values = positions(start, shape)?.into_iter().map(|at| m.load_element(memref, &at));
    let value = Value::elements(shape, values.collect::<Result<_, _>>()?);
    m.set(op, 0, value);
    Ok(Flow::Next)
}

/// Writes the op's first operand to its second one, at `start`.
#[doc(hidden)]
pub fn store_vector(m: &mut Machine<'_>, op: OpRef<'_>, start: &[i64]) -> Result<Flow, Trap> {
    let [vector, memref] = [0, 1].map(|index| m.get(op.operand(index)));
    let (vector, memref) = (vector.as_elements()?, memref.as_memref()?);
    for (at, value) in positions(start, &vector.shape)?.into_iter().zip(&vector.values) {
        m.store_element(memref, &at, value)?;
    }
    Ok(Flow::Next)
}

/// The rows of a vector: what lies side by side in memory.
struct Rows {
    /// The type of a row.
    ty: Type,
    /// Where they are in the vector, row-major; of a vector of one dimension there is one row.
    positions: Vec<Vec<i64>>,
    /// They are aligned as their elements are.
    alignment: Attribute,
}

impl Rows {
    fn of(ctx: &Context, memref: Type, vector: Type) -> Result<Self, MatchFailure> {
        let TypeKind::Vector { shape, element, scalable } = vector.kind(ctx) else {
            return Err("it is not a vector".into());
        };
        if scalable.contains(&true) {
            return Err("the size of the vector is not known".into());
        }
        let (&last, outer) = shape.split_last().ok_or("a vector without dimensions has no rows")?;
        let strides = strides_and_offset(ctx, memref).ok_or(NO_DESCRIPTOR)?.0;
        if strides.last() != Some(&Some(1)) {
            return Err("the elements do not lie side by side".into());
        }
        let width = if *element == Type::INDEX { Some(64) } else { element.bit_width(ctx) };
        let bytes = width.filter(|width| width % 8 == 0).map(|width| width / 8);
        let bytes = bytes.filter(|bytes| bytes.is_power_of_two());
        let bytes = bytes.ok_or("only elements of 1, 2, 4 or more bytes are supported")?;
        let mut positions = vec![Vec::new()];
        for &size in outer {
            let longer =
                |position: Vec<i64>| (0..size).map(move |at| [&position[..], &[at]].concat());
            positions = positions.into_iter().flat_map(longer).collect();
        }
        Ok(Self {
            ty: ctx.vector_type(&[last], *element),
            positions,
            alignment: ctx.i64_attr(i64::from(bytes)),
        })
    }
}

pub(crate) fn register_access(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<VectorLoadOp>();
    dialect.op::<VectorStoreOp>();
}
