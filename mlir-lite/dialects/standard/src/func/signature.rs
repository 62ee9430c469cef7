//! The signature of a function in text: parameters, results and their attributes.

use mlir_lite::attributes::{Attribute, NamedAttribute};
use mlir_lite::ir::ident::Ident;
use mlir_lite::ir::view::OpRef;
use mlir_lite::text::asm::{OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperand};
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// The parsed signature.
#[non_exhaustive]
pub struct Signature<'s> {
    /// Names with types, if the arguments have names.
    pub named: SmallVec<[(UnresolvedOperand<'s>, Type); 4]>,
    pub inputs: SmallVec<[Type; 4]>,
    pub results: SmallVec<[Type; 2]>,
}

/// The attributes of each argument or result.
type Dictionaries = SmallVec<[Vec<NamedAttribute>; 4]>;

/// `(%a: i32 {attr}, ..) -> (f32 {attr})`. Sets the op's argument and result
/// attributes where there are any.
pub fn parse<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Signature<'s>> {
    let mut signature =
        Signature { named: SmallVec::new(), inputs: SmallVec::new(), results: SmallVec::new() };
    let mut attributes = Dictionaries::new();
    parser.parse_punct("(")?;
    while !parser.parse_optional_punct(")") {
        if !signature.inputs.is_empty() {
            parser.parse_punct(",")?;
        }
        let position = parser.position();
        let name = parser.parse_optional_operand()?;
        if name.is_some() != (signature.named.len() == signature.inputs.len())
            && !signature.inputs.is_empty()
        {
            return Err(parser.error(position, "either all arguments have names or none has"));
        }
        if name.is_some() {
            parser.parse_punct(":")?;
        }
        let ty = parser.parse_type()?;
        attributes.push(dictionary(parser)?);
        match &name {
            Some(name) => parser.parse_argument_location(name)?,
            None => _ = parser.parse_optional_location()?,
        }
        signature.inputs.push(ty);
        if let Some(name) = name {
            signature.named.push((name, ty));
        }
    }
    set(parser, Ident::ARG_ATTRS, &attributes);
    if !parser.parse_optional_punct("->") {
        return Ok(signature);
    }
    let mut attributes = Dictionaries::new();
    if parser.parse_optional_punct("(") {
        while !parser.parse_optional_punct(")") {
            if !signature.results.is_empty() {
                parser.parse_punct(",")?;
            }
            signature.results.push(parser.parse_type()?);
            attributes.push(dictionary(parser)?);
        }
    } else {
        signature.results.push(parser.parse_type()?);
    }
    set(parser, Ident::RES_ATTRS, &attributes);
    Ok(signature)
}

fn dictionary(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Vec<NamedAttribute>> {
    if parser.at_punct("{") { parser.parse_dictionary() } else { Ok(Vec::new()) }
}

fn set(parser: &mut OpAsmParser<'_, '_>, name: Ident, attributes: &[Vec<NamedAttribute>]) {
    if attributes.iter().any(|entries| !entries.is_empty()) {
        let ctx = parser.context();
        let all: Vec<Attribute> =
            attributes.iter().map(|entries| ctx.dictionary_attr(entries)).collect();
        let all = ctx.array_attr(&all);
        parser.set_attr_ident(name, all);
    }
}

/// Prints the signature of a function type.
pub fn print<'b>(op: OpRef<'b>, ty: Type, printer: &mut OpAsmPrinter<'_, 'b>) {
    let ctx = op.context();
    let Some((inputs, results)) = ty.as_function(ctx) else { return };
    let of =
        |name| op.attr(name).and_then(|list: Attribute| list.as_array(ctx)).unwrap_or_default();
    let (arg_attrs, res_attrs) = (of(Ident::ARG_ATTRS), of(Ident::RES_ATTRS));
    let region = op.region(0).filter(|region| !region.is_empty());
    let names = region.and_then(|region| region.entry()).map(|block| block.arguments());
    let print_inputs = |printer: &mut OpAsmPrinter<'_, 'b>| {
        printer.write("(");
        for (i, &ty) in inputs.iter().enumerate() {
            if i > 0 {
                printer.write(", ");
            }
            match names.and_then(|names| names.get(i)) {
                Some(&argument) => printer.region_argument(
                    argument,
                    |printer| {
                        printer.write(": ");
                        printer.ty(ty);
                    },
                    |printer| attributes(printer, arg_attrs.get(i)),
                ),
                None => typed(printer, ty, arg_attrs.get(i)),
            }
        }
        printer.write(")");
    };
    match region {
        Some(region) => printer.with_region_names(region, print_inputs),
        None => print_inputs(printer),
    }
    let bare = match results {
        [] => return,
        [one] => one.as_function(ctx).is_none() && is_empty(printer, res_attrs.first()),
        _ => false,
    };
    printer.write(" -> ");
    if bare {
        return printer.ty(results[0]);
    }
    printer.write("(");
    for (i, &ty) in results.iter().enumerate() {
        if i > 0 {
            printer.write(", ");
        }
        typed(printer, ty, res_attrs.get(i));
    }
    printer.write(")");
}

fn is_empty(printer: &OpAsmPrinter<'_, '_>, attributes: Option<&Attribute>) -> bool {
    let entries = attributes.and_then(|dictionary| dictionary.as_dictionary(printer.context()));
    entries.is_none_or(|entries| entries.is_empty())
}

fn typed(printer: &mut OpAsmPrinter<'_, '_>, ty: Type, attributes: Option<&Attribute>) {
    printer.ty(ty);
    self::attributes(printer, attributes);
}

fn attributes(printer: &mut OpAsmPrinter<'_, '_>, attributes: Option<&Attribute>) {
    if let Some(&attributes) = attributes
        && !is_empty(printer, Some(&attributes))
    {
        printer.write(" ");
        printer.attribute(attributes);
    }
}
