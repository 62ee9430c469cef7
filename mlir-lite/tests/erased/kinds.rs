//! Ops of another kind under a typed handle.

use crate::{context, ops, parse, refused};
use mlir_lite::dialects::standard::{AddFOp, AddIOp, CondBrOp, ConstantOp, FuncOp, MulFOp};
use mlir_lite::ir::OpDefinition;

const PRODUCT: &str = r#"
func @f(%x: f64) -> f64 {
  %0 = mulf %x, %x : f64
  return %0 : f64
}
"#;

#[test]
fn an_accessor_of_another_kind() {
    let mut module = parse(&context(), PRODUCT);
    let link = ops(&module)[0];
    let function = module.child_mut(link).expect("a function has a body");
    let op = function.own_ops()[0];
    assert!(AddFOp::cast(function, op).is_none());
    let wrong = AddFOp::from_id(op);
    let expected = "the op is used as 'std.addf', but it is 'std.mulf'";
    assert_eq!(refused(|| wrong.lhs(function)), expected);
    assert_eq!(refused(|| wrong.rhs(function)), expected);
    assert_eq!(refused(|| wrong.result(function)), expected);
    let right = MulFOp::from_id(op);
    assert_eq!(right.lhs(function), right.rhs(function));
}

#[test]
fn an_op_that_became_another_one() {
    let ctx = context();
    let mut module = parse(&ctx, PRODUCT);
    let link = ops(&module)[0];
    let function = module.child_mut(link).expect("a function has a body");
    let op = MulFOp::cast(function, function.own_ops()[0]).expect("a product");
    op.lhs(function);
    function.rename_op(op.id(), AddFOp::name(&ctx));
    let expected = "the op is used as 'std.mulf', but it is 'std.addf'";
    assert_eq!(refused(|| op.lhs(function)), expected);
    AddFOp::from_id(op.id()).lhs(function);
}

#[test]
fn an_op_that_was_erased_under_its_handle() {
    let mut module = parse(&context(), PRODUCT);
    let link = ops(&module)[0];
    let function = module.child_mut(link).expect("a function has a body");
    let [op, end] = function.own_ops()[..] else { panic!("two ops") };
    let product = MulFOp::from_id(op);
    function.erase_op(end);
    function.erase_op(op);
    assert!(refused(|| product.lhs(function)).contains("this op was erased"));
}

#[test]
fn attributes_regions_and_successors_of_another_kind() {
    let mut module = parse(&context(), PRODUCT);
    let link = ops(&module)[0];
    let constant = ConstantOp::from_id(link);
    assert!(refused(|| constant.value(&module)).contains("'std.constant', but it is 'std.func'"));
    FuncOp::from_id(link).sym_name(&module);
    let function = module.child_mut(link).expect("a function has a body");
    let op = function.own_ops()[0];
    let wrong = FuncOp::from_id(op);
    assert!(refused(|| wrong.body(function)).contains("'std.func', but it is 'std.mulf'"));
    let wrong = CondBrOp::from_id(op);
    assert!(refused(|| wrong.true_dest(function)).contains("'std.cond_br', but it is 'std.mulf'"));
    let (ctx, wrong) = (function.context().clone(), AddIOp::from_id(op));
    assert_ne!(wrong.id(), function.root());
    let constant = ConstantOp::from_id(op);
    let value = mlir_lite::attributes::Attribute::UNIT;
    assert!(refused(|| constant.set_value(function, value)).contains("but it is 'std.mulf'"));
    drop(ctx);
}
