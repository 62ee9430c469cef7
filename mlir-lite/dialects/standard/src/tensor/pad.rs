//! Tensors with elements around them.

use crate::tensor::construct::TensorYieldOp;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, Values, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::text::print_type;
use mlir_lite::text::static_dynamic::{
    SQUARE, StaticDynamicList, print_static_dynamic, verify_static_dynamic,
};
use mlir_lite::types::{DYNAMIC, element_count};

use crate::parts::{Numbers, PartList, check_sizes, number_of};

/// A tensor with more elements before and after its own, along each dimension, which a region
/// computes of their indices. With `nofold`, the op stays where nothing is added.
///
/// ```mlir
/// %padded = tensor.pad %t low[1, %n] high[0, 2] {
/// ^bb0(%i: index, %j: index):
///   tensor.yield %zero : f32
/// } : tensor<2x?xf32> to tensor<3x?xf32>
/// ```
#[op(
    name = "std.pad_tensor",
    traits(
        AttrSizedOperandSegments,
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator<TensorYieldOp>
    ),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp),
    upstream(name = "tensor.pad", only)
)]
pub struct PadTensorOp {
    /// The elements in the middle.
    #[operand]
    source: AnyTensor,
    /// The numbers of elements before that `static_low` leaves open.
    #[operand]
    low: Variadic<Index>,
    /// The numbers of elements after that `static_high` leaves open.
    #[operand]
    high: Variadic<Index>,
    /// How many elements are added before, for each dimension.
    #[attr]
    static_low: DenseI64ArrayAttr,
    /// How many elements are added after, for each dimension.
    #[attr]
    static_high: DenseI64ArrayAttr,
    /// Whether the result is another tensor even if it has the same elements.
    #[attr]
    nofold: Optional<UnitAttr>,
    /// Computes an added element; its arguments are the indices in the result.
    #[region]
    region: AnyRegion,
    /// The larger tensor.
    #[result(upstream_name = "padded")]
    result: AnyTensor,
}

/// Attributes that the form shows elsewhere.
const SHOWN: [&str; 4] = ["static_low", "static_high", "nofold", "operandSegmentSizes"];

/// How many elements are added before and after.
fn added(op: PadTensorOpRef<'_>) -> [PartList<'_>; 2] {
    [PartList::new(op.static_low(), op.low()), PartList::new(op.static_high(), op.high())]
}

impl CustomAssembly for PadTensorOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        if parser.parse_optional_keyword("nofold") {
            parser.set_attr("nofold", Attribute::UNIT);
        }
        parser.parse_keyword("low")?;
        let low = StaticDynamicList::parse(parser, SQUARE)?;
        parser.parse_keyword("high")?;
        let high = StaticDynamicList::parse(parser, SQUARE)?;
        parser.parse_region(&[])?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let source = parser.resolve(&source, from)?;
        parser.add_operand(source);
        for (list, name) in [(&low, "static_low"), (&high, "static_high")] {
            for operand in &list.operands {
                let value = parser.resolve(operand, Type::INDEX)?;
                parser.add_operand(value);
            }
            let numbers = parser.context().i64_array_attr(&list.numbers);
            parser.set_attr(name, numbers);
        }
        let segments = [1, low.operands.len() as i32, high.operands.len() as i32];
        let segments = parser.context().i32_array_attr(&segments);
        parser.set_attr("operandSegmentSizes", segments);
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: PadTensorOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.source());
        printer.write(if op.nofold().is_some() { " nofold" } else { "" });
        for (list, word) in added(op).into_iter().zip([" low", " high"]) {
            printer.write(word);
            let values = list.values.id_list();
            print_static_dynamic(printer, SQUARE, &list.numbers(op.context()), &values);
        }
        printer.write(" ");
        printer.region(op.region(), PrintRegion::default());
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" : ");
        printer.ty(op.source().ty());
        printer.write(" to ");
        printer.ty(op.result().ty());
    }
}

/// The size with elements before and after, if all are known.
fn padded(size: i64, low: i64, high: i64) -> i64 {
    let known = [size, low, high].iter().all(|&number| number != DYNAMIC);
    let sum = size.checked_add(low).and_then(|sum| sum.checked_add(high));
    sum.filter(|_| known).unwrap_or(DYNAMIC)
}

