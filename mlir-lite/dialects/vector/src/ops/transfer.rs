//! Transfers between vectors and memory or tensors, along any dimensions, where what is outside is
//! padding.

use crate::ops::lowering::Scf;
use crate::ops::masks::{MaskVector, is_set};
use crate::ops::memory::{Base, MemRefOrTensor};
use crate::ops::report;
use crate::shapes::{Block, Shape, run_sizes};
use mlir_lite::affine::{AffineExprKind, AffineMap};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::memref::rules::before_memref_cast;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::text::{print_attribute, print_type};
use mlir_lite::types::DYNAMIC;

/// Reads and writes. The vectors have names of their own, and are given beside the op.
pub(crate) trait TransferOp: OpDefinition {
    fn base(op: View<'_, Self>) -> ValueRef<'_>;
    fn indices(op: View<'_, Self>) -> ValueRange<'_>;
    fn mask(op: View<'_, Self>) -> Option<ValueRef<'_>>;
    fn permutation_map(op: View<'_, Self>) -> Attribute;
    fn in_bounds(op: View<'_, Self>) -> Attribute;
    fn set_base(self, body: &mut Body, value: ValueId);
    fn set_in_bounds(self, body: &mut Body, value: Attribute);
}

/// Reads a vector from memory or a tensor, from some subscripts on, along the dimensions that a map
/// says. Elements outside, and elements whose mask is not set, are the padding.
///
/// ```mlir
/// %0 = vector.transfer_read %A[%i, %j], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>}
///   : memref<7x?xf32>, vector<4xf32>
/// ```
#[op(
    name = "vector.transfer_read",
    traits(AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, FoldOp, InterpretOp,
        TransferOp { base, indices, mask, permutation_map, in_bounds, set_base, set_in_bounds },
        LowerTo<Scf>,
    )
)]
pub struct TransferReadOp {
    /// The memory, or a tensor.
    #[operand(effects(Read))]
    base: MemRefOrTensor,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// The value of elements outside.
    #[operand]
    padding: AnyType,
    /// Which elements are read, by dimensions of the memory.
    #[operand]
    mask: Optional<MaskVector>,
    /// For each dimension of the vector, which one of the memory it is, or 0 for none.
    #[attr]
    permutation_map: AffineMapAttr,
    /// For each dimension of the vector, whether nothing is outside.
    #[attr]
    in_bounds: ArrayOf<BoolAttr>,
    /// The elements.
    #[result]
    vector: AnyVector,
}

/// Writes a vector to memory or a tensor, from some subscripts on, along the dimensions that a map
/// says. Elements outside, and elements whose mask is not set, are not written.
///
/// ```mlir
/// vector.transfer_write %0, %A[%i, %j, %k]
///   {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>} : vector<5x4xf32>, memref<?x?x?xf32>
/// ```
#[op(
    name = "vector.transfer_write",
    traits(AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, FoldOp, InterpretOp,
        TransferOp { base, indices, mask, permutation_map, in_bounds, set_base, set_in_bounds },
        LowerTo<Scf>,
    )
)]
pub struct TransferWriteOp {
    /// The vector to write.
    #[operand]
    value_to_store: AnyVector,
    /// The memory, or a tensor.
    #[operand(effects(Write))]
    base: MemRefOrTensor,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// Which elements are written, by dimensions of the memory.
    #[operand]
    mask: Optional<MaskVector>,
    /// For each dimension of the vector, which one of the memory it is.
    #[attr]
    permutation_map: AffineMapAttr,
    /// For each dimension of the vector, whether nothing is outside.
    #[attr]
    in_bounds: ArrayOf<BoolAttr>,
    /// The changed tensor.
    #[result]
    result: Optional<AnyRankedTensor>,
}

/// The contents of a transfer's map and `in_bounds`.
pub(crate) struct Transfer {
    /// For each dimension of the vector, which one of the memory it is. None for 0.
    pub(crate) dimensions: Vec<Option<usize>>,
    pub(crate) in_bounds: Vec<bool>,
}

impl Transfer {
    pub(crate) fn of(ctx: &Context, map: Attribute, in_bounds: Attribute) -> Option<Self> {
        let map = map.as_affine_map(ctx)?;
        let in_bounds = in_bounds.as_array(ctx)?.iter().map(|value| value.as_bool(ctx));
        Some(Self {
            dimensions: map_dimensions(ctx, map)?,
            in_bounds: in_bounds.collect::<Option<_>>()?,
        })
    }

