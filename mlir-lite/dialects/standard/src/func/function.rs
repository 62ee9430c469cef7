//! Functions.

use crate::func::lowering::{ConvertedBlocks, function};
use crate::signature;
use crate::to_llvm::{Llvm, StdToLlvmOptions};
use mlir_lite::attributes::NamedAttribute;
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::conversion::LowerByPatterns;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::text::print_type;
use mlir_lite::verify::verify_signature_attributes;

/// A function: a name, a type, and a region that is run when it is called.
///
/// Without blocks the region makes it a declaration of a function that is
/// defined elsewhere. The entry block's arguments are those of the function;
/// `return` gives its results.
///
/// ```mlir
/// func @twice(%x: f32) -> f32 {
///   %sum = addf %x, %x : f32
///   return %sum : f32
/// }
/// ```
#[op(
    name = "std.func",
    properties = FUNC_PROPERTIES,
    traits(IsolatedFromAbove, Symbol, FunctionLike, AffineScope, AutomaticAllocationScope),
    implements(CustomAssembly, VerifyOp, LowerByPatterns<Llvm>, CallableOpInterface),
    upstream(name = "func.func", check = is_declared_privately)
)]
pub struct FuncOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// Types of arguments and results.
    #[attr]
    function_type: FunctionTypeAttr,
    /// Who may refer to the function; everybody if it is absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// A dictionary for each argument.
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    /// A dictionary for each result.
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// The body.
    #[region]
    body: AnyRegion,
}

impl FuncOp {
    /// A function of that name and function type, without blocks: a
    /// declaration, until [`FuncOp::add_entry_block`].
    ///
    /// ```
    /// # mod mlir_lite {
    /// #     pub use mlir_lite_framework::*;
    /// #     pub mod dialects {
    /// #         pub use mlir_lite_framework::dialects::builtin;
    /// #         pub extern crate mlir_lite_standard as standard;
    /// #     }
    /// # }
    /// use mlir_lite::dialects::{builtin::{BuiltinDialect, ModuleOp}, standard::{FuncOp, ReturnOp, StdDialect}};
    /// use mlir_lite::ir::{builder::BodyBuilder, prelude::*};
    /// use mlir_lite::text::{PrintOptions, print_op};
    ///
    /// let ctx = Context::new();
    /// ctx.load::<BuiltinDialect>();
    /// ctx.load::<StdDialect>();
    /// let ty = ctx.function_type(&[Type::F64], &[Type::F64]);
    /// let mut identity = FuncOp::create(&ctx, Location::UNKNOWN, "identity", ty);
    /// let entry = FuncOp::add_entry_block(&mut identity);
    /// let argument = identity.arguments(entry)[0];
    /// ReturnOp::build(&mut BodyBuilder::at_end(&mut identity, entry), Location::UNKNOWN, &[argument]);
    ///
    /// let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
    /// let block = ModuleOp::body_block(&module);
    /// BodyBuilder::at_end(&mut module, block).create_isolated(identity, &[], &[]);
    /// assert_eq!(
    ///     print_op(module.as_op(), PrintOptions::default()),
    ///     "module {\n  func @identity(%arg0: f64) -> f64 {\n    return %arg0 : f64\n  }\n}"
    /// );
    /// ```
    pub fn create(ctx: &Context, location: Location, name: &str, ty: Type) -> Body {
        let mut body = Body::new(ctx, Self::name(ctx), location, 1);
        let root = body.root();
        body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(name));
        body.set_attr(root, Ident::FUNCTION_TYPE, ctx.type_attr(ty));
        body
    }

    /// Gives a function its first block, with the arguments of its type.
    pub fn add_entry_block(function: &mut Body) -> BlockId {
        let ctx = function.context().clone();
        let ty = Self::ty(function);
        let inputs = ty.and_then(|ty| ty.as_function(&ctx)).map_or(&[][..], |(inputs, _)| inputs);
        let region = function.region(function.root(), 0);
        function.create_block(region, inputs)
    }

    /// The type of the function that the body belongs to, or that a link in it
    /// leads to. None if it is not a function.
    pub fn ty(function: &Body) -> Option<Type> {
        function.attr(function.root(), Ident::FUNCTION_TYPE)?.as_type(function.context())
    }

    /// Sets the type of the function whose body this is.
    pub fn set_ty(function: &mut Body, ty: Type) {
        let root = function.root();
        let ty = function.context().type_attr(ty);
        function.set_attr(root, Ident::FUNCTION_TYPE, ty);
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

/// Declarations of 2020 need not be private, those of today do.
const FUNC_PROPERTIES: UpstreamProperties =
    UpstreamProperties { implied: Some(implied_visibility), ..UpstreamProperties::of(&[]) };

fn implied_visibility(op: OpRef<'_>) -> Vec<NamedAttribute> {
    let private = || (Ident::SYM_VISIBILITY, Visibility::Private.attribute(op.context()));
    is_declared_privately(op).err().map(|_| private()).into_iter().collect()
}

impl CustomAssembly for FuncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_function(parser)
    }

    fn print<'b>(op: FuncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let is_private = printer.is_upstream() && is_declared_privately(op.op()).is_err();
        print_function(op.op(), is_private, printer);
    }
}

