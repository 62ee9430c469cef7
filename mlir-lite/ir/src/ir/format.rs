//! Assembly formats as data: lists of elements that the layer `text` interprets to parse and print
//! an op.
//!
//! The `#[op]` macro compiles a format to [`FormatElement`]s, and checks that names exist and that
//! all types can be determined. Numbers in the elements are indices into the op's definition.

use crate::data::types::Type;
use crate::ir::asm::{OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperand};
use crate::ir::constraints::AttrStarts;
use crate::ir::op_def::{OpDef, TraitFlags};
use crate::ir::relations::KnownTypes;
use crate::ir::view::OpRef;
use smallvec::SmallVec;

/// A group of values whose types are printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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

/// The operand, attribute or other element that decides whether an optional group is printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Anchor {
    /// There are such values.
    Values(Values),
    /// The attribute is present.
    Attr(usize),
    /// The region is not empty.
    Region(usize),
    /// There are such successors.
    Successor(usize),
    /// One of these holds: an argument of a `custom` directive is there.
    Any(&'static [Self]),
    /// This does not hold: the anchor is among the elements that are printed instead of the group.
    Not(&'static Self),
}

/// An argument of a `custom` directive.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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

/// A part of a form with hand-written parsing and printing: `custom<Name>(..)` in a format.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a directive",
    label = "a name in `custom<..>` must implement `CustomDirective`"
)]
pub trait CustomDirective {
    /// Names of attributes that it prints in addition to its arguments. The attribute dictionary
    /// leaves them out.
    const WRITES: &'static [&'static str] = &[];

    /// The first tokens of its text, if it is never empty: [`AttrStarts::NONE`] for operands,
    /// blocks and keywords that are not attributes. Without it, an optional attribute directly
    /// before the directive is refused, because its presence could not be decided.
    const STARTS: Option<AttrStarts> = None;

    /// Parses the directive: adds attributes, regions and successors to the parser, operands and
    /// types to the state.
    fn parse<'s>(
        parser: &mut OpAsmParser<'_, 's>,
        state: &mut FormatState<'s>,
        arguments: &[FormatArgument],
    ) -> Parsed<()>;

    /// Prints the directive. If it prints nothing, the blank before it is left out too.
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
#[non_exhaustive]
pub enum FormatElement {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// A blank, whatever the rules say.
    Space,
    /// No blank, whatever the rules say.
    NoSpace,
    /// Prints a new line; when parsing, any white space.
    NewLine,
    /// The names of an operand group.
    Operand(usize),
    /// The names of all operands.
    Operands,
    /// An attribute.
    Attr(usize),
    /// An attribute with its prefix `#dialect.name`. Otherwise only the parameters are printed.
    QualifiedAttr(usize),
    /// A region, or a group of them.
    Region(usize),
    /// All regions.
    Regions,
    /// A successor, or a group of them, with the operands passed to them.
    Successor(usize),
    /// All successors.
    Successors,
    /// The attribute dictionary, without attributes that the format prints elsewhere.
    AttrDict {
        /// Whether the keyword `attributes` is before it.
        keyword: bool,
        /// Names of the attributes that are not in it.
        elided: &'static [&'static str],
        /// Whether it only has attributes that the definition does not declare.
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
        /// Its name in the format.
        name: &'static str,
        /// Reads it.
        parse: ParseDirective,
        /// Writes it.
        print: PrintDirective,
        /// Its arguments.
        arguments: &'static [FormatArgument],
        /// The attributes that it prints.
        writes: &'static [&'static str],
    },
    /// A group that may be absent.
    Optional {
        /// Decides whether it is printed.
        anchor: Anchor,
        /// The group.
        then: &'static [FormatElement],
        /// Elements that are printed if it is absent.
        otherwise: &'static [FormatElement],
    },
    /// Optional groups, each beginning with a different keyword. They are accepted in any order and
    /// printed in this one.
    Clauses(&'static [FormatElement]),
}

/// Whether a literal is a keyword, not punctuation.
pub(crate) fn is_keyword(literal: &str) -> bool {
    literal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// The operands and types that have been parsed.
pub struct FormatState<'s> {
    /// The names parsed for operand groups, and the range of each group among them.
    pub(crate) operands: SmallVec<[UnresolvedOperand<'s>; 4]>,
    pub(crate) groups: SmallVec<[GroupRange; 4]>,
    pub(crate) all_operands: Option<Vec<UnresolvedOperand<'s>>>,
    pub(crate) types: KnownTypes<'static>,
    pub(crate) all_operand_types: Option<Vec<Type>>,
    pub(crate) all_result_types: Option<Vec<Type>>,
}

/// The range of the names of an operand group.
#[derive(Copy, Clone, Default)]
pub(crate) struct GroupRange {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl<'s> FormatState<'s> {
    /// Without places for the groups; see [`KnownTypes::empty`].
    #[inline(always)]
    pub(crate) fn empty(def: &'static OpDef, flags: TraitFlags) -> Self {
        Self {
            operands: SmallVec::new(),
            groups: SmallVec::new(),
            all_operands: None,
            types: KnownTypes::empty(def, flags),
            all_operand_types: None,
            all_result_types: None,
        }
    }

    /// Adds a place for each group.
    #[inline]
    pub(crate) fn set_up(&mut self, def: &'static OpDef) {
        for _ in def.operands {
            self.groups.push(GroupRange::default());
        }
        self.types.set_up();
    }

    /// Adds a name to an operand group.
    pub fn add_operand(&mut self, group: usize, operand: UnresolvedOperand<'s>) {
        let end = self.operands.len();
        let place = &mut self.groups[group];
        let old = place.start as usize..(place.start + place.len) as usize;
        place.len += 1;
        if old.end != end {
            // Groups are contiguous, so a group that is followed by another moves to the end.
            place.start = end as u32;
            for index in old {
                self.operands.push(self.operands[index]);
            }
        }
        self.operands.push(operand);
    }

    /// The names read for an operand group.
    pub fn operands(&self, group: usize) -> &[UnresolvedOperand<'s>] {
        let place = self.groups[group];
        &self.operands[place.start as usize..][..place.len as usize]
    }

    /// The only type in the text, if each operand group has one name.
    pub(crate) fn only_type(&self) -> Option<Type> {
        let together = self.all_operands.is_some()
            || self.all_operand_types.is_some()
            || self.all_result_types.is_some()
            || self.groups.iter().any(|place| place.len != 1);
        if together { None } else { self.types.only() }
    }

    /// Sets the types of values.
    pub fn set_types(&mut self, values: Values, types: Vec<Type>) {
        match values {
            Values::Operand(group) => self.types.set_operand(group, &types),
            Values::Result(group) => self.types.set_result(group, &types),
            Values::Operands => self.all_operand_types = Some(types),
            Values::Results => self.all_result_types = Some(types),
        }
    }

    /// The types parsed so far for a group, to which `ref(type($x))` refers.
    pub fn types(&self, values: Values) -> &[Type] {
        match values {
            Values::Operand(group) => self.types.operand(group),
            Values::Result(group) => self.types.result(group),
            Values::Operands => self.all_operand_types.as_deref(),
            Values::Results => self.all_result_types.as_deref(),
        }
        .unwrap_or_default()
    }
}
