//! `affine.yield`: ends the regions of affine ops.

use super::{ForOp, IfOp, ParallelOp};
use crate::lowering::Std;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::keep_attributes::replace_keeping_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::text::print_type;

/// Ends a region of an affine op and hands values to the op.
///
/// The text leaves it out where it hands over nothing.
///
/// ```mlir
/// affine.yield %sum : f32
/// ```
#[op(
    name = "affine.yield",
    traits(Pure, Terminator, ReturnLike),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<Std>),
    upstream(names("affine.yield", "affine.terminator"))
)]
pub struct YieldOp {
    #[operand]
    values: Variadic<AnyType>,
}

impl CustomAssembly for YieldOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_attr_dict()?;
        let position = parser.position();
        let operands = parser.parse_operand_list()?;
        if !operands.is_empty() {
            parser.parse_punct(":")?;
            let types = parser.parse_type_list()?;
            let values = parser.resolve_all(&operands, &types, position)?;
            parser.add_operands(&values);
        }
        Ok(())
    }

    fn print<'b>(op: YieldOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.attr_dict(op.op(), &[]);
        if !op.values().is_empty() {
            printer.write(" ");
            printer.operands(op.values().ids());
            printer.write(" : ");
            printer.types(op.values().types());
        }
    }
}

impl VerifyOp for YieldOp {
    fn verify(op: YieldOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (values, op) = (op.values(), op.op());
        let Some(parent) = op.parent() else { return };
        if !(parent.is::<ForOp>() || parent.is::<IfOp>() || parent.is::<ParallelOp>()) {
            diagnostics.error(op.op_error("only terminates affine.if/for/parallel regions"));
            return;
        }
        if parent.num_results() != values.len() {
            let message = "parent of yield must have same number of results as the yield operands";
            diagnostics.error(op.op_error(message));
            return;
        }
        let mut types = values.types().zip(parent.result_types()).enumerate();
        if let Some((i, (found, wanted))) = types.find(|(_, (found, wanted))| found != wanted) {
            let ctx = op.context();
            let (found, wanted) = (print_type(ctx, found), print_type(ctx, wanted));
            let message = format!(
                "types mismatch between yield op and its parent: value #{i} is '{found}', result \
                    '{wanted}'"
            );
            diagnostics.error(op.op_error(message));
        }
    }
}

impl InterpretOp for YieldOp {
    fn interpret<'b>(op: YieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.values())))
    }
}

impl LowerTo<Std> for YieldOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let (location, values) = {
            let body = rewriter.body();
            (body.location(op.id()), op.values(body))
        };
        replace_keeping_attributes(rewriter, op.id(), |b| {
            scf::YieldOp::build(b, location, &values)
        });
        Ok(())
    }
}
