//! The types as text.

use super::{
    AnyQuantizedType, CalibratedQuantizedType, Scale, Scheme, Storage, UniformQuantizedType,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::{AsmParser, AsmPrinter};
use mlir_lite::types::{Signedness, TypeKind};

fn parse_storage(parser: &mut AsmParser<'_, '_>) -> Parsed<Storage> {
    let position = parser.position();
    // `u8` is not a type of its own.
    let unsigned = parser.next_keyword().and_then(|word| word.strip_prefix('u')?.parse().ok());
    let (is_signed, width) = match unsigned {
        Some(width) => {
            parser.parse_any_keyword()?;
            (false, width)
        }
        None => {
            let ty = parser.parse_type()?;
            match ty.kind(parser.context()) {
                TypeKind::Integer { width, signedness } => {
                    (*signedness != Signedness::Unsigned, *width)
                }
                _ => return Err(parser.error(position, "illegal storage type prefix")),
            }
        }
    };
    if !(1..=32).contains(&width) {
        return Err(parser.error(position, format!("illegal storage type size: {width}")));
    }
    let mut storage = Storage::all(is_signed, width);
    if parser.parse_optional_punct("<") {
        storage.min = parser.parse_integer()?;
        parser.parse_punct(":")?;
        storage.max = parser.parse_integer()?;
        parser.parse_punct(">")?;
    }
    Ok(storage)
}

fn print_storage(storage: Storage, printer: &mut AsmPrinter<'_>) {
    let Storage { is_signed, width, min, max } = storage;
    printer.display(format_args!("{}{width}", if is_signed { "i" } else { "u" }));
    if storage != Storage::all(is_signed, width) {
        printer.display(format_args!("<{min}:{max}>"));
    }
}

fn parse_number(parser: &mut AsmParser<'_, '_>) -> Parsed<f64> {
    if !parser.at_attribute() {
        return Err(parser.expected("a floating point number"));
    }
    let position = parser.position();
    let attribute = parser.parse_attribute(Some(Type::F64))?;
    let number = attribute.as_f64(parser.context());
    number.ok_or_else(|| parser.error(position, "expected a floating point number"))
}

fn print_number(number: f64, printer: &mut AsmPrinter<'_>) {
    let attribute = printer.context().f64_attr(number);
    printer.attribute_without_type(attribute);
}

fn parse_scale(parser: &mut AsmParser<'_, '_>) -> Parsed<Scale> {
    let scale = parse_number(parser)?;
    let zero_point = if parser.parse_optional_punct(":") { parser.parse_integer()? } else { 0 };
    Ok(Scale::new(scale, zero_point))
}

fn print_scale(scale: Scale, printer: &mut AsmPrinter<'_>) {
    print_number(scale.scale(), printer);
    if scale.zero_point != 0 {
        printer.display(format_args!(":{}", scale.zero_point));
    }
}

fn parse_dimension(parser: &mut AsmParser<'_, '_>) -> Parsed<u32> {
    let position = parser.position();
    let dimension = parser.parse_integer()?;
    u32::try_from(dimension)
        .map_err(|_| parser.error(position, format!("illegal quantized dimension: {dimension}")))
}

/// Parses scales in braces, one pair for each dimension. Appends them, and sets the sizes of the
/// dimensions from `depth` on.
fn parse_blocks(
    parser: &mut AsmParser<'_, '_>,
    depth: usize,
    shape: &mut Vec<i64>,
    scales: &mut Vec<Scale>,
) -> Parsed<()> {
    parser.nested(|parser| {
        const RAGGED: &str = "the number of scales is not the same in all braces of one level";
        let position = parser.position();
        parser.parse_punct("{")?;
        let is_first = shape.len() == depth;
        if is_first {
            shape.push(0);
        }
        let mut count = 0;
        let mut has_parts = false;
        parser.parse_list_until("}", |parser| {
            let position = parser.position();
            let is_part = parser.at_punct("{");
            let is_known = !is_first || count > 0;
            if is_known && is_part != (shape.len() > depth + 1) {
                return Err(parser.error(position, RAGGED));
            }
            count += 1;
            has_parts = is_part;
            match is_part {
                true => parse_blocks(parser, depth + 1, shape, scales),
                false => {
                    scales.push(parse_scale(parser)?);
                    Ok(())
                }
            }
        })?;
        if count == 0 {
            return Err(parser.error(position, "expected a scale: a floating point number"));
        }
        if is_first {
            shape[depth] = count;
        } else if shape[depth] != count || has_parts != (shape.len() > depth + 1) {
            return Err(parser.error(position, RAGGED));
        }
        Ok(())
    })
}

fn print_blocks(shape: &[i64], scales: &[Scale], printer: &mut AsmPrinter<'_>) {
    let [count, rest @ ..] = shape else {
        scales.iter().for_each(|&scale| print_scale(scale, printer));
        return;
    };
    let size = (scales.len() / usize::try_from(*count).unwrap_or(1).max(1)).max(1);
    printer.write("{");
    printer.comma_separated(scales.chunks(size), |printer, part| print_blocks(rest, part, printer));
    printer.write("}");
}

impl CustomParameters for AnyQuantizedType {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let storage = parse_storage(parser)?;
        let expressed =
            if parser.parse_optional_punct(":") { Some(parser.parse_type()?) } else { None };
        parser.parse_punct(">")?;
        Ok(Self { storage, expressed })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<");
        print_storage(self.storage, printer);
        if let Some(expressed) = self.expressed {
            printer.write(":");
            printer.ty(expressed);
        }
        printer.write(">");
    }
}

