//! Masks: vectors of `i1` that say which elements an op works on, and the op that gives one to
//! another op.

use crate::kinds::CombiningKind;
use crate::numbers::{parse_numbers, print_numbers};
use crate::ops::lowering::{SCALABLE, VectorMask, build_parts, splat_constant, zeros};
use crate::ops::products::Contraction;
use crate::shapes::{Block, Shape, run_sizes};
use crate::{
    BroadcastOp, ContractionOp, GatherOp, MultiDimReductionOp, OuterProductOp, ReductionOp, StepOp,
    TransferReadOp, TransferWriteOp,
};
use mlir_lite::constants::elements_attr;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::builder::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchFailure, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::text::print_type;
use mlir_lite::types::TypeKind;
use mlir_lite::verify::is_right;

mlir_lite::type_constraints! {
    /// A vector of `i1`.
    pub MaskVector = "vector of 1-bit signless integer values", |ctx, ty| matches!(ty.kind(ctx),
        TypeKind::Vector { element, .. } if *element == Type::I1);
}

/// A mask of known sizes: the elements before these positions are set.
///
/// ```mlir
/// %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
/// ```
#[op(
    name = "vector.constant_mask",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<VectorMask>)
)]
pub struct ConstantMaskOp {
    /// How many positions are set in each dimension.
    #[attr]
    mask_dim_sizes: DenseI64ArrayAttr,
    /// The mask.
    #[result]
    result: MaskVector,
}

/// A mask: the elements before these positions are set.
///
/// ```mlir
/// %1 = vector.create_mask %a, %b : vector<4x3xi1>
/// ```
#[op(
    name = "vector.create_mask",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, LowerTo<VectorMask>)
)]
pub struct CreateMaskOp {
    /// How many positions are set in each dimension.
    #[operand]
    operands: Variadic<Index>,
    /// The mask.
    #[result]
    result: MaskVector,
}

/// Runs the op in its region on the elements whose mask is set. The others of the result are those
/// of `passthru`, if there is one.
///
/// ```mlir
/// %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 }
///   : vector<8xi1> -> i32
/// ```
#[op(
    name = "vector.mask",
    traits(RecursiveMemoryEffects),
    implements(CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, LowerTo<VectorMask>)
)]
pub struct MaskOp {
    /// The mask.
    #[operand]
    mask: MaskVector,
    /// The elements of the result whose mask is not set.
    #[operand]
    passthru: Optional<AnyType>,
    /// The masked op.
    #[region]
    mask_region: SingleBlockRegion,
    /// The results of the op.
    #[result]
    results: Variadic<AnyType>,
}

/// Ends the region of `vector.mask` and gives the results of the op in it.
#[op(
    name = "vector.yield",
    traits(Pure, Terminator, ReturnLike, HasParent<MaskOp>),
    implements(InterpretOp),
    format = "attr-dict ($values^ `:` type($values))?"
)]
pub struct YieldOp {
    /// The results.
    #[operand]
    values: Variadic<AnyType>,
}

impl CustomAssembly for ConstantMaskOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_numbers(parser, "mask_dim_sizes")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: ConstantMaskOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        print_numbers(printer, op.mask_dim_sizes());
        printer.attr_dict(op.op(), &["mask_dim_sizes"]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl CustomAssembly for CreateMaskOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let operands = parser.parse_operand_list()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        for operand in &operands {
            let value = parser.resolve(operand, Type::INDEX)?;
            parser.add_operand(value);
        }
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: CreateMaskOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands(op.operands());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl CustomAssembly for MaskOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let mask = parser.parse_operand()?;
        let passthru = match parser.parse_optional_punct(",") {
            true => Some(parser.parse_operand()?),
            false => None,
        };
        parser.parse_region(&[])?;
        if let Some(&region) = parser.state().regions.last() {
            parser.ensure_terminator(&[], |body| end_of_region(body, region));
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let results = match parser.parse_optional_punct("->") {
            true => parser.parse_function_results()?,
            false => Vec::new(),
        };
        let mask = parser.resolve(&mask, ty)?;
        parser.add_operand(mask);
        if let Some(passthru) = passthru {
            let Some(&ty) = results.first() else {
                let message = "expects a result if a passthru operand is provided";
                return Err(parser.error(position, message));
            };
            let passthru = parser.resolve(&passthru, ty)?;
            parser.add_operand(passthru);
        }
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: MaskOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands(op.op().operands());
        printer.write(" { ");
        // The terminator is written where there is no other op.
        if let Some(inner) = op.mask_region().entry().and_then(|block| block.ops().next()) {
            printer.nested_op(inner);
        }
        printer.write(" }");
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.mask().ty());
        if !op.results().is_empty() {
            printer.write(" -> ");
            let types: Vec<Type> = op.results().types().collect();
            printer.result_types(&types);
        }
    }
}

