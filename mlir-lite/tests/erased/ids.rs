//! Ids of erased ops, blocks and values, and of other bodies.

use crate::{DEF_USE, block, context, ops, parse, refused};
use mlir_lite::ir::{Body, Location, OpId, OperationState, ValueId};
use mlir_lite::types::Type;

const ERASED: &str = "this op was erased";

/// An access with an op's id.
type Use = fn(&mut Body, OpId);

/// Each way of using an op is refused.
#[track_caller]
fn check_op(module: &mut Body, op: OpId, expected: &str) {
    let uses: [(&str, Use); 12] = [
        ("name", |module, op| _ = module.info(op)),
        ("operands", |module, op| _ = module.operand_list(op)),
        ("results", |module, op| _ = module.results(op).count()),
        ("location", |module, op| _ = module.location(op)),
        ("block", |module, op| _ = module.block(op)),
        ("next_op", |module, op| _ = module.next_op(op)),
        ("parent", |module, op| _ = module.parent_op(op)),
        ("regions", |module, op| _ = module.regions(op).len()),
        ("attributes", |module, op| _ = module.attributes(op)),
        ("view", |module, op| _ = module.op(op)),
        ("detach", |module, op| module.detach_op(op)),
        ("walk", |module, op| _ = module.own_ops_in(op)),
    ];
    for (what, use_op) in uses {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| use_op(module, op)));
        let panic = result.expect_err(what);
        let message = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        assert!(message.contains(expected), "{what}: {message}");
    }
}

#[test]
fn an_op_that_was_erased() {
    let mut module = parse(&context(), DEF_USE);
    let user = ops(&module)[1];
    module.erase_op(user);
    assert!(!module.is_live(user));
    check_op(&mut module, user, ERASED);
    let to = block(&module);
    assert!(refused(|| module.append_op(to, user)).contains(ERASED));
    assert!(refused(|| module.op(user)).contains(ERASED));
}

/// Creates and erases an op, again and again: the first id never becomes valid again.
#[test]
fn an_op_whose_slot_is_reused() {
    let ctx = context();
    let mut module = parse(&ctx, DEF_USE);
    let user = ops(&module)[1];
    let value = module.operand(user, 0);
    module.erase_op(user);
    let name = ctx.op_name("t.again");
    let mut old = vec![user];
    for round in 0..5000 {
        let op = module.create_simple_op(name, Location::UNKNOWN, &[value], &[]);
        assert!(old.iter().all(|&stale| stale != op), "round {round}");
        assert!(!module.is_live(user) && !module.is_live(old[round]));
        assert!(module.is_live(op));
        if round == 0 || round % 999 == 0 {
            assert_eq!(op.index() == user.index(), round == 0, "the place is used again at once");
            for &stale in &old {
                assert!(refused(|| module.num_operands(stale)).contains(ERASED));
            }
        }
        module.erase_op(op);
        old.push(op);
    }
    check_op(&mut module, user, ERASED);
    assert!(module.op_capacity() < 100, "places are used again: {}", module.op_capacity());
}

#[test]
fn values_of_an_op_that_was_erased() {
    let ctx = context();
    let mut module = parse(&ctx, DEF_USE);
    let [def, user] = ops(&module)[..] else { panic!("two ops") };
    let value = module.result(def, 0);
    module.erase_op(user);
    module.erase_op(def);
    let is_refused = |module: &mut Body| {
        let expected = "this value was erased";
        assert!(refused(|| module.ty(value)).contains(expected));
        assert!(refused(|| module.value_def(value)).contains(expected));
        assert!(refused(|| module.defining_op(value)).contains(expected));
        assert!(refused(|| module.uses(value).count()).contains(expected));
        assert!(refused(|| module.has_uses(value)).contains(expected));
        assert!(refused(|| module.set_type(value, Type::INDEX)).contains(expected));
        let state = OperationState::new(ctx.op_name("t.use"), Location::UNKNOWN).operands(&[value]);
        assert!(refused(|| module.create_op(state)).contains(expected));
    };
    is_refused(&mut module);
    for _ in 0..2000 {
        let op =
            module.create_simple_op(ctx.op_name("t.def"), Location::UNKNOWN, &[], &[Type::INDEX]);
        assert_ne!(module.result(op, 0), value);
        module.erase_op(op);
    }
    let op = module.create_simple_op(ctx.op_name("t.def"), Location::UNKNOWN, &[], &[Type::INDEX]);
    is_refused(&mut module);
    let new = module.result(op, 0);
    assert!(refused(|| module.replace_all_uses(value, new)).contains("this value was erased"));
    assert!(refused(|| module.replace_all_uses(new, value)).contains("this value was erased"));
    assert!(module.value_capacity() < 100, "{}", module.value_capacity());
}

