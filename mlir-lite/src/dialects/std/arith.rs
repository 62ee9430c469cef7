//! Arithmetic on numbers, vectors and tensors of numbers.

use super::flags::{
    EXACT_PROPERTIES, Exact, FAST_MATH_PROPERTIES, FastMath, OVERFLOW_ATTR, OVERFLOW_PROPERTIES, Overflow,
    has_flag,
};
use super::fold::{
    binary, elementwise, float_kind, integer_width, is_float, is_integer, unary, uniform, uniform_attr,
};
use crate::attributes::ApInt;
use crate::ir::prelude::*;
use crate::rewrite::constant_value;
use crate::scalar::{Float, FloatFunction, IntegerFunction};
use crate::text::print_type;
use smallvec::SmallVec;

/// Declares ops of two operands of the result's type, with the form that today's
/// MLIR gives them.
macro_rules! binary_ops {
    ($register:ident, $form:literal, $properties:expr; $($(#[$meta:meta])* $op:ident = $name:literal, $upstream:literal, $constraint:ident, [$($extra:ident)*] $($canonicalize:ident)?,
       |$body:ident, $this:ident, $constants:ident| $fold:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType $(, $extra)*),
                 properties = $properties, upstream(name = $upstream, format = $form),
                 format = "$lhs `,` $rhs attr-dict `:` type($result)", fold $(, $canonicalize)?)]
            pub struct $op {
                /// The left operand.
                #[operand]
                lhs: $constraint,
                /// The right operand.
                #[operand]
                rhs: $constraint,
                /// The result.
                #[result]
                result: $constraint,
            }

            impl FoldOp for $op {
                fn fold(op: View<'_, Self>, $constants: &[Option<Attribute>]) -> Fold {
                    let ($this, $body) = (op.handle(), op.body());
                    $fold
                }
            }
        )*


        fn $register(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

/// The value of a function of constants, of the type of an op's result.
pub(super) fn float_constant(
    body: &Body,
    op: OpId,
    constants: &[Option<Attribute>],
    function: FloatFunction,
) -> Option<Attribute> {
    let (ctx, ty) = (body.context(), body.ty(body.result(op, 0)));
    let kind = float_kind(ctx, ty.element_or_self(ctx))?;
    match *constants {
        [Some(x)] => unary(ctx, ty, x, |x: &Float| function.apply(kind, &[*x])),
        [Some(a), Some(b)] => binary(ctx, ty, a, b, |a: &Float, b: &Float| function.apply(kind, &[*a, *b])),
        [Some(a), Some(b), Some(c)] => {
            elementwise::<Float, Float, Float>(ctx, ty, None, &[a, b, c], |_, numbers| {
                let numbers: SmallVec<[Float; 3]> = numbers.iter().map(|&&number| number).collect();
                function.apply(kind, &numbers)
            })
        }
        _ => None,
    }
}

/// Folds two constants, or gives `other`.
fn floats(
    body: &Body,
    op: OpId,
    constants: &[Option<Attribute>],
    function: FloatFunction,
    other: impl FnOnce() -> Option<ValueId>,
) -> Fold {
    match float_constant(body, op, constants, function) {
        Some(value) => Fold::constant(value),
        None => other().map_or(Fold::Unchanged, Fold::value),
    }
}

/// Folds two constants, or gives `other`.
fn integers(
    body: &Body,
    op: OpId,
    constants: &[Option<Attribute>],
    function: IntegerFunction,
    other: impl FnOnce() -> Option<FoldValue>,
) -> Fold {
    let constant = match *constants {
        [Some(lhs), Some(rhs)] => {
            let ty = body.ty(body.result(op, 0));
            binary(body.context(), ty, lhs, rhs, |a: &ApInt, b: &ApInt| function.apply(a, b).ok())
        }
        _ => None,
    };
    match constant {
        Some(value) => Fold::constant(value),
        None => match other() {
            Some(FoldValue::Constant(value)) => Fold::constant(value),
            Some(FoldValue::Value(value)) => Fold::value(value),
            None => Fold::Unchanged,
        },
    }
}

/// `value` if operand `index` is the constant `neutral`.
fn neutral_float(
    body: &Body,
    constants: &[Option<Attribute>],
    index: usize,
    neutral: f64,
    value: ValueId,
) -> Option<ValueId> {
    is_float(body.context(), constants[index], neutral).then_some(value)
}

/// `value` if the right operand is the constant `neutral`.
fn neutral_integer(
    body: &Body,
    constants: &[Option<Attribute>],
    neutral: i64,
    value: ValueId,
) -> Option<FoldValue> {
    is_integer(body.context(), constants[1], neutral).then_some(FoldValue::Value(value))
}

/// The factor 0 of a product in which neither the sign of zero nor what is not finite matters.
fn absorbing_zero(body: &Body, op: MulFOp, constants: &[Option<Attribute>]) -> Option<ValueId> {
    let flags = body.op(op.id()).attr_named("fastmath")?;
    let ctx = body.context();
    (has_flag(ctx, flags, "nnan") && has_flag(ctx, flags, "nsz")).then_some(())?;
    uniform::<f64>(ctx, constants[1]).filter(|&factor| factor == 0.0).map(|_| op.rhs(body))
}

/// Zero of the type of `value`, if that is an integer, or integers of a known number.
fn zero(body: &Body, value: ValueId) -> Option<FoldValue> {
    let (ctx, ty) = (body.context(), body.ty(value));
    let width = integer_width(ctx, ty.element_or_self(ctx))?;
    uniform_attr(ctx, ty, &ApInt::zero(width)).map(FoldValue::Constant)
}

/// The value that both operands are.
fn same(lhs: ValueId, rhs: ValueId) -> Option<FoldValue> {
    (lhs == rhs).then_some(FoldValue::Value(lhs))
}

/// What is left of two operands where the right one is the least, or the greatest, of all.
fn extreme(
    body: &Body,
    (lhs, rhs): (ValueId, ValueId),
    constants: &[Option<Attribute>],
    neutral: fn(u32) -> ApInt,
    absorbing: fn(u32) -> ApInt,
) -> Option<FoldValue> {
    if lhs == rhs {
        return Some(FoldValue::Value(lhs));
    }
    let limit = uniform::<ApInt>(body.context(), constants[1])?;
    if limit == neutral(limit.width()) {
        return Some(FoldValue::Value(lhs));
    }
    (limit == absorbing(limit.width())).then_some(FoldValue::Value(rhs))
}

/// The same operand twice, or one beside a constant that it is never less, or greater, than.
fn extreme_float(
    body: &Body,
    (lhs, rhs): (ValueId, ValueId),
    constants: &[Option<Attribute>],
    is_neutral: fn(f64) -> bool,
) -> Option<ValueId> {
    if lhs == rhs {
        return Some(lhs);
    }
    uniform::<f64>(body.context(), constants[1]).filter(|&limit| is_neutral(limit)).map(|_| lhs)
}

/// The other operand of a sum, a difference or the like that `value` is, if one of its operands is `known`.
fn other_operand<O: OpDefinition>(body: &Body, value: ValueId, known: ValueId) -> Option<FoldValue> {
    let operands = body.operand_list(O::defining(body, value)?.id());
    let &[a, b] = &operands[..] else { return None };
    let other = if b == known { a } else { (a == known).then_some(b)? };
    Some(FoldValue::Value(other))
}

/// The left operand of an `O` whose right one is `rhs`.
fn left_operand<O: OpDefinition>(body: &Body, value: ValueId, rhs: ValueId) -> Option<FoldValue> {
    let operands = body.operand_list(O::defining(body, value)?.id());
    (operands.get(1) == Some(&rhs)).then(|| FoldValue::Value(operands[0]))
}

/// Whether one value is the other with all bits flipped.
fn are_complements(body: &Body, a: ValueId, b: ValueId) -> bool {
    let is_complement = |a: ValueId, b: ValueId| {
        XOrOp::defining(body, a).is_some_and(|xor| {
            let ones = |value| is_integer(body.context(), constant_value(body, value), -1);
            (xor.lhs(body) == b && ones(xor.rhs(body))) || (xor.rhs(body) == b && ones(xor.lhs(body)))
        })
    };
    is_complement(a, b) || is_complement(b, a)
}

/// `x / y` where `x` is `a * y` without overflow.
fn undone_product(body: &Body, lhs: ValueId, rhs: ValueId, flag: &str) -> Option<FoldValue> {
    let product = MulIOp::defining(body, lhs)?;
    let flags = body.op(product.id()).attr_named(OVERFLOW_ATTR)?;
    has_flag(body.context(), flags, flag).then_some(())?;
    other_operand::<MulIOp>(body, lhs, rhs)
}

binary_ops! {
    register_float, "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)", FAST_MATH_PROPERTIES;
    /// Sum of floats. `x + -0.0` is `x`; `x + 0.0` is not, for `x` = `-0.0`.
    AddFOp = "std.addf", "arith.addf", FloatLike, [Commutative], |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::Add, || {
            neutral_float(body, constants, 1, -0.0, op.lhs(body))
                .or_else(|| neutral_float(body, constants, 0, -0.0, op.rhs(body)))
        });
    /// Difference of floats. `x - 0.0` is `x`.
    SubFOp = "std.subf", "arith.subf", FloatLike, [], |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::Sub, || neutral_float(body, constants, 1, 0.0, op.lhs(body)));
    /// Product of floats. `x * 1.0` is `x`.
    MulFOp = "std.mulf", "arith.mulf", FloatLike, [Commutative] canonicalize, |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::Mul, || {
            neutral_float(body, constants, 1, 1.0, op.lhs(body))
                .or_else(|| neutral_float(body, constants, 0, 1.0, op.rhs(body)))
                .or_else(|| absorbing_zero(body, op, constants))
        });
    /// Quotient of floats. `x / 1.0` is `x`.
    DivFOp = "std.divf", "arith.divf", FloatLike, [] canonicalize, |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::Div, || neutral_float(body, constants, 1, 1.0, op.lhs(body)));
    /// Remainder of floats, with the sign of the dividend.
    RemFOp = "std.remf", "arith.remf", FloatLike, [], |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::Rem, || None);
    /// The larger one; NaN if one is.
    MaximumFOp = "std.maximumf", "arith.maximumf", FloatLike, [Commutative], |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::Maximum, || {
            extreme_float(body, (op.lhs(body), op.rhs(body)), constants, |limit| limit == f64::NEG_INFINITY)
        });
    /// The smaller one; NaN if one is.
    MinimumFOp = "std.minimumf", "arith.minimumf", FloatLike, [Commutative], |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::Minimum, || {
            extreme_float(body, (op.lhs(body), op.rhs(body)), constants, |limit| limit == f64::INFINITY)
        });
    /// The larger one, or the one that is no NaN.
    MaxNumFOp = "std.maxnumf", "arith.maxnumf", FloatLike, [Commutative], |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::MaxNum, || {
            extreme_float(body, (op.lhs(body), op.rhs(body)), constants, f64::is_nan)
        });
    /// The smaller one, or the one that is no NaN.
    MinNumFOp = "std.minnumf", "arith.minnumf", FloatLike, [Commutative], |body, op, constants|
        floats(body, op.id(), constants, FloatFunction::MinNum, || {
            extreme_float(body, (op.lhs(body), op.rhs(body)), constants, f64::is_nan)
        });
}

