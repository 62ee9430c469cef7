//! Reductions: the elements of a vector combined, all of them, along dimensions, or one after the
//! other.

use crate::kinds::CombiningKind;
use crate::numbers::{parse_numbers, print_numbers};
use crate::ops::lowering::{SCALABLE, VectorReduction, build_parts, check_not_masked, combine};
use crate::ops::masks::is_set;
use crate::shapes::{Block, Shape, number_of};
use crate::{ExtractOp, FromElementsOp, TransposeOp};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::dialects::standard::edsc::llvm_edsc;
use mlir_lite::dialects::standard::flags::{FAST_MATH_PROPERTIES, FastMath, FlagsAttr};
use mlir_lite::dialects::standard::to_llvm::flags::keep_flags;
use mlir_lite::dialects::standard::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, neutral, positions};
use mlir_lite::ir::enums::{EnumAttribute, parse_enum};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};
use mlir_lite::scalar::AtomicRmwKind;
use mlir_lite::text::print_type;

/// All elements of a vector, combined with an accumulator, if there is one, in their order.
///
/// ```mlir
/// %1 = vector.reduction <add>, %0 : vector<16xf32> into f32
/// %2 = vector.reduction <mul>, %0, %1 : vector<16xf32> into f32
/// ```
#[op(
    name = "vector.reduction",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, AllElementTypesMatch(vector, dest)),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<Llvm>, LowerTo<VectorReduction>)
)]
pub struct ReductionOp {
    /// How the elements are combined.
    #[attr(typed)]
    kind: CombiningKind,
    /// The elements.
    #[operand]
    vector: AnyVector,
    /// The accumulator, which is combined with the elements.
    #[operand]
    acc: Optional<AnyType>,
    /// The combined elements.
    #[result]
    dest: AnyType,
}

/// The elements of a vector, combined along some dimensions with an accumulator.
///
/// ```mlir
/// %1 = vector.multi_reduction <add>, %0, %acc [1, 3] : vector<4x8x16x32xf32> to vector<4x16xf32>
/// ```
#[op(
    name = "vector.multi_reduction",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<VectorReduction>)
)]
pub struct MultiDimReductionOp {
    /// How the elements are combined.
    #[attr(typed)]
    kind: CombiningKind,
    /// The elements.
    #[operand]
    source: AnyVector,
    /// The accumulator, which is combined with the elements.
    #[operand]
    acc: AnyType,
    /// The dimensions along which they are combined.
    #[attr]
    reduction_dims: DenseI64ArrayAttr,
    /// The combined elements.
    #[result]
    dest: AnyType,
}

/// For each element of a vector, the combination of those before it along a dimension, and of the
/// element itself where `inclusive` is set; and the combination of all.
///
/// ```mlir
/// %1:2 = vector.scan <add>, %0, %acc {inclusive = true, reduction_dim = 1 : i64}
///   : vector<4x8x16x32xf32>, vector<4x16x32xf32>
/// ```
#[op(
    name = "vector.scan",
    traits(Pure, AllTypesMatch(source, dest), AllTypesMatch(initial_value, accumulated_value)),
    implements(CustomAssembly, VerifyOp, InterpretOp, OpAsmNameInterface, LowerTo<VectorReduction>)
)]
pub struct ScanOp {
    /// How the elements are combined.
    #[attr(typed)]
    kind: CombiningKind,
    /// The elements.
    #[operand]
    source: AnyVector,
    /// The initial value, which is combined with the first elements.
    #[operand]
    initial_value: AnyVector,
    /// The dimension along which they are combined.
    #[attr(typed)]
    reduction_dim: I64Attr,
    /// Whether an element is part of its own combination.
    #[attr(typed)]
    inclusive: BoolAttr,
    /// The combinations.
    #[result]
    dest: AnyVector,
    /// The combinations of all.
    #[result]
    accumulated_value: AnyVector,
}

impl OpAsmNameInterface for ScanOp {
    fn result_name(_: ScanOpRef<'_>, index: usize, upstream: bool) -> Option<String> {
        let name = if index == 0 { "dest" } else { "accumulated_value" };
        upstream.then(|| name.to_string())
    }
}

