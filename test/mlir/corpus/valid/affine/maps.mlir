// Affine maps: what expressions become, and how they are printed.

func.func @sums(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 + 0)>(%i)
  %1 = affine.apply affine_map<(d0) -> (1 + d0 + 2)>(%0)
  %2 = affine.apply affine_map<(d0)[s0] -> (3 + d0 + s0 - 5)>(%1)[%n]
  %3 = affine.apply affine_map<(d0)[s0] -> (s0 + d0)>(%2)[%n]
  %4 = affine.apply affine_map<(d0) -> (d0 - d0)>(%3)
  return %4 : index
}

func.func @products(%i: index, %j: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (2 * d0)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 * 2 * 3)>(%0)
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 * -1)>(%1, %j)
  %3 = affine.apply affine_map<(d0) -> (d0 * 0)>(%2)
  %4 = affine.apply affine_map<(d0) -> ((d0 + 1) * 4)>(%3)
  %5 = affine.apply affine_map<(d0)[s0] -> (s0 * d0)>(%4)[%n]
  %6 = affine.apply affine_map<(d0) -> (d0 + d0 * 3)>(%5)
  return %6 : index
}

func.func @negations(%i: index, %j: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (-d0)>(%i)
  %1 = affine.apply affine_map<(d0, d1) -> (-d0 - d1)>(%0, %j)
  %2 = affine.apply affine_map<(d0, d1) -> (d0 - (d1 - 1))>(%1, %j)
  %3 = affine.apply affine_map<(d0) -> (-(d0 + 7))>(%2)
  %4 = affine.apply affine_map<(d0, d1) -> (d0 - d1 * 2)>(%3, %j)
  %5 = affine.apply affine_map<(d0) -> (- 3 + d0)>(%4)
  return %5 : index
}

func.func @divisions(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%0)
  %2 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%1)
  %3 = affine.apply affine_map<(d0) -> ((d0 * 8) floordiv 4)>(%2)
  %4 = affine.apply affine_map<(d0) -> ((d0 * 8) mod 4)>(%3)
  %5 = affine.apply affine_map<(d0) -> ((d0 * 6 + 3) floordiv 4)>(%4)
  %6 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0 + d0 mod s0 + d0 ceildiv s0)>(%5)[%n]
  return %6 : index
}

func.func @division_of_constants(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 + 7 floordiv 2)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 + -7 floordiv 2)>(%0)
  %2 = affine.apply affine_map<(d0) -> (d0 + -7 ceildiv 2)>(%1)
  %3 = affine.apply affine_map<(d0) -> (d0 + -7 mod 4)>(%2)
  %4 = affine.apply affine_map<(d0) -> (d0 floordiv 1 + d0 mod 1)>(%3)
  return %4 : index
}

func.func @remainders(%i: index, %j: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 mod 8 mod 4)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 - (d0 floordiv 4) * 4)>(%0)
  %2 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) mod 4)>(%1, %j)
  %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) floordiv 4)>(%2, %j)
  return %3 : index
}

func.func @quotients_of_quotients(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> ((d0 floordiv 4) floordiv 2)>(%i)
  %1 = affine.apply affine_map<(d0) -> ((d0 ceildiv 4) * 4)>(%0)
  %2 = affine.apply affine_map<(d0) -> ((d0 mod 4) floordiv 2)>(%1)
  %3 = affine.apply affine_map<(d0) -> ((d0 * 12) ceildiv 4)>(%2)
  return %3 : index
}

func.func @precedence(%i: index, %j: index) -> index {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 2)>(%i, %j)
  %1 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) * 2)>(%0, %j)
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 2 mod 5 + d1)>(%1, %j)
  %3 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 5 floordiv 2)>(%2, %j)
  %4 = affine.apply affine_map<(d0, d1) -> (d0 - (d1 + d0) floordiv 3)>(%3, %j)
  return %4 : index
}

func.func @association(%i: index, %j: index, %k: index) -> index {
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 + (d1 + d2))>(%i, %j, %k)
  %1 = affine.apply affine_map<(d0, d1, d2) -> (d0 - (d1 - d2))>(%0, %j, %k)
  %2 = affine.apply affine_map<(d0, d1, d2) -> ((d0 + 1) + d1 + 2 + d2)>(%1, %j, %k)
  %3 = affine.apply affine_map<(d0, d1, d2) -> (d2 + d1 + d0)>(%2, %j, %k)
  return %3 : index
}

func.func @names_of_inputs(%i: index, %j: index, %n: index) -> index {
  %0 = affine.apply affine_map<(row, column)[stride] -> (row * stride + column)>(%i, %j)[%n]
  %1 = affine.apply affine_map<(i)[s0] -> (i + s0)>(%0)[%n]
  return %1 : index
}

func.func @unused_inputs(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0, d1)[s0] -> (d1)>(%i, %i)[%n]
  %1 = affine.apply affine_map<()[s0, s1] -> (s1 + 4)>()[%0, %n]
  %2 = affine.apply affine_map<() -> (42)>()
  %3 = affine.apply affine_map<(d0)[] -> (d0)>(%2)[]
  return %1 : index
}

func.func @semi_affine(%i: index, %n: index, %m: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0, s1] -> (d0 * s0 + s1 * s0)>(%i)[%n, %m]
  %1 = affine.apply affine_map<(d0)[s0] -> ((d0 + 1) mod s0)>(%0)[%n]
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv (s0 + 1))>(%1)[%n]
  %3 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv (s0 * 2))>(%2)[%n]
  return %3 : index
}

// Maps as attributes: several results, none, and as the layout of memory.
func.func private @attributes(index {t.map = affine_map<(d0, d1)[s0] -> (d0, d1 + s0, d1 - s0)>}) attributes {
  t.none = affine_map<() -> ()>, t.dims = affine_map<(d0, d1) -> ()>,
  t.broadcast = affine_map<(i, j, k) -> (i, 0, k)>,
  t.set = affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)>,
  t.empty = affine_set<() : ()>
}

func.func private @layouts(
  memref<8x16xf32, affine_map<(d0, d1) -> (d1, d0)>>,
  memref<8x16xf32, affine_map<(d0, d1) -> (d0, d1)>>,
  memref<4x?xf32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 4, d1 mod 4)>, 3>,
  memref<16xf32, strided<[2], offset: 4>>)

#tiled = affine_map<(d0, d1) -> (d0 floordiv 32, d1 floordiv 32, d0 mod 32, d1 mod 32)>
#inner = affine_set<(d0, d1)[s0, s1] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, -d1 + s1 - 1 >= 0)>
func.func @aliases(%m: memref<64x64xf32, #tiled>, %i: index, %j: index, %n: index) {
  affine.if #inner(%i, %j)[%n, %n] {
    %0 = affine.load %m[%i, %j] : memref<64x64xf32, #tiled>
  }
  return
}
