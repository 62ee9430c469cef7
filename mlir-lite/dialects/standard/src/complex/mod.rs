//! Complex numbers of two floats.
//!
//! | module | what it is |
//! |---|---|
//! | this one | parts, arithmetic, comparisons and constants |
//! | `functions.rs` | exponential and trigonometric functions, roots and powers |
//! | `bitcast.rs` | the bits of numbers as other types |
//! | `lowering.rs` | structs of the llvm dialect |

mod bitcast;
mod functions;
pub(crate) mod lowering;

pub use bitcast::*;
pub use functions::*;

use crate::arith::fold::{ConstantsOnly, fold_scalar, value};
use crate::complex::lowering::{ByParts, part, parts};
use crate::families::{ComplexBinary, ComplexPart, ComplexUnary};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::descriptor::{aggregate, extract};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::small_floats::MovesParts;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{self, ScalarOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{ComplexFunction, ScalarFunction, complex_absolute, complex_angle};

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
    implements(FoldOp, InterpretOp, LowerTo<Llvm>, MovesParts),
    upstream(name = "complex.create"),
    format = "$real `,` $imaginary attr-dict `:` type($complex)"
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

impl MovesParts for CreateComplexOp {}

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
        m.set_result(op.complex(), Value::aggregate(parts))
    }
}

impl LowerTo<Llvm> for CreateComplexOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.converted_type(op.complex(b.body()))?;
        Ok(aggregate(b, ty, &[operands.real(), operands.imaginary()]).into())
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
    m.set_result(part, value)
}

/// The real part of a complex number.
#[op(
    family = ComplexPart,
    name = "std.re",
    implements(FoldOp, MovesParts),
    upstream(name = "complex.re")
)]
pub struct ReOp;

impl MovesParts for ReOp {}

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

impl LowerTo<Llvm> for ReOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        Ok(extract(b, operands.complex(), &[0])?.into())
    }
}

/// The imaginary part of a complex number.
#[op(
    family = ComplexPart,
    name = "std.im",
    implements(FoldOp, MovesParts),
    upstream(name = "complex.im")
)]
pub struct ImOp;

impl MovesParts for ImOp {}

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

impl LowerTo<Llvm> for ImOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        Ok(extract(b, operands.complex(), &[1])?.into())
    }
}

/// The absolute value of a complex number.
#[op(family = ComplexPart, name = "std.abscf", upstream(name = "complex.abs", only))]
pub struct AbsCFOp;

impl InterpretOp for AbsCFOp {
    fn interpret<'b>(op: AbsCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        arithmetic::complex_absolute(m, op.op())
    }
}

impl LowerTo<Llvm> for AbsCFOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        part(operands.complex(), b, |parts| complex_absolute(parts))
    }
}

/// The angle of a complex number, from -pi to pi.
#[op(family = ComplexPart, name = "std.anglecf", upstream(name = "complex.angle", only))]
pub struct AngleCFOp;

impl InterpretOp for AngleCFOp {
    fn interpret<'b>(op: AngleCFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        arithmetic::complex_angle(m, op.op())
    }
}

impl LowerTo<Llvm> for AngleCFOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        part(operands.complex(), b, |parts| complex_angle(parts))
    }
}

/// Sum of complex numbers.
#[op(family = ComplexBinary, name = "std.addcf", upstream(name = "complex.add"))]
pub struct AddCFOp;

impl ScalarOp for AddCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Add);
}

/// Difference of complex numbers.
#[op(family = ComplexBinary, name = "std.subcf", upstream(name = "complex.sub"))]
pub struct SubCFOp;

impl ScalarOp for SubCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Sub);
}

/// Product of complex numbers.
#[op(family = ComplexBinary, name = "std.mulcf", upstream(name = "complex.mul", only))]
pub struct MulCFOp;

impl ScalarOp for MulCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Mul);
}

