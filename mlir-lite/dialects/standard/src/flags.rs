//! What today's MLIR lets arithmetic assume: `fastmath<nnan>`,
//! `overflow<nsw>`.
//!
//! 2020's ops have no such attributes; here they are discardable ones under
//! today's names, which the upstream forms write in their own way.

use crate::vector::access::NONTEMPORAL;
use mlir_lite::attributes::AttributeKind;
use mlir_lite::context::{KeptFlags, KeptWords};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::format::{CustomDirective, FormatArgument, FormatState};
use mlir_lite::text::print_attribute;

/// A set of flags as it stands in text.
pub(crate) struct Flags {
    /// Before the angle brackets.
    keyword: &'static str,
    /// Name of the attribute.
    pub(crate) attr: &'static str,
    /// All flags: none, the single ones in the order in which they are written,
    /// and perhaps a word for all of these.
    names: &'static [&'static str],
    /// What stands between flags.
    separator: &'static str,
    /// The word for all flags.
    all: Option<&'static str>,
}

/// What today's MLIR has for ops with `fastmath`.
pub(crate) const FAST_MATH_PROPERTIES: UpstreamProperties =
    properties(&[("fastmath", Some("fastmath<none>"))]);

/// What it has for ops with `overflow`.
pub(crate) const OVERFLOW_PROPERTIES: UpstreamProperties =
    properties(&[("overflowFlags", Some("overflow<none>"))]);

/// What it has for ops with `exact`.
pub(crate) const EXACT_PROPERTIES: UpstreamProperties = properties(&[("isExact", None)]);

/// What it has for casts of floats: nothing where nothing is said.
pub(crate) const FLOAT_CAST_PROPERTIES: UpstreamProperties =
    properties(&[("fastmath", None), ("roundingmode", None)]);

/// What it has for accesses of memory.
pub(crate) const ACCESS_PROPERTIES: UpstreamProperties = UpstreamProperties {
    elided: &[(NONTEMPORAL, Attribute::FALSE)],
    ..properties(&[(NONTEMPORAL, None), ("alignment", None)])
};

/// What it has for branches by a condition.
pub(crate) const BRANCH_PROPERTIES: UpstreamProperties = properties(&[("branch_weights", None)]);

/// Attributes of these names, whose values are checked.
const fn properties(names: &'static [(&'static str, Option<&'static str>)]) -> UpstreamProperties {
    UpstreamProperties { verify: Some(verify_properties), ..UpstreamProperties::of(names) }
}

pub(crate) const FAST_MATH: Flags = Flags {
    keyword: "fastmath",
    attr: "fastmath",
    names: &["none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
    separator: ",",
    all: Some("fast"),
};

/// Name of the attribute that says that a result does not wrap.
pub(crate) const OVERFLOW_ATTR: &str = "overflowFlags";

const OVERFLOW: Flags = Flags {
    keyword: "overflow",
    attr: OVERFLOW_ATTR,
    names: &["none", "nsw", "nuw"],
    separator: ", ",
    all: None,
};

/// Registers the attributes that hold flags.
pub(crate) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.kept_words("arith.fastmath", FAST_MATH.kept());
    dialect.kept_words("arith.overflow", OVERFLOW.kept());
}

impl Flags {
    /// The words of the attribute.
    fn kept(&self) -> KeptWords {
        let flags = KeptFlags { separator: self.separator, all: self.all, quoted: true };
        KeptWords { words: self.names, flags: Some(flags) }
    }

    /// Whether the attribute is a set of these flags.
    fn contains(&self, ctx: &Context, value: Attribute) -> bool {
        let AttributeKind::Opaque { dialect, data, .. } = value.kind(ctx) else { return false };
        let text = data.strip_prefix(self.keyword).map(str::trim_start);
        let flags = text.and_then(|text| text.strip_prefix('<')?.strip_suffix('>'));
        let is_flag = |flag: &str| self.names.contains(&flag) || Some(flag) == self.all;
        dialect.text(ctx) == "arith"
            && flags.is_some_and(|flags| flags.split(',').map(str::trim).all(is_flag))
    }

