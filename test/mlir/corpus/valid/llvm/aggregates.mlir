// Fields of structs, elements of arrays and vectors.

llvm.func @extractvalue(%s: !llvm.struct<(i32, f64)>, %a: !llvm.array<4 x struct<(i8, ptr)>>) -> f64 {
  %0 = llvm.extractvalue %s[0] : !llvm.struct<(i32, f64)>
  %1 = llvm.extractvalue %s[1] : !llvm.struct<(i32, f64)>
  %2 = llvm.extractvalue %a[2, 1] : !llvm.array<4 x struct<(i8, ptr)>>
  %3 = llvm.extractvalue %a[3] {tag} : !llvm.array<4 x struct<(i8, ptr)>>
  llvm.return %1 : f64
}

llvm.func @insertvalue(%s: !llvm.struct<(i32, array<2 x f32>)>, %x: f32, %n: i32) -> !llvm.struct<(i32, array<2 x f32>)> {
  %0 = llvm.insertvalue %n, %s[0] : !llvm.struct<(i32, array<2 x f32>)>
  %1 = llvm.insertvalue %x, %0[1, 1] : !llvm.struct<(i32, array<2 x f32>)>
  llvm.return %1 : !llvm.struct<(i32, array<2 x f32>)>
}

llvm.func @named(%s: !llvm.struct<"node", (i32, ptr)>) -> !llvm.ptr {
  %0 = llvm.extractvalue %s[1] : !llvm.struct<"node", (i32, ptr)>
  %1 = llvm.insertvalue %0, %s[1] : !llvm.struct<"node", (i32, ptr)>
  llvm.return %0 : !llvm.ptr
}

llvm.func @extractelement(%v: vector<4xf32>, %i: i32, %j: i64) -> f32 {
  %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %1 = llvm.extractelement %v[%j : i64] : vector<4xf32>
  llvm.return %0 : f32
}

llvm.func @insertelement(%v: vector<4xf32>, %x: f32, %i: i32) -> vector<4xf32> {
  %0 = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
  llvm.return %0 : vector<4xf32>
}

llvm.func @shufflevector(%v: vector<4xf32>, %w: vector<4xf32>) -> vector<8xf32> {
  %0 = llvm.shufflevector %v, %w [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>
  %1 = llvm.shufflevector %v, %w [3, 2, -1, 0] : vector<4xf32>
  %2 = llvm.shufflevector %v, %v [0, 0] {tag} : vector<4xf32>
  llvm.return %0 : vector<8xf32>
}

llvm.func @freeze(%x: i32, %v: vector<2xf32>) -> i32 {
  %0 = llvm.freeze %x : i32
  %1 = llvm.freeze %v : vector<2xf32>
  llvm.return %0 : i32
}
