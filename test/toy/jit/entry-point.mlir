// A program of MLIR begins in any function, and its results are printed as mlir-runner prints them.
// RUN: toyc %s --entry=several --entry-point-result=all | FileCheck %s --check-prefix=ALL
// RUN: toyc %s --entry=several --entry-point-result=all -emit=interp | FileCheck %s --check-prefix=ALL
// RUN: toyc %s --entry=several --entry-point-result=all -emit=exe -o %t && %t | FileCheck %s --check-prefix=ALL
// RUN: toyc %s -emit=mlir-llvm | toyc -x mlir - --entry=several --entry-point-result=all -emit=interp | FileCheck %s --check-prefix=ALL
// RUN: toyc %s --entry=number --entry-point-result=i32 | FileCheck %s --check-prefix=I32
// RUN: toyc %s --entry=number --entry-point-result=i32 -emit=interp | FileCheck %s --check-prefix=I32
// RUN: toyc %s --entry=number; test $? -eq 253
// RUN: toyc %s --entry=number --entry-point-result=void | FileCheck %s --check-prefix=VOID --allow-empty
// RUN: toyc %s | FileCheck %s --check-prefix=MAIN
// RUN: toyc %s --entry=calls-main | FileCheck %s --check-prefix=MAIN
// RUN: not toyc %s --entry=nothing 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not toyc %s --entry=takes 2>&1 | FileCheck %s --check-prefix=TAKES
// RUN: not toyc %s --entry=number --entry-point-result=f64 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not toyc %s --entry=memory --entry-point-result=all 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not --status=2 toyc %s --entry=number -emit=mlir 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not --status=2 toyc - --entry=number < /dev/null 2>&1 | FileCheck %s --check-prefix=TOY

// ALL: -3{{$}}
// ALL-NEXT: 5.204999e-01
// ALL-NEXT: 9{{$}}
// ALL-NEXT: 1{{$}}
// ALL-NEXT: -1{{$}}
// ALL-NEXT: 1.500000e+00
// ALL-NEXT: inf
func.func @several() -> (i32, f32, index, i1, i64, f16, f64) {
  %half = arith.constant 0.5 : f32
  %erf = math.erf %half : f32
  %0 = arith.constant -3 : i32
  %1 = arith.constant 9 : index
  %2 = arith.constant true
  %3 = arith.constant -1 : i64
  %4 = arith.constant 1.5 : f16
  %5 = arith.constant 0x7FF0000000000000 : f64
  return %0, %erf, %1, %2, %3, %4, %5 : i32, f32, index, i1, i64, f16, f64
}

// I32: -3{{$}}
// VOID-NOT: -3
// OTHER: error: 'func.func' op returns i32, but '--entry-point-result' says that it returns 'f64'
// OTHER: help: '--entry-point-result=all' prints all
// STAGE: error: '--entry' is about running a program: leave out '-emit=mlir', or add '-emit=exe'
// TOY: error: '--entry' is about programs of MLIR: a program in Toy begins in 'main'; add '-x mlir'
func.func private @number() -> i32 {
  %0 = arith.constant -3 : i32
  return %0 : i32
}

// MAIN: main
func.func @main() {
  vector.print str "main\n"
  return
}

func.func @"calls-main"() {
  call @main() : () -> ()
  return
}

// TAKES: error: 'func.func' op '@takes' takes 1 argument, and a program begins in a function that takes none
func.func @takes(%0: i32) {
  return
}

// MEMORY: returns a value of type 'memref<2xf32>', which cannot be printed
// MEMORY: help: integers of up to 64 bits, indices and floats can be printed
func.func @memory() -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}

// NONE: error: there is no function '@nothing' to begin in
// NONE: help: the module defines '@several', '@number', '@main', '@calls-main', '@takes', '@memory'
