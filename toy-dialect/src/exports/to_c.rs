//! C wrappers for functions on memory in the llvm dialect.
//!
//! `int f(result, a, b)` takes the addresses of descriptors. It returns 0, or the number of the
//! first argument whose sizes differ from those that the function was compiled for, and then does
//! nothing. Arguments may have any strides: those whose elements are not in row-major order are
//! copied first. A result is in memory of its own from `malloc`, or, if it is large, from
//! `aligned_alloc`; it belongs to the caller, who frees it with `free`. A function that returns a
//! struct has a result for each tensor in it.
//!
//! The functions are written as text, which is shorter than building them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::llvm::{CallOp, Linkage, LlvmFuncOp};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::{Diagnostic, Position, Reported};

use super::{ExportedTensor, Signature, root_name};
use crate::loop_builder::{ALIGNMENT, is_aligned};
use crate::tensor::elements::Element;

/// Functions that all wrappers call.
const RUNTIME: &str = include_str!("runtime.mlir");

/// Functions for tensors of `f64`, of which [`of_elements`] makes those for others.
const ELEMENTS: &str = include_str!("elements.mlir");

/// The functions of C's library that these call.
const CALLED: [&str; 3] = ["malloc", "aligned_alloc", "free"];

/// Adds a C wrapper for each exported function.
#[pass(name = "toy-export-to-c", report_name = "ToyExportToC")]
pub struct ExportToCPass {
    signatures: Vec<Signature>,
}

impl ExportToCPass {
    /// The pass for functions of these signatures.
    #[must_use]
    pub fn for_signatures(signatures: Vec<Signature>) -> Self {
        Self { signatures }
    }
}

impl RunPass for ExportToCPass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = module.context().clone();
        for signature in &self.signatures {
            free_name(module, &signature.symbol, cx.diagnostics);
            let Some(root) =
                SymbolTable::new(module).lookup(ctx.ident(&root_name(&signature.symbol)))
            else {
                continue;
            };
            module.set_symbol_visibility(root, Visibility::Private);
            module.set_attr(root, ctx.ident("linkage"), Linkage::Internal.attribute(&ctx));
        }
        cx.diagnostics.check()?;
        let text = text(&self.signatures);
        let file = ctx.sources().add("<functions for C>", text);
        let file = file.map_err(|error| {
            cx.diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
        })?;
        let mut added = parse_module(&ctx, &file, ParseOptions::default(), cx.diagnostics)?;
        let mut functions = Vec::new();
        for (link, _) in added.children() {
            functions.push(link);
        }
        let (table, block) = (SymbolTable::new(module), ModuleOp::body_block(module));
        for link in functions {
            let Some(mut function) = added.take_child(link) else { continue };
            // C's functions are declared already if the program uses them.
            if function.as_op().symbol_name().is_some_and(|name| table.lookup(name).is_some()) {
                continue;
            }
            // The wrappers correspond to no line of the program.
            for op in function.own_ops() {
                function.set_location(op, Location::UNKNOWN);
            }
            let root = function.root();
            function.set_location(root, Location::UNKNOWN);
            BodyBuilder::at_end(module, block).create_isolated(function, &[], &[]);
        }
        Ok(())
    }
}

/// Renames a function of the program that has the name of a symbol.
fn free_name(module: &mut Body, symbol: &str, diagnostics: &mut Diagnostics) {
    let ctx = module.context().clone();
    let (table, name) = (SymbolTable::new(module), ctx.ident(symbol));
    let taken = table.lookup(name);
    let is_own = |op: OpRef<'_>| op.is::<LlvmFuncOp>() && !op.is_declaration();
    if CALLED.contains(&symbol) || taken.is_some_and(|taken| !is_own(module.op(taken))) {
        let message =
            format!("the symbol '{symbol}' is one of C's library, which the program uses");
        diagnostics.error(
            Diagnostic::error(Position::Unknown, message)
                .with_help(format!("name another one: 'my_{symbol}={symbol}(...)'")),
        );
        return;
    }
    let Some(taken) = taken else { return };
    let other = table.unique_name(module, &format!("toy.{symbol}"));
    module.set_attr(taken, Ident::SYM_NAME, ctx.string_attr(other.text(&ctx)));
    for (_, function) in module.children_mut() {
        for op in function.own_ops() {
            let calls = CallOp::is(function, op)
                && function.attr(op, Ident::CALLEE).and_then(|callee| callee.as_flat_symbol(&ctx))
                    == Some(name);
            if calls {
                function.set_attr(op, Ident::CALLEE, ctx.symbol_ident_attr(other));
            }
        }
    }
}

