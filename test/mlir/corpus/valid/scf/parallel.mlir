// scf.parallel with scf.reduce and scf.reduce.return.

func.func @parallel(%a: index, %b: index, %s: index) {
  scf.parallel (%i) = (%a) to (%b) step (%s) {
  }
  return
}

func.func @parallel_nest(%a: index, %b: index, %s: index, %m: memref<?x?xf32>, %x: f32) {
  scf.parallel (%i, %j) = (%a, %b) to (%b, %b) step (%s, %a) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

func.func @parallel_reduce(%a: index, %s: index, %x: f32) -> f32 {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%s) init (%x) -> f32 {
    %1 = arith.constant 2.0 : f32
    scf.reduce(%1 : f32) {
    ^bb0(%l: f32, %r: f32):
      %2 = arith.addf %l, %r : f32
      scf.reduce.return %2 : f32
    }
  }
  return %0 : f32
}

func.func @parallel_reduce_two(%a: index, %x: f32, %n: i32) -> (f32, i32) {
  %0:2 = scf.parallel (%i, %j) = (%a, %a) to (%a, %a) step (%a, %a) init (%x, %n) -> (f32, i32) {
    scf.reduce(%x, %n : f32, i32) {
    ^bb0(%l: f32, %r: f32):
      %1 = arith.mulf %l, %r : f32
      scf.reduce.return %1 : f32
    }, {
    ^bb0(%l: i32, %r: i32):
      %1 = arith.muli %l, %r : i32
      scf.reduce.return %1 : i32
    }
  }
  return %0#0, %0#1 : f32, i32
}

func.func @parallel_attributes(%a: index) {
  scf.parallel (%i) = (%a) to (%a) step (%a) {
    scf.reduce
  } {tag}
  return
}

func.func @parallel_nested(%a: index) {
  scf.parallel (%i) = (%a) to (%a) step (%a) {
    scf.parallel (%j) = (%i) to (%a) step (%a) {
    }
  }
  return
}

func.func @parallel_generic(%a: index) {
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

func.func @parallel_region_local(%a: index, %x: f32, %c: i1) -> f32 {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %1 = scf.if %c -> (f32) {
        scf.yield %l : f32
      } else {
        scf.yield %r : f32
      }
      scf.reduce.return %1 : f32
    }
  }
  return %0 : f32
}
