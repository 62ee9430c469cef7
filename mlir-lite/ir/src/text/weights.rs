//! `weights([1, 2])`: branch weights in the formats of the conditional branches of std and of llvm.

use crate::ir::prelude::*;
use crate::text::format::{CustomDirective, FormatArgument, FormatState};

/// `branch_weights = array<i32: 9, 1>`: how often each way is taken, in relation to the others. The
/// directive writes `weights([9, 1])`.
pub struct BranchWeights;

impl DiscardableAttr for BranchWeights {
    const NAME: &'static str = "branch_weights";
    type Value = DenseI32ArrayAttr;
}

impl CustomDirective for BranchWeights {
    const WRITES: &'static [&'static str] = &[Self::NAME];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        if !parser.parse_optional_keyword("weights") {
            return Ok(());
        }
        let mut weights = Vec::new();
        parser.parse_punct("(")?;
        parser.parse_punct("[")?;
        parser.parse_list_until("]", |parser| {
            let position = parser.position();
            match i32::try_from(parser.parse_integer()?) {
                Ok(weight) => weights.push(weight),
                Err(_) => return Err(parser.error(position, "expected a weight of 32 bits")),
            }
            Ok(())
        })?;
        parser.parse_punct(")")?;
        let weights = parser.context().i32_array_attr(&weights);
        parser.set_attr(Self::NAME, weights);
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        if let Some(weights) = Self::of(op) {
            let weights: Vec<String> = weights.iter().map(i32::to_string).collect();
            printer.display(format_args!("weights([{}])", weights.join(", ")));
        }
    }
}
