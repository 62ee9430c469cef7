// With -allow-unregistered-dialect, what a loaded dialect does not declare is carried as what is of an unknown dialect is:
// in generic form, and attributes and types by their text. (MLIR refuses it; here it has dialects as a whole.)
// RUN: mlir-lite-opt -allow-unregistered-dialect %s > %t
// RUN: FileCheck %s < %t
// RUN: mlir-lite-opt -allow-unregistered-dialect %t | diff %t -
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream %s | FileCheck %s
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream %s | mlir-lite-opt -allow-unregistered-dialect - | diff %t -
// RUN: mlir-lite-opt -allow-unregistered-dialect -mlir-print-op-generic %s | mlir-lite-opt -allow-unregistered-dialect - | diff %t -
// RUN: mlir-lite-opt -allow-unregistered-dialect --canonicalize --cse --sccp --inline --symbol-dce %s | FileCheck %s
// RUN: not mlir-lite-opt -split-input-file %s 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: sed 's/"vector.fuse"(%0, %0, %0).*/vector.fuse %0, %0, %0 : vector<4xf32>/' %s > %t.custom
// RUN: not mlir-lite-opt -allow-unregistered-dialect %t.custom 2>&1 | FileCheck %s --check-prefix=CUSTOM

// CHECK: %[[A:.*]] = "arith.source"() : () -> vector<4xf32>
// REFUSED: dialect 'arith' has no operation 'source'. If this is intended, use -allow-unregistered-dialect
%0 = "arith.source"() : () -> vector<4xf32>
// CHECK: "vector.fuse"(%[[A]], %[[A]], %[[A]]) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CUSTOM: custom op 'vector.fuse' is unknown
// CUSTOM: help: dialect 'vector' has no such operation; unknown ones are read in generic form, "vector.fuse"(..), with -allow-unregistered-dialect
%1 = "vector.fuse"(%0, %0, %0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>

// -----

// CHECK: "std.strange"() <{kind = #vector.sort<add>}> {own = #arith.range<0 to 4>, quoted = #llvm.of<"a > b", [1]>, word = #scf.word} : () -> ()
// REFUSED: dialect 'std' has no operation 'strange'. If this is intended, use -allow-unregistered-dialect
"std.strange"() <{kind = #vector.sort<add>}> {own = #arith.range<0 to 4>, quoted = #llvm.of<"a > b", [1]>, word = #scf.word} : () -> ()

// -----

// CHECK: func{{.*}} @types(%{{.*}}: !llvm.strange<1, {a}>, %{{.*}}: !arith.number) attributes {ty = !memref.ring<4 x f32>}
// REFUSED: unknown type 'strange' in dialect 'llvm'. If this is intended, use -allow-unregistered-dialect
func.func @types(%a: !llvm.strange<1, {a}>, %b: !arith.number) attributes {ty = !memref.ring<4 x f32>} {
  return
}

// -----

// A function of the dialect's own is not inlined with what its dialect does not know.
// CHECK: func{{.*}} @carries(%[[X:.*]]: i32 {arith.note = #arith.note<x>}) -> i32 attributes {memref.space = #memref.space<near>}
// REFUSED: unknown attribute 'note' in dialect 'arith'. If this is intended, use -allow-unregistered-dialect
func.func @carries(%x: i32 {arith.note = #arith.note<x>}) -> i32 attributes {memref.space = #memref.space<near>} {
  // CHECK: "arith.mystery"(%[[X]]) : (i32) -> i32
  %3 = "arith.mystery"(%x) : (i32) -> i32
  return %3 : i32
}
// CHECK: func{{.*}} @caller
// CHECK: call @carries
func.func @caller(%x: i32) -> i32 {
  %4 = call @carries(%x) : (i32) -> i32
  return %4 : i32
}

// -----

// What an alias stands for is written out: nothing else would say what it was.
#layout = affine_map<(d0, d1) -> (d1, d0)>
#blocked = #foo.blocked<{size = [1, 4], order = #layout}>
!element = vector<4xf32>
// CHECK: "foo.aliases"() {a = #foo.slice<{dim = 0, parent = #foo.blocked<{size = [1, 4], order = affine_map<(d0, d1) -> (d1, d0)>}>, text = "#layout"}>, b = #arith.of<vector<4xf32>, #unknown>} : () -> ()
"foo.aliases"() {a = #foo.slice<{dim = 0, parent = #blocked, text = "#layout"}>, b = #arith.of<!element, #unknown>} : () -> ()
