// Conversions.

llvm.func @integers(%a: i32) -> i64 {
  %0 = llvm.sext %a : i32 to i64
  %1 = llvm.zext %a : i32 to i64
  %2 = llvm.zext nneg %a : i32 to i64
  %3 = llvm.trunc %1 : i64 to i8
  %4 = llvm.trunc %1 overflow<nsw> : i64 to i8
  %5 = llvm.trunc %1 overflow<nsw, nuw> {tag} : i64 to i8
  llvm.return %2 : i64
}

llvm.func @floats(%x: f32) -> f16 {
  %0 = llvm.fpext %x : f32 to f64
  %1 = llvm.fptrunc %0 : f64 to f16
  %2 = llvm.fptrunc %0 {fastmathFlags = #llvm.fastmath<ninf>} : f64 to f32
  llvm.return %1 : f16
}

llvm.func @between(%a: i32, %x: f64) -> f32 {
  %0 = llvm.sitofp %a : i32 to f32
  %1 = llvm.uitofp %a : i32 to f32
  %2 = llvm.uitofp nneg %a : i32 to f32
  %3 = llvm.fptosi %x : f64 to i32
  %4 = llvm.fptoui %x : f64 to i8
  llvm.return %0 : f32
}

llvm.func @pointers(%p: !llvm.ptr, %a: i64) -> !llvm.ptr {
  %0 = llvm.ptrtoint %p : !llvm.ptr to i64
  %1 = llvm.inttoptr %a : i64 to !llvm.ptr
  %2 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<3>
  llvm.return %1 : !llvm.ptr
}

llvm.func @bits(%x: f32, %v: vector<2xi32>, %p: !llvm.ptr) -> i32 {
  %0 = llvm.bitcast %x : f32 to i32
  %1 = llvm.bitcast %v : vector<2xi32> to i64
  %2 = llvm.bitcast %1 : i64 to vector<4xf16>
  %3 = llvm.bitcast %p : !llvm.ptr to !llvm.ptr
  llvm.return %0 : i32
}

llvm.func @of_vectors(%v: vector<4xi8>, %x: vector<4xf32>, %p: vector<4x!llvm.ptr>) -> vector<4xi32> {
  %0 = llvm.sext %v : vector<4xi8> to vector<4xi32>
  %1 = llvm.uitofp %v : vector<4xi8> to vector<4xf32>
  %2 = llvm.fptrunc %x : vector<4xf32> to vector<4xbf16>
  %3 = llvm.ptrtoint %p : vector<4x!llvm.ptr> to vector<4xi64>
  llvm.return %0 : vector<4xi32>
}
