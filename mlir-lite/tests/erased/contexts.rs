//! Handles of one context are refused by others, in every build, and are equal to nothing there.

use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineMap, IntegerSet};
use mlir_lite::attributes::{Attribute, DenseElements};
use mlir_lite::context::{DialectId, OpName};
use mlir_lite::conversion::{ConversionPatternSet, ConversionTarget, apply_partial_conversion};
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::ir::Location;
use mlir_lite::ir::{Ident, IrMapping, SymbolRequests};
use mlir_lite::rewrite::{
    GreedyConfig, PatternRoot, RewritePatternSet, apply_patterns_greedily, walk_and_apply_patterns,
};
use mlir_lite::text::print_type;
use mlir_lite::transforms::inline::InlinerPass;
use mlir_lite::types::Type;
use std::panic::{AssertUnwindSafe, catch_unwind};
use test_support::{context, parse};

/// The message of the panic in which a use ends.
#[track_caller]
fn message<R>(misuse: impl FnOnce() -> R) -> String {
    match catch_unwind(AssertUnwindSafe(misuse)) {
        Ok(_) => panic!("it is not found"),
        Err(payload) => match payload.downcast_ref::<String>() {
            Some(formatted) => formatted.clone(),
            None => (*payload.downcast_ref::<&str>().expect("a message")).to_owned(),
        },
    }
}

/// Handles of every kind, made by the same calls in each context.
struct Handles {
    ty: Type,
    dialect_type: Type,
    attribute: Attribute,
    large: Attribute,
    ident: Ident,
    place: Location,
    call_site: Location,
    expr: AffineExpr,
    map: AffineMap,
    set: IntegerSet,
    op: OpName,
    dialect: DialectId,
}

fn handles(ctx: &Context) -> Handles {
    let sum = ctx.affine_add(ctx.affine_dim(0), ctx.affine_symbol(0));
    let many = ctx.tensor_type(&[1000], Type::F64);
    let values: Vec<f64> = (0..1000).map(f64::from).collect();
    let place = ctx.file_location("a.mlir", 1, 2);
    Handles {
        ty: ctx.tensor_type(&[7, 9], Type::F64),
        dialect_type: mlir_lite::dialects::llvm::pointer_type_in(ctx, 3),
        attribute: ctx.string_attr("some text"),
        large: ctx.dense_attr(DenseElements::from_f64(many, &values)),
        ident: ctx.ident("some name"),
        place,
        call_site: ctx.call_site_location(place, Location::position(7)),
        expr: sum,
        map: ctx.affine_map(1, 1, &[sum]),
        set: ctx.integer_set(1, 1, &[(sum, true)]),
        op: ctx.op_name("std.addf"),
        dialect: ctx.dialect_id("std").expect("it is loaded"),
    }
}

#[test]
fn a_handle_of_each_kind_is_refused_by_another_context() {
    let (one, two) = (context(), context());
    // The second context has all of it too, and other things at the same indices.
    two.ident("another name");
    two.string_attr("another text");
    two.tensor_type(&[1, 2, 3], Type::I1);
    let (foreign, own) = (handles(&one), handles(&two));

    let is_of = |what: &str, found: String| {
        let text = "belongs to another context: it is used with the one that created it";
        assert_eq!(found, format!("this {what} {text}"));
    };
    is_of("type", message(|| foreign.ty.shape(&two)));
    is_of("type", message(|| print_type(&two, foreign.dialect_type)));
    is_of("attribute", message(|| foreign.attribute.as_str(&two).map(str::len)));
    is_of("attribute", message(|| foreign.large.dense(&two)));
    is_of("identifier", message(|| foreign.ident.text(&two).len()));
    is_of("location", message(|| foreign.place.to_position(&two)));
    is_of("location", message(|| foreign.call_site.to_position(&two)));
    is_of("affine expression", message(|| foreign.expr.kind(&two)));
    is_of("affine map", message(|| foreign.map.results(&two).len()));
    is_of("integer set", message(|| foreign.set.contains(&two, &[0], &[0])));
    is_of("name of an op", message(|| two.op_info(foreign.op).name().len()));
    is_of("dialect", message(|| two.dialect_namespace(foreign.dialect)));

    assert_ne!(foreign.ty, own.ty);
    assert_ne!(foreign.dialect_type, own.dialect_type);
    assert_ne!(foreign.attribute, own.attribute);
    assert_ne!(foreign.large, own.large);
    assert_ne!(foreign.ident, own.ident);
    assert_ne!(foreign.place, own.place);
    assert_ne!(foreign.call_site, own.call_site);
    assert_ne!(foreign.expr, own.expr);
    assert_ne!(foreign.map, own.map);
    assert_ne!(foreign.set, own.set);
    assert_ne!(foreign.op, own.op);
    assert_ne!(foreign.dialect, own.dialect);
    assert_eq!(own.ty.shape(&two), Some(&[7, 9][..]));
    assert_eq!(two.op_info(own.op).name(), "std.addf");
}

