//! Global variables and constants.

use crate::constraints::*;
use crate::llvm_types::{LlvmArrayType, array_type, is_value_type};
use crate::ops::{LlvmFuncOp, ReturnOp};
use mlir_lite::attributes::AttributeKind;
use mlir_lite::interpreter::{Machine, Trap, Value, Values, size_of};
use mlir_lite::ir::constraints::{ArrayOf, I32Attr};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::rewrite::matchers::is_zero;
use mlir_lite::text::print_type;

/// A global variable or constant with its initial value; none if it is
/// defined elsewhere.
///
/// The type of a string's array of bytes is not written.
///
/// ```mlir
/// llvm.mlir.global internal constant @answer(42 : i32) : i32
/// ```
#[op(
    name = "llvm.mlir.global",
    traits(IsolatedFromAbove, Symbol),
    implements(CustomAssembly, VerifyOp)
)]
pub struct GlobalOp {
    #[attr(typed)]
    global_type: TypeAttr,
    /// Whether the global is never written.
    #[attr]
    constant: Optional<UnitAttr>,
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr(typed, default = Linkage::External)]
    linkage: Linkage,
    #[attr]
    value: Optional<AnyAttr>,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr(default = zero_i32)]
    addr_space: AddressSpaceAttr,
    /// 1 for `hidden`, 2 for `protected`.
    #[attr(typed, name = "visibility_", default = Visibility::Default)]
    visibility: Visibility,
    /// 1 for `local_unnamed_addr`, 2 for `unnamed_addr`.
    #[attr(typed)]
    unnamed_addr: Optional<UnnamedAddr>,
    /// Whether each thread has its own.
    #[attr(name = "thread_local_")]
    thread_local: Optional<UnitAttr>,
    #[attr]
    dso_local: Optional<UnitAttr>,
    #[attr]
    externally_initialized: Optional<UnitAttr>,
    #[attr]
    section: Optional<StrAttr>,
    /// Computes the initial value.
    #[region]
    initializer: AnyRegion,
}

impl GlobalOp {
    /// A global that is initialised with `value`, as a body of its own.
    pub fn definition(
        ctx: &Context,
        location: Location,
        name: &str,
        ty: Type,
        linkage: Linkage,
        is_constant: bool,
        value: Option<Attribute>,
    ) -> Body {
        let mut body = Body::new(ctx, Self::name(ctx), location, 1);
        let root = body.root();
        body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(name));
        body.set_attr(root, ctx.ident("global_type"), ctx.type_attr(ty));
        body.set_attr(root, ctx.ident("linkage"), linkage.attribute(ctx));
        body.set_attr(root, ctx.ident("addr_space"), zero_i32(ctx));
        if is_constant {
            body.set_attr(root, ctx.ident("constant"), Attribute::UNIT);
        }
        if let Some(value) = value {
            body.set_attr(root, ctx.ident("value"), value);
        }
        body
    }

    /// A private constant text. For C, `bytes` must end with 0.
    pub fn string(ctx: &Context, location: Location, name: &str, bytes: &[u8]) -> Body {
        let ty = array_type(ctx, bytes.len() as u64, Type::I8);
        let value = Some(ctx.bytes_attr(bytes));
        Self::definition(ctx, location, name, ty, Linkage::Internal, true, value)
    }
}

/// Reads linkage, visibility, `thread_local` and `unnamed_addr`.
fn parse_prefix(parser: &mut OpAsmParser<'_, '_>) {
    let ctx = parser.context().clone();
    let linkage = Linkage::parse_optional(parser).unwrap_or(Linkage::External);
    let visibility = Visibility::parse_optional(parser).unwrap_or(Visibility::Default);
    if parser.parse_optional_keyword("thread_local") {
        parser.set_attr("thread_local_", Attribute::UNIT);
    }
    let unnamed = UnnamedAddr::parse_optional(parser).unwrap_or(UnnamedAddr::None);
    parser.set_attr("linkage", linkage.attribute(&ctx));
    parser.set_attr("visibility_", visibility.attribute(&ctx));
    parser.set_attr("unnamed_addr", unnamed.attribute(&ctx));
}

