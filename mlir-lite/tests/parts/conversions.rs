//! The lowerings: their results are valid, and mean the same.

use mlir_lite::Context;
use mlir_lite::affine::AffineExpr;
use mlir_lite::conversions::{LowerAffinePass, ScfToStdPass, expand_affine_expr};
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::{ConstantOp, StdDialect};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::{Body, Location, OpBuilder, OperationState, SymbolRequests};
use mlir_lite::pass::{Pass, PassContext, SymbolSnapshot};
use mlir_lite::rewrite::{
    GreedyConfig, RewritePatternSet, apply_patterns_greedily, constant_value,
};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

type MakePass = fn(&Context) -> Box<dyn Pass>;

/// The module's text after passes on its functions, or the messages.
fn lower(text: &str, passes: &[MakePass]) -> Result<String, Vec<String>> {
    let ctx = Context::new();
    ctx.load::<AffineDialect>();
    let passes: Vec<_> = passes.iter().map(|make| make(&ctx)).collect();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let run = |diagnostics: &mut Diagnostics| -> Result<Body, mlir_lite_diagnostics::Reported> {
        let options = ParseOptions::default().with_allow_unregistered(true);
        let mut module = parse_module(&ctx, &file, options, diagnostics)?;
        let (mut requests, symbols) = (SymbolRequests::new(), SymbolSnapshot::default());
        for (_, function) in module.children_mut() {
            for pass in &passes {
                pass.run(function, &mut PassContext::new(diagnostics, &mut requests, &symbols))?;
            }
        }
        verify(&module, diagnostics)?;
        Ok(module)
    };
    match run(&mut diagnostics) {
        Ok(module) => Ok(print_op(module.as_op(), PrintOptions::local()) + "\n"),
        Err(_) => Err(diagnostics.iter().map(|d| d.message.clone()).collect()),
    }
}

fn lower_affine(ctx: &Context) -> Box<dyn Pass> {
    Box::new(LowerAffinePass::new(ctx))
}

fn lower_scf(ctx: &Context) -> Box<dyn Pass> {
    Box::new(ScfToStdPass::new(ctx))
}

#[test]
fn affine_loops_become_scf_loops() {
    let text = "func @f(%m: memref<8xf64>, %n: index) {
      affine.for %i = 0 to min affine_map<()[s0] -> (s0, 8)>()[%n] step 2 {
        %v = affine.load %m[%i + 1] : memref<8xf64>
        affine.store %v, %m[%i] : memref<8xf64>
      }
      return
    }";
    let expected = "module {
  func @f(%arg0: memref<8xf64>, %arg1: index) {
    %c1 = constant 1 : index
    %c2 = constant 2 : index
    %c8 = constant 8 : index
    %c0 = constant 0 : index
    %0 = cmpi \"slt\", %arg1, %c8 : index
    %1 = select %0, %arg1, %c8 : index
    scf.for %arg2 = %c0 to %1 step %c2 {
      %2 = addi %arg2, %c1 : index
      %3 = load %arg0[%2] : memref<8xf64>
      store %3, %arg0[%arg2] : memref<8xf64>
    }
    return
  }
}
";
    assert_eq!(lower(text, &[lower_affine]).unwrap(), expected);
}

#[test]
fn affine_conditions_become_comparisons() {
    let text = "func @f(%n: index, %x: f64, %y: f64) -> f64 {
      %r = affine.if affine_set<()[s0] : (s0 - 2 >= 0, s0 == 0)>()[%n] -> f64 {
        affine.yield %x : f64
      } else {
        affine.yield %y : f64
      }
      return %r : f64
    }";
    let expected = "module {
  func @f(%arg0: index, %arg1: f64, %arg2: f64) -> f64 {
    %c0 = constant 0 : index
    %c-2 = constant -2 : index
    %0 = addi %arg0, %c-2 : index
    %1 = cmpi \"sge\", %0, %c0 : index
    %2 = cmpi \"eq\", %arg0, %c0 : index
    %3 = and %1, %2 : i1
    %4 = scf.if %3 -> (f64) {
      scf.yield %arg1 : f64
    } else {
      scf.yield %arg2 : f64
    }
    return %4 : f64
  }
}
";
    assert_eq!(lower(text, &[lower_affine]).unwrap(), expected);
}

#[test]
fn scf_loops_become_blocks() {
    let text = "func @f(%n: index, %x: f64) -> f64 {
      %c0 = constant 0 : index
      %c1 = constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
        %b = addf %a, %a : f64
        scf.yield %b : f64
      }
      return %r : f64
    }";
    let expected = "module {
  func @f(%arg0: index, %arg1: f64) -> f64 {
    %c0 = constant 0 : index
    %c1 = constant 1 : index
    br ^bb1(%c0, %arg1 : index, f64)
  ^bb1(%0: index, %1: f64):  // 2 preds: ^bb0, ^bb2
    %2 = cmpi \"slt\", %0, %arg0 : index
    cond_br %2, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %3 = addf %1, %1 : f64
    %4 = addi %0, %c1 : index
    br ^bb1(%4, %3 : index, f64)
  ^bb3:  // pred: ^bb1
    return %1 : f64
  }
}
";
    assert_eq!(lower(text, &[lower_scf]).unwrap(), expected);
}

