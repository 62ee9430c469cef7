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
use crate::ops::{GenericCallOp, ReturnOp, SizedOp};
pub use crate::sizes::{LinearSize, MOST_ELEMENTS, Requirement};
use crate::sizes::{NAMES, REQUIRED, Sizes, names_for_caller, sizes_of, tensor_of_sizes};
use crate::tensor::elements::Element;
use crate::types::tensors;
use rustc_hash::FxHashSet;

/// The shape and the element type of a tensor that is passed to a function or returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedTensor {
    /// The sizes, in terms of those that the caller decides; none for a number. Those that the
    /// caller decides are numbered in the order of the parameters.
    pub sizes: Vec<LinearSize>,
    /// The type of the elements.
    pub element: Element,
}

impl ExportedTensor {
    /// A tensor of known sizes.
    #[must_use]
    pub fn of_shape(shape: &[i64], element: Element) -> Self {
        Self { sizes: shape.iter().copied().map(LinearSize::from).collect(), element }
    }

    /// The tensor of a type, if its sizes are known, or known in terms of those that a caller
    /// decides.
    fn of(ctx: &Context, ty: Type) -> Option<Self> {
        let sizes = sizes_of(ctx, ty)?;
        let sizes = sizes.into_iter().map(|size| LinearSize::of(ctx, size.expression(ctx)));
        Some(Self { sizes: sizes.collect::<Option<_>>()?, element: Element::of(ctx, ty) })
    }

    /// The type.
    fn ty(&self, ctx: &Context) -> Type {
        let sizes: Sizes = self.sizes.iter().map(|size| size.size(ctx)).collect();
        tensor_of_sizes(ctx, &sizes, self.element.ty())
    }

    /// The sizes, if the caller decides none of them.
    #[must_use]
    pub fn shape(&self) -> Option<Vec<i64>> {
        self.sizes.iter().map(LinearSize::known).collect()
    }

