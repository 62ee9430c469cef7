//! Programs that copy, erase, rewrite, convert and rename ops with the public API. If they do it
//! wrong, they get an error or a panic with the reason, never a wrong result.

use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, TypeConversion, TypeConverter, apply_full_conversion,
    apply_partial_conversion,
};
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::dialects::builtin::{ModuleOp, UnrealizedConversionCastOp};
use mlir_lite::dialects::standard::{
    self, AddIOp, CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, FuncOp, MulIOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::rename_symbol;
use mlir_lite::ir::{IrMapping, SymbolRequests};
use mlir_lite::rewrite::{
    GreedyConfig, MatchResult, PatternRewriter, PatternRoot, RewriteListener, RewritePatternSet,
    apply_patterns_greedily, apply_patterns_greedily_with, walk_and_apply_patterns,
};
use mlir_lite::smallvec::SmallVec;
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::types::TypeKind;
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use test_support::{messages, parse, print};

/// A graph of ops.
#[op(name = "uses.graph", traits(NoTerminator, GraphRegion), format = "$body attr-dict")]
struct GraphOp {
    #[region]
    body: SingleBlockRegion,
}

/// A block with an argument.
#[op(name = "uses.block", traits(NoTerminator), format = "$body attr-dict")]
struct BlockOp {
    #[region]
    body: AnyRegion,
}

/// Groups of operands and of results.
#[op(
    name = "uses.groups",
    traits(AttrSizedResultSegments, AttrSizedOperandSegments),
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
struct GroupsOp {
    #[operand]
    first: Variadic<AnyType>,
    #[operand]
    second: Optional<AnyType>,
    #[result]
    one: Optional<AnyType>,
    #[result]
    more: Variadic<AnyType>,
}

/// An attribute with a reference in it.
#[attr_def(name = "uses.named")]
struct NamedAttr {
    target: Attribute,
    note: String,
}

/// A function.
#[op(
    name = "uses.func",
    traits(IsolatedFromAbove, Symbol),
    format = "$sym_name `:` $ty $body attr-dict"
)]
struct OwnFuncOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr]
    ty: FunctionTypeAttr,
    #[region]
    body: AnyRegion,
}

/// The end of a function.
#[op(
    name = "uses.return",
    traits(Terminator, HasParent<OwnFuncOp>),
    format = "attr-dict ($values^ `:` type($values))?"
)]
struct OwnReturnOp {
    #[operand]
    values: Variadic<AnyType>,
}

struct UsesDialect;

impl Dialect for UsesDialect {
    const NAMESPACE: &'static str = "uses";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.attribute::<NamedAttr>();
        dialect.op::<GraphOp>();
        dialect.op::<BlockOp>();
        dialect.op::<GroupsOp>();
        dialect.op::<OwnFuncOp>();
        dialect.op::<OwnReturnOp>();
    }
}

fn context() -> Context {
    let ctx = test_support::context();
    ctx.load::<UsesDialect>();
    ctx
}

/// The message of the panic in which `misuse` ends.
#[track_caller]
fn panics<R>(misuse: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(misuse)).err().expect("it panics");
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).expect("a message")
}

/// Applies patterns to the first function of a module.
fn greedily(module: &mut Body, set: RewritePatternSet) -> Result<bool, String> {
    let patterns = set.freeze(module.context());
    let function = module.own_ops()[0];
    let body = module.child_mut(function).expect("a function is isolated");
    let mut diagnostics = Diagnostics::new();
    let (config, mut symbols) = (GreedyConfig::default(), SymbolRequests::new());
    apply_patterns_greedily(body, &patterns, &config, &mut symbols, &mut diagnostics)
        .map_err(|_| messages(&diagnostics))
}

const SUM: &str = "func @f(%x: i32, %y: i64) -> i32 {
  %0 = addi %x, %x : i32
  return %0 : i32
}";

