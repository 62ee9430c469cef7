//! Accesses of the elements of a vector that are side by side in memory.

use crate::ops::extract_insert_lowering::row;
use crate::ops::report;
use crate::shapes::{Block, Shape, number_of, run_sizes};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::dialects::standard::edsc::llvm_edsc;
use mlir_lite::dialects::standard::flags::{ACCESS_PROPERTIES, Alignment, Nontemporal};
use mlir_lite::dialects::standard::memref::rules::{LookThroughCasts, MemRefAccess};
use mlir_lite::dialects::standard::to_llvm::address::{NO_DESCRIPTOR, element_address};
use mlir_lite::dialects::standard::to_llvm::descriptor::{index_constant, insert, poison};
use mlir_lite::dialects::standard::to_llvm::flags::keep_access;
use mlir_lite::dialects::standard::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};
use std::sync::Arc;

mlir_lite::type_constraints! {
    /// A vector of integers or indices.
    pub IndexLikeVector = "vector of integer or index values", |ctx, ty| matches!(ty.kind(ctx),
        TypeKind::Vector { element, .. } if *element == Type::INDEX || element.is_integer(ctx));
}

/// A memref or a ranked tensor.
pub type MemRefOrTensor = AnyTypeOf<(AnyRankedMemRef, AnyRankedTensor)>;

/// Reads a vector from the element at some subscripts on; along the last dimensions of the memref,
/// as many as the vector has.
///
/// ```mlir
/// %1 = vector.load %0[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(
    name = "vector.load",
    implements(
        VerifyOp, FoldOp = LookThroughCasts<Self>, InterpretOp, LowerTo<Llvm>,
        MemRefAccess { memref = base, set_memref = set_base },
    ),
    properties = ACCESS_PROPERTIES,
    format = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"
)]
pub struct LoadOp {
    /// The memory.
    #[operand(effects(Read))]
    base: AnyRankedMemRef,
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
/// vector.store %v, %0[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(
    name = "vector.store",
    implements(
        VerifyOp, FoldOp = LookThroughCasts<Self>, InterpretOp, LowerTo<Llvm>,
        MemRefAccess { memref = base, set_memref = set_base },
    ),
    properties = ACCESS_PROPERTIES,
    format = "$value_to_store `,` $base `[` $indices `]` attr-dict `:` type($base) `,` \
        type($value_to_store)"
)]
pub struct StoreOp {
    /// The vector to write.
    #[operand]
    value_to_store: AnyVector,
    /// The memory.
    #[operand(effects(Write))]
    base: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
}

/// Memory of numbers as memory of one vector.
///
/// ```mlir
/// %1 = vector.type_cast %0 : memref<5x4x3xf32> to memref<vector<5x4x3xf32>>
/// ```
#[op(
    name = "vector.type_cast",
    traits(Pure),
    implements(VerifyOp, InterpretOp, ViewLikeOpInterface, LowerTo<Llvm>),
    format = "$memref attr-dict `:` type($memref) `to` type($result)"
)]
pub struct TypeCastOp {
    /// The memory.
    #[operand]
    memref: StaticShapeMemRefOf<AnyType>,
    /// The same memory.
    #[result]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for TypeCastOp {
    fn view_source(op: TypeCastOpRef<'_>) -> ValueId {
        op.memref().id()
    }
}

impl StoreOp {
    /// Whether what is written is not needed again soon.
    #[must_use]
    pub fn is_nontemporal(self, body: &Body) -> bool {
        Nontemporal::of(body.op(self.id())) == Some(true)
    }
}

// Verification

/// Why the subscripts of `base` are wrong.
pub(crate) fn check_indices(base: ValueRef<'_>, indices: ValueRange<'_>) -> Result<(), String> {
    let rank = base.ty().shape(base.context()).map_or(0, <[i64]>::len);
    if indices.len() == rank { Ok(()) } else { Err(format!("requires {rank} indices")) }
}

