//! Expressions that build IR, with the examples of MLIR's document on declarative builders.

use mlir_lite::dialects::context_with_all;
use mlir_lite::dialects::standard::{CmpFPredicate, FuncOp, SIToFPOp};
use mlir_lite::edsc::*;
use mlir_lite::ir::BodyBuilder;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{GreedyConfig, RewritePatternSet, apply_patterns_greedily};
use mlir_lite::text::{PrintOptions, print_op};
use mlir_lite::verify::verify;
use test_support::{read, render};

/// A type of functions.
fn function_type(ctx: &Context, parameters: &[&str], results: &[&str]) -> Type {
    let (parameters, results) = (parameters.join(", "), results.join(", "));
    let module = read(ctx, &format!("func private @f({parameters}) -> ({results})")).unwrap();
    let function = module.children().next().expect("there is a function").1.as_op();
    function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx)).expect("it has a type")
}

/// The text of a valid function of these parameters and results.
#[track_caller]
fn built(
    parameters: &[&str],
    results: &[&str],
    build: impl for<'e> FnOnce(Edsc<'e>, Vec<Expr<'e>>),
) -> String {
    let (text, errors) = built_unchecked(parameters, results, build);
    assert_eq!(errors, "");
    text
}

/// The text of a function, and the reports of the verifier.
fn built_unchecked(
    parameters: &[&str],
    results: &[&str],
    build: impl for<'e> FnOnce(Edsc<'e>, Vec<Expr<'e>>),
) -> (String, String) {
    let ctx = context_with_all();
    let ty = function_type(&ctx, parameters, results);
    let here = ctx.file_location("f.edsc", 7, 1);
    let mut function = FuncOp::create(&ctx, here, "f", ty);
    let entry = FuncOp::add_entry_block(&mut function);
    let arguments = function.arguments(entry).to_vec();
    let mut b = BodyBuilder::at_end(&mut function, entry).at(here);
    edsc(&mut b, |e| build(e, e.exprs(&arguments)));
    let mut diagnostics = Diagnostics::new();
    let errors = match verify(&function, &mut diagnostics) {
        Ok(()) => String::new(),
        Err(_) => render(ctx.sources(), &diagnostics),
    };
    // Without the comments that name the predecessors of blocks.
    let text = print_op(function.as_op(), PrintOptions::local());
    let lines = text.lines().map(|line| line.split("  // ").next().unwrap_or(line));
    (lines.collect::<Vec<_>>().join("\n"), errors)
}

/// The function `x.add` of the document.
fn pointwise_add<'e>(e: Edsc<'e>, views: &[Memory<'e>]) {
    let &[a, b, c] = views else { return };
    e.affine_nest(&a.lbs(), &a.ubs(), &a.steps(), |ivs| c.at(ivs).set(a.at(ivs) + b.at(ivs)));
}

/// The ops of a text, in order, without values: `affine.for 0 to 3`.
fn ops(text: &str) -> Vec<String> {
    let skipped = |line: &&str| !matches!(*line, "}" | "return") && !line.starts_with("func");
    let lines = text.lines().map(str::trim).filter(skipped);
    lines.map(|line| line.split_once(" = ").map_or(line, |(_, op)| op).to_owned()).collect()
}

#[test]
fn the_pointwise_addition_works_for_any_rank_and_type() {
    let add = |memref: &str| {
        built(&[memref; 3], &[], |e, memory| {
            let views: Vec<Memory<'_>> = memory.iter().map(|&memref| e.view(memref)).collect();
            pointwise_add(e, &views);
            e.ret(&[]);
        })
    };
    let text = add("memref<3x4x5x6xvector<4xi8>>");
    let [i, j, k, l] = ["%arg3", "%arg4", "%arg5", "%arg6"];
    let at = format!("[{i}, {j}, {k}, {l}] : memref<3x4x5x6xvector<4xi8>>");
    let expected = [
        "0 to 3 {".to_owned(),
        "0 to 4 {".to_owned(),
        "0 to 5 {".to_owned(),
        "0 to 6 {".to_owned(),
        format!("affine.load %arg0{at}"),
        format!("affine.load %arg1{at}"),
        "addi %0, %1 : vector<4xi8>".to_owned(),
        format!("affine.store %2, %arg2{at}"),
    ];
    assert_eq!(ops(&text), expected);
    let expected = [
        "affine.load %arg0[] : memref<f32>",
        "affine.load %arg1[] : memref<f32>",
        "addf %0, %1 : f32",
        "affine.store %2, %arg2[] : memref<f32>",
    ];
    assert_eq!(ops(&add("memref<f32>")), expected);
    // A size that is not known is a value of `dim`.
    let text = add("memref<3x?xf64>");
    assert!(text.contains("= dim %arg0, %c1 : memref<3x?xf64>"), "{text}");
    assert!(text.contains("affine.for %arg4 = 0 to %0 {"), "{text}");
}

/// An op on memory that is declared by its loops.
#[op(name = "x.add")]
struct AddOp {
    #[operand]
    a: AnyMemRef,
    #[operand]
    b: AnyMemRef,
    #[operand]
    c: AnyMemRef,
}

