// A product of integers of 8 bits is packed in groups, for instructions that add their products. The
// result is the same.
// RUN: mlir-lite-opt %s --affine-block-matmul='minimum=1000' | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: mlir-lite-opt %s --affine-block-matmul='minimum=1000 dot-products=avx512vnni' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,QUADS
// RUN: mlir-lite-opt %s --run=element | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-block-matmul='minimum=1000' --run=element | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-block-matmul='minimum=1000 dot-products=avx512vnni' --run=element \
// RUN:   | FileCheck %s --check-prefix=RESULT
// Sixteen times -128 * -127 is 260096.
// RESULT: 260096 : i32

// CHECK-LABEL: func @product(
// Both are signed. The right one becomes unsigned: 128 is added, which changes the highest bit.
// QUADS: %[[FACTOR:.*]] = constant -128 : i32
// QUADS: muli %{{.*}}, %[[FACTOR]]
// QUADS: %[[BIT:.*]] = constant dense<-128> : vector<64xi8>
// QUADS: xor %{{.*}}, %[[BIT]] : vector<64xi8>
// QUADS: sexti %{{.*}} : vector<16x4xi8> to vector<16x4xi32>
// QUADS: vector.contract
// PAIRS-NOT: xor
// PAIRS: sexti %{{.*}} : vector<32xi8> to vector<32xi16>
// PAIRS: sexti %{{.*}} : vector<16x2xi16> to vector<16x2xi32>
// PAIRS: vector.contract
// CHECK: return
func @product(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %c: memref<16x16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %a[%i, %k] : memref<16x16xi8>
        %1 = affine.load %b[%k, %j] : memref<16x16xi8>
        %2 = affine.load %c[%i, %j] : memref<16x16xi32>
        %3 = sexti %0 : i8 to i32
        %4 = sexti %1 : i8 to i32
        %5 = muli %3, %4 : i32
        %6 = addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<16x16xi32>
      }
    }
  }
  return
}

func @element() -> i32 {
  %zero = constant 0 : i32
  %x = constant -128 : i8
  %y = constant -127 : i8
  %a = alloc() : memref<16x16xi8>
  %b = alloc() : memref<16x16xi8>
  %c = alloc() : memref<16x16xi32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.store %x, %a[%i, %j] : memref<16x16xi8>
      affine.store %y, %b[%i, %j] : memref<16x16xi8>
      affine.store %zero, %c[%i, %j] : memref<16x16xi32>
    }
  }
  call @product(%a, %b, %c) : (memref<16x16xi8>, memref<16x16xi8>, memref<16x16xi32>) -> ()
  %0 = affine.load %c[7, 9] : memref<16x16xi32>
  return %0 : i32
}