/// The text of everything that is added to a module.
fn text(signatures: &[Signature]) -> String {
    let mut text = String::from(RUNTIME);
    let parameters = || signatures.iter().flat_map(|signature| &signature.parameters);
    for element in parameters().map(|tensor| tensor.element).collect::<BTreeSet<_>>() {
        text += &of_elements(element);
    }
    let shapes: BTreeSet<&[i64]> = parameters().map(|tensor| &tensor.shape[..]).collect();
    for shape in shapes.into_iter().filter(|shape| !shape.is_empty()) {
        let (name, rank, list) = (sizes_name(shape), shape.len(), list(shape));
        // Writing into memory does not fail.
        let _ = writeln!(
            text,
            "llvm.mlir.global internal constant @{name}(dense<[{list}]> : tensor<{rank}xi64>) : \
                !llvm.array<{rank} x i64>"
        );
    }
    for signature in signatures {
        function(&mut text, signature);
    }
    text
}

/// The functions for tensors of an element type.
fn of_elements(element: Element) -> String {
    let bytes = |element: Element| format!("constant({} : i64)", element.bytes());
    let mut text = ELEMENTS
        .replace(&bytes(Element::F64), &bytes(element))
        .replace(Element::F64.name(), element.name_in_memory());
    for function in ["toy.first_element", "toy.row_major", "toy.release"] {
        text = text.replace(function, &format!("{function}{}", suffix(element)));
    }
    text
}

/// The suffix of the names of functions for tensors of an element type.
fn suffix(element: Element) -> String {
    if element == Element::F64 { String::new() } else { format!(".{}", element.name()) }
}

fn list(sizes: &[i64]) -> String {
    let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
    sizes.join(", ")
}

fn sizes_name(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
    format!("toy.sizes.{}", sizes.join("x"))
}

/// Bytes of a tensor's elements. The sizes were checked: the number fits.
fn bytes(tensor: &ExportedTensor) -> i64 {
    tensor.shape.iter().product::<i64>().saturating_mul(tensor.element.bytes())
}

/// The text of the function for C.
fn function(text: &mut String, signature: &Signature) {
    let Signature { symbol, parameters, results, .. } = signature;
    let count = parameters.len();
    let all: Vec<String> = (0..results.len())
        .map(|index| format!("%result{index}: !llvm.ptr"))
        .chain((0..count).map(|index| format!("%argument{index}: !llvm.ptr")))
        .collect();
    let mut add = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    add(format!("llvm.func @{symbol}({}) -> i32 {{", all.join(", ")));
    for (index, ExportedTensor { shape, .. }) in parameters.iter().enumerate() {
        let rank = shape.len();
        add(format!("  %rank{index} = llvm.mlir.constant({rank} : i64) : i64"));
        add(if rank == 0 {
            format!("  %sizes{index} = llvm.mlir.zero : !llvm.ptr")
        } else {
            format!("  %sizes{index} = llvm.mlir.addressof @{} : !llvm.ptr", sizes_name(shape))
        });
        add(format!(
            "  %fits{index} = llvm.call @toy.has_sizes(%argument{index}, %rank{index}, \
                %sizes{index}) : \
             (!llvm.ptr, i64, !llvm.ptr) -> i1"
        ));
        add(format!("  %number{index} = llvm.mlir.constant({} : i32) : i32", index + 1));
        add(format!("  llvm.cond_br %fits{index}, ^fits{index}, ^wrong(%number{index} : i32)"));
        add(format!("^fits{index}:"));
    }
    for (index, ExportedTensor { element, .. }) in parameters.iter().enumerate() {
        add(format!(
            "  %elements{index} = llvm.call @toy.row_major{}(%argument{index}, %rank{index}) : \
                (!llvm.ptr, i64) -> !llvm.ptr",
            suffix(*element)
        ));
    }
    let mut passed: Vec<String> = (0..count).map(|index| format!("%elements{index}")).collect();
    for (index, result) in results.iter().enumerate() {
        for line in allocation(index, result) {
            add(line);
        }
        passed.push(format!("%memory{index}"));
    }
    let types = vec!["!llvm.ptr"; passed.len()].join(", ");
    add(format!("  llvm.call @\"{}\"({}) : ({types}) -> ()", root_name(symbol), passed.join(", ")));
    for (index, ExportedTensor { element, .. }) in parameters.iter().enumerate() {
        add(format!(
            "  llvm.call @toy.release{}(%argument{index}, %elements{index}) : (!llvm.ptr, \
                !llvm.ptr) -> ()",
            suffix(*element)
        ));
    }
    for (index, result) in results.iter().enumerate() {
        for line in description(index, &result.shape) {
            add(line);
        }
    }
    add("  %done = llvm.mlir.constant(0 : i32) : i32\n  llvm.return %done : i32".into());
    if count > 0 {
        add("^wrong(%number: i32):\n  llvm.return %number : i32".into());
    }
    add("}".into());
}

