//! Structs as the tensors in them.

use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;

use super::{StructAccessOp, StructConstructOp};
use crate::types::StructType;

/// Builds a value of type `ty` from its tensors. Structs nest as deep as the checks of the source
/// admit.
pub(crate) fn construct(
    builder: &mut BodyBuilder<'_>,
    location: Location,
    ty: Type,
    tensors: &mut impl Iterator<Item = ValueId>,
) -> Option<ValueId> {
    let Some(elements) = StructType::elements(builder.context(), ty).map(<[Type]>::to_vec) else {
        return tensors.next();
    };
    let parts: Option<Vec<ValueId>> = elements
        .into_iter()
        .map(|element| construct(builder, location, element, tensors))
        .collect();
    let made = StructConstructOp::build(builder, location, &parts?, ty);
    Some(made.output(builder.body()))
}

/// Appends the tensors of a value.
pub(crate) fn unpack(
    builder: &mut BodyBuilder<'_>,
    location: Location,
    value: ValueId,
    found: &mut Vec<ValueId>,
) {
    let ty = builder.body().ty(value);
    let Some(elements) = StructType::elements(builder.context(), ty).map(<[Type]>::to_vec) else {
        return found.push(value);
    };
    for (index, element) in elements.into_iter().enumerate() {
        let access = StructAccessOp::build(builder, location, value, index as i64, element);
        let part = access.output(builder.body());
        unpack(builder, location, part, found);
    }
}
