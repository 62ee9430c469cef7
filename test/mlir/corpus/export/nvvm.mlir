llvm.func @barriers(%mask: i32) {
  nvvm.barrier0
  nvvm.bar.warp.sync %mask : i32
  nvvm.barrier0 {note = "second"}
  nvvm.bar.warp.sync %mask {note} : i32
  llvm.return
}

llvm.func @shuffles(%mask: i32, %value: f32, %integer: i32, %offset: i32) {
  %0 = nvvm.shfl.sync bfly %mask, %value, %offset, %offset : f32 -> f32
  %1 = nvvm.shfl.sync up %mask, %value, %offset, %offset : f32 -> f32
  %2 = nvvm.shfl.sync down %mask, %integer, %offset, %offset : i32 -> i32
  %3 = nvvm.shfl.sync idx %mask, %integer, %offset, %offset : i32 -> i32
  %4 = nvvm.shfl.sync bfly %mask, %value, %offset, %offset {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  %5 = nvvm.shfl.sync idx %mask, %integer, %offset, %offset {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  llvm.return
}

llvm.func @votes(%mask: i32, %holds: i1) {
  %0 = nvvm.vote.sync any %mask, %holds -> i1
  %1 = nvvm.vote.sync all %mask, %holds -> i1
  %2 = nvvm.vote.sync uni %mask, %holds -> i1
  %3 = nvvm.vote.sync ballot %mask, %holds -> i32
  llvm.return
}

llvm.func @sums(%mask: i32, %value: i32) {
  %0 = nvvm.redux.sync add %value, %mask : i32 -> i32
  %1 = nvvm.redux.sync and %value, %mask : i32 -> i32
  %2 = nvvm.redux.sync max %value, %mask : i32 -> i32
  %3 = nvvm.redux.sync min %value, %mask : i32 -> i32
  %4 = nvvm.redux.sync or %value, %mask : i32 -> i32
  %5 = nvvm.redux.sync umax %value, %mask : i32 -> i32
  %6 = nvvm.redux.sync umin %value, %mask : i32 -> i32
  %7 = nvvm.redux.sync xor %value, %mask : i32 -> i32
  llvm.return
}

llvm.func @positions() -> i32 {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  %1 = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  %2 = nvvm.read.ptx.sreg.lanemask.lt : i32
  %3 = nvvm.read.ptx.sreg.clock64 : i64
  %4 = llvm.add %0, %1 : i32
  %5 = llvm.add %4, %2 : i32
  llvm.return %5 : i32
}

llvm.mlir.global internal @shared() {addr_space = 3 : i32} : !llvm.array<32 x f32>

llvm.func @kernel() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 2, 1>, nvvm.reqntid = array<i32: 8>, nvvm.minctasm = 2 : i32, nvvm.maxnreg = 16 : i32, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.cluster_max_blocks = 8 : i32} {
  llvm.return
}