/// The terminator that gives all results of the last op of a region.
fn end_of_region(body: &mut Body, region: RegionId) -> OpId {
    let block = body.entry_block(region);
    let last = block.and_then(|block| body.last_op(block));
    let values: Vec<ValueId> = last.map_or(Vec::new(), |last| body.results(last).collect());
    let state = OperationState::new(YieldOp::name(body.context()), Location::UNKNOWN);
    body.create_op(state.operands(&values))
}

/// The op in the region of a mask.
pub(crate) fn masked_op(op: MaskOpRef<'_>) -> Option<OpRef<'_>> {
    let block = op.mask_region().entry()?;
    block.ops().next().filter(|inner| !inner.is::<YieldOp>())
}

/// The mask that an op takes: `vector<4x8xi1>`. None if it takes none.
fn mask_type(op: OpRef<'_>) -> Option<Type> {
    let ctx = op.context();
    let like = |value: ValueRef<'_>| {
        Some(Shape::of(ctx, value.ty()).with_element(Type::I1)).filter(|shape| shape.rank() > 0)
    };
    let shape = if let Some(op) = op.cast::<ReductionOp>() {
        like(op.vector())
    } else if let Some(op) = op.cast::<MultiDimReductionOp>() {
        like(op.source())
    } else if let Some(op) = op.cast::<OuterProductOp>() {
        like(op.result())
    } else if let Some(op) = op.cast::<GatherOp>() {
        like(op.result())
    } else if let Some(op) = op.cast::<ContractionOp>() {
        crate::ops::products::iteration_shape(op)
    } else if let Some(op) = op.cast::<TransferReadOp>() {
        crate::ops::transfer::mask_shape(ctx, op.permutation_map(), op.vector().ty())
    } else if let Some(op) = op.cast::<TransferWriteOp>() {
        crate::ops::transfer::mask_shape(ctx, op.permutation_map(), op.value_to_store().ty())
    } else {
        None
    };
    shape.map(|shape| shape.ty(ctx))
}

