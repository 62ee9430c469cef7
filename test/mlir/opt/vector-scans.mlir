// Scans, other kinds of contractions, and masked transfers with other values: interpreted and lowered.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-vector-to-scf --convert-vector-to-llvm --convert-scf-to-std --convert-std-to-llvm --reconcile-unrealized-casts --run | FileCheck %s

// 1 + 4, 2 + 5, 3 + 6.5; the initial value is not part of an inclusive scan.
// CHECK: ( ( 1, 2, 3 ), ( 5, 7, 9.5 ) )
// CHECK-NEXT: ( 5, 7, 9.5 )
// 2, 2 * 1, 2 * 1 * 2; 7, 7 * 4, 7 * 4 * 5.
// CHECK-NEXT: ( ( 2, 2, 4 ), ( 7, 28, 140 ) )
// CHECK-NEXT: ( 4, 140 )
// The greatest products of a row and a column are 9, 4 and 18, 10; the accumulators are greater but for 18.
// CHECK-NEXT: ( ( 10, 20 ), ( 18, 40 ) )
// CHECK-NEXT: ( 1, 100, 3, -9 )
// CHECK-NEXT: text 100%
// CHECK-NEXT: 7, 8

func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]> : vector<2x3xf32>
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  %y = arith.constant dense<[2.0, 7.0]> : vector<2xf32>
  %0, %1 = vector.scan <add>, %a, %x {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<3xf32>
  vector.print %0 : vector<2x3xf32>
  vector.print %1 : vector<3xf32>
  %2, %3 = vector.scan <mul>, %a, %y {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2xf32>
  vector.print %2 : vector<2x3xf32>
  vector.print %3 : vector<2xf32>
  %i = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %j = arith.constant dense<[[1.0, -1.0], [0.5, 2.0], [3.0, 0.25]]> : vector<3x2xf32>
  %c = arith.constant dense<[[10.0, 20.0], [17.0, 40.0]]> : vector<2x2xf32>
  %4 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %i, %j, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %4 : vector<2x2xf32>
  %zero = arith.constant 0 : index
  %pad = arith.constant -9.0 : f32
  %m = memref.alloc() : memref<3xf32>
  vector.store %x, %m[%zero] : memref<3xf32>, vector<3xf32>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %other = arith.constant dense<100.0> : vector<4xf32>
  %5 = vector.mask %mask, %other { vector.transfer_read %m[%zero], %pad : memref<3xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.print %5 : vector<4xf32>
  memref.dealloc %m : memref<3xf32>
  vector.print str "text 100%"
  vector.print punctuation <newline>
  %seven = arith.constant 7 : i8
  vector.print %seven : i8 punctuation <comma>
  %eight = arith.constant 8 : index
  vector.print %eight : index
  return
}
