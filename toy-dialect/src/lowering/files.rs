//! Lowers `toy.load_into`, `toy.save`, `toy.takes_arguments` and `toy.exit_status` to calls of
//! runtime functions.

use mlir_lite::dialects::llvm::{self, pointer_type};
use mlir_lite::dialects::standard::CallOp;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::runtime_functions::{
    call_with_memory, can_be_passed, declare, shape_text, text_constant,
};
use crate::builtins::files::FileName;
use crate::builtins::{LoadIntoOp, SaveOp};
use crate::ops::{ExitStatusOp, TakesArgumentsOp};
use crate::out_of_range::place_text;

/// The runtime functions that lowered programs call to read and write files, each a whole tensor at
/// once. The host of a program defines them; one that fails does not return. Texts are C strings; a
/// shape is written like `2x3`, and like
/// `` for a number; a location is that of the call in the source, `file:line:column`; the elements
/// are floats of 64 bits, contiguous in row-major order.
pub struct FileFunctions;

impl FileFunctions {
    /// `void(path, shape, place, elements)`: reads a file, which must hold this shape.
    pub const LOAD: &'static str = "toy_load";
    /// `void(path, shape, place, elements)`: writes a file.
    pub const SAVE: &'static str = "toy_save";
    /// `path(i64 number)`: the program's argument of that number.
    pub const ARGUMENT: &'static str = "toy_argument";

    /// The sizes in the text of a shape.
    pub fn sizes(shape: &str) -> Vec<i64> {
        shape.split('x').filter_map(|size| size.parse().ok()).collect()
    }
}

/// Lower toy.load_into and toy.save to calls.
// Lowers reading and writing of files from memory; reports tensors that are not lowered yet.
#[pass(name = "lower-toy-files", report_name = "LowerToyFiles")]
pub struct LowerFilesPass;

impl RunPass for LowerFilesPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            if let Some(this) = TakesArgumentsOp::cast(body, op) {
                check_arguments(body, this, cx.requests);
                body.erase_op(op);
            } else if let Some(this) = ExitStatusOp::cast(body, op) {
                let value = this.input(body);
                if can_be_passed(body, op, value, ["returns", "returns"], cx.diagnostics) {
                    set_status(body, op, value, cx.requests);
                    body.erase_op(op);
                }
            } else if let Some(this) = LoadIntoOp::cast(body, op) {
                let (file, memory) = (this.on(body).file(), this.output(body));
                lower(body, op, (FileFunctions::LOAD, file, memory), cx);
            } else if let Some(this) = SaveOp::cast(body, op) {
                let (file, memory) = (this.on(body).file(), this.input(body));
                lower(body, op, (FileFunctions::SAVE, file, memory), cx);
            }
        }
        cx.diagnostics.check()
    }
}

/// Replaces an op by a call of the runtime function that reads or writes the file, from or into
/// memory.
fn lower(
    body: &mut Body,
    op: OpId,
    (function, file, memory): (&str, FileName, ValueId),
    cx: &mut PassContext<'_>,
) {
    if !can_be_passed(body, op, memory, ["saves", "reads or writes"], cx.diagnostics) {
        return;
    }
    let ctx = body.context().clone();
    let location = body.location(op);
    let sizes = body.ty(memory).shape(&ctx).unwrap_or_default();
    let shape = shape_text(sizes);
    let place = place_text(&ctx, location);
    let requests = &mut *cx.requests;
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
    let path = match file.argument {
        Some(number) => given_argument(&mut builder, requests, location, number),
        None => match file.known() {
            Ok(path) => text_constant(&mut builder, requests, location, "file", &path),
            Err(message) => {
                cx.diagnostics.error(body.op(op).op_error(message));
                return;
            }
        },
    };
    let shape = text_constant(&mut builder, requests, location, "file", &shape);
    let place = text_constant(&mut builder, requests, location, "file", &place);
    call_with_memory(&mut builder, requests, location, function, &[path, shape, place], memory);
    body.erase_op(op);
}

fn set_status(body: &mut Body, op: OpId, value: ValueId, requests: &mut SymbolRequests) {
    let (ctx, location) = (body.context().clone(), body.location(op));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
    let place =
        text_constant(&mut builder, requests, location, "file", &place_text(&ctx, location));
    call_with_memory(&mut builder, requests, location, ExitStatusOp::FUNCTION, &[place], value);
}

fn check_arguments(body: &mut Body, op: TakesArgumentsOp, requests: &mut SymbolRequests) {
    let (ctx, location) = (body.context().clone(), body.location(op.id()));
    let (count, usage) = (op.count(body), op.usage(body));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op.id()));
    let count = llvm::ConstantOp::build(&mut builder, location, ctx.i64_attr(count), Type::I64);
    let count = count.res(builder.body());
    let usage = text_constant(&mut builder, requests, location, "file", &usage);
    declare(&ctx, requests, TakesArgumentsOp::FUNCTION, &[Type::I64, pointer_type(&ctx)], &[]);
    let callee = ctx.symbol_attr(TakesArgumentsOp::FUNCTION);
    CallOp::build(&mut builder, location, callee, &[count, usage], &[]);
}

/// The address of the program's argument of that number.
fn given_argument(
    builder: &mut BodyBuilder<'_>,
    requests: &mut SymbolRequests,
    location: Location,
    number: i64,
) -> ValueId {
    let ctx = builder.context().clone();
    let pointer = pointer_type(&ctx);
    let number = llvm::ConstantOp::build(builder, location, ctx.i64_attr(number), Type::I64);
    let number = number.res(builder.body());
    declare(&ctx, requests, FileFunctions::ARGUMENT, &[Type::I64], &[pointer]);
    let call = CallOp::build(
        builder,
        location,
        ctx.symbol_attr(FileFunctions::ARGUMENT),
        &[number],
        &[pointer],
    );
    let mut results = call.results(builder.body()).into_iter();
    results.next().expect("a call has the results that it was made with")
}
