// Branches.

func.func @br(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%0: i32):
  cf.br ^bb2
^bb2:
  return %0 : i32
}

func.func @cond_br(%c: i1, %a: i32, %x: f32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%a, %x : i32, f32)
^bb1:
  return %a : i32
^bb2(%0: i32, %1: f32):
  cf.cond_br %c, ^bb2(%0, %1 : i32, f32), ^bb1 {tag}
}

func.func @weights(%c: i1) {
  cf.cond_br %c weights([3, 4]), ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  return
}

func.func @switch(%n: i32, %x: f32, %y: f32) -> f32 {
  cf.switch %n : i32, [
    default: ^bb1(%x : f32),
    42: ^bb2,
    -7: ^bb1(%y : f32)
  ]
^bb1(%0: f32):
  return %0 : f32
^bb2:
  return %x : f32
}

func.func @switch_default(%n: i64) {
  cf.switch %n : i64, [
    default: ^bb1
  ]
^bb1:
  return
}

func.func @assert(%c: i1) {
  cf.assert %c, "it holds"
  cf.assert %c, "a \"quoted\" message\0A" {tag}
  return
}

func.func @loop(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %0 = arith.cmpi slt, %i, %n : index
  cf.cond_br %0, ^bb2, ^bb3
^bb2:
  %1 = arith.addi %i, %c1 : index
  cf.br ^bb1(%1 : index)
^bb3:
  return %i : index
}

func.func @unreachable_block(%a: i32) -> i32 {
  return %a : i32
^bb1:
  cf.br ^bb1
}
