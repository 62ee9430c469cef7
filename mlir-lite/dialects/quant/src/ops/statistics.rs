//! Ranges of numbers, observed in a trial run, and values that are quantized in one way. The ops
//! change no value.

use crate::ops::RealValue;
use crate::statistics::Statistics;
use mlir_lite::constants::elements;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::element_count;

mlir_lite::attr_constraints! {
    /// Constant elements.
    pub ElementsAttr = "constant vector/tensor attribute", |ctx, attr| attr.dense(ctx).is_some();
}

/// The range of a value, observed in a trial run.
///
/// ```mlir
/// %1 = "quant.stats"(%0) {layerStats = dense<[-1.0, 1.0]> : tensor<2xf32>}
///     : (tensor<8x4xf32>) -> tensor<8x4xf32>
/// ```
#[op(name = "quant.stats", traits(SameOperandsAndResultType), implements(VerifyOp, InterpretOp))]
pub struct StatisticsOp {
    /// The value.
    #[operand]
    arg: RealValue,
    /// The smallest and the largest number.
    #[attr(name = "layerStats")]
    layer_stats: ElementsAttr,
    /// The smallest and the largest number for each index of `axis` and of the dimensions after it.
    #[attr(name = "axisStats")]
    axis_stats: Optional<ElementsAttr>,
    /// The dimension of `axisStats`.
    #[attr]
    axis: Optional<I64Attr>,
    /// The value.
    #[result]
    result: RealValue,
}

/// A value whose range a trial run shall observe. The pass `quant-resolve-stats` then makes a
/// `quant.stats` of it.
///
/// ```mlir
/// %1 = "quant.stats_ref"(%0) {statsKey = "layer1"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
/// ```
#[op(name = "quant.stats_ref", traits(SameOperandsAndResultType), implements(InterpretOp))]
pub struct StatisticsRefOp {
    /// The value.
    #[operand]
    arg: RealValue,
    /// The name under which the range is kept.
    #[attr(name = "statsKey")]
    stats_key: StrAttr,
    /// The value.
    #[result]
    result: RealValue,
}

/// A value that shall be quantized as others with the same key are.
///
/// ```mlir
/// %1 = "quant.coupled_ref"(%0) {coupledKey = "state"} : (tensor<4xf32>) -> tensor<4xf32>
/// ```
#[op(name = "quant.coupled_ref", traits(SameOperandsAndResultType), implements(InterpretOp))]
pub struct CoupledRefOp {
    /// The value.
    #[operand]
    arg: RealValue,
    /// The key that the values share.
    #[attr(name = "coupledKey")]
    coupled_key: StrAttr,
    /// The value.
    #[result]
    result: RealValue,
}

impl StatisticsOp {
    /// The range of all numbers of a value.
    pub fn range(op: StatisticsOpRef<'_>) -> Option<[f64; 2]> {
        let numbers = elements::<f64>(op.context(), op.layer_stats())?;
        numbers.try_into().ok()
    }

    /// The ranges of the indices of a dimension, if there are any.
    pub fn axis_ranges(op: StatisticsOpRef<'_>) -> Option<(i64, Vec<[f64; 2]>)> {
        let ctx = op.context();
        let numbers = elements::<f64>(ctx, op.axis_stats()?)?;
        let ranges = numbers.chunks_exact(2).map(|range| [range[0], range[1]]).collect();
        Some((op.axis()?.as_i64(ctx)?, ranges))
    }
}

/// Checks statistics of a shape; `None` is any number.
fn verify_stats(
    op: StatisticsOpRef<'_>,
    name: &str,
    stats: Attribute,
    has_shape: impl Fn(&[i64]) -> bool,
    expected: &str,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let Some(ty) = stats.dense(ctx).map(|stats| stats.ty()) else { return };
    if !ty.element_or_self(ctx).is_float(ctx) {
        let message = format!("{name} must have a floating point element type");
        diagnostics.error(op.op().op_error(message));
    } else if !ty.shape(ctx).is_some_and(has_shape) {
        diagnostics.error(op.op().op_error(format_args!("{name} must have shape {expected}")));
    }
}

impl VerifyOp for StatisticsOp {
    fn verify(op: StatisticsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        if !op.arg().ty().is_tensor(ctx) {
            diagnostics.error(op.op().op_error("arg needs to be tensor type."));
            return;
        }
        let is_range = |shape: &[i64]| shape == [2];
        verify_stats(op, "layerStats", op.layer_stats(), is_range, "[2]", diagnostics);
        let Some(stats) = op.axis_stats() else { return };
        let Some(axis) = op.axis().and_then(|axis| axis.as_i64(ctx)) else {
            diagnostics.error(op.op().op_error("axis must be specified for axisStats"));
            return;
        };
        let slice = op.arg().ty().shape(ctx).and_then(|shape| {
            let after = shape.get(usize::try_from(axis).ok()?..).filter(|it| !it.is_empty())?;
            i64::try_from(element_count(after)?).ok()
        });
        let expected = "[N,2] where N = the slice size defined by the axis dim";
        let is_table = |shape: &[i64]| slice.is_some_and(|count| shape == [count, 2]);
        verify_stats(op, "axisStats", stats, is_table, expected, diagnostics);
    }
}

impl InterpretOp for StatisticsOp {
    fn interpret<'b>(op: StatisticsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.get(op.arg());
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for CoupledRefOp {
    fn interpret<'b>(op: CoupledRefOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.get(op.arg());
        m.set_result(op.result(), value)
    }
}

impl InterpretOp for StatisticsRefOp {
    /// Adds the floats to the statistics of the context.
    fn interpret<'b>(op: StatisticsRefOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.get(op.arg());
        let key = op.stats_key().as_str(m.context());
        if let (Some(statistics), Some(key)) = (m.context().attached::<Statistics>(), key) {
            let numbers = match &value {
                Value::Elements(elements) => &elements.values[..],
                scalar => std::slice::from_ref(scalar),
            };
            let numbers = numbers.iter().filter_map(|number| number.as_float().ok());
            statistics.record(key, numbers);
        }
        m.set_result(op.result(), value)
    }
}

pub(crate) fn register_statistics(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<StatisticsOp>();
    dialect.op::<StatisticsRefOp>();
    dialect.op::<CoupledRefOp>();
}
