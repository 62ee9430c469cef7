//! C wrappers for functions on memory in the llvm dialect.
//!
//! `int f(result, a, b)` takes the addresses of descriptors. It returns 0, or the number of the
//! first argument whose sizes differ from those that the function was compiled for, and then does
//! nothing. Where the caller decides sizes, they are read from the descriptors, and the conditions
//! on them are computed. Arguments may have any strides: those whose elements are not in row-major
//! order are copied first. A result is in memory of its own from `malloc`, or, if it is large or of
//! unknown size, from `aligned_alloc`; it belongs to the caller, who frees it with `free`. A
//! function that returns a struct has a result for each tensor in it.
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

use super::{ExportedTensor, LinearSize, MOST_ELEMENTS, Signature, root_name};
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
    let shapes: BTreeSet<Vec<i64>> = parameters().map(wanted_sizes).collect();
    for shape in shapes.iter().filter(|shape| !shape.is_empty()) {
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

/// The sizes for which a function is compiled; -1 for those that the caller decides.
fn wanted_sizes(tensor: &ExportedTensor) -> Vec<i64> {
    tensor.sizes.iter().map(|size| size.known().unwrap_or(-1)).collect()
}

fn sizes_name(shape: &[i64]) -> String {
    let size = |size: &i64| if *size < 0 { "n".to_owned() } else { size.to_string() };
    format!("toy.sizes.{}", shape.iter().map(size).collect::<Vec<_>>().join("x"))
}

/// The text of the function for C.
fn function(text: &mut String, signature: &Signature) {
    let Signature { symbol, parameters, results, .. } = signature;
    let count = parameters.len();
    let all: Vec<String> = (0..results.len())
        .map(|index| format!("%result{index}: !llvm.ptr"))
        .chain((0..count).map(|index| format!("%argument{index}: !llvm.ptr")))
        .collect();
    let mut lines = Lines { text, next: 0 };
    lines.add(format!("llvm.func @{symbol}({}) -> i32 {{", all.join(", ")));
    for (index, tensor) in parameters.iter().enumerate() {
        let (rank, wanted) = (tensor.sizes.len(), wanted_sizes(tensor));
        lines.add(format!("  %rank{index} = llvm.mlir.constant({rank} : i64) : i64"));
        lines.add(if rank == 0 {
            format!("  %sizes{index} = llvm.mlir.zero : !llvm.ptr")
        } else {
            format!("  %sizes{index} = llvm.mlir.addressof @{} : !llvm.ptr", sizes_name(&wanted))
        });
        lines.add(format!(
            "  %fits{index} = llvm.call @toy.has_sizes(%argument{index}, %rank{index}, \
                %sizes{index}) : \
             (!llvm.ptr, i64, !llvm.ptr) -> i1"
        ));
        lines.check(&format!("%fits{index}"), &format!("fits{index}"), index);
    }
    let symbols = lines.symbols(parameters);
    for (number, condition) in signature.required.iter().enumerate() {
        let size = lines.size(&condition.size, &symbols);
        let zero = lines.constant(0);
        let predicate = if condition.is_equality { "eq" } else { "sge" };
        let holds = lines.value(format!("llvm.icmp \"{predicate}\" {size}, {zero} : i64"));
        let sizes = std::slice::from_ref(&condition.size);
        lines.check(&holds, &format!("holds{number}"), argument_with(signature, sizes));
    }
    for (number, sizes) in signature.tensors.iter().enumerate() {
        let holds = lines.has_room(sizes, &symbols);
        lines.check(&holds, &format!("room{number}"), argument_with(signature, sizes));
    }
    let (mut passed, mut types) = (Vec::new(), Vec::new());
    for (index, tensor) in parameters.iter().enumerate() {
        lines.add(format!(
            "  %elements{index} = llvm.call @toy.row_major{}(%argument{index}, %rank{index}) : \
                (!llvm.ptr, i64) -> !llvm.ptr",
            suffix(tensor.element)
        ));
        lines.pass(&format!("%elements{index}"), tensor, &symbols, &mut passed, &mut types);
    }
    for (index, result) in results.iter().enumerate() {
        let bytes = lines.bytes(result, &symbols);
        lines.allocate(index, result, &bytes);
        lines.pass(&format!("%memory{index}"), result, &symbols, &mut passed, &mut types);
    }
    let (passed, types) = (passed.join(", "), types.join(", "));
    lines.add(format!("  llvm.call @\"{}\"({passed}) : ({types}) -> ()", root_name(symbol)));
    for (index, ExportedTensor { element, .. }) in parameters.iter().enumerate() {
        lines.add(format!(
            "  llvm.call @toy.release{}(%argument{index}, %elements{index}) : (!llvm.ptr, \
                !llvm.ptr) -> ()",
            suffix(*element)
        ));
    }
    for (index, result) in results.iter().enumerate() {
        lines.describe(index, result, &symbols);
    }
    lines.add("  %done = llvm.mlir.constant(0 : i32) : i32\n  llvm.return %done : i32".into());
    if count > 0 {
        lines.add("^wrong(%number: i32):\n  llvm.return %number : i32".into());
    }
    lines.add("}".into());
}

/// The number of the argument that is wrong where a condition on sizes does not hold: the last one
/// that decides one of them.
fn argument_with(signature: &Signature, sizes: &[LinearSize]) -> usize {
    let terms = || sizes.iter().flat_map(|size| &size.terms);
    let is_in = |tensor: &ExportedTensor| {
        let own = tensor.sizes.iter().flat_map(|size| &size.terms);
        own.into_iter().any(|own| terms().any(|term| term.0 == own.0))
    };
    signature.parameters.iter().rposition(is_in).unwrap_or(0)
}

/// The lines of a function, in which values have numbers.
struct Lines<'t> {
    text: &'t mut String,
    next: usize,
}

