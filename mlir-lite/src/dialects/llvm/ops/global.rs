//! Global variables and constants.

use crate::attributes::AttributeKind;
use crate::dialects::llvm::attributes::{Linkage, UNNAMED_ADDRESSES, VISIBILITIES};
use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::ops::{LlvmFuncOp, ReturnOp};
use crate::dialects::llvm::types::{LlvmArrayType, array_type, is_value_type};
use crate::ir::constraints::{ArrayOf, I32Attr};
use crate::ir::prelude::*;
use crate::ir::symbols::SymbolScope;

/// A global variable or constant with its initial value; none if it is
/// defined elsewhere.
///
/// The type of a string's array of bytes is not written.
#[op(name = "llvm.mlir.global", traits(IsolatedFromAbove, Symbol), assembly = custom, verify)]
pub struct GlobalOp {
    #[attr]
    global_type: TypeAttr,
    /// Whether it is never written.
    #[attr]
    constant: Optional<UnitAttr>,
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr(default = external_linkage)]
    linkage: LinkageAttr,
    #[attr]
    value: Optional<AnyAttr>,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr(default = zero_i32)]
    addr_space: AddressSpaceAttr,
    /// 1 for `hidden`, 2 for `protected`.
    #[attr(name = "visibility_", default = zero_i64)]
    visibility: VisibilityAttr,
    /// 1 for `local_unnamed_addr`, 2 for `unnamed_addr`.
    #[attr]
    unnamed_addr: Optional<UnnamedAddressAttr>,
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
    /// A global that `value` initialises, as a body of its own.
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

    /// A private constant text. `bytes` end with the 0 that C expects, if the
    /// text is for C.
    pub fn string(ctx: &Context, location: Location, name: &str, bytes: &[u8]) -> Body {
        let ty = array_type(ctx, bytes.len() as u64, Type::I8);
        let value = Some(ctx.bytes_attr(bytes));
        Self::definition(ctx, location, name, ty, Linkage::Internal, true, value)
    }
}

/// Reads linkage, visibility, `thread_local` and `unnamed_addr`.
fn parse_prefix(parser: &mut OpAsmParser<'_, '_>) {
    let ctx = parser.context().clone();
    let linkage = Linkage::parse_or_default(parser);
    let visibility = VISIBILITIES.parse_optional(parser).unwrap_or(0);
    if parser.parse_optional_keyword("thread_local") {
        parser.set_attr("thread_local_", Attribute::UNIT);
    }
    let unnamed = UNNAMED_ADDRESSES.parse_optional(parser).unwrap_or(0);
    parser.set_attr("linkage", linkage);
    parser.set_attr("visibility_", ctx.i64_attr(visibility));
    parser.set_attr("unnamed_addr", ctx.i64_attr(unnamed));
}

/// Writes what [`parse_prefix`] reads, between blanks.
fn print_prefix(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    let ctx = op.context();
    let words = [
        Some(Linkage::shown(ctx, op.attr_named("linkage")).unwrap_or("external")),
        VISIBILITIES.word(ctx, op.attr_named("visibility_")).filter(|&word| word != "default"),
        op.attr_named("thread_local_").map(|_| "thread_local"),
        UNNAMED_ADDRESSES.word(ctx, op.attr_named("unnamed_addr")),
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
        parser.set_attr_ident(Ident::SYM_NAME, ctx.string_attr(name.text(&ctx)));
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
        let op = op.op();
        let ctx = op.context();
        print_prefix(op, printer);
        if op.attr_named("constant").is_some() {
            printer.write("constant ");
        }
        printer.symbol_name(op.symbol_name().map_or("", |name| name.text(ctx)));
        printer.write("(");
        let value = op.attr_named("value");
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
        printer.attr_dict(op, &SHOWN);
        let is_string = value.is_some_and(|value| matches!(value.kind(ctx), AttributeKind::String { .. }));
        if !is_string && let Some(ty) = op.attr_named("global_type") {
            printer.write(" : ");
            printer.attribute(ty);
        }
        if let Some(region) = op.region(0).filter(|region| !region.is_empty()) {
            printer.write(" ");
            printer.region(region, PrintRegion::default());
        }
    }
}

impl VerifyOp for GlobalOp {
    fn verify(op: GlobalOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let Some(ty) = op.attr_named("global_type").and_then(|ty| ty.as_type(ctx)) else { return };
        if !is_value_type(ctx, ty) {
            diagnostics.error(op.op_error("expects type to be a valid element type for an LLVM global"));
            return;
        }
        let alignment = op.attr_named("alignment").and_then(|alignment| alignment.as_i64(ctx));
        if alignment.is_some_and(|alignment| alignment < 1 || !(alignment as u64).is_power_of_two()) {
            diagnostics.error(op.op_error("alignment attribute is not a power of 2"));
        }
        let value = op.attr_named("value");
        if let Some(AttributeKind::String { bytes, .. }) = value.map(|value| value.kind(ctx)) {
            let array = ty.as_dialect::<LlvmArrayType>(ctx);
            if !array.is_some_and(|array| array.element == Type::I8 && array.length == bytes.len() as u64) {
                let message = "requires an i8 array type of the length equal to that of the string attribute";
                diagnostics.error(op.op_error(message));
            }
        }
        let linkage = op.attr_named("linkage").and_then(|linkage| linkage.as_dialect::<Linkage>(ctx));
        if linkage == Some(&Linkage::Appending) && ty.as_dialect::<LlvmArrayType>(ctx).is_none() {
            diagnostics.error(op.op_error("expected array type for 'appending' linkage"));
        }
        verify_initializer(op, ty, diagnostics);
        if value.is_some() && op.region(0).is_some_and(|region| !region.is_empty()) {
            diagnostics.error(op.op_error("cannot have both initializer value and region"));
        }
    }
}

