//! Building, walking, rewriting, analysing, folding and converting.

use from_packages::{LargerOp, RepeatOp, TableType, context, parse};
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{self, Number};
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, KeptTypes, TypeConverter, apply_partial_conversion,
    populate_partial_type_conversion,
};
use mlir_lite::conversions::{
    populate_branch_type_conversion, populate_func_type_conversion, populate_scf_type_conversion,
    populate_select_type_conversion,
};
use mlir_lite::diagnostics::{Diagnostic, Diagnostics, Position, Reported};
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{AddIOp, ConstantOp, FuncOp, ReturnOp};
use mlir_lite::interpreter::Trap;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::located;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::ResolveError;
use mlir_lite::pass::{
    Analyses, Analysis, OptionError, PassContext, PassManager, RunOptions, RunPass, pass,
};
use mlir_lite::text::{PrintOptions, print_op, print_type};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use mlir_lite::transforms::cse::CsePass;
use mlir_lite::transforms::sccp::SccpPass;
use pretty_assertions::assert_eq;
use std::error::Error;
use std::sync::Arc;

type Outcome = Result<(), Box<dyn Error>>;

fn print(module: &Body) -> String {
    print_op(module.as_op(), PrintOptions::default())
}

const LOOP: &str = "module {
  func @f(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
}";

/// The builder has the location and gives values; a context is at hand beside it.
#[test]
fn builders_give_values() -> Outcome {
    let ctx = context();
    let mut module = parse(&ctx, LOOP)?;
    let function = module.walk().find(|op| op.is::<FuncOp>()).ok_or("a function")?.id();
    let body = module.child_mut(function).ok_or("a body")?;
    let end = body.walk().find(|op| op.is::<ReturnOp>()).ok_or("a return")?;
    let (end, argument) = (end.id(), end.operands().next().ok_or("an operand")?);
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(end));
    b.set_location(ctx.file_location("own.src", 3, 4));
    let one = ctx.integer_attr(Type::I32, 1);
    let one = ConstantOp::create(&mut b, one, Type::I32);
    let sum = AddIOp::create(&mut b, argument, one);
    let largest = LargerOp::create(&mut b, sum, argument);
    body.set_operand(end, 0, largest);
    assert_eq!(
        body.location(body.defining_op(sum).ok_or("an op")?),
        ctx.file_location("own.src", 3, 4)
    );
    let text = print(&module);
    assert!(
        text.contains("%0 = addi %arg0, %c1_i32 : i32\n    %1 = own.larger %0, %arg0 : i32"),
        "{text}"
    );
    Ok(())
}

/// Helpers use the location of the builder, too; another one is set for a while.
#[test]
fn helpers_build_at_the_location_of_the_builder() -> Outcome {
    let ctx = context();
    let mut module = parse(&ctx, LOOP)?;
    let function = module.own_ops()[0];
    let body = module.child_mut(function).ok_or("a body")?;
    let end = body.walk().find(|op| op.is::<ReturnOp>()).ok_or("a return")?.id();
    let [here, there] = [1, 2].map(|line| ctx.file_location("own.src", line, 1));
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(end)).at(here);
    let bound = ConstantOp::index(&mut b, 4);
    let step = located(&mut b, there, |b| ConstantOp::index(b, 1));
    scf::ForOp::counted(&mut b, [step, bound, step], |b, variable| {
        AddIOp::create(b, variable, variable);
    });
    let locations = body.walk().map(|op| op.location()).collect::<Vec<_>>();
    let expected = [here, there, here, here, here, body.location(end)];
    assert_eq!(locations, expected);
    Ok(())
}

/// The errors that functions return implement `Error`, so that `?` converts them.
#[test]
fn errors_are_converted() {
    fn fails<E: Error + 'static>(error: E) -> Outcome {
        Err(error)?
    }
    let text = |outcome: Outcome| outcome.expect_err("an error").to_string();
    assert_eq!(text(fails(Trap::new("a shift by 64"))), "a shift by 64");
    assert_eq!(text(fails(Diagnostic::error(Position::Unknown, "no file"))), "no file");
    assert_eq!(text(fails(ResolveError::NotAReference)), "expected a symbol reference");
    let option = OptionError::UnknownKey;
    assert_eq!(text(fails(option)), "there is no option of that name");
}

/// A walk of a body and one of an op visit the same ops; the ops that a body owns are fewer.
#[test]
fn walks_enter_isolated_ops() -> Outcome {
    let ctx = context();
    let module = parse(&ctx, LOOP)?;
    let names = |walk: &mut dyn Iterator<Item = OpRef<'_>>| -> Vec<String> {
        walk.map(|op| op.info().name().to_owned()).collect()
    };
    assert_eq!(names(&mut module.walk()), ["std.func", "std.return"]);
    assert_eq!(names(&mut module.as_op().walk()), ["std.func", "std.return"]);
    assert_eq!(names(&mut module.as_op().walk_post_order()), ["std.return", "std.func"]);
    assert_eq!(names(&mut module.walk_post_order()), ["std.return", "std.func"]);
    assert_eq!(module.own_ops().len(), 1);
    assert_eq!(module.own_ops_post_order(), module.own_ops());
    let mut walk = module.walk();
    walk.next();
    walk.skip_nested();
    assert!(walk.next().is_none());
    Ok(())
}