#[test]
fn a_copy_of_a_graph_uses_its_own_values() {
    let text = "module {
  uses.graph {
    %0 = \"x.a\"(%1) : (i32) -> i32
    \"x.nest\"() ({
      \"x.use\"(%1) : (i32) -> ()
    }) : () -> ()
    %1 = \"x.b\"(%0) : (i32) -> i32
  }
}";
    let mut module = parse(&context(), text);
    let graph = module.own_ops()[0];
    let copy = module.clone_op(graph, &mut IrMapping::new());
    let block = module.block(graph).unwrap();
    BodyBuilder::at_end(&mut module, block).insert(copy);
    module.erase_op(graph);
    assert!(verify(&module, &mut Diagnostics::new()).is_ok());
    assert_eq!(print(&module), text);
}

#[test]
fn one_mapping_serves_several_copies() {
    let block = "  uses.block {
  ^bb0(%arg1: i32):
    %0 = addi %arg1, %arg0 : i32
    \"x.nest\"() ({
    ^bb0(%arg2: i32):
      \"x.use\"(%0, %arg1, %arg2) : (i32, i32, i32) -> ()
    }) : () -> ()
  }\n";
    let of = |blocks: &str| format!("func @f(%arg0: i32) {{\n{blocks}  return\n}}");
    let mut module = parse(&context(), &of(block));
    let function = module.own_ops()[0];
    let body = module.child_mut(function).unwrap();
    let op = body.own_ops()[0];
    let mut mapping = IrMapping::new();
    let copies = [body.clone_op(op, &mut mapping), body.clone_op(op, &mut mapping)];
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
    for copy in copies {
        builder.insert(copy);
    }
    body.erase_op(op);
    assert!(verify(&module, &mut Diagnostics::new()).is_ok());
    assert_eq!(print(&module), print(&parse(&context(), &of(&block.repeat(2)))));
}

#[test]
fn what_is_in_use_is_not_erased() {
    let mut module = parse(&context(), SUM);
    let mut set = RewritePatternSet::new();
    set.add::<AddIOp>("std.addi-erase", 1, |op, rw| {
        rw.erase_op(op.id());
        Ok(())
    });
    let message = panics(|| greedily(&mut module, set));
    let expected = "pattern 'std.addi-erase': cannot erase the 'std.addi' op: its result #0 is in \
        use, the 'std.return' op still uses it as operand #0";
    assert_eq!(message, expected);
    let function = module.own_ops()[0];
    let mut set = RewritePatternSet::new();
    set.add::<FuncOp>("std.func-erase", 1, |op, rw| {
        rw.erase_op(op.id());
        Ok(())
    });
    let message = panics(|| greedily(&mut module, set));
    let expected = "pattern 'std.func-erase': the 'std.func' op owns the body that is rewritten: \
        it is erased in the body that holds it, by a pattern of `add_link`";
    assert_eq!(message, expected);
    assert!(module.is_live(function));
}

/// A pattern of the body that holds functions erases them.
#[test]
fn a_function_is_erased_from_its_module() {
    let ctx = context();
    let mut module = parse(&ctx, "func private @f()\nfunc @g() {\n  return\n}");
    let mut set = RewritePatternSet::new();
    set.add_link::<FuncOp>("std.func-unused", 1, |op, rw| {
        if op.sym_visibility(rw.body()).is_none() {
            return Err("others may call it".into());
        }
        rw.erase_op(op.id());
        Ok(())
    });
    let (patterns, mut diagnostics) = (set.freeze(&ctx), Diagnostics::new());
    let (config, mut requests) = (GreedyConfig::default(), SymbolRequests::new());
    apply_patterns_greedily(&mut module, &patterns, &config, &mut requests, &mut diagnostics)
        .expect("it comes to an end");
    assert_eq!(print(&module), "module {\n  func @g() {\n    return\n  }\n}");
}

