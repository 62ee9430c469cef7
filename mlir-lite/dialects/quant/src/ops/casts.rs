//! Casts between floats, quantized numbers and the integers that represent these.

use crate::lowering::{Integers, lower_dequantize, lower_quantize, uniform_of};
use crate::numbers::Conversion;
use crate::ops::{FloatOrTensor, QuantizedOrTensor, StorageOrTensor};
use crate::quantized::{
    UniformQuantizedType, cast_to_expressed, cast_to_storage, is_quantized, verify_container,
};
use mlir_lite::conversion::LowerTo;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::text::print_type;

/// Converts floats to quantized numbers: divided by the scale, rounded to the nearest integer
/// (halves to even), moved by the zero point, and clamped to the range of the storage.
///
/// NaN becomes the zero point, and an infinity the smallest or largest number.
///
/// ```mlir
/// %1 = "quant.qcast"(%0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 0.5:128>>
/// ```
#[op(
    name = "quant.qcast",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp, LowerTo<Integers>),
    upstream(
        name = "quant.qcast",
        format = "$input attr-dict `:` type($input) `to` type($result)"
    )
)]
pub struct QuantizeCastOp {
    /// The floats.
    #[operand]
    input: FloatOrTensor,
    /// The quantized numbers.
    #[result]
    result: QuantizedOrTensor,
}

/// Converts quantized numbers to the floats that they express: less the zero point, times the
/// scale.
///
/// ```mlir
/// %1 = "quant.dcast"(%0) : (tensor<4x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<4xf32>
/// ```
#[op(
    name = "quant.dcast",
    traits(Pure),
    implements(VerifyOp, InterpretOp, LowerTo<Integers>),
    upstream(
        name = "quant.dcast",
        format = "$input attr-dict `:` type($input) `to` type($result)"
    )
)]
pub struct DequantizeCastOp {
    /// The quantized numbers.
    #[operand]
    input: QuantizedOrTensor,
    /// The floats.
    #[result]
    result: FloatOrTensor,
}

/// The integers that represent quantized numbers, or the numbers that integers represent: the same
/// bits.
///
/// ```mlir
/// %1 = "quant.scast"(%0) : (tensor<4xi8>) -> tensor<4x!quant.uniform<u8:f32, 0.5:128>>
/// ```
#[op(
    name = "quant.scast",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp),
    upstream(
        name = "quant.scast",
        format = "$input attr-dict `:` type($input) `to` type($result)"
    )
)]
pub struct StorageCastOp {
    /// Integers or quantized numbers.
    #[operand]
    input: StorageOrTensor,
    /// The other ones.
    #[result]
    result: StorageOrTensor,
}

/// Checks what casts between `plain` and `quantized` values have in common. `same` is what the
/// element type of `plain` has to be.
fn verify_cast(
    op: OpRef<'_>,
    plain: Type,
    quantized: Type,
    same: Option<Type>,
    mismatch: &str,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let [from, to] = [plain, quantized].map(|ty| (ty.is_tensor(ctx), ty.shape(ctx)));
    if from != to {
        let message = "failed to verify that input and result are both scalars or both tensors \
                       with matching shape";
        diagnostics.error(op.op_error(message));
        return;
    }
    if same.map(|ty| ty.element_or_self(ctx)) != Some(plain.element_or_self(ctx)) {
        diagnostics.error(op.op_error(mismatch));
        return;
    }
    if let Err(message) = verify_container(ctx, quantized, quantized.element_or_self(ctx)) {
        diagnostics.error(op.op_error(message));
    }
}

const NOT_EXPRESSED: &str = "expressed type in quantized type expected to match float type";
const NOT_STORED: &str = "storage type in quantized type expected to match integer type";

impl VerifyOp for QuantizeCastOp {
    fn verify(op: QuantizeCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (from, to) = (op.input().ty(), op.result().ty());
        let expressed = cast_to_expressed(op.context(), to);
        verify_cast(op.op(), from, to, expressed, NOT_EXPRESSED, diagnostics);
    }
}

impl VerifyOp for DequantizeCastOp {
    fn verify(op: DequantizeCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (from, to) = (op.input().ty(), op.result().ty());
        let expressed = cast_to_expressed(op.context(), from);
        verify_cast(op.op(), to, from, expressed, NOT_EXPRESSED, diagnostics);
    }
}

impl VerifyOp for StorageCastOp {
    fn verify(op: StorageCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let (from, to) = (op.input().ty(), op.result().ty());
        let [quantizes, dequantizes] =
            [to, from].map(|ty| is_quantized(ctx, ty.element_or_self(ctx)));
        if quantizes == dequantizes {
            let message = "failed to verify that input must be integer and result must be \
                           quantized, or vice versa";
            diagnostics.error(op.op().op_error(message));
            return;
        }
        let (plain, quantized) = if quantizes { (from, to) } else { (to, from) };
        let stored = cast_to_storage(ctx, quantized);
        verify_cast(op.op(), plain, quantized, stored, NOT_STORED, diagnostics);
    }
}

