//! Types, names and strings in LLVM's text.

use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{
    LlvmArrayType, LlvmFunctionType, LlvmLabelType, LlvmMetadataType, LlvmPointerType,
    LlvmPpcFp128Type, LlvmStructType, LlvmTokenType, LlvmVoidType, LlvmX86AmxType,
};
use mlir_lite::text::print_type;
use mlir_lite::types::{FloatKind, Type, TypeKind};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Bytes between quotes, as LLVM's text has them.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | 0..0x20 | 0x7f.. => _ = write!(text, "\\{byte:02X}"),
            _ => text.push(byte.into()),
        }
    }
    text + "\""
}

/// The text of types; named structs are collected as definitions.
#[derive(Default)]
pub(super) struct TypeTexts {
    named: FxHashSet<Type>,
    /// The definitions of the named structs met so far.
    pub(super) definitions: String,
}

impl TypeTexts {
    /// The text of a type, or why LLVM has none. The depth of types is limited where they are made.
    pub(super) fn text(&mut self, ctx: &Context, ty: Type) -> Result<String, String> {
        let unknown = || format!("LLVM has no type '{}'", print_type(ctx, ty));
        Ok(match ty.kind(ctx) {
            TypeKind::Integer { width, .. } => format!("i{width}"),
            TypeKind::Float(kind) => match kind {
                FloatKind::BF16 => "bfloat",
                FloatKind::F16 => "half",
                FloatKind::F32 => "float",
                FloatKind::F64 => "double",
                FloatKind::F80 => "x86_fp80",
                FloatKind::F128 => "fp128",
                _ => return Err(unknown()),
            }
            .into(),
            TypeKind::Vector { shape, element, scalable } => {
                let [length] = shape[..] else { return Err(unknown()) };
                let scale = if scalable.contains(&true) { "vscale x " } else { "" };
                format!("<{scale}{length} x {}>", self.text(ctx, *element)?)
            }
            TypeKind::Dialect(_) => self.of_dialect(ctx, ty).ok_or_else(unknown)??,
            _ => return Err(unknown()),
        })
    }

    fn of_dialect(&mut self, ctx: &Context, ty: Type) -> Option<Result<String, String>> {
        if let Some(pointer) = ty.as_dialect::<LlvmPointerType>(ctx) {
            return Some(Ok(match pointer.address_space {
                0 => "ptr".into(),
                space => format!("ptr addrspace({space})"),
            }));
        }
        if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
            let element = self.text(ctx, array.element);
            return Some(element.map(|element| format!("[{} x {element}]", array.length)));
        }
        if let Some(data) = ty.as_dialect::<LlvmStructType>(ctx) {
            return Some(self.of_struct(ctx, ty, data));
        }
        if let Some(function) = ty.as_dialect::<LlvmFunctionType>(ctx) {
            return Some(self.of_function(ctx, function));
        }
        macro_rules! plain {
            ($($ty:ty => $text:literal,)*) => {
                $(if ty.as_dialect::<$ty>(ctx).is_some() {
                    return Some(Ok($text.into()));
                })*
            };
        }
        plain! {
            LlvmVoidType => "void",
            LlvmTokenType => "token",
            LlvmMetadataType => "metadata",
            LlvmLabelType => "label",
            LlvmPpcFp128Type => "ppc_fp128",
            LlvmX86AmxType => "x86_amx",
        }
        None
    }

    fn of_struct(
        &mut self,
        ctx: &Context,
        ty: Type,
        data: &LlvmStructType,
    ) -> Result<String, String> {
        let name = data.name().map(|name| format!("%{}", quoted(name.as_bytes())));
        if name.is_some() && !self.named.insert(ty) {
            return Ok(name.unwrap_or_default());
        }
        let fields: Result<Vec<String>, String> =
            data.fields().iter().map(|&field| self.text(ctx, field)).collect();
        let fields = fields?.join(", ");
        let body = match (data.is_opaque(), data.is_packed(), fields.is_empty()) {
            (true, ..) => "opaque".into(),
            (_, true, _) => format!("<{{ {fields} }}>"),
            (_, false, true) => "{}".into(),
            (_, false, false) => format!("{{ {fields} }}"),
        };
        let Some(name) = name else { return Ok(body) };
        _ = writeln!(self.definitions, "{name} = type {body}");
        Ok(name)
    }

    fn of_function(
        &mut self,
        ctx: &Context,
        function: &LlvmFunctionType,
    ) -> Result<String, String> {
        let parameters: Result<Vec<String>, String> =
            function.parameters.iter().map(|&parameter| self.text(ctx, parameter)).collect();
        let mut parameters = parameters?;
        if function.is_var_arg {
            parameters.push("...".into());
        }
        Ok(format!("{} ({})", self.text(ctx, function.result)?, parameters.join(", ")))
    }
}