/// Uses are chosen by operand, in a body and in a rewriter.
#[test]
fn uses_are_replaced_by_operand() -> Outcome {
    let ctx = context();
    let text = "func @f(%x: i32, %y: i32) -> i32 {
      %0 = addi %x, %x : i32
      return %0 : i32
    }";
    let mut module = parse(&ctx, text)?;
    let function = module.own_ops()[0];
    let body = module.child_mut(function).ok_or("a body")?;
    let block = body.as_op().region(0).and_then(|region| region.entry()).ok_or("a block")?;
    let (x, y) = (block.arguments()[0], block.arguments()[1]);
    body.replace_uses_if(x, y, |_, operand| operand.index == 1);
    assert!(print(&module).contains("addi %arg0, %arg1 : i32"));

    let mut module = parse(&ctx, text)?;
    let function = module.own_ops()[0];
    let body = module.child_mut(function).ok_or("a body")?;
    let block = body.as_op().region(0).and_then(|region| region.entry()).ok_or("a block")?;
    let y = block.arguments()[1];
    let mut patterns = mlir_lite::rewrite::RewritePatternSet::new();
    patterns.add::<AddIOp>("addi-swap", 1, move |op, rewriter| {
        let (lhs, rhs) = (op.lhs(rewriter.body()), op.rhs(rewriter.body()));
        if lhs != rhs {
            return Err("they differ already".into());
        }
        rewriter.replace_uses_if(lhs, y, |_, operand| operand.index == 0);
        Ok(())
    });
    let patterns = patterns.freeze(&ctx);
    let (mut requests, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    let config = mlir_lite::rewrite::GreedyConfig::default();
    mlir_lite::rewrite::apply_patterns_greedily(
        body,
        &patterns,
        &config,
        &mut requests,
        &mut diagnostics,
    )?;
    assert!(print(&module).contains("addi %arg1, %arg0 : i32"), "{}", print(&module));
    Ok(())
}

/// How many ops a body has.
struct OpCount(usize);

impl Analysis for OpCount {
    const NAME: &'static str = "OpCount";
    type Parameters = ();
    fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self(body.own_ops().len())
    }
}

/// Whether these are more than the parameter.
struct HasMoreThan(bool);

impl Analysis for HasMoreThan {
    const NAME: &'static str = "HasMoreThan";
    type Parameters = usize;
    fn compute(_: &Body, limit: &usize, analyses: &mut Analyses<'_>) -> Self {
        Self(analyses.get::<OpCount>().0 > *limit)
    }
}

/// Fails on large functions.
#[pass(name = "refuse-large", on = FuncOp)]
struct RefuseLarge;

impl RunPass for RefuseLarge {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        match cx.analysis_with::<HasMoreThan>(body, &1).0 {
            true => Err(cx.error(body.as_op().op_error("is too large"))),
            false => Ok(()),
        }
    }
}

/// Passes are made alike, and errors of passes, of the parser and of all else are converted by `?`.
#[test]
fn passes_and_analyses() -> Outcome {
    let ctx = context();
    let mut module = parse(
        &ctx,
        "func @f() -> tensor<2xi8> {
          %0 = constant dense<[1, -2]> : tensor<2xi8>
          %1 = constant dense<0> : tensor<2xi8>
          %2 = own.larger %0, %1 : tensor<2xi8>
          return %2 : tensor<2xi8>
        }",
    )?;
    let mut diagnostics = Diagnostics::new();
    let mut passes = PassManager::new();
    passes.nest("std.func").add_pass(RefuseLarge::new(&ctx));
    let refused = passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics);
    assert_eq!(
        refused.map_err(Box::<dyn Error>::from).unwrap_err().to_string(),
        "errors were reported to the diagnostics"
    );
    let messages: Vec<String> = diagnostics.iter().map(|error| error.message.to_string()).collect();
    assert_eq!(messages, ["'std.func' op is too large"]);

    let mut passes = PassManager::new();
    passes.add_pass(SccpPass::new(&ctx));
    passes.add_pass(CsePass::new(&ctx));
    passes.add_pass(CanonicalizerPass::new(&ctx));
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics)?;
    assert_eq!(
        print(&module),
        "module {
  func @f() -> tensor<2xi8> {
    %cst = constant dense<[1, 0]> : tensor<2xi8>
    return %cst : tensor<2xi8>
  }
}"
    );
    Ok(())
}

