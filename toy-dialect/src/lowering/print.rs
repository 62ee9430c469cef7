//! Lowers `toy.print` to loops that call `printf`, and `toy.print_values` to calls of a runtime
//! function, whose results `printf` prints.
//!
//! By `toy.print`, each number is printed with six digits after the point and a space. A tensor of
//! rank 0 or 1 is a line. From rank 2 on, each loop except the outermost ends with a line break: a
//! line for each row, an empty one after each plane, and so on. NaN prints as `nan` whatever its
//! sign, which is not part of a program's meaning.

use mlir_lite::dialects::llvm::{self, AddressOfOp, GlobalOp, LlvmFuncOp, pointer_type};
use mlir_lite::dialects::{scf, standard};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::loops::element_loop;
use super::runtime_functions::{call_for_results, can_be_passed, shape_text, text_constant};
use crate::ops::{PrintOp, PrintValuesOp};

/// Names of the texts for `printf`. The dots keep them distinct from names of the language.
const NUMBER: (&str, &[u8]) = ("print.number", b"%f \0");
const NEW_LINE: (&str, &[u8]) = ("print.newline", b"\n\0");
const TEXT: (&str, &[u8]) = ("print.text", b"%s\0");
const PRINTF: &str = "printf";

/// Lower toy.print and toy.print_values to calls.
#[pass(name = "lower-toy-print", report_name = "LowerToyPrint")]
pub struct LowerPrintPass;

impl RunPass for LowerPrintPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            if let Some(line) = PrintValuesOp::cast(body, op) {
                let inputs: Vec<ValueId> = body.operands(op).collect();
                let can_be_passed = |input: &ValueId| {
                    can_be_passed(body, op, *input, ["prints", "prints"], cx.diagnostics)
                };
                if inputs.iter().all(can_be_passed) {
                    lower_line(body, line, &inputs, cx.requests);
                    body.erase_op(op);
                }
                continue;
            }
            let Some(print) = PrintOp::cast(body, op) else { continue };
            let input = print.input(body);
            if body.ty(input).is_tensor(body.context()) {
                let message = "prints a tensor that is not in memory; lower it to affine first";
                cx.diagnostics.error(body.op(print.id()).op_error(message));
                continue;
            }
            lower(body, print, cx.requests);
            body.erase_op(print.id());
        }
        cx.diagnostics.check()
    }
}

/// Builds calls of `printf`.
struct Printer<'b> {
    builder: BodyBuilder<'b>,
    location: Location,
}

impl Printer<'_> {
    fn call(&mut self, format: &str, arguments: &[ValueId]) {
        let (builder, location) = (&mut self.builder, self.location);
        let ctx = builder.context().clone();
        let text =
            AddressOfOp::build(builder, location, ctx.symbol_attr(format), pointer_type(&ctx));
        let mut operands: SmallVec<[ValueId; 2]> = SmallVec::from_elem(text.res(builder.body()), 1);
        operands.extend_from_slice(arguments);
        let (name, ty) = (ctx.ident(PRINTF), printf_type(&ctx));
        llvm::CallOp::build_var_arg(builder, location, name, ty, &operands, Some(Type::I32));
    }

    fn end_loop(&mut self, block: BlockId) {
        self.builder.set_insertion_point(InsertionPoint::End(block));
        scf::YieldOp::build(&mut self.builder, self.location, &[]);
    }
}

