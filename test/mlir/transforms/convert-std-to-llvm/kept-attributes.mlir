// What is said of ops, calls and functions is kept when they are lowered, or is an error.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --split-input-file --verify-diagnostics --spelling=upstream | FileCheck %s

// CHECK: llvm.func @g() attributes {a.b = 1 : i32, sym_visibility = "private"}
func.func private @g() attributes {a.b = 1 : i32}

// CHECK-LABEL: llvm.func @ops
func.func @ops(%a: i32, %b: i32, %x: f32, %m: memref<4xf32>, %i: index, %c: i1) -> i32 {
  // CHECK: llvm.call @g() {foo = "bar"} : () -> ()
  call @g() {foo = "bar"} : () -> ()
  // CHECK: llvm.add %{{.*}}, %{{.*}} {a.b = 1 : i32} : i32
  %0 = arith.addi %a, %a {a.b = 1 : i32} : i32
  // CHECK: llvm.icmp "slt" {{.*}} {a.cmp} : i32
  %1 = arith.cmpi slt, %a, %b {a.cmp} : i32
  // CHECK: llvm.mlir.constant(42 : i32) {a.constant} : i32
  %2 = arith.constant {a.constant} 42 : i32
  // CHECK: llvm.load %{{.*}} {a.load} : !llvm.ptr -> f32
  %3 = memref.load %m[%i] {a.load} : memref<4xf32>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {a.store} : f32, !llvm.ptr
  memref.store %3, %m[%i] {a.store} : memref<4xf32>
  // CHECK: "llvm.intr.prefetch"(%{{.*}}) <{cache = 0 : i32, hint = 2 : i32, rw = 1 : i32}> {a.prefetch} : (!llvm.ptr) -> ()
  memref.prefetch %m[%i], write, locality<2>, instr {a.prefetch} : memref<4xf32>
  // CHECK: llvm.intr.fma({{.*}}) {a.fma, fastmathFlags = #llvm.fastmath<nnan>}
  %4 = math.fma %x, %x, %x fastmath<nnan> {a.fma} : f32
  // CHECK: llvm.insertvalue {{.*}} {a.cast}
  %5 = memref.alloc() {a.cast} : memref<4xf32>
  // CHECK: llvm.cond_br %{{.*}} weights([3, 4]), ^{{.*}}, ^{{.*}} {a.branch}
  cf.cond_br %c weights([3, 4]), ^bb1, ^bb2 {a.branch}
^bb1:
  // CHECK: llvm.br ^{{.*}} {a.br}
  cf.br ^bb2 {a.br}
^bb2:
  // CHECK: llvm.return {a.return} %{{.*}} : i32
  return {a.return} %0 : i32
}

// The alignment of an access, and that it is not needed again soon.
// CHECK-LABEL: llvm.func @accesses
func.func @accesses(%m: memref<8xf32>, %i: index) {
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> f32
  %0 = memref.load %m[%i] {alignment = 16 : i64} : memref<8xf32>
  // CHECK: llvm.load %{{.*}} {nontemporal} : !llvm.ptr -> f32
  %1 = memref.load %m[%i] {nontemporal = true} : memref<8xf32>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 32 : i64, nontemporal} : f32, !llvm.ptr
  memref.store %0, %m[%i] {alignment = 32 : i64, nontemporal = true} : memref<8xf32>
  // CHECK: llvm.load %{{.*}} {alignment = 32 : i64, nontemporal} : !llvm.ptr -> vector<4xf32>
  %2 = vector.load %m[%i] {alignment = 32 : i64, nontemporal = true} : memref<8xf32>, vector<4xf32>
  // CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
  %3 = vector.load %m[%i] {nontemporal = false} : memref<8xf32>, vector<4xf32>
  return
}

// What is said of a memref is said of the pointer to its elements.
// CHECK-LABEL: llvm.func @arguments(
// CHECK-SAME: %arg0: i32 {llvm.signext}, %arg1: !llvm.ptr, %arg2: !llvm.ptr {llvm.noalias}, %arg3: i64, %arg4: i64, %arg5: i64
// CHECK-SAME: %arg6: i64, %arg7: !llvm.ptr {a.b}) -> (f32 {llvm.noundef})
func.func @arguments(%n: i32 {llvm.signext}, %m: memref<4xf32> {llvm.noalias}, %u: memref<*xf32> {a.b}) -> (f32 {llvm.noundef}) {
  %i = arith.constant 0 : index
  %0 = memref.load %m[%i] : memref<4xf32>
  return %0 : f32
}

// CHECK-LABEL: llvm.func internal @linked
func.func @linked() attributes {llvm.linkage = #llvm.linkage<internal>} {
  return
}
// CHECK: llvm.func @reads_nothing() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, sym_visibility = "private"}
func.func private @reads_nothing() attributes {llvm.readnone}
// CHECK: llvm.func @any_number(i32, ...)
func.func private @any_number(i32) attributes {func.varargs = true}

// -----

// expected-error @+2 {{that was explicitly marked illegal}}
// expected-note @+1 {{attributes of results would be lost}}
func.func @two() -> (i32 {llvm.noundef}, i32) {
  %0 = arith.constant 0 : i32
  return %0, %0 : i32, i32
}

// -----

func.func @nothing(%n: i64) -> index {
  // expected-error @+2 {{that was explicitly marked illegal}}
  // expected-note @+1 {{nothing is created that could keep the attribute 'a.b'}}
  %0 = arith.index_cast %n {a.b} : i64 to index
  return %0 : index
}

// -----

func.func @rounds(%x: f64) -> f32 {
  // expected-error @+2 {{that was explicitly marked illegal}}
  // expected-note @+1 {{only rounding to the nearest number is supported}}
  %0 = arith.truncf %x downward : f64 to f32
  return %0 : f32
}

// -----

// expected-error @+2 {{that was explicitly marked illegal}}
// expected-note @+1 {{type 'memref<4xf32, "fast">' has no counterpart in the llvm dialect}}
func.func @in_space(%m: memref<4xf32, "fast">) {
  return
}
