//! `lower-quant-ops`: conversions between floats and quantized numbers become arithmetic, by the
//! formulas of `numbers`.
//!
//! On scalars and on tensors of one scale, the arithmetic is on the whole value. On tensors with
//! several scales, it is on each element, whose scale is looked up in a constant. Casts between
//! quantized numbers and integers stay around the arithmetic.

use crate::QuantDialect;
use crate::numbers::Conversion;
use crate::quantized::{Scheme, UniformQuantizedType, cast_to_storage, with_element};
use mlir_lite::attributes::DenseElements;
use mlir_lite::constants::{elements_of, float_kind};
use mlir_lite::conversion::{LowerTo, LoweringTarget, populate_lowerings};
use mlir_lite::dialects::scf::lowering::with_own_operands;
use mlir_lite::dialects::standard::{self as std, StdDialect};
use mlir_lite::ir::builder::at;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchFailure, MatchResult, PatternName, PatternRewriter,
    RewritePatternSet, rewrite_ops,
};
use mlir_lite::scalar::{CmpFPredicate, Float};
use mlir_lite::types::{DYNAMIC, FloatKind, TypeKind, element_count};
use mlir_lite_diagnostics::Reported;

/// Arithmetic on the integers that represent quantized numbers, as a target.
pub struct Integers;

impl LoweringTarget for Integers {
    type Builder<'r> = PatternRewriter<'r>;
    type Lowered<'e> = MatchResult;
    type Patterns = RewritePatternSet;
    type Options = ();

    fn add<M: LowerTo<Self> + OpModel>(patterns: &mut RewritePatternSet) {
        let name = const { &PatternName::of(<M::Op as OpDefinition>::NAME, "-to-integers") };
        patterns.add::<M::Op>(name, 1, |op, rewriter| {
            with_own_operands::<M, _>(op, rewriter, M::lower)
        });
    }
}

/// Adds the patterns that lower conversions between floats and quantized numbers to arithmetic.
pub fn populate_quant_lowering_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<Integers>(ctx, QuantDialect::NAMESPACE, &(), patterns);
}

/// Lower conversions between floats and quantized numbers to arithmetic.
///
/// `quant.qcast` and `quant.dcast` become arithmetic of the std dialect on the integers that
/// represent the numbers, between casts by `quant.scast`.
#[pass(name = "lower-quant-ops", each_body, dialects(QuantDialect, StdDialect), initialize)]
pub struct LowerQuantOpsPass {
    patterns: FrozenRewritePatternSet,
}

impl LowerQuantOpsPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_quant_lowering_patterns(ctx, &mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for LowerQuantOpsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Gives a number of the arithmetic for a scale.
type Parameter = fn(&Plan, &Conversion) -> Number;

/// A number of the arithmetic.
enum Number {
    Float(Float),
    Integer(i64),
}

/// The types that the arithmetic has.
struct Plan {
    conversions: Vec<Conversion>,
    /// The floats that are expressed.
    real: Type,
    /// Floats that represent all scaled numbers.
    wide: Type,
    /// Integers that represent all scaled numbers.
    scaled: Type,
    stored: Type,
    is_signed: bool,
}

impl Plan {
    fn new(ctx: &Context, uniform: &UniformQuantizedType) -> Result<Self, MatchFailure> {
        let storage = uniform.storage;
        let format = float_kind(ctx, uniform.expressed).ok_or("the numbers are not floats")?;
        // A difference of two stored numbers has one bit more than these.
        let fits = |format: FloatKind| format.layout().fraction >= storage.width;
        let wide = [FloatKind::F32, FloatKind::F64].into_iter();
        let wide = wide.filter(|wide| wide.holds(format)).find(|&wide| fits(wide));
        let wide = if fits(format) { format } else { wide.unwrap_or(format) };
        Ok(Self {
            conversions: uniform.conversions(ctx),
            real: uniform.expressed,
            wide: ctx.intern_type(TypeKind::Float(wide)),
            scaled: if storage.width <= 16 { Type::I32 } else { Type::I64 },
            stored: storage.ty(ctx),
            is_signed: storage.is_signed,
        })
    }

    /// The attribute of a number of one scale, of type `ty`.
    fn number(&self, ctx: &Context, ty: Type, of: Parameter, scale: &Conversion) -> Attribute {
        match of(self, scale) {
            Number::Float(number) => {
                let format = float_kind(ctx, ty).unwrap_or(FloatKind::F64);
                ctx.float_bits_attr(ty, number.rounded_to(format).to_bits(format))
            }
            Number::Integer(number) => ctx.integer_attr(ty, number),
        }
    }
}

/// Arithmetic on a value: a scalar, a whole tensor, or an element of a tensor.
struct Arithmetic<'p> {
    plan: &'p Plan,
    /// The type whose shape the values have.
    container: Type,
    /// Sizes of its dynamic dimensions.
    sizes: Vec<ValueId>,
    /// The shape of the scales, and the position in it, if there are several.
    scale: Option<(Vec<i64>, Vec<ValueId>)>,
}

