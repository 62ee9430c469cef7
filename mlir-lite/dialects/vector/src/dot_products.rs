//! `lower-vector-dot-products`: contractions of groups of small integers become the instructions of
//! a processor that multiply such groups and add the products.
//!
//! The integers of a group are next to each other: `sum[i] + left[i, 0] * right[i, 0] + ...`, of
//! two integers of 16 bits, or of four of 8 bits, with a sum of 32 bits. A processor's instruction
//! does this for all groups in its registers. Larger vectors are divided into parts.

use crate::kinds::CombiningKind;
use crate::ops::lowering::check_fixed;
use crate::ops::products::Contraction;
use crate::shapes::Shape;
use crate::{BroadcastOp, ContractionOp, ShapeCastOp, ShuffleOp, VectorDialect};
use mlir_lite::dialects::llvm::{CallIntrinsicOp, LlvmDialect};
use mlir_lite::dialects::standard::{AddIOp, MulIOp, SExtIOp, StdDialect, ZExtIOp};
use mlir_lite::ir::Body;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{OptionValue, PassContext, RunPass, pass, pass_options};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchFailure, MatchResult, PatternRewriter, RewritePatternSet,
    rewrite_ops,
};
use mlir_lite_diagnostics::Reported;

/// The instructions of a processor for sums of products of small integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum DotProducts {
    /// None is known: each product is computed by itself.
    #[default]
    Plain,
    /// Pairs of 16 bits in registers of 16 bytes: SSE2.
    Sse2,
    /// Pairs of 16 bits in registers of 32 bytes: AVX2.
    Avx2,
    /// Pairs of 16 bits in registers of 64 bytes: AVX-512 with BW.
    Avx512,
    /// Also four of 8 bits, in registers of 32 bytes: AVX-VNNI.
    AvxVnni,
    /// Also four of 8 bits, in registers of 64 bytes: AVX-512 with BW and VNNI.
    Avx512Vnni,
}

impl DotProducts {
    /// All of them, with their names.
    const NAMES: [(Self, &str); 6] = [
        (Self::Plain, "plain"),
        (Self::Sse2, "sse2"),
        (Self::Avx2, "avx2"),
        (Self::Avx512, "avx512"),
        (Self::AvxVnni, "avxvnni"),
        (Self::Avx512Vnni, "avx512vnni"),
    ];

    /// The size of a register in bytes.
    fn register(self) -> Option<i64> {
        match self {
            Self::Plain => None,
            Self::Sse2 => Some(16),
            Self::Avx2 | Self::AvxVnni => Some(32),
            Self::Avx512 | Self::Avx512Vnni => Some(64),
        }
    }

    /// The number of integers in a group that is multiplied at once: 4 of 8 bits, of which one
    /// factor is signed and the other one is not, or 2 of 16 bits.
    #[must_use]
    pub fn group(self) -> i64 {
        match self {
            Self::Plain | Self::Sse2 | Self::Avx2 | Self::Avx512 => 2,
            Self::AvxVnni | Self::Avx512Vnni => 4,
        }
    }
}

impl OptionValue for DotProducts {
    fn kind() -> String {
        Self::NAMES.map(|(_, name)| name).join("|")
    }

    fn parse(text: &str) -> Result<Self, String> {
        let found = Self::NAMES.into_iter().find(|(_, name)| *name == text);
        found.map(|(value, _)| value).ok_or_else(|| {
            format!("expected one of {}, found '{text}'", Self::NAMES.map(|it| it.1).join(", "))
        })
    }

    fn print(&self) -> String {
        let name = Self::NAMES.into_iter().find(|(value, _)| value == self);
        name.map_or_else(String::new, |(_, name)| name.to_owned())
    }
}

/// Options of `lower-vector-dot-products`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct DotProductOptions {
    /// The instructions of the processor that runs the code
    #[option("instructions")]
    pub instructions: DotProducts,
}

/// Lower contractions of groups of small integers to instructions of a processor.
///
/// A contraction is lowered if it adds, along the second dimension of both factors, the products of
/// integers that were extended to 32 bits. Others stay.
#[pass(
    name = "lower-vector-dot-products",
    each_body,
    dialects(VectorDialect, StdDialect, LlvmDialect),
    initialize
)]
pub struct LowerVectorDotProductsPass {
    patterns: FrozenRewritePatternSet,
    #[options]
    options: DotProductOptions,
}

