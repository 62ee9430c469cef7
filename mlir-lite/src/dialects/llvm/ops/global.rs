//! Global variables and constants.

use crate::attributes::AttributeKind;
use crate::dialects::llvm::attributes::Linkage;
use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::array_type;
use crate::ir::prelude::*;

/// A global variable or constant with its initial value; none if it is
/// defined elsewhere.
///
/// The type of a string's array of bytes is not written.
#[op(name = "llvm.mlir.global", traits(IsolatedFromAbove, Symbol), assembly = custom)]
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
    addr_space: I32Attr,
    /// Computes the initial value; only an empty one is supported.
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

impl CustomAssembly for GlobalOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let linkage = Linkage::parse_optional(parser).unwrap_or(Linkage::External);
        parser.set_attr("linkage", linkage.attribute(&ctx));
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
            _ => {
                parser.parse_punct(":")?;
                parser.parse_type()?
            }
        };
        parser.set_attr("global_type", ctx.type_attr(ty));
        if parser.at_punct("{") {
            return parser.parse_region(&[]);
        }
        parser.add_empty_region();
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        let linkage = op.attr_named("linkage").and_then(|linkage| linkage.as_dialect::<Linkage>(ctx));
        printer.display(format_args!(" {} ", linkage.map_or("external", |linkage| linkage.keyword())));
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
        printer.attr_dict(op, &["sym_name", "linkage", "constant", "value", "global_type"]);
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
