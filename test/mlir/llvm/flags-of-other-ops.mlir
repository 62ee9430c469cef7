// Attributes with the names of flags mean nothing on ops that declare no such flag, as for `mlir-translate`.
// RUN: toyc -x mlir -emit=llvm %s | FileCheck %s
// RUN: mlir-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK-LABEL: define i32 @flags(
// CHECK-NEXT: add i32 %0, %1
// CHECK-NEXT: or i32 %0, %1
// CHECK-NEXT: udiv i32 %0, %1
// CHECK-NEXT: and i32 %0, %1
// CHECK-NEXT: trunc i32 %0 to i8
// CHECK-NEXT: fptosi float %2 to i8
// CHECK-NEXT: sext i32 %0 to i64
// CHECK-NEXT: sitofp i32 %0 to float
// CHECK-NEXT: shl i32 %0, %1
// CHECK-NEXT: sub i32 %0, %1
// CHECK-NEXT: fadd float %2, %2
// CHECK-NEXT: zext nneg i32 %0 to i64
// CHECK-NEXT: uitofp nneg i32 %0 to float
// CHECK-NEXT: or disjoint i32 %0, %1
// CHECK-NEXT: udiv exact i32 %0, %1
// CHECK-NEXT: add nuw i32 %0, %1
llvm.func @flags(%a: i32, %b: i32, %c: f32) -> i32 {
  %0 = llvm.add %a, %b {isExact, isDisjoint, nonNeg} : i32
  %1 = llvm.or %a, %b {isExact, overflowFlags = #llvm.overflow<nuw>} : i32
  %2 = llvm.udiv %a, %b {isDisjoint, overflowFlags = #llvm.overflow<nsw>, nonNeg} : i32
  %3 = llvm.and %a, %b {isExact, isDisjoint, nonNeg, overflowFlags = #llvm.overflow<nsw>} : i32
  %4 = llvm.trunc %a {nonNeg, isExact, isDisjoint} : i32 to i8
  %5 = llvm.fptosi %c {nonNeg, isExact, isDisjoint} : f32 to i8
  %6 = llvm.sext %a {nonNeg} : i32 to i64
  %7 = llvm.sitofp %a {nonNeg} : i32 to f32
  %8 = llvm.shl %a, %b {nonNeg, isExact} : i32
  %9 = llvm.sub %a, %b {nonNeg, fastmathFlags = #llvm.fastmath<fast>} : i32
  %10 = llvm.fadd %c, %c {nonNeg, isExact, overflowFlags = #llvm.overflow<nsw>} : f32
  %11 = llvm.zext nneg %a : i32 to i64
  %12 = llvm.uitofp nneg %a : i32 to f32
  %13 = llvm.or disjoint %a, %b : i32
  %14 = llvm.udiv exact %a, %b : i32
  %15 = llvm.add %a, %b overflow<nuw> : i32
  llvm.return %0 : i32
}
