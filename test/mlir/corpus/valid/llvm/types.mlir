// Types of the llvm dialect, nested and named.

llvm.func @scalars(i1, i7, i64, f16, bf16, f32, f64, f80, f128, !llvm.ppc_fp128)
llvm.func @pointers(!llvm.ptr, !llvm.ptr<0>, !llvm.ptr<3>) -> !llvm.ptr<1>
llvm.func @arrays(!llvm.array<4 x i8>, !llvm.array<0 x f32>, !llvm.array<2 x array<3 x ptr>>, !llvm.array<2 x vector<4xf32>>)
llvm.func @structs(!llvm.struct<()>, !llvm.struct<(i32)>, !llvm.struct<packed (i8, i64)>, !llvm.struct<(ptr<2>, struct<(f32, array<2 x i1>)>)>)
llvm.func @named(!llvm.struct<"empty", ()>, !llvm.struct<"pair", (i32, ptr)>, !llvm.struct<"packed", packed (i8, i16)>, !llvm.struct<"opaque", opaque>)
llvm.func @list(!llvm.struct<"list", (i64, ptr)>) -> !llvm.struct<"list", (i64, ptr)>
llvm.func @strange_names(!llvm.struct<"a b", (i8)>, !llvm.struct<"a.b", (struct<"a b", (i8)>)>)
llvm.func @recursive(!llvm.struct<"tree", (i32, array<2 x struct<"tree">>)>) -> !llvm.array<1 x struct<"tree", (i32, array<2 x struct<"tree">>)>>
llvm.func @vectors(vector<4xi32>, vector<2x!llvm.ptr>)
llvm.func @others(!llvm.token, !llvm.metadata)
func.func private @function_types(!llvm.func<void ()>, !llvm.func<i32 (i8, ptr)>, !llvm.func<void (...)>, !llvm.func<ptr (ptr, ...)>, !llvm.void, !llvm.label)
