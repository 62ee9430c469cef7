// Functions that C can call, and functions of C's: by an attribute, or all of them by an option.
// RUN: mlir-lite-opt %s --convert-std-to-llvm | FileCheck %s --check-prefixes=CHECK,SOME
// RUN: mlir-lite-opt %s --convert-std-to-llvm=emit-c-wrappers | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: mlir-lite-opt %s --convert-std-to-llvm=emit-c-wrappers --spelling=upstream | mlir-opt -o /dev/null

// The function of C's form loads the descriptor and passes its fields.
// CHECK-LABEL: llvm.func @_mlir_ciface_foo(%arg0: !llvm.ptr)
// CHECK-NEXT: %[[D:.*]] = llvm.load %arg0 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[F0:.*]] = llvm.extractvalue %[[D]][0]
// CHECK-NEXT: %[[F1:.*]] = llvm.extractvalue %[[D]][1]
// CHECK-NEXT: %[[F2:.*]] = llvm.extractvalue %[[D]][2]
// CHECK-NEXT: %[[F3:.*]] = llvm.extractvalue %[[D]][3, 0]
// CHECK-NEXT: %[[F4:.*]] = llvm.extractvalue %[[D]][3, 1]
// CHECK-NEXT: %[[F5:.*]] = llvm.extractvalue %[[D]][4, 0]
// CHECK-NEXT: %[[F6:.*]] = llvm.extractvalue %[[D]][4, 1]
// CHECK-NEXT: llvm.call @foo(%[[F0]], %[[F1]], %[[F2]], %[[F3]], %[[F4]], %[[F5]], %[[F6]])
// CHECK-SAME: (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64) -> ()
// CHECK-NEXT: llvm.return

// CHECK: llvm.func @_mlir_ciface_qux(!llvm.ptr)
// CHECK: llvm.func @_mlir_ciface_results(!llvm.ptr, i32)
// SOME-NOT: _mlir_ciface_plain
// ALL: llvm.func @_mlir_ciface_plain(%arg0: i64) -> i64

func @foo(%arg0: memref<?x?xf32>) attributes {llvm.emit_c_interface} {
  return
}

// One that is declared puts the descriptor on the stack and passes its address.
// CHECK-LABEL: llvm.func private @qux(
// CHECK: %[[D:.*]] = llvm.insertvalue %arg6, %{{.*}}[4, 1]
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK: %[[PLACE:.*]] = llvm.alloca %[[ONE]] x !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK: llvm.store %[[D]], %[[PLACE]]
// CHECK: llvm.call @_mlir_ciface_qux(%[[PLACE]]) : (!llvm.ptr) -> ()
// CHECK: llvm.return
func private @qux(%arg0: memref<?x?xf32>) attributes {llvm.emit_c_interface}

// Several results are written where the first argument points.
// CHECK-LABEL: llvm.func private @results(%arg0: i32) -> !llvm.struct<(i32, f32)>
// CHECK: %[[PLACE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, f32)>
// CHECK: llvm.call @_mlir_ciface_results(%[[PLACE]], %arg0) : (!llvm.ptr, i32) -> ()
// CHECK: %[[RESULT:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.struct<(i32, f32)>
// CHECK: llvm.return %[[RESULT]]
func private @results(i32) -> (i32, f32) attributes {llvm.emit_c_interface}

// CHECK-LABEL: llvm.func @plain(%arg0: i64) -> i64
func @plain(%arg0: index) -> index {
  return %arg0 : index
}
