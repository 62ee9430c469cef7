//! Functions for C: specialisations that a C program calls.
//!
//! A Toy function is generic in shapes, so an export specifies them: `f(<2,3>, <2,3>)`. Before
//! shapes are inferred, [`add_exports`] adds a function of known shapes for each, which replaces
//! `main` as an entry point; afterwards, [`signatures`] returns its parameters and results; in the
//! llvm dialect, [`ExportToCPass`] adds a wrapper that takes memory descriptors, as in MLIR's C
//! interface.
//!
//! Deliberately not here: C's syntax.

mod to_c;

pub use to_c::ExportToCPass;

use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite_diagnostics::{Diagnostic, Position, Reported};

use crate::builtins::files;
use crate::loop_builder::is_aligned;
use crate::ops::{GenericCallOp, ReturnOp};
use crate::tensor::elements::Element;
use crate::types::tensors;

/// The shape and the element type of a tensor that is passed to a function or returned.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExportedTensor {
    /// The sizes; none for a number.
    pub shape: Vec<i64>,
    /// The type of the elements.
    pub element: Element,
}

impl ExportedTensor {
    /// The tensor of a type, if its shape is known.
    fn of(ctx: &Context, ty: Type) -> Option<Self> {
        Some(Self { shape: ty.static_shape(ctx)?.to_vec(), element: Element::of(ctx, ty) })
    }

    /// `<2,3>` or `f32<2,3>`.
    #[must_use]
    pub fn text(&self) -> String {
        let sizes: Vec<String> = self.shape.iter().map(i64::to_string).collect();
        let element = if self.element == Element::F64 { "" } else { self.element.name() };
        format!("{element}<{}>", sizes.join(","))
    }

    /// Whether the parameter is a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.shape.is_empty()
    }
}

/// A function, the types of its arguments, and its C name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The symbol in the object file.
    pub symbol: String,
    /// The name of the Toy function.
    pub function: String,
    /// The types of the arguments.
    pub parameters: Vec<ExportedTensor>,
}

/// The signature of an exported function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The symbol in the object file.
    pub symbol: String,
    /// The name of the Toy function.
    pub function: String,
    /// The types of the arguments.
    pub parameters: Vec<ExportedTensor>,
    /// The types of the results: none, one, or one for each tensor of a struct.
    pub results: Vec<ExportedTensor>,
}

impl Export {
    /// The name of the function in the IR that calls the exported one. The dot keeps it distinct
    /// from names of the language.
    #[must_use]
    pub fn root(&self) -> String {
        root_name(&self.symbol)
    }
}

impl Signature {
    /// The name of the function in the IR; see [`Export::root`].
    #[must_use]
    pub fn root(&self) -> String {
        root_name(&self.symbol)
    }
}

/// Whether a function takes memory for a result of this shape that begins at a cache line: compiled
/// code relies on it.
#[must_use]
pub fn takes_aligned_memory(shape: &[i64]) -> bool {
    is_aligned(shape)
}

fn root_name(symbol: &str) -> String {
    format!("export.{symbol}")
}

/// Refuses functions that read or write files named by arguments of the program: a library has no
/// command line. The module's shapes are inferred, and functions that the exports do not use are
/// erased.
///
/// # Errors
/// If there is one; all are reported.
pub fn refuse_arguments(module: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let functions = module.as_op().regions().flat_map(|region| region.ops());
    for function in functions.filter_map(|link| module.child(link.id())) {
        for op in function.walk() {
            if let Some(number) = files::file_of(op).and_then(|file| file.argument) {
                let message = format!("a function for C has no argument {number} of a program");
                let error = op.error(message).with_label("names a file by it");
                diagnostics
                    .error(error.with_help("give the file's name as a text, or pass the tensor"));
            }
        }
    }
    diagnostics.check()
}