/// Parses `<add>,`; in 2020's text `"add",`.
fn parse_kind(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let kind: CombiningKind = if parser.at_string() {
        mlir_lite::ir::enums::parse_quoted_enum(parser)?
    } else {
        parser.parse_punct("<")?;
        let kind = parse_enum(parser)?;
        parser.parse_punct(">")?;
        kind
    };
    parser.parse_punct(",")?;
    let kind = kind.attribute(parser.context());
    parser.set_attr("kind", kind);
    Ok(())
}

/// Prints ` <add>, `.
fn print_kind(kind: CombiningKind, printer: &mut OpAsmPrinter<'_, '_>) {
    printer.display(format_args!(" <{}>, ", kind.text()));
}

impl CustomAssembly for ReductionOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_kind(parser)?;
        let vector = parser.parse_operand()?;
        let acc = match parser.parse_optional_punct(",") {
            true => Some(parser.parse_operand()?),
            false => None,
        };
        FastMath::parse_flags(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("into")?;
        let to = parser.parse_type()?;
        let vector = parser.resolve(&vector, from)?;
        parser.add_operand(vector);
        if let Some(acc) = acc {
            let acc = parser.resolve(&acc, to)?;
            parser.add_operand(acc);
        }
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: ReductionOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_kind(op.kind(), printer);
        printer.operands(op.op().operands());
        if FastMath::of(op.op()).is_some() {
            printer.write(" ");
            FastMath::print_flags(op.op(), printer);
        }
        printer.attr_dict(op.op(), &["kind", FastMath::NAME]);
        printer.write(" : ");
        printer.ty(op.vector().ty());
        printer.write(" into ");
        printer.ty(op.dest().ty());
    }
}

impl CustomAssembly for MultiDimReductionOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_kind(parser)?;
        let source = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let acc = parser.parse_operand()?;
        parse_numbers(parser, "reduction_dims")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let values = [parser.resolve(&source, from)?, parser.resolve(&acc, to)?];
        parser.add_operands(&values);
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: MultiDimReductionOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_kind(op.kind(), printer);
        printer.operands(op.op().operands());
        printer.write(" ");
        print_numbers(printer, op.reduction_dims());
        printer.attr_dict(op.op(), &["kind", "reduction_dims"]);
        printer.write(" : ");
        printer.ty(op.source().ty());
        printer.write(" to ");
        printer.ty(op.dest().ty());
    }
}

impl CustomAssembly for ScanOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_kind(parser)?;
        let source = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let initial = parser.parse_operand()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_punct(",")?;
        let to = parser.parse_type()?;
        let values = [parser.resolve(&source, from)?, parser.resolve(&initial, to)?];
        parser.add_operands(&values);
        parser.add_result_types(&[from, to]);
        Ok(())
    }

    fn print<'b>(op: ScanOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_kind(op.kind(), printer);
        printer.operands(op.op().operands());
        printer.attr_dict(op.op(), &["kind"]);
        printer.write(" : ");
        printer.types(op.op().operand_types());
    }
}

impl VerifyOp for ReductionOp {
    fn verify(op: ReductionOpRef<'_>, diagnostics: &mut Diagnostics) {
        let rank = Shape::of(op.context(), op.vector().ty()).rank();
        if rank != 1 {
            diagnostics.error(op.op().op_error(format_args!("unsupported reduction rank: {rank}")));
            return;
        }
        if op.acc().is_some_and(|acc| acc.ty() != op.dest().ty()) {
            diagnostics.error(op.op().op_error("expected an accumulator of the result's type"));
            return;
        }
        op.kind().verify(op.op(), op.dest().ty(), diagnostics);
    }
}

/// The dimensions that a reduction keeps.
pub(crate) fn kept(op: MultiDimReductionOpRef<'_>) -> Vec<usize> {
    let reduced = op.reduction_dims().expect_i64_array(op.context());
    let rank = Shape::of(op.context(), op.source().ty()).rank();
    (0..rank).filter(|&dimension| !reduced.contains(&(dimension as i64))).collect()
}

