"""Writes the programs of this folder, and what MLIR's own tools print for them.

    python3 make.py MLIR_OPT MLIR_RUNNER RUNNER_LIBRARY

Each kernel is written once, for several types of elements; a file has one kernel and one type. The
output of a program is that of `mlir-opt` with the pipeline in `pipeline.txt`, and `mlir-runner`.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FLOATS = ["f32", "f64"]
INTEGERS = ["i32", "i64"]
ALL = FLOATS + INTEGERS
KERNELS = []


def kernel(types):
    """Adds a kernel for these types."""

    def add(write):
        KERNELS.append((write.__name__, types, write))
        return write

    return add


class Names:
    """The words of a program for one type of elements."""

    def __init__(self, ty):
        self.ty = ty
        self.is_float = ty.startswith("f")
        suffix = "f" if self.is_float else "i"
        self.add, self.sub, self.mul = (f"arith.{op}{suffix}" for op in ["add", "sub", "mul"])
        self.div = "arith.divf" if self.is_float else "arith.divsi"
        self.less = "arith.cmpf olt," if self.is_float else "arith.cmpi slt,"
        self.more = "arith.cmpf ogt," if self.is_float else "arith.cmpi sgt,"

    def number(self, value):
        """A constant's value."""
        return f"{float(value)}" if self.is_float else f"{int(value)}"


def program(ty, body, outside=""):
    """A program with functions that fill and print memory."""
    n = Names(ty)
    to_element = {
        "f32": "%e = arith.sitofp %l : i64 to f32",
        "f64": "%e = arith.sitofp %l : i64 to f64",
        "i32": "%e = arith.trunci %l : i64 to i32",
        "i64": "%z = arith.constant 0 : i64\n  %e = arith.addi %l, %z : i64",
    }[ty]
    body = body.replace("$T", ty)
    outside = outside.replace("$T", ty)
    for word in ["add", "sub", "mul", "div", "less", "more"]:
        body = body.replace(f"${word}", getattr(n, word))
        outside = outside.replace(f"${word}", getattr(n, word))
    for value in range(16):
        number = n.number(value)
        body = body.replace(f"${value}.", number)
        outside = outside.replace(f"${value}.", number)
    return f"""func.func private @printMemref{ty.upper()}(memref<*x{ty}>)

// An element that depends on a number: (i * 7 + 3) mod 11 - 4.
func.func private @element(%i: index) -> {ty} {{
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c11 = arith.constant 11 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.index_cast %i : index to i64
  %m = arith.muli %n, %c7 : i64
  %a = arith.addi %m, %c3 : i64
  %r = arith.remsi %a, %c11 : i64
  %l = arith.subi %r, %c4 : i64
  {to_element}
  return %e : {ty}
}}

func.func private @fill(%m: memref<?x{ty}>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?x{ty}>
  scf.for %i = %c0 to %n step %c1 {{
    %e = func.call @element(%i) : (index) -> {ty}
    memref.store %e, %m[%i] : memref<?x{ty}>
  }}
  return
}}

func.func private @show(%m: memref<?x{ty}>) {{
  %u = memref.cast %m : memref<?x{ty}> to memref<*x{ty}>
  call @printMemref{ty.upper()}(%u) : (memref<*x{ty}>) -> ()
  return
}}
{outside}
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloc(%c16) : memref<?x{ty}>
  %b = memref.alloc(%c16) : memref<?x{ty}>
  call @fill(%a) : (memref<?x{ty}>) -> ()
  call @fill(%b) : (memref<?x{ty}>) -> ()
{body}
  call @show(%a) : (memref<?x{ty}>) -> ()
  call @show(%b) : (memref<?x{ty}>) -> ()
  memref.dealloc %a : memref<?x{ty}>
  memref.dealloc %b : memref<?x{ty}>
  return
}}
"""


@kernel(ALL)
def dot_product(ty):
    return program(ty, """
  %zero = arith.constant $0. : $T
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> ($T) {
    %x = memref.load %a[%i] : memref<?x$T>
    %y = memref.load %b[%i] : memref<?x$T>
    %p = $mul %x, %y : $T
    %t = $add %s, %p : $T
    scf.yield %t : $T
  }
  memref.store %sum, %a[%c0] : memref<?x$T>""")


@kernel(ALL)
def matrix_product(ty):
    return program(ty, """
  %x = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [4, 1]
    : memref<?x$T> to memref<4x4x$T>
  %y = memref.alloc() : memref<4x4x$T>
  %zero = arith.constant $0. : $T
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %zero, %y[%i, %j] : memref<4x4x$T>
      affine.for %k = 0 to 4 {
        %l = affine.load %x[%i, %k] : memref<4x4x$T>
        %r = affine.load %x[%k, %j] : memref<4x4x$T>
        %s = affine.load %y[%i, %j] : memref<4x4x$T>
        %p = $mul %l, %r : $T
        %t = $add %s, %p : $T
        affine.store %t, %y[%i, %j] : memref<4x4x$T>
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %e = affine.load %y[%i, %j] : memref<4x4x$T>
      affine.store %e, %b[%i * 4 + %j] : memref<?x$T>
    }
  }
  memref.dealloc %y : memref<4x4x$T>""")


@kernel(ALL)
def tiled_product(ty):
    return program(ty, """
  %x = memref.expand_shape %a [[0, 1]] output_shape [%c4, 4] : memref<?x$T> into memref<?x4x$T>
  affine.for %i = 0 to 16 {
    %zero = arith.constant $0. : $T
    affine.store %zero, %b[%i] : memref<?x$T>
  }
  affine.for %ii = 0 to 4 step 2 {
    affine.for %jj = 0 to 4 step 3 {
      affine.for %k = 0 to 4 {
        affine.for %i = affine_map<(d0) -> (d0)>(%ii) to affine_map<(d0) -> (d0 + 2)>(%ii) {
          affine.for %j = affine_map<(d0) -> (d0)>(%jj) \
              to min affine_map<(d0) -> (d0 + 3, 4)>(%jj) {
            %l = affine.load %x[%i, %k] : memref<?x4x$T>
            %r = affine.load %x[%k, %j] : memref<?x4x$T>
            %s = affine.load %b[%i * 4 + %j] : memref<?x$T>
            %p = $mul %l, %r : $T
            %t = $add %s, %p : $T
            affine.store %t, %b[%i * 4 + %j] : memref<?x$T>
          }
        }
      }
    }
  }""")


