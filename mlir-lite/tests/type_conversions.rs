//! Types that loops, conditionals, branches, selections and calls carry are converted by a type
//! converter of one's own.

use mlir_lite::Context;
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, TypeConversion, TypeConverter, apply_full_conversion,
    apply_partial_conversion,
};
use mlir_lite::conversions::{
    populate_branch_type_conversion, populate_func_type_conversion, populate_scf_type_conversion,
    populate_select_type_conversion,
};
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::dialects::standard::{FuncOp, ImOp, IndexCastOp, ReOp};
use mlir_lite::ir::prelude::SmallVec;
use mlir_lite::ir::{OpBuilder, OpDefinition, SymbolRequests, ValueId};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::types::Type;
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;
use std::sync::Arc;

/// Converts `i32` to `i64`, and tensors of them, in a function; its text.
fn widened(text: &str) -> String {
    converted(text, |converter| {
        converter.add_conversion(|_, ty| (ty == Type::I32).then_some(Type::I64));
        converter.add_conversion(|ctx, ty| {
            (ty.element_type(ctx)? == Type::I32)
                .then(|| ctx.tensor_type(ty.shape(ctx).unwrap_or_default(), Type::I64))
        });
    })
}

/// Converts types in a function as `add` says; its text.
fn converted(text: &str, add: impl FnOnce(&mut TypeConverter)) -> String {
    let ctx = Context::new();
    mlir_lite::register_all_dialects(&ctx);
    let mut converter = TypeConverter::new(&ctx);
    converter.add_conversion(|_, ty| ty);
    add(&mut converter);
    let converter = Arc::new(converter);
    let (mut patterns, mut target) = (ConversionPatternSet::new(), ConversionTarget::new(&ctx));
    for populate in [
        populate_func_type_conversion,
        populate_branch_type_conversion,
        populate_select_type_conversion,
        populate_scf_type_conversion,
    ] {
        populate(&mut patterns, &mut target, &converter);
    }
    target.add_legal_op::<IndexCastOp>().add_legal_op::<ReOp>().add_legal_op::<ImOp>();
    let patterns = patterns.freeze(&ctx);
    let file = ctx.sources().add("t.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let mut module = parse_module(&ctx, &file, options, &mut diagnostics).expect("valid text");
    let mut requests = SymbolRequests::new();
    let functions: Vec<_> =
        module.own_ops().into_iter().filter(|&op| FuncOp::is(&module, op)).collect();
    for function in functions {
        let body = module.child_mut(function).expect("a function has a body");
        apply_partial_conversion(body, &target, &patterns, &mut requests, &mut diagnostics)
            .unwrap_or_else(|_| panic!("{:?}", diagnostics.iter().collect::<Vec<_>>()));
    }
    verify(&module, &mut diagnostics).expect("what it becomes is valid");
    print_op(module.as_op(), PrintOptions::default())
}

/// As printed, with the types that are expected.
#[track_caller]
fn check(text: &str) {
    assert_eq!(widened(text), text.replace("i32", "i64"));
}

#[test]
fn loops_and_conditionals() {
    check(
        "module {
  func @loop(%arg0: index, %arg1: i32, %arg2: i1) -> i32 {
    %0 = scf.for %arg3 = %arg0 to %arg0 step %arg0 iter_args(%arg4 = %arg1) -> (i32) {
      %1 = scf.if %arg2 -> (i32) {
        scf.yield %arg1 : i32
      } else {
        %2 = select %arg2, %arg4, %arg1 : i32
        scf.yield %2 : i32
      }
      scf.yield %1 : i32
    }
    return %0 : i32
  }
}",
    );
}

#[test]
fn bounds_of_loops() {
    check(
        "module {
  func @count(%arg0: i32, %arg1: i1) {
    scf.for %arg2 = %arg0 to %arg0 step %arg0  : i32 {
      %0 = select %arg1, %arg2, %arg0 : i32
    }
    return
  }
}",
    );
}