impl VerifyOp for MultiDimReductionOp {
    fn verify(op: MultiDimReductionOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let source = Shape::of(ctx, op.source().ty());
        let reduced = op.reduction_dims().expect_i64_array(ctx);
        let wanted = source.select(kept(op)).ty_or_element(ctx);
        let is_dimension = |dimension: &i64| (0..source.rank() as i64).contains(dimension);
        let is_ordered = reduced.windows(2).all(|pair| pair[0] < pair[1]);
        if op.dest().ty() != wanted || !reduced.iter().all(is_dimension) || !is_ordered {
            let [to, from] = [op.dest(), op.source()].map(|value| print_type(ctx, value.ty()));
            let message =
                format!("destination type '{to}' is incompatible with source type '{from}'");
            diagnostics.error(op.op().op_error(message));
            return;
        }
        if op.acc().ty() != op.dest().ty() {
            diagnostics.error(op.op().op_error("expected an accumulator of the result's type"));
            return;
        }
        op.kind().verify(op.op(), source.element, diagnostics);
    }
}

impl VerifyOp for ScanOp {
    fn verify(view: ScanOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (op, ctx) = (view.op(), view.context());
        let [source, initial] =
            [view.source(), view.initial_value()].map(|value| Shape::of(ctx, value.ty()));
        let (dimension, rank) = (view.reduction_dim(), source.rank());
        if !(0..rank as i64).contains(&dimension) {
            let message = format!("reduction dimension {dimension} has to be less than {rank}");
            diagnostics.error(op.op_error(message));
            return;
        }
        let kept = (0..rank).filter(|&kept| kept as i64 != dimension);
        if source.select(kept) != initial {
            diagnostics.error(op.op_error("incompatible input/initial value shapes"));
            return;
        }
        view.kind().verify(op, source.element, diagnostics);
    }
}

impl InterpretOp for ReductionOp {
    fn interpret<'b>(op: ReductionOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        op.run(m, None)
    }
}

impl<'b> ReductionOpRef<'b> {
    /// Runs the op on the elements whose mask is set.
    pub(crate) fn run(self, m: &mut Machine<'b>, mask: Option<&Block>) -> Result<Flow, Trap> {
        let vector = Block::of(m, self.vector())?;
        let (kind, ty) = (self.kind(), self.dest().ty());
        let mut sum = self.acc().map(|acc| m.get(acc));
        for (value, at) in vector.values.into_iter().zip(positions(&vector.sizes)) {
            if is_set(mask, &at)? {
                sum = Some(match sum {
                    Some(sum) => kind.run(m, ty, &sum, &value)?,
                    None => value,
                });
            }
        }
        let sum = match sum {
            Some(sum) => sum,
            None => {
                let function = kind.function(m.context(), ty).ok_or_else(Trap::malformed)?;
                neutral(m, function, ty)?
            }
        };
        m.set_result(self.dest(), sum)
    }
}

impl InterpretOp for MultiDimReductionOp {
    fn interpret<'b>(op: MultiDimReductionOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        op.run(m, None)
    }
}

impl<'b> MultiDimReductionOpRef<'b> {
    /// Runs the op on the elements whose mask is set.
    pub(crate) fn run(self, m: &mut Machine<'b>, mask: Option<&Block>) -> Result<Flow, Trap> {
        let (source, mut acc) = (Block::of(m, self.source())?, Block::of(m, self.acc())?);
        let (kept, kind, ty) = (kept(self), self.kind(), self.dest().ty());
        for (value, at) in source.values.iter().zip(positions(&source.sizes)) {
            if is_set(mask, &at)? {
                let to: Vec<i64> = kept.iter().map(|&dimension| at[dimension]).collect();
                let sum = &mut acc.values[number_of(&acc.sizes, &to)];
                *sum = kind.run(m, ty, sum, value)?;
            }
        }
        acc.set_result(m, self.dest())
    }
}

