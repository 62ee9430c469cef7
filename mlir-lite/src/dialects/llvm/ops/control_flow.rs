//! Branches between the blocks of a function.

use super::properties::BRANCH;
use crate::attributes::{ApInt, DenseElements};
use crate::dialects::llvm::constraints::*;
use crate::dialects::weights::Weights;
use crate::ir::prelude::*;
use crate::types::TypeKind;

/// Goes on in another block.
#[op(
    name = "llvm.br", properties = BRANCH,
    traits(Pure, Terminator),
    format = "$dest attr-dict"
)]
pub struct BrOp {
    #[successor]
    dest: AnySuccessor,
}

/// Goes on in one of two blocks.
#[op(
    name = "llvm.cond_br", properties = BRANCH,
    traits(Pure, Terminator),
    interfaces(BranchOpInterface),
    format = "$condition custom<Weights>() `,` $true_dest `,` $false_dest attr-dict",
    verify
)]
pub struct CondBrOp {
    #[operand]
    condition: I1,
    #[successor]
    true_dest: AnySuccessor,
    #[successor]
    false_dest: AnySuccessor,
    /// How often each is taken, compared to the other.
    #[attr]
    branch_weights: Optional<DenseI32ArrayAttr>,
}

impl CondBrOp {
    /// Goes on at `true_dest` if the condition holds, else at `false_dest`.
    pub fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        condition: ValueId,
        true_dest: (BlockId, &[ValueId]),
        false_dest: (BlockId, &[ValueId]),
    ) -> Self {
        Self::build(builder, location, condition, true_dest, false_dest, None)
    }
}

/// Reports weights that are not as many as blocks.
fn verify_weights(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let weights = op.attr_named("branch_weights").and_then(|weights| weights.as_i64_array(op.context()));
    if let Some(weights) = weights
        && weights.len() != op.successors().len()
    {
        let (weights, blocks) = (weights.len(), op.successors().len());
        let message = format_args!(
            "expects number of branch weights to match number of successors: {weights} vs {blocks}"
        );
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for CondBrOp {
    fn verify(op: CondBrOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_weights(op, diagnostics);
    }
}

impl BranchOpInterface for CondBrOpRef<'_> {
    fn successor_for(&self, operands: &[Option<Attribute>]) -> Option<usize> {
        let op = self.op();
        let condition = (*operands.first()?)?.as_bool(op.context())?;
        Some(usize::from(!condition))
    }
}

/// Goes on in the block of the case that equals the value, or else in the
/// first, the default.
#[op(name = "llvm.switch", traits(Pure, Terminator), assembly = custom, verify)]
pub struct SwitchOp {
    #[operand]
    value: LlvmInteger,
    /// Elements of the value's type, one per case.
    #[attr]
    case_values: Optional<DenseElementsAttr>,
    /// How often each block is taken, compared to the others.
    #[attr]
    branch_weights: Optional<DenseI32ArrayAttr>,
    /// The default, then the cases.
    #[successor]
    destinations: Variadic<AnySuccessor>,
}

/// The cases of a switch, as integers of its operand's type.
pub fn switch_cases(op: OpRef<'_>) -> Vec<Attribute> {
    let ctx = op.context();
    let Some(cases) = op.attr_named("case_values").and_then(|cases| cases.dense(ctx)) else {
        return Vec::new();
    };
    let Some((element, width)) = cases.ty().element_type(ctx).and_then(|ty| Some((ty, ty.bit_width(ctx)?)))
    else {
        return Vec::new();
    };
    let case = |i| ctx.try_apint_attr(element, ApInt::from_le_bytes(width, cases.element(ctx, i)?));
    (0..cases.len(ctx)).filter_map(case).collect()
}

/// The cases as one attribute: elements of a vector.
fn cases_attr(ctx: &Context, ty: Type, cases: &[ApInt]) -> Attribute {
    let bytes: Vec<Vec<u8>> = cases.iter().map(ApInt::to_le_bytes).collect();
    let is_splat = bytes.windows(2).all(|pair| pair[0] == pair[1]);
    let data = if is_splat { bytes[0].clone() } else { bytes.concat() };
    let ty = ctx.vector_type(&[cases.len() as i64], ty);
    ctx.dense_attr(DenseElements::new(ty, data.into(), is_splat))
}

impl CustomAssembly for SwitchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let value = parser.resolve(&value, ty)?;
        parser.add_operand(value);
        parser.parse_punct(",")?;
        parser.parse_successor()?;
        parser.parse_punct("[")?;
        let mut cases = Vec::new();
        let width = match ty.kind(parser.context()) {
            TypeKind::Integer { width, .. } => *width,
            _ => 0,
        };
        if width == 0 {
            return Err(parser.error(position, "expected an integer type"));
        }
        if !parser.parse_optional_punct("]") {
            loop {
                cases.push(ApInt::from_i64(width, parser.parse_integer()?));
                parser.parse_punct(":")?;
                parser.parse_successor()?;
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct("]")?;
        }
        if !cases.is_empty() {
            let ctx = parser.context().clone();
            parser.set_attr("case_values", cases_attr(&ctx, ty, &cases));
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: SwitchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
        printer.write(", ");
        printer.successor(op, 0);
        printer.write(" [");
        let cases = switch_cases(op);
        for (i, &case) in cases.iter().enumerate() {
            printer.new_line_indented();
            printer.attribute_without_type(case);
            printer.write(": ");
            printer.successor(op, i + 1);
            if i + 1 < cases.len() {
                printer.write(",");
            }
        }
        printer.new_line();
        printer.write("]");
        printer.attr_dict(op, &["case_values"]);
    }
}

impl VerifyOp for SwitchOp {
    fn verify(op: SwitchOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        verify_weights(op, diagnostics);
        let cases = switch_cases(op);
        if cases.len() + 1 != op.successors().len() {
            let message = format!("has {} cases for {} blocks", cases.len(), op.successors().len());
            diagnostics.error(op.op_error(message));
        }
        let Some(ty) = op.operand_types().next() else { return };
        if !matches!(ty.kind(ctx), TypeKind::Integer { .. })
            || cases.iter().any(|case| case.ty(ctx) != Some(ty))
        {
            diagnostics.error(op.op_error("expects cases of its operand's type, an integer"));
        }
    }
}

/// Is never reached; reaching it is undefined.
#[op(name = "llvm.unreachable", traits(Terminator), format = "attr-dict")]
pub struct UnreachableOp {}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<BrOp>();
    dialect.op::<CondBrOp>();
    dialect.op::<SwitchOp>();
    dialect.op::<UnreachableOp>();
}
