// Branches, switches, blocks.

llvm.func @br(%a: i32) -> i32 {
  llvm.br ^bb1(%a : i32)
^bb1(%0: i32):
  llvm.br ^bb2
^bb2:
  llvm.return %0 : i32
}

llvm.func @cond_br(%c: i1, %a: i32, %x: f32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2(%a, %x : i32, f32)
^bb1:
  llvm.return %a : i32
^bb2(%0: i32, %1: f32):
  llvm.cond_br %c, ^bb2(%0, %1 : i32, f32), ^bb1
}

llvm.func @weights(%c: i1) {
  llvm.cond_br %c weights([5, 10]), ^bb1, ^bb1
^bb1:
  llvm.cond_br %c, ^bb2, ^bb3 {tag}
^bb2:
  llvm.br ^bb3 {tag}
^bb3:
  llvm.return
}

llvm.func @switch(%n: i32, %x: f32) -> f32 {
  llvm.switch %n : i32, ^bb1 [
    0: ^bb2,
    -7: ^bb3(%x : f32),
    42: ^bb2
  ]
^bb1:
  llvm.return %x : f32
^bb2:
  llvm.br ^bb1
^bb3(%0: f32):
  llvm.return %0 : f32
}

llvm.func @switch_default(%n: i64, %x: f32) {
  llvm.switch %n : i64, ^bb1(%x : f32) [
  ]
^bb1(%0: f32):
  llvm.return
}

llvm.func @switch_wide(%n: i64) {
  llvm.switch %n : i64, ^bb1 [
    9223372036854775807: ^bb1,
    -9223372036854775808: ^bb1
  ] {branch_weights = array<i32: 1, 2, 3>}
^bb1:
  llvm.return
}

llvm.func @loop(%n: i64) -> i64 {
  %0 = llvm.mlir.constant(0 : i64) : i64
  %1 = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^bb1(%0 : i64)
^bb1(%i: i64):
  %2 = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %2, ^bb2, ^bb3
^bb2:
  %3 = llvm.add %i, %1 : i64
  llvm.br ^bb1(%3 : i64)
^bb3:
  llvm.return %i : i64
}

llvm.func @unreachable() {
  llvm.unreachable
}

llvm.func @unreachable_blocks() {
  llvm.return
^bb1:
  llvm.br ^bb2
^bb2:
  llvm.unreachable
}

llvm.func @personality(...) -> i32

llvm.func @may_throw(i32) -> i32

llvm.func @may_throw_all(i32, ...) -> i32

llvm.func @invokes(%a: i32, %p: !llvm.ptr) -> i32 attributes {personality = @personality} {
  %0 = llvm.invoke @may_throw(%a) to ^bb2(%a : i32) unwind ^bb1 {branch_weights = array<i32: 1, 2>} : (i32 {llvm.noundef}) -> (i32 {llvm.noundef})
^bb1:
  %1 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.invoke fastcc %p(%a) to ^bb3(%a : i32) unwind ^bb1 : !llvm.ptr, (i32) -> ()
^bb2(%x: i32):
  %2 = llvm.invoke @may_throw_all(%x, %a) to ^bb3(%x : i32) unwind ^bb1 vararg(!llvm.func<i32 (i32, ...)>) : (i32, i32) -> i32
^bb3(%y: i32):
  llvm.return %y : i32
}

llvm.func @assembly(%a: i32) -> i32 {
  %0 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel operand_attrs = [{}] {x.y = 1 : i32} "bswap $0", "=r,r" %a : (i32) -> i32
  llvm.inline_asm asm_dialect = att "nop", "~{memory}" : () -> ()
  llvm.inline_asm tail_call_kind = <tail> "nop", "r,r" %a, %0 : (i32, i32) -> ()
  llvm.return %0 : i32
}