impl VerifyOp for PadTensorOp {
    fn verify(op: PadTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, of) = (op.context(), op.op());
        let (from, to) = (op.source().ty(), op.result().ty());
        let [low, high] = added(op);
        for (list, what) in [(low, "low"), (high, "high")] {
            let numbers = list.numbers(ctx);
            if !verify_static_dynamic(of, what, &numbers, list.values.len(), diagnostics) {
                return;
            }
        }
        let (low, high) = (low.numbers(ctx), high.numbers(ctx));
        let (Some(source), Some(result)) = (from.shape(ctx), to.shape(ctx)) else {
            diagnostics.error(of.op_error("expected tensors of known rank"));
            return;
        };
        if [low.len(), high.len(), result.len()] != [source.len(); 3] {
            let message = format!(
                "expected a result, and elements before and after, of the rank of the source, {}",
                source.len()
            );
            diagnostics.error(of.op_error(message));
            return;
        }
        let sizes = source.iter().zip(&low).zip(&high);
        let inferred: Vec<i64> =
            sizes.map(|((&size, &low), &high)| padded(size, low, high)).collect();
        if !shapes_agree(Some(&inferred), Some(result)) {
            let inferred = from.element_type(ctx).map(|of| ctx.tensor_type(&inferred, of));
            let (to, inferred) = (print_type(ctx, to), print_type(ctx, inferred.unwrap_or(to)));
            let message =
                format!("specified type '{to}' does not match the inferred type '{inferred}'");
            diagnostics.error(of.op_error(message));
        }
        if from.element_type(ctx) != to.element_type(ctx) {
            diagnostics.error(of.op_error("expected source and result of one element type"));
        }
        let Some(block) = op.region().entry() else {
            diagnostics.error(of.op_error("expected a body"));
            return;
        };
        let arguments = block.arguments();
        if arguments.len() != source.len() {
            let message = format!("expected the block to have {} arguments", source.len());
            diagnostics.error(of.op_error(message));
        } else if arguments.iter().any(|&argument| of.body().ty(argument) != Type::INDEX) {
            diagnostics.error(of.op_error("expected arguments of the block of type 'index'"));
        }
        let yielded = block.terminator().and_then(|end| end.operand_types().next());
        if yielded != from.element_type(ctx) {
            diagnostics.error(of.op_error("expected yield type to match shape element type"));
        }
    }
}

impl FoldOp for PadTensorOp {
    fn fold(op: PadTensorOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let adds = |list: PartList<'_>| list.numbers(ctx).iter().any(|&number| number != 0);
        let stays = op.nofold().is_some() || added(op).into_iter().any(adds);
        let is_same = op.source().ty() == op.result().ty();
        if is_same && !stays { Fold::value(op.source()) } else { Fold::Unchanged }
    }
}

impl InterpretOp for PadTensorOp {
    fn interpret<'b>(op: PadTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = m.get(op.source());
        let source = source.as_elements()?;
        let [low, high] = added(op);
        let (low, high) = (low.run(m)?, high.run(m)?);
        if let Some(number) = low.iter().chain(&high).find(|&&number| number < 0) {
            return Err(Trap::new(format!("adds a negative number of elements, {number}")));
        }
        let mut sizes = Numbers::new();
        for ((&size, &low), &high) in source.shape.iter().zip(&low).zip(&high) {
            let size = size.checked_add(low).and_then(|sum| sum.checked_add(high));
            sizes.push(size.ok_or_else(|| Trap::new("makes a tensor that is too large"))?);
        }
        m.check_count(element_count(&sizes))?;
        check_sizes(op.result(), &sizes)?;
        let mut values = Vec::new();
        for position in positions(&sizes) {
            let inner: Numbers = position.iter().zip(&low).map(|(at, low)| at - low).collect();
            let is_inside =
                inner.iter().zip(&source.shape).all(|(at, size)| (0..*size).contains(at));
            values.push(if is_inside {
                let number = number_of(&source.shape, &inner);
                source.values.get(number).cloned().ok_or_else(Trap::malformed)?
            } else {
                let arguments: Values = position.into_iter().map(Value::index).collect();
                m.run_region(op.region(), arguments)?.pop().ok_or_else(Trap::malformed)?
            });
        }
        m.set_result(op.result(), Value::elements(&sizes, values))
    }
}

pub(crate) fn register_pad(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<PadTensorOp>();
}