@kernel(ALL)
def matrix_times_vector(ty):
    return program(ty, """
  affine.for %i = 0 to 4 {
    %zero = arith.constant $0. : $T
    %sum = affine.for %j = 0 to 4 iter_args(%s = %zero) -> ($T) {
      %m = affine.load %a[%i * 4 + %j] : memref<?x$T>
      %v = affine.load %a[%j + 3] : memref<?x$T>
      %p = $mul %m, %v : $T
      %t = $add %s, %p : $T
      affine.yield %t : $T
    }
    affine.store %sum, %b[%i] : memref<?x$T>
  }""")


@kernel(ALL)
def transpose(ty):
    return program(ty, """
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %f = arith.muli %i, %c4 : index
      %from = arith.addi %f, %j : index
      %t = arith.muli %j, %c4 : index
      %to = arith.addi %t, %i : index
      %e = memref.load %a[%from] : memref<?x$T>
      memref.store %e, %b[%to] : memref<?x$T>
    }
  }""")


@kernel(ALL)
def running_sum(ty):
    return program(ty, """
  %zero = arith.constant $0. : $T
  %all = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> ($T) {
    %e = memref.load %a[%i] : memref<?x$T>
    %t = $add %s, %e : $T
    memref.store %t, %b[%i] : memref<?x$T>
    scf.yield %t : $T
  }
  memref.store %all, %a[%c0] : memref<?x$T>""")


@kernel(ALL)
def bubble_sort(ty):
    return program(ty, """
  scf.for %i = %c1 to %c16 step %c1 {
    %last = arith.subi %c16, %i : index
    scf.for %j = %c0 to %last step %c1 {
      %k = arith.addi %j, %c1 : index
      %x = memref.load %a[%j] : memref<?x$T>
      %y = memref.load %a[%k] : memref<?x$T>
      %wrong = $more %x, %y : $T
      scf.if %wrong {
        memref.store %y, %a[%j] : memref<?x$T>
        memref.store %x, %a[%k] : memref<?x$T>
      }
    }
  }""")


@kernel(ALL)
def insertion_sort(ty):
    return program(ty, """
  cf.br ^outer(%c1 : index)
^outer(%i: index):
  %more = arith.cmpi slt, %i, %c16 : index
  cf.cond_br %more, ^take, ^done
^take:
  %x = memref.load %a[%i] : memref<?x$T>
  cf.br ^inner(%i : index)
^inner(%j: index):
  %inside = arith.cmpi sgt, %j, %c0 : index
  cf.cond_br %inside, ^compare, ^put
^compare:
  %k = arith.subi %j, %c1 : index
  %y = memref.load %a[%k] : memref<?x$T>
  %wrong = $more %y, %x : $T
  cf.cond_br %wrong, ^shift, ^put
^shift:
  memref.store %y, %a[%j] : memref<?x$T>
  cf.br ^inner(%k : index)
^put:
  memref.store %x, %a[%j] : memref<?x$T>
  %next = arith.addi %i, %c1 : index
  cf.br ^outer(%next : index)
^done:""")


@kernel(ALL)
def heap_sift(ty):
    return program(ty, """
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
          %x = memref.load %a[%l] : memref<?x$T>
          %y = memref.load %a[%r] : memref<?x$T>
          %c = $less %x, %y : $T
          %m = arith.select %c, %r, %l : index
          scf.yield %m : index
        } else {
          scf.yield %l : index
        }
        scf.yield %chosen : index
      } else {
        scf.yield %i : index
      }
      %p = memref.load %a[%i] : memref<?x$T>
      %q = memref.load %a[%child] : memref<?x$T>
      %less = $less %p, %q : $T
      scf.if %less {
        memref.store %q, %a[%i] : memref<?x$T>
        memref.store %p, %a[%child] : memref<?x$T>
      }
      scf.condition(%less) %child : index
    } do {
    ^bb0(%child: index):
      scf.yield %child : index
    }
  }""")


@kernel(ALL)
def stencil_of_three(ty):
    return program(ty, """
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 15 {
      %l = affine.load %a[%i - 1] : memref<?x$T>
      %m = affine.load %a[%i] : memref<?x$T>
      %r = affine.load %a[%i + 1] : memref<?x$T>
      %s = $add %l, %r : $T
      %u = $add %s, %m : $T
      affine.store %u, %b[%i] : memref<?x$T>
    }
    affine.for %i = 1 to 15 {
      %e = affine.load %b[%i] : memref<?x$T>
      affine.store %e, %a[%i] : memref<?x$T>
    }
  }""")


@kernel(ALL)
def stencil_of_five(ty):
    return program(ty, """
  affine.for %i = 1 to 3 {
    affine.for %j = 1 to 3 {
      %m = affine.load %a[%i * 4 + %j] : memref<?x$T>
      %n = affine.load %a[%i * 4 + %j - 4] : memref<?x$T>
      %s = affine.load %a[%i * 4 + %j + 4] : memref<?x$T>
      %w = affine.load %a[%i * 4 + %j - 1] : memref<?x$T>
      %e = affine.load %a[%i * 4 + %j + 1] : memref<?x$T>
      %four = arith.constant $4. : $T
      %0 = $mul %m, %four : $T
      %1 = $sub %0, %n : $T
      %2 = $sub %1, %s : $T
      %3 = $sub %2, %w : $T
      %4 = $sub %3, %e : $T
      affine.store %4, %b[%i * 4 + %j] : memref<?x$T>
    }
  }""")


@kernel(ALL)
def convolution(ty):
    return program(ty, """
  affine.for %i = 0 to 13 {
    %zero = arith.constant $0. : $T
    %sum = affine.for %k = 0 to 4 iter_args(%s = %zero) -> ($T) {
      %x = affine.load %a[%i + %k] : memref<?x$T>
      %w = affine.load %a[15 - %k] : memref<?x$T>
      %p = $mul %x, %w : $T
      %t = $add %s, %p : $T
      affine.yield %t : $T
    }
    affine.store %sum, %b[%i] : memref<?x$T>
  }""")


@kernel(ALL)
def moving_window(ty):
    return program(ty, """
  affine.for %i = 0 to 16 {
    %zero = arith.constant $0. : $T
    %sum = affine.for %k = max affine_map<(d0) -> (0, d0 - 2)>(%i) \
        to min affine_map<(d0) -> (16, d0 + 3)>(%i) iter_args(%s = %zero) -> ($T) {
      %x = affine.load %a[%k] : memref<?x$T>
      %t = $add %s, %x : $T
      affine.yield %t : $T
    }
    affine.store %sum, %b[%i] : memref<?x$T>
  }""")


@kernel(ALL)
def polynomial(ty):
    return program(ty, """
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %zero = arith.constant $0. : $T
    %p = scf.for %k = %c0 to %c4 step %c1 iter_args(%s = %zero) -> ($T) {
      %c = memref.load %a[%k] : memref<?x$T>
      %m = $mul %s, %x : $T
      %t = $add %m, %c : $T
      scf.yield %t : $T
    }
    memref.store %p, %b[%i] : memref<?x$T>
  }""")


