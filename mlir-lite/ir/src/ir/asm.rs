//! The interface for parsing and printing the custom forms of ops.
//!
//! As for types and attributes ([`ParseAsm`]), the parser and the printer are in the layer `text`,
//! and dialects use them as trait objects.

pub use crate::data::asm::{
    AffineNames, AsmParser, AsmPrinter, ParseAsm, ParsePart, Parsed, PrintAsm, PrintOptions,
    Spelling,
};

use crate::data::affine::AffineMap;
use crate::data::attributes::{Attribute, NamedAttribute};
use crate::data::ident::Ident;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{BlockId, OpId, ValueId};
use crate::ir::op_name::OpName;
use crate::ir::view::{OpRef, RegionRef};
use mlir_lite_diagnostics::{Diagnostic, Span};
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};

/// A use of a value by name, before its type is known.
#[derive(Copy, Clone, Debug)]
pub struct UnresolvedOperand<'s> {
    /// Name without `%`.
    pub name: &'s str,
    /// Which of the results of that name.
    pub number: u32,
    /// Its position in the source.
    pub position: Span,
}

/// The operands of a map, dimensions first.
pub type AffineOperands<'s> = SmallVec<[UnresolvedOperand<'s>; 4]>;

/// Bounds over SSA values: the results of a map, in groups.
pub struct AffineGroups<'s> {
    /// The map from the operands, dimensions first, to the results of all groups.
    pub map: AffineMap,
    /// The operands of the map.
    pub operands: AffineOperands<'s>,
    /// The number of results in each group.
    pub groups: Vec<usize>,
}

/// Which parts of a region are printed.
#[derive(Copy, Clone, Debug)]
pub struct PrintRegion {
    /// Whether the entry block's arguments are printed in a label. If not, the op prints them.
    pub entry_args: bool,
    /// Whether the terminator of a single block is printed. If not, the op's parser adds it.
    pub terminator: bool,
}

impl Default for PrintRegion {
    fn default() -> Self {
        Self { entry_args: true, terminator: true }
    }
}

/// Lets a dialect suggest what to write instead of a type that does not exist.
pub trait UnknownTypeHelp: Send + Sync {
    /// An instruction, such as `write 'f64'`, for the text after the namespace.
    fn help(&self, text: &str) -> String;

    /// The instruction for a type that earlier versions of the dialect had, if it is one. Such a
    /// type is an error also where types that the dialect does not declare are kept as text: its
    /// meaning is known, and other ops would not accept the text.
    fn replaced(&self, _text: &str) -> Option<String> {
        None
    }
}

/// Reads an op's custom form: collects what the op will be made of.
pub type OpAsmParser<'p, 's> = dyn ParseOpAsm<'s> + 'p;

/// Writes an op's custom form.
pub type OpAsmPrinter<'p, 'b> = dyn PrintOpAsm<'p, 'b> + 'p;

/// Prints a part of an op, with code of the printer before and after it.
pub type PrintPart<'f, 'p, 'b> = &'f mut dyn FnMut(&mut OpAsmPrinter<'p, 'b>);

/// The functions of [`OpAsmParser`], in addition to those of [`AsmParser`].
pub trait ParseOpAsm<'s>: ParseAsm<'s> {
    /// The op's name.
    fn op_name(&self) -> OpName {
        self.state().name
    }

    /// The range of the op's name, for errors about the whole op.
    fn name_position(&self) -> Span;

    /// The location of the op.
    fn location(&self) -> Location {
        self.state().location
    }

    /// How many results are named in the text. None if there are no names.
    fn named_results(&self) -> Option<usize>;

    /// The parts collected so far.
    fn state(&self) -> &OperationState;

    /// The parts collected so far, to be changed: for example, regions are in the order of the
    /// text, and an op may declare them in another order.
    fn state_mut(&mut self) -> &mut OperationState;

    /// The body that the op is parsed into, for the types of its values.
    fn body(&mut self) -> &mut Body;

    /// Whether an operand follows.
    fn at_operand(&self) -> bool;

    /// Reads `%name`.
    fn parse_operand(&mut self) -> Parsed<UnresolvedOperand<'s>>;

