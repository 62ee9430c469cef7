//! Wires, their connections, and regions to put them in.

use crate::inner::interfaces::{InnerRefUserOpInterface, InnerSymbol};
use crate::inner::names::{InnerRefAttr, InnerSymAttr};
use crate::inner::namespace::InnerRefNamespace;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::TypeKind;

/// A wire. A wire of a tuple has a field for each element.
#[op(
    name = "rtl.wire",
    implements(InnerSymbol),
    format = "(`sym` $inner_sym^)? attr-dict `:` type($result)"
)]
pub struct WireOp {
    /// The inner names of the wire and of its fields.
    #[attr]
    inner_sym: Optional<InnerSymAttr>,
    #[result]
    result: AnyType,
}

impl InnerSymbol for WireOp {
    fn inner_sym_attr(op: WireOpRef<'_>) -> Option<Attribute> {
        op.inner_sym()
    }

    fn field_type(op: WireOpRef<'_>, field: u32) -> Option<Type> {
        match op.result().ty().kind(op.context()) {
            TypeKind::Tuple(elements) => elements.get(field as usize).copied(),
            _ => None,
        }
    }
}

/// Drives a wire or a port.
#[op(
    name = "rtl.assign",
    traits(SameTypeOperands),
    format = "$wire `,` $value attr-dict `:` type($wire)"
)]
pub struct AssignOp {
    #[operand]
    wire: AnyType,
    #[operand]
    value: AnyType,
}

/// Makes what is in it several times.
#[op(
    name = "rtl.loop",
    traits(SingleBlock, NoTerminator, GraphRegion, NoRegionArguments),
    format = "$count $body attr-dict"
)]
pub struct LoopOp {
    /// How many times.
    #[attr]
    count: I64Attr,
    #[region]
    body: SingleBlockRegion,
}

/// The value of a wire or port with an inner name, also in another module.
#[op(
    name = "rtl.probe",
    implements(InnerRefUserOpInterface),
    format = "$target attr-dict `:` type($result)"
)]
pub struct ProbeOp {
    /// The wire to probe.
    #[attr]
    target: InnerRefAttr,
    #[result]
    result: AnyType,
}

impl InnerRefUserOpInterface for ProbeOp {
    fn verify_inner_refs(
        view: ProbeOpRef<'_>,
        namespace: &InnerRefNamespace<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let (op, ctx) = (view.op(), view.context());
        let Some(target) = namespace.resolve(op, view.target(), diagnostics) else { return };
        let (found, wanted) = (target.ty(), view.result().ty());
        if found != Some(wanted) {
            let found = found.map_or("none".into(), |ty| format!("'{}'", print_type(ctx, ty)));
            let message = format!(
                "has type '{}', but what it refers to has {found}",
                print_type(ctx, wanted)
            );
            let position = target.op.location().to_position(ctx);
            diagnostics.error(op.op_error(message).with_note_at(position, "it is here"));
        }
    }
}