/// The lines that allocate the memory of a result.
fn allocation(index: usize, tensor: &ExportedTensor) -> Vec<String> {
    let constant = |name: &str, value: i64| {
        format!("  %{name}{index} = llvm.mlir.constant({value} : i64) : i64")
    };
    if is_aligned(&tensor.shape) {
        // `aligned_alloc` wants a multiple of the alignment.
        let bytes = bytes(tensor).saturating_add(ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        let call = format!(
            "  %memory{index} = llvm.call @aligned_alloc(%alignment{index}, %bytes{index}) : \
                (i64, i64) -> !llvm.ptr"
        );
        return vec![constant("alignment", ALIGNMENT), constant("bytes", bytes), call];
    }
    let call = format!("  %memory{index} = llvm.call @malloc(%bytes{index}) : (i64) -> !llvm.ptr");
    vec![constant("bytes", bytes(tensor)), call]
}

/// The lines that fill in the descriptor of a result.
fn description(index: usize, shape: &[i64]) -> Vec<String> {
    let mut lines = Vec::new();
    for (word, value) in descriptor(shape).into_iter().enumerate() {
        let name = format!("{index}_{word}");
        lines.push(format!(
            "  %word{name} = llvm.getelementptr %result{index}[{word}] : (!llvm.ptr) -> \
                !llvm.ptr, i64"
        ));
        match value {
            None => lines
                .push(format!("  llvm.store %memory{index}, %word{name} : !llvm.ptr, !llvm.ptr")),
            Some(value) => {
                lines.push(format!("  %value{name} = llvm.mlir.constant({value} : i64) : i64"));
                lines.push(format!("  llvm.store %value{name}, %word{name} : i64, !llvm.ptr"));
            }
        }
    }
    lines
}

/// The words of a result's descriptor; none is the address of its memory.
fn descriptor(shape: &[i64]) -> Vec<Option<i64>> {
    let mut strides = vec![1; shape.len()];
    for index in (1..shape.len()).rev() {
        strides[index - 1] = shape[index].saturating_mul(strides[index]);
    }
    let words = [0].iter().chain(shape).chain(&strides).copied().map(Some);
    [None, None].into_iter().chain(words).collect()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn descriptors_are_row_major() {
        assert_eq!(descriptor(&[]), [None, None, Some(0)]);
        let words: Vec<i64> = descriptor(&[2, 3, 4]).into_iter().flatten().collect();
        assert_eq!(words, [0, 2, 3, 4, 12, 4, 1]);
        let of = |element| bytes(&ExportedTensor { shape: vec![2, 3, 4], element });
        assert_eq!((of(Element::F64), of(Element::F32)), (192, 96));
    }
}