#[test]
fn loops_with_a_condition() {
    check(
        "module {
  func @while(%arg0: i32, %arg1: i1, %arg2: index) -> (i32, i1) {
    %0:2 = scf.while (%arg3 = %arg0, %arg4 = %arg1) : (i32, i1) -> (i32, i1) {
      scf.condition(%arg4) %arg3, %arg4 : i32, i1
    } do {
    ^bb0(%arg3: i32, %arg4: i1):
      %1 = scf.index_switch %arg2 -> i32 
      case 1 {
        scf.yield %arg3 : i32
      }
      default {
        scf.yield %arg0 : i32
      }
      scf.yield %1, %arg4 : i32, i1
    }
    return %0#0, %0#1 : i32, i1
  }
}",
    );
}

#[test]
fn reductions_of_parallel_loops() {
    check(
        "module {
  func @max(%arg0: index, %arg1: i32, %arg2: i1) -> (i32, i1) {
    %0:2 = scf.parallel (%arg3) = (%arg0) to (%arg0) step (%arg0) init (%arg1, %arg2) -> (i32, i1) {
      scf.reduce(%arg1, %arg2 : i32, i1) {
      ^bb0(%arg4: i32, %arg5: i32):
        %1 = select %arg2, %arg4, %arg5 : i32
        scf.reduce.return %1 : i32
      }, {
      ^bb0(%arg4: i1, %arg5: i1):
        scf.reduce.return %arg5 : i1
      }
    }
    return %0#0, %0#1 : i32, i1
  }
}",
    );
}

#[test]
fn what_parallel_iterations_share() {
    check(
        "module {
  func @share(%arg0: index, %arg1: tensor<4xi32>) -> tensor<4xi32> {
    %0 = scf.forall (%arg2, %arg3) in (%arg0, 4) shared_outs(%arg4 = %arg1) -> (tensor<4xi32>) {
      %1 = scf.execute_region -> tensor<4xi32> {
        scf.yield %arg4 : tensor<4xi32>
      }
      scf.forall.in_parallel {
      }
    }
    return %0 : tensor<4xi32>
  }
}",
    );
}

/// The ops demand `index`, whatever becomes of indices elsewhere.
#[test]
fn bounds_and_variables_of_parallel_loops_stay_indices() {
    let text = "module {
  func @f(%arg0: index, %arg1: i32, %arg2: i1) -> i32 {
    %0 = scf.parallel (%arg3) = (%arg0) to (%arg0) step (%arg0) init (%arg1) -> i32 {
      %1 = select %arg2, %arg3, %arg0 : index
      scf.reduce(%arg1 : i32) {
      ^bb0(%arg4: i32, %arg5: i32):
        scf.reduce.return %arg5 : i32
      }
    }
    scf.forall (%arg3) in (%arg0) {
      %1 = select %arg2, %arg3, %arg0 : index
    }
    return %0 : i32
  }
}";
    let cast = |builder: &mut dyn OpBuilder, ty, values: &[ValueId]| {
        IndexCastOp::create(builder, values[0], ty)
    };
    let text = converted(text, |converter| {
        converter.add_conversion(|_, ty| (ty == Type::INDEX).then_some(Type::I64));
        converter.add_conversion(|_, ty| (ty == Type::I32).then_some(Type::F32));
        converter.add_source_materialization(cast);
        converter.add_target_materialization(cast);
    });
    assert_eq!(
        text,
        "module {
  func @f(%arg0: i64, %arg1: f32, %arg2: i1) -> f32 {
    %0 = index_cast %arg0 : i64 to index
    %1 = scf.parallel (%arg3) = (%0) to (%0) step (%0) init (%arg1) -> f32 {
      %2 = index_cast %arg3 : index to i64
      %3 = select %arg2, %2, %arg0 : i64
      scf.reduce(%arg1 : f32) {
      ^bb0(%arg4: f32, %arg5: f32):
        scf.reduce.return %arg5 : f32
      }
    }
    scf.forall (%arg3) in (%0) {
      %2 = index_cast %arg3 : index to i64
      %3 = select %arg2, %2, %arg0 : i64
    }
    return %1 : f32
  }
}"
    );
}

