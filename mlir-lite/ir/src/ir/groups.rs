//! The ranges of the groups of an op's operands and results.
//!
//! A declaration names groups. If one of them has a variable size, that follows from the total
//! number; if several have, an attribute holds all sizes.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::types::Type;
use crate::ir::body::Body;
use crate::ir::entities::{OpId, ValueId};
use crate::ir::op_def::{Arity, TraitFlags, ValueGroupDef};
use smallvec::SmallVec;
use std::ops::Range;

/// The range of group `index` among `total` values. `sizes` are the sizes of all groups, if an
/// attribute gives them. For an op that the verifier rejects, the range may be too short, but it is
/// always within the values.
pub fn group_range(
    groups: &[ValueGroupDef],
    index: usize,
    total: usize,
    sizes: Option<&[usize]>,
) -> Range<usize> {
    if let Some(sizes) = sizes {
        let start = sizes.iter().take(index).sum::<usize>().min(total);
        let len = sizes.get(index).copied().unwrap_or(0);
        return start..start.saturating_add(len).min(total);
    }
    let after = groups.len() - index - 1;
    if groups.len() == total {
        // Each group has one.
        return index..index + 1;
    }
    if groups[index].arity != Arity::One {
        return index.min(total)..total.saturating_sub(after).max(index.min(total));
    }
    let after_variable = groups[..index].iter().any(|group| group.arity != Arity::One);
    let start = if after_variable { total.saturating_sub(after + 1) } else { index };
    start.min(total)..(start + 1).min(total)
}

/// The sizes of all groups, if all groups of variable size have the same size.
pub fn equal_group_sizes(groups: &[ValueGroupDef], total: usize) -> SmallVec<[usize; 4]> {
    let single = groups.iter().filter(|group| group.arity == Arity::One).count();
    let size = total.saturating_sub(single) / (groups.len() - single).max(1);
    groups.iter().map(|group| if group.arity == Arity::One { 1 } else { size }).collect()
}

impl Body {
    /// The range of the operands in group `index` of the op's definition. Operands passed to
    /// successors are in no group.
    ///
    /// # Panics
    /// If the op's dialect does not define it with that group.
    #[track_caller]
    pub fn operand_group(&self, op: OpId, index: usize) -> Range<usize> {
        self.operand_group_slots(op, index).1
    }

    /// The slot of the first operand, and the range of a group in the operands.
    #[track_caller]
    pub(super) fn operand_group_slots(&self, op: OpId, index: usize) -> (u32, Range<usize>) {
        let data = &self.ops[op];
        let info = self.definitions.op_info(self.name_of(data));
        let own = data.operands_len as usize - self.num_forwarded_operands_of(data);
        let groups = info.def().map_or(&[][..], |def| def.operands);
        let range = if info.flags().contains(TraitFlags::ATTR_SIZED_OPERANDS) {
            match own {
                // Loops with constant bounds have none.
                0 => 0..0,
                _ => self.segment(op, info.operand_segments(), index, own),
            }
        } else if info.flags().contains(TraitFlags::SAME_SIZED_OPERANDS) {
            group_range(groups, index, own, Some(&equal_group_sizes(groups, own)))
        } else {
            group_range(groups, index, own, None)
        };
        (data.operands_start, range)
    }

    /// The slot of the first operand, and the number of operands.
    #[inline]
    #[track_caller]
    pub(super) fn operand_slots(&self, op: OpId) -> (u32, usize) {
        let data = &self.ops[op];
        (data.operands_start, data.operands_len as usize)
    }

    /// The slot of the first result, and the number of results.
    #[inline]
    #[track_caller]
    pub(super) fn result_slots(&self, op: OpId) -> (u32, usize) {
        let data = &self.ops[op];
        (data.results_start, data.results_len as usize)
    }

    /// Replaces the operands of a group, and updates the attribute that holds the sizes of groups,
    /// if there is one.
    ///
    /// # Panics
    /// If the op's dialect does not define it with that group.
    #[track_caller]
    pub fn set_operand_group(&mut self, op: OpId, index: usize, values: &[ValueId]) {
        let range = self.operand_group(op, index);
        let is_resized = range.len() != values.len();
        self.splice_operands(op, range, values);
        let slot = self.info(op).operand_segments();
        if let Some(slot) = slot.filter(|_| is_resized)
            && let Some(sizes) = self.inherent_attr(op, slot)
        {
            // The number of operands fits into 32 bits.
            let sizes: Vec<i32> = segment_sizes(self.context(), sizes)
                .enumerate()
                .map(|(i, size)| if i == index { values.len() as i32 } else { size as i32 })
                .collect();
            let sizes = self.context().i32_array_attr(&sizes);
            self.set_inherent_attr(op, slot, Some(sizes));
        }
    }