    /// Whether the vector's dimensions are the last ones of memory of this rank, in order.
    pub(crate) fn is_minor_identity(&self, rank: usize) -> bool {
        let first = rank.checked_sub(self.dimensions.len());
        first.is_some_and(|first| {
            self.dimensions.iter().zip(first..).all(|(&found, wanted)| found == Some(wanted))
        })
    }

    /// The dimensions of the vector that a mask has, in the order of the mask's.
    pub(crate) fn mask_dimensions(&self) -> Vec<usize> {
        mask_dimensions(&self.dimensions)
    }
}

/// The dimensions of a vector that the mask of a transfer has, in the order of the mask's; given,
/// for each dimension of the vector, which one of the memory it is.
#[doc(hidden)]
pub fn mask_dimensions(dimensions: &[Option<usize>]) -> Vec<usize> {
    let mut used: Vec<(usize, usize)> = dimensions
        .iter()
        .enumerate()
        .filter_map(|(at, dimension)| Some(((*dimension)?, at)))
        .collect();
    used.sort_unstable();
    used.into_iter().map(|(_, at)| at).collect()
}

/// A transfer that is being rewritten.
pub(crate) struct TransferParts {
    pub(crate) transfer: Transfer,
    pub(crate) base: ValueId,
    pub(crate) indices: SmallVec<[ValueId; 4]>,
    /// The vector's shape.
    pub(crate) shape: Shape,
    pub(crate) mask: Option<ValueId>,
}

impl TransferParts {
    pub(crate) fn of<O: TransferOp>(op: View<'_, O>, vector: Type) -> Result<Self, MatchFailure> {
        let ctx = op.op().context();
        let transfer = Transfer::of(ctx, O::permutation_map(op), O::in_bounds(op));
        Ok(Self {
            transfer: transfer.ok_or("its map is not a permutation")?,
            base: O::base(op).id(),
            indices: O::indices(op).id_list(),
            shape: Shape::of(ctx, vector),
            mask: O::mask(op).map(ValueRef::id),
        })
    }
}

/// The dimensions that the results of a map are; none for 0. None for another map.
fn map_dimensions(ctx: &Context, map: AffineMap) -> Option<Vec<Option<usize>>> {
    let results = map.results(ctx).iter().map(|result| match result.kind(ctx) {
        AffineExprKind::Dim(dimension) => Some(Some(dimension as usize)),
        AffineExprKind::Constant(0) => Some(None),
        _ => None,
    });
    results.collect()
}

/// The shape of the mask of a transfer: dimensions in the order of the memory's.
pub(crate) fn mask_shape(ctx: &Context, map: Attribute, vector: Type) -> Option<Shape> {
    let dimensions = map_dimensions(ctx, map.as_affine_map(ctx)?)?;
    let transfer = Transfer { dimensions, in_bounds: Vec::new() };
    let shape = Shape::of(ctx, vector).with_element(Type::I1);
    let mask = shape.select(transfer.mask_dimensions());
    // All is one element, if no dimension is used.
    Some(match mask.rank() {
        0 => Shape { sizes: vec![1], scalable: vec![false], element: Type::I1 },
        _ => mask,
    })
}

/// The rank of the elements of memory, if these are vectors.
fn element_rank(ctx: &Context, shaped: Type) -> usize {
    shaped.element_or_self(ctx).shape(ctx).map_or(0, <[i64]>::len)
}

/// The map of a transfer along the last dimensions. None if the vector has more.
fn minor_identity(ctx: &Context, shaped: Type, vector: Type) -> Option<AffineMap> {
    let rank = shaped.shape(ctx)?.len();
    let sizes = Shape::of(ctx, vector).sizes;
    // Of memory without dimensions, a vector of one element is read.
    if rank == 0 && sizes == [1] {
        return Some(ctx.affine_map(0, 0, &[ctx.affine_constant(0)]));
    }
    let own = sizes.len().checked_sub(element_rank(ctx, shaped))?;
    let first = rank.checked_sub(own)?;
    let results: Vec<_> = (first..rank).map(|dimension| ctx.affine_dim(dimension as u32)).collect();
    Some(ctx.affine_map(rank as u32, 0, &results))
}

/// The attribute of dimensions that are not known to be in bounds.
fn not_in_bounds(ctx: &Context, rank: usize) -> Attribute {
    ctx.array_attr(&vec![Attribute::FALSE; rank])
}

/// Sets the map and `in_bounds`, where the text has none.
fn set_defaults(
    parser: &mut OpAsmParser<'_, '_>,
    position: mlir_lite_diagnostics::Span,
    shaped: Type,
    vector: Type,
) -> Parsed<()> {
    let ctx = parser.context().clone();
    if shaped.shape(&ctx).is_none() || vector.element_type(&ctx).is_none() {
        let message = "requires memref or ranked tensor type, and vector type";
        return Err(parser.error(position, message));
    }
    let map = match parser.attr("permutation_map") {
        Some(map) => map.as_affine_map(&ctx),
        None => {
            let Some(map) = minor_identity(&ctx, shaped, vector) else {
                let message =
                    "expected a custom permutation_map when rank(source) != rank(destination)";
                return Err(parser.error(position, message));
            };
            parser.set_attr("permutation_map", ctx.affine_map_attr(map));
            Some(map)
        }
    };
    // 2020's name says the opposite.
    let masked = ctx.ident("masked");
    let attributes = &mut parser.state_mut().attributes;
    if let Some(at) = attributes.iter().position(|(name, _)| *name == masked)
        && let Some(flags) = attributes[at].1.as_array(&ctx)
    {
        let flipped = flags.iter().map(|&flag| match flag.as_bool(&ctx) {
            Some(masked) => ctx.bool_attr(!masked),
            None => flag,
        });
        let flipped: Vec<Attribute> = flipped.collect();
        attributes.remove(at);
        parser.set_attr("in_bounds", ctx.array_attr(&flipped));
    }
    if parser.attr("in_bounds").is_none() {
        let count = map.map_or(0, |map| map.results(&ctx).len());
        parser.set_attr("in_bounds", not_in_bounds(&ctx, count));
    }
    Ok(())
}

/// Prints the attributes; those that follow from the types are left out.
fn print_attributes(
    op: OpRef<'_>,
    (map, in_bounds): (Attribute, Attribute),
    (shaped, vector): (Type, Type),
    printer: &mut OpAsmPrinter<'_, '_>,
) {
    let ctx = op.context();
    let mut hidden = vec!["operandSegmentSizes"];
    let usual = minor_identity(ctx, shaped, vector);
    if usual.is_some() && map.as_affine_map(ctx) == usual {
        hidden.push("permutation_map");
    }
    let flags = in_bounds.expect_array(ctx);
    if flags.iter().all(|&flag| flag == Attribute::FALSE) {
        hidden.push("in_bounds");
    }
    printer.attr_dict(op, &hidden);
}

/// Parses `, %mask`, if it is there.
fn parse_mask<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Option<UnresolvedOperand<'s>>> {
    match parser.parse_optional_punct(",") {
        true => parser.parse_operand().map(Some),
        false => Ok(None),
    }
}

