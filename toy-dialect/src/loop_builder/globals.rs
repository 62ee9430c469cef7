//! Global memory: that of constants, and that of the host.

use mlir_lite::attributes::DenseElements;
use mlir_lite::dialects::standard::{GetGlobalMemrefOp, GlobalMemrefOp};
use mlir_lite::ir::prelude::*;

use super::Rewriter;
use crate::tensor::elements::Element;

/// The memory of a global constant, which is named after its contents: equal constants share one.
pub(crate) fn global_of_elements(
    ty: Type,
    value: Attribute,
    elements: &DenseElements,
    rewriter: &mut Rewriter<'_>,
) -> ValueId {
    let ctx = rewriter.context().clone();
    let sizes: String =
        ty.shape(&ctx).unwrap_or_default().iter().map(|size| format!("{size}x")).collect();
    // The dot keeps the name distinct from names of the language.
    let element = Element::of(&ctx, ty).name_in_memory();
    let name = format!("constant.{sizes}{element}_{:016x}", hash(elements.data()));
    // Booleans, and integers without a sign, are bytes.
    let in_memory = match elements.ty().element_type(&ctx) {
        Some(Type::I1 | Type::UI8) => {
            let ty = ctx.tensor_type(ty.shape(&ctx).unwrap_or_default(), Type::I8);
            ctx.dense_attr(DenseElements::new(ty, elements.data().clone(), elements.is_splat()))
        }
        _ => value,
    };
    global(ty, &name, Some(in_memory), rewriter)
}

/// The memory of a global constant; one without elements belongs to the host.
pub(crate) fn global(
    ty: Type,
    name: &str,
    elements: Option<Attribute>,
    rewriter: &mut Rewriter<'_>,
) -> ValueId {
    let (ctx, location) = (rewriter.context().clone(), rewriter.location());
    let ident = ctx.ident(name);
    rewriter.require_symbol(ident, || {
        let mut body = Body::new(&ctx, GlobalMemrefOp::name(&ctx), location, 0);
        let global = GlobalMemrefOp::from_id(body.root());
        global.set_sym_name(&mut body, ctx.string_attr(name));
        global.set_ty(&mut body, ctx.type_attr(ty));
        global.set_constant(&mut body, Attribute::UNIT);
        if let Some(elements) = elements {
            global.set_sym_visibility(&mut body, ctx.string_attr("private"));
            global.set_initial_value(&mut body, elements);
        }
        body
    });
    GetGlobalMemrefOp::create(rewriter, ctx.symbol_ident_attr(ident), ty)
}

/// FNV-1a of 128 bits, folded to 64: the same on every machine.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for &byte in bytes {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    (hash >> 64) as u64 ^ hash as u64
}