impl Lines<'_> {
    fn add(&mut self, line: String) {
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// The name of the value of an op.
    fn value(&mut self, op: String) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        self.add(format!("  {name} = {op}"));
        name
    }

    fn constant(&mut self, value: i64) -> String {
        self.value(format!("llvm.mlir.constant({value} : i64) : i64"))
    }

    /// Returns the number of an argument if a condition does not hold.
    fn check(&mut self, holds: &str, block: &str, argument: usize) {
        let number = self.value(format!("llvm.mlir.constant({} : i32) : i32", argument + 1));
        self.add(format!("  llvm.cond_br {holds}, ^{block}, ^wrong({number} : i32)\n^{block}:"));
    }

    /// The sizes that the caller decides, in their order. Those that are one are checked to be
    /// equal.
    fn symbols(&mut self, parameters: &[ExportedTensor]) -> Vec<String> {
        let mut symbols: Vec<String> = Vec::new();
        for (index, tensor) in parameters.iter().enumerate() {
            for (dimension, size) in tensor.sizes.iter().enumerate() {
                let Some((symbol, _)) = size.terms.first() else { continue };
                let word = 3 + dimension;
                let at = self.value(format!(
                    "llvm.getelementptr %argument{index}[{word}] : (!llvm.ptr) -> !llvm.ptr, i64"
                ));
                let found = self.value(format!("llvm.load {at} : !llvm.ptr -> i64"));
                match symbols.get(*symbol as usize).cloned() {
                    None => symbols.push(found),
                    Some(first) => {
                        let equal = self.value(format!("llvm.icmp \"eq\" {found}, {first} : i64"));
                        let block = format!("equal{index}_{dimension}");
                        self.check(&equal, &block, index);
                    }
                }
            }
        }
        symbols
    }

    /// The value of a size.
    fn size(&mut self, size: &LinearSize, symbols: &[String]) -> String {
        let constant = size.constant != 0 || size.terms.is_empty();
        let mut sum = constant.then(|| self.constant(size.constant));
        for &(symbol, factor) in &size.terms {
            let mut term = symbols[symbol as usize].clone();
            if factor != 1 {
                let factor = self.constant(factor);
                term = self.value(format!("llvm.mul {term}, {factor} : i64"));
            }
            sum = Some(match sum {
                None => term,
                Some(sum) => self.value(format!("llvm.add {sum}, {term} : i64")),
            });
        }
        sum.unwrap_or_default()
    }

    /// Whether a tensor of these sizes has not too many elements: as floats, no product overflows.
    fn has_room(&mut self, sizes: &[LinearSize], symbols: &[String]) -> String {
        let mut count = self.value("llvm.mlir.constant(1.0 : f64) : f64".into());
        for size in sizes {
            let size = self.size(size, symbols);
            let size = self.value(format!("llvm.sitofp {size} : i64 to f64"));
            count = self.value(format!("llvm.fmul {count}, {size} : f64"));
        }
        let most = self.value(format!("llvm.mlir.constant({MOST_ELEMENTS}.0 : f64) : f64"));
        self.value(format!("llvm.fcmp \"ole\" {count}, {most} : f64"))
    }

    /// The sizes and strides of a tensor in row-major order.
    fn layout(&mut self, tensor: &ExportedTensor, symbols: &[String]) -> [Vec<String>; 2] {
        if let Some(shape) = tensor.shape() {
            let mut strides = vec![1; shape.len()];
            for index in (1..shape.len()).rev() {
                strides[index - 1] = shape[index].saturating_mul(strides[index]);
            }
            return [shape, strides]
                .map(|list| list.into_iter().map(|number| self.constant(number)).collect());
        }
        let sizes: Vec<String> = tensor.sizes.iter().map(|size| self.size(size, symbols)).collect();
        let mut strides = Vec::new();
        for index in (0..sizes.len()).rev() {
            strides.insert(
                0,
                match strides.first() {
                    None => self.constant(1),
                    Some(after) => {
                        self.value(format!("llvm.mul {after}, {} : i64", sizes[index + 1]))
                    }
                },
            );
        }
        [sizes, strides]
    }

    /// Adds what is passed for the memory of a tensor: a pointer, or a descriptor in parts where
    /// the caller decides a size.
    fn pass(
        &mut self,
        memory: &str,
        tensor: &ExportedTensor,
        symbols: &[String],
        passed: &mut Vec<String>,
        types: &mut Vec<&'static str>,
    ) {
        passed.push(memory.to_owned());
        types.push("!llvm.ptr");
        if tensor.shape().is_some() {
            return;
        }
        passed.extend([memory.to_owned(), self.constant(0)]);
        types.extend(["!llvm.ptr", "i64"]);
        for value in self.layout(tensor, symbols).into_iter().flatten() {
            passed.push(value);
            types.push("i64");
        }
    }

    /// The bytes of a tensor's elements, as many as `aligned_alloc` wants where they are aligned: a
    /// multiple of the alignment. Known sizes were checked: the number fits.
    fn bytes(&mut self, tensor: &ExportedTensor, symbols: &[String]) -> String {
        if let Some(shape) = tensor.shape() {
            let bytes = bytes(&shape, tensor.element);
            return self.constant(match is_aligned(&shape) {
                true => bytes.saturating_add(ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT,
                false => bytes,
            });
        }
        let mut bytes = self.constant(tensor.element.bytes());
        for size in &tensor.sizes {
            let size = self.size(size, symbols);
            bytes = self.value(format!("llvm.mul {bytes}, {size} : i64"));
        }
        let (more, mask) = (self.constant(ALIGNMENT - 1), self.constant(-ALIGNMENT));
        let more = self.value(format!("llvm.add {bytes}, {more} : i64"));
        self.value(format!("llvm.and {more}, {mask} : i64"))
    }

    /// Allocates the memory of a result.
    fn allocate(&mut self, index: usize, tensor: &ExportedTensor, bytes: &str) {
        if tensor.takes_aligned_memory() {
            let alignment = self.constant(ALIGNMENT);
            return self.add(format!(
                "  %memory{index} = llvm.call @aligned_alloc({alignment}, {bytes}) : \
                    (i64, i64) -> !llvm.ptr"
            ));
        }
        self.add(format!("  %memory{index} = llvm.call @malloc({bytes}) : (i64) -> !llvm.ptr"));
    }

    /// Fills in the descriptor of a result.
    fn describe(&mut self, index: usize, tensor: &ExportedTensor, symbols: &[String]) {
        let memory = format!("%memory{index}");
        let offset = self.constant(0);
        let rest = self.layout(tensor, symbols).into_iter().flatten().map(|word| (word, "i64"));
        let words = [(memory.clone(), "!llvm.ptr"), (memory, "!llvm.ptr"), (offset, "i64")];
        for (word, (value, ty)) in words.into_iter().chain(rest).enumerate() {
            let at = self.value(format!(
                "llvm.getelementptr %result{index}[{word}] : (!llvm.ptr) -> !llvm.ptr, i64"
            ));
            self.add(format!("  llvm.store {value}, {at} : {ty}, !llvm.ptr"));
        }
    }
}