fn add_indices<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    indices: &[UnresolvedOperand<'s>],
) -> Parsed<()> {
    for index in indices {
        let index = parser.resolve(index, Type::INDEX)?;
        parser.add_operand(index);
    }
    Ok(())
}

/// Adds the mask, whose type follows from that of the vector and from the map; gives how many there
/// are.
fn add_mask<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    mask: Option<UnresolvedOperand<'s>>,
    position: mlir_lite_diagnostics::Span,
    vector: Type,
) -> Parsed<i32> {
    let Some(mask) = mask else { return Ok(0) };
    let ctx = parser.context().clone();
    let shape = parser.attr("permutation_map").and_then(|map| mask_shape(&ctx, map, vector));
    let Some(shape) = shape else {
        return Err(parser.error(position, "expected a projected permutation_map with a mask"));
    };
    let mask = parser.resolve(&mask, shape.ty(&ctx))?;
    parser.add_operand(mask);
    Ok(1)
}

fn print_mask<'b>(mask: Option<ValueRef<'b>>, printer: &mut OpAsmPrinter<'_, 'b>) {
    if let Some(mask) = mask {
        printer.write(", ");
        printer.operand(mask);
    }
}

impl CustomAssembly for TransferReadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let base = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        let place = parser.position();
        if !parser.parse_optional_punct(",") {
            let message = "expected ',' and the padding: 'vector.transfer_read %A[%i], %pad \
                {permutation_map = affine_map<..>} : memref<..>, vector<..>'";
            return Err(parser.error(place, message));
        }
        let padding = parser.parse_operand()?;
        let mask = parse_mask(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let shaped = parser.parse_type()?;
        parser.parse_punct(",")?;
        let vector = parser.parse_type()?;
        set_defaults(parser, position, shaped, vector)?;
        let element = shaped.element_or_self(parser.context());
        let base = parser.resolve(&base, shaped)?;
        parser.add_operand(base);
        add_indices(parser, &indices)?;
        let padding = parser.resolve(&padding, element)?;
        parser.add_operand(padding);
        let masks = add_mask(parser, mask, position, vector)?;
        let sizes = parser.segment_sizes(&[1, indices.len() as i32, 1, masks]);
        parser.set_attr("operandSegmentSizes", sizes);
        parser.add_result_type(vector);
        Ok(())
    }

    fn print<'b>(op: TransferReadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.base());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("], ");
        printer.operand(op.padding());
        print_mask(op.mask(), printer);
        let types = (op.base().ty(), op.vector().ty());
        print_attributes(op.op(), (op.permutation_map(), op.in_bounds()), types, printer);
        printer.write(" : ");
        printer.types([types.0, types.1]);
    }
}

