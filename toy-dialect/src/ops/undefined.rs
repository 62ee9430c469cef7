//! `toy.undefined`: the value of something that is not computed yet.

use crate::tensor::count_of;
use crate::tensor::elements::{Element, Elements};
use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

use crate::loop_builder::{Affine, Lowered, allocate, fill, target};
use crate::tensor::Tensor;

/// A value that nothing reads: what a function returns before it is known, which loops and
/// conditionals pass on. Shape inference gives it the shape of the value that takes its place.
///
/// With `unset`, each element is set before it is read, so the memory may have any content.
///
/// ```mlir
/// %0 = toy.undefined : tensor<2xf64>
/// ```
#[op(
    name = "toy.undefined",
    traits(Pure),
    implements(InterpretOp, LowerTo<Affine>),
    format = "attr-dict `:` type($result)"
)]
pub struct UndefinedOp {
    #[attr]
    unset: Optional<UnitAttr>,
    #[result]
    result: NumberTensor,
}

impl InterpretOp for UndefinedOp {
    fn interpret<'b>(op: UndefinedOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let shape = op.result().ty().static_shape(op.context()).unwrap_or_default();
        let element = Element::of(op.context(), op.result().ty());
        let zeros = Elements::nearest(element, &vec![0.0; count_of(shape)]);
        let tensor = Tensor { shape: shape.to_vec(), elements: zeros };
        m.set_result(op.result(), tensor.into_value())
    }
}

impl LowerTo<Affine> for UndefinedOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> Lowered<'e> {
        let e = scope.edsc();
        let target = e.read(|body| target(body, op.id()))?;
        if e.read(|body| op.unset(body).is_some()) {
            return allocate(e, &target);
        }
        fill(e, target, |_| 0)
    }
}