impl VerifyOp for ConstantMaskOp {
    fn verify(view: ConstantMaskOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (op, ctx) = (view.op(), view.context());
        let shape = Shape::of(ctx, view.result().ty());
        let sizes = view.mask_dim_sizes().expect_i64_array(ctx);
        // A mask without dimensions has one number.
        let bounds = if shape.rank() == 0 { vec![1] } else { shape.sizes.clone() };
        let is_none_or_all = |(&size, (&bound, &scales)): (&i64, (&i64, &bool))| {
            !scales || size == 0 || size == bound
        };
        let message = if sizes.len() != bounds.len() {
            "must specify array attr of size equal vector result rank"
        } else if sizes.iter().zip(&bounds).any(|(size, bound)| !(0..=*bound).contains(size)) {
            "array attr of size out of bounds of vector result dimension size"
        } else if sizes.contains(&0) && sizes.iter().any(|&size| size != 0) {
            "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"
        } else if !sizes.iter().zip(shape.sizes.iter().zip(&shape.scalable)).all(is_none_or_all) {
            "only supports 'none set' or 'all set' scalable dimensions"
        } else {
            return;
        };
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for CreateMaskOp {
    fn verify(op: CreateMaskOpRef<'_>, diagnostics: &mut Diagnostics) {
        let rank = Shape::of(op.context(), op.result().ty()).rank().max(1);
        if op.operands().len() != rank {
            let message = "must specify an operand for each result vector dimension";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl VerifyOp for MaskOp {
    fn verify(view: MaskOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Err(message) = check_mask(view) {
            diagnostics.error(view.op().op_error(message));
        }
    }
}

fn check_mask(view: MaskOpRef<'_>) -> Result<(), String> {
    let block = view.mask_region().entry().ok_or("expects a terminator within the mask region")?;
    let end = block.terminator().filter(|end| end.is::<YieldOp>());
    let end = end.ok_or("expects a terminator within the mask region")?;
    let count = block.ops().count();
    if count > 2 {
        return Err("expects only one operation to mask".into());
    }
    let Some(inner) = masked_op(view) else {
        // Only values from outside are given.
        return match end.operand_types().eq(view.results().types()) {
            true => Ok(()),
            false => Err("expects number of results to match mask region yield".into()),
        };
    };
    if !is_right(inner) {
        return Ok(());
    }
    let Some(wanted) = mask_type(inner) else {
        return Err("expects a MaskableOpInterface within the mask region".into());
    };
    if !end.operands().eq(inner.results()) {
        return Err(
            "expects all the results from the MaskableOpInterface to match all the values \
                    returned by the terminator"
                .into(),
        );
    }
    if inner.num_results() != view.results().len() {
        return Err(
            "expects number of results to match maskable operation number of results".into()
        );
    }
    if !inner.result_types().eq(view.results().types()) {
        return Err("expects result type to match maskable operation result type".into());
    }
    if view.mask().ty() != wanted {
        let wanted = print_type(view.context(), wanted);
        return Err(format!("expects a '{wanted}' mask for the maskable operation"));
    }
    let takes_passthru = inner.is::<TransferReadOp>();
    match view.passthru() {
        Some(_) if !takes_passthru => {
            Err("doesn't expect a passthru argument for this maskable operation".into())
        }
        Some(passthru) if inner.result_types().next() != Some(passthru.ty()) => {
            Err("expects passthru type to match result type".into())
        }
        _ => Ok(()),
    }
}

/// Where a mask is set: before these positions.
fn is_before(sizes: &[i64], at: &[i64]) -> Value {
    Value::bool(match sizes {
        // A mask without dimensions.
        [size] if at.is_empty() => *size > 0,
        _ => at.iter().zip(sizes).all(|(at, size)| at < size),
    })
}

impl InterpretOp for ConstantMaskOp {
    fn interpret<'b>(op: ConstantMaskOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = run_sizes(m, op.result().ty())?;
        let shape = Shape::of(op.context(), op.result().ty());
        let mut set = op.mask_dim_sizes().expect_i64_array(op.context());
        // Of a scalable dimension, all or nothing is set.
        for ((set, &size), scales) in set.iter_mut().zip(&sizes).zip(shape.scalable) {
            if scales && *set > 0 {
                *set = size;
            }
        }
        Block::from_fn(&sizes, |at| Ok(is_before(&set, at)))?.set_result(m, op.result())
    }
}

impl InterpretOp for CreateMaskOp {
    fn interpret<'b>(op: CreateMaskOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let set = m.indices(op.operands())?;
        let sizes = run_sizes(m, op.result().ty())?;
        Block::from_fn(&sizes, |at| Ok(is_before(&set, at)))?.set_result(m, op.result())
    }
}

impl InterpretOp for MaskOp {
    fn interpret<'b>(op: MaskOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mask = Block::of(m, op.mask())?;
        if let Some(inner) = masked_op(op) {
            let passthru = op.passthru().map(|value| Block::of(m, value)).transpose()?;
            run_masked(m, inner, &mask, passthru.as_ref())?;
        }
        let end = op.mask_region().entry().and_then(|block| block.terminator());
        let values = m.operands(end.ok_or_else(Trap::malformed)?);
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

fn run_masked<'b>(
    m: &mut Machine<'b>,
    op: OpRef<'b>,
    mask: &Block,
    passthru: Option<&Block>,
) -> Result<Flow, Trap> {
    if let Some(op) = op.cast::<ReductionOp>() {
        op.run(m, Some(mask))
    } else if let Some(op) = op.cast::<MultiDimReductionOp>() {
        op.run(m, Some(mask))
    } else if let Some(op) = op.cast::<OuterProductOp>() {
        op.run(m, Some(mask))
    } else if let Some(op) = op.cast::<GatherOp>() {
        op.run(m, Some(mask))
    } else if let Some(op) = op.cast::<ContractionOp>() {
        op.run(m, Some(mask))
    } else if let Some(op) = op.cast::<TransferReadOp>() {
        op.run(m, Some(mask), passthru)
    } else if let Some(op) = op.cast::<TransferWriteOp>() {
        op.run(m, Some(mask))
    } else {
        Err(Trap::malformed())
    }
}

/// Whether an element of a mask is set. Without a mask, all are.
pub(crate) fn is_set(mask: Option<&Block>, position: &[i64]) -> Result<bool, Trap> {
    match mask {
        Some(mask) => Ok(mask.at(position).as_int()? != 0),
        None => Ok(true),
    }
}

impl InterpretOp for YieldOp {
    fn interpret<'b>(op: YieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.values())))
    }
}

/// How many positions are set, where that is known: negative numbers set none, large ones all.
fn known_sizes(op: CreateMaskOpRef<'_>) -> Option<Vec<i64>> {
    let ctx = op.context();
    let shape = Shape::of(ctx, op.result().ty());
    (shape.rank() > 0).then_some(())?;
    let known = op.operands().iter().zip(shape.sizes.iter().zip(&shape.scalable));
    let known = known.map(|(operand, (&size, &scales))| {
        let number = constant_value(op.body(), operand.id())?.as_i64(ctx)?;
        (!scales || number <= 0).then_some(number.clamp(0, size))
    });
    let known: Vec<i64> = known.collect::<Option<_>>()?;
    Some(if known.contains(&0) { vec![0; known.len()] } else { known })
}

impl CanonicalizeOp for CreateMaskOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("vector.create_mask-of-constants", 1, |op, rewriter| {
            let body = rewriter.body();
            let sizes = known_sizes(op.on(body)).ok_or("a number is not known")?;
            let (location, ty) = (body.location(op.id()), body.ty(op.result(body)));
            let sizes = body.context().i64_array_attr(&sizes);
            rewriter.replace_op_with(op.id(), |b| ConstantMaskOp::build(b, location, sizes, ty));
            Ok(())
        });
    }
}

