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

// The number of an element itself.
func.func private @scaled(%i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = scf.for %k = %c0 to %i step %c1 iter_args(%s = %zero) -> (f32) {
    %t = arith.addf %s, %one : f32
    scf.yield %t : f32
  }
  return %n : f32
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

  %true = arith.constant true
  %three = arith.constant 3.0 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.index_cast %i : index to i64
    %e = memref.load %a[%c0] : memref<?xf32>
    %p = scf.if %true -> (f32) {
      %q = func.call @scaled(%i) : (index) -> f32
      scf.yield %q : f32
    } else {
      scf.yield %e : f32
    }
    memref.store %p, %a[%i] : memref<?xf32>
  }
  %r:2 = scf.while (%lo = %c0, %hi = %c16) : (index, index) -> (index, index) {
    %open = arith.cmpi slt, %lo, %hi : index
    scf.condition(%open) %lo, %hi : index, index
  } do {
  ^bb0(%lo: index, %hi: index):
    %s = arith.addi %lo, %hi : index
    %mid = arith.divsi %s, %c2 : index
    %x = memref.load %a[%mid] : memref<?xf32>
    %less = arith.cmpf olt, %x, %three : f32
    %up = arith.addi %mid, %c1 : index
    %l = arith.select %less, %up, %lo : index
    %h = arith.select %less, %hi, %mid : index
    scf.yield %l, %h : index, index
  }
  %found = func.call @scaled(%r#0) : (index) -> f32
  memref.store %found, %b[%c0] : memref<?xf32>
  call @show(%a) : (memref<?xf32>) -> ()
  call @show(%b) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
