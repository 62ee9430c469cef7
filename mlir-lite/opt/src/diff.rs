//! Compares the structure of two modules: ops, operands, types, attributes, blocks and regions. The
//! names of values and blocks, the order of attributes and locations make no difference.

use mlir_lite::ir::{BlockId, BlockRef, Body, OpRef, RegionRef, ValueId};
use mlir_lite::text::{print_attribute, print_type};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};
use rustc_hash::FxHashMap;

/// The most differences that are printed.
const MAX_DIFFERENCES: usize = 10;

/// Reports the first differences between two modules of one context as errors.
///
/// # Errors
/// If there are any.
pub(crate) fn compare(
    first: &Body,
    second: &Body,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut comparison = Comparison::default();
    comparison.pair(first.as_op(), second.as_op());
    comparison.compare_pairs();
    let mut differences = comparison.differences;
    differences.sort_by_key(|difference| difference.0);
    let more = differences.len().saturating_sub(MAX_DIFFERENCES);
    let mut result = Ok(());
    for (_, difference) in differences.into_iter().take(MAX_DIFFERENCES) {
        result = Err(diagnostics.error(difference));
    }
    if more > 0 {
        let message = format!("{more} more differences are not shown");
        result = Err(diagnostics.error(Diagnostic::error(Position::Unknown, message)));
    }
    result
}

/// Two modules that are compared: each pair is of something in the first one, and its counterpart.
#[derive(Default)]
struct Comparison<'b> {
    pairs: Vec<(OpRef<'b>, OpRef<'b>)>,
    values: FxHashMap<(usize, ValueId), ValueId>,
    blocks: FxHashMap<(usize, BlockId), BlockId>,
    /// The differences, with where they are in the first source.
    differences: Vec<(u32, Diagnostic)>,
}

impl<'b> Comparison<'b> {
    /// Notes a difference, with a note at the counterpart.
    fn differ(&mut self, here: OpRef<'b>, there: Option<OpRef<'b>>, message: &str) {
        let position = here.location().to_position(here.context());
        let place = match &position {
            Position::Span(span) => span.start,
            _ => u32::MAX,
        };
        let message = format!("'{}' {message}", here.spelled_name());
        let mut difference = Diagnostic::error(position, message);
        if let Some(there) = there {
            let position = there.location().to_position(there.context());
            difference = difference.with_note_at(position, "it is compared with this op");
        }
        self.differences.push((place, difference));
    }

    /// Finds the counterparts of ops, values and blocks, from two ops on.
    fn pair(&mut self, first: OpRef<'b>, second: OpRef<'b>) {
        let mut open = vec![(first, second)];
        while let Some((first, second)) = open.pop() {
            if first.name() != second.name() {
                let message = format!("is '{}' in the second file", second.spelled_name());
                self.differ(first, Some(second), &message);
                continue;
            }
            self.pairs.push((first, second));
            let body = address(first.body());
            self.values.extend(first.results().map(|value| (body, value)).zip(second.results()));
            let regions = (first.regions().count(), second.regions().count());
            if regions.0 != regions.1 {
                self.differ(first, Some(second), &counts("regions", regions));
            }
            for (one, other) in first.regions().zip(second.regions()) {
                self.pair_blocks(first, second, (one, other), &mut open);
            }
        }
    }

    fn pair_blocks(
        &mut self,
        first: OpRef<'b>,
        second: OpRef<'b>,
        regions: (RegionRef<'b>, RegionRef<'b>),
        open: &mut Vec<(OpRef<'b>, OpRef<'b>)>,
    ) {
        let blocks = (regions.0.blocks().count(), regions.1.blocks().count());
        if blocks.0 != blocks.1 {
            self.differ(first, Some(second), &counts("blocks", blocks));
        }
        for (one, other) in regions.0.blocks().zip(regions.1.blocks()) {
            let body = address(one.body());
            self.blocks.insert((body, one.id()), other.id());
            let arguments = (one.arguments().len(), other.arguments().len());
            if arguments.0 != arguments.1 {
                self.differ(first, Some(second), &counts("block arguments", arguments));
            }
            let types = one.argument_types().zip(other.argument_types());
            for (index, types) in types.enumerate() {
                self.compare_types((first, second), &format!("block argument #{index}"), types);
            }
            let both = one.arguments().iter().zip(other.arguments());
            self.values.extend(both.map(|(&one, &other)| ((body, one), other)));
            self.pair_ops((first, second), (one, other), open);
        }
    }