#[test]
fn branches_and_calls() {
    check(
        "module {
  func private @callee(i32, i1) -> (i1, i32)
  func @caller(%arg0: i32, %arg1: i1) -> i32 {
    br ^bb1(%arg0 : i32)
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
    cond_br %arg1, ^bb1(%0 : i32), ^bb2(%arg1, %0 : i1, i32)
  ^bb2(%1: i1, %2: i32):  // pred: ^bb1
    %3:2 = call @callee(%2, %1) : (i32, i1) -> (i1, i32)
    return %3#1 : i32
  }
}",
    );
}

/// Converts complex numbers to their real and imaginary parts, and `none` to no value.
fn divided(text: &str) -> String {
    converted(text, |converter| {
        converter.add_conversion(|ctx, ty| match ty.complex_part(ctx) {
            Some(part) => TypeConversion::To(SmallVec::from_elem(part, 2)),
            None if ty == Type::NONE => TypeConversion::To(SmallVec::new()),
            None => TypeConversion::Skip,
        });
    })
}

#[test]
fn functions_and_calls_of_several_values() {
    let text = "module {
  func private @g(%arg0: i1, %arg1: complex<f64>, %arg2: none) -> (complex<f64>, i32)
  func @f(%arg0: complex<f64>, %arg1: none) -> complex<f64> {
    %0 = constant true
    %1:2 = call @g(%0, %arg0, %arg1) : (i1, complex<f64>, none) -> (complex<f64>, i32)
    return %1#0 : complex<f64>
  }
}";
    let expected = "module {
  func private @g(i1, f64, f64) -> (f64, f64, i32)
  func @f(%arg0: f64, %arg1: f64) -> (f64, f64) {
    %true = constant true
    %0:3 = call @g(%true, %arg0, %arg1) : (i1, f64, f64) -> (f64, f64, i32)
    return %0#0, %0#1 : f64, f64
  }
}";
    assert_eq!(
        divided(
            &text.replace("%arg0: i1, %arg1: complex<f64>, %arg2: none", "i1, complex<f64>, none")
        ),
        expected
    );
}

/// The stock conversions of functions and branches alone make a module legal as a whole: the driver
/// enters the functions.
#[test]
fn a_full_conversion_of_a_module_converts_its_functions() {
    for (text, expected) in [
        (
            "func @f(%x: complex<f64>) {\n  return\n}",
            "func @f(%arg0: f64, %arg1: f64) {\n    return\n  }",
        ),
        (
            "func private @g(complex<f64>)
func @f(%x: complex<f64>) -> complex<f64> {
  call @g(%x) : (complex<f64>) -> ()
  br ^bb1(%x : complex<f64>)
^bb1(%y: complex<f64>):
  return %y : complex<f64>
}",
            "func private @g(f64, f64)
  func @f(%arg0: f64, %arg1: f64) -> (f64, f64) {
    call @g(%arg0, %arg1) : (f64, f64) -> ()
    br ^bb1(%arg0, %arg1 : f64, f64)
  ^bb1(%0: f64, %1: f64):  // pred: ^bb0
    return %0, %1 : f64, f64
  }",
        ),
    ] {
        let ctx = Context::new();
        mlir_lite::register_all_dialects(&ctx);
        let mut types = TypeConverter::new(&ctx);
        types.add_conversion(|_, ty| ty);
        types.add_conversion(|ctx, ty| match ty.complex_part(ctx) {
            Some(part) => TypeConversion::To(SmallVec::from_elem(part, 2)),
            None => TypeConversion::Skip,
        });
        let types = Arc::new(types);
        let mut target = ConversionTarget::new(&ctx);
        let mut patterns = ConversionPatternSet::with_converter(&types);
        populate_func_type_conversion(&mut patterns, &mut target, &types);
        populate_branch_type_conversion(&mut patterns, &mut target, &types);
        target.add_legal_dialect("builtin");
        let patterns = patterns.freeze(&ctx);
        let mut module = mlir_lite::read_module(&ctx, text).expect("valid text");
        let (mut requests, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
        apply_full_conversion(&mut module, &target, &patterns, &mut requests, &mut diagnostics)
            .unwrap_or_else(|_| panic!("{diagnostics:?}"));
        assert_eq!(module.to_string(), format!("module {{\n  {expected}\n}}"));
    }
}

#[test]
fn each_of_several_parameters_has_the_attributes_of_the_one() {
    let text = "func private @g(i1 {t.a}, complex<f64> {t.b}, none {t.c})
  -> (i32 {t.d}, complex<f64> {t.e})";
    let expected = "module {
  func private @g(i1 {t.a}, f64 {t.b}, f64 {t.b}) -> (i32 {t.d}, f64 {t.e}, f64 {t.e})
}";
    assert_eq!(divided(text), expected);
}

