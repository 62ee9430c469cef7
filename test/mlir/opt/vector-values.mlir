// Values of vector ops: interpreted, lowered to simpler ops, lowered to the llvm dialect, and run by LLVM. What is
// expected is what mlir-opt 22 and mlir-runner print for the same program.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-vector-to-scf --lower-vector --run | FileCheck %s
// RUN: mlir-lite-opt %s --unroll-vectors="shape=1,2 contract-shape=1,2,1" --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-vector-to-scf --convert-vector-to-llvm=transpose-to-shuffle --convert-scf-to-std --convert-std-to-llvm --reconcile-unrealized-casts --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-vector-to-scf --convert-vector-to-llvm --convert-scf-to-std --convert-std-to-llvm --reconcile-unrealized-casts --spelling=upstream | mlir-translate --mlir-to-llvmir | lli | FileCheck %s

// CHECK: ( 5, 6, 7, 8 )
// CHECK-NEXT: 3
// CHECK-NEXT: ( ( 1, 2, 3, 4 ), ( 5, 6, 3, 8 ) )
// CHECK-NEXT: ( ( 1, 5 ), ( 2, 6 ), ( 3, 7 ), ( 4, 8 ) )
// CHECK-NEXT: ( ( 1, 2 ), ( 3, 4 ), ( 5, 6 ), ( 7, 8 ) )
// CHECK-NEXT: ( 1, 2, 3, 4, 5, 6, 7, 8 )
// CHECK-NEXT: ( ( ( 5, 6, 7, 8 ), ( 5, 6, 7, 8 ) ), ( ( 5, 6, 7, 8 ), ( 5, 6, 7, 8 ) ) )
// CHECK-NEXT: ( ( 5, 5, 5 ), ( 6, 6, 6 ), ( 7, 7, 7 ), ( 8, 8, 8 ) )
// CHECK-NEXT: ( ( 2, 3 ), ( 6, 7 ) )
// CHECK-NEXT: ( ( 1, 2, 2, 3 ), ( 5, 6, 6, 7 ) )
// CHECK-NEXT: ( ( 5, 6, 3, 8 ), ( 1, 2, 3, 4 ), ( 5, 6, 7, 8 ) )
// CHECK-NEXT: ( 8, 5, 1 )
// CHECK-NEXT: ( ( 1, 1, 2, 2, 3, 3, 4, 4 ), ( 5, 5, 6, 6, 7, 3, 8, 8 ) )
// CHECK-NEXT: ( ( 1, 2, 3, 4 ), ( 5, 6, 7, 8 ) )
// CHECK-NEXT: ( ( 1, 2, 3, 4 ), ( 5, 6, 3, 8 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 3, 0, 4, 0 ), ( 5, 0, 6, 0, 7, 0, 8, 0 ) )
// CHECK-NEXT: ( 0, 1, 2, 3, 4 )
// CHECK-NEXT: ( ( 3, 3 ), ( 3, 3 ) )
// CHECK-NEXT: ( ( 21, 23.75 ), ( 54.5, 47.5 ) )
// CHECK-NEXT: ( ( 21, 44.5 ), ( 33.75, 47.5 ) )
// CHECK-NEXT: ( 16, 39 )
// CHECK-NEXT: 19
// CHECK-NEXT: ( ( 2, 4, 6 ), ( 7, 14, 21 ) )
// CHECK-NEXT: ( ( 1, 2, 3 ), ( 4, 5, 6 ) )
// CHECK-NEXT: ( 6, 12, 18 )
// CHECK-NEXT: ( ( 3, 8, 15 ), ( 23, 39, 57 ) )
// CHECK-NEXT: 6
// CHECK-NEXT: 30
// CHECK-NEXT: ( 6, 9, 12.5 )
// CHECK-NEXT: ( 3, 7 )
// CHECK-NEXT: 26.5
// CHECK-NEXT: -3
// CHECK-NEXT: 5
// CHECK-NEXT: -7
// CHECK-NEXT: ( ( 1, 1, 0 ), ( 0, 0, 0 ) )
// CHECK-NEXT: ( ( 1, 1, 0 ), ( 1, 1, 0 ) )
// CHECK-NEXT: ( 6, 9, 3 )
// CHECK-NEXT: ( ( 3, 6, 3 ), ( 11, 19, 6.5 ) )
// CHECK-NEXT: 2
// CHECK-NEXT: ( ( 1, 1, 0 ), ( 0, 0, 0 ) )
// CHECK-NEXT: ( ( 1, 1, 1 ), ( 0, 0, 0 ) )
// CHECK-NEXT: ( 2, 4, 6 )
// CHECK-NEXT: ( ( 3, 6, 9 ), ( 4, 5, 6.5 ) )
// CHECK-NEXT: 6
// CHECK-NEXT: ( ( 1, 4, 7 ), ( 2, 5, 8 ) )
// CHECK-NEXT: ( 5, 8, 300 )
// CHECK-NEXT: ( 8, 200, 8 )
// CHECK-NEXT: ( 1, 200, 300 )
// CHECK-NEXT: ( ( 0, 100, 200, 6 ), ( 1, 300, 100, 7 ), ( 100, 300, 8, 8 ) )
// CHECK-NEXT: ( ( 100, 7, -9, -9 ), ( 8, 8, -9, -9 ), ( 9, 9, -9, -9 ) )
// CHECK-NEXT: ( ( 1, 100, 3 ), ( 300, 300, 6 ), ( 100, 8, 9 ), ( 7, 8, 9 ), ( -9, -9, -9 ) )
// CHECK-NEXT: ( ( 1, 300, 100, 7 ), ( 1, 300, 100, 7 ) )
// CHECK-NEXT: ( 300, 6, -9, -9 )
// CHECK-NEXT: ( ( 1, 100 ), ( -9, 300 ) )
// CHECK-NEXT: ( ( 0, 1, 200, 6 ), ( 1, 100, 300, 7 ), ( 100, 300, 1, 100 ), ( 3, 6, 300, 300 ), ( -9, -9, -9, -9 ) )