    pub(crate) fn parse(&self, parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if !parser.parse_optional_keyword(self.keyword) {
            return Ok(());
        }
        parser.parse_punct("<")?;
        // The flags beside `none` as bits.
        let every = (1u32 << (self.names.len() - 1)) - 1;
        let mut flags = 0;
        loop {
            let position = parser.position();
            let flag = parser.parse_any_keyword()?;
            flags |= match self.names.iter().position(|&name| name == flag) {
                Some(0) => 0,
                Some(index) => 1 << (index - 1),
                None if Some(flag) == self.all => every,
                None => {
                    let names = self.names.iter().copied().chain(self.all);
                    let names = names.collect::<Vec<_>>().join(", ");
                    let message = format!("unknown flag '{flag}': expected one of {names}");
                    return Err(parser.error(position, message));
                }
            };
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(">")?;
        if flags != 0 {
            let ctx = parser.context();
            let text = match self.all {
                Some(all) if flags == every => all.to_string(),
                _ => {
                    let names = self.names[1..].iter().enumerate();
                    let set: Vec<&str> = names
                        .filter(|(i, _)| flags & (1 << i) != 0)
                        .map(|(_, name)| *name)
                        .collect();
                    set.join(self.separator)
                }
            };
            let value = ctx.intern_attribute(AttributeKind::Opaque {
                dialect: ctx.ident("arith"),
                data: format!("{}<{text}>", self.keyword).into(),
                ty: None,
            });
            parser.set_attr(self.attr, value);
        }
        Ok(())
    }

    pub(crate) fn print(&self, op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
        let value = op.attr_named(self.attr).map(|value| value.kind(op.context()));
        if let Some(AttributeKind::Opaque { data, .. }) = value {
            printer.write(data);
        }
    }
}

/// Whether a set of flags has this one.
pub(crate) fn has_flag(ctx: &Context, flags: Attribute, flag: &str) -> bool {
    let AttributeKind::Opaque { data, .. } = flags.kind(ctx) else { return false };
    let list = data.split_once('<').and_then(|(_, list)| list.strip_suffix('>'));
    list.is_some_and(|list| {
        list.split(',').map(str::trim).any(|found| found == flag || found == "fast")
    })
}

/// What is wrong with the value of an attribute that today's MLIR gives to ops.
fn property_error(op: OpRef<'_>, name: &str, value: Attribute) -> Option<String> {
    let ctx = op.context();
    let fits = match name {
        "fastmath" => FAST_MATH.contains(ctx, value),
        "overflowFlags" => OVERFLOW.contains(ctx, value),
        "isExact" => value == Attribute::UNIT,
        "nontemporal" => BoolAttr::matches(ctx, value),
        "alignment" => AlignmentAttr::matches(ctx, value),
        "roundingmode" => {
            let mode = value.as_i64(ctx).and_then(|mode| usize::try_from(mode).ok());
            I32Attr::matches(ctx, value) && mode.is_some_and(|mode| mode < ROUNDING_MODES.len())
        }
        "branch_weights" => {
            let (weights, ways) = (value.as_i64_array(ctx)?.len(), op.successors().len());
            let message = "expects number of branch weights to match number of successors";
            return (weights != ways).then(|| format!("{message}: {weights} vs {ways}"));
        }
        _ => true,
    };
    (!fits).then(|| format!("has an invalid value for '{name}': {}", print_attribute(ctx, value)))
}

fn verify_properties(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if op.body().has_no_attributes(op.id()) {
        return;
    }
    for (name, _) in op.info().upstream_properties().names {
        if let Some(message) = op.attr_named(name).and_then(|value| property_error(op, name, value))
        {
            diagnostics.error(op.op_error(message));
        }
    }
}

/// `fastmath<..>` in formats.
pub(crate) struct FastMath;

impl CustomDirective for FastMath {
    const WRITES: &'static [&'static str] = &[FAST_MATH.attr];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        FAST_MATH.parse(parser)
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        FAST_MATH.print(op, printer);
    }
}

/// `overflow<..>` in formats.
pub(crate) struct Overflow;

impl CustomDirective for Overflow {
    const WRITES: &'static [&'static str] = &[OVERFLOW.attr];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        OVERFLOW.parse(parser)
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        OVERFLOW.print(op, printer);
    }
}

/// `exact` in formats.
pub(crate) struct Exact;

impl CustomDirective for Exact {
    const WRITES: &'static [&'static str] = &["isExact"];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        if parser.parse_optional_keyword("exact") {
            parser.set_attr("isExact", Attribute::UNIT);
        }
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        printer.write(if op.attr_named("isExact").is_some() { "exact" } else { "" });
    }
}

/// How floats are rounded, in formats; the position is the attribute's value.
pub(crate) struct Rounding;

const ROUNDING_MODES: [&str; 5] =
    ["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];

impl CustomDirective for Rounding {
    const WRITES: &'static [&'static str] = &["roundingmode"];

    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        _state: &mut FormatState<'s>,
        _arguments: &[FormatArgument],
    ) -> Parsed<()> {
        if let Some(mode) =
            ROUNDING_MODES.iter().position(|mode| parser.parse_optional_keyword(mode))
        {
            let mode = parser.context().integer_attr(Type::I32, mode as i64);
            parser.set_attr("roundingmode", mode);
        }
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, _arguments: &[FormatArgument]) {
        let mode = op.attr_named("roundingmode").and_then(|mode| mode.as_i64(op.context()));
        let mode = mode.and_then(|mode| ROUNDING_MODES.get(usize::try_from(mode).ok()?));
        printer.write(mode.unwrap_or(&""));
    }
}
