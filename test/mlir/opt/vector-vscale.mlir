// What the sizes of scalable vectors are multiplied by is an option of the interpreter.

// RUN: mlir-lite-opt %s --run=steps | FileCheck %s --check-prefix=STEPS-1
// RUN: mlir-lite-opt %s --run=steps --vscale=2 | FileCheck %s --check-prefix=STEPS-2
// RUN: mlir-lite-opt %s --run=steps --vscale=4 | FileCheck %s --check-prefix=STEPS-4
// RUN: mlir-lite-opt %s --run=memory --vscale=1 | FileCheck %s --check-prefix=MEMORY-1
// RUN: mlir-lite-opt %s --run=memory --vscale=2 | FileCheck %s --check-prefix=MEMORY-2
// RUN: mlir-lite-opt %s --run=memory --vscale=4 | FileCheck %s --check-prefix=MEMORY-4
// RUN: mlir-lite-opt %s --run=parts --vscale=2 | FileCheck %s --check-prefix=PARTS

// The sum of the numbers below 4 * vscale.
// STEPS-1: 6 : i64
// STEPS-1-NEXT: 1 : index
// STEPS-2: 28 : i64
// STEPS-2-NEXT: 2 : index
// STEPS-4: 120 : i64
// STEPS-4-NEXT: 4 : index
func @steps() -> (i64, index) {
  %0 = vector.step : vector<[4]xindex>
  %1 = index_cast %0 : vector<[4]xindex> to vector<[4]xi64>
  %2 = vector.reduction <add>, %1 : vector<[4]xi64> into i64
  %3 = vector.vscale
  return %2, %3 : i64, index
}

// 3 for each of the first 2 * vscale elements of memory whose mask, of 5, is set; 1 for the others.
// MEMORY-1: 2 : i64
// MEMORY-1-NEXT: 12 : i64
// MEMORY-2: 4 : i64
// MEMORY-2-NEXT: 16 : i64
// MEMORY-4: 5 : i64
// MEMORY-4-NEXT: 18 : i64
func @memory() -> (i64, i64) {
  %c0 = constant 0 : index
  %c5 = constant 5 : index
  %ones = constant dense<1> : vector<8xi64>
  %threes = constant dense<3> : vector<[2]xi64>
  %zeros = constant dense<0> : vector<[2]xi64>
  %one = constant dense<1> : vector<[2]xi64>
  %m = alloc() : memref<8xi64>
  vector.store %ones, %m[%c0] : memref<8xi64>, vector<8xi64>
  %mask = vector.create_mask %c5 : vector<[2]xi1>
  vector.maskedstore %m[%c0], %mask, %threes : memref<8xi64>, vector<[2]xi1>, vector<[2]xi64>
  %set = select %mask, %one, %zeros : vector<[2]xi1>, vector<[2]xi64>
  %count = vector.reduction <add>, %set : vector<[2]xi64> into i64
  %all = vector.load %m[%c0] : memref<8xi64>, vector<8xi64>
  %sum = vector.reduction <add>, %all : vector<8xi64> into i64
  dealloc %m : memref<8xi64>
  return %count, %sum : i64, i64
}

// The second half of the vector, of 4 elements at position 4.
// PARTS: [4, 5, 6, 7]
func @parts() -> vector<4xi64> {
  %0 = vector.step : vector<[4]xindex>
  %1 = index_cast %0 : vector<[4]xindex> to vector<[4]xi64>
  %2 = vector.scalable.extract %1[4] : vector<4xi64> from vector<[4]xi64>
  return %2 : vector<4xi64>
}
