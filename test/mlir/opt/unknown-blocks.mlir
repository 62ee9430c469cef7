// mlir-opt erases blocks of an unknown op's region that its terminators do not lead to. Here they stay, with what is in
// them where it is: only the op knows which of its blocks are entered.
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --canonicalize --sccp --cse --dce %s | FileCheck %s
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --affine-scalrep %s | FileCheck %s --check-prefix=MEMORY

// CHECK-LABEL: func.func @blocks
func.func @blocks() {
  // CHECK:      "foo.blocks"() ({
  // CHECK-NEXT:   "foo.go"() : () -> ()
  // CHECK-NEXT: ^bb1(%[[X:.*]]: i32):  // no predecessors
  // CHECK-NEXT:   %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-NEXT:   "foo.use"(%[[ONE]]) : (i32) -> ()
  // CHECK-NEXT:   cf.br ^bb2(%[[ONE]] : i32)
  // CHECK-NEXT: ^bb2(%[[Y:.*]]: i32):  // pred: ^bb1
  // CHECK-NEXT:   "foo.term"() : () -> ()
  // CHECK-NEXT: ^bb3:  // no predecessors
  // CHECK-NEXT:   %[[OTHER:.*]] = arith.constant 1 : i32
  // CHECK-NEXT:   "foo.use"(%[[OTHER]]) : (i32) -> ()
  // CHECK-NEXT: }) : () -> ()
  "foo.blocks"() ({
    "foo.go"() : () -> ()
  ^bb1(%x: i32):
    %c1 = arith.constant 1 : i32
    "foo.use"(%c1) : (i32) -> ()
    cf.br ^bb2(%c1 : i32)
  ^bb2(%y: i32):
    "foo.term"() : () -> ()
  ^bb3:
    %c2 = arith.constant 1 : i32
    "foo.use"(%c2) : (i32) -> ()
  }) : () -> ()
  return
}

// The value that is stored is not passed into the region.
// MEMORY-LABEL: func.func @memory
func.func @memory(%v: f32) {
  // MEMORY: "foo.region"() ({
  // MEMORY-NEXT: affine.load
  %m = memref.alloc() : memref<4xf32>
  affine.store %v, %m[1] : memref<4xf32>
  "foo.region"() ({
    %0 = affine.load %m[1] : memref<4xf32>
    "foo.use"(%0) : (f32) -> ()
  }) : () -> ()
  memref.dealloc %m : memref<4xf32>
  return
}

// An unknown op that leads to a block may make its arguments, whether they are used or not: mlir-opt erases them.
// CHECK-LABEL: func.func @feeds_unused_arguments
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : f32), ^bb2
// CHECK: ^bb1(%{{.*}}: f32):
// CHECK: "foo.term"(%{{.*}})[^bb1, ^bb3]
func.func @feeds_unused_arguments(%c: i1, %f: f32) {
  cf.cond_br %c, ^bb1(%f : f32), ^bb2
^bb1(%x: f32):
  "foo.use"() : () -> ()
  return
^bb2:
  "foo.term"(%c)[^bb1, ^bb3] : (i1) -> ()
^bb3:
  return
}
