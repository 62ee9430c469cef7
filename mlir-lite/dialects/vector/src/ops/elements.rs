//! Vectors of numbers that are given one by one, or follow from their positions, and the elements
//! of a vector under another type.

use crate::ops::lowering::{VectorShape, check_fixed, zeros};
use crate::shapes::{Block, LARGEST_FOLDED, Shape, count, run_sizes};
use crate::{BroadcastOp, ExtractOp, InsertOp};
use mlir_lite::constants::{element_attr, elements_attr, elements_of};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::dialects::standard::to_llvm::unroll::unrolled;
use mlir_lite::dialects::standard::to_llvm::{Llvm, Lowered, NewResults, Rewriter};
use mlir_lite::dialects::standard::{ConstantOp, is_poison, poison_attr};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, VSCALE, Value, Values, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::scalar::Float;
use mlir_lite::types::TypeKind;

/// A vector of these elements, in row-major order.
///
/// ```mlir
/// %0 = vector.from_elements %a, %b : vector<2xf32>
/// ```
#[op(
    name = "vector.from_elements",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<VectorShape>)
)]
pub struct FromElementsOp {
    /// The elements.
    #[operand]
    elements: Variadic<AnyType>,
    /// The vector.
    #[result]
    dest: AnyVector,
}

/// The elements of a vector, in row-major order.
///
/// ```mlir
/// %0:2 = vector.to_elements %v : vector<2xf32>
/// ```
#[op(
    name = "vector.to_elements",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, LowerTo<VectorShape>)
)]
pub struct ToElementsOp {
    /// The vector.
    #[operand]
    source: AnyVector,
    /// The elements.
    #[result]
    elements: Variadic<AnyType>,
}

/// The numbers 0, 1, 2 and so on.
///
/// ```mlir
/// %0 = vector.step : vector<[4]xindex>
/// ```
#[op(
    name = "vector.step",
    traits(Pure),
    implements(FoldOp, InterpretOp, LowerTo<Llvm>, LowerTo<VectorShape>),
    format = "attr-dict `:` type($result)"
)]
pub struct StepOp {
    /// The numbers.
    #[result]
    result: IndexVector,
}

/// The factor of the sizes of scalable vectors on the machine that runs the program.
#[op(
    name = "vector.vscale",
    traits(Pure),
    implements(InterpretOp, LowerTo<Llvm>),
    format = "attr-dict"
)]
pub struct VectorScaleOp {
    /// The number.
    #[result(upstream_name = "vscale")]
    res: Index,
}

/// The bits of the rows of a vector as elements of another type.
///
/// ```mlir
/// %1 = vector.bitcast %0 : vector<3x4xi32> to vector<3x8xi16>
/// ```
#[op(
    name = "vector.bitcast",
    traits(Pure, AllRanksMatch(source, result)),
    implements(VerifyOp, FoldOp, InterpretOp, LowerTo<Llvm>),
    format = "$source attr-dict `:` type($source) `to` type($result)"
)]
pub struct BitCastOp {
    /// The vector.
    #[operand]
    source: AnyVector,
    /// The same bits.
    #[result]
    result: AnyVector,
}

mlir_lite::type_constraints! {
    /// A vector of one dimension, of indices.
    pub IndexVector = "vector of index values of ranks 1", |ctx, ty| matches!(ty.kind(ctx),
        TypeKind::Vector { shape, element, .. } if shape.len() == 1 && *element == Type::INDEX);
}

impl CustomAssembly for FromElementsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let operands = parser.parse_operand_list()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let element = ty.element_or_self(parser.context());
        for operand in &operands {
            let value = parser.resolve(operand, element)?;
            parser.add_operand(value);
        }
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: FromElementsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands(op.elements());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.dest().ty());
    }
}

impl CustomAssembly for ToElementsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let shape = Shape::of(parser.context(), ty);
        let total = count(&shape.sizes);
        if parser.named_results().is_some_and(|named| named != total) {
            let message = format!("the vector has {total} elements, as many as results");
            return Err(parser.error(position, message));
        }
        let source = parser.resolve(&source, ty)?;
        parser.add_operand(source);
        // Without names, nothing bounds the number of results.
        if total > 1 << 16 {
            return Err(parser.error(position, "a vector of at most 65536 elements is supported"));
        }
        for _ in 0..total {
            parser.add_result_type(shape.element);
        }
        Ok(())
    }

    fn print<'b>(op: ToElementsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.source());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.source().ty());
    }
}

/// Reports another number or type of elements than the vector has.
fn verify_elements(
    op: OpRef<'_>,
    vector: ValueRef<'_>,
    elements: ValueRange<'_>,
    diagnostics: &mut Diagnostics,
) {
    let shape = Shape::of(op.context(), vector.ty());
    let message = if shape.is_scalable() {
        "expects a vector of fixed length"
    } else if count(&shape.sizes) != elements.len() {
        "expects as many elements as the vector has"
    } else if elements.types().any(|ty| ty != shape.element) {
        "expects elements of the vector's element type"
    } else {
        return;
    };
    diagnostics.error(op.op_error(message));
}

