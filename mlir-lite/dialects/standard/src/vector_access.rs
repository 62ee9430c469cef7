//! Several elements at once, where they lie side by side: `vector_load` and `vector_store`.
//!
//! 2020's std has no such ops; they are what `affine.vector_load` and `affine.vector_store` become, as in today's MLIR.

use super::flags::ACCESS_PROPERTIES;
use super::*;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::text::print_type;

/// Reads a vector from the element at some subscripts on; along the last dimensions of the memref, as many as the
/// vector has.
///
/// ```mlir
/// %1 = vector_load %0[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(
    name = "std.vector_load", properties = ACCESS_PROPERTIES,
    interfaces(MemoryEffectOpInterface), hooks(InterpretOp),
    upstream(name = "vector.load"),
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
    interfaces(MemoryEffectOpInterface), hooks(InterpretOp),
    upstream(name = "vector.store"),
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

/// Says of a store that what it writes is not needed again soon: it need not go to the caches.
#[doc(hidden)]
pub const NONTEMPORAL: &str = "nontemporal";

impl VectorStoreOp {
    /// Whether what is written is not needed again soon.
    #[must_use]
    pub fn is_nontemporal(self, body: &Body) -> bool {
        body.op(self.id()).attr_named(NONTEMPORAL).and_then(|flag| flag.as_bool(body.context()))
            == Some(true)
    }
}

impl FoldOp for VectorLoadOp {
    fn fold(op: VectorLoadOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let Some(source) = memref_rules::before_memref_cast(op.memref()).map(ValueRef::id) else {
            return Fold::Unchanged;
        };
        let op = op.handle();
        Fold::in_place(move |body| op.set_memref(body, source))
    }
}

impl FoldOp for VectorStoreOp {
    fn fold(op: VectorStoreOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let Some(source) = memref_rules::before_memref_cast(op.memref()).map(ValueRef::id) else {
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
        let message = format_args!("incorrect number of indices: expected {rank}, found {indices}");
        diagnostics.error(op.op_error(message));
    }
    if vector.shape(ctx).is_some_and(|shape| shape.len() > rank) {
        let (vector, ty) = (print_type(ctx, vector), print_type(ctx, ty));
        let message = format_args!("'{vector}' has more dimensions than '{ty}'");
        diagnostics.error(op.op_error(message));
    }
    if ty.element_type(ctx) != vector.element_type(ctx) {
        let (vector, ty) = (print_type(ctx, vector), print_type(ctx, ty));
        let message = format_args!("'{vector}' has other elements than '{ty}'");
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

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<VectorLoadOp>();
    dialect.op::<VectorStoreOp>();
}

impl InterpretOp for VectorLoadOp {
    fn interpret<'b>(op: VectorLoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let start = m.indices(op.indices())?;
        load_vector(m, op.op(), &start)
    }
}

impl InterpretOp for VectorStoreOp {
    fn interpret<'b>(op: VectorStoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let start = m.indices(op.indices())?;
        store_vector(m, op.op(), &start)
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
