//! Arithmetic on integers.

use crate::arith::fold::{fold_scalar, neutral_integer, operands_of, other_operand, value, zero};
use crate::arith::rules::is_minus_one;
use crate::families::IntegerBinary;
use crate::flags::{EXACT_PROPERTIES, Exact, OVERFLOW_PROPERTIES, Overflow};
use crate::to_llvm::{Llvm, OneToOne};
use crate::{ConstantOp, XOrOp};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{is_integer, uniform};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet, constant_value};
use mlir_lite::scalar::{IntegerFunction, NoWrap, ScalarFunction};

/// Sum of integers; wraps.
#[op(
    family = IntegerBinary,
    name = "std.addi",
    traits(Commutative),
    implements(FoldOp, CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::AddOp>),
    properties = OVERFLOW_PROPERTIES,
    upstream(name = "arith.addi", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` \
        type($result)")
)]
pub struct AddIOp;

impl ScalarOp for AddIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Add);

    fn no_wrap(op: View<'_, Self>) -> NoWrap {
        no_wrap(op.op())
    }
}

impl FoldOp for AddIOp {
    fn fold(op: AddIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            neutral_integer(constants.rhs(), 0, lhs)
                .or_else(|| left_operand::<SubIOp>(lhs, rhs))
                .or_else(|| left_operand::<SubIOp>(rhs, lhs))
        })
    }
}

/// The left operand of an `O` whose right one is `rhs`.
pub(crate) fn left_operand<O: ScalarOp>(
    value: ValueRef<'_>,
    rhs: ValueRef<'_>,
) -> Option<FoldValue> {
    let [left, right] = operands_of::<O>(value)?;
    (rhs == right).then_some(FoldValue::Value(left))
}

impl CanonicalizeOp for AddIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.addi-of-addi-constant": AddIOp(AddIOp($x, $a), $b) => AddIOp($x, AddIOp($a, $b))
                where is_variable($x), is_constant($b), is_constant($a);
            "std.addi-of-subi-constant-rhs":
                AddIOp(SubIOp($x, $a), $b) => AddIOp($x, SubIOp($b, $a))
                where is_variable($x), is_constant($b), is_constant($a);
            "std.addi-of-subi-constant-lhs":
                AddIOp(SubIOp($a, $x), $b) => SubIOp(AddIOp($a, $b), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "std.addi-of-muli-minus-one": AddIOp($x, MulIOp($y, $m)) => SubIOp($x, $y)
                where is_minus_one($m);
        });
    }
}

/// Difference of integers; wraps.
#[op(
    family = IntegerBinary,
    name = "std.subi",
    implements(FoldOp, CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::SubOp>),
    properties = OVERFLOW_PROPERTIES,
    upstream(name = "arith.subi", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` \
        type($result)")
)]
pub struct SubIOp;

impl ScalarOp for SubIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Sub);

    fn no_wrap(op: View<'_, Self>) -> NoWrap {
        no_wrap(op.op())
    }
}

impl FoldOp for SubIOp {
    fn fold(op: SubIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if lhs == rhs {
                return zero(lhs);
            }
            neutral_integer(constants.rhs(), 0, lhs).or_else(|| other_operand::<AddIOp>(lhs, rhs))
        })
    }
}

impl CanonicalizeOp for SubIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.subi-lhs-addi-constant": SubIOp(AddIOp($x, $a), $b) => AddIOp($x, SubIOp($a, $b))
                where is_variable($x), is_constant($b), is_constant($a);
            "std.subi-rhs-addi-constant": SubIOp($b, AddIOp($x, $a)) => SubIOp(SubIOp($b, $a), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "std.subi-lhs-subi-constant-rhs":
                SubIOp(SubIOp($x, $a), $b) => SubIOp($x, AddIOp($a, $b))
                where is_variable($x), is_constant($b), is_constant($a);
            "std.subi-lhs-subi-constant-lhs":
                SubIOp(SubIOp($a, $x), $b) => SubIOp(SubIOp($a, $b), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "std.subi-rhs-subi-constant-rhs":
                SubIOp($b, SubIOp($x, $a)) => SubIOp(AddIOp($a, $b), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "std.subi-rhs-subi-constant-lhs":
                SubIOp($b, SubIOp($a, $x)) => AddIOp($x, SubIOp($b, $a))
                where is_variable($x), is_constant($b), is_constant($a);
            // y ^ y is zero
            "std.subi-lhs-subi-same-lhs": SubIOp(SubIOp($x, $y), $x) => SubIOp(XOrOp($y, $y), $y);
        });
    }
}