impl VerifyOp for FromElementsOp {
    fn verify(op: FromElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_elements(op.op(), op.dest(), op.elements(), diagnostics);
    }
}

impl VerifyOp for ToElementsOp {
    fn verify(op: ToElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_elements(op.op(), op.source(), op.elements(), diagnostics);
    }
}

/// Bits of an element; `index` has 64.
fn width(ctx: &Context, element: Type) -> Option<u32> {
    if element == Type::INDEX { Some(64) } else { element.bit_width(ctx) }
}

impl VerifyOp for BitCastOp {
    fn verify(op: BitCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [source, result] = [op.source(), op.result()].map(|value| Shape::of(ctx, value.ty()));
        let outer = source.rank().saturating_sub(1);
        for dimension in 0..outer {
            let of = |shape: &Shape| (shape.sizes[dimension], shape.scalable[dimension]);
            if of(&source) != of(&result) {
                let message = format!("dimension size mismatch at: {dimension}");
                diagnostics.error(op.op().op_error(message));
                return;
            }
        }
        let bits = |shape: &Shape| {
            let length = shape.sizes.last().copied().unwrap_or(1);
            let scales = shape.scalable.last().copied().unwrap_or(false);
            Some((length.checked_mul(i64::from(width(ctx, shape.element)?))?, scales))
        };
        let (from, to) = (bits(&source), bits(&result));
        if from.is_none() || from != to {
            let message = "source/result bitwidth of the minor 1-D vectors must be equal";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl InterpretOp for FromElementsOp {
    fn interpret<'b>(op: FromElementsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let values = m.values(op.elements()).into_vec();
        let sizes = run_sizes(m, op.dest().ty())?;
        Block { sizes, values }.set_result(m, op.dest())
    }
}

impl InterpretOp for ToElementsOp {
    fn interpret<'b>(op: ToElementsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.source())?;
        m.set_results(op.op(), Values::from_vec(source.values));
        Ok(Flow::Next)
    }
}

impl InterpretOp for StepOp {
    fn interpret<'b>(op: StepOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = run_sizes(m, op.result().ty())?;
        Block::from_fn(&sizes, |at| Ok(Value::index(at[0])))?.set_result(m, op.result())
    }
}

impl InterpretOp for VectorScaleOp {
    fn interpret<'b>(op: VectorScaleOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.res(), Value::index(VSCALE.get() as i64))
    }
}

impl InterpretOp for BitCastOp {
    fn interpret<'b>(op: BitCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = m.context().clone();
        let source = Block::of(m, op.source())?;
        let sizes = run_sizes(m, op.result().ty())?;
        let [from, to] = [op.source(), op.result()].map(|value| value.ty().element_or_self(&ctx));
        let mut values = Vec::new();
        let row = source.sizes.last().copied().unwrap_or(1).max(1) as usize;
        for row in source.values.chunks(row) {
            let length = sizes.last().copied().unwrap_or(1);
            match bits_of(&ctx, row, from)? {
                Some(bits) => values.extend(values_of(&ctx, &bits, to, length as usize)?),
                None => values.extend(std::iter::repeat_n(Value::Poison, length as usize)),
            }
        }
        Block { sizes, values }.set_result(m, op.result())
    }
}

/// The bits of some numbers, the lowest first. None if one is poison.
fn bits_of(ctx: &Context, values: &[Value], ty: Type) -> Result<Option<Vec<bool>>, Trap> {
    let bits = width(ctx, ty).ok_or_else(Trap::malformed)?;
    let mut all = Vec::new();
    for value in values {
        let number = match (value, ty.kind(ctx)) {
            (Value::Poison, _) => return Ok(None),
            (value, TypeKind::Float(kind)) => value.as_number()?.to_bits(*kind),
            (value, _) => value.as_int()?,
        };
        all.extend((0..bits).map(|bit| number >> bit & 1 == 1));
    }
    Ok(Some(all))
}

/// The numbers with these bits.
fn values_of(ctx: &Context, bits: &[bool], ty: Type, length: usize) -> Result<Vec<Value>, Trap> {
    let width = width(ctx, ty).ok_or_else(Trap::malformed)? as usize;
    let number = |bits: &[bool]| {
        let number = bits.iter().rev().fold(0u128, |number, &bit| number << 1 | u128::from(bit));
        match ty.kind(ctx) {
            TypeKind::Float(kind) => Value::number(Float::from_bits(*kind, number)),
            _ => Value::Int(number),
        }
    };
    let values: Vec<Value> = bits.chunks(width).map(number).collect();
    if values.len() == length { Ok(values) } else { Err(Trap::malformed()) }
}

impl FoldOp for FromElementsOp {
    fn fold(op: FromElementsOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.dest().ty());
        // All elements of a vector, in order, are that vector.
        if let Some(list) = op.elements().get(0).and_then(|it| it.defining::<ToElementsOp>())
            && list.source().ty() == ty
            && list.elements().ids().eq(op.elements().ids())
        {
            return Fold::value(list.source());
        }
        if constants.elements().iter().all(|&element| is_poison(ctx, element)) {
            return Fold::constant(poison_attr(ctx));
        }
        let numbers: Option<Vec<Attribute>> = constants.elements().iter().copied().collect();
        numbers.and_then(|numbers| elements_of(ctx, ty, &numbers)).into()
    }
}