impl LowerVectorDotProductsPass {
    fn initialize(ctx: &Context, options: DotProductOptions) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_vector_dot_product_lowering_patterns(&mut patterns, options.instructions);
        Self { patterns: patterns.freeze(ctx), options }
    }
}

impl RunPass for LowerVectorDotProductsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if !body.own_ops().into_iter().any(|op| ContractionOp::is(body, op)) {
            return Ok(());
        }
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Adds the pattern that lowers contractions of groups of small integers.
pub fn populate_vector_dot_product_lowering_patterns(
    patterns: &mut RewritePatternSet,
    instructions: DotProducts,
) {
    let name = "vector.contract-to-dot-products";
    patterns.add::<ContractionOp>(name, 3, move |op, rewriter| lower(op, rewriter, instructions));
}

/// The factors of a contraction: groups of integers.
#[derive(Copy, Clone)]
struct Factors {
    /// The vector of one dimension, or the group that is repeated.
    source: ValueId,
    is_repeated: bool,
    is_signed: bool,
    /// The type of the integers.
    element: Type,
}

impl Factors {
    /// The factors that a vector has.
    fn of(body: &Body, vector: ValueId) -> Option<Self> {
        let signed = SExtIOp::defining(body, vector).map(|op| op.operand(body));
        let unsigned = || ZExtIOp::defining(body, vector).map(|op| op.operand(body));
        let groups = signed.or_else(unsigned)?;
        let cast = ShapeCastOp::defining(body, groups).map(|op| op.source(body));
        let repeated = || BroadcastOp::defining(body, groups).map(|op| op.source(body));
        let source = cast.or_else(repeated)?;
        let ctx = body.context();
        matches!(body.ty(source).shape(ctx), Some([size]) if *size > 0).then_some(Self {
            source,
            is_repeated: cast.is_none(),
            is_signed: signed.is_some(),
            element: body.ty(source).element_or_self(ctx),
        })
    }

    /// The integers of the groups from number `first` on.
    fn part(self, b: &mut PatternRewriter<'_>, first: i64, [count, group]: [i64; 2]) -> ValueId {
        let positions = (0..count * group).map(|at| match self.is_repeated {
            true => at % group,
            false => first * group + at,
        });
        chosen(b, self.source, positions)
    }
}

/// The elements of a vector at these positions.
fn chosen(
    b: &mut PatternRewriter<'_>,
    vector: ValueId,
    positions: impl Iterator<Item = i64>,
) -> ValueId {
    let positions: Vec<i64> = positions.collect();
    let is_all = b.body().ty(vector).shape(b.context()) == Some(&[positions.len() as i64])
        && positions.iter().zip(0..).all(|(position, at)| *position == at);
    if is_all { vector } else { ShuffleOp::of(b, vector, vector, &positions) }
}

fn lower(op: ContractionOp, b: &mut PatternRewriter<'_>, instructions: DotProducts) -> MatchResult {
    let view = op.on(b.body());
    let ctx = view.context().clone();
    let contraction = Contraction::of(view).ok_or("its maps are not permutations")?;
    let [left, right, sums] = &contraction.maps;
    let (&[lane, group], &[of_sums]) = (&left[..], &sums[..]) else {
        return Err("it is not one of groups".into());
    };
    if left != right || lane != of_sums || lane == group || view.kind() != CombiningKind::Add {
        return Err("it does not add the products of groups".into());
    }
    let (sum, ty) = (view.acc().id(), view.result().ty());
    let (lhs, rhs) = (view.lhs().id(), view.rhs().id());
    let (Some(&[lanes, size]), Type::I32) =
        (b.body().ty(lhs).shape(&ctx), ty.element_or_self(&ctx))
    else {
        return Err("the sums are not of 32 bits".into());
    };
    let shapes = [lhs, sum].map(|vector| Shape::of(&ctx, b.body().ty(vector)));
    check_fixed(&shapes.each_ref().map(|shape| shape))?;
    let body = b.body();
    let factors = [lhs, rhs].map(|vector| Factors::of(body, vector));
    let [Some(a), Some(c)] = factors else {
        return Err("the factors are not extended integers".into());
    };
    if lanes < 1 {
        return Err("it has no sums".into());
    }
    let mut dot = Dot::of(instructions, [a, c], size);
    // Registers are joined in pairs.
    let is_divided = |bytes: i64| {
        let (registers, rest) = (lanes / (bytes / 4), lanes % (bytes / 4));
        rest == 0 && registers.unsigned_abs().is_power_of_two()
    };
    if dot.register.is_some_and(|bytes| !is_divided(bytes)) {
        dot = Dot { register: None, form: Form::Plain, ..dot };
    }
    let register = dot.register.map_or(lanes, |bytes| bytes / 4);
    let mut parts: Vec<ValueId> = Vec::new();
    for first in (0..lanes).step_by(register as usize) {
        let sum = chosen(b, sum, first..first + register);
        let factors = [a, c].map(|factors| factors.part(b, first, [register, size]));
        parts.push(dot.build(b, sum, factors, [register, size])?);
    }
    // Neighbours are joined until one vector is left.
    while parts.len() > 1 {
        let pairs = parts.chunks(2);
        parts = pairs
            .map(|pair| match *pair {
                [low, high] => {
                    let count = b.body().ty(low).shape(&ctx).map_or(0, |shape| shape[0]);
                    let all: Vec<i64> = (0..2 * count).collect();
                    ShuffleOp::of(b, low, high, &all)
                }
                _ => pair[0],
            })
            .collect();
    }
    b.replace_op(op.id(), &parts);
    Ok(())
}

