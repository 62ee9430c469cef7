//! Elements of vectors, and `freeze`.

use super::aggregates::print_line_end;
use crate::constraints::*;
use mlir_lite::interpreter::shuffle::{choose, print_shuffle, shuffled, verify_positions};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, run_shape, zero_value};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::element_count;

/// The element of a vector at a position.
///
/// ```mlir
/// %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
/// ```
#[op(name = "llvm.extractelement", traits(Pure), implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct ExtractElementOp {
    #[operand]
    vector: LlvmVector,
    #[operand]
    position: AnySignlessInteger,
    #[result]
    res: LlvmValue,
}

impl InterpretOp for ExtractElementOp {
    fn interpret<'b>(op: ExtractElementOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (_, values) = elements(m, op.vector())?;
        let value = values.get(element_number(m, op.position())?).cloned().unwrap_or(Value::Poison);
        m.set_result(op.res(), value)
    }
}

/// A vector with one element changed.
///
/// ```mlir
/// %0 = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
/// ```
#[op(name = "llvm.insertelement", traits(Pure), implements(CustomAssembly, VerifyOp, InterpretOp))]
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

impl InterpretOp for InsertElementOp {
    fn interpret<'b>(op: InsertElementOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (shape, mut values) = elements(m, op.vector())?;
        let value = match values.get_mut(element_number(m, op.position())?) {
            Some(slot) => {
                *slot = m.get(op.value());
                Value::elements(&shape, values)
            }
            None => Value::Poison,
        };
        m.set_result(op.res(), value)
    }
}

/// Elements of two vectors, by their positions in both, one after the other;
/// -1 for any value.
///
/// ```mlir
/// %0 = llvm.shufflevector %v, %w [0, 4, 1, 5] : vector<4xf32>
/// ```
#[op(name = "llvm.shufflevector", traits(Pure), implements(CustomAssembly, VerifyOp, InterpretOp))]
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

impl InterpretOp for ShuffleVectorOp {
    fn interpret<'b>(op: ShuffleVectorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (_, first) = elements(m, op.v1())?;
        let (_, second) = elements(m, op.v2())?;
        let mask = op.mask().as_i64_array(op.context()).ok_or_else(Trap::malformed)?;
        // The mask of a scalable vector has one position for all elements.
        let sizes = run_shape(op.context(), op.res().ty()).ok_or_else(Trap::malformed)?;
        let length = usize::try_from(sizes[0]).map_err(|_| Trap::malformed())?;
        let mask: Vec<i64> = mask.iter().copied().cycle().take(length).collect();
        m.set_result(op.res(), choose(&first, &second, &mask))
    }
}

/// The value, or any one value in place of an undefined one.
#[op(
    name = "llvm.freeze",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$val attr-dict `:` type($val)"
)]
pub struct FreezeOp {
    #[operand]
    val: LlvmValue,
    #[result]
    res: LlvmValue,
}

impl InterpretOp for FreezeOp {
    fn interpret<'b>(op: FreezeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = match m.get(op.val()) {
            Value::Poison => zero_value(m.context(), op.res().ty()),
            value => value,
        };
        m.set_result(op.res(), value)
    }
}

/// The position in a vector; a position beyond the end gives poison.
fn element_number(m: &Machine<'_>, position: ValueRef<'_>) -> Result<usize, Trap> {
    Ok(usize::try_from(m.get(position).as_int()?).unwrap_or(usize::MAX))
}

/// The shape and the elements of a vector; a poison vector has the number of elements of its type.
fn elements(m: &Machine<'_>, vector: ValueRef<'_>) -> Result<(Vec<i64>, Vec<Value>), Trap> {
    match m.get(vector) {
        Value::Poison => {
            let shape = vector.ty().static_shape(m.context()).ok_or_else(Trap::malformed)?;
            let count = element_count(shape).unwrap_or(0);
            Ok((shape.to_vec(), vec![Value::Poison; count]))
        }
        value => {
            let elements = value.as_elements()?;
            Ok((elements.shape.to_vec(), elements.values.clone()))
        }
    }
}

/// Parses `%v[%i : i32] {..} : vector<4xf32>`, preceded by the inserted value if there is one;
/// returns the vector's type.
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

fn print(
    op: OpRef<'_>,
    vector: ValueRef<'_>,
    position: ValueRef<'_>,
    printer: &mut OpAsmPrinter<'_, '_>,
) {
    printer.operand(vector.id());
    printer.write("[");
    printer.operand(position.id());
    printer.write(" : ");
    printer.ty(position.ty());
    printer.write("]");
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    printer.ty(vector.ty());
}

impl CustomAssembly for ExtractElementOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ty = parse(parser, false)?;
        let element = ty.element_or_self(parser.context());
        parser.add_result_type(element);
        Ok(())
    }

    fn print<'b>(op: ExtractElementOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        print(op.op(), op.vector(), op.position(), printer);
    }
}

impl CustomAssembly for InsertElementOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ty = parse(parser, true)?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: InsertElementOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.value().id());
        printer.write(", ");
        print(op.op(), op.vector(), op.position(), printer);
    }
}

impl VerifyOp for ExtractElementOp {
    fn verify(op: ExtractElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.vector().ty().element_type(op.context()) != Some(op.res().ty()) {
            diagnostics.error(op.op().op_error("expects a result of the vector's element type"));
        }
    }
}

impl VerifyOp for InsertElementOp {
    fn verify(op: InsertElementOpRef<'_>, diagnostics: &mut Diagnostics) {
        let vector = op.vector().ty();
        if vector != op.res().ty() || vector.element_type(op.context()) != Some(op.value().ty()) {
            let message =
                "expects a value of the vector's element type, and a result of the vector's type";
            diagnostics.error(op.op().op_error(message));
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
            return Err(parser
                .error(position, "expected LLVM dialect-compatible vector type, and positions"));
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
        print_shuffle(op.op(), op.mask(), printer);
        printer.write(" : ");
        printer.ty(op.v1().ty());
        print_line_end(printer);
    }
}

impl VerifyOp for ShuffleVectorOp {
    fn verify(op: ShuffleVectorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, first) = (op.context(), op.v1().ty());
        let mask = op.mask().expect_i64_array(ctx);
        let result = shuffled(ctx, first, mask.len());
        if first != op.v2().ty() || mask.is_empty() || op.res().ty() != result {
            let message = "expects vectors of one type, and as result one of their elements, as \
                long as the mask";
            diagnostics.error(op.op().op_error(message));
            return;
        }
        let total = 2 * first.shape(ctx).and_then(|shape| shape.first().copied()).unwrap_or(0);
        verify_positions(op.op(), &mask, total, diagnostics);
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractElementOp>();
    dialect.op::<InsertElementOp>();
    dialect.op::<ShuffleVectorOp>();
    dialect.op::<FreezeOp>();
}
