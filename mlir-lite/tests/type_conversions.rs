//! Types that loops, conditionals, branches, selections and calls carry are converted by a type
//! converter of one's own.

use mlir_lite::Context;
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, TypeConverter, apply_partial_conversion,
};
use mlir_lite::conversions::{
    populate_branch_type_conversion, populate_func_type_conversion, populate_scf_type_conversion,
    populate_select_type_conversion,
};
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::dialects::standard::{FuncOp, IndexCastOp};
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
    target.add_legal_op::<IndexCastOp>();
    let patterns = patterns.freeze(&ctx);
    let file = ctx.sources().add("t.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let mut module =
        parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).expect("valid text");
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
