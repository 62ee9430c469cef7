//! Elements of vectors, and values that are no longer undefined.

use super::aggregates::print_line_end;
use crate::dialects::llvm::constraints::*;
use crate::dialects::shuffle::{mask_of, print_shuffle, shuffled, verify_positions};
use crate::ir::prelude::*;

/// The element of a vector at a position.
///
/// ```mlir
/// %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
/// ```
#[op(name = "llvm.extractelement", traits(Pure), assembly = custom, verify)]
pub struct ExtractElementOp {
    #[operand]
    vector: LlvmVector,
    #[operand]
    position: AnySignlessInteger,
    #[result]
    res: LlvmValue,
}

/// A vector with one element changed.
///
/// ```mlir
/// %0 = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
/// ```
#[op(name = "llvm.insertelement", traits(Pure), assembly = custom, verify)]
pub struct InsertElementOp {
    #[operand]
    vector: LlvmVector,
    #[operand]
    value: LlvmValue,
    #[operand]
    position: AnySignlessInteger,
    #[result]
    res: LlvmVector,
}

/// Elements of two vectors, by their positions in both, one after the other;
/// -1 for any value.
///
/// ```mlir
/// %0 = llvm.shufflevector %v, %w [0, 4, 1, 5] : vector<4xf32>
/// ```
#[op(name = "llvm.shufflevector", traits(Pure), assembly = custom, verify)]
pub struct ShuffleVectorOp {
    #[operand]
    v1: LlvmVector,
    #[operand]
    v2: LlvmVector,
    #[attr]
    mask: DenseI32ArrayAttr,
    #[result]
    res: LlvmVector,
}

/// The value, or any one value in the place of an undefined one.
#[op(name = "llvm.freeze", traits(Pure, SameOperandsAndResultType), format = "$val attr-dict `:` type($val)")]
pub struct FreezeOp {
    #[operand]
    val: LlvmValue,
    #[result]
    res: LlvmValue,
}

/// Reads `%v[%i : i32] {..} : vector<4xf32>` and what stands before it, if
/// there is a value to insert; gives the vector's type.
fn parse(parser: &mut OpAsmParser<'_, '_>, inserts: bool) -> Parsed<Type> {
    let inserted = if inserts {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        Some(value)
    } else {
        None
    };
    let vector = parser.parse_operand()?;
    parser.parse_punct("[")?;
    let index = parser.parse_operand()?;
    parser.parse_punct(":")?;
    let index_type = parser.parse_type()?;
    parser.parse_punct("]")?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let position = parser.position();
    let ty = parser.parse_type()?;
    if !LlvmVector::matches(parser.context(), ty) {
        return Err(parser.error(position, "expected LLVM dialect-compatible vector type"));
    }
    let element = ty.element_or_self(parser.context());
    let vector = parser.resolve(&vector, ty)?;
    parser.add_operand(vector);
    if let Some(inserted) = inserted {
        let value = parser.resolve(&inserted, element)?;
        parser.add_operand(value);
    }
    let index = parser.resolve(&index, index_type)?;
    parser.add_operand(index);
    Ok(ty)
}

fn print(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    let position = op.num_operands() - 1;
    printer.operand(op.operand(0));
    printer.write("[");
    printer.operand(op.operand(position));
    printer.write(" : ");
    printer.types(op.operand_types().skip(position));
    printer.write("]");
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    printer.types(op.operand_types().take(1));
}

impl CustomAssembly for ExtractElementOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ty = parse(parser, false)?;
        let element = ty.element_or_self(parser.context());
        parser.add_result_type(element);
        Ok(())
    }

    fn print<'b>(op: ExtractElementOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        print(op, printer);
    }
}

impl CustomAssembly for InsertElementOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ty = parse(parser, true)?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: InsertElementOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(1));
        printer.write(", ");
        print(op, printer);
    }
}

impl VerifyOp for ExtractElementOp {
    fn verify(op: ExtractElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let vector = op.operand_types().next();
        if vector.and_then(|vector| vector.element_type(op.context())) != op.result_types().next() {
            diagnostics.error(op.op_error("expects a result of the vector's element type"));
        }
    }
}

impl VerifyOp for InsertElementOp {
    fn verify(op: InsertElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let types: Vec<Type> = op.operand_types().take(2).chain(op.result_types()).collect();
        let [vector, value, result] = types[..] else { return };
        if vector != result || vector.element_type(op.context()) != Some(value) {
            diagnostics.error(
                op.op_error(
                    "expects a value of the vector's element type, and a result of the vector's type",
                ),
            );
        }
    }
}

impl CustomAssembly for ShuffleVectorOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let first = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let second = parser.parse_operand()?;
        parser.parse_punct("[")?;
        let mut mask = Vec::new();
        parser.parse_list_until("]", |parser| {
            let position = parser.position();
            match i32::try_from(parser.parse_integer()?) {
                Ok(index) => mask.push(index),
                Err(_) => return Err(parser.error(position, "expected a position of 32 bits")),
            }
            Ok(())
        })?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let ctx = parser.context().clone();
        if !LlvmVector::matches(&ctx, ty) || mask.is_empty() {
            return Err(parser.error(position, "expected LLVM dialect-compatible vector type, and positions"));
        }
        for operand in [first, second] {
            let value = parser.resolve(&operand, ty)?;
            parser.add_operand(value);
        }
        parser.set_attr("mask", ctx.i32_array_attr(&mask));
        parser.add_result_type(shuffled(&ctx, ty, mask.len()));
        Ok(())
    }

    fn print<'b>(op: ShuffleVectorOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_shuffle(op, printer);
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
        print_line_end(printer);
    }
}

impl VerifyOp for ShuffleVectorOp {
    fn verify(op: ShuffleVectorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
        let [first, second, result] = types[..] else { return };
        let mask = mask_of(op).unwrap_or_default();
        if first != second || mask.is_empty() || result != shuffled(ctx, first, mask.len()) {
            let message =
                "expects vectors of one type, and as result one of their elements, as long as the mask";
            diagnostics.error(op.op_error(message));
            return;
        }
        let total = 2 * first.shape(ctx).and_then(|shape| shape.first().copied()).unwrap_or(0);
        verify_positions(op, &mask, total, diagnostics);
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractElementOp>();
    dialect.op::<InsertElementOp>();
    dialect.op::<ShuffleVectorOp>();
    dialect.op::<FreezeOp>();
}
