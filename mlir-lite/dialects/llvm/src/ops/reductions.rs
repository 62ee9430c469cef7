//! LLVM's intrinsics that combine the elements of a vector, and the one that numbers them.

use crate::constraints::*;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, combine, run_shape};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::AtomicRmwKind;

/// Combines the elements in their order, after a start if there is one.
fn reduce<'b>(
    m: &mut Machine<'b>,
    kind: AtomicRmwKind,
    [vector, result]: [ValueRef<'b>; 2],
    start: Option<Value>,
) -> Result<Flow, Trap> {
    let all = m.get(vector);
    let mut sum = start;
    for element in &all.as_elements()?.values {
        sum = Some(match sum {
            None => element.clone(),
            Some(sum) if [&sum, element].contains(&&Value::Poison) => Value::Poison,
            Some(sum) => combine(m, kind, result.ty(), &sum, element)?,
        });
    }
    m.give(result, sum.ok_or_else(Trap::malformed)?)
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $op:ident $view:ident $name:literal $element:ident $kind:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Pure, SameOperandsAndResultElementType), hooks(InterpretOp))]
        pub struct $op {
            /// The elements.
            #[operand]
            input: VectorOf<$element>,
            /// All of them combined.
            #[result]
            res: $element,
        }

        impl InterpretOp for $op {
            fn interpret<'b>(op: $view<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
                reduce(m, AtomicRmwKind::$kind, [op.input(), op.res()], None)
            }
        }
    )*};
}

reductions! {
    /// The sum of the elements.
    VectorReduceAddOp VectorReduceAddOpRef "llvm.intr.vector.reduce.add" AnySignlessInteger AddI;
    /// The product of the elements.
    VectorReduceMulOp VectorReduceMulOpRef "llvm.intr.vector.reduce.mul" AnySignlessInteger MulI;
    /// The bits that all elements have.
    VectorReduceAndOp VectorReduceAndOpRef "llvm.intr.vector.reduce.and" AnySignlessInteger AndI;
    /// The bits that one of the elements has.
    VectorReduceOrOp VectorReduceOrOpRef "llvm.intr.vector.reduce.or" AnySignlessInteger OrI;
    /// The bits that an odd number of the elements has.
    VectorReduceXorOp VectorReduceXorOpRef "llvm.intr.vector.reduce.xor" AnySignlessInteger XOrI;
    /// The largest element, with signs.
    VectorReduceSMaxOp VectorReduceSMaxOpRef "llvm.intr.vector.reduce.smax" AnySignlessInteger MaxS;
    /// The smallest element, with signs.
    VectorReduceSMinOp VectorReduceSMinOpRef "llvm.intr.vector.reduce.smin" AnySignlessInteger MinS;
    /// The largest element, without signs.
    VectorReduceUMaxOp VectorReduceUMaxOpRef "llvm.intr.vector.reduce.umax" AnySignlessInteger MaxU;
    /// The smallest element, without signs.
    VectorReduceUMinOp VectorReduceUMinOpRef "llvm.intr.vector.reduce.umin" AnySignlessInteger MinU;
}

macro_rules! float_reductions {
    ($($(#[$doc:meta])* $op:ident $view:ident $name:literal $kind:ident;)*) => {$(
        $(#[$doc])*
        #[op(
            name = $name,
            traits(Pure, SameOperandsAndResultElementType),
            hooks(InterpretOp),
            format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
        )]
        pub struct $op {
            /// The elements.
            #[operand]
            input: VectorOf<AnyFloat>,
            #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
            fastmath_flags: FastmathFlags,
            /// All of them combined.
            #[result]
            res: AnyFloat,
        }

        impl InterpretOp for $op {
            fn interpret<'b>(op: $view<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
                reduce(m, AtomicRmwKind::$kind, [op.input(), op.res()], None)
            }
        }
    )*};
}

float_reductions! {
    /// The largest element; numbers are larger than NaNs.
    VectorReduceFMaxOp VectorReduceFMaxOpRef "llvm.intr.vector.reduce.fmax" MaxNumF;
    /// The smallest element; numbers are smaller than NaNs.
    VectorReduceFMinOp VectorReduceFMinOpRef "llvm.intr.vector.reduce.fmin" MinNumF;
    /// The largest element, or a NaN if there is one.
    VectorReduceFMaximumOp VectorReduceFMaximumOpRef "llvm.intr.vector.reduce.fmaximum" MaximumF;
    /// The smallest element, or a NaN if there is one.
    VectorReduceFMinimumOp VectorReduceFMinimumOpRef "llvm.intr.vector.reduce.fminimum" MinimumF;
}

macro_rules! chains {
    ($($(#[$doc:meta])* $op:ident $view:ident $name:literal $kind:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Pure, SameOperandsAndResultElementType), hooks(InterpretOp))]
        pub struct $op {
            /// What comes before the first element.
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

        impl InterpretOp for $op {
            fn interpret<'b>(op: $view<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
                let start = m.get(op.start_value());
                reduce(m, AtomicRmwKind::$kind, [op.input(), op.res()], Some(start))
            }
        }
    )*};
}

chains! {
    /// The sum of the elements.
    VectorReduceFAddOp VectorReduceFAddOpRef "llvm.intr.vector.reduce.fadd" AddF;
    /// The product of the elements.
    VectorReduceFMulOp VectorReduceFMulOpRef "llvm.intr.vector.reduce.fmul" MulF;
}

/// The numbers from 0 on.
#[op(
    name = "llvm.intr.stepvector",
    traits(Pure),
    hooks(InterpretOp),
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
        m.give(op.res(), Value::elements(&sizes, numbers))
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
