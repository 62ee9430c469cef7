//! Parts of memrefs and tensors: offsets, sizes and strides, each of them a number or a value.

pub(crate) mod bounds;
pub(crate) mod reassociation;
pub(crate) mod text;

use mlir_lite::interpreter::{Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::types::DYNAMIC;

/// The numbers of a part: few, one for each dimension.
pub(crate) type Numbers = SmallVec<[i64; 4]>;

/// One of the lists that describe a part: numbers, of which the open ones are values.
#[derive(Copy, Clone)]
pub(crate) struct PartList<'b> {
    numbers: Attribute,
    /// The open numbers, in order.
    pub(crate) values: ValueRange<'b>,
}

impl<'b> PartList<'b> {
    /// A list of numbers and of the values of the open ones.
    pub(crate) fn new(numbers: Attribute, values: ValueRange<'b>) -> Self {
        Self { numbers, values }
    }
}

impl PartList<'_> {
    /// The numbers; open ones are [`DYNAMIC`].
    pub(crate) fn numbers(self, ctx: &Context) -> Numbers {
        self.numbers.expect_i64_array(ctx)
    }

    /// Whether another list has the same numbers and values.
    pub(crate) fn is_same(self, other: Self) -> bool {
        self.numbers == other.numbers && self.values.ids().eq(other.values.ids())
    }

    /// The numbers of the list when the op is run.
    pub(crate) fn run(self, m: &Machine<'_>) -> Result<Numbers, Trap> {
        let mut values = m.indices(self.values)?.into_iter();
        let number = |number| match number {
            DYNAMIC => {
                values.next().ok_or_else(|| Trap::new("cannot be interpreted: a number is missing"))
            }
            number => Ok(number),
        };
        self.numbers(m.context()).into_iter().map(number).collect()
    }
}

/// Ops that take a part, or describe the layout of another memref.
pub(crate) trait PartOp<'b>: OpView<'b> {
    /// Offsets, sizes and strides.
    fn lists(self) -> [PartList<'b>; 3];

    /// The lists when the op is run.
    fn run_lists(self, m: &Machine<'_>) -> Result<[Numbers; 3], Trap> {
        let [offsets, sizes, strides] = self.lists();
        Ok([offsets.run(m)?, sizes.run(m)?, strides.run(m)?])
    }
}

/// The lists in the declarations of these ops.
pub(crate) trait Parts: OpDefinition {
    fn static_offsets(op: View<'_, Self>) -> Attribute;
    fn static_sizes(op: View<'_, Self>) -> Attribute;
    fn static_strides(op: View<'_, Self>) -> Attribute;
    fn offsets(op: View<'_, Self>) -> ValueRange<'_>;
    fn sizes(op: View<'_, Self>) -> ValueRange<'_>;
    fn strides(op: View<'_, Self>) -> ValueRange<'_>;
}

impl<'b, V: OpView<'b>> PartOp<'b> for V
where
    V::Op: Parts + OpDefinition<View<'b> = V>,
{
    fn lists(self) -> [PartList<'b>; 3] {
        [
            PartList { numbers: V::Op::static_offsets(self), values: V::Op::offsets(self) },
            PartList { numbers: V::Op::static_sizes(self), values: V::Op::sizes(self) },
            PartList { numbers: V::Op::static_strides(self), values: V::Op::strides(self) },
        ]
    }
}

/// Says that a part is not within sizes.
pub(crate) fn check_part(
    whole: &[i64],
    offsets: &[i64],
    sizes: &[i64],
    strides: &[i64],
) -> Result<(), Trap> {
    for (dimension, &bound) in whole.iter().enumerate() {
        let (offset, size, stride) = (offsets[dimension], sizes[dimension], strides[dimension]);
        if size < 0 {
            return Err(Trap::new(format!("takes a part of a negative size, {size}")));
        }
        let last = size.checked_sub(1).and_then(|n| n.checked_mul(stride)?.checked_add(offset));
        let is_within = |at: i64| (0..bound).contains(&at);
        if size > 0 && !(is_within(offset) && last.is_some_and(is_within)) {
            return Err(Trap::new(format!(
                "takes a part out of bounds: {size} elements from {offset} in steps of {stride} of dimension \
                 {dimension}, whose size is {bound}"
            )));
        }
    }
    Ok(())
}

/// Which dimensions of a part of these sizes are left in a type of this shape: sizes of 1 may be
/// left out.
pub(crate) fn kept_dimensions(sizes: &[i64], shape: &[i64]) -> SmallVec<[usize; 4]> {
    let mut kept = SmallVec::new();
    let mut dropped = sizes.len() - shape.len().min(sizes.len());
    for (dimension, &size) in sizes.iter().enumerate() {
        let wanted = shape.get(kept.len()).copied();
        let may_stay = wanted.is_some_and(|wanted| wanted == DYNAMIC || wanted == size);
        // An open size takes a 1 only if nothing has to be left out any more.
        let stays = may_stay && (dropped == 0 || size != 1 || wanted == Some(1));
        if stays {
            kept.push(dimension);
        } else {
            dropped = dropped.saturating_sub(1);
        }
    }
    kept
}

/// The number of an element, row-major.
pub(crate) fn number_of(shape: &[i64], position: &[i64]) -> usize {
    shape.iter().zip(position).fold(0, |number, (&size, &at)| number * size as usize + at as usize)
}

/// Says that a result whose type has other sizes would get these.
pub(crate) fn check_sizes(result: ValueRef<'_>, sizes: &[i64]) -> Result<(), Trap> {
    if shapes_agree(Some(sizes), result.ty().shape(result.context())) {
        return Ok(());
    }
    Err(Trap::new(format!("gives the sizes {sizes:?} to a type that has others")))
}