binary_ops! {
    register_wrapping, "$lhs `,` $rhs custom<Overflow>() attr-dict `:` type($result)", OVERFLOW_PROPERTIES;
    /// Sum of integers; wraps.
    AddIOp = "std.addi", "arith.addi", SignlessIntegerLike, [Commutative] canonicalize, |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::Add, || {
            let (lhs, rhs) = (op.lhs(body), op.rhs(body));
            neutral_integer(body, constants, 0, lhs)
                .or_else(|| left_operand::<SubIOp>(body, lhs, rhs))
                .or_else(|| left_operand::<SubIOp>(body, rhs, lhs))
        });
    /// Difference of integers; wraps.
    SubIOp = "std.subi", "arith.subi", SignlessIntegerLike, [] canonicalize, |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::Sub, || {
            let (lhs, rhs) = (op.lhs(body), op.rhs(body));
            if lhs == rhs {
                return zero(body, lhs);
            }
            neutral_integer(body, constants, 0, lhs).or_else(|| other_operand::<AddIOp>(body, lhs, rhs))
        });
    /// Product of integers; wraps.
    MulIOp = "std.muli", "arith.muli", SignlessIntegerLike, [Commutative] canonicalize, |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::Mul, || {
            neutral_integer(body, constants, 1, op.lhs(body))
                .or_else(|| neutral_integer(body, constants, 0, op.rhs(body)))
        });
    /// Shift to the left.
    ShiftLeftOp = "std.shift_left", "arith.shli", SignlessIntegerLike, [], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::ShiftLeft, || {
            neutral_integer(body, constants, 0, op.lhs(body))
        });
}

