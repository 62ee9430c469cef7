//! `toy.checked_sizes`: a run-time check of sizes that files have.

use mlir_lite::affine::AffineMap;
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::interpret::tensor_of;
use crate::loop_builder::{Affine, are_in_memory};
use crate::messages::out_of_range::OutOfRange;
use crate::sizes::{LinearSize, MOST_ELEMENTS, Requirement};

/// Ends the program if sizes that files have are not as a function needs them: those that are to be
/// equal, those that are to be at least 1, and those of tensors that no memory holds.
///
/// `sizes` has a map for each tensor, which gives its sizes from symbols; the tensors give all
/// symbols. `required` are conditions on symbols, and `tensors` maps that give the sizes of
/// tensors, each with its place in the source.
#[op(
    name = "toy.checked_sizes",
    implements(InterpretOp, LowerByPatterns<Affine>),
    format = "$inputs attr-dict `:` type($inputs)"
)]
pub struct CheckedSizesOp {
    #[operand]
    inputs: Variadic<AnyTypeOf<(NumberTensor, NumberMemRef)>>,
    #[attr]
    sizes: ArrayAttr,
    #[attr]
    required: ArrayAttr,
    #[attr]
    tensors: ArrayAttr,
}

/// The check of one condition, on values of the symbols.
pub(crate) enum SizeCheck {
    /// Two sizes are equal.
    Equal([LinearSize; 2]),
    /// A size is at least 1.
    AtLeastOne(LinearSize),
    /// A tensor of these sizes has at most [`MOST_ELEMENTS`].
    Fits(Vec<LinearSize>),
}

impl CheckedSizesOpRef<'_> {
    /// The sizes of the tensors that are not numbers, with the numbers of their tensors and
    /// dimensions.
    pub(crate) fn given(self) -> Vec<(usize, usize, LinearSize)> {
        let ctx = self.op().context();
        let maps = self.sizes().expect_array(ctx).iter().enumerate();
        let mut given = Vec::new();
        for (input, map) in maps {
            let sizes = map.as_affine_map(ctx).map_or_else(Vec::new, |map| linear_sizes(ctx, map));
            let sizes = sizes.into_iter().enumerate().filter(|(_, size)| size.known().is_none());
            given.extend(sizes.map(|(dimension, size)| (input, dimension, size)));
        }
        given
    }

    /// The conditions with their places.
    pub(crate) fn checks(self) -> Vec<(SizeCheck, String)> {
        let ctx = self.op().context();
        let required = Requirement::of_attribute(ctx, self.required()).unwrap_or_default();
        let required =
            required.into_iter().map(
                |Requirement { mut size, is_equality, at }| match is_equality {
                    true => (SizeCheck::Equal(size.sides()), at),
                    false => {
                        size.constant += 1;
                        (SizeCheck::AtLeastOne(size), at)
                    }
                },
            );
        let fits = |tensor: &Attribute| {
            let [map, at] = tensor.as_array(ctx)? else { return None };
            let sizes = linear_sizes(ctx, map.as_affine_map(ctx)?);
            Some((SizeCheck::Fits(sizes), at.as_str(ctx)?.to_owned()))
        };
        let tensors = self.tensors().expect_array(ctx).iter().filter_map(fits);
        required.chain(tensors).collect()
    }
}

fn linear_sizes(ctx: &Context, map: AffineMap) -> Vec<LinearSize> {
    map.results(ctx).iter().filter_map(|size| LinearSize::of(ctx, *size)).collect()
}

impl InterpretOp for CheckedSizesOp {
    fn interpret<'b>(op: CheckedSizesOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut shapes: Vec<Vec<i64>> = Vec::new();
        for input in op.inputs() {
            shapes.push(match m.get(input) {
                Value::MemRef(memref) => memref.sizes.to_vec(),
                _ => tensor_of(m, input)?.shape.clone(),
            });
        }
        let given = op.given();
        let sizes: Vec<LinearSize> = given.iter().map(|(_, _, size)| size.clone()).collect();
        let mut values: Vec<(u32, i64)> = Vec::new();
        for (symbol, place) in LinearSize::solved(&sizes) {
            let (input, dimension, size) = &given[place];
            let found = shapes.get(*input).and_then(|shape| shape.get(*dimension));
            let found = *found.ok_or_else(Trap::malformed)?;
            values.push((symbol, found.wrapping_sub(size.value(&values))));
        }
        for (check, at) in op.checks() {
            if let Some((first, count, size)) = check.failure(&values) {
                return Err(Trap::reported(OutOfRange { at, first, count, size }.diagnostic()));
            }
        }
        Ok(Flow::Next)
    }
}

impl SizeCheck {
    /// The numbers of the message, if the condition does not hold.
    fn failure(&self, values: &[(u32, i64)]) -> Option<(i64, i64, i64)> {
        match self {
            Self::Equal(sides) => {
                let [a, b] = sides.each_ref().map(|side| side.value(values));
                (a != b).then_some((a, OutOfRange::SIZES_DIFFER, b))
            }
            Self::AtLeastOne(size) => {
                let size = size.value(values);
                (size < 1).then_some((size, OutOfRange::SIZE_BELOW_ONE, 0))
            }
            Self::Fits(sizes) => {
                let mut sizes = sizes.iter().map(|size| i128::from(size.value(values)));
                let most = i128::from(MOST_ELEMENTS);
                let count = sizes.try_fold(1, |count: i128, size| {
                    Some(count * size).filter(|count| *count <= most)
                });
                count.is_none().then_some((0, OutOfRange::TOO_MANY_ELEMENTS, 0))
            }
        }
    }
}

impl LowerByPatterns<Affine> for CheckedSizesOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<CheckedSizesOp>("toy.checked_sizes-to-affine", 1, |op, operands, rewriter| {
            let body = rewriter.body();
            are_in_memory(body, operands.values())?;
            let (sizes, required, tensors) = (op.sizes(body), op.required(body), op.tensors(body));
            CheckedSizesOp::create(rewriter, operands.values(), sizes, required, tensors);
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
