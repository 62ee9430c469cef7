//! Common conditions of rules.

use mlir_lite::ir::{Body, ValueId};

/// Whether the value is unused.
pub fn has_no_use(body: &Body, value: ValueId) -> bool {
    !body.has_uses(value)
}

/// Whether the value has exactly one use.
pub fn has_one_use(body: &Body, value: ValueId) -> bool {
    body.has_one_use(value)
}

/// Whether both values have the same type.
pub fn same_type(body: &Body, a: ValueId, b: ValueId) -> bool {
    body.ty(a) == body.ty(b)
}

/// Whether both values have the same element type; that of a scalar is its
/// type.
pub fn same_element_type(body: &Body, a: ValueId, b: ValueId) -> bool {
    let ctx = body.context();
    body.ty(a).element_or_self(ctx) == body.ty(b).element_or_self(ctx)
}

/// Whether both values have the same shape, unknown sizes included.
pub fn same_shape(body: &Body, a: ValueId, b: ValueId) -> bool {
    let ctx = body.context();
    body.ty(a).shape(ctx) == body.ty(b).shape(ctx)
}
