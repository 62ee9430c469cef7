//! Complex numbers of two floats: parts, arithmetic, comparisons and constants.

pub(crate) mod lowering;

use crate::arith::fold::{ConstantsOnly, fold_scalar, value};
use crate::complex::lowering::{Arithmetic, binary, compare, part, parts, replace};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::{LowerToLlvm, StdToLlvmOptions};
use mlir_lite::constants::{float_kind, unary};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{self, ScalarOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{Complex, ComplexFunction, FloatFunction, ScalarFunction};

/// The type of the parts, for relations between types.
fn part_of(ctx: &Context, ty: Type) -> Option<Type> {
    ty.complex_part(ctx)
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
        patterns.add::<Self>("std.create_complex-to-llvm", 1, |op, operands, rewriter| {
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
        patterns.add::<Self>("std.re-to-llvm", 1, |op, operands, rewriter| {
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
        patterns.add::<Self>("std.im-to-llvm", 1, |op, operands, rewriter| {
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
    fn interpret<'b>(op: AbsCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        arithmetic::complex_absolute(m, op.op())
    }
}

impl LowerToLlvm for AbsCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.abscf-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let parts = parts(rewriter, operands.complex())?;
            let absolute = Arithmetic { rewriter, location }.absolute(parts)?;
            rewriter.replace_op(op.id(), &[absolute]);
            Ok(())
        });
    }
}

/// Sum of complex numbers.
#[op(
    name = "std.addcf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.add", format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` \
        type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    by(ConstantsOnly: FoldOp)
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

impl ScalarOp for AddCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Add);
}

impl LowerToLlvm for AddCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        binary::<Self>(patterns, "std.addcf-to-llvm", |m, [a, b], [c, d]| {
            [m.add(a, c), m.add(b, d)]
        });
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
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    by(ConstantsOnly: FoldOp)
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

impl ScalarOp for SubCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Sub);
}

impl LowerToLlvm for SubCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        binary::<Self>(patterns, "std.subcf-to-llvm", |m, [a, b], [c, d]| {
            [m.sub(a, c), m.sub(b, d)]
        });
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
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    by(ConstantsOnly: FoldOp)
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

impl ScalarOp for MulCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Mul);
}

impl LowerToLlvm for MulCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        // (a + bi)(c + di) = (ac - bd) + (ad + bc)i
        binary::<Self>(patterns, "std.mulcf-to-llvm", |m, [a, b], [c, d]| {
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
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    by(ConstantsOnly: FoldOp)
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

impl ScalarOp for DivCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Div);
}

impl LowerToLlvm for DivCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        // (a + bi) / (c + di) = ((ac + bd) + (bc - ad)i) / (cc + dd)
        binary::<Self>(patterns, "std.divcf-to-llvm", |m, [a, b], [c, d]| {
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

impl ScalarOp for NegCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Neg);
}

impl FoldOp for NegCFOp {
    fn fold(op: NegCFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            op.complex().defining::<Self>().map(|inner| value(inner.complex()))
        })
    }
}

impl LowerToLlvm for NegCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.negcf-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let parts = parts(rewriter, operands.complex())?;
            let parts = parts.map(|x| llvm::FNegOp::build(rewriter, location, x, None).id());
            let parts = parts.map(|op| rewriter.body().result(op, 0));
            replace(op.id(), rewriter, parts)
        });
    }
}

/// The number with the other sign of its imaginary part: `a + bi` becomes `a - bi`.
#[op(
    name = "std.conjcf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.conj", only, format = "$complex custom<FastMath>() attr-dict `:` \
        type($complex)"),
    format = "$complex attr-dict `:` type($complex)",
    fold
)]
pub struct ConjCFOp {
    /// The number.
    #[operand]
    complex: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

/// The conjugate of a number whose parts are of the type `part`.
fn conjugate(ctx: &Context, part: Option<Type>, number: Complex) -> Option<Complex> {
    let im = FloatFunction::Neg.apply(float_kind(ctx, part?)?, &[number.im])?;
    Some(Complex { im, ..number })
}

impl FoldOp for ConjCFOp {
    fn fold(op: ConjCFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        if let Some(inner) = op.complex().defining::<Self>() {
            return Fold::value(inner.complex());
        }
        let (ctx, ty) = (op.context(), op.result().ty());
        let constant = constants.complex().and_then(|constant| {
            unary(ctx, ty, constant, |&z: &Complex| conjugate(ctx, ty.complex_part(ctx), z))
        });
        constant.into()
    }
}

impl InterpretOp for ConjCFOp {
    fn interpret<'b>(op: ConjCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, number) = (op.context(), m.get(op.complex()).as_complex()?);
        let conjugate = conjugate(ctx, op.result().ty().complex_part(ctx), number);
        m.give(op.result(), Value::complex(conjugate.ok_or_else(Trap::malformed)?))
    }
}

impl LowerToLlvm for ConjCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.conjcf-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let [re, im] = parts(rewriter, operands.complex())?;
            let im = llvm::FNegOp::build(rewriter, location, im, None).result(rewriter.body());
            replace(op.id(), rewriter, [re, im])
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
        let holds = m.get(op.lhs()).as_complex()?.equals(m.get(op.rhs()).as_complex()?);
        m.give(op.result(), Value::bool(holds))
    }
}

impl LowerToLlvm for EqCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        compare::<Self>(patterns, "std.eqcf-to-llvm", true);
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
        let holds = !m.get(op.lhs()).as_complex()?.equals(m.get(op.rhs()).as_complex()?);
        m.give(op.result(), Value::bool(holds))
    }
}

impl LowerToLlvm for NeqCFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        compare::<Self>(patterns, "std.neqcf-to-llvm", false);
    }
}

/// A complex number known at compile time: its parts.
#[op(
    name = "std.complex_constant",
    traits(Pure, ConstantLike),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "complex.constant", only),
    format = "$value attr-dict `:` type($complex)",
    verify,
    fold
)]
pub struct ComplexConstantOp {
    /// The real and the imaginary part.
    #[attr]
    value: ArrayAttr,
    /// The number.
    #[result(upstream_name = "cst")]
    complex: AnyComplex,
}

impl VerifyOp for ComplexConstantOp {
    fn verify(op: ComplexConstantOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let part = op.complex().ty().complex_part(ctx);
        let parts = op.value().expect_array(ctx);
        if parts.len() != 2 || parts.iter().any(|value| value.ty(ctx) != part) {
            diagnostics.error(
                op.op_error("requires 'value' to be two numbers of the result's element type"),
            );
        }
    }
}

impl FoldOp for ComplexConstantOp {
    fn fold(op: ComplexConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value())
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
        patterns.add::<Self>("std.complex_constant-to-llvm", 1, |op, _, rewriter| {
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
    dialect.op::<ConjCFOp>();
    dialect.op::<EqCFOp>();
    dialect.op::<NeqCFOp>();
    dialect.op::<ComplexConstantOp>();
}
