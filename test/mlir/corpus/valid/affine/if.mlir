// affine.if: sets, else regions, results.

func.func @if(%i: index) {
  affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) {
  }
  return
}

func.func @if_else(%i: index, %n: index) {
  affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 9 >= 0)>(%i)[%n] {
  } else {
    affine.for %j = 0 to 4 {
    }
  }
  return
}

func.func @if_result(%i: index, %x: f32, %y: f32) -> f32 {
  %0 = affine.if affine_set<(d0) : (d0 == 0)>(%i) -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  return %0 : f32
}

func.func @if_results(%i: index, %x: f32) -> (f32, index) {
  %0:2 = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> (f32, index) {
    affine.yield %x, %i : f32, index
  } else {
    %c0 = arith.constant 0 : index
    affine.yield %x, %c0 : f32, index
  } {tag}
  return %0#0, %0#1 : f32, index
}

func.func @nested(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0, 14 - d0 >= 0)>(%i) {
      affine.if affine_set<(d0) : (d0 floordiv 4 - 2 == 0)>(%i) {
        affine.store %x, %m[%i] : memref<16xf32>
      }
    }
  }
  return
}

func.func @comparisons(%i: index, %n: index) {
  affine.if affine_set<(d0)[s0] : (d0 >= 0, d0 <= s0, d0 * 2 == s0, d0 + 1 >= s0 - 1)>(%i)[%n] {
  }
  affine.if affine_set<(d0) : (d0 >= 5, 7 >= d0)>(%i) {
  }
  return
}

func.func @no_constraints() {
  affine.if affine_set<() : ()>() {
  }
  affine.if affine_set<() : (1 >= 0)>() {
  }
  return
}

func.func @symbols_only(%n: index) {
  affine.if affine_set<()[s0] : (s0 - 1 == 0)>()[%n] {
  } else {
  }
  return
}
