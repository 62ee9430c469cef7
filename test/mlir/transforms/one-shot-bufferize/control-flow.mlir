// Tensors in loops with conditions, switches, regions of several blocks and branches.
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: mlir-lite-opt %s --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --buffer-deallocation-pipeline --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --buffer-deallocation-pipeline --convert-bufferization-to-memref --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts --run=main | FileCheck %s --check-prefix=VALUE

// A loop changes the memory that it carries in place; the argument is copied once.
// CHECK-LABEL: func.func @while(
// CHECK: memref.copy %arg0, %[[M:.*]] :
// CHECK: scf.while (%{{.*}} = %[[M]],
// CHECK-NOT: memref.copy
// CHECK: return
func.func @while(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 10.0 : f32
  %r:2 = scf.while (%a = %t, %i = %c0) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %a, %i : tensor<4xf32>, index
  } do {
  ^bb0(%a: tensor<4xf32>, %i: index):
    %b = tensor.insert %x into %a[%i] : tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %b, %j : tensor<4xf32>, index
  }
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @switch(
// CHECK: scf.index_switch %arg2 -> memref<4xf32>
// CHECK: scf.execute_region -> memref<4xf32>
// CHECK: ^bb1(%{{.*}}: memref<4xf32>):
func.func @switch(%t: tensor<4xf32>, %u: tensor<4xf32>, %k: index) -> tensor<4xf32> {
  %0 = scf.index_switch %k -> tensor<4xf32>
  case 1 {
    scf.yield %t : tensor<4xf32>
  }
  default {
    scf.yield %u : tensor<4xf32>
  }
  %1 = scf.execute_region -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c = arith.cmpi eq, %k, %c0 : index
    cf.cond_br %c, ^bb1(%0 : tensor<4xf32>), ^bb1(%t : tensor<4xf32>)
  ^bb1(%a: tensor<4xf32>):
    %x = arith.constant 20.0 : f32
    %b = tensor.insert %x into %a[%c0] : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @branches(
// CHECK: ^bb1(%{{.*}}: index, %[[A:.*]]: memref<4xf32>):
// CHECK: ^bb2:
// CHECK: memref.copy %[[A]], %[[N:.*]] :
// CHECK: cf.br ^bb1(%{{.*}}, %[[N]] : index, memref<4xf32>)
func.func @branches(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^bb1(%c0, %t : index, tensor<4xf32>)
^bb1(%i: index, %a: tensor<4xf32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^bb2, ^bb3
^bb2:
  %x = tensor.extract %a[%i] : tensor<4xf32>
  %y = arith.addf %x, %x : f32
  %b = tensor.insert %y into %a[%i] : tensor<4xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^bb1(%j, %b : index, tensor<4xf32>)
^bb3:
  return %a : tensor<4xf32>
}

// The digits are the elements of the results, and of the argument, which stays.
// VALUE: {{(^|[( ])}}10{{[ ,)]}}
// VALUE: {{(^|[( ])}}3{{[ ,)]}}
// VALUE: {{(^|[( ])}}20{{[ ,)]}}
// VALUE: {{(^|[( ])}}4{{[ ,)]}}
// VALUE: {{(^|[( ])}}1{{[ ,)]}}
func.func @digit(%t: tensor<4xf32>, %i: index) -> i32 {
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  %1 = arith.fptosi %0 : f32 to i32
  return %1 : i32
}
func.func @main() -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %a = call @while(%t, %c2) : (tensor<4xf32>, index) -> tensor<4xf32>
  %b = call @switch(%a, %t, %c1) : (tensor<4xf32>, tensor<4xf32>, index) -> tensor<4xf32>
  %c = call @branches(%t, %c2) : (tensor<4xf32>, index) -> tensor<4xf32>
  %0 = call @digit(%a, %c0) : (tensor<4xf32>, index) -> i32
  %1 = call @digit(%a, %c2) : (tensor<4xf32>, index) -> i32
  %2 = call @digit(%b, %c0) : (tensor<4xf32>, index) -> i32
  %3 = call @digit(%c, %c1) : (tensor<4xf32>, index) -> i32
  %4 = call @digit(%t, %c0) : (tensor<4xf32>, index) -> i32
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}