impl FoldOp for QuantizeCastOp {
    /// Numbers that are quantized again with the same type are the same. The other order is not
    /// the same: a float is rounded by it.
    fn fold(op: QuantizeCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        match op.input().defining::<DequantizeCastOp>().map(DequantizeCastOpRef::input) {
            Some(before)
                if before.ty() == op.result().ty() && is_restored(op.context(), before.ty()) =>
            {
                Fold::value(before)
            }
            _ => Fold::Unchanged,
        }
    }
}

/// Whether all numbers of a type are the same after they were converted to floats and back: the
/// floats have digits for all of them, and none of the products overflows or vanishes.
fn is_restored(ctx: &Context, ty: Type) -> bool {
    let Some(uniform) = UniformQuantizedType::of(ctx, ty.element_or_self(ctx)) else {
        // A type that does not say how its numbers are converted has one conversion.
        return true;
    };
    uniform.conversions(ctx).iter().all(Conversion::restores_all)
}

impl FoldOp for StorageCastOp {
    fn fold(op: StorageCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        match op.input().defining::<StorageCastOp>().map(StorageCastOpRef::input) {
            Some(before) if before.ty() == op.result().ty() => Fold::value(before),
            _ => Fold::Unchanged,
        }
    }
}

/// Converts each element of a value, or the value if it is a scalar. `quantized` is the type on the
/// side of the quantized numbers.
pub(crate) fn convert(
    ctx: &Context,
    quantized: Type,
    value: &Value,
    number: impl Fn(&Conversion, &Value) -> Result<Option<Value>, Trap>,
) -> Result<Value, Trap> {
    let ty = quantized.element_or_self(ctx);
    let Some(uniform) = UniformQuantizedType::of(ctx, ty) else {
        let ty = print_type(ctx, ty);
        let message = format!("cannot be interpreted: '{ty}' does not say what its numbers are");
        return Err(Trap::new(message));
    };
    let conversions = uniform.conversions(ctx);
    let convert_at = |position: &[i64], value: &Value| {
        let conversion = uniform.scheme.index(position).and_then(|index| conversions.get(index));
        let conversion = conversion
            .ok_or_else(|| Trap::new(format!("there is no scale for the index {position:?}")))?;
        if *value == Value::Poison {
            return Ok(Value::Poison);
        }
        number(conversion, value)?.ok_or_else(|| {
            let format = conversion.format.keyword();
            Trap::new(format!("cannot be interpreted: numbers of the format {format}"))
        })
    };
    match value {
        Value::Elements(elements) => {
            let at = positions(&elements.shape).zip(&elements.values);
            let values = at.map(|(position, value)| convert_at(&position, value));
            Ok(Value::elements(&elements.shape, values.collect::<Result<_, _>>()?))
        }
        scalar => convert_at(&[], scalar),
    }
}

/// Floats as quantized numbers of type `quantized`.
pub(crate) fn quantized(ctx: &Context, quantized: Type, value: &Value) -> Result<Value, Trap> {
    convert(ctx, quantized, value, |conversion, value| {
        let stored = conversion.real_to_affine(value.as_number()?);
        Ok(stored.map(|stored| Value::Int(conversion.to_bits(stored))))
    })
}

/// Quantized numbers of type `quantized` as floats.
pub(crate) fn dequantized(ctx: &Context, quantized: Type, value: &Value) -> Result<Value, Trap> {
    convert(ctx, quantized, value, |conversion, value| {
        let stored = conversion.of_bits(value.as_int()?);
        Ok(conversion.affine_to_real(stored).map(Value::number))
    })
}

impl InterpretOp for QuantizeCastOp {
    fn interpret<'b>(op: QuantizeCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = quantized(m.context(), op.result().ty(), &m.get(op.input()))?;
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for DequantizeCastOp {
    fn interpret<'b>(op: DequantizeCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = dequantized(m.context(), op.input().ty(), &m.get(op.input()))?;
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for StorageCastOp {
    /// The value of a quantized number is the integer that is stored.
    fn interpret<'b>(op: StorageCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.get(op.input());
        m.set_result(op.result(), value)
    }
}

impl LowerTo<Integers> for QuantizeCastOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let (input, ty) =
            (op.input(rewriter.body()), rewriter.body().ty(op.result(rewriter.body())));
        let stored = lower_quantize(rewriter, input, ty)?;
        let location = rewriter.body().location(op.id());
        rewriter.replace_op_with(op.id(), |b| StorageCastOp::build(b, location, stored, ty));
        Ok(())
    }
}

impl LowerTo<Integers> for DequantizeCastOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let ctx = rewriter.context().clone();
        let input = op.input(rewriter.body());
        let ty = rewriter.body().ty(input);
        uniform_of(&ctx, ty)?;
        let stored = cast_to_storage(&ctx, ty).ok_or("the type does not say how it is stored")?;
        let bits = StorageCastOp::create(rewriter, input, stored);
        let result = lower_dequantize(rewriter, bits, ty)?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

pub(crate) fn register_casts(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<QuantizeCastOp>();
    dialect.op::<DequantizeCastOp>();
    dialect.op::<StorageCastOp>();
}
