//! Assembly formats: programs that one engine runs to parse and print an op.
//!
//! The `#[op]` macro compiles a format to [`FormatElement`]s and has checked
//! that names exist and that all types can be known; the engine relies on it.
//! Numbers in the elements are positions in the op's definition.

mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use parse::{FormatState, parse};
pub use print::print;

use crate::ir::view::OpRef;
use crate::text::asm::{OpAsmParser, OpAsmPrinter, Parsed};

/// A group of values whose types are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// An operand group.
    Operand(usize),
    /// A result group.
    Result(usize),
    /// All operands.
    Operands,
    /// All results.
    Results,
}

/// What decides whether an optional group is printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// There are such values.
    Values(Values),
    /// The attribute is present.
    Attr(usize),
    /// The region is not empty.
    Region(usize),
    /// There are such successors.
    Successor(usize),
}

/// An argument of a `custom` directive.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FormatArgument {
    /// An operand group.
    Operand(usize),
    /// An attribute.
    Attr(usize),
    /// A region.
    Region(usize),
    /// A successor.
    Successor(usize),
    /// Types.
    Types(Values),
}

/// A piece of a form that a dialect reads and writes itself:
/// `custom<Name>(..)` in a format.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no directive",
    label = "what stands in `custom<..>` implements `CustomDirective`"
)]
pub trait CustomDirective {
    /// Names of attributes that it writes besides those among its arguments;
    /// the dictionary leaves them out.
    const WRITES: &'static [&'static str] = &[];

    /// Reads it: attributes, regions and successors go to the parser, operands
    /// and types to the state.
    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        state: &mut FormatState<'s>,
        arguments: &[FormatArgument],
    ) -> Parsed<()>;

    /// Writes it, or nothing if there is nothing to say; the blank before it
    /// then goes as well.
    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>, arguments: &[FormatArgument]);
}

/// [`CustomDirective::parse`] as a pointer.
pub type ParseDirective = for<'p, 's, 'x, 'y, 'z> fn(
    &'x mut OpAsmParser<'p, 's>,
    &'y mut FormatState<'s>,
    &'z [FormatArgument],
) -> Parsed<()>;

/// [`CustomDirective::print`] as a pointer.
pub type PrintDirective =
    for<'p, 'b, 'x, 'y> fn(OpRef<'b>, &'x mut OpAsmPrinter<'p, 'b>, &'y [FormatArgument]);

/// One step of a format.
pub enum FormatElement {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// A blank, whatever the rules say.
    Space,
    /// No blank, whatever the rules say.
    NoSpace,
    /// A new line in print, as any blank in reading.
    NewLine,
    /// The names of an operand group.
    Operand(usize),
    /// The names of all operands.
    Operands,
    /// An attribute.
    Attr(usize),
    /// An attribute with `#dialect.name`, where otherwise its parameters stand
    /// alone.
    QualifiedAttr(usize),
    /// A region, or a group of them.
    Region(usize),
    /// All regions.
    Regions,
    /// A successor, or a group of them, with what is passed.
    Successor(usize),
    /// All successors.
    Successors,
    /// The attribute dictionary, without what the format writes elsewhere.
    AttrDict {
        /// Whether `attributes` stands before it.
        keyword: bool,
        /// Names of the attributes that are not in it.
        elided: &'static [&'static str],
        /// Whether only attributes that the definition does not declare are in
        /// it.
        discardable: bool,
    },
    /// The attributes that the definition declares, in `<{` and `}>`.
    PropDict {
        /// Names of the attributes that are not in it.
        elided: &'static [&'static str],
    },
    /// Types.
    Types(Values),
    /// `(operand types) -> result types`
    FunctionalType(Values, Values),
    /// A directive of the dialect.
    Custom {
        /// What the format calls it.
        name: &'static str,
        /// Reads it.
        parse: ParseDirective,
        /// Writes it.
        print: PrintDirective,
        /// What it is given.
        arguments: &'static [FormatArgument],
        /// Attributes that it writes.
        writes: &'static [&'static str],
    },
    /// A group that may be absent.
    Optional {
        /// What decides whether it is printed.
        anchor: Anchor,
        /// The group.
        then: &'static [FormatElement],
        /// What stands in its place if it is absent.
        otherwise: &'static [FormatElement],
    },
    /// Optional groups, each of which starts with another keyword. They are read
    /// in any order and printed in this one.
    Clauses(&'static [FormatElement]),
}

/// Whether a literal is a keyword, not punctuation.
fn is_keyword(literal: &str) -> bool {
    literal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}
