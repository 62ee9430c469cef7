//! Branches between the blocks of a function.

use super::properties::BRANCH;
use crate::constraints::*;
use mlir_lite::attributes::{ApInt, DenseElements};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::weights::BranchWeights;
use mlir_lite::types::TypeKind;

/// Goes on in another block.
#[op(
    name = "llvm.br",
    properties = BRANCH,
    traits(Pure, Terminator),
    implements(InterpretOp),
    format = "$dest attr-dict"
)]
pub struct BrOp {
    #[successor]
    dest: AnySuccessor,
}

impl InterpretOp for BrOp {
    fn interpret<'b>(_op: BrOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Jump(0))
    }
}

/// Goes on in one of two blocks.
#[op(
    name = "llvm.cond_br",
    properties = BRANCH,
    traits(Pure, Terminator),
    implements(VerifyOp, InterpretOp, BranchOpInterface),
    format = "$condition custom<BranchWeights>() `,` $true_dest `,` $false_dest attr-dict"
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

impl InterpretOp for CondBrOp {
    fn interpret<'b>(op: CondBrOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Jump(usize::from(m.get(op.condition()).as_int()? == 0)))
    }
}

impl CondBrOp {
    /// Branches to `true_dest` if the condition holds, else to `false_dest`.
    pub fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        condition: ValueId,
        true_dest: (BlockId, &[ValueId]),
        false_dest: (BlockId, &[ValueId]),
    ) -> Self {
        Self::create(builder, condition, true_dest, false_dest, None)
    }
}

/// Reports weights if there are not as many as blocks.
fn verify_weights(op: OpRef<'_>, weights: Option<Attribute>, diagnostics: &mut Diagnostics) {
    if let Some(weights) = weights.and_then(|weights| weights.as_i64_array(op.context()))
        && weights.len() != op.successors().len()
    {
        let (weights, blocks) = (weights.len(), op.successors().len());
        let message = format!(
            "expects number of branch weights to match number of successors: {weights} vs {blocks}"
        );
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for CondBrOp {
    fn verify(op: CondBrOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_weights(op.op(), op.branch_weights(), diagnostics);
    }
}

impl BranchOpInterface for CondBrOp {
    fn successor_for(op: CondBrOpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize> {
        let condition = (*operands.first()?)?.as_bool(op.context())?;
        Some(usize::from(!condition))
    }
}

/// Goes on in the block of the case that equals the value, or else in the
/// first, the default.
///
/// ```mlir
/// llvm.switch %x : i32, ^other [
///   1: ^one,
///   2: ^two(%x : i32)
/// ]
/// ```
#[op(
    name = "llvm.switch",
    traits(Pure, Terminator),
    implements(CustomAssembly, VerifyOp, InterpretOp)
)]
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

impl InterpretOp for SwitchOp {
    fn interpret<'b>(op: SwitchOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.get(op.value()).as_int()?;
        for (index, case) in op.cases().into_iter().enumerate() {
            if m.constant(case, op.value().ty())?.as_int()? == value {
                return Ok(Flow::Jump(index + 1));
            }
        }
        Ok(Flow::Jump(0))
    }
}

impl SwitchOpRef<'_> {
    /// The cases, as integers of the operand's type.
    pub fn cases(self) -> Vec<Attribute> {
        let ctx = self.context();
        let Some(cases) = self.case_values().and_then(|cases| cases.dense(ctx)) else {
            return Vec::new();
        };
        let element = cases.ty().element_type(ctx);
        let Some((element, width)) = element.and_then(|ty| Some((ty, ty.bit_width(ctx)?))) else {
            return Vec::new();
        };
        let case =
            |i| ctx.try_apint_attr(element, ApInt::from_le_bytes(width, cases.element(ctx, i)?));
        (0..cases.len(ctx)).filter_map(case).collect()
    }
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
        printer.write(" ");
        printer.operand(op.value().id());
        printer.write(" : ");
        printer.ty(op.value().ty());
        printer.write(", ");
        printer.successor(op.op(), 0);
        printer.write(" [");
        let cases = op.cases();
        for (i, &case) in cases.iter().enumerate() {
            printer.new_line_indented();
            printer.attribute_without_type(case);
            printer.write(": ");
            printer.successor(op.op(), i + 1);
            if i + 1 < cases.len() {
                printer.write(",");
            }
        }
        printer.new_line();
        printer.write("]");
        printer.attr_dict(op.op(), &["case_values"]);
    }
}

impl VerifyOp for SwitchOp {
    fn verify(op: SwitchOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_weights(op.op(), op.branch_weights(), diagnostics);
        let (ctx, cases, blocks) = (op.context(), op.cases(), op.destinations().len());
        if cases.len() + 1 != blocks {
            let message = format!("has {} cases for {blocks} blocks", cases.len());
            diagnostics.error(op.op().op_error(message));
        }
        let ty = op.value().ty();
        if !matches!(ty.kind(ctx), TypeKind::Integer { .. })
            || cases.iter().any(|case| case.ty(ctx) != Some(ty))
        {
            diagnostics.error(op.op().op_error("expects cases of its operand's type, an integer"));
        }
    }
}

/// Is never reached; reaching it is undefined.
#[op(name = "llvm.unreachable", traits(Terminator), implements(InterpretOp), format = "attr-dict")]
pub struct UnreachableOp {}

impl InterpretOp for UnreachableOp {
    fn interpret<'b>(_op: UnreachableOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Err(Trap::new("reaches an op that the program declares unreachable"))
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<BrOp>();
    dialect.op::<CondBrOp>();
    dialect.op::<SwitchOp>();
    dialect.op::<UnreachableOp>();
}