impl InterpretOp for ScanOp {
    fn interpret<'b>(op: ScanOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, mut sums) = (Block::of(m, op.source())?, Block::of(m, op.initial_value())?);
        let (kind, ty, is_inclusive) = (op.kind(), op.dest().ty(), op.inclusive());
        let dimension = usize::try_from(op.reduction_dim()).map_err(|_| Trap::malformed())?;
        let mut values: Vec<Value> = Vec::with_capacity(source.values.len());
        // Row-major order is increasing along each dimension.
        for (number, at) in positions(&source.sizes).enumerate() {
            let mut kept = at.clone();
            kept.remove(dimension);
            let sum = &mut sums.values[number_of(&sums.sizes, &kept)];
            let mut added = at.clone();
            added[dimension] -= i64::from(!is_inclusive);
            // An inclusive one begins with the first element, another one with the initial value.
            match at[dimension] == 0 {
                true if is_inclusive => *sum = source.values[number].clone(),
                true => {}
                false => *sum = kind.run(m, ty, sum, &source.at(&added))?,
            }
            values.push(sum.clone());
        }
        Block { sizes: source.sizes, values }.set_result(m, op.dest())?;
        sums.set_result(m, op.accumulated_value())
    }
}

// Lowering

/// Of the kinds whose result depends on the order, which LLVM's intrinsics do not keep: the sign of
/// a zero.
impl LowerTo<VectorReduction> for ReductionOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let shape = Shape::of(view.context(), view.vector().ty());
        let (vector, kind) = (view.vector().id(), view.kind());
        let mut sum = view.acc().map(ValueRef::id);
        if shape.is_scalable() || !matches!(kind, CombiningKind::MaxNumF | CombiningKind::MinNumF) {
            return Err("LLVM has an intrinsic that does the same".into());
        }
        for at in 0..shape.sizes[0] {
            let element = ExtractOp::at(rewriter, vector, &[at]);
            sum = Some(match sum {
                Some(sum) => combine(rewriter, kind, sum, element)?,
                None => element,
            });
        }
        rewriter.replace_op(op.id(), &[sum.ok_or("the vector is empty")?]);
        Ok(())
    }
}

/// To the intrinsic of LLVM.
impl LowerTo<Llvm> for ReductionOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        use AtomicRmwKind as Kind;
        check_not_masked(b.body(), op.id())?;
        let (kind, dest) = (op.kind(b.body()), op.dest(b.body()));
        let function = kind.function(b.context(), b.body().ty(dest));
        let function = function.ok_or("the kind is not of such numbers")?;
        let ty = b.converted_type(dest)?;
        if b.body().ty(dest).is_float(b.context()) && !ty.is_float(b.context()) {
            return Err("the llvm dialect has no arithmetic of floats of 8 bits and less".into());
        }
        let (v, acc) = (operands.vector(), operands.acc());
        let start = |b: &mut Rewriter<'_>, value: f64| {
            acc.unwrap_or_else(|| llvm_edsc(b, |e| e.float(value, ty).id()))
        };
        let reduced = match function {
            // In order; what it begins with is the accumulator, or changes no sum.
            Kind::AddF => {
                let start = start(b, -0.0);
                llvm::VectorReduceFAddOp::create(b, start, v, None, ty)
            }
            Kind::MulF => {
                let start = start(b, 1.0);
                llvm::VectorReduceFMulOp::create(b, start, v, None, ty)
            }
            Kind::MaximumF => llvm::VectorReduceFMaximumOp::create(b, v, None, ty),
            Kind::MinimumF => llvm::VectorReduceFMinimumOp::create(b, v, None, ty),
            Kind::MaxNumF => llvm::VectorReduceFMaxOp::create(b, v, None, ty),
            Kind::MinNumF => llvm::VectorReduceFMinOp::create(b, v, None, ty),
            Kind::AddI => llvm::VectorReduceAddOp::create(b, v, ty),
            Kind::MulI => llvm::VectorReduceMulOp::create(b, v, ty),
            Kind::AndI => llvm::VectorReduceAndOp::create(b, v, ty),
            Kind::OrI => llvm::VectorReduceOrOp::create(b, v, ty),
            Kind::XOrI => llvm::VectorReduceXorOp::create(b, v, ty),
            Kind::MaxS => llvm::VectorReduceSMaxOp::create(b, v, ty),
            Kind::MaxU => llvm::VectorReduceUMaxOp::create(b, v, ty),
            Kind::MinS => llvm::VectorReduceSMinOp::create(b, v, ty),
            Kind::MinU => llvm::VectorReduceUMinOp::create(b, v, ty),
            Kind::Assign => return Err("the kind is not of such numbers".into()),
        };
        if let Some(intrinsic) = b.body().defining_op(reduced) {
            keep_flags(b, op.id(), intrinsic);
        }
        Ok(match acc.filter(|_| !matches!(function, Kind::AddF | Kind::MulF)) {
            Some(acc) => combine(b, kind, acc, reduced)?.into(),
            None => reduced.into(),
        })
    }
}