    /// Pairs symbols by name, and the other ops of two blocks by place.
    fn pair_ops(
        &mut self,
        owners: (OpRef<'b>, OpRef<'b>),
        blocks: (BlockRef<'b>, BlockRef<'b>),
        open: &mut Vec<(OpRef<'b>, OpRef<'b>)>,
    ) {
        let mut symbols: FxHashMap<_, OpRef<'b>> =
            blocks.1.ops().filter_map(|op| Some((op.symbol_name()?, op))).collect();
        let mut others = blocks.1.ops().filter(|op| op.symbol_name().is_none());
        for op in blocks.0.ops() {
            let counterpart = match op.symbol_name() {
                Some(name) => symbols.remove(&name),
                None => others.next(),
            };
            match counterpart {
                Some(other) => open.push((op, other)),
                None => self.differ(op, None, "is only in the first file"),
            }
        }
        let mut left: Vec<_> = symbols.into_values().chain(others).collect();
        left.sort_by_key(|op| blocks.1.ops().position(|other| other.id() == op.id()));
        for op in left {
            self.differ(op, Some(owners.0), "is only in the second file");
        }
    }

    /// Compares what ops have, once all counterparts are known.
    fn compare_pairs(&mut self) {
        for (first, second) in std::mem::take(&mut self.pairs) {
            let both = (first, second);
            let body = address(first.body());
            let results = (first.num_results(), second.num_results());
            if results.0 != results.1 {
                self.differ(first, Some(second), &counts("results", results));
            }
            for (index, types) in first.result_types().zip(second.result_types()).enumerate() {
                self.compare_types(both, &format!("result #{index}"), types);
            }
            let operands = (first.num_operands(), second.num_operands());
            if operands.0 != operands.1 {
                self.differ(first, Some(second), &counts("operands", operands));
            }
            for (index, (one, other)) in first.operands().zip(second.operands()).enumerate() {
                // A value without counterpart is a difference already.
                if self.values.get(&(body, one)).is_some_and(|value| *value != other) {
                    let message =
                        format!("has another value as operand #{index} in the second file");
                    self.differ(first, Some(second), &message);
                }
            }
            let is_same = |(one, other): (BlockId, BlockId)| {
                self.blocks.get(&(body, one)).is_none_or(|block| *block == other)
            };
            if first.successors().count() != second.successors().count()
                || !first.successors().zip(second.successors()).all(is_same)
            {
                self.differ(first, Some(second), "has other successors in the second file");
            }
            self.compare_attributes(first, second);
        }
    }

    fn compare_types(
        &mut self,
        (first, second): (OpRef<'b>, OpRef<'b>),
        of: &str,
        types: (Type, Type),
    ) {
        if types.0 != types.1 {
            let ctx = first.context();
            let (here, there) = (print_type(ctx, types.0), print_type(ctx, types.1));
            let message = format!("has type '{here}' for {of}, and '{there}' in the second file");
            self.differ(first, Some(second), &message);
        }
    }

    fn compare_attributes(&mut self, first: OpRef<'b>, second: OpRef<'b>) {
        let ctx = first.context();
        let here = first.body().attributes(first.id());
        let there = second.body().attributes(second.id());
        for &(name, attribute) in &here {
            let text = print_attribute(ctx, attribute);
            let message = match there.iter().find(|other| other.0 == name) {
                Some(other) if other.1 == attribute => continue,
                Some(other) => {
                    let other = print_attribute(ctx, other.1);
                    format!("has '{} = {text}', and '{other}' in the second file", name.text(ctx))
                }
                None => {
                    format!("has '{} = {text}' only in the first file", name.text(ctx))
                }
            };
            self.differ(first, Some(second), &message);
        }
        for &(name, attribute) in &there {
            if !here.iter().any(|other| other.0 == name) {
                let text = print_attribute(ctx, attribute);
                let message = format!("has '{} = {text}' only in the second file", name.text(ctx));
                self.differ(first, Some(second), &message);
            }
        }
    }
}

/// A number for a body, whose values and blocks are numbered for themselves.
fn address(body: &Body) -> usize {
    std::ptr::from_ref(body).addr()
}

/// Says that two numbers of something differ.
fn counts(of: &str, (first, second): (usize, usize)) -> String {
    format!("has another number of {of} in the second file: {first}, and {second} there")
}
