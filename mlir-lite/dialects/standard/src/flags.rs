//! Attributes that today's MLIR gives to ops, and 2020's did not: flags of arithmetic
//! (`fastmath<nnan>`, `overflow<nsw>`, `exact`), the rounding of casts, properties of accesses and
//! of branches.
//!
//! Here they are discardable. Each has a key, by which it is read and set (`FastMath::of(op)`), and
//! the forms of today's MLIR have directives for those with a syntax of their own.

use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::NoWrap;
use mlir_lite::text::format::{CustomDirective, FormatArgument, FormatState};
pub use mlir_lite::text::weights::BranchWeights;

// Vocabularies

/// fast-math flags
///
/// `#arith.fastmath<nnan,ninf>`: what may be assumed of and done to an operation on floats.
#[enum_attr(name = "arith.fastmath", bits, separator = ",")]
pub enum FastMathFlags {
    /// Nothing is allowed.
    #[case("none")]
    None = 0,
    /// Operands may be grouped in another way.
    #[case("reassoc")]
    Reassoc = 1,
    /// No NaN occurs.
    #[case("nnan")]
    Nnan = 2,
    /// No infinity occurs.
    #[case("ninf")]
    Ninf = 4,
    /// The sign of zero does not matter.
    #[case("nsz")]
    Nsz = 8,
    /// Division may become multiplication by the reciprocal.
    #[case("arcp")]
    Arcp = 16,
    /// Product and sum may become one operation.
    #[case("contract")]
    Contract = 32,
    /// Approximations of functions are allowed.
    #[case("afn")]
    Afn = 64,
    /// All flags.
    #[case("fast")]
    Fast = 127,
}

/// integer overflow flags
///
/// `#arith.overflow<nsw, nuw>`: which overflows do not occur.
#[enum_attr(name = "arith.overflow", bits, separator = ", ")]
pub enum IntegerOverflowFlags {
    /// Any overflow may occur.
    #[case("none")]
    None = 0,
    /// No signed wrap.
    #[case("nsw")]
    Nsw = 1,
    /// No unsigned wrap.
    #[case("nuw")]
    Nuw = 2,
}

impl From<IntegerOverflowFlags> for NoWrap {
    fn from(flags: IntegerOverflowFlags) -> Self {
        Self {
            signed: flags.contains(IntegerOverflowFlags::NSW),
            unsigned: flags.contains(IntegerOverflowFlags::NUW),
        }
    }
}

/// rounding mode of a cast between floats
#[enum_attr(storage = i32)]
pub enum RoundingMode {
    /// To the nearest number; of two, to the one whose last digit is even.
    #[case("to_nearest_even")]
    ToNearestEven,
    /// To the next smaller number.
    #[case("downward")]
    Downward,
    /// To the next larger number.
    #[case("upward")]
    Upward,
    /// To the next number towards zero.
    #[case("toward_zero")]
    TowardZero,
    /// To the nearest number; of two, to the one that is farther from zero.
    #[case("to_nearest_away")]
    ToNearestAway,
}

// Keys

/// `fastmath = #arith.fastmath<nnan>`; the directive writes `fastmath<nnan>`.
pub struct FastMath;

impl DiscardableAttr for FastMath {
    const NAME: &'static str = "fastmath";
    type Value = FastMathFlags;
}

/// `overflowFlags = #arith.overflow<nsw>`; the directive writes `overflow<nsw>`.
pub struct Overflow;

impl DiscardableAttr for Overflow {
    const NAME: &'static str = "overflowFlags";
    type Value = IntegerOverflowFlags;
}

/// `isExact`: a division leaves no remainder, and a shift to the right drops only zeros. The
/// directive writes `exact`.
pub struct Exact;

impl DiscardableAttr for Exact {
    const NAME: &'static str = "isExact";
    type Value = UnitAttr;
}

/// `roundingmode = 1 : i32`: how a cast rounds. The directive writes `downward`.
pub struct Rounding;

impl DiscardableAttr for Rounding {
    const NAME: &'static str = "roundingmode";
    type Value = RoundingMode;
}

/// `alignment = 16 : i64`: the address of an access is a multiple of this number of bytes.
pub struct Alignment;

impl DiscardableAttr for Alignment {
    const NAME: &'static str = "alignment";
    type Value = AlignmentAttr;
}

/// `nontemporal = true`: what is accessed is not needed again soon, so it need not go to the
/// caches.
pub struct Nontemporal;

impl DiscardableAttr for Nontemporal {
    const NAME: &'static str = "nontemporal";
    type Value = BoolAttr;
}

// Which ops have them

/// The properties of ops with `fastmath` in today's MLIR.
#[doc(hidden)]
pub const FAST_MATH_PROPERTIES: UpstreamProperties = UpstreamProperties::of(&[PropertyDef::of::<
    FastMath,
>()
.with_default(|ctx| FastMathFlags::NONE.attribute(ctx))]);