impl CustomAssembly for TransferWriteOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let base = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        let mask = parse_mask(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let vector = parser.parse_type()?;
        parser.parse_punct(",")?;
        let shaped = parser.parse_type()?;
        set_defaults(parser, position, shaped, vector)?;
        let values = [parser.resolve(&value, vector)?, parser.resolve(&base, shaped)?];
        parser.add_operands(&values);
        add_indices(parser, &indices)?;
        let masks = add_mask(parser, mask, position, vector)?;
        let sizes = parser.segment_sizes(&[1, 1, indices.len() as i32, masks]);
        parser.set_attr("operandSegmentSizes", sizes);
        if AnyRankedTensor::matches(parser.context(), shaped) {
            parser.add_result_type(shaped);
        }
        Ok(())
    }

    fn print<'b>(op: TransferWriteOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.value_to_store());
        printer.write(", ");
        printer.operand(op.base());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("]");
        print_mask(op.mask(), printer);
        let types = (op.base().ty(), op.value_to_store().ty());
        print_attributes(op.op(), (op.permutation_map(), op.in_bounds()), types, printer);
        printer.write(" : ");
        printer.types([types.1, types.0]);
    }
}

/// The checks that both transfers share.
fn check<O: TransferOp>(op: View<'_, O>, vector_type: Type) -> Result<(), String> {
    let (ctx, shaped) = (op.op().context(), O::base(op).ty());
    let rank = shaped.shape(ctx).map_or(0, <[i64]>::len);
    if O::indices(op).len() != rank {
        return Err(format!("requires {rank} indices"));
    }
    let vector = Shape::of(ctx, vector_type);
    let element = Shape::of(ctx, shaped.element_or_self(ctx));
    if let (Some(part), Some(whole)) = (row_width(ctx, &element), row_width(ctx, &vector))
        && (part == 0 || whole % part != 0)
    {
        return Err("requires the bitwidth of the minor 1-D vector to be an integral multiple of \
                    the bitwidth of the minor 1-D vector of the source"
            .into());
    }
    let own = vector.rank().checked_sub(element.rank());
    let own = own.ok_or("requires source vector element and vector result ranks to match.")?;
    let (map_attr, in_bounds) = (O::permutation_map(op), O::in_bounds(op));
    let map = map_attr.as_affine_map(ctx).ok_or("requires an affine map")?;
    let data = map.data(ctx);
    if data.symbols != 0 {
        return Err("requires permutation_map without symbols".into());
    }
    if data.dims as usize != rank {
        let message =
            "requires a permutation_map with input dims of the same rank as the source type";
        return Err(message.into());
    }
    let results = map.results(ctx).len();
    if results != own && !(rank == 0 && vector.sizes == [1]) {
        return Err("requires a permutation_map with result dims of the same rank as the vector \
                    type"
            .into());
    }
    let Some(dimensions) = map_dimensions(ctx, map) else {
        return Err("requires a projected permutation_map (at most one dim or the zero constant \
                    can appear in each result)"
            .into());
    };
    let used: Vec<usize> = dimensions.iter().flatten().copied().collect();
    if (1..used.len()).any(|at| used[..at].contains(&used[at])) {
        return Err("requires a permutation_map that is a permutation (found one dim used more \
                    than once)"
            .into());
    }
    let flags = in_bounds.expect_array(ctx).len();
    if flags != results {
        let map = print_attribute(ctx, map_attr);
        return Err(format!(
            "expects the in_bounds attr of same rank as permutation_map results: \
             {map} vs inBounds of size: {flags}"
        ));
    }
    match O::mask(op) {
        Some(mask) => check_mask(mask, map_attr, vector_type, element.rank()),
        None => Ok(()),
    }
}

