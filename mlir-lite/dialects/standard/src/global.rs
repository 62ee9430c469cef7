//! Memory that lives as long as the program.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::print_type;
use mlir_lite::types::TypeKind;
use std::sync::Arc;

/// A variable or constant of the program, a memref by name.
///
/// `global_memref "private" constant @x : memref<2xf64> = dense<[1.0, 2.0]>`;
/// without a value it is defined elsewhere, and `uninitialized` gives it none. As
/// nothing is in it, it counts as isolated: rewriting may ask for one as a symbol.
#[op(name = "std.global_memref", traits(IsolatedFromAbove, Symbol), upstream(name = "memref.global"), assembly = custom, verify)]
pub struct GlobalMemrefOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// Who may refer to it; everybody if it is absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// The type, a memref of known sizes.
    #[attr(name = "type")]
    ty: TypeAttr,
    /// The elements; `unit` if it starts without a value.
    #[attr]
    initial_value: Optional<AnyAttr>,
    /// Whether it is never written.
    #[attr]
    constant: Optional<UnitAttr>,
    /// At how many bytes it is aligned.
    #[attr]
    alignment: Optional<AlignmentAttr>,
}

/// The tensor type that a memref's elements have as a constant.
fn elements_type(ctx: &Context, memref: Type) -> Option<Type> {
    match memref.kind(ctx) {
        TypeKind::MemRef { shape, element, .. } if element.may_be_in_tensors(ctx) => {
            Some(ctx.tensor_type(shape, *element))
        }
        _ => None,
    }
}

impl CustomAssembly for GlobalMemrefOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        if parser.at_string() {
            let visibility = parser.parse_string()?;
            parser.set_attr_ident(Ident::SYM_VISIBILITY, ctx.string_attr(&visibility));
        }
        if parser.parse_optional_keyword("constant") {
            parser.set_attr("constant", Attribute::UNIT);
        }
        let name = parser.parse_symbol_name()?;
        parser.set_attr_ident(Ident::SYM_NAME, ctx.string_attr(name.text(&ctx)));
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let Some(elements) = elements_type(&ctx, ty) else {
            let message =
                format!("expected a ranked memref type, found '{}'", print_type(&ctx, ty));
            return Err(parser.error(position, message));
        };
        parser.set_attr_ident(Ident::TYPE, ctx.type_attr(ty));
        if parser.parse_optional_punct("=") {
            let value = match parser.parse_optional_keyword("uninitialized") {
                true => Attribute::UNIT,
                false => parser.parse_attribute(Some(elements))?,
            };
            parser.set_attr("initial_value", value);
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: GlobalMemrefOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        if let Some(visibility) = op.sym_visibility().and_then(|value| value.as_str(ctx)) {
            printer.write(" ");
            printer.string(visibility.as_bytes());
        }
        if op.constant().is_some() {
            printer.write(" constant");
        }
        printer.write(" ");
        printer.symbol_name(op.sym_name().as_str(ctx).unwrap_or_default());
        printer.write(" : ");
        if let Some(ty) = op.ty().as_type(ctx) {
            printer.ty(ty);
        }
        match op.initial_value() {
            Some(Attribute::UNIT) => printer.write(" = uninitialized"),
            Some(value) => {
                printer.write(" = ");
                printer.attribute_without_type(value);
            }
            None => {}
        }
        printer.attr_dict(
            op.op(),
            &["sym_name", "sym_visibility", "type", "initial_value", "constant"],
        );
    }
}

impl VerifyOp for GlobalMemrefOp {
    fn verify(op: GlobalMemrefOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let Some(ty) =
            op.ty().as_type(ctx).filter(|ty| ty.is_memref(ctx) && ty.static_shape(ctx).is_some())
        else {
            diagnostics.error(op.op_error("type should be static shaped memref"));
            return;
        };
        let value = op.initial_value().filter(|&value| value != Attribute::UNIT);
        if let Some(value) = value
            && value.ty(ctx) != elements_type(ctx, ty)
        {
            diagnostics.error(op.op_error(format_args!(
                "initial value should be elements of the sizes of '{}'",
                print_type(ctx, ty)
            )));
        }
    }
}

/// The memref of a global.
#[op(
    name = "std.get_global_memref",
    traits(Pure),
    interfaces(SymbolUserOpInterface),
    hooks(InterpretOp),
    upstream(name = "memref.get_global"),
    format = "$name `:` type($result) attr-dict"
)]
pub struct GetGlobalMemrefOp {
    /// The global.
    #[attr]
    name: FlatSymbolRefAttr,
    /// Its memory.
    #[result]
    result: AnyRankedMemRef,
}

impl SymbolUserOpInterface for GetGlobalMemrefOpRef<'_> {
    fn verify_symbol_uses(&self, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let ctx = self.context();
        let Some(name) = self.name().as_flat_symbol(ctx) else { return };
        let global = symbols.lookup(name).and_then(|symbol| symbol.cast::<GlobalMemrefOp>());
        let Some(ty) = global.and_then(|global| global.ty().as_type(ctx)) else {
            diagnostics.error(self.op_error(format_args!(
                "'{}' does not reference a valid global memref",
                name.text(ctx)
            )));
            return;
        };
        let found = self.result().ty();
        if found != ty {
            let (found, ty) = (print_type(ctx, found), print_type(ctx, ty));
            diagnostics.error(self.op_error(format_args!(
                "result type '{found}' does not match type '{ty}' of the global memref @{}",
                name.text(ctx)
            )));
        }
    }
}

impl InterpretOp for GetGlobalMemrefOp {
    fn interpret<'b>(op: GetGlobalMemrefOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let missing = || Trap::new("cannot be interpreted: a global without name");
        let name = op.name().as_flat_symbol(op.context()).ok_or_else(missing)?;
        let memref = m.global(name, |m, global| {
            let none = || Trap::new("cannot be interpreted: a global that is no memref");
            let global = global.cast::<GlobalMemrefOp>().ok_or_else(none)?;
            let ctx = global.context();
            let ty = global.ty().as_type(ctx).ok_or_else(none)?;
            let memref = m.allocate_memref(ty, &[])?;
            if let Some(value) = global.initial_value().filter(|&value| value != Attribute::UNIT) {
                let TypeKind::MemRef { shape, element, .. } = ty.kind(ctx) else {
                    return Err(none());
                };
                if !element.may_be_in_tensors(ctx) {
                    return Err(Trap::new("cannot be interpreted: a global of such elements"));
                }
                let elements = m.constant(value, ctx.tensor_type(shape, *element))?;
                store_elements(m, &memref, &elements)?;
            }
            if global.constant().is_some() {
                m.memory.freeze(memref.allocated);
            }
            Ok(Value::MemRef(memref))
        })?;
        m.give(op.result(), memref)
    }
}

/// Writes the elements of a tensor to memory of its sizes.
pub(super) fn store_elements(
    m: &mut Machine<'_>,
    memref: &Arc<MemRef>,
    tensor: &Value,
) -> Result<(), Trap> {
    let elements = tensor.as_elements()?;
    for (position, value) in memref.positions().zip(&elements.values) {
        m.store_element(memref, &position, value)?;
    }
    Ok(())
}
