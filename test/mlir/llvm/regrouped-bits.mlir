// The bits of a vector as more or fewer elements, or one: the first element has the lowest bits. Status 0 if all are.
// RUN: toyc -x mlir %s
// RUN: toyc -x mlir %s -emit=interp
// RUN: toyc -x mlir %s -opt

llvm.func @wrong(%found: i64, %expected: i64) -> i32 {
  %differs = llvm.icmp "ne" %found, %expected : i64
  %0 = llvm.zext %differs : i1 to i32
  llvm.return %0 : i32
}

llvm.func @main() -> i32 {
  %first = llvm.mlir.constant(0 : i32) : i32
  %second = llvm.mlir.constant(1 : i32) : i32

  // Two numbers of 32 bits as one of 64.
  %pair = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xi32>
  %joined = llvm.bitcast %pair : vector<2xi32> to i64
  %expected_joined = llvm.mlir.constant(0x0000000200000001 : i64) : i64
  %0 = llvm.call @wrong(%joined, %expected_joined) : (i64, i64) -> i32

  // 1.0 is 0x3FF0000000000000.
  %one = llvm.mlir.constant(1.0 : f64) : f64
  %halves = llvm.bitcast %one : f64 to vector<2xi32>
  %high = llvm.extractelement %halves[%second : i32] : vector<2xi32>
  %wide = llvm.zext %high : i32 to i64
  %expected_high = llvm.mlir.constant(0x3FF00000 : i64) : i64
  %1 = llvm.call @wrong(%wide, %expected_high) : (i64, i64) -> i32

  // Four numbers of 16 bits as two floats: 0x40490FDB is 3.14159274.
  %quarters = llvm.mlir.constant(dense<[0, 0, 0x0FDB, 0x4049]> : vector<4xi16>) : vector<4xi16>
  %floats = llvm.bitcast %quarters : vector<4xi16> to vector<2xf32>
  %pi = llvm.extractelement %floats[%second : i32] : vector<2xf32>
  %bits = llvm.bitcast %pi : f32 to i32
  %wide_bits = llvm.zext %bits : i32 to i64
  %expected_bits = llvm.mlir.constant(0x40490FDB : i64) : i64
  %2 = llvm.call @wrong(%wide_bits, %expected_bits) : (i64, i64) -> i32

  %3 = llvm.add %0, %1 : i32
  %4 = llvm.add %3, %2 : i32
  llvm.return %4 : i32
}
