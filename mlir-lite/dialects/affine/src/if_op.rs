//! `affine.if`: a conditional whose condition is an integer set.

use crate::for_op::end_with_yield;
use crate::interpret::not_defined;
use crate::lowering::{NOT_DEFINED, Std, replace_by};
use crate::operands::{parse_dims_and_symbols, print_dims_and_symbols};
use crate::scope::verify_map_operands;
use crate::{YieldOp, expand_affine_expr};
use mlir_lite::affine::IntegerSet;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::CmpIPredicate;
use mlir_lite::dialects::standard::edsc::edsc;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Values};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::CanonicalizeOp;
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};

/// Runs one of two regions: the first if the operands are elements of a set.
///
/// ```mlir
/// affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 9 >= 0)>(%i)[%n] {
///   affine.store %v, %m[%i] : memref<100xf32>
/// } else {
///   affine.store %w, %m[%i] : memref<100xf32>
/// }
/// ```
#[op(
    name = "affine.if",
    traits(RecursiveMemoryEffects, SingleBlock),
    implements(
        CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, RegionBranchOpInterface,
        LowerTo<Std>,
    )
)]
pub struct IfOp {
    #[operand]
    operands: Variadic<Index>,
    /// The set that the operands, dimensions first, are tested for.
    #[attr]
    condition: IntegerSetAttr,
    #[region]
    then_region: AnyRegion,
    /// Empty if there is nothing to do otherwise.
    #[region]
    else_region: AnyRegion,
    #[result]
    results: Variadic<AnyType>,
}

impl IfOp {
    /// The set that decides.
    pub fn set(self, body: &Body) -> Option<IntegerSet> {
        self.condition(body).as_integer_set(body.context())
    }
}

impl IfOpRef<'_> {
    /// The condition of a verified op.
    fn set(self) -> IntegerSet {
        self.condition().as_integer_set(self.context()).expect("a verified condition is a set")
    }
}

impl RegionBranchOpInterface for IfOp {}

impl CustomAssembly for IfOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let attribute = parser.parse_attribute(None)?;
        let Some(set) = attribute.as_integer_set(parser.context()) else {
            return Err(parser.error(position, "expected an integer set"));
        };
        let data = set.data(parser.context());
        let (dims, symbols) = (data.dims, data.symbols);
        let operands = parse_dims_and_symbols(parser, dims, symbols, "integer set")?;
        parser.add_operands(&operands);
        parser.set_attr("condition", attribute);
        if parser.parse_optional_punct("->") {
            let types = parser.parse_function_results()?;
            parser.add_result_types(&types);
        }
        parser.parse_region(&[])?;
        end_with_yield(parser, &[]);
        if parser.parse_optional_keyword("else") {
            parser.parse_region(&[])?;
            end_with_yield(parser, &[]);
        } else {
            parser.add_empty_region();
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: IfOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.attribute(op.condition());
        let operands = op.operands().id_list();
        print_dims_and_symbols(printer, &operands, op.set().data(op.context()).dims);
        if !op.results().is_empty() {
            printer.write(" -> ");
            let types: Vec<Type> = op.results().types().collect();
            printer.result_types(&types);
        }
        let how = PrintRegion { entry_args: true, terminator: !op.results().is_empty() };
        printer.write(" ");
        printer.region(op.then_region(), how);
        if !op.else_region().is_empty() {
            printer.write(" else ");
            printer.region(op.else_region(), how);
        }
        printer.attr_dict(op.op(), &["condition"]);
    }
}

impl VerifyOp for IfOp {
    fn verify(op: IfOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (this, op) = (op, op.op());
        let set = this.set();
        let data = set.data(op.context());
        if this.operands().len() != (data.dims + data.symbols) as usize {
            let message =
                "operand count and condition integer set dimension and symbol count must match";
            diagnostics.error(op.op_error(message));
            return;
        }
        let operands = this.operands().id_list();
        verify_map_operands(op, &operands, data.dims, diagnostics);
        for (i, region) in op.regions().enumerate() {
            verify_branch(op, i, region, diagnostics);
        }
    }
}

/// Checks that the first region is one block that ends in `affine.yield`; the second may be empty
/// if the op has no results.
fn verify_branch(
    op: OpRef<'_>,
    index: usize,
    region: RegionRef<'_>,
    diagnostics: &mut Diagnostics,
) {
    let mut blocks = region.blocks();
    let Some(block) = blocks.next() else {
        if index == 0 {
            diagnostics.error(op.op_error("expects a region to run where the condition holds"));
        } else if op.num_results() > 0 {
            diagnostics.error(op.op_error("has results and must have an else region"));
        }
        return;
    };
    if blocks.next().is_some() {
        // The trait reports it.
    } else if !block.arguments().is_empty() {
        diagnostics.error(op.op_error(format_args!("region #{index} should have no arguments")));
    } else if !block.terminator().is_some_and(|last| last.is::<YieldOp>()) {
        diagnostics.error(op.op_error("expects regions to end with 'affine.yield'"));
    }
}

impl InterpretOp for IfOp {
    fn interpret<'b>(op: IfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        let set = op.set();
        let data = set.data(ctx);
        let operands = m.indices(op.operands())?;
        let (dims, symbols) = operands.split_at((data.dims as usize).min(operands.len()));
        let mut holds = true;
        for &(expr, is_equality) in &data.constraints {
            let value = expr.evaluate(ctx, dims, symbols).ok_or_else(not_defined)?;
            holds &= if is_equality { value == 0 } else { value >= 0 };
        }
        let taken = if holds { op.then_region() } else { op.else_region() };
        let values = m.run_region(taken, Values::new())?;
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl LowerTo<Std> for IfOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let (operands, types) = (op.operands(body), body.result_types(op.id()));
        let (then_region, else_region) = (op.then_region(body), op.else_region(body));
        let set = op.set(body).ok_or("the condition is missing")?;
        let ctx = rewriter.context().clone();
        let data = set.data(&ctx);
        let (dims, symbols) = operands.split_at(data.dims as usize);
        let condition = edsc(rewriter, |e| -> Result<ValueId, MatchFailure> {
            let mut condition = None;
            for &(expr, equality) in &data.constraints {
                let value = e.emit(|b| expand_affine_expr(b, expr, dims, symbols));
                let predicate = if equality { CmpIPredicate::Eq } else { CmpIPredicate::Sge };
                let holds = e.expr(value.ok_or(NOT_DEFINED)?).cmpi(predicate, 0);
                condition = Some(condition.map_or(holds, |others| others & holds));
            }
            // The set without constraints contains everything.
            Ok(condition.unwrap_or_else(|| e.constant(Attribute::TRUE, Type::I1)).id())
        })?;
        let new = scf::IfOp::create(rewriter, condition, &types);
        let body = rewriter.body();
        let to = [new.then_region(body), new.else_region(body)];
        for (from, to) in [then_region, else_region].into_iter().zip(to) {
            rewriter.move_region(from, to);
        }
        replace_by(rewriter, op.id(), new.id());
        Ok(())
    }
}
