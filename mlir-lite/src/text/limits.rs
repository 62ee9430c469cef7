//! Limits on the text that is read.

use mlir_lite_diagnostics::Limit;

/// How deeply text may nest, counted in the generic form of the module, with aliases replaced by their definitions. The
/// parser recurses, and has the stack for as much, and for the reserve that printing needs.
pub static MAX_NESTING: Limit = Limit::new("--max-nesting=N", 200).at_most(200);

/// Levels that a form may have beyond those of the generic form: the parser reads as many more, and then compares the
/// generic form with the limit. So what is accepted in one form is accepted in all.
pub(super) const RESERVE: u32 = 16;

/// How far below the limit the levels of a source are noted. A custom form may have so many levels less than the generic
/// one, which has levels of its own for the attributes of arguments, function types and types of numbers.
pub(super) const MARGIN: u32 = 32;

/// Brackets of types that are short enough to be known by their text nest less than this.
pub(super) const LEVELS_OF_KNOWN: u32 = 12;

/// How many bytes of text the aliases in the definition of another one may stand for. Aliases in the rest of a text may
/// stand for 64 times as much in all. Without a limit, thirty short lines name gigabytes.
pub static MAX_ALIAS_EXPANSION: Limit = Limit::new("--max-alias-expansion=BYTES", 16 << 20);
