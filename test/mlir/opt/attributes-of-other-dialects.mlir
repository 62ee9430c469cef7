// An attribute of a dialect that is not known stands by an op of the dialect 'llvm' as it was
// written, and adds none of the op's own attributes.
// RUN: mlir-opt --allow-unregistered-dialect %s > %t
// RUN: mlir-lite-opt --allow-unregistered-dialect %s | diff %t -

llvm.func @before(f32) -> f32
llvm.func @user(%x: f32) -> f32 {
  %0 = llvm.call @before(%x) {other.first, other.second = 3 : i8} : (f32) -> f32
  %1 = llvm.fadd %0, %x {other.first} : f32
  llvm.call @after() {other.last} : () -> ()
  llvm.return %1 : f32
}
llvm.func @after() -> ()
