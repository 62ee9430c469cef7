//! The branch to one of many blocks, by an integer.

use crate::cf::rules::{Edge, branch_to, edge, edges, only_predecessor, skip_empty_blocks};
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::attributes::{ApInt, DenseElements};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use rustc_hash::FxHashSet;

/// Goes on in the block of the case that equals the flag, or else in the
/// default one.
///
/// ```mlir
/// switch %flag : i32, [
///   default: ^bb1(%a : i32),
///   42: ^bb2
/// ]
/// ```
#[op(
    name = "std.switch",
    traits(Pure, Terminator),
    implements(
        CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, BranchOpInterface, LowerTo<Llvm>
    ),
    upstream(name = "cf.switch")
)]
pub struct SwitchOp {
    /// The value that selects the case.
    #[operand]
    flag: AnySignlessInteger,
    /// The cases, elements of the flag's type.
    #[attr]
    case_values: Optional<DenseElementsAttr>,
    /// The default, then the cases.
    #[successor]
    destinations: Variadic<AnySuccessor>,
}

/// The cases, as integers of the flag's type.
pub fn switch_cases(op: SwitchOpRef<'_>) -> Vec<Attribute> {
    let ctx = op.context();
    let Some(cases) = op.case_values().and_then(|cases| cases.dense(ctx)) else {
        return Vec::new();
    };
    let Some((ty, width)) =
        cases.ty().element_type(ctx).and_then(|ty| Some((ty, ty.bit_width(ctx)?)))
    else {
        return Vec::new();
    };
    let case = |i| ctx.try_apint_attr(ty, ApInt::from_le_bytes(width, cases.element(ctx, i)?));
    (0..cases.len(ctx)).filter_map(case).collect()
}

impl BranchOpInterface for SwitchOp {
    fn successor_for(op: SwitchOpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize> {
        let flag = operands.first().copied().flatten()?;
        let case = switch_cases(op).into_iter().position(|case| case == flag);
        Some(case.map_or(0, |case| case + 1))
    }
}

impl InterpretOp for SwitchOp {
    /// Operands of cases belong to the successors, of which the first is the default.
    fn interpret<'b>(op: SwitchOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, flag) = (op.context(), m.get(op.flag()).as_int()?);
        let cases = op.case_values().and_then(|cases| cases.dense(ctx));
        let bits = |bytes: &[u8]| {
            bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte))
        };
        let taken = cases.and_then(|cases| {
            (0..cases.len(ctx))
                .find(|&case| cases.element(ctx, case).is_some_and(|bytes| bits(bytes) == flag))
        });
        Ok(Flow::Jump(taken.map_or(0, |case| case + 1)))
    }
}

impl CustomAssembly for SwitchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let flag = parser.parse_operand()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let ctx = parser.context().clone();
        let Some(width) = ty.bit_width(&ctx).filter(|_| ty.is_signless_integer(&ctx)) else {
            return Err(parser.error(position, "expected a signless integer type"));
        };
        let flag = parser.resolve(&flag, ty)?;
        parser.add_operand(flag);
        parser.parse_punct(",")?;
        parser.parse_punct("[")?;
        parser.parse_keyword("default")?;
        parser.parse_punct(":")?;
        parser.parse_successor()?;
        let mut cases = Vec::new();
        while parser.parse_optional_punct(",") {
            cases.push(ApInt::from_i64(width, parser.parse_integer()?).to_le_bytes());
            parser.parse_punct(":")?;
            parser.parse_successor()?;
        }
        parser.parse_punct("]")?;
        if !cases.is_empty() {
            let is_splat = cases.windows(2).all(|pair| pair[0] == pair[1]);
            let data = if is_splat { cases[0].clone() } else { cases.concat() };
            let ty = ctx.vector_type(&[cases.len() as i64], ty);
            parser.set_attr(
                "case_values",
                ctx.dense_attr(DenseElements::new(ty, data.into(), is_splat)),
            );
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(view: SwitchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = view.op();
        printer.write(" ");
        printer.operand(view.flag());
        printer.write(" : ");
        printer.ty(view.flag().ty());
        printer.write(", [");
        printer.new_line_indented();
        printer.write("default: ");
        printer.successor(op, 0);
        for (i, case) in switch_cases(view).into_iter().enumerate() {
            printer.write(",");
            printer.new_line_indented();
            // MLIR 22 writes cases as unsigned numbers, even those that it cannot read.
            let unsigned = case.as_integer(op.context()).map(|case| case.to_decimal(false));
            match unsigned.filter(|case| printer.is_upstream() && case.parse::<i64>().is_ok()) {
                Some(case) => printer.write(&case),
                None => printer.attribute_without_type(case),
            }
            printer.write(": ");
            printer.successor(op, i + 1);
        }
        if op.successors().len() > 1 || !printer.is_upstream() {
            printer.new_line();
        }
        printer.write("]");
        printer.attr_dict(op, &["case_values"]);
    }
}