    /// The range of the results in group `index` of the op's definition.
    ///
    /// # Panics
    /// If the op's dialect does not define it with that group.
    #[track_caller]
    pub fn result_group(&self, op: OpId, index: usize) -> Range<usize> {
        self.result_group_slots(op, index).1
    }

    /// The slot of the first result, and the range of a group in the results.
    #[track_caller]
    pub(super) fn result_group_slots(&self, op: OpId, index: usize) -> (u32, Range<usize>) {
        let data = &self.ops[op];
        let info = self.definitions.op_info(self.name_of(data));
        let total = data.results_len as usize;
        let groups = info.def().map_or(&[][..], |def| def.results);
        let range = if info.flags().contains(TraitFlags::ATTR_SIZED_RESULTS) {
            self.segment(op, info.result_segments(), index, total)
        } else if info.flags().contains(TraitFlags::SAME_SIZED_RESULTS) {
            group_range(groups, index, total, Some(&equal_group_sizes(groups, total)))
        } else {
            group_range(groups, index, total, None)
        };
        (data.results_start, range)
    }

    /// The range of group `index` among `total` values, by the sizes in the attribute in `slot`.
    /// Empty if the attribute is missing or wrong.
    #[track_caller]
    fn segment(&self, op: OpId, slot: Option<usize>, index: usize, total: usize) -> Range<usize> {
        let Some(sizes) = slot.and_then(|slot| self.inherent_attr(op, slot)) else { return 0..0 };
        let (start, len) = match sizes.kind(self.context()) {
            AttributeKind::DenseArray { element: Type::I32, data } => {
                let (sizes, _) = data.as_chunks::<4>();
                let size =
                    |&bytes: &[u8; 4]| usize::try_from(i32::from_le_bytes(bytes)).unwrap_or(0);
                let start = sizes.iter().take(index).map(size).fold(0, usize::saturating_add);
                (start, sizes.get(index).map_or(0, size))
            }
            _ => {
                let sizes = sizes.as_i64_array(self.context()).unwrap_or_default();
                let size = |&size: &i64| usize::try_from(size).unwrap_or(0);
                let start = sizes.iter().take(index).map(size).fold(0, usize::saturating_add);
                (start, sizes.get(index).map_or(0, size))
            }
        };
        let start = start.min(total);
        start..start.saturating_add(len).min(total)
    }
}

/// The sizes in an attribute. Empty if it is not a list of sizes.
pub(crate) fn segment_sizes(ctx: &Context, sizes: Attribute) -> impl Iterator<Item = i64> + '_ {
    // Sizes are nearly always stored as 32-bit integers.
    let (data, others) = match sizes.kind(ctx) {
        AttributeKind::DenseArray { element: Type::I32, data } => (&data[..], Vec::new()),
        _ => (&[][..], sizes.as_i64_array(ctx).unwrap_or_default()),
    };
    let size = |bytes: &[u8]| i64::from(i32::from_le_bytes(bytes.try_into().unwrap_or_default()));
    data.chunks_exact(4).map(size).chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::constraints::AnyType;
    use crate::ir::op_def::TypeConstraintDef;

    fn groups(arities: &[Arity]) -> Vec<ValueGroupDef> {
        let group = |&arity| ValueGroupDef {
            name: "x",
            constraint: TypeConstraintDef::of::<AnyType>(),
            arity,
        };
        arities.iter().map(group).collect()
    }

    #[test]
    fn the_total_gives_the_size_of_one_group() {
        let groups = groups(&[Arity::One, Arity::Variadic, Arity::One]);
        assert_eq!(group_range(&groups, 0, 5, None), 0..1);
        assert_eq!(group_range(&groups, 1, 5, None), 1..4);
        assert_eq!(group_range(&groups, 2, 5, None), 4..5);
        assert_eq!(group_range(&groups, 1, 2, None), 1..1);
    }

    #[test]
    fn sizes_give_all_groups() {
        let groups = groups(&[Arity::Variadic, Arity::Optional, Arity::Variadic]);
        assert_eq!(group_range(&groups, 2, 6, Some(&[3, 1, 2])), 4..6);
        assert_eq!(group_range(&groups, 1, 5, Some(&[3, 0, 2])), 3..3);
    }

    #[test]
    fn groups_of_equal_size_share_what_is_left() {
        let groups = groups(&[Arity::Variadic, Arity::One, Arity::Variadic]);
        assert_eq!(equal_group_sizes(&groups, 7)[..], [3, 1, 3]);
        assert_eq!(equal_group_sizes(&groups, 0)[..], [0, 1, 0]);
    }

    #[test]
    fn wrong_numbers_stay_inside() {
        let groups = groups(&[Arity::One, Arity::Variadic, Arity::One]);
        assert_eq!(group_range(&groups, 1, 0, None), 0..0);
        assert_eq!(group_range(&groups, 2, 1, None), 0..1);
        assert_eq!(group_range(&groups, 1, 2, Some(&[9, usize::MAX])), 2..2);
    }
}