@kernel(ALL)
def largest_and_its_place(ty):
    return program(ty, """
  %first = memref.load %a[%c0] : memref<?x$T>
  %best:2 = scf.for %i = %c1 to %c16 step %c1 iter_args(%m = %first, %at = %c0) -> ($T, index) {
    %e = memref.load %a[%i] : memref<?x$T>
    %c = $more %e, %m : $T
    %n = arith.select %c, %e, %m : $T
    %k = arith.select %c, %i, %at : index
    scf.yield %n, %k : $T, index
  }
  memref.store %best#0, %b[%c0] : memref<?x$T>
  %e = func.call @element(%best#1) : (index) -> $T
  memref.store %e, %b[%c1] : memref<?x$T>""")


@kernel(ALL)
def binary_search(ty):
    return program(ty, """
  %true = arith.constant true
  %three = arith.constant $3. : $T
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.index_cast %i : index to i64
    %e = memref.load %a[%c0] : memref<?x$T>
    %p = scf.if %true -> ($T) {
      %q = func.call @scaled(%i) : (index) -> $T
      scf.yield %q : $T
    } else {
      scf.yield %e : $T
    }
    memref.store %p, %a[%i] : memref<?x$T>
  }
  %r:2 = scf.while (%lo = %c0, %hi = %c16) : (index, index) -> (index, index) {
    %open = arith.cmpi slt, %lo, %hi : index
    scf.condition(%open) %lo, %hi : index, index
  } do {
  ^bb0(%lo: index, %hi: index):
    %s = arith.addi %lo, %hi : index
    %mid = arith.divsi %s, %c2 : index
    %x = memref.load %a[%mid] : memref<?x$T>
    %less = $less %x, %three : $T
    %up = arith.addi %mid, %c1 : index
    %l = arith.select %less, %up, %lo : index
    %h = arith.select %less, %hi, %mid : index
    scf.yield %l, %h : index, index
  }
  %found = func.call @scaled(%r#0) : (index) -> $T
  memref.store %found, %b[%c0] : memref<?x$T>""", """
// The number of an element itself.
func.func private @scaled(%i: index) -> $T {
  %zero = arith.constant $0. : $T
  %one = arith.constant $1. : $T
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = scf.for %k = %c0 to %i step %c1 iter_args(%s = %zero) -> ($T) {
    %t = $add %s, %one : $T
    scf.yield %t : $T
  }
  return %n : $T
}
""")


@kernel(ALL)
def power_by_squares(ty):
    return program(ty, """
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %one = arith.constant $1. : $T
    %r:3 = scf.while (%n = %i, %base = %x, %p = %one) : (index, $T, $T) -> (index, $T, $T) {
      %go = arith.cmpi ne, %n, %c0 : index
      scf.condition(%go) %n, %base, %p : index, $T, $T
    } do {
    ^bb0(%n: index, %base: $T, %p: $T):
      %odd = arith.remui %n, %c2 : index
      %is = arith.cmpi eq, %odd, %c1 : index
      %m = $mul %p, %base : $T
      %q = arith.select %is, %m, %p : $T
      %s = $mul %base, %base : $T
      %h = arith.divui %n, %c2 : index
      scf.yield %h, %s, %q : index, $T, $T
    }
    memref.store %r#2, %b[%i] : memref<?x$T>
  }""")


@kernel(ALL)
def parts_of_memory(ty):
    return program(ty, """
  %m = memref.expand_shape %a [[0, 1]] output_shape [%c4, 4] : memref<?x$T> into memref<?x4x$T>
  %p = memref.subview %m[1, %c1] [2, 2] [1, 2]
    : memref<?x4x$T> to memref<2x2x$T, strided<[4, 2], offset: ?>>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %e = memref.load %p[%i, %j] : memref<2x2x$T, strided<[4, 2], offset: ?>>
      affine.store %e, %b[%i * 2 + %j] : memref<?x$T>
      %zero = arith.constant $0. : $T
      memref.store %zero, %p[%i, %j] : memref<2x2x$T, strided<[4, 2], offset: ?>>
    }
  }""")


@kernel(ALL)
def copies_of_rows(ty):
    return program(ty, """
  %x = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [4, 1]
    : memref<?x$T> to memref<4x4x$T>
  %y = memref.reinterpret_cast %b to offset: [0], sizes: [4, 4], strides: [1, 4]
    : memref<?x$T> to memref<4x4x$T, strided<[1, 4]>>
  %r = memref.subview %x[2, 0] [2, 4] [1, 1]
    : memref<4x4x$T> to memref<2x4x$T, strided<[4, 1], offset: 8>>
  %s = memref.subview %y[0, 0] [2, 4] [1, 1]
    : memref<4x4x$T, strided<[1, 4]>> to memref<2x4x$T, strided<[1, 4]>>
  memref.copy %r, %s
    : memref<2x4x$T, strided<[4, 1], offset: 8>> to memref<2x4x$T, strided<[1, 4]>>""")


@kernel(ALL)
def collapsed_sum(ty):
    return program(ty, """
  %m = memref.expand_shape %a [[0, 1]] output_shape [%c4, 4] : memref<?x$T> into memref<?x4x$T>
  %f = memref.collapse_shape %m [[0, 1]] : memref<?x4x$T> into memref<?x$T>
  %n = memref.dim %f, %c0 : memref<?x$T>
  %zero = arith.constant $0. : $T
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> ($T) {
    %e = memref.load %f[%i] : memref<?x$T>
    %t = $sub %e, %s : $T
    scf.yield %t : $T
  }
  memref.store %sum, %b[%c0] : memref<?x$T>""")


@kernel(ALL)
def gather(ty):
    return program(ty, """
  %at = memref.alloca(%c16) : memref<?xindex>
  scf.for %i = %c0 to %c16 step %c1 {
    %d = arith.muli %i, %c8 : index
    %e = arith.subi %d, %i : index
    %r = arith.remui %e, %c16 : index
    memref.store %r, %at[%i] : memref<?xindex>
  }
  scf.for %i = %c0 to %c16 step %c1 {
    %j = memref.load %at[%i] : memref<?xindex>
    %x = memref.load %a[%j] : memref<?x$T>
    memref.store %x, %b[%i] : memref<?x$T>
  }""")


@kernel(ALL)
def shortest_paths(ty):
    return program(ty, """
  %big = arith.constant $15. : $T
  affine.for %i = 0 to 16 {
    %e = affine.load %a[%i] : memref<?x$T>
    %p = $mul %e, %e : $T
    affine.store %p, %b[%i] : memref<?x$T>
  }
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %l = affine.load %b[%i * 4 + %k] : memref<?x$T>
        %r = affine.load %b[%k * 4 + %j] : memref<?x$T>
        %d = affine.load %b[%i * 4 + %j] : memref<?x$T>
        %s = $add %l, %r : $T
        %c = $less %s, %d : $T
        %m = arith.select %c, %s, %d : $T
        affine.store %m, %b[%i * 4 + %j] : memref<?x$T>
      }
    }
  }""")


