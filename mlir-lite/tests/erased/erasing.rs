//! Ops and blocks that are in use are not erased.

use crate::{DEF_USE, block, context, ops, parse, refused};
use mlir_lite::ir::{Body, OpId};

#[test]
fn an_op_with_uses_names_both_ops() {
    let mut module = parse(&context(), DEF_USE);
    let [def, user] = ops(&module)[..] else { panic!("two ops") };
    let message = refused(|| module.erase_op(def));
    assert_eq!(
        message,
        "cannot erase the 't.def' op: its result #0 is in use, the 't.use' op still uses it as \
            operand #1"
    );
    // Nothing has changed.
    assert_eq!(ops(&module), [def, user]);
    module.erase_op(user);
    module.erase_op(def);
    assert_eq!(ops(&module), []);
}

#[test]
fn one_of_several_results_is_enough() {
    let text = r#"
%0:3 = "t.def"() : () -> (i32, i32, i32)
"t.use"(%0#2) : (i32) -> ()
"#;
    let mut module = parse(&context(), text);
    let def = ops(&module)[0];
    let message = refused(|| module.erase_op(def));
    assert!(
        message.contains("'t.def' op: its result #2") && message.contains("'t.use' op"),
        "{message}"
    );
}

#[test]
fn ops_that_others_use_are_not_erased_together() {
    let text = r#"
%0 = "t.a"() : () -> i32
%1 = "t.b"(%0) : (i32) -> i32
"t.c"(%1) : (i32) -> ()
"#;
    let mut module = parse(&context(), text);
    let [a, b, c] = ops(&module)[..] else { panic!("three ops") };
    let message = refused(|| module.erase_ops(vec![a, b]));
    assert!(
        message.contains("erase the 't.b' op") && message.contains("the 't.c' op"),
        "{message}"
    );
    let mut module = parse(&context(), text);
    assert_eq!(ops(&module).len(), 3);
    let [a, b, c2] = ops(&module)[..] else { panic!("three ops") };
    assert_ne!(c, c2);
    module.erase_ops(vec![a, b, c2]);
    assert_eq!(ops(&module), []);
}

/// A nested op's value is used by an op outside: text cannot express this, but the API can.
#[test]
fn an_op_whose_nested_values_are_used_outside() {
    let text = r#"
"t.region"() ({
^bb0(%x: i32):
  %0 = "t.inner"() : () -> i32
}) : () -> ()
%1 = "t.def"() : () -> i32
"t.use"(%1) : (i32) -> ()
"#;
    for is_argument in [false, true] {
        let mut module = parse(&context(), text);
        let [outer, _, user] = ops(&module)[..] else { panic!("three ops") };
        let inside = module.entry_block(module.region(outer, 0)).expect("a block");
        let inner = module.first_op(inside).expect("an op");
        let value = if is_argument { module.arguments(inside)[0] } else { module.result(inner, 0) };
        module.set_operand(user, 0, value);
        let message = refused(|| module.erase_op(outer));
        assert!(message.contains("'t.use'"), "{message}");
        assert!(
            message.contains(if is_argument { "argument #0" } else { "'t.inner'" }),
            "{message}"
        );
    }
}

#[test]
fn the_root_is_not_erased() {
    let mut module = parse(&context(), DEF_USE);
    let root = module.root();
    assert!(refused(|| module.erase_op(root)).contains("owns a body"));
    assert!(refused(|| module.erase_ops(vec![root])).contains("owns a body"));
}

#[test]
fn an_op_is_erased_once() {
    let mut module = parse(&context(), DEF_USE);
    let [def, user] = ops(&module)[..] else { panic!("two ops") };
    module.erase_op(user);
    assert!(refused(|| module.erase_op(user)).contains("this op was erased"));
    assert!(refused(|| module.erase_ops(vec![def, user])).contains("this op was erased"));
    assert!(refused(|| module.erase_ops(vec![user])).contains("this op was erased"));
    let mut module = parse(&context(), DEF_USE);
    let user = ops(&module)[1];
    assert!(refused(|| module.erase_ops(vec![user, user])).contains("this op was erased"));
}

const BLOCKS: &str = r#"
"t.region"() ({
  %0 = "t.def"() : () -> i32
  "t.br"(%0)[^bb1] : (i32) -> ()
^bb1(%x: i32):
  %1 = "t.inner"() : () -> i32
  "t.br"()[^bb2] : () -> ()
^bb2:
  "t.use"(%x, %1) : (i32, i32) -> ()
}) : () -> ()
"#;

/// The op with the region, and its blocks.
fn blocks(module: &Body) -> (OpId, Vec<mlir_lite::ir::BlockId>) {
    let op = ops(module)[0];
    (op, module.blocks(module.region(op, 0)).collect())
}

#[test]
fn a_block_that_is_branched_to() {
    let text = r#"
"t.region"() ({
  "t.br"()[^bb1] : () -> ()
^bb1:
  "t.end"() : () -> ()
}) : () -> ()
"#;
    let mut module = parse(&context(), text);
    let (_, found) = blocks(&module);
    let message = refused(|| module.erase_block(found[1]));
    let expected = "cannot erase a block of the 't.region' op: it is successor #0 of the 't.br' op";
    assert_eq!(message, expected);
    let mut module = parse(&context(), text);
    let (_, found) = blocks(&module);
    assert_eq!(refused(|| module.erase_blocks(&[found[1]])), expected);
    let mut module = parse(&context(), text);
    let (op, found) = blocks(&module);
    module.erase_blocks(&found);
    assert_eq!(module.entry_block(module.region(op, 0)), None);
}

#[test]
fn a_block_whose_values_are_used_outside() {
    let mut module = parse(&context(), BLOCKS);
    let (_, found) = blocks(&module);
    let message = refused(|| module.erase_block(found[1]));
    assert!(message.contains("'t.inner'") && message.contains("'t.use'"), "{message}");
    // The argument is used too, but by then by nothing else.
    let user = module.first_op(found[2]).expect("an op");
    let mut module = parse(&context(), BLOCKS);
    assert!(!module.is_live(user));
    let (_, found) = blocks(&module);
    let user = module.first_op(found[2]).expect("an op");
    let argument = module.arguments(found[1])[0];
    module.set_operand(user, 1, argument);
    let message = refused(|| module.erase_block(found[1]));
    let expected = "cannot erase argument #0 of a block of the 't.region' op: the 't.use' op still \
        uses it as operand #";
    assert!(message.starts_with(expected), "{message}");
    let mut module = parse(&context(), BLOCKS);
    let (_, found) = blocks(&module);
    assert!(refused(|| module.erase_blocks(&found[..2])).contains("'t.use'"));
}

#[test]
fn an_argument_that_is_used() {
    let mut module = parse(&context(), BLOCKS);
    let (_, found) = blocks(&module);
    let message = refused(|| module.erase_argument(found[1], 0));
    assert!(message.contains("argument #0") && message.contains("'t.use'"), "{message}");
    assert_eq!(module.arguments(found[1]).len(), 1);
}

#[test]
fn a_region_with_blocks() {
    let mut module = parse(&context(), BLOCKS);
    let (op, _) = blocks(&module);
    assert!(
        refused(|| module.remove_last_region(op)).contains("a region that is erased has blocks")
    );
}

#[test]
fn what_is_in_a_list_is_not_put_into_another() {
    let mut module = parse(&context(), BLOCKS);
    let (op, found) = blocks(&module);
    let to = block(&module);
    assert!(refused(|| module.append_op(to, op)).contains("in a block already"));
    let region = module.region(op, 0);
    assert!(refused(|| module.append_block(region, found[1])).contains("in a region already"));
    let (first, last) =
        (module.first_op(found[0]).expect("an op"), module.first_op(found[2]).expect("an op"));
    assert!(refused(|| module.is_before(first, last)).contains("different blocks"));
}
