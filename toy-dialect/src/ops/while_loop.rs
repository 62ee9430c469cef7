//! Loops with a condition: `toy.while`.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

use super::control::{Carried, parse_carried, print_carried, yielded};
use crate::tensor::Tensor;

/// Runs its second region as long as the number that its first one yields is not 0.
///
/// The operands are the values for the first iteration. Both regions take the values; what the
/// second one yields are the values for the next iteration, and in the end the results. `names` are
/// those of the values in the source.
///
/// ```mlir
/// %2 = toy.while iter_args(%x = %1) -> (tensor<f64>) {
///   %3 = toy.compare %x, %limit {predicate = 0 : i64} : tensor<f64>
///   toy.yield %3 : tensor<f64>
/// } do iter_args(%y) {
///   %4 = toy.mul %y, %two : tensor<f64>
///   toy.yield %4 : tensor<f64>
/// }
/// ```
#[op(
    name = "toy.while",
    traits(RecursiveMemoryEffects),
    implements(CustomAssembly, VerifyOp, InterpretOp)
)]
pub struct WhileOp {
    #[operand]
    inits: Variadic<NumberTensor>,
    #[attr]
    names: Optional<ArrayAttr>,
    #[region]
    condition: SingleBlockRegion,
    #[region]
    body: SingleBlockRegion,
    #[result]
    results: Variadic<NumberTensor>,
}

impl CustomAssembly for WhileOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let Carried { arguments, types } = parse_carried(parser)?;
        parser.add_result_types(&types);
        let argument_types: Vec<Type> = arguments.iter().map(|(_, ty)| *ty).collect();
        parser.parse_region(&arguments)?;
        parser.parse_keyword("do")?;
        let mut inner = Vec::new();
        if parser.parse_optional_keyword("iter_args") {
            parser.parse_punct("(")?;
            while !parser.parse_optional_punct(")") {
                if !inner.is_empty() {
                    parser.parse_punct(",")?;
                }
                inner.push(parser.parse_argument()?);
            }
        }
        let inner: Vec<_> = inner.into_iter().zip(argument_types).collect();
        parser.parse_region(&inner)?;
        parser.parse_attr_dict()
    }

    fn print<'b>(op: WhileOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let body = op.op().body();
        let arguments_of = |region: RegionRef<'b>| {
            let arguments = region.entry().map_or(&[][..], BlockRef::arguments);
            arguments.iter().map(move |&argument| body.value(argument))
        };
        print_carried(op.op(), arguments_of(op.condition()), op.inits().iter(), printer);
        let how = PrintRegion { entry_args: false, terminator: true };
        printer.write(" ");
        printer.region(op.condition(), how);
        printer.write(" do ");
        if !op.results().is_empty() {
            printer.write("iter_args(");
            for (index, argument) in arguments_of(op.body()).enumerate() {
                printer.write(if index > 0 { ", " } else { "" });
                printer.operand(argument.id());
            }
            printer.write(") ");
        }
        printer.region(op.body(), how);
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for WhileOp {
    fn verify(op: WhileOpRef<'_>, diagnostics: &mut Diagnostics) {
        let count = op.results().len();
        let takes_values = |region: RegionRef<'_>| {
            region.entry().is_some_and(|block| block.arguments().len() == count)
        };
        let is_right = op.inits().len() == count
            && takes_values(op.condition())
            && takes_values(op.body())
            && yielded(op.condition()) == Some(1)
            && yielded(op.body()) == Some(count);
        if !is_right {
            diagnostics.error(op.op().op_error(
                "expects regions that take the values, and yield a number and the values",
            ));
        }
    }
}

impl WhileOp {
    /// The blocks of the condition and of the body.
    pub(crate) fn blocks(self, body: &Body) -> Option<[BlockId; 2]> {
        let condition = body.entry_block(self.condition(body))?;
        Some([condition, body.entry_block(self.body(body))?])
    }
}

impl InterpretOp for WhileOp {
    fn interpret<'b>(op: WhileOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut carried = m.take_operands(op.op());
        loop {
            let condition = m.run_region(op.condition(), carried.clone())?;
            let condition = condition.into_iter().next().ok_or_else(Trap::malformed)?;
            let ends = op.condition().entry().and_then(|block| block.terminator());
            let ty = ends.and_then(|end| end.operand_types().next()).unwrap_or(Type::F64);
            let condition = Tensor::of_value(op.context(), condition, ty)?;
            let holds = condition.holds().ok_or_else(|| Trap::new("a condition is a number"))?;
            if !holds {
                m.set_results(op.op(), carried);
                return Ok(Flow::Next);
            }
            carried = m.run_region(op.body(), carried)?;
        }
    }
}
