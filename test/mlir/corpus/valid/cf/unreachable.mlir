// Unreachable code.

func.func @never() {
  ub.unreachable
}

func.func @half(%x: i32, %even: i1) -> i32 {
  cf.cond_br %even, ^even, ^odd
^even:
  %two = arith.constant 2 : i32
  %half = arith.divsi %x, %two : i32
  return %half : i32
^odd:
  ub.unreachable {why = "only even numbers"}
}
