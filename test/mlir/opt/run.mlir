// A function of the result is run on the interpreter, before and after it is lowered.
// RUN: mlir-lite-opt %s -run | FileCheck %s --check-prefix=MAIN
// RUN: mlir-lite-opt %s -run=scale -run-args='2.5, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>' | FileCheck %s --check-prefix=SCALE
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --run=scale --run-args='2.5, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>' | FileCheck %s --check-prefix=SCALE
// RUN: mlir-lite-opt %s --run=sum --run-args='dense<[1, 2, 3, 4]> : tensor<4xi32>' | FileCheck %s --check-prefix=SUM
// RUN: not mlir-lite-opt %s --run=main --run-args=1 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not mlir-lite-opt %s --run=divide --run-args=1 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not mlir-lite-opt %s --run=divide --run-args='1, 0' 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not mlir-lite-opt %s --run=divide --run-args='1, 2.5' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not mlir-lite-opt %s --run=nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not mlir-lite-opt %s --run=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: mlir-lite-opt --help | FileCheck %s --check-prefix=HELP

// HELP: Running programs:
// HELP-NEXT: --run[=<FUNCTION>]
// HELP: --run-args <VALUES>

// MAIN: -3 : i8
// MAIN-NEXT: true
// MAIN-NEXT: 7 : index
// MAIN-NEXT: 1.500000e+00 : f32
// MAIN-NEXT: [1, 2] : vector<2xi16>
// MAIN-NEXT: (1.000000e+00, -2.000000e+00) : complex<f64>
func @main() -> (i8, i1, index, f32, vector<2xi16>, complex<f64>) {
  %0 = constant -3 : i8
  %1 = constant true
  %2 = constant 7 : index
  %3 = constant 1.5 : f32
  %4 = constant dense<[1, 2]> : vector<2xi16>
  %re = constant 1.0 : f64
  %im = constant -2.0 : f64
  %5 = create_complex %re, %im : complex<f64>
  return %0, %1, %2, %3, %4, %5 : i8, i1, index, f32, vector<2xi16>, complex<f64>
}

// Memory is given its elements, and printed with those that it has at the end.
// SCALE: {{\[}}[2.500000e+00, 5.000000e+00, 7.500000e+00], [1.000000e+01, 1.250000e+01, 1.500000e+01]] : memref<2x3xf64>
func @scale(%by: f64, %m: memref<2x3xf64>) -> memref<2x3xf64> {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %0 = affine.load %m[%i, %j] : memref<2x3xf64>
      %1 = mulf %0, %by : f64
      affine.store %1, %m[%i, %j] : memref<2x3xf64>
    }
  }
  return %m : memref<2x3xf64>
}

// SUM: 10 : i32
func @sum(%m: memref<?xi32>) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %zero = constant 0 : i32
  %n = dim %m, %c0 : memref<?xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %0 = load %m[%i] : memref<?xi32>
    %1 = addi %s, %0 : i32
    scf.yield %1 : i32
  }
  return %r : i32
}

// MANY: <run-args>:1:1: error: expected the end, found '1'
// FEW: expected ','
// WRONG: <run-args>:1:4: error: floating point value not valid for an integer type
// TRAP: run.mlir:[[#@LINE+2]]:8: error: divides by zero
func @divide(%a: i32, %b: i32) -> i32 {
  %0 = divi_signed %a, %b : i32
  return %0 : i32
}

// NOTHING: there is no function '@nothing' with a body to run
func private @nothing()
// UNKNOWN: there is no function '@unknown' with a body to run