/// A region that gives a value gives one of the symbol's type.
fn verify_initializer(op: OpRef<'_>, ty: Type, diagnostics: &mut Diagnostics) {
    let mut blocks = op.region(0).into_iter().flat_map(RegionRef::blocks);
    let Some(block) = blocks.next() else { return };
    if blocks.next().is_some() {
        diagnostics.error(op.op_error("expects an initializer region of one block"));
        return;
    }
    let Some(end) = block.terminator().filter(|end| end.is::<ReturnOp>()) else { return };
    match end.operand_types().next() {
        None => {
            diagnostics.error(op.op_error("initializer region cannot return void"));
        }
        Some(found) if found != ty => {
            let (found, ty) =
                (crate::text::print_type(op.context(), found), crate::text::print_type(op.context(), ty));
            diagnostics.error(op.op_error(format_args!(
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
#[op(name = "llvm.mlir.alias", traits(IsolatedFromAbove, Symbol), assembly = custom, verify)]
pub struct AliasOp {
    #[attr]
    alias_type: TypeAttr,
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr(default = external_linkage)]
    linkage: LinkageAttr,
    /// 1 for `hidden`, 2 for `protected`.
    #[attr(name = "visibility_", default = zero_i64)]
    visibility: VisibilityAttr,
    /// 1 for `local_unnamed_addr`, 2 for `unnamed_addr`.
    #[attr]
    unnamed_addr: Optional<UnnamedAddressAttr>,
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
        parser.set_attr_ident(Ident::SYM_NAME, ctx.string_attr(name.text(&ctx)));
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.set_attr("alias_type", ctx.type_attr(ty));
        parser.parse_region(&[])
    }

    fn print<'b>(op: AliasOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_prefix(op, printer);
        printer.symbol_name(op.symbol_name().map_or("", |name| name.text(op.context())));
        const SHOWN: [&str; 6] =
            ["sym_name", "linkage", "alias_type", "visibility_", "unnamed_addr", "thread_local_"];
        printer.attr_dict(op, &SHOWN);
        printer.write(" : ");
        if let Some(ty) = op.attr_named("alias_type") {
            printer.attribute(ty);
        }
        if let Some(region) = op.region(0) {
            printer.write(" ");
            printer.region(region, PrintRegion::default());
        }
    }
}

impl VerifyOp for AliasOp {
    fn verify(op: AliasOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let end = op.region(0).and_then(RegionRef::entry).and_then(BlockRef::terminator);
        let ty = end.filter(|end| end.is::<ReturnOp>()).and_then(|end| end.operand_types().next());
        if !ty.is_some_and(|ty| LlvmPointer::matches(op.context(), ty)) {
            diagnostics.error(op.op_error("initializer region must always return a pointer"));
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
    interfaces(SymbolUserOpInterface),
    format = "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
    verify
)]
pub struct GlobalCtorsOp {
    #[attr]
    ctors: SymbolArrayAttr,
    #[attr]
    priorities: ArrayOf<I32Attr>,
    /// What each belongs to: a symbol, or `#llvm.zero` for nothing.
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
    interfaces(SymbolUserOpInterface),
    format = "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
    verify
)]
pub struct GlobalDtorsOp {
    #[attr]
    dtors: SymbolArrayAttr,
    #[attr]
    priorities: ArrayOf<I32Attr>,
    /// What each belongs to: a symbol, or `#llvm.zero` for nothing.
    #[attr]
    data: ZeroArrayAttr,
}

fn verify_lists(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let length = |slot| op.inherent_attr(slot).and_then(|list| list.as_array(ctx)).map_or(0, <[_]>::len);
    let (functions, priorities, data) = (length(0), length(1), length(2));
    if functions != priorities || functions != data {
        diagnostics.error(op.op_error(format_args!(
            "expects as many priorities and data as functions, {functions}, but found {priorities} and {data}"
        )));
    }
}

impl VerifyOp for GlobalCtorsOp {
    fn verify(op: GlobalCtorsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_lists(op, diagnostics);
    }
}

impl VerifyOp for GlobalDtorsOp {
    fn verify(op: GlobalDtorsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_lists(op, diagnostics);
    }
}

/// Functions that run by themselves are defined here.
fn verify_functions(op: OpRef<'_>, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let list = op.inherent_attr(0).and_then(|list| list.as_array(ctx)).unwrap_or_default();
    for name in list.iter().filter_map(|name| name.as_flat_symbol(ctx)) {
        let function = symbols.lookup(name).filter(|target| target.is::<LlvmFuncOp>());
        let problem = match function.map(|function| function.region(0).is_none_or(RegionRef::is_empty)) {
            None => "is no 'llvm.func' of the module",
            Some(true) => "has no body",
            Some(false) => continue,
        };
        diagnostics.error(op.op_error(format_args!("refers to '{}', which {problem}", name.text(ctx))));
    }
}

impl SymbolUserOpInterface for GlobalCtorsOpRef<'_> {
    fn verify_symbol_uses(&self, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let op = self.op();
        verify_functions(op, symbols, diagnostics);
    }
}

impl SymbolUserOpInterface for GlobalDtorsOpRef<'_> {
    fn verify_symbol_uses(&self, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let op = self.op();
        verify_functions(op, symbols, diagnostics);
    }
}