/// Prints the form that [`parse_prefix`] parses, between spaces.
fn print_prefix(
    linkage: Linkage,
    visibility: Visibility,
    thread_local: Option<Attribute>,
    unnamed: Option<UnnamedAddr>,
    printer: &mut OpAsmPrinter<'_, '_>,
) {
    let words = [
        Some(linkage.text()),
        shown(visibility, Visibility::Default),
        thread_local.map(|_| "thread_local"),
        unnamed.and_then(|unnamed| shown(unnamed, UnnamedAddr::None)),
    ];
    printer.write(" ");
    for word in words.into_iter().flatten() {
        printer.write(word);
        printer.write(" ");
    }
}

impl CustomAssembly for GlobalOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        parse_prefix(parser);
        if parser.parse_optional_keyword("constant") {
            parser.set_attr("constant", Attribute::UNIT);
        }
        let name = parser.parse_symbol_name()?;
        parser.set_attr_ident(Ident::SYM_NAME, ctx.ident_attr(name));
        parser.parse_punct("(")?;
        let mut string_type = None;
        if !parser.parse_optional_punct(")") {
            let value = parser.parse_attribute(None)?;
            if let AttributeKind::String { bytes, .. } = value.kind(&ctx) {
                string_type = Some(array_type(&ctx, bytes.len() as u64, Type::I8));
            }
            parser.set_attr("value", value);
            parser.parse_punct(")")?;
        }
        parser.parse_attr_dict()?;
        if parser.attr("addr_space").is_none() {
            parser.set_attr("addr_space", zero_i32(&ctx));
        }
        let ty = match string_type {
            Some(ty) if !parser.at_punct(":") => ty,
            _ if parser.parse_optional_punct(":") => parser.parse_type()?,
            _ => {
                let position = parser.name_position();
                return Err(parser.error(position, "type can only be omitted for string globals"));
            }
        };
        parser.set_attr("global_type", ctx.type_attr(ty));
        if parser.at_punct("{") {
            return parser.parse_region(&[]);
        }
        parser.add_empty_region();
        Ok(())
    }

    fn print<'b>(op: GlobalOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        print_prefix(op.linkage(), op.visibility(), op.thread_local(), op.unnamed_addr(), printer);
        if op.constant().is_some() {
            printer.write("constant ");
        }
        printer.symbol_name(op.op().symbol_name().map_or("", |name| name.text(ctx)));
        printer.write("(");
        let value = op.value();
        if let Some(value) = value {
            printer.attribute(value);
        }
        printer.write(")");
        const SHOWN: [&str; 8] = [
            "sym_name",
            "linkage",
            "constant",
            "value",
            "global_type",
            "visibility_",
            "unnamed_addr",
            "thread_local_",
        ];
        printer.attr_dict_with_default(op.op(), &SHOWN, ("addr_space", zero_i32(ctx)));
        let is_string =
            value.is_some_and(|value| matches!(value.kind(ctx), AttributeKind::String { .. }));
        if !is_string {
            printer.write(" : ");
            printer.ty(op.global_type());
        }
        if !op.initializer().is_empty() {
            printer.write(" ");
            printer.region(op.initializer(), PrintRegion::default());
        }
    }
}

impl VerifyOp for GlobalOp {
    fn verify(op: GlobalOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty, value) = (op.context(), op.global_type(), op.value());
        if !is_value_type(ctx, ty) {
            let message = "expects type to be a valid element type for an LLVM global";
            diagnostics.error(op.op().op_error(message));
            return;
        }
        let alignment = op.alignment().and_then(|alignment| alignment.as_i64(ctx));
        if alignment.is_some_and(|alignment| alignment < 1 || !(alignment as u64).is_power_of_two())
        {
            diagnostics.error(op.op().op_error("alignment attribute is not a power of 2"));
        }
        let array = ty.as_dialect::<LlvmArrayType>(ctx);
        if let Some(AttributeKind::String { bytes, .. }) = value.map(|value| value.kind(ctx))
            && !array.is_some_and(|array| {
                array.element == Type::I8 && array.length == bytes.len() as u64
            })
        {
            let message =
                "requires an i8 array type of the length equal to that of the string attribute";
            diagnostics.error(op.op().op_error(message));
        }
        if op.linkage() == Linkage::Common && value.is_some_and(|value| !is_all_zero(ctx, value)) {
            diagnostics.error(op.op().op_error("expected zero value for 'common' linkage"));
        }
        if op.linkage() == Linkage::Appending && array.is_none() {
            diagnostics.error(op.op().op_error("expected array type for 'appending' linkage"));
        }
        verify_initializer(op, diagnostics);
        if value.is_some() && !op.initializer().is_empty() {
            diagnostics.error(op.op().op_error("cannot have both initializer value and region"));
        }
    }
}

