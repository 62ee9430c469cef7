//! Accesses of the elements whose mask is set: side by side, at positions that a vector has, and
//! packed.

use crate::ops::edsc::VectorEdsc;
use crate::ops::lowering::{LoweredToScf, NO_MEMORY, Scf, check_fixed, load, moved_values};
use crate::ops::masks::{MaskVector, is_all_set, is_set};
use crate::ops::memory::{
    Base, IndexLikeVector, LoadOp, MemRefOrTensor, StoreOp, check_access, check_alike,
    check_element, check_indices, moved,
};
use crate::ops::report;
use crate::shapes::{Block, Shape};
use mlir_lite::constants::uniform;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf::edsc::ScfEdsc;
use mlir_lite::dialects::standard::edsc::{Edsc, EdscScope, Expr};
use mlir_lite::dialects::standard::flags::Alignment;
use mlir_lite::dialects::standard::memref::rules::{LookThroughCasts, MemRefAccess};
use mlir_lite::dialects::standard::{IndexCastOp, IndexCastUIOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, positions};
use mlir_lite::ir::op_def::{PropertyDef, UpstreamProperties};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchFailure, PatternName, PatternRewriter, RewritePatternSet, constant_value,
};
use std::marker::PhantomData;

/// The properties of masked accesses in today's MLIR.
const ALIGNMENT: UpstreamProperties = UpstreamProperties::of(&[PropertyDef::of::<Alignment>()]);

