//! Elements and parts of tensors at positions that another tensor holds.

use crate::parts::{Numbers, check_sizes, number_of};
use mlir_lite::interpreter::{Elements, Flow, InterpretOp, Machine, Trap, Value, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::element_count;

/// The parts of a tensor at many positions: the last dimension of `indices` holds coordinates along
/// `gather_dims`, and the result has a part for each of them.
///
/// ```mlir
/// %parts = tensor.gather %t[%at] gather_dims([0, 2])
///   : (tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<3x1x5x1xf32>
/// ```
#[op(
    name = "std.gather_tensor",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    upstream(name = "tensor.gather", only),
    format = "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? \
        attr-dict `:` functional-type(operands, results)"
)]
pub struct GatherTensorOp {
    /// The tensor.
    #[operand]
    source: AnyTensor,
    /// The coordinates.
    #[operand]
    indices: AnyTensor,
    /// The dimensions along which they are.
    #[attr]
    gather_dims: DenseI64ArrayAttr,
    /// Whether no two of them are equal.
    #[attr]
    unique: Optional<UnitAttr>,
    /// The parts.
    #[result(upstream_name = "gather")]
    result: AnyTensor,
}

/// A tensor with parts at many positions replaced: the other way of `tensor.gather`. The op says
/// that the positions differ, because equal ones would get several values.
///
/// ```mlir
/// %new = tensor.scatter %parts into %t[%at] scatter_dims([0, 2]) unique
///   : (tensor<3x1x5x1xf32>, tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<4x5x6xf32>
/// ```
#[op(
    name = "std.scatter_tensor",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    upstream(name = "tensor.scatter", only),
    format = "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` \
        (`unique` $unique^)? attr-dict `:` functional-type(operands, results)"
)]
pub struct ScatterTensorOp {
    /// The parts.
    #[operand]
    source: AnyTensor,
    /// The tensor.
    #[operand]
    dest: AnyTensor,
    /// The coordinates.
    #[operand]
    indices: AnyTensor,
    /// The dimensions along which they are.
    #[attr]
    scatter_dims: DenseI64ArrayAttr,
    /// Whether no two of them are equal.
    #[attr]
    unique: Optional<UnitAttr>,
    /// The tensor with the parts.
    #[result(upstream_name = "scatter")]
    result: AnyTensor,
}

/// The words in which the two ops speak of the same things.
struct Words {
    dims: &'static str,
    whole: &'static str,
    parts: &'static str,
}

const GATHER: Words = Words { dims: "gather_dims", whole: "source", parts: "result" };
const SCATTER: Words = Words { dims: "scatter_dims", whole: "dest", parts: "source" };

