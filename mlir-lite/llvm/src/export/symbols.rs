//! Declarations of functions, globals and aliases, without their contents.
//!
//! All are declared at once, as text that LLVM parses: LLVM's C interface lacks some of the
//! keywords. Linkage is set afterwards, since a declaration may not specify it.

use super::attributes::{self, ParameterAttribute};
use super::templates::Templates;
use super::text::{TypeTexts, quoted};
use super::{ModuleOp, Symbols, cannot_export, symbol_of};
use super::{data, nvvm};
use crate::ffi;
use inkwell::attributes::AttributeLoc;
use inkwell::module::{Linkage, Module};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{
    AliasOpRef, CConv, GlobalOpRef, Linkage as LlvmLinkage, LlvmFuncOpRef, UnnamedAddr,
    VecTypeHintAttr, Visibility,
};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::typed_view::OpView;
use mlir_lite::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostic;
use std::fmt::Write;

type Reported<T> = Result<T, Box<Diagnostic>>;

/// A module that declares the symbols of all these ops; with large constants as bytes, if asked.
pub(super) fn declare<'ctx>(
    templates: &Templates<'ctx>,
    module: OpRef<'_>,
    ops: &[ModuleOp<'_>],
    name: &str,
    data_as_bytes: bool,
) -> Reported<(Module<'ctx>, Symbols<'ctx>)> {
    let mut types = TypeTexts::default();
    let mut declarations = String::new();
    let mut nodes = Vec::new();
    for op in ops {
        let declaration = match op {
            ModuleOp::Function(op) => function(*op, &mut types, &mut nodes),
            ModuleOp::Global(op) => global(*op, &mut types, data_as_bytes),
            ModuleOp::Alias(op) => alias(*op, &mut types),
            ModuleOp::Ctors(_) | ModuleOp::Dtors(_) => continue,
        };
        declarations += &declaration.map_err(|reason| cannot_export(op.op(), reason))?;
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
    for op in ops {
        let symbol = symbol_of(op.op());
        let missing = || cannot_export(op.op(), format!("LLVM has not declared '{symbol}'"));
        match op {
            ModuleOp::Function(op) => {
                let function = target.get_function(symbol).ok_or_else(missing)?;
                function.set_linkage(linkage(op.linkage()));
                let numbered = attributes::numbered(*op);
                for (kind, number) in numbered.map_err(|reason| cannot_export(op.op(), reason))? {
                    let attribute = templates.llvm().create_enum_attribute(kind, number);
                    function.add_attribute(AttributeLoc::Function, attribute);
                }
                symbols.functions.insert(symbol.into(), function);
            }
            ModuleOp::Global(op) => {
                let global = target.get_global(symbol).ok_or_else(missing)?;
                global.set_linkage(linkage(op.linkage()));
                symbols.globals.insert(symbol.into(), global);
            }
            ModuleOp::Alias(op) => {
                let alias = ffi::alias(&target, symbol).ok_or_else(missing)?;
                alias.set_linkage(linkage(op.linkage()));
                symbols.globals.insert(symbol.into(), alias);
            }
            ModuleOp::Ctors(_) | ModuleOp::Dtors(_) => {}
        }
    }
    Ok((target, symbols))
}

/// The module's data layout and target triple.
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

fn linkage(linkage: LlvmLinkage) -> Linkage {
    match linkage {
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
    // LLVM looks it up by a C string.
    if name.contains('\0') || name.is_empty() {
        return Err("LLVM has no symbol of such a name".into());
    }
    Ok(format!("@{}", quoted(name.as_bytes())))
}

/// The keywords between linkage and type, each followed by a space.
fn prefix(
    dso_local: Option<Attribute>,
    visibility: Visibility,
    thread_local: Option<Attribute>,
) -> String {
    let words = [
        dso_local.map(|_| "dso_local"),
        Some(visibility.text()).filter(|_| visibility != Visibility::Default),
        thread_local.map(|_| "thread_local"),
    ];
    words.into_iter().flatten().fold(String::new(), |text, word| text + word + " ")
}

/// Whether the address matters, followed by a space.
fn unnamed_address(unnamed: Option<UnnamedAddr>) -> String {
    match unnamed {
        None | Some(UnnamedAddr::None) => String::new(),
        Some(unnamed) => unnamed.text().to_owned() + " ",
    }
}

fn alignment(ctx: &Context, alignment: Option<Attribute>) -> Result<Option<u64>, String> {
    let Some(alignment) = alignment.and_then(|alignment| alignment.as_i64(ctx)) else {
        return Ok(None);
    };
    let alignment = u64::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two());
    alignment.map(Some).ok_or_else(|| "an alignment is a power of two".into())
}

/// The attributes in the dictionary at an index of a list, each preceded by a space.
fn parameter(
    ctx: &Context,
    list: Option<Attribute>,
    index: usize,
    types: &mut TypeTexts,
) -> Result<String, String> {
    let dictionary = list.and_then(|list| list.as_array(ctx)).and_then(|list| list.get(index));
    let mut text = String::new();
    for attribute in dictionary
        .map(|&entries| attributes::of_parameter(ctx, entries))
        .transpose()?
        .unwrap_or_default()
    {
        text.push(' ');
        text += &ParameterAttribute::text(&attribute, ctx, types)?;
    }
    Ok(text)
}

/// `name(attribute)` in LLVM's quotes, with a keyword before it and a space at the end; empty
/// without the attribute.
fn named(ctx: &Context, word: &str, attribute: Option<Attribute>) -> String {
    let text = attribute.and_then(|attribute| attribute.as_str(ctx));
    text.map_or(String::new(), |text| format!("{word} {} ", quoted(text.as_bytes())))
}

fn function(
    op: LlvmFuncOpRef<'_>,
    types: &mut TypeTexts,
    nodes: &mut Vec<String>,
) -> Result<String, String> {
    let ctx = op.context();
    let ty = op.signature().ok_or("it has no type")?;
    let prefix = prefix(op.dso_local(), op.visibility(), None);
    let mut text = format!("declare {}{prefix}", metadata(op, types, nodes)?);
    match op.calling_convention() {
        CConv::C if nvvm::is_kernel(op.op()) => {
            _ = write!(text, "cc {} ", nvvm::KERNEL_CONVENTION);
        }
        CConv::C => {}
        convention => _ = write!(text, "cc {} ", convention as u32),
    }
    text += parameter(ctx, op.res_attrs(), 0, types)?.trim_start();
    _ = write!(text, " {} {}(", types.text(ctx, ty.result)?, symbol_text(op.op())?);
    for (index, &parameter_type) in ty.parameters.iter().enumerate() {
        text += if index > 0 { ", " } else { "" };
        text += &types.text(ctx, parameter_type)?;
        text += &parameter(ctx, op.arg_attrs(), index, types)?;
    }
    if ty.is_var_arg {
        text += if ty.parameters.is_empty() { "..." } else { ", ..." };
    }
    text += ") ";
    text += &unnamed_address(op.unnamed_addr());
    for word in attributes::of_function(op)?.into_iter().chain(nvvm::of_function(op.op())) {
        text += &word;
        text.push(' ');
    }
    text += &named(ctx, "section", op.section());
    // For a function, zero means no alignment.
    let said = op.alignment().filter(|alignment| alignment.as_i64(ctx) != Some(0));
    if let Some(alignment) = alignment(ctx, said)? {
        _ = write!(text, "align {alignment} ");
    }
    text += &named(ctx, "gc", op.garbage_collector());
    if let Some(name) = op.personality() {
        _ = write!(text, "personality ptr @{}", quoted(name.text(ctx).as_bytes()));
    }
    Ok(text + "\n")
}

fn global(
    op: GlobalOpRef<'_>,
    types: &mut TypeTexts,
    data_as_bytes: bool,
) -> Result<String, String> {
    let ctx = op.context();
    let prefix = prefix(op.dso_local(), op.visibility(), op.thread_local());
    let unnamed = unnamed_address(op.unnamed_addr());
    let mut text = format!("{} = external {prefix}{unnamed}", symbol_text(op.op())?);
    match op.addr_space().expect_i64(ctx) {
        0 => {}
        space => _ = write!(text, "addrspace({space}) "),
    }
    if op.externally_initialized().is_some() {
        text += "externally_initialized ";
    }
    text += if op.constant().is_some() { "constant " } else { "global " };
    let elements = data_as_bytes.then(|| data::elements(op)).flatten();
    match &elements {
        Some(elements) => _ = write!(text, "[{} x i8]", elements.data().len()),
        None => text += &types.text(ctx, op.global_type())?,
    }
    if let Some(section) = op.section().and_then(|section| section.as_str(ctx)) {
        _ = write!(text, ", section {}", quoted(section.as_bytes()));
    }
    let of_bytes = elements.map(|_| data::ALIGNMENT);
    if let Some(alignment) = alignment(ctx, op.alignment())?.or(of_bytes) {
        _ = write!(text, ", align {alignment}");
    }
    Ok(text + "\n")
}

/// An alias without an aliasee.
fn alias(op: AliasOpRef<'_>, types: &mut TypeTexts) -> Result<String, String> {
    let (name, ty) = (symbol_text(op.op())?, types.text(op.context(), op.alias_type())?);
    let prefix = prefix(op.dso_local(), op.visibility(), op.thread_local());
    let unnamed = unnamed_address(op.unnamed_addr());
    Ok(format!("{name} = {prefix}{unnamed}alias {ty}, ptr null\n"))
}

/// The metadata of a function: `!prof !0 `. The nodes are added to `nodes`.
fn metadata(
    op: LlvmFuncOpRef<'_>,
    types: &mut TypeTexts,
    nodes: &mut Vec<String>,
) -> Result<String, String> {
    let ctx = op.context();
    let mut text = String::new();
    let mut attach = |kind: &str, node: String| {
        _ = write!(text, "!{kind} !{} ", nodes.len());
        nodes.push(node);
    };
    let numbers = [
        ("work_group_size_hint", op.work_group_size_hint()),
        ("reqd_work_group_size", op.reqd_work_group_size()),
        ("intel_reqd_sub_group_size", op.intel_reqd_sub_group_size()),
    ];
    for (name, value) in numbers {
        let Some(value) = value else { continue };
        let numbers =
            value.as_i64_array(ctx).or_else(|| value.as_i64(ctx).map(|number| vec![number]));
        let numbers = numbers.ok_or_else(|| format!("its attribute '{name}' is not numbers"))?;
        let numbers: Vec<String> = numbers.iter().map(|number| format!("i32 {number}")).collect();
        attach(name, numbers.join(", "));
    }
    if let Some(count) = op.function_entry_count().and_then(|count| count.as_i64(ctx)) {
        attach("prof", format!("!\"function_entry_count\", i64 {count}"));
    }
    if let Some(hint) = op.vec_type_hint().and_then(|hint| VecTypeHintAttr::of(ctx, hint)) {
        let ty = types.text(ctx, hint.hint)?;
        attach("vec_type_hint", format!("{ty} undef, i32 {}", i32::from(hint.is_signed)));
    }
    if op.comdat().is_some() {
        return Err("groups of symbols are not supported".into());
    }
    Ok(text)
}
