// What programs call to read and write .npy files is in them, too; the file is the one that NumPy would write.
// RUN: mkdir -p %t && root=$PWD && toyc %s -emit=exe -o %t/program && cd %t && rm -f saved.npy && ./program | FileCheck "$root/%s"
// RUN: cd %t && od -An -c saved.npy | head -8 | tr -d ' \n' > %t/dump && grep -q "NUMPY001.*v.*'descr':'<f8','fortran_order':False,'shape':(2,),}" %t/dump
// RUN: toyc %s -emit=obj -o %t/program.o && cc %t/program.o -o %t/linked && cd %t && rm -f saved.npy && ./linked | grep -q 2.500000

// A program that fails says why, and ends with status 1; a failed save leaves the old file.
// RUN: cd %t && printf 'other' > saved.npy && chmod a-w . && if ! touch x 2> /dev/null; then not ./program 2>&1 | grep -q "^files.mlir:3:5: error: cannot write 'saved.npy'" && grep -q other saved.npy; fi; chmod u+w .

module {
  llvm.func @toy_save(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)
  llvm.func @toy_load(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)
  llvm.func @printf(!llvm.ptr, ...) -> i32
  llvm.mlir.global internal constant @path("saved.npy\00") {addr_space = 0 : i32}
  llvm.mlir.global internal constant @shape("2\00") {addr_space = 0 : i32}
  llvm.mlir.global internal constant @place("files.mlir:3:5\00") {addr_space = 0 : i32}
  llvm.mlir.global internal constant @format("%f %f\0A\00") {addr_space = 0 : i32}
  llvm.func @main() {
    %a = llvm.mlir.constant(1.5 : f64) : f64
    %b = llvm.mlir.constant(2.5 : f64) : f64
    %path = llvm.mlir.addressof @path : !llvm.ptr
    %shape = llvm.mlir.addressof @shape : !llvm.ptr
    %place = llvm.mlir.addressof @place : !llvm.ptr
    %format = llvm.mlir.addressof @format : !llvm.ptr
    %two = llvm.mlir.constant(2 : i64) : i64
    %saved = llvm.alloca %two x f64 : (i64) -> !llvm.ptr
    %next = llvm.getelementptr %saved[1] : (!llvm.ptr) -> !llvm.ptr, f64
    llvm.store %a, %saved : f64, !llvm.ptr
    llvm.store %b, %next : f64, !llvm.ptr
    llvm.call @toy_save(%path, %shape, %place, %saved) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    %loaded = llvm.alloca %two x f64 : (i64) -> !llvm.ptr
    llvm.call @toy_load(%path, %shape, %place, %loaded) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    %second = llvm.getelementptr %loaded[1] : (!llvm.ptr) -> !llvm.ptr, f64
    %c = llvm.load %loaded : !llvm.ptr -> f64
    %d = llvm.load %second : !llvm.ptr -> f64
    %n = llvm.call @printf(%format, %c, %d) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64, f64) -> i32
    llvm.return
  }
}

// CHECK: 1.500000 2.500000