/// Computations of constants alone are folded; these rules would alternate between two forms of
/// them.
fn is_variable(body: &Body, value: ValueId) -> bool {
    !is_constant(body, value)
}

/// Product of integers; wraps.
#[op(
    family = IntegerBinary,
    name = "std.muli",
    traits(Commutative),
    implements(
        FoldOp, CanonicalizeOp, OpAsmNameInterface, LowerTo<Llvm> = OneToOne<Self, llvm::MulOp>
    ),
    properties = OVERFLOW_PROPERTIES,
    upstream(name = "arith.muli", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` \
        type($result)")
)]
pub struct MulIOp;

impl OpAsmNameInterface for MulIOp {
    /// A multiple of `vector.vscale` is named by the factor.
    fn result_name(op: MulIOpRef<'_>, _index: usize, upstream: bool) -> Option<String> {
        // An op that is not verified may lack operands, and so may a constant its value.
        let (ctx, body) = (op.context(), op.op().body());
        let mut operands = op.op().operands().map(|operand| body.value(operand));
        let (Some(lhs), Some(rhs)) = (operands.next(), operands.next()) else { return None };
        let is_index = op.op().result_types().all(|ty| ty == Type::INDEX);
        let factor = |value: ValueRef<'_>| {
            let constant = value.defining::<ConstantOp>()?;
            let constant = constant.op().attr(Ident::VALUE)?;
            constant.as_integer(ctx).map(|number| number.to_decimal(true))
        };
        let is_vscale = |value: ValueRef<'_>| {
            let def = value.defining_op().and_then(OpRef::def);
            def.is_some_and(|def| def.name == "vector.vscale")
        };
        let number = match (is_vscale(lhs), is_vscale(rhs)) {
            _ if !upstream || !is_index => None,
            (_, true) => factor(lhs),
            (true, _) => factor(rhs),
            _ => None,
        };
        number.map(|number| format!("c{number}_vscale"))
    }
}

impl ScalarOp for MulIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Mul);

    fn no_wrap(op: View<'_, Self>) -> NoWrap {
        no_wrap(op.op())
    }
}

impl FoldOp for MulIOp {
    fn fold(op: MulIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 1, op.lhs())
                .or_else(|| neutral_integer(constants.rhs(), 0, op.rhs()))
        })
    }
}

impl CanonicalizeOp for MulIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.muli-of-muli-constant": MulIOp(MulIOp($x, $a), $b) => MulIOp($x, MulIOp($a, $b))
                where is_constant($b), is_constant($a);
        });
    }
}

/// Signed quotient of integers, rounded towards zero.
#[op(
    family = IntegerBinary,
    name = "std.divi_signed",
    traits(ConditionallySpeculatable),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::SDivOp>),
    properties = EXACT_PROPERTIES,
    upstream(name = "arith.divsi", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` \
        type($result)")
)]
pub struct DivISignedOp;

impl ScalarOp for DivISignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivSigned);
}

impl FoldOp for DivISignedOp {
    fn fold(op: DivISignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 1, op.lhs())
                .or_else(|| undone_product(op.lhs(), op.rhs(), |no_wrap| no_wrap.signed))
        })
    }
}