/// Loads of the elements whose mask is set, from memory.
trait MaskedLoad: OpDefinition {
    fn base(op: View<'_, Self>) -> ValueRef<'_>;
    fn indices(op: View<'_, Self>) -> ValueRange<'_>;
    fn mask(op: View<'_, Self>) -> ValueRef<'_>;
    fn pass_thru(op: View<'_, Self>) -> ValueRef<'_>;
}

/// The implementation of interfaces that masked loads share.
struct MaskedLoads<O>(PhantomData<O>);

/// Stores of the elements whose mask is set, to memory.
trait MaskedStore: OpDefinition {
    fn base(op: View<'_, Self>) -> ValueRef<'_>;
    fn indices(op: View<'_, Self>) -> ValueRange<'_>;
    fn mask(op: View<'_, Self>) -> ValueRef<'_>;
    fn value_to_store(op: View<'_, Self>) -> ValueRef<'_>;
}

/// The implementation of interfaces that masked stores share.
struct MaskedStores<O>(PhantomData<O>);

/// Reads the elements of a vector whose mask is set from consecutive memory. The others are those
/// of `pass_thru`, and their memory is not accessed.
///
/// ```mlir
/// %0 = vector.maskedload %base[%i], %mask, %pass_thru
///   : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
/// ```
#[op(
    name = "vector.maskedload",
    implements(
        VerifyOp, FoldOp = LookThroughCasts<Self>, CanonicalizeOp = MaskedLoads<Self>, InterpretOp,
        MemRefAccess { memref = base, set_memref = set_base },
        MaskedLoad { base, indices, mask, pass_thru }, LowerTo<Scf>,
    ),
    properties = ALIGNMENT,
    format = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` \
        type($mask) `,` type($pass_thru) `into` type($result)"
)]
pub struct MaskedLoadOp {
    /// The memory.
    #[operand(effects(Read))]
    base: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// Which elements are read.
    #[operand]
    mask: MaskVector,
    /// The elements that are not read.
    #[operand]
    pass_thru: AnyVector,
    /// The elements.
    #[result]
    result: AnyVector,
}

/// Writes the elements of a vector whose mask is set to consecutive memory.
///
/// ```mlir
/// vector.maskedstore %base[%i], %mask, %value : memref<?xf32>, vector<8xi1>, vector<8xf32>
/// ```
#[op(
    name = "vector.maskedstore",
    implements(
        VerifyOp, FoldOp = LookThroughCasts<Self>, CanonicalizeOp = MaskedStores<Self>, InterpretOp,
        MemRefAccess { memref = base, set_memref = set_base },
        MaskedStore { base, indices, mask, value_to_store }, LowerTo<Scf>,
    ),
    properties = ALIGNMENT,
    format = "$base `[` $indices `]` `,` $mask `,` $value_to_store attr-dict `:` type($base) `,` \
        type($mask) `,` type($value_to_store)"
)]
pub struct MaskedStoreOp {
    /// The memory.
    #[operand(effects(Write))]
    base: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// Which elements are written.
    #[operand]
    mask: MaskVector,
    /// The elements.
    #[operand]
    value_to_store: AnyVector,
}

/// Reads the elements of a vector whose mask is set from positions that a vector has, counted along
/// the last dimension from the element at some subscripts on.
///
/// ```mlir
/// %0 = vector.gather %base[%i] [%v], %mask, %pass_thru
///   : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
/// ```
#[op(
    name = "vector.gather",
    implements(VerifyOp, CanonicalizeOp, InterpretOp, LowerTo<Scf>),
    properties = ALIGNMENT,
    format = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` \
        type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)"
)]
pub struct GatherOp {
    /// The memory, or a tensor.
    #[operand(effects(Read))]
    base: MemRefOrTensor,
    /// One index for each dimension.
    #[operand]
    offsets: Variadic<Index>,
    /// The positions.
    #[operand]
    indices: IndexLikeVector,
    /// Which elements are read.
    #[operand]
    mask: MaskVector,
    /// The elements that are not read.
    #[operand]
    pass_thru: AnyVector,
    /// The elements.
    #[result]
    result: AnyVector,
}

/// Writes the elements of a vector whose mask is set to positions that a vector has, counted along
/// the last dimension from the element at some subscripts on; those with lower numbers first.
///
/// ```mlir
/// vector.scatter %base[%i] [%v], %mask, %value
///   : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32>
/// ```
#[op(
    name = "vector.scatter",
    implements(VerifyOp, CanonicalizeOp, InterpretOp, LowerTo<Scf>),
    properties = ALIGNMENT,
    format = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $value_to_store attr-dict `:` \
        type($base) `,` type($indices) `,` type($mask) `,` type($value_to_store) \
        (`->` type($result)^)?"
)]
pub struct ScatterOp {
    /// The memory, or a tensor.
    #[operand(effects(Write))]
    base: MemRefOrTensor,
    /// One index for each dimension.
    #[operand]
    offsets: Variadic<Index>,
    /// The positions.
    #[operand]
    indices: IndexLikeVector,
    /// Which elements are written.
    #[operand]
    mask: MaskVector,
    /// The elements.
    #[operand]
    value_to_store: AnyVector,
    /// The changed tensor.
    #[result]
    result: Optional<AnyRankedTensor>,
}

/// Reads the elements of a vector whose mask is set from memory where only these are, side by side.
///
/// ```mlir
/// %0 = vector.expandload %base[%i], %mask, %pass_thru
///   : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
/// ```
#[op(
    name = "vector.expandload",
    implements(
        VerifyOp, CanonicalizeOp = MaskedLoads<Self>, InterpretOp,
        MaskedLoad { base, indices, mask, pass_thru }, LowerTo<Scf>,
    ),
    properties = ALIGNMENT,
    format = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` \
        type($mask) `,` type($pass_thru) `into` type($result)"
)]
pub struct ExpandLoadOp {
    /// The memory.
    #[operand(effects(Read))]
    base: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// Which elements are read.
    #[operand]
    mask: MaskVector,
    /// The elements that are not read.
    #[operand]
    pass_thru: AnyVector,
    /// The elements.
    #[result]
    result: AnyVector,
}

/// Writes the elements of a vector whose mask is set to memory, side by side.
///
/// ```mlir
/// vector.compressstore %base[%i], %mask, %value : memref<?xf32>, vector<8xi1>, vector<8xf32>
/// ```
#[op(
    name = "vector.compressstore",
    implements(
        VerifyOp, CanonicalizeOp = MaskedStores<Self>, InterpretOp,
        MaskedStore { base, indices, mask, value_to_store }, LowerTo<Scf>,
    ),
    properties = ALIGNMENT,
    format = "$base `[` $indices `]` `,` $mask `,` $value_to_store attr-dict `:` type($base) `,` \
        type($mask) `,` type($value_to_store)"
)]
pub struct CompressStoreOp {
    /// The memory.
    #[operand(effects(Write))]
    base: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// Which elements are written.
    #[operand]
    mask: MaskVector,
    /// The elements.
    #[operand]
    value_to_store: AnyVector,
}

fn check_pass_thru(pass_thru: ValueRef<'_>, result: ValueRef<'_>) -> Result<(), String> {
    let same = pass_thru.ty() == result.ty();
    if same { Ok(()) } else { Err("expected pass_thru of same type as result type".into()) }
}

impl VerifyOp for MaskedLoadOp {
    fn verify(op: MaskedLoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_masked_load(op), diagnostics);
    }
}

fn check_masked_load(op: MaskedLoadOpRef<'_>) -> Result<(), String> {
    check_element(op.base(), op.result(), "result")?;
    check_indices(op.base(), op.indices())?;
    check_alike(op.result(), op.mask(), "expected result shape to match mask shape")?;
    check_pass_thru(op.pass_thru(), op.result())
}

impl VerifyOp for MaskedStoreOp {
    fn verify(op: MaskedStoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_masked_store(op), diagnostics);
    }
}

