func.func private @printMemrefI64(memref<*xi64>)

// An element that depends on a number: (i * 7 + 3) mod 11 - 4.
func.func private @element(%i: index) -> i64 {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c11 = arith.constant 11 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.index_cast %i : index to i64
  %m = arith.muli %n, %c7 : i64
  %a = arith.addi %m, %c3 : i64
  %r = arith.remsi %a, %c11 : i64
  %l = arith.subi %r, %c4 : i64
  %z = arith.constant 0 : i64
  %e = arith.addi %l, %z : i64
  return %e : i64
}

func.func private @fill(%m: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %e = func.call @element(%i) : (index) -> i64
    memref.store %e, %m[%i] : memref<?xi64>
  }
  return
}

func.func private @show(%m: memref<?xi64>) {
  %u = memref.cast %m : memref<?xi64> to memref<*xi64>
  call @printMemrefI64(%u) : (memref<*xi64>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloc(%c16) : memref<?xi64>
  %b = memref.alloc(%c16) : memref<?xi64>
  call @fill(%a) : (memref<?xi64>) -> ()
  call @fill(%b) : (memref<?xi64>) -> ()

  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %zero = arith.constant 0 : i64
  affine.for %i = 0 to 16 {
    %e = affine.load %a[%i] : memref<?xi64>
    %o = arith.andi %e, %one : i64
    affine.store %o, %a[%i] : memref<?xi64>
    affine.store %zero, %b[%i] : memref<?xi64>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %n = affine.for %y = max affine_map<(d0) -> (0, d0 - 1)>(%i)           to min affine_map<(d0) -> (4, d0 + 2)>(%i) iter_args(%s = %zero) -> (i64) {
        %m = affine.for %x = max affine_map<(d0) -> (0, d0 - 1)>(%j)             to min affine_map<(d0) -> (4, d0 + 2)>(%j) iter_args(%t = %s) -> (i64) {
          %e = affine.load %a[%y * 4 + %x] : memref<?xi64>
          %u = arith.addi %t, %e : i64
          affine.yield %u : i64
        }
        affine.yield %m : i64
      }
      %c = affine.load %a[%i * 4 + %j] : memref<?xi64>
      %around = arith.subi %n, %c : i64
      %born = arith.cmpi eq, %around, %three : i64
      %stays = arith.cmpi eq, %around, %two : i64
      %kept = arith.select %stays, %c, %zero : i64
      %new = arith.select %born, %one, %kept : i64
      affine.store %new, %b[%i * 4 + %j] : memref<?xi64>
    }
  }
  call @show(%a) : (memref<?xi64>) -> ()
  call @show(%b) : (memref<?xi64>) -> ()
  memref.dealloc %a : memref<?xi64>
  memref.dealloc %b : memref<?xi64>
  return
}
