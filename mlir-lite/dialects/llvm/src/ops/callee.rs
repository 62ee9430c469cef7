//! The parts of forms that calls have in common, whether the callee may throw or not.

use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite_diagnostics::Span;

/// The callee of a call, as it is read: an address, or none for a symbol, and the arguments.
pub(super) struct Callee<'s> {
    address: Option<UnresolvedOperand<'s>>,
    arguments: Vec<UnresolvedOperand<'s>>,
}

/// The types of a call, as they are read.
pub(super) struct Signature {
    /// The number of operands: the address, if there is one, and the arguments.
    pub(super) count: usize,
    pub(super) results: Vec<Type>,
    /// The place of the types.
    pub(super) position: Span,
}

/// The called address; none for a call by symbol.
pub(super) fn address<'b>(callee: Option<Ident>, operands: ValueRange<'b>) -> Option<ValueRef<'b>> {
    if callee.is_some() { None } else { operands.get(0) }
}

/// The arguments of a call.
pub(super) fn arguments<'b>(
    callee: Option<Ident>,
    operands: ValueRange<'b>,
) -> impl ExactSizeIterator<Item = ValueRef<'b>> + 'b {
    operands.into_iter().skip(usize::from(callee.is_none()))
}

/// Parses `@f(%a)`, or `%p(%a)` where an address is called.
pub(super) fn parse_callee<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Callee<'s>> {
    let address = parser.parse_optional_operand()?;
    if address.is_none() {
        let callee = parser.parse_symbol_name()?;
        let callee = parser.context().symbol_ident_attr(callee);
        parser.set_attr("callee", callee);
    }
    Ok(Callee { address, arguments: parser.parse_operands_in("(", ")")? })
}

/// Writes what [`parse_callee`] reads.
pub(super) fn print_callee<'b>(
    printer: &mut OpAsmPrinter<'_, 'b>,
    callee: Option<Ident>,
    operands: ValueRange<'b>,
) {
    match callee {
        Some(name) => {
            let name = name.text(printer.context());
            printer.symbol_name(name);
        }
        None => printer.operands(address(callee, operands).map(ValueRef::id)),
    }
    printer.write("(");
    printer.operands(arguments(callee, operands).map(ValueRef::id));
    printer.write(")");
}

/// Parses ` vararg(!llvm.func<i32 (ptr, ...)>)`, if it is there.
pub(super) fn parse_variadic_type(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    if parser.parse_optional_keyword("vararg") {
        parser.parse_punct("(")?;
        let ty = parser.parse_type()?;
        parser.parse_punct(")")?;
        let ty = parser.context().type_attr(ty);
        parser.set_attr("var_callee_type", ty);
    }
    Ok(())
}

/// Writes what [`parse_variadic_type`] reads.
pub(super) fn print_variadic_type(printer: &mut OpAsmPrinter<'_, '_>, ty: Option<Attribute>) {
    if let Some(ty) = ty {
        printer.write(" vararg(");
        printer.attribute(ty);
        printer.write(")");
    }
}

/// Parses ` : !llvm.ptr, (i32) -> i32`, and adds the operands and the attributes of arguments and
/// results.
pub(super) fn parse_signature<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    callee: &Callee<'s>,
) -> Parsed<Signature> {
    parser.parse_punct(":")?;
    if let Some(address) = &callee.address {
        let ty = parser.parse_type()?;
        let value = parser.resolve(address, ty)?;
        parser.add_operand(value);
        parser.parse_punct(",")?;
    }
    let position = parser.position();
    let (inputs, arg_attrs) = parse_types(parser)?;
    parser.parse_punct("->")?;
    let (results, res_attrs) = if parser.at_punct("(") {
        parse_types(parser)?
    } else {
        (vec![parser.parse_type()?], None)
    };
    for (name, list) in [("arg_attrs", arg_attrs), ("res_attrs", res_attrs)] {
        if let Some(list) = list {
            parser.set_attr(name, list);
        }
    }
    let values = parser.resolve_all(&callee.arguments, &inputs, position)?;
    parser.add_operands(&values);
    let count = values.len() + usize::from(callee.address.is_some());
    Ok(Signature { count, results, position })
}

/// Writes what [`parse_signature`] reads.
pub(super) fn print_signature<'b>(
    printer: &mut OpAsmPrinter<'_, 'b>,
    (callee, operands): (Option<Ident>, ValueRange<'b>),
    result: Option<ValueRef<'b>>,
    [arg_attrs, res_attrs]: [Option<Attribute>; 2],
) {
    printer.write(" : ");
    if let Some(address) = address(callee, operands) {
        printer.ty(address.ty());
        printer.write(", ");
    }
    let inputs: Vec<Type> = arguments(callee, operands).map(ValueRef::ty).collect();
    print_types(printer, &inputs, arg_attrs);
    printer.write(" -> ");
    match (result, res_attrs) {
        (Some(result), None) => printer.ty(result.ty()),
        (result, attributes) => {
            print_types(printer, result.map(ValueRef::ty).as_slice(), attributes)
        }
    }
}

/// Parses `(i32 {llvm.noundef}, f32)`; returns the types, and their attributes if there are any.
fn parse_types(parser: &mut OpAsmParser<'_, '_>) -> Parsed<(Vec<Type>, Option<Attribute>)> {
    let ctx = parser.context().clone();
    let (mut types, mut attributes) = (Vec::new(), Vec::new());
    parser.parse_punct("(")?;
    if !parser.parse_optional_punct(")") {
        loop {
            types.push(parser.parse_type()?);
            let entries =
                if parser.at_punct("{") { parser.parse_dictionary()? } else { Vec::new() };
            attributes.push(ctx.dictionary_attr(&entries));
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(")")?;
    }
    let is_empty = attributes.iter().all(|a| a.as_dictionary(&ctx).is_some_and(<[_]>::is_empty));
    Ok((types, (!is_empty).then(|| ctx.array_attr(&attributes))))
}

/// Writes what [`parse_types`] reads.
fn print_types(printer: &mut OpAsmPrinter<'_, '_>, types: &[Type], attributes: Option<Attribute>) {
    let ctx = printer.context();
    let attributes = attributes.and_then(|list| list.as_array(ctx)).unwrap_or_default();
    printer.write("(");
    for (i, &ty) in types.iter().enumerate() {
        printer.write(if i > 0 { ", " } else { "" });
        printer.ty(ty);
        let entries =
            attributes.get(i).and_then(|entries| entries.as_dictionary(ctx)).unwrap_or_default();
        if !entries.is_empty() {
            printer.write(" {");
            printer.attribute_entries(entries);
            printer.write("}");
        }
    }
    printer.write(")");
}
