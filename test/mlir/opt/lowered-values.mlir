// What is computed stays what it is: interpreted at each level, and run by LLVM.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm=use-bare-ptr-memref-call-conv --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir | lli; test $? -eq 42

// A sum of tests, each 1 if what is computed is what it has to be: 42 would be all.
// CHECK: 42 : i32
func @main() -> i32 {
  %c2 = constant 2 : index
  %0 = call @views(%c2) : (index) -> i32
  %1 = call @updates() : () -> i32
  %2 = call @loops(%c2) : (index) -> i32
  %3 = call @numbers() : () -> i32
  %4 = addi %0, %1 : i32
  %5 = addi %4, %2 : i32
  %6 = addi %5, %3 : i32
  return %6 : i32
}

// Elements of 4x6, each 10 * row + column.
func private @fill(%m: memref<4x6xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %0 = affine.apply affine_map<(i, j) -> (10 * i + j)>(%i, %j)
      %1 = index_cast %0 : index to i32
      affine.store %1, %m[%i, %j] : memref<4x6xi32>
    }
  }
  return
}

func private @unranked(%m: memref<3x2xi32>) -> memref<*xi32> {
  %0 = memref_cast %m : memref<3x2xi32> to memref<*xi32>
  return %0 : memref<*xi32>
}

// 11
func private @views(%two: index) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %m = alloc() : memref<4x6xi32>
  call @fill(%m) : (memref<4x6xi32>) -> ()
  // [1, 2], of rows 1 and 3 and columns 2, 3, 4: row 3, column 4.
  %v = subview %m[1, %two] [2, 3] [2, 1] : memref<4x6xi32> to memref<2x3xi32, strided<[12, 1], offset: ?>>
  %a = load %v[%c1, %two] : memref<2x3xi32, strided<[12, 1], offset: ?>>
  // Column 5 as a list: row 2.
  %column = subview %m[0, 5] [4, 1] [1, 1] : memref<4x6xi32> to memref<4xi32, strided<[6], offset: 5>>
  %b = load %column[%two] : memref<4xi32, strided<[6], offset: 5>>
  %t = transpose %v (i, j) -> (j, i) : memref<2x3xi32, strided<[12, 1], offset: ?>> to memref<3x2xi32, strided<[1, 12], offset: ?>>
  %c = load %t[%two, %c1] : memref<3x2xi32, strided<[1, 12], offset: ?>>
  %packed = alloc() : memref<3x2xi32>
  copy %t, %packed : memref<3x2xi32, strided<[1, 12], offset: ?>> to memref<3x2xi32>
  %u = call @unranked(%packed) : (memref<3x2xi32>) -> memref<*xi32>
  %rank = rank %u : memref<*xi32>
  %size = dim %u, %c1 : memref<*xi32>
  %flat = memref_reinterpret_cast %u to offset: [0], sizes: [6], strides: [1] : memref<*xi32> to memref<6xi32>
  %c5 = constant 5 : index
  %d = load %flat[%c5] : memref<6xi32>
  %shape = alloc() : memref<2xindex>
  %c3 = constant 3 : index
  store %two, %shape[%c0] : memref<2xindex>
  store %c3, %shape[%c1] : memref<2xindex>
  %r = memref_reshape %packed(%shape) : (memref<3x2xi32>, memref<2xindex>) -> memref<?x?xi32>
  %e = load %r[%c1, %two] : memref<?x?xi32>
  // All of these are 34, but for the second, which is 25.
  %x = subi %a, %b : i32
  %y = subi %c, %d : i32
  %z = addi %x, %y : i32
  %same = cmpi "eq", %e, %a : i32
  %one = zexti %same : i1 to i32
  %sum = addi %z, %one : i32
  // 9 + 0 + 1, and 2 for the rank, 2 for the size; less 3.
  %rs = addi %rank, %size : index
  %rsi = index_cast %rs : index to i32
  %more = addi %sum, %rsi : i32
  %three = constant 3 : i32
  %result = subi %more, %three : i32
  dealloc %m : memref<4x6xi32>
  return %result : i32
}