#[test]
fn a_value_is_replaced_by_one_of_its_type() {
    let mut module = parse(&context(), SUM);
    let mut set = RewritePatternSet::new();
    set.add::<AddIOp>("std.addi-widen", 1, |op, rw| {
        let body = rw.body();
        let wide = body.arguments(body.block(op.id()).unwrap())[1];
        rw.replace_op(op.id(), &[wide]);
        Ok(())
    });
    let message = panics(|| greedily(&mut module, set));
    let expected =
        "pattern 'std.addi-widen': a value of type 'i32' is replaced by one of type 'i64'";
    assert!(message.starts_with(expected), "{message}");
}

/// The names of the changed ops.
#[derive(Default)]
struct Changes(Vec<String>);

impl RewriteListener for Changes {
    fn op_inserted(&mut self, body: &Body, op: OpId) {
        self.0.push(format!("+{}", body.info(op).name()));
    }

    fn op_erased(&mut self, body: &Body, op: OpId) {
        self.0.push(format!("-{}", body.info(op).name()));
    }
}

/// The ops in a copy are rewritten as well, and a listener hears of all that appears or disappears.
#[test]
fn what_a_pattern_copies_is_rewritten_too() {
    let text = "func @f(%x: i32) -> i32 {
  %0 = addi %x, %x : i32
  uses.block {
    %1 = muli %x, %x : i32
    \"x.use\"(%1) : (i32) -> ()
  }
  return %0 : i32
}";
    let mut module = parse(&context(), text);
    let mut set = RewritePatternSet::new();
    set.add::<AddIOp>("std.addi-copy", 1, |op, rw| {
        let body = rw.body();
        let block = body.own_ops().into_iter().find(|&op| BlockOp::is(body, op)).ok_or("none")?;
        rw.clone_op(block, &mut IrMapping::new());
        let (lhs, rhs) = (op.lhs(rw.body()), op.rhs(rw.body()));
        rw.replace_op_with(op.id(), |b| standard::ShiftRightUnsignedOp::create(b, lhs, rhs));
        Ok(())
    });
    set.add::<MulIOp>("std.muli-and", 1, |op, rw| {
        let (lhs, rhs) = (op.lhs(rw.body()), op.rhs(rw.body()));
        rw.replace_op_with(op.id(), |b| standard::ShiftLeftOp::create(b, lhs, rhs));
        Ok(())
    });
    let patterns = set.freeze(module.context());
    let (mut changes, mut diagnostics) = (Changes::default(), Diagnostics::new());
    let function = module.own_ops()[0];
    let changed = apply_patterns_greedily_with(
        &mut changes,
        module.child_mut(function).unwrap(),
        &patterns,
        &GreedyConfig::default(),
        &mut SymbolRequests::new(),
        &mut diagnostics,
    );
    assert!(changed.is_ok_and(|changed| changed));
    let printed = print(&module);
    assert_eq!(printed.matches("uses.block").count(), 2, "{printed}");
    assert_eq!(printed.matches("shift_left").count(), 2, "{printed}");
    assert_eq!(printed.matches("muli").count(), 0, "{printed}");
    let count = |change: &str| changes.0.iter().filter(|it| *it == change).count();
    assert_eq!((count("-std.muli"), count("+std.shift_left"), count("+uses.block")), (2, 2, 1));
}

#[test]
fn a_rule_leaves_other_uses_and_must_come_to_an_end() {
    let mut module = parse(
        &context(),
        "func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %0 = subf %a, %b : f32
  %1 = subf %0, %c : f32
  return %0, %1 : f32, f32
}",
    );
    let mut set = RewritePatternSet::new();
    set.add_rules(mlir_lite::rewrite! {
        "std.subf-reassociate": standard::SubFOp(standard::SubFOp($a, $b), $c)
            => standard::SubFOp($a, standard::AddFOp($b, $c));
    });
    assert_eq!(greedily(&mut module, set), Ok(true));
    let expected = "    %0 = subf %arg0, %arg1 : f32
    %1 = addf %arg1, %arg2 : f32
    %2 = subf %arg0, %1 : f32
    return %0, %2 : f32, f32