@kernel(ALL)
def parallel_reduction(ty):
    return program(ty, """
  %zero = arith.constant $0. : $T
  %sum = scf.parallel (%i) = (%c0) to (%c16) step (%c1) init (%zero) -> $T {
    %e = memref.load %a[%i] : memref<?x$T>
    %d = $add %e, %e : $T
    memref.store %d, %b[%i] : memref<?x$T>
    scf.reduce(%e : $T) {
    ^bb0(%x: $T, %y: $T):
      %t = $add %x, %y : $T
      scf.reduce.return %t : $T
    }
  }
  memref.store %sum, %a[%c0] : memref<?x$T>""")


@kernel(ALL)
def table_of_constants(ty):
    n = Names(ty)
    values = ", ".join(n.number(v) for v in [2, 3, 5, 7, 11, 13])
    return program(ty, """
  %t = memref.get_global @table : memref<6x$T>
  affine.for %i = 0 to 6 {
    %c = affine.load %t[%i] : memref<6x$T>
    %e = affine.load %a[%i] : memref<?x$T>
    %p = $mul %c, %e : $T
    affine.store %p, %b[%i] : memref<?x$T>
  }""", f"\nmemref.global \"private\" constant @table : memref<6x{ty}> = dense<[{values}]>\n")


@kernel(ALL)
def sums_by_vectors(ty):
    combine = "add"
    return program(ty, f"""
  %pad = arith.constant $0. : $T
  scf.for %i = %c0 to %c16 step %c4 {{
    %x = vector.transfer_read %a[%i], %pad {{in_bounds = [true]}} : memref<?x$T>, vector<4x$T>
    %y = $mul %x, %x : vector<4x$T>
    %s = $add %y, %x : vector<4x$T>
    vector.transfer_write %s, %b[%i] {{in_bounds = [true]}} : vector<4x$T>, memref<?x$T>
    %r = vector.reduction <{combine}>, %s : vector<4x$T> into $T
    memref.store %r, %a[%i] : memref<?x$T>
  }}""")


@kernel(ALL)
def partial_vectors(ty):
    return program(ty, """
  %c14 = arith.constant 14 : index
  %pad = arith.constant $9. : $T
  %x = vector.transfer_read %a[%c14], %pad : memref<?x$T>, vector<4x$T>
  vector.transfer_write %x, %b[%c4] : vector<4x$T>, memref<?x$T>
  vector.transfer_write %x, %b[%c14] : vector<4x$T>, memref<?x$T>""")


@kernel(ALL)
def shuffled_vectors(ty):
    return program(ty, """
  %x = vector.load %a[%c0] : memref<?x$T>, vector<4x$T>
  %y = vector.load %a[%c4] : memref<?x$T>, vector<4x$T>
  %z = vector.shuffle %x, %y [0, 4, 1, 5, 2, 6, 3, 7] : vector<4x$T>, vector<4x$T>
  vector.store %z, %b[%c8] : memref<?x$T>, vector<8x$T>
  %e = vector.extract %z[3] : $T from vector<8x$T>
  %w = vector.broadcast %e : $T to vector<4x$T>
  vector.store %w, %b[%c0] : memref<?x$T>, vector<4x$T>""")


@kernel(ALL)
def masked_vectors(ty):
    return program(ty, """
  %zero = arith.constant dense<$0.> : vector<8x$T>
  %x = vector.load %a[%c0] : memref<?x$T>, vector<8x$T>
  %m = $less %x, %zero : vector<8x$T>
  %s = arith.select %m, %zero, %x : vector<8xi1>, vector<8x$T>
  vector.store %s, %b[%c0] : memref<?x$T>, vector<8x$T>
  %n = vector.create_mask %c4 : vector<8xi1>
  vector.maskedstore %b[%c8], %n, %x : memref<?x$T>, vector<8xi1>, vector<8x$T>""")


@kernel(ALL)
def recursion(ty):
    return program(ty, """
  scf.for %i = %c0 to %c8 step %c1 {
    %e = func.call @sum_to(%i, %a) : (index, memref<?x$T>) -> $T
    memref.store %e, %b[%i] : memref<?x$T>
  }""", """
func.func private @sum_to(%n: index, %m: memref<?x$T>) -> $T {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = memref.load %m[%n] : memref<?x$T>
  %end = arith.cmpi eq, %n, %c0 : index
  cf.cond_br %end, ^last, ^more
^last:
  return %e : $T
^more:
  %k = arith.subi %n, %c1 : index
  %r = call @sum_to(%k, %m) : (index, memref<?x$T>) -> $T
  %s = $add %r, %e : $T
  return %s : $T
}
""")


@kernel(ALL)
def functions_as_values(ty):
    return program(ty, """
  %f = func.constant @double : ($T) -> $T
  %g = func.constant @square : ($T) -> $T
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %r = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %r, %c0 : index
    %h = arith.select %even, %f, %g : ($T) -> $T
    %y = func.call_indirect %h(%x) : ($T) -> $T
    memref.store %y, %b[%i] : memref<?x$T>
  }""", """
func.func private @double(%x: $T) -> $T {
  %y = $add %x, %x : $T
  return %y : $T
}

func.func private @square(%x: $T) -> $T {
  %y = $mul %x, %x : $T
  return %y : $T
}
""")


@kernel(ALL)
def several_results(ty):
    return program(ty, """
  %m:2 = call @both(%a) : (memref<?x$T>) -> ($T, $T)
  memref.store %m#0, %b[%c0] : memref<?x$T>
  memref.store %m#1, %b[%c1] : memref<?x$T>""", """
func.func private @both(%m: memref<?x$T>) -> ($T, $T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?x$T>
  %first = memref.load %m[%c0] : memref<?x$T>
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%lo = %first, %hi = %first) -> ($T, $T) {
    %e = memref.load %m[%i] : memref<?x$T>
    %l = $less %e, %lo : $T
    %h = $more %e, %hi : $T
    %x = arith.select %l, %e, %lo : $T
    %y = arith.select %h, %e, %hi : $T
    scf.yield %x, %y : $T, $T
  }
  return %r#0, %r#1 : $T, $T
}
""")