/// Unsigned quotient of integers.
#[op(
    family = IntegerBinary,
    name = "std.divi_unsigned",
    traits(ConditionallySpeculatable),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::UDivOp>),
    properties = EXACT_PROPERTIES,
    upstream(name = "arith.divui", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` \
        type($result)")
)]
pub struct DivIUnsignedOp;

impl ScalarOp for DivIUnsignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivUnsigned);
}

impl FoldOp for DivIUnsignedOp {
    fn fold(op: DivIUnsignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 1, op.lhs())
                .or_else(|| undone_product(op.lhs(), op.rhs(), |no_wrap| no_wrap.unsigned))
        })
    }
}

/// `x / y` where `x` is `a * y` without overflow, by a promise of the product.
pub(crate) fn undone_product(
    lhs: ValueRef<'_>,
    rhs: ValueRef<'_>,
    promises: fn(NoWrap) -> bool,
) -> Option<FoldValue> {
    let product = lhs.defining::<MulIOp>()?;
    promises(no_wrap(product.op())).then(|| other_operand::<MulIOp>(lhs, rhs)).flatten()
}

/// The larger signed integer.
#[op(
    family = IntegerBinary,
    name = "std.maxsi",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::SMaxOp>),
    upstream(name = "arith.maxsi", only)
)]
pub struct MaxSIOp;

impl ScalarOp for MaxSIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxSigned);
}

impl FoldOp for MaxSIOp {
    fn fold(op: MaxSIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme((op.lhs(), op.rhs()), constants.rhs(), ApInt::signed_min, ApInt::signed_max)
        })
    }
}

/// The smaller signed integer.
#[op(
    family = IntegerBinary,
    name = "std.minsi",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::SMinOp>),
    upstream(name = "arith.minsi", only)
)]
pub struct MinSIOp;

impl ScalarOp for MinSIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinSigned);
}

impl FoldOp for MinSIOp {
    fn fold(op: MinSIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme((op.lhs(), op.rhs()), constants.rhs(), ApInt::signed_max, ApInt::signed_min)
        })
    }
}

/// The larger unsigned integer.
#[op(
    family = IntegerBinary,
    name = "std.maxui",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::UMaxOp>),
    upstream(name = "arith.maxui", only)
)]
pub struct MaxUIOp;

impl ScalarOp for MaxUIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxUnsigned);
}

impl FoldOp for MaxUIOp {
    fn fold(op: MaxUIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme((op.lhs(), op.rhs()), constants.rhs(), ApInt::zero, ApInt::all_ones)
        })
    }
}

/// The smaller unsigned integer.
#[op(
    family = IntegerBinary,
    name = "std.minui",
    traits(Commutative),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::UMinOp>),
    upstream(name = "arith.minui", only)
)]
pub struct MinUIOp;

impl ScalarOp for MinUIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinUnsigned);
}

impl FoldOp for MinUIOp {
    fn fold(op: MinUIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            extreme((op.lhs(), op.rhs()), constants.rhs(), ApInt::all_ones, ApInt::zero)
        })
    }
}

/// The result of a minimum or maximum of two operands whose right one is the identity or the
/// absorbing element.
pub(crate) fn extreme(
    (lhs, rhs): (ValueRef<'_>, ValueRef<'_>),
    limit: Option<Attribute>,
    neutral: fn(u32) -> ApInt,
    absorbing: fn(u32) -> ApInt,
) -> Option<FoldValue> {
    if lhs == rhs {
        return Some(value(lhs));
    }
    let limit = uniform::<ApInt>(lhs.context(), limit)?;
    if limit == neutral(limit.width()) {
        return Some(value(lhs));
    }
    (limit == absorbing(limit.width())).then(|| value(rhs))
}

/// Signed remainder of integers, with the sign of the dividend.
#[op(
    family = IntegerBinary,
    name = "std.remi_signed",
    traits(ConditionallySpeculatable),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::SRemOp>),
    upstream(name = "arith.remsi")
)]
pub struct RemISignedOp;

impl ScalarOp for RemISignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemSigned);
}

impl FoldOp for RemISignedOp {
    fn fold(op: RemISignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            is_integer(op.context(), constants.rhs(), 1).then(|| zero(op.lhs())).flatten()
        })
    }
}

/// Unsigned remainder of integers.
#[op(
    family = IntegerBinary,
    name = "std.remi_unsigned",
    traits(ConditionallySpeculatable),
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::URemOp>),
    upstream(name = "arith.remui")
)]
pub struct RemIUnsignedOp;

impl ScalarOp for RemIUnsignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemUnsigned);
}

impl FoldOp for RemIUnsignedOp {
    fn fold(op: RemIUnsignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            is_integer(op.context(), constants.rhs(), 1).then(|| zero(op.lhs())).flatten()
        })
    }
}

/// The overflows that the flags of an op exclude.
pub(crate) fn no_wrap(op: OpRef<'_>) -> NoWrap {
    Overflow::of(op).map_or(NoWrap::NONE, NoWrap::from)
}

fn is_constant(body: &Body, value: ValueId) -> bool {
    constant_value(body, value).is_some()
}

pub(crate) fn register_integer(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AddIOp>();
    dialect.op::<SubIOp>();
    dialect.op::<MulIOp>();
    dialect.op::<DivISignedOp>();
    dialect.op::<DivIUnsignedOp>();
    dialect.op::<MaxSIOp>();
    dialect.op::<MinSIOp>();
    dialect.op::<MaxUIOp>();
    dialect.op::<MinUIOp>();
    dialect.op::<RemISignedOp>();
    dialect.op::<RemIUnsignedOp>();
}
