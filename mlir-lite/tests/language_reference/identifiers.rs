//! "Notation", "Common syntax", "Identifiers and keywords".

use crate::{prints, rejected, round_trip, value_prints};

#[test]
fn comments_end_with_the_line() {
    prints(
        "// A comment.\n\"t.op\"() // Another \"one\" {\n : () -> ()",
        "module {\n  \"t.op\"() : () -> ()\n}",
    );
}

#[test]
fn names_of_values_are_not_kept() {
    prints(
        "%batch_size = \"t.a\"() : () -> i32
%23 = \"t.b\"(%batch_size) : (i32) -> i32
%$._- = \"t.c\"(%23) : (i32) -> i32",
        "module {
  %0 = \"t.a\"() : () -> i32
  %1 = \"t.b\"(%0) : (i32) -> i32
  %2 = \"t.c\"(%1) : (i32) -> i32
}",
    );
}

#[test]
fn identifiers_never_collide_with_keywords() {
    prints(
        "!i32 = type f32
#dense = 1 : i8
func @func(%func: !i32) -> f32 {
  br ^return(%func : f32)
^return(%return: f32):
  \"t.op\"() {func = #dense, true = @module} : () -> ()
  return %return : f32
}",
        "module {
  func @func(%arg0: f32) -> f32 {
    br ^bb1(%arg0 : f32)
  ^bb1(%0: f32):  // pred: ^bb0
    \"t.op\"() {func = 1 : i8, true = @module} : () -> ()
    return %0 : f32
  }
}",
    );
}

#[test]
fn symbols_may_be_any_text() {
    value_prints("@func42", "@func42");
    value_prints("@matmul", "@matmul");
    value_prints("@\"any string\"", "@\"any string\"");
    // In the grammar, but neither in today's MLIR nor in any example: names with other characters
    // than letters, digits, `_`, `$` and `.`, and names that do not begin with a letter, are
    // quoted.
    value_prints("@\"a-b\"", "@\"a-b\"");
    value_prints("@\"1\"", "@\"1\"");
    value_prints("@a$.b", "@a$.b");
    let message = "expected attribute value, found '@' without a name: names begin with a letter \
        or '_', others are written in quotes";
    rejected("\"t.op\"() {value = @1} : () -> ()", message);
    rejected("\"t.op\"() {value = @a-b} : () -> ()", "expected ',' or '}', found '-'");
}

#[test]
fn values_are_in_scope_in_their_region() {
    round_trip(
        "module {
  %0 = \"t.def\"() : () -> i32
  \"t.region\"() ({
    \"t.use\"(%0) : (i32) -> ()
  }) : () -> ()
}",
    );
    rejected(
        "\"t.region\"() ({ %a = \"t.def\"() : () -> i32 }) : () -> ()\n\"t.use\"(%a) : (i32) -> ()",
        "use of undeclared SSA value name '%a'",
    );
    rejected(
        "%a = \"t.def\"() : () -> i32\nfunc @f() { \"t.use\"(%a) : (i32) -> ()\n return }",
        "use of undeclared SSA value name '%a'",
    );
    rejected(
        "%a = \"t.def\"() : () -> i32\n%a = \"t.def\"() : () -> i32",
        "redefinition of SSA value '%a'",
    );
}
