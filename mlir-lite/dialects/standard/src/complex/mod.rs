//! TODO

pub(crate) mod lowering;

use crate::complex::lowering::{Arithmetic, binary, compare, part, parts, replace};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::fold::float_kind;
use crate::result_names::suggested_names;
use crate::to_llvm::{LowerToLlvm, StdToLlvmOptions};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::Float;
use mlir_lite::types::TypeKind;

macro_rules! complex_arithmetic {
    ($($op:ident),*) => {
        $(impl InterpretOp for $op {
            fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
                let round = rounding(op.result())?;
                let parts = Self::compute(&round, parts_of(m, op.lhs())?, parts_of(m, op.rhs())?);
                m.give(op.result(), Value::aggregate(parts.map(Value::Float).to_vec()))
            }
        })*
    };
}

fn part_of(ctx: &Context, ty: Type) -> Option<Type> {
    match ty.kind(ctx) {
        TypeKind::Complex(part) => Some(*part),
        _ => None,
    }
}

/// A complex number of its parts.
#[op(
    name = "std.create_complex",
    traits(
        Pure,
        TypesMatchWith("complex element type matches real operand type", complex, real, part_of),
        TypesMatchWith(
            "complex element type matches imaginary operand type",
            complex,
            imaginary,
            part_of
        )
    ),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.create"),
    format = "$real `,` $imaginary attr-dict `:` type($complex)",
    fold
)]
pub struct CreateComplexOp {
    /// The real part.
    #[operand]
    real: AnyFloat,
    /// The imaginary part.
    #[operand]
    imaginary: AnyFloat,
    /// The number.
    #[result]
    complex: AnyFloatComplex,
}

impl FoldOp for CreateComplexOp {
    fn fold(op: CreateComplexOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        // The number whose parts these are.
        let whole = op.real().defining::<ReOp>().map(|part| part.complex());
        let other = op.imaginary().defining::<ImOp>().map(|part| part.complex());
        match whole {
            Some(whole) if Some(whole) == other => Fold::value(whole),
            _ => Fold::Unchanged,
        }
    }
}

impl InterpretOp for CreateComplexOp {
    fn interpret<'b>(op: CreateComplexOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let parts = vec![m.get(op.real()), m.get(op.imaginary())];
        m.give(op.complex(), Value::aggregate(parts))
    }
}

impl LowerToLlvm for CreateComplexOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("create-complex-to-llvm", 1, |op, operands, rewriter| {
            replace(op.id(), rewriter, [operands.real(), operands.imaginary()])
        });
    }
}

/// The real (0) or imaginary (1) part of a number that is made of its parts, or constant.
fn part_of_known(complex: ValueRef<'_>, part: usize) -> Fold {
    if let Some(made) = complex.defining::<CreateComplexOp>() {
        return Fold::value([made.real(), made.imaginary()][part]);
    }
    let constant = complex.defining::<ComplexConstantOp>();
    let parts = constant.and_then(|constant| constant.value().as_array(complex.context()));
    parts.and_then(|parts| parts.get(part)).map_or(Fold::Unchanged, |&value| Fold::constant(value))
}

fn parts_of(m: &Machine<'_>, complex: ValueRef<'_>) -> Result<[f64; 2], Trap> {
    let value = m.get(complex);
    let [re, im] = &value.as_aggregate()?[..] else { return Err(Trap::malformed()) };
    Ok([re.as_float()?, im.as_float()?])
}

/// Gives a part of a number.
fn give_part<'b>(
    m: &mut Machine<'b>,
    complex: ValueRef<'b>,
    index: usize,
    part: ValueRef<'b>,
) -> Result<Flow, Trap> {
    let value = m.get(complex).as_aggregate()?.get(index).cloned().ok_or_else(Trap::malformed)?;
    m.give(part, value)
}

/// Rounds to the format of a number, or of its parts: each operation does, in machine code too.
fn rounding(number: ValueRef<'_>) -> Result<impl Fn(f64) -> f64 + use<>, Trap> {
    let (ctx, ty) = (number.context(), number.ty());
    let format = float_kind(ctx, part_of(ctx, ty).unwrap_or(ty)).ok_or_else(Trap::malformed)?;
    Ok(move |value| Float::from(value).rounded_to(format).as_f64().unwrap_or(value))
}

