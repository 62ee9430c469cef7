// Words and numbers of attributes that there are not, in text and in generic form.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics -o /dev/null

// expected-error@+1 {{'llvm.func' op attribute 'unnamed_addr' failed to satisfy constraint}}
"llvm.func"() <{sym_name = "g", function_type = !llvm.func<void ()>, unnamed_addr = 64 : i64}> ({}) : () -> ()
// -----
// expected-error@+1 {{'llvm.func' op attribute 'visibility_' failed to satisfy constraint}}
"llvm.func"() <{sym_name = "g", function_type = !llvm.func<void ()>, visibility_ = 3 : i64}> ({}) : () -> ()
// -----
// expected-error@+1 {{'llvm.mlir.global' op attribute 'unnamed_addr' failed to satisfy constraint}}
"llvm.mlir.global"() <{global_type = i32, sym_name = "g", linkage = #llvm.linkage<external>, addr_space = 0 : i32, unnamed_addr = 3 : i64}> ({}) : () -> ()
// -----
// expected-error@+1 {{'llvm.mlir.global' op attribute 'visibility_' failed to satisfy constraint}}
"llvm.mlir.global"() <{global_type = i32, sym_name = "g", linkage = #llvm.linkage<external>, addr_space = 0 : i32, visibility_ = -1 : i64}> ({}) : () -> ()
// -----
// expected-error@+1 {{'llvm.mlir.global' op alignment attribute is not a power of 2}}
"llvm.mlir.global"() <{global_type = i32, sym_name = "g", linkage = #llvm.linkage<external>, addr_space = 0 : i32, alignment = 3 : i64}> ({}) : () -> ()
// -----
// expected-error@+1 {{expected one of private, internal}}
"llvm.func"() <{sym_name = "g", function_type = !llvm.func<void ()>, linkage = #llvm.linkage<externl>}> ({}) : () -> ()
// -----
// expected-error@+1 {{expected one of ccc, fastcc}}
"llvm.func"() <{sym_name = "g", function_type = !llvm.func<void ()>, CConv = #llvm.cconv<fast>}> ({}) : () -> ()
// -----
// expected-error@+1 {{expected one of none, "non-leaf", all, reserved, "non-leaf-no-reserve", found 'some'}}
llvm.func @f() attributes {frame_pointer = #llvm.framePointerKind<some>}
// -----
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error@+1 {{'llvm.fence' op attribute 'ordering' failed to satisfy constraint}}
  "llvm.fence"() <{ordering = 99 : i64}> : () -> ()
  llvm.return
}
// -----
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error@+1 {{op attribute 'bin_op' failed to satisfy constraint}}
  %0 = "llvm.atomicrmw"(%p, %a) <{bin_op = 77 : i64, ordering = 7 : i64}> : (!llvm.ptr, i32) -> i32
  llvm.return
}
// -----
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error@+1 {{op attribute 'overflowFlags' failed to satisfy constraint}}
  %0 = "llvm.add"(%a, %a) <{overflowFlags = 9 : i32}> : (i32, i32) -> i32
  llvm.return
}
// -----
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error@+1 {{expected one of none, nsw, nuw, found 'nsq'}}
  %0 = "llvm.trunc"(%a) <{overflowFlags = #llvm.overflow<nsq>}> : (i32) -> i8
  llvm.return
}
// -----
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error@+1 {{op attribute 'noWrapFlags' failed to satisfy constraint}}
  %0 = "llvm.getelementptr"(%p) <{elem_type = i32, noWrapFlags = 33 : i32, rawConstantIndices = array<i32: 0>}> : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}
// -----
llvm.func @f(%x: f32) {
  // expected-error@+1 {{op attribute 'bit' failed to satisfy constraint}}
  %0 = "llvm.intr.is.fpclass"(%x) <{bit = 4096 : i32}> : (f32) -> i1
  llvm.return
}
// -----
llvm.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{op attribute 'rw' failed to satisfy constraint}}
  "llvm.intr.prefetch"(%p) <{rw = 7 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
  llvm.return
}
// -----
llvm.func @f(%x: f32) {
  // expected-error@+1 {{expected one of none, fast, nnan}}
  %0 = "llvm.fadd"(%x, %x) <{fastmathFlags = #llvm.fastmath<nnann>}> : (f32, f32) -> f32
  llvm.return
}
// -----
func.func @f(%x: f32) {
  // expected-error@+1 {{expected one of none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, found 'fas'}}
  %0 = "arith.addf"(%x, %x) <{fastmath = #arith.fastmath<nnan, fas>}> : (f32, f32) -> f32
  return
}
// -----
func.func @f(%x: f32) {
  // expected-error@+1 {{expected one of none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, found 'fas'}}
  %0 = arith.addf %x, %x fastmath<fas> : f32
  return
}
// -----
func.func @f(%a: i32) {
  // expected-error@+1 {{expected one of none, nsw, nuw, found 'nsq'}}
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<nsq>}> : (i32, i32) -> i32
  return
}
// -----
// expected-error@+1 {{expected one of none, read, write, readwrite, found 'some'}}
llvm.func @f() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = some, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
// -----
// expected-error@+1 {{expected an effect on each kind of memory, also on 'errnoMem'}}
llvm.func @f() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>}
// -----
// expected-error@+1 {{expected one of none, sync, async, found 'asnc'}}
llvm.func @f() attributes {uwtable_kind = #llvm.uwtableKind<asnc>}
// -----
// expected-error@+1 {{expected non-function type, found '>'}}
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 0, maxRange = 0 :>}
// -----
// expected-error@+1 {{expected attribute value, found 'x'}}
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 1, maxRange = x>}
// -----
// expected-error@+1 {{expected an integer}}
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 1, maxRange = "x">}
// -----
// expected-error@+1 {{'minRange' is given twice}}
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 1, minRange = 2>}
// -----
// expected-error@+1 {{expected one of minRange, maxRange}}
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 1, range = 2>}
// -----
// expected-error@+1 {{'llvm.func' op attribute 'vscale_range' failed to satisfy constraint}}
llvm.func @f() attributes {vscale_range = 3 : i32}
// -----
// expected-error@+1 {{expected ','}}
llvm.func @f() vscale_range(1)
// -----
// expected-error@+1 {{expected an integer of type 'i32'}}
llvm.func @f() vscale_range(1, 2147483648)
// -----
// expected-error@+1 {{expected}}
llvm.func @f() vscale_range("a", 3)
// -----
// expected-error@+1 {{attribute 'vscale_range' is given twice}}
llvm.func @f() vscale_range(1, 2) attributes {vscale_range = #llvm.vscale_range<minRange = 1, maxRange = 2>}
// -----
// expected-error@+1 {{target features must start with '+' or '-', found "sse"}}
llvm.func @f() attributes {target_features = #llvm.target_features<["sse"]>}
// -----
// expected-error@+1 {{target features can not contain ','}}
llvm.func @f() attributes {target_features = #llvm.target_features<["+sse,+avx"]>}
// -----
// expected-error@+1 {{expected '['}}
llvm.func @f() attributes {target_features = #llvm.target_features<"+sse">}
// -----
// expected-error@+1 {{'denormal_fp_math' failed to satisfy constraint: string attribute: one of ieee, preserve-sign, positive-zero, dynamic}}
llvm.func @f() attributes {denormal_fp_math = "zero"}
// -----
// expected-error@+1 {{'denormal_fp_math_f32' failed to satisfy constraint}}
llvm.func @f() attributes {denormal_fp_math_f32 = "ieee,ieee,ieee"}
// -----
// expected-error@+1 {{expected both 'minRange' and 'maxRange'}}
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 1>}
// -----
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>} {
  llvm.return
}
llvm.func @g() attributes {vscale_range = #llvm.vscale_range<minRange = 1, maxRange = 16>} {
  llvm.return
}
// -----
// expected-error@+1 {{names of attributes are UTF-8}}
func.func private @f() attributes {"\FF" = 0}
