//! Constants.

use crate::attributes::AttributeKind;
use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::is_pointer;
use crate::ir::prelude::*;
use crate::ir::symbols::SymbolScope;

/// A number, or elements of a vector or array.
#[op(
    name = "llvm.mlir.constant",
    traits(Pure, ConstantLike),
    format = "`(` $value `)` attr-dict `:` type($res)",
    fold,
    verify
)]
pub struct ConstantOp {
    #[attr]
    value: AnyAttr,
    #[result]
    res: LlvmValue,
}

impl FoldOp for ConstantOp {
    fn fold(self, body: &mut Body, _constants: &[Option<Attribute>]) -> Fold {
        Fold::constant(self.value(body))
    }
}

impl VerifyOp for ConstantOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let (Some(value), Some(ty)) = (op.inherent_attr(0), op.result_types().next()) else { return };
        let agrees = match value.kind(ctx) {
            AttributeKind::Integer { ty: Type::INDEX, .. } => ty.is_integer(ctx),
            AttributeKind::Integer { ty: written, .. } => *written == ty,
            AttributeKind::Float { ty: written, .. } => {
                *written == ty || (ty.is_integer(ctx) && ty.bit_width(ctx) == written.bit_width(ctx))
            }
            AttributeKind::Array(values) => {
                ty.as_dialect::<super::super::LlvmStructType>(ctx).is_some_and(|data| {
                    let types: Vec<Option<Type>> = values.iter().map(|value| value.ty(ctx)).collect();
                    data.fields().iter().map(|&field| Some(field)).eq(types)
                })
            }
            AttributeKind::String { .. } => ty.as_dialect::<super::super::LlvmArrayType>(ctx).is_some(),
            _ => value.dense(ctx).is_some() && !is_pointer(ctx, ty),
        };
        if !agrees {
            let value = crate::text::print_attribute(ctx, value);
            let ty = crate::text::print_type(ctx, ty);
            diagnostics.error(op.op_error(format_args!("has value '{value}', which is none of type '{ty}'")));
        }
    }
}

/// Zero: null, or an aggregate of zeros.
#[op(name = "llvm.mlir.zero", traits(Pure), format = "attr-dict `:` type($res)")]
pub struct ZeroOp {
    #[result]
    res: LlvmValue,
}

/// Any value; each use may see another.
#[op(name = "llvm.mlir.undef", traits(Pure), format = "attr-dict `:` type($res)")]
pub struct UndefOp {
    #[result]
    res: LlvmValue,
}

/// No value at all: what is computed of it has none either.
#[op(name = "llvm.mlir.poison", traits(Pure), format = "attr-dict `:` type($res)")]
pub struct PoisonOp {
    #[result]
    res: LlvmValue,
}

/// No token: ties nothing together.
#[op(name = "llvm.mlir.none", traits(Pure), format = "attr-dict `:` type($res)")]
pub struct NoneTokenOp {
    #[result]
    res: LlvmToken,
}

/// The address of a global or a function.
#[op(
    name = "llvm.mlir.addressof",
    traits(Pure),
    interfaces(SymbolUserOpInterface),
    format = "$global_name attr-dict `:` type($res)"
)]
pub struct AddressOfOp {
    #[attr]
    global_name: FlatSymbolRefAttr,
    #[result]
    res: LlvmPointer,
}

impl SymbolUserOpInterface for AddressOfOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let name = op.inherent_attr(0).and_then(|name| name.as_flat_symbol(op.context()));
        let target = name.and_then(|name| symbols.lookup(name));
        if !target.is_some_and(|target| {
            target.is::<super::GlobalOp>()
                || target.is::<super::LlvmFuncOp>()
                || target.is::<super::AliasOp>()
        }) {
            diagnostics.error(
                op.op_error(
                    "must reference a global defined by 'llvm.mlir.global' or a function 'llvm.func'",
                ),
            );
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConstantOp>();
    dialect.op::<ZeroOp>();
    dialect.op::<UndefOp>();
    dialect.op::<PoisonOp>();
    dialect.op::<NoneTokenOp>();
    dialect.op::<AddressOfOp>();
}