/// Quotient of complex numbers.
#[op(family = ComplexBinary, name = "std.divcf", upstream(name = "complex.div", only))]
pub struct DivCFOp;

impl ScalarOp for DivCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Div);
}

/// The number with the other signs.
#[op(
    family = ComplexUnary,
    name = "std.negcf",
    implements(FoldOp),
    upstream(name = "complex.neg")
)]
pub struct NegCFOp;

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

/// The number with the other sign of its imaginary part: `a + bi` becomes `a - bi`.
#[op(
    family = ComplexUnary,
    name = "std.conjcf",
    implements(FoldOp),
    upstream(name = "complex.conj")
)]
pub struct ConjCFOp;

impl ScalarOp for ConjCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Conj);
}

impl FoldOp for ConjCFOp {
    fn fold(op: ConjCFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            op.complex().defining::<Self>().map(|inner| value(inner.complex()))
        })
    }
}

/// Whether complex numbers are equal.
#[op(
    name = "std.eqcf",
    traits(Pure, AllTypesMatch(lhs, rhs)),
    implements(InterpretOp, LowerTo<Llvm>),
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
        m.set_result(op.result(), Value::bool(holds))
    }
}

impl LowerTo<Llvm> for EqCFOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (lhs, rhs) = (parts(b, operands.lhs())?, parts(b, operands.rhs())?);
        let [re, im] = [0, 1].map(|part| (lhs[part], rhs[part]));
        Ok(llvm_edsc(b, |e| (e.expr(re.0).eq(re.1) & e.expr(im.0).eq(im.1)).id()).into())
    }
}

/// Whether complex numbers are not equal.
#[op(
    name = "std.neqcf",
    traits(Pure, AllTypesMatch(lhs, rhs)),
    implements(InterpretOp, LowerTo<Llvm>),
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
        m.set_result(op.result(), Value::bool(holds))
    }
}

impl LowerTo<Llvm> for NeqCFOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (lhs, rhs) = (parts(b, operands.lhs())?, parts(b, operands.rhs())?);
        let [re, im] = [0, 1].map(|part| (lhs[part], rhs[part]));
        Ok(llvm_edsc(b, |e| (e.expr(re.0).ne(re.1) | e.expr(im.0).ne(im.1)).id()).into())
    }
}

/// A complex number known at compile time: its parts.
#[op(
    name = "std.complex_constant",
    traits(Pure, ConstantLike),
    implements(VerifyOp, FoldOp, InterpretOp, LowerTo<Llvm>, MovesParts),
    upstream(name = "complex.constant", only),
    format = "$value attr-dict `:` type($complex)"
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

impl MovesParts for ComplexConstantOp {}

impl FoldOp for ComplexConstantOp {
    fn fold(op: ComplexConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value())
    }
}

impl InterpretOp for ComplexConstantOp {
    fn interpret<'b>(op: ComplexConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let constant = m.constant(op.value(), op.complex().ty())?;
        m.set_result(op.complex(), constant)
    }
}

impl LowerTo<Llvm> for ComplexConstantOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let value = b.body().attr(op.id(), Ident::VALUE).ok_or("the constant has no value")?;
        let ty = b.converted_type(op.complex(b.body()))?;
        Ok(llvm::ConstantOp::create(b, value, ty).into())
    }
}

pub(crate) fn register_complex(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CreateComplexOp>();
    dialect.op::<ReOp>();
    dialect.op::<ImOp>();
    dialect.op::<AbsCFOp>();
    dialect.op::<AngleCFOp>();
    dialect.op::<AddCFOp>();
    dialect.op::<SubCFOp>();
    dialect.op::<MulCFOp>();
    dialect.op::<DivCFOp>();
    dialect.op::<NegCFOp>();
    dialect.op::<ConjCFOp>();
    dialect.op::<EqCFOp>();
    dialect.op::<NeqCFOp>();
    dialect.op::<ComplexConstantOp>();
    register_functions(dialect);
    register_bitcast(dialect);
}
