//! `affine.delinearize_index` and `affine.linearize_index`: one index as
//! several, and back.

use crate::ir::prelude::*;
use crate::text::asm::UnresolvedOperand;
use crate::types::DYNAMIC;

/// Splits an index into subscripts of a shape, the last of which runs fastest.
///
/// The first size may be left out: it bounds nothing then.
///
/// ```mlir
/// %0:3 = affine.delinearize_index %i into (16, %n, 224) : index, index, index
/// ```
#[op(name = "affine.delinearize_index", traits(Pure), assembly = custom, verify, fold, canonicalize)]
pub struct DelinearizeIndexOp {
    #[operand]
    linear_index: Index,
    /// The sizes that are not constants.
    #[operand]
    dynamic_basis: Variadic<Index>,
    /// All sizes; the smallest number stands for one that is an operand.
    #[attr]
    static_basis: DenseI64ArrayAttr,
    #[result]
    multi_index: Variadic<Index>,
}

/// Joins subscripts of a shape to one index.
///
/// `disjoint` says that each subscript is less than its size.
///
/// ```mlir
/// %0 = affine.linearize_index disjoint [%i, %j, %k] by (2, %n, 5) : index
/// ```
#[op(name = "affine.linearize_index", traits(Pure, AttrSizedOperandSegments), assembly = custom, verify, fold,
     canonicalize)]
pub struct LinearizeIndexOp {
    #[operand]
    multi_index: Variadic<Index>,
    /// The sizes that are not constants.
    #[operand]
    dynamic_basis: Variadic<Index>,
    /// All sizes; the smallest number stands for one that is an operand.
    #[attr]
    static_basis: DenseI64ArrayAttr,
    /// Whether each subscript is less than its size.
    #[attr(default = not_disjoint)]
    disjoint: FlagAttr,
    #[result]
    linear_index: Index,
}

/// `unit`, or `false`: what MLIR writes for a flag that is a property.
pub struct FlagAttr;

impl AttrConstraint for FlagAttr {
    fn describe() -> String {
        "unit or bool attribute".into()
    }
    fn matches(ctx: &Context, attr: Attribute) -> bool {
        attr == Attribute::UNIT || attr.as_bool(ctx).is_some()
    }
}

fn not_disjoint(_ctx: &Context) -> Attribute {
    Attribute::FALSE
}

/// Reads `(4, %n)`; gives the operands, and the sizes as the attribute.
fn parse_basis<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<(Vec<UnresolvedOperand<'s>>, Vec<i64>)> {
    parser.parse_punct("(")?;
    let (mut operands, mut sizes) = (Vec::new(), Vec::new());
    if !parser.parse_optional_punct(")") {
        loop {
            match parser.parse_optional_operand()? {
                Some(operand) => {
                    operands.push(operand);
                    sizes.push(DYNAMIC);
                }
                None => sizes.push(parser.parse_integer()?),
            }
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(")")?;
    }
    let basis = parser.context().i64_array_attr(&sizes);
    parser.set_attr("static_basis", basis);
    Ok((operands, sizes))
}

fn basis(op: OpRef<'_>) -> Vec<i64> {
    op.attr_named("static_basis").and_then(|basis| basis.as_i64_array(op.context())).unwrap_or_default()
}

fn print_basis(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>, operands: &[ValueId]) {
    let mut operands = operands.iter();
    printer.write("(");
    for (i, size) in basis(op).into_iter().enumerate() {
        printer.write(if i > 0 { ", " } else { "" });
        match (size == DYNAMIC).then(|| operands.next()).flatten() {
            Some(&operand) => printer.operand(operand),
            None => printer.display(size),
        }
    }
    printer.write(")");
}

/// Checks the sizes; `indices` is the number of subscripts.
fn verify_basis(op: OpRef<'_>, dynamic: usize, indices: usize, diagnostics: &mut Diagnostics) {
    let basis = basis(op);
    let unknown = basis.iter().filter(|&&size| size == DYNAMIC).count();
    if unknown != dynamic {
        let message = format_args!(
            "expects an operand for each size that 'static_basis' leaves open, {unknown}, but found {dynamic}"
        );
        diagnostics.error(op.op_error(message));
    } else if basis.iter().any(|&size| size != DYNAMIC && size < 1) {
        diagnostics.error(op.op_error("expects sizes of at least 1"));
    } else if indices == 0 || (indices != basis.len() && indices != basis.len() + 1) {
        let sizes = basis.len();
        let message =
            format_args!("expects as many indices as sizes, or one more: {indices} indices, {sizes} sizes");
        diagnostics.error(op.op_error(message));
    }
}

impl CustomAssembly for DelinearizeIndexOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let index = parser.parse_operand()?;
        parser.parse_keyword("into")?;
        let (operands, _) = parse_basis(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let types = parser.parse_type_list()?;
        for operand in [index].iter().chain(&operands) {
            let value = parser.resolve(operand, Type::INDEX)?;
            parser.add_operand(value);
        }
        parser.add_result_types(&types);
        Ok(())
    }

    fn print<'b>(op: DelinearizeIndexOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(" into ");
        let operands: Vec<ValueId> = op.operands().skip(1).collect();
        print_basis(op, printer, &operands);
        printer.attr_dict(op, &["static_basis"]);
        printer.write(" : ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for DelinearizeIndexOp {
    fn verify(op: DelinearizeIndexOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_basis(op, op.num_operands() - 1, op.num_results(), diagnostics);
    }
}

impl CustomAssembly for LinearizeIndexOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_keyword("disjoint") {
            parser.set_attr("disjoint", Attribute::UNIT);
        }
        let indices = parser.parse_operands_in("[", "]")?;
        parser.parse_keyword("by")?;
        let (operands, _) = parse_basis(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        for operand in indices.iter().chain(&operands) {
            let value = parser.resolve(operand, Type::INDEX)?;
            parser.add_operand(value);
        }
        let sizes = parser.context().i32_array_attr(&[indices.len() as i32, operands.len() as i32]);
        parser.set_attr("operandSegmentSizes", sizes);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: LinearizeIndexOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        let Some(this) = op.cast::<Self>().map(OpView::handle) else { return };
        let body = op.body();
        printer.write(if op.attr_named("disjoint") == Some(Attribute::UNIT) { " disjoint [" } else { " [" });
        printer.operands(this.multi_index(body));
        printer.write("] by ");
        print_basis(op, printer, &this.dynamic_basis(body));
        printer.attr_dict(op, &["static_basis", "disjoint", "operandSegmentSizes"]);
        printer.write(" : ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for LinearizeIndexOp {
    fn verify(op: LinearizeIndexOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let Some(this) = op.cast::<Self>().map(OpView::handle) else { return };
        let (indices, operands) = (this.multi_index(op.body()), this.dynamic_basis(op.body()));
        verify_basis(op, operands.len(), indices.len(), diagnostics);
    }
}