/// Elements are read and made as numbers of Rust, for each type that has them.
#[test]
fn elements_of_each_type() {
    fn check<N: Number + PartialEq + std::fmt::Debug>(ctx: &Context, element: Type, numbers: &[N]) {
        let ty = ctx.tensor_type(&[numbers.len() as i64], element);
        let made = constants::elements_attr(ctx, ty, numbers).expect("elements");
        assert_eq!(constants::elements::<N>(ctx, made).as_deref(), Some(numbers));
        let same = constants::unary(ctx, ty, made, |number: &N| Some(number.clone()));
        assert_eq!(same, Some(made));
    }
    let ctx = context();
    check(&ctx, Type::I1, &[true, false]);
    check(&ctx, Type::I8, &[-128i8, 127]);
    check(&ctx, Type::I32, &[-1i64, 1]);
    check(&ctx, Type::F64, &[0.5, -2.0]);
    check(&ctx, Type::I64, &[ApInt::from_i64(64, -3), ApInt::from_i64(64, 3)]);
}

#[test]
fn lists_are_parameters_at_any_position() {
    let ctx = context();
    let ty = TableType::get(&ctx, vec![2, 3], vec![Type::I1, Type::F64], true);
    assert_eq!(print_type(&ctx, ty), "!own.table<[2, 3], [i1, f64], true>");
}

/// A module in which functions, and the ops of these patterns, have `f64` in place of `f32`.
fn with_doubles(
    ctx: &Context,
    text: &str,
    populate: impl FnOnce(&mut ConversionPatternSet, &mut ConversionTarget, &Arc<TypeConverter>),
) -> Result<String, Box<dyn Error>> {
    let mut converter = TypeConverter::new(ctx);
    converter.add_conversion(|_, ty| ty);
    converter.add_conversion(|_, ty| (ty == Type::F32).then_some(Type::F64));
    let converter = Arc::new(converter);
    let (mut patterns, mut target) = (ConversionPatternSet::new(), ConversionTarget::new(ctx));
    populate_func_type_conversion(&mut patterns, &mut target, &converter);
    populate(&mut patterns, &mut target, &converter);
    let patterns = patterns.freeze(ctx);
    let mut module = parse(ctx, text)?;
    let function = module.own_ops()[0];
    let body = module.child_mut(function).ok_or("a body")?;
    let (mut requests, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    apply_partial_conversion(body, &target, &patterns, &mut requests, &mut diagnostics)?;
    Ok(print(&module))
}

/// Loops, conditionals, branches and selections follow a type converter of one's own.
#[test]
fn carried_types_are_converted() -> Outcome {
    let ctx = context();
    let text = "module {
  func @f(%arg0: index, %arg1: f32, %arg2: i1) -> f32 {
    %0 = scf.for %arg3 = %arg0 to %arg0 step %arg0 iter_args(%arg4 = %arg1) -> (f32) {
      %2 = scf.if %arg2 -> (f32) {
        scf.yield %arg1 : f32
      } else {
        %3 = select %arg2, %arg4, %arg1 : f32
        scf.yield %3 : f32
      }
      scf.yield %2 : f32
    }
    cond_br %arg2, ^bb1(%0 : f32), ^bb1(%arg1 : f32)
  ^bb1(%1: f32):  // 2 preds: ^bb0, ^bb0
    return %1 : f32
  }
}";
    let patterns = |patterns: &mut ConversionPatternSet,
                    target: &mut ConversionTarget,
                    converter: &Arc<TypeConverter>| {
        populate_branch_type_conversion(patterns, target, converter);
        populate_select_type_conversion(patterns, target, converter);
        populate_scf_type_conversion(patterns, target, converter);
    };
    assert_eq!(with_doubles(&ctx, text, patterns)?, text.replace("f32", "f64"));
    Ok(())
}

/// So do parallel loops and their reductions.
#[test]
fn reduced_types_are_converted() -> Outcome {
    let ctx = context();
    let text = "module {
  func @f(%arg0: index, %arg1: f32) -> f32 {
    %0 = scf.parallel (%arg2) = (%arg0) to (%arg0) step (%arg0) init (%arg1) -> f32 {
      scf.reduce(%arg1 : f32) {
      ^bb0(%arg3: f32, %arg4: f32):
        scf.reduce.return %arg4 : f32
      }
    }
    return %0 : f32
  }
}";
    let converted = with_doubles(&ctx, text, populate_scf_type_conversion)?;
    assert_eq!(converted, text.replace("f32", "f64"));
    Ok(())
}

/// Of an op of one's own, some operands may keep their types.
#[test]
fn types_of_own_ops_are_converted_in_part() -> Outcome {
    let ctx = context();
    let text = "module {
  func @f(%arg0: f32) -> f32 {
    %cst = constant 2.000000e+00 : f32
    %0 = own.repeat %cst, %arg0 : f32, f32
    return %0 : f32
  }
}";
    let converted = with_doubles(&ctx, text, |patterns, target, converter| {
        let first = |_: OpRef<'_>| KeptTypes { operands: 1, arguments: 0 };
        let op = (RepeatOp::NAME, "own.repeat-types", first as fn(OpRef<'_>) -> KeptTypes);
        populate_partial_type_conversion(&[op], patterns, target, converter);
    })?;
    let expected = text.replace("f32", "f64");
    let expected = expected.replace("2.000000e+00 : f64", "2.000000e+00 : f32");
    assert_eq!(converted, expected.replace("%arg0 : f64, f64", "%arg0 : f32, f64"));
    Ok(())
}