/// The real part of a complex number.
#[op(
    name = "std.re",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure, TypesMatchWith("complex element type matches result type", complex, part, part_of),
    ),
    hooks(InterpretOp, LowerToLlvm),
    upstream(
        name = "complex.re",
        format = "$complex custom<FastMath>() attr-dict `:` \
        type($complex)",
    ),
    format = "$complex attr-dict `:` type($complex)",
    fold
)]
pub struct ReOp {
    /// The number.
    #[operand]
    complex: AnyFloatComplex,
    /// The part.
    #[result]
    part: AnyFloat,
}

impl FoldOp for ReOp {
    fn fold(op: ReOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        part_of_known(op.complex(), 0)
    }
}

impl InterpretOp for ReOp {
    fn interpret<'b>(op: ReOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        give_part(m, op.complex(), 0, op.part())
    }
}

impl LowerToLlvm for ReOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("re-to-llvm", 1, |op, operands, rewriter| {
            part(op.id(), operands.complex(), 0, rewriter)
        });
    }
}

/// The imaginary part of a complex number.
#[op(
    name = "std.im",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure, TypesMatchWith("complex element type matches result type", complex, part, part_of),
    ),
    hooks(InterpretOp, LowerToLlvm),
    upstream(
        name = "complex.im",
        format = "$complex custom<FastMath>() attr-dict `:` \
        type($complex)",
    ),
    format = "$complex attr-dict `:` type($complex)",
    fold
)]
pub struct ImOp {
    /// The number.
    #[operand]
    complex: AnyFloatComplex,
    /// The part.
    #[result]
    part: AnyFloat,
}

impl FoldOp for ImOp {
    fn fold(op: ImOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        part_of_known(op.complex(), 1)
    }
}

impl InterpretOp for ImOp {
    fn interpret<'b>(op: ImOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        give_part(m, op.complex(), 1, op.part())
    }
}

impl LowerToLlvm for ImOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("im-to-llvm", 1, |op, operands, rewriter| {
            part(op.id(), operands.complex(), 1, rewriter)
        });
    }
}

/// The absolute value of a complex number.
#[op(
    name = "std.abscf",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure, TypesMatchWith("complex element type matches result type", complex, part, part_of),
    ),
    hooks(InterpretOp, LowerToLlvm),
    upstream(
        name = "complex.abs", only,
        format = "$complex custom<FastMath>() attr-dict `:` \
        type($complex)",
    ),
    format = "$complex attr-dict `:` type($complex)"
)]
pub struct AbsCFOp {
    /// The number.
    #[operand]
    complex: AnyFloatComplex,
    /// The part.
    #[result]
    part: AnyFloat,
}

impl InterpretOp for AbsCFOp {
    /// As it is lowered: the square of neither part is computed, which may be too large.
    fn interpret<'b>(op: AbsCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ([re, im], round) = (parts_of(m, op.complex())?.map(f64::abs), rounding(op.part())?);
        let (least, greatest) = if re.is_nan() || im.is_nan() {
            (f64::NAN, f64::NAN)
        } else {
            (re.min(im), re.max(im))
        };
        let ratio = round(least / greatest);
        let norm = round(greatest * round(round(1.0 + round(ratio * ratio)).sqrt()));
        // Of two zeros, or two infinities.
        m.give(op.part(), Value::Float(if norm.is_nan() { least } else { norm }))
    }
}

impl LowerToLlvm for AbsCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("abscf-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let parts = parts(rewriter, location, operands.complex())?;
            let absolute = Arithmetic { rewriter, location }.absolute(parts)?;
            rewriter.replace_op(op.id(), &[absolute]);
            Ok(())
        });
    }
}

/// Ops that compute a complex number of two.
trait ComplexArithmetic: OpDefinition {
    /// The result's parts; each operation is rounded to the format of the parts.
    fn compute(round: &dyn Fn(f64) -> f64, lhs: [f64; 2], rhs: [f64; 2]) -> [f64; 2];
}

complex_arithmetic!(AddCFOp, SubCFOp, MulCFOp, DivCFOp);

