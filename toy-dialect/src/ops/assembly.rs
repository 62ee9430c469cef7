//! The custom form of most ops of the dialect: operands, attributes, and one type if all are the
//! same.

use mlir_lite::ir::prelude::*;

pub(crate) fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let position = parser.position();
    let operands = parser.parse_operand_list()?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let (inputs, results) = if parser.at_punct("(") {
        parser.parse_function_type()?
    } else {
        let ty = parser.parse_type()?;
        (vec![ty; operands.len()], vec![ty])
    };
    let values = parser.resolve_all(&operands, &inputs, position)?;
    parser.add_operands(&values);
    parser.add_result_types(&results);
    Ok(())
}

pub(crate) fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
    if op.num_operands() > 0 {
        printer.write(" ");
    }
    printer.operands(op.operands());
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    let (inputs, results): (Vec<_>, Vec<_>) =
        (op.operand_types().collect(), op.result_types().collect());
    match (&inputs[..], &results[..]) {
        ([first, rest @ ..], [result]) if first == result && rest.iter().all(|ty| ty == first) => {
            printer.ty(*first);
        }
        _ => printer.function_type(&inputs, &results),
    }
}

/// Gives ops this form.
macro_rules! usual_assembly {
    ($($op:ty),* $(,)?) => {
        $(
            impl CustomAssembly for $op {
                fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
                    $crate::ops::assembly::parse(parser)
                }
                fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
                    $crate::ops::assembly::print(op.op(), printer);
                }
            }
        )*
    };
}
pub(crate) use usual_assembly;