// 6
func private @updates() -> i32 {
  %c0 = constant 0 : index
  %m = alloc() : memref<1xf32>
  %half = constant 0.5 : f32
  %four = constant 4.0 : f32
  store %half, %m[%c0] : memref<1xf32>
  %a = atomic_rmw "addf" %four, %m[%c0] : (f32, memref<1xf32>) -> f32
  %b = atomic_rmw "mulf" %four, %m[%c0] : (f32, memref<1xf32>) -> f32
  %c = generic_atomic_rmw %m[%c0] : memref<1xf32> {
  ^bb0(%x: f32):
    %y = divf %x, %four : f32
    atomic_yield %y : f32
  }
  %d = load %m[%c0] : memref<1xf32>
  // 0.5, 4.5, 18 and 4.5: (18 - 4.5 - 4.5) * 0.5 + 1.5
  %e = subf %c, %b : f32
  %f = subf %e, %d : f32
  %g = mulf %f, %a : f32
  %h = constant 1.5 : f32
  %i = addf %g, %h : f32
  %j = fptosi %i : f32 to i32
  return %j : i32
}

// 15
func private @loops(%n: index) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %zero = constant 0 : i32
  %one = constant 1 : i32
  %m = alloc() : memref<2x3xi32>
  scf.forall (%i, %j) in (%n, 3) {
    store %one, %m[%i, %j] : memref<2x3xi32>
  }
  %sum = affine.parallel (%i, %j) = (0, 0) to (2, 3) reduce ("addi") -> (i32) {
    %0 = affine.load %m[%i, %j] : memref<2x3xi32>
    affine.yield %0 : i32
  }
  %most = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i32 {
    %0 = index_cast %i : index to i32
    scf.reduce(%0 : i32) {
    ^bb0(%a: i32, %b: i32):
      %greater = cmpi "sgt", %a, %b : i32
      %1 = scf.if %greater -> (i32) {
        scf.yield %a : i32
      } else {
        scf.yield %b : i32
      }
      scf.reduce.return %1 : i32
    }
  }
  %chosen = scf.index_switch %n -> i32
  case 1 {
    scf.yield %zero : i32
  }
  case 2 {
    %0 = scf.execute_region -> i32 {
      %even = cmpi "eq", %n, %c0 : index
      cond_br %even, ^a, ^b
    ^a:
      scf.yield %zero : i32
    ^b:
      %seven = constant 7 : i32
      scf.yield %seven : i32
    }
    scf.yield %0 : i32
  }
  default {
    scf.yield %one : i32
  }
  %index = affine.linearize_index [%n, %c1] by (4, 3) : index
  %parts:2 = affine.delinearize_index %index into (4, 3) : index, index
  %part = index_cast %parts#1 : index to i32
  // 6 + 1 + 7 + 1
  %s0 = addi %sum, %most : i32
  %s1 = addi %s0, %chosen : i32
  %s2 = addi %s1, %part : i32
  return %s2 : i32
}

// 10
func private @numbers() -> i32 {
  %two = constant 2.0 : f64
  %one = constant 1.0 : f64
  %z = create_complex %two, %one : complex<f64>
  %p = mulcf %z, %z : complex<f64>
  %q = divcf %p, %z : complex<f64>
  %same = eqcf %q, %z : complex<f64>
  // 3 + 4i
  %abs = abscf %p : complex<f64>
  %five = fptosi %abs : f64 to i32
  %x = constant -3 : i32
  %y = math.absi %x : i32
  %low, %high = arith.mulsi_extended %x, %y : i32
  %ext = zexti %same : i1 to i32
  %flag = constant 5 : i32
  switch %flag : i32, [
    default: ^bad,
    3: ^bad,
    5: ^good(%high : i32)
  ]
^bad:
  %nothing = constant 0 : i32
  return %nothing : i32
^good(%minus: i32):
  // What one function does another undoes, so 1 is taken and given back.
  %half = constant 0.5 : f32
  %sinh = math.sinh %half : f32
  %area = math.asinh %sinh : f32
  %near = subf %area, %half : f32
  %bound = constant 1.0e-6 : f32
  %size = absf %near : f32
  %is_small = cmpf "olt", %size, %bound : f32
  %small = zexti %is_small : i1 to i32
  %less = subi %five, %small : i32
  // 5 - 1 + 1 + 3 + 1 - (-1)
  %one_more = constant 1 : i32
  %extra = addi %less, %one_more : i32
  %0 = addi %extra, %y : i32
  %1 = addi %0, %ext : i32
  %2 = subi %1, %minus : i32
  return %2 : i32
}
