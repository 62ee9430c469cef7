// What ops may assume is kept on the way to LLVM IR; and powers, which LLVM has for floats only.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR
// RUN: mlir-lite-opt %s --run | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --convert-std-to-llvm --run | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir | lli; test $? -eq 42

// CHECK-LABEL: llvm.func @floats
// CHECK: llvm.fadd %arg0, %arg1 {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
// CHECK: llvm.fmul %{{.*}}, %arg1 {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK: llvm.fneg %{{.*}} {fastmathFlags = #llvm.fastmath<nsz>} : f32
// CHECK: llvm.fcmp "olt" %{{.*}}, %arg0 {fastmathFlags = #llvm.fastmath<ninf>} : f32
// CHECK: llvm.intr.sqrt(%{{.*}}) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
// CHECK: llvm.intr.powi(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<reassoc>} : (f32, i32) -> f32
// CHECK: llvm.fsub %arg0, %{{.*}} : f32
// IR-LABEL: define {{.*}} @floats
// IR: fadd nnan contract float
// IR: fmul fast float
// IR: fneg nsz float
// IR: fcmp ninf olt float
// IR: call afn float @llvm.sqrt.f32
// IR: call reassoc float @llvm.powi.f32.i32
// IR: fsub float
func.func @floats(%a: f32, %b: f32, %n: i32) -> (f32, i1) {
  %0 = arith.addf %a, %b fastmath<nnan,contract> : f32
  %1 = arith.mulf %0, %b fastmath<fast> : f32
  %2 = arith.negf %1 fastmath<nsz> : f32
  %3 = arith.cmpf olt, %2, %a fastmath<ninf> : f32
  %4 = math.sqrt %2 fastmath<afn> : f32
  %5 = math.fpowi %4, %n fastmath<reassoc> : f32, i32
  %6 = arith.subf %a, %5 : f32
  return %6, %3 : f32, i1
}

// CHECK-LABEL: llvm.func @integers
// CHECK: llvm.add %arg0, %arg1 overflow<nsw> : i32
// CHECK: llvm.mul %{{.*}}, %arg1 overflow<nsw, nuw> : i32
// CHECK: llvm.shl %{{.*}}, %arg1 overflow<nuw> : i32
// CHECK: llvm.sdiv exact %{{.*}}, %arg1 : i32
// CHECK: llvm.sub %{{.*}}, %arg1 : i32
// IR-LABEL: define {{.*}} @integers
// IR: add nsw i32
// IR: mul nuw nsw i32
// IR: shl nuw i32
// IR: sdiv exact i32
// IR: sub i32
func.func @integers(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  %1 = arith.muli %0, %b overflow<nsw, nuw> : i32
  %2 = arith.shli %1, %b overflow<nuw> : i32
  %3 = arith.divsi %2, %b exact : i32
  %4 = arith.subi %3, %b : i32
  return %4 : i32
}

// 3^4 - 2^5 = 49; (-1)^-3 = -1, (-1)^-2 = 1, 7^-1 = 0, 1^-9 = 1; 2^40 is 0 in 32 bits: 49 - 1 + 1 + 0 + 1 + 0 = 50; 2.0^3 = 8.
// VALUE: 42 : i32
// CHECK-LABEL: llvm.func @main
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %c40 = arith.constant 40 : i32
  %m1 = arith.constant -1 : i32
  %m2 = arith.constant -2 : i32
  %m3 = arith.constant -3 : i32
  %m9 = arith.constant -9 : i32
  %0 = math.ipowi %c3, %c4 : i32
  %1 = math.ipowi %c2, %c5 : i32
  %2 = math.ipowi %m1, %m3 : i32
  %3 = math.ipowi %m1, %m2 : i32
  %4 = math.ipowi %c7, %m1 : i32
  %5 = math.ipowi %c1, %m9 : i32
  %6 = math.ipowi %c2, %c40 : i32
  %7 = arith.subi %0, %1 : i32
  %8 = arith.addi %7, %2 : i32
  %9 = arith.addi %8, %3 : i32
  %10 = arith.addi %9, %4 : i32
  %11 = arith.addi %10, %5 : i32
  %12 = arith.addi %11, %6 : i32
  %two = arith.constant 2.0 : f64
  %eight = math.fpowi %two, %c3 : f64, i32
  %13 = arith.fptosi %eight : f64 to i32
  %14 = arith.subi %12, %13 : i32
  return %14 : i32
}