impl Arithmetic<'_> {
    fn ty(&self, ctx: &Context, element: Type) -> Result<Type, MatchFailure> {
        let ty = with_element(ctx, self.container, element);
        ty.ok_or_else(|| "there are no such tensors".into())
    }

    /// A number that each element has.
    fn all(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        element: Type,
        number: Attribute,
    ) -> Result<ValueId, MatchFailure> {
        let ctx = rewriter.context().clone();
        let ty = self.ty(&ctx, element)?;
        if let Some(splat) = ty.static_shape(&ctx).and_then(|_| splat(&ctx, ty, number)) {
            return Ok(std::ConstantOp::create(rewriter, splat, ty));
        }
        let scalar = std::ConstantOp::create(rewriter, number, element);
        match ty.shape(&ctx) {
            Some(_) => Ok(std::SplatOp::create(rewriter, scalar, &self.sizes[..], ty)),
            None => Ok(scalar),
        }
    }

    /// A number that depends on the scale.
    fn parameter(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        element: Type,
        of: Parameter,
    ) -> Result<ValueId, MatchFailure> {
        let ctx = rewriter.context().clone();
        let numbers = self.plan.conversions.iter();
        let numbers: Vec<Attribute> =
            numbers.map(|scale| self.plan.number(&ctx, element, of, scale)).collect();
        let Some((shape, position)) = &self.scale else {
            let &number = numbers.first().ok_or("there is no scale")?;
            return self.all(rewriter, element, number);
        };
        let ty = ctx.tensor_type(shape, element);
        let table = elements_of(&ctx, ty, &numbers).ok_or("there is no constant of this type")?;
        let table = std::ConstantOp::create(rewriter, table, ty);
        Ok(std::ExtractElementOp::create(rewriter, table, &position[..], element))
    }

    fn clamped(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        value: ValueId,
        limit: Parameter,
        is_outside: CmpFPredicate,
    ) -> Result<ValueId, MatchFailure> {
        let limit = self.parameter(rewriter, self.plan.wide, limit)?;
        let outside = std::CmpFOp::create(rewriter, is_outside, value, limit);
        let ty = rewriter.body().ty(value);
        Ok(std::SelectOp::create(rewriter, outside, limit, value, ty))
    }

    /// Floats as stored numbers.
    fn quantize(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        real: ValueId,
    ) -> Result<ValueId, MatchFailure> {
        let ctx = rewriter.context().clone();
        let plan = self.plan;
        let [wide, scaled, stored] =
            [plan.wide, plan.scaled, plan.stored].map(|element| self.ty(&ctx, element));
        let (wide, scaled, stored) = (wide?, scaled?, stored?);
        let scale = self.parameter(rewriter, plan.real, |_, it| Number::Float(it.scale))?;
        let quotient = std::DivFOp::create(rewriter, real, scale);
        let mut value = std::RoundEvenOp::create(rewriter, quotient);
        if plan.wide != plan.real {
            value = std::FPExtOp::create(rewriter, value, wide);
        }
        let zero = self.all(rewriter, plan.wide, ctx.float_attr(plan.wide, 0.0))?;
        let is_nan = std::CmpFOp::create(rewriter, CmpFPredicate::Uno, value, value);
        value = std::SelectOp::create(rewriter, is_nan, zero, value, wide);
        let least: Parameter = |_, it| Number::Float((it.fixed_range()[0] as f64).into());
        let greatest: Parameter = |_, it| Number::Float((it.fixed_range()[1] as f64).into());
        value = self.clamped(rewriter, value, least, CmpFPredicate::Olt)?;
        value = self.clamped(rewriter, value, greatest, CmpFPredicate::Ogt)?;
        let fixed = std::FPToSIOp::create(rewriter, value, scaled);
        let zero_point =
            self.parameter(rewriter, plan.scaled, |_, it| Number::Integer(it.zero_point))?;
        let affine = std::AddIOp::create(rewriter, fixed, zero_point);
        Ok(std::TruncIOp::create(rewriter, affine, stored))
    }

    /// Stored numbers as floats.
    fn dequantize(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        stored: ValueId,
    ) -> Result<ValueId, MatchFailure> {
        let ctx = rewriter.context().clone();
        let plan = self.plan;
        let (scaled, real) = (self.ty(&ctx, plan.scaled)?, self.ty(&ctx, plan.real)?);
        let affine = match plan.is_signed {
            true => std::SExtIOp::create(rewriter, stored, scaled),
            false => std::ZExtIOp::create(rewriter, stored, scaled),
        };
        let zero_point =
            self.parameter(rewriter, plan.scaled, |_, it| Number::Integer(it.zero_point))?;
        let fixed = std::SubIOp::create(rewriter, affine, zero_point);
        let number = std::SIToFPOp::create(rewriter, fixed, real);
        let scale = self.parameter(rewriter, plan.real, |_, it| Number::Float(it.scale))?;
        Ok(std::MulFOp::create(rewriter, number, scale))
    }
}

