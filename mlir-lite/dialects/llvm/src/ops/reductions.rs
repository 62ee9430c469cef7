//! LLVM's intrinsics that combine the elements of a vector, and the one that numbers them.

use crate::constraints::*;
use crate::ops::families::{FloatReduction, IntegerReduction};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, combine, run_shape};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::AtomicRmwKind;
use std::marker::PhantomData;

/// Ops that combine the elements of a vector.
trait VectorReduction: Combines {
    fn input(op: View<'_, Self>) -> ValueRef<'_>;
    fn res(op: View<'_, Self>) -> ValueRef<'_>;
}

/// How the elements are combined.
trait Combines: OpDefinition {
    const KIND: AtomicRmwKind;
}

/// Reductions with a value before the first element.
trait Starts: VectorReduction {
    fn start_value(op: View<'_, Self>) -> ValueRef<'_>;
}

/// The meaning of reductions without a start.
struct Reductions<O>(PhantomData<O>);

impl<O: VectorReduction> OpModel for Reductions<O> {
    type Op = O;
}

impl<O: VectorReduction> InterpretOp for Reductions<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        reduce::<O>(op, m, None)
    }
}

/// The meaning of reductions with a start.
struct Chains<O>(PhantomData<O>);

impl<O: Starts> OpModel for Chains<O> {
    type Op = O;
}

impl<O: Starts> InterpretOp for Chains<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let start = m.get(O::start_value(op));
        reduce::<O>(op, m, Some(start))
    }
}

/// Combines the elements in their order, after a start if there is one.
fn reduce<'b, O: VectorReduction>(
    op: View<'b, O>,
    m: &mut Machine<'b>,
    start: Option<Value>,
) -> Result<Flow, Trap> {
    let (all, result) = (m.get(O::input(op)), O::res(op));
    if all == Value::Poison {
        return m.set_result(result, Value::Poison);
    }
    let mut sum = start;
    for element in &all.as_elements()?.values {
        sum = Some(match sum {
            None => element.clone(),
            Some(sum) if [&sum, element].contains(&&Value::Poison) => Value::Poison,
            Some(sum) => combine(m, O::KIND, result.ty(), &sum, element)?,
        });
    }
    m.set_result(result, sum.ok_or_else(Trap::malformed)?)
}

/// The sum of the elements.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.add")]
pub struct VectorReduceAddOp;

impl Combines for VectorReduceAddOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::AddI;
}

/// The product of the elements.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.mul")]
pub struct VectorReduceMulOp;

impl Combines for VectorReduceMulOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MulI;
}

/// The bits that all elements have.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.and")]
pub struct VectorReduceAndOp;

impl Combines for VectorReduceAndOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::AndI;
}

/// The bits that one of the elements has.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.or")]
pub struct VectorReduceOrOp;

impl Combines for VectorReduceOrOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::OrI;
}

/// The bits that an odd number of the elements has.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.xor")]
pub struct VectorReduceXorOp;

impl Combines for VectorReduceXorOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::XOrI;
}

/// The largest element, with signs.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.smax")]
pub struct VectorReduceSMaxOp;

impl Combines for VectorReduceSMaxOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MaxS;
}

/// The smallest element, with signs.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.smin")]
pub struct VectorReduceSMinOp;

impl Combines for VectorReduceSMinOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MinS;
}

/// The largest element, without signs.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.umax")]
pub struct VectorReduceUMaxOp;

impl Combines for VectorReduceUMaxOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MaxU;
}

/// The smallest element, without signs.
#[op(family = IntegerReduction, name = "llvm.intr.vector.reduce.umin")]
pub struct VectorReduceUMinOp;

impl Combines for VectorReduceUMinOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MinU;
}

/// The largest element; numbers are larger than NaNs.
#[op(family = FloatReduction, name = "llvm.intr.vector.reduce.fmax")]
pub struct VectorReduceFMaxOp;

impl Combines for VectorReduceFMaxOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MaxNumF;
}

/// The smallest element; numbers are smaller than NaNs.
#[op(family = FloatReduction, name = "llvm.intr.vector.reduce.fmin")]
pub struct VectorReduceFMinOp;

impl Combines for VectorReduceFMinOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MinNumF;
}

/// The largest element, or a NaN if there is one.
#[op(family = FloatReduction, name = "llvm.intr.vector.reduce.fmaximum")]
pub struct VectorReduceFMaximumOp;

impl Combines for VectorReduceFMaximumOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MaximumF;
}

/// The smallest element, or a NaN if there is one.
#[op(family = FloatReduction, name = "llvm.intr.vector.reduce.fminimum")]
pub struct VectorReduceFMinimumOp;

impl Combines for VectorReduceFMinimumOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MinimumF;
}

/// The sum of the elements.
#[op(
    name = "llvm.intr.vector.reduce.fadd",
    traits(Pure, SameOperandsAndResultElementType),
    implements(InterpretOp = Chains<Self>, VectorReduction { input, res }, Starts { start_value })
)]
pub struct VectorReduceFAddOp {
    /// The initial value, before the first element.
    #[operand]
    start_value: AnyFloat,
    /// The elements.
    #[operand]
    input: VectorOf<AnyFloat>,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    /// All of them combined, in their order unless a flag allows another one.
    #[result]
    res: AnyFloat,
}

impl Combines for VectorReduceFAddOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::AddF;
}

/// The product of the elements.
#[op(
    name = "llvm.intr.vector.reduce.fmul",
    traits(Pure, SameOperandsAndResultElementType),
    implements(InterpretOp = Chains<Self>, VectorReduction { input, res }, Starts { start_value })
)]
pub struct VectorReduceFMulOp {
    /// The initial value, before the first element.
    #[operand]
    start_value: AnyFloat,
    /// The elements.
    #[operand]
    input: VectorOf<AnyFloat>,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    /// All of them combined, in their order unless a flag allows another one.
    #[result]
    res: AnyFloat,
}

impl Combines for VectorReduceFMulOp {
    const KIND: AtomicRmwKind = AtomicRmwKind::MulF;
}

/// The numbers from 0 on.
#[op(
    name = "llvm.intr.stepvector",
    traits(Pure),
    implements(InterpretOp),
    format = "attr-dict `:` type($res)"
)]
pub struct StepVectorOp {
    /// The numbers.
    #[result]
    res: VectorOf<AnySignlessInteger>,
}

impl InterpretOp for StepVectorOp {
    fn interpret<'b>(op: StepVectorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = run_shape(op.context(), op.res().ty()).ok_or_else(Trap::malformed)?;
        let numbers = (0..sizes[0]).map(|number| Value::Int(number as u128)).collect();
        m.set_result(op.res(), Value::elements(&sizes, numbers))
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<VectorReduceAddOp>();
    dialect.op::<VectorReduceMulOp>();
    dialect.op::<VectorReduceAndOp>();
    dialect.op::<VectorReduceOrOp>();
    dialect.op::<VectorReduceXorOp>();
    dialect.op::<VectorReduceSMaxOp>();
    dialect.op::<VectorReduceSMinOp>();
    dialect.op::<VectorReduceUMaxOp>();
    dialect.op::<VectorReduceUMinOp>();
    dialect.op::<VectorReduceFMaxOp>();
    dialect.op::<VectorReduceFMinOp>();
    dialect.op::<VectorReduceFMaximumOp>();
    dialect.op::<VectorReduceFMinimumOp>();
    dialect.op::<VectorReduceFAddOp>();
    dialect.op::<VectorReduceFMulOp>();
    dialect.op::<StepVectorOp>();
}