/// Why an access to side by side elements is wrong; `what` is the vector.
pub(crate) fn check_access(
    base: ValueRef<'_>,
    indices: ValueRange<'_>,
    vector: ValueRef<'_>,
    what: [&str; 2],
) -> Result<(), String> {
    let (ctx, ty, vector) = (base.context(), base.ty(), vector.ty());
    let element = ty.element_or_self(ctx);
    check_indices(base, indices)?;
    // Of memory of vectors, one of them.
    if element.shape(ctx).is_some() {
        let fits = element == vector;
        return if fits {
            Ok(())
        } else {
            Err("base memref and result vector types should match".into())
        };
    }
    if element != vector.element_or_self(ctx) {
        return Err(format!("base and {} element types should match", what[0]));
    }
    let rank = |ty: Type| ty.shape(ctx).map_or(0, <[i64]>::len);
    if rank(vector) > rank(ty) {
        return Err(format!("{} memref has lower rank than the result vector", what[1]));
    }
    check_unit_stride(ctx, ty)
}

fn check_unit_stride(ctx: &Context, memref: Type) -> Result<(), String> {
    let Some((strides, _)) = strides_and_offset(ctx, memref) else {
        return Err("most minor memref dim must have unit stride".into());
    };
    match strides.last() {
        None | Some(Some(1)) => Ok(()),
        Some(_) => Err("most minor memref dim must have unit stride".into()),
    }
}

/// Why two vectors have different dimensions.
pub(crate) fn check_alike(a: ValueRef<'_>, b: ValueRef<'_>, message: &str) -> Result<(), String> {
    let [a, b] = [a, b].map(|value| Shape::of(value.context(), value.ty()));
    if a.same_dimensions(&b) { Ok(()) } else { Err(message.to_string()) }
}

pub(crate) fn check_element(
    base: ValueRef<'_>,
    vector: ValueRef<'_>,
    what: &str,
) -> Result<(), String> {
    let [a, b] = [base, vector].map(|value| value.ty().element_or_self(base.context()));
    if a == b { Ok(()) } else { Err(format!("base and {what} element type should match")) }
}

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_load(op), diagnostics);
    }
}

fn check_load(op: LoadOpRef<'_>) -> Result<(), String> {
    check_access(op.base(), op.indices(), op.result(), ["result", "destination"])
}

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_store(op), diagnostics);
    }
}

fn check_store(op: StoreOpRef<'_>) -> Result<(), String> {
    check_access(op.base(), op.indices(), op.value_to_store(), ["valueToStore", "base"])
}

impl VerifyOp for TypeCastOp {
    fn verify(op: TypeCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_type_cast(op), diagnostics);
    }
}

fn check_type_cast(op: TypeCastOpRef<'_>) -> Result<(), String> {
    let (ctx, from, to) = (op.context(), op.memref().ty(), op.result().ty());
    if !from.has_identity_layout(ctx) {
        return Err("expects operand to be a memref with identity layout".into());
    }
    if !to.has_identity_layout(ctx) {
        return Err("expects result to be a memref with identity layout".into());
    }
    let whole = |ty: Type| {
        let inner = Shape::of(ctx, ty.element_or_self(ctx));
        let sizes = [ty.shape(ctx).unwrap_or_default(), &inner.sizes].concat();
        (sizes, inner.element)
    };
    let ((from_sizes, from_element), (to_sizes, to_element)) = (whole(from), whole(to));
    if from_element != to_element {
        return Err("expects same underlying scalar type".into());
    }
    let [a, b] = [from, to].map(|ty| memory_space(ctx, ty));
    if a != b {
        return Err("expects same memory space".into());
    }
    if from_sizes != to_sizes || from_sizes.contains(&DYNAMIC) {
        let ty = mlir_lite::text::print_type(ctx, to);
        return Err(format!("expects concatenated result and operand shapes to be equal: '{ty}'"));
    }
    Ok(())
}

fn memory_space(ctx: &Context, memref: Type) -> Option<Attribute> {
    match memref.kind(ctx) {
        TypeKind::MemRef { memory_space, .. } => *memory_space,
        _ => None,
    }
}

// Meaning

/// Subscripts that are farther by a position in the last dimensions. Subscripts beyond all memory
/// are out of bounds.
pub(crate) fn moved(start: &[i64], by: &[i64]) -> Result<SmallVec<[i64; 4]>, Trap> {
    let first = start.len().checked_sub(by.len());
    let first = first.ok_or_else(|| Trap::new("a vector has more dimensions than the memory"))?;
    let mut at: SmallVec<[i64; 4]> = SmallVec::from_slice(start);
    for (at, by) in at[first..].iter_mut().zip(by) {
        *at = at.saturating_add(*by);
    }
    Ok(at)
}

