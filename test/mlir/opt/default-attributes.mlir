// What the parser of an op adds is written of ops that do not have it, so that text that is read
// again stays the same.
// RUN: mlir-lite-opt %s --spelling=upstream | FileCheck %s
// RUN: mlir-opt %s | FileCheck %s
// RUN: mlir-lite-opt %s -o %t.once; mlir-lite-opt %t.once -o %t.twice; diff %t.once %t.twice

// CHECK: llvm.mlir.global external @a() {addr_space = 0 : i32} : i32
"llvm.mlir.global"() <{global_type = i32, linkage = #llvm.linkage<external>, sym_name = "a"}> ({
}) : () -> ()
// CHECK: llvm.mlir.global external @b() {addr_space = 1 : i32} : i32
"llvm.mlir.global"() <{global_type = i32, linkage = #llvm.linkage<external>, sym_name = "b",
                       addr_space = 1 : i32}> ({
}) : () -> ()

// CHECK-LABEL: func.func @products
func.func @products(%a: vector<4xi32>, %b: vector<4x4xi32>) -> vector<4x4xi32> {
  // CHECK: vector.outerproduct %{{.*}}, %{{.*}}, %{{.*}} {kind = #vector.kind<add>} :
  %0 = "vector.outerproduct"(%a, %a, %b)
      : (vector<4xi32>, vector<4xi32>, vector<4x4xi32>) -> vector<4x4xi32>
  // CHECK: vector.outerproduct %{{.*}}, %{{.*}}, %{{.*}} {kind = #vector.kind<mul>} :
  %1 = "vector.outerproduct"(%a, %a, %0) <{kind = #vector.kind<mul>}>
      : (vector<4xi32>, vector<4xi32>, vector<4x4xi32>) -> vector<4x4xi32>
  // CHECK: vector.outerproduct %{{.*}}, %{{.*}} : vector<4xi32>, vector<4xi32>
  %2 = "vector.outerproduct"(%a, %a) : (vector<4xi32>, vector<4xi32>) -> vector<4x4xi32>
  return %1 : vector<4x4xi32>
}

// The new line that is printed is written before the name of a result, which would be its operand.
// mlir-opt does not do so, and does not read what it writes.
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt -o /dev/null
func.func @new_line() -> i64 {
  vector.print punctuation <newline>
  %0 = arith.constant 0 : i64
  return %0 : i64
}
