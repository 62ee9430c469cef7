func.func private @printMemrefF32(memref<*xf32>)

// An element that depends on a number: (i * 7 + 3) mod 11 - 4.
func.func private @element(%i: index) -> f32 {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c11 = arith.constant 11 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.index_cast %i : index to i64
  %m = arith.muli %n, %c7 : i64
  %a = arith.addi %m, %c3 : i64
  %r = arith.remsi %a, %c11 : i64
  %l = arith.subi %r, %c4 : i64
  %e = arith.sitofp %l : i64 to f32
  return %e : f32
}

func.func private @fill(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %e = func.call @element(%i) : (index) -> f32
    memref.store %e, %m[%i] : memref<?xf32>
  }
  return
}

func.func private @show(%m: memref<?xf32>) {
  %u = memref.cast %m : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloc(%c16) : memref<?xf32>
  %b = memref.alloc(%c16) : memref<?xf32>
  call @fill(%a) : (memref<?xf32>) -> ()
  call @fill(%b) : (memref<?xf32>) -> ()

  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %one = arith.constant 1.0 : f32
    %r:3 = scf.while (%n = %i, %base = %x, %p = %one) : (index, f32, f32) -> (index, f32, f32) {
      %go = arith.cmpi ne, %n, %c0 : index
      scf.condition(%go) %n, %base, %p : index, f32, f32
    } do {
    ^bb0(%n: index, %base: f32, %p: f32):
      %odd = arith.remui %n, %c2 : index
      %is = arith.cmpi eq, %odd, %c1 : index
      %m = arith.mulf %p, %base : f32
      %q = arith.select %is, %m, %p : f32
      %s = arith.mulf %base, %base : f32
      %h = arith.divui %n, %c2 : index
      scf.yield %h, %s, %q : index, f32, f32
    }
    memref.store %r#2, %b[%i] : memref<?xf32>
  }
  call @show(%a) : (memref<?xf32>) -> ()
  call @show(%b) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
