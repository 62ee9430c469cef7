//! Where the groups of an op's operands and results lie.
//!
//! A declaration names groups; one of them may have any size, which follows
//! from the total. Where several may, an attribute holds all sizes.

use crate::attributes::{Attribute, AttributeKind};
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::op_def::{Arity, TraitFlags, ValueGroupDef};
use crate::types::Type;
use smallvec::SmallVec;
use std::ops::Range;

/// The place of group `index` among `total` values. `sizes` are those of all
/// groups, where an attribute gives them. Of an op that the verifier rejects,
/// the range may be too short, but it is never outside of the values.
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
    let behind_variable = groups[..index].iter().any(|group| group.arity != Arity::One);
    let start = if behind_variable { total.saturating_sub(after + 1) } else { index };
    start.min(total)..(start + 1).min(total)
}

/// The sizes of all groups where those that may have any size have the same.
pub fn equal_group_sizes(groups: &[ValueGroupDef], total: usize) -> SmallVec<[usize; 4]> {
    let single = groups.iter().filter(|group| group.arity == Arity::One).count();
    let size = total.saturating_sub(single) / (groups.len() - single).max(1);
    groups.iter().map(|group| if group.arity == Arity::One { 1 } else { size }).collect()
}

impl Body {
    /// The operands of the group `index` of the op's definition, as positions.
    /// What is passed to successors is in no group.
    ///
    /// # Panics
    /// If the op's dialect does not define it with that group.
    pub fn operand_group(&self, op: OpId, index: usize) -> Range<usize> {
        let own = self.num_operands(op) - self.num_forwarded_operands(op);
        let info = self.info(op);
        let groups = info.def().map_or(&[][..], |def| def.operands);
        let sizes = if info.flags().contains(TraitFlags::ATTR_SIZED_OPERANDS) {
            Some(self.segment_sizes(op, "operandSegmentSizes"))
        } else {
            info.flags().contains(TraitFlags::SAME_SIZED_OPERANDS).then(|| equal_group_sizes(groups, own))
        };
        group_range(groups, index, own, sizes.as_deref())
    }

    /// The results of the group `index` of the op's definition, as positions.
    ///
    /// # Panics
    /// If the op's dialect does not define it with that group.
    pub fn result_group(&self, op: OpId, index: usize) -> Range<usize> {
        let info = self.info(op);
        let groups = info.def().map_or(&[][..], |def| def.results);
        let sizes = if info.flags().contains(TraitFlags::ATTR_SIZED_RESULTS) {
            Some(self.segment_sizes(op, "resultSegmentSizes"))
        } else {
            let equal = info.flags().contains(TraitFlags::SAME_SIZED_RESULTS);
            equal.then(|| equal_group_sizes(groups, self.num_results(op)))
        };
        group_range(groups, index, self.num_results(op), sizes.as_deref())
    }

    /// The sizes that an attribute holds; none of a missing or wrong one.
    fn segment_sizes(&self, op: OpId, name: &str) -> SmallVec<[usize; 4]> {
        let slot = self.def(op).and_then(|def| def.attrs.iter().position(|attr| attr.name == name));
        let sizes: Option<Attribute> = slot.and_then(|slot| self.inherent_attr(op, slot));
        let Some(sizes) = sizes else { return SmallVec::new() };
        match sizes.kind(self.context()) {
            // As sizes always are.
            AttributeKind::DenseArray { element: Type::I32, data } => {
                let size = |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().unwrap_or_default());
                data.chunks_exact(4).map(|bytes| usize::try_from(size(bytes)).unwrap_or(0)).collect()
            }
            _ => {
                let sizes = sizes.as_i64_array(self.context()).unwrap_or_default();
                sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::constraints::AnyType;
    use crate::ir::op_def::TypeConstraintDef;

    fn groups(arities: &[Arity]) -> Vec<ValueGroupDef> {
        let group =
            |&arity| ValueGroupDef { name: "x", constraint: TypeConstraintDef::of::<AnyType>(), arity };
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
