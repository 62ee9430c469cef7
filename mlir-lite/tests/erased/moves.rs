//! Ids after moves: within a body, from body to body, with a body, and into a copy.

use crate::{block, context, ops, parse, refused};
use mlir_lite::ir::Body;
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::transforms::inline::inline_one_call;

const CALL: &str = r#"
func private @callee(%x: f64) -> f64 {
  %0 = mulf %x, %x : f64
  return %0 : f64
}
func @caller(%x: f64) -> f64 {
  %0 = call @callee(%x) : (f64) -> f64
  return %0 : f64
}
"#;

fn split(text: &str) -> (Body, Body) {
    let mut module = parse(&context(), text);
    let [callee, caller] = ops(&module)[..] else { panic!("two functions") };
    let callee = module.take_child(callee).expect("a function has a body");
    let caller = module.take_child(caller).expect("a function has a body");
    (callee, caller)
}

#[test]
fn what_is_inlined_has_ids_of_its_own() {
    let (callee, mut caller) = split(CALL);
    let (call, product) = (caller.own_ops()[0], callee.own_ops()[0]);
    let result = caller.result(call, 0);
    inline_one_call(&mut caller, call, &callee).expect("a function that can be inlined");
    assert!(refused(|| caller.num_operands(call)).contains("this op was erased"));
    assert!(refused(|| caller.ty(result)).contains("this value was erased"));
    assert!(refused(|| caller.num_operands(product)).contains("this op is in another body"));
    assert_eq!(callee.num_operands(product), 2);
    let copy = caller.own_ops()[0];
    assert_eq!(caller.info(copy).name(), "std.mulf");
    assert!(refused(|| callee.num_operands(copy)).contains("this op is in another body"));
}

#[test]
fn a_copy_has_ids_of_its_own() {
    let (from, mut to) = split(CALL);
    let product = from.own_ops()[0];
    let mut mapping = IrMapping::new();
    let root = to.region(to.root(), 0);
    let argument = to.arguments(to.entry_block(root).expect("a block"))[0];
    mapping.map(from.operand(product, 0), argument);
    let copy = to.clone_op_from(&from, product, &mut mapping);
    assert_eq!(to.operand(copy, 0), argument);
    assert!(refused(|| to.operand(product, 0)).contains("this op is in another body"));
    assert!(refused(|| from.operand(copy, 0)).contains("this op is in another body"));
    assert_eq!(mapping.value(from.result(product, 0)), Some(to.result(copy, 0)));
}

#[test]
fn a_body_that_moves_keeps_its_ids() {
    let ctx = context();
    let mut module = parse(&ctx, CALL);
    let mut other = parse(&ctx, "");
    let link = ops(&module)[0];
    let inside = module.child(link).expect("a body").own_ops()[0];
    let function = module.take_child(link).expect("a body");
    assert!(refused(|| module.child(link)).contains("this op was erased"));
    let to = block(&other);
    let new = other.create_isolated_op(function, &[], &[]);
    other.append_op(to, new);
    assert!(refused(|| other.child(link)).contains("this op is in another body"));
    assert_eq!(other.child(new).expect("a body").num_operands(inside), 2);
    assert!(refused(|| other.num_operands(inside)).contains("this op is in another body"));
}

#[test]
fn an_op_that_moves_keeps_its_id() {
    let text = r#"
"t.region"() ({
  "t.a"() : () -> ()
}) : () -> ()
"t.b"() : () -> ()
"#;
    let mut module = parse(&context(), text);
    let [outer, last] = ops(&module)[..] else { panic!("two ops") };
    let inside = module.entry_block(module.region(outer, 0)).expect("a block");
    let moved = module.first_op(inside).expect("an op");
    module.move_op_before(last, moved);
    assert_eq!(ops(&module), [outer, moved, last]);
    let (first, second) = module.split_block_at(moved);
    assert_eq!(module.block(moved), Some(second));
    assert_ne!(first, second);
    module.erase_op(outer);
    assert!(refused(|| module.first_op(inside)).contains("this block was erased"));
    assert_eq!(module.next_op(moved), Some(last));
}
