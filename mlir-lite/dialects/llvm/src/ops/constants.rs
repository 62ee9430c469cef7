//! Constants.

use super::global::create_global;
use super::{AliasOp, GlobalOp, LlvmFuncOp};
use crate::constraints::*;
use crate::llvm_types::{LlvmArrayType, LlvmPointerType, LlvmStructType};
use crate::ops::families::ConstantValue;
use mlir_lite::attributes::AttributeKind;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, zero_value};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::{print_attribute, print_type};
use mlir_lite::types::element_count;

/// A number, or elements of a vector or array.
#[op(
    name = "llvm.mlir.constant",
    traits(Pure, ConstantLike),
    implements(VerifyOp, FoldOp, InterpretOp),
    format = "`(` $value `)` attr-dict `:` type($res)"
)]
pub struct ConstantOp {
    #[attr]
    value: AnyAttr,
    #[result]
    res: LlvmValue,
}

impl InterpretOp for ConstantOp {
    fn interpret<'b>(op: ConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let constant = m.constant(op.value(), op.res().ty())?;
        m.set_result(op.res(), constant)
    }
}

impl FoldOp for ConstantOp {
    fn fold(op: ConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value())
    }
}

impl VerifyOp for ConstantOp {
    fn verify(op: ConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, value, ty) = (op.context(), op.value(), op.res().ty());
        if let Err(wanted) = check_value(ctx, value, ty) {
            let (value, ty) = (print_attribute(ctx, value), print_type(ctx, ty));
            diagnostics.error(op.op().op_error(format_args!(
                "has value '{value}', which is none of type '{ty}': expected {wanted}"
            )));
        }
    }
}

/// Checks that `value` is a value of type `ty`; the error is the expected kind.
fn check_value(ctx: &Context, value: Attribute, ty: Type) -> Result<(), String> {
    let is = |holds: bool, wanted: &str| if holds { Ok(()) } else { Err(wanted.to_string()) };
    if let Some(fields) = ty.as_dialect::<LlvmStructType>(ctx) {
        let types: Option<Vec<_>> =
            value.as_array(ctx).map(|list| list.iter().map(|value| value.ty(ctx)).collect());
        let agrees =
            types.is_some_and(|types| fields.fields().iter().map(|&field| Some(field)).eq(types));
        return is(agrees, "a list of values, one of each field's type");
    }
    match value.kind(ctx) {
        // An attribute of another width is sign-extended or truncated.
        AttributeKind::Integer { .. } => is(ty.is_integer(ctx), "an integer type"),
        AttributeKind::Float { ty: written, .. } => {
            let is_bits = ty.is_integer(ctx) && ty.bit_width(ctx) == written.bit_width(ctx);
            is(*written == ty || is_bits, "the float's type, or the integer type of its width")
        }
        AttributeKind::String { bytes, .. } => match ty.as_dialect::<LlvmArrayType>(ctx) {
            Some(array) if array.element == Type::I8 && array.length == bytes.len() as u64 => {
                Ok(())
            }
            _ => Err(format!("'!llvm.array<{} x i8>'", bytes.len())),
        },
        AttributeKind::Sparse { ty: written, .. } => check_elements(ctx, *written, ty),
        _ => match value.dense(ctx) {
            Some(elements) if has_scalable_vectors(ctx, ty) && !elements.is_splat() => {
                Err("one number for all elements of a scalable vector".into())
            }
            Some(elements) => check_elements(ctx, elements.ty(), ty),
            None => Err("an integer, a float, a string or elements".into()),
        },
    }
}

/// Whether a type is a scalable vector, or an array of such.
fn has_scalable_vectors(ctx: &Context, mut ty: Type) -> bool {
    while let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
        ty = array.element;
    }
    ty.is_scalable_vector(ctx)
}