#[test]
fn what_all_contexts_share_is_one_handle() {
    let (one, two) = (context(), context());
    for ctx in [&one, &two] {
        assert_eq!(print_type(ctx, Type::I32), "i32");
        assert_eq!(ctx.integer_type(64), Type::I64);
        assert_eq!(ctx.bool_attr(true), Attribute::TRUE);
        assert_eq!(ctx.ident("callee"), Ident::CALLEE);
        assert_eq!(Location::UNKNOWN.call_chain(ctx), []);
    }
    assert_eq!(one.affine_dim(0), two.affine_dim(0));
}

#[test]
fn the_call_sites_of_inlined_calls_are_refused() {
    let text = "func private @f(%x: i32) -> i32 {\n  %0 = addi %x, %x : i32\n  \
        %1 = muli %0, %x : i32\n  return %1 : i32\n}\nfunc @g(%x: i32) -> i32 {\n  \
        %0 = call @f(%x) : (i32) -> i32\n  return %0 : i32\n}\n";
    let (one, two) = (context(), context());
    let place_in = |ctx: &Context| {
        let mut module = parse(ctx, text);
        test_support::run_pass(&InlinerPass::default(), &mut module, &[]);
        let caller = *module.own_ops().last().expect("the caller is the last function");
        let function = module.child(caller).expect("it is isolated");
        function.location(function.own_ops()[0])
    };
    let (foreign, own) = (place_in(&one), place_in(&two));
    assert_eq!(own.call_chain(&two).len(), 1);
    assert!(message(|| foreign.call_chain(&two)).starts_with("this location belongs to another"));
}

/// Handles of many contexts are distinct while all of them live.
#[test]
fn thousands_of_contexts_have_handles_of_their_own() {
    let contexts: Vec<Context> = (0..2_000).map(|_| Context::new()).collect();
    let mut types: Vec<Type> =
        contexts.iter().map(|ctx| ctx.tensor_type(&[7, 9], Type::F64)).collect();
    for (index, ty) in types.iter().enumerate() {
        assert_eq!(ty.shape(&contexts[index]), Some(&[7, 9][..]));
        let next = &contexts[(index + 1) % contexts.len()];
        assert!(message(|| ty.shape(next)).starts_with("this type belongs to another context"));
    }
    types.sort_unstable();
    types.dedup();
    assert_eq!(types.len(), contexts.len());
}

#[test]
fn ops_get_no_name_and_print_no_attribute_of_another_context() {
    let (one, two) = (context(), context());
    let mut module = parse(&one, "%0 = \"t.op\"() : () -> i32\n");
    let (op, name) = (module.own_ops()[0], one.ident("name"));
    let text = two.string_attr("text");
    module.set_attr(op, name, text);
    let shown = message(|| module.rename_op(op, two.op_name("t.other")));
    assert!(shown.starts_with("this name of an op belongs to another context"), "{shown}");
    let foreign = parse(&two, "func @f() {\n  return\n}\n");
    let function = foreign.own_ops()[0];
    let inserted = message(|| module.clone_op_from(&foreign, function, &mut IrMapping::new()));
    assert_eq!(inserted, "this body belongs to another context");
    let printed = message(|| mlir_lite::text::print_op(module.as_op(), Default::default()));
    assert!(printed.starts_with("this attribute belongs to another context"), "{printed}");
}

#[test]
fn patterns_of_another_context_are_not_applied() {
    let (one, two) = (context(), context());
    let mut module = parse(&two, "func @f(%x: i32) {\n  %0 = addi %x, %x : i32\n  return\n}\n");
    let mut set = RewritePatternSet::new();
    set.add_rooted(PatternRoot::Op("std.addi"), "std.addi-erase", 1, |op, rw| {
        rw.erase_op(op);
        Ok(())
    });
    let patterns = set.freeze(&one);
    let (config, mut symbols) = (GreedyConfig::default(), SymbolRequests::new());
    let expected = "these patterns belong to another context: they are applied with the one for \
        which they were frozen";
    let found = message(|| {
        let mut diagnostics = Diagnostics::new();
        apply_patterns_greedily(&mut module, &patterns, &config, &mut symbols, &mut diagnostics)
    });
    assert_eq!(found, expected);
    let found = message(|| walk_and_apply_patterns(&mut module, &patterns, &mut symbols));
    assert_eq!(found, expected);

    let (target, patterns) = (ConversionTarget::new(&two), ConversionPatternSet::new());
    let patterns = patterns.freeze(&one);
    let found = message(|| {
        let mut diagnostics = Diagnostics::new();
        apply_partial_conversion(&mut module, &target, &patterns, &mut symbols, &mut diagnostics)
    });
    assert_eq!(found, expected);
}
