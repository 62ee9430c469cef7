//! Limits on the text that is read.

use mlir_lite_diagnostics::Limit;

/// How deeply text may nest, counted in the generic form of the module with aliases replaced by
/// their definitions. The parser recurses, and its stack is large enough for this many levels and
/// the reserve that printing needs.
pub static MAX_NESTING: Limit = Limit::new("--max-nesting=N", 200).at_most(200);

/// How many levels a custom form may have beyond those of the generic form. The parser accepts that
/// many more, and then compares the generic form with the limit, so that what is accepted does not
/// depend on the form.
pub(super) const RESERVE: u32 = 16;

/// How far below the limit the parser begins to record levels. A custom form may have this many
/// levels less than the generic form, which adds levels for attributes of arguments, function types
/// and types of numbers.
pub(super) const MARGIN: u32 = 32;

/// The brackets of types that are cached by their text nest less deep than this.
pub(super) const LEVELS_OF_KNOWN: u32 = 12;

/// How many bytes the aliases in one alias definition may expand to. Aliases in the rest of a text
/// may expand to 64 times as much in total. Without a limit, thirty short lines can expand to
/// gigabytes.
pub static MAX_ALIAS_EXPANSION: Limit = Limit::new("--max-alias-expansion=BYTES", 16 << 20);

/// How many levels a location may have: nested call sites, names and fused locations, with aliases
/// replaced by their definitions. Inlining adds one for each call. They are parsed and printed
/// without recursion.
pub static MAX_LOCATION_DEPTH: Limit =
    Limit::new("--max-location-depth=N", 10_000).at_most(100_000);

/// How many bytes an alias of a location outside of definitions may expand to without being
/// counted: in a large module, each op may have a location with its calls.
pub(super) const BYTES_OF_A_LOCATION: u64 = 16 << 10;

/// How many definitions of locations, each using the next one, are parsed by recursion.
pub(super) const OPEN_LOCATIONS: u32 = 8;