    /// `<2,3>` or `f32<2,3>`; sizes that the caller decides have these names.
    #[must_use]
    pub fn text(&self, names: &[String]) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(|size| size.text(names)).collect();
        let element = if self.element == Element::F64 { "" } else { self.element.name() };
        format!("{element}<{}>", sizes.join(","))
    }

    /// Whether the parameter is a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Whether a function takes memory for it that begins at a cache line: compiled code relies on
    /// it.
    #[must_use]
    pub fn takes_aligned_memory(&self) -> bool {
        self.shape().is_none_or(|shape| is_aligned(&shape))
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
    /// The names of the sizes that the caller decides.
    pub names: Vec<String>,
    /// The conditions on these. Each is at least 1, too.
    pub required: Vec<Requirement>,
    /// The sizes of tensors of several dimensions in the function, some of which the caller
    /// decides: each has at most [`MOST_ELEMENTS`] elements.
    pub tensors: Vec<Vec<LinearSize>>,
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

/// The start of the names of functions in the IR that call exported ones.
const ROOT: &str = "export.";

fn root_name(symbol: &str) -> String {
    format!("{ROOT}{symbol}")
}

/// Whether a function in the IR is the one that calls an exported function. Only wrappers call it,
/// with memory of its own for each result.
pub(crate) fn is_root(function: OpRef<'_>) -> bool {
    function.symbol_name().is_some_and(|name| name.text(function.context()).starts_with(ROOT))
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
        match wrapper(module, function, export) {
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
fn wrapper(module: &Body, function: OpRef<'_>, export: &Export) -> Result<Body, Box<Diagnostic>> {
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
    let (parameters, names) = named_sizes(module.child(function.id()), &export.parameters);
    let types: Vec<Type> = parameters.iter().map(|tensor| tensor.ty(ctx)).collect();
    let mut body =
        FuncOp::create(ctx, location, &export.root(), ctx.function_type(&types, results));
    if !names.is_empty() {
        let names: Vec<Attribute> = names.iter().map(|name| ctx.string_attr(name)).collect();
        let root = body.root();
        body.set_attr(root, ctx.ident(NAMES), ctx.array_attr(&names));
    }
    let block = FuncOp::add_entry_block(&mut body);
    let arguments = body.arguments(block).to_vec();
    let mut builder = BodyBuilder::at_end(&mut body, block).at(location);
    let call = GenericCallOp::build(&mut builder, location, ctx.ident(name), &arguments, results);
    let values = call.results(builder.body());
    ReturnOp::build(&mut builder, location, &values);
    Ok(body)
}

/// The parameters of an exported function, and the names of the sizes that its caller decides: the
/// declared ones, or `n` and their numbers. Sizes of one name are one.
fn named_sizes(
    function: Option<&Body>,
    parameters: &[ExportedTensor],
) -> (Vec<ExportedTensor>, Vec<String>) {
    let mut names: Vec<String> = Vec::new();
    let mut parameters = parameters.to_vec();
    for (index, tensor) in parameters.iter_mut().enumerate() {
        let declared = function.and_then(|body| declared_sizes(body, index)).unwrap_or_default();
        for (dimension, size) in tensor.sizes.iter_mut().enumerate() {
            if size.known().is_some() {
                continue;
            }
            let is_name = |name: &&String| {
                name.chars().all(|c| c.is_alphanumeric() || c == '_')
                    && !name.starts_with(|c: char| c.is_ascii_digit())
            };
            let of_function = declared.get(dimension).filter(is_name).cloned();
            let name = of_function.unwrap_or_else(|| format!("n{}", names.len()));
            let known = names.iter().position(|other| *other == name);
            let number = known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            *size = LinearSize::symbol(number as u32);
        }
    }
    (parameters, names)
}

/// The sizes that a function declares for a parameter: `n` and `m + 1` for `a<n, m + 1>`.
fn declared_sizes(function: &Body, parameter: usize) -> Option<Vec<String>> {
    let region = function.regions(function.root()).first().copied()?;
    let argument = function.arguments(function.entry_block(region)?).get(parameter).copied()?;
    let sized = function.users(argument).find_map(|user| function.op(user).cast::<SizedOp>())?;
    let declared = sized.declared();
    let sizes = declared.strip_prefix('<')?.strip_suffix('>')?;
    Some(sizes.split(',').map(|size| size.trim().to_owned()).collect())
}

/// The signatures of the exports that were added to a module, once its shapes are inferred.
#[must_use]
pub fn signatures(module: &Body, exports: &[Export]) -> Vec<Signature> {
    let (table, ctx) = (SymbolTable::new(module), module.context());
    let signature = |export: &Export| {
        let root = module.op(table.lookup(ctx.ident(&export.root()))?);
        let ty = root.attr(Ident::FUNCTION_TYPE)?.as_type(ctx)?;
        let (inputs, results) = ty.as_function(ctx)?;
        let called = called_by(module, &table, root.id());
        let of_types = |types: &[Type]| -> Option<Vec<ExportedTensor>> {
            let types = types.iter().flat_map(|ty| tensors(ctx, *ty));
            types.map(|ty| ExportedTensor::of(ctx, ty)).collect()
        };
        Some(Signature {
            names: names_for_caller(root),
            required: required(module, &called),
            tensors: sized_tensors(module, &called),
            symbol: export.symbol.clone(),
            function: export.function.clone(),
            parameters: of_types(inputs)?,
            results: of_types(results)?,
        })
    };
    exports.iter().filter_map(signature).collect()
}

/// A function and those that it calls.
fn called_by(module: &Body, table: &SymbolTable, root: OpId) -> Vec<OpId> {
    let (mut found, mut pending) = (Vec::new(), vec![root]);
    while let Some(function) = pending.pop() {
        if found.contains(&function) {
            continue;
        }
        found.push(function);
        let Some(body) = module.child(function) else { continue };
        let calls = body.walk().filter_map(|op| op.cast::<GenericCallOp>());
        pending.extend(calls.filter_map(|call| table.lookup(call.callee())));
    }
    found
}

/// The conditions on sizes of functions, each once.
fn required(module: &Body, functions: &[OpId]) -> Vec<Requirement> {
    let ctx = module.context();
    let mut found: Vec<Requirement> = Vec::new();
    for &function in functions {
        let conditions = module.op(function).attr_named(REQUIRED);
        let conditions = conditions.and_then(|list| Requirement::of_attribute(ctx, list));
        for condition in conditions.unwrap_or_default() {
            let is_same = |other: &Requirement| {
                (&other.size, other.is_equality) == (&condition.size, condition.is_equality)
            };
            if !found.iter().any(is_same) {
                found.push(condition);
            }
        }
    }
    found
}

/// The sizes of the tensors of several dimensions in functions, some of which a caller decides,
/// each once.
fn sized_tensors(module: &Body, functions: &[OpId]) -> Vec<Vec<LinearSize>> {
    let ctx = module.context();
    let mut found: Vec<Vec<LinearSize>> = Vec::new();
    let bodies = functions.iter().filter_map(|function| module.child(*function));
    let types = bodies.flat_map(|body| body.walk().flat_map(OpRef::result_types));
    let mut seen = FxHashSet::default();
    for ty in types.flat_map(|ty| tensors(ctx, ty)).filter(|ty| seen.insert(*ty)) {
        let Some(tensor) = ExportedTensor::of(ctx, ty) else { continue };
        if tensor.shape().is_none() && tensor.sizes.len() > 1 && !found.contains(&tensor.sizes) {
            found.push(tensor.sizes);
        }
    }
    found
}
