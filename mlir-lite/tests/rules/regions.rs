//! Regions in rules: they are bound, tested, and move to the op that replaces theirs.

use crate::*;
use mlir_lite::rewrite;

/// One region or none.
#[op(name = "t.one_region", traits(NoTerminator))]
pub(crate) struct OneRegionOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
    #[region]
    body: AnyRegion,
}

/// A region, and others after it.
#[op(name = "t.regions", traits(NoTerminator))]
pub(crate) struct RegionsOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
    #[region]
    first: AnyRegion,
    #[region]
    others: Variadic<AnyRegion>,
}

pub(crate) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<OneRegionOp>();
    dialect.op::<RegionsOp>();
}

const ONE: &str = "%0 = \"t.one_region\"(%x) ({
^bb0(%i: i32):
  \"x.inner\"(%i, %y) : (i32, i32) -> ()
}) : (i32) -> i32
\"x.use\"(%0) : (i32) -> ()";

#[test]
fn a_region_moves_to_the_op_that_replaces_its_own() {
    becomes(
        ONE,
        rewrite! { "moved": OneRegionOp($x) { $body } => RegionsOp(FooOp($x)) { $body, _ } },
        "%2 = \"t.foo\"(%0) : (i32) -> i32
%3 = \"t.regions\"(%2) ({
^bb0(%arg0: i32):
  \"x.inner\"(%arg0, %1) : (i32, i32) -> ()
}) : (i32) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
}

#[test]
fn regions_that_are_not_named_do_not_matter() {
    becomes(
        ONE,
        rewrite! { "erased": OneRegionOp($x) => RegionsOp($x) { _, _ } },
        "%2 = \"t.regions\"(%0) ({\n}) : (i32) -> i32\n\"x.use\"(%2) : (i32) -> ()",
    );
}

/// The regions of a variadic field move together, in any place.
#[test]
fn all_regions_of_a_field_move() {
    let text = "%0 = \"t.regions\"(%x) ({
  \"x.a\"() : () -> ()
}, {
  \"x.b\"() : () -> ()
}, {
  \"x.c\"() : () -> ()
}) : (i32) -> i32
\"x.use\"(%0) : (i32) -> ()";
    becomes(
        text,
        rewrite! {
            "first only": RegionsOp($x) { $first, _ } => OneRegionOp($x) { $first }
                where has_block($first)
        },
        "%2 = \"t.one_region\"(%0) ({
  \"x.a\"() : () -> ()
}) : (i32) -> i32
\"x.use\"(%2) : (i32) -> ()",
    );
    becomes(
        text,
        rewrite! {
            "one less": RegionsOp($x) { _, $others } => RegionsOp(FooOp($x)) { _, $others }
                where are_two($others)
        },
        "%2 = \"t.foo\"(%0) : (i32) -> i32
%3 = \"t.regions\"(%2) ({
}, {
  \"x.b\"() : () -> ()
}, {
  \"x.c\"() : () -> ()
}) : (i32) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
    fn are_two(_: &Body, regions: &[RegionId]) -> bool {
        regions.len() == 2
    }
}

fn has_block(body: &Body, region: RegionId) -> bool {
    body.entry_block(region).is_some()
}

/// A condition on a region that does not hold leaves everything as it is.
#[test]
fn conditions_test_regions() {
    let rules = rewrite! { "empty": OneRegionOp($x) { $body } => $x where !has_block($body) };
    let rest = ONE.replace("%0 =", "%2 =").replace("(%0)", "(%2)");
    let rest = rest.replace("%x", "%0").replace("%y", "%1").replace("%i", "%arg0");
    becomes(ONE, rules, &rest);
    becomes(
        "%0 = \"t.one_region\"(%x) ({}) : (i32) -> i32\n\"x.use\"(%0) : (i32) -> ()",
        rules,
        "\"x.use\"(%0) : (i32) -> ()",
    );
}