    /// Parses `%name` or `%name loc(..)`: an argument of a region that follows.
    fn parse_argument(&mut self) -> Parsed<UnresolvedOperand<'s>> {
        let argument = self.parse_operand()?;
        self.parse_argument_location(&argument)?;
        Ok(argument)
    }

    /// Parses `loc(..)`, if it follows, as the location of an argument whose name was parsed
    /// before.
    fn parse_argument_location(&mut self, argument: &UnresolvedOperand<'s>) -> Parsed<()>;

    /// Parses `%name`, if one follows.
    fn parse_optional_operand(&mut self) -> Parsed<Option<UnresolvedOperand<'s>>> {
        if self.at_operand() { self.parse_operand().map(Some) } else { Ok(None) }
    }

    /// Parses operands separated by `,`; the list may be empty.
    fn parse_operand_list(&mut self) -> Parsed<Vec<UnresolvedOperand<'s>>>;

    /// Parses operands in parentheses or brackets: `[%i, %j]`.
    fn parse_operands_in(&mut self, open: &str, close: &str) -> Parsed<Vec<UnresolvedOperand<'s>>>;

    /// The value with that name and type.
    fn resolve(&mut self, operand: &UnresolvedOperand<'s>, ty: Type) -> Parsed<ValueId>;

    /// The values with these names and types. Their numbers must be equal.
    fn resolve_all(
        &mut self,
        operands: &[UnresolvedOperand<'s>],
        types: &[Type],
        position: Span,
    ) -> Parsed<SmallVec<[ValueId; 4]>> {
        if operands.len() != types.len() {
            let message = format!(
                "expected {} types for as many operands, found {}",
                operands.len(),
                types.len()
            );
            return Err(self.report(Diagnostic::error(position, message)));
        }
        operands.iter().zip(types).map(|(operand, &ty)| self.resolve(operand, ty)).collect()
    }

    /// Adds an operand to the op.
    fn add_operand(&mut self, value: ValueId) {
        self.state_mut().operands.push(value);
    }

    /// Adds operands to the op.
    fn add_operands(&mut self, values: &[ValueId]) {
        self.state_mut().operands.extend_from_slice(values);
    }

    /// Adds a result to the op.
    fn add_result_type(&mut self, ty: Type) {
        self.state_mut().result_types.push(ty);
    }

    /// Adds results to the op.
    fn add_result_types(&mut self, types: &[Type]) {
        self.state_mut().result_types.extend_from_slice(types);
    }

    /// Adds the attribute with index `slot` in the op's definition.
    ///
    /// # Panics
    /// If the definition declares fewer attributes.
    fn set_inherent_attr(&mut self, slot: usize, value: Attribute);

    /// The attribute that holds the sizes of operand or result groups. Cached, because few
    /// different ones occur in a source.
    fn segment_sizes(&mut self, sizes: &[i32]) -> Attribute;

    /// Adds an attribute to the op.
    fn set_attr_ident(&mut self, name: Ident, value: Attribute) {
        self.state_mut().attributes.push((name, value));
    }

    /// The attribute that was added under this name.
    fn attr(&self, name: &str) -> Option<Attribute>;

    /// Parses `{a = 1}` into the op's attributes, if it follows.
    fn parse_attr_dict(&mut self) -> Parsed<()>;

    /// Parses `attributes {a = 1}`, if it follows.
    fn parse_attr_dict_with_keyword(&mut self) -> Parsed<()> {
        if self.parse_optional_keyword("attributes") { self.parse_attr_dict() } else { Ok(()) }
    }

    /// Reads `{a = 1}` as entries.
    fn parse_dictionary(&mut self) -> Parsed<Vec<NamedAttribute>>;

    /// Parses a region and adds it to the op; `args` are the entry block's arguments.
    fn parse_region(&mut self, args: &[(UnresolvedOperand<'s>, Type)]) -> Parsed<()>;

    /// Adds an empty region to the op.
    fn add_empty_region(&mut self);

    /// Whether a block's name follows.
    fn at_block(&self) -> bool;

    /// Whether the region that was parsed last has no block.
    fn is_last_region_empty(&mut self) -> bool;

    /// Adds a block to the op's last region if that is empty.
    fn ensure_block(&mut self);

    /// `ensure_terminator` of [`OpAsmParser`].
    #[doc(hidden)]
    fn terminate_blocks(&mut self, arg_types: &[Type], terminator: &dyn Fn(&mut Body) -> OpId);

    /// Creates an op before the one that is being parsed, such as a constant for a number that is
    /// written in place of an operand.
    fn insert_before(&mut self, state: OperationState) -> OpId;

    /// Parses `^bb1` or `^bb1(%a : i32)` and adds the successor to the op.
    fn parse_successor(&mut self) -> Parsed<()>;

    /// Parses affine expressions over values until `close`: subscripts or bounds. Returns the map
    /// and its operands, dimensions first.
    fn parse_affine_subscripts(&mut self, close: &str) -> Parsed<(AffineMap, AffineOperands<'s>)>;

    /// Parses bounds over values until `close`, each an affine expression or several in
    /// `keyword(..)`: `%i + 1, min(%n, 10))`.
    fn parse_affine_groups(&mut self, keyword: &str, close: &str) -> Parsed<AffineGroups<'s>>;

    /// Reads `loc(..)`, if it is next.
    fn parse_optional_location(&mut self) -> Parsed<Option<Location>>;

    /// Adds an attribute to the op.
    fn set_attr(&mut self, name: &str, value: Attribute);
}

impl<'p, 's> dyn ParseOpAsm<'s> + 'p {
    /// The parser of types and attributes.
    pub fn asm(&mut self) -> &mut AsmParser<'p, 's> {
        self
    }

    /// Appends the op that `terminator` makes to each block of the last region that has no
    /// terminator. An empty region first gets a block. The location is that of the op being parsed.
    pub fn ensure_terminator(
        &mut self,
        arg_types: &[Type],
        terminator: impl Fn(&mut Body) -> OpId,
    ) {
        self.terminate_blocks(arg_types, &terminator);
    }
}

impl<'p, 's> Deref for dyn ParseOpAsm<'s> + 'p {
    type Target = AsmParser<'p, 's>;
    fn deref(&self) -> &AsmParser<'p, 's> {
        self
    }
}

impl<'p, 's> DerefMut for dyn ParseOpAsm<'s> + 'p {
    fn deref_mut(&mut self) -> &mut AsmParser<'p, 's> {
        self
    }
}

/// The functions of [`OpAsmPrinter`], in addition to those of [`AsmPrinter`].
pub trait PrintOpAsm<'p, 'b>: PrintAsm<'p> {
    /// `operand` of [`OpAsmPrinter`].
    #[doc(hidden)]
    fn value(&mut self, value: ValueId);

    /// The text that `operand` prints.
    fn operand_name(&mut self, value: ValueId) -> String;

    /// `^bb1`
    fn block_name(&mut self, block: BlockId);

    /// `^bb1(%a, %b : i32, i64)`: successor `index` with its operands.
    fn successor(&mut self, op: OpRef<'_>, index: usize);

    /// ` {a = 1}`: the attributes but for those in `elided`, if any are left.
    fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]);

    /// As [`attr_dict`](Self::attr_dict), with an attribute that is written even if the op does not
    /// have it: the parser of the op adds its default.
    fn attr_dict_with_default(
        &mut self,
        op: OpRef<'_>,
        elided: &[&str],
        default: (&str, Attribute),
    );

    /// ` attributes {a = 1}`
    fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]);

    /// An op of a region, without the names of its results, as part of the op that it is in.
    fn nested_op(&mut self, op: OpRef<'b>);

    /// A new line inside of an op, indented as the op's own lines.
    fn new_line(&mut self);

    /// A new line inside of an op, indented further.
    fn new_line_indented(&mut self);

    /// A region in braces. The names of an isolated op's region are its own.
    fn region(&mut self, region: RegionRef<'b>, how: PrintRegion);

    /// `region_argument` of [`OpAsmPrinter`].
    #[doc(hidden)]
    fn region_argument_parts(
        &mut self,
        argument: ValueId,
        ty: PrintPart<'_, 'p, 'b>,
        attributes: PrintPart<'_, 'p, 'b>,
    );

    /// `with_region_names` of [`OpAsmPrinter`].
    #[doc(hidden)]
    fn part_with_region_names(&mut self, region: RegionRef<'b>, print: PrintPart<'_, 'p, 'b>);
}

impl<'p, 'b> dyn PrintOpAsm<'p, 'b> + 'p {
    /// `%name`
    pub fn operand(&mut self, value: impl Into<ValueId>) {
        self.value(value.into());
    }

    /// Prints values separated by `, `.
    pub fn operands(&mut self, values: impl IntoIterator<Item = impl Into<ValueId>>) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.write(", ");
            }
            self.operand(value);
        }
    }

    /// Prints a region's argument as part of the op: `%a`, then what `ty` and `attributes` print,
    /// then the location if locations are printed.
    pub fn region_argument(
        &mut self,
        argument: ValueId,
        ty: impl FnOnce(&mut Self),
        attributes: impl FnOnce(&mut Self),
    ) {
        let (mut ty, mut attributes) = (Some(ty), Some(attributes));
        self.region_argument_parts(
            argument,
            &mut |printer| {
                if let Some(ty) = ty.take() {
                    ty(printer);
                }
            },
            &mut |printer| {
                if let Some(attributes) = attributes.take() {
                    attributes(printer);
                }
            },
        );
    }

    /// Calls `print` with the names of an isolated op's region, to print its arguments before the
    /// region.
    pub fn with_region_names(&mut self, region: RegionRef<'b>, print: impl FnOnce(&mut Self)) {
        let mut print = Some(print);
        self.part_with_region_names(region, &mut |printer| {
            if let Some(print) = print.take() {
                print(printer);
            }
        });
    }
}

impl<'p> Deref for dyn PrintOpAsm<'p, '_> + 'p {
    type Target = AsmPrinter<'p>;
    fn deref(&self) -> &AsmPrinter<'p> {
        self
    }
}

impl<'p> DerefMut for dyn PrintOpAsm<'p, '_> + 'p {
    fn deref_mut(&mut self) -> &mut AsmPrinter<'p> {
        self
    }
}
