//! `toy.host_tensor`: a tensor that the host has.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::interpret::host_tensors::HostTensor;
use crate::interpret::set_result;
use crate::loop_builder::globals::global;
use crate::loop_builder::{Affine, target};
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};

/// The tensor of a [`HostTensor`], in the memory of the host: it is never written. A session
/// passes large variables to its entries so.
///
/// ```mlir
/// %0 = toy.host_tensor 5 : tensor<2x3xf64>
/// ```
#[op(
    name = "toy.host_tensor",
    traits(Pure),
    implements(InterpretOp, LowerByPatterns<Affine>),
    format = "$number attr-dict `:` type($result)"
)]
pub struct HostTensorOp {
    #[attr(typed)]
    number: I64Attr,
    /// The tensor is a mask as a subscript.
    #[attr]
    is_boolean: Optional<UnitAttr>,
    #[result]
    result: NumberTensor,
}

impl HostTensorOp {
    /// The prefix of the symbols of these tensors; their numbers follow. The dot keeps them
    /// distinct from names of the language.
    const PREFIX: &'static str = "host.tensor_";

    /// The symbol of the tensor's memory.
    pub(crate) fn symbol(number: i64) -> String {
        format!("{}{number}", Self::PREFIX)
    }

    /// The tensor whose memory has this symbol.
    #[must_use]
    pub fn tensor_of_symbol(symbol: &str) -> Option<HostTensor> {
        HostTensor::find(symbol.strip_prefix(Self::PREFIX)?.parse().ok()?)
    }
}

impl InterpretOp for HostTensorOp {
    fn interpret<'b>(op: HostTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = u64::try_from(op.number()).ok();
        let found = number.and_then(HostTensor::find);
        let tensor = found.ok_or_else(|| Trap::new("there is no such tensor in this process"))?;
        set_result(m, op.op(), Value::dialect(tensor.shared()))
    }
}

impl LowerByPatterns<Affine> for HostTensorOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<HostTensorOp>("toy.host_tensor-to-affine", 1, |op, _, rewriter| {
            let ty = target(rewriter.body(), op.id())?;
            let symbol = HostTensorOp::symbol(op.number(rewriter.body()));
            let memref = global(ty.ty, &symbol, None, rewriter);
            rewriter.replace_op(op.id(), &[memref]);
            Ok(())
        });
    }
}