impl LowerTo<VectorReduction> for MultiDimReductionOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let ctx = view.context().clone();
        let (source, acc, kind) = (view.source().id(), view.acc().id(), view.kind());
        let (shape, ty) = (Shape::of(&ctx, view.source().ty()), view.dest().ty());
        let dimensions = view.reduction_dims().expect_i64_array(&ctx);
        if shape.scalable[0] {
            return Err(SCALABLE.into());
        }
        // The dimensions along which the parts are combined, and how many these have.
        let inner: Vec<i64> = dimensions.iter().filter(|&&at| at > 0).map(|&at| at - 1).collect();
        let inner = Reduction { kind, dimensions: inner };
        let is_first = dimensions.first() == Some(&0);
        let result = if is_first {
            let mut acc = acc;
            for at in 0..shape.sizes[0] {
                let part = ExtractOp::at(rewriter, source, &[at]);
                acc = inner.of(rewriter, part, acc)?;
            }
            acc
        } else if dimensions.is_empty() {
            combine(rewriter, kind, acc, source)?
        } else {
            build_parts(rewriter, ty, |rewriter, at| {
                let [part, acc] = [source, acc].map(|it| ExtractOp::at(rewriter, it, &[at]));
                inner.of(rewriter, part, acc)
            })?
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

/// A reduction of parts of a vector.
struct Reduction {
    kind: CombiningKind,
    dimensions: Vec<i64>,
}

impl Reduction {
    /// A part combined with an accumulator.
    fn of(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        part: ValueId,
        acc: ValueId,
    ) -> Result<ValueId, MatchFailure> {
        if self.dimensions.is_empty() {
            return combine(rewriter, self.kind, acc, part);
        }
        let (dimensions, ty) =
            (rewriter.context().i64_array_attr(&self.dimensions), rewriter.body().ty(acc));
        Ok(MultiDimReductionOp::create(rewriter, self.kind, part, acc, dimensions, ty))
    }
}

impl LowerTo<VectorReduction> for ScanOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let ctx = view.context().clone();
        let (source, initial) = (view.source().id(), view.initial_value().id());
        let (kind, is_inclusive) = (view.kind(), view.inclusive());
        let shape = Shape::of(&ctx, view.source().ty());
        let dimension = usize::try_from(view.reduction_dim()).unwrap_or(0);
        // The dimension comes first; then its parts are combined.
        let mut order: Vec<usize> = (0..shape.rank()).filter(|&at| at != dimension).collect();
        order.insert(0, dimension);
        let source = TransposeOp::permuted(rewriter, source, &order);
        let ty = rewriter.body().ty(source);
        let initial =
            if shape.rank() == 1 { ExtractOp::at(rewriter, initial, &[]) } else { initial };
        let mut sum = initial;
        let result = build_parts(rewriter, ty, |rewriter, at| {
            let from = at - i64::from(!is_inclusive);
            if from >= 0 {
                let part = ExtractOp::at(rewriter, source, &[from]);
                sum = match at == 0 {
                    true => part,
                    false => combine(rewriter, kind, sum, part)?,
                };
            }
            Ok(sum)
        })?;
        let mut back = vec![0; order.len()];
        for (at, &from) in order.iter().enumerate() {
            back[from] = at;
        }
        let result = TransposeOp::permuted(rewriter, result, &back);
        let all = match shape.rank() {
            1 => {
                let ty = op.on(rewriter.body()).accumulated_value().ty();
                FromElementsOp::create(rewriter, &[sum], ty)
            }
            _ => sum,
        };
        rewriter.replace_op(op.id(), &[result, all]);
        Ok(())
    }
}

pub(crate) fn register_reduction(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ReductionOp>();
    dialect.op::<MultiDimReductionOp>();
    dialect.op::<ScanOp>();
}
