//! Lowers `toy.load_into`, `toy.save`, `toy.plot`, `toy.takes_arguments` and `toy.exit_status` to
//! calls of runtime functions.

use mlir_lite::dialects::llvm::pointer_type;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::runtime_functions::{Calls, can_be_passed, shape_of_text, shape_text};
use crate::builtins::files::FileName;
use crate::builtins::{LoadIntoOp, LoadSizesOp, PlotOp, SaveOp};
use crate::loop_builder::{before, shape};
use crate::messages::out_of_range::place_text;
use crate::ops::{ExitStatusOp, TakesArgumentsOp};
use crate::tensor::elements::Element;

/// The runtime functions that lowered programs call to read and write files, each a whole tensor at
/// once. The host of a program defines them; one that fails does not return. Texts are C strings; a
/// shape is written like `2x3`, and like
/// `` for a number; a location is that of the call in the source, `file:line:column`; the elements
/// are contiguous in row-major order, floats of 64 bits except where a name ends with
/// another element type.
pub struct FileFunctions;

impl FileFunctions {
    /// `void(path, shape, place, elements)`: reads a file, which must hold this shape.
    pub const LOAD: &'static str = "toy_load";
    /// `void(path, shape, place, sizes)`: reads the shape of a file, which must be this one, in
    /// which `?` is any size, into integers of 64 bits.
    pub const SHAPE: &'static str = "toy_file_shape";
    /// `void(path, shape, place, elements)`: writes a file.
    pub const SAVE: &'static str = "toy_save";
    /// As [`Self::LOAD`], into floats of 32 bits.
    pub const LOAD_F32: &'static str = "toy_load_f32";
    /// As [`Self::LOAD`], of a file of integers, into integers of 64 bits.
    pub const LOAD_I64: &'static str = "toy_load_i64";
    /// As [`Self::LOAD`], into booleans, bytes that are 1 or 0.
    pub const LOAD_BOOL: &'static str = "toy_load_bool";
    /// As [`LOAD`](Self::LOAD), into memory of integers of 8 bits.
    pub const LOAD_I8: &'static str = "toy_load_i8";
    /// As [`Self::SAVE`], of floats of 32 bits.
    pub const SAVE_F32: &'static str = "toy_save_f32";
    /// As [`Self::SAVE`], of integers of 64 bits.
    pub const SAVE_I64: &'static str = "toy_save_i64";
    /// As [`Self::SAVE`], of booleans.
    pub const SAVE_BOOL: &'static str = "toy_save_bool";
    /// As [`SAVE`](Self::SAVE), from memory of integers of 8 bits.
    pub const SAVE_I8: &'static str = "toy_save_i8";
    /// As [`LOAD`](Self::LOAD), into memory of integers of 8 bits without a sign.
    pub const LOAD_U8: &'static str = "toy_load_u8";
    /// As [`SAVE`](Self::SAVE), from memory of integers of 8 bits without a sign.
    pub const SAVE_U8: &'static str = "toy_save_u8";
    /// `void(path, template, place, elements)`: writes a [picture](crate::picture) into a file.
    pub const PLOT: &'static str = "toy_plot";
    /// `path(i64 number)`: the program's argument of that number.
    pub const ARGUMENT: &'static str = "toy_argument";

    /// The sizes in the text of a shape; those that are `?` are
    /// [`DYNAMIC`](mlir_lite::types::DYNAMIC).
    pub fn sizes(shape: &str) -> Vec<i64> {
        shape_of_text(shape)
    }
}