fn check_masked_store(op: MaskedStoreOpRef<'_>) -> Result<(), String> {
    check_element(op.base(), op.value_to_store(), "valueToStore")?;
    check_indices(op.base(), op.indices())?;
    check_alike(op.value_to_store(), op.mask(), "expected valueToStore shape to match mask shape")
}

impl VerifyOp for GatherOp {
    fn verify(op: GatherOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_gather(op), diagnostics);
    }
}

fn check_gather(op: GatherOpRef<'_>) -> Result<(), String> {
    check_element(op.base(), op.result(), "result")?;
    check_indices(op.base(), op.offsets())?;
    check_alike(op.result(), op.indices(), "expected result dim to match indices dim")?;
    check_alike(op.result(), op.mask(), "expected result dim to match mask dim")?;
    check_pass_thru(op.pass_thru(), op.result())
}

impl VerifyOp for ScatterOp {
    fn verify(op: ScatterOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_scatter(op), diagnostics);
    }
}

fn check_scatter(op: ScatterOpRef<'_>) -> Result<(), String> {
    let value = op.value_to_store();
    check_element(op.base(), value, "valueToStore")?;
    check_indices(op.base(), op.offsets())?;
    check_alike(value, op.indices(), "expected valueToStore dim to match indices dim")?;
    check_alike(value, op.mask(), "expected valueToStore dim to match mask dim")?;
    let wanted = Some(op.base().ty()).filter(|ty| ty.is_tensor(op.context()));
    if op.result().map(ValueRef::ty) != wanted {
        return Err("expected a result of the tensor's type, and none of a memref".into());
    }
    Ok(())
}

impl VerifyOp for ExpandLoadOp {
    fn verify(op: ExpandLoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_expand(op), diagnostics);
    }
}

fn check_expand(op: ExpandLoadOpRef<'_>) -> Result<(), String> {
    check_element(op.base(), op.result(), "result")?;
    check_indices(op.base(), op.indices())?;
    check_one_dimension(op.result())?;
    check_alike(op.result(), op.mask(), "expected result dim to match mask dim")?;
    check_pass_thru(op.pass_thru(), op.result())
}

impl VerifyOp for CompressStoreOp {
    fn verify(op: CompressStoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        report(op.op(), check_compress(op), diagnostics);
    }
}

fn check_compress(op: CompressStoreOpRef<'_>) -> Result<(), String> {
    check_element(op.base(), op.value_to_store(), "valueToStore")?;
    check_indices(op.base(), op.indices())?;
    check_one_dimension(op.value_to_store())?;
    check_alike(op.value_to_store(), op.mask(), "expected valueToStore dim to match mask dim")
}