/// Whether all elements of a mask are set.
pub(crate) fn is_all_set(mask: ValueRef<'_>) -> bool {
    let ctx = mask.context();
    if let Some(constant) = constant_value(mask.body(), mask.id()) {
        return mlir_lite::constants::uniform::<bool>(ctx, Some(constant)) == Some(true);
    }
    mask.defining::<ConstantMaskOp>().is_some_and(|op| {
        op.mask_dim_sizes().as_i64_array(ctx) == Some(Shape::of(ctx, mask.ty()).sizes)
    })
}

impl CanonicalizeOp for MaskOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("vector.mask-of-all", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            let inner = masked_op(view).map(OpRef::id);
            let is_all_set = is_all_set(view.mask());
            let end = view.mask_region().entry().and_then(|block| block.terminator());
            let results: Vec<ValueId> = end.map_or(Vec::new(), |end| end.operands().collect());
            match inner {
                Some(inner) if is_all_set => rewriter.move_op_before(op.id(), inner),
                Some(_) => return Err("not all elements are set".into()),
                None => {}
            }
            rewriter.replace_op(op.id(), &results);
            Ok(())
        });
    }
}

/// The elements of a constant mask, for lowering.
pub(crate) fn constant_mask_attr(ctx: &Context, ty: Type, sizes: &[i64]) -> Option<Attribute> {
    let shape = Shape::of(ctx, ty);
    if shape.is_scalable() {
        // All of a scalable dimension is set, or nothing.
        let all = shape.sizes == sizes;
        let none = sizes.contains(&0);
        return (all || none).then(|| elements_attr::<bool>(ctx, ty, &[all]))?;
    }
    let set = mlir_lite::interpreter::positions(&shape.sizes);
    let set: Vec<bool> = set
        .map(|at| match sizes {
            [size] if at.is_empty() => *size > 0,
            _ => at.iter().zip(sizes).all(|(at, size)| at < size),
        })
        .collect();
    let is_uniform = set.windows(2).all(|pair| pair[0] == pair[1]);
    elements_attr::<bool>(ctx, ty, if is_uniform { &set[..1] } else { &set })
}