binary_ops! {
    register_exact, "$lhs `,` $rhs custom<Exact>() attr-dict `:` type($result)", EXACT_PROPERTIES;
    /// Signed quotient of integers, rounded towards zero.
    DivISignedOp = "std.divi_signed", "arith.divsi", SignlessIntegerLike, [ConditionallySpeculatable], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::DivSigned, || {
            neutral_integer(body, constants, 1, op.lhs(body))
                .or_else(|| undone_product(body, op.lhs(body), op.rhs(body), "nsw"))
        });
    /// Unsigned quotient of integers.
    DivIUnsignedOp = "std.divi_unsigned", "arith.divui", SignlessIntegerLike, [ConditionallySpeculatable], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::DivUnsigned, || {
            neutral_integer(body, constants, 1, op.lhs(body))
                .or_else(|| undone_product(body, op.lhs(body), op.rhs(body), "nuw"))
        });
    /// Shift to the right that keeps the sign.
    ShiftRightSignedOp = "std.shift_right_signed", "arith.shrsi", SignlessIntegerLike, [],
        |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::ShiftRightSigned, || {
            neutral_integer(body, constants, 0, op.lhs(body))
        });
    /// Shift to the right that fills with zeros.
    ShiftRightUnsignedOp = "std.shift_right_unsigned", "arith.shrui", SignlessIntegerLike, [],
        |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::ShiftRightUnsigned, || {
            neutral_integer(body, constants, 0, op.lhs(body))
        });
}

