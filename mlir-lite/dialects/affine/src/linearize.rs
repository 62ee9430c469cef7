//! `affine.delinearize_index` and `affine.linearize_index`: conversions between one index and
//! several.

use crate::expand_affine_expr;
use crate::lowering::{NOT_DEFINED, Std, as_values};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::dialects::standard::edsc::edsc;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::types::DYNAMIC;

/// Splits an index into subscripts of a shape, the last of which runs fastest.
///
/// The first size may be left out: it bounds nothing then.
///
/// ```mlir
/// %0:3 = affine.delinearize_index %i into (16, %n, 224) : index, index, index
/// ```
#[op(
    name = "affine.delinearize_index",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Std>)
)]
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
#[op(
    name = "affine.linearize_index",
    traits(Pure, AttrSizedOperandSegments),
    implements(CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Std>)
)]
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

/// Parses `(4, %n)`; returns the operands, and the sizes as the attribute.
fn parse_basis<'s>(
    parser: &mut OpAsmParser<'_, 's>,
) -> Parsed<(Vec<UnresolvedOperand<'s>>, Vec<i64>)> {
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

/// The sizes of a verified op, some of which are operands.
#[derive(Copy, Clone)]
struct Basis<'b> {
    numbers: Attribute,
    operands: ValueRange<'b>,
}

impl DelinearizeIndexOpRef<'_> {
    fn basis(&self) -> Basis<'_> {
        Basis { numbers: self.static_basis(), operands: self.dynamic_basis() }
    }
}

impl LinearizeIndexOpRef<'_> {
    fn basis(&self) -> Basis<'_> {
        Basis { numbers: self.static_basis(), operands: self.dynamic_basis() }
    }
}

impl Basis<'_> {
    /// All sizes; the smallest number stands for one that is an operand.
    fn numbers(self, ctx: &Context) -> Vec<i64> {
        self.numbers.as_i64_array(ctx).expect("a verified basis is an array of numbers")
    }

    /// The sizes at run time.
    fn sizes(self, m: &Machine<'_>) -> Result<Vec<i64>, Trap> {
        let mut dynamic = m.indices(self.operands)?.into_iter();
        let sizes = self.numbers(m.context()).into_iter();
        let size = |size| {
            if size == DYNAMIC { dynamic.next().ok_or_else(Trap::malformed) } else { Ok(size) }
        };
        sizes.map(size).collect()
    }
}

fn print_basis(basis: Basis<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    let mut operands = basis.operands.ids();
    printer.write("(");
    for (i, size) in basis.numbers(printer.context()).into_iter().enumerate() {
        printer.write(if i > 0 { ", " } else { "" });
        match (size == DYNAMIC).then(|| operands.next()).flatten() {
            Some(operand) => printer.operand(operand),
            None => printer.display(size),
        }
    }
    printer.write(")");
}

/// Checks the sizes; `indices` is the number of subscripts.
fn verify_basis(op: OpRef<'_>, basis: Basis<'_>, indices: usize, diagnostics: &mut Diagnostics) {
    let dynamic = basis.operands.len();
    let basis = basis.numbers(op.context());
    let unknown = basis.iter().filter(|&&size| size == DYNAMIC).count();
    if unknown != dynamic {
        let message = format!(
            "expects an operand for each size that 'static_basis' leaves open, {unknown}, but \
                found {dynamic}"
        );
        diagnostics.error(op.op_error(message));
    } else if basis.iter().any(|&size| size != DYNAMIC && size < 1) {
        diagnostics.error(op.op_error("expects sizes of at least 1"));
    } else if indices == 0 || (indices != basis.len() && indices != basis.len() + 1) {
        let sizes = basis.len();
        let message = format!(
            "expects as many indices as sizes, or one more: {indices} indices, {sizes} sizes"
        );
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
        printer.write(" ");
        printer.operand(op.linear_index().id());
        printer.write(" into ");
        print_basis(op.basis(), printer);
        printer.attr_dict(op.op(), &["static_basis"]);
        printer.write(" : ");
        printer.types(op.multi_index().types());
    }
}

impl VerifyOp for DelinearizeIndexOp {
    fn verify(op: DelinearizeIndexOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_basis(op.op(), op.basis(), op.multi_index().len(), diagnostics);
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
        printer.write(if op.disjoint() == Attribute::UNIT { " disjoint [" } else { " [" });
        printer.operands(op.multi_index().ids());
        printer.write("] by ");
        print_basis(op.basis(), printer);
        // A flag that is `true` is not the keyword, as in MLIR.
        let is_written = matches!(op.disjoint(), Attribute::UNIT | Attribute::FALSE);
        let elided = ["static_basis", "operandSegmentSizes", "disjoint"];
        printer.attr_dict(op.op(), if is_written { &elided } else { &elided[..2] });
        printer.write(" : ");
        printer.ty(op.linear_index().ty());
    }
}

