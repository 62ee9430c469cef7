//! "Understanding the IR structure": its example's text. The walks over it are
//! shown by `mlir-lite-opt`'s passes.

use crate::{context, prints, read};

/// The module's name and terminator are those of 2020: in today's text the
/// former is `builtin.module`, and there is no terminator.
const NESTING: &str = "\"module\"() ( {
  %0:4 = \"dialect.op1\"() {\"attribute name\" = 42 : i32} : () -> (i1, i16, i32, i64)
  \"dialect.op2\"() ( {
    \"dialect.innerop1\"(%0#0, %0#1) : (i1, i16) -> ()
  },  {
    \"dialect.innerop2\"() : () -> ()
    \"dialect.innerop3\"(%0#0, %0#2, %0#3)[^bb1, ^bb2] : (i1, i32, i64) -> ()
  ^bb1(%1: i32):  // pred: ^bb0
    \"dialect.innerop4\"() : () -> ()
    \"dialect.innerop5\"() : () -> ()
  ^bb2(%2: i64):  // pred: ^bb0
    \"dialect.innerop6\"() : () -> ()
    \"dialect.innerop7\"() : () -> ()
  }) {\"other attribute\" = 42 : i64} : () -> ()
  \"module_terminator\"() : () -> ()
}) : () -> ()";

#[test]
fn the_example_is_read() {
    prints(
        NESTING,
        "module {
  %0:4 = \"dialect.op1\"() {\"attribute name\" = 42 : i32} : () -> (i1, i16, i32, i64)
  \"dialect.op2\"() ({
    \"dialect.innerop1\"(%0#0, %0#1) : (i1, i16) -> ()
  }, {
    \"dialect.innerop2\"() : () -> ()
    \"dialect.innerop3\"(%0#0, %0#2, %0#3)[^bb1, ^bb2] : (i1, i32, i64) -> ()
  ^bb1(%1: i32):  // pred: ^bb0
    \"dialect.innerop4\"() : () -> ()
    \"dialect.innerop5\"() : () -> ()
  ^bb2(%2: i64):  // pred: ^bb0
    \"dialect.innerop6\"() : () -> ()
    \"dialect.innerop7\"() : () -> ()
  }) {\"other attribute\" = 42 : i64} : () -> ()
}",
    );
}

#[test]
fn it_is_walked() {
    let ctx = context();
    let module = read(&ctx, NESTING).unwrap_or_else(|error| panic!("{error}"));
    // Two ops, and seven in the regions of the second; the terminator is gone.
    assert_eq!(module.as_op().walk().count(), 9);
}
