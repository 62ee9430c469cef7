// Sums of products of groups of small integers become instructions of a processor that has them, and
// otherwise products of every second or fourth integer. The result is the same.
// RUN: mlir-lite-opt %s --lower-vector-dot-products='instructions=avx512vnni' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,VNNI512
// RUN: mlir-lite-opt %s --lower-vector-dot-products='instructions=avxvnni' | FileCheck %s --check-prefixes=CHECK,VNNI
// RUN: mlir-lite-opt %s --lower-vector-dot-products='instructions=avx2' | FileCheck %s --check-prefixes=CHECK,AVX2
// RUN: mlir-lite-opt %s --lower-vector-dot-products='instructions=sse2' | FileCheck %s --check-prefixes=CHECK,SSE2
// RUN: mlir-lite-opt %s --lower-vector-dot-products='instructions=avx512' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,AVX512
// RUN: mlir-lite-opt %s --lower-vector-dot-products | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: mlir-lite-opt %s --run=value | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --lower-vector-dot-products --run=value | FileCheck %s --check-prefix=VALUE
// RUN: not mlir-lite-opt %s --lower-vector-dot-products='instructions=neon' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: expected one of plain, sse2, avx2, avx512, avxvnni, avx512vnni, found 'neon'

// 100 - 1 * 1 + 2 * 2 - 3 * 255 + 4 * 4
// VALUE: -646 : i32

#groups = affine_map<(d0, d1) -> (d0, d1)>
#sums = affine_map<(d0, d1) -> (d0)>

