// Products of which a mask leaves some out, and rows of vectors at positions that are values: on the interpreter,
// lowered, and run by LLVM. What is expected of products is what mlir-opt 22 and mlir-runner print.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-vector --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-vector-to-llvm --convert-std-to-llvm --reconcile-unrealized-casts --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-vector-to-llvm --convert-std-to-llvm --reconcile-unrealized-casts --spelling=upstream | mlir-translate --mlir-to-llvmir | lli | FileCheck %s

// CHECK: ( ( 108, 24, 20 ), ( 124, 58, 69 ) )
// CHECK-NEXT: ( ( 108, 24, 20 ), ( 124, 58, 69 ) )
// CHECK-NEXT: 114
// CHECK-NEXT: ( 104, 325 )
// CHECK-NEXT: ( ( 2, 1 ), ( 1, 9 ) )
// CHECK-NEXT: ( 4, 5, 6 )
// CHECK-NEXT: 6
// CHECK-NEXT: ( 3, 4 )
// CHECK-NEXT: ( ( 1, 2, 3 ), ( 7, 8, 9 ) )
// CHECK-NEXT: ( ( 1, 2, 3 ), ( 4, 5, -1 ) )
// CHECK-NEXT: ( ( ( 1, 2 ), ( 3, 4 ) ), ( ( 5, 6 ), ( -1, 8 ) ) )

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>
#k = affine_map<(k) -> (k)>
#none = affine_map<(k) -> ()>
#matrix = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (k)>
#result = affine_map<(i, k) -> (i)>

func @main() -> i32 {
  %a = constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %b = constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : vector<3x3xf32>
  %c = constant dense<[[100.0, 0.0, 5.0], [100.0, 2.0, 3.0]]> : vector<2x3xf32>
  // Of each element of the result: which products are added to it.
  %m = constant dense<[[[false, true, false], [false, false, true], [true, true, false]],
                       [[true, true, false], [true, false, true], [true, false, true]]]> : vector<2x3x3xi1>
  call @products(%a, %b, %c, %m) : (vector<2x3xf32>, vector<3x3xf32>, vector<2x3xf32>, vector<2x3x3xi1>) -> ()
  %zero = constant 0 : index
  %one = constant 1 : index
  %two = constant 2 : index
  call @positions(%a, %zero, %one, %two) : (vector<2x3xf32>, index, index, index) -> ()
  %success = constant 0 : i32
  return %success : i32
}

func private @products(%a: vector<2x3xf32>, %b: vector<3x3xf32>, %c: vector<2x3xf32>, %m: vector<2x3x3xi1>) {
  %0 = vector.mask %m {
    vector.contract {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      %a, %b, %c : vector<2x3xf32>, vector<3x3xf32> into vector<2x3xf32>
  } : vector<2x3x3xi1> -> vector<2x3xf32>
  vector.print %0 : vector<2x3xf32>
  %t = vector.transpose %b, [1, 0] : vector<3x3xf32> to vector<3x3xf32>
  %1 = vector.mask %m {
    vector.contract {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      %a, %t, %c : vector<2x3xf32>, vector<3x3xf32> into vector<2x3xf32>
  } : vector<2x3x3xi1> -> vector<2x3xf32>
  vector.print %1 : vector<2x3xf32>

  %x = vector.extract %b[1] : vector<3xf32> from vector<3x3xf32>
  %y = vector.extract %a[0] : vector<3xf32> from vector<2x3xf32>
  %hundred = constant 100.0 : f32
  %p = vector.extract %m[1, 0] : vector<3xi1> from vector<2x3x3xi1>
  %2 = vector.mask %p {
    vector.contract {indexing_maps = [#k, #k, #none], iterator_types = ["reduction"]}
      %x, %y, %hundred : vector<3xf32>, vector<3xf32> into f32
  } : vector<3xi1> -> f32
  vector.print %2 : f32

  %s = constant dense<[100.0, 300.0]> : vector<2xf32>
  %v = constant dense<[[true, false, true], [true, true, false]]> : vector<2x3xi1>
  %3 = vector.mask %v {
    vector.contract {indexing_maps = [#matrix, #row, #result], iterator_types = ["parallel", "reduction"]}
      %a, %y, %s : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  } : vector<2x3xi1> -> vector<2xf32>
  %w = constant dense<[6.0, -11.0]> : vector<2xf32>
  %z = subf %3, %w : vector<2xf32>
  vector.print %z : vector<2xf32>

  %i = constant dense<[[1, 2], [3, 9]]> : vector<2x2xi32>
  %j = constant dense<[[2, 1], [1, 1]]> : vector<2x2xi32>
  %least = constant dense<[[9, 9], [1, 9]]> : vector<2x2xi32>
  %k = constant dense<[[[true, false], [true, false]], [[true, true], [false, true]]]> : vector<2x2x2xi1>
  %4 = vector.mask %k {
    vector.contract {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<minsi>}
      %i, %j, %least : vector<2x2xi32>, vector<2x2xi32> into vector<2x2xi32>
  } : vector<2x2x2xi1> -> vector<2x2xi32>
  vector.print %4 : vector<2x2xi32>
  return
}

func private @positions(%a: vector<2x3xf32>, %zero: index, %one: index, %two: index) {
  %0 = vector.extract %a[%one] : vector<3xf32> from vector<2x3xf32>
  vector.print %0 : vector<3xf32>
  %1 = vector.extract %a[%one, %two] : f32 from vector<2x3xf32>
  vector.print %1 : f32
  %b = constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : vector<2x2x2xi64>
  %2 = vector.extract %b[0, %one] : vector<2xi64> from vector<2x2x2xi64>
  vector.print %2 : vector<2xi64>
  %row = constant dense<[7.0, 8.0, 9.0]> : vector<3xf32>
  %3 = vector.insert %row, %a[%one] : vector<3xf32> into vector<2x3xf32>
  vector.print %3 : vector<2x3xf32>
  %number = constant -1.0 : f32
  %4 = vector.insert %number, %a[%one, 2] : f32 into vector<2x3xf32>
  vector.print %4 : vector<2x3xf32>
  %minus = constant -1 : i64
  %5 = vector.insert %minus, %b[%one, 1, %zero] : i64 into vector<2x2x2xi64>
  vector.print %5 : vector<2x2x2xi64>
  return
}