@kernel(ALL)
def switches(ty):
    return program(ty, """
  scf.for %i = %c0 to %c16 step %c1 {
    %r = arith.remui %i, %c4 : index
    %x = memref.load %a[%i] : memref<?x$T>
    %y = scf.index_switch %r -> $T
    case 0 {
      %v = $add %x, %x : $T
      scf.yield %v : $T
    }
    case 2 {
      %v = $mul %x, %x : $T
      scf.yield %v : $T
    }
    default {
      scf.yield %x : $T
    }
    memref.store %y, %b[%i] : memref<?x$T>
  }""")


@kernel(ALL)
def branches_of_a_switch(ty):
    return program(ty, """
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %y = func.call @choose(%i, %x) : (index, $T) -> $T
    memref.store %y, %b[%i] : memref<?x$T>
  }""", """
func.func private @choose(%i: index, %x: $T) -> $T {
  %c5 = arith.constant 5 : index
  %r = arith.remui %i, %c5 : index
  %n = arith.index_cast %r : index to i32
  cf.switch %n : i32, [
    default: ^same(%x : $T),
    1: ^twice,
    3: ^same(%x : $T)
  ]
^twice:
  %d = $add %x, %x : $T
  cf.br ^same(%d : $T)
^same(%z: $T):
  return %z : $T
}
""")


@kernel(ALL)
def atomic_updates(ty):
    kind = "addf" if ty.startswith("f") else "addi"
    # mlir-opt 22 lowers no general update of floats.
    general = "" if ty.startswith("f") else """
    %k = arith.addi %j, %c4 : index
    %new = memref.generic_atomic_rmw %b[%k] : memref<?x$T> {
    ^bb0(%v: $T):
      %w = $mul %v, %x : $T
      memref.atomic_yield %w : $T
    }"""
    return program(ty, f"""
  scf.for %i = %c0 to %c16 step %c1 {{
    %x = memref.load %a[%i] : memref<?x$T>
    %j = arith.remui %i, %c4 : index
    %old = memref.atomic_rmw {kind} %x, %b[%j] : ($T, memref<?x$T>) -> $T{general}
  }}""")


@kernel(ALL)
def unranked_memory(ty):
    return program(ty, """
  %m = memref.alloc() : memref<2x3x$T>
  %u = memref.cast %m : memref<2x3x$T> to memref<*x$T>
  %rank = memref.rank %u : memref<*x$T>
  %n = memref.dim %u, %c1 : memref<*x$T>
  %r = memref.cast %u : memref<*x$T> to memref<?x?x$T>
  scf.for %i = %c0 to %rank step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %k = arith.addi %i, %j : index
      %e = memref.load %a[%k] : memref<?x$T>
      memref.store %e, %r[%i, %j] : memref<?x?x$T>
    }
  }
  call @printMemref$U(%u) : (memref<*x$T>) -> ()
  memref.dealloc %m : memref<2x3x$T>""".replace("$U", ty.upper()))


@kernel(INTEGERS)
def histogram(ty):
    return program(ty, """
  %four = arith.constant 4 : $T
  %one = arith.constant 1 : $T
  %zero = arith.constant 0 : $T
  affine.for %i = 0 to 16 {
    affine.store %zero, %b[%i] : memref<?x$T>
  }
  scf.for %i = %c0 to %c16 step %c1 {
    %e = memref.load %a[%i] : memref<?x$T>
    %p = arith.addi %e, %four : $T
    %at = arith.index_cast %p : $T to index
    %n = memref.load %b[%at] : memref<?x$T>
    %m = arith.addi %n, %one : $T
    memref.store %m, %b[%at] : memref<?x$T>
  }""")


@kernel(INTEGERS)
def fibonacci(ty):
    return program(ty, """
  %zero = arith.constant 0 : $T
  %one = arith.constant 1 : $T
  cf.br ^loop(%c0, %zero, %one : index, $T, $T)
^loop(%i: index, %x: $T, %y: $T):
  %go = arith.cmpi slt, %i, %c16 : index
  cf.cond_br %go, ^body, ^done
^body:
  memref.store %x, %b[%i] : memref<?x$T>
  %z = arith.addi %x, %y : $T
  %n = arith.addi %i, %c1 : index
  cf.br ^loop(%n, %y, %z : index, $T, $T)
^done:""")


@kernel(INTEGERS)
def common_divisors(ty):
    return program(ty, """
  %zero = arith.constant 0 : $T
  %n = arith.constant 360 : $T
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.addi %i, %c1 : index
    %s = arith.muli %k, %c8 : index
    %m = arith.index_cast %s : index to $T
    %g:2 = scf.while (%x = %n, %y = %m) : ($T, $T) -> ($T, $T) {
      %go = arith.cmpi ne, %y, %zero : $T
      scf.condition(%go) %x, %y : $T, $T
    } do {
    ^bb0(%x: $T, %y: $T):
      %r = arith.remsi %x, %y : $T
      scf.yield %y, %r : $T, $T
    }
    memref.store %g#0, %b[%i] : memref<?x$T>
  }""")


@kernel(INTEGERS)
def collatz(ty):
    return program(ty, """
  %one = arith.constant 1 : $T
  %two = arith.constant 2 : $T
  %three = arith.constant 3 : $T
  %zero = arith.constant 0 : $T
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.addi %i, %c1 : index
    %m = arith.index_cast %k : index to $T
    %r:2 = scf.while (%x = %m, %n = %zero) : ($T, $T) -> ($T, $T) {
      %go = arith.cmpi ne, %x, %one : $T
      scf.condition(%go) %x, %n : $T, $T
    } do {
    ^bb0(%x: $T, %n: $T):
      %b0 = arith.andi %x, %one : $T
      %odd = arith.cmpi ne, %b0, %zero : $T
      %y = scf.if %odd -> ($T) {
        %t = arith.muli %x, %three : $T
        %u = arith.addi %t, %one : $T
        scf.yield %u : $T
      } else {
        %h = arith.shrsi %x, %one : $T
        scf.yield %h : $T
      }
      %q = arith.addi %n, %one : $T
      scf.yield %y, %q : $T, $T
    }
    memref.store %r#1, %b[%i] : memref<?x$T>
  }""")


@kernel(INTEGERS)
def sieve(ty):
    return program(ty, """
  %c50 = arith.constant 50 : index
  %marks = memref.alloc(%c50) : memref<?xi1>
  %true = arith.constant true
  %false = arith.constant false
  scf.for %i = %c0 to %c50 step %c1 {
    memref.store %true, %marks[%i] : memref<?xi1>
  }
  scf.for %i = %c2 to %c8 step %c1 {
    %p = memref.load %marks[%i] : memref<?xi1>
    scf.if %p {
      %s = arith.muli %i, %i : index
      scf.for %j = %s to %c50 step %i {
        memref.store %false, %marks[%j] : memref<?xi1>
      }
    }
  }
  %n = scf.for %i = %c2 to %c50 step %c1 iter_args(%n = %c0) -> (index) {
    %p = memref.load %marks[%i] : memref<?xi1>
    %m = scf.if %p -> (index) {
      %v = arith.index_cast %i : index to $T
      memref.store %v, %b[%n] : memref<?x$T>
      %k = arith.addi %n, %c1 : index
      scf.yield %k : index
    } else {
      scf.yield %n : index
    }
    scf.yield %m : index
  }
  memref.dealloc %marks : memref<?xi1>""")


