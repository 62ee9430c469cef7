//! Fields of structs and elements of arrays.

use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::type_at;
use crate::ir::prelude::*;
use crate::text::print_type;

fn position_of(op: OpRef<'_>) -> Vec<i64> {
    op.inherent_attr(0).and_then(|position| position.as_i64_array(op.context())).unwrap_or_default()
}

fn print_position(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    let position: Vec<String> = position_of(op).iter().map(i64::to_string).collect();
    printer.display(format_args!("[{}]", position.join(", ")));
}

fn parse_position(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Vec<i64>> {
    parser.parse_punct("[")?;
    let mut position = Vec::new();
    parser.parse_list_until("]", |parser| {
        position.push(parser.parse_integer()?);
        Ok(())
    })?;
    Ok(position)
}

/// MLIR 22 ends these ops with a blank.
pub(super) fn print_line_end(printer: &mut OpAsmPrinter<'_, '_>) {
    if printer.is_upstream() {
        printer.write(" ");
    }
}

/// A field of a struct or an element of an array.
#[op(name = "llvm.extractvalue", traits(Pure), assembly = custom, verify)]
pub struct ExtractValueOp {
    /// Index of the field, index in that, and so on.
    #[attr]
    position: DenseI64ArrayAttr,
    #[operand]
    container: LlvmAggregate,
    #[result]
    res: LlvmValue,
}

impl CustomAssembly for ExtractValueOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let container = parser.parse_operand()?;
        let at = parser.position();
        let position = parse_position(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let value = parser.resolve(&container, ty)?;
        parser.add_operand(value);
        let ctx = parser.context().clone();
        parser.set_attr("position", ctx.i64_array_attr(&position));
        match type_at(&ctx, ty, &position) {
            Ok(ty) => {
                parser.add_result_type(ty);
                Ok(())
            }
            Err(message) => Err(parser.error(at, message)),
        }
    }

    fn print<'b>(op: ExtractValueOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        print_position(op, printer);
        printer.attr_dict(op, &["position"]);
        printer.write(" : ");
        printer.types(op.operand_types());
        print_line_end(printer);
    }
}

impl VerifyOp for ExtractValueOp {
    fn verify(op: ExtractValueOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let (Some(container), Some(result)) = (op.operand_types().next(), op.result_types().next()) else {
            return;
        };
        check_position(op, container, result, diagnostics);
    }
}

/// Reports if what is at the op's position is not of type `inner`.
fn check_position(op: OpRef<'_>, container: Type, inner: Type, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    match type_at(ctx, container, &position_of(op)) {
        Ok(ty) if ty == inner => {}
        Ok(ty) => {
            let (ty, inner) = (print_type(ctx, ty), print_type(ctx, inner));
            diagnostics.error(
                op.op_error(format_args!("expects a value of type '{ty}' for the position, found '{inner}'")),
            );
        }
        Err(message) => {
            diagnostics.error(op.op_error(message));
        }
    }
}

/// A struct or array with one field or element changed.
#[op(name = "llvm.insertvalue", traits(Pure), assembly = custom, verify)]
pub struct InsertValueOp {
    /// Index of the field, index in that, and so on.
    #[attr]
    position: DenseI64ArrayAttr,
    #[operand]
    container: LlvmAggregate,
    #[operand]
    value: LlvmValue,
    #[result]
    res: LlvmAggregate,
}

impl CustomAssembly for InsertValueOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let container = parser.parse_operand()?;
        let at = parser.position();
        let position = parse_position(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let ctx = parser.context().clone();
        parser.set_attr("position", ctx.i64_array_attr(&position));
        let inner = match type_at(&ctx, ty, &position) {
            Ok(inner) => inner,
            Err(message) => return Err(parser.error(at, message)),
        };
        let container = parser.resolve(&container, ty)?;
        let value = parser.resolve(&value, inner)?;
        parser.add_operands(&[container, value]);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: InsertValueOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operands([op.operand(1), op.operand(0)]);
        print_position(op, printer);
        printer.attr_dict(op, &["position"]);
        printer.write(" : ");
        printer.types(op.result_types());
        print_line_end(printer);
    }
}

impl VerifyOp for InsertValueOp {
    fn verify(op: InsertValueOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
        let [container, value, result] = types[..] else { return };
        if container != result {
            diagnostics.error(op.op_error("expects a result of the container's type"));
            return;
        }
        check_position(op, container, value, diagnostics);
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractValueOp>();
    dialect.op::<InsertValueOp>();
}
