//! Functions that compute shapes, and libraries that say which function is that of which op.

use crate::kinds::DictionaryAttr;
use mlir_lite::dialects::standard::func::{parse_function, print_function, verify_function};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;

/// A function that computes a shape. In its body, names of the dialect's ops need no prefix.
///
/// ```mlir
/// shape.func @same(%arg: !shape.value_shape) -> !shape.shape {
///   %0 = shape_of %arg : !shape.value_shape -> !shape.shape
///   return %0 : !shape.shape
/// }
/// ```
#[op(
    name = "shape.func",
    traits(
        IsolatedFromAbove,
        Symbol,
        FunctionLike,
        AffineScope,
        AutomaticAllocationScope,
        OpensOwnDialect,
    ),
    implements(CustomAssembly, VerifyOp, CallableOpInterface),
    upstream(name = "shape.func", only)
)]
pub struct FuncOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// Types of arguments and results.
    #[attr]
    function_type: FunctionTypeAttr,
    /// A dictionary for each argument.
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    /// A dictionary for each result.
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// Who may refer to the function; everybody if it is absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// The body.
    #[region]
    body: AnyRegion,
}

/// Ends a function that computes a shape, and gives its results.
#[op(
    name = "shape.return",
    traits(Pure, Terminator, ReturnLike, HasParent<FuncOp>),
    implements(InterpretOp),
    upstream(name = "shape.return", only),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct ReturnOp {
    /// The results.
    #[operand]
    operands: Variadic<AnyType>,
}

/// Functions that compute shapes, and the ops whose results have these shapes. It is asked for ops
/// by their names, also those that are only known when the program runs.
///
/// ```mlir
/// shape.function_library @library {
///   func @same(%arg: !shape.value_shape) -> !shape.shape {
///     %0 = shape_of %arg : !shape.value_shape -> !shape.shape
///     return %0 : !shape.shape
///   }
/// } mapping {std.atan = @same}
/// ```
#[op(
    name = "shape.function_library",
    traits(
        IsolatedFromAbove,
        Symbol,
        SymbolTable,
        IsolatedSymbols,
        SingleBlock,
        NoTerminator,
        AffineScope,
        OpensOwnDialect,
    ),
    implements(CustomAssembly)
)]
pub struct FunctionLibraryOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// Who may refer to the library; everybody if it is absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// The function of each op, by the op's name.
    #[attr]
    mapping: DictionaryAttr,
    /// The functions.
    #[region]
    body: SingleBlockRegion,
}

impl CustomAssembly for FuncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_function(parser)
    }

    fn print<'b>(op: FuncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_function(op.op(), false, printer);
    }
}

impl VerifyOp for FuncOp {
    fn verify(op: FuncOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_function(op.op(), diagnostics);
        let visibility = Visibility::of(op.context(), op.sym_visibility());
        if op.body().is_empty() && visibility == Visibility::Public {
            diagnostics.error(op.op_error("symbol declaration cannot have public visibility"));
        }
    }
}

impl CallableOpInterface for FuncOp {
    fn callable_region(op: FuncOpRef<'_>) -> Option<RegionId> {
        let region = op.op().region(0)?;
        region.entry().map(|_| region.id())
    }

    fn result_types(op: FuncOpRef<'_>) -> Vec<Type> {
        let ty = op.op().attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(op.context()));
        let ty = ty.and_then(|ty| ty.as_function(op.context()));
        ty.map_or(Vec::new(), |(_, results)| results.to_vec())
    }
}

impl InterpretOp for ReturnOp {
    fn interpret<'b>(op: ReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.operands())))
    }
}

impl CustomAssembly for FunctionLibraryOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let name = parser.parse_symbol_name()?;
        let name = parser.context().ident_attr(name);
        parser.set_attr_ident(Ident::SYM_NAME, name);
        parser.parse_attr_dict_with_keyword()?;
        parser.parse_region(&[])?;
        parser.ensure_block();
        parser.parse_keyword("mapping")?;
        let entries = parser.parse_dictionary()?;
        let mapping = parser.context().dictionary_attr(&entries);
        parser.set_attr("mapping", mapping);
        Ok(())
    }

    fn print<'b>(op: FunctionLibraryOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        let name = op.op().symbol_name();
        printer.symbol_name(name.map_or("", |name| name.text(op.context())));
        printer.attr_dict_with_keyword(op.op(), &["sym_name", "mapping"]);
        printer.write(" ");
        printer.region(op.body(), PrintRegion { entry_args: false, terminator: false });
        printer.write(" mapping ");
        printer.attribute(op.mapping());
    }
}

pub(crate) fn register_functions(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FuncOp>();
    dialect.op::<ReturnOp>();
    dialect.op::<FunctionLibraryOp>();
}
