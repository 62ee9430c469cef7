//! A module and its ports.

use crate::inner::interfaces::{InnerSymbol, inner_names};
use crate::inner::names::{InnerName, InnerSymAttr};
use crate::inner::traits::InnerSymbolTable;
use mlir_lite::ir::prelude::*;

/// A module of hardware.
///
/// Its ports are the arguments of its block. Each may have an inner name: `%clock: i1 sym @clock`.
#[op(
    name = "rtl.module",
    traits(IsolatedFromAbove, Symbol, InnerSymbolTable, SingleBlock, NoTerminator, GraphRegion),
    implements(CustomAssembly, VerifyOp, InnerSymbol)
)]
pub struct ModuleOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// Who may refer to the module. Everybody if it is absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// The names of ports.
    #[attr]
    inner_sym: Optional<InnerSymAttr>,
    /// The wires, instances and other ops of the module.
    #[region]
    body: SingleBlockRegion,
}

impl<'b> ModuleOpRef<'b> {
    /// The types of the ports.
    pub fn port_types(self) -> impl ExactSizeIterator<Item = Type> + 'b {
        let entry = self.body().entry();
        let (body, ports) =
            entry.map_or((self.op().body(), &[][..]), |entry| (entry.body(), entry.arguments()));
        ports.iter().map(move |port| body.ty(*port))
    }
}

impl InnerSymbol for ModuleOp {
    fn inner_sym_attr(op: ModuleOpRef<'_>) -> Option<Attribute> {
        op.inner_sym()
    }

    fn field_type(op: ModuleOpRef<'_>, port: u32) -> Option<Type> {
        op.port_types().nth(port as usize)
    }
}

impl VerifyOp for ModuleOp {
    fn verify(op: ModuleOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Some(inner) = inner_names(op.op()).iter().find(|inner| inner.field.is_none()) {
            let message = format!(
                "has the inner name '@{}': expected names of ports, since the module is a symbol",
                inner.name.text(op.context())
            );
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl CustomAssembly for ModuleOp {
    /// `@name(%a: i1, %b: i8 sym @b) attributes {..} {..}`
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let name = parser.parse_symbol_name()?;
        parser.set_attr_ident(Ident::SYM_NAME, ctx.string_attr(name.text(&ctx)));
        let (mut ports, mut names) = (Vec::new(), Vec::new());
        parser.parse_punct("(")?;
        while !parser.parse_optional_punct(")") {
            if !ports.is_empty() {
                parser.parse_punct(",")?;
            }
            let port = parser.parse_operand()?;
            parser.parse_punct(":")?;
            let ty = parser.parse_type()?;
            if parser.parse_optional_keyword("sym") {
                let field = Some(ports.len() as u32);
                names.push(InnerName { name: parser.parse_symbol_name()?, field });
            }
            parser.parse_argument_location(&port)?;
            ports.push((port, ty));
        }
        if !names.is_empty() {
            parser.set_attr("inner_sym", InnerSymAttr::get(&ctx, names));
        }
        parser.parse_attr_dict_with_keyword()?;
        parser.parse_region(&ports)?;
        parser.ensure_block();
        Ok(())
    }

    fn print<'b>(op: ModuleOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        let names = inner_names(op.op());
        printer.write(" ");
        printer.symbol_name(op.sym_name().as_str(ctx).unwrap_or_default());
        printer.write("(");
        printer.with_region_names(op.body(), |printer| {
            let ports = op.body().entry().map_or(&[][..], BlockRef::arguments);
            for ((index, port), ty) in (0..).zip(ports).zip(op.port_types()) {
                if index > 0 {
                    printer.write(", ");
                }
                let inner = names.iter().find(|inner| inner.field == Some(index));
                printer.region_argument(
                    *port,
                    |printer| {
                        printer.write(": ");
                        printer.ty(ty);
                    },
                    |printer| {
                        if let Some(inner) = inner {
                            printer.write(" sym ");
                            printer.symbol_name(inner.name.text(ctx));
                        }
                    },
                );
            }
        });
        printer.write(")");
        printer.attr_dict_with_keyword(op.op(), &["sym_name", "inner_sym"]);
        printer.write(" ");
        printer.region(op.body(), PrintRegion { entry_args: false, terminator: true });
    }
}