fn check_one_dimension(vector: ValueRef<'_>) -> Result<(), String> {
    let rank = Shape::of(vector.context(), vector.ty()).rank();
    if rank == 1 { Ok(()) } else { Err("expected a vector of one dimension".into()) }
}

impl InterpretOp for MaskedLoadOp {
    fn interpret<'b>(op: MaskedLoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (start, memref) = (m.indices(op.indices())?, m.get(op.base()));
        let (memref, mask) = (memref.as_memref()?, Block::of(m, op.mask())?);
        let pass_thru = Block::of(m, op.pass_thru())?;
        let element = |at: &[i64]| match is_set(Some(&mask), at)? {
            true => m.load_element(memref, &moved(&start, at)?),
            false => Ok(pass_thru.at(at)),
        };
        Block::from_fn(&pass_thru.sizes, element)?.set_result(m, op.result())
    }
}

impl InterpretOp for MaskedStoreOp {
    fn interpret<'b>(op: MaskedStoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (start, memref) = (m.indices(op.indices())?, m.get(op.base()));
        let (memref, mask) = (memref.as_memref()?, Block::of(m, op.mask())?);
        let vector = Block::of(m, op.value_to_store())?;
        for (at, value) in positions(&vector.sizes).zip(&vector.values) {
            if is_set(Some(&mask), &at)? {
                m.store_element(memref, &moved(&start, &at)?, value)?;
            }
        }
        Ok(Flow::Next)
    }
}

/// The number that an element of a vector of integers or indices is, with its sign.
fn signed_index(ctx: &Context, indices: Type, value: &Value) -> Result<i64, Trap> {
    let element = indices.element_or_self(ctx);
    let width = if element == Type::INDEX { 64 } else { element.bit_width(ctx).unwrap_or(64) };
    value.as_integer(width)?.to_i64().ok_or_else(|| Trap::new("a position is too large"))
}

impl InterpretOp for GatherOp {
    fn interpret<'b>(op: GatherOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        op.run(m, None)
    }
}

impl<'b> GatherOpRef<'b> {
    /// Runs the op on the elements whose masks are set: its own and another one.
    pub(crate) fn run(self, m: &mut Machine<'b>, outer: Option<&Block>) -> Result<Flow, Trap> {
        let (start, base) = (m.indices(self.offsets())?, Base::of(&m.get(self.base()))?);
        let (mask, pass_thru) = (Block::of(m, self.mask())?, Block::of(m, self.pass_thru())?);
        let (indices, ty) = (Block::of(m, self.indices())?, self.indices().ty());
        let element = |at: &[i64]| {
            if !is_set(Some(&mask), at)? || !is_set(outer, at)? {
                return Ok(pass_thru.at(at));
            }
            let index = signed_index(m.context(), ty, &indices.at(at))?;
            base.load(m, &moved(&start, &[index])?)
        };
        Block::from_fn(&pass_thru.sizes, element)?.set_result(m, self.result())
    }
}

impl InterpretOp for ScatterOp {
    fn interpret<'b>(op: ScatterOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (start, mut base) = (m.indices(op.offsets())?, Base::of(&m.get(op.base()))?);
        let (mask, vector) = (Block::of(m, op.mask())?, Block::of(m, op.value_to_store())?);
        let (indices, ty) = (Block::of(m, op.indices())?, op.indices().ty());
        for (at, value) in positions(&vector.sizes).zip(&vector.values) {
            if is_set(Some(&mask), &at)? {
                let index = signed_index(m.context(), ty, &indices.at(&at))?;
                base.store(m, &moved(&start, &[index])?, value)?;
            }
        }
        base.set_result(m, op.result())
    }
}

impl InterpretOp for ExpandLoadOp {
    fn interpret<'b>(op: ExpandLoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (start, memref) = (m.indices(op.indices())?, m.get(op.base()));
        let (memref, mask) = (memref.as_memref()?, Block::of(m, op.mask())?);
        let pass_thru = Block::of(m, op.pass_thru())?;
        let mut next = 0;
        let element = |at: &[i64]| {
            if !is_set(Some(&mask), at)? {
                return Ok(pass_thru.at(at));
            }
            next += 1;
            m.load_element(memref, &moved(&start, &[next - 1])?)
        };
        Block::from_fn(&pass_thru.sizes, element)?.set_result(m, op.result())
    }
}

