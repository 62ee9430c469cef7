//! Lowers `toy.print` to loops that call `printf`, and `toy.print_values` to calls of a runtime
//! function, whose results `printf` prints.
//!
//! By `toy.print`, each number is printed with six digits after the point and a space. A tensor of
//! rank 0 or 1 is a line. From rank 2 on, each loop except the outermost ends with a line break: a
//! line for each row, an empty one after each plane, and so on. NaN prints as `nan` whatever its
//! sign, which is not part of a program's meaning.

use mlir_lite::dialects::llvm::{self, AddressOfOp, GlobalOp, LlvmFuncOp, pointer_type};
use mlir_lite::dialects::standard;
use mlir_lite::edsc::{Edsc, Expr, ScfEdsc};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::Reported;

use super::runtime_functions::{Calls, can_be_passed};
use crate::builtins::{PrintOp, PrintValuesOp};
use crate::loop_builder::before;
use crate::tensor::elements::{Element, is_integer};

/// Names of the texts for `printf`. The dots keep them distinct from names of the language.
const NUMBER: (&str, &[u8]) = ("print.number", b"%f \0");
const INTEGER: (&str, &[u8]) = ("print.integer", b"%lld \0");
const BOOLEAN: (&str, &[u8]) = ("print.boolean", b"%s \0");
const TRUE: (&str, &[u8]) = ("print.true", b"true\0");
const FALSE: (&str, &[u8]) = ("print.false", b"false\0");
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

/// The address of a global.
fn address_of<'e>(e: Edsc<'e>, name: &str) -> Expr<'e> {
    e.value(|b| {
        let ctx = b.context().clone();
        AddressOfOp::create(b, ctx.symbol_attr(name), pointer_type(&ctx))
    })
}

/// Calls `printf`.
fn print<'e>(e: Edsc<'e>, format: &str, arguments: &[Expr<'e>]) {
    e.emit(|b| {
        let ctx = b.context().clone();
        let text = AddressOfOp::create(b, ctx.symbol_attr(format), pointer_type(&ctx));
        let mut operands: SmallVec<[ValueId; 2]> = SmallVec::from_elem(text, 1);
        operands.extend(arguments.iter().map(|argument| argument.id()));
        let (location, name, ty) = (b.location(), ctx.ident(PRINTF), printf_type(&ctx));
        llvm::CallOp::build_var_arg(b, location, name, ty, &operands, Some(Type::I32));
    });
}

/// Lowers a line to a call of `printf` for each text and each tensor. The text of a tensor is what
/// the runtime function gives.
fn lower_line(
    body: &mut Body,
    line: PrintValuesOp,
    inputs: &[ValueId],
    requests: &mut SymbolRequests,
) {
    let (mut texts, styles) = (line.on(body).text_list(), line.on(body).style_list());
    if let Some(last) = texts.last_mut() {
        last.push('\n');
    }
    require_symbols(body.context(), requests, &[TEXT]);
    before(body, line.id(), |e| {
        let mut calls = Calls { e, requests };
        for (index, text) in texts.iter().enumerate() {
            if !text.is_empty() {
                let text = calls.text("text", text);
                print(e, TEXT.0, &[text]);
            }
            let (Some(&input), Some(style)) = (inputs.get(index), styles.get(index)) else {
                continue;
            };
            let arguments = [calls.shape("text", input), calls.text("text", style)];
            let results = [pointer_type(&e.context())];
            let function = match calls.e.expr(input).element_type() {
                element if is_integer(element) => PrintValuesOp::OF_INTEGERS,
                _ => PrintValuesOp::FUNCTION,
            };
            let shown = calls.call_with_memory(function, &arguments, input, &results);
            print(e, TEXT.0, &shown);
        }
    });
}

fn printf_type(ctx: &Context) -> Type {
    llvm::function_type(ctx, Type::I32, &[pointer_type(ctx)], true)
}

fn lower(body: &mut Body, op: PrintOp, requests: &mut SymbolRequests) {
    let input = op.input(body);
    let texts = match Element::of(body.context(), body.ty(input)) {
        Element::I64 => &[INTEGER, NEW_LINE][..],
        // Integers of 8 bits are printed from memory of those of 64.
        Element::Bool | Element::I8 | Element::U8 => &[BOOLEAN, TRUE, FALSE, NEW_LINE],
        Element::F64 | Element::F32 => &[NUMBER, NEW_LINE],
    };
    require_symbols(body.context(), requests, texts);
    before(body, op.id(), |e| {
        let input = e.expr(input);
        let sizes = input.shape();
        print_elements(input, &sizes, &mut Vec::new());
        if sizes.len() < 2 {
            print(e, NEW_LINE.0, &[]);
        }
    });
}

/// Prints the elements at these first indices; a loop except the outermost ends with a line break.
fn print_elements<'e>(input: Expr<'e>, sizes: &[i64], indices: &mut Vec<Expr<'e>>) {
    let e = input.builder();
    let Some(&size) = sizes.get(indices.len()) else {
        let element = input.at(indices).get();
        match element.ty() {
            Type::I64 => return print(e, INTEGER.0, &[element]),
            Type::I8 => {
                let [yes, no] = [TRUE, FALSE].map(|(name, _)| address_of(e, name));
                return print(e, BOOLEAN.0, &[element.ne(0).select(yes, no)]);
            }
            _ => {}
        }
        let element = match element.ty() {
            Type::F32 => element.to::<standard::FPExtOp>(Type::F64),
            _ => element,
        };
        let is_nan = element.cmpf(standard::CmpFPredicate::Uno, element);
        // A NaN without a sign. Not a constant: LLVM treats all constant NaNs as interchangeable,
        // whatever their sign.
        let nan = e.op::<standard::AbsFOp>(element);
        return print(e, NUMBER.0, &[is_nan.select(nan, element)]);
    };
    let dimension = indices.len();
    let is_inner = dimension > 0;
    let mut body = |index| {
        indices.push(index);
        print_elements(input, sizes, indices);
        indices.pop();
    };
    match size {
        DYNAMIC => {
            let dimension = e.index(dimension as i64);
            let size = e.value(|b| standard::DimOp::create(b, input.id(), dimension.id()));
            e.for_loop(0, size, 1, &mut body);
        }
        size => e.for_loop(0, size, 1, &mut body),
    }
    if is_inner {
        print(e, NEW_LINE.0, &[]);
    }
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
