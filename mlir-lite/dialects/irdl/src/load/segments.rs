//! The operands or results of an op, which are assigned to the names of a definition.

use crate::kinds::Variadicity;
use crate::ops::variadicities_of;
use mlir_lite::attributes::AttributeKind;
use mlir_lite::ir::prelude::*;

/// The operands or the results of an op: for each name, its constraint and how many values it
/// stands for.
pub(super) struct Segments {
    /// `operand` or `result`.
    what: &'static str,
    names: Vec<(usize, Variadicity)>,
}

impl Segments {
    /// None, of that kind.
    pub(super) fn of(what: &'static str) -> Self {
        Self { what, names: Vec::new() }
    }

    /// Reads a list whose constraints are known.
    pub(super) fn set(&mut self, list: OpRef<'_>, constraints: Vec<usize>) {
        self.names = constraints.into_iter().zip(variadicities_of(list).iter().copied()).collect();
    }

    /// The constraint of each value, by the types of the values.
    pub(super) fn assign(
        &self,
        op: OpRef<'_>,
        types: &[Type],
    ) -> Result<Vec<(Type, usize)>, String> {
        let sizes = self.sizes(op, types.len())?;
        let constraints = self.names.iter().zip(sizes);
        let constraints =
            constraints.flat_map(|(&(constraint, _), size)| std::iter::repeat_n(constraint, size));
        Ok(types.iter().copied().zip(constraints).collect())
    }

    /// How many of `count` values each name stands for.
    fn sizes(&self, op: OpRef<'_>, count: usize) -> Result<Vec<usize>, String> {
        let what = self.what;
        let mut several = self.names.iter().filter(|(_, how)| *how != Variadicity::Single);
        let (group, other) = (several.next(), several.next());
        if other.is_some() {
            return self.sizes_by_attribute(op, count);
        }
        let Some((_, variadicity)) = group else {
            let singles = self.names.len();
            return match count == singles {
                true => Ok(vec![1; singles]),
                false => Err(format!("op expects exactly {singles} {what}s, but got {count}")),
            };
        };
        let singles = self.names.len() - 1;
        let Some(rest) = count.checked_sub(singles) else {
            return Err(format!("op expects at least {singles} {what}s, but got {count}"));
        };
        if *variadicity == Variadicity::Optional && rest > 1 {
            let most = singles + 1;
            return Err(format!("op expects at most {most} {what}s, but got {count}"));
        }
        let size = |how| if how == Variadicity::Single { 1 } else { rest };
        Ok(self.names.iter().map(|&(_, how)| size(how)).collect())
    }

    /// As the attribute `operandSegmentSizes` or `resultSegmentSizes` says.
    fn sizes_by_attribute(&self, op: OpRef<'_>, count: usize) -> Result<Vec<usize>, String> {
        let (ctx, what) = (op.context(), self.what);
        let name = format!("{what}SegmentSizes");
        let Some(attribute) = op.attr_named(&name) else {
            return Err(format!("'{name}' attribute is expected but not provided"));
        };
        let is_i32 =
            matches!(attribute.kind(ctx), AttributeKind::DenseArray { element: Type::I32, .. });
        let Some(sizes) = attribute.as_i64_array(ctx).filter(|_| is_i32) else {
            return Err(format!("'{name}' attribute is expected to be a dense i32 array"));
        };
        if sizes.len() != self.names.len() {
            return Err(format!(
                "'{name}' attribute for specifying {what} segments must have {} elements, but got \
                    {}",
                self.names.len(),
                sizes.len()
            ));
        }
        let mut result = Vec::with_capacity(sizes.len());
        for (index, (&size, &(_, variadicity))) in sizes.iter().zip(&self.names).enumerate() {
            let expected = match variadicity {
                Variadicity::Single if size != 1 => Some("1"),
                Variadicity::Optional if size > 1 => Some("0 or 1"),
                _ => None,
            };
            let Ok(size) = usize::try_from(size) else {
                return Err(format!(
                    "'{name}' attribute for specifying {what} segments must have non-negative \
                        values"
                ));
            };
            if let Some(expected) = expected {
                return Err(format!(
                    "element {index} in '{name}' attribute must be equal to {expected}"
                ));
            }
            result.push(size);
        }
        if result.iter().sum::<usize>() != count {
            return Err(format!(
                "sum of elements in '{name}' attribute must be equal to the number of {what}s"
            ));
        }
        Ok(result)
    }
}