/// Whether elements of the shaped type `written` are a value of type `ty`.
fn check_elements(ctx: &Context, written: Type, ty: Type) -> Result<(), String> {
    let (mut count, mut element) = (1u64, ty);
    while let Some(array) = element.as_dialect::<LlvmArrayType>(ctx) {
        (count, element) = (count.saturating_mul(array.length), array.element);
    }
    let is_array = element != ty;
    let vector = element.static_shape(ctx);
    if let (Some(shape), Some(inner)) = (vector, element.element_type(ctx)) {
        count = count.saturating_mul(shape.iter().product::<i64>() as u64);
        element = inner;
    } else if !is_array {
        return Err("a vector or an array".into());
    }
    let found = written.static_shape(ctx).and_then(element_count);
    if found.map(|found| found as u64) != Some(count) {
        return Err(format!("{count} elements"));
    }
    // Integers may represent the bits of floats.
    let is_number =
        written.element_type(ctx).is_some_and(|ty| ty.is_integer(ctx) || ty == Type::INDEX);
    if is_number && !element.is_integer(ctx) {
        return Err("floats".into());
    }
    Ok(())
}

/// Zero: null, or an aggregate of zeros.
#[op(family = ConstantValue, name = "llvm.mlir.zero", traits(ConstantLike))]
pub struct ZeroOp;

impl InterpretOp for ZeroOp {
    fn interpret<'b>(op: ZeroOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let zero = zero_value(m.context(), op.res().ty());
        m.set_result(op.res(), zero)
    }
}

/// Any value; each use may see another.
#[op(family = ConstantValue, name = "llvm.mlir.undef", traits(ConstantLike))]
pub struct UndefOp;

impl InterpretOp for UndefOp {
    fn interpret<'b>(op: UndefOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.res(), Value::Poison)
    }
}

/// No value at all: what is computed of it has none either.
#[op(family = ConstantValue, name = "llvm.mlir.poison", traits(ConstantLike))]
pub struct PoisonOp;

impl InterpretOp for PoisonOp {
    fn interpret<'b>(op: PoisonOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.res(), Value::Poison)
    }
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
    traits(Pure, ConstantLike),
    implements(InterpretOp, AddressOfGlobalOpInterface, SymbolUserOpInterface),
    format = "$global_name attr-dict `:` type($res)"
)]
pub struct AddressOfOp {
    #[attr]
    global_name: FlatSymbolRefAttr,
    #[result]
    res: LlvmPointer,
}

impl InterpretOp for AddressOfOp {
    fn interpret<'b>(op: AddressOfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let name = op.global_name().as_flat_symbol(op.context()).ok_or_else(Trap::malformed)?;
        let address = match m.is_function(name)? {
            true => m.function_value(name)?,
            false => m.global(name, create_global)?,
        };
        m.set_result(op.res(), address)
    }
}

impl AddressOfGlobalOpInterface for AddressOfOp {
    fn symbol(op: AddressOfOpRef<'_>) -> Option<Ident> {
        op.global_name().as_flat_symbol(op.context())
    }

    /// The symbol may be an alias.
    fn is_own_memory(_: AddressOfOpRef<'_>) -> bool {
        false
    }
}

impl SymbolUserOpInterface for AddressOfOp {
    fn verify_symbol_uses(
        op: AddressOfOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let name = op.global_name().as_flat_symbol(op.context());
        let global = match name.and_then(|name| symbols.lookup(name)) {
            Some(target) if target.is::<LlvmFuncOp>() || target.is::<AliasOp>() => return,
            target => target.and_then(OpRef::cast::<GlobalOp>),
        };
        let Some(global) = global else {
            let message = "must refer to an 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func'";
            diagnostics.error(op.op().op_error(message));
            return;
        };
        let wanted = global.addr_space().as_i64(op.context());
        let pointer = op.res().ty().as_dialect::<LlvmPointerType>(op.context());
        if let (Some(wanted), Some(pointer)) = (wanted, pointer)
            && i64::from(pointer.address_space) != wanted
        {
            let message = format!(
                "gives a pointer into address space {}, but the global is in {wanted}",
                pointer.address_space
            );
            diagnostics.error(op.op().op_error(message));
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
