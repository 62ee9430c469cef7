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

func.func private @both(%m: memref<?xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  %first = memref.load %m[%c0] : memref<?xf32>
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%lo = %first, %hi = %first) -> (f32, f32) {
    %e = memref.load %m[%i] : memref<?xf32>
    %l = arith.cmpf olt, %e, %lo : f32
    %h = arith.cmpf ogt, %e, %hi : f32
    %x = arith.select %l, %e, %lo : f32
    %y = arith.select %h, %e, %hi : f32
    scf.yield %x, %y : f32, f32
  }
  return %r#0, %r#1 : f32, f32
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

  %m:2 = call @both(%a) : (memref<?xf32>) -> (f32, f32)
  memref.store %m#0, %b[%c0] : memref<?xf32>
  memref.store %m#1, %b[%c1] : memref<?xf32>
  call @show(%a) : (memref<?xf32>) -> ()
  call @show(%b) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
