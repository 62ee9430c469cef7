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

/// How many levels a location may have: call sites, names and fused locations within each other, with aliases replaced by
/// their definitions. Inlining makes one for each call. They are read and printed without recursion.
pub static MAX_LOCATION_DEPTH: Limit =
    Limit::new("--max-location-depth=N", 10_000).at_most(100_000);

/// Bytes of text that do not count where an alias of a location stands for them outside of definitions: each op of a large
/// module may have a location with the calls that led to it.
pub(super) const BYTES_OF_A_LOCATION: u64 = 16 << 10;

/// How many definitions of locations, each of which uses the next one, are read by recursion.
pub(super) const OPEN_LOCATIONS: u32 = 8;