/// Sum of complex numbers.
#[op(
    name = "std.addcf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.add", format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` \
        type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct AddCFOp {
    /// The left operand.
    #[operand]
    lhs: AnyFloatComplex,
    /// The right operand.
    #[operand]
    rhs: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

impl ComplexArithmetic for AddCFOp {
    fn compute(round: &dyn Fn(f64) -> f64, [a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
        [round(a + c), round(b + d)]
    }
}

impl LowerToLlvm for AddCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        binary::<Self>(patterns, "addcf-to-llvm", |m, [a, b], [c, d]| [m.add(a, c), m.add(b, d)]);
    }
}

/// Difference of complex numbers.
#[op(
    name = "std.subcf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.sub", format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` \
        type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct SubCFOp {
    /// The left operand.
    #[operand]
    lhs: AnyFloatComplex,
    /// The right operand.
    #[operand]
    rhs: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

impl ComplexArithmetic for SubCFOp {
    fn compute(round: &dyn Fn(f64) -> f64, [a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
        [round(a - c), round(b - d)]
    }
}

impl LowerToLlvm for SubCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        binary::<Self>(patterns, "subcf-to-llvm", |m, [a, b], [c, d]| [m.sub(a, c), m.sub(b, d)]);
    }
}

/// Product of complex numbers.
#[op(
    name = "std.mulcf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.mul", only, format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` \
        type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct MulCFOp {
    /// The left operand.
    #[operand]
    lhs: AnyFloatComplex,
    /// The right operand.
    #[operand]
    rhs: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

impl ComplexArithmetic for MulCFOp {
    fn compute(round: &dyn Fn(f64) -> f64, [a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
        [round(round(a * c) - round(b * d)), round(round(a * d) + round(b * c))]
    }
}

impl LowerToLlvm for MulCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        // (a + bi)(c + di) = (ac - bd) + (ad + bc)i
        binary::<Self>(patterns, "mulcf-to-llvm", |m, [a, b], [c, d]| {
            let (ac, bd, ad, bc) = (m.mul(a, c), m.mul(b, d), m.mul(a, d), m.mul(b, c));
            [m.sub(ac, bd), m.add(ad, bc)]
        });
    }
}

/// Quotient of complex numbers.
#[op(
    name = "std.divcf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.div", only, format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` \
        type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct DivCFOp {
    /// The left operand.
    #[operand]
    lhs: AnyFloatComplex,
    /// The right operand.
    #[operand]
    rhs: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

impl ComplexArithmetic for DivCFOp {
    fn compute(round: &dyn Fn(f64) -> f64, [a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
        let norm = round(round(c * c) + round(d * d));
        let re = round(round(a * c) + round(b * d));
        let im = round(round(b * c) - round(a * d));
        [round(re / norm), round(im / norm)]
    }
}

impl LowerToLlvm for DivCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        // (a + bi) / (c + di) = ((ac + bd) + (bc - ad)i) / (cc + dd)
        binary::<Self>(patterns, "divcf-to-llvm", |m, [a, b], [c, d]| {
            let (cc, dd) = (m.mul(c, c), m.mul(d, d));
            let norm = m.add(cc, dd);
            let (ac, bd, bc, ad) = (m.mul(a, c), m.mul(b, d), m.mul(b, c), m.mul(a, d));
            let (re, im) = (m.add(ac, bd), m.sub(bc, ad));
            [m.div(re, norm), m.div(im, norm)]
        });
    }
}

/// The number with the other signs.
#[op(
    name = "std.negcf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.neg", only, format = "$complex custom<FastMath>() attr-dict `:` \
        type($complex)"),
    format = "$complex attr-dict `:` type($complex)",
    fold
)]
pub struct NegCFOp {
    /// The number.
    #[operand]
    complex: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

impl FoldOp for NegCFOp {
    fn fold(op: NegCFOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let inner = op.complex().defining::<Self>();
        inner.map_or(Fold::Unchanged, |inner| Fold::value(inner.complex()))
    }
}

impl InterpretOp for NegCFOp {
    fn interpret<'b>(op: NegCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let [re, im] = parts_of(m, op.complex())?;
        m.give(op.result(), Value::aggregate(vec![Value::Float(-re), Value::Float(-im)]))
    }
}