impl ReferenceImplementation for AddOp {
    fn reference<'e>(e: Edsc<'e>, operands: &[Memory<'e>]) {
        pointwise_add(e, operands);
    }
}

struct XDialect;

impl Dialect for XDialect {
    const NAMESPACE: &'static str = "x";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<AddOp>();
    }
}

#[test]
fn an_op_is_lowered_to_the_loops_that_it_declares() {
    let ctx = context_with_all();
    ctx.load::<XDialect>();
    let text = "func @f(%a: memref<2xf32>) {\n  \"x.add\"(%a, %a, %a) : (memref<2xf32>, \
        memref<2xf32>, memref<2xf32>) -> ()\n  return\n}";
    let mut module = read(&ctx, text).unwrap();
    let mut patterns = RewritePatternSet::new();
    add_reference_lowering::<AddOp>(&mut patterns);
    let patterns = patterns.freeze(&ctx);
    let block = module.entry_block(module.region(module.root(), 0)).unwrap();
    let function = module.first_op(block).unwrap();
    let body = module.child_mut(function).unwrap();
    let mut requests = mlir_lite::ir::SymbolRequests::default();
    let mut diagnostics = Diagnostics::new();
    let config = GreedyConfig::default();
    apply_patterns_greedily(body, &patterns, &config, &mut requests, &mut diagnostics).unwrap();
    let expected = [
        "0 to 2 {",
        "affine.load %arg0[%arg1] : memref<2xf32>",
        "affine.load %arg0[%arg1] : memref<2xf32>",
        "addf %0, %1 : f32",
        "affine.store %2, %arg0[%arg1] : memref<2xf32>",
    ];
    assert_eq!(ops(&print_op(body.as_op(), PrintOptions::default())), expected);
}

#[test]
fn the_documents_loops_and_operators() {
    let text = built(&["index", "index"], &[], |e, arguments| {
        let [lb, ub] = [arguments[0], arguments[1]];
        let [f7, f13] = [7.0, 13.0].map(|value| e.float(value, Type::F32));
        let [i7, i13] = [7, 13].map(|value| e.integer(value, Type::I32));
        e.affine_for(lb, ub, 3, |i| {
            (affine(lb) * 3 + ub).apply();
            (affine(lb) + 3).apply();
            e.affine_for(lb, ub, 2, |j| {
                (31 * (affine(i) + affine(j) * 3).floor_div(32)).ceil_div(32).apply();
                let _ = ((f7 + f13) / f7) % f13 - f7 * f13;
                let _ = ((i7 + i13) / i7) % i13 - i7 * i13;
            });
        });
        e.ret(&[]);
    });
    let expected = "func @f(%arg0: index, %arg1: index) {
  %cst = constant 7.000000e+00 : f32
  %cst_0 = constant 1.300000e+01 : f32
  %c7_i32 = constant 7 : i32
  %c13_i32 = constant 13 : i32
  affine.for %arg2 = %arg0 to %arg1 step 3 {
    %0 = affine.apply affine_map<()[s0, s1] -> (s0 * 3 + s1)>()[%arg0, %arg1]
    %1 = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%arg0]
    affine.for %arg3 = %arg0 to %arg1 step 2 {
      %2 = affine.apply affine_map<(d0, d1) -> ((((d0 + d1 * 3) floordiv 32) * 31) ceildiv 32)>\
(%arg2, %arg3)
      %3 = addf %cst, %cst_0 : f32
      %4 = divf %3, %cst : f32
      %5 = remf %4, %cst_0 : f32
      %6 = mulf %cst, %cst_0 : f32
      %7 = subf %5, %6 : f32
      %8 = addi %c7_i32, %c13_i32 : i32
      %9 = divi_signed %8, %c7_i32 : i32
      %10 = remi_signed %9, %c13_i32 : i32
      %11 = muli %c7_i32, %c13_i32 : i32
      %12 = subi %10, %11 : i32
    }
  }
  return
}";
    pretty_assertions::assert_eq!(text, expected);
}

#[test]
fn loops_and_conditionals_of_scf_give_values() {
    let text = built(&["memref<?xf64>", "index"], &["f64"], |e, arguments| {
        let [m, n] = [arguments[0], arguments[1]];
        // The sum of the positive elements, halved until it is below 100.
        let sum = e.for_carrying((0, n, 1), e.f64(0.0), |i, sum| {
            let x = m.at(&[i]).get();
            e.if_else(x.gt(0.0), &[Type::F64], || sum + x, || sum)
        });
        let small = e.while_loop(sum, |sum| sum.ge(100.0), |sum| sum / 2.0);
        e.if_then(!small.cmpf(CmpFPredicate::Ord, small), || m.at(&[n - 1]).set(-small));
        e.ret(&[small]);
    });
    let expected = "func @f(%arg0: memref<?xf64>, %arg1: index) -> f64 {
  %cst = constant 0.000000e+00 : f64
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %cst) -> (f64) {
    %4 = load %arg0[%arg2] : memref<?xf64>
    %cst_0 = constant 0.000000e+00 : f64
    %5 = cmpf \"ogt\", %4, %cst_0 : f64
    %6 = scf.if %5 -> (f64) {
      %7 = addf %arg3, %4 : f64
      scf.yield %7 : f64
    } else {
      scf.yield %arg3 : f64
    }
    scf.yield %6 : f64
  }
  %1 = scf.while (%arg2 = %0) : (f64) -> f64 {
    %cst_0 = constant 1.000000e+02 : f64
    %4 = cmpf \"oge\", %arg2, %cst_0 : f64
    scf.condition(%4) %arg2 : f64
  } do {
  ^bb0(%arg2: f64):
    %cst_0 = constant 2.000000e+00 : f64
    %4 = divf %arg2, %cst_0 : f64
    scf.yield %4 : f64
  }
  %2 = cmpf \"ord\", %1, %1 : f64
  %true = constant true
  %3 = xor %2, %true : i1
  scf.if %3 {
    %c1_0 = constant 1 : index
    %4 = subi %arg1, %c1_0 : index
    %5 = negf %1 : f64
    store %5, %arg0[%4] : memref<?xf64>
  }
  return %1 : f64
}";
    pretty_assertions::assert_eq!(text, expected);
}