";
    assert!(print(&module).contains(expected), "{}", print(&module));

    let mut module = parse(
        &context(),
        "func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %0 = addi %a, %b : i32
  %1 = addi %0, %c : i32
  return %1 : i32
}",
    );
    let mut set = RewritePatternSet::new();
    set.add_rules(mlir_lite::rewrite! {
        "std.addi-reassociate": AddIOp(AddIOp($a, $b), $c) => AddIOp($a, AddIOp($b, $c));
    });
    // Commutative operands match in each order, so that the rule applies to its own result.
    let message = greedily(&mut module, set).expect_err("it does not come to an end");
    let expected = "rewriting does not come to an end: pattern 'std.addi-reassociate'";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_walk_may_erase_what_comes_next() {
    let pair = "  \"x.a\"() : () -> ()\n  \"x.b\"() : () -> ()\n";
    let mut module = parse(&context(), &format!("func @f() {{\n{pair}{pair}  return\n}}"));
    let mut set = RewritePatternSet::new();
    set.add_rooted(PatternRoot::Op("x.a"), "x.a-erase-next", 1, |op, rw| {
        let next = rw.body().next_op(op).ok_or("the last op")?;
        rw.erase_op(next);
        Ok(())
    });
    let unreachable = |_: OpId, _: &mut PatternRewriter<'_>| -> MatchResult {
        unreachable!("an op that is erased is not visited")
    };
    set.add_rooted(PatternRoot::Op("x.b"), "x.b-visit", 1, unreachable);
    let patterns = set.freeze(module.context());
    let function = module.own_ops()[0];
    let body = module.child_mut(function).unwrap();
    assert!(walk_and_apply_patterns(body, &patterns, &mut SymbolRequests::new()));
    let printed = print(&module);
    assert_eq!((printed.matches("x.a").count(), printed.matches("x.b").count()), (2, 0));
}

#[test]
fn a_conversion_that_fails_changes_nothing() {
    let text = "func @f(%x: i32) -> i32 {
  %0 = \"a.x\"(%x) ({
  ^bb0(%i: i32):
    \"a.y\"(%i) : (i32) -> ()
  }) : (i32) -> i32
  return %0 : i32
}";
    let mut module = parse(&context(), text);
    let (ctx, before) = (module.context().clone(), print(&module));
    let mut target = ConversionTarget::new(&ctx);
    target.add_illegal_dialect("a").add_legal_dialect("std");
    let mut patterns = ConversionPatternSet::new();
    patterns.add_rooted(PatternRoot::Op("a.x"), "a.x-inline", 1, &[], |op, operands, rw| {
        let sum = AddIOp::create(rw, operands[0], operands[0]);
        let block = rw.body().entry_block(rw.body().region(op, 0)).unwrap();
        rw.inline_block_before(block, op, &[sum]);
        Err("not this time".into())
    });
    let patterns = patterns.freeze(&ctx);
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    let function = module.own_ops()[0];
    let body = module.child_mut(function).unwrap();
    let result = apply_partial_conversion(body, &target, &patterns, &mut symbols, &mut diagnostics);
    assert!(result.is_err());
    assert_eq!(print(&module), before);
    let said = messages(&diagnostics);
    assert!(said.contains("failed to legalize operation 'a.x'"), "{said}");
}

