//! Functions, globals and aliases: what is said of them, without what is in them.
//!
//! All are declared at once, as text that LLVM reads: C's interface to LLVM lacks some of the words. How symbols are linked
//! is set afterwards, since a declaration may not say it.

use super::attributes::{self, ParameterAttribute};
use super::templates::Templates;
use super::text::{TypeTexts, quoted};
use super::{Symbols, cannot_export};
use crate::attributes::Attribute;
use crate::context::Context;
use crate::dialects::llvm::{AliasOp, CConv, GlobalOp, Linkage as LlvmLinkage, LlvmFuncOp, LlvmFunctionType};
use crate::ir::Ident;
use crate::ir::view::OpRef;
use crate::llvm::ffi;
use crate::types::Type;
use inkwell::attributes::AttributeLoc;
use inkwell::module::{Linkage, Module};
use mlir_lite_diagnostics::Diagnostic;
use std::fmt::Write;

type Reported<T> = Result<T, Box<Diagnostic>>;

/// A module in which all symbols of these ops are declared.
pub(super) fn declare<'ctx>(
    templates: &Templates<'ctx>,
    module: OpRef<'_>,
    ops: &[OpRef<'_>],
    name: &str,
) -> Reported<(Module<'ctx>, Symbols<'ctx>)> {
    let ctx = module.context();
    let mut types = TypeTexts::default();
    let mut declarations = String::new();
    let mut nodes = Vec::new();
    for &op in ops {
        let declaration = if op.is::<LlvmFuncOp>() {
            function(op, &mut types, &mut nodes)
        } else if op.is::<GlobalOp>() {
            global(op, &mut types)
        } else if op.is::<AliasOp>() {
            alias(op, &mut types)
        } else {
            continue;
        };
        declarations += &declaration.map_err(|reason| cannot_export(op, reason))?;
    }
    for (number, node) in nodes.iter().enumerate() {
        _ = writeln!(declarations, "!{number} = !{{{node}}}");
    }
    let text = target(module) + &types.definitions + &declarations;
    let target = templates.parse(&text).map_err(|message| {
        cannot_export(module, format!("LLVM does not take what it declares: {message}"))
    })?;
    target.set_name(name);
    target.set_source_file_name(name);
    let mut symbols = Symbols::default();
    for &op in ops {
        let symbol = op.symbol_name().map_or("", |name| name.text(ctx));
        let missing = || cannot_export(op, format!("LLVM has not declared '{symbol}'"));
        if op.is::<LlvmFuncOp>() {
            let function = target.get_function(symbol).ok_or_else(missing)?;
            function.set_linkage(linkage(op));
            for (kind, number) in attributes::numbered(op).map_err(|reason| cannot_export(op, reason))? {
                let attribute = templates.llvm().create_enum_attribute(kind, number);
                function.add_attribute(AttributeLoc::Function, attribute);
            }
            symbols.functions.insert(symbol.into(), function);
        } else if op.is::<GlobalOp>() {
            let global = target.get_global(symbol).ok_or_else(missing)?;
            global.set_linkage(linkage(op));
            symbols.globals.insert(symbol.into(), global);
        } else if op.is::<AliasOp>() {
            let alias = ffi::alias(&target, symbol).ok_or_else(missing)?;
            alias.set_linkage(linkage(op));
            symbols.globals.insert(symbol.into(), alias);
        }
    }
    Ok((target, symbols))
}

/// What the module says of the machine that it is for.
fn target(module: OpRef<'_>) -> String {
    let ctx = module.context();
    let mut text = String::new();
    for (name, known_as) in [("llvm.data_layout", "datalayout"), ("llvm.target_triple", "triple")] {
        if let Some(value) = module.attr_named(name).and_then(|value| value.as_str(ctx))
            && !value.is_empty()
        {
            _ = writeln!(text, "target {known_as} = {}", quoted(value.as_bytes()));
        }
    }
    text
}

fn number(op: OpRef<'_>, name: &str) -> Option<i64> {
    op.attr_named(name)?.as_i64(op.context())
}

fn linkage(op: OpRef<'_>) -> Linkage {
    let linkage = op.attr_named("linkage").and_then(|linkage| linkage.as_dialect(op.context()));
    match linkage.copied().unwrap_or(LlvmLinkage::External) {
        LlvmLinkage::Private => Linkage::Private,
        LlvmLinkage::Internal => Linkage::Internal,
        LlvmLinkage::AvailableExternally => Linkage::AvailableExternally,
        LlvmLinkage::Linkonce => Linkage::LinkOnceAny,
        LlvmLinkage::Weak => Linkage::WeakAny,
        LlvmLinkage::Common => Linkage::Common,
        LlvmLinkage::Appending => Linkage::Appending,
        LlvmLinkage::ExternWeak => Linkage::ExternalWeak,
        LlvmLinkage::LinkonceOdr => Linkage::LinkOnceODR,
        LlvmLinkage::WeakOdr => Linkage::WeakODR,
        LlvmLinkage::External => Linkage::External,
    }
}

