//! `random`
//!
//! A counter-based generator: an element depends only on the seed and its index, so elements may be
//! computed in any order, and all engines give the same. It is SplitMix64 (Steele, Lea and Flood
//! 2014), with the bits of the seed as its state. Equal seeds give equal numbers: -0 counts as 0,
//! and all NaNs as one, whatever their bits.

use super::constructors;
use super::elementwise::*;
use crate::loop_builder::{fill, in_memory, target};
use crate::ops::numbers::{CompileTimeOperands, LEAST_SIZE, SIZE};
use crate::tensor::elements::Takes;
use crate::tensor::shape::known_shape;
use mlir_lite::edsc::EdscScope;

/// Numbers from 0 up to, without, 1.
#[op(
    name = "toy.random",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct RandomOp {
    #[operand]
    seed: F64Tensor,
    /// While they are not known.
    #[operand]
    sizes: Variadic<F64Tensor>,
    #[result]
    result: F64Tensor,
}

usual_assembly!(RandomOp);
interpreted_by_computing!(RandomOp);

impl ElementTypes for RandomOp {
    fn takes(_: RandomOpRef<'_>, _operand: usize) -> Takes {
        Takes::F64
    }
}

/// The increment of the state from one number to the next.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// Right shifts, each with the factor by which the xor is multiplied.
const MIXING: [(u64, u64); 3] = [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb), (31, 1)];
/// The bits of a number that are dropped: the rest is exact as a float.
const DROPPED: u64 = 11;
/// 2 to the power of -53.
const UNIT: f64 = 1.0 / 9_007_199_254_740_992.0;

fn mix(mut state: u64) -> u64 {
    for (shift, factor) in MIXING {
        state = (state ^ (state >> shift)).wrapping_mul(factor);
    }
    state
}

/// The bits of every NaN seed.
const NAN_BITS: u64 = 0x7ff8_0000_0000_0000;

fn bits(seed: f64) -> u64 {
    // The sum maps -0 to 0.
    if seed.is_nan() { NAN_BITS } else { (seed + 0.0).to_bits() }
}

fn element(seed: f64, number: u64) -> f64 {
    let state = mix(bits(seed)).wrapping_add((number + 1).wrapping_mul(STEP));
    (mix(state) >> DROPPED) as f64 * UNIT
}

impl CompileTimeOperands for RandomOp {
    fn first_number(_: RandomOpRef<'_>) -> usize {
        1
    }

    fn what(_: RandomOpRef<'_>) -> &'static str {
        SIZE
    }

    fn least(_: RandomOpRef<'_>) -> Option<i64> {
        Some(LEAST_SIZE)
    }

    fn takes_lists(_: RandomOpRef<'_>) -> bool {
        true
    }
}

impl InferShape for RandomOp {
    fn infer_type(view: RandomOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        match known_shape(view.seed()) {
            [] => constructors::infer(op),
            other => Err(constructors::not_a_number(
                op,
                "'random' takes a number as its seed",
                other,
                "made here",
            )),
        }
    }
}

impl Compute for RandomOp {
    fn compute(view: RandomOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let op = view.op();
        let seed = inputs
            .first()
            .filter(|seed| seed.shape.is_empty())
            .ok_or("'random' takes a number as its seed")?;
        let seed = seed.elements.f64_at(0);
        Tensor::build(&constructors::sizes(op, inputs, 1)?, |number| element(seed, number as u64))
    }
}

/// Builds what [`mix`] computes.
fn build_mix(state: Expr<'_>) -> Expr<'_> {
    let e = state.builder();
    MIXING.into_iter().fold(state, |state, (shift, factor)| {
        let shift = e.i64(shift as i64);
        let mixed = state ^ e.op::<standard::ShiftRightUnsignedOp>([state, shift]);
        if factor == 1 { mixed } else { mixed * factor as i64 }
    })
}

/// Builds what [`bits`] computes.
fn build_bits(seed: Expr<'_>) -> Expr<'_> {
    let bits = (seed + 0.0).to::<standard::BitcastOp>(Type::I64);
    let is_nan = seed.cmpf(standard::CmpFPredicate::Uno, seed);
    is_nan.select(seed.builder().i64(NAN_BITS as i64), bits)
}

/// Builds what [`element`] computes.
fn build_element<'e>(seed: Expr<'e>, number: Expr<'e>) -> Expr<'e> {
    let e = seed.builder();
    let first = build_mix(build_bits(seed));
    let (one, step) = (e.i64(1), e.i64(STEP as i64));
    let mixed = build_mix(first + (number + one) * step);
    let kept = e.op::<standard::ShiftRightUnsignedOp>([mixed, e.i64(DROPPED as i64)]);
    kept.to::<standard::SIToFPOp>(Type::F64) * UNIT
}

impl LowerTo<Affine> for RandomOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let [seed] = in_memory(e, [operands.seed()])?;
        let ctx = e.context();
        let sizes = ty.ty.shape(&ctx).unwrap_or_default();
        fill(e, ty, |ivs| {
            let seed = seed.at((ctx.affine_map(ivs.len() as u32, 0, &[]), ivs)).get();
            build_element(seed, crate::loop_builder::row_major(e, ivs, sizes))
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "random",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("seed"), Parameter::numbers("sizes")],
        emit: |call| call.build::<RandomOp>(),
    }],
    returns: Returns::Tensor,
    summary: "A tensor of these sizes of numbers that look random, from 0 up to, without, 1.",
    details: "They depend on the seed and on nothing else. Any number is a seed, also a fraction, \
        a negative or an infinite \
              one, and seeds that differ give other numbers; `-0` is the seed `0`, and all that is \
              not a number (`0 / 0`) is one \
              seed. Element number `k` (row-major, from 0 on) is \
              `mix(mix(bits of the seed) + (k + 1) * 0x9e3779b97f4a7c15) / 2^64`, cut to 53 bits, \
              where `mix` is that of \
              SplitMix64 and the bits are those of the float of 64 bits.",
    shape: constructors::SIZES,
    errors: &[(
        "random([1, 2], 3)",
        "'random' takes a number as its seed, found a tensor of shape \
        <2>",
    )],
    example: (
        "var x = random(42, 1000);\nprint(min(x) >= 0);\nprint(max(x) < 1);\nprint(abs(mean(x) - \
            0.5) < 0.05);",
        "1.000000 \n1.000000 \n1.000000 \n",
    ),
    ops: &[OpEntry::of::<RandomOp>()],
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of SplitMix64 from the state 1234567, as its authors' program prints them.
    #[test]
    fn mixing_is_that_of_splitmix64() {
        let state = |count: u64| mix(1_234_567_u64.wrapping_add(count.wrapping_mul(STEP)));
        assert_eq!([state(1), state(2)], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn seeds_of_one_value_are_one_seed() {
        assert_eq!(element(-0.0, 3).to_bits(), element(0.0, 3).to_bits());
        assert_eq!(
            element(-f64::NAN, 3).to_bits(),
            element(f64::from_bits(0x7ff0_0000_0000_0001), 3).to_bits()
        );
        let seeds = [0.0, 0.5, -0.5, 1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let mut firsts: Vec<u64> = seeds.iter().map(|&seed| element(seed, 0).to_bits()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), seeds.len());
    }

    #[test]
    fn numbers_lie_from_0_to_1() {
        let mean = (0..10_000)
            .map(|number| element(7.0, number))
            .inspect(|x| assert!((0.0..1.0).contains(x)))
            .sum::<f64>()
            / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
