//! Parts of forms that several ops have.

use crate::kinds::{AddressSpace, AsyncTokenType};
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::types::TypeKind;

/// The names of three values.
pub(crate) type Three<'s> = Vec<UnresolvedOperand<'s>>;

/// `async [%a, %b]`: adds the operands, and the token as a result. Gives their number, and whether
/// there is a result.
pub(crate) fn parse_async(parser: &mut OpAsmParser<'_, '_>) -> Parsed<(i32, bool)> {
    let token = AsyncTokenType::get(parser.context());
    let is_async = parser.parse_optional_keyword("async");
    let mut count = 0;
    if parser.at_punct("[") {
        for operand in parser.parse_operands_in("[", "]")? {
            let value = parser.resolve(&operand, token)?;
            parser.add_operand(value);
            count += 1;
        }
    }
    if is_async && parser.named_results().is_none() {
        let position = parser.name_position();
        return Err(parser.error(position, "needs to be named when marked 'async'"));
    }
    Ok((count, is_async))
}

/// Prints what [`parse_async`] reads, after a blank that is always there.
pub(crate) fn print_async<'b>(
    printer: &mut OpAsmPrinter<'_, 'b>,
    is_async: bool,
    dependencies: ValueRange<'b>,
) {
    printer.write(if is_async { " async" } else { " " });
    if dependencies.is_empty() {
        return;
    }
    printer.write(if is_async { " [" } else { "[" });
    printer.operands(dependencies.ids());
    printer.write("]");
}

/// Adds the token as a result.
pub(crate) fn add_token(parser: &mut OpAsmParser<'_, '_>, is_async: bool) {
    if is_async {
        let token = AsyncTokenType::get(parser.context());
        parser.add_result_type(token);
    }
}

/// Reads the keyword of a case, and sets the attribute.
pub(crate) fn parse_keyword<K: EnumAttribute>(
    parser: &mut OpAsmParser<'_, '_>,
    name: &str,
) -> Parsed<()> {
    let case: K = parse_enum(parser.asm())?;
    let attribute = case.attribute(parser.context());
    parser.set_attr(name, attribute);
    Ok(())
}

/// Prints the keyword of a case, with a blank before it.
pub(crate) fn print_keyword<K: EnumAttribute>(printer: &mut OpAsmPrinter<'_, '_>, case: K) {
    printer.write(" ");
    printer.write(&case.stringify());
}

/// ` : (f32) -> f32`: the type of the only operand, and those of the results.
pub(crate) fn parse_reduced<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    value: UnresolvedOperand<'s>,
    position: mlir_lite_diagnostics::Span,
) -> Parsed<()> {
    parser.parse_punct(":")?;
    parser.parse_punct("(")?;
    let ty = parser.parse_type()?;
    parser.parse_punct(")")?;
    parser.parse_punct("->")?;
    let results = parser.parse_function_results()?;
    let operands = parser.resolve_all(&[value], &[ty], position)?;
    parser.add_operands(&operands);
    parser.add_result_types(&results);
    Ok(())
}

/// Prints what [`parse_reduced`] reads.
pub(crate) fn print_reduced(printer: &mut OpAsmPrinter<'_, '_>, value: Type, result: Type) {
    printer.write(" : (");
    printer.ty(value);
    printer.write(") -> ");
    printer.ty(result);
}

/// `(%a, %b, %c)`
pub(crate) fn parse_three<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Three<'s>> {
    let position = parser.position();
    let three = parser.parse_operands_in("(", ")")?;
    if three.len() == 3 {
        return Ok(three);
    }
    let message = format!("expected 3 sizes, found {}", three.len());
    Err(parser.error(position, message))
}

/// Prints what [`parse_three`] reads.
pub(crate) fn print_three(printer: &mut OpAsmPrinter<'_, '_>, values: &[ValueId]) {
    printer.write("(");
    printer.operands(values.iter().copied());
    printer.write(")");
}

/// The buffers of an op: their names and types, and attributes.
#[derive(Default)]
pub(crate) struct Buffers<'s> {
    pub(crate) arguments: Vec<(UnresolvedOperand<'s>, Type)>,
    pub(crate) attributes: Vec<Attribute>,
}

impl<'s> Buffers<'s> {
    /// `workgroup(%a : memref<4xf32, 3> {llvm.align = 4})`, if the keyword is there.
    pub(crate) fn parse(parser: &mut OpAsmParser<'_, 's>, keyword: &str) -> Parsed<Self> {
        let mut buffers = Self::default();
        if !parser.parse_optional_keyword(keyword) {
            return Ok(buffers);
        }
        parser.parse_punct("(")?;
        while !parser.parse_optional_punct(")") {
            if !buffers.arguments.is_empty() {
                parser.parse_punct(",")?;
            }
            let name = parser.parse_operand()?;
            parser.parse_punct(":")?;
            let ty = parser.parse_type()?;
            let entries =
                if parser.at_punct("{") { parser.parse_dictionary()? } else { Vec::new() };
            parser.parse_argument_location(&name)?;
            buffers.arguments.push((name, ty));
            buffers.attributes.push(parser.context().dictionary_attr(&entries));
        }
        Ok(buffers)
    }