@kernel(INTEGERS)
def bits(ty):
    return program(ty, """
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %three = arith.constant 3 : $T
    %p = math.ctpop %x : $T
    %l = math.ctlz %x : $T
    %t = math.cttz %x : $T
    %s = arith.shli %x, %three : $T
    %r = arith.shrui %x, %three : $T
    %e = arith.xori %s, %r : $T
    %f = arith.ori %p, %l : $T
    %g = arith.addi %f, %t : $T
    %j = arith.addi %i, %c8 : index
    memref.store %e, %b[%i] : memref<?x$T>
    memref.store %g, %b[%j] : memref<?x$T>
  }""")


@kernel(INTEGERS)
def divisions(ty):
    return program(ty, """
  %three = arith.constant -3 : $T
  %seven = arith.constant 7 : $T
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %q = arith.ceildivsi %x, %three : $T
    %f = arith.floordivsi %x, %three : $T
    %u = arith.ceildivui %x, %seven : $T
    %r = arith.remui %x, %seven : $T
    %j = arith.addi %i, %c4 : index
    %k = arith.addi %j, %c4 : index
    %l = arith.addi %k, %c4 : index
    memref.store %q, %b[%i] : memref<?x$T>
    memref.store %f, %b[%j] : memref<?x$T>
    memref.store %u, %b[%k] : memref<?x$T>
    memref.store %r, %b[%l] : memref<?x$T>
  }""")


@kernel(INTEGERS)
def wide_products(ty):
    return program(ty, """
  %big = arith.constant 1234567891 : $T
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %m = arith.muli %x, %big : $T
    %lo, %hi = arith.mulsi_extended %m, %big : $T
    %sum, %over = arith.addui_extended %m, %big : $T, i1
    %o = arith.extui %over : i1 to $T
    %h = arith.addi %hi, %o : $T
    %j = arith.addi %i, %c8 : index
    memref.store %lo, %b[%i] : memref<?x$T>
    memref.store %h, %b[%j] : memref<?x$T>
  }""")


@kernel(INTEGERS)
def edit_distance(ty):
    return program(ty, """
  %d = memref.alloc() : memref<9x9x$T>
  %zero = arith.constant 0 : $T
  %one = arith.constant 1 : $T
  affine.for %i = 0 to 9 {
    %v = arith.index_cast %i : index to $T
    affine.store %v, %d[%i, 0] : memref<9x9x$T>
    affine.store %v, %d[0, %i] : memref<9x9x$T>
  }
  affine.for %i = 1 to 9 {
    affine.for %j = 1 to 9 {
      %x = affine.load %a[%i - 1] : memref<?x$T>
      %y = affine.load %a[%j + 3] : memref<?x$T>
      %same = arith.cmpi eq, %x, %y : $T
      %cost = arith.select %same, %zero, %one : $T
      %p = affine.load %d[%i - 1, %j - 1] : memref<9x9x$T>
      %q = affine.load %d[%i - 1, %j] : memref<9x9x$T>
      %r = affine.load %d[%i, %j - 1] : memref<9x9x$T>
      %s = arith.addi %p, %cost : $T
      %t = arith.minsi %q, %r : $T
      %u = arith.addi %t, %one : $T
      %w = arith.minsi %s, %u : $T
      affine.store %w, %d[%i, %j] : memref<9x9x$T>
    }
  }
  affine.for %i = 0 to 9 {
    %v = affine.load %d[8, %i] : memref<9x9x$T>
    affine.store %v, %b[%i] : memref<?x$T>
  }
  memref.dealloc %d : memref<9x9x$T>""")


@kernel(INTEGERS)
def game_of_life(ty):
    return program(ty, """
  %one = arith.constant 1 : $T
  %two = arith.constant 2 : $T
  %three = arith.constant 3 : $T
  %zero = arith.constant 0 : $T
  affine.for %i = 0 to 16 {
    %e = affine.load %a[%i] : memref<?x$T>
    %o = arith.andi %e, %one : $T
    affine.store %o, %a[%i] : memref<?x$T>
    affine.store %zero, %b[%i] : memref<?x$T>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %n = affine.for %y = max affine_map<(d0) -> (0, d0 - 1)>(%i) \
          to min affine_map<(d0) -> (4, d0 + 2)>(%i) iter_args(%s = %zero) -> ($T) {
        %m = affine.for %x = max affine_map<(d0) -> (0, d0 - 1)>(%j) \
            to min affine_map<(d0) -> (4, d0 + 2)>(%j) iter_args(%t = %s) -> ($T) {
          %e = affine.load %a[%y * 4 + %x] : memref<?x$T>
          %u = arith.addi %t, %e : $T
          affine.yield %u : $T
        }
        affine.yield %m : $T
      }
      %c = affine.load %a[%i * 4 + %j] : memref<?x$T>
      %around = arith.subi %n, %c : $T
      %born = arith.cmpi eq, %around, %three : $T
      %stays = arith.cmpi eq, %around, %two : $T
      %kept = arith.select %stays, %c, %zero : $T
      %new = arith.select %born, %one, %kept : $T
      affine.store %new, %b[%i * 4 + %j] : memref<?x$T>
    }
  }""")


@kernel(INTEGERS)
def conditions_of_affine(ty):
    return program(ty, """
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 mod 3 == 0, 12 - d0 >= 0)>(%i) {
      %e = affine.load %a[%i floordiv 2] : memref<?x$T>
      affine.store %e, %b[%i] : memref<?x$T>
    } else {
      %k = affine.apply affine_map<(d0) -> ((d0 * 5 + 1) ceildiv 3)>(%i)
      %v = arith.index_cast %k : index to $T
      affine.store %v, %b[15 - %i] : memref<?x$T>
    }
  }""")