fn symbol_text(op: OpRef<'_>) -> Result<String, String> {
    let name = op.symbol_name().ok_or("it has no name")?.text(op.context());
    // LLVM is asked for it by a string of C's.
    if name.contains('\0') || name.is_empty() {
        return Err("LLVM has no symbol of such a name".into());
    }
    Ok(format!("@{}", quoted(name.as_bytes())))
}

/// The words between linkage and type, each with a blank after it.
fn prefix(op: OpRef<'_>) -> Result<String, String> {
    let mut words = String::new();
    if op.attr_named("dso_local").is_some() {
        words += "dso_local ";
    }
    words += match number(op, "visibility_").unwrap_or(0) {
        0 => "",
        1 => "hidden ",
        2 => "protected ",
        other => return Err(format!("LLVM has no visibility {other}")),
    };
    if op.attr_named("thread_local_").is_some() {
        words += "thread_local ";
    }
    Ok(words)
}

fn unnamed_address(op: OpRef<'_>) -> Result<&'static str, String> {
    match number(op, "unnamed_addr").unwrap_or(0) {
        0 => Ok(""),
        1 => Ok("local_unnamed_addr "),
        2 => Ok("unnamed_addr "),
        other => Err(format!("LLVM has no 'unnamed_addr' {other}")),
    }
}

fn alignment(op: OpRef<'_>) -> Result<Option<u64>, String> {
    let Some(alignment) = number(op, "alignment") else { return Ok(None) };
    let alignment = u64::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two());
    alignment.map(Some).ok_or_else(|| "an alignment is a power of two".into())
}

/// LLVM's number of a calling convention.
pub(super) fn convention(ctx: &Context, convention: Attribute) -> u32 {
    match convention.as_dialect(ctx).copied().unwrap_or(CConv::C) {
        CConv::C => 0,
        CConv::Fast => 8,
        CConv::Cold => 9,
        CConv::Ghc => 10,
        CConv::HiPe => 11,
        CConv::AnyReg => 13,
        CConv::PreserveMost => 14,
        CConv::PreserveAll => 15,
        CConv::Swift => 16,
        CConv::CxxFastTls => 17,
        CConv::Tail => 18,
        CConv::CfGuardCheck => 19,
        CConv::SwiftTail => 20,
        CConv::X86StdCall => 64,
        CConv::X86FastCall => 65,
        CConv::ArmApcs => 66,
        CConv::ArmAapcs => 67,
        CConv::ArmAapcsVfp => 68,
        CConv::Msp430Interrupt => 69,
        CConv::X86ThisCall => 70,
        CConv::PtxKernel => 71,
        CConv::PtxDevice => 72,
        CConv::SpirFunction => 75,
        CConv::SpirKernel => 76,
        CConv::IntelOclBi => 77,
        CConv::X86SysV => 78,
        CConv::Win64 => 79,
        CConv::X86VectorCall => 80,
        CConv::Hhvm => 81,
        CConv::HhvmC => 82,
        CConv::X86Interrupt => 83,
        CConv::AvrInterrupt => 84,
        CConv::AvrBuiltin => 86,
        CConv::AmdGpuVertex => 87,
        CConv::AmdGpuGeometry => 88,
        CConv::AmdGpuCompute => 90,
        CConv::AmdGpuKernel => 91,
        CConv::X86RegCall => 92,
        CConv::AmdGpuHull => 93,
        CConv::Msp430Builtin => 94,
        CConv::AmdGpuLocal => 95,
        CConv::AmdGpuExport => 96,
        CConv::AArch64Vector => 97,
        CConv::AArch64Sve => 98,
        CConv::WasmEmscriptenInvoke => 99,
        CConv::AmdGpuGfx => 100,
        CConv::M68kInterrupt => 101,
    }
}

/// The words of a list of dictionaries at an index, each with a blank before it.
fn parameter(
    ctx: &Context,
    list: Option<Attribute>,
    index: usize,
    types: &mut TypeTexts,
) -> Result<String, String> {
    let dictionary = list.and_then(|list| list.as_array(ctx)).and_then(|list| list.get(index));
    let mut text = String::new();
    for attribute in
        dictionary.map(|&entries| attributes::of_parameter(ctx, entries)).transpose()?.unwrap_or_default()
    {
        text.push(' ');
        text += &ParameterAttribute::text(&attribute, ctx, types)?;
    }
    Ok(text)
}

