// Poison: what is known of ops with operands or positions that are not defined.

func.func @a() -> vector<4xf32> {
  %0 = ub.poison : vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @b(%v: vector<4x8xf32>) -> vector<8xf32> {
  %0 = vector.extract %v[-1] : vector<8xf32> from vector<4x8xf32>
  return %0 : vector<8xf32>
}

func.func @b2(%v: vector<4x8xf32>) -> f32 {
  %0 = vector.extract %v[-1, 3] : f32 from vector<4x8xf32>
  return %0 : f32
}

func.func @c(%v: vector<8xf32>, %w: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = vector.insert %v, %w[-1] : vector<8xf32> into vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

func.func @d(%w: vector<4x8xf32>) -> vector<4x8xf32> {
  %v = ub.poison : vector<8xf32>
  %0 = vector.insert %v, %w[1] : vector<8xf32> into vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

func.func @e() -> vector<8xf32> {
  %v = ub.poison : vector<4x8xf32>
  %0 = vector.extract %v[1] : vector<8xf32> from vector<4x8xf32>
  return %0 : vector<8xf32>
}

func.func @f(%x: vector<4xf32>, %y: vector<4xf32>) -> vector<3xf32> {
  %0 = vector.shuffle %x, %y [-1, -1, -1] : vector<4xf32>, vector<4xf32>
  return %0 : vector<3xf32>
}

func.func @g(%x: vector<4xf32>) -> vector<3xf32> {
  %y = ub.poison : vector<4xf32>
  %0 = vector.shuffle %y, %y [0, 1, 2] : vector<4xf32>, vector<4xf32>
  return %0 : vector<3xf32>
}

func.func @g2(%x: vector<4xf32>) -> vector<4xf32> {
  %y = ub.poison : vector<4xf32>
  %0 = vector.shuffle %x, %y [0, 1, 6, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @g3(%x: vector<4xf32>) -> vector<4xf32> {
  %y = ub.poison : vector<4xf32>
  %0 = vector.shuffle %y, %x [0, 1, 6, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @g4() -> vector<4xf32> {
  %y = ub.poison : vector<4xf32>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %0 = vector.shuffle %x, %y [0, -1, 6, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @h() -> vector<4xf32> {
  %y = ub.poison : f32
  %0 = vector.broadcast %y : f32 to vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @i() -> vector<2x2xf32> {
  %y = ub.poison : vector<4xf32>
  %0 = vector.shape_cast %y : vector<4xf32> to vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

func.func @j() -> vector<4x2xf32> {
  %y = ub.poison : vector<2x4xf32>
  %0 = vector.transpose %y, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}

func.func @k() -> vector<2xf32> {
  %y = ub.poison : vector<4xf32>
  %0 = vector.extract_strided_slice %y {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @l(%v: vector<2xf32>) -> vector<4xf32> {
  %y = ub.poison : vector<4xf32>
  %0 = vector.insert_strided_slice %v, %y {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @l2(%y: vector<4xf32>) -> vector<4xf32> {
  %v = ub.poison : vector<2xf32>
  %0 = vector.insert_strided_slice %v, %y {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @m() -> (f32, f32) {
  %y = ub.poison : vector<2xf32>
  %0:2 = vector.to_elements %y : vector<2xf32>
  return %0#0, %0#1 : f32, f32
}

func.func @n(%x: f32) -> vector<2xf32> {
  %y = ub.poison : f32
  %0 = vector.from_elements %y, %y : vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @n2(%x: f32) -> vector<2xf32> {
  %y = ub.poison : f32
  %0 = vector.from_elements %y, %x : vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @o() -> f32 {
  %y = ub.poison : vector<2xf32>
  %0 = vector.reduction <add>, %y : vector<2xf32> into f32
  return %0 : f32
}

func.func @p() -> vector<4xi16> {
  %y = ub.poison : vector<2xi32>
  %0 = vector.bitcast %y : vector<2xi32> to vector<4xi16>
  return %0 : vector<4xi16>
}

func.func @q(%x: f32) -> vector<2xf32> {
  %y = ub.poison : vector<2xf32>
  %0 = vector.insert %x, %y[0] : f32 into vector<2xf32>
  %1 = vector.insert %x, %0[1] : f32 into vector<2xf32>
  return %1 : vector<2xf32>
}

func.func @q2(%x: f32) -> f32 {
  %y = ub.poison : vector<2xf32>
  %0 = vector.insert %x, %y[0] : f32 into vector<2xf32>
  %1 = vector.extract %0[1] : f32 from vector<2xf32>
  return %1 : f32
}

func.func @r(%x: f32, %m: memref<?xf32>, %i: index) -> vector<2xf32> {
  %y = ub.poison : f32
  %0 = vector.transfer_read %m[%i], %y : memref<?xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @s() -> (vector<2xf32>, vector<2xf32>) {
  %y = ub.poison : vector<2xf32>
  %z = ub.poison : vector<2xf32>
  %0 = vector.interleave %y, %z : vector<2xf32> -> vector<4xf32>
  %1, %2 = vector.deinterleave %0 : vector<4xf32> -> vector<2xf32>
  return %1, %2 : vector<2xf32>, vector<2xf32>
}

func.func @t(%v: vector<2xf32>) -> vector<2xf32> {
  %y = ub.poison : vector<2xf32>
  %0 = vector.fma %y, %v, %v : vector<2xf32>
  %1 = arith.addf %0, %y : vector<2xf32>
  %2 = arith.mulf %v, %y : vector<2xf32>
  return %2 : vector<2xf32>
}

func.func @u(%i: i32) -> (i32, i32, i1, i32) {
  %y = ub.poison : i32
  %0 = arith.addi %i, %y : i32
  %1 = arith.divsi %i, %y : i32
  %2 = arith.cmpi slt, %i, %y : i32
  %c = ub.poison : i1
  %3 = arith.select %c, %i, %y : i32
  return %0, %1, %2, %3 : i32, i32, i1, i32
}

func.func @w(%i: index) -> f32 {
  %y = ub.poison : index
  %v = arith.constant dense<1.0> : vector<2xf32>
  %0 = vector.extract %v[%y] : f32 from vector<2xf32>
  return %0 : f32
}

func.func @casts(%x: i32) -> (i64, i16, f32, i32, f64, f32, index, f32) {
  %y = ub.poison : i32
  %f = ub.poison : f32
  %d = ub.poison : f64
  %0 = arith.extsi %y : i32 to i64
  %1 = arith.trunci %y : i32 to i16
  %2 = arith.sitofp %y : i32 to f32
  %3 = arith.fptosi %f : f32 to i32
  %4 = arith.extf %f : f32 to f64
  %5 = arith.truncf %d : f64 to f32
  %6 = arith.index_cast %y : i32 to index
  %7 = arith.bitcast %y : i32 to f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i64, i16, f32, i32, f64, f32, index, f32
}

func.func @floats(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, i1) {
  %y = ub.poison : f32
  %0 = arith.addf %x, %y : f32
  %1 = arith.subf %y, %x : f32
  %2 = arith.mulf %x, %y : f32
  %3 = arith.divf %x, %y : f32
  %4 = arith.remf %x, %y : f32
  %5 = arith.negf %y : f32
  %6 = arith.maximumf %x, %y : f32
  %7 = arith.minnumf %x, %y : f32
  %8 = math.fma %x, %y, %x : f32
  %9 = arith.cmpf olt, %x, %y : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f32, f32, f32, f32, f32, f32, f32, f32, f32, i1
}

func.func @math(%x: f32) -> (f32, f32, f32, f32, f32, f32) {
  %y = ub.poison : f32
  %0 = math.sqrt %y : f32
  %1 = math.exp %y : f32
  %2 = math.powf %x, %y : f32
  %3 = math.absf %y : f32
  %4 = math.copysign %x, %y : f32
  %5 = math.atan2 %y, %x : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

func.func @ints(%x: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %y = ub.poison : i32
  %0 = arith.subi %x, %y : i32
  %1 = arith.muli %y, %x : i32
  %2 = arith.divsi %y, %x : i32
  %3 = arith.divui %x, %y : i32
  %4 = arith.remsi %x, %y : i32
  %5 = arith.remui %y, %x : i32
  %6 = arith.andi %y, %x : i32
  %7 = arith.ori %y, %x : i32
  %8 = arith.xori %y, %x : i32
  %9 = arith.shli %x, %y : i32
  %10 = arith.shrsi %y, %x : i32
  %11 = arith.shrui %x, %y : i32
  %12 = arith.maxsi %y, %x : i32
  %13 = arith.minui %x, %y : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @divs(%x: i32, %b: i1) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %y = ub.poison : i32
  %c = ub.poison : i1
  %0 = arith.floordivsi %x, %y : i32
  %1 = arith.ceildivsi %y, %x : i32
  %2 = arith.ceildivui %y, %x : i32
  %3 = arith.select %c, %x, %0 : i32
  %4 = arith.select %b, %y, %x : i32
  %5 = arith.select %b, %x, %y : i32
  %z = arith.constant 0 : i32
  %6 = arith.muli %y, %z : i32
  %7 = arith.divsi %x, %y : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @sel(%c0: i1, %x: i32, %z: i32) -> i32 {
  %c = ub.poison : i1
  %3 = arith.select %c, %x, %z : i32
  return %3 : i32
}

func.func @vec(%x: vector<4xf32>, %i: index) -> (vector<2x4xf32>, f32, vector<4xf32>, vector<8xf32>, f32, vector<4x4xf32>) {
  %y = ub.poison : vector<4xf32>
  %0 = vector.broadcast %y : vector<4xf32> to vector<2x4xf32>
  %1 = vector.extract %y[%i] : f32 from vector<4xf32>
  %f = ub.poison : f32
  %2 = vector.insert %f, %y[%i] : f32 into vector<4xf32>
  %3 = vector.shuffle %y, %y [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %4 = vector.extract %x[-1] : f32 from vector<4xf32>
  %5 = vector.outerproduct %x, %y : vector<4xf32>, vector<4xf32>
  return %0, %1, %2, %3, %4, %5 : vector<2x4xf32>, f32, vector<4xf32>, vector<8xf32>, f32, vector<4x4xf32>
}

func.func @shuf(%x: vector<4xf32>) -> (vector<4xf32>, vector<2xf32>, vector<4xf32>) {
  %y = ub.poison : vector<4xf32>
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %d = arith.constant dense<[5.0, 6.0, 7.0, 8.0]> : vector<4xf32>
  %0 = vector.shuffle %c, %d [0, -1, 6, -1] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %y, %c [4, 7] : vector<4xf32>, vector<4xf32>
  %2 = vector.shuffle %y, %c [-1, 7, 0, 1] : vector<4xf32>, vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<2xf32>, vector<4xf32>
}

func.func @generic() -> i32 {
  %0 = "ub.poison"() <{value = #ub.poison}> : () -> i32
  return %0 : i32
}

func.func @mask(%m: memref<?xf32>, %i: index) -> vector<4xf32> {
  %y = ub.poison : vector<4xf32>
  %k = ub.poison : vector<4xi1>
  %0 = vector.maskedload %m[%i], %k, %y : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @all_elements(%a: f32, %b: f32, %v: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.insert %a, %v[0, 0] : f32 into vector<2x2xf32>
  %1 = vector.insert %a, %0[1, 1] : f32 into vector<2x2xf32>
  %2 = vector.insert %b, %1[1, 0] : f32 into vector<2x2xf32>
  %3 = vector.insert %b, %2[0, 0] : f32 into vector<2x2xf32>
  %4 = vector.insert %a, %3[0, 1] : f32 into vector<2x2xf32>
  return %4 : vector<2x2xf32>
}

func.func @not_all_elements(%a: f32, %b: f32, %v: vector<2xf32>, %i: index) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %0 = vector.insert %a, %v[0] : f32 into vector<2xf32>
  %1 = vector.insert %b, %0[0] : f32 into vector<2xf32>
  %2 = vector.insert %a, %v[0] : f32 into vector<2xf32>
  %3 = vector.insert %b, %2[1] : f32 into vector<2xf32>
  %4 = vector.insert %a, %v[%i] : f32 into vector<2xf32>
  %5 = vector.insert %b, %4[1] : f32 into vector<2xf32>
  return %1, %2, %5 : vector<2xf32>, vector<2xf32>, vector<2xf32>
}

func.func @one_element(%a: f32) -> (vector<4xf32>, vector<1xf32>, vector<f32>) {
  %0 = vector.from_elements %a, %a, %a, %a : vector<4xf32>
  %1 = vector.from_elements %a : vector<1xf32>
  %2 = vector.from_elements %a : vector<f32>
  return %0, %1, %2 : vector<4xf32>, vector<1xf32>, vector<f32>
}