/// Bytes of the elements of a tensor of this shape.
fn bytes(shape: &[i64], element: Element) -> i64 {
    shape.iter().product::<i64>().saturating_mul(element.bytes())
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn layouts_are_row_major() {
        let layout = |sizes: Vec<LinearSize>| {
            let mut text = String::new();
            let tensor = ExportedTensor { sizes, element: Element::F64 };
            let words =
                Lines { text: &mut text, next: 0 }.layout(&tensor, &["%n".to_owned()]).concat();
            (words.join(", "), text)
        };
        let (words, text) = layout([2, 3, 4].map(LinearSize::from).to_vec());
        assert_eq!(words, "%v0, %v1, %v2, %v3, %v4, %v5");
        let constants: Vec<&str> =
            text.lines().filter_map(|line| line.split(['(', ':']).nth(1)).collect();
        assert_eq!(constants, ["2 ", "3 ", "4 ", "12 ", "4 ", "1 "]);
        let (words, text) = layout(vec![LinearSize::from(2), LinearSize::symbol(0)]);
        assert_eq!(words, "%v0, %n, %v2, %v1");
        assert!(text.ends_with("  %v2 = llvm.mul %v1, %n : i64\n"), "{text}");
        let of = |element| bytes(&[2, 3, 4], element);
        assert_eq!((of(Element::F64), of(Element::F32)), (192, 96));
    }
}