/// The properties of ops whose `fastmath` is absent where it is not written.
pub(crate) const UNSTATED_FAST_MATH: UpstreamProperties =
    UpstreamProperties::of(&[PropertyDef::of::<FastMath>()]);

/// The properties of ops with `overflow` in today's MLIR.
pub(crate) const OVERFLOW_PROPERTIES: UpstreamProperties = UpstreamProperties::of(&[
    PropertyDef::of::<Overflow>().with_default(|ctx| IntegerOverflowFlags::NONE.attribute(ctx)),
]);

/// The properties of ops with `exact` in today's MLIR.
pub(crate) const EXACT_PROPERTIES: UpstreamProperties =
    UpstreamProperties::of(&[PropertyDef::of::<Exact>()]);

/// The properties of casts of floats in today's MLIR. Absent flags differ from `fastmath<none>`.
pub(crate) const FLOAT_CAST_PROPERTIES: UpstreamProperties =
    UpstreamProperties::of(&[PropertyDef::of::<FastMath>(), PropertyDef::of::<Rounding>()]);

/// The properties of memory accesses in today's MLIR.
#[doc(hidden)]
pub const ACCESS_PROPERTIES: UpstreamProperties = UpstreamProperties::of(&[
    PropertyDef::of::<Nontemporal>().eliding(Attribute::FALSE),
    PropertyDef::of::<Alignment>(),
]);

/// The properties of conditional branches in today's MLIR.
pub(crate) const BRANCH_PROPERTIES: UpstreamProperties = UpstreamProperties {
    verify: Some(verify_branch_weights),
    ..UpstreamProperties::of(&[PropertyDef::of::<BranchWeights>()])
};

fn verify_branch_weights(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let Some(weights) = BranchWeights::of(op).map(|weights| weights.len()) else { return };
    let count = op.successors().len();
    if weights != count {
        diagnostics.error(op.op_error(format_args!(
            "expects number of branch weights to match number of successors: {weights} vs {count}"
        )));
    }
}

/// Registers the attributes that hold flags.
pub(crate) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.upstream_attribute::<FastMathFlags>();
    dialect.upstream_attribute::<IntegerOverflowFlags>();
}

// Directives

/// The key of flags that are written `keyword<a, b>`.
#[doc(hidden)]
pub trait FlagsAttr: DiscardableAttr<Value = Self::Flags> {
    /// The set of flags.
    type Flags: EnumAttribute + AttrValue<Value = Self::Flags> + Parameter;

    /// The word before the flags.
    const KEYWORD: &'static str;

    /// Reads the flags, if they are next.
    fn parse_flags(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if !parser.parse_optional_keyword(Self::KEYWORD) {
            return Ok(());
        }
        parser.parse_punct("<")?;
        let flags: Self::Flags = parse_enum(parser)?;
        parser.parse_punct(">")?;
        let op = parser.state_mut().name;
        let ctx = parser.context();
        let flags = flags.attribute(ctx);
        if ctx.op_info(op).upstream_properties().default_of(ctx, Self::NAME) != Some(flags) {
            parser.set_attr(Self::NAME, flags);
        }
        Ok(())
    }

    /// Writes the flags, if there are any.
    fn print_flags(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
        if let Some(flags) = Self::of(op) {
            printer.display(format_args!("{}<{}>", Self::KEYWORD, flags.stringify()));
        }
    }
}

impl FlagsAttr for FastMath {
    type Flags = FastMathFlags;
    const KEYWORD: &'static str = "fastmath";
}

impl FlagsAttr for Overflow {
    type Flags = IntegerOverflowFlags;
    const KEYWORD: &'static str = "overflow";
}

impl CustomDirective for FastMath {
    const WRITES: &'static [&'static str] = &[Self::NAME];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        Self::parse_flags(parser)
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        Self::print_flags(op, printer);
    }
}

impl CustomDirective for Overflow {
    const WRITES: &'static [&'static str] = &[Self::NAME];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        Self::parse_flags(parser)
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        Self::print_flags(op, printer);
    }
}

impl CustomDirective for Exact {
    const WRITES: &'static [&'static str] = &[Self::NAME];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        if parser.parse_optional_keyword("exact") {
            parser.set_attr(Self::NAME, Attribute::UNIT);
        }
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        printer.write(if Self::of(op).is_some() { "exact" } else { "" });
    }
}

impl CustomDirective for Rounding {
    const WRITES: &'static [&'static str] = &[Self::NAME];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        if let Some(mode) = RoundingMode::parse_optional(parser) {
            let mode = mode.attribute(parser.context());
            parser.set_attr(Self::NAME, mode);
        }
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        printer.write(Self::of(op).map_or("", RoundingMode::text));
    }
}