#[test]
fn branches_pass_several_values() {
    let text = "func @f(%arg0: i1, %arg1: complex<f64>, %arg2: complex<f64>) -> complex<f64> {
  cond_br %arg0, ^bb1(%arg1, %arg0 : complex<f64>, i1), ^bb2(%arg2 : complex<f64>)
^bb1(%0: complex<f64>, %1: i1):
  cond_br %1, ^bb1(%arg2, %1 : complex<f64>, i1), ^bb2(%0 : complex<f64>)
^bb2(%2: complex<f64>):
  return %2 : complex<f64>
}";
    let expected = "module {
  func @f(%arg0: i1, %arg1: f64, %arg2: f64, %arg3: f64, %arg4: f64) -> (f64, f64) {
    cond_br %arg0, ^bb1(%arg1, %arg2, %arg0 : f64, f64, i1), ^bb2(%arg3, %arg4 : f64, f64)
  ^bb1(%0: f64, %1: f64, %2: i1):  // 2 preds: ^bb0, ^bb1
    cond_br %2, ^bb1(%arg3, %arg4, %2 : f64, f64, i1), ^bb2(%0, %1 : f64, f64)
  ^bb2(%3: f64, %4: f64):  // 2 preds: ^bb0, ^bb1
    return %3, %4 : f64, f64
  }
}";
    assert_eq!(divided(text), expected);
}

#[test]
fn loops_and_conditionals_carry_several_values() {
    let text = "func @f(%arg0: index, %arg1: complex<f64>, %arg2: i1, %arg3: none) -> complex<f64> {
  %0:2 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg3, %arg6 = %arg1) -> (none, complex<f64>) {
    %1:2 = scf.if %arg2 -> (complex<f64>, none) {
      scf.yield %arg6, %arg5 : complex<f64>, none
    } else {
      scf.yield %arg1, %arg3 : complex<f64>, none
    }
    scf.yield %1#1, %1#0 : none, complex<f64>
  }
  %2 = scf.while (%arg4 = %0#1) : (complex<f64>) -> complex<f64> {
    scf.condition(%arg2) %arg4 : complex<f64>
  } do {
  ^bb0(%arg4: complex<f64>):
    scf.yield %arg4 : complex<f64>
  }
  return %2 : complex<f64>
}";
    let expected = "module {
  func @f(%arg0: index, %arg1: f64, %arg2: f64, %arg3: i1) -> (f64, f64) {
    %0:2 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg1, %arg6 = %arg2) -> (f64, f64) {
      %2:2 = scf.if %arg3 -> (f64, f64) {
        scf.yield %arg5, %arg6 : f64, f64
      } else {
        scf.yield %arg1, %arg2 : f64, f64
      }
      scf.yield %2#0, %2#1 : f64, f64
    }
    %1:2 = scf.while (%arg4 = %0#0, %arg5 = %0#1) : (f64, f64) -> (f64, f64) {
      scf.condition(%arg3) %arg4, %arg5 : f64, f64
    } do {
    ^bb0(%arg4: f64, %arg5: f64):
      scf.yield %arg4, %arg5 : f64, f64
    }
    return %1#0, %1#1 : f64, f64
  }
}";
    assert_eq!(divided(text), expected);
}