/// Whether a value consists of zeros.
fn is_all_zero(ctx: &Context, value: Attribute) -> bool {
    if let Some(values) = value.as_array(ctx) {
        return values.iter().all(|&value| is_all_zero(ctx, value));
    }
    match value.dense(ctx) {
        Some(elements) => elements.is_splat() && elements.data().iter().all(|&byte| byte == 0),
        None => is_zero(ctx, value),
    }
}

/// Allocates a global, and returns its address.
pub(super) fn create_global<'b>(m: &mut Machine<'b>, op: OpRef<'b>) -> Result<Value, Trap> {
    let (ctx, global) = (op.context(), op.cast::<GlobalOp>().ok_or_else(Trap::malformed)?);
    let ty = global.global_type();
    let address = m.memory.allocate(size_of(ctx, ty)?)?;
    let initial = match global.value() {
        Some(value) => m.constant(value, ty)?,
        None if global.initializer().is_empty() => {
            return Err(Trap::new("uses a global that is defined elsewhere"));
        }
        None => m
            .run_isolated(global.initializer(), Values::new())?
            .pop()
            .ok_or_else(Trap::malformed)?,
    };
    m.memory.store(ctx, address, ty, &initial)?;
    if global.constant().is_some() {
        m.memory.freeze(address);
    }
    Ok(Value::Int(address.into()))
}

/// Checks that an initializer's value has the symbol's type.
fn verify_initializer(op: GlobalOpRef<'_>, diagnostics: &mut Diagnostics) {
    let (ctx, mut blocks) = (op.context(), op.initializer().blocks());
    let Some(block) = blocks.next() else { return };
    if blocks.next().is_some() {
        diagnostics.error(op.op().op_error("expects an initializer region of one block"));
        return;
    }
    let Some(end) = block.terminator().and_then(OpRef::cast::<ReturnOp>) else { return };
    match end.arg().map(ValueRef::ty) {
        None => {
            diagnostics.error(op.op().op_error("initializer region cannot return void"));
        }
        Some(found) if found != op.global_type() => {
            let (found, ty) = (print_type(ctx, found), print_type(ctx, op.global_type()));
            diagnostics.error(op.op().op_error(format_args!(
                "initializer region type '{found}' does not match global type '{ty}'"
            )));
        }
        Some(_) => {}
    }
}

/// Another name for a global or a function, or for an address in it.
///
/// ```mlir
/// llvm.mlir.alias external @other : i32 {
///   %0 = llvm.mlir.addressof @variable : !llvm.ptr
///   llvm.return %0 : !llvm.ptr
/// }
/// ```
#[op(
    name = "llvm.mlir.alias",
    traits(IsolatedFromAbove, Symbol),
    implements(CustomAssembly, VerifyOp)
)]
pub struct AliasOp {
    #[attr(typed)]
    alias_type: TypeAttr,
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr(typed, default = Linkage::External)]
    linkage: Linkage,
    /// 1 for `hidden`, 2 for `protected`.
    #[attr(typed, name = "visibility_", default = Visibility::Default)]
    visibility: Visibility,
    /// 1 for `local_unnamed_addr`, 2 for `unnamed_addr`.
    #[attr(typed)]
    unnamed_addr: Optional<UnnamedAddr>,
    /// Whether each thread has its own.
    #[attr(name = "thread_local_")]
    thread_local: Optional<UnitAttr>,
    #[attr]
    dso_local: Optional<UnitAttr>,
    /// Computes the address.
    #[region]
    initializer: AnyRegion,
}