/// Memory, or a tensor whose elements are read and changed as if it were.
pub(crate) enum Base {
    Memory(Arc<MemRef>),
    Tensor(Block),
}

impl Base {
    pub(crate) fn of(value: &Value) -> Result<Self, Trap> {
        Ok(match value {
            Value::Elements(elements) => Self::Tensor(Block::of_elements(elements)),
            value => Self::Memory(value.as_memref()?.clone()),
        })
    }

    pub(crate) fn sizes(&self) -> &[i64] {
        match self {
            Self::Memory(memref) => &memref.sizes,
            Self::Tensor(block) => &block.sizes,
        }
    }

    pub(crate) fn load(&self, m: &Machine<'_>, at: &[i64]) -> Result<Value, Trap> {
        match self {
            Self::Memory(memref) => m.load_element(memref, at),
            Self::Tensor(block) => {
                check_within(&block.sizes, at)?;
                Ok(block.at(at))
            }
        }
    }

    pub(crate) fn store(
        &mut self,
        m: &mut Machine<'_>,
        at: &[i64],
        value: &Value,
    ) -> Result<(), Trap> {
        match self {
            Self::Memory(memref) => m.store_element(memref, at, value),
            Self::Tensor(block) => {
                check_within(&block.sizes, at)?;
                block.values[number_of(&block.sizes, at)] = value.clone();
                Ok(())
            }
        }
    }

    /// Sets the result of an op that stores: the changed tensor, and none for memory.
    pub(crate) fn set_result(
        self,
        m: &mut Machine<'_>,
        result: Option<ValueRef<'_>>,
    ) -> Result<Flow, Trap> {
        match (self, result) {
            (Self::Tensor(block), Some(result)) => {
                m.set_result(result, Value::elements(&block.sizes, block.values))
            }
            _ => Ok(Flow::Next),
        }
    }
}

fn check_within(sizes: &[i64], at: &[i64]) -> Result<(), Trap> {
    match at.iter().zip(sizes).find(|(at, size)| !(0..**size).contains(*at)) {
        Some((at, size)) => {
            Err(Trap::new(format!("subscript {at} is out of bounds of size {size}")))
        }
        None => Ok(()),
    }
}

/// Reads a vector of type `ty` from memory, at `start`.
#[doc(hidden)]
pub fn load_vector(
    m: &Machine<'_>,
    memref: &MemRef,
    ty: Type,
    start: &[i64],
) -> Result<Value, Trap> {
    // Memory of vectors has one of them at each place.
    if memref.element == ty {
        return m.load_element(memref, start);
    }
    let sizes = run_sizes(m, ty)?;
    let load = |at: &[i64]| m.load_element(memref, &moved(start, at)?);
    Ok(Block::from_fn(&sizes, load)?.into_value(m.context(), ty))
}

/// Writes a vector to memory, at `start`.
#[doc(hidden)]
pub fn store_vector(
    m: &mut Machine<'_>,
    memref: &MemRef,
    vector: &Value,
    start: &[i64],
) -> Result<(), Trap> {
    if memref.element.shape(m.context()).is_some() {
        return m.store_element(memref, start, vector);
    }
    let vector = vector.as_elements()?;
    for (at, value) in positions(&vector.shape).zip(&vector.values) {
        m.store_element(memref, &moved(start, &at)?, value)?;
    }
    Ok(())
}

impl InterpretOp for LoadOp {
    fn interpret<'b>(op: LoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (start, memref) = (m.indices(op.indices())?, m.get(op.base()));
        let value = load_vector(m, memref.as_memref()?, op.result().ty(), &start)?;
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for StoreOp {
    fn interpret<'b>(op: StoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (start, memref) = (m.indices(op.indices())?, m.get(op.base()));
        let value = Block::of(m, op.value_to_store())?;
        let value = value.into_value(m.context(), op.value_to_store().ty());
        store_vector(m, memref.as_memref()?, &value, &start)?;
        Ok(Flow::Next)
    }
}

impl InterpretOp for TypeCastOp {
    fn interpret<'b>(op: TypeCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let memref = memref.as_memref()?;
        let (ctx, ty) = (m.context(), op.result().ty());
        let element = ty.element_or_self(ctx);
        let sizes: SmallVec<[i64; 4]> = ty.shape(ctx).unwrap_or_default().into();
        let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, sizes.len());
        for dimension in (1..sizes.len()).rev() {
            strides[dimension - 1] = strides[dimension] * sizes[dimension];
        }
        let cast = MemRef { element, sizes, strides, ..MemRef::clone(memref) };
        m.set_result(op.result(), Value::MemRef(Arc::new(cast)))
    }
}