/// An argument becomes two; a user of the old value needs a function that combines them, or there
/// is an error.
#[test]
fn an_argument_that_becomes_two_needs_a_materialization() {
    for is_given in [false, true] {
        let text = "func @f(%x: complex<f64>) {
  \"x.use\"(%x) : (complex<f64>) -> ()
  return
}";
        let mut module = parse(&context(), text);
        let (ctx, before) = (module.context().clone(), print(&module));
        let mut types = TypeConverter::new(&ctx);
        types.add_conversion(|_, ty| ty);
        types.add_conversion(|ctx, ty| match ty.complex_part(ctx) {
            Some(part) => TypeConversion::To(SmallVec::from_elem(part, 2)),
            None => TypeConversion::Skip,
        });
        if is_given {
            types.add_argument_materialization(|b, ty, values| {
                let location = b.location();
                let cast = UnrealizedConversionCastOp::build(b, location, values, &[ty]);
                b.body().result(cast.id(), 0)
            });
        }
        let types = Arc::new(types);
        let mut target = ConversionTarget::new(&ctx);
        let legal = Arc::clone(&types);
        target.add_dynamically_legal_op::<FuncOp>(move |op| legal.are_regions_legal(op));
        let mut patterns = ConversionPatternSet::with_converter(&types);
        patterns.add::<FuncOp>("std.func-arguments", 1, |op, _, rw| {
            let ctx = rw.context().clone();
            let ty = FuncOp::ty(rw.body()).ok_or("a function without a type")?;
            let (inputs, results) = ty.as_function(&ctx).ok_or("no function type")?;
            let converter = rw.type_converter().ok_or("no converter")?;
            let signature = converter.convert_signature_args(inputs).ok_or("an input")?;
            let ty = ctx.function_type(signature.converted_types(), results);
            let region = rw.body().region(op.id(), 0);
            rw.convert_region_types(region, Some(&signature))?;
            rw.update_in_place(op.id(), |body| {
                body.set_attr(op.id(), Ident::FUNCTION_TYPE, ctx.type_attr(ty));
            });
            Ok(())
        });
        let patterns = patterns.freeze(&ctx);
        let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
        let function = module.own_ops()[0];
        let body = module.child_mut(function).unwrap();
        let result =
            apply_partial_conversion(body, &target, &patterns, &mut symbols, &mut diagnostics);
        assert_eq!(result.is_ok(), is_given);
        if is_given {
            let cast = "%0 = builtin.unrealized_conversion_cast %arg0, %arg1 : f64, f64 to \
                complex<f64>";
            assert!(print(&module).contains(cast), "{}", print(&module));
        } else {
            assert_eq!(print(&module), before);
            assert!(messages(&diagnostics).contains("unresolved materialization"));
        }
    }
}

#[test]
fn functions_of_a_dialect_become_std_s() {
    let text = "uses.func @f : (i32) -> i32 {
^bb0(%x: i32):
  uses.return %x : i32
}";
    let mut module = parse(&context(), text);
    let ctx = module.context().clone();
    let mut target = ConversionTarget::new(&ctx);
    target.add_illegal_dialect("uses").add_legal_dialect("std").add_legal_dialect("builtin");
    let mut patterns = ConversionPatternSet::new();
    patterns.add::<OwnFuncOp>("uses.func-to-std", 1, |op, _, rw| {
        let ctx = rw.context().clone();
        let (name, ty) = (op.sym_name(rw.body()), op.ty(rw.body()));
        rw.update_in_place(op.id(), |body| {
            let attributes = [(Ident::SYM_NAME, name), (Ident::FUNCTION_TYPE, ty)];
            body.redefine_op(op.id(), FuncOp::name(&ctx), &attributes);
        });
        Ok(())
    });
    patterns.add::<OwnReturnOp>("uses.return-to-std", 1, |op, operands, rw| {
        rw.replace_op_with(op.id(), |b| standard::ReturnOp::create(b, operands.values()));
        Ok(())
    });
    let patterns = patterns.freeze(&ctx);
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    let result =
        apply_full_conversion(&mut module, &target, &patterns, &mut symbols, &mut diagnostics);
    assert!(result.is_ok(), "{}", messages(&diagnostics));
    let expected = "module {
  func @f(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
}";
    assert_eq!(print(&module), expected);
    assert!(verify(&module, &mut Diagnostics::new()).is_ok());
}