impl VerifyOp for FuncOp {
    fn verify(op: FuncOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_function(op.op(), diagnostics);
    }
}

/// Parses the form of a function: visibility, name, signature, attributes and body.
#[doc(hidden)]
pub fn parse_function(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    if let Some(visibility) = Visibility::parse_optional(parser) {
        let visibility = visibility.attribute(parser.context());
        parser.set_attr_ident(Ident::SYM_VISIBILITY, visibility);
    }
    let name = parser.parse_symbol_name()?;
    let ctx = parser.context().clone();
    parser.set_attr_ident(Ident::SYM_NAME, ctx.ident_attr(name));
    let signature = signature::parse(parser)?;
    let ty = ctx.function_type(&signature.inputs, &signature.results);
    parser.set_attr_ident(Ident::FUNCTION_TYPE, ctx.type_attr(ty));
    parser.parse_attr_dict_with_keyword()?;
    if !parser.at_punct("{") {
        return Ok(());
    }
    let position = parser.position();
    parser.parse_region(&signature.named)?;
    match parser.is_last_region_empty() {
        true => Err(parser.error(position, "expected non-empty function body")),
        false => Ok(()),
    }
}

/// Prints what [`parse_function`] reads; as private if `is_private`.
#[doc(hidden)]
pub fn print_function<'b>(op: OpRef<'b>, is_private: bool, printer: &mut OpAsmPrinter<'_, 'b>) {
    let ctx = op.context();
    printer.write(" ");
    let given = op.attr(Ident::SYM_VISIBILITY).and_then(|visibility| visibility.as_str(ctx));
    let visibility = if is_private { Some("private") } else { given };
    if let Some(visibility) = visibility {
        printer.write(visibility);
        printer.write(" ");
    }
    printer.symbol_name(op.symbol_name().map_or("", |name| name.text(ctx)));
    if let Some(ty) = op.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx)) {
        signature::print(op, ty, printer);
    }
    let elided = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];
    printer.attr_dict_with_keyword(op, &elided);
    if let Some(body) = op.region(0).filter(|body| !body.is_empty()) {
        printer.write(" ");
        printer.region(body, PrintRegion { entry_args: false, terminator: true });
    }
}

/// Reports a signature that does not fit the attributes or the body of a function.
#[doc(hidden)]
pub fn verify_function(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let ty = op.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
    let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
    verify_signature_attributes(op, inputs, results, diagnostics);
    let Some(entry) = op.region(0).and_then(|body| body.entry()) else { return };
    let arguments = entry.arguments();
    if arguments.len() != inputs.len() {
        let message =
            format!("entry block must have {} arguments to match function signature", inputs.len());
        diagnostics.error(op.op_error(message));
        return;
    }
    for (i, (&argument, &wanted)) in arguments.iter().zip(inputs).enumerate() {
        let found = entry.body().ty(argument);
        if found != wanted {
            diagnostics.error(op.op_error(format!(
                "type of entry block argument #{i}('{}') must match the type of the corresponding \
                    argument in function signature('{}')",
                print_type(ctx, found),
                print_type(ctx, wanted)
            )));
        }
    }
}

impl LowerByPatterns<Llvm> for FuncOp {
    fn patterns(patterns: &mut ConversionPatternSet, options: &StdToLlvmOptions) {
        let (convention, c_wrappers) = (options.convention(), options.c_wrappers);
        patterns.add::<Self>("std.func-to-llvm", 1, move |op, _, rewriter| {
            function(op.id(), convention, c_wrappers, ConvertedBlocks::All, rewriter)
        });
    }
}

/// Today's declarations are private.
fn is_declared_privately(op: OpRef<'_>) -> Result<(), String> {
    let has_body = op.region(0).is_some_and(|region| !region.is_empty());
    let visibility = op.attr(Ident::SYM_VISIBILITY).and_then(|value| value.as_str(op.context()));
    if has_body || visibility.is_some_and(|visibility| visibility != "public") {
        return Ok(());
    }
    Err("a function without body must be private: write `func.func private`".into())
}

pub(crate) fn register_function(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FuncOp>();
}