/// The number of bits of the last dimension; of indices, it depends on the machine.
fn row_width(ctx: &Context, shape: &Shape) -> Option<i64> {
    let width = shape.element.bit_width(ctx)?;
    Some(shape.sizes.last().copied().unwrap_or(1).saturating_mul(i64::from(width)))
}

/// Whether each element of the vector is one of the memory: not a part of a vector in it, and not
/// other bits of it.
fn elements_agree(ctx: &Context, shaped: Type, vector: Type) -> bool {
    shaped.element_or_self(ctx) == Shape::of(ctx, vector).element
}

fn check_mask(
    mask: ValueRef<'_>,
    map: Attribute,
    vector: Type,
    element_rank: usize,
) -> Result<(), String> {
    let ctx = mask.context();
    if element_rank > 0 {
        return Err("does not support masks with vector element type".into());
    }
    let wanted = mask_shape(ctx, map, vector).map(|shape| shape.ty(ctx));
    match wanted {
        Some(wanted) if wanted != mask.ty() => {
            let [wanted, found] = [wanted, mask.ty()].map(|ty| print_type(ctx, ty));
            Err(format!(
                "inferred mask type ('{wanted}') and mask operand type ('{found}') don't match"
            ))
        }
        _ => Ok(()),
    }
}

impl VerifyOp for TransferReadOp {
    fn verify(op: TransferReadOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_read(op), diagnostics);
    }
}

fn check_read(op: TransferReadOpRef<'_>) -> Result<(), String> {
    check::<TransferReadOp>(op, op.vector().ty())?;
    let element = op.base().ty().element_or_self(op.context());
    match op.padding().ty() == element {
        true => Ok(()),
        false => Err("requires formal padding and source of the same elemental type".into()),
    }
}

impl VerifyOp for TransferWriteOp {
    fn verify(op: TransferWriteOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_write(op), diagnostics);
    }
}

fn check_write(op: TransferWriteOpRef<'_>) -> Result<(), String> {
    check::<TransferWriteOp>(op, op.value_to_store().ty())?;
    let (ctx, base) = (op.context(), op.base().ty());
    let dimensions =
        op.permutation_map().as_affine_map(ctx).and_then(|map| map_dimensions(ctx, map));
    let is_scalar = base.shape(ctx).is_some_and(<[i64]>::is_empty);
    if dimensions.is_some_and(|all| all.contains(&None)) && !is_scalar {
        return Err("should not have broadcast dimensions".into());
    }
    let wanted = Some(base).filter(|ty| ty.is_tensor(ctx));
    match op.result().map(ValueRef::ty) == wanted {
        true => Ok(()),
        false => Err("requires a result of the tensor's type, and none of a memref".into()),
    }
}