// Lowering

impl LowerTo<Llvm> for TypeCastOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let view = op.on(b.body());
        let (from, to) = (view.memref().ty(), view.result().ty());
        let sizes = to.shape(view.context()).unwrap_or_default().to_vec();
        let source = MemRefDescriptor::new(operands.memref(), from);
        let pointers = (source.allocated(b)?, source.aligned(b)?);
        let offset = index_constant(b, 0);
        // Row-major, without gaps.
        let strides: Vec<i64> =
            (1..=sizes.len()).map(|dimension| sizes[dimension..].iter().product()).collect();
        let [sizes, strides] = [sizes, strides].map(|numbers| {
            numbers.iter().map(|&number| index_constant(b, number)).collect::<Vec<_>>()
        });
        let cast = MemRefDescriptor::build(b, to, pointers, offset, &sizes, &strides)?;
        Ok(cast.value().into())
    }
}

impl LowerTo<Llvm> for LoadOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let [memref, vector] = [op.base(body), op.result(body)].map(|value| body.ty(value));
        let rows = Rows::of(b.context(), memref, vector)?;
        let (row, whole) = (b.convert_type(rows.ty)?, b.convert_type(vector)?);
        let mut result = None;
        for position in &rows.positions {
            let indices = farther(b, operands.indices(), position);
            let address = element_address(b, memref, operands.base(), &indices)?;
            let value = llvm::LoadOp::plain(b, address, row);
            if let Some(load) = llvm::LoadOp::defining(b.body(), value) {
                load.set_alignment(b.body_mut(), rows.alignment);
                keep_row_access(b, op.id(), load.id(), position);
            }
            result = Some(match position[..] {
                [] => value,
                _ => {
                    let before = result.unwrap_or_else(|| poison(b, whole));
                    insert(b, before, value, position)
                }
            });
        }
        Ok(result.ok_or("the vector is empty")?.into())
    }
}

impl LowerTo<Llvm> for StoreOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let [memref, vector] = [op.base(body), op.value_to_store(body)].map(|it| body.ty(it));
        let rows = Rows::of(b.context(), memref, vector)?;
        for position in &rows.positions {
            let value = row(b, operands.value_to_store(), position)?;
            let indices = farther(b, operands.indices(), position);
            let address = element_address(b, memref, operands.base(), &indices)?;
            let store = llvm::StoreOp::plain(b, value, address);
            store.set_alignment(b.body_mut(), rows.alignment);
            keep_row_access(b, op.id(), store.id(), position);
        }
        Ok(().into())
    }
}

/// Subscripts by so much farther along the dimensions before the last one.
fn farther(b: &mut Rewriter<'_>, indices: &[ValueId], by: &[i64]) -> Vec<ValueId> {
    let mut indices = indices.to_vec();
    let first = indices.len().saturating_sub(by.len() + 1);
    for (index, &by) in indices[first..].iter_mut().zip(by).filter(|(_, by)| **by != 0) {
        *index = llvm_edsc(b, |e| (e.expr(*index) + by).id());
    }
    indices
}

/// As [`keep_access`], for the access of one row: how the vector is aligned says something of the
/// first row only.
fn keep_row_access(b: &mut Rewriter<'_>, old: OpId, new: OpId, position: &[i64]) {
    let alignment = Alignment::of(b.body().op(new));
    keep_access(b, old, new);
    if let Some(alignment) = alignment.filter(|_| position.iter().any(|&index| index != 0)) {
        Alignment::set(b.body_mut(), new, alignment);
    }
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
        let (&last, outer) = shape.split_last().ok_or("a vector without dimensions has no rows")?;
        let (scales, outer_scales) = scalable.split_last().unwrap_or((&false, &[]));
        if outer_scales.contains(&true) {
            return Err(crate::ops::lowering::SCALABLE.into());
        }
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
            ty: ctx.scalable_vector_type(&[last], &[*scales], *element),
            positions,
            alignment: ctx.i64_attr(i64::from(bytes)),
        })
    }
}

pub(crate) fn register_memory(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<LoadOp>();
    dialect.op::<StoreOp>();
    dialect.op::<TypeCastOp>();
}
