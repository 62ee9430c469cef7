//! The effect of quantization on floats, as programs simulate it while they are trained.

use crate::fake_quant::FakeQuant;
use crate::ops::F32Tensor;
use crate::ops::casts::{dequantized, quantized};
use crate::quantized::verify_container;
use mlir_lite::constants::Number;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use std::borrow::Cow;

mlir_lite::attr_constraints! {
    /// A list of `f32` numbers.
    pub F32ArrayAttr = "32-bit float array attribute",
        |ctx, attr| attr.as_array(ctx).is_some_and(|numbers| {
            numbers.iter().all(|number| number.ty(ctx) == Some(Type::F32))
        });
}

/// Rounds the numbers of a tensor to those that a quantized type of a range of real numbers has.
///
/// It stands for a `quant.qcast` to that type and a `quant.dcast`, which the pass
/// `quant-convert-simulated-quantization` makes of it.
///
/// ```mlir
/// %1 = "quant.const_fake_quant"(%0) {min = 0.0 : f32, max = 1.0 : f32, num_bits = 8 : i64}
///     : (tensor<4xf32>) -> tensor<4xf32>
/// ```
#[op(
    name = "quant.const_fake_quant",
    traits(Pure, SameOperandsAndResultType),
    implements(VerifyOp, InterpretOp)
)]
pub struct ConstFakeQuantOp {
    /// The numbers.
    #[operand]
    inputs: F32Tensor,
    /// The smallest number of the range.
    #[attr]
    min: F32Attr,
    /// The largest number of the range.
    #[attr]
    max: F32Attr,
    /// How many bits the integers have.
    #[attr]
    num_bits: I64Attr,
    /// Whether the smallest integer is left out.
    #[attr]
    narrow_range: Optional<BoolAttr>,
    /// Whether the integers have a sign.
    #[attr]
    is_signed: Optional<BoolAttr>,
    /// The rounded numbers.
    #[result]
    outputs: F32Tensor,
}

/// As `quant.const_fake_quant`, with a range for each index of a dimension.
///
/// ```mlir
/// %1 = "quant.const_fake_quant_per_axis"(%0)
///     {min = [0.0 : f32, -1.0 : f32], max = [1.0 : f32, 1.0 : f32], axis = 0, num_bits = 8 : i64}
///     : (tensor<2x4xf32>) -> tensor<2x4xf32>
/// ```
#[op(
    name = "quant.const_fake_quant_per_axis",
    traits(Pure, SameOperandsAndResultType),
    implements(VerifyOp, InterpretOp)
)]
pub struct ConstFakeQuantPerAxisOp {
    /// The numbers.
    #[operand]
    inputs: F32Tensor,
    /// The smallest number of each range.
    #[attr]
    min: F32ArrayAttr,
    /// The largest number of each range.
    #[attr]
    max: F32ArrayAttr,
    /// The dimension.
    #[attr]
    axis: I64Attr,
    /// How many bits the integers have.
    #[attr]
    num_bits: I64Attr,
    /// Whether the smallest integer is left out.
    #[attr]
    narrow_range: Optional<BoolAttr>,
    /// Whether the integers have a sign.
    #[attr]
    is_signed: Optional<BoolAttr>,
    /// The rounded numbers.
    #[result]
    outputs: F32Tensor,
}

/// The number that a float attribute is.
fn number(ctx: &Context, attribute: Attribute) -> f64 {
    f64::of(ctx, attribute).map_or(f64::NAN, Cow::into_owned)
}

fn is_set(ctx: &Context, flag: Option<Attribute>) -> bool {
    flag.and_then(|flag| flag.as_bool(ctx)).unwrap_or(false)
}

impl ConstFakeQuantOp {
    /// The quantization that the op simulates.
    pub fn simulated(op: ConstFakeQuantOpRef<'_>) -> FakeQuant {
        let ctx = op.context();
        let number = |attribute| number(ctx, attribute);
        FakeQuant {
            ranges: vec![[number(op.min()), number(op.max())]],
            axis: None,
            bits: op.num_bits().expect_i64(ctx),
            is_narrow: is_set(ctx, op.narrow_range()),
            is_signed: is_set(ctx, op.is_signed()),
        }
    }
}

impl ConstFakeQuantPerAxisOp {
    /// The quantization that the op simulates.
    pub fn simulated(op: ConstFakeQuantPerAxisOpRef<'_>) -> FakeQuant {
        let ctx = op.context();
        let number = |attribute: &Attribute| number(ctx, *attribute);
        let [min, max] = [op.min(), op.max()].map(|list| list.expect_array(ctx));
        FakeQuant {
            ranges: min.iter().zip(max).map(|(min, max)| [number(min), number(max)]).collect(),
            axis: Some(op.axis().expect_i64(ctx)),
            bits: op.num_bits().expect_i64(ctx),
            is_narrow: is_set(ctx, op.narrow_range()),
            is_signed: is_set(ctx, op.is_signed()),
        }
    }
}

/// Reports what no type could simulate.
fn verify_simulated(op: OpRef<'_>, ty: Type, simulated: &FakeQuant, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let found = simulated.element(ctx, Type::F32);
    if let Err(message) = found.and_then(|element| verify_container(ctx, ty, element)) {
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for ConstFakeQuantOp {
    fn verify(op: ConstFakeQuantOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_simulated(op.op(), op.inputs().ty(), &Self::simulated(op), diagnostics);
    }
}

impl VerifyOp for ConstFakeQuantPerAxisOp {
    fn verify(op: ConstFakeQuantPerAxisOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [min, max] = [op.min(), op.max()].map(|list| list.expect_array(ctx).len());
        if min != max {
            let message = format!("mismatched per-axis min and max size: {min} vs. {max}");
            diagnostics.error(op.op().op_error(message));
            return;
        }
        verify_simulated(op.op(), op.inputs().ty(), &Self::simulated(op), diagnostics);
    }
}

fn rounded(m: &Machine<'_>, simulated: &FakeQuant, value: &Value) -> Result<Value, Trap> {
    let ctx = m.context();
    let element = simulated.element(ctx, Type::F32).map_err(Trap::new)?;
    dequantized(ctx, element, &quantized(ctx, element, value)?)
}

impl InterpretOp for ConstFakeQuantOp {
    fn interpret<'b>(op: ConstFakeQuantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = rounded(m, &Self::simulated(op), &m.get(op.inputs()))?;
        m.set_result(op.outputs(), value)
    }
}

impl InterpretOp for ConstFakeQuantPerAxisOp {
    fn interpret<'b>(
        op: ConstFakeQuantPerAxisOpRef<'b>,
        m: &mut Machine<'b>,
    ) -> Result<Flow, Trap> {
        let value = rounded(m, &Self::simulated(op), &m.get(op.inputs()))?;
        m.set_result(op.outputs(), value)
    }
}

pub(crate) fn register_fake_quant(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConstFakeQuantOp>();
    dialect.op::<ConstFakeQuantPerAxisOp>();
}