/// The subscripts of an element. None if it is outside along a dimension where that may be.
fn place(
    transfer: &Transfer,
    sizes: &[i64],
    start: &[i64],
    at: &[i64],
) -> Result<Option<SmallVec<[i64; 4]>>, Trap> {
    let mut place: SmallVec<[i64; 4]> = SmallVec::from_slice(start);
    let mut may_be_outside = vec![false; sizes.len()];
    for ((&at, &dimension), &in_bounds) in
        at.iter().zip(&transfer.dimensions).zip(&transfer.in_bounds)
    {
        if let Some(dimension) = dimension {
            place[dimension] = place[dimension].saturating_add(at);
            may_be_outside[dimension] = !in_bounds;
        }
    }
    for (dimension, (&at, &size)) in place.iter().zip(sizes).enumerate() {
        if !(0..size).contains(&at) {
            if may_be_outside[dimension] {
                return Ok(None);
            }
            return Err(Trap::new(format!(
                "subscript {at} of dimension {dimension} is out of bounds of size {size}"
            )));
        }
    }
    Ok(Some(place))
}

/// The position in a transfer's mask of a position in the vector.
fn mask_position(transfer: &Transfer, at: &[i64]) -> Vec<i64> {
    let dimensions = transfer.mask_dimensions();
    if dimensions.is_empty() { vec![0] } else { dimensions.iter().map(|&from| at[from]).collect() }
}

impl InterpretOp for TransferReadOp {
    fn interpret<'b>(op: TransferReadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        op.run(m, None, None)
    }
}

impl<'b> TransferReadOpRef<'b> {
    /// Runs the op on the elements whose masks are set: its own and another one. The others are
    /// those of `passthru`, or the padding.
    pub(crate) fn run(
        self,
        m: &mut Machine<'b>,
        outer: Option<&Block>,
        passthru: Option<&Block>,
    ) -> Result<Flow, Trap> {
        let ctx = self.context();
        let transfer = Transfer::of(ctx, self.permutation_map(), self.in_bounds());
        let transfer = transfer.ok_or_else(Trap::malformed)?;
        if !elements_agree(ctx, self.base().ty(), self.vector().ty()) {
            return Err(Trap::new("cannot be interpreted: a transfer between types of elements"));
        }
        let (start, base) = (m.indices(self.indices())?, Base::of(&m.get(self.base()))?);
        let (padding, sizes) = (m.get(self.padding()), run_sizes(m, self.vector().ty())?);
        let mask = self.mask().map(|mask| Block::of(m, mask)).transpose()?;
        let element = |at: &[i64]| {
            let in_mask = mask_position(&transfer, at);
            if !is_set(outer, &in_mask)? {
                return Ok(passthru.map_or_else(|| padding.clone(), |block| block.at(at)));
            }
            let is_read = is_set(mask.as_ref(), &in_mask)?;
            let place = match is_read {
                true => place(&transfer, base.sizes(), &start, at)?,
                false => None,
            };
            match place {
                None => Ok(padding.clone()),
                Some(place) => base.load(m, &place),
            }
        };
        Block::from_fn(&sizes, element)?.set_result(m, self.vector())
    }
}

impl InterpretOp for TransferWriteOp {
    fn interpret<'b>(op: TransferWriteOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        op.run(m, None)
    }
}