@kernel(FLOATS)
def square_roots(ty):
    return program(ty, """
  %half = arith.constant 0.5 : $T
  %limit = arith.constant 1.0e-6 : $T
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %n = arith.mulf %x, %x : $T
    %one = arith.constant 1.0 : $T
    %m = arith.addf %n, %one : $T
    %r = scf.while (%y = %m) : ($T) -> $T {
      %s = arith.mulf %y, %y : $T
      %d = arith.subf %s, %m : $T
      %e = math.absf %d : $T
      %go = arith.cmpf ogt, %e, %limit : $T
      scf.condition(%go) %y : $T
    } do {
    ^bb0(%y: $T):
      %q = arith.divf %m, %y : $T
      %s = arith.addf %q, %y : $T
      %h = arith.mulf %s, %half : $T
      scf.yield %h : $T
    }
    memref.store %r, %b[%i] : memref<?x$T>
  }""".replace("1.0e-6", "1.0e-5" if ty == "f32" else "1.0e-12"))


@kernel(FLOATS)
def mandelbrot(ty):
    return program(ty, """
  %four = arith.constant 4.0 : $T
  %two = arith.constant 2.0 : $T
  %scale = arith.constant 0.125 : $T
  %zero = arith.constant 0.0 : $T
  %one = arith.constant 1.0 : $T
  scf.for %i = %c0 to %c16 step %c1 {
    %p = memref.load %a[%i] : memref<?x$T>
    %cr = arith.mulf %p, %scale : $T
    %ci = arith.addf %cr, %scale : $T
    %r:4 = scf.while (%x = %zero, %y = %zero, %n = %zero, %k = %c0)
        : ($T, $T, $T, index) -> ($T, $T, $T, index) {
      %xx = arith.mulf %x, %x : $T
      %yy = arith.mulf %y, %y : $T
      %s = arith.addf %xx, %yy : $T
      %in = arith.cmpf olt, %s, %four : $T
      %left = arith.cmpi ult, %k, %c16 : index
      %go = arith.andi %in, %left : i1
      scf.condition(%go) %x, %y, %n, %k : $T, $T, $T, index
    } do {
    ^bb0(%x: $T, %y: $T, %n: $T, %k: index):
      %xx = arith.mulf %x, %x : $T
      %yy = arith.mulf %y, %y : $T
      %xy = arith.mulf %x, %y : $T
      %d = arith.subf %xx, %yy : $T
      %nx = arith.addf %d, %cr : $T
      %t = arith.mulf %xy, %two : $T
      %ny = arith.addf %t, %ci : $T
      %m = arith.addf %n, %one : $T
      %l = arith.addi %k, %c1 : index
      scf.yield %nx, %ny, %m, %l : $T, $T, $T, index
    }
    memref.store %r#2, %b[%i] : memref<?x$T>
  }""")


@kernel(FLOATS)
def softmax(ty):
    return program(ty, """
  %zero = arith.constant 0.0 : $T
  %first = memref.load %a[%c0] : memref<?x$T>
  %max = affine.for %i = 0 to 16 iter_args(%m = %first) -> ($T) {
    %e = affine.load %a[%i] : memref<?x$T>
    %n = arith.maximumf %m, %e : $T
    affine.yield %n : $T
  }
  %sum = affine.for %i = 0 to 16 iter_args(%s = %zero) -> ($T) {
    %e = affine.load %a[%i] : memref<?x$T>
    %d = arith.subf %e, %max : $T
    %x = math.exp %d : $T
    affine.store %x, %b[%i] : memref<?x$T>
    %t = arith.addf %s, %x : $T
    affine.yield %t : $T
  }
  affine.for %i = 0 to 16 {
    %e = affine.load %b[%i] : memref<?x$T>
    %q = arith.divf %e, %sum : $T
    affine.store %q, %b[%i] : memref<?x$T>
  }""")


@kernel(FLOATS)
def normalization(ty):
    return program(ty, """
  %zero = arith.constant 0.0 : $T
  %count = arith.constant 16.0 : $T
  %small = arith.constant 0.00390625 : $T
  %sum:2 = affine.for %i = 0 to 16 iter_args(%s = %zero, %q = %zero) -> ($T, $T) {
    %e = affine.load %a[%i] : memref<?x$T>
    %t = arith.addf %s, %e : $T
    %r = math.fma %e, %e, %q : $T
    affine.yield %t, %r : $T, $T
  }
  %mean = arith.divf %sum#0, %count : $T
  %square = arith.divf %sum#1, %count : $T
  %mm = arith.mulf %mean, %mean : $T
  %var = arith.subf %square, %mm : $T
  %safe = arith.addf %var, %small : $T
  %scale = math.rsqrt %safe : $T
  affine.for %i = 0 to 16 {
    %e = affine.load %a[%i] : memref<?x$T>
    %d = arith.subf %e, %mean : $T
    %n = arith.mulf %d, %scale : $T
    affine.store %n, %b[%i] : memref<?x$T>
  }""")


@kernel(FLOATS)
def functions_of_numbers(ty):
    functions = ["sin", "cos", "tanh", "atan", "sinh", "cosh", "exp2", "exp", "cbrt", "erf"]
    lines = []
    for i, function in enumerate(functions):
        lines.append(f"""
  %i{i} = arith.constant {i} : index
  %x{i} = memref.load %a[%i{i}] : memref<?x$T>
  %y{i} = math.{function} %x{i} : $T
  memref.store %y{i}, %b[%i{i}] : memref<?x$T>""")
    return program(ty, "".join(lines))


@kernel(FLOATS)
def rounding(ty):
    functions = ["floor", "ceil", "round", "roundeven", "trunc", "absf", "sqrt", "log1p"]
    lines = ["""
  %half = arith.constant 0.5 : $T"""]
    for i, function in enumerate(functions):
        lines.append(f"""
  %i{i} = arith.constant {i} : index
  %v{i} = memref.load %a[%i{i}] : memref<?x$T>
  %w{i} = math.absf %v{i} : $T
  %x{i} = arith.addf %w{i}, %half : $T
  %y{i} = math.{function} %x{i} : $T
  memref.store %y{i}, %b[%i{i}] : memref<?x$T>""")
    return program(ty, "".join(lines))


@kernel(FLOATS)
def cholesky(ty):
    return program(ty, """
  %zero = arith.constant 0.0 : $T
  %eight = arith.constant 64.0 : $T
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %s = affine.for %k = 0 to 4 iter_args(%t = %zero) -> ($T) {
        %x = affine.load %a[%i * 4 + %k] : memref<?x$T>
        %y = affine.load %a[%j * 4 + %k] : memref<?x$T>
        %u = math.fma %x, %y, %t : $T
        affine.yield %u : $T
      }
      affine.store %s, %b[%i * 4 + %j] : memref<?x$T>
    }
  }
  affine.for %i = 0 to 4 {
    %d = affine.load %b[%i * 5] : memref<?x$T>
    %e = arith.addf %d, %eight : $T
    affine.store %e, %b[%i * 5] : memref<?x$T>
  }
  affine.for %j = 0 to 4 {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to 4 {
        %x = affine.load %b[%i * 4 + %k] : memref<?x$T>
        %y = affine.load %b[%j * 4 + %k] : memref<?x$T>
        %m = affine.load %b[%i * 4 + %j] : memref<?x$T>
        %p = arith.mulf %x, %y : $T
        %q = arith.subf %m, %p : $T
        affine.store %q, %b[%i * 4 + %j] : memref<?x$T>
      }
    }
    %d = affine.load %b[%j * 5] : memref<?x$T>
    %r = math.sqrt %d : $T
    affine.for %i = affine_map<(d0) -> (d0)>(%j) to 4 {
      %m = affine.load %b[%i * 4 + %j] : memref<?x$T>
      %q = arith.divf %m, %r : $T
      affine.store %q, %b[%i * 4 + %j] : memref<?x$T>
    }
  }""")