binary_ops! {
    register_integer, "$lhs `,` $rhs attr-dict `:` type($result)", UpstreamProperties::of(&[]);
    /// Signed quotient of integers, rounded down.
    FloorDivISignedOp = "std.floordivi_signed", "arith.floordivsi", SignlessIntegerLike, [ConditionallySpeculatable],
        |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::FloorDivSigned, || neutral_integer(body, constants, 1, op.lhs(body)));
    /// Signed quotient of integers, rounded up.
    CeilDivISignedOp = "std.ceildivi_signed", "arith.ceildivsi", SignlessIntegerLike, [ConditionallySpeculatable],
        |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::CeilDivSigned, || neutral_integer(body, constants, 1, op.lhs(body)));
    /// Unsigned quotient of integers, rounded up.
    CeilDivIUnsignedOp = "std.ceildivi_unsigned", "arith.ceildivui", SignlessIntegerLike, [ConditionallySpeculatable],
        |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::CeilDivUnsigned, || neutral_integer(body, constants, 1, op.lhs(body)));
    /// The larger signed integer.
    MaxSIOp = "std.maxsi", "arith.maxsi", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::MaxSigned,
            || extreme(body, (op.lhs(body), op.rhs(body)), constants, ApInt::signed_min, ApInt::signed_max));
    /// The smaller signed integer.
    MinSIOp = "std.minsi", "arith.minsi", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::MinSigned,
            || extreme(body, (op.lhs(body), op.rhs(body)), constants, ApInt::signed_max, ApInt::signed_min));
    /// The larger unsigned integer.
    MaxUIOp = "std.maxui", "arith.maxui", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::MaxUnsigned,
            || extreme(body, (op.lhs(body), op.rhs(body)), constants, ApInt::zero, ApInt::all_ones));
    /// The smaller unsigned integer.
    MinUIOp = "std.minui", "arith.minui", SignlessIntegerLike, [Commutative], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::MinUnsigned,
            || extreme(body, (op.lhs(body), op.rhs(body)), constants, ApInt::all_ones, ApInt::zero));
    /// Signed remainder of integers, with the sign of the dividend.
    RemISignedOp = "std.remi_signed", "arith.remsi", SignlessIntegerLike, [ConditionallySpeculatable], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::RemSigned, || {
            is_integer(body.context(), constants[1], 1).then(|| zero(body, op.lhs(body))).flatten()
        });
    /// Unsigned remainder of integers.
    RemIUnsignedOp = "std.remi_unsigned", "arith.remui", SignlessIntegerLike, [ConditionallySpeculatable], |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::RemUnsigned, || {
            is_integer(body.context(), constants[1], 1).then(|| zero(body, op.lhs(body))).flatten()
        });
    /// Bitwise and.
    AndOp = "std.and", "arith.andi", SignlessIntegerLike, [Commutative] canonicalize, |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::And, || {
            let (lhs, rhs) = (op.lhs(body), op.rhs(body));
            if are_complements(body, lhs, rhs) {
                return zero(body, lhs);
            }
            // x & (x & y) is x & y
            let is_part = |whole, part| other_operand::<AndOp>(body, whole, part).map(|_| FoldValue::Value(whole));
            same(lhs, rhs)
                .or_else(|| neutral_integer(body, constants, -1, lhs))
                .or_else(|| neutral_integer(body, constants, 0, rhs))
                .or_else(|| is_part(lhs, rhs))
                .or_else(|| is_part(rhs, lhs))
        });
    /// Bitwise or.
    OrOp = "std.or", "arith.ori", SignlessIntegerLike, [Commutative] canonicalize, |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::Or, || {
            let (lhs, rhs) = (op.lhs(body), op.rhs(body));
            if are_complements(body, lhs, rhs) {
                let width = integer_width(body.context(), body.ty(lhs).element_or_self(body.context()))?;
                let ones = uniform_attr(body.context(), body.ty(lhs), &ApInt::all_ones(width))?;
                return Some(FoldValue::Constant(ones));
            }
            same(lhs, rhs)
                .or_else(|| neutral_integer(body, constants, 0, lhs))
                .or_else(|| neutral_integer(body, constants, -1, rhs))
        });
    /// Bitwise exclusive or.
    XOrOp = "std.xor", "arith.xori", SignlessIntegerLike, [Commutative] canonicalize, |body, op, constants|
        integers(body, op.id(), constants, IntegerFunction::Xor, || {
            let (lhs, rhs) = (op.lhs(body), op.rhs(body));
            if lhs == rhs {
                return zero(body, lhs);
            }
            neutral_integer(body, constants, 0, lhs)
                .or_else(|| other_operand::<XOrOp>(body, lhs, rhs))
                .or_else(|| other_operand::<XOrOp>(body, rhs, lhs))
        });
}

