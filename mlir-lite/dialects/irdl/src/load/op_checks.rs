//! The check of an op of a loaded dialect.

use super::segments::Segments;
use super::{Constraints, ops_in};
use crate::constraint::{Checker, Constraint};
use crate::ops::{AttributesOp, OperandsOp, RegionOp, RegionsOp, ResultsOp, names_of};
use mlir_lite::ir::RegionRef;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};

/// The constraints on operands, results, attributes and regions of an op.
pub(super) struct OpChecks {
    constraints: Vec<Constraint>,
    operands: Segments,
    results: Segments,
    attributes: Vec<(String, usize)>,
    regions: Vec<RegionCheck>,
}

impl OpChecks {
    /// The checks that a definition says, whose constraints are known.
    pub(super) fn new(
        definition: OpRef<'_>,
        constraints: Constraints,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Reported> {
        let (mut operands, mut results) = (Segments::of("operand"), Segments::of("result"));
        let (mut attributes, mut regions) = (Vec::new(), Vec::new());
        let mut read = |list: OpRef<'_>| {
            if list.is::<OperandsOp>() {
                operands.set(list, constraints.of_operands(list)?);
            } else if list.is::<ResultsOp>() {
                results.set(list, constraints.of_operands(list)?);
            } else if list.is::<AttributesOp>() {
                let names = names_of(list).into_iter().map(str::to_owned);
                attributes = names.zip(constraints.of_operands(list)?).collect();
            } else if list.is::<RegionsOp>() {
                let checks = list.operands().enumerate().map(|(number, value)| {
                    let op = list.body().defining_op(value).map(|op| list.body().op(op));
                    let op = op.filter(|op| op.is::<RegionOp>());
                    let op =
                        op.ok_or_else(|| format!("operand #{number} is not an irdl.region"))?;
                    RegionCheck::of(op, &constraints)
                });
                regions = checks.collect::<Result<_, String>>()?;
            }
            Ok::<(), String>(())
        };
        for list in ops_in(definition) {
            read(list).map_err(|message| diagnostics.error(list.op_error(message)))?;
        }
        Ok(Self { constraints: constraints.list, operands, results, attributes, regions })
    }

    /// Checks an op, in the order of MLIR.
    pub(super) fn check(&self, op: OpRef<'_>) -> Result<(), Box<Diagnostic>> {
        let mut checker = Checker::new(op.context(), &self.constraints);
        let at_op = |message: String| Box::new(op.error(message));
        self.check_values(op, &mut checker).map_err(at_op)?;
        let count = op.regions().len();
        if count != self.regions.len() {
            return Err(Box::new(op.op_error(format_args!(
                "unexpected number of regions: expected {} but got {count}",
                self.regions.len()
            ))));
        }
        for (index, (region, check)) in op.regions().zip(&self.regions).enumerate() {
            check.check_arguments(region, index, &mut checker).map_err(|message| {
                match region.entry().and_then(|block| block.arguments().first().copied()) {
                    // The error is at the arguments.
                    Some(argument) => {
                        let ctx = op.context();
                        let at = region.body().argument_location(argument).to_position(ctx);
                        let error = Diagnostic::error(at, message);
                        let op = op.location().to_position(ctx);
                        Box::new(error.with_note_at(op, "see the operation"))
                    }
                    None => at_op(message),
                }
            })?;
            check.check_blocks(region, index).map_err(at_op)?;
        }
        Ok(())
    }

    fn check_values(&self, op: OpRef<'_>, checker: &mut Checker<'_>) -> Result<(), String> {
        let ctx = op.context();
        let operands: Vec<Type> = op.operand_types().collect();
        let results: Vec<Type> = op.result_types().collect();
        let operands = self.operands.assign(op, &operands)?;
        let results = self.results.assign(op, &results)?;
        for (name, constraint) in &self.attributes {
            let Some(value) = op.attr_named(name) else {
                return Err(format!(
                    "'{}' op attribute \"{name}\" is expected but not provided",
                    op.spelled_name()
                ));
            };
            checker.check(value, *constraint)?;
        }
        let mut types = operands.into_iter().chain(results);
        types.try_for_each(|(ty, constraint)| checker.check(ctx.type_attr(ty), constraint))
    }
}

/// The constraints on a region.
struct RegionCheck {
    /// The constraints on the arguments, if they are constrained.
    arguments: Option<Vec<usize>>,
    /// The number of blocks, if it is constrained.
    blocks: Option<usize>,
}

impl RegionCheck {
    fn of(op: OpRef<'_>, constraints: &Constraints) -> Result<Self, String> {
        let region = op.cast::<RegionOp>();
        let is_constrained = region.is_some_and(|region| region.constrained_arguments().is_some());
        let blocks = region.and_then(|region| region.number_of_blocks());
        let blocks = blocks.and_then(|count| count.as_i64(op.context()));
        Ok(Self {
            arguments: is_constrained.then(|| constraints.of_operands(op)).transpose()?,
            blocks: blocks.and_then(|count| usize::try_from(count).ok()),
        })
    }

    fn check_arguments(
        &self,
        region: RegionRef<'_>,
        index: usize,
        checker: &mut Checker<'_>,
    ) -> Result<(), String> {
        let Some(expected) = &self.arguments else { return Ok(()) };
        let types = region.entry().map_or(Vec::new(), |block| block.argument_types().collect());
        if types.len() != expected.len() {
            return Err(format!(
                "expected region {index} to have {} arguments but got {}",
                expected.len(),
                types.len()
            ));
        }
        let ctx = region.body().context();
        let mut pairs = types.into_iter().zip(expected);
        pairs.try_for_each(|(ty, &constraint)| checker.check(ctx.type_attr(ty), constraint))
    }

    fn check_blocks(&self, region: RegionRef<'_>, index: usize) -> Result<(), String> {
        let count = region.blocks().count();
        match self.blocks {
            Some(expected) if expected != count => {
                Err(format!("expected region {index} to have {expected} block(s) but got {count}"))
            }
            _ => Ok(()),
        }
    }
}
