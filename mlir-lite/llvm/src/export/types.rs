//! Types of the `llvm` dialect to LLVM's.

use inkwell::{
    AddressSpace,
    context::Context as LlvmContext,
    types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum, FunctionType},
};
use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{
    LlvmArrayType, LlvmFunctionType, LlvmPointerType, LlvmPpcFp128Type, LlvmStructType,
    LlvmVoidType, has_size,
};
use mlir_lite::text::print_type;
use mlir_lite::types::{FloatKind, Type, TypeKind};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::num::NonZeroU32;

/// Translates types and remembers them.
pub(super) struct TypeTranslation<'ctx> {
    pub(super) ctx: Context,
    pub(super) llvm: &'ctx LlvmContext,
    known: RefCell<FxHashMap<Type, BasicTypeEnum<'ctx>>>,
}

impl<'ctx> TypeTranslation<'ctx> {
    pub(super) fn new(ctx: Context, llvm: &'ctx LlvmContext) -> Self {
        Self { ctx, llvm, known: RefCell::default() }
    }

    fn unknown(&self, ty: Type) -> String {
        format!("LLVM has no type '{}'", print_type(&self.ctx, ty))
    }

    /// The type of a value, or why there is none. The depth of types is
    /// limited where they are made.
    pub(super) fn basic(&self, ty: Type) -> Result<BasicTypeEnum<'ctx>, String> {
        if let Some(&known) = self.known.borrow().get(&ty) {
            return Ok(known);
        }
        let translated = self.translate(ty)?;
        self.known.borrow_mut().insert(ty, translated);
        Ok(translated)
    }

    fn translate(&self, ty: Type) -> Result<BasicTypeEnum<'ctx>, String> {
        let llvm = self.llvm;
        match ty.kind(&self.ctx) {
            TypeKind::Integer { width, .. } => {
                let width = NonZeroU32::new(*width).ok_or_else(|| self.unknown(ty))?;
                llvm.custom_width_int_type(width).map(Into::into).map_err(|_| self.unknown(ty))
            }
            TypeKind::Float(kind) => Ok(match kind {
                FloatKind::BF16 => llvm.bf16_type(),
                FloatKind::F16 => llvm.f16_type(),
                FloatKind::F32 => llvm.f32_type(),
                FloatKind::F64 => llvm.f64_type(),
                FloatKind::F80 => llvm.x86_f80_type(),
                FloatKind::F128 => llvm.f128_type(),
                _ => return Err(self.unknown(ty)),
            }
            .into()),
            TypeKind::Vector { shape, element, scalable } => {
                let [length] = shape[..] else { return Err(self.unknown(ty)) };
                let length = u32::try_from(length).ok().filter(|&length| length > 0);
                let length = length.ok_or_else(|| self.unknown(ty))?;
                let element = self.basic(*element)?;
                if scalable.contains(&true) {
                    return Ok(match element {
                        BasicTypeEnum::IntType(element) => element.scalable_vec_type(length).into(),
                        BasicTypeEnum::FloatType(element) => {
                            element.scalable_vec_type(length).into()
                        }
                        BasicTypeEnum::PointerType(element) => {
                            element.scalable_vec_type(length).into()
                        }
                        _ => return Err(self.unknown(ty)),
                    });
                }
                Ok(match element {
                    BasicTypeEnum::IntType(element) => element.vec_type(length).into(),
                    BasicTypeEnum::FloatType(element) => element.vec_type(length).into(),
                    BasicTypeEnum::PointerType(element) => element.vec_type(length).into(),
                    _ => return Err(self.unknown(ty)),
                })
            }
            TypeKind::Dialect(data) => {
                if let Some(pointer) = data.downcast_ref::<LlvmPointerType>() {
                    let space = AddressSpace::try_from(pointer.address_space)
                        .map_err(|()| self.unknown(ty))?;
                    return Ok(llvm.ptr_type(space).into());
                }
                if let Some(data) = data.downcast_ref::<LlvmStructType>() {
                    // Pointers are opaque, so a struct that contains itself has no size.
                    if !has_size(&self.ctx, ty) {
                        return Err(self.unknown(ty));
                    }
                    let fields: Result<Vec<_>, String> =
                        data.fields().iter().map(|&field| self.basic(field)).collect();
                    let Some(name) = data.name() else {
                        return Ok(llvm.struct_type(&fields?, data.is_packed()).into());
                    };
                    let named = llvm.get_struct_type(name);
                    let named = named.unwrap_or_else(|| llvm.opaque_struct_type(name));
                    let fields = fields?;
                    // The module's symbols may have needed it already.
                    if named.is_opaque() {
                        named.set_body(&fields, data.is_packed());
                    }
                    return Ok(named.into());
                }
                if let Some(array) = data.downcast_ref::<LlvmArrayType>() {
                    let length = u32::try_from(array.length).map_err(|_| self.unknown(ty))?;
                    return Ok(self.basic(array.element)?.array_type(length).into());
                }
                if data.downcast_ref::<LlvmPpcFp128Type>().is_some() {
                    return Ok(llvm.ppc_f128_type().into());
                }
                Err(self.unknown(ty))
            }
            _ => Err(self.unknown(ty)),
        }
    }

    /// The type of a function.
    pub(super) fn function(&self, ty: Type) -> Result<FunctionType<'ctx>, String> {
        let Some(function) = ty.as_dialect::<LlvmFunctionType>(&self.ctx) else {
            return Err(self.unknown(ty));
        };
        let parameters: Result<Vec<BasicMetadataTypeEnum<'ctx>>, String> = function
            .parameters
            .iter()
            .map(|&parameter| Ok(self.basic(parameter)?.into()))
            .collect();
        let parameters = parameters?;
        if function.result.as_dialect::<LlvmVoidType>(&self.ctx).is_some() {
            return Ok(self.llvm.void_type().fn_type(&parameters, function.is_var_arg));
        }
        Ok(self.basic(function.result)?.fn_type(&parameters, function.is_var_arg))
    }
}
