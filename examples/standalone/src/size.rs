//! An interface of this crate that is attached to types and attributes of mlir-lite.

use mlir_lite::Context;
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::llvm::{LlvmDialect, LlvmPointerType, ZeroAttr};
use mlir_lite::types::Type;

/// How much memory a value takes.
pub trait Size: Send + Sync {
    /// The number of bytes.
    fn bytes(&self) -> u64;
}

// A type that a dialect declares has a Rust type, which implements the interface.
impl Size for LlvmPointerType {
    fn bytes(&self) -> u64 {
        8
    }
}

impl Size for ZeroAttr {
    fn bytes(&self) -> u64 {
        0
    }
}

/// The size of a builtin type: those have no Rust type of their own.
struct Scalar(u64);

impl Size for Scalar {
    fn bytes(&self) -> u64 {
        self.0
    }
}

/// Attaches the interface to pointers, to `#llvm.zero`, and to numbers.
pub fn attach(ctx: &Context) {
    ctx.extend::<LlvmDialect>(|llvm| {
        llvm.attach_to_type::<LlvmPointerType, dyn Size>(|pointer| pointer);
        llvm.attach_to_attribute::<ZeroAttr, dyn Size>(|zero| zero);
    });
    ctx.extend::<BuiltinDialect>(|builtin| {
        builtin.attach_type_model::<dyn Size>(|ctx, ty| {
            let bits = ty.bit_width(ctx)?;
            Some(Box::new(Scalar(u64::from(bits.div_ceil(8)))))
        });
    });
}

/// The sizes of types of both dialects and of an attribute, for those that have one.
pub fn examples(ctx: &Context) -> Vec<Option<u64>> {
    let pointer = LlvmPointerType::get(ctx, 0);
    let types = [pointer, Type::I1, Type::F64, Type::NONE];
    let mut sizes: Vec<_> =
        types.iter().map(|ty| ty.interface::<dyn Size>(ctx).map(Size::bytes)).collect();
    sizes.push(ZeroAttr::get(ctx).interface::<dyn Size>(ctx).map(Size::bytes));
    sizes
}
