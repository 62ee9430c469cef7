// Casts between indices, which have 64 bits, and integers: signed and not, of numbers and of vectors of several dimensions.
// RUN: mlir-lite-opt %s --run=numbers --run-args='-3, -3' | FileCheck %s --check-prefix=NUMBERS
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --run=numbers --run-args='-3, -3' | FileCheck %s --check-prefix=LOWERED
// RUN: mlir-lite-opt %s --run=vectors | paste -sd ' ' | FileCheck %s --check-prefix=VECTORS
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --run=vectors | paste -sd ' ' | FileCheck %s --check-prefix=VECTORS
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// LLVM-LABEL: @numbers
// LLVM: sext i8 %{{.*}} to i64
// LLVM: zext i8 %{{.*}} to i64
// LLVM: sext i64 %{{.*}} to i100
// LLVM: zext i64 %{{.*}} to i100
// LLVM: trunc i64 %{{.*}} to i8
// NUMBERS: -3 : index
// NUMBERS: 253 : index
// NUMBERS: -3 : i100
// NUMBERS: 18446744073709551613 : i100
// NUMBERS: -3 : i8
// LOWERED: (-3, 253, -3, 18446744073709551613, -3)
func @numbers(%small: i8, %index: index) -> (index, index, i100, i100, i8) {
  %0 = index_cast %small : i8 to index
  %1 = index_castui %small : i8 to index
  %2 = index_cast %index : index to i100
  %3 = index_castui %index : index to i100
  %4 = index_castui %index : index to i8
  return %0, %1, %2, %3, %4 : index, index, i100, i100, i8
}

// VECTORS: [-1, 2], [3, -4]{{.*}}[255, 2], [3, 252]
func @vectors() -> (vector<2x2xindex>, vector<2x2xindex>) {
  %v = constant dense<[[-1, 2], [3, -4]]> : vector<2x2xi8>
  %0 = index_cast %v : vector<2x2xi8> to vector<2x2xindex>
  %1 = index_castui %v : vector<2x2xi8> to vector<2x2xindex>
  return %0, %1 : vector<2x2xindex>, vector<2x2xindex>
}