/// Lowers a line to a call of `printf` for each text and each tensor. The text of a tensor is what
/// the runtime function gives.
fn lower_line(
    body: &mut Body,
    line: PrintValuesOp,
    inputs: &[ValueId],
    requests: &mut SymbolRequests,
) {
    let ctx = body.context().clone();
    let location = body.location(line.id());
    let (mut texts, styles) = (line.on(body).text_list(), line.on(body).style_list());
    if let Some(last) = texts.last_mut() {
        last.push('\n');
    }
    require_symbols(&ctx, requests, &[TEXT]);
    let builder = BodyBuilder::new(body, InsertionPoint::Before(line.id()));
    let mut printer = Printer { builder, location };
    for (index, text) in texts.iter().enumerate() {
        if !text.is_empty() {
            let text = text_constant(&mut printer.builder, requests, location, "text", text);
            printer.call(TEXT.0, &[text]);
        }
        let (Some(&input), Some(style)) = (inputs.get(index), styles.get(index)) else { continue };
        let builder = &mut printer.builder;
        let shape = shape_text(builder.body().ty(input).shape(&ctx).unwrap_or_default());
        let arguments = [shape, style.clone()]
            .map(|text| text_constant(builder, requests, location, "text", &text));
        let function = (PrintValuesOp::FUNCTION, &[pointer_type(&ctx)][..]);
        let call = call_for_results(builder, requests, location, function, &arguments, input);
        let shown: Vec<ValueId> = call.results(builder.body()).into_iter().collect();
        printer.call(TEXT.0, &shown);
    }
}

fn printf_type(ctx: &Context) -> Type {
    llvm::function_type(ctx, Type::I32, &[pointer_type(ctx)], true)
}

fn lower(body: &mut Body, print: PrintOp, requests: &mut SymbolRequests) {
    let ctx = body.context().clone();
    let (input, location) = (print.input(body), body.location(print.id()));
    let sizes = body.ty(input).shape(&ctx).unwrap_or_default().to_vec();
    require_symbols(&ctx, requests, &[NUMBER, NEW_LINE]);
    let builder = BodyBuilder::new(body, InsertionPoint::Before(print.id()));
    let mut printer = Printer { builder, location };
    let mut blocks = Vec::with_capacity(sizes.len());
    let mut indices = Vec::with_capacity(sizes.len());
    for &size in &sizes {
        let (block, index) = element_loop(&mut printer.builder, size);
        indices.push(index);
        blocks.push(block);
        printer.builder.set_insertion_point(InsertionPoint::End(block));
    }
    let number = number_to_print(&mut printer.builder, location, input, &indices);
    printer.call(NUMBER.0, &[number]);
    while let Some(block) = blocks.pop() {
        printer.end_loop(block);
        if let Some(&outer) = blocks.last() {
            printer.builder.set_insertion_point(InsertionPoint::End(outer));
            printer.call(NEW_LINE.0, &[]);
        }
    }
    printer.builder.set_insertion_point(InsertionPoint::Before(print.id()));
    if sizes.len() < 2 {
        printer.call(NEW_LINE.0, &[]);
    }
}

/// The element at `indices`, without a sign if it is NaN.
fn number_to_print(
    builder: &mut BodyBuilder<'_>,
    location: Location,
    memref: ValueId,
    indices: &[ValueId],
) -> ValueId {
    let element =
        standard::LoadOp::build_inferred(builder, location, memref, indices).result(builder.body());
    let is_nan = standard::CmpFOp::build_inferred(
        builder,
        location,
        standard::CmpFPredicate::Uno,
        element,
        element,
    );
    let is_nan = is_nan.result(builder.body());
    // Not a constant: LLVM treats all constant NaNs as interchangeable, whatever their sign.
    let nan = standard::AbsFOp::build(builder, location, element).result(builder.body());
    standard::SelectOp::build(builder, location, is_nan, nan, element, Type::F64)
        .result(builder.body())
}

/// Requires `printf` and these texts for it.
fn require_symbols(ctx: &Context, requests: &mut SymbolRequests, texts: &[(&str, &[u8])]) {
    let location = Location::UNKNOWN;
    requests.require(ctx.ident(PRINTF), || {
        LlvmFuncOp::declaration(ctx, location, PRINTF, printf_type(ctx))
    });
    for &(name, text) in texts {
        requests.require(ctx.ident(name), || GlobalOp::string(ctx, location, name, text));
    }
}