impl CustomAssembly for AliasOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        parse_prefix(parser);
        let name = parser.parse_symbol_name()?;
        parser.set_attr_ident(Ident::SYM_NAME, ctx.ident_attr(name));
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.set_attr("alias_type", ctx.type_attr(ty));
        parser.parse_region(&[])
    }

    fn print<'b>(op: AliasOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_prefix(op.linkage(), op.visibility(), op.thread_local(), op.unnamed_addr(), printer);
        printer.symbol_name(op.op().symbol_name().map_or("", |name| name.text(op.context())));
        const SHOWN: [&str; 6] =
            ["sym_name", "linkage", "alias_type", "visibility_", "unnamed_addr", "thread_local_"];
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" : ");
        printer.ty(op.alias_type());
        printer.write(" ");
        printer.region(op.initializer(), PrintRegion::default());
    }
}

impl VerifyOp for AliasOp {
    fn verify(op: AliasOpRef<'_>, diagnostics: &mut Diagnostics) {
        let end = op.initializer().entry().and_then(BlockRef::terminator);
        let value = end.and_then(OpRef::cast::<ReturnOp>).and_then(|end| end.arg());
        if !value.is_some_and(|value| LlvmPointer::matches(op.context(), value.ty())) {
            diagnostics.error(op.op().op_error("initializer region must always return a pointer"));
        }
    }
}

/// Functions that run before the program, lower priorities first.
///
/// ```mlir
/// llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
/// ```
#[op(
    name = "llvm.mlir.global_ctors",
    implements(VerifyOp, SymbolUserOpInterface),
    format = "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"
)]
pub struct GlobalCtorsOp {
    #[attr]
    ctors: SymbolArrayAttr,
    #[attr]
    priorities: ArrayOf<I32Attr>,
    /// The owner of each: a symbol, or `#llvm.zero` for none.
    #[attr]
    data: ZeroArrayAttr,
}

/// Functions that run after the program, lower priorities last.
///
/// ```mlir
/// llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [#llvm.zero]
/// ```
#[op(
    name = "llvm.mlir.global_dtors",
    implements(VerifyOp, SymbolUserOpInterface),
    format = "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"
)]
pub struct GlobalDtorsOp {
    #[attr]
    dtors: SymbolArrayAttr,
    #[attr]
    priorities: ArrayOf<I32Attr>,
    /// The owner of each: a symbol, or `#llvm.zero` for none.
    #[attr]
    data: ZeroArrayAttr,
}

fn verify_lists(op: OpRef<'_>, lists: [Attribute; 3], diagnostics: &mut Diagnostics) {
    let length = |list: Attribute| list.as_array(op.context()).map_or(0, <[_]>::len);
    let [functions, priorities, data] = lists.map(length);
    if functions != priorities || functions != data {
        diagnostics.error(op.op_error(format_args!(
            "expects as many priorities and data as functions, {functions}, but found {priorities} \
                and {data}"
        )));
    }
}

impl VerifyOp for GlobalCtorsOp {
    fn verify(op: GlobalCtorsOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_lists(op.op(), [op.ctors(), op.priorities(), op.data()], diagnostics);
    }
}

impl VerifyOp for GlobalDtorsOp {
    fn verify(op: GlobalDtorsOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_lists(op.op(), [op.dtors(), op.priorities(), op.data()], diagnostics);
    }
}

/// Checks that constructors and destructors are defined in this module.
fn verify_functions(
    op: OpRef<'_>,
    functions: Attribute,
    symbols: &SymbolScope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let names = functions.expect_array(ctx);
    for name in names.iter().filter_map(|name| name.as_flat_symbol(ctx)) {
        let function = symbols.lookup(name).and_then(OpRef::cast::<LlvmFuncOp>);
        let problem = match function.map(|function| function.body().is_empty()) {
            None => "is not an 'llvm.func' of the module",
            Some(true) => "has no body",
            Some(false) => continue,
        };
        diagnostics
            .error(op.op_error(format_args!("refers to '{}', which {problem}", name.text(ctx))));
    }
}

impl SymbolUserOpInterface for GlobalCtorsOp {
    fn verify_symbol_uses(
        op: GlobalCtorsOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        verify_functions(op.op(), op.ctors(), symbols, diagnostics);
    }
}

impl SymbolUserOpInterface for GlobalDtorsOp {
    fn verify_symbol_uses(
        op: GlobalDtorsOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        verify_functions(op.op(), op.dtors(), symbols, diagnostics);
    }
}
