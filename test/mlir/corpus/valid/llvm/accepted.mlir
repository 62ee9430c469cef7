// What is accepted beside the usual: numbers written with another width, ops that are not declared here.
module attributes {llvm.data_layout = "e-p:64:64"} {
  llvm.func @constants() {
    %0 = llvm.mlir.constant(-1 : i32) : i64
    %1 = llvm.mlir.constant(300 : i32) : i8
    %2 = llvm.mlir.constant(1 : si32) : i32
    %3 = llvm.mlir.constant(1.0 : f32) : i32
    %4 = llvm.mlir.constant(dense<1.0> : tensor<4xf32>) : !llvm.array<2 x array<2 x f32>>
    %5 = llvm.mlir.constant(dense<1.0> : tensor<2xf32>) : !llvm.array<2 x i32>
    %6 = llvm.mlir.constant(dense<1> : vector<2x2xi32>) : !llvm.array<2 x vector<2xi32>>
    %7 = llvm.mlir.constant(sparse<0, 1> : tensor<2xi32>) : !llvm.array<2 x i32>
    llvm.return
  }

  llvm.mlir.global external @far() {addr_space = 1 : i32} : i32
  llvm.func @address() -> !llvm.ptr<1> {
    %0 = llvm.mlir.addressof @far : !llvm.ptr<1>
    llvm.return %0 : !llvm.ptr<1>
  }

  llvm.func @parameters(%arg0: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg1: i32 {llvm.signext}, %arg2: !llvm.ptr {llvm.byval = i64, llvm.align = 8 : i64}, %arg3: f32 {llvm.noundef, llvm.unknown = "x"}) -> (!llvm.ptr {llvm.nonnull}) {
    llvm.return %arg0 : !llvm.ptr
  }
  func.func private @lowered_later(memref<4xf32> {llvm.noalias}, f32 {llvm.inreg})

  llvm.func @ends() {
    "llvm.not_declared_here"() : () -> ()
    llvm.return
  }
  llvm.mlir.global_dtors dtors = [@ends], priorities = [0 : i32], data = [#llvm.zero]
}