// Four of 8 bits, of which the factors that are repeated are signed.
// CHECK-LABEL: func @quads(
// CHECK-SAME: %[[X:.*]]: vector<4xi8>, %[[W:.*]]: vector<64xi8>, %[[SUM:.*]]: vector<16xi32>)
// VNNI512-NEXT: %[[REPEATED:.*]] = vector.shuffle %[[X]], %[[X]] [0, 1, 2, 3, 0, 1, 2, 3,
// VNNI512-NEXT: %{{.*}} = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[SUM]], %[[W]], %[[REPEATED]])
// VNNI-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.256"
// VNNI: vector.shuffle %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi32>, vector<8xi32>
// AVX2-NOT: call_intrinsic
// AVX2-COUNT-4: muli %{{.*}} : vector<16xi32>
// AVX2-NOT: muli
// PLAIN: %[[W0:.*]] = vector.shuffle %[[W]], %[[W]] [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60]
// PLAIN: zexti %[[W0]] : vector<16xi8> to vector<16xi32>
// CHECK-NOT: vector.contract
// CHECK: return
func @quads(%x: vector<4xi8>, %w: vector<64xi8>, %sum: vector<16xi32>) -> vector<16xi32> {
  %a = vector.broadcast %x : vector<4xi8> to vector<16x4xi8>
  %b = vector.shape_cast %w : vector<64xi8> to vector<16x4xi8>
  %c = sexti %a : vector<16x4xi8> to vector<16x4xi32>
  %d = zexti %b : vector<16x4xi8> to vector<16x4xi32>
  %0 = vector.contract {indexing_maps = [#groups, #groups, #sums], iterator_types = ["parallel", "reduction"]}
    %c, %d, %sum : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
  return %0 : vector<16xi32>
}

// Two of 16 bits.
// CHECK-LABEL: func @pairs(
// CHECK-SAME: %[[X:.*]]: vector<2xi16>, %[[W:.*]]: vector<32xi16>, %[[SUM:.*]]: vector<16xi32>)
// VNNI512: %[[PAIRS:.*]] = llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"(%{{.*}}, %[[W]])
// VNNI512-NEXT: addi %[[SUM]], %[[PAIRS]] : vector<16xi32>
// AVX512: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
// AVX2-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// VNNI-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// SSE2-COUNT-4: llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"
// PLAIN-NOT: call_intrinsic
// PLAIN-COUNT-2: muli %{{.*}} : vector<16xi32>
// CHECK-NOT: vector.contract
// CHECK: return
func @pairs(%x: vector<2xi16>, %w: vector<32xi16>, %sum: vector<16xi32>) -> vector<16xi32> {
  %a = vector.broadcast %x : vector<2xi16> to vector<16x2xi16>
  %b = vector.shape_cast %w : vector<32xi16> to vector<16x2xi16>
  %c = sexti %a : vector<16x2xi16> to vector<16x2xi32>
  %d = sexti %b : vector<16x2xi16> to vector<16x2xi32>
  %0 = vector.contract {indexing_maps = [#groups, #groups, #sums], iterator_types = ["parallel", "reduction"]}
    %c, %d, %sum : vector<16x2xi32>, vector<16x2xi32> into vector<16xi32>
  return %0 : vector<16xi32>
}

// Both factors are signed: there is no instruction for four of them.
// CHECK-LABEL: func @same_signs(
// CHECK-NOT: call_intrinsic
// CHECK-COUNT-4: muli
// CHECK: return
func @same_signs(%x: vector<64xi8>, %w: vector<64xi8>, %sum: vector<16xi32>) -> vector<16xi32> {
  %a = vector.shape_cast %x : vector<64xi8> to vector<16x4xi8>
  %b = vector.shape_cast %w : vector<64xi8> to vector<16x4xi8>
  %c = sexti %a : vector<16x4xi8> to vector<16x4xi32>
  %d = sexti %b : vector<16x4xi8> to vector<16x4xi32>
  %0 = vector.contract {indexing_maps = [#groups, #groups, #sums], iterator_types = ["parallel", "reduction"]}
    %c, %d, %sum : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
  return %0 : vector<16xi32>
}

// A part of a register: each product by itself.
// CHECK-LABEL: func @part(
// CHECK-NOT: call_intrinsic
// CHECK-COUNT-2: muli %{{.*}} : vector<3xi32>
// CHECK: return
func @part(%x: vector<2xi16>, %w: vector<6xi16>, %sum: vector<3xi32>) -> vector<3xi32> {
  %a = vector.broadcast %x : vector<2xi16> to vector<3x2xi16>
  %b = vector.shape_cast %w : vector<6xi16> to vector<3x2xi16>
  %c = sexti %a : vector<3x2xi16> to vector<3x2xi32>
  %d = sexti %b : vector<3x2xi16> to vector<3x2xi32>
  %0 = vector.contract {indexing_maps = [#groups, #groups, #sums], iterator_types = ["parallel", "reduction"]}
    %c, %d, %sum : vector<3x2xi32>, vector<3x2xi32> into vector<3xi32>
  return %0 : vector<3xi32>
}

// Contractions of other numbers stay: those that are not extended, and those with another sum.
// CHECK-LABEL: func @others(
// CHECK-COUNT-3: vector.contract
func @others(%x: vector<16x4xi32>, %y: vector<16x4xi8>, %sum: vector<16xi32>, %largest: vector<16xi32>) -> (vector<16xi32>, vector<16xi32>, i32) {
  %0 = vector.contract {indexing_maps = [#groups, #groups, #sums], iterator_types = ["parallel", "reduction"]}
    %x, %x, %sum : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
  %z = sexti %y : vector<16x4xi8> to vector<16x4xi32>
  %1 = vector.contract {indexing_maps = [#groups, #groups, #sums], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxsi>}
    %z, %z, %largest : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
  %zero = constant 0 : i32
  %2 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
    %z, %z, %zero : vector<16x4xi32>, vector<16x4xi32> into i32
  return %0, %1, %2 : vector<16xi32>, vector<16xi32>, i32
}

func @value() -> i32 {
  %x = constant dense<[-1, 2, -3, 4]> : vector<4xi8>
  %group = constant dense<[1, 2, 255, 4]> : vector<4xi8>
  %groups = vector.broadcast %group : vector<4xi8> to vector<16x4xi8>
  %w = vector.shape_cast %groups : vector<16x4xi8> to vector<64xi8>
  %sum = constant dense<100> : vector<16xi32>
  %0 = call @quads(%x, %w, %sum) : (vector<4xi8>, vector<64xi8>, vector<16xi32>) -> vector<16xi32>
  %1 = vector.extract %0[15] : i32 from vector<16xi32>
  return %1 : i32
}