/// Lower toy.load_into, toy.save and toy.plot to calls.
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
                let function = match element_in(body, memory, this.bytes(body)) {
                    Element::F64 => FileFunctions::LOAD,
                    Element::F32 => FileFunctions::LOAD_F32,
                    Element::I64 => FileFunctions::LOAD_I64,
                    Element::Bool => FileFunctions::LOAD_BOOL,
                    Element::I8 => FileFunctions::LOAD_I8,
                    Element::U8 => FileFunctions::LOAD_U8,
                };
                lower(body, op, (function, file, memory), None, cx);
            } else if let Some(this) = LoadSizesOp::cast(body, op) {
                let (file, memory) = (this.on(body).file(), this.output(body));
                let shape = Some(shape_text(&this.sizes(body)));
                lower(body, op, (FileFunctions::SHAPE, file, memory), shape, cx);
            } else if let Some(this) = PlotOp::cast(body, op) {
                let (file, memory) = (this.on(body).file(), this.input(body));
                let template = this.on(body).picture().template(shape(body, memory));
                lower(body, op, (FileFunctions::PLOT, file, memory), Some(template), cx);
            } else if let Some(this) = SaveOp::cast(body, op) {
                let (file, memory) = (this.on(body).file(), this.input(body));
                let function = match element_in(body, memory, this.bytes(body)) {
                    Element::F64 => FileFunctions::SAVE,
                    Element::F32 => FileFunctions::SAVE_F32,
                    Element::I64 => FileFunctions::SAVE_I64,
                    Element::Bool => FileFunctions::SAVE_BOOL,
                    Element::I8 => FileFunctions::SAVE_I8,
                    Element::U8 => FileFunctions::SAVE_U8,
                };
                lower(body, op, (function, file, memory), None, cx);
            }
        }
        cx.diagnostics.check()
    }
}

/// The elements of memory; `bytes` is the type of integers of 8 bits.
fn element_in(body: &Body, memory: ValueId, bytes: Option<Type>) -> Element {
    bytes.map_or_else(|| Element::of(body.context(), body.ty(memory)), Element::of_bytes)
}

/// Replaces an op by a call of the runtime function that reads or writes the file, from or into
/// memory. The shape is that of the memory, if no other text is given: a picture has a template.
fn lower(
    body: &mut Body,
    op: OpId,
    (function, file, memory): (&str, FileName, ValueId),
    shape: Option<String>,
    cx: &mut PassContext<'_>,
) {
    if !can_be_passed(body, op, memory, ["saves", "reads or writes"], cx.diagnostics) {
        return;
    }
    let argument = file.argument;
    let path = match argument {
        Some(_) => String::new(),
        None => match file.known() {
            Ok(path) => path,
            Err(message) => {
                cx.diagnostics.error(body.op(op).op_error(message));
                return;
            }
        },
    };
    let place = place_text(body.context(), body.location(op));
    before(body, op, |e| {
        let mut calls = Calls { e, requests: cx.requests };
        let path = match argument {
            // The address of the program's argument of that number.
            Some(number) => {
                let (number, pointer) = (calls.integer(number), pointer_type(&e.context()));
                calls.call(FileFunctions::ARGUMENT, &[number], &[pointer])[0]
            }
            None => calls.text("file", &path),
        };
        let shape = match shape {
            Some(text) => calls.text("file", &text),
            None => calls.shape("file", memory),
        };
        let place = calls.text("file", &place);
        calls.call_with_memory(function, &[path, shape, place], memory, &[]);
    });
    body.erase_op(op);
}

fn set_status(body: &mut Body, op: OpId, value: ValueId, requests: &mut SymbolRequests) {
    let place = place_text(body.context(), body.location(op));
    before(body, op, |e| {
        let mut calls = Calls { e, requests };
        let place = calls.text("file", &place);
        calls.call_with_memory(ExitStatusOp::FUNCTION, &[place], value, &[]);
    });
}

fn check_arguments(body: &mut Body, op: TakesArgumentsOp, requests: &mut SymbolRequests) {
    let (count, usage) = (op.count(body), op.usage(body));
    before(body, op.id(), |e| {
        let mut calls = Calls { e, requests };
        let (count, usage) = (calls.integer(count), calls.text("file", &usage));
        calls.call(TakesArgumentsOp::FUNCTION, &[count, usage], &[]);
    });
}