impl InterpretOp for CompressStoreOp {
    fn interpret<'b>(op: CompressStoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (start, memref) = (m.indices(op.indices())?, m.get(op.base()));
        let (memref, mask) = (memref.as_memref()?, Block::of(m, op.mask())?);
        let vector = Block::of(m, op.value_to_store())?;
        let mut next = 0;
        for (at, value) in positions(&vector.sizes).zip(&vector.values) {
            if is_set(Some(&mask), &at)? {
                m.store_element(memref, &moved(&start, &[next])?, value)?;
                next += 1;
            }
        }
        Ok(Flow::Next)
    }
}

// Simplification: masks that are known

/// The known value of a mask.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Known {
    All,
    Nothing,
}

fn known(mask: ValueRef<'_>) -> Option<Known> {
    if is_all_set(mask) {
        return Some(Known::All);
    }
    let ctx = mask.context();
    let constant = constant_value(mask.body(), mask.id());
    let is_nothing = uniform::<bool>(ctx, constant) == Some(false)
        || mask
            .defining::<crate::ConstantMaskOp>()
            .is_some_and(|op| op.mask_dim_sizes().expect_i64_array(ctx).contains(&0));
    is_nothing.then_some(Known::Nothing)
}

const UNKNOWN: &str = "the value of the mask is not known";

/// Whether an access without a mask could be written for one with a mask: that has more checks, of
/// ranks and strides.
fn can_be_plain(base: ValueRef<'_>, indices: ValueRange<'_>, vector: ValueRef<'_>) -> bool {
    check_access(base, indices, vector, ["", ""]).is_ok()
}

const NOT_PLAIN: &str = "the memory has fewer dimensions than the vector, or no unit stride";

/// Keeps how the access is aligned.
fn keep_alignment(rewriter: &mut PatternRewriter<'_>, old: OpId, new: OpId) {
    if let Some(alignment) = Alignment::of(rewriter.body().op(old)) {
        rewriter.update_in_place(new, |body| Alignment::set(body, new, alignment));
    }
}

impl<O: MaskedLoad> OpModel for MaskedLoads<O> {
    type Op = O;
}

impl<O: MaskedLoad> CanonicalizeOp for MaskedLoads<O> {
    /// All elements are an access without a mask, of packed ones too, and none are those not read.
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<O>(const { &PatternName::of(O::NAME, "-known-mask") }, 1, |op, rewriter| {
            let body = rewriter.body();
            let view = body.op(op.id()).cast::<O>().ok_or("it is another op")?;
            let known = known(O::mask(view)).ok_or(UNKNOWN)?;
            let is_load = known == Known::All;
            if is_load && !can_be_plain(O::base(view), O::indices(view), O::pass_thru(view)) {
                return Err(NOT_PLAIN.into());
            }
            let (location, pass_thru) = (view.op().location(), O::pass_thru(view));
            let (base, indices, ty) =
                (O::base(view).id(), O::indices(view).id_list(), pass_thru.ty());
            let mut value = pass_thru.id();
            if is_load {
                let load = LoadOp::build(rewriter, location, base, &indices, ty);
                keep_alignment(rewriter, op.id(), load.id());
                value = load.result(rewriter.body());
            }
            rewriter.replace_op(op.id(), &[value]);
            Ok(())
        });
    }
}

impl<O: MaskedStore> OpModel for MaskedStores<O> {
    type Op = O;
}

