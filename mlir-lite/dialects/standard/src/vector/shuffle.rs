//! A vector of elements chosen from two.

use crate::to_llvm::{LowerToLlvm, StdToLlvmOptions};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::shuffle::{choose, print_shuffle, shuffled, verify_positions};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

/// Elements of two vectors, by their positions in both, one after the other.
///
/// ```mlir
/// %0 = vector_shuffle %v, %w [0, 4, 1, 5] : vector<4xf64>, vector<4xf64>
/// ```
#[op(
    name = "std.vector_shuffle",
    hooks(InterpretOp, LowerToLlvm),
    traits(Pure),
    upstream(name = "vector.shuffle", only),
    assembly = custom,
    verify
)]
pub struct VectorShuffleOp {
    /// The first vector.
    #[operand]
    v1: AnyVector,
    /// The second vector.
    #[operand]
    v2: AnyVector,
    /// The positions.
    #[attr]
    mask: DenseI64ArrayAttr,
    /// As many elements as there are positions.
    #[result]
    vector: AnyVector,
}

impl VectorShuffleOp {
    /// Elements of `first` and `second`, which are vectors of one type.
    pub fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        first: ValueId,
        second: ValueId,
        mask: &[i64],
    ) -> ValueId {
        let ctx = builder.context().clone();
        let ty = shuffled(&ctx, builder.body().ty(first), mask.len());
        Self::create(builder, first, second, ctx.i64_array_attr(mask), ty)
    }
}

impl CustomAssembly for VectorShuffleOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let first = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let operands = [first, parser.parse_operand()?];
        parser.parse_punct("[")?;
        let mut mask = Vec::new();
        parser.parse_list_until("]", |parser| {
            mask.push(parser.parse_integer()?);
            Ok(())
        })?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let first = parser.parse_type()?;
        parser.parse_punct(",")?;
        let types = [first, parser.parse_type()?];
        let values = parser.resolve_all(&operands, &types, position)?;
        parser.add_operands(&values);
        let ctx = parser.context().clone();
        parser.set_attr("mask", ctx.i64_array_attr(&mask));
        parser.add_result_type(shuffled(&ctx, first, mask.len()));
        Ok(())
    }

    fn print<'b>(op: VectorShuffleOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_shuffle(op.op(), op.mask(), printer);
        printer.write(" : ");
        printer.types([op.v1().ty(), op.v2().ty()]);
    }
}

impl VerifyOp for VectorShuffleOp {
    fn verify(op: VectorShuffleOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [first, second, result] = [op.v1(), op.v2(), op.vector()].map(ValueRef::ty);
        let mask = op.mask().expect_i64_array(ctx);
        let sizes = [first, second].map(|ty| ty.static_shape(ctx).filter(|shape| shape.len() == 1));
        let [Some(&[m]), Some(&[n])] = sizes else {
            diagnostics.error(op.op_error("expects vectors of one dimension"));
            return;
        };
        let same_elements = first.element_type(ctx) == second.element_type(ctx);
        if !same_elements || mask.is_empty() || result != shuffled(ctx, first, mask.len()) {
            diagnostics.error(op.op_error(
                "expects elements of one type, as many in its result as there are positions",
            ));
        }
        verify_positions(op.op(), &mask, m + n, diagnostics);
    }
}

impl InterpretOp for VectorShuffleOp {
    fn interpret<'b>(op: VectorShuffleOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (first, second) = (m.get(op.v1()), m.get(op.v2()));
        let (first, second) = (first.as_elements()?, second.as_elements()?);
        let mask = op.mask().as_i64_array(op.context());
        let mask = mask.ok_or_else(|| Trap::new("cannot be interpreted: there is no mask"))?;
        m.give(op.vector(), choose(&first.values, &second.values, &mask))
    }
}

impl LowerToLlvm for VectorShuffleOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.vector_shuffle-to-llvm", 1, |op, operands, rewriter| {
            let (location, body) = (rewriter.body().location(op.id()), rewriter.body());
            let (first, second) = (operands.v1(), operands.v2());
            let ty = body.ty(op.vector(body));
            let mask = op.mask(body).as_i64_array(body.context()).ok_or("there is no mask")?;
            let mask: Result<Vec<i32>, _> = mask.into_iter().map(i32::try_from).collect();
            let mask =
                rewriter.context().i32_array_attr(&mask.map_err(|_| "a position is too large")?);
            if rewriter.body().ty(first) != rewriter.body().ty(second) {
                return Err("LLVM has vectors of one type only here".into());
            }
            let ty = rewriter.convert_type(ty)?;
            rewriter.replace_op_with(op.id(), |b| {
                llvm::ShuffleVectorOp::build(b, location, first, second, mask, ty)
            });
            Ok(())
        });
    }
}

pub(crate) fn register_shuffle(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<VectorShuffleOp>();
}
