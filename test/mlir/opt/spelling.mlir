// The names of the input are those of the output and of messages: today's, or those of 2020. A part
// with names that only 2020's spelling has, or without any that tell, is printed in that of 2020.
// RUN: mlir-lite-opt %s --split-input-file --canonicalize | FileCheck %s
// RUN: mlir-lite-opt %s --split-input-file --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s --split-input-file --spelling=upstream | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s --split-input-file --mlir-print-ir-after=cse --cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: mlir-lite-opt %s --split-input-file --verify-roundtrip -o /dev/null

// CHECK-LABEL: func.func @today
// CHECK: arith.addi
// STD-LABEL: func @today
// STD: addi
// TODAY-LABEL: func.func @today
// TODAY: arith.addi
// DUMP: // -----// IR Dump After CSE{{.*}} //----- //
// DUMP: arith.addi
module {
  func.func @today(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32
    return %0 : i32
  }
}

// -----

// CHECK-LABEL: func @before
// CHECK: {{ = }}addi
// STD-LABEL: func @before
// TODAY-LABEL: func.func @before
// DUMP: *** IR Dump After CSE ***
// DUMP: {{ = }}addi
func @before(%x: i32) -> i32 {
  %0 = addi %x, %x : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func @both
// CHECK: {{ = }}addi
// STD-LABEL: func @both
// TODAY-LABEL: func.func @both
func.func @both(%x: i32) -> i32 {
  %0 = addi %x, %x : i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}

// -----

// Names of ops that are the same in both.
// CHECK-LABEL: module @neither
// CHECK-NEXT: module @inner
module @neither {
  module @inner {
  }
}

// -----

// The dialect 'llvm' has only today's text: a blank follows the type of a struct.
// CHECK-LABEL: llvm.func @of_today
// CHECK-NEXT: llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i32, f32)> {{$}}
// STD-LABEL: llvm.func @of_today
// STD-NEXT: llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i32, f32)>{{$}}
llvm.func @of_today(%s: !llvm.struct<(i32, f32)>) -> f32 {
  %0 = llvm.extractvalue %s[1] : !llvm.struct<(i32, f32)>
  llvm.return %0 : f32
}

// -----

// CHECK-LABEL: func @around
// CHECK-NEXT: llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i32, f32)>{{$}}
// CHECK-NEXT: {{ = }}addf
func @around(%s: !llvm.struct<(i32, f32)>) -> f32 {
  %0 = llvm.extractvalue %s[1] : !llvm.struct<(i32, f32)>
  %1 = addf %0, %0 : f32
  return %1 : f32
}
