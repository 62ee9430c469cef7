// Types of the llvm dialect.

llvm.func @f(!llvm.nothing)

// -----

llvm.func @f(!llvm.ptr<f32>)

// -----

llvm.func @f(!llvm.array<f32>)

// -----

llvm.func @f(!llvm.array<2 x void>)

// -----

llvm.func @f(!llvm.array<? x f32>)

// -----

llvm.func @f(!llvm.struct<(void)>)

// -----

llvm.func @f(!llvm.struct<(i32>)

// -----

llvm.func @f(!llvm.struct<"a">)

// -----

llvm.func @f(!llvm.struct<"a", (i32)>, !llvm.struct<"a", (i64)>)

// -----

llvm.func @f(!llvm.struct<"a", opaque>, !llvm.struct<"a", (i64)>)

// -----

llvm.func @f(!llvm.struct<(index)>)

// -----

llvm.func @f(tensor<4xf32>)

// -----

llvm.func @f(vector<0xf32>)

// -----

llvm.func @f(i32, ..., i32)

// -----

func.func private @f(!llvm.func<void (void)>)