fn function(op: OpRef<'_>, types: &mut TypeTexts, nodes: &mut Vec<String>) -> Result<String, String> {
    let ctx = op.context();
    let ty = op.attr_named("function_type").and_then(|ty| ty.as_type(ctx));
    let ty = ty.and_then(|ty| ty.as_dialect::<LlvmFunctionType>(ctx)).ok_or("it has no type")?;
    let mut text = format!("declare {}{}", metadata(op, nodes)?, prefix(op)?);
    let convention =
        op.cast::<LlvmFuncOp>().map_or(0, |function| convention(ctx, function.calling_convention()));
    match convention {
        0 => {}
        number => _ = write!(text, "cc {number} "),
    }
    text += parameter(ctx, op.attr_named("res_attrs"), 0, types)?.trim_start();
    _ = write!(text, " {} {}(", types.text(ctx, ty.result)?, symbol_text(op)?);
    for (index, &parameter_type) in ty.parameters.iter().enumerate() {
        text += if index > 0 { ", " } else { "" };
        text += &types.text(ctx, parameter_type)?;
        text += &parameter(ctx, op.attr(Ident::ARG_ATTRS), index, types)?;
    }
    if ty.is_var_arg {
        text += if ty.parameters.is_empty() { "..." } else { ", ..." };
    }
    text += ") ";
    text += unnamed_address(op)?;
    for word in attributes::of_symbol(op)? {
        text += &word;
        text.push(' ');
    }
    if let Some(section) = op.attr_named("section").and_then(|section| section.as_str(ctx)) {
        _ = write!(text, "section {} ", quoted(section.as_bytes()));
    }
    // Zero says nothing of a function.
    if number(op, "alignment") != Some(0)
        && let Some(alignment) = alignment(op)?
    {
        _ = write!(text, "align {alignment} ");
    }
    if let Some(gc) = op.attr_named("garbageCollector").and_then(|gc| gc.as_str(ctx)) {
        _ = write!(text, "gc {} ", quoted(gc.as_bytes()));
    }
    if let Some(name) = op.attr_named("personality").and_then(|name| name.as_flat_symbol(ctx)) {
        _ = write!(text, "personality ptr @{}", quoted(name.text(ctx).as_bytes()));
    }
    Ok(text + "\n")
}

fn global(op: OpRef<'_>, types: &mut TypeTexts) -> Result<String, String> {
    let ctx = op.context();
    let ty = op.attr_named("global_type").and_then(|ty| ty.as_type(ctx)).ok_or("it has no type")?;
    let mut text = format!("{} = external {}{}", symbol_text(op)?, prefix(op)?, unnamed_address(op)?);
    match number(op, "addr_space").unwrap_or(0) {
        0 => {}
        space => _ = write!(text, "addrspace({space}) "),
    }
    if op.attr_named("externally_initialized").is_some() {
        text += "externally_initialized ";
    }
    text += if op.attr_named("constant").is_some() { "constant " } else { "global " };
    text += &types.text(ctx, ty)?;
    if let Some(section) = op.attr_named("section").and_then(|section| section.as_str(ctx)) {
        _ = write!(text, ", section {}", quoted(section.as_bytes()));
    }
    if let Some(alignment) = alignment(op)? {
        _ = write!(text, ", align {alignment}");
    }
    Ok(text + "\n")
}

/// An alias of nothing yet.
fn alias(op: OpRef<'_>, types: &mut TypeTexts) -> Result<String, String> {
    let ctx = op.context();
    let ty: Option<Type> = op.attr_named("alias_type").and_then(|ty| ty.as_type(ctx));
    let ty = types.text(ctx, ty.ok_or("it has no type")?)?;
    let (name, prefix, unnamed) = (symbol_text(op)?, prefix(op)?, unnamed_address(op)?);
    Ok(format!("{name} = {prefix}{unnamed}alias {ty}, ptr null\n"))
}

/// What is said of a function beside it, as metadata: `!prof !0 `. The nodes are added to `nodes`.
fn metadata(op: OpRef<'_>, nodes: &mut Vec<String>) -> Result<String, String> {
    const NUMBERS: [&str; 3] = ["work_group_size_hint", "reqd_work_group_size", "intel_reqd_sub_group_size"];
    let ctx = op.context();
    let mut text = String::new();
    let mut attach = |kind: &str, node: String| {
        _ = write!(text, "!{kind} !{} ", nodes.len());
        nodes.push(node);
    };
    for name in NUMBERS {
        let Some(value) = op.attr_named(name) else { continue };
        let numbers = value.as_i64_array(ctx).or_else(|| value.as_i64(ctx).map(|number| vec![number]));
        let numbers = numbers.ok_or_else(|| format!("its attribute '{name}' is not numbers"))?;
        let numbers: Vec<String> = numbers.iter().map(|number| format!("i32 {number}")).collect();
        attach(name, numbers.join(", "));
    }
    if let Some(count) = number(op, "function_entry_count") {
        attach("prof", format!("!\"function_entry_count\", i64 {count}"));
    }
    if op.attr_named("vec_type_hint").is_some() {
        return Err("hints about types of vectors are not supported".into());
    }
    if op.attr_named("comdat").is_some() {
        return Err("groups of symbols are not supported".into());
    }
    Ok(text)
}
