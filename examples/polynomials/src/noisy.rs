//! `noisy`: integers with noise, as in encryption that is computed with. Each op says how many bits
//! of noise its result has.

use mlir_lite::ir::prelude::*;

/// An integer with noise.
#[type_def(name = "noisy.i32")]
pub struct NoisyType {}

/// The noise of a number that was encoded, or whose noise was reduced.
pub const INITIAL_NOISE: u32 = 12;

/// Ops that give a number with noise.
#[op_interface]
pub trait AddsNoise {
    /// The bits of noise of the result, by those of the operands.
    fn noise(op: View<'_, Self>, operands: &[u32]) -> u32;
}

/// A number with the least noise.
#[op(name = "noisy.encode", traits(Pure), implements(AddsNoise), format = "$input attr-dict")]
pub struct EncodeOp {
    #[operand]
    input: I32,
    #[result(inferred)]
    output: NoisyType,
}

impl AddsNoise for EncodeOp {
    fn noise(_: EncodeOpRef<'_>, _: &[u32]) -> u32 {
        INITIAL_NOISE
    }
}

/// The number without its noise.
#[op(name = "noisy.decode", traits(Pure), format = "$input attr-dict")]
pub struct DecodeOp {
    #[operand]
    input: NoisyType,
    #[result]
    output: I32,
}

/// The same number with the least noise, which is expensive.
#[op(name = "noisy.reduce_noise", traits(Pure), implements(AddsNoise), format = "$input attr-dict")]
pub struct ReduceNoiseOp {
    #[operand]
    input: NoisyType,
    #[result(inferred)]
    output: NoisyType,
}

impl AddsNoise for ReduceNoiseOp {
    fn noise(_: ReduceNoiseOpRef<'_>, _: &[u32]) -> u32 {
        INITIAL_NOISE
    }
}

/// Ops of two numbers.
#[op_family(traits(Pure), implements(AddsNoise), format = "$lhs `,` $rhs attr-dict")]
struct Binary {
    #[operand]
    lhs: NoisyType,
    #[operand]
    rhs: NoisyType,
    #[result(inferred)]
    output: NoisyType,
}

/// A sum.
#[op(family = Binary, name = "noisy.add", traits(Commutative))]
pub struct NoisyAddOp;

impl AddsNoise for NoisyAddOp {
    fn noise(_: NoisyAddOpRef<'_>, operands: &[u32]) -> u32 {
        after_sum(operands)
    }
}

/// A difference.
#[op(family = Binary, name = "noisy.sub")]
pub struct NoisySubOp;

impl AddsNoise for NoisySubOp {
    fn noise(_: NoisySubOpRef<'_>, operands: &[u32]) -> u32 {
        after_sum(operands)
    }
}

fn after_sum(operands: &[u32]) -> u32 {
    operands.iter().fold(0, |most, noise| most.max(*noise)).saturating_add(1)
}

/// A product.
#[op(family = Binary, name = "noisy.mul", traits(Commutative))]
pub struct NoisyMulOp;

impl AddsNoise for NoisyMulOp {
    fn noise(_: NoisyMulOpRef<'_>, operands: &[u32]) -> u32 {
        operands.iter().fold(0, |sum: u32, noise| sum.saturating_add(*noise))
    }
}

/// `noisy`
pub struct NoisyDialect;

impl Dialect for NoisyDialect {
    const NAMESPACE: &'static str = "noisy";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Integers with noise.");
        dialect.ty::<NoisyType>();
        dialect.op::<EncodeOp>();
        dialect.op::<DecodeOp>();
        dialect.op::<ReduceNoiseOp>();
        dialect.op::<NoisyAddOp>();
        dialect.op::<NoisySubOp>();
        dialect.op::<NoisyMulOp>();
    }
}