/// The identity element of a combining kind for an integer or float type.
pub fn neutral_attr(ctx: &Context, kind: CombiningKind, ty: Type) -> Option<Attribute> {
    use CombiningKind as Kind;
    if let TypeKind::Float(format) = ty.kind(ctx) {
        let [least, greatest] = format.extremes();
        return Some(match kind {
            Kind::Add => ctx.float_attr(ty, -0.0),
            Kind::Mul => ctx.float_attr(ty, 1.0),
            Kind::MaxNumF | Kind::MinNumF if format.has_nan() => ctx.float_attr(ty, f64::NAN),
            Kind::MaximumF | Kind::MaxNumF => ctx.float_bits_attr(ty, least),
            Kind::MinimumF | Kind::MinNumF => ctx.float_bits_attr(ty, greatest),
            _ => return None,
        });
    }
    let width = if ty == Type::INDEX { 64 } else { ty.bit_width(ctx)? };
    let all = || (1..=64).contains(&width).then_some(64 - width);
    Some(ctx.integer_attr(
        ty,
        match kind {
            Kind::Add | Kind::Or | Kind::Xor | Kind::MaxUI => 0,
            Kind::Mul => 1,
            Kind::And | Kind::MinUI => -1,
            Kind::MaxSI => i64::MIN >> all()?,
            Kind::MinSI => i64::MAX >> all()?,
            _ => return None,
        },
    ))
}

// Lowering

impl LowerTo<VectorMask> for ConstantMaskOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let (ctx, ty) = (&view.context().clone(), view.result().ty());
        let sizes = view.mask_dim_sizes().expect_i64_array(ctx);
        let shape = Shape::of(ctx, ty);
        let value = constant_mask_attr(ctx, ty, &sizes);
        let lowered = match value {
            Some(value) => standard::ConstantOp::create(rewriter, value, ty),
            // Of a scalable vector of several dimensions, its rows.
            None => {
                let (&rows, sizes) = sizes.split_first().ok_or(SCALABLE)?;
                let (inner, sizes) = (shape.after(1).ty(ctx), ctx.i64_array_attr(sizes));
                build_parts(rewriter, ty, |rewriter, at| match at < rows {
                    true => Ok(Self::create(rewriter, sizes, inner)),
                    false => zeros(rewriter, inner),
                })?
            }
        };
        rewriter.replace_op(op.id(), &[lowered]);
        Ok(())
    }
}

impl LowerTo<VectorMask> for CreateMaskOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let (ctx, ty) = (view.context().clone(), view.result().ty());
        let (shape, sizes) = (Shape::of(&ctx, ty), view.operands().id_list());
        let Some(&first) = sizes.first() else {
            return Err("a mask without dimensions is not lowered".into());
        };
        let is_less = |rewriter: &mut PatternRewriter<'_>, a, b| {
            standard::CmpIOp::create(rewriter, standard::CmpIPredicate::Slt, a, b)
        };
        let result = if shape.rank() == 1 {
            let indices = shape.with_element(Type::INDEX).ty(&ctx);
            let steps = StepOp::create(rewriter, indices);
            let limit = BroadcastOp::to(rewriter, first, indices);
            is_less(rewriter, steps, limit)
        } else {
            let inner = shape.after(1).ty(&ctx);
            let mask = Self::create(rewriter, &sizes[1..], inner);
            let nothing = zeros(rewriter, inner)?;
            build_parts(rewriter, ty, |rewriter, at| {
                let at = standard::ConstantOp::index(rewriter, at);
                let is_set = is_less(rewriter, at, first);
                Ok(standard::SelectOp::create(rewriter, is_set, mask, nothing, inner))
            })?
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<VectorMask> for MaskOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let inner = masked_op(view).map(OpRef::id).ok_or("there is no op to mask")?;
        let (mask, passthru) = (view.mask().id(), view.passthru().map(ValueRef::id));
        if !can_be_masked(rewriter.body().op(inner)) {
            return Err("the op is not lowered with a mask".into());
        }
        rewriter.move_op_before(op.id(), inner);
        let result = mask_op(rewriter, inner, mask, passthru)?;
        rewriter.replace_op(op.id(), result.as_slice());
        Ok(())
    }
}