/// Negative of a float: the sign bit is flipped.
#[op(
    name = "std.negf", properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    upstream(name = "arith.negf", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct NegFOp {
    /// The float.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl FoldOp for NegFOp {
    fn fold(op: NegFOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        if let Some(inner) = Self::defining(body, this.operand(body)) {
            return Fold::value(inner.operand(body));
        }
        let value = float_constant(body, this.id(), constants, FloatFunction::Neg);
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

/// Sum of unsigned integers, and whether it wraps.
#[op(
    name = "std.addui_extended",
    traits(Pure, Commutative, AllTypesMatch(lhs, rhs, sum)),
    interfaces(OpAsmNameInterface),
    upstream(name = "arith.addui_extended"),
    format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
    verify,
    fold,
    canonicalize
)]
pub struct AddUIExtendedOp {
    /// A summand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// A summand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The sum.
    #[result]
    sum: SignlessIntegerLike,
    /// Whether it wraps.
    #[result]
    overflow: BoolLike,
}

impl FoldOp for AddUIExtendedOp {
    fn fold(op: AddUIExtendedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let (ctx, ty, bool) = (body.context(), body.ty(this.sum(body)), body.ty(this.overflow(body)));
        if is_integer(ctx, constants[1], 0) {
            let no = uniform_attr(ctx, bool, &ApInt::zero(1));
            return no.map_or(Fold::Unchanged, |no| {
                Fold::Replaced(
                    [FoldValue::Value(this.lhs(body)), FoldValue::Constant(no)].into_iter().collect(),
                )
            });
        }
        let [Some(lhs), Some(rhs)] = *constants else { return Fold::Unchanged };
        let sum = binary(ctx, ty, lhs, rhs, |a: &ApInt, b: &ApInt| Some(a.wrapping_add(b)));
        let wraps = binary(ctx, bool, lhs, rhs, |a: &ApInt, b: &ApInt| {
            Some(ApInt::from_u64(1, a.wrapping_add(b).cmp_unsigned(a).is_lt().into()))
        });
        constants_of([sum, wraps])
    }
}

/// The two results are these constants.
fn constants_of(values: [Option<Attribute>; 2]) -> Fold {
    match values {
        [Some(a), Some(b)] => Fold::Replaced([a, b].into_iter().map(FoldValue::Constant).collect()),
        _ => Fold::Unchanged,
    }
}

impl OpAsmNameInterface for AddUIExtendedOpRef<'_> {
    fn result_name(&self, index: usize, upstream: bool) -> Option<String> {
        upstream.then(|| ["sum", "overflow"][index.min(1)].to_string())
    }
}