impl VerifyOp for SwitchOp {
    fn verify(op: SwitchOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, cases, edges) = (op.context(), op.case_values(), op.destinations().len());
        let count = cases.and_then(|cases| cases.dense(ctx)).map_or(0, |cases| cases.len(ctx));
        if count + 1 != edges {
            let message = format!(
                "number of case values ({count}) should match number of case destinations ({})",
                edges.saturating_sub(1)
            );
            diagnostics.error(op.op_error(message));
        }
        let element = cases.and_then(|cases| cases.ty(ctx)).and_then(|ty| ty.element_type(ctx));
        if element.is_some_and(|element| element != op.flag().ty()) {
            diagnostics.error(op.op_error("case value type should match the type of the flag"));
        }
    }
}

impl CanonicalizeOp for SwitchOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.switch-constant-flag", 1, switch_on_constant);
        set.add::<Self>("std.switch-empty-block", 1, |op, rewriter| {
            skip_empty_blocks(op.id(), rewriter)
        });
        set.add::<Self>("std.switch-default-cases", 1, drop_cases);
        set.add::<Self>("std.switch-known-flag", 1, switch_on_known_flag);
    }
}

/// The only edge into the block is a case of a switch on the same flag, or its default.
fn switch_on_known_flag(op: SwitchOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let unknown = "the flag has not been asked for before";
    let block = body.block(op.id()).ok_or(unknown)?;
    let (end, index) = only_predecessor(body, block).ok_or(unknown)?;
    let before = SwitchOp::cast(body, end).ok_or(unknown)?;
    if before.flag(body) != op.flag(body) || before == op {
        return Err(unknown.into());
    }
    let (asked, own) = (cases(body, before), cases(body, op));
    if index > 0 {
        let index =
            own.iter().position(|case| *case == asked[index - 1]).map_or(0, |index| index + 1);
        let edge = edge(body, op.id(), index);
        return branch_to(op.id(), edge, rewriter);
    }
    let asked: FxHashSet<Attribute> = asked.into_iter().collect();
    let keep: Vec<usize> = (0..own.len()).filter(|&index| !asked.contains(&own[index])).collect();
    if keep.len() == own.len() {
        return Err("no case is excluded".into());
    }
    let default = edge(body, op.id(), 0);
    keep_cases(op, &keep, default, rewriter)
}

fn drop_cases(op: SwitchOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let edges = edges(body, op.id());
    let keep: Vec<usize> =
        (0..edges.len() - 1).filter(|&index| edges[index + 1] != edges[0]).collect();
    if keep.len() + 1 == edges.len() {
        return Err("every case differs from the default".into());
    }
    let default = edges[0].clone();
    keep_cases(op, &keep, default, rewriter)
}

fn switch_on_constant(op: SwitchOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let index = match constant_value(body, op.flag(body)) {
        Some(flag) => {
            cases(body, op).iter().position(|&case| case == flag).map_or(0, |index| index + 1)
        }
        None if body.num_successors(op.id()) == 1 => 0,
        None => return Err("the flag is not constant".into()),
    };
    let edge = edge(body, op.id(), index);
    branch_to(op.id(), edge, rewriter)
}

impl LowerTo<Llvm> for SwitchOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        b.convert_successor_types(op.id())?;
        let (body, flag) = (b.body(), operands.flag());
        let mut state = OperationState::new(llvm::SwitchOp::name(body.context()), b.location());
        state = state.operands(&[flag]);
        let cases = op.case_values(body);
        state.attributes.extend(cases.map(|cases| (body.context().ident("case_values"), cases)));
        for index in 0..body.num_successors(op.id()) {
            let passed = body.successor_operand_range(op.id(), index);
            state = state.successor(body.successor(op.id(), index), &operands.values()[passed]);
        }
        b.create(state);
        Ok(().into())
    }
}

/// Replaces a switch by one with these of its cases, which are fewer, and a default.
fn keep_cases(
    op: SwitchOp,
    keep: &[usize],
    default: Edge,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let (flag, location) = (op.flag(body), body.location(op.id()));
    let ty = body.ty(flag);
    let all = cases(body, op);
    let kept: SmallVec<[Edge; 4]> =
        keep.iter().map(|&index| edge(body, op.id(), index + 1)).collect();
    let bytes: Vec<Vec<u8>> = keep
        .iter()
        .filter_map(|&index| all.get(index)?.as_integer(&ctx).map(ApInt::to_le_bytes))
        .collect();
    let values = (!bytes.is_empty()).then(|| {
        let is_splat = bytes.windows(2).all(|pair| pair[0] == pair[1]);
        let shape = ctx.vector_type(&[bytes.len() as i64], ty);
        let data = if is_splat { bytes[0].clone() } else { bytes.concat() };
        ctx.dense_attr(DenseElements::new(shape, data.into(), is_splat))
    });
    let destinations: Vec<(BlockId, &[ValueId])> = std::iter::once(&default)
        .chain(&kept)
        .map(|(block, operands)| (*block, &operands[..]))
        .collect();
    rewriter.replace_op_with(op.id(), |builder| {
        SwitchOp::build(builder, location, flag, values, &destinations)
    });
    Ok(())
}

fn cases(body: &Body, op: SwitchOp) -> Vec<Attribute> {
    switch_cases(op.on(body))
}

pub(crate) fn register_switch(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SwitchOp>();
}