#[test]
fn arguments_blocks_and_regions_that_were_erased() {
    let ctx = context();
    let text = r#"
"t.region"() ({
^bb0(%x: i32):
}) : () -> ()
"#;
    let mut module = parse(&ctx, text);
    let op = ops(&module)[0];
    let region = module.region(op, 0);
    let inside = module.entry_block(region).expect("a block");
    let argument = module.arguments(inside)[0];
    module.erase_argument(inside, 0);
    assert!(refused(|| module.ty(argument)).contains("this value was erased"));
    assert!(refused(|| module.argument_location(argument)).contains("this value was erased"));
    module.add_argument(inside, Type::INDEX);
    assert!(refused(|| module.has_uses(argument)).contains("this value was erased"));
    module.erase_block(inside);
    let is_refused = |module: &mut Body| {
        let expected = "this block was erased";
        assert!(refused(|| module.first_op(inside)).contains(expected));
        assert!(refused(|| module.arguments(inside).len()).contains(expected));
        assert!(refused(|| module.erase_block(inside)).contains(expected));
        assert!(refused(|| module.append_block(region, inside)).contains(expected));
        assert!(refused(|| module.predecessors(inside).count()).contains(expected));
        assert!(refused(|| module.block_ref(inside)).contains(expected));
    };
    is_refused(&mut module);
    for _ in 0..2000 {
        let new = module.create_block(region, &[Type::INDEX]);
        assert_ne!(new, inside);
        module.erase_block(new);
    }
    module.create_block(region, &[]);
    is_refused(&mut module);
    module.erase_op(op);
    let expected = "this region was erased";
    assert!(refused(|| module.entry_block(region)).contains(expected));
    assert!(refused(|| module.create_block(region, &[])).contains(expected));
    let again = module.create_region();
    assert_ne!(again, region);
    assert!(refused(|| module.region_owner(region)).contains(expected));
    assert!(refused(|| module.region_ref(region)).contains(expected));
}

#[test]
fn ids_of_another_body() {
    let ctx = context();
    let first = parse(&ctx, DEF_USE);
    let mut second = parse(&ctx, DEF_USE);
    // One of another context, and one of a body that was dropped.
    let third = parse(&context(), DEF_USE);
    let dropped = {
        let body = parse(&ctx, DEF_USE);
        (ops(&body)[0], body.result(ops(&body)[0], 0), block(&body), body.region(body.root(), 0))
    };
    let of = |body: &Body| {
        (ops(body)[0], body.result(ops(body)[0], 0), block(body), body.region(body.root(), 0))
    };
    let copy = second.deep_clone();
    for (op, value, block, region) in [of(&first), of(&third), dropped, of(&copy)] {
        assert_eq!(op.index(), ops(&second)[0].index(), "the place is there in this body, too");
        check_op(&mut second, op, "this op is in another body");
        assert!(refused(|| second.erase_op(op)).contains("this op is in another body"));
        assert!(refused(|| second.ty(value)).contains("this value is in another body"));
        assert!(refused(|| second.first_op(block)).contains("this block is in another body"));
        assert!(refused(|| second.entry_block(region)).contains("this region is in another body"));
        let user = ops(&second)[1];
        assert!(
            refused(|| second.set_operand(user, 0, value))
                .contains("this value is in another body")
        );
        assert!(
            refused(|| second.append_op(block, user)).contains("this block is in another body")
        );
        assert!(!second.is_live(op));
    }
}

#[test]
fn many_bodies_tell_their_ids_apart() {
    let ctx = context();
    let name = ctx.op_name("t.root");
    let first = Body::new(&ctx, name, Location::UNKNOWN, 1);
    let root = first.root();
    // More generations than 16 bits can distinguish.
    for _ in 0..70_000 {
        let other = Body::new(&ctx, name, Location::UNKNOWN, 0);
        assert!(!other.is_live(root));
    }
    assert!(first.is_live(root));
}

#[test]
fn the_id_of_nothing() {
    let mut module = parse(&context(), DEF_USE);
    check_op(&mut module, OpId::DANGLING, "this op is in another body");
    assert!(refused(|| module.ty(ValueId::DANGLING)).contains("this value is in another body"));
}

#[test]
fn ids_and_options_of_them_take_eight_bytes() {
    assert_eq!((size_of::<OpId>(), size_of::<Option<OpId>>()), (8, 8));
    assert_eq!((size_of::<ValueId>(), size_of::<Option<ValueId>>()), (8, 8));
}