impl<O: MaskedStore> CanonicalizeOp for MaskedStores<O> {
    /// As for loads.
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<O>(const { &PatternName::of(O::NAME, "-known-mask") }, 1, |op, rewriter| {
            let body = rewriter.body();
            let view = body.op(op.id()).cast::<O>().ok_or("it is another op")?;
            let known = known(O::mask(view)).ok_or(UNKNOWN)?;
            let is_store = known == Known::All;
            if is_store && !can_be_plain(O::base(view), O::indices(view), O::value_to_store(view)) {
                return Err(NOT_PLAIN.into());
            }
            let location = view.op().location();
            let [base, value] = [O::base(view), O::value_to_store(view)].map(ValueRef::id);
            let indices = O::indices(view).id_list();
            if is_store {
                let store = StoreOp::build(rewriter, location, value, base, &indices);
                keep_alignment(rewriter, op.id(), store.id());
            }
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}

impl CanonicalizeOp for GatherOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("vector.gather-of-nothing", 1, |op, rewriter| {
            let body = rewriter.body();
            if known(body.value(op.mask(body))) != Some(Known::Nothing) {
                return Err(UNKNOWN.into());
            }
            let pass_thru = op.pass_thru(body);
            rewriter.replace_op(op.id(), &[pass_thru]);
            Ok(())
        });
    }
}

impl CanonicalizeOp for ScatterOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("vector.scatter-of-nothing", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            if known(view.mask()) != Some(Known::Nothing) {
                return Err(UNKNOWN.into());
            }
            match view.result() {
                Some(_) => {
                    let base = view.base().id();
                    rewriter.replace_op(op.id(), &[base]);
                }
                None => rewriter.erase_op(op.id()),
            }
            Ok(())
        });
    }
}

// Lowering to conditional accesses

/// An access whose elements are taken one by one.
struct Elementwise<'e> {
    base: Expr<'e>,
    indices: Vec<Expr<'e>>,
    mask: Expr<'e>,
    /// The elements to store, or those that are not read.
    vector: Expr<'e>,
}

impl<'e> Elementwise<'e> {
    fn of_load<O: MaskedLoad>(e: Edsc<'e>, op: O) -> Result<Self, MatchFailure> {
        let (values, indices) = e.read(|body| {
            let op = body.op(op.id()).cast::<O>().ok_or("it is another op")?;
            let values = [O::base(op), O::mask(op), O::pass_thru(op)];
            Ok::<_, MatchFailure>((values.map(ValueRef::id), O::indices(op).id_list()))
        })?;
        Self::of(e, values, &indices)
    }

    fn of_store<O: MaskedStore>(e: Edsc<'e>, op: O) -> Result<Self, MatchFailure> {
        let (values, indices) = e.read(|body| {
            let op = body.op(op.id()).cast::<O>().ok_or("it is another op")?;
            let values = [O::base(op), O::mask(op), O::value_to_store(op)];
            Ok::<_, MatchFailure>((values.map(ValueRef::id), O::indices(op).id_list()))
        })?;
        Self::of(e, values, &indices)
    }

    /// Checks all that the lowering asks for, before it builds anything.
    fn of(e: Edsc<'e>, values: [ValueId; 3], indices: &[ValueId]) -> Result<Self, MatchFailure> {
        let [base, mask, vector] = values.map(|value| e.expr(value));
        let shape = Shape::of(&e.context(), vector.ty());
        check_fixed(&[&shape])?;
        if indices.is_empty() {
            return Err("the memory has no dimension that is accessed".into());
        }
        Ok(Self { base, mask, vector, indices: e.exprs(indices) })
    }

    /// The element type, and the positions of the elements.
    fn elements(&self) -> (Type, Vec<Vec<i64>>) {
        let shape = Shape::of(&self.base.builder().context(), self.vector.ty());
        (shape.element, positions(&shape.sizes).map(|at| at.to_vec()).collect())
    }