impl LowerToLlvm for NegCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("negcf-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let parts = parts(rewriter, location, operands.complex())?;
            let parts = parts.map(|x| llvm::FNegOp::build(rewriter, location, x, None).id());
            let parts = parts.map(|op| rewriter.body().result(op, 0));
            replace(op.id(), rewriter, parts)
        });
    }
}

/// Whether complex numbers are equal.
#[op(
    name = "std.eqcf",
    traits(Pure, AllTypesMatch(lhs, rhs)),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.eq", only),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs)"
)]
pub struct EqCFOp {
    /// The left operand.
    #[operand]
    lhs: AnyFloatComplex,
    /// The right operand.
    #[operand]
    rhs: AnyFloatComplex,
    /// Whether it holds.
    #[result]
    result: I1,
}

impl InterpretOp for EqCFOp {
    fn interpret<'b>(op: EqCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let holds = parts_of(m, op.lhs())? == parts_of(m, op.rhs())?;
        m.give(op.result(), Value::bool(holds))
    }
}

impl LowerToLlvm for EqCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        compare::<Self>(patterns, "eqcf-to-llvm", true);
    }
}

/// Whether complex numbers are not equal.
#[op(
    name = "std.neqcf",
    traits(Pure, AllTypesMatch(lhs, rhs)),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.neq", only),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs)"
)]
pub struct NeqCFOp {
    /// The left operand.
    #[operand]
    lhs: AnyFloatComplex,
    /// The right operand.
    #[operand]
    rhs: AnyFloatComplex,
    /// Whether it holds.
    #[result]
    result: I1,
}

impl InterpretOp for NeqCFOp {
    fn interpret<'b>(op: NeqCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let holds = parts_of(m, op.lhs())? != parts_of(m, op.rhs())?;
        m.give(op.result(), Value::bool(holds))
    }
}

impl LowerToLlvm for NeqCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        compare::<Self>(patterns, "neqcf-to-llvm", false);
    }
}

/// A complex number known at compile time: its parts.
#[op(
    name = "std.complex_constant",
    traits(Pure),
    interfaces(OpAsmNameInterface),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.constant", only),
    format = "$value attr-dict `:` type($complex)",
    verify
)]
pub struct ComplexConstantOp {
    /// The real and the imaginary part.
    #[attr]
    value: ArrayAttr,
    /// The number.
    #[result]
    complex: AnyComplex,
}

suggested_names! {
    ComplexConstantOpRef = "cst";
}

impl VerifyOp for ComplexConstantOp {
    fn verify(op: ComplexConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let part = part_of(ctx, op.complex().ty());
        let parts = op.value().as_array(ctx).unwrap_or_default();
        if parts.len() != 2 || parts.iter().any(|value| value.ty(ctx) != part) {
            diagnostics.error(
                op.op_error("requires 'value' to be two numbers of the result's element type"),
            );
        }
    }
}

impl InterpretOp for ComplexConstantOp {
    fn interpret<'b>(op: ComplexConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let constant = m.constant(op.value(), op.complex().ty())?;
        m.give(op.complex(), constant)
    }
}

impl LowerToLlvm for ComplexConstantOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("complex-constant-to-llvm", 1, |op, _, rewriter| {
            let location = rewriter.body().location(op.id());
            let value =
                rewriter.body().attr(op.id(), Ident::VALUE).ok_or("the constant has no value")?;
            let ty = rewriter.convert_type(rewriter.body().ty(op.complex(rewriter.body())))?;
            rewriter.replace_op_with(op.id(), |b| llvm::ConstantOp::build(b, location, value, ty));
            Ok(())
        });
    }
}

pub(crate) fn register_complex(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CreateComplexOp>();
    dialect.op::<ReOp>();
    dialect.op::<ImOp>();
    dialect.op::<AbsCFOp>();
    dialect.op::<AddCFOp>();
    dialect.op::<SubCFOp>();
    dialect.op::<MulCFOp>();
    dialect.op::<DivCFOp>();
    dialect.op::<NegCFOp>();
    dialect.op::<EqCFOp>();
    dialect.op::<NeqCFOp>();
    dialect.op::<ComplexConstantOp>();
}
