//! Complex numbers.

use super::flags::{FAST_MATH_PROPERTIES, FastMath};
use super::slices::suggested_names;
use crate::ir::prelude::*;
use crate::types::TypeKind;

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
        TypesMatchWith("complex element type matches imaginary operand type", complex, imaginary, part_of)
    ),
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
    fn fold(op: CreateComplexOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        // The number whose parts these are.
        let whole = ReOp::defining(body, this.real(body)).map(|part| part.complex(body));
        let other = ImOp::defining(body, this.imaginary(body)).map(|part| part.complex(body));
        match whole {
            Some(whole) if Some(whole) == other => Fold::value(whole),
            _ => Fold::Unchanged,
        }
    }
}

/// A part of a number that is made of its parts, or constant.
fn part_of_known(body: &Body, complex: ValueId, part: usize) -> Option<Fold> {
    if let Some(made) = CreateComplexOp::defining(body, complex) {
        return Some(Fold::value(body.operand(made.id(), part)));
    }
    let constant = ComplexConstantOp::defining(body, complex)?;
    let parts = constant.value(body).as_array(body.context())?;
    parts.get(part).map(|&value| Fold::constant(value))
}

macro_rules! parts {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $part:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, TypesMatchWith("complex element type matches result type", complex, part, part_of)),
                 properties = FAST_MATH_PROPERTIES,
                 upstream(name = $upstream, format = "$complex custom<FastMath>() attr-dict `:` type($complex)"),
                 format = "$complex attr-dict `:` type($complex)", fold)]
            pub struct $op {
                /// The number.
                #[operand]
                complex: AnyFloatComplex,
                /// The part.
                #[result]
                part: AnyFloat,
            }

            impl FoldOp for $op {
                fn fold(op: View<'_, Self>, _constants: &[Option<Attribute>]) -> Fold {
                    let (this, body) = (op.handle(), op.body());
                    let part: Option<usize> = $part;
                    part.and_then(|part| part_of_known(body, this.complex(body), part)).unwrap_or(Fold::Unchanged)
                }
            }
        )*
        fn register_parts(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

parts! {
    /// The real part of a complex number.
    ReOp = "std.re", "complex.re", Some(0);
    /// The imaginary part of a complex number.
    ImOp = "std.im", "complex.im", Some(1);
    /// The absolute value of a complex number.
    AbsCFOp = "std.abscf", "complex.abs", None;
}

macro_rules! arithmetic {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), properties = FAST_MATH_PROPERTIES,
                 upstream(name = $upstream, format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)"),
                 format = "$lhs `,` $rhs attr-dict `:` type($result)")]
            pub struct $op {
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
        )*
        fn register_arithmetic(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

arithmetic! {
    /// Sum of complex numbers.
    AddCFOp = "std.addcf", "complex.add";
    /// Difference of complex numbers.
    SubCFOp = "std.subcf", "complex.sub";
    /// Product of complex numbers.
    MulCFOp = "std.mulcf", "complex.mul";
    /// Quotient of complex numbers.
    DivCFOp = "std.divcf", "complex.div";
}

/// The number with the other signs.
#[op(
    name = "std.negcf", properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    upstream(name = "complex.neg", format = "$complex custom<FastMath>() attr-dict `:` type($complex)"),
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
    fn fold(op: NegCFOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let inner = Self::defining(body, this.complex(body));
        inner.map_or(Fold::Unchanged, |inner| Fold::value(inner.complex(body)))
    }
}

macro_rules! comparisons {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, AllTypesMatch(lhs, rhs)), upstream(name = $upstream),
                 format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
            pub struct $op {
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
        )*
        fn register_comparisons(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

comparisons! {
    /// Whether complex numbers are equal.
    EqCFOp = "std.eqcf", "complex.eq";
    /// Whether complex numbers are not equal.
    NeqCFOp = "std.neqcf", "complex.neq";
}

/// A complex number known at compile time: its parts.
#[op(
    name = "std.complex_constant",
    traits(Pure),
    interfaces(OpAsmNameInterface),
    upstream(name = "complex.constant"),
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
        let op = op.op();
        let ctx = op.context();
        let part = op.result_types().next().and_then(|ty| part_of(ctx, ty));
        let parts = op.inherent_attr(0).and_then(|value| value.as_array(ctx)).unwrap_or_default();
        if parts.len() != 2 || parts.iter().any(|value| value.ty(ctx) != part) {
            diagnostics.error(op.op_error("requires 'value' to be two numbers of the result's element type"));
        }
    }
}

pub(super) fn register_complex(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CreateComplexOp>();
    register_parts(dialect);
    register_arithmetic(dialect);
    dialect.op::<NegCFOp>();
    register_comparisons(dialect);
    dialect.op::<ComplexConstantOp>();
}