func.func @shapes() {
  %v = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : vector<2x4xi32>
  %i = arith.constant 2 : index
  %row = vector.extract %v[1] : vector<4xi32> from vector<2x4xi32>
  vector.print %row : vector<4xi32>
  %x = vector.extract %v[0, %i] : i32 from vector<2x4xi32>
  vector.print %x : i32
  %w = vector.insert %x, %v[1, %i] : i32 into vector<2x4xi32>
  vector.print %w : vector<2x4xi32>
  %t = vector.transpose %v, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  vector.print %t : vector<4x2xi32>
  %c = vector.shape_cast %v : vector<2x4xi32> to vector<4x2xi32>
  vector.print %c : vector<4x2xi32>
  %f = vector.shape_cast %v : vector<2x4xi32> to vector<8xi32>
  vector.print %f : vector<8xi32>
  %b = vector.broadcast %row : vector<4xi32> to vector<2x2x4xi32>
  vector.print %b : vector<2x2x4xi32>
  %s1 = vector.shape_cast %row : vector<4xi32> to vector<4x1xi32>
  %b1 = vector.broadcast %s1 : vector<4x1xi32> to vector<4x3xi32>
  vector.print %b1 : vector<4x3xi32>
  %e = vector.extract_strided_slice %v {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
  vector.print %e : vector<2x2xi32>
  %g = vector.insert_strided_slice %e, %v {offsets = [0, 2], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
  vector.print %g : vector<2x4xi32>
  %h = vector.shuffle %v, %w [3, 0, 1] : vector<2x4xi32>, vector<2x4xi32>
  vector.print %h : vector<3x4xi32>
  %h2 = vector.shuffle %row, %f [11, 0, 4] : vector<4xi32>, vector<8xi32>
  vector.print %h2 : vector<3xi32>
  %il = vector.interleave %v, %w : vector<2x4xi32> -> vector<2x8xi32>
  vector.print %il : vector<2x8xi32>
  %d0, %d1 = vector.deinterleave %il : vector<2x8xi32> -> vector<2x4xi32>
  vector.print %d0 : vector<2x4xi32>
  vector.print %d1 : vector<2x4xi32>
  %bc = vector.bitcast %v : vector<2x4xi32> to vector<2x8xi16>
  vector.print %bc : vector<2x8xi16>
  %st = vector.step : vector<5xindex>
  vector.print %st : vector<5xindex>
  %fe = vector.from_elements %x, %x, %x, %x : vector<2x2xi32>
  vector.print %fe : vector<2x2xi32>
  return
}
func.func @products() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %b = arith.constant dense<[[1.0, -1.0], [0.5, 2.0], [3.0, 0.25]]> : vector<3x2xf32>
  %c = arith.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : vector<2x2xf32>
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %0 : vector<2x2xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %1 : vector<2x2xf32>
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  %y = arith.constant dense<[2.0, 7.0]> : vector<2xf32>
  %2 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} %a, %x, %y : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  vector.print %2 : vector<2xf32>
  %s = arith.constant 5.0 : f32
  %3 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} %x, %x, %s : vector<3xf32>, vector<3xf32> into f32
  vector.print %3 : f32
  %5 = vector.outerproduct %y, %x : vector<2xf32>, vector<3xf32>
  vector.print %5 : vector<2x3xf32>
  %6 = vector.outerproduct %y, %x, %a {kind = #vector.kind<minimumf>} : vector<2xf32>, vector<3xf32>
  vector.print %6 : vector<2x3xf32>
  %7 = vector.outerproduct %x, %s, %x : vector<3xf32>, f32
  vector.print %7 : vector<3xf32>
  %8 = vector.fma %a, %a, %5 : vector<2x3xf32>
  vector.print %8 : vector<2x3xf32>
  return
}
func.func @reductions() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]> : vector<2x3xf32>
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  %y = arith.constant dense<[2.0, 7.0]> : vector<2xf32>
  %s = arith.constant 5.0 : f32
  %0 = vector.reduction <add>, %x : vector<3xf32> into f32
  vector.print %0 : f32
  %1 = vector.reduction <mul>, %x, %s : vector<3xf32> into f32
  vector.print %1 : f32
  %2 = vector.multi_reduction <add>, %a, %x [0] : vector<2x3xf32> to vector<3xf32>
  vector.print %2 : vector<3xf32>
  %3 = vector.multi_reduction <maximumf>, %a, %y [1] : vector<2x3xf32> to vector<2xf32>
  vector.print %3 : vector<2xf32>
  %4 = vector.multi_reduction <add>, %a, %s [0, 1] : vector<2x3xf32> to f32
  vector.print %4 : f32
  %i = arith.constant dense<[-3, 7, 5, 6]> : vector<4xi32>
  %5 = vector.reduction <minsi>, %i : vector<4xi32> into i32
  vector.print %5 : i32
  %6 = vector.reduction <minui>, %i : vector<4xi32> into i32
  vector.print %6 : i32
  %7 = vector.reduction <xor>, %i : vector<4xi32> into i32
  vector.print %7 : i32
  return
}
func.func @masks(%n: index, %m: index) {
  %0 = vector.constant_mask [1, 2] : vector<2x3xi1>
  vector.print %0 : vector<2x3xi1>
  %1 = vector.create_mask %n, %m : vector<2x3xi1>
  vector.print %1 : vector<2x3xi1>
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]> : vector<2x3xf32>
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  %y = arith.constant dense<[2.0, 7.0]> : vector<2xf32>
  %2 = vector.mask %1 { vector.multi_reduction <add>, %a, %x [0] : vector<2x3xf32> to vector<3xf32> } : vector<2x3xi1> -> vector<3xf32>
  vector.print %2 : vector<3xf32>
  %3 = vector.mask %1 { vector.outerproduct %y, %x, %a : vector<2xf32>, vector<3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  vector.print %3 : vector<2x3xf32>
  %k = vector.create_mask %m : vector<3xi1>
  %4 = vector.mask %k { vector.reduction <mul>, %x : vector<3xf32> into f32 } : vector<3xi1> -> f32
  vector.print %4 : f32
  return
}
func.func @memory(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %p = arith.constant -9.0 : f32
  %A = memref.alloc(%n) : memref<?x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c9 step %c3 {
      %k = arith.divui %j, %c3 : index
      %q = arith.addi %j, %i : index
      %r = arith.index_cast %q : index to i32
      %f = arith.sitofp %r : i32 to f32
      memref.store %f, %A[%i, %k] : memref<?x4xf32>
      memref.store %f, %A[%i, %c3] : memref<?x4xf32>
    }
  }
  %0 = vector.load %A[%c1, %c0] : memref<?x4xf32>, vector<2x3xf32>
  vector.print %0 : vector<2x3xf32>
  %m = vector.constant_mask [2] : vector<3xi1>
  %o = arith.constant dense<[100.0, 200.0, 300.0]> : vector<3xf32>
  %1 = vector.maskedload %A[%c2, %c1], %m, %o : memref<?x4xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.print %1 : vector<3xf32>
  vector.maskedstore %A[%c0, %c1], %m, %o : memref<?x4xf32>, vector<3xi1>, vector<3xf32>
  %ix = arith.constant dense<[2, 0, 1]> : vector<3xi32>
  %am = arith.constant dense<[true, false, true]> : vector<3xi1>
  %2 = vector.gather %A[%c2, %c1] [%ix], %am, %o : memref<?x4xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.print %2 : vector<3xf32>
  vector.scatter %A[%c1, %c0] [%ix], %am, %o : memref<?x4xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32>
  %3 = vector.expandload %A[%c1, %c0], %am, %o : memref<?x4xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.print %3 : vector<3xf32>
  vector.compressstore %A[%c2, %c0], %am, %o : memref<?x4xf32>, vector<3xi1>, vector<3xf32>
  %4 = vector.transfer_read %A[%c0, %c0], %p {in_bounds = [true, true]} : memref<?x4xf32>, vector<3x4xf32>
  vector.print %4 : vector<3x4xf32>
  %5 = vector.transfer_read %A[%c1, %c2], %p : memref<?x4xf32>, vector<3x4xf32>
  vector.print %5 : vector<3x4xf32>
  %6 = vector.transfer_read %A[%c1, %c0], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x4xf32>, vector<5x3xf32>
  vector.print %6 : vector<5x3xf32>
  %7 = vector.transfer_read %A[%c1, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x4xf32>, vector<2x4xf32>
  vector.print %7 : vector<2x4xf32>
  %8 = vector.transfer_read %A[%c2, %c1], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x4xf32>, vector<4xf32>
  vector.print %8 : vector<4xf32>
  %tm = arith.constant dense<[[true, false], [true, true]]> : vector<2x2xi1>
  %9 = vector.transfer_read %A[%c1, %c0], %p, %tm {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x4xf32>, vector<2x2xf32>
  vector.print %9 : vector<2x2xf32>
  vector.transfer_write %6, %A[%c2, %c2] {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : vector<5x3xf32>, memref<?x4xf32>
  vector.transfer_write %9, %A[%c0, %c1], %tm {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x2xf32>, memref<?x4xf32>
  %10 = vector.transfer_read %A[%c0, %c0], %p : memref<?x4xf32>, vector<5x4xf32>
  vector.print %10 : vector<5x4xf32>
  memref.dealloc %A : memref<?x4xf32>
  return
}
func.func @main() -> i32 {
  %n = arith.constant 4 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  call @shapes() : () -> ()
  call @products() : () -> ()
  call @reductions() : () -> ()
  call @masks(%two, %two) : (index, index) -> ()
  call @masks(%one, %n) : (index, index) -> ()
  call @memory(%n) : (index) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
