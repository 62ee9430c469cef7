// Branches that pass values of all kinds, and switches on integers of several widths.

func.func @types(%c: i1, %t: tensor<?xf32>, %m: memref<4xi8>, %v: vector<2xf64>, %z: complex<f32>) -> tensor<?xf32> {
  cf.cond_br %c, ^bb1(%t, %m : tensor<?xf32>, memref<4xi8>), ^bb2(%v, %z, %t : vector<2xf64>, complex<f32>, tensor<?xf32>)
^bb1(%0: tensor<?xf32>, %1: memref<4xi8>):
  cf.br ^bb2(%v, %z, %0 : vector<2xf64>, complex<f32>, tensor<?xf32>) {tag}
^bb2(%2: vector<2xf64>, %3: complex<f32>, %4: tensor<?xf32>):
  return %4 : tensor<?xf32>
}

func.func @same_block(%c: i1, %a: i8, %b: i8) -> i8 {
  cf.cond_br %c weights([0, 2147483647]), ^bb1(%a : i8), ^bb1(%b : i8) {tag}
^bb1(%0: i8):
  cf.assert %c, ""
  return %0 : i8
}

func.func @swap(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.br ^bb1(%a, %b : i32, i32)
^bb1(%0: i32, %1: i32):
  cf.cond_br %c, ^bb1(%1, %0 : i32, i32), ^bb2
^bb2:
  cf.assert %c, "swapped \\ \22twice\22"
  return %0 : i32
}

func.func @narrow_switch(%n: i8, %x: f32) -> f32 {
  cf.switch %n : i8, [
    default: ^bb1(%x : f32),
    -128: ^bb1(%x : f32),
    127: ^bb2
  ] {tag}
^bb1(%0: f32):
  return %0 : f32
^bb2:
  return %x : f32
}

func.func @wide_switch(%n: i64, %a: i32, %b: i32) -> i32 {
  cf.switch %n : i64, [
    default: ^bb1(%a, %b : i32, i32),
    9223372036854775807: ^bb1(%b, %a : i32, i32),
    4294967296: ^bb2(%b : i32)
  ]
^bb1(%0: i32, %1: i32):
  cf.br ^bb2(%0 : i32)
^bb2(%2: i32):
  return %2 : i32
}
