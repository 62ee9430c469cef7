//! The replacements of an op's operands, where a type may be converted to several or no types.

use crate::rewrite::MatchFailure;
use mlir_lite::ir::ValueId;
use smallvec::SmallVec;
use std::ops::Range;

/// The replacements of each operand of an op: one list for each, of the types that its type is
/// converted to.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::conversion::OneToManyOperands;
/// # fn convert(operands: &OneToManyOperands) -> Result<(), mlir_lite::rewrite::MatchFailure> {
/// let [re, im] = *operands.of(0) else { return Err("expects two parts".into()) };
/// let index = operands.one(1)?;
/// # let _ = (re, im, index); Ok(()) }
/// ```
#[derive(Clone, Debug, Default)]
pub struct OneToManyOperands {
    values: SmallVec<[ValueId; 4]>,
    /// Where the values of each operand end.
    ends: SmallVec<[u32; 4]>,
}

impl OneToManyOperands {
    /// Adds the replacements of the next operand.
    pub(super) fn push(&mut self, values: &[ValueId]) {
        self.values.extend_from_slice(values);
        self.ends.push(self.values.len() as u32);
    }

    /// The number of operands of the op.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the op has no operands.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The replacements of an operand.
    ///
    /// # Panics
    /// If the op has no operand of this index.
    #[track_caller]
    pub fn of(&self, operand: usize) -> &[ValueId] {
        &self.values[self.range(operand..operand + 1)]
    }

    /// The replacement of an operand whose type is converted to one type.
    ///
    /// # Errors
    /// If there are several or none.
    ///
    /// # Panics
    /// If the op has no operand of this index.
    #[track_caller]
    pub fn one(&self, operand: usize) -> Result<ValueId, MatchFailure> {
        match *self.of(operand) {
            [value] => Ok(value),
            ref values => Err(MatchFailure::new(format!(
                "operand {operand} must be replaced by one value, found {}",
                values.len()
            ))),
        }
    }

    /// The replacements of all operands, one list after the other.
    pub fn flattened(&self) -> &[ValueId] {
        &self.values
    }

    /// The replacements of the operands in a range, one list after the other.
    ///
    /// # Panics
    /// If the op has not that many operands.
    #[track_caller]
    pub fn flattened_range(&self, operands: Range<usize>) -> &[ValueId] {
        &self.values[self.range(operands)]
    }

    /// The replacements of each operand.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[ValueId]> {
        (0..self.len()).map(|operand| self.of(operand))
    }

    #[track_caller]
    fn range(&self, operands: Range<usize>) -> Range<usize> {
        assert!(operands.end <= self.len(), "the op has {} operands", self.len());
        let start = |operand: usize| operand.checked_sub(1).map_or(0, |last| self.ends[last]);
        start(operands.start) as usize..start(operands.end) as usize
    }
}