@kernel(FLOATS)
def elimination(ty):
    return program(ty, """
  %ten = arith.constant 10.0 : $T
  affine.for %i = 0 to 4 {
    %d = affine.load %a[%i * 5] : memref<?x$T>
    %e = arith.addf %d, %ten : $T
    affine.store %e, %a[%i * 5] : memref<?x$T>
  }
  affine.for %k = 0 to 4 {
    %p = affine.load %a[%k * 5] : memref<?x$T>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 4 {
      %x = affine.load %a[%i * 4 + %k] : memref<?x$T>
      %f = arith.divf %x, %p : $T
      affine.store %f, %a[%i * 4 + %k] : memref<?x$T>
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 4 {
        %u = affine.load %a[%k * 4 + %j] : memref<?x$T>
        %m = affine.load %a[%i * 4 + %j] : memref<?x$T>
        %q = arith.mulf %f, %u : $T
        %s = arith.subf %m, %q : $T
        affine.store %s, %a[%i * 4 + %j] : memref<?x$T>
      }
    }
  }""")


@kernel(FLOATS)
def outer_products(ty):
    return program(ty, """
  %x = vector.load %a[%c0] : memref<?x$T>, vector<4x$T>
  %y = vector.load %a[%c8] : memref<?x$T>, vector<4x$T>
  %o = vector.outerproduct %x, %y : vector<4x$T>, vector<4x$T>
  %m = vector.transpose %o, [1, 0] : vector<4x4x$T> to vector<4x4x$T>
  %s = vector.extract %m[1] : vector<4x$T> from vector<4x4x$T>
  vector.store %s, %b[%c0] : memref<?x$T>, vector<4x$T>
  %r = vector.extract %m[2] : vector<4x$T> from vector<4x4x$T>
  %f = vector.fma %r, %x, %y : vector<4x$T>
  vector.store %f, %b[%c4] : memref<?x$T>, vector<4x$T>""")


@kernel(FLOATS)
def complex_numbers(ty):
    return program(ty, """
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.addi %i, %c8 : index
    %x = memref.load %a[%i] : memref<?x$T>
    %y = memref.load %a[%j] : memref<?x$T>
    %z = complex.create %x, %y : complex<$T>
    %p = complex.mul %z, %z : complex<$T>
    %s = complex.add %p, %z : complex<$T>
    %re = complex.re %s : complex<$T>
    %im = complex.im %s : complex<$T>
    memref.store %re, %b[%i] : memref<?x$T>
    memref.store %im, %b[%j] : memref<?x$T>
  }""")


@kernel(FLOATS)
def comparisons_with_nan(ty):
    nan = "0x7FC00000" if ty == "f32" else "0x7FF8000000000000"
    return program(ty, """
  %nan = arith.constant $nan : $T
  %one = arith.constant 1.0 : $T
  %zero = arith.constant 0.0 : $T
  memref.store %nan, %a[%c1] : memref<?x$T>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %a[%i] : memref<?x$T>
    %l = arith.cmpf ult, %x, %one : $T
    %o = arith.cmpf ord, %x, %one : $T
    %u = arith.cmpf une, %x, %x : $T
    %p = arith.select %l, %one, %zero : $T
    %q = arith.select %o, %one, %zero : $T
    %r = arith.select %u, %one, %zero : $T
    %m = arith.maxnumf %x, %one : $T
    %j = arith.addi %i, %c4 : index
    %k = arith.addi %j, %c4 : index
    %n = arith.addi %k, %c4 : index
    memref.store %p, %b[%i] : memref<?x$T>
    memref.store %q, %b[%j] : memref<?x$T>
    memref.store %r, %b[%k] : memref<?x$T>
    memref.store %m, %b[%n] : memref<?x$T>
  }
  memref.store %one, %a[%c1] : memref<?x$T>""".replace("$nan", nan))


@kernel(FLOATS)
def casts_of_numbers(ty):
    other = "f64" if ty == "f32" else "f32"
    there, back = ("arith.extf", "arith.truncf") if ty == "f32" else ("arith.truncf", "arith.extf")
    return program(ty, f"""
  %third = arith.constant 0.333333333333333 : $T
  scf.for %i = %c0 to %c8 step %c1 {{
    %x = memref.load %a[%i] : memref<?x$T>
    %y = arith.mulf %x, %third : $T
    %z = {there} %y : $T to {other}
    %w = {back} %z : {other} to $T
    %n = arith.fptosi %y : $T to i32
    %u = arith.sitofp %n : i32 to $T
    %m = math.absf %y : $T
    %k = arith.fptoui %m : $T to i8
    %v = arith.uitofp %k : i8 to $T
    %s = arith.addf %u, %v : $T
    %j = arith.addi %i, %c8 : index
    memref.store %w, %b[%i] : memref<?x$T>
    memref.store %s, %b[%j] : memref<?x$T>
  }}""")


def main():
    opt, runner, library = sys.argv[1:]
    pipeline = " ".join((HERE / "pipeline.txt").read_text().split())
    count = 0
    for name, types, write in KERNELS:
        for ty in types:
            path = HERE / f"{name}_{ty}.mlir"
            text = write(ty)
            path.write_text(text)
            lowered = subprocess.run(
                [opt, f"--pass-pipeline={pipeline}"], input=text, capture_output=True, text=True
            )
            if lowered.returncode != 0:
                sys.exit(f"{path}: {lowered.stderr}")
            run = subprocess.run(
                [runner, "-e", "main", "--entry-point-result=void", f"--shared-libs={library}"],
                input=lowered.stdout,
                capture_output=True,
                text=True,
            )
            if run.returncode != 0:
                sys.exit(f"{path}: {run.stderr}")
            lines = run.stdout.splitlines(keepends=True)
            # An address differs each time.
            shown = [re.sub(r"base@ = \S+ ", "", line) for line in lines]
            (HERE / f"{name}_{ty}.out").write_text("".join(shown))
            count += 1
    print(f"{count} programs")


if __name__ == "__main__":
    main()