/// Checks that `dims` are ascending dimensions of `whole`, with a coordinate each, and that `parts`
/// has the shape of the indices followed by that of a part.
fn verify_parts(
    op: OpRef<'_>,
    [whole, indices, parts]: [Type; 3],
    dims: &[i64],
    words: &Words,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let Words { dims: word, whole: of_whole, parts: of_parts } = *words;
    let shapes = (whole.shape(ctx), indices.shape(ctx), parts.shape(ctx));
    let (Some(shape), Some(coordinates), Some(found)) = shapes else {
        diagnostics.error(op.op_error("expected tensors of known rank"));
        return;
    };
    let element = indices.element_type(ctx);
    if !element.is_some_and(|ty| ty == Type::INDEX || ty.is_signless_integer(ctx)) {
        diagnostics.error(op.op_error("expected indices of type 'index' or of signless integers"));
        return;
    }
    let Some((&last, outer)) = coordinates.split_last() else {
        diagnostics.error(op.op_error("expected indices of at least one dimension"));
        return;
    };
    if dims.is_empty() || last != dims.len() as i64 {
        let message = format!(
            "{word} length must match the size of last dimension of indices, found {} and {last}",
            dims.len()
        );
        diagnostics.error(op.op_error(message));
        return;
    }
    if dims.iter().any(|&dim| !(0..shape.len() as i64).contains(&dim)) {
        let message = format!("{word} values must be at least 0 and less than the {of_whole} rank");
        diagnostics.error(op.op_error(message));
        return;
    }
    if !dims.is_sorted_by(|a, b| a < b) {
        diagnostics.error(op.op_error(format_args!("{word} values must be strictly increasing")));
        return;
    }
    let is_chosen = |dim: usize| dims.contains(&(dim as i64));
    let part: Numbers =
        (0..shape.len()).map(|dim| if is_chosen(dim) { 1 } else { shape[dim] }).collect();
    let rest: Numbers =
        (0..shape.len()).filter(|&dim| !is_chosen(dim)).map(|dim| shape[dim]).collect();
    let fits = [part, rest].iter().any(|part| {
        let wanted: Numbers = outer.iter().chain(part).copied().collect();
        wanted[..] == *found
    });
    if !fits || whole.element_type(ctx) != parts.element_type(ctx) {
        let message = format!(
            "{of_parts} type mismatch: expected the shape of the indices without their last \
                dimension, followed by that of a part of the {of_whole}"
        );
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for GatherTensorOp {
    fn verify(op: GatherTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let types = [op.source().ty(), op.indices().ty(), op.result().ty()];
        let dims = op.gather_dims().expect_i64_array(op.context());
        verify_parts(op.op(), types, &dims, &GATHER, diagnostics);
    }
}

impl VerifyOp for ScatterTensorOp {
    fn verify(op: ScatterTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let types = [op.dest().ty(), op.indices().ty(), op.source().ty()];
        let dims = op.scatter_dims().expect_i64_array(op.context());
        verify_parts(op.op(), types, &dims, &SCATTER, diagnostics);
        if op.dest().ty() != op.result().ty() {
            diagnostics.error(op.op_error("expected a result of the destination's type"));
        }
        if op.unique().is_none() {
            diagnostics.error(op.op_error("requires 'unique' attribute to be set"));
        }
    }
}

/// The numbers of the elements of a whole that the parts have, in order.
fn numbers_of_parts(
    m: &Machine<'_>,
    whole: &[i64],
    indices: &Elements,
    dims: &[i64],
) -> Result<Vec<usize>, Trap> {
    let mut part: Numbers = whole.into();
    for &dim in dims {
        *part.get_mut(dim as usize).ok_or_else(Trap::malformed)? = 1;
    }
    let count = element_count(&part).unwrap_or(0);
    let places = indices.values.len() / dims.len().max(1);
    m.check_count(count.checked_mul(places))?;
    let mut numbers = Vec::new();
    for place in indices.values.chunks(dims.len().max(1)) {
        let mut start: Numbers = SmallVec::from_elem(0, whole.len());
        for (&dim, at) in dims.iter().zip(place) {
            let (dim, at) = (dim as usize, at.as_index()?);
            if !(0..whole[dim]).contains(&at) {
                return Err(Trap::new(format!(
                    "takes position {at} of dimension {dim}, whose size is {}",
                    whole[dim]
                )));
            }
            start[dim] = at;
        }
        numbers.extend(positions(&part).map(|position| {
            let at: Numbers = position.iter().zip(&start).map(|(at, start)| at + start).collect();
            number_of(whole, &at)
        }));
    }
    Ok(numbers)
}

impl InterpretOp for GatherTensorOp {
    fn interpret<'b>(op: GatherTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, indices) = (m.get(op.source()), m.get(op.indices()));
        let (source, indices) = (source.as_elements()?, indices.as_elements()?);
        let dims = op.gather_dims().expect_i64_array(op.context());
        let numbers = numbers_of_parts(m, &source.shape, indices, &dims)?;
        let outer = indices.shape.split_last().ok_or_else(Trap::malformed)?.1;
        // Dimensions of one element are left out, or not, as the type says.
        let rank = op.result().ty().shape(op.context()).map(<[i64]>::len);
        let is_whole = rank == Some(outer.len() + source.shape.len());
        let mut sizes: Numbers = outer.into();
        for (dim, &size) in source.shape.iter().enumerate() {
            match (dims.contains(&(dim as i64)), is_whole) {
                (true, true) => sizes.push(1),
                (true, false) => {}
                (false, _) => sizes.push(size),
            }
        }
        check_sizes(op.result(), &sizes)?;
        let values = numbers.into_iter().map(|number| source.values.get(number).cloned());
        let values = values.collect::<Option<_>>().ok_or_else(Trap::malformed)?;
        m.set_result(op.result(), Value::elements(&sizes, values))
    }
}

impl InterpretOp for ScatterTensorOp {
    fn interpret<'b>(op: ScatterTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let [source, dest, indices] =
            [op.source(), op.dest(), op.indices()].map(|value| m.get(value));
        let (source, dest) = (source.as_elements()?, dest.as_elements()?);
        let dims = op.scatter_dims().expect_i64_array(op.context());
        let numbers = numbers_of_parts(m, &dest.shape, indices.as_elements()?, &dims)?;
        if numbers.len() != source.values.len() {
            return Err(Trap::new("scatters parts of other sizes than those that they replace"));
        }
        let mut values = dest.values.to_vec();
        let mut is_replaced = vec![false; values.len()];
        for (number, value) in numbers.into_iter().zip(source.values.iter()) {
            if std::mem::replace(&mut is_replaced[number], true) {
                return Err(Trap::new("scatters two parts to one position, but says 'unique'"));
            }
            values[number] = value.clone();
        }
        m.set_result(op.result(), Value::elements(&dest.shape, values))
    }
}

pub(crate) fn register_gather(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<GatherTensorOp>();
    dialect.op::<ScatterTensorOp>();
}
