// Values that are computed in several ways from one another: each is computed once, however often it is used.
// RUN: mlir-lite-opt %s --affine-parallelize | FileCheck %s
// RUN: mlir-lite-opt %s --memref-dependence-check -o /dev/null 2>&1 | FileCheck %s --check-prefix=PAIRS
// An element below 7 is read, and all are written: the loop stays.
// CHECK: affine.for %{{.*}} = 0 to 100 {

// Iteration i reads element 2 * i mod 7, as 2 to the 28th is 2 mod 7, and writes element i: iteration 3 reads what 6 writes, and
// 98 is the last one that reads 0.
// PAIRS: note: dependence from 0 to 1 at depth 1 = [1, 3]
// PAIRS: note: dependence from 1 to 0 at depth 1 = [1, 98]
func @chain(%m: memref<1000xf32>) {
  affine.for %i = 0 to 100 {
    %a0 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%i, %i)
    %a1 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a0, %a0)
    %a2 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a1, %a1)
    %a3 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a2, %a2)
    %a4 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a3, %a3)
    %a5 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a4, %a4)
    %a6 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a5, %a5)
    %a7 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a6, %a6)
    %a8 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a7, %a7)
    %a9 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a8, %a8)
    %a10 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a9, %a9)
    %a11 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a10, %a10)
    %a12 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a11, %a11)
    %a13 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a12, %a12)
    %a14 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a13, %a13)
    %a15 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a14, %a14)
    %a16 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a15, %a15)
    %a17 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a16, %a16)
    %a18 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a17, %a17)
    %a19 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a18, %a18)
    %a20 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a19, %a19)
    %a21 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a20, %a20)
    %a22 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a21, %a21)
    %a23 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a22, %a22)
    %a24 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a23, %a23)
    %a25 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a24, %a24)
    %a26 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a25, %a25)
    %a27 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%a26, %a26)
    %v = affine.load %m[%a27] : memref<1000xf32>
    affine.store %v, %m[%i] : memref<1000xf32>
  }
  return
}