/// Whether an op is lowered with a mask.
fn can_be_masked(op: OpRef<'_>) -> bool {
    let has_acc = op.cast::<OuterProductOp>().is_none_or(|op| op.acc().is_some());
    let kind = op.cast::<ReductionOp>().map(|op| op.kind());
    let kind = kind.or_else(|| op.cast::<MultiDimReductionOp>().map(|op| op.kind()));
    let element = op.operand_types().next().map(|ty| ty.element_or_self(op.context()));
    let has_neutral = match (kind, element) {
        (Some(kind), Some(ty)) => neutral_attr(op.context(), kind, ty).is_some(),
        _ => true,
    };
    let is_lowered = op.cast::<ContractionOp>().is_none_or(|op| Contraction::is_lowered(op));
    mask_type(op).is_some() && has_acc && has_neutral && is_lowered
}

/// A vector in which elements whose mask is not set change nothing when they are combined.
fn with_neutral(
    rewriter: &mut PatternRewriter<'_>,
    kind: CombiningKind,
    mask: ValueId,
    source: ValueId,
) -> Result<ValueId, MatchFailure> {
    let ty = rewriter.body().ty(source);
    let element = ty.element_or_self(rewriter.context());
    let neutral = neutral_attr(rewriter.context(), kind, element).ok_or("nothing is neutral")?;
    let neutral = splat_constant(rewriter, ty, neutral)?;
    Ok(standard::SelectOp::create(rewriter, mask, source, neutral, ty))
}

/// Lets an op work on the elements whose mask is set; returns its results, or their replacements.
fn mask_op(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    mask: ValueId,
    passthru: Option<ValueId>,
) -> Result<Vec<ValueId>, MatchFailure> {
    let results: Vec<ValueId> = rewriter.body().results(op).collect();
    rewriter.set_insertion_point(InsertionPoint::Before(op));
    let body = rewriter.body();
    if let Some(reduction) = ReductionOp::cast(body, op) {
        let (kind, source) = (reduction.kind(body), reduction.vector(body));
        let masked = with_neutral(rewriter, kind, mask, source)?;
        rewriter.update_in_place(op, |body| reduction.set_vector(body, masked));
        return Ok(results);
    }
    if let Some(reduction) = MultiDimReductionOp::cast(body, op) {
        let (kind, source) = (reduction.kind(body), reduction.source(body));
        let masked = with_neutral(rewriter, kind, mask, source)?;
        rewriter.update_in_place(op, |body| reduction.set_source(body, masked));
        return Ok(results);
    }
    if let Some(contraction) = ContractionOp::cast(rewriter.body(), op) {
        let result = contraction.lowered(rewriter, Some(mask))?;
        rewriter.replace_op(op, &[result]);
        return Ok(vec![result]);
    }
    let body = rewriter.body();
    if let Some(gather) = GatherOp::cast(body, op) {
        let own = gather.mask(body);
        let both = standard::AndOp::create(rewriter, own, mask);
        rewriter.update_in_place(op, |body| gather.set_mask(body, both));
        return Ok(results);
    }
    let own = match (TransferReadOp::cast(body, op), TransferWriteOp::cast(body, op)) {
        (Some(read), _) => Some(read.mask(body)),
        (_, Some(write)) => Some(write.mask(body)),
        _ => None,
    };
    if let Some(own) = own {
        let both = match own {
            Some(own) => standard::AndOp::create(rewriter, own, mask),
            None => mask,
        };
        rewriter.update_in_place(op, |body| {
            match (TransferReadOp::cast(body, op), TransferWriteOp::cast(body, op)) {
                (Some(read), _) => read.set_mask(body, Some(both)),
                (_, Some(write)) => write.set_mask(body, Some(both)),
                _ => {}
            }
        });
    }
    let acc = OuterProductOp::cast(rewriter.body(), op).and_then(|it| it.acc(rewriter.body()));
    let (Some(other), Some(&result)) = (passthru.or(acc), results.first()) else {
        return Ok(results);
    };
    let after = rewriter.body().next_op(op);
    if let Some(after) = after {
        rewriter.set_insertion_point(InsertionPoint::Before(after));
    }
    let ty = rewriter.body().ty(result);
    Ok(vec![standard::SelectOp::create(rewriter, mask, result, other, ty)])
}

pub(crate) fn register_masks(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConstantMaskOp>();
    dialect.op::<CreateMaskOp>();
    dialect.op::<MaskOp>();
    dialect.op::<YieldOp>();
}