#[test]
fn nests_of_scf_take_sizes() {
    let text = built(&["memref<?x?xf32>"], &[], |e, arguments| {
        let m = arguments[0];
        let sizes = [e.dim(m, 0), e.dim(m, 1)];
        e.for_nest(&sizes, |ivs| m.at(ivs).set(m.at(ivs) * 2.0));
        e.parallel_nest(&sizes, |ivs| m.at(ivs).set(1.0 - m.at(ivs).get()));
        e.for_nest(&[0; 0], |ivs| assert!(ivs.is_empty()));
        e.ret(&[]);
    });
    assert_eq!(text.matches("scf.for ").count(), 2, "{text}");
    assert!(text.contains("scf.parallel (%arg1, %arg2) = (%c0"), "{text}");
}

#[test]
fn blocks_and_calls() {
    let text = built(&["i1", "i64"], &["f64"], |e, arguments| {
        let [condition, x] = [arguments[0], arguments[1]];
        let [double, end] = [e.append_block(&[]), e.append_block(&[Type::I64])];
        e.cond_br(condition, (double, &[]), (end, &[x]));
        e.fill(double, |()| e.br(end, &[(x << 1) | 1]));
        e.fill(end, |y: Expr<'_>| {
            let [y] = e.call("f", [condition, y & x], &[Type::F64]);
            e.ret(&[y + x.to::<SIToFPOp>(Type::F64)]);
        });
    });
    let expected = "func @f(%arg0: i1, %arg1: i64) -> f64 {
  cond_br %arg0, ^bb1, ^bb2(%arg1 : i64)
^bb1:
  %c1_i64 = constant 1 : i64
  %0 = shift_left %arg1, %c1_i64 : i64
  %c1_i64_0 = constant 1 : i64
  %1 = or %0, %c1_i64_0 : i64
  br ^bb2(%1 : i64)
^bb2(%2: i64):
  %3 = and %2, %arg1 : i64
  %4 = call @f(%arg0, %3) : (i1, i64) -> f64
  %5 = sitofp %arg1 : i64 to f64
  %6 = addf %4, %5 : f64
  return %6 : f64
}";
    pretty_assertions::assert_eq!(text, expected);
}

#[test]
fn mixed_types_are_reported_where_they_are_built() {
    let sums: [for<'e> fn(Vec<Expr<'e>>) -> Expr<'e>; 3] = [
        |arguments| arguments[0] + arguments[1],
        |arguments| arguments[2] + 1,
        |arguments| arguments[2] * arguments[0],
    ];
    for sum in sums {
        let (_, errors) = built_unchecked(&["f64", "i32", "memref<2xf64>"], &[], |e, arguments| {
            sum(arguments);
            e.ret(&[]);
        });
        assert!(errors.starts_with("f.edsc:7:1: error: "), "{errors}");
    }
}

#[test]
#[should_panic(expected = "an expression was used inside of 'emit'")]
fn the_builder_is_used_by_one_at_a_time() {
    built(&["f64"], &[], |e, arguments| e.emit(|_| _ = arguments[0] + 1.0));
}

#[test]
fn vectors_have_operators_and_parts() {
    let text = built(&["vector<2x4xf32>"], &["vector<2x4xf32>"], |e, arguments| {
        let v = arguments[0];
        let [first, second] = [0, 1].map(|row| e.extract(v, &[row]));
        let row = e.fma(first, second, first) * 2.0;
        e.ret(&[e.insert(row, v, &[1])]);
    });
    let expected = [
        "vector.extract %arg0[0] : vector<2x4xf32>",
        "vector.extract %arg0[1] : vector<2x4xf32>",
        "vector.fma %0, %1, %0 : vector<4xf32>",
        "constant dense<2.000000e+00> : vector<4xf32>",
        "mulf %2, %cst : vector<4xf32>",
        "vector.insert %3, %arg0[1] : vector<4xf32> into vector<2x4xf32>",
        "return %4 : vector<2x4xf32>",
    ];
    assert_eq!(ops(&text), expected);
}