/// How the products of groups are computed.
#[derive(Copy, Clone)]
struct Dot {
    /// The size of a register in bytes, if it matters.
    register: Option<i64>,
    factors: [Factors; 2],
    form: Form,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    /// Each product by itself.
    Plain,
    /// An instruction gives the sums of pairs.
    Pairs,
    /// An instruction adds four products to a sum.
    Quads,
}

impl Dot {
    fn of(instructions: DotProducts, factors: [Factors; 2], size: i64) -> Self {
        let [left, right] = factors;
        let are = |ty: Type| left.element == ty && right.element == ty;
        let (pairs, quads) = (instructions.register().is_some(), instructions.group() == 4);
        let form = if pairs && size == 2 && are(Type::I16) && left.is_signed && right.is_signed {
            Form::Pairs
        } else if quads && size == 4 && are(Type::I8) && left.is_signed != right.is_signed {
            Form::Quads
        } else {
            Form::Plain
        };
        let register = instructions.register().filter(|_| form != Form::Plain);
        Self { register, factors, form }
    }

    fn build(
        self,
        b: &mut PatternRewriter<'_>,
        sum: ValueId,
        vectors: [ValueId; 2],
        [lanes, size]: [i64; 2],
    ) -> Result<ValueId, MatchFailure> {
        let ty = b.context().vector_type(&[lanes], Type::I32);
        let bytes = self.register.unwrap_or(0);
        match self.form {
            Form::Pairs => {
                let name = match bytes {
                    16 => "llvm.x86.sse2.pmadd.wd",
                    32 => "llvm.x86.avx2.pmadd.wd",
                    _ => "llvm.x86.avx512.pmaddw.d.512",
                };
                let pairs = CallIntrinsicOp::of(b, name, &vectors, ty);
                Ok(AddIOp::create(b, sum, pairs))
            }
            Form::Quads => {
                let [left, right] = vectors;
                let (unsigned, signed) = match self.factors[0].is_signed {
                    true => (right, left),
                    false => (left, right),
                };
                let name = match bytes {
                    32 => "llvm.x86.avx512.vpdpbusd.256",
                    _ => "llvm.x86.avx512.vpdpbusd.512",
                };
                Ok(CallIntrinsicOp::of(b, name, &[sum, unsigned, signed], ty))
            }
            Form::Plain => {
                let mut sum = sum;
                for within in 0..size {
                    let mut numbers = [sum; 2];
                    for (side, number) in numbers.iter_mut().enumerate() {
                        let positions = (0..lanes).map(|lane| lane * size + within);
                        let narrow = chosen(b, vectors[side], positions);
                        *number = match self.factors[side].is_signed {
                            true => SExtIOp::create(b, narrow, ty),
                            false => ZExtIOp::create(b, narrow, ty),
                        };
                    }
                    let product = MulIOp::create(b, numbers[0], numbers[1]);
                    sum = AddIOp::create(b, sum, product);
                }
                Ok(sum)
            }
        }
    }
}
