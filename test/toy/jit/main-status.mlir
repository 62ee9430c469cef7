// What `main` returns is the status that the program ends with, as compiled code, as a program, and on the interpreter.
// RUN: sed 's/VALUE/42 : i32/; s/TYPE/i32/g' %s > %t.mlir
// RUN: toyc %t.mlir; test $? -eq 42
// RUN: toyc %t.mlir -O2; test $? -eq 42
// RUN: toyc %t.mlir -emit=interp; test $? -eq 42
// RUN: toyc %t.mlir -emit=exe -o %t.exe && { %t.exe; test $? -eq 42; }
// RUN: { toyc %t.mlir -timing 2>&1 || true; } | FileCheck %s --check-prefix=TIMING
// RUN: sed 's/VALUE/0 : i64/; s/TYPE/i64/g' %s > %t.mlir; toyc %t.mlir && toyc %t.mlir -emit=interp
// RUN: sed 's/VALUE/true/; s/TYPE/i1/g' %s > %t.mlir; toyc %t.mlir; test $? -eq 1
// RUN: sed 's/VALUE/true/; s/TYPE/i1/g' %s > %t.mlir; toyc %t.mlir -emit=interp; test $? -eq 1
// RUN: sed 's/VALUE/3 : index/; s/TYPE/index/g' %s > %t.mlir; toyc %t.mlir; test $? -eq 3
// RUN: sed 's/VALUE/-1 : i8/; s/TYPE/i8/g' %s > %t.mlir; toyc %t.mlir -emit=exe -o %t.exe && { %t.exe; test $? -eq 255; }
// RUN: sed 's/VALUE/1.0 : f64/; s/TYPE/f64/g' %s > %t.mlir; not toyc %t.mlir 2>&1 | FileCheck %s --check-prefix=FLOAT

// What toyc itself says is not lost.
// TIMING: total
// FLOAT: error: 'main' cannot be run: it takes arguments, or returns what is not an integer
func.func @main() -> TYPE {
  %0 = arith.constant VALUE
  return %0 : TYPE
}
