// Chains of casts that end with the types they begin with, as mlir-opt removes them.
// RUN: mlir-lite-opt %s --reconcile-unrealized-casts --allow-unregistered-dialect --spelling=upstream > %t
// RUN: mlir-opt %s -reconcile-unrealized-casts -allow-unregistered-dialect | diff %t -
// RUN: FileCheck %s < %t

// CHECK-LABEL: func.func @back
// CHECK-NEXT: return %arg0 : i64
func.func @back(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1 : i64
}

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: return %arg0 : i64
func.func @chain(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i64
  return %2 : i64
}

// CHECK-LABEL: func.func @needed
// CHECK-NEXT: builtin.unrealized_conversion_cast %arg0 : i64 to index
func.func @needed(%a: i64) -> index {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to index
  return %2 : index
}

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%a: i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  return
}

// CHECK-LABEL: func.func @several
// CHECK-NEXT: return %arg0, %arg1 : i64, i32
func.func @several(%a: i64, %b: i32) -> (i64, i32) {
  %0 = builtin.unrealized_conversion_cast %a, %b : i64, i32 to index
  %1:2 = builtin.unrealized_conversion_cast %0 : index to i64, i32
  return %1#0, %1#1 : i64, i32
}

// CHECK-LABEL: func.func @swapped
// CHECK: builtin.unrealized_conversion_cast %{{.*}}#1, %{{.*}}#0 : i32, i64 to f32
func.func @swapped(%a: f32) -> f32 {
  %0:2 = builtin.unrealized_conversion_cast %a : f32 to i64, i32
  %1 = builtin.unrealized_conversion_cast %0#1, %0#0 : i32, i64 to f32
  return %1 : f32
}

// CHECK-LABEL: func.func @nested
// CHECK: "my.region"
// CHECK-NEXT: "my.use"(%arg0) : (i64) -> ()
func.func @nested(%a: i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  "my.region"() ({
    %1 = builtin.unrealized_conversion_cast %0 : index to i64
    "my.use"(%1) : (i64) -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func.func @circle
// CHECK: builtin.unrealized_conversion_cast
func.func @circle(%a: index) {
  cf.br ^bb1(%a : index)
^bb1(%b: index):
  %0 = builtin.unrealized_conversion_cast %b : index to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to f64
  "my.use"(%1) : (f64) -> ()
  cf.br ^bb1(%a : index)
}