    /// The vector whose elements are loaded where the mask is set. `place` gives the subscripts.
    fn load(
        &self,
        mut place: impl FnMut(&[i64]) -> Result<Vec<Expr<'e>>, MatchFailure>,
    ) -> Result<Option<Expr<'e>>, MatchFailure> {
        let (e, mut result) = (self.base.builder(), self.vector);
        let (element, elements) = self.elements();
        for at in elements {
            let (is_set, other) = (e.extract(self.mask, &at), e.extract(self.vector, &at));
            let place = place(&at)?;
            let found = e.if_else(is_set, &[element], || load(self.base, &place), || other);
            result = e.insert(found, result, &at);
        }
        Ok(Some(result))
    }

    /// Stores the elements where the mask is set. `place` gives the subscripts.
    fn store(
        &self,
        mut place: impl FnMut(&[i64]) -> Result<Vec<Expr<'e>>, MatchFailure>,
    ) -> Result<Option<Expr<'e>>, MatchFailure> {
        let e = self.base.builder();
        for at in self.elements().1 {
            let (is_set, element) = (e.extract(self.mask, &at), e.extract(self.vector, &at));
            let place = place(&at)?;
            e.if_then(is_set, || self.base.at(&place).set(element));
        }
        Ok(None)
    }

    /// Checks that the memory has all dimensions of the vector.
    fn check_consecutive(&self) -> Result<(), MatchFailure> {
        let rank = Shape::of(&self.base.builder().context(), self.vector.ty()).rank();
        let fits = rank <= self.indices.len();
        fits.then_some(()).ok_or_else(|| "the vector has more dimensions than the memory".into())
    }

    /// The subscripts of an element of consecutive memory.
    fn consecutive(&self, at: &[i64]) -> Result<Vec<Expr<'e>>, MatchFailure> {
        let by: Vec<Expr<'e>> = at.iter().map(|&at| self.base.builder().index(at)).collect();
        moved_values(&self.indices, &by)
    }

    /// The subscripts of an element whose position is that of a vector of positions.
    fn at_position(&self, positions: Expr<'e>, at: &[i64]) -> Result<Vec<Expr<'e>>, MatchFailure> {
        let position = self.base.builder().extract(positions, at);
        let is_index = position.ty() == Type::INDEX;
        let index = if is_index { position } else { position.to::<IndexCastOp>(Type::INDEX) };
        moved_values(&self.indices, &[index])
    }

    /// The subscripts of the elements of packed memory, one after the other.
    fn packed(&self) -> impl FnMut(&[i64]) -> Result<Vec<Expr<'e>>, MatchFailure> {
        let e = self.base.builder();
        let mut next = e.index(0);
        move |at| {
            let place = moved_values(&self.indices, &[next])?;
            next = next + e.extract(self.mask, at).to::<IndexCastUIOp>(Type::INDEX);
            Ok(place)
        }
    }
}

impl LowerTo<Scf> for MaskedLoadOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        let access = Elementwise::of_load(e, op)?;
        access.check_consecutive()?;
        access.load(|at| access.consecutive(at))
    }
}

impl LowerTo<Scf> for MaskedStoreOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        let access = Elementwise::of_store(e, op)?;
        access.check_consecutive()?;
        access.store(|at| access.consecutive(at))
    }
}

impl LowerTo<Scf> for ExpandLoadOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        let access = Elementwise::of_load(e, op)?;
        access.load(access.packed())
    }
}

impl LowerTo<Scf> for CompressStoreOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        let access = Elementwise::of_store(e, op)?;
        access.store(access.packed())
    }
}

impl LowerTo<Scf> for GatherOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        let (values, offsets, positions) = e.read(|body| {
            let values = [op.base(body), op.mask(body), op.pass_thru(body)];
            (values, op.offsets(body), op.indices(body))
        });
        let access = Elementwise::of(e, values, &offsets)?;
        access.load(|at| access.at_position(e.expr(positions), at))
    }
}

impl LowerTo<Scf> for ScatterOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        if e.read(|body| op.result(body)).is_some() {
            return Err(NO_MEMORY.into());
        }
        let (values, offsets, positions) = e.read(|body| {
            let values = [op.base(body), op.mask(body), op.value_to_store(body)];
            (values, op.offsets(body), op.indices(body))
        });
        let access = Elementwise::of(e, values, &offsets)?;
        access.store(|at| access.at_position(e.expr(positions), at))
    }
}

pub(crate) fn register_masked_memory(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<MaskedLoadOp>();
    dialect.op::<MaskedStoreOp>();
    dialect.op::<GatherOp>();
    dialect.op::<ScatterOp>();
    dialect.op::<ExpandLoadOp>();
    dialect.op::<CompressStoreOp>();
}