/// Adds the functions that call the exported ones to a module of the toy dialect.
///
/// # Errors
/// If a function does not exist or cannot be used with these shapes; it was reported.
pub fn add_exports(
    module: &mut Body,
    exports: &[Export],
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let table = SymbolTable::new(module);
    let ctx = module.context().clone();
    let block = ModuleOp::body_block(module);
    for export in exports {
        let function = table.lookup(ctx.ident(&export.function)).map(|op| module.op(op));
        let Some(function) = function.filter(|op| op.is::<FuncOp>()) else {
            diagnostics.error(no_function(module, &export.function));
            continue;
        };
        match wrapper(function, export) {
            Ok(body) => {
                BodyBuilder::at_end(module, block).create_isolated(body, &[], &[]);
            }
            Err(error) => {
                diagnostics.error(*error);
            }
        }
    }
    diagnostics.check()
}

fn no_function(module: &Body, name: &str) -> Diagnostic {
    let ops = module.as_op().regions().flat_map(|region| region.ops());
    let functions = ops.filter(|op| op.is::<FuncOp>()).filter_map(|op| op.symbol_name());
    let names = functions.map(|name| name.text(module.context()));
    // The others are copies for functions that are arguments.
    let names: Vec<&str> = names.filter(|name| !name.contains('$')).collect();
    let error =
        Diagnostic::error(Position::Unknown, format!("there is no function '{name}' to export"));
    if names.is_empty() {
        error
    } else {
        error.with_help(format!("the functions are: {}", names.join(", ")))
    }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A function of known shapes that calls the exported one.
fn wrapper(function: OpRef<'_>, export: &Export) -> Result<Body, Box<Diagnostic>> {
    let (ctx, location, name) = (function.context(), function.location(), &export.function);
    let wrong = |message: String, help: &str| {
        Box::new(Diagnostic::error(location.to_position(ctx), message).with_help(help))
    };
    let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
    let (inputs, results) = ty.and_then(|ty| ty.as_function(ctx)).unwrap_or_default();
    if inputs.len() != export.parameters.len() {
        let found = export.parameters.len();
        let message = format!(
            "'{name}' takes {}, but is to be exported for {}",
            counted(inputs.len(), "argument"),
            counted(found, "shape")
        );
        return Err(wrong(
            message,
            "an export has a shape for each parameter, as in 'f(<2,3>, <>)'",
        ));
    }
    if !inputs.iter().all(|ty| ty.is_tensor(ctx)) {
        let message =
            format!("'{name}' cannot be exported: it takes something that is not a tensor");
        return Err(wrong(message, "export a function that takes the members of the struct"));
    }
    let types = export.parameters.iter();
    let types: Vec<Type> =
        types.map(|tensor| ctx.tensor_type(&tensor.shape, tensor.element.ty())).collect();
    let mut body =
        FuncOp::create(ctx, location, &export.root(), ctx.function_type(&types, results));
    let block = FuncOp::add_entry_block(&mut body);
    let arguments = body.arguments(block).to_vec();
    let mut builder = BodyBuilder::at_end(&mut body, block).at(location);
    let call = GenericCallOp::build(&mut builder, location, ctx.ident(name), &arguments, results);
    let values = call.results(builder.body());
    ReturnOp::build(&mut builder, location, &values);
    Ok(body)
}

/// The signatures of the exports that were added to a module, once its shapes are inferred.
#[must_use]
pub fn signatures(module: &Body, exports: &[Export]) -> Vec<Signature> {
    let (table, ctx) = (SymbolTable::new(module), module.context());
    let signature = |export: &Export| {
        let root = module.op(table.lookup(ctx.ident(&export.root()))?);
        let ty = root.attr(Ident::FUNCTION_TYPE)?.as_type(ctx)?;
        let (_, results) = ty.as_function(ctx)?;
        Some(Signature {
            symbol: export.symbol.clone(),
            function: export.function.clone(),
            parameters: export.parameters.clone(),
            results: results
                .iter()
                .flat_map(|ty| tensors(ctx, *ty))
                .map(|ty| ExportedTensor::of(ctx, ty))
                .collect::<Option<_>>()?,
        })
    };
    exports.iter().filter_map(signature).collect()
}