    /// Sets the attribute with the attributes of the buffers, if there are any.
    pub(crate) fn set_attributes(&self, parser: &mut OpAsmParser<'_, 's>, name: &str) {
        let ctx = parser.context().clone();
        let is_given =
            |it: &Attribute| it.as_dictionary(&ctx).is_some_and(|entries| !entries.is_empty());
        if self.attributes.iter().any(is_given) {
            parser.set_attr(name, ctx.array_attr(&self.attributes));
        }
    }
}

/// Prints what [`Buffers::parse`] reads, if there are buffers.
pub(crate) fn print_buffers<'b>(
    printer: &mut OpAsmPrinter<'_, 'b>,
    op: OpRef<'b>,
    keyword: &str,
    (region, buffers): (RegionRef<'b>, &[ValueId]),
    attributes: &str,
) {
    if buffers.is_empty() {
        return;
    }
    let ctx = op.context();
    let list = op.attr_named(attributes).and_then(|it| it.as_array(ctx));
    printer.write(" ");
    printer.write(keyword);
    printer.write("(");
    for (i, &buffer) in buffers.iter().enumerate() {
        printer.write(if i > 0 { ", " } else { "" });
        printer.operand(buffer);
        printer.write(" : ");
        printer.ty(region.body().ty(buffer));
        let dictionary = list.and_then(|list| list.get(i).copied());
        let is_given = dictionary.and_then(|it| it.as_dictionary(ctx));
        if let Some(dictionary) = dictionary.filter(|_| is_given.is_some_and(|it| !it.is_empty())) {
            printer.write(" ");
            printer.attribute(dictionary);
        }
    }
    printer.write(")");
}

/// The name of the attribute that counts the buffers of a block.
pub(crate) const WORKGROUP_BUFFERS: &str = "workgroup_attributions";

/// How many of an op's buffers belong to a block.
pub(crate) fn workgroup_buffers(op: OpRef<'_>) -> usize {
    let count = op.attr_named(WORKGROUP_BUFFERS).and_then(|it| it.as_i64(op.context()));
    usize::try_from(count.unwrap_or(0)).unwrap_or(0)
}

/// The buffers of blocks and those of threads: the arguments of a region after its first ones.
pub(crate) fn buffers_after<'b>(
    op: OpRef<'b>,
    region: RegionRef<'b>,
    first: usize,
) -> [&'b [ValueId]; 2] {
    let arguments = region.entry().map_or(&[][..], |block| block.arguments());
    let buffers = &arguments[first.min(arguments.len())..];
    buffers.split_at(workgroup_buffers(op).min(buffers.len())).into()
}

/// Reports buffers that are not memory, or of another address space: the first one of blocks, and
/// the first one of threads.
pub(crate) fn verify_buffers(
    op: OpRef<'_>,
    region: RegionRef<'_>,
    [workgroup, private]: [&[ValueId]; 2],
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let mut verify = |buffers: &[ValueId], space: AddressSpace| {
        for &buffer in buffers {
            let TypeKind::MemRef { memory_space, .. } = region.body().ty(buffer).kind(ctx) else {
                diagnostics.error(op.op_error("expected memref type in attribution"));
                return;
            };
            let found = memory_space.and_then(|it| AddressSpace::from_attribute(ctx, it));
            if found.is_some_and(|found| found != space) {
                let space = space.stringify();
                let message = format_args!("expected memory space {space} in attribution");
                diagnostics.error(op.op_error(message));
                return;
            }
        }
    };
    verify(workgroup, AddressSpace::Workgroup);
    verify(private, AddressSpace::Private);
}

/// Types without the address spaces of devices, where there is one memory.
pub(crate) trait AddressSpaces {
    /// Changes the types of all values.
    fn forget_address_spaces(&mut self) {
        self.map_address_spaces(|_| None);
    }

    /// Changes the types of all values to memory with these numbers, or without one.
    fn map_address_spaces(&mut self, number: impl Fn(AddressSpace) -> Option<i64>);
}

impl AddressSpaces for Body {
    fn map_address_spaces(&mut self, number: impl Fn(AddressSpace) -> Option<i64>) {
        let ctx = self.context().clone();
        // The numbers that MLIR 22 has for these memories.
        let of_number = |number: i64| match number {
            1 => Some(AddressSpace::Global),
            3 => Some(AddressSpace::Workgroup),
            5 => Some(AddressSpace::Private),
            _ => None,
        };
        let plain = |ty: Type| match ty.kind(&ctx) {
            TypeKind::MemRef { shape, element, layout, memory_space: Some(space) } => {
                let number = match (AddressSpace::from_attribute(&ctx, *space), space.as_i64(&ctx))
                {
                    (Some(space), _) => number(space),
                    (None, Some(it)) => of_number(it).and_then(&number),
                    (None, None) => return None,
                };
                let space = number.map(|number| ctx.integer_attr(Type::I64, number));
                Some(ctx.memref_type_with(shape, *element, *layout, space))
            }
            _ => None,
        };
        let mut values = Vec::new();
        for op in std::iter::once(self.root()).chain(self.own_ops()) {
            values.extend(self.results(op));
            for &region in self.regions(op) {
                for block in self.blocks(region) {
                    values.extend(self.arguments(block));
                }
            }
        }
        for value in values {
            if let Some(ty) = plain(self.ty(value)) {
                self.set_type(value, ty);
            }
        }
    }
}