#[test]
fn scf_conditions_and_while_loops_become_blocks() {
    let text = "func @f(%c: i1, %x: f64, %y: f64) -> f64 {
      %r = scf.if %c -> (f64) {
        scf.yield %x : f64
      } else {
        scf.yield %y : f64
      }
      scf.if %c {
        \"t.then\"() : () -> ()
      }
      %w = scf.while (%a = %r) : (f64) -> f64 {
        %go = \"t.test\"(%a) : (f64) -> i1
        scf.condition(%go) %a : f64
      } do {
      ^bb0(%b: f64):
        %n = \"t.next\"(%b) : (f64) -> f64
        scf.yield %n : f64
      }
      return %w : f64
    }";
    let expected = "module {
  func @f(%arg0: i1, %arg1: f64, %arg2: f64) -> f64 {
    cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    br ^bb3(%arg1 : f64)
  ^bb2:  // pred: ^bb0
    br ^bb3(%arg2 : f64)
  ^bb3(%0: f64):  // 2 preds: ^bb1, ^bb2
    br ^bb4
  ^bb4:  // pred: ^bb3
    cond_br %arg0, ^bb5, ^bb6
  ^bb5:  // pred: ^bb4
    \"t.then\"() : () -> ()
    br ^bb6
  ^bb6:  // 2 preds: ^bb4, ^bb5
    br ^bb7(%0 : f64)
  ^bb7(%1: f64):  // 2 preds: ^bb6, ^bb8
    %2 = \"t.test\"(%1) : (f64) -> i1
    cond_br %2, ^bb8(%1 : f64), ^bb9
  ^bb8(%3: f64):  // pred: ^bb7
    %4 = \"t.next\"(%3) : (f64) -> f64
    br ^bb7(%4 : f64)
  ^bb9:  // pred: ^bb7
    return %1 : f64
  }
}
";
    assert_eq!(lower(text, &[lower_scf]).unwrap(), expected);
}

#[test]
fn nests_of_loops_and_conditions_are_lowered_to_the_end() {
    let text = "func @f(%m: memref<8x8xf64>, %x: f64) {
      affine.for %i = 0 to 8 {
        affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
          affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {
            affine.store %x, %m[%j, %i floordiv 2] : memref<8x8xf64>
          }
        }
      }
      return
    }";
    let lowered = lower(text, &[lower_affine, lower_scf]).unwrap();
    assert!(!lowered.contains("affine.") && !lowered.contains("scf."), "{lowered}");
}

#[test]
fn what_cannot_be_lowered_is_reported() {
    let text = "func @f(%m: memref<8xf64>) {
      affine.for %i = 0 to 8 {
        %c = \"t.c\"() : () -> i1
        scf.if %c {
          \"t.then\"() : () -> ()
        }
      }
      return
    }";
    let messages = lower(text, &[lower_scf]).unwrap_err();
    assert_eq!(messages, ["failed to legalize operation 'scf.if': no pattern lowers it here"]);
}

/// Divisions round as their names say, for negative dividends too.
#[test]
fn divisions_are_exact() {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    let (d0, s0) = (ctx.affine_dim(0), ctx.affine_symbol(0));
    let exprs = [ctx.affine_mod(d0, s0), ctx.affine_floordiv(d0, s0), ctx.affine_ceildiv(d0, s0)];
    for a in [i64::MIN, -9, -8, -7, -1, 0, 1, 7, 8, 9, i64::MAX] {
        for b in [1, 2, 4, i64::MAX] {
            for expr in exprs {
                let wanted = expr.evaluate(&ctx, &[a], &[b]);
                assert_eq!(expanded_value(&ctx, expr, a, b), wanted, "{expr:?} of {a}, {b}");
            }
        }
    }
}

/// The value of an expression of constants, expanded and folded.
fn expanded_value(ctx: &Context, expr: AffineExpr, dim: i64, symbol: i64) -> Option<i64> {
    let location = Location::UNKNOWN;
    let mut module = ModuleOp::create(ctx, location);
    let block = ModuleOp::body_block(&module);
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let [dim, symbol] = [dim, symbol].map(|value| ConstantOp::index(&mut builder, value));
    let value = expand_affine_expr(&mut builder, expr, &[dim], &[symbol]).unwrap();
    let name = ctx.op_name("t.use");
    let user = builder.create(OperationState::new(name, location).operands(&[value]));
    let patterns = RewritePatternSet::new().freeze(ctx);
    let (mut requests, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    let config = GreedyConfig::default();
    apply_patterns_greedily(&mut module, &patterns, &config, &mut requests, &mut diagnostics)
        .unwrap();
    constant_value(&module, module.operand(user, 0))?.as_i64(ctx)
}