impl CanonicalizeOp for FromElementsOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("vector.from_elements-of-one", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            let (elements, ty) = (view.elements().id_list(), view.dest().ty());
            let &first = elements.first().ok_or("the vector is empty")?;
            if elements.iter().any(|&element| element != first) {
                return Err("the elements differ".into());
            }
            let vector = BroadcastOp::to(rewriter, first, ty);
            rewriter.replace_op(op.id(), &[vector]);
            Ok(())
        });
    }
}

impl FoldOp for ToElementsOp {
    fn fold(op: ToElementsOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source) = (op.context(), op.source());
        let length = op.elements().len();
        let all =
            |value: ValueId| Fold::Replaced(SmallVec::from_elem(FoldValue::Value(value), length));
        if let Some(list) = source.defining::<FromElementsOp>() {
            return Fold::Replaced(list.elements().ids().map(FoldValue::Value).collect());
        }
        if let Some(broadcast) = source.defining::<BroadcastOp>()
            && broadcast.source().ty().shape(ctx).is_none()
        {
            return all(broadcast.source().id());
        }
        let Some(elements) = constants.source().and_then(|it| it.dense(ctx)) else {
            return Fold::Unchanged;
        };
        let numbers = (0..length).map(|index| element_attr(ctx, &elements, index));
        let numbers: Option<Vec<Attribute>> = numbers.collect();
        numbers.map_or(Fold::Unchanged, |numbers| {
            Fold::Replaced(numbers.into_iter().map(FoldValue::Constant).collect())
        })
    }
}

impl FoldOp for StepOp {
    fn fold(op: StepOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        let shape = Shape::of(ctx, ty);
        if shape.is_scalable() || count(&shape.sizes) > LARGEST_FOLDED {
            return Fold::Unchanged;
        }
        let numbers: Vec<i64> = (0..shape.sizes[0]).collect();
        elements_attr::<i64>(ctx, ty, &numbers).into()
    }
}

impl FoldOp for BitCastOp {
    fn fold(op: BitCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (source, ty) = (op.source(), op.result().ty());
        if source.ty() == ty {
            return Fold::value(source);
        }
        let Some(before) = source.defining::<BitCastOp>().map(BitCastOpRef::source) else {
            return Fold::Unchanged;
        };
        if before.ty() == ty {
            return Fold::value(before);
        }
        let (op, before) = (op.handle(), before.id());
        Fold::in_place(move |body| op.set_source(body, before))
    }
}

// Lowering

impl LowerTo<VectorShape> for FromElementsOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let (elements, ty) = (op.elements(body), body.ty(op.dest(body)));
        let shape = Shape::of(body.context(), ty);
        let mut result = zeros(rewriter, ty)?;
        for (element, at) in elements.into_iter().zip(positions(&shape.sizes)) {
            result = InsertOp::at(rewriter, element, result, &at);
        }
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl LowerTo<VectorShape> for ToElementsOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let source = op.source(body);
        let shape = Shape::of(body.context(), body.ty(source));
        let elements: Vec<ValueId> =
            positions(&shape.sizes).map(|at| ExtractOp::at(rewriter, source, &at)).collect();
        rewriter.replace_op(op.id(), &elements);
        Ok(())
    }
}

impl LowerTo<VectorShape> for StepOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let body = rewriter.body();
        let ty = body.ty(op.result(body));
        let shape = Shape::of(body.context(), ty);
        check_fixed(&[&shape])?;
        let numbers: Vec<i64> = (0..shape.sizes[0]).collect();
        let value = elements_attr::<i64>(body.context(), ty, &numbers);
        let value = value.ok_or("there is no constant of this type")?;
        rewriter.replace_op_with(op.id(), |b| {
            let location = b.location();
            ConstantOp::build(b, location, value, ty)
        });
        Ok(())
    }
}

/// Of scalable vectors; others are constants.
impl LowerTo<Llvm> for StepOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.converted_type(op.result(b.body()))?;
        Ok(llvm::StepVectorOp::create(b, ty).into())
    }
}

impl LowerTo<Llvm> for VectorScaleOp {
    fn lower(_: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.convert_type(Type::INDEX)?;
        Ok(llvm::VScaleOp::create(b, ty).into())
    }
}

impl LowerTo<Llvm> for BitCastOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.converted_type(op.result(b.body()))?;
        let source = [operands.source()];
        unrolled(b, ty, source, &mut |b, [part], ty| llvm::BitcastOp::create(b, part, ty))
            .map(NewResults::from)
    }
}

pub(crate) fn register_elements(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FromElementsOp>();
    dialect.op::<ToElementsOp>();
    dialect.op::<StepOp>();
    dialect.op::<VectorScaleOp>();
    dialect.op::<BitCastOp>();
}