impl<'b> TransferWriteOpRef<'b> {
    /// Runs the op on the elements whose masks are set: its own and another one.
    pub(crate) fn run(self, m: &mut Machine<'b>, outer: Option<&Block>) -> Result<Flow, Trap> {
        let ctx = self.context();
        let transfer = Transfer::of(ctx, self.permutation_map(), self.in_bounds());
        let transfer = transfer.ok_or_else(Trap::malformed)?;
        if !elements_agree(ctx, self.base().ty(), self.value_to_store().ty()) {
            return Err(Trap::new("cannot be interpreted: a transfer between types of elements"));
        }
        let (start, mut base) = (m.indices(self.indices())?, Base::of(&m.get(self.base()))?);
        let vector = Block::of(m, self.value_to_store())?;
        let mask = self.mask().map(|mask| Block::of(m, mask)).transpose()?;
        for (at, value) in positions(&vector.sizes).zip(&vector.values) {
            let in_mask = mask_position(&transfer, &at);
            if !is_set(outer, &in_mask)? || !is_set(mask.as_ref(), &in_mask)? {
                continue;
            }
            if let Some(place) = place(&transfer, base.sizes(), &start, &at)? {
                base.store(m, &place, value)?;
            }
        }
        base.set_result(m, self.result())
    }
}

/// The attribute in which dimensions are in bounds that are now known to be: constant subscripts
/// in sizes that are known. None if there are no such.
fn more_in_bounds(
    ctx: &Context,
    (map, in_bounds): (Attribute, Attribute),
    (shaped, vector): (Type, Type),
    indices: &[Option<Attribute>],
) -> Option<Attribute> {
    let transfer = Transfer::of(ctx, map, in_bounds)?;
    let (sizes, vector) = (shaped.shape(ctx)?, Shape::of(ctx, vector));
    let mut changed = false;
    let flags: Vec<Attribute> = transfer
        .dimensions
        .iter()
        .zip(&transfer.in_bounds)
        .enumerate()
        .map(|(at, (&dimension, &known))| {
            let fits = || {
                // A dimension that is repeated is never outside.
                let Some(dimension) = dimension else { return Some(true) };
                let start = (*indices.get(dimension)?)?.as_i64(ctx)?;
                let end = start.checked_add(*vector.sizes.get(at)?)?;
                let size = sizes[dimension];
                Some(!vector.scalable[at] && size != DYNAMIC && start >= 0 && end <= size)
            };
            let fits = known || fits() == Some(true);
            changed |= fits != known;
            ctx.bool_attr(fits)
        })
        .collect();
    changed.then(|| ctx.array_attr(&flags))
}

/// Dimensions that are in bounds, and memory before a cast.
fn folded<O: TransferOp>(op: View<'_, O>, vector: Type, indices: &[Option<Attribute>]) -> Fold {
    let (ctx, handle, base) = (op.op().context(), op.handle(), O::base(op));
    let own = (O::permutation_map(op), O::in_bounds(op));
    if let Some(flags) = more_in_bounds(ctx, own, (base.ty(), vector), indices) {
        return Fold::in_place(move |body| handle.set_in_bounds(body, flags));
    }
    match before_memref_cast(base).map(ValueRef::id) {
        Some(source) => Fold::in_place(move |body| handle.set_base(body, source)),
        None => Fold::Unchanged,
    }
}

impl FoldOp for TransferReadOp {
    fn fold(op: TransferReadOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        if let Some(written) = just_written(op) {
            return Fold::value(written);
        }
        folded::<Self>(op, op.vector().ty(), constants.indices())
    }
}

/// The vector that has been written to the same place of the tensor, if it is the one that is read.
fn just_written(op: TransferReadOpRef<'_>) -> Option<ValueRef<'_>> {
    let (ctx, write) = (op.context(), op.base().defining::<TransferWriteOp>()?);
    let is_within = |flags: Attribute| {
        let mut flags = flags.expect_array(ctx).iter();
        flags.all(|flag| flag.as_bool(ctx) == Some(true))
    };
    let is_same = write.value_to_store().ty() == op.vector().ty()
        && write.permutation_map() == op.permutation_map()
        && write.indices().ids().eq(op.indices().ids())
        && write.mask().is_none()
        && op.mask().is_none()
        && is_within(write.in_bounds())
        && is_within(op.in_bounds());
    is_same.then(|| write.value_to_store())
}

impl FoldOp for TransferWriteOp {
    fn fold(op: TransferWriteOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        folded::<Self>(op, op.value_to_store().ty(), constants.indices())
    }
}

pub(crate) fn register_transfer(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<TransferReadOp>();
    dialect.op::<TransferWriteOp>();
}