/// An operand that must be one value cannot become two.
#[test]
fn one_value_stays_one() {
    let ctx = Context::new();
    mlir_lite::register_all_dialects(&ctx);
    let mut converter = TypeConverter::new(&ctx);
    converter.add_conversion(|_, ty| ty);
    converter.add_conversion(|ctx, ty| match ty.complex_part(ctx) {
        Some(part) => TypeConversion::To(SmallVec::from_elem(part, 2)),
        None => TypeConversion::Skip,
    });
    let converter = Arc::new(converter);
    let (mut patterns, mut target) = (ConversionPatternSet::new(), ConversionTarget::new(&ctx));
    populate_func_type_conversion(&mut patterns, &mut target, &converter);
    populate_select_type_conversion(&mut patterns, &mut target, &converter);
    let patterns = patterns.freeze(&ctx);
    let text = "func @f(%arg0: i1, %arg1: complex<f64>, %arg2: complex<f64>) -> complex<f64> {
  %0 = select %arg0, %arg1, %arg2 : complex<f64>
  return %0 : complex<f64>
}";
    let file = ctx.sources().add("t.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let mut module =
        parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).expect("valid text");
    let before = print_op(module.as_op(), PrintOptions::default());
    let function = module.own_ops()[0];
    let body = module.child_mut(function).expect("a function has a body");
    let mut requests = SymbolRequests::new();
    apply_partial_conversion(body, &target, &patterns, &mut requests, &mut diagnostics)
        .expect_err("a selection is of one value");
    let notes: Vec<&str> = diagnostics
        .iter()
        .flat_map(|diagnostic| diagnostic.notes.iter().map(|note| note.message.as_str()))
        .collect();
    let expected = "must be one value, and its type 'complex<f64>' is converted to 2 types";
    assert!(notes.iter().any(|note| note.contains(expected)), "{notes:?}");
    assert_eq!(print_op(module.as_op(), PrintOptions::default()), before);
}

/// An op that stays gives one value, of which a target materialization makes several.
#[test]
fn values_that_stay_are_divided_where_several_are_needed() {
    let text = "func @f() -> complex<f64> {
  %0 = \"t.make\"() : () -> complex<f64>
  %1 = \"t.use\"(%0) : (complex<f64>) -> i1
  return %0 : complex<f64>
}";
    let expected = "module {
  func @f() -> (f64, f64) {
    %0 = \"t.make\"() : () -> complex<f64>
    %1 = re %0 : complex<f64>
    %2 = im %0 : complex<f64>
    %3 = \"t.use\"(%0) : (complex<f64>) -> i1
    return %1, %2 : f64, f64
  }
}";
    let found = converted(text, |converter| {
        converter.add_conversion(|ctx, ty| match ty.complex_part(ctx) {
            Some(part) => TypeConversion::To(SmallVec::from_elem(part, 2)),
            None => TypeConversion::Skip,
        });
        converter.add_target_materialization_to_many(|b, types, value| {
            let location = b.location();
            let parts = [
                ReOp::build(b, location, value).part(b.body()),
                ImOp::build(b, location, value).part(b.body()),
            ];
            assert_eq!(types, [Type::F64, Type::F64]);
            Some(parts.into())
        });
    });
    assert_eq!(found, expected);
}
