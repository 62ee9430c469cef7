//! A loop over the extents of a shape.

use crate::FunctionLibraryOp;
use crate::kinds::{ExtentTensor, ShapeOrExtentTensor, ShapeType, SizeType};
use crate::ops::lowering::{Extents, extent, rank};
use crate::run_time::{set, shape};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf::region_rules::inline_before;
use mlir_lite::dialects::scf::{self, ForOp};
use mlir_lite::dialects::standard::edsc::{Expr, edsc};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};

/// Runs its region for each extent of a shape, in order, with the position, the extent and the
/// values of the run before, and gives the last ones. Of an error, the results are errors.
///
/// ```mlir
/// %0 = shape.reduce(%shape, %c1) : tensor<?xindex> -> index {
/// ^bb0(%position: index, %extent: index, %product: index):
///   %1 = arith.muli %extent, %product : index
///   shape.yield %1 : index
/// }
/// ```
#[op(
    name = "shape.reduce",
    traits(SingleBlockImplicitTerminator<YieldOp>),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<Extents>),
)]
pub struct ReduceOp {
    /// The shape.
    #[operand]
    shape: ShapeOrExtentTensor,
    /// The values before the first run.
    #[operand]
    init_vals: Variadic<AnyType>,
    /// The loop's body.
    #[region]
    region: SingleBlockRegion,
    /// The values after the last run.
    #[result]
    result: Variadic<AnyType>,
}

/// Ends the region of `shape.reduce`, and gives its values.
#[op(
    name = "shape.yield",
    traits(Pure, Terminator, ReturnLike, HasParent<(ReduceOp, FunctionLibraryOp)>),
    implements(VerifyOp, InterpretOp),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct YieldOp {
    /// The values.
    #[operand]
    operands: Variadic<AnyType>,
}

impl CustomAssembly for ReduceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let operands = parser.parse_operands_in("(", ")")?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        if parser.parse_optional_punct("->") {
            let types = parser.parse_function_results()?;
            parser.add_result_types(&types);
        }
        let mut types = vec![ty];
        types.extend_from_slice(&parser.state().result_types);
        let operands = parser.resolve_all(&operands, &types, position)?;
        parser.add_operands(&operands);
        parser.parse_region(&[])?;
        parser.parse_attr_dict()
    }

    fn print<'b>(op: ReduceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write("(");
        printer.operands(op.op().operands());
        printer.write(") : ");
        printer.ty(op.shape().ty());
        let types: Vec<Type> = op.result().types().collect();
        if !types.is_empty() {
            printer.write(" -> ");
            printer.result_types(&types);
        }
        printer.write(" ");
        printer.region(op.region(), PrintRegion { entry_args: true, terminator: true });
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for ReduceOp {
    fn verify(op: ReduceOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Err(message) = check_arguments(op) {
            diagnostics.error(op.op_error(message));
        }
    }
}

fn check_arguments(op: ReduceOpRef<'_>) -> Result<(), String> {
    let ctx = op.context();
    let Some(block) = op.region().entry() else { return Ok(()) };
    let types: Vec<Type> = block.arguments().iter().map(|&it| block.body().ty(it)).collect();
    let count = op.init_vals().len() + 2;
    if types.len() != count {
        return Err(format!("ReduceOp body is expected to have {count} arguments"));
    }
    if types[0] != Type::INDEX {
        return Err("argument 0 of ReduceOp body is expected to be of IndexType".into());
    }
    if ShapeType::matches(ctx, op.shape().ty()) {
        if !SizeType::matches(ctx, types[1]) {
            return Err("argument 1 of ReduceOp body is expected to be of SizeType if the \
                ReduceOp operates on a ShapeType"
                .into());
        }
    } else if types[1] != Type::INDEX {
        return Err("argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp \
            operates on an extent tensor"
            .into());
    }
    for (index, (argument, init)) in types[2..].iter().zip(op.init_vals().types()).enumerate() {
        if *argument != init {
            return Err(format!(
                "type mismatch between argument {} of ReduceOp body and initial value {index}",
                index + 2
            ));
        }
    }
    if !op.init_vals().types().eq(op.result().types()) {
        return Err("has results of other types than its initial values".into());
    }
    Ok(())
}

impl InterpretOp for ReduceOp {
    fn interpret<'b>(op: ReduceOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let extents = match shape(m, op.shape())? {
            Ok(extents) => extents,
            Err(error) => {
                for result in op.result().iter() {
                    set(m, result, Err(error.clone()), |(): ()| Value::Poison)?;
                }
                return Ok(Flow::Next);
            }
        };
        let mut values = m.values(op.init_vals());
        for (position, &extent) in extents.iter().enumerate() {
            let mut arguments = Values::new();
            arguments.push(Value::index(position as i64));
            arguments.push(Value::index(extent));
            arguments.extend(values);
            values = m.run_region(op.region(), arguments)?;
        }
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl LowerTo<Extents> for ReduceOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        if !ExtentTensor::matches(view.context(), view.shape().ty()) {
            return Err("the shape may be an error".into());
        }
        let (shape, init) = (view.shape().id(), view.init_vals().id_list());
        let block = view.region().entry().map(|block| block.id()).ok_or("there is no block")?;
        let bounds = edsc(rewriter, |e| {
            let (zero, one) = (e.index(0), e.index(1));
            [zero, rank(e.expr(shape)), one].map(Expr::id)
        });
        let (each, body) = ForOp::with_body(rewriter, bounds, &init);
        let carried = rewriter.body().arguments(body).to_vec();
        let (position, carried) = carried.split_first().ok_or("there is no position")?;
        let end = at(rewriter, InsertionPoint::End(body), |rewriter| {
            let extent = edsc(rewriter, |e| extent(e.expr(shape), e.expr(*position)).id());
            (extent, scf::YieldOp::create(rewriter, carried))
        });
        let mut arguments = vec![*position, end.0];
        arguments.extend_from_slice(carried);
        let end = end.1.id();
        let values = inline_before(rewriter, block, end, &arguments, 0);
        let values = values.ok_or("the region has no end")?;
        rewriter.update_in_place(end, |body| body.set_operands(end, &values));
        let results: Vec<ValueId> = rewriter.body().results(each.id()).collect();
        rewriter.replace_op(op.id(), &results);
        Ok(())
    }
}

impl VerifyOp for YieldOp {
    fn verify(op: YieldOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some(parent) = op.op().parent() else { return };
        if parent.num_results() != op.operands().len() {
            diagnostics.error(
                op.op_error("number of operands does not match number of results of its parent"),
            );
        } else if !parent.result_types().eq(op.operands().types()) {
            diagnostics.error(op.op_error("types mismatch between yield op and its parent"));
        }
    }
}

impl InterpretOp for YieldOp {
    fn interpret<'b>(op: YieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.operands())))
    }
}

pub(crate) fn register_reduce(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ReduceOp>();
    dialect.op::<YieldOp>();
}
