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

  %half = arith.constant 7 : index
  scf.for %s = %c0 to %c8 step %c1 {
    %start = arith.subi %half, %s : index
    %end = scf.while (%i = %start) : (index) -> index {
      %d = arith.muli %i, %c2 : index
      %l = arith.addi %d, %c1 : index
      %r = arith.addi %d, %c2 : index
      %has = arith.cmpi slt, %l, %c16 : index
      %child = scf.if %has -> (index) {
        %two = arith.cmpi slt, %r, %c16 : index
        %chosen = scf.if %two -> (index) {
          %x = memref.load %a[%l] : memref<?xi64>
          %y = memref.load %a[%r] : memref<?xi64>
          %c = arith.cmpi slt, %x, %y : i64
          %m = arith.select %c, %r, %l : index
          scf.yield %m : index
        } else {
          scf.yield %l : index
        }
        scf.yield %chosen : index
      } else {
        scf.yield %i : index
      }
      %p = memref.load %a[%i] : memref<?xi64>
      %q = memref.load %a[%child] : memref<?xi64>
      %less = arith.cmpi slt, %p, %q : i64
      scf.if %less {
        memref.store %q, %a[%i] : memref<?xi64>
        memref.store %p, %a[%child] : memref<?xi64>
      }
      scf.condition(%less) %child : index
    } do {
    ^bb0(%child: index):
      scf.yield %child : index
    }
  }
  call @show(%a) : (memref<?xi64>) -> ()
  call @show(%b) : (memref<?xi64>) -> ()
  memref.dealloc %a : memref<?xi64>
  memref.dealloc %b : memref<?xi64>
  return
}
