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

  %zero = arith.constant 0.0 : f32
  %eight = arith.constant 64.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %s = affine.for %k = 0 to 4 iter_args(%t = %zero) -> (f32) {
        %x = affine.load %a[%i * 4 + %k] : memref<?xf32>
        %y = affine.load %a[%j * 4 + %k] : memref<?xf32>
        %u = math.fma %x, %y, %t : f32
        affine.yield %u : f32
      }
      affine.store %s, %b[%i * 4 + %j] : memref<?xf32>
    }
  }
  affine.for %i = 0 to 4 {
    %d = affine.load %b[%i * 5] : memref<?xf32>
    %e = arith.addf %d, %eight : f32
    affine.store %e, %b[%i * 5] : memref<?xf32>
  }
  affine.for %j = 0 to 4 {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to 4 {
        %x = affine.load %b[%i * 4 + %k] : memref<?xf32>
        %y = affine.load %b[%j * 4 + %k] : memref<?xf32>
        %m = affine.load %b[%i * 4 + %j] : memref<?xf32>
        %p = arith.mulf %x, %y : f32
        %q = arith.subf %m, %p : f32
        affine.store %q, %b[%i * 4 + %j] : memref<?xf32>
      }
    }
    %d = affine.load %b[%j * 5] : memref<?xf32>
    %r = math.sqrt %d : f32
    affine.for %i = affine_map<(d0) -> (d0)>(%j) to 4 {
      %m = affine.load %b[%i * 4 + %j] : memref<?xf32>
      %q = arith.divf %m, %r : f32
      affine.store %q, %b[%i * 4 + %j] : memref<?xf32>
    }
  }
  call @show(%a) : (memref<?xf32>) -> ()
  call @show(%b) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