impl VerifyOp for AddUIExtendedOp {
    fn verify(op: AddUIExtendedOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let types: Vec<Type> = op.result_types().collect();
        if let [sum, overflow] = types[..]
            && sum.shape(ctx) != overflow.shape(ctx)
        {
            let (sum, overflow) = (print_type(ctx, sum), print_type(ctx, overflow));
            let message = format_args!("expects results of one shape, found '{sum}' and '{overflow}'");
            diagnostics.error(op.op_error(message));
        }
    }
}

/// Both halves of a product; `one_is_neutral` where the upper half of `x * 1` is zero.
fn fold_product(
    body: &Body,
    [lhs, rhs]: [ValueId; 2],
    constants: &[Option<Attribute>],
    widen: fn(&ApInt, u32) -> ApInt,
    one_is_neutral: bool,
) -> Fold {
    let (ctx, ty) = (body.context(), body.ty(lhs));
    let factor = |number| is_integer(ctx, constants[1], number);
    if (factor(0) || (one_is_neutral && factor(1)))
        && let Some(zero) = zero(body, lhs)
    {
        let low = FoldValue::Value(if factor(0) { rhs } else { lhs });
        return Fold::Replaced([low, zero].into_iter().collect());
    }
    let [Some(lhs), Some(rhs)] = *constants else { return Fold::Unchanged };
    let product = |a: &ApInt, b: &ApInt| widen(a, 2 * a.width()).wrapping_mul(&widen(b, 2 * a.width()));
    let low = binary(ctx, ty, lhs, rhs, |a: &ApInt, b: &ApInt| Some(a.wrapping_mul(b)));
    let high = binary(ctx, ty, lhs, rhs, |a: &ApInt, b: &ApInt| {
        let by = ApInt::from_u64(2 * a.width(), a.width().into());
        Some(product(a, b).lshr(&by)?.trunc(a.width()))
    });
    constants_of([low, high])
}

macro_rules! extended_products {
    ($($(#[$meta:meta])* $op:ident $view:ident = $name:literal, $upstream:literal, $widen:expr, $one_folds:expr;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, Commutative, AllTypesMatch(lhs, rhs, low, high)),
                 interfaces(OpAsmNameInterface), upstream(name = $upstream), format = "$lhs `,` $rhs attr-dict `:` type($lhs)",
                 fold, canonicalize)]
            pub struct $op {
                /// A factor.
                #[operand]
                lhs: SignlessIntegerLike,
                /// A factor.
                #[operand]
                rhs: SignlessIntegerLike,
                /// The lower half of the product.
                #[result]
                low: SignlessIntegerLike,
                /// The upper half of the product.
                #[result]
                high: SignlessIntegerLike,
            }

            impl FoldOp for $op {
                fn fold(op: View<'_, Self>, constants: &[Option<Attribute>]) -> Fold {
                    let (this, body) = (op.handle(), op.body());
                    let widen: fn(&ApInt, u32) -> ApInt = $widen;
                    fold_product(body, [this.lhs(body), this.rhs(body)], constants, widen, $one_folds)
                }
            }

            impl OpAsmNameInterface for $view<'_> {
                fn result_name(&self, index: usize, upstream: bool) -> Option<String> {
                    upstream.then(|| ["low", "high"][index.min(1)].to_string())
                }
            }
        )*
        fn register_extended(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$op>();)*
        }
    };
}

extended_products! {
    /// Product of signed integers, twice as wide.
    MulSIExtendedOp MulSIExtendedOpRef = "std.mulsi_extended", "arith.mulsi_extended", ApInt::sext, false;
    /// Product of unsigned integers, twice as wide.
    MulUIExtendedOp MulUIExtendedOpRef = "std.mului_extended", "arith.mului_extended", ApInt::zext, true;
}

pub(super) fn register_arith(dialect: &mut DialectRegistration<'_>) {
    register_float(dialect);
    register_wrapping(dialect);
    register_integer(dialect);
    register_exact(dialect);
    register_extended(dialect);
    dialect.op::<AddUIExtendedOp>();
    dialect.op::<NegFOp>();
}