/// References of the table change, at any depth of attributes; texts and those of other tables do
/// not.
#[test]
fn a_symbol_is_renamed_in_attributes_of_attributes() {
    let text = "func private @f()
\"x.use\"() {a = [#uses.named<@f, \"f\">, {b = @f}], s = \"f\"} : () -> ()
module @inner {
  \"x.use\"() {a = @f} : () -> ()
}";
    let mut module = parse(&context(), text);
    let (ctx, function) = (module.context().clone(), module.own_ops()[0]);
    assert_eq!(rename_symbol(&mut module, function, ctx.ident("g")), Ok(()));
    let expected = "module {
  func private @g()
  \"x.use\"() {a = [#uses.named<@g, \"f\">, {b = @g}], s = \"f\"} : () -> ()
  module @inner {
    \"x.use\"() {a = @f} : () -> ()
  }
}";
    assert_eq!(print(&module), expected);
}

#[test]
fn sizes_of_groups_come_back_in_each_spelling() {
    let text = "%0:2 = \"x.y\"() : () -> (i32, i64)
%1:3 = uses.groups %0#0, %0#1 {operandSegmentSizes = array<i32: 1, 1>, \
        resultSegmentSizes = array<i32: 1, 2>} : (i32, i64) -> (i1, i2, i3)";
    let ctx = context();
    let module = parse(&ctx, text);
    for spelling in [Spelling::Std, Spelling::Upstream] {
        let printed = print_op(module.as_op(), PrintOptions::default().with_spelling(spelling));
        assert_eq!(print(&parse(&ctx, &printed)), print(&module), "{printed}");
    }
}

#[test]
fn floats_are_equal_by_their_bits() {
    let ctx = context();
    let quiet = f64::from_bits(0x7ff8_0000_0000_0001);
    assert_eq!(ctx.f64_attr(f64::NAN), ctx.f64_attr(f64::NAN));
    assert_ne!(ctx.f64_attr(f64::NAN), ctx.f64_attr(quiet));
    assert_ne!(ctx.f64_attr(0.0), ctx.f64_attr(-0.0));
}

/// The result is `i1`, in the shape of the operands. An encoding is kept, as by MLIR's
/// `getI1SameShape`.
#[test]
fn comparisons_have_the_shape_of_their_operands() {
    let ctx = test_support::context();
    let encoding = Some(ctx.ident_attr(ctx.ident("hello")));
    let encoded = |element| {
        let shape = Box::new([4]);
        ctx.intern_type(TypeKind::RankedTensor { shape, element, encoding })
    };
    let of = |element| {
        [
            element,
            ctx.vector_type(&[2], element),
            ctx.scalable_vector_type(&[4, 2], &[true, false], element),
            ctx.tensor_type(&[3, 5], element),
            ctx.unranked_tensor_type(element),
            encoded(element),
        ]
    };
    let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    let bits = of(Type::I1);
    for (ty, wanted) in
        of(Type::I32).into_iter().chain([Type::INDEX]).zip(bits.into_iter().chain([Type::I1]))
    {
        let x = module.add_argument(block, ty);
        let mut b = BodyBuilder::at_end(&mut module, block);
        let compared = CmpIOp::create(&mut b, CmpIPredicate::Slt, x, x);
        assert_eq!(module.ty(compared), wanted);
    }
    for (ty, wanted) in of(Type::F64).into_iter().zip(bits) {
        let x = module.add_argument(block, ty);
        let mut b = BodyBuilder::at_end(&mut module, block);
        let compared = CmpFOp::create(&mut b, CmpFPredicate::Olt, x, x);
        assert_eq!(module.ty(compared), wanted);
    }

    let other = test_support::read(
        &ctx,
        "%0 = \"x.value\"() : () -> tensor<4xi32, \"hello\">\n\
         %1 = \"std.cmpi\"(%0, %0) {predicate = 2 : i64} : (tensor<4xi32, \"hello\">, \
         tensor<4xi32, \"hello\">) -> tensor<4xi1>",
    );
    let wrong = other.map(|_| ()).expect_err("the encoding is lost");
    assert!(
        wrong.contains("result type has i1 element type and same shape as operands"),
        "{wrong}"
    );
}