impl CustomParameters for UniformQuantizedType {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let storage = parse_storage(parser)?;
        parser.parse_punct(":")?;
        let expressed = parser.parse_type()?;
        let scheme = if !parser.parse_optional_punct(":") {
            parser.parse_punct(",")?;
            Scheme::PerLayer(parse_scale(parser)?)
        } else if parser.parse_optional_punct("{") {
            let mut blocks = Vec::new();
            parser.parse_list_until("}", |parser| {
                let dimension = parse_dimension(parser)?;
                parser.parse_punct(":")?;
                blocks.push((dimension, parser.parse_integer()?));
                Ok(())
            })?;
            parser.parse_punct(",")?;
            let (mut shape, mut scales) = (Vec::new(), Vec::new());
            parse_blocks(parser, 0, &mut shape, &mut scales)?;
            let (blocks, shape, scales) = (blocks.into(), shape.into(), scales.into());
            Scheme::SubChannel { blocks, shape, scales }
        } else {
            let dimension = parse_dimension(parser)?;
            parser.parse_punct(",")?;
            parser.parse_punct("{")?;
            let mut scales = vec![parse_scale(parser)?];
            while parser.parse_optional_punct(",") {
                scales.push(parse_scale(parser)?);
            }
            parser.parse_punct("}")?;
            Scheme::PerAxis { dimension, scales: scales.into() }
        };
        parser.parse_punct(">")?;
        Ok(Self { storage, expressed, scheme })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<");
        print_storage(self.storage, printer);
        printer.write(":");
        printer.ty(self.expressed);
        match &self.scheme {
            Scheme::PerLayer(scale) => {
                printer.write(", ");
                print_scale(*scale, printer);
            }
            Scheme::PerAxis { dimension, scales } => {
                printer.display(format_args!(":{dimension}, {{"));
                // MLIR writes no spaces here.
                for (index, &scale) in scales.iter().enumerate() {
                    printer.write(if index > 0 { "," } else { "" });
                    print_scale(scale, printer);
                }
                printer.write("}");
            }
            Scheme::SubChannel { blocks, shape, scales } => {
                printer.write(":{");
                printer.comma_separated(blocks.iter(), |printer, (dimension, size)| {
                    printer.display(format_args!("{dimension}:{size}"));
                });
                printer.write("}, ");
                print_blocks(shape, scales, printer);
            }
        }
        printer.write(">");
    }
}

impl CustomParameters for CalibratedQuantizedType {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let expressed = parser.parse_type()?;
        parser.parse_punct("<")?;
        let min = parse_number(parser)?.to_bits();
        parser.parse_punct(":")?;
        let max = parse_number(parser)?.to_bits();
        parser.parse_punct(">")?;
        parser.parse_punct(">")?;
        Ok(Self { expressed, min, max })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<");
        printer.ty(self.expressed);
        printer.write("<");
        print_number(f64::from_bits(self.min), printer);
        printer.write(":");
        print_number(f64::from_bits(self.max), printer);
        printer.write(">>");
    }
}
