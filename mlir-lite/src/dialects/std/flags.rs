//! What today's MLIR lets arithmetic assume: `fastmath<nnan>`,
//! `overflow<nsw>`.
//!
//! 2020's ops have no such attributes; here they are discardable ones under
//! today's names, which the upstream forms write in their own way.

use crate::attributes::AttributeKind;
use crate::ir::prelude::*;
use crate::text::format::{CustomDirective, FormatArgument, FormatState};

/// A set of flags as it stands in text.
pub(super) struct Flags {
    /// Before the angle brackets.
    keyword: &'static str,
    /// Name of the attribute.
    pub(super) attr: &'static str,
    /// All flags.
    names: &'static [&'static str],
}

pub(super) const FAST_MATH: Flags = Flags {
    keyword: "fastmath",
    attr: "fastmath",
    names: &["none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"],
};

const OVERFLOW: Flags = Flags { keyword: "overflow", attr: "overflowFlags", names: &["none", "nsw", "nuw"] };

impl Flags {
    pub(super) fn parse(&self, parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if !parser.parse_optional_keyword(self.keyword) {
            return Ok(());
        }
        parser.parse_punct("<")?;
        let mut flags = Vec::new();
        loop {
            let position = parser.position();
            let flag = parser.parse_any_keyword()?;
            if !self.names.contains(&flag) {
                let message = format!("unknown flag '{flag}': expected one of {}", self.names.join(", "));
                return Err(parser.error(position, message));
            }
            flags.push(flag);
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(">")?;
        if flags != ["none"] {
            let ctx = parser.context();
            let value = ctx.intern_attribute(AttributeKind::Opaque {
                dialect: ctx.ident("arith"),
                data: format!("{}<{}>", self.keyword, flags.join(", ")).into(),
                pretty: true,
            });
            parser.set_attr(self.attr, value);
        }
        Ok(())
    }

    pub(super) fn print(&self, op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
        let value = op.attr_named(self.attr).map(|value| value.kind(op.context()));
        if let Some(AttributeKind::Opaque { data, .. }) = value {
            printer.write(data);
        }
    }
}

/// `fastmath<..>` in formats.
pub(super) struct FastMath;

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
pub(super) struct Overflow;

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