impl VerifyOp for LinearizeIndexOp {
    fn verify(op: LinearizeIndexOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_basis(op.op(), op.basis(), op.multi_index().len(), diagnostics);
    }
}

impl InterpretOp for DelinearizeIndexOp {
    fn interpret<'b>(op: DelinearizeIndexOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut rest = m.get(op.linear_index()).as_index()?;
        let sizes = op.basis().sizes(m)?;
        let count = op.multi_index().len();
        let mut parts = Values::from_elem(Value::index(0), count);
        // The first index takes the rest; its size, if there is one, bounds it.
        for index in (1..count).rev() {
            let size = sizes[sizes.len() - (count - index)];
            if size <= 0 {
                return Err(Trap::new(format!("an index is split by the size {size}")));
            }
            parts[index] = Value::index(rest.rem_euclid(size));
            rest = rest.div_euclid(size);
        }
        if sizes.len() == count && !(0..sizes[0]).contains(&rest) {
            return Err(Trap::new(format!(
                "an index is split whose first part, {rest}, is not below {}",
                sizes[0]
            )));
        }
        parts[0] = Value::index(rest);
        m.set_results(op.op(), parts);
        Ok(Flow::Next)
    }
}

impl InterpretOp for LinearizeIndexOp {
    fn interpret<'b>(op: LinearizeIndexOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let indices = m.indices(op.multi_index())?;
        let (count, sizes) = (indices.len(), op.basis().sizes(m)?);
        let disjoint =
            op.disjoint() == Attribute::UNIT || op.disjoint().as_bool(op.context()) == Some(true);
        let mut sum: i64 = 0;
        for (i, index) in indices.into_iter().enumerate() {
            let size = (sizes.len() + i).checked_sub(count).and_then(|at| sizes.get(at).copied());
            if let Some(size) = size
                && disjoint
                && !(0..size).contains(&index)
            {
                return Err(Trap::new(format!(
                    "the index {index} is joined, which is not below its size {size}"
                )));
            }
            let size = if i == 0 { 0 } else { size.unwrap_or(0) };
            sum = sum.wrapping_mul(size).wrapping_add(index);
        }
        m.set_result(op.linear_index(), Value::index(sum))
    }
}

const NO_SIZE: &str = "a size is missing";

/// The last index is the remainder by the last size, and so on; the first is the rest, whose size
/// is only a bound.
impl LowerTo<Std> for DelinearizeIndexOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let mut rest = op.linear_index(body);
        let count = body.num_results(op.id());
        let numbers =
            op.static_basis(body).as_i64_array(body.context()).ok_or("the basis is missing")?;
        let dynamic = op.dynamic_basis(body);
        let sizes = as_values(rewriter, &numbers, &dynamic).ok_or(NO_SIZE)?;
        let ctx = rewriter.context().clone();
        // For an index and a size: the rest, and the remainder.
        let (index, size) = (ctx.affine_dim(0), ctx.affine_symbol(0));
        let (quotient, remainder) = (ctx.affine_floordiv(index, size), ctx.affine_mod(index, size));
        let mut results: SmallVec<[ValueId; 4]> = SmallVec::new();
        for &size in sizes.iter().rev().take(count.saturating_sub(1)) {
            let result = expand_affine_expr(rewriter, remainder, &[rest], &[size]);
            results.push(result.ok_or(NOT_DEFINED)?);
            rest = expand_affine_expr(rewriter, quotient, &[rest], &[size]).ok_or(NOT_DEFINED)?;
        }
        results.push(rest);
        results.reverse();
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}

/// Each index is multiplied by all sizes after it; the first one's size is only a bound.
impl LowerTo<Std> for LinearizeIndexOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let indices = op.multi_index(body);
        let numbers =
            op.static_basis(body).as_i64_array(body.context()).ok_or("the basis is missing")?;
        let dynamic = op.dynamic_basis(body);
        let sizes = as_values(rewriter, &numbers, &dynamic).ok_or(NO_SIZE)?;
        let Some((&first, others)) = indices.split_first() else {
            let zero = standard::ConstantOp::index(rewriter, 0);
            rewriter.replace_op(op.id(), &[zero]);
            return Ok(());
        };
        let sizes = &sizes[sizes.len().saturating_sub(others.len())..];
        let sum = edsc(rewriter, |e| {
            let terms = others.iter().zip(sizes);
            terms.fold(e.expr(first), |sum, (&index, &size)| sum * size + index).id()
        });
        rewriter.replace_op(op.id(), &[sum]);
        Ok(())
    }
}