/// A constant whose elements are one number. None if there are no elements.
fn splat(ctx: &Context, ty: Type, number: Attribute) -> Option<Attribute> {
    let one = elements_of(ctx, ctx.tensor_type(&[1], ty.element_type(ctx)?), &[number])?;
    let data = one.dense(ctx)?.data().clone();
    let has_elements = ty.shape(ctx).and_then(element_count).is_some_and(|count| count > 0);
    has_elements.then(|| ctx.try_dense_attr(DenseElements::new(ty, data, true)))?
}

/// The arithmetic of a direction.
type Direction =
    for<'p> fn(&Arithmetic<'p>, &mut PatternRewriter<'_>, ValueId) -> Result<ValueId, MatchFailure>;

/// How the numbers of a type are converted, if there is a lowering for values of the type.
pub(crate) fn uniform_of(
    ctx: &Context,
    quantized: Type,
) -> Result<&UniformQuantizedType, MatchFailure> {
    if quantized.is_tensor(ctx) && quantized.shape(ctx).is_none() {
        return Err("the tensor has no known rank".into());
    }
    let uniform = UniformQuantizedType::of(ctx, quantized.element_or_self(ctx));
    uniform.ok_or_else(|| "the type does not say how its numbers are converted".into())
}

fn lower(
    rewriter: &mut PatternRewriter<'_>,
    input: ValueId,
    quantized: Type,
    result: Type,
    direction: Direction,
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let uniform = uniform_of(&ctx, quantized)?;
    let plan = Plan::new(&ctx, uniform)?;
    let shape = quantized.shape(&ctx).map(<[i64]>::to_vec).unwrap_or_default();
    let mut sizes = Vec::new();
    for (dimension, &size) in shape.iter().enumerate() {
        if size == DYNAMIC {
            let dimension = std::ConstantOp::index(rewriter, dimension as i64);
            sizes.push(std::DimOp::create(rewriter, input, dimension));
        }
    }
    if let Scheme::PerLayer(_) = uniform.scheme {
        let arithmetic = Arithmetic { plan: &plan, container: result, sizes, scale: None };
        return direction(&arithmetic, rewriter, input);
    }
    let location = rewriter.location();
    let tensor = std::DynamicTensorFromElementsOp::build(rewriter, location, &sizes[..], result);
    let region = tensor.body(rewriter.body());
    let block = rewriter.create_block(region, &vec![Type::INDEX; shape.len()]);
    at(rewriter, InsertionPoint::End(block), |rewriter| {
        let position = rewriter.body().arguments(block).to_vec();
        let element = rewriter.body().ty(input).element_or_self(&ctx);
        let number = std::ExtractElementOp::create(rewriter, input, &position[..], element);
        let scale = Some(scale_position(rewriter, &uniform.scheme, &position));
        let container = result.element_or_self(&ctx);
        let arithmetic = Arithmetic { plan: &plan, container, sizes: Vec::new(), scale };
        let number = direction(&arithmetic, rewriter, number)?;
        std::TensorYieldOp::build(rewriter, location, number);
        Ok(tensor.result(rewriter.body()))
    })
}

/// The shape of the scales, and the position in it for a position in the tensor.
fn scale_position(
    rewriter: &mut PatternRewriter<'_>,
    scheme: &Scheme,
    position: &[ValueId],
) -> (Vec<i64>, Vec<ValueId>) {
    match scheme {
        Scheme::PerLayer(_) => (Vec::new(), Vec::new()),
        Scheme::PerAxis { dimension, scales } => {
            let at = position.get(*dimension as usize).copied();
            (vec![scales.len() as i64], at.into_iter().collect())
        }
        Scheme::SubChannel { blocks, shape, .. } => {
            let block = |dimension: usize| {
                blocks.iter().find(|(of, _)| *of as usize == dimension).map(|(_, size)| *size)
            };
            let at = position.iter().enumerate().map(|(dimension, &at)| match block(dimension) {
                None => std::ConstantOp::index(rewriter, 0),
                Some(1) => at,
                Some(size) => {
                    let size = std::ConstantOp::index(rewriter, size);
                    std::DivIUnsignedOp::create(rewriter, at, size)
                }
            });
            (shape.to_vec(), at.collect())
        }
    }
}

/// Floats as the integers that represent quantized numbers of type `quantized`.
pub(crate) fn lower_quantize(
    rewriter: &mut PatternRewriter<'_>,
    input: ValueId,
    quantized: Type,
) -> Result<ValueId, MatchFailure> {
    let result = cast_to_storage(rewriter.context(), quantized);
    let result = result.ok_or("the type does not say how it is stored")?;
    lower(rewriter, input, quantized, result, |it, rewriter, value| it.quantize(rewriter, value))
}

/// The floats that integers represent, as quantized numbers of type `quantized`.
pub(crate) fn lower_dequantize(
    rewriter: &mut PatternRewriter<'_>,
    input: ValueId,
    quantized: Type,
) -> Result<ValueId, MatchFailure> {
    let result = crate::quantized::cast_to_expressed(rewriter.context(), quantized);
    let result = result.ok_or("the type does not say what it expresses")?;
    lower(rewriter, input, quantized, result, |it, rewriter, value| it.dequantize(rewriter, value))
}
