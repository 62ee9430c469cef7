// What is said of structured and affine ops is kept where one op takes their place: of a loop, on its branch back, where
// MLIR 22 puts what the llvm dialect says of loops.
// RUN: mlir-lite-opt %s --lower-affine --spelling=upstream --allow-unregistered-dialect | FileCheck %s --check-prefix=SCF
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --spelling=upstream --allow-unregistered-dialect > %t.mlir
// RUN: FileCheck %s < %t.mlir
// `mlir-opt` does not read the attributes of prefetches and transfers.
// RUN: sed -E 's/ \{a\.(prefetch|start|wait)\}//' %t.mlir | mlir-opt --allow-unregistered-dialect -o /dev/null

// SCF-LABEL: func.func @accesses
// CHECK-LABEL: func.func @accesses
func.func @accesses(%m: memref<16xf32>, %n: index) -> (index, index, index) {
  // The op that computes the result has it, and not those before it.
  // SCF: arith.muli %{{.*}}, %{{.*}} : index
  // SCF: arith.addi %{{.*}}, %{{.*}} {a.apply} : index
  %0 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%n) {a.apply}
  // SCF: arith.select %{{.*}} {a.min} : index
  %1 = affine.min affine_map<(d0) -> (d0, 5)>(%n) {a.min}
  // SCF: arith.select %{{.*}} {a.max} : index
  %2 = affine.max affine_map<(d0) -> (d0, 5)>(%n) {a.max}
  // SCF: memref.load %{{.*}} {a.load} : memref<16xf32>
  %3 = affine.load %m[%n] {a.load} : memref<16xf32>
  // SCF: memref.store %{{.*}} {a.store} : memref<16xf32>
  affine.store %3, %m[%n] {a.store} : memref<16xf32>
  // SCF: vector.load %{{.*}} {a.vload} : memref<16xf32>, vector<4xf32>
  %4 = affine.vector_load %m[%n] {a.vload} : memref<16xf32>, vector<4xf32>
  // SCF: vector.store %{{.*}} {a.vstore} : memref<16xf32>, vector<4xf32>
  affine.vector_store %4, %m[%n] {a.vstore} : memref<16xf32>, vector<4xf32>
  // SCF: memref.prefetch %{{.*}} {a.prefetch} : memref<16xf32>
  affine.prefetch %m[%n], read, locality<3>, data {a.prefetch} : memref<16xf32>
  return %0, %1, %2 : index, index, index
}

// SCF-LABEL: func.func @affine
// CHECK-LABEL: func.func @affine
func.func @affine(%n: index) {
  affine.for %i = 0 to 4 {
    "foo.use"(%i) : (index) -> ()
    // CHECK: cf.br {{.*}} {a.for, a.yield}
    affine.yield {a.yield}
  // SCF: } {a.for}
  } {a.for}
  // CHECK: cf.cond_br {{.*}} {a.if}
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) {
    "foo.use"(%n) : (index) -> ()
  // SCF: } {a.if}
  } {a.if}
  // CHECK: cf.br {{.*}} {a.parallel}
  affine.parallel (%i) = (0) to (4) {
    "foo.use"(%i) : (index) -> ()
  // SCF: } {a.parallel}
  } {a.parallel}
  // Of several loops in the place of one op, none has it.
  // SCF-NOT: a.box
  // CHECK-NOT: a.box
  affine.parallel (%i, %j) = (0, 0) to (4, 4) {
    "foo.use"(%i) : (index) -> ()
  } {a.box}
  return
}

// CHECK-LABEL: func.func @scf
func.func @scf(%n: index, %s: index, %c: i1, %x: f32) -> f32 {
  %0 = scf.for %i = %n to %n step %s iter_args(%a = %x) -> f32 {
    %1 = "foo.next"(%a) : (f32) -> f32
    // CHECK: cf.br {{.*}} {b.for, b.yield}
    scf.yield {b.yield} %1 : f32
  } {b.for}
  // CHECK: cf.cond_br {{.*}} {b.if}
  %2 = scf.if %c -> f32 {
    %3 = "foo.then"() : () -> f32
    // CHECK: cf.br {{.*}} {b.then}
    scf.yield {b.then} %3 : f32
  } else {
    // CHECK: cf.br {{.*}} {b.else}
    scf.yield {b.else} %0 : f32
  } {b.if}
  %4 = scf.while (%a = %2) : (f32) -> f32 {
    %5 = "foo.condition"(%a) : (f32) -> i1
    // CHECK: cf.cond_br {{.*}} {b.condition}
    scf.condition(%5) {b.condition} %a : f32
  } do {
  ^bb0(%a: f32):
    %6 = "foo.next"(%a) : (f32) -> f32
    // CHECK: cf.br {{.*}} {b.while}
    scf.yield %6 : f32
  } attributes {b.while}
  // CHECK: cf.br {{.*}} {b.parallel}
  scf.parallel (%i) = (%n) to (%n) step (%s) {
    "foo.use"(%i) : (index) -> ()
  } {b.parallel}
  // CHECK: cf.br {{.*}} {b.forall}
  scf.forall (%i) in (%n) {
    "foo.use"(%i) : (index) -> ()
  } {b.forall}
  // CHECK: cf.br {{.*}} {b.region}
  scf.execute_region {
    "foo.use"(%n) : (index) -> ()
    scf.yield
  } {b.region}
  // CHECK: cf.cond_br {{.*}} {b.switch}
  scf.index_switch %n {b.switch}
  case 2 {
    "foo.use"(%n) : (index) -> ()
    scf.yield
  }
  default {
    "foo.use"(%s) : (index) -> ()
    scf.yield
  }
  return %4 : f32
}

// What the llvm dialect says of a loop is where MLIR 22 has it.
// CHECK-LABEL: func.func @annotated
func.func @annotated(%n: index, %s: index) {
  // CHECK: cf.cond_br
  // CHECK: cf.br {{.*}} {llvm.loop_annotation = #loop_annotation}
  scf.for %i = %n to %n step %s {
    "foo.use"(%i) : (index) -> ()
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return
}

// SCF-LABEL: func.func @transfers
func.func @transfers(%m: memref<16xf32>, %tag: memref<1xi32>, %n: index) {
  // SCF: memref.dma_start %{{.*}} {a.start} : memref<16xf32>
  affine.dma_start %m[%n + 1], %m[%n], %tag[0], %n {a.start} : memref<16xf32>, memref<16xf32>, memref<1xi32>
  // SCF: memref.dma_wait %{{.*}} {a.wait} : memref<1xi32>
  affine.dma_wait %tag[0], %n {a.wait} : memref<1xi32>
  return
}
